"""HTML that nobody sees is no part of an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.parse.hidden import without_hidden
from atlas_grader.parse.text import find_tables

SHOWN = "<table><tr><th>Country</th><th>Capital</th></tr><tr><td>Kenya</td><td>Nairobi</td></tr></table>"
OTHER = SHOWN.replace("Kenya", "Chad")


def rows(text):
    return [row[0] for table in find_tables(text) for row in table.rows]


@pytest.mark.parametrize(
    "hidden",
    [
        OTHER.replace("<table>", "<table hidden>"),
        OTHER.replace("<table>", '<table class="x" hidden="hidden">'),
        OTHER.replace("<table>", '<table style="display:none">'),
        OTHER.replace("<table>", "<TABLE STYLE='color: red; Display : NONE'>"),
        OTHER.replace("<table>", '<table style="visibility:hidden">'),
        OTHER.replace("<table>", '<table style="font-size:0">'),
        OTHER.replace("<table>", '<table style="font-size: 0px;">'),
        f"<div style='display:none'><div>{OTHER}</div></div>",
        f"<div hidden>\n{OTHER}\n</div>",
        f"<template>{OTHER}</template>",
        f"<script>{OTHER}</script>",
        f"<style>{OTHER}</style>",
        f"<noscript>{OTHER}</noscript>",
        f"<del>{OTHER}</del>",
        "<s>\n\n| Country | Capital |\n|---|---|\n| Chad | x |\n\n</s>",
        "<div hidden>\n\n| Country | Capital |\n|---|---|\n| Chad | x |\n\n</div>",
        f"<section hidden>\n{OTHER}",
    ],
)
def test_a_table_that_is_not_shown_is_not_read_beside_another(hidden):
    assert rows(f"{SHOWN}\n\n{hidden}") == ["Kenya"]
    assert rows(hidden) == ["Chad"]


@pytest.mark.parametrize(
    "shown",
    [
        OTHER.replace("<table>", '<table class="not hidden" title="hidden">'),
        OTHER.replace("<table>", '<table style="font-size:0.9em; overflow:hidden">'),
        OTHER.replace("<table>", '<table aria-hidden="true">'),
        OTHER.replace("<table>", '<table style="font-size:08px">'),
        f"<details>{OTHER}</details>",
    ],
)
def test_what_only_sounds_like_it_is_shown(shown):
    assert rows(f"{SHOWN}\n\n{shown}") == ["Kenya", "Chad"]


def test_rows_and_cells_that_are_not_shown():
    assert rows(SHOWN.replace("</table>", "<tr hidden><td>Chad</td><td>x</td></tr></table>")) == ["Kenya"]
    assert rows(SHOWN.replace("</table>", "<tr hidden><td>Chad<td>x<tr><td>Mali<td>y</table>")) == [
        "Kenya",
        "Mali",
    ]
    (table,) = find_tables(SHOWN.replace("<td>Kenya", "<td hidden>0<td>Kenya"))
    assert table.rows[0][0] == ""
    assert rows("| Country | Capital |\n|---|---|\n| <span style='display:none'>01</span>Mali | x |\n") == [
        "Mali"
    ]


def test_names_of_elements_are_text():
    text = "| Element | Use |\n|---|---|\n| `<template>` | x |\n| <script> | y |\n| `<s>` | z |\n"

    assert without_hidden(text) == text
    assert without_hidden("`<script></script>` <del>5</del> 6") == "`<script></script>` <del>5</del> 6"


@given(
    st.lists(st.sampled_from(["<div hidden>", "</div>", "<td hidden>", "<tr>", "<s>", "</s>", "|x|\n", "<"]))
)
def test_any_tags_are_read(parts):
    assert isinstance(without_hidden("".join(parts)), str)
