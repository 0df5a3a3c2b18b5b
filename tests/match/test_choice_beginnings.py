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
        ("soft landing, tipped over", "soft landing, tipped over on its side", "undecided"),
    ],
)
def test_what_goes_on_may_say_which_kind_is_meant(gold, cell, verdict):
    assert str(compile_cell(OUTCOME, GoldCell(State.VALUE, gold))(cell).verdict) == verdict
