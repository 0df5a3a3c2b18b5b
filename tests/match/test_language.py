"""`language` cells; the cases are in `tests/cases/language.jsonl`."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.conformance import cell_case
from atlas_grader.match.ladder import compile_cell
from atlas_grader.match.language import RULES
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict

FILE = Path(__file__).parents[1] / "cases/language.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['answer']}" for case in CASES])
def test_a_cell_gets_the_verdict_of_a_careful_reader(case):
    column, gold, answer = cell_case(case)
    found = compile_cell(column, gold)(answer)

    assert found.verdict == case["verdict"], found


COLUMN = Column("language", CellType.LANGUAGE)


def verdict(gold, answer):
    return RULES.compile(COLUMN, (gold,), ())(Cell(answer))


@pytest.mark.parametrize(
    "autonym", ["Deutsch", "deutsch", "de", "DEU", "ger", "Allemand", "德语", "German language"]
)
def test_a_language_has_many_names(autonym):
    assert verdict("German", autonym).reason is Reason.SAME_VALUE


def test_a_variety_is_neither_its_language_nor_another():
    assert verdict("Chinese", "Mandarin").verdict is Verdict.UNDECIDED
    assert verdict("Mandarin", "Cantonese").reason is Reason.OTHER_VALUE


def test_gold_that_names_a_variety_is_not_any_variety():
    assert verdict("Portuguese (Brazil)", "Portuguese (Portugal)").verdict is Verdict.UNDECIDED


@given(st.text(max_size=80))
def test_no_cell_raises(text):
    cell = Cell(text)

    assert verdict("German", text).verdict in {Verdict.MATCH, Verdict.MISMATCH, Verdict.UNDECIDED}
    assert RULES.reads(COLUMN)(cell) in {True, False}
