"""The forms of dates: rows of token codes with named places, and what they mean.

The rows stand in `tables/date_forms.json`; each kind of form has one function here that
turns the tokens in its places into readings. A reading that a careful person would only
consider is marked as not `sure`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache

from atlas_grader.frozen import frozen
from atlas_grader.match.dates import period as calendar
from atlas_grader.match.dates.period import Grain, Period
from atlas_grader.match.dates.words import Token
from atlas_grader.policy import read_table


class Part(Enum):
    """Which part of a period is meant (`mid-2018`, `Spring 2018`). Of winter, the year is in doubt."""

    WHOLE = 0
    EARLY = 1
    MID = 2
    LATE = 3
    SPRING = 4
    SUMMER = 5
    AUTUMN = 6


SEASONS = frozenset({Part.SPRING, Part.SUMMER, Part.AUTUMN})


@frozen
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


def read_form(table: str, tokens: tuple[Token, ...], era: str) -> Readings:
    """The readings of tokens that are one form of a table; `era` is `B`, `+` or nothing."""
    form = form_of(table, "".join(token.code for token in tokens))
    if form is None:
        return ()
    kind, places = form
    return tuple(KINDS[kind](Places({role: tokens[at] for role, at in places.items()}, era, tokens)))


@lru_cache(maxsize=4096)
def form_of(table: str, codes: str) -> tuple[str, Mapping[str, int]] | None:
    """The kind of form that a row of codes is, and where its named places are."""
    for pattern, kind in _forms()[table]:
        found = pattern.fullmatch(codes)
        if found is not None:
            places = {role: found.start(role) for role in found.groupdict() if found[role]}
            return kind, places
    return None


@cache
def _forms() -> Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]:
    return {
        table: tuple((re.compile("".join(map(_code_pattern, form.split()))), kind) for form, kind in rows)
        for table, rows in read_table("match", "date_forms").items()
    }


def _code_pattern(word: str) -> str:
    """The pattern of one word of a form: `day=[no]`, `-?` (any sign), `!` (a sign), `TO`, a code."""
    signs = {"-?": "[-/.]?", "!": "[-/.]", "TO": "[-~]", "TO/": "[-~/]", ".?": r"\.?", ".": r"\.", "-": "-"}
    if word in signs:
        return signs[word]
    role, _, codes = word.rpartition("=")
    if not role:
        return word
    return f"(?P<{role}>{codes.removesuffix('?')}){'?' if codes.endswith('?') else ''}"


@dataclass(frozen=True, slots=True)
class Places:
    """The tokens of a form by their role."""

    tokens: Mapping[str, Token]
    era: str
    all: tuple[Token, ...]

    def __contains__(self, role: str) -> bool:
        return role in self.tokens

    def value(self, role: str) -> int:
        """The number in a place."""
        return self.tokens[role].value

    def months(self, role: str = "month") -> tuple[int, ...]:
        """The months, or other numbers, that a place may mean."""
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


def _days(at: Places) -> Iterator[Reading]:
    number = at.value("day")
    return _sure(
        (calendar.day(year, month, number), sure) for year, sure in at.years() for month in at.months()
    )


def _either_order(at: Places) -> Iterator[Reading]:
    # no locale writes the month first with full stops
    dotted = any(token.code == "." for token in at.all)
    first, second = at.value("first"), at.value("second")
    for year, sure in at.years():
        yield from _sure(iter([(calendar.day(year, second, first), sure)]))
        if first != second:
            yield from _sure(iter([(calendar.day(year, first, second), sure and not dotted)]))


def _short_year(at: Places) -> Iterator[Reading]:
    roles = ("first", "second", "third")
    orders = [(2, 1, 0), (2, 0, 1), (0, 1, 2)]
    for place, (year_at, month_at, day_at) in enumerate(orders):
        if at.tokens[roles[2]].code == "a" and year_at != 2:
            continue
        month, day = at.value(roles[month_at]), at.value(roles[day_at])
        dotted_american = place == 1 and at.all[1].code == "."
        for year, sure in at.years(roles[year_at]):
            yield from _sure(iter([(calendar.day(year, month, day), sure and not dotted_american)]))


def _compact_day(at: Places) -> Iterator[Reading]:
    stamp = at.value("stamp")
    yield from _sure(iter([(calendar.day(stamp // 10000, stamp // 100 % 100, stamp % 100), True)]))
    for day, month in ((stamp // 1000000, stamp // 10000 % 100), (stamp // 10000 % 100, stamp // 1000000)):
        yield from _sure(iter([(calendar.day(stamp % 10000, month, day), False)]))


def _compact_month(at: Places) -> Iterator[Reading]:
    stamp = at.value("stamp")
    yield from _sure(iter([(calendar.months(stamp // 100, stamp % 100, Grain.MONTH), False)]))


def _weeks(at: Places) -> Iterator[Reading]:
    weekday = at.value("day") if "day" in at else None
    return _sure((calendar.week(year, at.value("week"), weekday), sure) for year, sure in at.years())


def _day_of_year(at: Places) -> Iterator[Reading]:
    return _sure((calendar.day_of_year(year, at.value("day")), sure) for year, sure in at.years())


def _parts_of_year(role: str, grain: Grain) -> Callable[[Places], Iterator[Reading]]:
    def read(at: Places) -> Iterator[Reading]:
        numbers = at.months(role)
        return _sure((calendar.months(year, n, grain), sure) for year, sure in at.years() for n in numbers)

    return read


def _whole_years(at: Places) -> Iterator[Reading]:
    # a bare `12` may be anything, and is half of `12 or 13 July`
    if len(at.all) == 1 and at.tokens["year"].code in "nb" and not at.era:
        return iter(())
    return _sure((calendar.years(year, Grain.YEAR), sure) for year, sure in at.years())


def _negative_year(at: Places) -> Iterator[Reading]:
    # people write -480 for 480 BC, ISO 8601 -0479; a short one is any number
    value = at.value("year")
    sure = value < 1000 and at.tokens["year"].code != "n"
    return _sure((calendar.years(year, Grain.YEAR), sure) for year in (1 - value, -value))


def _day_or_year(at: Places) -> Iterator[Reading]:
    # `Mar-21` is a day of every March, or March 2021; `March 21` hardly that
    if at.era:
        # `March 44 BC`
        yield from _parts_of_year("month", Grain.MONTH)(
            replace(at, tokens={**at.tokens, "year": at.tokens["other"]})
        )
        return
    number = at.value("other")
    sure = len(at.all) > 2 or number > 31
    for month in at.months():
        yield from _yearless(calendar.day(ANY_YEAR, month, number))
        for year in (1900 + number, 2000 + number):
            yield from _sure(iter([(calendar.months(year, month, Grain.MONTH), sure)]))


def _yearless(period: Period | None) -> Iterator[Reading]:
    if period is not None:
        yield Reading(period, yearless=True)


def _yearless_day(at: Places) -> Iterator[Reading]:
    for month in at.months():
        yield from _yearless(calendar.day(ANY_YEAR, month, at.value("day")))


def _yearless_month(at: Places) -> Iterator[Reading]:
    for month in at.months():
        yield from _yearless(calendar.months(ANY_YEAR, month, Grain.MONTH))


def _yearless_either(at: Places) -> Iterator[Reading]:
    first, second = at.value("first"), at.value("second")
    for month, day in {(first, second): 0, (second, first): 0}:
        yield from (replace(r, sure=False) for r in _yearless(calendar.day(ANY_YEAR, month, day)))
    for year in (1900 + second, 2000 + second):
        yield from _sure(iter([(calendar.months(year, first, Grain.MONTH), second > 31)]))


def _decades(at: Places) -> Iterator[Reading]:
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


def _decade_of_century(at: Places) -> Iterator[Reading]:
    yield Reading(calendar.years((at.value("century") - 1) * 100 + at.value("decade"), Grain.DECADE))


def _part_of_century(at: Places) -> Iterator[Reading]:
    role, length = ("half", 50) if "half" in at else ("quarter", 25)
    century, part = at.value("century"), at.value(role)
    if century and 1 <= part <= 100 // length:
        whole = calendar.ordinal_century(-century if at.era == "B" else century)
        first = calendar.civil(whole.first)[0] + (part - 1) * length
        last = calendar.years(first + length - 1, Grain.YEAR).last
        yield Reading(Period(calendar.years(first, Grain.YEAR).first, last, Grain.CENTURY))


def _centuries(role: str, grain: Grain) -> Callable[[Places], Iterator[Reading]]:
    def read(at: Places) -> Iterator[Reading]:
        number = at.value(role)
        if number:
            yield Reading(calendar.ordinal_century(-number if at.era == "B" else number, grain))

    return read


KINDS: Mapping[str, Callable[[Places], Iterator[Reading]]] = {
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
    "part of century": _part_of_century,
    "century": _centuries("century", Grain.CENTURY),
    "millennium": _centuries("millennium", Grain.MILLENNIUM),
}
