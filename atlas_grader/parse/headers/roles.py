"""Roles that exclude each other: what is headed `loser` is no column of winners, whatever stands under it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from atlas_grader.parse.headers.words import key, stems, without_units
from atlas_grader.parse.plainwords import JOINED
from atlas_grader.policy import read_table
from atlas_grader.tasks import CellType

Role = tuple[int, int]
"""A contrast, and one of the roles between which it parts."""
Roles = frozenset[Role]

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 24
_MINUTES = "min"


@dataclass(frozen=True, slots=True)
class _Contrasts:
    """`tables/contrasts.json`."""

    phrases: dict[str, tuple[tuple[tuple[str, ...], Role], ...]]
    """By their first words, the longest ones first."""
    whole: dict[tuple[str, ...], tuple[Role, ...]]
    """Headers that are such words alone: `From`."""
    compounds: tuple[tuple[str, str, Role], ...]
    """What begins or ends a longer word."""
    joined: tuple[tuple[str, Role], ...]
    """Of scripts without spaces, the longest ones first."""


@lru_cache(maxsize=4096)
def roles(text: str, kind: CellType) -> Roles:
    """The roles that a plain header or a column's name speaks of; a role's own longer name counts alone.

    Of a yes or no the one who did it is the subject: `Winner got fewer votes?`. A duration may be in minutes.

    >>> loser = roles("Final loser", CellType.NAME)
    >>> exclude(roles("Winner", CellType.NAME), loser), exclude(roles("Runner-up", CellType.NAME), loser)
    (True, False)
    """
    words = tuple(map(key, _WORD.findall(without_units(text, frozenset()))[:_MOST_WORDS]))
    found = set(_contrasts().whole.get(words, ()))
    if kind is CellType.BOOLEAN:
        words = tuple(word for word in words if not any(stem[0] == "~" for stem in stems(word)))
    if kind is CellType.DURATION:
        words = tuple(word for word in words if word != _MINUTES)
    found.update(_spoken(words))
    if any(c >= JOINED for c in text):
        found.update(_written_together("".join(words)))
    return frozenset(found)


def exclude(one: Roles, other: Roles) -> bool:
    """Whether both speak of a contrast, and have no role of it in common."""
    return bool(_contrasts_in(one) & _contrasts_in(other) - _contrasts_in(one & other))


def with_described(names: Roles, description: Roles) -> Roles:
    """A column's roles: those of its names, and where they have none, the only one of its description."""
    told, said = _contrasts_in(names), [contrast for contrast, _ in description]
    return names | {role for role in description if role[0] not in told and said.count(role[0]) == 1}


def _contrasts_in(some: Roles) -> frozenset[int]:
    return frozenset(contrast for contrast, _ in some)


def _spoken(words: tuple[str, ...]) -> Iterator[Role]:
    known, taken = _contrasts(), dict[int, int]()
    for place, word in enumerate(words):
        for phrase, role in known.phrases.get(word, ()):
            if place >= taken.get(role[0], 0) and words[place : place + len(phrase)] == phrase:
                taken[role[0]] = place + len(phrase)
                yield role
        yield from (
            role
            for start, end, role in known.compounds
            if word.startswith(start) and word.endswith(end) and len(word) > len(start + end)
        )


def _written_together(text: str) -> Iterator[Role]:
    left: dict[int, str] = defaultdict(lambda: text)
    for phrase, role in _contrasts().joined:
        if phrase in left[role[0]]:
            left[role[0]] = left[role[0]].replace(phrase, " ")
            yield role


@cache
def _contrasts() -> _Contrasts:
    phrases: dict[str, list[tuple[tuple[str, ...], Role]]] = defaultdict(list)
    whole: dict[tuple[str, ...], list[Role]] = defaultdict(list)
    compounds: list[tuple[str, str, Role]] = []
    joined: list[tuple[str, Role]] = []
    for told, role in _listed():
        words = tuple(map(key, _WORD.findall(told)))
        if told[0] == "=":
            whole[words].append(role)
        elif told[-1] == "-" or told[0] == "-":
            compounds.append((words[0], "", role) if told[-1] == "-" else ("", words[0], role))
        elif told[0] >= JOINED:
            joined.append(("".join(words), role))
        else:
            phrases[words[0]].append((words, role))
    return _Contrasts(
        {word: tuple(sorted(some, key=lambda one: -len(one[0]))) for word, some in phrases.items()},
        {words: tuple(some) for words, some in whole.items()},
        tuple(compounds),
        tuple(sorted(joined, key=lambda one: -len(one[0]))),
    )


def _listed() -> Iterator[tuple[str, Role]]:
    for contrast, poles in enumerate(read_table("parse", "contrasts")["contrasts"]):
        for pole, listed in enumerate(poles):
            yield from ((told, (contrast, pole)) for told in listed)
