"""A country after a place counts for nothing only where gold's own row names it."""

import pytest

from atlas_grader.compiled import CompiledTask
from atlas_grader.tasks import (
    CellType,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    State,
    Task,
)


def judged(answer, country_column, country="Seychelles"):
    columns = (
        Column("port", CellType.NAME),
        Column("seat", CellType.NAME),
        Column(country_column, CellType.COUNTRY),
    )
    cells = {
        "seat": GoldCell(State.VALUE, "Victoria"),
        country_column: GoldCell(State.VALUE, country),
    }
    gold = Gold("t", (GoldRow((EntityPart("Mahé"),), cells),))
    return str(CompiledTask(Task("t", "Which?", columns, ("port",)), gold).row(0)[0](answer).verdict)


@pytest.mark.parametrize("column", ["country", "home_country", "Land"])
def test_the_country_of_golds_row_may_stand_after_a_place(column):
    assert judged("Victoria, Seychelles", column) == "match"
    assert judged("Victoria, Seychellen (port)", column) == "match"
    assert judged("Victoria, Canada", column) == "undecided"
    assert judged("Vancouver, Seychelles", column) == "undecided"


def test_another_column_of_countries_does_not_say_where_a_place_is():
    assert judged("Victoria, Seychelles", "nationality") == "undecided"


def test_a_country_that_nobody_knows_confirms_nothing():
    assert judged("Victoria, Atlantis", "country", "Atlantis") == "undecided"
