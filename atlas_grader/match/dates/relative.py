"""Days told by counting, whose date is not written: `two weeks ago`, `the second Sunday of May 2021`.

And days told by weekday and date: `Saturday, July 31` was not in every year.
"""

from __future__ import annotations

import re
from functools import cache

from atlas_grader.match.dates.words import counting_words, weekdays
from atlas_grader.match.offers.patterns import any_word

# `ago` is August in Italian.
_AGO = re.compile(r"(?:year|month|week|day)s?\s+ago\b", re.IGNORECASE)
_LONGEST = 200
_ARABIC = re.compile("[\u0600-\u06ff]")


def is_relative(text: str) -> bool:
    """Whether a day is told from today, or as one of a month's weekdays.

    >>> is_relative("two weeks ago"), is_relative("2nd Sunday of May 2021"), is_relative("May 2nd, Sunday")
    (True, True, False)
    """
    return _AGO.search(text) is not None or counts_weekdays(text)


def counts_weekdays(text: str) -> bool:
    """Whether an ordinal or the like stands right before a weekday, or behind one in Arabic.

    >>> counts_weekdays("5月の第2日曜日"), counts_weekdays("Sonntag, 2. Mai")
    (True, False)
    """
    return (
        _weekday().search(text, 0, _LONGEST) is not None and _counted().search(text, 0, _LONGEST) is not None
    )


def weekdays_in(text: str) -> set[int]:
    """Which days of the week a text names, from Monday, 1.

    >>> weekdays_in("Saturday, July 31"), weekdays_in("July 31")
    ({6}, set())
    """
    named = (found[0].casefold() for found in _weekday().finditer(text, 0, _LONGEST))
    return {day for name in named for day in weekdays().get(name, ())}


@cache
def _weekday() -> re.Pattern[str]:
    return re.compile(any_word(weekdays()), re.IGNORECASE)


@cache
def _counted() -> re.Pattern[str]:
    """Without a suffix, a number counts only where no month stands before it: `2. Sonntag im Mai`."""
    words = any_word(counting_words())
    arabic = any_word(word for word in weekdays() if _ARABIC.match(word))
    numbers = (
        r"(?<![\w./-])[1-5](?:-?[^\W\d_]{1,4}|:[ae]|°)",
        r"[第제]\s?[1-5]\s?[个個]?",
        r"\A\W*(?:[^\W\d_]{1,4}\s+)?[1-5]\.?",
        words,
    )
    return re.compile(
        rf"(?:{'|'.join(numbers)})\s?の?\s?{any_word(weekdays())}|{arabic}\s{words}", re.IGNORECASE
    )
