"""What gold's own row says completes a cell: the country after a place, a year, whose currency it is."""

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


def judged(entity, answer, *cells):
    """The verdict on an answer for the first of a row's cells, each a column and what gold holds there."""
    columns = (entity[0], *(column for column, _ in cells))
    values = {column.name: GoldCell(State.VALUE, value) for column, value in cells}
    gold = Gold("t", (GoldRow((EntityPart(entity[1]),), values),))
    task = Task("t", "Which?", columns, (entity[0].name,))
    return str(CompiledTask(task, gold).row(0)[0](answer).verdict)


def in_the_state(answer, country_column, country="Seychelles"):
    kind = CellType.TEXT if country_column == "state" else CellType.COUNTRY
    port, seat = Column("port", CellType.NAME), Column("seat", CellType.NAME)
    return judged((port, "Mahé"), answer, (seat, "Victoria"), (Column(country_column, kind), country))


@pytest.mark.parametrize("column", ["country", "home_country", "Land"])
def test_the_country_of_golds_row_may_stand_after_a_place(column):
    assert in_the_state("Victoria, Seychelles", column) == "match"
    assert in_the_state("Victoria, Seychellen (port)", column) == "match"
    assert in_the_state("Victoria, Canada", column) == "undecided"
    assert in_the_state("Vancouver, Seychelles", column) == "undecided"


def test_another_column_of_countries_does_not_say_where_a_place_is():
    assert in_the_state("Victoria, Seychelles", "nationality") == "undecided"


def test_the_state_of_golds_row_may_stand_after_a_place():
    assert in_the_state("Victoria, TX", "state", "Texas") == "match"
    assert in_the_state("Victoria, Texas", "state", "TX") == "match"
    assert in_the_state("Victoria, BC", "state", "Texas") == "undecided"


def test_a_country_that_nobody_knows_confirms_nothing():
    assert in_the_state("Victoria, Atlantis", "country", "Atlantis") == "undecided"


@pytest.mark.parametrize(
    ("entity", "answer", "verdict"),
    [
        ("1980", "November 4", "match"),
        ("1980 election", "Tuesday, November 4", "match"),
        ("1980", "mardi 4 novembre", "match"),
        ("1980", "Monday, November 4", "undecided"),
        ("1980", "lundi 4 novembre", "undecided"),
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
    name, day = Column("which", CellType.NAME), Column("asked", CellType.DATE)

    assert judged((name, entity), answer, (day, "1980-11-04")) == verdict


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
    land, currency = Column("land", CellType.COUNTRY), Column("currency", CellType.CURRENCY)

    assert judged((land, state), answer, (currency, value)) == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("40,3399 BEF", "match"),
        ("40.3399 Belgian francs", "match"),
        ("BEF 40,3399", "match"),
        ("40,3399 francs", "match"),
        ("1 EUR = 40,3399 BEF", "match"),
        ("40,3399 BEF/EUR", "match"),
        ("40.3399 BEF per euro", "match"),
        ("40,3399 LUF", "undecided"),
        ("40,3399 EUR", "undecided"),
        ("40,3399 EUR/BEF", "undecided"),
        ("1 kg = 40,3399 BEF", "undecided"),
        ("41 BEF", "undecided"),
    ],
)
def test_a_number_may_name_the_currency_of_its_row(answer, verdict):
    land, rate = Column("land", CellType.COUNTRY), Column("rate", CellType.NUMBER)
    currency = Column("currency", CellType.CURRENCY)

    assert judged((land, "Belgien"), answer, (rate, "40.3399"), (currency, "BEF")) == verdict
