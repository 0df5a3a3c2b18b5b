"""What calls cost: a dated table of prices, which users can override, and the sum of one call.

Unknown stays unknown: a model that no table names, a day before its first price, tokens of a
kind without a price and counts that contradict each other give `None`, never zero. Only reads
from a cache have a price where none is told: that of other input, which is never too low.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from atlas_grader.errors import Fault, InputError
from atlas_grader.judge.calls import Usage
from atlas_grader.judge.money import exactly
from atlas_grader.reading.lines import StreamError, fault_of, reading_errors
from atlas_grader.records.decode import DecodeError, decode_release
from atlas_grader.records.prices import LongPrompt, Price, Prices, parse_prices

__all__ = ["LongPrompt", "Price", "Prices", "bundled_prices", "cost", "price_of", "read_prices"]

NO_PRICES: Prices = MappingProxyType({})
_SNAPSHOT = re.compile(r"(.+)-(\d{4}-\d{2}-\d{2}|\d{8})", re.ASCII)
_ORDINARY = LongPrompt(0, Decimal(1), Decimal(1))
_MOST_BYTES = 2**20


def price_of(model: str, on: date, overrides: Prices = NO_PRICES) -> Price | None:
    """What a model costs on a day: by `overrides` if they say it, else by the bundled table.

    `gpt-6-luna-2026-09-22` costs what `gpt-6-luna` does, unless it has a price of its own;
    `openai/gpt-6-luna` is sold by somebody else, who sets his own price.
    """
    for name in _names(model):
        for prices in (overrides, bundled_prices()):
            for price in prices.get(name, ()):
                if price.since <= on:
                    return price
    return None


def _names(model: str) -> Iterator[str]:
    yield model
    if snapshot := _SNAPSHOT.fullmatch(model):
        try:
            date.fromisoformat(snapshot[2])
        except ValueError:
            return
        yield snapshot[1]


@exactly
def cost(usage: Usage | None, price: Price | None) -> Decimal | None:
    """What one call cost in USD, to the last digit.

    Cached and written tokens are part of the prompt, and reasoning is part of the completion;
    where the counts say otherwise, the server means something else by them.
    """
    if usage is None or price is None:
        return None
    fresh = usage.prompt - usage.cached - usage.written
    if min(fresh, usage.cached, usage.written, usage.reasoning, usage.completion - usage.reasoning) < 0:
        return None
    cached = price.input if price.cached is None else price.cached
    prompt = ((fresh, price.input), (usage.cached, cached), (usage.written, price.written))
    long = price.long if price.long and usage.prompt > price.long.above else _ORDINARY
    total = usage.completion * price.output * long.output
    for tokens, rate in prompt:
        if tokens and rate is None:
            return None
        total += tokens * (rate or 0) * long.input
    return total.scaleb(-6)


@cache
def bundled_prices() -> Prices:
    """The table that ships with this package."""
    path = files("atlas_grader").joinpath("judge", "tables", "prices.json")
    return _prices(path.read_bytes(), "judge/tables/prices.json")


def read_prices(path: Path) -> Prices:
    """Read a user's own table, of the same shape as the bundled one.

    Raises `InputError` with all that is wrong with it.
    """
    shown = path.as_posix()
    try:
        with reading_errors(), path.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise StreamError(f"expected a table of prices, got more than {_MOST_BYTES // 2**20} MB")
    except StreamError as error:
        raise InputError([fault_of(error, shown)]) from None
    return _prices(data, shown)


def _prices(data: bytes, shown: str) -> Prices:
    try:
        prices = parse_prices(decode_release(data), shown)
    except DecodeError as error:
        raise InputError([Fault(shown, str(error))]) from None
    if isinstance(prices, tuple):
        raise InputError(prices)
    return prices
