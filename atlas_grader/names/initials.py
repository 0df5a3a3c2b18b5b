"""Acronyms: names made of the first letters of another."""

from __future__ import annotations

from atlas_grader.names.keys import exact_key, name_key
from atlas_grader.names.policy import words
from atlas_grader.names.scripts import only_letters

_LONGEST_ACRONYM = 12
# Letters that one word may lend to an acronym: NuSTAR takes two of "Array".
_MOST_LETTERS = 4


def is_acronym(short: str, long: str) -> bool:
    """Whether `short` is made of the first letters of each word of `long`, in order.

    >>> is_acronym("IXPE", "Imaging X-ray Polarimetry Explorer"), is_acronym("China", "Tencent")
    (True, False)
    """
    if len(short.split()) > 1:
        return False
    letters = name_key(short).joined
    if not 2 <= len(letters) <= _LONGEST_ACRONYM or not letters.isalnum():
        return False
    if only_letters(long) and not any(word.startswith(letters[0]) for word in long.lower().split()):
        return False
    units = _units(long)
    if len(units) < 2 or len(units) > 2 * _LONGEST_ACRONYM:
        return False
    return _spells(letters, 0, units, 0)


def _units(long: str) -> list[tuple[str, bool]]:
    """The words of a name, and whether an acronym may pass over them."""
    units = []
    skipped = words("abbreviations", "and") | words("generic_words", "of") | {"for", "in", "on", "at", "to"}
    for word in long.split():
        for place, part in enumerate(exact_key(word).split()):
            units.append((part, place > 0 or part in skipped))
    return units


def _spells(letters: str, used: int, units: list[tuple[str, bool]], place: int) -> bool:
    if place == len(units):
        return used == len(letters)
    word, optional = units[place]
    for count in range(1, min(_MOST_LETTERS, len(word)) + 1):
        if letters[used : used + count] != word[:count]:
            break
        if _spells(letters, used + count, units, place + 1):
            return True
    return optional and _spells(letters, used, units, place + 1)
