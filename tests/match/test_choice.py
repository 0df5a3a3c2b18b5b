"""`enum` cells; the cases are in `tests/cases/enum.jsonl`."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.conformance import cell_case
from atlas_grader.match.choice import RULES
from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Choice, Column
from atlas_grader.verdicts import Reason, Verdict

FILE = Path(__file__).parents[1] / "cases/enum.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['answer']}" for case in CASES])
def test_a_cell_gets_the_verdict_of_a_careful_reader(case):
    column, gold, answer = cell_case(case)
    found = compile_cell(column, gold)(answer)

    assert found.verdict == case["verdict"], found


COLUMN = Column(
    "level", CellType.ENUM, choices=(Choice("Low"), Choice("Medium"), Choice("High", ("Severe",), "H"))
)


def verdict(gold, answer, column=COLUMN, others=()):
    return RULES.compile(column, (gold,), others)(Cell(answer))


def test_aliases_and_codes_are_the_choice():
    assert verdict("High", "severe").verdict is Verdict.MATCH
    assert verdict("High", "H").verdict is Verdict.MATCH
    assert verdict("Low", "H").reason is Reason.OTHER_VALUE


def test_without_choices_the_columns_other_values_are_choices():
    column = Column("genre", CellType.ENUM)

    assert verdict("Jazz", "blues", column, ("Blues", "Rock")).reason is Reason.OTHER_VALUE
    assert verdict("Jazz", "folk", column, ("Blues", "Rock")).verdict is Verdict.UNDECIDED


def test_a_grade_is_not_the_same_grade_with_a_star():
    column = Column("grade", CellType.ENUM, choices=(Choice("A*"), Choice("A")))

    assert verdict("A*", "A", column).verdict is Verdict.MISMATCH
    assert verdict("A", "A*", column).verdict is Verdict.MISMATCH


def test_a_gold_value_beside_the_choices_still_matches():
    assert verdict("Extreme", "extreme").verdict is Verdict.MATCH
    assert verdict("Extreme", "Low").verdict is Verdict.MISMATCH


@given(st.text(max_size=80))
def test_no_cell_raises(text):
    assert verdict("Low", text).verdict in {Verdict.MATCH, Verdict.MISMATCH, Verdict.UNDECIDED}
    assert RULES.reads(COLUMN)(Cell(text)) in {True, False}


@given(st.sampled_from(["Low", "Medium", "High"]), st.sampled_from(["Low", "Medium", "High"]))
def test_two_different_choices_never_match(one, other):
    assert (verdict(one, other.upper()).verdict is Verdict.MATCH) == (one == other)
