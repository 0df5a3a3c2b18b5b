"""`coordinates` cells; the cases are in `tests/cases/coordinates.jsonl`."""

import json
import time
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.conformance import cell_case
from atlas_grader.folding import fold_characters
from atlas_grader.match.coordinates import RULES, distance
from atlas_grader.match.ladder import compile_cell
from atlas_grader.match.positions import read_positions
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Verdict

COLUMN = Column("position", CellType.COORDINATES)
FILE = Path(__file__).parents[1] / "cases/coordinates.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
LATITUDES = st.integers(-89_0000, 89_0000).map(lambda n: n / 10000)
LONGITUDES = st.integers(-179_0000, 179_0000).map(lambda n: n / 10000)


def verdict(gold, answer, distance_km=1):
    column = Column("position", CellType.COORDINATES, distance_km=Decimal(distance_km))
    return RULES.compile(column, (gold,), ())(Cell(fold_characters(answer)))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['answer']}" for case in CASES])
def test_a_cell_gets_the_verdict_of_a_careful_reader(case):
    column, gold, answer = cell_case(case)
    found = compile_cell(column, gold)(answer)

    assert found.verdict == case["verdict"], found


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['gold']}" for case in CASES])
def test_a_column_reads_its_own_gold(case):
    assert RULES.reads(COLUMN)(Cell(fold_characters(case["gold"])))


def test_a_degree_of_latitude_is_111_195_kilometres():
    assert distance((0, 0), (1, 0)) * 6371.0088 == pytest.approx(111.195, abs=0.001)


def test_the_declared_distance_is_the_limit():
    assert verdict("10, 20", "11, 20", 112).verdict is Verdict.MATCH
    assert verdict("10, 20", "11, 20", 111).verdict is Verdict.MISMATCH


def test_an_unreadable_gold_matches_by_equality_only():
    assert verdict("Tokyo Tower", "35.6586, 139.7454").verdict is Verdict.UNDECIDED


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
def test_hostile_text_is_read_quickly(text):
    verdict("35.6586, 139.7454", "35, 139")
    started = time.perf_counter()
    verdict("35.6586, 139.7454", text)

    assert time.perf_counter() - started < 0.5
