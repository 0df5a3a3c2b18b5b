"""The phrases that say that there is nothing, and what begins as they do (`tables/no_data.json`)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from itertools import islice, product

from atlas_grader.policy import read_table


class Kind(StrEnum):
    """How much else a phrase may mean."""

    NO_DATA = "no_data"
    NONE = "none"
    """Counts as zero or answers No where one of these is right: `none`, `nil`."""
    DENIED = "denied"
    """Answers No where the question is a yes-or-no one: `not available`."""


# Phrases are expanded only where a text begins as they do: with so many letters.
BEGINNING = 3
_SHORTEST_LACK = 4


@lru_cache(maxsize=1 << 12)
def may_open(sign: str) -> bool:
    """Whether any phrase begins with this sign; a look-up, as most cells are values."""
    if sign in _OPENING:
        return True
    return any(head.startswith(_fold(sign)[:1]) for head in _heads())


# What may stand before a phrase.
_OPENING = "\"'([<{（【「#*-?.…_~ $€£¥"


def may_begin(text: str) -> bool:
    """Whether `text` begins as some phrase does."""
    if text[0] in _OPENING:
        return not text[1:2].isdigit()
    heads = _heads()
    folded = _fold(text[:BEGINNING])[:BEGINNING]
    return folded in heads or folded[:2] in heads or folded[:1] in heads


def kind_of(phrase: str) -> Kind | None:
    """The kind of a phrase of the table."""
    key = _phrase_key(phrase)
    return _kinds(key[:BEGINNING]).get(key)


def lack_in(note: str) -> Kind | None:
    """What a note says if all of it is a phrase for no data, or one word for a lack.

    What is short may be a code (`Na`), and what has a subject speaks of something else (`date unknown`).

    >>> lack_in("unknown"), lack_in("missing"), lack_in("Na"), lack_in("date unknown")
    (<Kind.NO_DATA: 'no_data'>, <Kind.NONE: 'none'>, None, None)
    """
    note = note.strip(" .!?")
    if note.isascii() and sum(map(str.isalpha, note)) < _SHORTEST_LACK:
        return None
    if kind_of(note.partition(" ")[2]) is not None:
        return None
    return kind_of(note) or (Kind.NONE if note.casefold() in lacking_words() else None)


@cache
def lacking_words() -> frozenset[str]:
    """Words that may say alone that there is nothing: `absent`."""
    return frozenset(read_table("", "no_data")["alone"])


def goes_on(text: str) -> bool:
    """Whether a text only says that something has not ended, and maybe since when.

    >>> goes_on("ongoing (2023-)"), goes_on("Ongoing Thing")
    (True, False)
    """
    return _SINCE.sub("", text).strip(" .()[]!").casefold() in _going_on()


_SINCE = re.compile(r"\s\((?:\w+\s)?(?:1[5-9]|20)\d\d(?:\s?[-–—]\s?(?:present)?)?\)$")


@cache
def _going_on() -> frozenset[str]:
    return frozenset(read_table("", "no_data")["going_on"])


@cache
def _patterns() -> Mapping[str, tuple[tuple[Kind, str], ...]]:
    """Beginning → the patterns of the table that have it, in the table's order."""
    table = read_table("", "no_data")
    found: dict[str, tuple[tuple[Kind, str], ...]] = {}
    for kind in Kind:
        for patterns in table[kind].values():
            for pattern in map(_fold, patterns):
                for head in _beginnings(pattern):
                    found[head] = (*found.get(head, ()), (kind, pattern))
    return found


@cache
def _heads() -> frozenset[str]:
    """The beginnings that tell a value from a phrase at a glance."""
    heads = _patterns().keys()
    # `n/a` may be written `n / a`.
    gaps = (" .", " /", ". ", "/ ")
    spaced = {head[0] + gap for head in heads if head[1:2] in {".", "/"} for gap in gaps}
    return frozenset(heads | spaced | {"the", "thi"})


@lru_cache(maxsize=1 << 10)
def _kinds(head: str) -> Mapping[str, Kind]:
    """Every phrase with this beginning, and its kind."""
    kinds: dict[str, Kind] = {}
    for kind, pattern in _patterns().get(head, ()):
        for phrase in map(_stripped, _expand(pattern)):
            if phrase[:BEGINNING] == head:
                kinds.setdefault(phrase, kind)
    return kinds


def _beginnings(pattern: str) -> Iterable[str]:
    """How the phrases of a pattern begin; as few as possible are expanded to tell."""
    groups = list(islice(_GROUP.finditer(pattern), 3))
    first = pattern[: groups[2].start()] if len(groups) > 2 else pattern
    heads = {_stripped(phrase)[:BEGINNING] for phrase in _expand(first)}
    if first != pattern and any(len(head) < BEGINNING for head in heads):
        heads = {_stripped(phrase)[:BEGINNING] for phrase in _expand(pattern)}
    return sorted(heads)


def _stripped(phrase: str) -> str:
    return phrase.strip(".!")


_GROUP = re.compile(r"\{([^{}]*)\}|\[([^\[\]]*)\]")


def _expand(pattern: str) -> Iterator[str]:
    """Every phrase that a pattern of the table stands for.

    >>> list(_expand("not [yet] {known|given}"))
    ['not yet known', 'not yet given', 'not known', 'not given']
    """
    parts: list[list[str]] = []
    end = 0
    for group in _GROUP.finditer(pattern):
        options = group[1].split("|") if group[1] is not None else [*group[2].split("|"), ""]
        parts += [[pattern[end : group.start()]], options]
        end = group.end()
    for phrase in product(*parts, [pattern[end:]]):
        yield " ".join("".join(phrase).split())


def _phrase_key(phrase: str) -> str:
    """Case, accents of Latin letters and spaces do not count: `k. A.` is `k.a`."""
    text = _fold(phrase).translate(_ROUND)
    if "." in text or "/" in text or "\\" in text:
        text = _JOINED.sub(r"\1", text)
    return " ".join(text.split()).strip(" .。!")


def _fold(text: str) -> str:
    text = text.casefold()
    if text.isascii():
        return text
    text = _ACCENTS.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", text).replace("ı", "i")


_ROUND = str.maketrans("[]{}（）", "()()()")
_ACCENTS = re.compile("[\u0300-\u036f]+")
_JOINED = re.compile(r"\s*([./\\])\s*")
