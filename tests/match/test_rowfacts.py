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
        Column(country_column, CellType.TEXT if country_column == "state" else CellType.COUNTRY),
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


def test_the_state_of_golds_row_may_stand_after_a_place():
    assert judged("Victoria, TX", "state", "Texas") == "match"
    assert judged("Victoria, Texas", "state", "TX") == "match"
    assert judged("Victoria, BC", "state", "Texas") == "undecided"


def test_a_country_that_nobody_knows_confirms_nothing():
    assert judged("Victoria, Atlantis", "country", "Atlantis") == "undecided"


def in_the_row(entity, kind, value, answer, **settings):
    columns = (Column("which", CellType.NAME), Column("asked", kind, **settings))
    gold = Gold("t", (GoldRow((EntityPart(entity),), {"asked": GoldCell(State.VALUE, value)}),))
    return str(CompiledTask(Task("t", "Which?", columns, ("which",)), gold).row(0)[0](answer).verdict)


@pytest.mark.parametrize(
    ("entity", "answer", "verdict"),
    [
        ("1980", "November 4", "match"),
        ("1980 election", "Tuesday, November 4", "match"),
        ("Wahl 1980", "4. November", "match"),
        ("1980年大选", "11月4日", "match"),
        ("1980", "November 5", "mismatch"),
        ("1980", "November 4, 1984", "mismatch"),
        ("1980", "4 or 5 November", "mismatch"),
        ("1979", "November 4", "undecided"),
        ("1980", "November 4 (a year later)", "undecided"),
        ("1980", "4 November, following year", "undecided"),
        ("1980", "November 4 (some say 5)", "undecided"),
        ("1979–1980", "November 4", "undecided"),
        ("Reagan", "November 4", "undecided"),
    ],
)
def test_a_year_left_out_is_that_of_the_row_s_name_where_gold_agrees(entity, answer, verdict):
    assert in_the_row(entity, CellType.DATE, "1980-11-04", answer) == verdict


def of_the_state(state, value, answer):
    columns = (Column("land", CellType.COUNTRY), Column("currency", CellType.CURRENCY))
    gold = Gold("t", (GoldRow((EntityPart(state),), {"currency": GoldCell(State.VALUE, value)}),))
    return str(CompiledTask(Task("t", "Which?", columns, ("land",)), gold).row(0)[0](answer).verdict)


@pytest.mark.parametrize(
    ("state", "value", "answer", "verdict"),
    [
        ("Österreich", "Österreichischer Schilling", "Schilling", "match"),
        ("Malawi", "Malawian kwacha", "Kwacha", "match"),
        ("Portugal", "PTE", "escudo", "match"),
        ("Zambia", "Malawian kwacha", "Kwacha", "undecided"),
        ("Austria", "Euro", "Schilling", "mismatch"),
        ("Mexico", "MXN", "Cuban peso", "mismatch"),
    ],
)
def test_a_unit_of_several_states_is_the_currency_of_the_row_s_own(state, value, answer, verdict):
    assert of_the_state(state, value, answer) == verdict
