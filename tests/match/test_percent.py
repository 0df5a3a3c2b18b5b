"""`percent` cells; the cases are in `tests/cases/percent.jsonl`."""

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
from atlas_grader.match.percent import RULES
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict

COLUMN = Column("value", CellType.PERCENT)
FILE = Path(__file__).parents[1] / "cases/percent.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def verdict(gold, answer, **settings):
    column = Column("value", CellType.PERCENT, **settings)
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


def test_a_bare_fraction_may_be_a_share_of_one():
    assert verdict("12%", "0.12").reason is Reason.AMBIGUOUS
    assert RULES.compile(COLUMN, ("12%",), ())(Cell("0.12", native=True)).reason is Reason.AMBIGUOUS
    assert RULES.compile(COLUMN, ("12%",), ())(Cell("12", native=True)).verdict is Verdict.MATCH


def test_percent_matches_with_and_without_its_sign():
    # peers.md 5.1 and 5.8: `12%` against `12`, `5%` against `5` scored 0
    assert verdict("12", "12%").verdict is Verdict.MATCH
    assert verdict("12%", "12").verdict is Verdict.MATCH


def test_accounting_brackets_are_a_minus():
    # peers.md 5.1: `(5%)` was read as 5 %
    assert verdict("5%", "(5%)").reason is Reason.SIGN
    assert verdict("-5%", "(5%)").verdict is Verdict.MATCH


@given(st.integers(min_value=-10000, max_value=10000))
def test_basis_points_are_hundredths_of_a_percent(points):
    assert verdict(f"{points / 100:.2f}%", f"{points} bps").verdict is Verdict.MATCH


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
