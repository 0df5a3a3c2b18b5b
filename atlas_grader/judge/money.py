"""Amounts of money: exact, whatever decimal context the caller has set."""

from __future__ import annotations

from collections.abc import Callable
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_HALF_EVEN,
    ROUND_UP,
    Context,
    Decimal,
    DivisionByZero,
    InvalidOperation,
    Overflow,
    localcontext,
)
from functools import wraps
from typing import ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")

# More digits than the largest count of tokens, times the longest price and factor, can fill, summed over all
# calls. Everything is told here, for a program may change what a context is by default.
_EXACT = Context(
    prec=100,
    rounding=ROUND_HALF_EVEN,
    Emin=MIN_EMIN,
    Emax=MAX_EMAX,
    capitals=1,
    clamp=0,
    flags=[],
    traps=[DivisionByZero, InvalidOperation, Overflow],
)
_CENT_PARTS = Decimal("0.0001")


def exactly(reckon: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """The same function, whose sums and products of amounts are exact. Not for generators."""

    @wraps(reckon)
    def reckoned(*args: _Given.args, **kwargs: _Given.kwargs) -> _Found:
        with localcontext(_EXACT):
            return reckon(*args, **kwargs)

    return reckoned


@exactly
def rounded_up(amount: Decimal, parts: int = 1) -> Decimal:
    """An amount, or each of its equal parts, to a hundredth of a cent.

    >>> rounded_up(Decimal("0.00012")), rounded_up(Decimal(1), 3)
    (Decimal('0.0002'), Decimal('0.3334'))
    """
    return (amount / parts).quantize(_CENT_PARTS, ROUND_UP)


def dollars(amount: Decimal, parts: int = 1) -> str:
    """USD, of each part if there are several; never rounded down.

    >>> dollars(Decimal("0.00012")), dollars(Decimal("1234.5")), dollars(Decimal(1), 3)
    ('$0.0002', '$1,234.5000', '$0.3334')
    """
    return f"${rounded_up(amount, parts):,}"
