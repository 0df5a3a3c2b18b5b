"""Headers that differ only in case and spaces."""

import pytest

from atlas_grader.answers import NumberLiteral, RowsContent, TableContent, TextContent
from atlas_grader.parse.fit import fit_answer
from atlas_grader.parse.headers.alike import bare_headers, join_alike
from atlas_grader.parse.tabulate import tabulate
from tests.parse.support import GASES, reads


def table_of(content):
    return tabulate(content)[0]


def names(content):
    fitted = fit_answer(content, GASES, reads)
    return [fitted.cell(row, "element") for row in fitted.rows], fitted.notes


@pytest.mark.parametrize("other", ["element ", " element", "Element", "**element**", "element\u00a0"])
def test_keys_spelled_otherwise_in_some_objects_are_one_column(other):
    found, notes = names(
        RowsContent(({"element": "Helium"}, {other: "Neon"}, {"element": "Argon", other: None}))
    )

    assert found == ["Helium", "Neon", "Argon"]
    assert notes[0].startswith("headers spelled alike are read as one:")


@pytest.mark.parametrize("key", ["Atomic number", "atomicNumber", "atomic-number", "ATOMIC_NUMBER"])
def test_words_may_be_parted_in_any_way(key):
    answer = TextContent(f'[{{"element": "Helium", "{key}": 2}}, {{"element": "Neon", "atomic_number": 10}}]')
    fitted = fit_answer(answer, GASES, reads)

    assert [fitted.cell(row, "atomic_number") for row in fitted.rows] == ["2", "10"]


def test_where_a_row_says_two_things_the_exact_name_is_the_column():
    rows = ({"element": "Helium", "element ": "He"}, {"element ": "Ne", "element": "Neon"})

    assert names(RowsContent(rows))[0] == ["Helium", "Neon"]
    assert names(RowsContent(tuple(dict(reversed(row.items())) for row in rows)))[0] == ["Helium", "Neon"]


def test_a_third_column_is_joined_only_if_it_agrees_with_both():
    content = TableContent(("a", "A", "a "), (("1", None, None), (None, "2", "3")))

    table = join_alike(table_of(content))

    assert table.headers == ("a", "a ")
    assert table.rows == (("1", None), ("2", "3"))


def test_a_number_and_a_text_of_the_same_digits_are_two_things():
    table = table_of(TableContent(("a", "A"), (("1", NumberLiteral("1")), ("2", None))))

    assert join_alike(table) is table


@pytest.mark.parametrize("headers", [("Price $", "Price €"), ("C", "C++"), ("km2", "mi2"), ("", "")])
def test_headers_that_say_two_things_are_two(headers):
    table = table_of(TableContent((*headers, "b"), (("1", None, "x"), (None, "2", "x"))))

    assert join_alike(table) is table


def test_spaces_around_a_header_stay_where_another_is_the_same_without():
    assert bare_headers((" a", "b ", "b")) == ("a", "b ", "b")
