"""`percent` cells; the cases are in `tests/cases/percent.jsonl`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.match.percent import RULES
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import judging

verdict = judging("percent")
COLUMN = Column("value", CellType.PERCENT)


def test_a_bare_fraction_may_be_a_share_of_one():
    assert verdict("12%", "0.12").reason is Reason.AMBIGUOUS
    assert RULES.compile(COLUMN, ("12%",), ())(Cell("0.12", native=True)).reason is Reason.AMBIGUOUS
    assert RULES.compile(COLUMN, ("12%",), ())(Cell("12", native=True)).verdict is Verdict.MATCH


@given(st.integers(min_value=-10000, max_value=10000))
def test_basis_points_are_hundredths_of_a_percent(points):
    assert verdict(f"{points / 100:.2f}%", f"{points} bps").verdict is Verdict.MATCH


@pytest.mark.parametrize("answer", ["down 3.1%", "a decline of 3.1% in 2024", "3.1% decrease (y/y)"])
def test_a_fall_in_words_is_a_minus_that_may_be_left_out(answer):
    assert verdict("-3.1%", answer).verdict is Verdict.MATCH
    assert verdict("3.1%", answer).verdict is Verdict.UNDECIDED
    assert verdict("4%", answer).verdict is Verdict.MISMATCH


@pytest.mark.parametrize("answer", ["4.5%, down 0.2% from 2024", "4.5% (up 0.2% y/y)", "4.5%, up from 4.2%"])
def test_a_change_beside_the_value_is_a_note(answer):
    assert verdict("4.5%", answer).verdict is Verdict.MATCH
    assert verdict("0.2%", answer).verdict is not Verdict.MATCH


def test_a_count_of_things_is_no_share():
    assert verdict("12%", "12 seats").verdict is Verdict.UNDECIDED
    assert verdict("12%", "12 of the vote").verdict is Verdict.MATCH
