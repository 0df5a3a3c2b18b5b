"""Stretches within which a cell says that its date lies: `1954 (± 20 years)`, `31 July 1954 (1950-1960)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atlas_grader.match.dates.forms import Readings
from atlas_grader.match.dates.grammar import read_date
from atlas_grader.match.dates.period import Period
from atlas_grader.match.numbers.durations import DAY, LONGEST_MONTH, read_duration
from atlas_grader.match.offers.margins import margins, tells_margin
from atlas_grader.match.offers.values import Offer
from atlas_grader.match.offers.words import Bound, Bounds, take_brackets, without_edge_word

_BRACKETS = frozenset("([（【")
_DIGIT = re.compile(r"\d")
_END = re.compile(r"[()\[\],;\n]")
_BETWEEN_LIMITS = re.compile(r"\s*[,;]\s*|\s+and\s+")
_MOST_WORDS = 4
# A margin that nobody can read may be of any width.
_ANY_WIDTH = 1_000_000


def told_widths(offer: Offer[Readings], text: str) -> Iterator[Period]:
    """Each stretch that a cell tells beside its date and that goes beyond it at both ends."""
    first = offer.value[0]
    if first.yearless or (_BRACKETS.isdisjoint(text) and not tells_margin(text)):
        return
    begin, last = first.start.first, (first.end or first.start).last
    for days in _margins(text):
        yield Period(begin - days, last + days, first.start.grain)
    for start, end in (*_ranges(offer), *_limits(text)):
        # a life that began on the day holds it too
        if start.last < begin and last < end.first:
            yield Period(start.first, end.last, first.start.grain)


def _margins(text: str) -> Iterator[int]:
    digit = _DIGIT.search(text)
    for _, behind in margins(text, digit.end() if digit is not None else len(text)):
        words = _END.split(behind.strip(" :=~"), maxsplit=1)[0].split()[:_MOST_WORDS]
        lengths = (read_duration(" ".join(words[:end]), ()) for end in range(len(words), 0, -1))
        if (length := next(filter(None, lengths), None)) is not None:
            told = length.readings[0]
            yield int((told.seconds + told.months * LONGEST_MONTH) // DAY)
        elif words:
            yield _ANY_WIDTH


def _ranges(offer: Offer[Readings]) -> Iterator[tuple[Period, Period]]:
    for reading, *_ in offer.bracketed:
        if reading.end is not None and not reading.yearless:
            yield reading.start, reading.end


def _limits(text: str) -> Iterator[tuple[Period, Period]]:
    """`(min 1940, max 1960)`, `(after 1940, before 1960)`."""
    for note in take_brackets(text)[1]:
        parts = [_limit(part) for part in _BETWEEN_LIMITS.split(note.strip())]
        if len(parts) == 2 and parts[0] and parts[1]:
            (least, low), (most, high) = parts[0], parts[1]
            if (least, most) == (Bound.AT_LEAST, Bound.AT_MOST):
                yield low, high


def _limit(part: str) -> tuple[Bound, Period] | None:
    for bounds in Bounds:
        found = without_edge_word(part, bounds) if part else None
        read = read_date(found[0].strip()) if found is not None and found[1] is not None else None
        if found is not None and found[1] is not None and read and not read[0].yearless:
            return found[1], read[0].start
    return None
