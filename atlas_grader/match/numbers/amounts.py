"""Reading cells of numbers quickly: what the words around a number make of it is found out only once.

`$12.5 million` and `$3 million` differ in their digits alone. So the words around the
digits, the *shape*, are read with three sample numbers by the grammar; where all its
numbers grow with the sample, the shape is remembered, and every further number is put
into it by arithmetic. Shapes that treat some numbers in a way of their own (`7 of 12`)
do not grow so, and are read by the grammar each time, as are cells with more numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Generic, TypeVar

from atlas_grader.frozen import frozen
from atlas_grader.match.numbers.digits import Number, Numeral
from atlas_grader.match.offers.reading import Offer, Wording, read_offers
from atlas_grader.tasks import Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

R = TypeVar("R")
T = TypeVar("T")

_MOST_SHAPES = 2048
# Within an answer, a cell meets the gold of many rows.
_MOST_TEXTS = 64
# A value and what its last digit is worth.
_IN_A_POINT = 2
_MOST_COLUMNS = 512

# The words before, the digits, their decimals, the words behind, and a year in brackets. A number
# that goes on (powers, fractions) or begins with 0 is left to the grammar.
_SHAPE = re.compile(
    r"(|\D{0,23}[^\d.,_'/٫٬])([1-9]\d{0,2}(?:(?:,\d{3}){1,5}|(?:٬\d{3}){1,5})|[1-9]\d{0,14})(?:([.٫])(\d{1,9}))?"
    r"(|[^\d⁰¹²³⁴-⁹⁻⁺½¼¾⅐-⅞↉]\D{0,31})(|\(\D{0,12}(?:1\d|20)\d\d(?:\D{0,12}\)))"
)
_SAMPLES = {
    "short": ("7", "43", "839"),
    "long": ("7321", "90417", "3204177"),
    # four digits that may be a year are a kind of their own
    "1000": ("1034", "1207", "1499"),
    "1500": ("1534", "1707", "1999"),
    "2000": ("2005", "2013", "2077"),
    "one group": ("7,321", "43,917", "839,204"),
    "groups": ("7,321,408", "43,917,226", "839,204,117,332"),
}
_DECIMALS = ("5", "25", "0625")
_THREE_DECIMALS = ("512", "258", "917")


@frozen
class _Shape(Generic[R]):
    """What one shape makes of a number: an offer whose numbers grow with its value or its last digit."""

    offer: Offer[R]
    factors: tuple[tuple[bool, int, int], ...]
    """For each number in the offer's value: does it grow with the value; numerator; denominator."""

    @property
    def is_point(self) -> bool:
        """Whether it offers one number and nothing else."""
        offer = self.offer
        beside = offer.others or offer.beside or offer.bracketed or offer.parallel or offer.denied
        return len(self.factors) == _IN_A_POINT and offer.bound is None and not beside

    def numbers(self, digits: str, decimals: str) -> tuple[Number, ...]:
        """The numbers of the value that these digits give."""
        top, power = int(digits.replace(",", "").replace("٬", "") + decimals), 10 ** len(decimals)
        return tuple(
            _quotient((top if grows else 1) * numerator, power * denominator)
            for grows, numerator, denominator in self.factors
        )


@frozen
class Point(Generic[R]):
    """One number, and the words that it stands in."""

    shape: _Shape[R]
    number: Numeral


_Key = tuple[str, ...]


_Labels = tuple[tuple[str, bool], ...]
"""Texts, and whether a column's own words are found in each."""


class _Shapes:
    """The shapes that read alike in all columns of a family."""

    __slots__ = ("known", "met")

    def __init__(self) -> None:
        self.known: dict[_Key, list[tuple[_Labels, _Shape[Any] | None]]] = {}
        """Shapes by their words, each with what was asked of the column it was worked out in.

        In a column that gives the same answers it is the same; `None` follows no simple rule.
        """
        self.met: set[_Key] = set()
        """Shapes met once. One is worked out when it is met again."""

    def is_met_again(self, key: _Key) -> bool:
        """Whether a shape was met before; forgets everything before it becomes too much."""
        if key in self.met:
            return True
        if len(self.met) >= _MOST_SHAPES:
            self.known.clear()
            self.met.clear()
        self.met.add(key)
        return False


class _New:
    """Stands for a text that was not read lately."""


_NEW = _New()

_FAMILIES: dict[Hashable, _Shapes] = {}
"""The shapes that read alike in all columns of a family: of one type, and one unit or currency."""


class AmountReader(Generic[R]):
    """Reads the cells of one column: `read_offers`, and the shapes seen so far."""

    __slots__ = ("_label", "_last", "_numbers", "_own", "_rebuilt", "_shared", "_worded", "wording")

    def __init__(
        self,
        worded: Callable[[Callable[[str], bool]], Wording[R]],
        label: Callable[[str], bool],
        family: Hashable,
        numbers: Callable[[R], tuple[Number, ...]],
        rebuilt: Callable[[R, tuple[Number, ...]], R],
    ) -> None:
        """`worded` makes the wording out of the column's labels; nothing else in it may hang on the column,
        but for `family`. `numbers` takes a value apart; `rebuilt` makes the same value of other numbers.
        """

        self.wording = worded(label)
        self._worded = worded
        self._label = label
        self._numbers = numbers
        self._rebuilt = rebuilt
        self._own: dict[_Key, _Shape[R] | None] = {}
        self._last: dict[str, tuple[_Shape[R], tuple[Number, ...]] | None] = {}
        self._shared = _FAMILIES.setdefault(family, _Shapes())

    def read(self, text: str) -> Offer[R] | None:
        """The same as `read_offers`."""
        shaped = self.shaped(text)
        return _read(text, self.wording) if shaped is None else self.filled(*shaped)

    def first_number(self, text: str) -> Number | None:
        """The first number of a text that is one value to its end; `None` for any other text."""
        value = self.wording.read(text)
        return None if value is None else self._numbers(value)[0]

    def shaped(self, text: str) -> tuple[_Shape[R], tuple[Number, ...]] | None:
        """The shape of a text and the numbers in it; `None` if the grammar must read it."""
        found = self._last.get(text, _NEW)
        if not isinstance(found, _New):
            return found
        if len(self._last) >= _MOST_TEXTS:
            self._last.clear()
        shaped = self._last[text] = self._shaped(text)
        return shaped

    def _shaped(self, text: str) -> tuple[_Shape[R], tuple[Number, ...]] | None:
        found = _SHAPE.fullmatch(text)
        if found is None:
            return None
        before, digits, mark, decimals, behind, year = found.groups()
        key = (
            before,
            behind,
            year,
            mark or "",
            _kind(digits),
            "3" if decimals and len(decimals) == 3 else "",
        )
        shape = self._own.get(key)
        if shape is None and key not in self._own:
            shape = self._find(key)
        return None if shape is None else (shape, shape.numbers(digits, decimals or ""))

    def _find(self, key: _Key) -> _Shape[R] | None:
        """The shape as this column reads it, worked out if it was met before."""
        if len(self._own) >= _MOST_SHAPES:
            self._own.clear()
        for labels, shape in self._shared.known.get(key, ()):
            if all(self._label(text) is told for text, told in labels):
                self._own[key] = shape
                return shape
        return self._work_out(key) if self._shared.is_met_again(key) else None

    def point(self, text: str) -> Point[R] | None:
        """What gold's text says, if it is one number in a known shape and nothing else."""
        shaped = self.shaped(text)
        if shaped is None or not shaped[0].is_point:
            return None
        return Point(shaped[0], Numeral(*shaped[1]))

    def number_as(self, point: Point[R], text: str) -> Numeral | None:
        """The number of a text that is worded just as `point` is; `None` for any other text."""
        shaped = self.shaped(text)
        return Numeral(*shaped[1]) if shaped is not None and shaped[0] is point.shape else None

    def _work_out(self, key: _Key) -> _Shape[R] | None:
        asked: dict[str, bool] = {}

        def label(text: str) -> bool:
            told = asked[text] = self._label(text)
            return told

        shape = self._own[key] = self._shape(key, self._worded(label))
        self._shared.known.setdefault(key, []).append((tuple(asked.items()), shape))
        return shape

    def filled(self, shape: _Shape[R], numbers: tuple[Number, ...]) -> Offer[R]:
        """The shape's offer with these numbers."""
        offer = shape.offer
        return Offer(
            self._rebuilt(offer.value, numbers),
            offer.others,
            offer.beside,
            offer.bracketed,
            offer.bound,
            offer.parallel,
            offer.denied,
        )

    def _shape(self, key: _Key, wording: Wording[R]) -> _Shape[R] | None:
        """Read the shape with sample numbers; `None` if no simple rule tells what becomes of them."""
        samples = _samples(key)
        offers = [read_offers(key[0] + sample.text + key[1] + key[2], wording) for sample in samples]
        first = offers[0]
        if first is None:
            return None
        numbers = []
        for offer in offers:
            if offer is None or replace(offer, value=first.value) != first:
                return None
            numbers.append(self._numbers(offer.value))
            if self._rebuilt(first.value, numbers[-1]) != offer.value:
                return None
        factors = [_factor(column, samples) for column in zip(*numbers, strict=True)]
        told = tuple(factor for factor in factors if factor is not None)
        return _Shape(first, told) if len(told) == len(factors) else None


def _kind(digits: str) -> str:
    """Digits that the grammar treats alike."""
    if len(digits) < 4:
        return "short"
    groups = digits.count(",") + digits.count("٬")
    if groups:
        return ("one group" if groups == 1 else "groups") + ("٬" if "٬" in digits else "")
    if len(digits) > 4 or not (digits[0] == "1" or digits.startswith("20")):
        return "long"
    return "2000" if digits[0] == "2" else "1000" if digits < "1500" else "1500"


@dataclass(frozen=True, slots=True)
class _Sample:
    text: str
    value: Fraction
    step: Fraction
    """What its last digit is worth."""


def _samples(key: _Key) -> list[_Sample]:
    """Three numbers of the kind."""
    *_, mark, kind, three = key
    texts = _SAMPLES[kind.removesuffix("٬")]
    decimals = ("", "", "") if not mark else _THREE_DECIMALS if three else _DECIMALS
    samples = []
    for text, behind in zip(texts, decimals, strict=True):
        value = Fraction(text.replace(",", "") + (f".{behind}" if behind else ""))
        written = (text.replace(",", "٬") if kind[-1] == "٬" else text) + mark + behind
        samples.append(_Sample(written, value, Fraction(1, 10 ** len(behind))))
    return samples


def _factor(numbers: tuple[Number, ...], samples: list[_Sample]) -> tuple[bool, int, int] | None:
    """What each number is of its sample's value, or else of its last digit."""
    pairs = list(zip(numbers, samples, strict=True))
    for grows, ratios in (
        (True, {number / sample.value for number, sample in pairs}),
        (False, {number / sample.step for number, sample in pairs}),
    ):
        if len(ratios) == 1:
            ratio = ratios.pop()
            return grows, ratio.numerator, ratio.denominator
    return None


def _quotient(top: int, below: int) -> Number:
    if below == 1:
        return top
    whole, rest = divmod(top, below)
    return Fraction(top, below) if rest else whole


def restated(
    verdict: CellVerdict,
    offer: Offer[R] | None,
    matches: Callable[[R], bool],
    unlike: Callable[[R, R], bool] | None,
    together: Callable[[R, R], R | None],
) -> CellVerdict:
    """Leave a mismatch open where what stands beside the first value may complete it.

    `300 mi (484 km)` gives one length twice, and which of the two was rounded is unknown;
    `1 day (and 4 hours)` may be one length in two parts. `unlike` tells whether two
    readings are in different units, if there are units, and `together` adds two.
    """
    if offer is None or verdict.verdict is not Verdict.MISMATCH:
        return verdict
    if not (offer.others or offer.beside or offer.bracketed):
        return verdict
    for part in (*offer.beside, *offer.bracketed):
        whole = together(offer.value, part)
        if whole is not None and matches(whole):
            return undecided(Reason.AMBIGUOUS, "gold's value is the sum of two that the cell holds")
    if unlike is None:
        return verdict
    values = (*offer.values, *offer.beside, *offer.bracketed)
    if any(matches(value) and any(unlike(value, other) for other in offer.values) for value in values):
        return undecided(Reason.AMBIGUOUS, "gold's value stands beside another one in another unit")
    return verdict


@lru_cache(maxsize=4096)
def _read(text: str, wording: Wording[R]) -> Offer[R] | None:
    # the cells of open rows are compared with many gold cells
    return read_offers(text, wording)


def per_column(make: Callable[[Column], T]) -> Callable[[Column], T]:
    """Remember what `make` makes of columns, found by identity, for to hash one takes microseconds."""
    made: dict[int, tuple[Column, T]] = {}

    def get(column: Column) -> T:
        found = made.get(id(column))
        if found is not None and found[0] is column:
            return found[1]
        if len(made) >= _MOST_COLUMNS:
            made.clear()
        thing = make(column)
        made[id(column)] = (column, thing)
        return thing

    return get
