"""Comparing measures in the same unit or in another one of the same dimension."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from atlas_grader.match.numbers.digits import Number, Numeral
from atlas_grader.match.numbers.figures import Limit, Span, compare_span, compare_spans, limit_of, show
from atlas_grader.match.numbers.units import Meanings, Unit, parse_unit
from atlas_grader.match.offers.judging import best
from atlas_grader.tasks import Tolerance
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided

_CLOSE = Fraction(1, 100)
"""Converted values further apart than this never agree by rounding (grading.md 5, `quantity`)."""

_LENGTH = (("m", 1),)
_FAR = 10**6
"""Of two lengths the one so far from gold's unit is not meant: `nm`, a nanometre or a nautical mile."""


class Measure(NamedTuple):
    """One reading of a quantity; without a unit it is in the column's."""

    span: Span
    unit: Meanings = ()


@dataclass(frozen=True, slots=True)
class Allowance:
    """A column's tolerance; an absolute one is in `unit`."""

    limit: Limit | None = None
    unit: Meanings = ()

    def at_unit(self, unit: Unit) -> Limit | None:
        """The same tolerance counted in `unit`; offsets do not count in differences."""
        if self.limit is None or self.limit.relative is not None:
            return self.limit
        same = next((own for own in self.unit if own.dimension == unit.dimension), unit)
        return Limit(absolute=self.limit.absolute * same.factor / unit.factor)


def allowance_of(tolerance: Tolerance | None, home: Meanings) -> Allowance:
    """What a column allows; without a unit of its own a tolerance is in the column's."""
    declared = parse_unit(tolerance.unit) if tolerance is not None and tolerance.unit else home
    return Allowance(limit_of(tolerance), declared)


def compare_measures(
    golds: Sequence[Measure], answers: Sequence[Measure], allowed: Allowance, home: Meanings
) -> CellVerdict:
    """Compare every reading with every reading of gold; any fit is enough."""
    unit = golds[0].unit or home
    if unit and all((measure.unit or home) == unit for measure in (*golds, *answers)):
        spans = [answer.span for answer in answers]
        return compare_spans([gold.span for gold in golds], spans, allowed.at_unit(unit[0]))
    if len(golds) == len(answers) == 1:
        return _compare(golds[0], answers[0], allowed, home)
    return best([_compare(gold, answer, allowed, home) for gold in golds for answer in answers])


def _compare(gold: Measure, answer: Measure, allowed: Allowance, home: Meanings) -> CellVerdict:
    gold_unit, unit = gold.unit or home, answer.unit or home
    if not gold_unit and not unit:
        return compare_span(gold.span, answer.span, allowed.limit)
    if not gold_unit or not unit:
        return undecided(Reason.UNKNOWN_UNIT, "only one side names a unit")
    if gold_unit == unit:
        # one spelling: whatever `ton` means here, it means the same on both sides
        return compare_span(gold.span, answer.span, allowed.at_unit(gold_unit[0]))
    if (
        any(meaning.offset for meaning in unit)
        and len(unit) > 1
        and any(meaning.offset for meaning in gold_unit)
    ):
        return _compare_degrees(gold.span, gold_unit[0], answer.span, unit, allowed)
    pairs = [(ours, theirs) for ours in gold_unit for theirs in unit if ours.dimension == theirs.dimension]
    if not pairs:
        return _other_dimension(gold_unit, unit)
    likely = [pair for pair in pairs if pair[0].dimension != _LENGTH or _ratio(*pair) <= _FAR] or pairs
    if all(ours != gold_unit[0] for ours, _ in likely):
        likely = pairs  # gold's own first meaning stays possible
    verdicts = [
        _compare_pair(gold.span, ours, answer.span, theirs, allowed.at_unit(ours)) for ours, theirs in likely
    ]
    if len({verdict.verdict for verdict in verdicts}) == 1:
        return verdicts[0]
    return _DISAGREE


def _compare_degrees(
    gold: Span, ours: Unit, answer: Span, meanings: Meanings, allowed: Allowance
) -> CellVerdict:
    """Bare degrees are on gold's scale, but where they are gold's on the other one nobody can tell."""
    limit = allowed.at_unit(ours)
    verdict = compare_span(gold, answer, limit)
    if verdict.verdict is Verdict.MATCH:
        return verdict
    others = [theirs for theirs in meanings if theirs.dimension == ours.dimension]
    found = (_compare_pair(gold, ours, answer, theirs, limit).verdict for theirs in others)
    return _DISAGREE if Verdict.MATCH in found else verdict


_DISAGREE = undecided(Reason.AMBIGUOUS, "the unit may mean several, which disagree")


def _ratio(first: Unit, second: Unit) -> Fraction:
    return max(first.factor / second.factor, second.factor / first.factor)


def _other_dimension(gold_unit: Meanings, unit: Meanings) -> CellVerdict:
    inverse = {tuple((base, -n) for base, n in meaning.dimension) for meaning in gold_unit}
    if any(meaning.dimension in inverse for meaning in unit):
        return undecided(Reason.UNIT, "the unit is the other way round, as mpg and l/100 km are")
    return mismatch(Reason.UNIT, "the unit measures something else")


def _compare_pair(gold: Span, ours: Unit, answer: Span, theirs: Unit, limit: Limit | None) -> CellVerdict:
    if ours == theirs:
        return compare_span(gold, answer, limit)
    if (gold.high is None) != (answer.high is None):
        return mismatch(Reason.RANGE, "a range" if gold.high is None else "gold is a range")
    verdict = compare_converted(gold.low, ours, answer.low, theirs, limit)
    if gold.high is None or answer.high is None or verdict.verdict is not Verdict.MATCH:
        return verdict
    return compare_converted(gold.high, ours, answer.high, theirs, limit)


def compare_converted(
    gold: Numeral, ours: Unit, answer: Numeral, theirs: Unit, limit: Limit | None
) -> CellVerdict:
    """Compare across units: exactly, by tolerance, or by rounding one side into the other's unit.

    >>> mile, kilometre = parse_unit("mi")[0], parse_unit("km")[0]
    >>> five = Numeral(Fraction(5), Fraction(1))
    >>> compare_converted(five, mile, Numeral(Fraction("8.05"), Fraction("0.01")), kilometre, None).reason
    <Reason.CONVERTED: 'converted'>
    """
    if _far_apart(gold, ours, answer, theirs, limit):
        told = (float(_to_base(answer.value, theirs)) - float(ours.offset)) / float(ours.factor)
        reason = Reason.UNIT if gold.value == answer.value else Reason.OTHER_VALUE
        return mismatch(reason, f"gold is {show(gold.value)}, the answer {told:,.6g} in gold's unit")
    base, their_base = _to_base(gold.value, ours), _to_base(answer.value, theirs)
    if base == their_base:
        return match(Reason.CONVERTED)
    difference = abs(base - their_base)
    detail = f"gold is {show(gold.value)}, the answer {show(_from_base(their_base, ours))} in gold's unit"
    if limit is not None and difference <= limit.at(gold.value) * ours.factor:
        return match(Reason.WITHIN_TOLERANCE, detail)
    close = difference < _CLOSE * abs(base)
    rounds = 2 * difference <= max(gold.step * ours.factor, answer.step * theirs.factor)
    if close and rounds:
        if limit is None:
            return match(Reason.CONVERTED, detail)
        return undecided(Reason.AMBIGUOUS, f"agrees by rounding, not within the tolerance: {detail}")
    return mismatch(_difference(gold, base, answer, theirs, their_base), detail)


def _far_apart(gold: Numeral, ours: Unit, answer: Numeral, theirs: Unit, limit: Limit | None) -> bool:
    """Whether two amounts of one sign are plainly different, as floats already tell."""
    first, second = (
        float(number.value) * float(unit.factor) + float(unit.offset)
        for number, unit in ((gold, ours), (answer, theirs))
    )
    allowed = 0.0 if limit is None else float(limit.at(gold.value)) * float(ours.factor)
    return first * second > 0 and abs(first - second) > 1.001 * max(allowed, 0.02 * abs(first))


def _difference(gold: Numeral, base: Fraction, answer: Numeral, theirs: Unit, their_base: Fraction) -> Reason:
    if gold.value == answer.value:
        return Reason.UNIT
    if base == -their_base:
        return Reason.SIGN
    close = abs(base - their_base) < min(_CLOSE * abs(base), 2 * answer.step * theirs.factor)
    return Reason.ROUNDING if close else Reason.OTHER_VALUE


def _to_base(value: Number, unit: Unit) -> Fraction:
    return value * unit.factor + unit.offset


def _from_base(value: Number, unit: Unit) -> Fraction:
    return (value - unit.offset) / unit.factor
