"""`boolean` cells; the cases are in `tests/cases/boolean.jsonl`."""

import json
from pathlib import Path

import pytest

from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Column, GoldCell, State
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


LANDED = Column("landed", CellType.BOOLEAN, "Whether it landed on the Moon")
EXTRA_TIME = Column("extra_time", CellType.BOOLEAN, "Whether extra time was played")
WON = Column("won_election", CellType.BOOLEAN, "Whether they ever won an election")
LOST = Column("lost_popular_vote", CellType.BOOLEAN, "Whether the winner got fewer popular votes")


@pytest.mark.parametrize(
    ("column", "gold", "answers"),
    [
        (LANDED, "Yes", ["yes, did not land", "yes (did not land)", "yes, it did not", "yes: orbit only"]),
        (LANDED, "Yes", ["yes — not the Moon", "Yes, crashed", "Yes (orbited)", "Yes; landing failed"]),
        (LANDED, "No", ["No, landed on the Moon", "No (landed)", "no, it did", "No - soft landing"]),
        (EXTRA_TIME, "No", ["No (a.e.t.)", "No (aet)", "No, after extra time", "No (it was played)"]),
        (WON, "Yes", ["Yes (lost in 1960)", "Yes, never won", "Oui, n'a pas gagné, jamais"]),
    ],
)
def test_an_answer_that_its_note_may_turn_around_is_undecided(column, gold, answers):
    judge = compile_cell(column, GoldCell(State.VALUE, gold))

    for answer in answers:
        assert judge(answer).verdict is Verdict.UNDECIDED, answer


@pytest.mark.parametrize(
    ("column", "gold", "answers"),
    [
        (
            LANDED,
            "Yes",
            ["Yes (1904)", "Yes, twice", "Yes (soft landing)", "Yes, on 23 August 2023", "✓ (2023)"],
        ),
        (LANDED, "No", ["No, did not land", "No: failed", "No (crashed)", "No, never", "No (2019)"]),
        (EXTRA_TIME, "No", ["No (won in normal time)", "No (90 min)", "No, decided in regulation time"]),
        (LOST, "Yes", ["Yes, he lost the popular vote", "Yes (2016)"]),
    ],
)
def test_an_answer_with_a_note_that_agrees_is_decided(column, gold, answers):
    judge = compile_cell(column, GoldCell(State.VALUE, gold))

    for answer in answers:
        assert judge(answer).verdict is Verdict.MATCH, answer


@pytest.mark.parametrize(
    ("name", "yes", "no"),
    [
        ("refundable", ["refundable"], ["not refundable", "not yet refundable", "non-refundable"]),
        ("available", ["Available"], ["Unavailable", "nicht available"]),
        ("bemannt", ["bemannt"], ["unbemannt", "nicht bemannt"]),
        ("accepts_cards", ["Accepted"], ["Not accepted", "does not accept cards"]),
        ("HDR support", ["supported"], ["Unsupported", "not supported", "no longer supported"]),
    ],
)
def test_a_column_says_what_its_own_words_and_their_opposites_mean(name, yes, no):
    judge = judging("boolean", name)

    for answers, truth, other in ((yes, "Yes", "No"), (no, "No", "Yes")):
        for answer in answers:
            assert judge(truth, answer).verdict is Verdict.MATCH, answer
            assert judge(other, answer).verdict is Verdict.MISMATCH, answer


@pytest.mark.parametrize("answer", ["Unsupported", "Not supported", "unavailable", "inflammable"])
def test_a_word_that_answers_another_question_is_undecided(answer):
    assert judging("boolean", "flammable")("Yes", answer).verdict is Verdict.UNDECIDED
