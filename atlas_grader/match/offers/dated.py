"""A clause before a number that says when it held: `As of March 2024, 45`, `Stand 2023: 45`."""

from __future__ import annotations

import re
from functools import cache

from atlas_grader.match.dates.grammar import read_date
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.policy import read_table

_LONGEST_WHEN = 40
_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")
# `2023,45` is one number
_END = re.compile(r"\s?(?:[:：，、]|,(?!\d)|(?<!\d),)\s*(?=\S)")
_NUMBER = re.compile(r"\D*\d+")


def behind_when(text: str) -> str | None:
    """The text behind a clause that says when it held; `None` if there is no such clause, or another one.

    >>> behind_when("As of March 31, 2024: 45 (est.)"), behind_when("In 2020: 45; in 2023: 50")
    ('45 (est.)', None)
    """
    found = _as_of().match(text)
    if found is None:
        return None
    start, limit = found.end(), found.end() + _LONGEST_WHEN
    year = _YEAR.search(text, start, limit)
    end = _END.search(text, year.end(), limit) if year is not None else None
    number = _NUMBER.match(text, end.end()) if end is not None else None
    if end is None or number is None or _YEAR.search(text, number.end()):
        return None
    return text[end.end() :] if read_date(text[start : end.start()].strip()) is not None else None


@cache
def _as_of() -> re.Pattern[str]:
    return re.compile(rf"{any_word(read_table('match', 'hedges')['as_of'])}\s*", re.IGNORECASE)
