"""Amounts of money, which no decimal context of a caller moves."""

from datetime import date
from decimal import ROUND_DOWN, Context, Decimal, Inexact, localcontext

import pytest

from atlas_grader.judge.calls import Request, Usage
from atlas_grader.judge.prices import LongPrompt, Price, cost
from atlas_grader.judge.spending import Purse, estimate

REQUEST = Request("s" * 100, "u" * 198, {}, "n", 1000)
PRICE = Price(
    "m",
    date(2026, 11, 30),
    Decimal("1234.567890123457"),
    Decimal("9876.543210987653"),
    long=LongPrompt(10, Decimal("12.345678901237"), Decimal("1.000000000001")),
)
USAGE = Usage(123_456_789, completion=987_654_321)


def every_amount():
    """All that is ever reckoned of money, as texts."""
    purse = Purse(PRICE, Decimal("1e9"))
    reserved = [purse.reserve(REQUEST) for _ in range(3)]
    goes_on = purse.lose(reserved[0])
    purse.free(reserved[0])
    paid = purse.pay(USAGE)
    whole = estimate(7, [REQUEST] * 7, PRICE).times(3)
    refused = purse.reserve(Request("", "", {}, "n", 10**12))
    reckoned = (reserved, goes_on, paid, whole, refused, purse.why_not(whole), list(purse.lines(3)))
    return [*map(str, reckoned), str(purse.spent), str(purse._reserved), str(purse._lost_most)]


@pytest.mark.parametrize(
    "context",
    [
        Context(prec=1),
        Context(prec=4, rounding=ROUND_DOWN, capitals=0),
        Context(traps=[Inexact]),
        Context(Emin=-2, Emax=2, clamp=1),
    ],
    ids=["one digit", "four digits, rounded down", "no rounding", "no small numbers"],
)
def test_no_amount_depends_on_the_context_of_the_caller(context):
    expected = every_amount()
    with localcontext(context):
        found = every_amount()

    assert found == expected


def test_a_call_costs_every_digit_of_its_price():
    exact = (
        1234567890123457 * 12345678901237 * USAGE.prompt + 9876543210987653 * 1000000000001 * USAGE.completion
    )

    assert cost(USAGE, PRICE) == Decimal(exact).scaleb(-12 - 12 - 6, Context(prec=99))
