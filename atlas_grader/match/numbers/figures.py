"""What numbers, percentages, amounts of money and quantities share: spans, and comparing them.

A point is compared by the column's tolerance, or else at the last digit that gold
writes; a range only ever equals the same range (grading.md 5, `number`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from atlas_grader.match.numbers.digits import Number, Numeral, magnitude
from atlas_grader.match.offers.reading import range_ends
from atlas_grader.tasks import Tolerance
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided


class Span(NamedTuple):
    """One number, or the two ends of a range of them."""

    low: Numeral
    high: Numeral | None = None

    def times(self, factor: Number) -> Span:
        """The same digits, each worth `factor` times as much."""
        return Span(self.low.times(factor), self.high and self.high.times(factor))


def numbers_of(spans: tuple[Span, ...]) -> tuple[Number, ...]:
    """Every number in some spans, one after the other."""
    ends = [end for span in spans for end in span if end is not None]
    return tuple(number for end in ends for number in end)


def renumbered(spans: tuple[Span, ...], numbers: tuple[Number, ...]) -> tuple[Span, ...]:
    """The same spans with other numbers."""
    if len(spans) == 1 and spans[0].high is None:
        return (Span(Numeral(*numbers)),)
    left = iter(numbers)

    def again(end: Numeral | None) -> Numeral | None:
        return None if end is None else Numeral(next(left), next(left))

    return tuple(Span(Numeral(next(left), next(left)), again(span.high)) for span in spans)


@dataclass(frozen=True, slots=True)
class Limit:
    """The largest difference allowed: a share of gold, or an amount in gold's own unit."""

    relative: Fraction | None = None
    absolute: Fraction = Fraction(0)

    def at(self, gold: Number) -> Number:
        """What is allowed around one value."""
        return self.absolute if self.relative is None else magnitude(gold) * self.relative


def limit_of(tolerance: Tolerance | None) -> Limit | None:
    """A declared tolerance, in exact numbers."""
    if tolerance is None:
        return None
    if tolerance.relative is not None:
        return Limit(relative=Fraction(tolerance.relative))
    return Limit(absolute=Fraction(tolerance.absolute or 0))


def read_range(text: str, read: Callable[[str], Sequence[Numeral]]) -> tuple[Span, ...]:
    """Every reading of a range whose ends `read` reads; an end borrows the other's words.

    `$3-5 million` goes from 3 to 5 million dollars, but may go from 3 dollars.
    """
    ends = range_ends(text)
    if ends is None:
        return ()
    low, high = ends
    before, after = re.match(r"[^\d]*", low), re.search(r"[^\d]*$", high)
    assert before is not None  # both patterns match the empty text
    assert after is not None
    lows = [*(read(low + after[0]) if low[-1].isdigit() and after[0] else ()), *read(low)]
    highs = [*read(high), *(read(before[0] + high) if high[0].isdigit() and before[0] else ())]
    return tuple(
        Span(first, last)
        for first in lows[:4]
        for last in highs[:4]
        if first.value < last.value and not _is_dated(first, last, text)
    )


def sums(firsts: Sequence[Span], seconds: Sequence[Span]) -> tuple[Span, ...]:
    """Every reading of two points added up; none of a range."""
    return tuple(
        Span(Numeral(first.low.value + second.low.value, min(first.low.step, second.low.step)))
        for first in firsts[:4]
        for second in seconds[:4]
        if first.high is None and second.high is None
    )


def _is_dated(first: Numeral, last: Numeral, text: str) -> bool:
    """Whether `14 - 2019` and `14 until 2019` may be a number and the year it is for."""
    return first.value < 1000 and 1500 <= last.value < 2100 and _BEFORE_YEAR.search(text) is not None


_BEFORE_YEAR = re.compile(
    r"\s(?:-|until|till|through|bis|hasta|até|jusqu'en|tot|до|do)\s|부터|까지|まで|至", re.I
)


def compare_spans(golds: Sequence[Span], spans: Sequence[Span], limit: Limit | None) -> CellVerdict:
    """Compare every reading of the answer with every reading of gold; any fit is enough."""
    if len(golds) == len(spans) == 1:
        return compare_span(golds[0], spans[0], limit)
    verdict: CellVerdict | None = None
    for gold in golds:
        for span in spans:
            if verdict is not None and _far_apart(gold, span, limit):
                continue
            found = compare_span(gold, span, limit)
            if found.verdict is Verdict.MATCH:
                return found
            if verdict is None or found.verdict is Verdict.UNDECIDED:
                verdict = found
    return verdict or undecided(Reason.UNREADABLE)


def _far_apart(gold: Span, span: Span, limit: Limit | None) -> bool:
    """Whether a further reading plainly says another number, so that no verdict has to be worded."""
    room = gold.low.step + span.low.step if limit is None else limit.at(gold.low.value)
    # floats will do for what is plain
    return abs(float(gold.low.value) - float(span.low.value)) > 1.001 * float(room)


def compare_span(gold: Span, span: Span, limit: Limit | None) -> CellVerdict:
    """Compare two points, or two ranges at both ends; a range never equals a point."""
    if gold.high is None and span.high is None:
        return compare_numerals(gold.low, span.low, limit)
    if gold.high is None or span.high is None:
        return mismatch(Reason.RANGE, "a range" if gold.high is None else "gold is a range")
    first = compare_numerals(gold.low, span.low, limit)
    return first if first.verdict is not Verdict.MATCH else compare_numerals(gold.high, span.high, limit)


def compare_numerals(gold: Numeral, answer: Numeral, limit: Limit | None) -> CellVerdict:
    """Compare two numbers in the same unit (grading.md 5, `number`).

    >>> compare_numerals(Numeral(Fraction(33), Fraction(1)), Numeral(Fraction("33.4")), None).reason
    <Reason.ROUNDED: 'rounded'>
    """
    expected, given = gold.value, answer.value
    if expected == given:
        return _SAME
    if limit is None and type(expected) is type(given) is type(gold.step) is int and gold.step:
        return _compare_whole(gold, answer, expected, given)
    if limit is not None:
        difference = magnitude(gold.value - answer.value)
        detail = f"differs by {show(difference)}, {show(limit.at(gold.value))} is allowed"
        within = difference <= limit.at(gold.value)
        return match(Reason.WITHIN_TOLERANCE, detail) if within else _apart(gold, answer, detail)
    if _is_within(gold, answer, gold.step):
        return match(Reason.ROUNDED, f"rounds to gold at its last digit, {show(gold.step)}")
    if gold.step == 0 and _is_within(gold, answer, answer.step) and not _is_decimal(gold.value):
        # thirds cannot be written out: two right digits are taken for the fraction
        if 50 * answer.step <= magnitude(gold.value):
            return match(Reason.ROUNDED, "gold's fraction, rounded")
        return undecided(Reason.AMBIGUOUS, "gold's fraction, coarsely rounded")
    return _apart(gold, answer, f"gold is {show(gold.value)}, the answer {show(answer.value)}")


_SAME = match(Reason.SAME_VALUE)


def _compare_whole(gold: Numeral, answer: Numeral, expected: int, given: int) -> CellVerdict:
    """The quick way for two whole numbers that differ, the commonest of all comparisons."""
    apart = 2 * abs(expected - given)
    if apart <= gold.step:
        return match(Reason.ROUNDED, f"rounds to gold at its last digit, {show(gold.step)}")
    coarse = given % 10 == 0 or answer.step != 1  # else it can be no rounding, nor 10 times gold
    if coarse or expected % given == 0 or expected == -given:
        return _apart(gold, answer, f"gold is {show(expected)}, the answer {show(given)}")
    return CellVerdict(Verdict.MISMATCH, Reason.OTHER_VALUE, f"gold is {expected:,}, the answer {given:,}")


def _over_one_denominator(first: Number, second: Number) -> tuple[int, int, int]:
    """Two numerators and their common denominator; whole numbers compare much faster than fractions."""
    below, other = first.denominator, second.denominator
    return first.numerator * other, second.numerator * below, below * other


def _is_within(gold: Numeral, answer: Numeral, step: Number) -> bool:
    """Whether two numbers are at most half a step apart."""
    ours, theirs, below = _over_one_denominator(gold.value, answer.value)
    return 2 * abs(ours - theirs) * step.denominator <= step.numerator * below


def _apart(gold: Numeral, answer: Numeral, detail: str) -> CellVerdict:
    """Two different numbers: say in which way."""
    ours, theirs, _ = _over_one_denominator(gold.value, answer.value)
    if ours == -theirs:
        return mismatch(Reason.SIGN, detail)
    step = _written_step(answer)
    if _is_within(gold, answer, step) and gold.step < step:
        return mismatch(Reason.ROUNDING, f"gold, rounded more coarsely than gold is written: {detail}")
    if ours and theirs and _are_powers_apart(ours, theirs):
        return mismatch(Reason.SCALE, detail)
    return mismatch(Reason.OTHER_VALUE, detail)


def _written_step(answer: Numeral) -> Number:
    """What the last digit other than 0 is worth: 90,000 may be meant to the thousand."""
    value = answer.value
    if answer.step != 1 or value % 100 or not value:
        return answer.step
    digits = str(value)
    zeros = len(digits) - len(digits.rstrip("0"))
    return int(10**zeros)


def _are_powers_apart(first: int, second: int) -> bool:
    """Whether one number is 10, 100 … times the other."""
    small, large = sorted((abs(first), abs(second)))
    if large % small or (first < 0) != (second < 0):
        return False
    return str(large // small).rstrip("0") == "1"


def _is_decimal(value: Number) -> bool:
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


def show(value: Number) -> str:
    """A number for a reader of `detail`, never longer than is useful."""
    if value.denominator == 1 and -(10**15) < value < 10**15:
        return f"{value.numerator:,}"
    if 1e-6 <= abs(size := float(value)) < 1e15:
        return f"{size:,.6g}"
    exponent = len(str(value.numerator)) - len(str(value.denominator))
    return f"about 10^{exponent}"


_TRIANGLES = frozenset("▲△▼▽")


def unless_bracketed(verdict: CellVerdict, text: str) -> CellVerdict:
    """Leave a mismatch in sign alone open where brackets, or a triangle, are the sign: `($5 million)`."""
    if verdict.reason is Reason.SIGN and text.startswith("(") and ")" in text:
        return undecided(Reason.AMBIGUOUS, "brackets may be an accountant's minus, or just brackets")
    if verdict.reason is Reason.SIGN and text[:1] in _TRIANGLES:
        return undecided(Reason.AMBIGUOUS, "a triangle may be an accountant's minus, or an arrow")
    return verdict
