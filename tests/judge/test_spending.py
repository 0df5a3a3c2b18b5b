"""What asking may cost and did cost, in counts and in words."""

import re
from dataclasses import replace
from datetime import date
from decimal import ROUND_UP, Decimal

import pytest

from atlas_grader.judge.calls import Request, Usage
from atlas_grader.judge.prices import LongPrompt, Price
from atlas_grader.judge.spending import Purse, estimate

DAY = date(2026, 11, 30)
PRICE = Price("m", DAY, Decimal(1), Decimal(10), Decimal("0.5"), Decimal(2))
REQUEST = Request("s" * 100, "u" * 198, {}, "n", 1000)  # 300 bytes with the schema, and 200 tokens around


@pytest.mark.parametrize(
    ("price", "most"),
    [
        (PRICE, "0.011"),  # 500 written at 2, 1000 said at 10, of a million each
        (Price("m", DAY, Decimal(1), Decimal(10)), "0.0105"),  # where nobody tells what writing costs
        (Price("m", DAY, Decimal(3), Decimal(10), written=Decimal(2)), "0.0115"),  # where reading costs more
    ],
)
def test_a_call_may_cost_what_the_dearer_way_to_bill_it_does(price, most):
    assert Purse(price, Decimal(1)).reserve(REQUEST) == Decimal(most)


def test_under_a_cap_a_model_without_a_price_may_spend_nothing_and_without_a_cap_all_may():
    assert Purse(None, Decimal(1)).reserve(REQUEST) is None
    assert Purse(None).reserve(REQUEST) == 0


def test_what_is_reserved_is_no_more_than_is_left_and_is_left_again_once_the_call_is_over():
    purse = Purse(PRICE, Decimal("0.025"))
    first, second = purse.reserve(REQUEST), purse.reserve(REQUEST)

    assert first == second == Decimal("0.011")
    assert purse.reserve(REQUEST) is None
    purse.free(first)
    purse.pay(Usage(completion=300))
    assert purse.reserve(REQUEST) == first


def paid(price, *usages):
    purse = Purse(price)
    for usage in usages:
        purse.pay(usage)
    return purse


USED = Usage(2000, 1500, 100, 70, 50)  # 400 · 1 + 1500 · 0.5 + 100 · 2 + 70 · 10 = 2050, of a million


@pytest.mark.parametrize(
    ("purse", "systems", "lines"),
    [
        (
            paid(PRICE, USED, USED),
            1,
            ["judge: 2 calls", "tokens: 4,000 in (3,000 of them cached), 140 out (100 of them reasoning)"],
        ),
        (paid(PRICE, USED, USED), 2, ["cost: $0.0041, on average $0.0021 a system"]),
        (paid(PRICE, USED), 1, ["judge: 1 call", "cost: $0.0021"]),
        (paid(PRICE, USED, None), 2, ["judge: 2 calls", "cost: unknown for 1 call; $0.0021 for the others"]),
        (paid(PRICE, None, None), 1, ["cost: unknown for 2 calls"]),
        (paid(None, USED), 1, ["cost: unknown for 1 call"]),
    ],
)
def test_what_was_spent_is_told_in_calls_tokens_and_dollars(purse, systems, lines):
    assert set(lines) <= set(purse.lines(systems))


def test_an_estimate_counts_a_reply_for_each_call():
    one, two = estimate(1, [REQUEST], PRICE), estimate(2, [REQUEST, REQUEST], PRICE)

    assert (one.calls, two.calls, two.questions) == (1, 2, 2)
    assert two.usage.completion == 2 * one.usage.completion
    assert two.usage.prompt == pytest.approx(2 * one.usage.prompt, abs=1)
    assert two.cost == (two.usage.prompt + two.usage.completion * 10) * Decimal("0.000001")


def test_an_estimate_prices_each_call_by_its_own_length():
    """A sum of short prompts is no long one, and a long one among them is dear."""
    dear = replace(PRICE, long=LongPrompt(1000, Decimal(2), Decimal(3)))
    long = replace(REQUEST, user="u" * 10_000)
    one, many, mixed = (estimate(1, asked, dear) for asked in ([REQUEST], [REQUEST] * 50, [REQUEST, long]))

    assert many.usage.prompt > dear.long.above > one.usage.prompt
    assert many.cost == 50 * one.cost
    assert mixed.cost - one.cost == (2 * round(10_100 / 3.7) + 3 * 10 * 60) * Decimal("0.000001")


def told_to_suffice(purse, left):
    return Decimal(re.search(r"--max-cost ([\d.]+) should do$", purse.why_not(left))[1])


def test_the_amount_told_covers_what_is_gone_what_is_left_and_the_dearest_call_of_that():
    long = replace(REQUEST, most_tokens=5000)
    left = estimate(2, [REQUEST, long], PRICE)
    purse = Purse(PRICE, Decimal("0.04"))
    reserved = purse.reserve(REQUEST)
    purse.lose(reserved)
    purse.free(reserved)
    purse.pay(Usage(completion=2000))
    assert purse.reserve(REQUEST) is None

    gone, dearest = Decimal("0.011") + Decimal("0.02"), Decimal("0.051")
    assert told_to_suffice(purse, left) == (gone + left.cost + dearest).quantize(Decimal("0.0001"), ROUND_UP)


def test_the_amount_told_covers_the_call_that_was_refused_too():
    left = estimate(1, [REQUEST], PRICE)
    purse = Purse(PRICE, Decimal("0.04"))
    assert purse.reserve(replace(REQUEST, most_tokens=5000)) is None

    enough = (left.cost + Decimal("0.051")).quantize(Decimal("0.0001"), ROUND_UP)
    assert told_to_suffice(purse, left) == enough
