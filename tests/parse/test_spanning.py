"""A cell that spans rows or columns stands in each of them, in HTML, wikitext and LaTeX alike."""

from __future__ import annotations

import pytest

from atlas_grader.answers import Spanned
from atlas_grader.parse.text import find_tables
from atlas_grader.verdicts import Verdict

HTML = """
<table><tr><th rowspan=2>Mountain<th colspan=2>Elevation<th rowspan=2>Countries<tr><th>m<th>ft
<tr><td rowspan=2>K2<td rowspan=2>8611<td rowspan=2>28251<td>Pakistan<tr><td>China
<tr><td>Lhotse<td colspan=2>8516<td>Nepal</table>
"""
WIKITEXT = """
{| class="wikitable"
|+ Mountains
! rowspan="2" | Mountain !! colspan=2 | Elevation !! rowspan=2 | Countries
|-
! m !! ft
|-
| rowspan="2" style="color:red" | K2
|rowspan=2|8611 || rowspan=2 | 28251 || Pakistan
|-
| China
|-
| Lhotse || colspan=2 | 8516 || Nepal
|}
"""
LATEX = r"""
\begin{tabular}{l|r@{ }r|l} \toprule
\multirow{2}{*}{Mountain} & \multicolumn{2}{c|}{Elevation} & \multirow{2}{*}{Countries} \\ \cmidrule(lr){2-3}
 & m & ft & \\ \midrule
\multirow[t]{2}{2cm}[1pt]{\textbf{K2}} & \multirow{2}*{8611} & \multirow{2}{*}{28251} & Pakistan \\
 & & & China \\
Lhotse & \multicolumn{2}{c}{8516} & Nepal \\ \bottomrule
\end{tabular}
"""


@pytest.mark.parametrize("text", [HTML, WIKITEXT, LATEX], ids=["HTML", "wikitext", "LaTeX"])
def test_cells_span_rows_and_columns(text, grader):
    (table,) = find_tables(text)

    assert table.headers == ("Mountain", "Elevation m", "Elevation ft", "Countries")
    assert table.rows == (
        ("K2", "8611", "28251", "Pakistan"),
        ("K2", "8611", "28251", "China"),
        ("Lhotse", "8516", "8516", "Nepal"),
    )
    assert [type(cell) for cell in table.rows[1]] == [Spanned, Spanned, Spanned, str]

    report = grader.grade("eight-thousanders", text)
    found = {row.entity[0]: row.verdicts["countries"].verdict for row in report.gold if row.rows}
    assert found == {"K2": Verdict.MATCH, "Lhotse": Verdict.MISMATCH}


def test_a_cell_may_span_the_empty_ones_above_it():
    (table,) = find_tables(
        r"\begin{tabular}{ll} a & b \\ & 1 \\ \multirow{-2}{*}{K2} & 2 \\ Lhotse & 3 \end{tabular}"
    )

    assert table.rows == (("K2", "1"), ("K2", "2"), ("Lhotse", "3"))
    assert isinstance(table.rows[1][0], Spanned)


def test_a_cell_below_that_says_something_is_not_spanned():
    (table,) = find_tables(
        r"\begin{tabular}{ll} a & b \\ \multirow{9}{*}{K2} & 1 \\ Lhotse & 2 \\ & 3 \end{tabular}"
    )

    assert table.rows == (("K2", "1"), ("Lhotse", "2"), ("", "3"))


def test_a_rule_below_all_rows_makes_no_headers():
    (table,) = find_tables(
        r"\begin{tabular}{ll} \multicolumn{1}{c}{a} & \multicolumn{2}{c}{b} \\ 1 & 2 & 3 \\ 4 & 5 & 6 \\"
        r"\hline \end{tabular}"
    )

    assert table.headers == ("a", "b", "b")
    assert table.rows == (("1", "2", "3"), ("4", "5", "6"))


EXCLUDED = "\n|-\n".join(
    ("{|\n! Mountain !! Elevation", "| K2 || 8611", "! colspan=2 | Excluded", "| Foo || 1\n|}")
)
CAPTIONED = "{|\n|+ Excluded\n! Mountain !! Elevation\n|-\n| K2 || 8611\n|}"


def test_captions_of_wikitext_exclude_what_is_under_them():
    assert find_tables(EXCLUDED)[0].rows == (("K2", "8611"),)
    assert find_tables(CAPTIONED)[0].title == "Excluded"


SPANS = {
    "HTML": ("<table><tr><th>mountain<th>countries<tr><td rowspan=60000>K2<td>1", "<tr><td>x", "</table>"),
    "wikitext": ("{|\n! mountain !! countries\n|-\n| rowspan=60000 | K2 || 1", "\n|-\n| x", "\n|}"),
    "LaTeX": ("\\begin{tabular} mountain & countries \\\\ \\multirow{60000}{*}{K2} & 1", "\\\\ & x", ""),
}


@pytest.mark.parametrize("form", SPANS.values(), ids=SPANS)
def test_a_name_may_span_a_great_many_rows(form, grader):
    start, row, end = form
    text = start + "".join(f"{row}{number}" for number in range(20_000)) + end
    (table,) = find_tables(text)

    assert {row[0] for row in table.rows} == {"K2"}
    assert len(table.rows) == 20_001
    assert len(grader.grade("eight-thousanders", text).rows) == 1


def test_wide_spans_over_many_rows_stay_small():
    wide = "<td rowspan=9999>x" * 300
    (table,) = find_tables(f"<table><tr>{'<th>h' * 300}<tr>{wide}{'<tr><td>y' * 50_000}</table>")

    assert len(table.headers) * len(table.rows) <= 2_000_000
