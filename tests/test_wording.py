"""What a model is told of a task and of an answer, and how much of it."""

import json
from bisect import bisect_left
from decimal import Decimal

import pytest

from atlas_grader.answers import Cell
from atlas_grader.judge.believing import asked_if_right
from atlas_grader.judge.requests import request_of
from atlas_grader.tasks import CellType, Choice, Column, Precision, Tolerance
from atlas_grader.wording import LONGEST_SHOWN, TOKEN_BUDGET, tokens_in
from tests.worded import TOWN, item, worded

CUT = " … [cut]"


def said(cell, column=TOWN, unit=None):
    """What is told of a cell beside what gold holds."""
    task = worded(column, rows=[(["hall"], {column.name: ["x"]})])
    told = item(task.cell(0, column.name, cell, unit))
    del told["gold"]
    return told


# What is told of a task


def test_everything_that_is_set_of_a_column_is_told_and_the_day_of_the_question():
    column = Column(
        "worth",
        CellType.LIST,
        "What it is worth",
        unit="m",
        currency="EUR",
        tolerance=Tolerance(absolute=Decimal("0.5")),
        precision=Precision.YEAR,
        choices=(Choice("one", ("uno",)), Choice("two")),
        item_type=CellType.MONEY,
        ordered=True,
    )
    task = worded(column, rows=[(["hall"], {"worth": ["1"]})], as_of="2026-11-30")

    assert json.loads(task.cell(0, "worth", Cell("2"), None).context) == {
        "question": "Which?",
        "as_of": "2026-11-30",
        "column": {
            "name": "worth",
            "description": "What it is worth",
            "type": "list",
            "unit": "m",
            "currency": "EUR",
            "precision": "year",
            "choices": ["one", "two"],
            "items": "money",
            "in_order": True,
            "absolute_tolerance": "0.5",
        },
    }


def test_a_share_that_is_tolerated_is_told_as_one():
    column = Column("worth", CellType.NUMBER, tolerance=Tolerance(relative=Decimal("0.02")))
    context = json.loads(
        worded(column, rows=[(["hall"], {"worth": ["1"]})]).cell(0, "worth", Cell("2"), None).context
    )

    assert context["column"] == {"name": "worth", "type": "number", "relative_tolerance": "0.02"}


def test_no_more_than_60_choices_and_20_accepted_values_are_told():
    column = Column("town", CellType.ENUM, choices=tuple(Choice(f"choice {n}") for n in range(70)))
    values = [f"value {n}" for n in range(30)]
    question = worded(column, rows=[(["hall"], {"town": values})]).cell(0, "town", Cell("x"), None)

    assert json.loads(question.context)["column"]["choices"] == [f"choice {n}" for n in range(60)]
    assert item(question) == {"gold": values[0], "accepted": values[1:21], "cell": "x"}


# What is told of an answer


@pytest.mark.parametrize("length", [LONGEST_SHOWN, LONGEST_SHOWN + 1])
def test_a_long_cell_is_cut_and_that_is_told(length):
    text = "x" * length
    shown = text if length == LONGEST_SHOWN else text[:-1] + CUT

    assert said(Cell(text)) == {"cell": shown}


def test_of_a_header_no_more_than_the_unit_that_was_read_in_it_is_told():
    assert said(Cell("y"), unit="million US dollars") == {"cell": "y", "unit": "million US dollars"}


@pytest.mark.parametrize("unit", ["", "×10 as often as it takes", "any scale that fits", "x" * 31])
def test_a_cell_beneath_words_that_are_no_unit_is_not_asked_about(unit):
    """They would stand beside every cell of the column."""
    assert worded(TOWN, rows=[(["hall"], {TOWN.name: ["x"]})]).cell(0, TOWN.name, Cell("y"), unit) is None


@pytest.mark.parametrize(("count", "longest"), [(2, 500), (10, 100), (12, 83), (13, 80), (60, 80)])
def test_the_items_of_a_list_share_what_may_be_told_of_a_cell(count, longest):
    cell = Cell("", items=tuple(Cell("x" * 501) for _ in range(count)))

    assert said(cell) == {"cell": ["x" * longest + CUT] * count}


def test_of_a_long_list_60_items_are_told():
    cell = Cell("", items=tuple(Cell(f"{number}") for number in range(61)))

    assert said(cell) == {"cell": [*(f"{number}" for number in range(60)), "… [cut]"]}


def test_links_are_told_of_addresses_only_and_five_of_them():
    links = tuple(f"https://example.org/{number}" for number in range(6))

    assert said(Cell("here", addresses=links)) == {"cell": "here"}
    assert said(Cell("here", addresses=links), Column("page", CellType.URL))["links"] == list(links[:5])
    (long,) = said(Cell("here", addresses=("x" * 1001,)), Column("page", CellType.URL))["links"]
    assert long == "x" * 1000 + CUT


def test_of_a_name_300_characters_are_told_and_of_each_option_12_aliases():
    aliases = tuple(f"alias {number}" for number in range(13))
    (offer,) = worded(rows=[([("hall", aliases)], {}), (["other"], {})]).offers([0, 1])

    assert item(offer.question([Cell("x" * 301)])) == {"name": "x" * 300 + CUT}
    assert json.loads(offer.context)["options"] == [
        {"name": "hall", "aliases": list(aliases[:12])},
        {"name": "other"},
    ]


def test_a_name_of_several_columns_is_told_part_by_part():
    rows = [([("Oban", ("An t-Òban",)), "harbour"], {}), (["Wick", "station"], {})]
    (offer,) = worded(rows=rows, entity=("town", "place")).offers([0, 1])

    assert json.loads(offer.context)["options"] == [
        {"name": ["Oban", "harbour"], "aliases": [["An t-Òban"], []]},
        {"name": ["Wick", "station"]},
    ]
    assert item(offer.question([Cell("a"), Cell("b")])) == {"name": ["a", "b"]}


def test_rows_are_offered_in_as_few_parts_as_24_kilobytes_each_allow():
    rows = [([(f"hall {number}", ("a" * 5000,))], {}) for number in range(9)]
    task = worded(rows=[*rows, ([("the long hall", ("a" * 30_000,))], {})])

    assert [offer.rows for offer in task.offers(range(10))] == [(0, 1, 2, 3), (4, 5, 6, 7), (8,), (9,)]
    assert [offer.rows for offer in task.offers([9, 0])] == [(9,), (0,)]


LONGEST = {
    "quotes": '"' * 100_000,
    "signs of four bytes": "\U00020000" * 100_000,
    "backslashes": "\\" * 100_000,
    "words": "word " * 20_000,
}


def tokens_sent(question):
    """Of the longest call that is made about a question, if all is ruled right."""
    requests = map(request_of, (question, *asked_if_right(question)))
    return max(tokens_in(each.system + each.user + json.dumps(each.schema)) for each in requests)


@pytest.mark.parametrize("text", LONGEST.values(), ids=LONGEST)
def test_whatever_an_answer_says_it_can_be_asked_and_no_call_passes_its_budget(text):
    """Of 24,000 bytes of options, a header's or a name's, and of a cell in parts, with links and a unit."""
    page = Column("page", CellType.URL)
    rows = [
        ([(f"hall {number}", ("a" * 2000,))], {"page": [f"https://{number}.org"]}) for number in range(30)
    ]
    task = worded(page, rows=rows)
    cells = [Cell(text, addresses=(text,) * 9), Cell("", items=(Cell(text),) * 99)]
    questions = [
        *(task.cell(0, "page", cell, "x" * 30) for cell in cells),
        *(offer.question([Cell(text)]) for offer in task.offers(range(30))),
        task.header([text] * 20, "page"),
    ]

    assert all(tokens_sent(question) <= TOKEN_BUDGET for question in questions)


def held(*values):
    """Rows in whose cells gold holds these."""
    return [([f"hall {place}"], {"town": [value]}) for place, value in enumerate(values)]


LONG = {
    "a cell's gold": lambda size: worded(TOWN, rows=held("x" * size)).cell(0, "town", Cell("y"), None),
    "what gold accepts": lambda size: worded(
        TOWN, rows=[(["hall"], {"town": ["x", *("é" * (size // 20) for _ in range(20))]})]
    ).cell(0, "town", Cell("y"), None),
    "a decoy": lambda size: worded(TOWN, rows=held("Oban", "x" * size)).cell(0, "town", Cell("y"), None),
    "a cell's description": lambda size: worded(
        Column("town", CellType.TEXT, '"' * size), rows=held("Oban")
    ).cell(0, "town", Cell("y"), None),
    "the question about a cell": lambda size: worded(TOWN, rows=held("Oban"), question="x" * size).cell(
        0, "town", Cell("y"), None
    ),
    "the question about a name": lambda size: (
        worded(rows=[(["hall"], {})], question="x" * size).offers([0])[0].question([Cell("y")])
    ),
    "an option": lambda size: worded(rows=[(["x" * size], {})]).offers([0])[0].question([Cell("y")]),
    "many headers": lambda size: worded(TOWN, rows=held("Oban")).header([""] * (size // 20), "town"),
    "a header's description": lambda size: worded(
        Column("town", CellType.TEXT, "x" * size), rows=held("Oban")
    ).header(["place"], "town"),
}


@pytest.mark.parametrize("part", LONG)
def test_what_is_too_long_for_a_call_is_no_question_and_only_that(part):
    """By all that is sent: the prompt, the names of the options and the form of the reply too."""
    short = bisect_left(range(100_000), 1, key=lambda size: LONG[part](size) is None) - 1

    assert 0.75 * TOKEN_BUDGET < tokens_sent(LONG[part](short)) <= TOKEN_BUDGET


def test_as_many_options_as_are_offered_at_once_leave_room_for_their_names_and_for_any_name():
    """Where they are short, and where the question is long: in more parts then, not in none."""
    rows = [([f"{number}"] * 3, {}) for number in range(2000)]
    entity = ("town", "street", "house")
    for length in (1, 10_000, 20_000):
        offers = worded(rows=rows, entity=entity, question="x" * length).offers(range(2000))
        for offer in offers:
            assert tokens_sent(offer.question([Cell("\0" * 301)] * 3)) <= TOKEN_BUDGET
        assert sum(len(offer.rows) for offer in offers) == 2000


@pytest.mark.parametrize(("more", "parts"), [(0, [(0, 1), (2,)]), (1, [(0,), (1, 2)])])
def test_a_part_of_an_offer_is_filled_to_the_last_byte(more, parts):
    """Of 24,000 bytes, of which each option takes 20 for its name."""
    frame = len('{"name":""}') + 20
    rows = [(["x" * (16_000 - frame + more)], {}), (["y" * (8_000 - frame)], {}), (["z" * 12_000], {})]

    assert [offer.rows for offer in worded(rows=rows).offers(range(3))] == parts
