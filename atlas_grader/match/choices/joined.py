"""Choices that join another to something more, and notes that do not: `Road` beside `Road and rail`."""

from __future__ import annotations

import re
from functools import cache

from atlas_grader.match.lists.words import any_of
from atlas_grader.match.numbers.words import take_words
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.names.keys import exact_key
from atlas_grader.policy import read_table

_BRACKET = re.compile(r"\s*[(\[（]\s*([^()\[\]（）]{1,60}?)\s*[)\]）]")
_FIGURE = re.compile(r"\d{1,6}(?=\s)")
_NOUNS = re.compile(r"[^\W\d_]{3,}(?:\s[^\W\d_]{3,})?")
_TELLING = 4
"""Letters that two words of one kind have in common: `rail`, `railway`."""


def joined_to(name: str, longer: str) -> str:
    """What a longer name joins to a name by `and` or a sign; `""` if it does not.

    >>> joined_to("Road", "Road and rail"), joined_to("Landing", "Landing, tipped over")
    ('rail', '')
    """
    if not longer.casefold().startswith(name.casefold()):
        return ""
    found = _joint().match(longer, len(name))
    return longer[found.end() :] if found else ""


def adds_nothing(tail: str, joined: str) -> bool:
    """Whether what follows a name says that there is no more, or only counts something else than is joined.

    >>> adds_nothing(" only", "rail"), adds_nothing(" (6 lanes)", "rail"), adds_nothing(" (2 rails)", "rail")
    (True, True, False)
    """
    if _only().fullmatch(tail):
        return True
    bracket = _BRACKET.fullmatch(tail)
    if bracket is None:
        return False
    note = bracket[1]
    figure = _FIGURE.match(note)
    rests = [note[figure.end() :].strip()] if figure else [taken[1] for taken in take_words(note)]
    said = exact_key(note).split()
    telling = tuple(word[:_TELLING] for word in exact_key(joined).split())
    return any(map(_NOUNS.fullmatch, rests)) and not any(word.startswith(telling) for word in said)


@cache
def _joint() -> re.Pattern[str]:
    return re.compile(rf"\s+(?:{any_of('and')})\s+|\s*[&+/]\s*", re.IGNORECASE)


@cache
def _only() -> re.Pattern[str]:
    words = any_word(read_table("match", "turned_answers")["only"])
    return re.compile(rf",?\s+{words}|\s*[(\[（]{words}[)\]）]", re.IGNORECASE)
