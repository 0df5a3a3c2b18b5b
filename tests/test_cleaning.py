"""Cleaning of cells, in the order of grading.md 2.3."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell, NumberLiteral
from atlas_grader.cleaning import clean_cell, clean_text, marks_used, verbatim
from atlas_grader.folding import fold_characters
from atlas_grader.tasks import CellType, Choice, Column

TEXT = Column("text", CellType.TEXT)
NUMBER = Column("number", CellType.NUMBER)
URL = Column("url", CellType.URL)

CASES = [
    # raw, cleaned
    ("R&amp;D&nbsp;unit", "R&D unit"),
    ("&lt;5", "<5"),
    ("?a=1&copy=2", "?a=1&copy=2"),
    ("a<br/>b<br>c", "a\nb\nc"),
    ("<ul><li>Lima</li><li>Cusco</li></ul>", "Lima\nCusco"),
    ("<b>Lima</b> <i>city</i>", "Lima city"),
    ("km<sup>2</sup>", "km²"),
    ("10<sup>-5</sup>", "10⁻⁵"),
    ("1<sup>st</sup>", "1st"),
    ("Jakarta<sup>[3]</sup>", "Jakarta"),
    ("Jakarta<sup>a</sup>", "Jakarta"),
    ("x < 5 > 3", "x < 5 > 3"),
    ("vector<int>", "vector<int>"),
    ("**bold**", "bold"),
    ("***both***", "both"),
    ("**a *b* c**", "a b c"),
    ("__x__ and _y_", "x and y"),
    ("snake_case_name", "snake_case_name"),
    ("5 * 3 * 2", "5 * 3 * 2"),
    ("2*3*4", "2*3*4"),
    ("`null`", "null"),
    ("`__init__`", "__init__"),
    ("```json\n{}\n```", "{}"),
    ("* Cusco\n* Lima", "* Cusco\n* Lima"),
    ("[Paris](https://x.org/P_(city)) [1](https://y.org)", "Paris"),
    ("Paris ([wikipedia.org](https://wikipedia.org/x?utm_source=chatgpt.com))", "Paris"),
    ("Paris (https://x.org/a)", "Paris"),
    ("[[Paris|the city]]", "the city"),
    ("Foo[1]", "Foo"),
    ("Foo [2, 3] [4-6]", "Foo"),
    ("Foo[^1] [nb 2] [a][b]", "Foo"),
    ("Foo【3†source】", "Foo"),
    ("Foo (Source: Wikipedia (en), 2020)", "Foo"),
    ("Foo（来源：百度）", "Foo"),
    ("Foo [citation needed]", "Foo"),
    ("Foo \ue200cite\ue202turn0search0\ue201", "Foo"),
    ("Lima. Source: Wikipedia", "Lima"),
    ("benzo[a]pyrene", "benzo[a]pyrene"),
    ("Foo†", "Foo"),
    ("Foo*", "Foo"),
    ("Foo\\*", "Foo"),
    ("-*", "-"),
    ("French², German³", "French, German"),
    ("東京²", "東京"),
    ("*Solaris*¹", "Solaris"),
    ("_Solaris_²", "Solaris"),
    ("*Solaris* ¹", "Solaris"),
    ("***Solaris***¹", "Solaris"),
    ("*Solaris*<sup>1</sup>", "Solaris"),
    ("`Solaris`¹", "Solaris"),
    ('"Solaris"¹', '"Solaris"'),
    ("Solaris (film)¹", "Solaris (film)"),
    ("Lima ² (Peru)", "Lima (Peru)"),
    ("f(x)²", "f(x)²"),
    ("x*y*²", "x*y*²"),
    ("5 km ²", "5 km ²"),
    ("1,200 km²", "1,200 km²"),
    ("100 metres²", "100 metres²"),
    ("10²³", "10²³"),
    ("2½", "2½"),
    ("０１２ＡＢＣ", "012ABC"),
    ("a\u00a0b\u202fc\u200bd", "a b cd"),
    ("“a” – ‘b’", "\"a\" - 'b'"),
    ("Hawai`i", "Hawai'i"),
    ("✔\ufe0f", "✔"),
    ("  a   b  \n\n c ", "a b\nc"),
    ("$6.02 \\times 10^{23}$", "6.02 × 10^23"),
    ("$5 and $6", "$5 and $6"),
    ("\\$5", "$5"),
    ("**Paris", "Paris"),
]


@pytest.mark.parametrize(("raw", "cleaned"), CASES)
def test_a_text_cell_keeps_what_it_says(raw, cleaned):
    assert clean_cell(raw, TEXT).text == cleaned
    assert clean_cell(raw, TEXT).raw == raw


@pytest.mark.parametrize("raw", ["***", "[1]", "*", "** **", "[1], [2]", "†"])
def test_nothing_is_removed_if_nothing_would_remain(raw):
    assert clean_cell(raw, TEXT).text == raw


def test_raised_digits_are_footnotes_in_texts_only():
    assert clean_cell("words³", TEXT).text == "words"
    assert clean_cell("words³", Column("list", CellType.LIST)).text == "words"
    assert clean_cell("words³", Column("list", CellType.LIST, item_type=CellType.NUMBER)).text == "words³"
    assert clean_cell("words³", NUMBER).text == "words³"


def test_marks_that_the_columns_values_use_are_no_footnotes():
    grades = Column("grade", CellType.ENUM, choices=(Choice("A*"), Choice("A")))

    assert clean_cell("A*[1]", grades).text == "A*"
    assert clean_cell("B†", grades).text == "B"
    assert clean_cell("C*", TEXT, marks_used(TEXT, ("A*", "C"))).text == "C*"
    assert clean_cell("Alien³", TEXT, marks_used(TEXT, ("Alien³",))).text == "Alien³"
    assert clean_cell("Alien³", TEXT, marks_used(TEXT, ("Alien", "Alien 3"))).text == "Alien³"
    assert clean_cell("*Alien* ³", TEXT, marks_used(TEXT, ("Alien", "Alien 3"))).text == "Alien ³"
    assert clean_cell("Rocky²", TEXT, marks_used(TEXT, ("Rocky II",))).text == "Rocky²"
    assert clean_cell("Alien²", TEXT, marks_used(TEXT, ("Alien", "Alien 3"))).text == "Alien"


def test_addresses_are_kept_beside_the_text():
    assert clean_cell("[x](https://x.org/a_b)", URL) == Cell(
        "x", "[x](https://x.org/a_b)", addresses=("https://x.org/a_b",)
    )
    assert clean_cell("<https://x.org/>", URL).addresses == ("https://x.org/",)
    assert clean_cell("Foo (https://x.org/)", URL).text == "Foo (https://x.org/)"
    assert clean_cell("https://x.org/_a_/b?x=1&amp;d=3", URL).text == "https://x.org/_a_/b?x=1&d=3"


def test_native_values_keep_their_types():
    assert clean_cell(None, TEXT) == Cell("")
    assert clean_cell(raw=True, column=TEXT) == Cell("true", "true", native=True)
    assert clean_cell(NumberLiteral("1.10"), NUMBER) == Cell("1.10", "1.10", native=True)

    cell = clean_cell(("**a**", NumberLiteral("2")), TEXT)
    assert [item.text for item in cell.items] == ["a", "2"]
    assert cell.items[1].native
    assert cell.raw == '["**a**", 2]'


def test_a_list_in_a_list_is_cleaned_to_any_depth():
    nested = ()
    for _ in range(50_000):
        nested = (nested,)

    assert clean_cell(nested, TEXT).raw.startswith("[[[[")


def test_a_list_is_shown_as_json():
    assert verbatim(("a", NumberLiteral("1.0"), None, True, ("b",))) == '["a", 1.0, null, true, ["b"]]'


def test_headers_are_cleaned_without_a_column():
    assert clean_text("__Area__ (km<sup>2</sup>)&nbsp;[b]") == "Area (km²)"


HOSTILE = [
    *("<", "[[", "[a", "([", "*a ", "_a ", "_a", "**", "`", "`a", "&", "&amp;", "$a", "\\", "\\text{"),
    *("(source:", "[source:", "【1†", "<a href=", "<sup>", "<!--", " ", " \n", "\u200b", "é", "²", "a²"),
    *("\ue200", "turn0search0", "(http://", "[1](x)", "[1,2", "](", "source: ", "~", "[^", "(["),
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_megabyte_of_nonsense_is_only_text(piece):
    for size in (32_000, 1_000_000):
        assert len(clean_cell((piece * size)[:size], TEXT).text) <= size


@given(st.text(max_size=200))
def test_no_text_raises_and_no_text_vanishes(text):
    cleaned = clean_cell(text, TEXT)

    assert cleaned.raw == text
    assert bool(cleaned.text) or not fold_characters(text).strip(" \n,;|/") or "<" in text or "&" in text


@given(st.text("abc XYZ019.,:-%$'()", max_size=40))
def test_a_plain_text_stays_as_it_is(text):
    assert clean_cell(text, TEXT).text == " ".join(text.split())


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("~~London~~ Paris", "Paris"),
        ("Paris <del>or London</del>", "Paris"),
        ("<strike>5</strike> 6", "6"),
        ("~~Paris~~", "~~Paris~~"),
        ("<s>Paris</s>[1]", "~~Paris~~"),
        ("~~5~~ (1)", "~~5~~ (1)"),
        ("a ~~ b", "a ~~ b"),
        ('<span style="text-decoration:line-through">45</span>', "~~45~~"),
        ('<span style="text-decoration:line-through"><b>44</b></span> 45', "45"),
        ("<b style='text-decoration-line: line-through'><s>45</s></b>", "~~45~~"),
        ("[s]45[/s]", "~~45~~"),
        ("[s]44[/s] 45", "45"),
        (r"\sout{45}", "~~45~~"),
        (r"\cancel{44} 45", "45"),
        ("5 m [s]", "5 m"),
    ],
)
def test_what_is_struck_out_is_not_said(raw, text):
    assert clean_text(raw) == text
