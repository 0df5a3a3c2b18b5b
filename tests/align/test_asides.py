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


def compiled(columns, entity, *rows):
    """Gold with one text for each column."""
    gold = [
        GoldRow(
            tuple(
                EntityPart(text) for column, text in zip(columns, row, strict=True) if column.name in entity
            ),
            {
                column.name: GoldCell(State.VALUE if text else State.BLANK, text or None)
                for column, text in zip(columns, row, strict=True)
                if column.name not in entity
            },
        )
        for row in rows
    ]
    return compile_gold(Task("t", "Which?", columns, entity), Gold("t", tuple(gold)))


def claimed(index, *texts):
    claim = index.claim(tuple(Cell(text, text) for text in texts))
    return None if claim.open else claim.gold


CITIES = (
    ("San José", "Costa Rica"),
    ("Kingston", "Jamaica"),
    ("Victoria", "Seychelles"),
    ("Bangui", "Central African Republic"),
    ("Perth", "Australia"),
    ("Lima", ""),
    ("Springfield", "Ohio"),
)


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("San José (California)", None),
        ("Kingston (Ontario)", None),
        ("Kingston (ON)", None),
        ("Victoria (Hong Kong)", None),
        ("Bangui (Philippines)", None),
        ("Perth (Scotland)", None),
        ("Springfield (Illinois)", None),
        ("San José (Costa Rica)", 0),
        ("Kingston (Jamaica)", 1),
        ("Kingston (JA)", 1),
        ("Bangui (CAR)", 3),
        ("Perth (Western Australia)", 4),
        ("Lima (Ohio)", 5),
        ("Springfield (Ohio)", 6),
        ("Springfield (USA)", 6),
    ],
)
@pytest.mark.parametrize("kind", [CellType.TEXT, CellType.NAME])
def test_a_note_that_names_another_state_than_golds_row_leaves_it_open(name, row, kind):
    columns = (Column("city", CellType.NAME), Column("country", kind))

    assert claimed(compiled(columns, ("city",), *CITIES), name) == row


@pytest.mark.parametrize("kind", [CellType.NUMBER, CellType.DATE, CellType.TEXT])
def test_a_year_in_a_note_must_be_that_of_the_other_part(kind):
    columns = (Column("film", CellType.NAME), Column("year", kind))
    index = compiled(columns, ("film", "year"), ("The Lion King", "1994"), ("Dune", "2021"))

    assert claimed(index, "The Lion King (2019)", "1994") is None
    assert claimed(index, "Dune (1984 film)", "2021") is None
    assert claimed(index, "Dune (2021)", "2021") == 1
    assert claimed(index, "Dune (film)", "2021") == 1


@pytest.mark.parametrize(
    ("name", "row"),
    [("A320 (neo)", None), ("Newton (Isaac)", None), ("A320 (jet)", 0), ("Newton (unit)", 2)],
)
def test_a_note_that_makes_another_rows_name_leaves_the_row_open(name, row):
    rows = [("Airbus A320",), ("Airbus A320neo",), ("Newton",), ("Isaac Newton",)]

    assert claimed(compiled((Column("name", CellType.NAME),), ("name",), *rows), name) == row
