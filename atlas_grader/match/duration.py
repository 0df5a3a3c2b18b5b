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
from atlas_grader.match.numbers.figures import show
from atlas_grader.match.numbers.labels import counts_of, label_of
from atlas_grader.match.numbers.marks import unless_noted
from atlas_grader.match.numbers.uncertainty import unless_uncertain
from atlas_grader.match.numbers.units import Meanings, Unit, parse_unit
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
    if gold.months == answer.months and gold.seconds == answer.seconds:
        return match(Reason.SAME_VALUE)
    if gold.seconds == answer.seconds == 0:
        return _compare_base(gold.months, answer.months, gold, answer, allowed)
    if gold.months == answer.months:
        return _compare_base(gold.seconds, answer.seconds, gold, answer, allowed)
    shortest = magnitude(gold.months - answer.months) * SHORTEST_MONTH
    longest = magnitude(gold.months - answer.months) * LONGEST_MONTH
    lacking = (answer.seconds - gold.seconds) * (1 if gold.months > answer.months else -1)
    margin = DAY + longest * (allowed.limit.relative or 0) if allowed.limit else 2 * DAY
    if shortest - margin <= lacking <= longest + margin:
        return undecided(Reason.AMBIGUOUS, "how many days a month has is not said")
    same_number = _last_number(gold) == _last_number(answer) and gold.parts == answer.parts == 1
    return mismatch(
        Reason.UNIT if same_number else Reason.OTHER_VALUE, "no length of the months makes them equal"
    )


def _last_number(length: Length) -> Fraction:
    return (length.months if length.unit[0] == MONTH else length.seconds) / Fraction(length.unit[1])


def _compare_base(
    expected: Number, given: Number, gold: Length, answer: Length, allowed: Allowance
) -> CellVerdict:
    """Compare where both differ in seconds only, or in months only."""
    difference = magnitude(expected - given)
    base = MONTH if gold.seconds == answer.seconds else SECOND
    detail = f"gold is {show(expected)} {base}, the answer {show(given)}"
    limit = allowed.at_unit(Unit(((base, 1),), Fraction(1)))
    if limit is not None:
        if difference <= limit.at(expected):
            return match(Reason.WITHIN_TOLERANCE, detail)
        return mismatch(Reason.OTHER_VALUE, detail)
    if gold.unit[0] == base and 2 * difference <= gold.step:
        # a half more rounds either way, in whatever notation: `2.5 h`, `150 min`
        is_finer = answer.unit[1] < gold.unit[1] and 50 * difference > magnitude(expected)
        if is_finer or 2 * difference == gold.step:
            return undecided(Reason.AMBIGUOUS, f"`2 h` may or may not stand for `2 h 30 min`: {detail}")
        return match(Reason.ROUNDED, detail)
    if answer.unit[0] == base and 2 * difference <= answer.step:
        if answer.unit != gold.unit and answer.parts == 1 and 100 * difference < magnitude(expected):
            return undecided(Reason.AMBIGUOUS, f"rounded in another unit: {detail}")
        return mismatch(Reason.ROUNDING, detail)
    if gold.unit != answer.unit and expected * answer.unit[1] == given * gold.unit[1]:
        return mismatch(Reason.UNIT, detail)
    return mismatch(Reason.SIGN if expected == -given else Reason.OTHER_VALUE, detail)


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
    base, size = (MONTH, first.months) if first.months else (SECOND, first.seconds)
    limit = allowed.at_unit(Unit(((base, 1),), Fraction(1)))

    def matcher(cell: Cell) -> CellVerdict:
        offer = read_amount(cell, reader)
        if offer is not None and rules.counts(cell.text) and rules.is_bare(cell):
            return undecided(Reason.UNKNOWN_UNIT, "counts something, in no unit of time")
        verdict = restated(decide(offer, golds, same), offer, is_gold, _in_other_unit, _together)
        verdict = unless_noted(verdict, cell.text, lambda text: decide(reader.read(text), golds, same))
        return unless_uncertain(verdict, cell.text, limit, size, size_of)

    return matcher


def _size(length: Length) -> Number:
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
