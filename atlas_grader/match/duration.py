"""Duration cells: equal at the digits written (grading.md 5, `duration`).

Months against days are told apart only where no length of a month could make them equal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.number import gold_text, read_amount
from atlas_grader.match.numbers.amounts import AmountReader, per_column, restated
from atlas_grader.match.numbers.conversion import Allowance, allowance_of
from atlas_grader.match.numbers.digits import Number, fold_digits, magnitude
from atlas_grader.match.numbers.durations import (
    DAY,
    LONGEST_MONTH,
    MONTH,
    SECOND,
    SHORTEST_MONTH,
    Duration,
    Length,
    is_time,
    read_duration,
)
from atlas_grader.match.numbers.figures import Limit, show
from atlas_grader.match.numbers.labels import counts_of, label_of
from atlas_grader.match.numbers.marks import unless_noted
from atlas_grader.match.numbers.stretches import Stretch, room
from atlas_grader.match.numbers.uncertainty import unless_uncertain
from atlas_grader.match.numbers.units import Meanings, parse_unit
from atlas_grader.match.offers.judging import decide
from atlas_grader.match.offers.reading import Offer, Wording, read_offers
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided


def _compare(gold: Duration, answer: Duration, allowed: Allowance) -> CellVerdict:
    if bool(gold.high) != bool(answer.high):
        return mismatch(Reason.RANGE, "gold is a range" if gold.high else "a range")
    verdict = _best(gold.readings, answer.readings, allowed)
    if gold.high and verdict.verdict is Verdict.MATCH:
        return _best(gold.high, answer.high, allowed)
    return verdict


def _best(golds: tuple[Length, ...], answers: tuple[Length, ...], allowed: Allowance) -> CellVerdict:
    order = (Verdict.MATCH, Verdict.UNDECIDED, Verdict.MISMATCH)
    verdicts = [_compare_lengths(gold, answer, allowed) for gold in golds for answer in answers]
    return min(verdicts, key=lambda verdict: order.index(verdict.verdict))


def _compare_lengths(gold: Length, answer: Length, allowed: Allowance) -> CellVerdict:
    expected, given = Stretch(gold.months, gold.seconds), Stretch(answer.months, answer.seconds)
    difference = given.plus(expected.times(-1))
    if not any(difference):
        return match(Reason.SAME_VALUE)
    detail = _detail(expected, given)
    limit = _limit_around(expected, allowed)
    if limit is not None:
        least, most = room(limit, difference)
        if least >= 0:
            return match(Reason.WITHIN_TOLERANCE, detail)
        return _other(gold, answer, detail) if most < 0 else _UNSAID
    if bool(gold.months) != bool(answer.months):
        return _compare_with_days(gold, answer)
    return _compare_digits(gold, answer, difference, detail)


_UNSAID = undecided(Reason.AMBIGUOUS, "how many days a month has is not said")


def _limit_around(expected: Stretch, allowed: Allowance) -> Stretch | None:
    """What a column allows around one length; without a unit it is counted as gold is."""
    if allowed.limit is None:
        return None
    if allowed.limit.relative is not None:
        share = expected.times(allowed.limit.relative)
        return share if expected.ends[0] >= 0 else share.times(-1)
    base, size = MONTH if expected.months else SECOND, Fraction(1)
    unit = next(filter(is_time, allowed.unit), None)
    if unit is not None:
        base, size = unit.dimension[0][0], unit.factor
    amount = allowed.limit.absolute * size
    return Stretch(amount, 0) if base == MONTH else Stretch(0, amount)


def _compare_with_days(gold: Length, answer: Length) -> CellVerdict:
    """Compare months on one side with days on the other: by convention a month may be 28 days or 30."""
    months = magnitude(gold.months - answer.months)
    lacking = (answer.seconds - gold.seconds) * (1 if gold.months > answer.months else -1)
    if months * SHORTEST_MONTH - 2 * DAY <= lacking <= months * LONGEST_MONTH + 2 * DAY:
        return _UNSAID
    return _other(gold, answer, "no length of the months makes them equal")


def _compare_digits(gold: Length, answer: Length, difference: Stretch, detail: str) -> CellVerdict:
    """Whether one rounds to the other at the digits that it writes."""
    expected = Stretch(gold.months, gold.seconds)
    least, most = room(_half_a_digit(gold), difference)
    if most >= 0:
        # a half more rounds either way, in whatever notation: `2.5 h`, `150 min`
        is_finer = _of_unit(answer) < _of_unit(gold) and room(expected, difference.times(50))[0] < 0
        if is_finer or most == 0:
            return undecided(Reason.AMBIGUOUS, f"`2 h` may or may not stand for `2 h 30 min`: {detail}")
        return match(Reason.ROUNDED, detail) if least > 0 else _UNSAID
    if room(_half_a_digit(answer), difference)[1] >= 0:
        is_close = room(expected, difference.times(100))[1] > 0
        if answer.unit != gold.unit and answer.parts == 1 and is_close:
            return undecided(Reason.AMBIGUOUS, f"rounded in another unit: {detail}")
        return mismatch(Reason.ROUNDING, detail)
    return _other(gold, answer, detail)


def _half_a_digit(length: Length) -> Stretch:
    half = Fraction(length.step) / 2
    return Stretch(half, 0) if length.unit[0] == MONTH else Stretch(0, half)


def _of_unit(length: Length) -> Number:
    base, size = length.unit
    return size * SHORTEST_MONTH if base == MONTH else size


def _other(gold: Length, answer: Length, detail: str) -> CellVerdict:
    if gold.unit != answer.unit and _last_number(gold) == _last_number(answer):
        return mismatch(Reason.UNIT, detail)
    is_opposite = (gold.months, gold.seconds) == (-answer.months, -answer.seconds)
    return mismatch(Reason.SIGN if is_opposite else Reason.OTHER_VALUE, detail)


def _last_number(length: Length) -> Fraction:
    return (length.months if length.unit[0] == MONTH else length.seconds) / Fraction(length.unit[1])


def _detail(expected: Stretch, given: Stretch) -> str:
    if not expected.months and not given.months:
        return f"gold is {show(expected.seconds)} {SECOND}, the answer {show(given.seconds)}"
    if not expected.seconds and not given.seconds:
        return f"gold is {show(expected.months)} {MONTH}, the answer {show(given.months)}"
    return f"gold is {_told(expected)}, the answer {_told(given)}"


def _told(length: Stretch) -> str:
    return f"{show(length.months)} {MONTH} {show(length.seconds)} {SECOND}"


def _compile(column: Column, values: Values, _: Values) -> Matcher:
    rules, texts = _rules(column), [gold_text(value) for value in values if isinstance(value, str)]
    reader, allowed = rules.reader, rules.allowed
    golds = tuple(offer for text in texts if (offer := _read_gold(text, column, reader)) is not None)

    def same(gold: Duration, answer: Duration) -> CellVerdict:
        return _compare(gold, answer, allowed)

    def is_gold(answer: Duration) -> bool:
        return any(same(gold.value, answer).verdict is Verdict.MATCH for gold in golds)

    def size_of(text: str) -> Number | None:
        found = reader.wording.read(text)
        return None if found is None else _size(found.readings[0])

    first = golds[0].value.readings[0] if golds else Length(0, 0, 0, (SECOND, 1))
    around = _limit_around(Stretch(first.months, first.seconds), allowed)
    limit = None if around is None else Limit(absolute=Fraction(_size(around)))

    def matcher(cell: Cell) -> CellVerdict:
        offer = read_amount(cell, reader)
        if offer is not None and rules.counts(cell.text) and rules.is_bare(cell):
            return undecided(Reason.UNKNOWN_UNIT, "counts something, in no unit of time")
        verdict = restated(decide(offer, golds, same), offer, is_gold, _in_other_unit, _together)
        verdict = unless_noted(verdict, cell.text, lambda text: decide(reader.read(text), golds, same))
        return unless_uncertain(verdict, cell.text, limit, _size(first), size_of)

    return matcher


def _size(length: Length | Stretch) -> Number:
    """How long, roughly, in seconds."""
    return length.months * Fraction(SHORTEST_MONTH + LONGEST_MONTH, 2) + length.seconds


def _in_other_unit(first: Duration, second: Duration) -> bool:
    return not {length.unit for length in first.readings} & {length.unit for length in second.readings}


def _together(first: Duration, second: Duration) -> Duration | None:
    if first.high or second.high:
        return None
    return Duration(tuple(whole.plus(part) for whole in first.readings[:4] for part in second.readings[:4]))


def _read_gold(text: str, column: Column, reader: AmountReader[Duration]) -> Offer[Duration] | None:
    """Gold's clock is read in the column's unit, where that says which number is which."""
    if column.unit is not None and re.fullmatch(r"\d+:\d\d", text):
        fixed = reader.wording.read(f"{text} {column.unit}")
        if fixed is not None:
            return Offer(fixed)
    return reader.read(text)


def _home(column: Column) -> Meanings:
    return tuple(unit for unit in parse_unit(column.unit or "") if is_time(unit))


@dataclass(frozen=True, slots=True)
class _Rules:
    """What all cells of one column share."""

    reader: AmountReader[Duration]
    allowed: Allowance
    counts: Callable[[str], bool]
    """Whether a cell counts things that the column does not name."""
    is_bare: Callable[[Cell], bool]
    """Whether a cell is a duration only in the column's unit."""


@per_column
def _rules(column: Column) -> _Rules:
    home, named = _home(column), label_of(column)
    # a bare number in a column of `m` is minutes; metres are no duration
    own = parse_unit("min") if column.unit is not None and column.unit.strip() == "m" else home

    def label(text: str) -> bool:
        return named(text) and not parse_unit(text)

    def worded(label: Callable[[str], bool]) -> Wording[Duration]:
        return Wording(lambda text: read_duration(text, own), label, counts=True)

    reader = AmountReader(worded, label, (CellType.DURATION, own), _numbers, _renumbered)
    unitless = Wording(lambda text: read_duration(text, ()), label, counts=True)

    def is_bare(cell: Cell) -> bool:
        return read_offers(fold_digits(cell.text), unitless) is None

    return _Rules(reader, allowance_of(column.tolerance, home), counts_of(column), is_bare)


def _numbers(duration: Duration) -> tuple[Number, ...]:
    return tuple(
        number
        for length in (*duration.readings, *duration.high)
        for number in (length.months, length.seconds, length.step)
    )


def _renumbered(duration: Duration, numbers: tuple[Number, ...]) -> Duration:
    left = iter(numbers)

    def again(lengths: tuple[Length, ...]) -> tuple[Length, ...]:
        return tuple(Length(next(left), next(left), next(left), old.unit, old.parts) for old in lengths)

    return Duration(again(duration.readings), again(duration.high))


def _reads(column: Column) -> Callable[[Cell], bool]:
    reader = _rules(column).reader
    return lambda cell: read_amount(cell, reader) is not None


RULES = TypeRules(compile=_compile, reads=_reads)
