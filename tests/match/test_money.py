"""`money` cells; the cases are in `tests/cases/money.jsonl`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.match.money import RULES
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import judging

verdict = judging("money")


def test_a_sign_that_no_reading_ties_to_the_column_is_left_open():
    assert verdict("EUR 5", "$5", currency="EUR").reason is Reason.UNKNOWN_CURRENCY
    assert verdict("5", "$5").reason is Reason.UNKNOWN_CURRENCY


def test_another_currency_is_never_converted():
    assert verdict("HKD 80", "US$80", currency="HKD").reason is Reason.CURRENCY


def test_a_price_for_a_period_needs_a_column_that_is_for_it():
    column = Column("monthly price", CellType.MONEY, currency="USD")

    assert RULES.compile(column, ("USD 20",), ())(Cell("$20/month")).verdict is Verdict.MATCH
    assert verdict("USD 20", "$20/month", currency="USD").verdict is Verdict.UNDECIDED
    assert verdict("USD 240", "$20/month", currency="USD").verdict is Verdict.UNDECIDED


@given(st.integers(min_value=1, max_value=10**12), st.sampled_from(["USD", "EUR", "JPY", "INR", "CHF"]))
def test_an_amount_matches_however_its_currency_is_placed(amount, code):
    for text in (
        f"{code} {amount:,}",
        f"{amount:,} {code}",
        f"{amount}{code}",
        f"{code}{amount}",
        f"{amount}",
    ):
        assert verdict(f"{code} {amount}", text, currency=code).verdict is Verdict.MATCH


@pytest.mark.parametrize("answer", ["$48-$50", "$48-$51", "$47-$49", "48€-50€"])
@pytest.mark.parametrize("gold", ["USD 48", "USD 48.50"])
def test_two_digits_behind_a_second_sign_are_no_cents(gold, answer):
    assert verdict(gold, answer, currency="USD").verdict is Verdict.MISMATCH


def test_a_count_of_things_is_no_price():
    assert verdict("USD 12", "12 people", currency="USD").verdict is Verdict.UNDECIDED
    assert verdict("USD 12", "12 (3 people)", currency="USD").verdict is Verdict.MATCH
