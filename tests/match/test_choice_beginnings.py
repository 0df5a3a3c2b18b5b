"""`enum` cells that begin with one choice's name and go on, where another choice is a kind of it."""

import pytest

from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Choice, Column, GoldCell, State

OUTCOME = Column(
    "outcome",
    CellType.ENUM,
    choices=(
        Choice("soft landing, upright", ("soft landing", "success")),
        Choice("soft landing, tipped over", ("tipped over",)),
        Choice("crashed", ("crash",)),
    ),
)


@pytest.mark.parametrize(
    ("gold", "cell", "verdict"),
    [
        ("soft landing, upright", "soft landing", "match"),
        ("soft landing, upright", "soft landing (2024)", "match"),
        ("soft landing, upright", "soft landing, upright (far side)", "match"),
        ("soft landing, tipped over", "soft landing", "mismatch"),
        ("soft landing, tipped over", "soft landing, upright (far side)", "mismatch"),
        ("soft landing, upright", "soft landing, tipped over on its side", "mismatch"),
        ("soft landing, upright", "soft landing, but it ended on its nose", "undecided"),
        ("soft landing, tipped over", "soft landing, but it ended on its nose", "undecided"),
        ("crashed", "soft landing, but it ended on its nose", "mismatch"),
        ("soft landing, tipped over", "soft landing, tipped over on its side", "match"),
    ],
)
def test_what_goes_on_may_say_which_kind_is_meant(gold, cell, verdict):
    assert str(compile_cell(OUTCOME, GoldCell(State.VALUE, gold))(cell).verdict) == verdict


BEGUN = Column(
    "route",
    CellType.ENUM,
    choices=(Choice("election"), Choice("death of the president"), Choice("resignation of the president")),
)


@pytest.mark.parametrize(
    ("gold", "answer", "wanted"),
    [
        ("death of the president", "Death of William Henry Harrison", "match"),
        ("death of the president", "Death of McKinley", "match"),
        ("resignation of the president", "Resignation of Nixon", "match"),
        ("resignation of the president", "Nixon's resignation", "match"),
        ("election", "2020 election", "match"),
        ("election", "Election of 1800", "match"),
        ("death of the president", "Death of Vice President King", "undecided"),
        ("death of the president", "Not death of Garfield", "undecided"),
        ("death of the president", "Resignation of Nixon", "undecided"),
        ("election", "Resignation of Nixon, then election", "undecided"),
        ("election", "election (not)", "undecided"),
        ("election", "election (failed)", "undecided"),
    ],
)
def test_a_choice_may_be_told_by_its_one_telling_word(gold, answer, wanted):
    assert compile_cell(BEGUN, GoldCell(State.VALUE, gold))(answer).verdict.value == wanted
