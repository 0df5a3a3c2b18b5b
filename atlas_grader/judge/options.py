"""What a user chooses of a judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from atlas_grader.errors import UsageError, printable
from atlas_grader.judge.calls import CONCURRENCY, TIMEOUT_S


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """What a user chooses of a judge; `None` leaves it to the ledger that is given, or to the default.

    Raises `UsageError` for a value of another type, or out of range, and for options that exclude each other.
    """

    model: str | None = None
    effort: str | None = None
    base_url: str | None = None
    ledger: Path | None = None
    """A portable ledger: read if it is there, and written unless `offline`."""
    offline: bool = False
    """Ask nothing: rule from the ledger given, or else from the user's own."""
    max_cost: Decimal | None = None
    """USD that one run may spend."""
    prices: Path | None = None
    dry_run: bool = False
    """Ask nothing, and estimate what asking would cost. Not with `offline`."""
    concurrency: int = CONCURRENCY
    timeout: float = TIMEOUT_S
    """Seconds that one attempt may take."""
    fresh: bool = False
    """Ask everything anew: no ruling is read or kept. Not with a `ledger`, nor `offline`."""
    notice: Callable[[str], None] | None = None
    """Told, once, that the server does not answer, and how long it is tried; and before the first call, which
    model is asked, where it is the ledger that names it."""

    def __post_init__(self) -> None:
        for name, (holds, expected) in _FIELDS.items():
            value = getattr(self, name)
            if not holds(value):
                raise UsageError(f"{name}: expected {expected}, got {printable(repr(value))}")
        if self.fresh and (self.ledger is not None or self.offline):
            raise UsageError(
                "fresh: expected a judge to ask, got a ledger to rule from; leave one of them out"
            )
        if self.dry_run and self.offline:
            raise UsageError("dry_run: expected a judge to ask, got offline; leave one of them out")


def _may_be(kind: type | tuple[type, ...]) -> Callable[[Any], bool]:
    return lambda value: value is None or isinstance(value, kind)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_amount(value: object) -> bool:
    return value is None or (isinstance(value, Decimal) and value.is_finite() and value >= 0)


def _is_number(value: object) -> bool:
    return type(value) is int and value > 0


def _is_duration(value: object) -> bool:
    return type(value) in {int, float} and 0 < value < float("inf")  # type: ignore[operator]


def _may_be_called(value: object) -> bool:
    return value is None or callable(value)


_FIELDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "model": (_may_be(str), "the name of a model as text"),
    "effort": (_may_be(str), 'an effort as text, such as "low"'),
    "base_url": (_may_be(str), "an address as text, such as 'https://host/v1'"),
    "ledger": (_may_be(Path), "a pathlib.Path"),
    "offline": (_is_flag, "True or False"),
    "max_cost": (_is_amount, 'an amount in USD, as Decimal("0.50")'),
    "prices": (_may_be(Path), "a pathlib.Path"),
    "dry_run": (_is_flag, "True or False"),
    "concurrency": (_is_number, "a whole number of 1 or more"),
    "timeout": (_is_duration, "seconds, as a number of more than 0"),
    "fresh": (_is_flag, "True or False"),
    "notice": (_may_be_called, "a function of one text"),
}
"""Field → whether a value can be one, and what can, in words."""
