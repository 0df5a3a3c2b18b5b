"""Brackets behind a name that gold's own cells bear out or contradict."""

import pytest

from atlas_grader.align.claims import compile_gold
from atlas_grader.answers import Cell
from atlas_grader.tasks import CellType, Column, EntityPart, Gold, GoldCell, GoldRow, State, Task

COLUMNS = (
    Column("volcano", CellType.NAME),
    Column("island", CellType.TEXT),
    Column("country", CellType.COUNTRY),
    Column("first_climbers", CellType.LIST),
)
ROWS = [
    ("Merapi", "Java", "Indonesia", ("Ann Lee", "Bo Ek")),
    ("Kerinci", "Sumatra", "Indonesia", ("Cy Ray",)),
    ("Etna", "Sicily", "Italy", ("Di Ona",)),
    ("Agung", None, "Indonesia", ("Ed Sol",)),
]


@pytest.fixture(scope="module")
def index():
    rows = tuple(
        GoldRow(
            (EntityPart(name),),
            {
                column.name: GoldCell(State.VALUE if value else State.BLANK, value)
                for column, value in zip(COLUMNS[1:], values, strict=True)
            },
        )
        for name, *values in ROWS
    )
    return compile_gold(Task("t", "Which?", COLUMNS, ("volcano",)), Gold("t", rows))


@pytest.mark.parametrize(
    "name",
    [
        "Merapi (Sumatra)",
        "Merapi (on Sumatra)",
        "Merapi (Sumatra, Indonesia)",
        "merapi [sumatra]",
        "Merapi (Italy)",
        "Merapi (Cy Ray)",
        "Merapi (Etna)",
    ],
)
def test_a_note_that_gold_has_of_another_row_alone_leaves_the_row_open(index, name):
    assert index.claim((Cell(name, name),)).open


@pytest.mark.parametrize(
    "name",
    [
        "Merapi (Java)",
        "Merapi (Central Java)",
        "Merapi (Java, Indonesia)",
        "Merapi (Indonesien)",
        "Merapi (Bo Ek)",
        "Merapi (2930 m)",
        "Merapi (fire mountain)",
    ],
)
def test_a_note_that_gold_bears_out_or_does_not_know_is_left_out(index, name):
    assert index.claim((Cell(name, name),)).gold == 0


def test_a_typed_entity_with_another_ones_value_in_a_note_is_open():
    year = Column("year", CellType.DATE)
    rows = tuple(GoldRow((EntityPart(value),), {}) for value in ("1980", "2016"))
    index = compile_gold(Task("t", "Which?", (year,), ("year",)), Gold("t", rows))

    assert index.claim((Cell("1980 (2016)", "1980 (2016)"),)).open
    assert index.claim((Cell("1980 (leap year)", "1980 (leap year)"),)).gold == 0


def test_where_gold_says_nothing_of_the_row_nothing_contradicts(index):
    assert index.claim((Cell("Agung (Sumatra)", "Agung (Sumatra)"),)).gold == 3
