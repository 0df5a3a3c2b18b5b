"""The quick way for the commonest dates: `2018-07-12`, `12 July 2018`, `July 12, 2018`, `12/07/2018`, `2018`.

It reads what the grammar of `grammar.py` reads, and leaves to it whatever it does not know.
"""

from __future__ import annotations

import re
from functools import lru_cache

from atlas_grader.match.dates import period as calendar
from atlas_grader.match.dates.forms import Reading, Readings
from atlas_grader.match.dates.period import Grain
from atlas_grader.match.dates.words import month_of

_PLAIN = re.compile(
    r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})"
    r"|(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})"
    r"|([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})"
    r"|(\d{1,2})([-/.])(\d{1,2})\12(\d{4})"
    r"|([a-z]{3,9})\.?,? (\d{4})"
    r"|(\d{4})",
    re.ASCII | re.IGNORECASE,
)


def read_plain(text: str) -> Readings | None:
    """The readings of a date in one of the plain forms; `None` if the grammar has to see it.

    >>> read_plain("12 July 2018") == read_plain("2018-07-12")
    True
    >>> read_plain("31 February 2018") is None
    True
    """
    found = _PLAIN.fullmatch(text)
    if found is None:
        return None
    kind, part = found.lastindex, found.group
    if kind == 4:
        return _day(int(part(1)), int(part(3)), int(part(4)))
    if kind == 14:
        return _either_order(int(part(14)), int(part(11)), int(part(13)), dotted=part(12) == ".")
    if kind == 17:
        return _year(int(part(17)))
    name, day, year = {
        7: (6, 5, 7),
        10: (8, 9, 10),
        16: (15, 0, 16),
    }[kind or 0]
    month = month_of(part(name))
    if month is None:
        return None
    return _day(int(part(year)), month, int(part(day))) if day else _month(int(part(year)), month)


@lru_cache(maxsize=8192)
def _day(year: int, month: int, number: int) -> Readings | None:
    day = calendar.day(year, month, number)
    return None if day is None else (Reading(day),)


@lru_cache(maxsize=8192)
def _either_order(year: int, first: int, second: int, *, dotted: bool) -> Readings | None:
    """Day and month, and month and day, which no locale writes with full stops."""
    readings = []
    if (day := calendar.day(year, second, first)) is not None:
        readings.append(Reading(day))
    if first != second and (day := calendar.day(year, first, second)) is not None:
        readings.append(Reading(day, sure=not dotted))
    return tuple(readings) or None


@lru_cache(maxsize=4096)
def _month(year: int, month: int) -> Readings | None:
    period = calendar.months(year, month, Grain.MONTH)
    return None if period is None else (Reading(period),)


@lru_cache(maxsize=4096)
def _year(year: int) -> Readings:
    return (Reading(calendar.years(year, Grain.YEAR)),)
