"""`boolean` cells; the cases are in `tests/cases/boolean.jsonl`."""

import json
from pathlib import Path

import pytest

from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict
from tests.match.support import judging

verdict = judging("boolean")

COLUMN = Column("member", CellType.BOOLEAN)
TABLE = json.loads(
    (Path(__file__).parents[2] / "atlas_grader/match/tables/truth_words.json").read_text(encoding="utf-8")
)


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


def test_a_number_after_an_abbreviated_number_sign_is_no_refusal():
    assert verdict("Yes", "No. 5").verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("text", ["yes " * 1000, "no, " * 1000, "✓" * 4000, "(" * 4000, "ja" * 2000])
def test_hostile_text_gets_a_verdict(text):
    verdict("Yes", "no")

    assert isinstance(verdict("Yes", text), CellVerdict)
