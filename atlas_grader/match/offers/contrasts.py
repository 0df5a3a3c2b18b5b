"""Notes that set another number against a value: `304, although six more were won`.

Which of the two is meant, or both together, only a reader can tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

from atlas_grader.match.offers.patterns import any_word
from atlas_grader.match.offers.words import DATED
from atlas_grader.policy import read_table

_LONGEST = 600
_MOST_WORDS = 40
_LONGEST_WHEN = 24
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_TOKEN = re.compile(r"[\w./'-]*\w")
_LONGEST_VALUE = 4
_PART_FAILED = re.compile(
    r"\s+(?:the|its|their|one|an?)(?:\s[\"']?(?!(?:main|whole|entire|overall|not?|never)\b)[a-z-]{3,20}[\"']?){2,5}"
    r"\sfail(?:ed|s)\sto(?:\s(?!not?\b)[a-z]{2,20}){1,3}",
    re.IGNORECASE,
)
_HAN_NUMBER = re.compile("[二三四五六七八九十百两兩]|[一千万億亿](?=[个個人名件票席次座家部分])")


def counts_more(note: str, read: Callable[[str], Any]) -> bool:
    """Whether a note gives a number after `but` and the like, or says that there are more.

    `read` reads a number word.

    >>> counts_more("although six more were won", {"six": 6}.get)
    True
    >>> counts_more("although the 2020 census is disputed", {"six": 6}.get)
    False
    """
    note = note[:_LONGEST]
    rest = after_turn(note) or (note if _further().search(note) else "")
    return bool(rest) and _has_number(rest, read)


def names_another(note: str, read: Callable[[str], Any]) -> bool:
    """Whether a note gives a value after `but` and the like, years aside; `read` reads one.

    >>> names_another("but registered in Norway", {"Norway": 1}.get), names_another("but since 2019", {}.get)
    (True, False)
    """
    words = _TOKEN.findall(after_turn(note))[:_MOST_WORDS]
    for start, first in enumerate(words):
        telling = not first[0].islower() and not first.isdecimal()
        for end in range(start + 1, min(start + _LONGEST_VALUE, len(words)) + 1):
            run = words[start:end]
            if (telling or (end - start > 1 and any(map(str.isdecimal, run)))) and read(" ".join(run)):
                return True
    return False


def after_turn(note: str) -> str:
    """What follows the first `but` and the like in a note; `""` if there is none.

    >>> after_turn("since 2019, but only in Texas")
    ' only in Texas'
    """
    turn = _contrast().search(note[:_LONGEST])
    return note[turn.end() : _LONGEST] if turn else ""


def grants_a_part(note: str) -> bool:
    """Whether a note only grants that some part, told in words of its own, failed to do what it should.

    >>> grants_a_part("though the heat probe failed to dig"), grants_a_part("though the mission failed")
    (True, False)
    """
    opening = _contrast().match(note)
    return opening is not None and _PART_FAILED.fullmatch(note[opening.end() :]) is not None


def without_when(clause: str) -> str:
    """A clause without the word at its end that says when it holds.

    >>> without_when("Sweden since"), without_when("Sweden")
    ('Sweden', 'Sweden')
    """
    found = _afterwards().search(clause, max(0, len(clause) - _LONGEST_WHEN))
    return clause[: found.start()] if found else clause


@cache
def _afterwards() -> re.Pattern[str]:
    return re.compile(rf"\s*{any_word(_table()['afterwards'])}$", re.IGNORECASE)


def _has_number(text: str, read: Callable[[str], Any]) -> bool:
    """Whether a number other than a date or a year stands in a text, in digits or in words."""
    text = DATED.sub(" ", text)
    if any(map(str.isdecimal, text)) or _HAN_NUMBER.search(text):
        return True
    words = [word for word in _WORD.findall(text.casefold())[:_MOST_WORDS] if word not in _articles()]
    return any(read(word) for word in words) or any(read(f"{one} {two}") for one, two in pairwise(words))


@cache
def _table() -> dict[str, Any]:
    return read_table("match", "hedges")


@cache
def _contrast() -> re.Pattern[str]:
    """What opens a clause that may take something from the value: `although`, `but`, `while`."""
    return re.compile(any_word(_table()["contrast"]), re.IGNORECASE)


@cache
def _further() -> re.Pattern[str]:
    """What says that there are more: `six more`, `another six`."""
    return re.compile(any_word(_table()["further"]), re.IGNORECASE)


@cache
def _articles() -> frozenset[str]:
    """Articles that are also words for one."""
    return frozenset(_table()["articles"])
