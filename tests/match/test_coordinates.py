"""`coordinates` cells; the cases are in `tests/cases/coordinates.jsonl`."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.folding import fold_characters
from atlas_grader.match.coordinates import distance
from atlas_grader.match.positions import read_positions
from atlas_grader.verdicts import Verdict
from tests.match.support import judging

verdict = judging("coordinates")

LATITUDES = st.integers(-89_0000, 89_0000).map(lambda n: n / 10000)
LONGITUDES = st.integers(-179_0000, 179_0000).map(lambda n: n / 10000)


def test_a_degree_of_latitude_is_111_195_kilometres():
    assert distance((0, 0), (1, 0)) * 6371.0088 == pytest.approx(111.195, abs=0.001)


def test_the_declared_distance_is_the_limit():
    assert verdict("10, 20", "11, 20", distance_km=Decimal(112)).verdict is Verdict.MATCH
    assert verdict("10, 20", "11, 20", distance_km=Decimal(111)).verdict is Verdict.MISMATCH


def _dms(value, letters):
    seconds = round(abs(value) * 36000)
    degrees, rest = divmod(seconds, 36000)
    minutes, tenths = divmod(rest, 600)
    return f"{degrees}°{minutes:02}′{tenths / 10:04.1f}″{letters[value < 0]}"


@given(LATITUDES, LONGITUDES)
def test_a_position_matches_itself_in_every_notation(north, east):
    gold = f"{north}, {east}"
    letters = f"{abs(north)}° {'NS'[north < 0]}, {abs(east)}° {'EW'[east < 0]}"
    for written in (
        letters,
        f"{_dms(north, 'NS')} {_dms(east, 'EW')}",
        f"({north} {east})",
        f"lat: {north}, lon: {east}",
    ):
        assert verdict(gold, written).verdict is Verdict.MATCH


@given(LATITUDES, LONGITUDES)
def test_the_other_hemisphere_never_matches(north, east):
    if min(abs(north), abs(east), 180 - abs(east), 90 - abs(north)) > 1:
        assert verdict(f"{north}, {east}", f"{-north}, {east}").verdict is Verdict.MISMATCH
        assert verdict(f"{north}, {east}", f"{north}, {-east}").verdict is Verdict.MISMATCH


@given(st.text(max_size=80) | st.text("0123456789.,-+°'\" NSEWOlaton:()/", max_size=60))
def test_no_text_raises(text):
    read_positions(fold_characters(text))
    verdict("35.6586, 139.7454", text)


@pytest.mark.parametrize(
    "text",
    [
        "1" * 4000,
        "1 " * 2000,
        "1," * 2000,
        "N" * 4000,
        "(" * 4000,
        "°" * 4000,
        "1.1.1." * 600,
        "[[" * 2000,
        "1°" * 2000,
        "35.6, 139.7 or " * 200,
    ],
    ids=lambda text: text[:8],
)
def test_hostile_text_gets_a_verdict(text):
    verdict("35.6586, 139.7454", "35, 139")

    assert verdict("35.6586, 139.7454", text).verdict is not Verdict.MATCH


@pytest.mark.parametrize("words", ["not", "formerly", "instead of", "half of"])
def test_a_word_that_turns_the_meaning_leaves_a_position_open(words):
    assert verdict("35.6586, 139.7454", f"{words} 35.6586, 139.7454").verdict is Verdict.UNDECIDED
