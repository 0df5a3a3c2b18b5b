"""Cells read by their shape are read as the grammar reads them."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.match import duration, money, number, percent, quantity
from atlas_grader.match.numbers.amounts import per_column
from atlas_grader.match.offers.reading import read_offers
from atlas_grader.tasks import CellType, Column

FOLDER = Path(__file__).parents[1] / "cases"
READERS = {
    "number": number._reader(Column("seats", CellType.NUMBER)),
    "percent": percent._rules(Column("share", CellType.PERCENT)).reader,
    "money": money._rules(Column("price", CellType.MONEY, currency="USD")).reader,
    "quantity": quantity._rules(Column("length", CellType.QUANTITY, unit="km")).reader,
    "duration": duration._rules(Column("runtime", CellType.DURATION, unit="min")).reader,
}
ANSWERS = {
    kind: sorted(
        {
            str(json.loads(line)["answer"])
            for line in (FOLDER / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
        }
    )
    for kind in READERS
}
NUMBERS = st.one_of(
    st.integers(0, 10**9).map(str),
    st.integers(0, 10**12).map("{:,}".format),
    st.decimals(0, 10**6, places=2).map(str),
    st.decimals(0, 10**3, places=3).map(str),
    st.integers(1000, 2100).map(str),
)
WORDS = ["", "~", "about ", "$", "US$", "-", "(", "over ", "no. ", "A: ", ".", "1 in ", "1/", "net loss of $"]
BEHIND = [
    *["", " km", " million", "m", " bn", "%", " percent", " h", " min", " seats", "th", "+", " (2024)", "²"],
    *[
        " of 12",
        " (est.)",
        " or 5",
        " km (12 mi)",
        " a year",
        " in 2020",
        "½",
        " and a half",
        " ft 3 in",
        ")",
    ],
    *[" 3", "万", " dozen", "e3", "/7", ".-", " (1990 census)", " years", "' 4", " (million)", ", twelve"],
]


def same_readings(kind, text):
    reader = READERS[kind]
    for _ in range(3):  # a shape is remembered once it was met before
        assert reader.read(text) == read_offers(text, reader.wording)


@pytest.mark.parametrize("kind", READERS)
def test_the_cases_read_alike_with_and_without_shapes(kind):
    for text in ANSWERS[kind]:
        same_readings(kind, text)


@settings(max_examples=400)
@given(st.sampled_from(sorted(READERS)), st.sampled_from(WORDS), NUMBERS, st.sampled_from(BEHIND))
def test_any_number_in_any_words_reads_alike_with_and_without_shapes(kind, before, digits, behind):
    same_readings(kind, before + digits + behind)


def test_a_shape_that_counts_in_its_own_way_is_left_to_the_grammar():
    reader = READERS["percent"]

    for text in ("7 of 12", "9 of 12", "30 of 12", "9 of 12"):
        assert reader.read(text) == read_offers(text, reader.wording)


def test_what_belongs_to_a_column_is_made_once():
    made = []
    get = per_column(lambda column: made.append(column.name) or column.name)
    columns = [Column("a", CellType.NUMBER), Column("a", CellType.NUMBER)]

    assert [get(columns[0]), get(columns[0]), get(columns[1])] == ["a", "a", "a"]
    assert len(made) == 2


def test_a_cell_of_many_digits_is_read_by_the_grammar():
    rules = number.RULES.compile(Column("seats", CellType.NUMBER), ("12",), ())

    assert rules(Cell("1" * 3000)).verdict == "undecided"
