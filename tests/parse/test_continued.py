"""Rows without a name that go on with the row above them."""

from __future__ import annotations

import pytest

from atlas_grader.answers import RowsContent, Table
from atlas_grader.parse.choose import choose_table
from atlas_grader.parse.tabulate import tabulate
from tests.parse.support import EQUATOR, reads

HEADERS = ("Country", "Capital", "Area", "Official languages")
GABON = ("Gabon", "Libreville", "5 km²", "French")
KENYA = ("Kenya", "Nairobi", "6 km²", "Swahili")


def rows_of(*rows, headers=HEADERS):
    table = choose_table([Table(headers, rows)], EQUATOR, reads)
    return table.rows, table.notes


def test_a_list_may_go_on_below_it():
    rows, notes = rows_of(KENYA, ("", "", "", "English"), (None, "", None, "Luo"), GABON)

    assert rows == (("Kenya", "Nairobi", "6 km²", "Swahili\nEnglish\nLuo"), GABON)
    assert notes == ("2 rows without a name: read as further lines of the row above",)


def test_cells_that_are_empty_above_are_filled_from_below():
    rows, _ = rows_of(GABON, ("Kenya", "Nairobi", "", ""), ("", "", "6 km²", "Swahili"))

    assert rows == (GABON, KENYA)


@pytest.mark.parametrize(
    "row",
    [
        ("", "Mombasa", "", "English"),
        ("", "", "7 km²", ""),
        ("", "", "", ""),
        ("–", "", "", "English"),
        ("", "", "", "Total"),
    ],
)
def test_a_row_that_says_something_else_is_none_of_its_lines(row):
    assert rows_of(KENYA, row)[0] == (KENYA, row)


def test_the_first_row_goes_on_with_nothing():
    assert rows_of(("", "", "", "English"), KENYA)[0] == (("", "", "", "English"), KENYA)


def test_objects_are_rows_whatever_they_lack():
    objects = RowsContent(
        ({"country": "Kenya", "official_languages": "Swahili"}, {"official_languages": "English"})
    )

    assert len(choose_table(tabulate(objects), EQUATOR, reads).rows) == 2


def test_a_part_with_such_rows_is_a_part():
    lined = Table(HEADERS, (KENYA, ("", "", "", "English")))
    other = Table(HEADERS, (GABON, ("", "", "", "Fang")))

    assert [row[3] for row in choose_table([lined, other], EQUATOR, reads).rows] == [
        "Swahili\nEnglish",
        "French\nFang",
    ]
