"""`list` cells; the cases are in `tests/cases/list.jsonl`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.match.ladder import compile_cell
from atlas_grader.match.listing import gold_items
from atlas_grader.tasks import CellType, Column, GoldCell, State
from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import judging

verdict = judging("list")


def test_a_json_list_is_already_cut():
    compiled = compile_cell(Column("cities", CellType.LIST), GoldCell(State.VALUE, "Lima; Cusco"))

    assert compiled(("Cusco", "Lima", None)).verdict is Verdict.MATCH
    assert compiled(("Lima",)).reason is Reason.MISSING_ITEM
    assert compiled(("Lima", "Cusco", "Puno")).reason is Reason.EXTRA_ITEM


def test_a_gold_item_is_never_cut():
    gold = ("Marks & Spencer", "Earth, Wind & Fire", "AC/DC")

    assert verdict(gold, "AC/DC, Earth, Wind & Fire and Marks and Spencer").verdict is Verdict.MATCH
    assert verdict(gold, "Marks & Spencer").reason is Reason.MISSING_ITEM


def test_a_repeated_item_is_one_too_many():
    assert verdict("Lima; Cusco", "Lima, Cusco, Lima").reason is Reason.EXTRA_ITEM


def test_the_order_counts_only_where_the_column_says_so():
    assert verdict("gold; silver", "silver, gold").verdict is Verdict.MATCH
    assert verdict("gold; silver", "silver, gold", ordered=True).reason is Reason.WRONG_ORDER
    assert verdict("gold; silver", "gold, then silver", ordered=True).verdict is Verdict.MATCH


def test_gold_reads_its_own_separators():
    assert gold_items("a, b; c") == ("a, b", "c")
    assert gold_items("a\nb, c") == ("a", "b, c")
    assert gold_items(("a; b", "")) == ("a; b",)


ITEMS = st.lists(st.text("abcdefgh", min_size=3, max_size=8), min_size=1, max_size=6, unique=True)


@given(ITEMS, st.sampled_from(["; ", ", ", "\n", " / ", " | ", "\n* "]))
def test_gold_matches_itself_however_it_is_strung_together(items, separator):
    assert verdict(tuple(items), separator.join(items)).verdict is Verdict.MATCH


@given(ITEMS.filter(lambda items: len(items) > 1))
def test_a_list_without_its_last_item_never_matches(items):
    assert verdict(tuple(items), ", ".join(items[:-1])).verdict is not Verdict.MATCH


HOSTILE = [", ", "a,", "a and ", "(", "/", "a;b,", "、", "Lima, ", "not ", "or ", "1. ", "*\n", "x"]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_cell_takes_no_time(piece):
    text = (piece * 4096)[:4096]

    assert verdict("Lima; Cusco; Puno", text).verdict is not Verdict.MATCH


@pytest.mark.parametrize(
    "answer",
    [
        "Angola, Zambia (with Botswana)",
        "Angola, Zambia [plus Botswana as observer]",
        "Angola, Zambia (Botswana)",
    ],
)
@pytest.mark.parametrize("item_type", [CellType.COUNTRY, CellType.TEXT])
def test_an_item_that_only_a_note_names_is_not_missing_for_sure(item_type, answer):
    gold = "Angola; Zambia; Botswana"

    assert verdict(gold, answer, item_type=item_type).verdict is Verdict.UNDECIDED
    assert verdict(gold, "Angola, Zambia (+ Botswana)", item_type=item_type).verdict is Verdict.MATCH
    assert verdict(gold, "Angola, Zambia (not Botswana)", item_type=item_type).reason is Reason.NEGATED


LONG = tuple(f"Item {number} of the list" for number in range(150))


@pytest.mark.parametrize(
    "text",
    [
        "=【`|>`(a)?.?&。]°&-)”+·=##【;；@.*^。#\n【/>、)°?>/+_）^\n-<\\【!.__““、；_）*$【,#-." * 40,
        "; ".join(f"Thing {number} of a list (note)" for number in range(120)),
        "Item, " * 680,
        "(a, b) " * 500,
    ],
)
def test_too_many_strange_items_are_left_open(text):
    assert verdict(LONG, text[:4096]).verdict is not Verdict.MATCH


def test_long_lists_with_a_note_on_each_item_are_still_read():
    assert (
        verdict(LONG, "; ".join(f"{item} (no. {place})" for place, item in enumerate(LONG))).verdict
        == "match"
    )


@pytest.mark.parametrize(
    ("items", "answer", "wanted"),
    [
        (("Chad", "Sudan"), "Chad, S. Sudan", "mismatch"),
        (("Chad", "South Sudan"), "Chad, S. Sudan", "match"),
        (("Chad", "South Sudan"), "S. Sudan; Chad", "match"),
        (("Japan", "South Korea"), "S. Korea, Japan", "match"),
        (("Japan", "South Korea"), "N. Korea, Japan", "mismatch"),
        (("DR Congo", "Saint Lucia"), "Dem. Rep. Congo, St. Lucia", "match"),
        (("DR Congo", "Saint Lucia"), "D. R. Congo, St. Lucia", "match"),
        (("Guinea", "Ireland"), "E. Guinea, Ireland", "undecided"),
        (("Samoa", "Chad"), "W. Samoa, Chad", "undecided"),
        (("Chad", "Sudan"), "1. Chad 2. S. Sudan", "mismatch"),
        (("Chad", "Sudan"), "a. Chad; b. Sudan", "match"),
        (("Chad", "Sudan"), "(a) Chad, (b) Sudan", "match"),
        (("Chad", "Sudan"), "i. Chad\nii. Sudan", "match"),
        (("Chad", "Sudan"), "S. Sudan\nC. Chad", "undecided"),
        (("Chad", "Mali", "Sudan"), "A. Chad\nB. Mali\nC. Sudan", "match"),
    ],
)
def test_an_initial_with_a_dot_is_part_of_a_country(items, answer, wanted):
    column = Column("countries", CellType.LIST, item_type=CellType.COUNTRY)

    assert compile_cell(column, GoldCell(State.VALUE, items))(answer).verdict.value == wanted


@pytest.mark.parametrize(
    "note",
    [
        "(with Helmut Heuberger)",
        "[Helmut Heuberger]",
        "(failed)",
        "= Heuberger",
        "(made up)",
        "(Al Gore)",
    ],
)
def test_a_note_that_names_or_denies_somebody_decides_nothing(note):
    column = Column("climbers", CellType.LIST, item_type=CellType.NAME)
    judge = compile_cell(column, GoldCell(State.VALUE, ("Herbert Tichy", "Pasang Dawa Lama")))

    assert judge("Herbert Tichy, Pasang Dawa Lama (Sherpa)").verdict is Verdict.MATCH
    assert judge(f"Herbert Tichy, Pasang Dawa Lama {note}").verdict is Verdict.UNDECIDED
    assert judge(f"Herbert Tichy {note}, Pasang Dawa Lama").verdict is Verdict.UNDECIDED
