"""Quantity cells: a number and its unit (grading.md 5, `quantity`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.number import gold_text, read_amount
from atlas_grader.match.numbers.amounts import AmountReader, per_column, restated
from atlas_grader.match.numbers.cjk import PREFIXES
from atlas_grader.match.numbers.conversion import Allowance, Measure, allowance_of, compare_measures
from atlas_grader.match.numbers.digits import Number, Numeral, fold_digits
from atlas_grader.match.numbers.durations import without_stopwatch
from atlas_grader.match.numbers.figures import (
    Span,
    compare_numerals,
    numbers_of,
    renumbered,
    unless_bracketed,
)
from atlas_grader.match.numbers.labels import counts_of, label_of
from atlas_grader.match.numbers.marks import as_in_english, unless_beside, unless_noted
from atlas_grader.match.numbers.numerals import take_numeral
from atlas_grader.match.numbers.scales import Scales
from atlas_grader.match.numbers.uncertainty import unless_uncertain
from atlas_grader.match.numbers.units import (
    Meanings,
    Unit,
    is_measure_label,
    next_smaller,
    parse_unit,
    unit_before,
    without_below_zero,
)
from atlas_grader.match.numbers.words import and_part, part_value
from atlas_grader.match.offers.ends import between_accepted
from atlas_grader.match.offers.judging import decide
from atlas_grader.match.offers.reading import Offer, Wording, range_ends
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

Quantity = tuple[Measure, ...]
"""The admissible readings of one quantity."""

_NEXT_PART = re.compile(
    r"([^\d,;½¼¾]*[^\d\s,;½¼¾])\s*[,;]?\s*(?:(?:and|und|et|y|e|и|en|plus)\s)?\s*-?(?=[\d½¼¾])(.*)", re.S
)
# `three feet, four inches`, `six feet two`
_NEXT_WORDS = re.compile(r"([^\d,;]+?)(?:\s*[,;]|\s(?:and|und|et|y|e|и|en|plus)(?=\s)|(?=\s))\s*(.+)", re.S)
# `两米五` is 2.5 m
_TENTHS = re.compile(r"([米块元斤]|公尺|公斤)([一二三四五六七八九1-9])")
_NUMBER_IN_BRACKETS = re.compile(r"\([^)\d]*\d")
_ATTACHED_SCALE = re.compile(r"(-?\d[\d.,]*)([kKMB])\s+([^\W\d].*)")
_ARTICLE = re.compile(r"(?:of )?an? (?=[^\W\d])", re.IGNORECASE)
_SCALES = {"k": "thousand", "K": "thousand", "M": "million", "B": "billion"}


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the quantities of one column, whose unit may be one of its own (`TEU`)."""

    label: Callable[[str], bool]
    own_unit: str = ""

    def read(self, text: str) -> Quantity | None:
        """Read a whole text as one quantity or a range, in every admissible way.

        >>> measure = Reader(lambda _: False).read('6 ft 3 in')[0]
        >>> str(measure.span.low.value), str(measure.unit[0].factor)
        ('75', '127/5000')
        """
        if "(" in text and _NUMBER_IN_BRACKETS.search(text) is not None:
            return None  # units in brackets have letters only: `dB(A)`
        warmer = without_below_zero(text)
        if warmer is not None:
            below = tuple(self._points(warmer))
            return tuple(_negated(m) for m in below if any(unit.offset for unit in m.unit)) or None
        text = without_stopwatch(text)
        before = unit_before(text)
        if before is not None:
            text = f"{before[1]}{'' if before[0][0] == '/' else ' '}{before[0]}"
        return tuple(self._points(text)) or tuple(self._ranges(text)) or None

    def _points(self, text: str) -> Iterator[Measure]:
        scaled = _ATTACHED_SCALE.fullmatch(text)
        if scaled is not None:
            # a letter on the number scales it if a unit follows: `8.5M km²`
            text = f"{scaled[1]} {_SCALES[scaled[2]]} {scaled[3]}"
        unit = ""
        for number, rest in take_numeral(text, Scales.WORDS):
            if unit and rest != unit:
                return
            # `half a gram`
            article = _ARTICLE.match(rest) if number.step == 0 else None
            measures = tuple(self._with_unit(number, rest if article is None else rest[article.end() :]))
            yield from measures
            if measures and rest[:1] in PREFIXES and len(rest) > 1:
                unit = rest  # in `25万千瓦` the sign is the unit's, and not the number's as well

    def _with_unit(self, number: Numeral, rest: str, parts: int = 1) -> Iterator[Measure]:
        if not rest:
            yield Measure(Span(number))
            return
        unit = self._unit(rest)
        if unit:
            yield Measure(Span(number), unit)
            if rest.rstrip(" .") in ("ft2", "ft3", "ft4"):
                yield from self._compound(number, f"ft {rest[2]}", parts)  # `6ft3` is no volume
            return
        part = and_part().search(rest)
        if part is not None and part.end() == len(rest) and (unit := self._unit(rest[: part.start()])):
            yield Measure(Span(Numeral(number.value + part_value(part))), unit)
            return
        yield from self._compound(number, rest, parts)

    def _unit(self, text: str) -> Meanings:
        """The unit, if a text is a unit with nothing but a label behind it."""
        text = text.strip().removeprefix("-")
        if self.own_unit and _same_word(text, self.own_unit):
            return own_meaning(self.own_unit)
        unit = parse_unit(text)
        if unit:
            return unit
        words = text.split(" ")
        for end in range(len(words) - 1, max(0, len(words) - 5), -1):
            rest = " ".join(words[end:])
            if is_measure_label(rest) or self.label(rest):
                unit = parse_unit(" ".join(words[:end]))
                if unit:
                    return unit
        return ()

    def _compound(self, number: Numeral, rest: str, depth: int) -> Iterator[Measure]:
        """`6 ft 3 in`, `6'3"`, `2 lb 5 oz`, `1 m 85`: the sum, in the smaller unit."""
        tenths = _TENTHS.fullmatch(rest)
        if tenths is not None and number.step == 1:
            tenth = next(iter(take_numeral(tenths[2], Scales.WORDS)))[0].value * Fraction(1, 10)
            yield Measure(Span(Numeral(number.value + tenth, Fraction(1, 10))), parse_unit(tenths[1]))
            return
        found = _NEXT_PART.fullmatch(rest) or _NEXT_WORDS.fullmatch(rest)
        if found is None or number.value.denominator != 1 or depth > 3:
            return
        larger = parse_unit(found[1].strip(" -"))
        if not larger:
            return
        for second, behind in take_numeral(found[2], Scales.WORDS):
            parts = list(self._with_unit(second, behind, depth + 1))
            if not behind:
                smaller = next_smaller(found[1].strip(" -")) if second.step else None
                parts = [Measure(Span(second), parse_unit(smaller))] if smaller else []
            for part in parts:
                yield from _sum(number, larger, part)

    def _ranges(self, text: str) -> Iterator[Measure]:
        ends = range_ends(text)
        if ends is None:
            return
        low, high = ends
        highs = list(self._points(high))
        tail = re.sub(r"^[-+]?[\d.,' ]*", "", high)
        lows = [*(self._points(f"{low} {tail}") if tail and low[-1].isdigit() else ()), *self._points(low)]
        for first in lows[:4]:
            for last in highs[:4]:
                if first.unit == last.unit or not first.unit:
                    yield Measure(Span(first.span.low, last.span.low), last.unit)


def _negated(measure: Measure) -> Measure:
    return Measure(measure.span.times(-1), measure.unit)


def _sum(number: Numeral, larger: Meanings, part: Measure) -> Iterator[Measure]:
    for big in larger:
        for small in part.unit:
            # feet and inches are one length; metres and feet tell it twice
            if big.dimension != small.dimension or (big.factor / small.factor).denominator != 1:
                continue
            whole, added = number.value * big.factor / small.factor, part.span.low.value
            if 0 <= added * small.factor < big.factor:
                total = whole - added if number.value < 0 else whole + added
                yield Measure(Span(Numeral(total, part.span.low.step)), (small,))
                return


def _same_word(text: str, other: str) -> bool:
    first, second = (word.strip(" .").casefold() for word in (text, other))
    return first.removesuffix("s") == second.removesuffix("s")


def own_meaning(unit: str) -> Meanings:
    """A unit that only this column knows, as `episodes`: it converts to nothing."""
    return (Unit(((f"own:{unit.casefold()}", 1),), Fraction(1)),)


# Rules --------------------------------------------------------------------------------------------


def _compile(column: Column, values: Values, _: Values) -> Matcher:
    rules, texts = _rules(column), [gold_text(value) for value in values if isinstance(value, str)]
    reader, allowed, home = rules.reader, rules.allowed, rules.home
    golds = tuple(offer for text in texts if (offer := reader.read(text)) is not None)

    def same(gold: Quantity, answer: Quantity) -> CellVerdict:
        return compare_measures(gold, answer, allowed, home)

    def is_gold(answer: Quantity) -> bool:
        return any(same(gold.value, answer).verdict is Verdict.MATCH for gold in golds)

    def judge(text: str) -> CellVerdict:
        return decide(reader.read(text), golds, same)

    # With a unit or nothing but digits, cells worded as gold is differ in their numbers alone.
    is_told = len(golds) == len(texts) == 1 and (not _is_bare(golds[0].value) or texts[0].isdecimal())
    point = reader.point(texts[0]) if is_told else None
    unit = golds[0].value[0].unit or home if is_told else ()
    limit = allowed.at_unit(unit[0]) if unit else allowed.limit
    size = golds[0].value[0].span.low.value if golds else 0

    def matcher(cell: Cell) -> CellVerdict:
        if point is not None and not cell.native:
            number = reader.number_as(point, fold_digits(cell.text))
            if number is not None:
                return compare_numerals(point.number, number, limit)
        offer = read_amount(cell, reader)
        if offer is not None and _is_bare(offer.value) and rules.counts(cell.text):
            return undecided(Reason.UNKNOWN_UNIT, "counts something, in no unit")
        if offer is None and golds and take_numeral(fold_digits(cell.text), Scales.WORDS):
            return undecided(Reason.UNKNOWN_UNIT, "what follows the number is no known unit")
        verdict = unless_bracketed(decide(offer, golds, same), cell.text)
        verdict = restated(verdict, _in_one_unit(offer), is_gold, _in_other_unit, _together)
        verdict = unless_noted(as_in_english(verdict, cell.text, judge), cell.text, judge)
        verdict = unless_uncertain(verdict, cell.text, limit, size, rules.size_of)
        if len(golds) > 1:
            verdict = between_accepted(verdict, cell.text, lambda told: judge(told).verdict is Verdict.MATCH)
        return unless_beside(verdict, cell.text, judge)

    return matcher


def _is_bare(quantity: Quantity) -> bool:
    return not any(measure.unit for measure in quantity)


def _in_one_unit(offer: Offer[Quantity] | None) -> Offer[Quantity] | None:
    """`5 or 6 km` offers two lengths in kilometres: a number alone has the unit of the one beside it."""
    if offer is None or not offer.others:
        return offer
    unit = next((measure.unit for value in offer.values for measure in value if measure.unit), ())
    first, *others = (tuple(Measure(span, own or unit) for span, own in value) for value in offer.values)
    return replace(offer, value=first, others=tuple(others))


def _in_other_unit(first: Quantity, second: Quantity) -> bool:
    return not {measure.unit for measure in first} & {measure.unit for measure in second}


def _together(first: Quantity, second: Quantity) -> Quantity | None:
    found = [
        total
        for whole in first[:4]
        for part in second[:4]
        if whole.span.high is None and part.span.high is None
        for total in _sum(whole.span.low, whole.unit, part)
    ]
    return tuple(found) or None


def home_unit(column: Column) -> Meanings:
    """The unit of a cell that names none; empty if the column declares none."""
    if column.unit is None:
        return ()
    return parse_unit(column.unit) or own_meaning(column.unit)


@dataclass(frozen=True, slots=True)
class _Rules:
    """What all cells of one column share."""

    reader: AmountReader[Quantity]
    allowed: Allowance
    home: Meanings
    counts: Callable[[str], bool]
    """Whether a cell counts things that the column does not name."""

    def size_of(self, text: str) -> Number | None:
        """How much a text with a unit says, in base units."""
        found = self.reader.wording.read(text)
        return found[0].span.low.value * found[0].unit[0].factor if found and found[0].unit else None


@per_column
def _rules(column: Column) -> _Rules:
    named, home = label_of(column), home_unit(column)
    own = column.unit if column.unit is not None and not parse_unit(column.unit) else ""

    def label(text: str) -> bool:
        return is_measure_label(text) or (named(text) and not parse_unit(text))

    def worded(label: Callable[[str], bool]) -> Wording[Quantity]:
        return Wording(Reader(label, own).read, label, counts=True)

    reader = AmountReader(worded, label, (CellType.QUANTITY, own), _numbers, _renumbered)
    return _Rules(reader, allowance_of(column.tolerance, home), home, counts_of(column))


def _numbers(quantity: Quantity) -> tuple[Number, ...]:
    return numbers_of(tuple(measure.span for measure in quantity))


def _renumbered(quantity: Quantity, numbers: tuple[Number, ...]) -> Quantity:
    spans = renumbered(tuple(measure.span for measure in quantity), numbers)
    return tuple(Measure(span, measure.unit) for span, measure in zip(spans, quantity, strict=True))


def _reads(column: Column) -> Callable[[Cell], bool]:
    reader = _rules(column).reader
    return lambda cell: read_amount(cell, reader) is not None


RULES = TypeRules(compile=_compile, reads=_reads)
