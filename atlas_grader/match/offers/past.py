"""Notes on what something was at another time: `Germany (then West Germany)` (`tables/past_words.json`).

They say nothing against the value before them (grading.md 5, General).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from atlas_grader.match.offers.patterns import any_word
from atlas_grader.match.offers.words import alternative
from atlas_grader.policy import read_table


@cache
def _table() -> dict[str, Any]:
    return read_table("match", "past_words")


def is_past(note: str) -> bool:
    """Whether the content of a bracket speaks of the past.

    >>> is_past("then West Germany"), is_past("Czechoslovakia at the time"), is_past("West Germany")
    (True, True, False)
    """
    return _opening().match(note) is not None or _closing().search(note) is not None


def is_over(text: str) -> bool:
    """Whether a text ends in a note that says no more than that its value was one once.

    >>> is_over("Oslo (formerly)"), is_over("5, no longer"), is_over("Oslo (formerly Kristiania)")
    (True, True, False)
    """
    return _over().search(text, max(0, len(text) - _LONGEST_OVER)) is not None


_LONGEST_OVER = 40


@cache
def _over() -> re.Pattern[str]:
    return re.compile(rf"[,;(（\[]\s*{any_word(_table()['over'])}\W*\Z", re.IGNORECASE)


def has_ended(text: str) -> bool:
    """Whether a text says when what it tells came to an end.

    >>> has_ended("active until 2001"), has_ended("active from 1990 to 2001"), has_ended("active since 2001")
    (True, True, False)
    """
    return _ENDED.search(text) is not None


_ENDED = re.compile(
    r"\b(?:until|till|up to|ended|ceased|bis|jusqu'\w+|hasta|até|fino|до)\s.*\d|\d.*まで|至\d"
    r"|\bfrom\s(?:1\d|20)\d\d\sto\s\d{2,4}\b",
    re.IGNORECASE,
)


def without_past(text: str, is_form_of: Callable[[str, str], bool]) -> str:
    """A text without its brackets about the past, and the clause about it that ends the text.

    `is_form_of(note, value)` tells whether two names belong to one thing: `Germany, then
    France` are two values.

    >>> without_past("Zimbabwe, formerly Rhodesia", lambda note, value: False)
    'Zimbabwe'
    >>> without_past("Zambia (then Northern Rhodesia) or Malawi", lambda note, value: False)
    'Zambia or Malawi'
    """
    text = _BRACKET.sub(_drop_past, text)
    found = _clause().fullmatch(text)
    if found is None:
        return text
    if found["then"] is None or found["what"] is not None or is_form_of(found["rest"], found["value"]):
        return str(found["value"])
    return text


_BRACKET = re.compile(r"\s*[(（]([^()（）\n]{1,90})[)）]")


def _drop_past(bracket: re.Match[str]) -> str:
    return "" if is_past(bracket[1]) and alternative().search(bracket[1]) is None else bracket[0]


@cache
def _opening() -> re.Pattern[str]:
    table = _table()
    return re.compile(rf"\s*{any_word([*table['then'], *table['formerly']])}", re.IGNORECASE)


@cache
def _closing() -> re.Pattern[str]:
    return re.compile(rf"{any_word(_table()['closing'])}\s*$", re.IGNORECASE)


@cache
def _clause() -> re.Pattern[str]:
    table = _table()
    return re.compile(
        rf"(?P<value>[^,;\n]{{1,90}}?)\s*(?:[,;\n]|\s-+\s)\s*"
        rf"(?:(?P<then>{any_word(table['then'])})|{any_word(table['formerly'])})\s*"
        rf"(?P<what>{any_word(table['what'])}\s*)?(?P<rest>[^,;\n]{{1,90}})",
        re.IGNORECASE,
    )
