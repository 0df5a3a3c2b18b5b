"""The types that read numbers, under text that no careful writer writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match import duration, money, number, percent, quantity
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import CellVerdict, Verdict

TYPES = [
    (number.RULES, Column("value", CellType.NUMBER)),
    (percent.RULES, Column("value", CellType.PERCENT)),
    (money.RULES, Column("value", CellType.MONEY, currency="USD")),
    (quantity.RULES, Column("value", CellType.QUANTITY, unit="km")),
    (duration.RULES, Column("value", CellType.DURATION, unit="min")),
]
IDS = [str(column.type) for _, column in TYPES]

HOSTILE = [
    "9" * 4096,
    "9**9**9**9",
    "9^9^9 km",
    "10⁹⁹⁹⁹⁹⁹⁹ m",
    "2**2**30",
    "10^999999999",
    "1e999999999",
    "(" * 4096,
    "[" * 2000 + "]" * 2000,
    "1 or " * 800,
    "5;possibly 6;" * 300,
    "1, " * 1300,
    "5" + " " * 4000 + "km",
    "十" * 4096,
    "½" * 4096,
    "ein" * 1300,
    "zwei " * 800,
    "\ud800" * 100,
    "1/0",
    "5 " + "km/" * 30,
    "5 " + "m·" * 29 + "m",
    "5 k" + "m" * 60,
    "$" * 4096,
    "5 " + "million " * 500,
    "1-" * 2000,
    "about " * 680,
    "1:" * 2000,
    "P" + "1Y" * 2000,
    "1 h " * 1000,
    "5 " + "x10^6" * 800,
    "²" * 4096,
    "a half " * 580,
    "\n".join("5" * 2000),
    "5 to " * 800,
    "5 km\x00",
    "1'" * 2000,
]

PIECES = [
    *[
        "5",
        "1,234",
        "-",
        "(",
        ")",
        "km",
        "$",
        "€",
        "%",
        "million",
        "½",
        "to",
        "or",
        "h",
        "min",
        "'",
        ".",
        "亿",
        "zwei",
        "1e5",
        "/",
        "per",
        "m²",
        "半",
        ":",
        "30",
        "of",
        "kr",
        "ft",
        "°C",
        "×10^6",
        "II",
        "bps",
        "年",
    ],
    '"',
    "and a half",
    "net loss of",
    "a third",
]


@pytest.mark.parametrize(("rules", "column"), TYPES, ids=IDS)
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_gets_a_verdict(rules, column, text):
    matcher = rules.compile(column, ("5",), ())
    matcher(Cell("5 or 6"))  # tables are read once

    # usually under 20 ms
    assert isinstance(matcher(Cell(text)), CellVerdict)


@pytest.mark.parametrize(("rules", "column"), TYPES, ids=IDS)
def test_hostile_gold_never_raises(rules, column):
    for text in HOSTILE:
        assert rules.compile(column, (text,), ())(Cell("5")).verdict in Verdict


@pytest.mark.parametrize(("rules", "column"), TYPES, ids=IDS)
@given(text=st.text(max_size=200))
def test_no_text_breaks_a_matcher_as_answer_or_as_gold(rules, column, text):
    cell = Cell(fold_characters(text))

    assert rules.reads(column)(cell) in (True, False)
    assert rules.compile(column, ("5",), ())(cell).verdict in Verdict
    assert rules.compile(column, (text,), ())(Cell("5")).verdict in Verdict


@pytest.mark.parametrize(("rules", "column"), TYPES, ids=IDS)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=12), glue=st.sampled_from(["", " "]))
def test_what_reads_as_gold_is_never_told_apart_from_itself(rules, column, pieces, glue):
    text = fold_characters(glue.join(pieces))

    assert rules.compile(column, (text,), ())(Cell(text)).verdict is not Verdict.MISMATCH


@pytest.mark.parametrize(("rules", "column"), TYPES, ids=IDS)
def test_a_gold_of_items_matches_by_equality_only(rules, column):
    assert rules.compile(column, (("5", "6"),), ())(Cell("5")).verdict is Verdict.UNDECIDED
