"""Notes beside a yes or no that may say the opposite (`yes, did not land`, `No (landed)`).

What the note says is measured against the words of the question: a note that denies
them turns a yes around, one that repeats them a no. Words are in `tables/turned_answers.json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from atlas_grader.folding import fold_characters
from atlas_grader.policy import read_table

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ABBREVIATION = re.compile(r"(?<!\w)(?:[^\W\d_]\.\s?){2,5}|(?<!\w)[^\W\d_]{2,5}(?!\w)")
_LEAST_COMMON, _LONGEST_ENDING = 4, 3
_SHORTEST_ASKED = 3
_LONGEST_NOTE = 400


@dataclass(frozen=True, slots=True)
class AskedWords:
    """The words of a yes-or-no question that a note may take up."""

    words: tuple[str, ...]
    initials: str
    """Of the column's name, if it has several words: `et` for extra time."""


def asked_words(name: str, description: str) -> AskedWords:
    """The telling words of a column's name and description.

    >>> asked_words("extra_time", "Whether extra time was played")
    AskedWords(words=('extra', 'time', 'played'), initials='et')
    """
    named = _words(name.replace("_", " "))
    described = _words(description)
    # `Whether the state has no sea coast`: what repeats that denies nothing.
    if not _group("denials").isdisjoint(described):
        described = []
    told = dict.fromkeys(word for word in (*named, *described) if _tells(word))
    return AskedWords(tuple(told), "".join(word[0] for word in named) if len(named) > 1 else "")


def turns_around(answer: bool, note: str, asked: AskedWords) -> bool:  # noqa: FBT001 (a truth is meant)
    """Whether a note beside an answer may say the opposite.

    >>> landed = asked_words("landed", "Whether it landed on the Moon")
    >>> turns_around(True, "did not land", landed), turns_around(True, "since 2019", landed)
    (True, False)
    """
    note = fold_characters(note[:_LONGEST_NOTE])
    words = _words(note)
    denied = any(word in _group("denials") or word.endswith("n't") for word in words)
    taken_up = any(_alike(word, other) for word in words if _tells(word) for other in asked.words)
    if answer:
        if denied:
            return taken_up or _ends_in(note, "without_words")
        return _fails(words, asked) or _ends_in(note, "only")
    if denied or not _group("other_kinds").isdisjoint(words):
        return False
    return taken_up or _ends_in(note, "affirmed") or _abbreviates(note, asked.initials)


def _fails(words: Iterable[str], asked: AskedWords) -> bool:
    """Whether a word says that it was not so, unless the question is whether it was."""
    opposed = {other for pair in _pairs() for word in pair for other in pair - {word} if word in asked.words}
    return any(word in opposed or word in _group("failures") for word in words if word not in asked.words)


def _alike(one: str, other: str) -> bool:
    """Two forms of one word: `land`, `landed`."""
    if one == other:
        return True
    common = next(
        (place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), -1
    )
    common = min(len(one), len(other)) if common < 0 else common
    return common >= _LEAST_COMMON and max(len(one), len(other)) - common <= _LONGEST_ENDING


def _abbreviates(note: str, initials: str) -> bool:
    """`a.e.t.` for extra time."""
    found = ("".join(filter(str.isalpha, text)).casefold() for text in _ABBREVIATION.findall(note))
    return bool(initials) and any(letters.endswith(initials) for letters in found)


def _ends_in(note: str, group: str) -> bool:
    return _ending(group).search(note.casefold().rstrip(" .!)]")) is not None


@cache
def _ending(group: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(_table()[group])})$")


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _tells(word: str) -> bool:
    return len(word) >= _SHORTEST_ASKED and word not in _group("little_words")


@cache
def _group(name: str) -> frozenset[str]:
    return frozenset(_table()[name])


@cache
def _pairs() -> tuple[frozenset[str], ...]:
    return tuple(map(frozenset, _table()["opposed"]))


@cache
def _table() -> dict[str, list[str]]:
    return dict(read_table("match", "turned_answers"))
