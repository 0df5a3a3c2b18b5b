"""What a date can mean: every admissible reading of a text, or none.

The forms of dates stand in `tables/date_forms.json`, as rows of token codes with named
places; each kind of form has one function here that turns the places into periods.
A reading that a careful person would only consider is marked as not `sure`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files

from atlas_grader.match import dateperiod as calendar
from atlas_grader.match.dateperiod import Grain, Period
from atlas_grader.match.datewords import Token, tokens_of


class Part(Enum):
    """Which part of a period is meant (`mid-2018`)."""

    WHOLE = 0
    EARLY = 1
    MID = 2
    LATE = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """One meaning of a date: a period, or a range of two periods."""

    start: Period
    end: Period | None = None
    """The last period of a range."""
    open: bool = False
    """A range without an end (`2010-present`)."""
    part: Part = Part.WHOLE
    yearless: bool = False
    """`12 July`: the period lies in the leap year `ANY_YEAR`."""
    sure: bool = True
    doubted: bool = False
    """Perhaps told in a calendar of its own, so that a difference proves nothing."""


Readings = tuple[Reading, ...]

ANY_YEAR = 2000
LONGEST_DATE = 120
_MOST_READINGS = 12


def read_date(text: str) -> Readings | None:
    """Every reading of a text that is one date or range to its end.

    >>> len(read_date("03/04/2021"))
    2
    >>> read_date("31 February 2020") is None
    True
    """
    if _ISO_DAY.fullmatch(text):
        found = calendar.day(int(text[:4]), int(text[5:7]), int(text[8:]))
        return None if found is None else (Reading(found),)
    if len(text) > LONGEST_DATE:
        return None
    tokens = tokens_of(_FOOTNOTE.sub("", text))
    return (_in_calendars(tokens, text) or None) if tokens else None


_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# A superscript is never part of a date.
_FOOTNOTE = re.compile(r"[⁰¹²³⁴-⁹]+$")


def _in_calendars(tokens: tuple[Token, ...], text: str) -> Readings:
    """Readings in the Gregorian calendar, and in the one that the script suggests."""
    readings = _read(tokens)
    if text.isascii() or not any(token.code == "y" for token in tokens):
        return readings
    if _THAI.search(text) and any(token.value in _BUDDHIST_YEARS for token in tokens):
        return (*_read(tuple(map(_from_buddhist, tokens))), *(replace(r, sure=False) for r in readings))
    if _ARABIC_DIGIT.search(text) and any(token.value in _ISLAMIC_YEARS for token in tokens):
        return tuple(replace(reading, doubted=True) for reading in readings)
    return readings


def _from_buddhist(token: Token) -> Token:
    return replace(token, value=token.value - 543) if token.value in _BUDDHIST_YEARS else token


_THAI = re.compile("[\u0e00-\u0e7f]")
_ARABIC_DIGIT = re.compile("[٠-٩۰-۹]")
_BUDDHIST_YEARS = range(2400, 2700)
# Solar and lunar Hijri years of the last century and a half.
_ISLAMIC_YEARS = range(1250, 1500)


def _read(tokens: tuple[Token, ...]) -> Readings:
    point = _point(tokens)
    if point and "".join(token.code for token in tokens) == "y-n":
        # `2010-12` is ISO 8601 for a month, and how a span of years is printed
        return point + _shared_range(tokens)
    return point or _shared_range(tokens) or _open_range(tokens) or _range(tokens)


# Points -------------------------------------------------------------------------------------------


def _point(tokens: tuple[Token, ...]) -> Readings:
    """Readings of one period, with a part of it and an era around."""
    tokens, part = _take_part(tokens)
    tokens, era = _take_era(tokens)
    readings = _fill("points", tokens, era)
    if part is Part.WHOLE or any(r.yearless or r.end for r in readings):
        return readings if part is Part.WHOLE else ()
    return tuple(replace(reading, part=part) for reading in readings)


def _take_part(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], Part]:
    if len(tokens) > 1 and tokens[0].code == "P":
        rest = 2 if tokens[1].code == "-" else 1
        return tokens[rest:], Part(tokens[0].value)
    if len(tokens) > 1 and tokens[-1].code == "P":
        return tokens[:-1], Part(tokens[-1].value)
    return tokens, Part.WHOLE


def _take_era(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], str]:
    if tokens and tokens[0].code in "B+":
        return tokens[1:], tokens[0].code
    last = len(tokens) - 1
    while last > 0 and tokens[last].code == ".":
        last -= 1
    if last > 0 and tokens[last].code in "B+":
        return tokens[:last], tokens[last].code
    return tokens, ""


def _fill(table: str, tokens: tuple[Token, ...], era: str) -> Readings:
    form = _form(table, "".join(token.code for token in tokens))
    if form is None:
        return ()
    kind, places = form
    return tuple(_KINDS[kind](_Places({role: tokens[at] for role, at in places.items()}, era, tokens)))


@lru_cache(maxsize=4096)
def _form(table: str, codes: str) -> tuple[str, Mapping[str, int]] | None:
    for pattern, kind in _forms()[table]:
        found = pattern.fullmatch(codes)
        if found is not None:
            places = {role: found.start(role) for role in found.groupdict() if found[role]}
            return kind, places
    return None


@cache
def _forms() -> Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]:
    text = files("atlas_grader.match").joinpath("tables/date_forms.json").read_text(encoding="utf-8")
    return {
        table: tuple((re.compile("".join(map(_code_pattern, form.split()))), kind) for form, kind in rows)
        for table, rows in json.loads(text).items()
    }


def _code_pattern(word: str) -> str:
    """The pattern of one word of a form: `day=[no]`, `-?` (any sign), `!` (a sign), `TO`, a code."""
    signs = {"-?": "[-/.]?", "!": "[-/.]", "TO": "[-~]", ".": r"\.", "-": "-"}
    if word in signs:
        return signs[word]
    role, _, codes = word.rpartition("=")
    if not role:
        return word
    return f"(?P<{role}>{codes.removesuffix('?')}){'?' if codes.endswith('?') else ''}"


@dataclass(frozen=True, slots=True)
class _Places:
    """The tokens of a form by their role."""

    tokens: Mapping[str, Token]
    era: str
    all: tuple[Token, ...]

    def __contains__(self, role: str) -> bool:
        return role in self.tokens

    def value(self, role: str) -> int:
        return self.tokens[role].value

    def months(self, role: str = "month") -> tuple[int, ...]:
        token = self.tokens[role]
        return token.months or (token.value,)

    def years(self, role: str = "year") -> Iterator[tuple[int, bool]]:
        """The years that a number may stand for, and whether that is certain."""
        token = self.tokens[role]
        value = token.value
        if self.era:
            yield (1 - value if self.era == "B" else value), True
        elif token.code in {"n", "a"}:
            # grading.md 5: two-digit years, either century; older ones only perhaps
            yield from ((century + value, century >= 1900) for century in (1900, 2000, 1800, 1700, 0))
        else:
            yield value, token.code != "b"


def _sure(periods: Iterator[tuple[Period | None, bool]]) -> Iterator[Reading]:
    return (Reading(period, sure=sure) for period, sure in periods if period is not None)


def _days(at: _Places) -> Iterator[Reading]:
    number = at.value("day")
    return _sure(
        (calendar.day(year, month, number), sure) for year, sure in at.years() for month in at.months()
    )


def _either_order(at: _Places) -> Iterator[Reading]:
    # no locale writes the month first with full stops
    dotted = any(token.code == "." for token in at.all)
    first, second = at.value("first"), at.value("second")
    for year, sure in at.years():
        yield from _sure(iter([(calendar.day(year, second, first), sure)]))
        if first != second:
            yield from _sure(iter([(calendar.day(year, first, second), sure and not dotted)]))


def _short_year(at: _Places) -> Iterator[Reading]:
    roles = ("first", "second", "third")
    orders = [(2, 1, 0), (2, 0, 1), (0, 1, 2)]
    for place, (year_at, month_at, day_at) in enumerate(orders):
        if at.tokens[roles[2]].code == "a" and year_at != 2:
            continue
        month, day = at.value(roles[month_at]), at.value(roles[day_at])
        dotted_american = place == 1 and at.all[1].code == "."
        for year, sure in at.years(roles[year_at]):
            yield from _sure(iter([(calendar.day(year, month, day), sure and not dotted_american)]))


def _compact_day(at: _Places) -> Iterator[Reading]:
    stamp = at.value("stamp")
    yield from _sure(iter([(calendar.day(stamp // 10000, stamp // 100 % 100, stamp % 100), True)]))
    for day, month in ((stamp // 1000000, stamp // 10000 % 100), (stamp // 10000 % 100, stamp // 1000000)):
        yield from _sure(iter([(calendar.day(stamp % 10000, month, day), False)]))


def _compact_month(at: _Places) -> Iterator[Reading]:
    stamp = at.value("stamp")
    yield from _sure(iter([(calendar.months(stamp // 100, stamp % 100, Grain.MONTH), False)]))


def _weeks(at: _Places) -> Iterator[Reading]:
    weekday = at.value("day") if "day" in at else None
    return _sure((calendar.week(year, at.value("week"), weekday), sure) for year, sure in at.years())


def _day_of_year(at: _Places) -> Iterator[Reading]:
    return _sure((calendar.day_of_year(year, at.value("day")), sure) for year, sure in at.years())


def _parts_of_year(role: str, grain: Grain) -> Callable[[_Places], Iterator[Reading]]:
    def read(at: _Places) -> Iterator[Reading]:
        numbers = at.months(role)
        return _sure((calendar.months(year, n, grain), sure) for year, sure in at.years() for n in numbers)

    return read


def _whole_years(at: _Places) -> Iterator[Reading]:
    # a bare `12` may be anything
    bare = len(at.all) == 1 and at.tokens["year"].code == "n" and not at.era
    return _sure((calendar.years(year, Grain.YEAR), sure and not bare) for year, sure in at.years())


def _negative_year(at: _Places) -> Iterator[Reading]:
    # people write -44 for 44 BC; ISO 8601 writes -0043
    value = at.value("year")
    return _sure((calendar.years(year, Grain.YEAR), value < 1000) for year in (1 - value, -value))


def _day_or_year(at: _Places) -> Iterator[Reading]:
    # `Mar-21` is a day of every March, or March 2021
    number = at.value("other")
    for month in at.months():
        yield from _yearless(calendar.day(ANY_YEAR, month, number))
        for year in (1900 + number, 2000 + number):
            yield from _sure(iter([(calendar.months(year, month, Grain.MONTH), True)]))


def _yearless(period: Period | None) -> Iterator[Reading]:
    if period is not None:
        yield Reading(period, yearless=True)


def _yearless_day(at: _Places) -> Iterator[Reading]:
    for month in at.months():
        yield from _yearless(calendar.day(ANY_YEAR, month, at.value("day")))


def _yearless_month(at: _Places) -> Iterator[Reading]:
    for month in at.months():
        yield from _yearless(calendar.months(ANY_YEAR, month, Grain.MONTH))


def _yearless_either(at: _Places) -> Iterator[Reading]:
    first, second = at.value("first"), at.value("second")
    for month, day in {(first, second): 0, (second, first): 0}:
        yield from (replace(r, sure=False) for r in _yearless(calendar.day(ANY_YEAR, month, day)))
    for year in (1900 + second, 2000 + second):
        yield from _sure(iter([(calendar.months(year, first, Grain.MONTH), False)]))


def _decades(at: _Places) -> Iterator[Reading]:
    value = at.value("decade")
    if at.tokens["decade"].code == "y" or at.era:
        yield from _written_decade(value, at.era)
    else:
        yield from _sure(
            (calendar.years(century + value, Grain.DECADE), sure)
            for century, sure in ((1900, True), (2000, True), (1800, False), (1700, False))
        )


def _written_decade(value: int, era: str) -> Iterator[Reading]:
    if value % 10:
        return
    if era == "B":
        yield Reading(calendar.years(1 - value - 9, Grain.DECADE))
        return
    yield Reading(calendar.years(value, Grain.DECADE))
    if value % 100 == 0:
        # `the 1900s` are ten years or a hundred
        yield Reading(calendar.years(value, Grain.CENTURY))


def _decade_of_century(at: _Places) -> Iterator[Reading]:
    yield Reading(calendar.years((at.value("century") - 1) * 100 + at.value("decade"), Grain.DECADE))


def _centuries(role: str, grain: Grain) -> Callable[[_Places], Iterator[Reading]]:
    def read(at: _Places) -> Iterator[Reading]:
        number = at.value(role)
        if number:
            yield Reading(calendar.ordinal_century(-number if at.era == "B" else number, grain))

    return read


_KINDS: Mapping[str, Callable[[_Places], Iterator[Reading]]] = {
    "day": _days,
    "either order": _either_order,
    "short year": _short_year,
    "compact day": _compact_day,
    "week": _weeks,
    "day of year": _day_of_year,
    "month": _parts_of_year("month", Grain.MONTH),
    "compact month": _compact_month,
    "day or year": _day_or_year,
    "yearless day": _yearless_day,
    "yearless month": _yearless_month,
    "yearless either order": _yearless_either,
    "quarter": _parts_of_year("quarter", Grain.QUARTER),
    "half": _parts_of_year("half", Grain.HALF),
    "year": _whole_years,
    "negative year": _negative_year,
    "decade": _decades,
    "decade of century": _decade_of_century,
    "century": _centuries("century", Grain.CENTURY),
    "millennium": _centuries("millennium", Grain.MILLENNIUM),
}


# Ranges -------------------------------------------------------------------------------------------


def _shared_range(tokens: tuple[Token, ...]) -> Readings:
    """`3-5 March 2022`, `2010-15`: both ends share what only one of them says."""
    tokens, era = _take_era(tokens)
    form = _form("ranges", "".join(token.code for token in tokens))
    if form is None:
        return ()
    kind, places = form
    at = {role: tokens[place] for role, place in places.items()}
    if "short" in at:
        first, last = at["year"].value, at["short"].value
        at["year2"] = Token("y", first - first % 100 + last + (100 if last <= first % 100 else 0))
        if at["year2"].value - first > _LONGEST_SHORT_RANGE:
            return ()
    starts = _KINDS[kind](_Places({r: t for r, t in at.items() if not r.endswith("2")}, era, tokens))
    seconds = {r.removesuffix("2"): t for r, t in at.items() if r.endswith("2")}
    ends = _KINDS[kind](_Places({**at, **seconds}, era, tokens))
    return _pairs(tuple(starts), tuple(ends))


# `2018/19` is two seasons, `1914-18` a war; `2010-05` is no range of 95 years.
_LONGEST_SHORT_RANGE = 60


def _pairs(starts: Readings, ends: Readings) -> Readings:
    found = (
        Reading(start.start, end.start, sure=start.sure and end.sure)
        for start in starts
        for end in ends
        if start.start.first <= end.start.first and start.yearless == end.yearless
    )
    return tuple(reading for _, reading in zip(range(_MOST_READINGS), found, strict=False))


def _open_range(tokens: tuple[Token, ...]) -> Readings:
    """`2010-present`, `2010-`."""
    if tokens[0].code == ">" and len(tokens) > 2:
        tokens = tokens[1:]
    rest = tokens[:-1] if tokens[-1].code == "N" else tokens
    if len(rest) < 2 or rest[-1].code not in "-~":
        return ()
    return tuple(replace(reading, open=True) for reading in _point(rest[:-1]) if not reading.yearless)


def _range(tokens: tuple[Token, ...]) -> Readings:
    """Two whole dates with a sign or word between them."""
    joints = "-~/"
    if tokens[0].code == ">":
        tokens, joints = tokens[1:], "-~&"
    tokens, era = _take_era(tokens)
    marks = (Token(era),) if era else ()
    for place, token in enumerate(tokens[1:-1], start=1):
        if token.code in joints:
            right = _point(tokens[place + 1 :] + marks)
            left = _point(tokens[:place] + marks) if right else ()
            if left and right:
                return _pairs(left, right)
    return ()
