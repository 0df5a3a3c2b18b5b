"""`number` cells; the cases are in `tests/cases/number.jsonl`."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.match.number import RULES
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import judging

verdict = judging("number")
COLUMN = Column("value", CellType.NUMBER)


@pytest.mark.parametrize(
    "answer", ["inf", "nan", "Founded 1998, 500 staff", "12km", "5%", "$5", "see 1999 report"]
)
def test_no_number_is_picked_out_of_prose_or_a_unit(answer):
    assert not RULES.reads(COLUMN)(Cell(answer))
    assert verdict("1998", answer).verdict is Verdict.UNDECIDED


def test_a_json_number_has_one_reading_only():
    matcher = RULES.compile(COLUMN, ("1234",), ())

    assert matcher(Cell("1.234")).verdict is Verdict.MATCH
    assert matcher(Cell("1.234", native=True)).verdict is Verdict.MISMATCH
    assert matcher(Cell("1234.0", native=True)).verdict is Verdict.MATCH
    assert matcher(Cell("true", native=True)).verdict is Verdict.UNDECIDED


def test_a_label_may_come_from_the_columns_own_words():
    column = Column("lighthouses", CellType.NUMBER)

    assert RULES.compile(column, ("12",), ())(Cell("12 lighthouses")).verdict is Verdict.MATCH
    assert RULES.compile(COLUMN, ("12",), ())(Cell("12 lighthouses")).verdict is Verdict.UNDECIDED


def test_any_accepted_alternative_is_enough():
    matcher = RULES.compile(COLUMN, ("12", "13"), ())

    assert matcher(Cell("13")).verdict is Verdict.MATCH
    assert matcher(Cell("12 or 13")).verdict is Verdict.MATCH
    assert matcher(Cell("12 or 14")).reason is Reason.SEVERAL_VALUES


@given(st.integers(min_value=-(10**15), max_value=10**15))
def test_an_integer_reads_in_every_grouping(number):
    matcher = RULES.compile(COLUMN, (str(number),), ())

    for text in (
        f"{number:,}",
        f"{number:,}".replace(",", "."),
        f"{number:,}".replace(",", " "),
        f"{number}.0",
    ):
        assert matcher(Cell(text)).verdict is Verdict.MATCH
    assert matcher(Cell(f"{number + 1:,}")).verdict is Verdict.MISMATCH


@given(st.decimals(min_value=-(10**9), max_value=10**9, places=2))
def test_gold_accepts_exactly_what_rounds_to_its_last_digit(number):
    matcher = RULES.compile(COLUMN, (str(number),), ())

    assert matcher(Cell(f"{number + Decimal('0.005')}")).verdict is Verdict.MATCH
    assert matcher(Cell(f"{number + Decimal('0.0051')}")).verdict is Verdict.MISMATCH
