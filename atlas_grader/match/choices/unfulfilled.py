"""Denials of what a yes-or-no column is called: `did not land` under *landed*, `no rings` under *rings*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from atlas_grader.match.choices.words import negations
from atlas_grader.policy import read_table

_BE = "is|are|was|were|has|have|had"
_DENIED = re.compile(
    r"(?:(?:it|he|she|they) )?(?:"
    rf"(?:(?:{_BE}) (?:not|never)|(?:{_BE})n't|never)(?: yet)? (?:been )?(?P<name>.+)"
    r"|(?:(?:did|does|do) (?:not|never)|(?:did|does|do)n't|never did|failed to) (?P<verb>.+))"
)
_NONE_OF = re.compile(
    r"(?:(?:has|have|had) no|(?:(?:did|does|do) not|(?:did|does|do)n't) have(?: an?| any)?) (.+)"
)
_SHORTEST = 3


def denies_name(text: str, name: str) -> bool:
    """Whether a text says that a column's name is not so; both in small letters.

    >>> denies_name("did not land", "landed"), denies_name("was never built", "built")
    (True, True)
    >>> denies_name("did not crash", "landed"), denies_name("was never built", "never built")
    (False, False)
    """
    if len(name) < _SHORTEST:
        return False
    none_of = _NONE_OF.fullmatch(text)
    if none_of is not None and none_of[1] == name:
        return True
    found = _DENIED.fullmatch(text)
    if found is not None:
        return found["name"] == name or found["verb"] in _done_by(name)
    denial = negations().match(text)
    return denial is not None and text[denial.end() :] == name


def _done_by(name: str) -> Iterator[str]:
    """What one does who has done what a name says: `reach orbit` for `reached orbit`."""
    first, _, rest = name.partition(" ")
    for verb in _bases(first):
        yield f"{verb} {rest}".strip()


def _bases(word: str) -> Iterator[str]:
    yield word
    if word in _base_of():
        yield _base_of()[word]
    if word.endswith("ied"):
        yield f"{word[:-3]}y"
    elif word.endswith("ed"):
        yield from (word[:-1], word[:-2])
        if word[-3:-2] == word[-4:-3]:
            yield word[:-3]
    elif word.endswith("s"):
        yield word[:-1]


@cache
def _base_of() -> dict[str, str]:
    return dict(read_table("match", "verb_forms")["base_of"])
