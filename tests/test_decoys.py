"""On what else a cell is tried, and among whom a name is looked for."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.compiled import CompiledTask
from atlas_grader.decoys import foreign
from atlas_grader.questions import DECOYS
from atlas_grader.tasks import (
    CellType,
    Choice,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    State,
    Task,
)
from tests.worded import TOWN, decoys, item, towns, tried_on, worded

# Other values beside a cell


def test_what_stands_as_accepted_beside_a_decoy_means_the_same_as_it():
    """Or a text that is right where the list means one thing would be right beside gold alone."""
    held = [["Aurland", "Aurlandsvangen", "Aurlands"], ["Oban", "An t-Òban"], ["Bath"], ["Wick", "Wick."]]
    task = worded(TOWN, rows=[([f"hall {number}"], {"town": towns}) for number, towns in enumerate(held)])
    decoys = map(json.loads, task.cell(0, "town", Cell("the village"), None).decoys)

    assert {told["gold"]: told["accepted"] for told in decoys} == {
        "Oban": ["An t-Òban", "OBAN"],
        "Bath": ["BATH", "bath"],
        "Wick": ["Wick.", "WICK"],
    }


def test_what_stands_as_accepted_beside_a_decoy_is_certainly_not_right_either():
    """Or an honest cell would be taken for what it is tried on as well."""
    held = [["Aurland"], ["Oban", "Aurland", "Aurlands", "Wick", "An t-Òban"], ["Bath"], ["Hawick"]]
    task = towns(*held, differs=lambda value: value != "Wick")
    found = {told["gold"]: told for told in decoys(task.cell(0, "town", Cell("the village"), None))}
    assert "accepted" not in found["Oban"]

    for gold in (["Aurland", "Aurlandsvangen"], ["Aurland", "Flåm", "Gudvangen"]):
        task = towns(gold, *held[1:], differs=lambda value: value != "Wick")
        found = {told["gold"]: told for told in decoys(task.cell(0, "town", Cell("the village"), None))}
        assert found["Oban"]["accepted"] == ["An t-Òban", "OBAN"][: len(gold) - 1]


def test_no_decoy_is_listed_as_accepted_beside_itself():
    task = towns(["Aurland", "Vangen", "Flåm"], "OBAN", "bath", "Wick")
    found = {told["gold"]: told["accepted"] for told in decoys(task.cell(0, "town", Cell("x"), None))}

    assert found == {"OBAN": ["oban", "OBAN."], "bath": ["BATH", "bath."], "Wick": ["WICK", "wick"]}


def test_rows_that_hold_the_same_are_asked_about_alike():
    """Decoys are no part of a question's key: equal questions must have the same."""
    rows = [
        ([f"hall {number}"], {"town": [town]}) for number, town in enumerate(["Oban", "Bath", "Oban", "Wick"])
    ]
    task = worded(TOWN, rows=rows)
    first, second = (task.cell(row, "town", Cell("the harbour"), None) for row in (0, 2))

    assert first == second


TOWNS = ["Aurland", "Oban", "Bath", "Wick", "Hawick"]
MANY = st.lists(st.sampled_from(TOWNS), max_size=30)


@given(st.lists(st.tuples(st.sampled_from(TOWNS), MANY), min_size=2, max_size=6), st.integers(0, 25))
def test_equal_questions_about_cells_have_equal_decoys(held, spellings):
    """Also where gold accepts more than is told, and where the rest of a row says another year."""
    day = Column("day", CellType.TEXT)
    same = [f"spelling {number}" for number in range(spellings)]
    rows = tuple(
        GoldRow(
            (EntityPart(f"hall of {1990 + number}"),),
            {
                "town": GoldCell(State.VALUE, town, (*same, *more)),
                "day": GoldCell(State.VALUE, town * number),
            },
        )
        for number, (town, more) in enumerate(held)
    )
    task = Task("t", "Which?", (Column("name", CellType.NAME), TOWN, day), ("name",))
    wording = CompiledTask(task, Gold("t", rows)).wording
    questions = [wording.cell(row, "town", Cell("the village"), None) for row in range(len(rows))]

    assert len({question.key("") for question in questions}) == len(set(questions))


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
    """Neither what the matchers do not call wrong and words do not tell apart, nor another wording."""
    values = ["Aurland", "Aurlands", "Oban", "Lower Aurland", "Bath"]
    task = towns(*values, differs=lambda value: value != "Lower Aurland")
    found = {town for n in range(30) for town in tried_on(task.cell(0, "town", Cell(f"x{n}"), None))}

    assert found == {"Oban", "Bath", foreign(0)}


def test_another_wording_of_what_gold_accepts_is_no_decoy_either():
    task = towns(["Aurland", "Vangen"], "Vangens", "Oban")

    assert tried_on(task.cell(0, "town", Cell("x"), None)) == ["Oban", foreign(0), foreign(1)]


def test_what_is_right_where_the_same_is_told_is_no_decoy():
    """Of more than 20 accepted values the rest is not told: the key is that of the row without them."""
    same = ["Aurland", *(f"spelling {number}" for number in range(20))]
    task = towns([*same, "Oban"], same, "Oban", "Bath")
    first, second = (task.cell(row, "town", Cell("x"), None) for row in (0, 1))

    assert tried_on(first) == tried_on(second) == ["Bath", foreign(0), foreign(1)]


def test_values_that_are_alike_by_more_than_60_in_100_may_be_two_wordings():
    task = towns("Aurland", "Vangsland", "Gotland", "Oban")  # 62.5 and 57.1

    assert sorted(tried_on(task.cell(0, "town", Cell("x"), None))) == ["Gotland", "Oban", foreign(0)]


def test_values_that_are_no_words_are_not_alike_for_their_digits():
    year = Column("year", CellType.NUMBER)
    rows = [([f"hall {number}"], {"year": [f"199{number}"]}) for number in range(4)]
    task = worded(year, rows=rows)

    assert sorted(tried_on(task.cell(0, "year", Cell("x"), None))) == ["1991", "1992", "1993"]


def test_where_a_column_holds_little_else_the_rest_of_the_row_will_do_and_then_what_is_foreign():
    columns = [TOWN, Column("seat", CellType.TEXT), Column("year", CellType.NUMBER)]
    row = {"town": ["Aurland"], "seat": ["Aurlands"], "year": ["1999"]}
    task = worded(*columns, rows=[(["hall"], row), (["other"], {**row, "town": ["Oban"]})])

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
    task = worded(column, rows=rows, differs=lambda value: value != gold)

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


CREW = Column("crew", CellType.LIST, item_type=CellType.NAME)
CREWS = [("Anna Berg", "Tom Wood"), ("Ivo Lindqvist",), ("Mei Tanaka", "Ruth Ashby"), ("Omar Haddad",)]


def tried_on_crews(row, *crews, column=CREW):
    """On which crews that of a row is tried; whether they differ, the matchers say."""
    rows = tuple(
        GoldRow(
            (EntityPart(f"ship {number}"),),
            {"crew": GoldCell(State.VALUE, crew), "year": GoldCell(State.VALUE, f"199{number}")},
        )
        for number, crew in enumerate(crews)
    )
    columns = (Column("name", CellType.NAME), column, Column("year", CellType.NUMBER))
    wording = CompiledTask(Task("t", "Who sailed?", columns, ("name",)), Gold("t", rows)).wording
    return [
        value for value in tried_on(wording.cell(row, "crew", Cell("x"), None)) if isinstance(value, list)
    ]


def test_what_matchers_leave_undecided_is_a_decoy_where_it_shares_nothing_with_what_is_right():
    """No matcher says that one list of people is not another: years would stand for people."""
    for row, crew in enumerate(CREWS):
        assert set(map(tuple, tried_on_crews(row, *CREWS))) == {*CREWS} - {crew}


def test_what_is_certainly_different_is_a_decoy_before_what_shares_nothing():
    sure = ["Oban", "Bath"]
    task = towns("Aurland", "Lerwick", "Tiverton", "Stromness", *sure, differs=sure.__contains__)
    found = [tried_on(task.cell(0, "town", Cell(f"x{number}"), None)) for number in range(60)]

    assert {frozenset(three[:2]) for three in found} == {frozenset(sure)}
    assert {three[2] for three in found} == {"Lerwick", "Tiverton", "Stromness"}


@pytest.mark.parametrize(
    ("right", "other"),
    [
        (["Aurland"], "the village in Aurland parish"),
        (["the village in Aurland parish"], "Aurland"),
        (["Old Mint"], "the weir of old Seville"),
        (["Oban", "the port of Leith"], "Leithside Quarter"),
        (["Leithside Quarter"], "the port of Leith"),
        (["Łódź Fabryczna"], "the main halt, LODZ"),
        (["Sankt Peterburg"], "Санкт-Петербург"),
        (["上海博物馆"], "海南省府"),
        (["International Business Machines"], "IBM"),
        (["PwC"], "PricewaterhouseCoopers"),
        (["1st"], "First"),
        (["First"], "1st"),
        (["three towers, 1952"], "built 1952"),
        (["Aurland"], "Lauriland"),
    ],
)
def test_what_shares_a_word_or_may_be_another_form_of_one_is_no_decoy(right, other):
    task = towns(right, other, differs=lambda value: False)

    assert other not in tried_on(task.cell(0, "town", Cell("x"), None))


@pytest.mark.parametrize(
    ("right", "other"),
    [
        (["Çorlu", "Corlu"], "Muğla"),
        (["Çorlu", "Corlu"], "Avignon or Ghent"),
        (["Court 4"], "Hall 14"),
        (["서울"], "부산"),
        (["東京", "Tokyo"], "Nagasaki"),
    ],
)
def test_what_shares_no_more_than_letters_with_what_is_right_is_a_decoy(right, other):
    task = towns(right, other, differs=lambda value: False)

    assert tried_on(task.cell(0, "town", Cell("x"), None))[0] == other


@pytest.mark.parametrize(
    "other", [("Ivo Lindqvist", "Tom Wood"), ("Ivo Lindqvist", "Tomm Woodt"), ("T. Wood",)]
)
def test_lists_that_may_share_an_item_are_no_decoys_of_each_other(other):
    assert tried_on_crews(0, CREWS[0], other) == []


def test_of_lists_of_what_is_no_words_matchers_know_which_differ():
    """One country, or one day, has spellings that share nothing."""
    countries = Column("crew", CellType.LIST, item_type=CellType.COUNTRY)

    assert tried_on_crews(0, ("Netherlands",), ("Holland",), ("Chile",), column=countries) == [["Chile"]]


def test_what_gold_accepts_beside_a_decoy_must_share_nothing_either():
    task = towns("Aurland", ["Vangen", "Aurlandsvangen"], "Oban", differs=lambda value: False)

    assert tried_on(task.cell(0, "town", Cell("x"), None)) == ["Oban", foreign(0), foreign(1)]


def test_no_more_than_12_values_are_compared_for_a_cell():
    compared = []

    def differs(value):
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

    question = CompiledTask(task, Gold("t", rows)).wording.cell(0, "opened", Cell("x"), None)
    assert tried_on(question) == ["2001-02-03", foreign(0), foreign(1)]


# Strangers beside a name


def test_names_stand_among_six_that_gold_knows_and_does_not_offer_other_rows_first():
    rows = [([(f"hall {number}", ("alias",))], {}) for number in range(4)]
    misses = [[f"miss {number}"] for number in range(7)]
    (offer,) = worded(rows=rows, near_misses=misses).offers([0, 2])

    assert [json.loads(stranger) for stranger in offer.strangers] == [
        {"name": "hall 1", "aliases": ["alias"]},
        {"name": "hall 3", "aliases": ["alias"]},
        *({"name": f"miss {number}"} for number in range(4)),
    ]
    assert offer.question([Cell("a")]).decoys == offer.strangers


def test_strangers_follow_from_the_part_of_an_offer_that_a_question_tells():
    """Whatever else is offered, and whoever bears the names that are told: the key is the same."""
    rows = [([(f"hall {number}", ("a" * 3_000,))], {}) for number in range(20)]
    twins = [([("the twin hall", tuple(f"alias {number}" for number in range(12)))], {})] * 2
    task = worded(rows=[*twins, *rows], near_misses=[["the near hall"]])
    whole = task.offers(range(22))
    parts = [task.offers(offer.rows)[0] for offer in whole]

    assert len(whole) > 1
    assert parts == whole
    (first,), (second,) = task.offers([0]), task.offers([1])
    assert (first.context, first.strangers) == (second.context, second.strangers)
    assert not {json.dumps(option) for option in json.loads(first.context)["options"]} & {
        json.dumps(json.loads(stranger)) for stranger in first.strangers
    }


def test_where_gold_knows_no_others_or_long_ones_strangers_are_foreign_and_of_the_same_form():
    rows = [(["Oban", "harbour"], {}), (["x" * 500, "station"], {})]
    (offer,) = worded(rows=rows, entity=("town", "place")).offers([0])

    assert [json.loads(stranger) for stranger in offer.strangers] == [
        {"name": [foreign(number)] * 2} for number in range(6)
    ]
