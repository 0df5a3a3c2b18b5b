"""How durations are written: ISO 8601, clock, words in many languages.

Months and seconds are kept apart: a year is 12 months and a week 7 days, but no month
is a number of days.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from atlas_grader.match.numbers.digits import Number, Numeral, decimal_numeral, whole
from atlas_grader.match.numbers.numerals import take_numeral
from atlas_grader.match.numbers.scales import Scales
from atlas_grader.match.numbers.units import Meanings, Unit, parse_unit
from atlas_grader.match.numbers.words import and_part, part_value
from atlas_grader.match.offers.reading import range_ends
from atlas_grader.policy import read_table

SECOND, MONTH = "s", "month"
_MINUTE, _HOUR, DAY = 60, 3600, 86400
# How long a month can be: February; July or August.
SHORTEST_MONTH, LONGEST_MONTH = 28 * DAY, 31 * DAY
_MOST_PARTS = 8
_ONE = Numeral(1, 1)
# `hora y media`, `ساعة ونصف`
_UNIT_AND_PART = re.compile(r"[^\W\d_]{2,12}\s+\S{1,7}")


class Length(NamedTuple):
    """One reading: months and seconds, what its last digit is worth, and the unit of that digit."""

    months: Number
    seconds: Number
    step: Number
    unit: tuple[str, Number]
    """Base (`s` or `month`) and size of the smallest unit named."""
    parts: int = 1
    """How many units were named."""

    def plus(self, other: Length) -> Length:
        """Both together, as exact as the second."""
        parts = self.parts + other.parts
        return Length(self.months + other.months, self.seconds + other.seconds, other.step, other.unit, parts)


class Duration(NamedTuple):
    """The readings of one duration; `high` holds those of a range's other end."""

    readings: tuple[Length, ...]
    high: tuple[Length, ...] = ()


_ISO = re.compile(
    r"P(?!$)(?:(?P<Y>[\d.,]+)Y)?(?:(?P<M>[\d.,]+)M)?(?:(?P<W>[\d.,]+)W)?(?:(?P<D>[\d.,]+)D)?"
    r"(?:T(?=\d)(?:(?P<h>[\d.,]+)H)?(?:(?P<m>[\d.,]+)M)?(?:(?P<s>[\d.,]+)S)?)?",
    re.I,
)
_ISO_UNITS: dict[str, tuple[str, Number]] = {
    "Y": (MONTH, 12),
    "M": (MONTH, 1),
    "W": (SECOND, 7 * DAY),
    "D": (SECOND, DAY),
    "h": (SECOND, _HOUR),
    "m": (SECOND, _MINUTE),
    "s": (SECOND, 1),
}
_CLOCK = re.compile(
    r"(?P<sign>-?)(?P<a>\d{1,4}):(?P<b>[0-5]\d)(?::(?P<c>[0-5]\d))?(?P<d>[.,٫]\d{1,6})?\s*(?P<unit>.*)"
)
# the commonest words of all
_HOURS_AND_MINUTES = re.compile(
    r"(\d{1,9}) ?(?:h|hrs?|hours?),? (?:and )?(\d{1,9}) ?(?:m|mins?|minutes?)", re.ASCII
)
_ARTICLE = re.compile(r"(?:(?:an?|the)\s+|un')(?=[^\W\d])", re.I)
_JOINER = re.compile(
    r"\s*(?:[,;]\s*)?(?:(?:and|plus|und|et|y|e|и|і|en|i|og|och|ve|a(?=\s\d)|și|şi|και|és|ja|dan|và|&|\+|و|と|和|又|零)(?![^\W\d一-鿿ぁ-ヿ])\s*)?",
    re.I,
)
_UNIT_TEXT = re.compile(r"[^\d\s,;&+½¼¾.-]+\.?(?:\s+[^\d\s,;&+½¼¾.-]+\.?)?")
_CALENDAR = re.compile(
    r"(?:calendar|earth|terrestrial|standard|full|whole|solid|straight|consecutive|volle|ganze|полных)\s+",
    re.I,
)

_EACH = re.compile(r"\s?(?:(?:per|each|an|/)\s?(?:episode|ep\.?|film|instal?lment)|each)$", re.I)
"""What lasts so long; a rate (`8 hours per day`) is another thing."""
_EACH_ENDS = frozenset("ehmpt.EHMPT")


# A stopwatch in much of Europe and in Japan: `10"14`, `1'43"9`.
_STOPWATCH = re.compile(
    r"(?:(?P<minutes>\d{1,3})\s?['′]\s?)?(?P<seconds>\d{1,2})\s?(?:\"|''|[″秒])\s?(?P<part>\d{1,3})"
)


def without_stopwatch(text: str) -> str:
    """A text whose seconds stand before their sign and the parts of a second behind it, in plain words.

    >>> without_stopwatch("10''14"), without_stopwatch("1'43''9"), without_stopwatch("5'10")
    ('10.14 s', '1 min 43.9 s', "5'10")
    """
    found = _STOPWATCH.fullmatch(text) if text[-1:].isdecimal() else None
    if found is None:
        return text
    minutes = f"{found['minutes']} min " if found["minutes"] else ""
    return f"{minutes}{found['seconds']}.{found['part']} s"


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
    if re.fullmatch(r"(?:1[5-9]|20)\d\d", low) and re.fullmatch(r"(?:1[5-9]|20)\d\d", high):
        return None  # `2010-2020` is a period, whose length is not written
    tail = re.sub(r"^[\d.,' ]*", "", high)
    lows = (tail and low[-1].isdigit() and tuple(_lengths(f"{low} {tail}", home))) or tuple(
        _lengths(low, home)
    )
    highs = tuple(_lengths(high, home))
    return Duration(lows, highs) if lows and highs else None


def _lengths(text: str, home: Meanings) -> Iterator[Length]:
    text = without_stopwatch(text)
    common = _HOURS_AND_MINUTES.fullmatch(text)
    if common is not None:
        yield Length(0, int(common[1]) * _HOUR + int(common[2]) * _MINUTE, _MINUTE, (SECOND, _MINUTE), 2)
        return
    iso = _ISO.fullmatch(text)
    if iso is not None:
        yield from _iso(iso)
        return
    clock = _CLOCK.fullmatch(text)
    if clock is not None:
        yield from _clock(clock)
        return
    if text.isascii():
        text = _CALENDAR.sub("", text)
        if text[-1:] in _EACH_ENDS:
            text = _EACH.sub("", text)
    found = tuple(_sum_of_parts(text, home))
    if not found and (plain := _phrases().sub(_in_digits, text)) != text:
        found = tuple(_sum_of_parts(plain, home))
    yield from found


@cache
def _phrases() -> re.Pattern[str]:
    """Durations in one word, `Viertelstunde`, `ساعتين`, with the article they may have."""
    words = "|".join(map(re.escape, sorted(_spelled_out(), key=lambda word: (-len(word), word))))
    return re.compile(rf"(?:\beine[rn]?\s+|\bein\s+)?({words})(?![^\W\d_])", re.I)


def _in_digits(found: re.Match[str]) -> str:
    return _spelled_out()[found[1].casefold()]


@cache
def _spelled_out() -> dict[str, str]:
    return read_table("match", "duration_words")


def _iso(found: re.Match[str]) -> Iterator[Length]:
    parts: list[_Part] = []
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
    fraction: Number = Fraction("0." + found["d"][1:]) if found["d"] else 0
    step: Number = Fraction(1, 10 ** len(found["d"][1:])) if found["d"] else 1
    unit = _clock_unit(found["unit"])
    if unit is None:
        return
    if third is not None:
        seconds = first * _HOUR + second * _MINUTE + int(third) + fraction
        yield Length(0, seconds, step, (SECOND, 1), 2)
        return
    if unit in ("", "h") and not fraction:
        yield Length(0, first * _HOUR + second * _MINUTE, _MINUTE, (SECOND, _MINUTE), 2)
    if unit in ("", "min"):
        yield Length(0, first * _MINUTE + second + fraction, step, (SECOND, 1), 2)


def _clock_unit(text: str) -> str | None:
    """What a unit behind a clock says its first number is; `None` if it is no such unit."""
    text = text.strip(" ().").casefold()
    if text in ("", "h:mm:ss", "hh:mm:ss", "h:m:s"):
        return ""
    if text in ("h:mm", "hh:mm", "h:m"):
        return "h"
    if text in ("m:ss", "mm:ss", "m:s", "min:sec"):
        return "min"
    sizes = {unit.factor for unit in parse_unit(text) if unit.dimension == ((SECOND, 1),)}
    return "h" if _HOUR in sizes else "min" if _MINUTE in sizes else None


# Words --------------------------------------------------------------------------------------------

_Part = tuple[Numeral, tuple[str, Number]]


def _sum_of_parts(text: str, home: Meanings) -> Iterator[Length]:
    """`2 years 3 months 12 days`, `2½ h`, `an hour and a half`; a bare number is in the column's unit."""
    for parts in _parts(text, home, ()):
        if all(_size(parts[i][1]) > _size(parts[i + 1][1]) for i in range(len(parts) - 1)):
            yield _total(list(parts))


def _parts(text: str, home: Meanings, before: tuple[_Part, ...]) -> Iterator[tuple[_Part, ...]]:
    if len(before) >= _MOST_PARTS:
        return
    if before and before[-1][1] == (SECOND, DAY) and (clock := _CLOCK.fullmatch(text)) is not None:
        # `1 day, 4:00:00`
        yield from ((*before, (_seconds(length), length.unit)) for length in _clock(clock))
        return
    for number, rest in _numbers(text, alone=not before):
        if number.value < 0 and before:
            continue
        if not rest:
            yield from _without_unit(number, home, before)
            continue
        for unit, half, behind in _units(rest, before):
            if rest == text and not half:
                continue  # a unit alone is no duration
            told = Numeral(number.value + half) if half else number
            if behind:
                yield from _parts(behind, home, (*before, (told, unit)))
            else:
                yield (*before, (told, unit))


def _seconds(length: Length) -> Numeral:
    """A clock as a number of its smallest unit."""
    size = Fraction(length.unit[1])
    return Numeral(length.seconds / size, length.step / size)


def _without_unit(number: Numeral, home: Meanings, before: tuple[_Part, ...]) -> Iterator[tuple[_Part, ...]]:
    """`2 h 30`; but in `2 hours ½` and `یک ساعت و نیم` a fraction is one of the unit before it."""
    if not before or number.step:
        yield from ((*before, (number, unit)) for unit in _bare(home, before))
        return
    *others, (last, unit) = before
    if 0 < number.value < 1 and number.value.denominator <= 4 and last.step:
        yield (*others, (Numeral(last.value + number.value), unit))


def _numbers(text: str, *, alone: bool) -> Iterator[tuple[Numeral, str]]:
    """The number of a part: `a`, 半 and `half an` count too, and none before a unit `and a half`."""
    found = False
    for taken in _written_numbers(text):
        found = True
        yield taken
    if alone and not found and _UNIT_AND_PART.match(text):
        yield _ONE, text


def _written_numbers(text: str) -> Iterator[tuple[Numeral, str]]:
    article = _ARTICLE.match(text)
    if article is not None and not re.match(
        r"(?:an?|the)\s+(?:half|quarter|third|dozen|hundred|thousand|million)", text, re.I
    ):
        yield _ONE, text[article.end() :]
        return
    if text.startswith("半"):
        yield Numeral(Fraction(1, 2)), text[1:].removeprefix("个").removeprefix("個")
        return
    for number, rest in take_numeral(text, Scales.WORDS):
        inner = _ARTICLE.match(rest) if number.step == 0 else None
        of = re.match(r"of an?\s+", rest, re.I)
        yield number, rest[(inner or of).end() :] if (inner or of) else rest  # type: ignore[union-attr]


def _bare(home: Meanings, before: tuple[_Part, ...]) -> Iterator[tuple[str, Number]]:
    """The unit of a number that names none: the column's, or the next smaller one (`2h30`)."""
    if not before:
        yield from (_base(unit) for unit in home if is_time(unit))
    elif before[-1][1] == (SECOND, _HOUR):
        yield (SECOND, _MINUTE)
    elif before[-1][1] == (SECOND, _MINUTE):
        yield (SECOND, 1)


def _units(text: str, before: tuple[_Part, ...]) -> Iterator[tuple[tuple[str, Number], Fraction, str]]:
    """The unit that a text begins with, whether a half follows, and the rest."""
    text = text.lstrip(" -")
    half_first = re.match(r"[个個]?半|个半", text)
    half = Fraction(1, 2) if half_first is not None else Fraction(0)
    text = text[half_first.end() :] if half_first is not None else text
    text = text.removeprefix("个").removeprefix("個")
    for end in _unit_ends(text):
        units = _meanings(text[:end], before)
        if not units:
            continue
        rest = text[end:]
        part = and_part().match(rest) if rest else None
        if part is not None:
            half, rest = part_value(part), rest[part.end() :]
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


def _meanings(text: str, before: tuple[_Part, ...]) -> list[tuple[str, Number]]:
    word = text.strip(" .-").removesuffix("間") if len(text) > 1 else text
    if word in ("'", "''", '"'):
        return [(SECOND, _MINUTE if word == "'" else 1)]
    if word in ("m", "M"):
        # minutes behind hours or before seconds, months behind years
        if before:
            return [(MONTH, 1) if before[-1][1][0] == MONTH else (SECOND, _MINUTE)]
        return [(SECOND, _MINUTE), (MONTH, 1)]
    if word in ("H", "D", "S", "Y", "W"):
        word = word.lower()
    return list(dict.fromkeys(_base(unit) for unit in parse_unit(word) if is_time(unit)))


def is_time(unit: Unit) -> bool:
    """Whether a unit measures time, in seconds or in months."""
    return unit.dimension in (((SECOND, 1),), ((MONTH, 1),))


def _base(unit: Unit) -> tuple[str, Number]:
    return unit.dimension[0][0], whole(unit.factor)


def _size(unit: tuple[str, Number]) -> Number:
    return unit[1] * (SHORTEST_MONTH if unit[0] == MONTH else 1)


def _total(parts: list[_Part]) -> Length:
    months = sum((n.value * size for n, (base, size) in parts if base == MONTH), 0)
    seconds = sum((n.value * size for n, (base, size) in parts if base == SECOND), 0)
    last, unit = parts[-1]
    return Length(months, seconds, last.step * unit[1], unit, len(parts))
