"""Words around choices, and words that mean one (`tables/choice_words.json`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from atlas_grader.names.keys import exact_key, name_key
from atlas_grader.policy import read_table


@cache
def _table() -> dict[str, Any]:
    return read_table("match", "choice_words")


@cache
def generic_words() -> frozenset[str]:
    """Words that only say what kind of thing a choice is: `company`, `level`."""
    return frozenset(name_key(word).spaced for word in _table()["generic"])


@cache
def abbreviations() -> Mapping[str, str]:
    """Words that choices abbreviate: `near-IR`."""
    words: dict[str, str] = _table()["abbreviations"]
    return words


@cache
def place_words() -> frozenset[str]:
    """Words in the name of a place."""
    return frozenset(_table()["places"])


@cache
def synonyms() -> Mapping[str, frozenset[int]]:
    """Name key → the groups of words that mean one choice; `m` is male in one, medium in another."""
    groups: dict[str, frozenset[int]] = {}
    for place, words in enumerate(_table()["same"]):
        for word in words:
            key = name_key(word).joined
            groups[key] = groups.get(key, frozenset()) | {place}
    return groups


@cache
def prefixes() -> tuple[str, ...]:
    """Syllables that deny the word they begin: `inactive`."""
    return tuple(_table()["prefixes"])


@cache
def negations() -> re.Pattern[str]:
    """A word at the beginning that denies what follows."""
    words = sorted(_table()["negations"], key=lambda word: (-len(word), word))
    spaced = "|".join(map(re.escape, words))
    joined = "|".join(map(re.escape, _table()["negations_joined"]))
    return re.compile(
        rf"(?:(?:it\s+)?(?:is\s+|was\s+)?(?:{spaced})(?:\s+yet)?[\s-]+(?=\S))|(?:{joined})", re.IGNORECASE
    )


@cache
def narrowing_words() -> frozenset[str]:
    """Words that only say which kind of a choice is meant: `federal republic` is a republic."""
    return frozenset(exact_key(word) for word in _table()["narrowing"])


@cache
def opposites() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Words of which one holds where the other does not, both as keys."""
    pairs = _table()["opposites"]
    return tuple((frozenset(map(exact_key, one)), frozenset(map(exact_key, other))) for one, other in pairs)


@cache
def yet() -> re.Pattern[str]:
    """A word that leaves open what will hold: `not passed yet`."""
    return re.compile(rf"\b(?:{'|'.join(_table()['yet'])})\b|未", re.IGNORECASE)


@cache
def trace_words() -> re.Pattern[str]:
    """Words before what there is only some of: `with some`."""
    words = "|".join(map(re.escape, _table()["traces"]))
    return re.compile(rf"(?:(?:(?:{words})(?!\w)|[+&])\s*)+(?=\S)", re.IGNORECASE)


@cache
def turns() -> re.Pattern[str]:
    """A word that says that something else holds by now."""
    words = _table()["turns"]
    latin = "|".join(re.escape(word) for word in words if word[0] < "\u3000")
    joined = "|".join(re.escape(word) for word in words if word[0] >= "\u3000")
    return re.compile(rf"\b(?:{latin})\b|(?:{joined})", re.IGNORECASE)
