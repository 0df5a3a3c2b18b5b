"""Differences between two wordings that are known to matter.

Each rule is about everything else being equal: the same words but another number, a
negation more, one word of a pair of opposites, initials that contradict each other.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache, lru_cache
from typing import ClassVar

from atlas_grader.names.formulas import are_two_formulas
from atlas_grader.names.given import are_two_names
from atlas_grader.names.keys import MINUS, exact_key
from atlas_grader.names.numerals import numbers_in, with_bracketed, without_numbers
from atlas_grader.names.persons import Kinship, compare_persons, read_persons
from atlas_grader.names.policy import table, words
from atlas_grader.names.regions import region_after
from atlas_grader.names.spellings import canonical, in_one_script, without_genitive
from atlas_grader.names.trims import trim_club_affixes, trim_legal_form, trim_titles


class _Kind(Enum):
    NUMBERS = auto()
    NEGATION = auto()
    WORD = auto()


@dataclass(frozen=True, slots=True)
class Contrast:
    """One difference that matters."""

    Kind: ClassVar[type[_Kind]] = _Kind
    kind: _Kind
    detail: str


_Tokens = tuple[str, ...]


def contrast(gold: str, text: str, *, persons: bool) -> Contrast | None:
    """The difference by which `text` cannot be `gold`, if there is one.

    >>> contrast("Llama 3", "Llama 3.1", persons=False).kind.name
    'NUMBERS'
    """
    one, other = _canonical(gold), _canonical(text)
    pair = _one_differing(one, other)
    placed = "," in gold or "," in text
    found = _numbers(one, other)
    if not found and not (placed and _is_placed(gold, text)):
        found = _negation(one, other, pair)
    if pair and not found:
        found = _opposites(*pair) or _signs(*pair)
    found = found or _model(one, other) or (_regions(gold, text) if placed else None)
    found = found or _subsections(gold, text) or _formulas(gold, text)
    if found or not persons:
        return found
    return _teams(one, other) or _persons(gold, text) or _numbers(trim_titles(one), trim_titles(other))


@lru_cache(maxsize=1 << 14)
def _canonical(text: str) -> _Tokens:
    return tuple(canonical(exact_key(without_genitive(in_one_script(with_bracketed(text)))).split()))


def _numbers(one: _Tokens, other: _Tokens) -> Contrast | None:
    """The same words with other numbers; a number on one side only says nothing."""
    numbers = numbers_in(one)
    if not numbers:
        return None
    others = numbers_in(other)
    if len(numbers) != len(others) or numbers == others:
        return None
    if without_numbers(one) != without_numbers(other) and not _same_but_suffix(one, other):
        return None
    differing = [pair for pair in zip(numbers, others, strict=True) if pair[0] != pair[1]]
    if any(_may_be_equal(*pair) for pair in differing):
        return None
    return Contrast(_Kind.NUMBERS, f"{differing[0][1]} where gold has {differing[0][0]}")


def _same_but_suffix(one: _Tokens, other: _Tokens) -> bool:
    return without_numbers(one).replace(" ", "") == without_numbers(other).replace(" ", "")


def _may_be_equal(one: str, other: str) -> bool:
    """Equal in value though not in writing (`3`, `3.0`), or written in a way that has readings.

    `3.1` and `3.10` are two versions.
    """
    if _shape(one) != _shape(other):
        if not (_is_plain(one) and _is_plain(other)) or _digits(one) == _digits(other):
            return True
    elif sorted(_NOT_DIGITS.split(one)) == sorted(_NOT_DIGITS.split(other)):
        return True  # 12/03/2020 and 03/12/2020
    return _whole(one) == _whole(other)


def _is_plain(number: str) -> bool:
    return number.replace(".", "").isdecimal()


def _shape(number: str) -> str:
    return "".join(c for c in number if not c.isdecimal())


def _digits(number: str) -> str:
    return "".join(c for c in number if c.isdecimal())


def _whole(number: str) -> str:
    return _TRAILING_ZEROS.sub("", number).lstrip("0")


_NOT_DIGITS = re.compile(r"\D")
_TRAILING_ZEROS = re.compile(r"(?:\.0+)+$")


def _negation(one: _Tokens, other: _Tokens, pair: tuple[str, str] | None) -> Contrast | None:
    """One word more, and that a negation; or a prefix like `un-` or 不."""
    if abs(len(one) - len(other)) == 1 and one and other:
        shorter, longer = sorted((one, other), key=len)
        pairs = enumerate(zip(shorter, longer, strict=False))
        place = next((place for place, pair in pairs if pair[0] != pair[1]), len(shorter))
        added, following = longer[place], longer[place + 1 : place + 2]
        numbered = bool(following) and following[0][0].isdigit()
        if (*longer[:place], *longer[place + 1 :]) == shorter and added in _negations() and not numbered:
            return Contrast(_Kind.NEGATION, f"“{added}” is on one side only")
    if pair and _is_negated(*sorted(pair, key=len)):
        return Contrast(_Kind.NEGATION, f"{pair[1]} where gold has {pair[0]}")
    return None


def _is_negated(plain: str, negated: str) -> bool:
    if len(negated) == len(plain) or not negated.endswith(plain):
        return False
    if any(negated == prefix + plain for prefix in table("abbreviations")["han_negations"]):
        return len(plain) > 1
    return len(plain) > 4 and negated in (f"un{plain}", f"non{plain}")


def _opposites(one: str, other: str) -> Contrast | None:
    """The same words but for one pair of opposites, `northeast` and `northwest`."""
    groups = _opposites_of()
    if not groups.get(one, _NONE).isdisjoint(groups.get(other, _NONE)):
        return Contrast(_Kind.WORD, f"{other} where gold has {one}")
    return None


def _signs(one: str, other: str) -> Contrast | None:
    """A sign that is part of a short name: `C` and `C#`, `A` and `A−`."""
    bare = one.rstrip(_SIGNS)
    if not bare or bare != other.rstrip(_SIGNS) or max(len(one), len(other)) > _LONGEST_SIGNED:
        return None
    if "#" in one + other and len(bare) > _LONGEST_SHARP:
        return None  # after a word it may be a footnote
    if any(map(str.isdigit, one + other)):
        return None
    return Contrast(_Kind.WORD, f"{other} where gold has {one}")


def _is_placed(gold: str, text: str) -> bool:
    """The NE of `Aurora, NE` denies nothing."""
    return bool(region_after(gold)[0] or region_after(text)[0])


def _regions(gold: str, text: str) -> Contrast | None:
    """One place's name in two states: `Portland, Oregon` and `Portland, ME`."""
    (place, regions), (other, others) = region_after(gold), region_after(text)
    if place and place == other and regions.isdisjoint(others):
        return Contrast(_Kind.WORD, f"{min(others)} where gold has {min(regions)}")
    return None


def _subsections(gold: str, text: str) -> Contrast | None:
    """`Section 12(a)` and `Section 12(b)`."""
    if "(" not in gold or "(" not in text:
        return None
    letters, others = _SUBSECTION.findall(gold), _SUBSECTION.findall(text)
    if not letters or len(letters) != len(others) or letters == others:
        return None
    if exact_key(_SUBSECTION.sub("()", gold)) != exact_key(_SUBSECTION.sub("()", text)):
        return None
    return Contrast(_Kind.WORD, f"({')('.join(others)}) where gold has ({')('.join(letters)})")


# `230(c)(1)`, `5(1)(iv)`
_SUBSECTION = re.compile(r"(?<=[\d)])\(([a-z]|[ivx]{2,4})\)")


def _formulas(gold: str, text: str) -> Contrast | None:
    """`CO` and `CO2`."""
    return Contrast(_Kind.WORD, f"{text} where gold has {gold}") if are_two_formulas(gold, text) else None


def _model(one: _Tokens, other: _Tokens) -> Contrast | None:
    """The same numbered product with a word more: `iPhone 15` and `iPhone 15 Pro`."""
    if len(one) == len(other):
        return None
    shorter, longer = sorted((one, other), key=len)
    models = words("distinguishing", "models")
    added = longer[len(shorter) :]
    if added and longer[: len(shorter)] == shorter and models.issuperset(added) and numbers_in(shorter[-1:]):
        return Contrast(_Kind.WORD, f"“{' '.join(added)}” is on one side only")
    return None


# Grades, ratings, blood groups, programming languages.
_LONGEST_SIGNED = 5
# `C#`, `F#`
_LONGEST_SHARP = 2
_SIGNS = "+#" + MINUS


def _teams(one: _Tokens, other: _Tokens) -> Contrast | None:
    """A club and its women's, young or second team are two teams."""
    women, second = words("distinguishing", "women"), words("distinguishing", "second_teams")
    return (
        _one_team(one, other, women, "a women's team")
        or _one_team(one, other, second, "a second team")
        or (
            _one_team(one, other, frozenset({"b"}), "a second team")
            if trim_club_affixes(one)[1] or trim_club_affixes(other)[1]
            else None
        )
    )


def _one_team(one: _Tokens, other: _Tokens, telling: frozenset[str], said: str) -> Contrast | None:
    if telling.isdisjoint(one) == telling.isdisjoint(other):
        return None
    kept = [tuple(token for token in tokens if token not in telling) for tokens in (one, other)]
    if all(kept) and _club(kept[0]) == _club(kept[1]):
        return Contrast(_Kind.WORD, f"only one of them is {said}")
    return None


def _club(tokens: _Tokens) -> _Tokens:
    return trim_club_affixes(trim_legal_form(tokens).tokens)[0] if tokens else ()


def _persons(gold: str, text: str) -> Contrast | None:
    """Initials, patronymics or generation words that contradict each other, or two given names."""
    one, other = read_persons(gold)[:1], read_persons(text)[:1]
    if not one or not other:
        return None
    if compare_persons(one[0], other[0]) is Kinship.OTHER:
        return Contrast(_Kind.WORD, "initials, patronymics or generations contradict each other")
    first, second = one[0].given[0], other[0].given[0]
    if replace(other[0], given=(first, *other[0].given[1:])) == one[0] and are_two_names(first, second):
        return Contrast(_Kind.WORD, f"{second} where gold has {first}")
    return None


def _one_differing(one: Sequence[str], other: Sequence[str]) -> tuple[str, str] | None:
    if len(one) != len(other):
        return None
    pairs = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return pairs[0] if len(pairs) == 1 else None


@cache
def _opposites_of() -> Mapping[str, frozenset[int]]:
    """Word → the groups of opposites that it belongs to."""
    groups: dict[str, set[int]] = defaultdict(set)
    for number, group in enumerate(table("distinguishing")["opposites"]):
        for word in group:
            groups[word].add(number)
    return {word: frozenset(numbers) for word, numbers in groups.items()}


_NONE: frozenset[int] = frozenset()


@cache
def _negations() -> frozenset[str]:
    return words("abbreviations", "negations")
