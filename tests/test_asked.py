"""What a model is told of a task and of an answer, how much of it, and on what else a cell is tried."""

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.asked import LONGEST_SHOWN, AskedTask, foreign
from atlas_grader.compiled import CompiledTask
from atlas_grader.judge.believing import asked_if_right
from atlas_grader.judge.requests import TOKEN_BUDGET, request_of, tokens_in
from atlas_grader.questions import DECOYS
from atlas_grader.tasks import (
    CellType,
    Choice,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    NearMiss,
    Precision,
    State,
    Task,
    Tolerance,
)

CUT = " … [cut]"
TOWN = Column("town", CellType.TEXT)


def parts(entity):
    return tuple(EntityPart(*part) if isinstance(part, tuple) else EntityPart(part) for part in entity)


def asked(*columns, rows, near_misses=(), differs=lambda *told: True, entity=("name",), as_of=""):
    """A task as it is asked about; `rows` are entities, each with the right values of its cells by column."""
    names = tuple(Column(name, CellType.NAME) for name in entity)
    task = Task("t", "Which?", (*names, *columns), tuple(entity), as_of=as_of)
    gold = tuple(
        GoldRow(
            parts(its),
            {name: GoldCell(State.VALUE, values[0], tuple(values[1:])) for name, values in cells.items()},
        )
        for its, cells in rows
    )
    return AskedTask(task, Gold("t", gold, tuple(NearMiss(parts(its)) for its in near_misses)), differs)


def towns(*values, **settings):
    """A row for each town, which may be several that are right."""
    listed = [[value] if isinstance(value, str) else value for value in values]
    rows = [([f"hall {place}"], {"town": told}) for place, told in enumerate(listed)]
    return asked(TOWN, rows=rows, **settings)


def item(question):
    return json.loads(question.item)


def said(cell, column=TOWN, header=None):
    """What is told of a cell beside what gold holds."""
    task = asked(column, rows=[(["hall"], {column.name: ["x"]})])
    told = item(task.cell(0, column.name, cell, header))
    del told["gold"]
    return told


def decoys(question):
    return [json.loads(decoy) for decoy in question.decoys]


def tried_on(question):
    return [decoy["gold"] for decoy in decoys(question)]


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
    task = asked(column, rows=[(["hall"], {"worth": ["1"]})], as_of="2026-11-30")

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
        asked(column, rows=[(["hall"], {"worth": ["1"]})]).cell(0, "worth", Cell("2"), None).context
    )

    assert context["column"] == {"name": "worth", "type": "number", "relative_tolerance": "0.02"}


def test_no_more_than_60_choices_and_20_accepted_values_are_told():
    column = Column("town", CellType.ENUM, choices=tuple(Choice(f"choice {n}") for n in range(70)))
    values = [f"value {n}" for n in range(30)]
    question = asked(column, rows=[(["hall"], {"town": values})]).cell(0, "town", Cell("x"), None)

    assert json.loads(question.context)["column"]["choices"] == [f"choice {n}" for n in range(60)]
    assert item(question) == {"gold": values[0], "accepted": values[1:21], "cell": "x"}


# What is told of an answer


@pytest.mark.parametrize("length", [LONGEST_SHOWN, LONGEST_SHOWN + 1])
def test_a_long_cell_and_a_long_header_are_cut_and_that_is_told(length):
    text = "x" * length
    shown = text if length == LONGEST_SHOWN else text[:-1] + CUT

    assert said(Cell(text)) == {"cell": shown}
    assert said(Cell("y"), header=text) == {"cell": "y", "header": shown}


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
    (offer,) = asked(rows=[([("hall", aliases)], {}), (["other"], {})]).offers([0, 1])

    assert item(offer.question([Cell("x" * 301)])) == {"name": "x" * 300 + CUT}
    assert json.loads(offer.context)["options"] == [
        {"name": "hall", "aliases": list(aliases[:12])},
        {"name": "other"},
    ]


def test_a_name_of_several_columns_is_told_part_by_part():
    rows = [([("Oban", ("An t-Òban",)), "harbour"], {}), (["Wick", "station"], {})]
    (offer,) = asked(rows=rows, entity=("town", "place")).offers([0, 1])

    assert json.loads(offer.context)["options"] == [
        {"name": ["Oban", "harbour"], "aliases": [["An t-Òban"], []]},
        {"name": ["Wick", "station"]},
    ]
    assert item(offer.question([Cell("a"), Cell("b")])) == {"name": ["a", "b"]}


def test_rows_are_offered_in_as_few_parts_as_24_kilobytes_each_allow():
    rows = [([(f"hall {number}", ("a" * 5000,))], {}) for number in range(9)]
    task = asked(rows=[*rows, ([("the long hall", ("a" * 30_000,))], {})])

    assert [offer.rows for offer in task.offers(range(10))] == [(0, 1, 2, 3), (4, 5, 6, 7), (8,), (9,)]
    assert [offer.rows for offer in task.offers([9, 0])] == [(9,), (0,)]


def test_names_stand_among_six_that_gold_knows_and_does_not_offer_other_rows_first():
    rows = [([(f"hall {number}", ("alias",))], {}) for number in range(4)]
    misses = [[f"miss {number}"] for number in range(7)]
    (offer,) = asked(rows=rows, near_misses=misses).offers([0, 2])

    assert [json.loads(stranger) for stranger in offer.strangers] == [
        {"name": "hall 1", "aliases": ["alias"]},
        {"name": "hall 3", "aliases": ["alias"]},
        *({"name": f"miss {number}"} for number in range(4)),
    ]
    assert offer.question([Cell("a")]).decoys == offer.strangers


def test_what_stands_as_accepted_beside_a_decoy_means_the_same_as_it():
    """Or a text that is right where the list means one thing would be right beside gold alone."""
    held = [["Aurland", "Aurlandsvangen", "Aurlands"], ["Oban", "An t-Òban"], ["Bath"], ["Wick", "Wick."]]
    task = asked(TOWN, rows=[([f"hall {number}"], {"town": towns}) for number, towns in enumerate(held)])
    decoys = map(json.loads, task.cell(0, "town", Cell("the village"), None).decoys)

    assert {told["gold"]: told["accepted"] for told in decoys} == {
        "Oban": ["An t-Òban", "OBAN"],
        "Bath": ["BATH", "bath"],
        "Wick": ["Wick.", "WICK"],
    }


def test_rows_that_hold_the_same_are_asked_about_alike():
    """Decoys are no part of a question's key: equal questions must have the same."""
    rows = [
        ([f"hall {number}"], {"town": [town]}) for number, town in enumerate(["Oban", "Bath", "Oban", "Wick"])
    ]
    task = asked(TOWN, rows=rows)
    first, second = (task.cell(row, "town", Cell("the harbour"), None) for row in (0, 2))

    assert first == second


LONGEST = {
    "quotes": '"' * 100_000,
    "signs of four bytes": "\U00020000" * 100_000,
    "backslashes": "\\" * 100_000,
    "words": "word " * 20_000,
}


@pytest.mark.parametrize("text", LONGEST.values(), ids=LONGEST)
def test_whatever_an_answer_says_no_call_passes_its_budget(text):
    """Of 24,000 bytes of options, a header's or a name's, and of a cell in parts, with addresses."""
    page = Column("page", CellType.URL)
    rows = [
        ([(f"hall {number}", ("a" * 2000,))], {"page": [f"https://{number}.org"]}) for number in range(30)
    ]
    task = asked(page, rows=rows)
    cells = [Cell(text, addresses=(text,) * 9), Cell("", items=(Cell(text),) * 99)]
    headers = next(text for text in ([text] * many for many in range(99, 0, -1)) if task.may_offer(text))
    questions = [
        *(task.cell(0, "page", cell, text) for cell in cells),
        *(offer.question([Cell(text)] * 3) for offer in task.offers(range(30))),
        task.header(headers, "page"),
    ]

    assert len(headers) > 20
    assert not task.may_offer([text] * 200)
    for question in questions:
        for variant in (question, *asked_if_right(question)):
            assert tokens_in(request_of(variant).user) <= TOKEN_BUDGET


# What a cell is tried on


def test_a_cell_is_tried_on_what_gold_holds_elsewhere_in_its_column_and_its_text_chooses_of_what():
    task = towns("Aurland", "Oban", "Lerwick", "Tiverton", "Hawick", "Stromness")
    chosen = [tuple(tried_on(task.cell(0, "town", Cell(f"x{number}"), None))) for number in range(60)]

    assert {len(set(three)) for three in chosen} == {DECOYS}
    assert {town for three in chosen for town in three} == {
        "Oban",
        "Lerwick",
        "Tiverton",
        "Hawick",
        "Stromness",
    }
    assert len(set(chosen)) == 5  # wherever it begins
    again = towns("Aurland", "Oban", "Lerwick", "Tiverton", "Hawick", "Stromness")
    assert chosen == [tuple(tried_on(again.cell(0, "town", Cell(f"x{n}"), None))) for n in range(60)]


def test_what_may_be_right_is_no_decoy():
    """Neither what the matchers do not call wrong, nor what may be the same in other words."""
    values = ["Aurland", "Aurlands", "Oban", "Wick", "Bath"]
    task = towns(*values, differs=lambda row, column, value: value != "Wick")
    found = {town for n in range(30) for town in tried_on(task.cell(0, "town", Cell(f"x{n}"), None))}

    assert found == {"Oban", "Bath", foreign(0)}


def test_another_wording_of_what_gold_accepts_is_no_decoy_either():
    task = towns(["Aurland", "Vangen"], "Vangens", "Oban")

    assert tried_on(task.cell(0, "town", Cell("x"), None)) == ["Oban", foreign(0), foreign(1)]


def test_values_that_are_no_words_are_not_alike_for_their_digits():
    year = Column("year", CellType.NUMBER)
    rows = [([f"hall {number}"], {"year": [f"199{number}"]}) for number in range(4)]
    task = asked(year, rows=rows)

    assert sorted(tried_on(task.cell(0, "year", Cell("x"), None))) == ["1991", "1992", "1993"]


def test_where_a_column_holds_little_else_the_rest_of_the_row_will_do_and_then_what_is_foreign():
    columns = [TOWN, Column("seat", CellType.TEXT), Column("year", CellType.NUMBER)]
    row = {"town": ["Aurland"], "seat": ["Aurlands"], "year": ["1999"]}
    task = asked(*columns, rows=[(["hall"], row), (["other"], {**row, "town": ["Oban"]})])

    assert tried_on(task.cell(0, "town", Cell("x"), None)) == ["Oban", "1999", foreign(0)]


@pytest.mark.parametrize(
    ("column", "gold", "others"),
    [
        (Column("lit", CellType.BOOLEAN), "true", {"false", foreign(0), foreign(1)}),
        (
            Column("form", CellType.ENUM, choices=tuple(map(Choice, ("round", "square", "oval")))),
            "round",
            {"square", "oval", foreign(0)},
        ),
    ],
    ids=["boolean", "enum"],
)
def test_what_else_a_column_can_hold_is_a_decoy_though_no_row_holds_it(column, gold, others):
    rows = [([f"hall {number}"], {column.name: [gold]}) for number in range(2)]
    task = asked(column, rows=rows, differs=lambda row, column, value: value != gold)

    assert set(tried_on(task.cell(0, column.name, Cell("x"), None))) == others


@given(st.integers(0, 25), st.integers(1, 40), st.text(max_size=5))
def test_a_decoy_has_the_form_of_what_it_stands_for_and_nothing_twice(accepted, others, text):
    values = ["Aurland", *(f"spelling {number}" for number in range(accepted))]
    task = towns(values, *(f"{number}" * 9 for number in range(others)))
    question = task.cell(0, "town", Cell(text), None)

    told = [[decoy["gold"], *decoy.get("accepted", [])] for decoy in decoys(question)]
    assert [len(each) for each in told] == [len({"gold", *item(question).get("accepted", [])})] * DECOYS
    assert {"Aurland"}.isdisjoint(value for each in told for value in each)
    assert len({decoy[0] for decoy in told}) == DECOYS


def test_no_more_than_12_values_are_compared_for_a_cell():
    compared = []

    def differs(row, column, value):
        compared.append(value)
        return True

    task = towns(*(f"{number}" * 9 for number in range(50)), differs=differs)
    for text in ("x", "y"):
        task.cell(0, "town", Cell(text), None)

    assert len(compared) == 12


def test_in_a_task_a_value_that_a_matcher_takes_for_gold_is_no_decoy():
    year = Column("opened", CellType.DATE)
    rows = tuple(
        GoldRow((EntityPart(f"hall {number}"),), {"opened": GoldCell(State.VALUE, day)})
        for number, day in enumerate(["1999-12-31", "31 December 1999", "2001-02-03"])
    )
    task = Task("t", "Which?", (Column("name", CellType.NAME), year), ("name",))

    question = CompiledTask(task, Gold("t", rows)).asked.cell(0, "opened", Cell("x"), None)
    assert tried_on(question) == ["2001-02-03", foreign(0), foreign(1)]
