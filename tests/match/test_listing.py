"""`list` cells; the cases are in `tests/cases/list.jsonl`."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.conformance import cell_case
from atlas_grader.match.ladder import compile_cell
from atlas_grader.match.listing import RULES, gold_items
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict

FILE = Path(__file__).parents[1] / "cases/list.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['answer']}" for case in CASES])
def test_a_cell_gets_the_verdict_of_a_careful_reader(case):
    column, gold, answer = cell_case(case)
    found = compile_cell(column, gold)(answer)

    assert found.verdict == case["verdict"], found


COLUMN = Column("cities", CellType.LIST)


def verdict(gold, answer, column=COLUMN):
    return RULES.compile(column, (gold,), ())(Cell(answer))


def test_a_json_list_is_already_cut():
    compiled = compile_cell(COLUMN, cell_case({"kind": "list", "gold": "Lima; Cusco", "answer": ""})[1])

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
    ordered = Column("medals", CellType.LIST, ordered=True)

    assert verdict("gold; silver", "silver, gold").verdict is Verdict.MATCH
    assert verdict("gold; silver", "silver, gold", ordered).reason is Reason.WRONG_ORDER
    assert verdict("gold; silver", "gold, then silver", ordered).verdict is Verdict.MATCH


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


@given(st.text(max_size=120))
def test_no_cell_raises(text):
    assert verdict("Lima; Cusco", text).verdict in {Verdict.MATCH, Verdict.MISMATCH, Verdict.UNDECIDED}
    assert RULES.reads(COLUMN)(Cell(text)) in {True, False}


HOSTILE = [", ", "a,", "a and ", "(", "/", "a;b,", "、", "Lima, ", "not ", "or ", "1. ", "*\n", "x"]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_cell_takes_no_time(piece):
    text = (piece * 4096)[:4096]
    started = time.perf_counter()
    verdict("Lima; Cusco; Puno", text)

    assert time.perf_counter() - started < 0.5
