"""`percent` cells; the cases are in `tests/cases/percent.jsonl`."""

import json
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


@given(st.integers(min_value=-10000, max_value=10000))
def test_basis_points_are_hundredths_of_a_percent(points):
    assert verdict(f"{points / 100:.2f}%", f"{points} bps").verdict is Verdict.MATCH


def test_an_unreadable_gold_matches_by_equality_only():
    found = verdict("as many as it takes", "5")

    assert (found.verdict, found.reason) == (Verdict.UNDECIDED, Reason.UNREADABLE)
