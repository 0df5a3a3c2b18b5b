"""`currency` cells; the cases are in `tests/cases/currency.jsonl`."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.conformance import cell_case
from atlas_grader.match.currency import RULES
from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict

FILE = Path(__file__).parents[1] / "cases/currency.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['answer']}" for case in CASES])
def test_a_cell_gets_the_verdict_of_a_careful_reader(case):
    column, gold, answer = cell_case(case)
    found = compile_cell(column, gold)(answer)

    assert found.verdict == case["verdict"], found


COLUMN = Column("currency", CellType.CURRENCY)


def verdict(gold, answer):
    return RULES.compile(COLUMN, (gold,), ())(Cell(answer))


@pytest.mark.parametrize("shared", ["$", "kr", "¥", "Rs", "dollar", "peso", "pound", "franc"])
def test_a_shared_sign_or_word_names_no_currency(shared):
    assert verdict("USD", shared).verdict is not Verdict.MATCH


def test_a_code_beside_another_is_not_the_first_ones_sign():
    assert verdict("USD", "USD or EUR").reason is Reason.SEVERAL_VALUES


def test_a_sign_makes_a_difference():
    assert verdict("BRL", "R$").verdict is Verdict.MATCH
    assert verdict("ZAR", "R$").verdict is Verdict.MISMATCH


@given(st.text(max_size=80))
def test_no_cell_raises(text):
    cell = Cell(text)

    assert verdict("USD", text).verdict in {Verdict.MATCH, Verdict.MISMATCH, Verdict.UNDECIDED}
    assert RULES.reads(COLUMN)(cell) in {True, False}
