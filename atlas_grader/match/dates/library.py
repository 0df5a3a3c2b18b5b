"""The last resort for dates: what the `dateparser` library makes of a text.

Left to itself it reads almost anything, by the day's date and the machine's locale.
So it is asked only about short texts with a year of four digits, with everything
pinned, and believed only where the year and the day it finds are written out.

Loading it and its languages takes half a second. So it is shown only a text in which
every word that our own grammar does not know is one that it does know
(`tables/library_words.json`), and asked in the languages of these words alone.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache, lru_cache
from typing import Protocol

from atlas_grader.match.dates import period as calendar
from atlas_grader.match.dates.forms import Reading
from atlas_grader.match.dates.period import Grain
from atlas_grader.match.dates.relative import is_relative
from atlas_grader.match.dates.words import knows_word
from atlas_grader.policy import read_table

_LONGEST = 64
# Letters with their marks, digits, and the signs of dates; one year of four digits.
_DATE_LIKE = re.compile(r"(?=.*[^\W\d])[^!-&(-+:-@\[-`{-~]+", re.DOTALL)
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_WORD = re.compile(r"[^\W\d_][^\s\d,./-]*")
_SETTINGS = {
    "RELATIVE_BASE": datetime(2000, 1, 1),
    "PREFER_DAY_OF_MONTH": "first",
    "PREFER_MONTH_OF_YEAR": "first",
    "REQUIRE_PARTS": ["year", "month", "day"],
    "PARSERS": ["absolute-time"],
    "TIMEZONE": "UTC",
    "RETURN_AS_TIMEZONE_AWARE": False,
}


class _Found(Protocol):
    date_obj: datetime | None
    period: str


class _Parser(Protocol):
    def get_date_data(self, date_string: str) -> _Found: ...


@lru_cache(maxsize=1024)
def read_with_library(text: str) -> tuple[Reading, ...] | None:
    """The day that a text means; `None` if the library finds none, or not reliably."""
    text = text.strip()
    numbers = [int(number) for number in re.findall(r"\d+", text[: _LONGEST + 1])]
    if len(text) > _LONGEST or len(numbers) != 2 or not _DATE_LIKE.fullmatch(text):
        return None
    if len(_YEAR.findall(text)) != 1 or is_relative(text):
        return None
    languages = languages_of(text)
    if not languages:
        return None
    try:
        found = _parser(languages).get_date_data(text)
    except (ValueError, OverflowError, TypeError, KeyError, AttributeError, IndexError):
        # the library's own failures on odd text; the cell stays undecided
        return None
    told = found.date_obj
    if told is None or found.period != "day" or not {told.year, told.day} <= set(numbers):
        return None
    day = calendar.day_number(told.year, told.month, told.day)
    return (Reading(calendar.Period(day, day, Grain.DAY)),)


def languages_of(text: str) -> tuple[str, ...]:
    """The library's languages that know every word of a text which our own grammar does not know.

    >>> languages_of("12 mrz 2018")
    ('de',)
    >>> languages_of("31 February 2018"), languages_of("12 foo 2018")
    ((), ())
    """
    foreign = [word for word in _WORD.findall(text.casefold()) if not knows_word(word)]
    if not foreign:
        return ()
    known = _words()
    languages = set.intersection(*(set(known.get(word, "").split()) for word in foreign))
    return tuple(sorted(languages))


@cache
def _words() -> dict[str, str]:
    return read_table("match", "library_words")


@lru_cache(maxsize=64)
def _parser(languages: tuple[str, ...]) -> _Parser:
    # imported late: it takes a tenth of a second
    from dateparser.date import DateDataParser

    parser: _Parser = DateDataParser(
        languages=list(languages), settings=_SETTINGS, try_previous_locales=False
    )
    return parser
