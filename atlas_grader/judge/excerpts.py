"""Rulings and the calls behind them, taken from a ledger to go elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Self

from atlas_grader.judge.calls import Usage
from atlas_grader.judge.identity import Identity
from atlas_grader.records.ledger import CallRecord


@dataclass(frozen=True, slots=True)
class Call:
    """One call that was paid for."""

    id: str
    """32 hexadecimal digits."""
    model: str
    """As the server was asked for it."""
    usage: Usage | None
    """`None` where the server did not tell."""
    cost: Decimal | None
    """In USD, at the price of its day; `None` is not known."""
    seconds: float
    time: str
    """When it ended: ISO 8601, in UTC."""

    @classmethod
    def of(cls, line: CallRecord) -> Self:
        """The call that a line of a portable ledger tells."""
        usage = Usage(**dict(line.usage)) if line.usage else None
        cost = None if line.cost is None else Decimal(line.cost)
        return cls(line.call, line.model, usage, cost, line.seconds, line.time)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Rulings of one judge, and the calls that gave them."""

    judge: Identity
    rulings: Mapping[str, str]
    """Key of a question → ruling."""
    behind: Mapping[str, tuple[str, ...]]
    """Key of a question → ids of the calls that its ruling follows from."""
    calls: Mapping[str, Call]

    def extended(self, other: Excerpt, keys: Collection[str] = ()) -> Excerpt:
        """These rulings, and those of another on questions that have none here, or are among `keys`."""
        if self.judge != other.judge:
            raise ValueError(f"rulings of {self.judge.label} and {other.judge.label} cannot be mixed")
        better = [key for key in keys if key in other.rulings]
        return Excerpt(
            self.judge,
            {**other.rulings, **self.rulings, **{key: other.rulings[key] for key in better}},
            {**other.behind, **self.behind, **{key: other.behind[key] for key in better}},
            {**other.calls, **self.calls},
        )


def in_order(calls: Iterable[Call]) -> tuple[Call, ...]:
    """Calls as they are always listed: the oldest first, those of one instant by id."""
    return tuple(sorted(calls, key=lambda call: (datetime.fromisoformat(call.time), call.id)))


def digits(number: Decimal) -> str:
    """A number written out, equal numbers alike.

    >>> digits(Decimal("1.20e-5")), digits(Decimal("1e2"))
    ('0.000012', '100')
    """
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
