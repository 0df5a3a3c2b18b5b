"""Tables of what models cost, on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field, Strict

from atlas_grader.errors import Fault
from atlas_grader.records.base import Filled, IsoDate, ReleaseRecord, Size
from atlas_grader.records.located import problem, quote, shown, validate

# Below the least, a price is one per token; above the most, one per thousand million.
_LEAST, _MOST = Decimal("0.0001"), Decimal(10_000)
_MOST_FACTOR = 100
_MOST_DECIMALS = 12


@dataclass(frozen=True, slots=True)
class LongPrompt:
    """What a call costs whose prompt is longer than most: each token of it, times a factor."""

    above: int
    """Tokens of the prompt, cached ones included."""
    input: Decimal
    """Factor of whatever is read or written of the prompt."""
    output: Decimal


@dataclass(frozen=True, slots=True)
class Price:
    """What a model costs from one day on, in USD per million tokens; `None` is not known."""

    model: str
    since: date
    input: Decimal
    output: Decimal
    cached: Decimal | None = None
    written: Decimal | None = None
    long: LongPrompt | None = None


Prices = Mapping[str, tuple[Price, ...]]
"""Model → its prices, the newest first."""


def _rate(rate: Decimal) -> Decimal:
    if rate and not _LEAST <= rate <= _MOST:
        raise problem(f"expected 0, or {_LEAST} to {_MOST:,} USD per million tokens, got {shown(rate)}")
    return _short(rate)


def _factor(factor: Decimal) -> Decimal:
    if not 0 < factor <= _MOST_FACTOR:
        raise problem(f"expected a factor above 0, and at most {_MOST_FACTOR}, got {shown(factor)}")
    return _short(factor)


def _short(number: Decimal) -> Decimal:
    exponent = number.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -_MOST_DECIMALS:
        raise problem(f"expected at most {_MOST_DECIMALS} decimals, got {shown(number)}")
    return number


Rate = Annotated[Size, AfterValidator(_rate)]
Factor = Annotated[Size, AfterValidator(_factor)]


class LongPromptRecord(ReleaseRecord):
    """What a call costs whose prompt is longer than most."""

    model_config = ConfigDict(title="Long prompt")

    above: Annotated[int, Strict(), Field(ge=1, le=10**12)]
    """Longest prompt, in tokens, that costs what the price says."""
    input: Factor
    """Factor of the prices of input, cached and written."""
    output: Factor
    """Factor of the price of output."""


class PriceRecord(ReleaseRecord):
    """What a model costs from one day on, in USD per million tokens."""

    model_config = ConfigDict(title="Price")

    model: Filled
    """The model as it is asked for; also stands for its dated snapshots."""
    since: IsoDate
    """First day of this price."""
    input: Rate
    """Prompt that is neither read from a cache nor written into one."""
    output: Rate
    """Completion, reasoning included."""
    cached: Rate | None = None
    """Prompt read from a cache; as dear as other input where it is not told."""
    written: Rate | None = None
    """Prompt written into a cache; often dearer than other input, so not known where it is not told."""
    long: LongPromptRecord | None = None
    """For models that make long prompts dearer."""
    source: str = ""
    """Who says so."""

    def to_price(self) -> Price:
        """The price that this record describes."""
        told = self.long
        long = LongPrompt(told.above, told.input, told.output) if told else None
        since = date.fromisoformat(self.since)
        return Price(self.model, since, self.input, self.output, self.cached, self.written, long)


class PricesRecord(ReleaseRecord):
    """What models cost."""

    model_config = ConfigDict(title="Prices")

    note: str = ""
    """Whatever a reader should know."""
    prices: tuple[PriceRecord, ...]
    """Each model's price, one for each day on which it changed."""


def parse_prices(value: object, where: str) -> Prices | tuple[Fault, ...]:
    """The prices in a decoded table, or all that is wrong with it."""
    record = validate(PricesRecord, value, where)
    if isinstance(record, tuple):
        return record
    faults: list[Fault] = []
    found: dict[str, dict[date, Price]] = {}
    for place, price in enumerate(map(PriceRecord.to_price, record.prices)):
        of_model = found.setdefault(price.model, {})
        if price.since in of_model:
            told = f"expected one price of {quote(price.model)} since {price.since}, got two"
            faults.append(Fault(where, f"{told} - at `$.prices[{place}]`"))
        of_model[price.since] = price
    newest_first = {m: tuple(of[day] for day in sorted(of, reverse=True)) for m, of in found.items()}
    return tuple(faults) or newest_first
