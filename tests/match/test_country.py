"""`country` cells; the cases are in `tests/cases/country.jsonl`."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.conformance import cell_case
from atlas_grader.match.country import RULES
from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict

FILE = Path(__file__).parents[1] / "cases/country.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['answer']}" for case in CASES])
def test_a_cell_gets_the_verdict_of_a_careful_reader(case):
    column, gold, answer = cell_case(case)
    found = compile_cell(column, gold)(answer)

    assert found.verdict == case["verdict"], found


COLUMN = Column("country", CellType.COUNTRY)


def verdict(gold, answer):
    return RULES.compile(COLUMN, (gold,), ())(Cell(answer))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Niger", "Nigeria"), ("Guinea", "Guinea-Bissau"), ("Guinea", "Equatorial Guinea"),
     ("Sudan", "South Sudan"),
     ("Ireland", "Northern Ireland"), ("Dominica", "Dominican Republic"), ("North Korea", "South Korea"),
     ("Republic of the Congo", "Democratic Republic of the Congo"), ("Austria", "Australia"),
     ("Samoa", "American Samoa"), ("Slovakia", "Slovenia"), ("Mauritius", "Mauritania"), ("China", "Taiwan")],
)  # fmt: skip
def test_lookalikes_are_two_countries(one, other):
    assert verdict(one, other).reason is Reason.OTHER_VALUE
    assert verdict(other, one).reason is Reason.OTHER_VALUE


def test_a_code_that_two_schemes_give_to_two_countries_decides_nothing():
    # BRN is Brunei to ISO and Bahrain to the IOC
    assert verdict("Bahrain", "BRN").reason is Reason.AMBIGUOUS
    assert verdict("Brunei", "BRN").reason is Reason.AMBIGUOUS


def test_lower_case_words_are_no_codes():
    assert verdict("India", "in").verdict is Verdict.UNDECIDED


def test_an_unreadable_gold_decides_nothing():
    assert verdict("Ruritania", "Germany").verdict is Verdict.UNDECIDED


@given(st.text(max_size=80))
def test_no_cell_raises(text):
    cell = Cell(text)

    assert verdict("Germany", text).verdict in {Verdict.MATCH, Verdict.MISMATCH, Verdict.UNDECIDED}
    assert RULES.reads(COLUMN)(cell) in {True, False}
