"""What holds for every column type: its cases (`tests/cases`), its own gold, any text at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.cleaning import marks_used
from atlas_grader.folding import fold_characters
from atlas_grader.match.cleaner import Cleaner
from atlas_grader.match.ladder import ValueMatcher, compile_cell
from atlas_grader.match.registry import rules_of
from atlas_grader.tasks import CellType, Choice, Column
from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import cases, cell_case, judging

NUMBERS = ["number", "percent", "money", "quantity", "duration"]
READABLE = [*NUMBERS, "date", "url", "coordinates", "identifier"]
WORDED = ["boolean", "enum", "country", "language", "currency", "list", "text", "name"]

# The other types meet texts of their own in their tests.
COLUMNS_AND_GOLD = [
    (Column("member", CellType.BOOLEAN), "Yes"),
    (
        Column("level", CellType.ENUM, choices=(Choice("Low"), Choice("Medium"), Choice("High", (), "H"))),
        "Low",
    ),
    (Column("country", CellType.COUNTRY), "Germany"),
    (Column("language", CellType.LANGUAGE), "German"),
    (Column("currency", CellType.CURRENCY), "USD"),
    (Column("cities", CellType.LIST), "Lima; Cusco"),
]
UNREADABLE = {
    **dict.fromkeys(NUMBERS, ("as many as it takes", "5")),
    "date": ("the year of the flood", "1953"),
    "coordinates": ("Tokyo Tower", "35.6586, 139.7454"),
    "boolean": ("in part", "yes"),
    "country": ("Ruritania", "Germany"),
}


def named(found, field):
    return [pytest.param(case, id=f"{case['id']} {case[field]}") for case in found]


@pytest.mark.parametrize("case", named(cases(*READABLE, *WORDED, "blank"), "answer"))
def test_a_cell_gets_the_verdict_of_a_careful_reader(case):
    column, gold, answer = cell_case(case)
    found = compile_cell(column, gold)(answer)

    assert found.verdict == case["verdict"], found
    assert found.reason == case.get("reason", found.reason), found


@pytest.mark.parametrize("case", named(cases(*READABLE), "gold"))
def test_a_column_reads_its_own_gold(case):
    column, gold, _ = cell_case(case)

    assert rules_of(column.type).reads(column)(Cell(fold_characters(gold.value)))


@pytest.mark.parametrize("kind", [*READABLE, *WORDED])
def test_the_quick_way_to_judge_a_plain_cell_decides_as_the_careful_one(kind):
    told = []
    for case in cases(kind):
        column, gold, answer = cell_case(case)
        cell, is_plain = Cleaner(column, marks_used(column, gold.values)).cleaned(answer)
        if is_plain:
            judge = ValueMatcher(column, gold.values)
            told.append((case["id"], judge.decide_plain(cell), judge(cell)))

    assert told
    assert not [case for case, quick, careful in told if quick != careful]


def test_every_case_of_numbers_tells_its_reason():
    assert all(case["reason"] in set(Reason) for case in cases(*NUMBERS))


@pytest.mark.parametrize("kind", UNREADABLE)
def test_an_unreadable_gold_matches_by_equality_only(kind):
    found = judging(kind)(*UNREADABLE[kind])

    assert (found.verdict, found.reason) == (Verdict.UNDECIDED, Reason.UNREADABLE)


@pytest.mark.parametrize(("column", "gold"), COLUMNS_AND_GOLD, ids=[c.name for c, _ in COLUMNS_AND_GOLD])
@given(text=st.text(max_size=120))
def test_no_text_raises(column, gold, text):
    rules, cell = rules_of(column.type), Cell(fold_characters(text))

    assert rules.compile(column, (gold,), ())(cell).verdict in set(Verdict)
    assert rules.reads(column)(cell) in {True, False}
