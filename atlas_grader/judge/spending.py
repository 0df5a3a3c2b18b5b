"""What asking costs: an estimate before the first call, a cap, and what was spent in the end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from decimal import Decimal

from atlas_grader.errors import counted
from atlas_grader.judge.calls import Request, Usage
from atlas_grader.judge.money import dollars, exactly, rounded_up
from atlas_grader.judge.prices import Price, cost

_TOKENS_AROUND = 200
"""Of roles and the like, which no text of a request shows."""
_BYTES_PER_TOKEN = 3.7
"""Of JSON in English, as the tokenizers in use cut it; for estimates only."""
_TOKENS_OF_REPLY = 20
_THOUGHTS = 40
"""Reasoning tokens that a small model spends on a question at low effort; a guess, for estimates only."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What some calls may come to."""

    calls: int
    questions: int
    usage: Usage
    cost: Decimal | None
    """USD; `None` where the price is not known."""
    dearest: Decimal | None
    """What the dearest of them may cost at most; `None` where the price is not known, or there is none."""
    model: str
    """Whose calls they are."""

    @exactly
    def times(self, number: int) -> Estimate:
        """What the same calls come to if they are made so many times."""
        usage = Usage(*(number * tokens for tokens in astuple(self.usage)))
        cost = None if self.cost is None else number * self.cost
        return replace(
            self, calls=number * self.calls, questions=number * self.questions, usage=usage, cost=cost
        )

    def to_json(self) -> dict[str, object]:
        """As a program sees it."""
        return {
            "model": self.model,
            "calls": self.calls,
            "questions": self.questions,
            "tokens": {"prompt": self.usage.prompt, "completion": self.usage.completion},
            "cost_usd": None if self.cost is None else float(self.cost),
        }

    def lines(self) -> Iterator[str]:
        """As a reader sees it."""
        if not self.questions:
            yield "nothing to ask: no question is open"
            return
        asked = f"{counted(self.calls, 'call')} for {counted(self.questions, 'question')}"
        yield f"about {asked} if all are ruled right, fewer if not; what a ruling opens comes on top"
        yield f"about {self.usage.prompt:,} tokens in, {self.usage.completion:,} out"
        if self.cost is None:
            yield f"cost unknown: no price is known for {self.model}"
        else:
            yield f"about {dollars(self.cost)} at the price of {self.model}"


@exactly
def estimate(
    questions: int, requests: Iterable[Request], price: Price | None, model: str = "this model"
) -> Estimate:
    """What so many questions may cost that take these requests, if nothing has to be asked twice."""
    mosts, usage, total = [], Usage(), Decimal(0)
    for request in requests:
        mosts.append(_most_for(request, price))
        one = _likely_for(request)
        usage = _added(usage, one)
        total += cost(one, price) or 0
    dearest = max((most for most in mosts if most is not None), default=None)
    return Estimate(len(mosts), questions, usage, None if price is None else total, dearest, model)


class Purse:
    """What has been spent, and whether there is enough for one call more."""

    def __init__(self, price: Price | None, cap: Decimal | None = None) -> None:
        """`cap` is in USD; a model without a price may spend nothing under one."""
        self.price = price
        self._cap = cap
        self.under_way = 0
        """Calls for which something is set aside."""
        self._reserved = Decimal(0)
        self.lost = 0
        """Attempts that may be billed though no reply came."""
        self._lost_most = Decimal(0)
        self.calls = 0
        self.usage = Usage()
        self.uncounted = 0
        """Calls whose tokens are not told."""
        self.spent = Decimal(0)
        """USD, of the calls whose cost is known."""
        self.unknown = 0
        """Calls whose cost is not known."""
        self._refused: Decimal | None = None
        """What the last call may cost for which there was not enough left."""

    @exactly
    def reserve(self, *requests: Request) -> Decimal | None:
        """Set aside what the dearest of these may cost at most; `None` if there is not enough left."""
        most = Decimal(0)
        if self._cap is not None:
            costs = [_most_for(request, self.price) for request in requests]
            if None in costs or self.unknown:
                self._refused = None
                return None
            most = max(cost for cost in costs if cost is not None)
            if not self._holds(most):
                self._refused = most
                return None
        self.under_way += 1
        self._reserved += most
        return most

    @exactly
    def lose(self, reserved: Decimal) -> bool:
        """Count an attempt that may cost as much as was set aside; whether another one may be made."""
        self.lost += 1
        self._lost_most += reserved
        return self._holds(Decimal(0))

    def _holds(self, more: Decimal) -> bool:
        return self._cap is None or self.spent + self._lost_most + self._reserved + more <= self._cap

    @exactly
    def free(self, reserved: Decimal) -> None:
        """The call that it was set aside for is over."""
        self.under_way -= 1
        self._reserved -= reserved

    @exactly
    def why_not(self, left: Estimate) -> str:
        """Why nothing could be set aside though no call is under way, and what would do for all `left`."""
        if self.uncounted:
            return "the server does not tell how many tokens a call took, so that --max-cost cannot be kept"
        if self.unknown or self._refused is None or left.cost is None or left.dearest is None:
            return "what a call cost is not known, so that --max-cost cannot be kept; see --prices"
        gone, most = self.spent + self._lost_most, max(self._refused, left.dearest)
        return (
            f"another call might cost up to {dollars(self._refused)}, more than --max-cost leaves; "
            f"for all that is left, --max-cost {rounded_up(gone + left.cost + most)} should do"
        )

    @exactly
    def pay(self, usage: Usage | None) -> Decimal | None:
        """Count a call; its cost in USD, if that is known."""
        self.calls += 1
        if usage is None:
            self.uncounted += 1
        else:
            self.usage = _added(self.usage, usage)
        paid = cost(usage, self.price)
        if paid is None:
            self.unknown += 1
        else:
            self.spent += paid
        return paid

    def lines(self, systems: int, times: int = 1) -> Iterator[str]:
        """Calls, tokens and cost, as a reader sees them; of several times that all was graded, together."""
        whole = f" for all {times} times together" if times > 1 else ""
        yield f"judge: {counted(self.calls, 'call')}"
        yield f"tokens: {self._tokens()}"
        lost = f"; {counted(self.lost, 'attempt')} without a reply may be billed too" if self.lost else ""
        if self.unknown:
            known = f"; {dollars(self.spent)} for the others" if self.unknown < self.calls else ""
            yield f"cost{whole}: unknown for {counted(self.unknown, 'call')}{known}{lost}"
        else:
            each = f", on average {dollars(self.spent, systems)} a system" if systems > 1 else ""
            yield f"cost{whole}: {dollars(self.spent)}{each}{lost}"

    def _tokens(self) -> str:
        used = self.usage
        told = (
            f"{used.prompt:,} in ({used.cached:,} of them cached), {used.completion:,} out "
            f"({used.reasoning:,} of them reasoning)"
        )
        if not self.uncounted:
            return told
        unknown = f"not told for {counted(self.uncounted, 'call')}"
        return unknown if self.uncounted == self.calls else f"{unknown}; {told} for the others"


def _likely_for(request: Request) -> Usage:
    """What a call uses, by a guess."""
    told = len((request.system + request.user).encode())
    return Usage(prompt=round(told / _BYTES_PER_TOKEN), completion=_TOKENS_OF_REPLY + _THOUGHTS)


def _most_for(request: Request, price: Price | None) -> Decimal | None:
    """What a call may cost at most: no tokenizer makes more than one token of a byte."""
    told = len((request.system + request.user + json.dumps(request.schema)).encode()) + _TOKENS_AROUND
    ways = [Usage(told, completion=request.most_tokens), Usage(told, 0, told, request.most_tokens)]
    costs = [amount for usage in ways if (amount := cost(usage, price)) is not None]
    return max(costs, default=None)


def _added(one: Usage, other: Usage) -> Usage:
    """The tokens of both."""
    return Usage(*(a + b for a, b in zip(astuple(one), astuple(other), strict=True)))
