"""Stretches of the calendar, from a day to a millennium, without `datetime`.

Years are plain integers counted astronomically (44 BC is -43) on the proleptic
Gregorian calendar, so that no era is out of reach. A period is the pair of its
first and last day, and the grain it was written in.
"""

from __future__ import annotations

from enum import IntEnum

from atlas_grader.frozen import frozen
from atlas_grader.tasks import Precision


class Grain(IntEnum):
    """How finely a date is told; a higher grain is coarser."""

    DAY = 0
    WEEK = 1
    MONTH = 2
    QUARTER = 3
    HALF = 4
    YEAR = 5
    DECADE = 6
    CENTURY = 7
    MILLENNIUM = 8


GRAINS = {
    Precision.DAY: Grain.DAY,
    Precision.MONTH: Grain.MONTH,
    Precision.QUARTER: Grain.QUARTER,
    Precision.YEAR: Grain.YEAR,
    Precision.DECADE: Grain.DECADE,
    Precision.CENTURY: Grain.CENTURY,
}
"""The grain of each precision that a column can declare."""

_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_YEARS = {Grain.YEAR: 1, Grain.DECADE: 10, Grain.CENTURY: 100, Grain.MILLENNIUM: 1000}
_MONTHS = {Grain.MONTH: 1, Grain.QUARTER: 3, Grain.HALF: 6}


@frozen
class Period:
    """All days from `first` to `last`, as numbers, and the grain they were told in."""

    first: int
    last: int
    grain: Grain

    def holds(self, other: Period) -> bool:
        """Whether `other` lies inside."""
        return self.first <= other.first and other.last <= self.last

    def meets(self, other: Period) -> bool:
        """Whether the two have a day in common."""
        return self.first <= other.last and other.first <= self.last


def month_length(year: int, month: int) -> int:
    """Days of a month."""
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and leap else _MONTH_DAYS[month - 1]


def day_number(year: int, month: int, day: int) -> int:
    """Days since 1 March of year 0; consecutive days have consecutive numbers.

    >>> day_number(2000, 3, 1) - day_number(2000, 2, 28)
    2
    """
    if month < 3:
        year, month = year - 1, month + 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * (month - 3) + 2) // 5 + day - 1


def civil(number: int) -> tuple[int, int, int]:
    """Year, month and day of a day number.

    >>> civil(day_number(-43, 3, 15))
    (-43, 3, 15)
    """
    era, rest = divmod(number, 146097)
    year = (rest - rest // 1460 + rest // 36524 - rest // 146096) // 365
    rest -= 365 * year + year // 4 - year // 100
    month = (5 * rest + 2) // 153
    day = rest - (153 * month + 2) // 5 + 1
    year += era * 400
    return (year, month + 3, day) if month < 10 else (year + 1, month - 9, day)


def day(year: int, month: int, number: int) -> Period | None:
    """One day; `None` if there is no such day (31 February)."""
    if not (1 <= month <= 12 and 1 <= number <= month_length(year, month)):
        return None
    found = day_number(year, month, number)
    return Period(found, found, Grain.DAY)


def months(year: int, number: int, grain: Grain) -> Period | None:
    """The month, quarter or half year that is the `number`th of its year."""
    length = _MONTHS[grain]
    if not 1 <= number <= 12 // length:
        return None
    first, last = (number - 1) * length + 1, number * length
    return Period(day_number(year, first, 1), day_number(year, last, month_length(year, last)), grain)


def years(first: int, grain: Grain) -> Period:
    """The year, decade, century or millennium that begins with the year `first`."""
    last = first + _YEARS[grain] - 1
    return Period(day_number(first, 1, 1), day_number(last, 12, 31), grain)


def ordinal_century(number: int, grain: Grain = Grain.CENTURY) -> Period:
    """The `number`th century (or millennium): the 19th is 1801 to 1900; negative ones are BC."""
    length = _YEARS[grain]
    return years((number - 1) * length + 1 if number > 0 else number * length + 1, grain)


def week(year: int, number: int, weekday: int | None = None) -> Period | None:
    """A week of ISO 8601, or one day of it (1 is Monday)."""
    fourth = day_number(year, 1, 4)
    monday = fourth - _since_monday(fourth) + (number - 1) * 7
    if not 1 <= number <= 53 or civil(monday + 3)[0] != year:
        return None
    if weekday is None:
        return Period(monday, monday + 6, Grain.WEEK)
    if not 1 <= weekday <= 7:
        return None
    return Period(monday + weekday - 1, monday + weekday - 1, Grain.DAY)


def weekday_of(period: Period) -> int:
    """Which day of the week a period begins on, from Monday, 1."""
    return _since_monday(period.first) + 1


def _since_monday(number: int) -> int:
    # day 0, 1 March of year 0, was a Wednesday
    return (number + 2) % 7


def day_of_year(year: int, number: int) -> Period | None:
    """The day that ISO 8601 writes `2018-193`."""
    first = day_number(year, 1, 1)
    if not 1 <= number <= day_number(year, 12, 31) - first + 1:
        return None
    return Period(first + number - 1, first + number - 1, Grain.DAY)


def widen(period: Period, grain: Grain) -> Period:
    """The period of the coarser `grain` in which `period` begins; itself if already coarser."""
    if grain <= period.grain or not widened_alike(period, grain):
        return period
    return _containing(period.first, grain)


def widened_alike(period: Period, grain: Grain) -> bool:
    """Whether both ends of `period` lie in one period of `grain`."""
    return _containing(period.first, grain).holds(period)


def _containing(number: int, grain: Grain) -> Period:
    year, month, _ = civil(number)
    if grain in _MONTHS:
        found = months(year, (month - 1) // _MONTHS[grain] + 1, grain)
        assert found is not None  # every month lies in one quarter and half of its year
        return found
    if grain in (Grain.CENTURY, Grain.MILLENNIUM):
        length = _YEARS[grain]
        return years((year - 1) // length * length + 1, grain)
    if grain in _YEARS:
        return years(year // _YEARS[grain] * _YEARS[grain], grain)
    return Period(number, number, Grain.DAY)
