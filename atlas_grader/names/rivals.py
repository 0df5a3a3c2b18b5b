"""Two names beside each other that are hardly one thing's: `George W. Bush (Al Gore)`.

That a text equates two names proves nothing. Names are alike if they share most of
their words, their sound or their initials, or stand in different scripts.
"""

from __future__ import annotations

import re

from rapidfuzz.distance import Indel

from atlas_grader.names.glosses import is_place, sounds_of
from atlas_grader.names.initials import is_acronym
from atlas_grader.names.keys import exact_key
from atlas_grader.names.persons import Kinship, agree_in_ends, compare_persons, read_persons
from atlas_grader.names.policy import words
from atlas_grader.names.scripts import scripts_in
from atlas_grader.names.trims import trim_legal_form

# Of consonants, so many of those of the shorter name; Tim and Tom are two.
_LEAST_ALIKE, _LEAST_ALIKE_SHORT = 0.7, 0.75
_FEWEST_SOUNDS, _SHORTEST = 2, 5
_WITH = re.compile(
    r"(?:together\s+with|along\s+with|with|and|plus|mit|und|avec|et|con|y|com|met|en|вместе\s+с|с|и|&|\+)\s+(?=\S)",
    re.IGNORECASE,
)
_INCLUDING = re.compile(r"(?:including|incl\.|inclusive\s+of)\s+", re.IGNORECASE)


def companion_in(note: str) -> str:
    """Whom or what a bracket adds to a name; or `""`.

    >>> companion_in("with Dick Cheney"), companion_in("with islands"), companion_in("Republican")
    ('Dick Cheney', '', '')
    >>> companion_in("with Sojourner rover")
    ''
    """
    added = _WITH.match(note)
    other = note[added.end() :] if added else ""
    # What ends in a small word is a thing aboard or beside, not another of the kind.
    return other if other[:1].isupper() and not other.rpartition(" ")[2][:1].islower() else ""


def thing_added(note: str) -> str:
    """What a bracket adds to a name, without the small words behind it; or `""`.

    >>> thing_added("with Sojourner rover"), thing_added("including Sojourner"), thing_added("Republican")
    ('Sojourner', 'Sojourner', '')
    """
    added = _WITH.match(note) or _INCLUDING.match(note)
    words = note[added.end() :].split() if added else []
    while words and words[-1][0].islower():
        words.pop()
    return " ".join(words)


def are_two_persons(one: str, other: str) -> bool:
    """Whether both are names of persons, and not alike."""
    if not is_person(one) or not is_person(other) or _is_placed(other):
        return False
    return not are_alike(one, other)


def _is_placed(name: str) -> bool:
    """Whether a name is a place's, by itself or by the state after its comma: `Wallsend, UK`."""
    state = exact_key(name.rpartition(",")[2])
    return is_place(exact_key(name)) or state in words("polities", "qualifiers")


def are_alike(one: str, other: str) -> bool:
    """Whether two names may be one thing's, by their words, sound, initials or script.

    >>> are_alike("Munich", "München"), are_alike("sickle cell disease", "cancer")
    (True, False)
    """
    if scripts_in(one).isdisjoint(scripts_in(other)):
        return True
    if is_acronym(one, other) or is_acronym(other, one):
        return True
    if is_person(one) and is_person(other):
        return _may_be_one_person(one, other)
    first, second = (_telling(exact_key(text).split()) for text in (one, other))
    if 2 * len(first & second) > min(len(first), len(second)):
        return True
    return _sound_alike(one, other)


def _may_be_one_person(one: str, other: str) -> bool:
    """Persons of one family are told from each other by their first names."""
    same = {Kinship.SAME, Kinship.SHORTER}
    return any(
        compare_persons(a, b) in same or agree_in_ends(a, b) or agree_in_ends(b, a)
        for a in read_persons(one)[:1]
        for b in read_persons(other)[:1]
    )


def _sound_alike(one: str, other: str) -> bool:
    heard, other_heard = sounds_of(one), sounds_of(other)
    fewest = min(len(heard), len(other_heard))
    if fewest < _FEWEST_SOUNDS:
        return False
    if min(len(one), len(other)) < _SHORTEST:
        return heard == other_heard and Indel.normalized_similarity(one, other) >= _LEAST_ALIKE_SHORT
    least = _LEAST_ALIKE if fewest > _FEWEST_SOUNDS else _LEAST_ALIKE_SHORT
    return Indel.normalized_similarity(heard, other_heard) >= least


def _telling(tokens: list[str]) -> frozenset[str]:
    kept = frozenset(token for token in tokens if len(token) > 2 or not token.isascii())
    return (kept - words("articles", "leading_foreign")) or frozenset(tokens)


def is_person(name: str) -> bool:
    """Whether every word of a name has a capital, but for particles, as persons' names do."""
    particles = words("persons", "particles")
    written = name.split()
    return (
        len(written) > 1
        and all(word[:1].isupper() or word.casefold() in particles for word in written)
        and not trim_legal_form(tuple(exact_key(name).split())).legal
        and bool(read_persons(name))
    )
