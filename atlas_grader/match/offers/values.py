"""What a type tells of how its values are worded, and what a cell then offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from atlas_grader.frozen import frozen
from atlas_grader.match.offers.words import Bound, Bounds

R = TypeVar("R")


def no_label(_: str) -> bool:
    """Nothing is a label."""
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Wording(Generic[R]):
    """How a type's values are worded inside a cell."""

    read: Callable[[str], R | None]
    label: Callable[[str], bool] = field(default=no_label)
    """Whether words before a value's colon, or bare words around it, merely name what it is."""
    bounds: Bounds = Bounds.AMOUNT
    counts: bool = False
    """Set by number-like types: a note that begins with a number nobody can read (`12, 14 of
    them`) is then no note, and the cell is undecided."""

    @property
    def numbered(self) -> bool:
        """Whether the values are told in numbers, as amounts and dates are."""
        return self.counts or self.bounds is Bounds.TIME

    sentences: bool = True
    """Whether a clause that begins with a value and goes on (`but 306 is also given`) gives it."""


@frozen
class Offer(Generic[R]):
    """The values that a cell holds, by the way in which it holds them."""

    value: R
    """The first value, the one that counts."""
    others: tuple[R, ...] = ()
    """Offered instead of it, by `or`, `/`, `possibly`, `some sources say` …"""
    beside: tuple[R, ...] = ()
    """Standing beside it, after a comma or line break, without such a word."""
    bracketed: tuple[R, ...] = ()
    """Standing in brackets without such a word: a note, which never counts."""
    bound: Bound | None = None
    """Set if the first value is only a limit."""
    parallel: tuple[R, ...] = ()
    """Standing in a later clause, which may say more than a note: `304 in 2016, 306 in 2020`."""
    denied: bool = False
    """Whether the cell only says which value it is not: `not 45`."""

    @property
    def values(self) -> tuple[R, ...]:
        """Every value on offer, the first one first."""
        return (self.value, *self.others)
