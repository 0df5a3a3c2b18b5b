"""`boolean` cells; the cases are in `tests/cases/boolean.jsonl`."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.conformance import cell_case
from atlas_grader.folding import fold_characters
from atlas_grader.match.boolean import RULES
from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict

COLUMN = Column("member", CellType.BOOLEAN)
FILE = Path(__file__).parents[1] / "cases/boolean.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
TABLE = json.loads(
    (Path(__file__).parents[2] / "atlas_grader/match/tables/truth_words.json").read_text(encoding="utf-8")
)


def verdict(gold, answer):
    return RULES.compile(COLUMN, (gold,), ())(Cell(fold_characters(answer)))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['answer']}" for case in CASES])
def test_a_cell_gets_the_verdict_of_a_careful_reader(case):
    column, gold, answer = cell_case(case)
    found = compile_cell(column, gold)(answer)

    assert found.verdict == case["verdict"], found


def test_no_word_is_both_a_yes_and_a_no():
    assert not set(TABLE["yes"]) & set(TABLE["no"])


@pytest.mark.parametrize("word", TABLE["yes"])
def test_every_yes_contradicts_a_no(word):
    assert verdict("No", word).verdict is Verdict.MISMATCH


@pytest.mark.parametrize("word", TABLE["no"])
def test_every_no_contradicts_a_yes(word):
    assert verdict("Yes", word).verdict is Verdict.MISMATCH


def test_both_answers_at_once_are_a_mismatch():
    found = verdict("Yes", "yes or no")

    assert (found.verdict, found.reason) == (Verdict.MISMATCH, Reason.SEVERAL_VALUES)


def test_an_unreadable_gold_matches_by_equality_only():
    assert verdict("in part", "yes").verdict is Verdict.UNDECIDED


def test_a_number_after_an_abbreviated_number_sign_is_no_refusal():
    assert verdict("Yes", "No. 5").verdict is Verdict.UNDECIDED


@given(st.text(max_size=60))
def test_no_text_raises(text):
    verdict("Yes", text)


@pytest.mark.parametrize("text", ["yes " * 1000, "no, " * 1000, "✓" * 4000, "(" * 4000, "ja" * 2000])
def test_hostile_text_is_read_quickly(text):
    verdict("Yes", "no")
    started = time.perf_counter()
    verdict("Yes", text)

    assert time.perf_counter() - started < 0.5
