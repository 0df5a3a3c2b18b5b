"""Duration cells: ISO 8601, clock, words; months and seconds are kept apart (grading.md 5, `duration`).

A year is 12 months and a week 7 days, but no month is a number of days: two durations
that differ in that respect are told apart only where no length of a month could make them equal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.conversion import Allowance, allowance_of
from atlas_grader.match.figures import show
from atlas_grader.match.labels import label_of
from atlas_grader.match.number import gold_text
from atlas_grader.match.numerals import take_numeral
from atlas_grader.match.numerals_digits import Numeral, decimal_numeral, english_marks, fold_digits
from atlas_grader.match.numerals_scales import Scales
from atlas_grader.match.offers import Offer, Wording, decide, range_ends, read_offers, restated
from atlas_grader.match.units import Meanings, Unit, parse_unit
from atlas_grader.tasks import Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided

_SECOND, _MONTH = "s", "month"
_MINUTE, _HOUR, _DAY = Fraction(60), Fraction(3600), Fraction(86400)
# The shortest and longest that a month can be, over one and over many: February, and two months of 31 days.
_SHORTEST_MONTH, _LONGEST_MONTH = 28 * _DAY, 31 * _DAY
_MOST_PARTS = 8


@dataclass(frozen=True, slots=True)
class Length:
    """One reading: months and seconds, what its last digit is worth, and the unit of that digit."""

    months: Fraction
    seconds: Fraction
    step: Fraction
    unit: tuple[str, Fraction]
    """Base (`s` or `month`) and size of the smallest unit named."""
    parts: int = 1
    """How many units were named."""


@dataclass(frozen=True, slots=True)
class Duration:
    """The readings of one duration; `high` holds those of a range's other end."""

    readings: tuple[Length, ...]
    high: tuple[Length, ...] = ()


_ISO = re.compile(
    r"P(?!$)(?:(?P<Y>[\d.,]+)Y)?(?:(?P<M>[\d.,]+)M)?(?:(?P<W>[\d.,]+)W)?(?:(?P<D>[\d.,]+)D)?"
    r"(?:T(?=\d)(?:(?P<h>[\d.,]+)H)?(?:(?P<m>[\d.,]+)M)?(?:(?P<s>[\d.,]+)S)?)?",
    re.I,
)
_ISO_UNITS = {"Y": (_MONTH, Fraction(12)), "M": (_MONTH, Fraction(1)), "W": (_SECOND, 7 * _DAY),
              "D": (_SECOND, _DAY), "h": (_SECOND, _HOUR), "m": (_SECOND, _MINUTE), "s": (_SECOND, Fraction(1))}  # fmt: skip
_CLOCK = re.compile(
    r"(?P<sign>-?)(?P<a>\d{1,4}):(?P<b>[0-5]\d)(?::(?P<c>[0-5]\d))?(?P<d>[.,٫]\d{1,6})?\s*(?P<unit>.*)"
)
_ARTICLE = re.compile(r"(?:an?|the)\s+(?=[^\W\d])", re.I)
_AND_HALF = re.compile(
    r"\s*(?:and a half|und eine halbe|et demie?|y medi[oa]|e mezz[oa]|e mei[oa]|с половиной|en een half|buçuk|半)(?!\w)\s*",
    re.I,
)
_JOINER = re.compile(
    r"\s*(?:[,;]\s*)?(?:(?:and|und|et|y|e|и|en|i|og|och|ve|&|\+|و|と|和|又|零)(?![^\W\d一-鿿ぁ-ヿ])\s*)?",
    re.I,
)
_UNIT_TEXT = re.compile(r"[^\d\s,;&+½¼¾.-]+\.?(?:\s+[^\d\s,;&+½¼¾.-]+\.?)?")
_CALENDAR = re.compile(
    r"(?:calendar|business|working|full|whole|solid|straight|consecutive|volle|ganze|полных|good|long|short)\s+",
    re.I,
)


def read_duration(text: str, home: Meanings) -> Duration | None:
    """Read a whole text as one duration or a range, in every admissible way.

    >>> [str(length.seconds) for length in read_duration("1 hr 15 min", ()).readings]
    ['4500']
    >>> [str(length.seconds) for length in read_duration("2:45", ()).readings]
    ['9900', '165']
    """
    readings = tuple(dict.fromkeys(_lengths(text, home)))
    if readings:
        return Duration(readings)
    ends = range_ends(text)
    if ends is None:
        return None
    low, high = ends
    tail = re.sub(r"^[\d.,' ]*", "", high)
    lows = (tail and low[-1].isdigit() and tuple(_lengths(f"{low} {tail}", home))) or tuple(
        _lengths(low, home)
    )
    highs = tuple(_lengths(high, home))
    return Duration(lows, highs) if lows and highs else None


def _lengths(text: str, home: Meanings) -> Iterator[Length]:
    iso = _ISO.fullmatch(text)
    if iso is not None:
        yield from _iso(iso)
        return
    clock = _CLOCK.fullmatch(text)
    if clock is not None:
        yield from _clock(clock)
        return
    yield from _sum_of_parts(_CALENDAR.sub("", text) if text.isascii() else text, home)


def _iso(found: re.Match[str]) -> Iterator[Length]:
    parts = []
    for name, text in found.groupdict().items():
        if text is not None:
            digits = re.fullmatch(r"(\d{1,12})(?:[.,](\d{1,9}))?", text)
            if digits is None:
                return
            parts.append((decimal_numeral(digits[1], digits[2] or ""), _ISO_UNITS[name]))
    if parts:
        yield _total(parts)


def _clock(found: re.Match[str]) -> Iterator[Length]:
    """`2:45` is hours and minutes, or minutes and seconds; a unit behind it fixes which."""
    first, second, third = int(found["a"]), int(found["b"]), found["c"]
    fraction = Fraction("0." + found["d"][1:]) if found["d"] else Fraction(0)
    step = Fraction(1, 10 ** len(found["d"][1:])) if found["d"] else Fraction(1)
    unit = _clock_unit(found["unit"])
    if unit is None:
        return
    if third is not None:
        seconds = first * _HOUR + second * _MINUTE + int(third) + fraction
        yield Length(Fraction(0), seconds, step, (_SECOND, Fraction(1)), 2)
        return
    if unit in ("", "h") and not fraction:
        yield Length(Fraction(0), first * _HOUR + second * _MINUTE, _MINUTE, (_SECOND, _MINUTE), 2)
    if unit in ("", "min"):
        yield Length(Fraction(0), first * _MINUTE + second + fraction, step, (_SECOND, Fraction(1)), 2)


def _clock_unit(text: str) -> str | None:
    """What a unit behind a clock says its first number is; `None` if it is no such unit."""
    text = text.strip(" ().").casefold()
    if text in ("", "h:mm:ss", "hh:mm:ss", "h:m:s"):
        return ""
    if text in ("h:mm", "hh:mm", "h:m"):
        return "h"
    if text in ("m:ss", "mm:ss", "m:s", "min:sec"):
        return "min"
    sizes = {unit.factor for unit in parse_unit(text) if unit.dimension == ((_SECOND, 1),)}
    return "h" if _HOUR in sizes else "min" if _MINUTE in sizes else None


# Words --------------------------------------------------------------------------------------------

_Part = tuple[Numeral, tuple[str, Fraction]]


def _sum_of_parts(text: str, home: Meanings) -> Iterator[Length]:
    """`2 years 3 months 12 days`, `2½ h`, `an hour and a half`; a bare number is in the column's unit."""
    for parts in _parts(text, home, ()):
        if all(_size(parts[i][1]) > _size(parts[i + 1][1]) for i in range(len(parts) - 1)):
            yield _total(list(parts))


def _parts(text: str, home: Meanings, before: tuple[_Part, ...]) -> Iterator[tuple[_Part, ...]]:
    if len(before) >= _MOST_PARTS:
        return
    for number, rest in _numbers(text):
        if number.value < 0 and before:
            continue
        if not rest:
            yield from ((*before, (number, unit)) for unit in _bare(home, before))
            continue
        for unit, half, behind in _units(rest, before):
            whole = Numeral(number.value + half) if half else number
            if behind:
                yield from _parts(behind, home, (*before, (whole, unit)))
            else:
                yield (*before, (whole, unit))


def _numbers(text: str) -> Iterator[tuple[Numeral, str]]:
    """The number of a part: `a`, 半 and `half an` count too."""
    article = _ARTICLE.match(text)
    if article is not None and not re.match(
        r"(?:an?|the)\s+(?:half|quarter|third|dozen|hundred|thousand|million)", text, re.I
    ):
        yield Numeral(Fraction(1), Fraction(1)), text[article.end() :]
        return
    if text.startswith("半"):
        yield Numeral(Fraction(1, 2)), text[1:].removeprefix("个").removeprefix("個")
        return
    for number, rest in take_numeral(text, Scales.WORDS):
        inner = _ARTICLE.match(rest) if number.step == 0 else None
        of = re.match(r"of an?\s+", rest, re.I)
        yield number, rest[(inner or of).end() :] if (inner or of) else rest  # type: ignore[union-attr]


def _bare(home: Meanings, before: tuple[_Part, ...]) -> Iterator[tuple[str, Fraction]]:
    """The unit of a number that names none: the column's, or the next smaller one (`2h30`)."""
    if not before:
        yield from (_base(unit) for unit in home if _is_time(unit))
    elif before[-1][1] == (_SECOND, _HOUR):
        yield (_SECOND, _MINUTE)
    elif before[-1][1] == (_SECOND, _MINUTE):
        yield (_SECOND, Fraction(1))


def _units(text: str, before: tuple[_Part, ...]) -> Iterator[tuple[tuple[str, Fraction], Fraction, str]]:
    """The unit that a text begins with, whether a half follows, and the rest."""
    text = text.lstrip(" -")
    half_first = re.match(r"[个個]?半|个半", text)
    half = Fraction(1, 2) if half_first is not None else Fraction(0)
    text = text[half_first.end() :] if half_first is not None else text
    for end in _unit_ends(text):
        units = _meanings(text[:end], before)
        if not units:
            continue
        rest = text[end:]
        and_half = _AND_HALF.match(rest)
        if and_half is not None:
            half, rest = Fraction(1, 2), rest[and_half.end() :]
        joiner = _JOINER.match(rest)
        rest = rest[joiner.end() :] if joiner is not None else rest
        for unit in units:
            yield unit, half, rest.lstrip(" -.")
        return


def _unit_ends(text: str) -> list[int]:
    """Where a unit at the beginning of a text may end, the longest first."""
    found = _UNIT_TEXT.match(text)
    if found is None:
        return []
    ends = [found.end()]
    first = re.match(r"[^\s]+", found[0])
    if first is not None and first.end() != found.end():
        ends.append(first.end())
    if not found[0].isascii():
        # no spaces between unit and number in East Asian scripts
        ends += range(min(found.end(), 6), 0, -1)
    return ends


def _meanings(text: str, before: tuple[_Part, ...]) -> list[tuple[str, Fraction]]:
    word = text.strip(" .-").removesuffix("間") if len(text) > 1 else text
    if word in ("'", "''", '"'):
        return [(_SECOND, _MINUTE if word == "'" else Fraction(1))]
    if word in ("m", "M"):
        # minutes behind hours or before seconds, months behind years
        if before:
            return [(_MONTH, Fraction(1)) if before[-1][1][0] == _MONTH else (_SECOND, _MINUTE)]
        return [(_SECOND, _MINUTE), (_MONTH, Fraction(1))]
    if word in ("H", "D", "S", "Y", "W"):
        word = word.lower()
    return list(dict.fromkeys(_base(unit) for unit in parse_unit(word) if _is_time(unit)))


def _is_time(unit: Unit) -> bool:
    return unit.dimension in (((_SECOND, 1),), ((_MONTH, 1),))


def _base(unit: Unit) -> tuple[str, Fraction]:
    return unit.dimension[0][0], unit.factor


def _size(unit: tuple[str, Fraction]) -> Fraction:
    return unit[1] * (_SHORTEST_MONTH if unit[0] == _MONTH else 1)


def _total(parts: list[_Part]) -> Length:
    months = sum((n.value * size for n, (base, size) in parts if base == _MONTH), Fraction(0))
    seconds = sum((n.value * size for n, (base, size) in parts if base == _SECOND), Fraction(0))
    last, unit = parts[-1]
    return Length(months, seconds, last.step * unit[1], unit, len(parts))


# Rules --------------------------------------------------------------------------------------------


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
    shortest = abs(gold.months - answer.months) * _SHORTEST_MONTH
    longest = abs(gold.months - answer.months) * _LONGEST_MONTH
    lacking = (answer.seconds - gold.seconds) * (1 if gold.months > answer.months else -1)
    margin = _DAY + longest * (allowed.limit.relative or 0) if allowed.limit else 2 * _DAY
    if shortest - margin <= lacking <= longest + margin:
        return undecided(Reason.AMBIGUOUS, "how many days a month has is not said")
    same_number = _last_number(gold) == _last_number(answer) and gold.parts == answer.parts == 1
    return mismatch(
        Reason.UNIT if same_number else Reason.OTHER_VALUE, "no length of the months makes them equal"
    )


def _last_number(length: Length) -> Fraction:
    return (length.months if length.unit[0] == _MONTH else length.seconds) / length.unit[1]


def _compare_base(
    expected: Fraction, given: Fraction, gold: Length, answer: Length, allowed: Allowance
) -> CellVerdict:
    """Compare where both differ in seconds only, or in months only."""
    difference = abs(expected - given)
    base = _MONTH if gold.seconds == answer.seconds else _SECOND
    detail = f"gold is {show(expected)} {base}, the answer {show(given)}"
    limit = allowed.at_unit(Unit(((base, 1),), Fraction(1)))
    if limit is not None:
        if difference <= limit.at(expected):
            return match(Reason.WITHIN_TOLERANCE, detail)
        return mismatch(Reason.OTHER_VALUE, detail)
    if gold.unit[0] == base and 2 * difference <= gold.step:
        return match(Reason.ROUNDED, detail)
    if answer.unit[0] == base and 2 * difference <= answer.step:
        if answer.unit != gold.unit and answer.parts == 1 and 100 * difference < abs(expected):
            return undecided(Reason.AMBIGUOUS, f"rounded in another unit: {detail}")
        return mismatch(Reason.ROUNDING, detail)
    if gold.unit != answer.unit and expected * answer.unit[1] == given * gold.unit[1]:
        return mismatch(Reason.UNIT, detail)
    return mismatch(Reason.SIGN if expected == -given else Reason.OTHER_VALUE, detail)


def _compile(column: Column, values: Values, _: Values) -> Matcher:
    wording = _wording(column)
    allowed = allowance_of(column.tolerance, _home(column))
    texts = [gold_text(value) for value in values if isinstance(value, str)]
    golds = tuple(offer for text in texts if (offer := _read_gold(text, column, wording)) is not None)

    def same(gold: Duration, answer: Duration) -> CellVerdict:
        return _compare(gold, answer, allowed)

    def is_gold(answer: Duration) -> bool:
        return any(same(gold.value, answer).verdict is Verdict.MATCH for gold in golds)

    def matcher(cell: Cell) -> CellVerdict:
        offer = _read_cell(cell, wording)
        return restated(decide(offer, golds, same), offer, is_gold, _in_other_unit)

    return matcher


def _in_other_unit(first: Duration, second: Duration) -> bool:
    return not {length.unit for length in first.readings} & {length.unit for length in second.readings}


def _read_gold(text: str, column: Column, wording: Wording[Duration]) -> Offer[Duration] | None:
    """Gold's clock is read in the column's unit, where that says which number is which."""
    if column.unit is not None and re.fullmatch(r"\d+:\d\d", text):
        fixed = wording.read(f"{text} {column.unit}")
        if fixed is not None:
            return Offer(fixed)
    return read_offers(text, wording)


def _read_cell(cell: Cell, wording: Wording[Duration]) -> Offer[Duration] | None:
    text = fold_digits(cell.text)
    if cell.native:
        duration = wording.read(english_marks(text))
        return None if duration is None else Offer(duration)
    return read_offers(text, wording)


def _home(column: Column) -> Meanings:
    return tuple(unit for unit in parse_unit(column.unit or "") if _is_time(unit))


@lru_cache(maxsize=256)
def _wording(column: Column) -> Wording[Duration]:
    home = _home(column)
    if column.unit is not None and column.unit.strip() == "m":
        home = parse_unit("min")
    named = label_of(column)
    return Wording(
        lambda text: read_duration(text, home), lambda text: named(text) and not parse_unit(text), counts=True
    )


def _reads(column: Column) -> Callable[[Cell], bool]:
    wording = _wording(column)
    return lambda cell: _read_cell(cell, wording) is not None


RULES = TypeRules(compile=_compile, reads=_reads)
