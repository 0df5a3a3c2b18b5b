"""One header above several columns of a task."""

import pytest

from atlas_grader.answers import TableContent, TextContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.parse.fit import fit_answer
from atlas_grader.tasks import CellType, Column, Task

TASK = Task(
    "flights",
    "",
    (
        Column("mission", CellType.NAME),
        Column("launched_on", CellType.DATE, description="Day of the launch"),
        Column("arrived_on", CellType.DATE, description="Day of the arrival"),
        Column("city", CellType.NAME, description="City of the control room"),
        Column("country", CellType.COUNTRY, description="Country of the control room"),
        Column("turns", CellType.NUMBER),
        Column("site", CellType.COORDINATES, aliases=("coordinates",)),
    ),
    ("mission",),
)


def fitted(headers, *rows):
    return fit_answer(TableContent(headers, rows), TASK, CompiledTask.reads)


def cells(table, *columns):
    return [tuple(table.cell(row, column) for column in columns) for row in table.rows]


@pytest.mark.parametrize(
    ("header", "cell", "columns", "expected"),
    [
        ("Launch → arrival", "1 May 20 → 9 May 20", ("launched_on", "arrived_on"), ("1 May 20", "9 May 20")),
        ("Launch / Arrival", "2020-05 / 2020-06", ("launched_on", "arrived_on"), ("2020-05", "2020-06")),
        ("Launched on – arrived on", "1 May – 9 May", ("launched_on", "arrived_on"), ("1 May", "9 May")),
        ("City, country", "Lyon, France", ("city", "country"), ("Lyon", "France")),
        ("City and country", "Lyon (France)", ("city", "country"), ("Lyon", "France")),
        ("City (country)", "Lyon (France)", ("city", "country"), ("Lyon", "France")),
        ("Control: city / country", "Lyon / France", ("city", "country"), ("Lyon", "France")),
        ("City / country / turns", "Nice / France / 12", ("city", "turns"), ("Nice", "12")),
        ("Turns & city", "12; Lyon", ("turns", "city"), ("12", "Lyon")),
    ],
)  # fmt: skip
def test_each_part_of_a_header_is_a_column(header, cell, columns, expected):
    table = fitted(("Mission", header), ("One", cell), ("Two", cell), ("Three", ""))

    assert cells(table, *columns)[0] == expected
    assert cells(table, *columns)[2] == (None,) * len(columns)


def test_cells_of_other_parts_leave_every_column_open():
    table = fitted(
        ("Mission", "City, country"), ("One", "Lyon, France"), ("Two", "Pasadena, California, USA")
    )

    assert {"city", "country"} <= table.open_columns
    assert not {"city", "country"} & table.places.keys()


def test_a_column_that_a_bracket_names_is_open_and_not_empty():
    table = fitted(("Mission", "City (country)"), ("One", "Lyon"), ("Two", "Turin (Italy)"))

    assert "country" in table.open_columns


def test_two_dates_under_one_header_are_not_one_range():
    table = fitted(
        ("Mission", "Alpha → omega"),
        ("One", "2020-05-01 → 2020-05-09"),
        ("Two", "2021-05-01 → 2021-05-09"),
    )

    assert {"launched_on", "arrived_on"} <= table.open_columns


@pytest.mark.parametrize(
    ("header", "cell"),
    [("City (party)", "Lyon (L)"), ("Lat / lon", "45.1 / 4.2"), ("Turns (left / right)", "7 / 5")],
)
def test_a_bracket_or_a_value_in_two_parts_is_no_second_column(header, cell):
    table = fitted(("Mission", header), ("One", cell), ("Two", cell))

    assert all(cell in row for row in table.rows)


def test_columns_that_have_headers_of_their_own_keep_them():
    table = fitted(("Mission", "City / country", "Country"), ("One", "Lyon / France", "Spain"))

    assert cells(table, "country") == [("Spain",)]


def test_what_a_list_tells_beside_its_names_may_be_any_column():
    text = (
        "1. **Alpha** – 12 turns, Lyon\n   - Launched: 2020-05-01\n   - Arrived: 2020-05-09\n"
        "2. **Beta** – 9 turns, Turin\n   - Launched: 2021-05-01\n   - Arrived: 2021-05-09\n"
    )
    table = fit_answer(TextContent(text), TASK, CompiledTask.reads)

    assert cells(table, "mission", "launched_on") == [("Alpha", "2020-05-01"), ("Beta", "2021-05-01")]
    assert {"city", "country", "turns", "site"} <= table.open_columns


def test_coordinates_in_brackets_behind_a_city_are_open_and_not_absent():
    table = fitted(("Mission", "City"), ("One", "Lyon (45.76° N, 4.83° E)"), ("Two", "Turin (45.07, 7.69)"))

    assert "site" in table.open_columns
    assert "country" not in table.open_columns


def test_what_is_open_is_told_by_name():
    table = fitted(("Mission", "Quux"), ("One", "x"), ("Two", "y"))

    assert any(note.startswith('open: "launched_on"') and '"Quux"' in note for note in table.what_is_open())


def test_a_first_row_of_values_is_no_row_of_headers():
    rows = [("Alpha", "2020-05-01", "12"), ("Beta", "2021-05-01", "9"), ("Gamma", "2022-05-01", "7")]
    task = Task("t", "", (TASK.columns[0], TASK.columns[1], TASK.columns[5]), ("mission",))
    table = fit_answer(TableContent(rows[0], tuple(rows[1:])), task, CompiledTask.reads)

    assert cells(table, "launched_on", "turns") == [row[1:] for row in rows]
