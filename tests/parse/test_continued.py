"""Rows without a name that go on with the row above them."""

from __future__ import annotations

import pytest

from atlas_grader.answers import RowsContent, Spanned, Table
from atlas_grader.parse.choose import choose_table
from atlas_grader.parse.tabulate import tabulate
from atlas_grader.parse.text import find_tables
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


KENYA_BELOW = (Spanned("Kenya"), Spanned("Nairobi"), "6 km²", "English")


def test_rows_that_a_name_spans_are_one_row():
    rows, notes = rows_of(KENYA, KENYA_BELOW, GABON)

    assert rows == (("Kenya", "Nairobi", "6 km²", "Swahili\nEnglish"), GABON)
    assert notes == ("1 row without a name: read as further lines of the row above",)


def test_what_else_such_rows_say_is_said_of_one_entity():
    rows, _ = rows_of(KENYA, (Spanned("Kenya"), "Mombasa", Spanned("6 km²"), "English"))

    assert rows == (("Kenya", "Nairobi\nMombasa", "6 km²", "Swahili\nEnglish"),)


def test_under_a_spanned_cell_that_is_no_name_rows_are_rows():
    below = ("Gabon", Spanned("Nairobi"), "5 km²", "French")

    assert rows_of(KENYA, below)[0] == (KENYA, ("Gabon", "Nairobi", "5 km²", "French"))


def test_html_tells_which_cells_are_spanned():
    (table,) = find_tables("<table><tr><th>a<th>b<tr><td rowspan=3>1<td>2<tr><td>3<tr><td>4</table>")

    assert table.rows == (("1", "2"), ("1", "3"), ("1", "4"))
    assert [type(row[0]) for row in table.rows] == [str, Spanned, Spanned]
