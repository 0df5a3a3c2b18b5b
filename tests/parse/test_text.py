"""Tables found in free text, form by form."""

from __future__ import annotations

import pytest

from atlas_grader.answers import NumberLiteral
from atlas_grader.parse.text import find_tables

COUNTRIES = (("Gabon", "Libreville"), ("Kenya", "Nairobi"))


def only(text):
    tables = find_tables(text)
    assert len(tables) == 1, tables
    return tables[0]


def test_a_markdown_table_is_read():
    table = only(
        "Here:\n\n| Country | Capital |\n|---|:--:|\n| Gabon | Libreville |\n| Kenya | Nairobi |\n\nDone."
    )

    assert table.headers == ("Country", "Capital")
    assert table.rows == COUNTRIES


@pytest.mark.parametrize(
    "text",
    [
        "Country | Capital\n---|---\nGabon | Libreville\nKenya | Nairobi",
        "|Country|Capital\n|-|-|\n|Gabon|Libreville|\n|Kenya|Nairobi|",
        "| Country | Capital |\n| Gabon | Libreville |\n| Kenya | Nairobi |",
        "> | Country | Capital |\n> |---|---|\n> | Gabon | Libreville |\n> | Kenya | Nairobi |",
        "- Table:\n\n  | Country | Capital |\n  |---|---|\n  | Gabon | Libreville |\n  | Kenya | Nairobi |",
        "+---------+------------+\n| Country | Capital    |\n+---------+------------+\n"
        "| Gabon   | Libreville |\n+---------+------------+\n| Kenya   | Nairobi    |\n"
        "+---------+------------+",
        "┌─────────┬────────────┐\n│ Country │ Capital    │\n├─────────┼────────────┤\n"
        "│ Gabon   │ Libreville │\n│ Kenya   │ Nairobi    │\n└─────────┴────────────┘",
        " Country | Capital\n---------+------------\n Gabon   | Libreville\n Kenya   | Nairobi",
        "| Country | Capital |\r\n|---|---|\r\n| Gabon | Libreville |\r\n| Kenya | Nairobi |\r\n",
        "\ufeff| Country | Capital |\n|---|---|\n| Gabon | Libreville |\n| Kenya | Nairobi |",
        "| Country | Capital |\n|---|---|\n| Gabon | Libreville |\n\n| Kenya | Nairobi |",
        "| Country | Capital |\n|---|---|\n| Gabon | Libreville |\n|---|---|\n| Kenya | Nairobi |",
        "```markdown\n| Country | Capital |\n|---|---|\n| Gabon | Libreville |\n| Kenya | Nairobi |\n```",
        "Country,Capital\nGabon,Libreville\nKenya,Nairobi",
        "Here is the CSV:\nCountry,Capital\nGabon,Libreville\nKenya,Nairobi\n\nHope it helps.",
        "```csv\nCountry,Capital\nGabon,Libreville\nKenya,Nairobi\n```",
        "```\nCountry, Capital\nGabon, Libreville\nKenya, Nairobi\n```",
        "~~~csv\n\ufeffCountry;Capital\nGabon;Libreville\nKenya;Nairobi\n~~~",
        "```tsv\nCountry\tCapital\nGabon\tLibreville\nKenya\tNairobi",
        "Country\tCapital\nGabon\tLibreville\nKenya\tNairobi",
        "Country | Capital\nGabon | Libreville\nKenya | Nairobi",
        'Country,"Capital"\n"Gabon","Libreville"\nKenya,Nairobi',
        '[{"Country": "Gabon", "Capital": "Libreville"}, {"Country": "Kenya", "Capital": "Nairobi"}]',
        '```json\n{"results": [{"Country": "Gabon", "Capital": "Libreville"},\n'
        ' {"Country": "Kenya", "Capital": "Nairobi"}]}\n```',
        '{"Country": "Gabon", "Capital": "Libreville"}\n{"Country": "Kenya", "Capital": "Nairobi"}\n',
        '<answer>{"columns": ["Country", "Capital"], '
        '"rows": [["Gabon", "Libreville"], ["Kenya", "Nairobi"]]}</answer>',
        '{"Country": ["Gabon", "Kenya"], "Capital": ["Libreville", "Nairobi"]}',
        '{"Country": {"0": "Gabon", "1": "Kenya"}, "Capital": {"0": "Libreville", "1": "Nairobi"}}',
        '[["Country", "Capital"], ["Gabon", "Libreville"], ["Kenya", "Nairobi"]]',
        "Result = [{'Country': 'Gabon', 'Capital': 'Libreville',},"
        " {'Country': 'Kenya', 'Capital': 'Nairobi'},]",
        '{"data": {"table": {"headers": [{"name": "Country"}, {"name": "Capital"}], '
        '"rows": [["Gabon", "Libreville"], ["Kenya", "Nairobi"]]}}, "note": "two"}',
        "<table><tr><th>Country</th><th>Capital</th></tr><tr><td>Gabon</td><td>Libreville</td></tr>"
        "<tr><td>Kenya</td><td>Nairobi</td></tr></table>",
        "<TABLE><TR><TH>Country<TH>Capital<TR><TD>Gabon<TD>Libreville<TR><TD>Kenya<TD>Nairobi\n\n"
        "That is all.",
        "<table><thead><tr><td>Country<td>Capital</thead><tbody><tr><th scope=row>Gabon</th><td>Libreville"
        "<tr><th scope=row>Kenya</th><td>Nairobi</tbody></table>",
        "```html\n<table>\n<tr><td>Country</td><td>Capital</td></tr>\n"
        "<tr><td>Gabon</td><td>Libreville</td></tr>\n"
        "<!-- <tr><td>x</td></tr> --><tr><td>Kenya</td><td>Nairobi</td></tr>\n</table>\n```",
        "- Country: Gabon\n  Capital: Libreville\n- Country: Kenya\n  Capital: Nairobi",
        "1. Country: Gabon\n   - Capital: Libreville\n2. Country: Kenya\n   - Capital: Nairobi",
        "Country: Gabon\nCapital: Libreville\n\nCountry: Kenya\nCapital: Nairobi\n\nNote: two of them.",
        "* **Country:** Gabon; **Capital:** Libreville\n* **Country:** Kenya; **Capital:** Nairobi",
        "- Country: Gabon, Capital: Libreville\n- Country: Kenya, Capital: Nairobi",
    ],
)  # fmt: skip
def test_every_form_gives_the_same_table(text):
    table = only(text)

    assert [header.strip("*") for header in table.headers] == ["Country", "Capital"]
    assert table.rows == COUNTRIES


@pytest.mark.parametrize(
    "text",
    [
        "### Gabon\n- Capital: Libreville\n- **Area**: 5\n\n### Kenya\n\n- Capital: Nairobi\n- **Area**: 6",
        "1. **Gabon**\n   - Capital: Libreville\n   - Area: 5\n2. **Kenya**\n"
        "   - Capital: Nairobi\n   - Area: 6",
        "- Gabon:\n  - Capital: Libreville\n  - Area: 5\n- Kenya:\n  - Capital: Nairobi\n  - Area: 6",
        "**Gabon**\nCapital: Libreville\nArea: 5\n\n**Kenya**\nCapital: Nairobi\nArea: 6\n\n"
        "Note: that is all.",
        "- **Gabon** — Capital: Libreville; Area: 5\n- **Kenya** — Capital: Nairobi; Area: 6",
        "## 1. Gabon\n\n**Capital:** Libreville\n\n**Area:** 5\n\n## 2. Kenya\n\n"
        "**Capital:** Nairobi\n\n**Area:** 6",
        '{"Gabon": {"Capital": "Libreville", "Area": "5"}, "Kenya": {"Capital": "Nairobi", "Area": "6"}}',
        "Intro: these are they.\n\n1) Gabon\n   Capital: Libreville\n   Area: 5\n2) Kenya\n"
        "   Capital: Nairobi\n"
        "   Area: 6\n",
    ],
)
def test_records_named_by_a_line_of_their_own_get_a_nameless_first_header(text):
    table = only(text)

    assert table.headers == ("", "Capital", "Area")
    rows = [(row[0].strip("*"), *row[1:]) for row in table.rows]
    assert rows == [("Gabon", "Libreville", "5"), ("Kenya", "Nairobi", "6")]


# The failures of section 5.1 of the study of other graders, one test each.


def test_an_escaped_pipe_stays_in_its_cell():
    assert only("| a | b |\n|---|---|\n| x \\| y | 1 |").rows == (("x | y", "1"),)


def test_a_pipe_in_a_code_span_stays_in_its_cell():
    assert only("| a | b |\n|---|---|\n| `x | y` | 1 |\n| ``p`|q`` | 2 |").rows == (
        ("`x | y`", "1"),
        ("``p`|q``", "2"),
    )


def test_a_lone_backtick_hides_no_pipe():
    assert only("| a | b | c |\n|---|---|---|\n| 5` | x | 6` |").rows == (("5`", "x", "6`"),)


def test_an_unbalanced_quote_loses_no_row():
    table = only(
        '```csv\nfilm,year,note\nJaws,1975,"shark\nAlien,1979,ship\n"Up, a film,2009,house\n'
        'E.T.,1982,"a ""b"""\n```'
    )

    assert table.rows[0] == ("Jaws", "1975", "shark")
    assert [row[0] for row in table.rows] == ["Jaws", "Alien", "Up", "E.T."]
    assert table.rows[3] == ("E.T.", "1982", 'a "b"')


def test_inches_are_no_opening_quote():
    assert only('disk,size\nA,5.25"\nB,3.5"\n').rows == (("A", '5.25"'), ("B", '3.5"'))


def test_a_header_without_closing_pipe_is_a_header():
    assert only("| a | b\n|---|---|\n| 1 | 2 |").headers == ("a", "b")


def test_a_ragged_row_is_padded_never_shifted():
    table = only("| a | b | c |\n|---|---|---|\n| 1 | 2 |\n| 3 | 4 | 5 |")

    assert table.rows == (("1", "2", None), ("3", "4", "5"))
    assert table.notes == ("row 1 has 2 cells for 3 headers: the missing ones are empty",)


def test_a_row_with_more_cells_than_headers_is_kept_and_reported():
    table = only("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 |")

    assert table.rows == (("1", "2"), ("4", "5"))
    assert table.notes == ("row 1 has 3 cells for 2 headers: the last 1 are left out",)


def test_a_table_in_the_second_fence_is_found():
    tables = find_tables("```python\nprint('hi')\n```\n\nAnd:\n\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n```\n")

    assert [table.rows for table in tables] == [(("1", "2"),)]


def test_prose_with_a_pipe_before_the_table_does_no_harm():
    table = only("Columns: name | year, as asked.\n| name | year |\n|---|---|\n| A | 1 |")

    assert table.headers == ("name", "year")
    assert table.rows == (("A", "1"),)


def test_headers_in_bold_are_kept_as_written():
    assert only("| **a** | __b__ |\n|---|---|\n| 1 | 2 |").headers == ("**a**", "__b__")


def test_json_in_an_unlabelled_fence_is_found():
    assert only('```\n[{"a": 1, "b": null}]\n```').rows == (("1", None),)


def test_an_empty_fence_is_nothing():
    assert find_tables("```\n```\nno table") == ()


def test_prose_is_no_table():
    text = (
        "I could not find any, sorry.\nThe sources, which I checked, disagree.\n\n"
        "Note: nothing, really; see https://example.org/a:b.\n\n- first, a point\n- second, a point\n"
    )

    assert find_tables(text) == ()


# What the specification adds.


def test_a_repeated_header_row_is_dropped():
    table = only("| a | b |\n|---|---|\n| 1 | 2 |\n| a | b |\n|---|---|\n| 3 | 4 |")

    assert table.rows == (("1", "2"), ("3", "4"))
    assert table.notes == ("row 2 repeats the headers and is left out",)


def test_a_cell_over_several_lines_is_one_cell():
    assert only('```csv\na,b\n1,"x\n\ny"\n2,z\n```').rows == (("1", "x\n\ny"), ("2", "z"))
    assert only("| a | b |\n|---|---|\n| 1 | x\ny |\n| 2 | z |").rows == (("1", "x\ny"), ("2", "z"))


def test_breaks_and_entities_stay_for_the_cleaning():
    assert only("| a | b |\n|---|---|\n| x<br>y | AT&amp;T |").rows == (("x<br>y", "AT&amp;T"),)
    html = "<table><tr><th>a<th>b<tr><td>x<br>y</td><td>AT&amp;T\n  Inc</td></table>"
    assert only(html).rows == (("x<br>y", "AT&amp;T Inc"),)


def test_a_decimal_comma_does_not_cut_semicolon_rows():
    assert only("a;b;c\n1,5;2,5;3\n4,1;5;6,7").rows == (("1,5", "2,5", "3"), ("4,1", "5", "6,7"))


def test_a_decimal_comma_in_every_row_is_no_separator():
    rows = "".join(f"x{n};{n},5;y\n" for n in range(8))

    assert only(f"a;b;c\n{rows}last;9,5\nmore;1,5\n").headers == ("a", "b", "c")


def test_prose_with_a_pipe_below_the_table_is_no_row():
    assert only("| a | b |\n|---|---|\n| 1 | 2 |\nSee x | y.").rows == (("1", "2"),)


def test_an_unescaped_quote_inside_a_json_string_loses_nothing():
    assert only('[{"a": "The "Best"", "b": 1}, {"a": "x", "b": 2}]').rows == (('The "Best"', "1"), ("x", "2"))


def test_a_json_string_that_may_be_cut_is_left_out():
    assert only('{"rows": [{"a": "x", "b": "The "Best", and" more"}]}').rows == (("x",),)


def test_fields_in_brackets_belong_to_the_name_before_them():
    table = only("1. Gabon (Capital: Libreville, Area: 5)\n2. Kenya (Capital: Nairobi, Area: 6)")

    assert table.headers == ("", "Capital", "Area")
    assert table.rows == (("Gabon", "Libreville", "5"), ("Kenya", "Nairobi", "6"))


def test_json_keeps_digits_and_types():
    table = only('[{"a": 1.10, "b": true, "c": ["x", "y"], "d": {"p": [1.50, null]}, "e": -0, "f": NaN}]')

    assert table.rows == (("1.10", True, ("x", "y"), '{"p":[1.50,null]}', "-0", "NaN"),)
    assert isinstance(table.rows[0][0], NumberLiteral)
    assert not isinstance(table.rows[0][5], NumberLiteral)


def test_json_rows_have_the_union_of_their_keys():
    assert only('[{"b": 1}, {"a": 2, "b": 3}]').headers == ("b", "a")


def test_json_broken_off_keeps_what_was_complete():
    table = only('```json\n{"rows": [{"a": "x", "b": 12}, {"a": "y", "b": 3.4}, {"a": "z", "b": 12')

    assert table.rows == (("x", "12"), ("y", "3.4"), ("z", None))
    assert table.notes == ("the JSON breaks off; what was complete is taken",)


def test_json_lists_in_other_forms_are_left_to_those_forms():
    assert only('| a | b |\n|---|---|\n| {"x": 1} | ["p", "q"] |').rows == (('{"x": 1}', '["p", "q"]'),)
    assert only('a;b\n[{"x": 1}];2\n[{"x": 3}];4').rows == (('[{"x": 1}]', "2"), ('[{"x": 3}]', "4"))


def test_spanning_html_cells_are_repeated():
    html = (
        "<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d"
        "<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5<tr><td colspan=3>Part two<tr><td>6<td>7<td>8</table>"
    )
    table = only(html)

    assert table.headers == ("a", "b c", "b d")
    assert table.rows == (("1", "2", "3"), ("1", "4", "5"), ("6", "7", "8"))
    assert table.notes == ("1 rows of one cell across the table are left out",)


def test_a_nested_html_table_is_a_table_of_its_own():
    html = "<table><tr><th>a<th>b<tr><td>1<td><table><tr><th>c<tr><td>2</table>x</table>"

    assert [table.rows for table in find_tables(html)] == [(("1", "x"),), (("2",),)]


def test_lists_below_a_field_are_its_value():
    table = only(
        "1. Gabon\n   - Languages:\n     - French\n     - Fang\n   - Area: 5\n"
        "2. Kenya\n   - Languages: English\n"
    )

    assert table.rows == (("Gabon", "French\nFang", "5"), ("Kenya", "English", None))


def test_tables_come_in_order_of_appearance():
    text = (
        '| a | b |\n|-|-|\n| 1 | 2 |\n\n[{"a": 3}]\n\n<table><tr><th>a<tr><td>4</table>\n\n'
        "a,b\n5,6\n\n```\na;b\n7;8\n```"
    )

    assert [table.rows[0][0] for table in find_tables(text)] == ["1", "3", "4", "5", "7"]


@pytest.mark.parametrize("sign", ["\t", ",", ";"])
def test_bare_values_whose_last_cell_is_mostly_left_out_are_padded_and_noted(sign):
    rows = [
        ["#", "CVE", "Product", "Added", "Flaw", "Ransomware?"],
        ["1", "CVE-2024-1", "Connect", "10 Jan 2024", "CWE-1", "Known"],
        ["2", "CVE-2024-2", "Connect", "11 Jan 2024", "CWE-2"],
        ["3", "CVE-2024-3", "Neurons", "12 Jan 2024", "CWE-3"],
        ["4", "CVE-2024-4", "Neurons", "13 Jan 2024", "CWE-4"],
    ]
    table = only("Sure. Paste this:\n\n" + "\n".join(map(sign.join, rows)) + "\n\nAnything else?")

    assert table.headers == tuple(rows[0])
    assert table.rows[1] == ("2", "CVE-2024-2", "Connect", "11 Jan 2024", "CWE-2", None)
    assert len(table.rows) == 4
    assert len(table.notes) == 3


def test_rows_cut_by_tabs_may_fall_short_by_any_number_of_cells():
    table = only(
        "Country\tCapital\tArea\tNote\nGabon\tLibreville\nKenya\tNairobi\t580\nChad\tN'Djamena\t1284\tx"
    )

    assert [row[:2] for row in table.rows] == [*COUNTRIES, ("Chad", "N'Djamena")]
    assert table.rows[0][2:] == (None, None)


@pytest.mark.parametrize(
    "text",
    [
        "We saw lions, zebras, apes, birds\nand then, later, nothing\nbut sand, stone, grass\nuntil dusk",
        "First, some words\nthen, as said, more of them, here\nand, well, an end",
    ],
)
def test_lines_with_ever_fewer_commas_are_prose(text):
    assert find_tables(text) == ()


@pytest.mark.parametrize(
    ("first", "second", "between"),
    [
        ("**Gabon** (Gabonese Republic)", "**Kenya** (Republic of Kenya)", "---"),
        ("Gabon (Gabonese Republic)", "Kenya (Republic of Kenya)", "---"),
        ("Gabon", "Kenya", "* * *\n\n"),
        ("Gabon", "Kenya", ""),
    ],
)
def test_a_line_straight_above_the_fields_of_most_records_names_them(first, second, between):
    text = (
        f"Here they are.\n\n{first}\nCapital: Libreville\nArea: 268\n{between}\n"
        f"{second}\nCapital: Nairobi\nArea: 580\n---\nChad falls just outside."
    )
    table = only(text.replace("---\n\n", "---\n"))

    assert table.headers == ("", "Capital", "Area")
    assert table.rows == ((first, "Libreville", "268"), (second, "Nairobi", "580"))


def test_records_between_rules_may_leave_out_their_first_field():
    table = only(
        "Country: Gabon\nCapital: Libreville\n---\nCapital: Nairobi\nArea: 580\n---\nCountry: Chad\nArea: 1"
    )

    assert table.rows == (
        ("Gabon", "Libreville", None),
        (None, "Nairobi", "580"),
        ("Chad", None, "1"),
    )


def test_a_rule_below_a_heading_leaves_it_the_name():
    table = only(
        "## Gabon\n---\nCapital: Libreville\nArea: 268\n\n## Kenya\n---\nCapital: Nairobi\nArea: 580\n"
    )

    assert [row[0] for row in table.rows] == ["Gabon", "Kenya"]


def test_a_line_above_only_one_record_is_no_name():
    table = only("These are mine.\nCountry: Gabon\nCapital: Libreville\n\nCountry: Kenya\nCapital: Nairobi\n")

    assert table.headers == ("Country", "Capital")
    assert table.rows == COUNTRIES


@pytest.mark.parametrize(
    "text",
    [
        '[{"a": "", "b": "</think>"}, {"a": "x", "b": "1"}]',
        "| a | b |\n|---|---|\n| </think> | 2 |\n| x | 1 |\n",
    ],
)
def test_the_end_of_a_thought_inside_a_cell_hides_no_row(text):
    assert len(only(text).rows) == 2


GRID = """\
+----------+------------+-----------------+
| Country  | Capital    | Languages       |
|          | (city)     |                 |
+==========+============+=================+
| Kenya    | Nairobi    | Swahili,        |
|          |            | English         |
+----------+------------+-----------------+
| Chad     | N'Djamena  | French,         |
|          |            | Arabic          |
+----------+------------+-----------------+
"""


@pytest.mark.parametrize("text", [GRID, GRID.translate(str.maketrans("|+-=", "│┼──"))])
def test_a_row_of_a_grid_may_go_on_in_its_next_line(text):
    (table,) = find_tables(text)

    assert table.headers == ("Country", "Capital (city)", "Languages")
    assert table.rows == (("Kenya", "Nairobi", "Swahili, English"), ("Chad", "N'Djamena", "French, Arabic"))


def test_rows_that_no_rule_parts_are_rows():
    lines = GRID.split("\n")
    (table,) = find_tables("\n".join([*lines[:6], *lines[7:]]))
    assert len(table.rows) == 5

    (named,) = find_tables(
        GRID.replace("|          |            | English ", "| Mali     |            | English ")
    )
    assert len(named.rows) == 5


def test_the_entity_may_be_an_object_beside_its_attributes():
    (table,) = find_tables('[{"entity": {"volcano": "Taal", "year": 1911}, "attributes": {"vei": 4}}]')

    assert table.headers == ("volcano", "year", "vei")
