"""Any table, written in any form, comes back cell for cell; any text at all is read."""

from __future__ import annotations

import csv
import html
import io
import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from atlas_grader.answers import RowsContent, TextContent
from atlas_grader.parse.choose import choose_table
from atlas_grader.parse.headers.mapping import map_headers
from atlas_grader.parse.tabulate import tabulate
from atlas_grader.parse.text import find_tables
from tests.parse.support import EQUATOR, reads

LETTERS = st.characters(codec="utf-8", categories=["L", "Nd"])
WORDS = st.text(LETTERS, min_size=1, max_size=8)
# What no form gives a meaning of its own, as a model's marks have (`<|end|>`); the spaces at the ends are
# no part of a cell.
CELLS = (
    st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=20)
    .map(lambda text: " ".join(text.split()) or "x")
    .filter(lambda text: "<|" not in text)
)
PLAIN = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


def tables(cells, headers=WORDS):
    """Headers that differ, and rows none of which repeats them."""
    return st.lists(headers, min_size=2, max_size=5, unique_by=str.casefold).flatmap(
        lambda names: st.tuples(
            st.just(tuple(names)),
            st.lists(
                st.tuples(*(cells for _ in names)).filter(lambda row: row != tuple(names)),
                min_size=1,
                max_size=6,
            ).map(tuple),
        )
    )


def as_markdown(headers, rows):
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def as_separated(headers, rows, separator):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows([headers, *rows])
    return f"```csv\n{out.getvalue()}```"


def as_html(headers, rows):
    def line(cells, tag):
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return "<table>" + line(headers, "th") + "".join(line(row, "td") for row in rows) + "</table>"


def as_json(headers, rows):
    return json.dumps([dict(zip(headers, row, strict=True)) for row in rows], ensure_ascii=False, indent=1)


def as_records(headers, rows):
    return "\n".join(
        "\n".join(
            f"{'- ' if first else '  '}{header}: {cell}"
            for first, (header, cell) in zip(
                [True, *[False] * len(row)], zip(headers, row, strict=True), strict=False
            )
        )
        for row in rows
    )


def only(text):
    found = find_tables(f"Here they are.\n\n{text}\n\nThat is all.\n")
    assert len(found) == 1
    return found[0]


@given(tables(CELLS.filter(lambda cell: "`" not in cell and not cell.endswith("\\") and "\\" not in cell)))
def test_markdown_comes_back(table):
    found = only(as_markdown(*table))

    assert (found.headers, found.rows) == table


@given(tables(CELLS.filter(lambda cell: "\\" not in cell)), st.sampled_from(",;\t|"))
def test_separated_values_come_back(table, separator):
    found = only(as_separated(*table, separator))

    assert (found.headers, found.rows) == table


@example((("0", "1"), (("0\n;", "0\n;"),)))
@given(tables(st.lists(CELLS.filter(lambda cell: "\\" not in cell), min_size=1, max_size=3).map("\n".join)))
def test_quoted_newlines_come_back(table):
    found = only(as_separated(*table, ","))

    assert (found.headers, found.rows) == table


@given(tables(CELLS))
def test_html_comes_back(table):
    found = only(as_html(*table))

    assert (found.headers, tuple(tuple(map(html.unescape, row)) for row in found.rows)) == table


# Signs such as `<|end|>` part the turns of a conversation, and are no text.
@given(tables(st.text(st.characters(codec="utf-8"), max_size=20).filter(lambda text: "<|" not in text)))
def test_json_comes_back(table):
    found = only(as_json(*table).replace("\ufeff", ""))

    assert (found.headers, found.rows) == (
        table[0],
        tuple(tuple(cell.replace("\ufeff", "") for cell in row) for row in table[1]),
    )


@given(tables(PLAIN, st.text("abcdefgh", min_size=2, max_size=6)))
def test_records_come_back(table):
    headers, rows = table
    if len(rows) > 1:
        found = only(as_records(headers, rows))

        assert (found.headers, found.rows) == table


@given(st.text(max_size=300))
@settings(max_examples=300)
def test_any_text_is_read(text):
    for table in find_tables(text):
        assert all(len(row) == len(table.headers) for row in table.rows)


@given(
    st.lists(
        st.sampled_from('|,;\t\n{}[]":`-<>*# ab1\\')
        | st.sampled_from(["<td>", "<table>", "```", "- a: b\n", "|-|"])
    )
)
@settings(max_examples=500)
def test_any_mix_of_signs_is_read(signs):
    found = find_tables("".join(signs))
    table = choose_table(found, EQUATOR, reads)

    assert found or table is None
    if table is not None:
        map_headers(table, EQUATOR, reads)


HOSTILE = [
    *("|", "[", "[\n", '{"', '{"a":', "{", "<td>", "<table>", "<table><tr><td rowspan=9999>", "<!--"),
    *("```\n", '"a,', "a,b\n", '"a\nb",', "- a: b\n", "a: b; ", "\ud800", "\u202e"),
    *("<think>\n", "</think>", "</reasoning>", "<!-- a -->", "## Excluded\n", "**Excluded**\n", "Draft:\n\n"),
    *("<answer>\n", "](a|", "[[a|", "| a | |---|---| ", "(continued)\n\n|a|b|\n", "| **a** | | |\n"),
    *('{"a":"x|\\n"}\n', "a  b\n", "{|\n", "\\begin{tabular}", "<x><y>a</y></x>", "<|im_end|>"),
    *("{|\n| rowspan=9999 | a\n|-\n", "\\multirow{9999}{*}{b} & \\multicolumn{9}{c}{"),
    *("| ` \\| ` |\n", "\0", "|a|b|\n", "\t", "[[1]](u) ", "**", "> "),
]  # fmt: skip


@pytest.mark.parametrize("sign", HOSTILE)
def test_a_hostile_text_gives_a_whole_table_or_none(sign):
    text = (sign * 200_000)[:200_000]
    table = choose_table(find_tables(text), EQUATOR, reads)

    assert table is None or all(len(row) == len(table.headers) for row in table.rows)


def test_deep_json_is_no_recursion_error():
    for text in (
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 50_000 + "1",
        '[{"a":' + "[" * 900 + "]" * 900 + "}]",
    ):
        assert find_tables(text) == ()


def test_a_wide_header_over_many_short_rows_stays_small():
    text = "|" + "x|" * 10_000 + "\n|-|\n" + "|a|\n" * 50_000
    (table,) = find_tables(text)

    assert len(table.headers) * len(table.rows) <= 2_000_000


def test_the_same_rows_in_any_form_map_alike():
    headers = tuple(c.name for c in EQUATOR.columns)
    rows = (("Gabon", "Libreville", "0.39, 9.45", "267,668 km²", "CFA franc", "French", "No"),) * 2
    texts = [
        as_markdown(headers, rows),
        as_separated(headers, rows, ";"),
        as_html(headers, rows),
        as_json(headers, rows),
    ]
    contents = [TextContent(text) for text in texts]
    contents.append(RowsContent(tuple(dict(zip(headers, row, strict=True)) for row in rows)))
    found = [choose_table(tabulate(content), EQUATOR, reads) for content in contents]

    assert all((table.headers, table.rows) == (found[0].headers, found[0].rows) for table in found)
    assert map_headers(found[0], EQUATOR, reads).places == tuple(range(7))
