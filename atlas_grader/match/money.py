"""Money cells: an amount and its currency, never converted (grading.md 5, `money`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.number import gold_text, read_amount
from atlas_grader.match.numbers.amounts import AmountReader, per_column, restated
from atlas_grader.match.numbers.currencies import Currency, currency_at_start, currency_table
from atlas_grader.match.numbers.digits import Number, Numeral, fold_digits
from atlas_grader.match.numbers.figures import (
    Limit,
    Span,
    compare_numerals,
    compare_spans,
    limit_of,
    numbers_of,
    read_range,
    renumbered,
    sums,
    unless_bracketed,
)
from atlas_grader.match.numbers.labels import counts_of, label_of
from atlas_grader.match.numbers.marks import as_in_english, unless_noted
from atlas_grader.match.numbers.numerals import take_numeral
from atlas_grader.match.numbers.prices import is_other_price
from atlas_grader.match.numbers.scales import Scales, scaled
from atlas_grader.match.numbers.uncertainty import unless_uncertain
from atlas_grader.match.offers.ends import between_accepted
from atlas_grader.match.offers.judging import decide
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.match.offers.reading import Offer, Wording
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, mismatch, undecided

_NONE = Currency(frozenset())
_SIGN = re.compile(r"(?:-|\+|minus\s|negative\s)\s*(?=[^\d\s])", re.I)
_LONGEST_PER = 32
_NO_CENTS = re.compile(r"[.,]-{1,2}\s*|/[-=]\s*(?!\d)")


class Money(NamedTuple):
    """The readings of one amount, and the currency it names."""

    spans: tuple[Span, ...]
    currency: Currency = _NONE
    per: str = ""
    """What a price is for, if it says so: `month`."""


def read_money(text: str, label: Callable[[str], bool], favour: str = "") -> Money | None:
    """Read a whole text as one amount or a range of amounts.

    >>> money = read_money("US$1.5bn", lambda _: False)
    >>> money.spans[0].low.value, sorted(money.currency.codes)
    (Fraction(1500000000, 1), ['USD'])
    """
    if text.casefold() in currency_table().free:
        return Money((Span(Numeral(0)),))
    text, per = _take_per(text)
    loss = _loss().match(text)
    if loss is not None:
        text = text[loss.end() :]
    elif (gain := _gain().match(text)) is not None:
        text = text[gain.end() :]
    found = list(_amounts(text, label, favour))
    spans = tuple(Span(number) for number, _ in found)
    if not found:
        found, spans = _range_or_bracket(text, label, favour)
    currency = _common(tuple(currency for _, currency in found if currency.codes))
    if not spans or currency is None:
        return None
    if loss is not None:
        spans = tuple(span.times(-1) for span in spans)
    return Money(spans, currency, per)


def _range_or_bracket(
    text: str, label: Callable[[str], bool], favour: str
) -> tuple[list[tuple[Numeral, Currency]], tuple[Span, ...]]:
    """Accounting brackets mean a minus; else the text may be a range."""
    bracketed = re.fullmatch(r"([^()\d]*)\(\s*([^()]*\d[^()]*)\)(.*)", text)
    if bracketed is not None:
        inner = f"{bracketed[1]}{bracketed[2].strip()} {bracketed[3]}".strip()
        amounts = _amounts(inner, label, favour)
        found = [(number.times(-1), currency) for number, currency in amounts]
        return found, tuple(Span(number) for number, _ in found)
    found = []

    def read(part: str) -> list[Numeral]:
        amounts = list(_amounts(part, label, favour))
        found.extend(amounts)
        return [number for number, _ in amounts]

    return found, read_range(text, read)


def _amounts(text: str, label: Callable[[str], bool], favour: str) -> Iterator[tuple[Numeral, Currency]]:
    """Readings of `text`: currency before or after the number, or both, or none."""
    sign = _SIGN.match(text)
    negative = sign is not None and not sign[0].startswith("+")
    body = text[sign.end() :] if sign is not None else text
    front, rest = _front(body, favour)
    for number, behind in take_numeral(rest, Scales.LETTERS):
        worth = -front.worth if negative else front.worth
        whole = number if worth == 1 else number.times(worth)
        yield from _with_currency(whole, front, behind, label, favour)


def _front(text: str, favour: str) -> tuple[Currency, str]:
    """The currency or currencies before the number: `US$`, `NZD $`, `INR Rs.`"""
    currency, rest = _NONE, text
    for _ in range(2):
        found = currency_at_start(rest, favour) if rest and not rest[0].isdigit() else None
        if found is None:
            break
        both = _common((currency, found[0])) if currency.codes else found[0]
        if both is None:
            break
        currency, rest = both, found[1].lstrip(" :")
    return _front_scale(currency, rest) if currency.codes and currency.worth == 1 else (currency, rest)


def _front_scale(currency: Currency, rest: str) -> tuple[Currency, str]:
    """`€m 45`, `USD million 3.2`, `£bn 1`: a scale between the currency and the number."""
    if not rest or rest[0].isdigit():
        return currency, rest
    for scale, behind in scaled(Numeral(1), rest, Scales.LETTERS):
        if scale.value != 1 and behind[:1].isdigit() and rest[: len(rest) - len(behind)][-1:].isspace():
            return replace(currency, worth=Fraction(scale.value)), behind
    return currency, rest


def _with_currency(
    number: Numeral, front: Currency, rest: str, label: Callable[[str], bool], favour: str
) -> Iterator[tuple[Numeral, Currency]]:
    """What stands behind the number: nothing, a currency, minor units, a label."""
    if not rest or label(rest):
        yield number, front
        return
    no_cents = _NO_CENTS.match(rest)
    if no_cents is not None and (front.codes or no_cents.end() < len(rest) or rest[0] == "/"):
        # `CHF 49.-`, `49,- €`, `499/-`
        rest = rest[no_cents.end() :]
        if not rest:
            yield number, front
            return
    found = currency_at_start(rest.removeprefix("-").removeprefix("/"), favour)
    if found is None:
        return
    currency, behind = found
    if front.codes and front != currency:
        both = _common((front, currency))
        if both is None:
            return
        currency = replace(both, worth=currency.worth)
    if currency.worth != 1:
        number = number.times(currency.worth)
        currency = replace(currency, worth=Fraction(1))
    currency, behind = _with_second(currency, behind.lstrip(" ,;"), favour)
    if not behind or label(behind):
        yield number, currency
    elif not (front.codes and rest[0] in "-/"):  # `$48-$50` is a range
        yield from _with_minor(number, currency, behind, favour)


def _with_second(currency: Currency, rest: str, favour: str) -> tuple[Currency, str]:
    """`5 $ USD`: a second name of the same currency."""
    second = currency_at_start(rest, favour) if rest and not rest[0].isdigit() else None
    both = _common((currency, second[0])) if second is not None else None
    return (currency, rest) if second is None or both is None else (both, second[1])


def _with_minor(
    number: Numeral, currency: Currency, rest: str, favour: str
) -> Iterator[tuple[Numeral, Currency]]:
    """`2 dollars and 50 cents`, `1€50`."""
    rest = re.sub(r"^(?:and|und|et|y|e|и|con)\s+", "", rest)
    if re.fullmatch(r"\d\d", rest):
        cents = Numeral(Fraction(int(rest), 100), Fraction(1, 100))
        yield Numeral(number.value + cents.value, cents.step), currency
        return
    for cents, behind in take_numeral(rest, Scales.WORDS):
        found = currency_at_start(behind, favour) if behind else None
        if (
            found is not None
            and not found[1]
            and found[0].worth < 1
            and _common((currency, found[0])) is not None
        ):
            part = cents.times(found[0].worth)
            both = _common((currency, found[0])) or currency
            yield Numeral(number.value + part.value, part.step), both


def _common(currencies: tuple[Currency, ...]) -> Currency | None:
    """What two signs for one amount can both mean; `None` if they contradict each other."""
    if not currencies:
        return _NONE
    if all(currency == currencies[0] for currency in currencies):
        return currencies[0]
    codes = frozenset.intersection(*(currency.codes for currency in currencies))
    if not codes:
        return None
    default = next((c.default for c in currencies if c.default in codes), "")
    is_word = not any(c.codes == codes and not c.is_word for c in currencies)
    return Currency(codes, currencies[0].worth, default, is_word and any(c.is_word for c in currencies))


def _take_per(text: str) -> tuple[str, str]:
    found = _per().search(text, max(0, len(text) - _LONGEST_PER))
    if found is None:
        return text, ""
    return text[: found.start()].rstrip(), currency_table().per[found[1].casefold()]


@cache
def _per() -> re.Pattern[str]:
    return re.compile(rf"\s*({any_word(list(currency_table().per))})\Z", re.I)


@cache
def _loss() -> re.Pattern[str]:
    return re.compile(rf"{any_word(currency_table().loss)}\s*:?\s*(?=\S)", re.I)


@cache
def _gain() -> re.Pattern[str]:
    return re.compile(rf"(?:an?\s+)?{any_word(currency_table().gain)}\s*:?\s*(?=\S)", re.I)


# Rules --------------------------------------------------------------------------------------------


def _is_nothing(span: Span) -> bool:
    return span.low.value == 0 and span.high is None


@dataclass(frozen=True, slots=True)
class _Comparison:
    """How one column compares two amounts."""

    column: Column
    limit: Limit | None

    def same(self, gold: Money, answer: Money) -> CellVerdict:
        """Amounts of one currency are numbers; of two they differ, whatever they are."""
        verdict = compare_spans(gold.spans, answer.spans, self.limit)
        if not answer.spans[0].low.value and all(map(_is_nothing, (*gold.spans, *answer.spans))):
            return verdict
        doubt = self._currency_doubt(gold.currency, answer.currency)
        if doubt is not None:
            return doubt
        if answer.per and answer.per != gold.per and not self._is_for(answer.per):
            return undecided(Reason.AMBIGUOUS, f"a price for each {answer.per}")
        return verdict

    def _currency_doubt(self, gold: Currency, answer: Currency) -> CellVerdict | None:
        home = self.column.currency
        if home in answer.codes and home in gold.codes:
            return None
        own = gold.codes
        if home is not None and (home in own or not own):
            own = frozenset({home})
        if not answer.codes:
            if home is None or home in own:
                return None
            return undecided(Reason.UNKNOWN_CURRENCY, "names no currency")
        if not own:
            return undecided(Reason.UNKNOWN_CURRENCY, "gold names no currency")
        if own & answer.codes:
            return None
        if answer.is_word:
            return undecided(Reason.UNKNOWN_CURRENCY, "a word that is also the code of a currency")
        if len(answer.codes) == 1 or answer.default:
            given = answer.default or min(answer.codes)
            return mismatch(Reason.CURRENCY, f"gold is in {min(own)}, the answer in {given}")
        return undecided(Reason.UNKNOWN_CURRENCY, f"the sign is not used for {min(own)}")

    def _is_for(self, per: str) -> bool:
        about = f"{self.column.name} {self.column.description}".casefold()
        return per in about or (per == "year" and "annual" in about) or (per == "day" and "daily" in about)


def _compile(column: Column, values: Values, _: Values) -> Matcher:
    rules, texts = _rules(column), [gold_text(value) for value in values if isinstance(value, str)]
    same, reader = rules.comparison.same, rules.reader
    golds = tuple(offer for text in texts if (offer := reader.read(text)) is not None)
    if not column.currency:
        reader = rules.favouring[_favoured(golds)]

    def is_gold(answer: Money) -> bool:
        return any(same(gold.value, answer).verdict is Verdict.MATCH for gold in golds)

    def judge(text: str) -> CellVerdict:
        return decide(reader.read(text), golds, same)

    own_codes = frozenset().union(*(gold.value.currency.codes for gold in golds)) or frozenset(
        {column.currency or ""}
    )
    limit, size = rules.comparison.limit, golds[0].value.spans[0].low.value if golds else 0
    # With a currency or nothing but digits, cells worded as gold is differ in their numbers alone.
    is_told = len(golds) == len(texts) == 1 and (golds[0].value.currency.codes or texts[0].isdecimal())
    point = reader.point(texts[0]) if is_told else None

    def matcher(cell: Cell) -> CellVerdict:
        if point is not None and not cell.native and cell.text[:1] != "(":
            number = reader.number_as(point, fold_digits(cell.text))
            if number is not None:
                return compare_numerals(point.number, number, limit)
        offer = read_amount(cell, reader)
        if offer is not None and not offer.value.currency.codes and rules.counts(cell.text):
            return undecided(Reason.UNKNOWN_CURRENCY, "counts something, in no currency")
        verdict = unless_bracketed(decide(offer, golds, same), cell.text)
        verdict = restated(verdict, offer, is_gold, _in_other_currency, _together)
        verdict = unless_noted(as_in_english(verdict, cell.text, judge), cell.text, judge)
        verdict = unless_uncertain(verdict, cell.text, limit, size, reader.first_number)
        if verdict.verdict is Verdict.MATCH and is_other_price(cell.text, column, own_codes):
            return _OTHER_PRICE
        if len(golds) > 1:
            verdict = between_accepted(verdict, cell.text, lambda told: judge(told).verdict is Verdict.MATCH)
        return verdict

    return matcher


_OTHER_PRICE = undecided(Reason.AMBIGUOUS, "may be another price, or in another currency")


def _in_other_currency(first: Money, second: Money) -> bool:
    codes = first.currency.codes & second.currency.codes
    return bool(first.currency.codes and second.currency.codes and not codes)


def _together(first: Money, second: Money) -> Money | None:
    currency = _common(tuple(money.currency for money in (first, second) if money.currency.codes))
    spans = sums(first.spans, second.spans)
    return Money(spans, currency, first.per) if spans and currency is not None else None


@dataclass(frozen=True, slots=True)
class _Rules:
    """What all cells of one column share."""

    comparison: _Comparison
    reader: AmountReader[Money]
    favouring: dict[str, AmountReader[Money]]
    """Readers for gold in a currency that gives some spellings a meaning of their own."""
    counts: Callable[[str], bool]
    """Whether a cell counts things that the column does not name."""


@per_column
def _rules(column: Column) -> _Rules:
    named = label_of(column)

    def label(text: str) -> bool:
        text = text.strip(" -.")
        return text.casefold() in currency_table().labels or named(text)

    def reader(favour: str) -> AmountReader[Money]:
        def worded(label: Callable[[str], bool]) -> Wording[Money]:
            return Wording(lambda text: read_money(text, label, favour), label, counts=True)

        family = (CellType.MONEY, favour)
        return AmountReader(worded, label, family, lambda money: numbers_of(money.spans), _renumbered)

    favouring = {favour: reader(favour) for favour in ("", *sorted(_favourites()))}
    own = favouring.get(column.currency or "", favouring[""])
    comparison = _Comparison(column, limit_of(column.tolerance))
    return _Rules(comparison, own, favouring, counts_of(column))


def _renumbered(money: Money, numbers: tuple[Number, ...]) -> Money:
    return Money(renumbered(money.spans, numbers), money.currency, money.per)


def _favoured(golds: Sequence[Offer[Money]]) -> str:
    codes = [code for gold in golds for code in gold.value.currency.codes]
    return codes[0] if len(codes) == 1 and codes[0] in _favourites() else ""


@cache
def _favourites() -> frozenset[str]:
    return frozenset(code for meanings in currency_table().favoured.values() for code in meanings)


def _reads(column: Column) -> Callable[[Cell], bool]:
    reader = _rules(column).reader
    return lambda cell: read_amount(cell, reader) is not None


RULES = TypeRules(compile=_compile, reads=_reads)
