"""Whether a gold amount is one amount, and in the unit or currency of its column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from atlas_grader.match.money import Money, read_money
from atlas_grader.match.number import gold_text, read_figures
from atlas_grader.match.numbers.durations import is_time, read_duration
from atlas_grader.match.numbers.units import parse_unit
from atlas_grader.match.offers.reading import Offer, Wording, read_offers
from atlas_grader.match.percent import Form, read_share
from atlas_grader.match.quantity import Quantity, Reader, home_unit
from atlas_grader.records.located import quote
from atlas_grader.tasks import CellType, Column
from atlas_grader.vetting.columns import dimensions
from atlas_grader.vetting.findings import Finding, doubt

R = TypeVar("R")
# Metres, or millions?
_SCALE_LETTER = re.compile(r"\d\s?[kKmMbBtT]$")
_CLOCK = re.compile(r"\d+:\d\d")


def one_value(text: str, read: Callable[[str], R | None]) -> Iterator[Finding | R]:
    """The value that is all of a text; or what else is in it, as findings."""
    value = read(text)
    if value is not None:
        yield value
        return
    offer = read_offers(text, Wording(read, counts=True))
    if offer is None:
        yield doubt(f"expected an amount and its unit only, got {quote(text)}; say more in `note`")
        return
    yield from offer_findings(text, offer)
    yield offer.value


def offer_findings(text: str, offer: Offer[R]) -> Iterator[Finding]:
    """What a gold value says beside its value."""
    if offer.bound is not None:
        yield Finding(
            f"expected a value, got {quote(text)}, which is only a limit; say `ungraded` if it is all"
        )
    elif offer.others or offer.beside or offer.parallel:
        yield Finding(f"expected one value, got {quote(text)}; put what is as right into `accepted`")
    else:
        yield doubt(f"expected a value only, got {quote(text)}; say hedges and notes in `note`")


def _no_label(_: str) -> bool:
    return False


def _number(_: Column, text: str) -> Iterator[Finding]:
    for told in one_value(gold_text(text), lambda part: read_figures(part, _no_label)):
        if isinstance(told, Finding):
            yield told
        elif _SCALE_LETTER.search(text):
            shown = ", ".join(f"{float(span.low.value):,.0f}" for span in told)
            yield doubt(f"expected a number, got {quote(text)}, which reads as {shown}; write it out")


def _percent(_: Column, text: str) -> Iterator[Finding]:
    for told in one_value(gold_text(text), lambda part: read_share(part, _no_label)):
        if isinstance(told, Finding):
            yield told
        elif told.form is Form.OTHER:
            yield doubt(f"expected a percentage, got {quote(text)}, which is in {told.form.value}")


def _money(column: Column, text: str) -> Iterator[Finding]:
    for told in one_value(gold_text(text), lambda part: read_money(part, _no_label, column.currency or "")):
        yield from [told] if isinstance(told, Finding) else _currency(column, text, told)


def _currency(column: Column, text: str, money: Money) -> Iterator[Finding]:
    codes = money.currency.codes
    if column.currency and codes and column.currency not in codes:
        yield Finding(f"expected an amount in `{column.currency}`, the column's currency, got {quote(text)}")
    elif not column.currency and len(codes) != 1 and any(span.low.value for span in money.spans):
        yield Finding(
            f"expected an amount with an ISO 4217 code such as `5 EUR`, got {quote(text)}; "
            "or give the column its `currency`"
        )


def _quantity(column: Column, text: str) -> Iterator[Finding]:
    own = column.unit if column.unit is not None and not parse_unit(column.unit) else ""
    for told in one_value(gold_text(text), Reader(_no_label, own).read):
        yield from [told] if isinstance(told, Finding) else _unit(column, text, told)


def _unit(column: Column, text: str, quantity: Quantity) -> Iterator[Finding]:
    home = home_unit(column)
    units = {unit for measure in quantity for unit in measure.unit}
    if not units or units & set(home):
        return
    own = f"{quote(column.unit or '')}, the column's unit"
    if not dimensions(tuple(units)) & dimensions(home):
        yield Finding(f"expected an amount in {own}, got {quote(text)}, which measures something else")
    elif len(units) > 1:
        yield Finding(f"expected an amount in {own}, got {quote(text)}, whose unit has {len(units)} meanings")
    else:
        yield doubt(f"expected an amount in {own}, got {quote(text)}; converted answers match less surely")


def _duration(column: Column, text: str) -> Iterator[Finding]:
    home = tuple(unit for unit in parse_unit(column.unit or "") if is_time(unit))
    # A clock is read in the column's unit, where that says which number is which.
    clock = f"{text} {column.unit}" if column.unit and _CLOCK.fullmatch(text) else text
    if clock != text and read_duration(clock, home) is not None:
        text = clock
    for told in one_value(gold_text(text), lambda part: read_duration(part, home)):
        if isinstance(told, Finding):
            yield told
        elif len({(length.months, length.seconds) for length in told.readings}) > 1:
            yield Finding(f"expected a duration of one meaning, got {quote(text)}; write `2 h 45 min`")


AMOUNTS: Mapping[CellType, Callable[[Column, str], Iterator[Finding]]] = {
    CellType.NUMBER: _number,
    CellType.PERCENT: _percent,
    CellType.MONEY: _money,
    CellType.QUANTITY: _quantity,
    CellType.DURATION: _duration,
}
"""Type → what it finds in a gold amount that it reads."""
