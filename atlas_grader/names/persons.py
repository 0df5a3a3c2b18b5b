"""Names of persons: the same person's name in another order, shorter or longer.

An initial stands for a given name, a nickname for its full form; a middle initial or
a patronymic may be added or left out. Initials and patronymics that contradict each
other, and generation words (`Jr`, `III`, `fils`), tell persons apart.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from itertools import pairwise

from atlas_grader.folding import fold_characters
from atlas_grader.frozen import frozen
from atlas_grader.names.keys import exact_key
from atlas_grader.names.policy import table, words
from atlas_grader.names.scripts import only_letters
from atlas_grader.names.trims import trim_titles

_CACHED = 1 << 13
_LONGEST = 60
# `Jean-Luc`, but not `I-III`
_INNER = re.compile(r"(?<=\w)(?:'|(?<![IVX])-)(?=\w)")
# `Tsung-Dao Lee` is `T. D. Lee`
_HYPHENED = re.compile(r"[^\W\d_]{2,}-[^\W\d_]{2,}(?=\s)")
_QUOTED = re.compile(r"\s[\"“']\w[\w .]*[\"”']\s")


class Kinship(Enum):
    """How two names of persons stand to each other."""

    SAME = "same"
    SHORTER = "shorter"
    """The second writes an initial where the first has a name."""
    OTHER = "other"
    """They contradict each other."""
    UNSURE = "unsure"


@frozen
class Person:
    """A person's name taken apart."""

    given: tuple[str, ...]
    family: str
    generation: str = ""
    note: str = ""
    """What a bracket beside the name says."""
    script: str = ""
    """The alphabet that the name was romanised from."""


@lru_cache(maxsize=_CACHED)
def read_persons(text: str) -> tuple[Person, ...]:
    """Every way to read `text` as a person's name, the likeliest first; none if it is not one.

    >>> [(person.given, person.family, person.generation) for person in read_persons("Farrow V, John W.")]
    [(('john', 'w'), 'farrow', '5')]
    """
    if len(text) > _LONGEST:
        return ()
    folded = text
    if not only_letters(text):
        if any(map(str.isdigit, text)):
            return ()
        folded = _QUOTED.sub(" ", _INNER.sub("", fold_characters(text)))
    family, comma, given = folded.partition(",")
    if comma and not _is_generation(family, given):
        return _inverted(family, given)
    tokens, generation = _without_generation(trim_titles(_words(folded)))
    if len(tokens) > 1 and all(map(_is_initial, tokens[1:])) and _is_person((*tokens[1:], tokens[0])):
        return (Person(tokens[1:], tokens[0], generation),)  # Zewail A. H.
    if not _is_person(tokens):
        return ()
    first, *middle, last = tokens
    as_written = Person((first, *middle), last, generation)
    if len(first) == 1:
        return (as_written,)
    parted = tuple(_words(found[0])) if (found := _HYPHENED.match(text)) else ()
    hyphened = (Person((*parted, *middle), last, generation),) if "".join(parted) == first else ()
    return (as_written, Person((*middle, last), first, generation), *hyphened)


def compare_persons(one: Person, other: Person) -> Kinship:
    """Whether `other` is the same person's name as `one`."""
    if one.family != other.family or (one.note and other.note and one.note != other.note):
        return Kinship.UNSURE
    if one.script and other.script:
        return Kinship.UNSURE  # names in one script are compared in that script
    if one.generation != other.generation:
        return Kinship.OTHER if _are_two_generations(one.generation, other.generation) else Kinship.UNSURE
    first = _compare_given(one.given[0], other.given[0])
    if first is not Kinship.SAME and first is not Kinship.SHORTER:
        return first
    middles = _compare_middles(one.given[1:], other.given[1:])
    if middles not in {Kinship.SAME, Kinship.SHORTER}:
        return middles
    expanded = _is_initial(one.given[0]) != _is_initial(other.given[0])
    if expanded and len(one.given) != len(other.given):
        return Kinship.UNSURE
    return Kinship.SHORTER if Kinship.SHORTER in {first, middles} else Kinship.SAME


def _are_two_generations(one: str, other: str) -> bool:
    """`Jr` and `III`; but `II`, `fils` and `the Younger` may all be the younger of two."""
    if not one or not other:
        return False
    return not any({one, other} <= set(alike) for alike in table("persons")["like_generations"])


def agree_in_ends(one: Person, other: Person) -> bool:
    """Whether first and family name agree, whatever stands between."""
    first = _compare_given(one.given[0], other.given[0])
    return one.family == other.family and first in {Kinship.SAME, Kinship.SHORTER}


def index_keys(person: Person) -> list[str]:
    """Keys such that two names of one person share at least one."""
    given = person.given[0]
    if given not in table("nicknames")["short"]:
        return [f"{person.family} {given[0]}"]
    return [f"{person.family} {initial}" for initial in sorted({full[0] for full in _full_names(given)})]


def _is_generation(family: str, given: str) -> bool:
    """`Lon Chaney, Junior`; but `Seau, Junior` and `Farrow, V` have given names after the comma."""
    said = exact_key(given)
    return len(said) > 1 and said in table("persons")["generations"] and " " in family.strip()


def _inverted(family: str, given: str) -> tuple[Person, ...]:
    """`Achebe, Chinua`; the generation may stand with the family name or at the end."""
    before, generation = _without_generation(_words(family))
    after, later = _without_generation(tuple(_words(given.replace(",", " "))))
    tokens = trim_titles((*after, *before)) if after else ()
    if not before or not after or not _is_person(tokens) or len(before) > 3:
        return ()
    length = len(before) if len(tokens) > len(before) else 1
    joined = tokens[-1] if length == 1 else "".join(tokens[-length:])
    people = [Person(tokens[:-length], joined, generation or later)]
    if length > 1:
        people.append(Person(tokens[:-1], tokens[-1], generation or later))
    return tuple(people)


def _words(text: str) -> tuple[str, ...]:
    return tuple(exact_key(text).split())


def _without_generation(tokens: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    generations = table("persons")["generations"]
    if len(tokens) > 1 and tokens[-1] in generations:
        return tokens[:-1], generations[tokens[-1]]
    return tokens, ""


def _is_person(tokens: tuple[str, ...]) -> bool:
    return (
        2 <= len(tokens) <= 5
        and len(tokens[-1]) > 1
        and "".join(tokens).isalpha()
        and words("persons", "not_persons").isdisjoint(tokens)
    )


def _compare_given(one: str, other: str) -> Kinship:
    if one == other:
        return Kinship.SAME
    if _is_initial(one) or _is_initial(other):
        if max(len(one), len(other)) == 2:
            return Kinship.UNSURE
        if one[0] != other[0]:
            # `B. Kahn` may be Bob, who is Robert: only two initials contradict each other.
            return Kinship.OTHER if len(one) == len(other) == 1 else Kinship.UNSURE
        return Kinship.SAME if _is_initial(one) else Kinship.SHORTER
    return Kinship.SAME if _full_names(one) & _full_names(other) else Kinship.UNSURE


def _compare_middles(one: tuple[str, ...], other: tuple[str, ...]) -> Kinship:
    if one == other:
        return Kinship.SAME
    if not one or not other:
        added = one or other
        return Kinship.SAME if len(added) == 1 and _may_be_added(added[0]) else Kinship.UNSURE
    if len(one) != len(other):
        return Kinship.UNSURE
    found = {_compare_middle(*pair) for pair in zip(one, other, strict=True)}
    for kinship in (Kinship.OTHER, Kinship.UNSURE, Kinship.SHORTER):
        if kinship in found:
            return kinship
    return Kinship.SAME


def _compare_middle(one: str, other: str) -> Kinship:
    kinship = _compare_given(one, other)
    if kinship is Kinship.UNSURE and is_patronymic(one) and is_patronymic(other):
        return Kinship.OTHER if _skeleton(one) != _skeleton(other) else Kinship.SAME
    return kinship


def _skeleton(patronymic: str) -> str:
    """A patronymic however it was romanised: `Andreevna`, `Andreyevna`."""
    plain = patronymic.translate(_YOTS).replace("ie", "e")
    return "".join(a for a, b in pairwise(plain + " ") if a != b)


_YOTS = str.maketrans({"y": "i", "j": "i"})


def _may_be_added(middle: str) -> bool:
    return _is_initial(middle) or is_patronymic(middle)


def _is_initial(given: str) -> bool:
    """One letter of a script with capitals; one Han or Hangul character is a whole name."""
    return len(given) == 1 and given.upper() != given


def is_patronymic(word: str) -> bool:
    """Whether a middle name says whose child a person is (`Andreyevna`, `Петрович`)."""
    return len(word) > 5 and word.endswith(tuple(table("persons")["patronymics"]))


@lru_cache(maxsize=_CACHED)
def _full_names(given: str) -> frozenset[str]:
    return frozenset({given, *table("nicknames")["short"].get(given, ())})
