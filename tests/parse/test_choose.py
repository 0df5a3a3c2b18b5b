"""Which table of an answer is taken, and when several are one."""

from __future__ import annotations

from atlas_grader.answers import NumberLiteral, RowsContent, Table, TableContent, TextContent
from atlas_grader.parse.choose import choose_table
from atlas_grader.parse.tabulate import tabulate
from tests.parse.support import EQUATOR, reads

BEST = ("Country", "Capital", "Area", "Currency")


def table(headers, *rows):
    return Table(tuple(headers), tuple(map(tuple, rows)))


def chosen(*tables):
    """The very table that is taken, whatever its notes say of the others; or one made of several."""
    taken = choose_table(tables, EQUATOR, reads)
    same = [table for table in tables if taken and (table.headers, table.rows) == (taken.headers, taken.rows)]
    return same[0] if same else taken


def test_no_table_is_none():
    assert chosen() is None


def test_a_single_table_is_taken():
    only = table(("Country",), ("x",))

    assert chosen(only) is only


def test_a_table_of_which_nothing_is_a_column_is_no_answer():
    assert chosen(table(("Foo",), ("x",))) is None
    assert chosen(table(("Sources", "Wikipedia"), ("", "https://x.org"))) is None


def test_foreign_headers_above_cells_that_most_columns_read_may_be_an_answer():
    strange = table(("Aa", "Bb", "Cc", "Dd", "Ee"), ("Gabon", "Libreville", "0.39, 9.45", "5 km²", "No"))

    assert chosen(strange) is strange


def test_a_table_without_entities_loses():
    bare = table(("Capital", "Area", "Currency", "Landlocked"), ("Libreville", "5", "Franc", "No"))
    short = table(("Country", "Area"), ("Gabon", "5"))

    assert chosen(bare, short) is short
    assert chosen(short, bare) is short
    assert chosen(bare) is bare


def test_the_table_whose_headers_fit_best_is_taken():
    good = table(BEST, ("Gabon", "Libreville", "5", "Franc"))
    sources = table(("Source", "Country", "Link"), ("CIA", "Gabon", "https://x.org"))

    assert chosen(good, sources) is good
    assert chosen(sources, good) is good


def test_on_a_tie_the_last_is_taken():
    draft = table(BEST, ("Gabon", "?", "5", "Franc"), ("Kenya", "Nairobi", "6", "Shilling"))
    final = table(BEST, ("Gabon", "Libreville", "5", "Franc"))

    assert chosen(draft, final) is final


def test_a_table_without_rows_is_taken_last():
    good = table(BEST[:2], ("Gabon", "Libreville"))

    assert chosen(good, table(BEST)) is good


def test_parts_with_other_entities_are_one_table():
    africa = table(BEST, ("Gabon", "Libreville", "5", "Franc"))
    america = table(BEST, ("Brazil", "Brasília", "8", "Real"))
    both = chosen(africa, america)

    assert both.headers == BEST
    assert both.rows == africa.rows + america.rows
    assert both.notes == ("2 tables with the same columns and different entities are read as one",)


def test_parts_are_joined_by_column_whatever_their_order_of_columns():
    africa = table(("Country", "Capital", "Note"), ("Gabon", "Libreville", "x"))
    america = table(("Note", "**Capital city**", "Name"), ("y", "Brasília", "Brazil"))

    assert chosen(africa, america).rows == (("Gabon", "Libreville", "x"), ("Brazil", "Brasília", "y"))


def test_a_draft_is_no_part_of_the_final_answer():
    draft = table(BEST, ("gabon ", "?", "?", "?"), ("Brazil", "?", "?", "?"))
    africa = table(BEST, ("**Gabon**", "Libreville", "5", "Franc"))
    america = table(BEST, ("Brazil", "Brasília", "8", "Real"))

    assert chosen(draft, africa, america).rows == africa.rows + america.rows


def test_other_columns_are_no_part():
    answer = table(BEST, ("Gabon", "Libreville", "5", "Franc"))
    excluded = table(("Country", "Reason"), ("Maldives", "only water"))

    assert chosen(answer, excluded) is answer


def test_other_entities_under_other_columns_are_rows_of_the_same_answer():
    africa = table(("Country", "Capital"), ("Gabon", "Libreville"), ("Kenya", "Nairobi"))
    america = table(("Country", "Area"), ("Brazil", "8 km²"))
    both = chosen(africa, america)

    assert set(both.headers) == {"Country", "Capital", "Area"}
    cells = {row[0]: dict(zip(both.headers, row, strict=True)) for row in both.rows}
    assert cells["Gabon"] == {"Country": "Gabon", "Capital": "Libreville", "Area": None}
    assert cells["Brazil"] == {"Country": "Brazil", "Capital": None, "Area": "8 km²"}
    assert any(note.endswith('from a table with "Country", "Capital"') for note in both.notes)


def test_rows_of_other_columns_keep_their_order_and_their_numbers():
    first = table(("#", "Country", "Capital"), ("1", "Gabon", "Libreville"), ("2", "Kenya", "Nairobi"))
    second = table(("#", "Country", "Area"), ("3", "Brazil", "8 km²"), ("4", "Peru", "1 km²"))

    assert [row[:2] for row in choose_table([first, second], EQUATOR, reads).rows] == [
        ("1", "Gabon"),
        ("2", "Kenya"),
        ("3", "Brazil"),
        ("4", "Peru"),
    ]


def test_each_part_of_other_columns_is_completed_by_tables_of_its_entities():
    tables = [
        table(("Country", "Capital"), ("Gabon", "Libreville"), ("Kenya", "Nairobi")),
        table(("Country", "Area"), ("Kenya", "6 km²"), ("Gabon", "5 km²")),
        table(("Country", "Currency"), ("Brazil", "Real")),
    ]
    whole = chosen(*tables)
    cells = {row[0]: dict(zip(whole.headers, row, strict=True)) for row in whole.rows}

    assert cells["Kenya"] == {"Country": "Kenya", "Capital": "Nairobi", "Area": "6 km²", "Currency": None}
    assert cells["Brazil"]["Currency"] == "Real"


def test_a_draft_or_a_table_with_headers_of_its_own_adds_no_rows():
    answer = table(BEST, ("Gabon", "Libreville", "5", "Franc"))
    draft = Table(("Country", "Landlocked"), (("Chad", "yes"),), title="Draft")
    others = table(("Country", "Landlocked", "Why not"), ("Chad", "yes", "no coast"))

    assert chosen(draft, answer) is answer
    assert chosen(others, answer) is answer


def test_a_table_that_is_set_aside_is_noted():
    answer = table(BEST, ("Gabon", "Libreville", "5", "Franc"))
    older = table(BEST, ("Gabon", "?", "?", "?"), ("Kenya", "?", "?", "?"))
    denied = Table(BEST, (("Chad", "?", "?", "?"),), title="### Excluded")
    sources = table(("Source", "Link"), ("CIA", "https://x.org"))

    assert choose_table([older, denied, sources, answer], EQUATOR, reads).notes == (
        'a table of 2 rows is set aside: "Country", "Capital", "Area", "Currency"',
        'a table of 1 row under "### Excluded" is set aside: "Country", "Capital", "Area", "Currency"',
    )


def test_rows_become_the_union_of_their_keys():
    content = RowsContent(
        ({"country": "Gabon", "area": NumberLiteral("5")}, {"capital": "Nairobi", "country": "Kenya"})
    )

    (found,) = tabulate(content)
    assert found.headers == ("country", "area", "capital")
    assert found.rows == (("Gabon", "5", None), ("Kenya", None, "Nairobi"))


def test_rows_with_the_same_keys_keep_their_order_by_key():
    content = RowsContent(({"a": "1", "b": "2"}, {"b": "4", "a": "3"}))

    assert tabulate(content)[0].rows == (("1", "2"), ("3", "4"))


def test_a_table_is_shaped():
    content = TableContent(("a", "b"), (("1",), ("a", "b"), ("2", True, None), ("3", "4", "5")))
    (found,) = tabulate(content)

    assert found.rows == (("1", None), ("2", True), ("3", "4"))
    assert len(found.notes) == 3


def test_no_rows_are_no_table():
    assert (
        tabulate(RowsContent(())) == tabulate(TableContent((), ())) == tabulate(TextContent("Nothing.")) == ()
    )


def test_many_tables_of_unknown_headers_hide_no_answer_and_cost_little():
    calls = []

    def counting(column):
        read = reads(column)
        return lambda cell: calls.append(cell) or read(cell)

    answer = table(BEST, ("Gabon", "Libreville", "5", "Franc"))
    others = [
        table(
            tuple(f"xq{number}y{place}" for place in range(20)),
            *[tuple(f"Some town {number} {row} {place}" for place in range(20)) for row in range(60)],
        )
        for number in range(100)
    ]

    assert choose_table([answer, *others], EQUATOR, counting) is answer
    assert len(calls) < 60_000


def test_tables_of_the_same_entities_are_one_whatever_their_headers_say():
    one = Table(("Country", "Capital"), (("Gabon", "Libreville"), ("Kenya", "Nairobi")))
    other = Table(("Country", "Size"), (("Kenya", "580,367 km²"), ("Gabon", "267,667 km²")))
    table = chosen(one, other)

    assert set(table.headers) == {"Country", "Capital", "Size"}
    assert {row[table.headers.index("Country")]: row[table.headers.index("Size")] for row in table.rows} == {
        "Gabon": "267,667 km²",
        "Kenya": "580,367 km²",
    }
