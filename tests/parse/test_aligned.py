"""Tables whose columns are aligned by spaces: a column's extent is found from all its lines."""

from __future__ import annotations

import random

import pytest

from atlas_grader.parse.text import find_tables

HEADERS = ("Element", "Atomic number")
ROWS = (("Helium", "2"), ("Neon", "10"), ("Hydrogen", "1"))


def only(text):
    tables = find_tables(text)
    assert len(tables) == 1, tables
    return tables[0]


@pytest.mark.parametrize(
    "text",
    [
        "```\n Element  Atomic number\n  Helium              2\n"
        "    Neon             10\nHydrogen              1\n```",
        "Element    Atomic number\nHelium     2\nNeon       10\nHydrogen   1",
        "Here:\n\n    Element    Atomic number\n    Helium     2\n    Neon       10\n"
        "    Hydrogen   1\n\nDone.",
        "The elements:\nElement    Atomic number\nHelium     2\nNeon       10\nHydrogen   1\n"
        "That is all of them.",
        "========  =============\nElement   Atomic number\n========  =============\n"
        "Helium    2\nNeon      10\nHydrogen  1\n========  =============",
        " Element  Atomic number\n--------  -------------\n  Helium              2\n"
        "    Neon             10\nHydrogen              1",
        "Element    Atomic number\n------------------------\nHelium     2\nNeon       10\nHydrogen   1",
        "Element   Atomic\n          number\n--------  ------\nHelium    2\nNeon      10\nHydrogen  1",
        "> Element    Atomic number\n> Helium     2\n> Neon       10\n> Hydrogen   1",
        "Element  Atomic number\nHelium  2\nNeon  10\nHydrogen  1",
        "```\nElement    Atomic number\n\nHelium     2\n\nNeon       10\n\nHydrogen   1\n(3 rows)\n```",
    ],
)
def test_a_table_aligned_by_spaces_is_read(text):
    table = only(text)

    assert table.headers == HEADERS
    assert table.rows == ROWS


def test_a_printed_index_is_a_column_without_a_header():
    table = only(
        "```\n    element  atomic_number\n0    Helium              2\n1      Neon             10\n"
        "\n[2 rows x 2 columns]\n```"
    )

    assert table.headers == ("", "element", "atomic_number")
    assert table.rows == (("0", "Helium", "2"), ("1", "Neon", "10"))


def test_the_name_of_a_printed_index_may_stand_on_its_own_line():
    table = only(
        "```\n         atomic_number  noble_gas\nelement                          \n"
        "Helium               2       True\nNeon                10       True\n```"
    )

    assert table.headers == ("element", "atomic_number", "noble_gas")
    assert table.rows == (("Helium", "2", "True"), ("Neon", "10", "True"))


def test_columns_that_a_printer_wrapped_stand_beside_the_others():
    table = only(
        "```\n    element  atomic_number  \\\n0    Helium              2   \n"
        "1      Neon             10   \n\n"
        "   melting_point noble_gas  \n0            NaN      True  \n1        -248.59      True  \n```"
    )

    assert table.headers == ("", "element", "atomic_number", "melting_point", "noble_gas")
    assert table.rows == (("0", "Helium", "2", "NaN", "True"), ("1", "Neon", "10", "-248.59", "True"))


def test_empty_cells_stay_in_their_columns():
    table = only(
        "Peak           Height  First ascent  Country\n"
        "Mount Everest  8,849                 Nepal\nK2                     1954"
    )

    assert table.rows == (("Mount Everest", "8,849", "", "Nepal"), ("K2", "", "1954", ""))


def test_wide_characters_take_two_places():
    table = only("国家    首都      面积\n加蓬    利伯维尔  267,667\n肯尼亚            580,367")

    assert table.rows == (("加蓬", "利伯维尔", "267,667"), ("肯尼亚", "", "580,367"))


@pytest.mark.parametrize(
    "text",
    [
        "One sentence ends here.  Another one begins.\nSo it goes on.  And so on to the end.\n"
        "And more.  The end.",
        "Element    Atomic number\nHelium     2",
        "Element    Atomic number\nHelium 2\nNeon 10\nHydrogen   1   yes",
    ],
)
def test_what_is_not_surely_aligned_is_left_alone(text):
    assert find_tables(text) == ()


def test_no_alignment_of_headers_and_cells_moves_a_cell():
    words = ["Neon", "Mount Everest", "8,849", "-248.59", "New York", "km²", "n/a", "yes"]
    read = 0
    for seed in range(400):
        draw = random.Random(seed)
        width = draw.randint(2, 6)
        headers = draw.sample(
            ["Element", "Atomic number", "Capital city", "Area (km²)", "No.", "Year", "a_b"], width
        )
        rows = [[draw.choice([*words, ""]) for _ in range(width)] for _ in range(draw.randint(2, 8))]
        for row in rows:
            row[:2] = [row[0] or "Helium", row[1] or "0"]
        cells = [draw.choice("<>^") for _ in range(width)]
        heads = [draw.choice((align, "<", ">")) for align in cells]
        widths = [max(map(len, column)) for column in zip(headers, *rows, strict=True)]
        apart = " " * draw.randint(2, 4)

        def drawn(row, aligns, widths=widths, apart=apart):
            return apart.join(f"{cell:{a}{w}}" for cell, a, w in zip(row, aligns, widths, strict=True))

        rule = [apart.join("-" * w for w in widths)] if draw.random() < 0.5 else []
        tables = find_tables("\n".join([drawn(headers, heads), *rule, *(drawn(row, cells) for row in rows)]))
        read += len(tables)

        assert all([[cell or "" for cell in row] for row in table.rows] == rows for table in tables)
        assert all(list(table.headers) == headers for table in tables)
    assert read > 390


def test_other_spaces_hold_a_cell_together():
    text = "Name        Height\nMont\u00a0Blanc  4808\u2009m\n富士\u3000山     3776\u2009m"

    (table,) = find_tables(text)

    assert table.headers == ("Name", "Height")
    assert [row[1] for row in table.rows] == ["4808\u2009m", "3776\u2009m"]


ELEMENTS = (("Helium", "2", "yes"), ("Neon", "10", "yes"), ("Oxygen", "8", "no"))


@pytest.mark.parametrize("ruler", ["", "------- ------ -----", "--- --- ---", "=== = =="])
@pytest.mark.parametrize("fence", ["{}", "```\n{}\n```", "The elements:\n\n{}\n\nDone."])
def test_single_spaces_part_cells_where_all_lines_have_as_many(ruler, fence):
    lines = ["Element Number Noble", *filter(None, [ruler]), *map(" ".join, ELEMENTS)]

    (table,) = find_tables(fence.format("\n".join(lines)))

    assert (table.headers, table.rows) == (("Element", "Number", "Noble"), ELEMENTS)


@pytest.mark.parametrize(
    "text",
    [
        "He went home\nShe saw two\nThey had three",
        "In 1990 he left\nIn 1991 he came\nIn 1992 he died",
        "- Helium 2 yes\n- Neon 10 yes\n- Oxygen 8 no",
        "Element: 2 yes\nNeon 10 yes\nOxygen 8 no",
    ],
)
def test_other_lines_of_as_many_words_are_no_table(text):
    assert all(table.headers == ("(names)",) for table in find_tables(text))


@pytest.mark.parametrize("gap", [" ", "  "])
@pytest.mark.parametrize("count", [3, 6, 8])
def test_a_ruler_may_have_columns_of_one_place(gap, count):
    headers = ("#", "Mission", "Launch", "Crew", "Lasted", "Landed", "Site", "S")[:count]
    rows = [
        ("1", "Apollo 11", "1969-07-16", "3 men", "8 d", "yes", "Sea of Tranquility", "A")[:count],
        ("2", "Apollo 13", "1970-04-11", "3 men", "6 d", "no", "", "B")[:count],
    ]
    widths = [max(map(len, column)) for column in zip(headers, *rows, strict=True)]
    lines = [headers, ["-" * width for width in widths], *rows]
    text = "\n".join(gap.join(map(str.ljust, line, widths)).rstrip() for line in lines)

    (table,) = find_tables(f"As asked:\n{text}")

    assert (table.headers, list(table.rows)) == (headers, rows)


def test_words_begin_another_column_where_figures_end():
    (table,) = find_tables("Peak    Height Country\nK2      8611 m Pakistan\nLhotse  8516 m Nepal")

    assert (table.headers, table.rows[0]) == (("Peak", "Height", "Country"), ("K2", "8611 m", "Pakistan"))


def test_figures_behind_words_may_be_part_of_a_name():
    (table,) = find_tables("Flight No  Launch\nApollo 11  1969\nApollo 12  1969")

    assert table.headers == ("Flight No", "Launch")
