"""`duration` cells; the cases are in `tests/cases/duration.jsonl`."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.conformance import cell_case
from atlas_grader.folding import fold_characters
from atlas_grader.match.ladder import compile_cell
from atlas_grader.match.duration import RULES
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict

COLUMN = Column("value", CellType.DURATION)
FILE = Path(__file__).parents[1] / "cases/duration.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def verdict(gold, answer, **settings):
    column = Column("value", CellType.DURATION, **settings)
    return RULES.compile(column, (gold,), ())(Cell(fold_characters(answer)))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['answer']}" for case in CASES])
def test_a_cell_gets_the_verdict_of_a_careful_reader(case):
    column, gold, answer = cell_case(case)
    found = compile_cell(column, gold)(answer)

    assert (found.verdict, found.reason) == (case["verdict"], case["reason"]), found


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_column_reads_its_own_gold(case):
    column, gold, _ = cell_case(case)

    assert RULES.reads(column)(Cell(fold_characters(gold.value)))


def test_a_month_is_no_number_of_days():
    assert verdict("1 month", "30 days").verdict is Verdict.UNDECIDED
    assert verdict("1 year", "365 days").verdict is Verdict.UNDECIDED
    assert verdict("1 year", "52 weeks").verdict is Verdict.UNDECIDED
    assert verdict("1 month", "40 days").verdict is Verdict.MISMATCH


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [("5m 30s", 330), ("2h 30m", 9000), ("30m", 1800), ("1d 2h", 93600), ("3'45\"", 225), ("1:02:03", 3723)],
)
def test_m_is_minutes_behind_hours_and_before_seconds(answer, seconds):
    assert verdict(f"{seconds} s", answer).verdict is Verdict.MATCH


def test_a_clock_has_both_readings_unless_a_unit_fixes_it():
    assert verdict("165 min", "2:45").verdict is Verdict.MATCH
    assert verdict("165 s", "2:45").verdict is Verdict.MATCH
    assert verdict("165 s", "2:45 h").verdict is Verdict.MISMATCH
    assert verdict("2:45", "165 s", unit="hours").verdict is Verdict.MISMATCH
    assert verdict("2:45", "165 s", unit="min").verdict is Verdict.MATCH


@given(
    st.integers(min_value=0, max_value=99),
    st.integers(min_value=0, max_value=59),
    st.integers(min_value=0, max_value=59),
)
def test_hours_minutes_and_seconds_match_in_every_form(hours, minutes, seconds):
    gold = f"{hours * 3600 + minutes * 60 + seconds} s"

    for text in (
        f"{hours} h {minutes} min {seconds} s",
        f"{hours}:{minutes:02}:{seconds:02}",
        f"PT{hours}H{minutes}M{seconds}S",
        f"{hours}小时{minutes}分{seconds}秒",
        f"{hours} hours, {minutes} minutes and {seconds} seconds",
    ):
        assert verdict(gold, text).verdict is Verdict.MATCH


def test_an_unreadable_gold_matches_by_equality_only():
    found = verdict("as many as it takes", "5")

    assert (found.verdict, found.reason) == (Verdict.UNDECIDED, Reason.UNREADABLE)


HOSTILE = [
    "9" * 4096, "9**9**9**9", "10^999999999", "1e999999999", "(" * 4096, "1 or " * 800, "5;possibly 6;" * 300, "1, " * 1300,
    "5" + " " * 4000 + "km", "十" * 4096, "½" * 4096, "ein" * 1300, "zwei " * 800, "\ud800" * 100, "1/0", "5 " + "km/" * 30,
    "5 k" + "m" * 60, "$" * 4096, "5 " + "million " * 500, "1-" * 2000, "about " * 680, "1:" * 2000, "P" + "1Y" * 2000,
    "1 h " * 1000, "5 " + "x10^6" * 800, "²" * 4096, "a half " * 580, "\n".join("5" * 2000), "5 to " * 800, "5 km\x00", "1'" * 2000,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_answered_quickly(text):
    matcher = RULES.compile(COLUMN, ("5",), ())
    matcher(Cell("5 or 6"))  # tables are read once
    start = time.perf_counter()
    matcher(Cell(text))

    assert time.perf_counter() - start < 0.5  # usually under 20 ms; loose, for a machine that does more


@given(st.text(max_size=200))
def test_no_text_breaks_a_matcher_as_answer_or_as_gold(text):
    RULES.reads(COLUMN)(Cell(fold_characters(text)))

    assert verdict("5", text).verdict in Verdict
    assert verdict(text, "5").verdict in Verdict


PIECES = [
    "5", "1,234", "-", "(", ")", "km", "$", "€", "%", "million", "½", "to", "or", "h", "min", "'", '"', ".", "亿", "zwei", "1e5", "/",
    "per", "m²", "半", ":", "30", "and a half", "of", "kr", "ft", "°C", "×10^6", "II", "third", "bps", "net loss of", "年",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.sampled_from(["", " "]))
def test_no_pile_of_number_words_breaks_a_matcher(pieces, glue):
    text = glue.join(pieces)

    assert verdict("5", text).verdict in Verdict
    assert verdict(text, text).verdict is not Verdict.MISMATCH
