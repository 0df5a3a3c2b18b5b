"""The words of a choice as they are compared: without plurals, small and generic words."""

from __future__ import annotations

import re

from atlas_grader.match.choices.words import abbreviations, generic_words
from atlas_grader.names.keys import exact_key
from atlas_grader.names.spellings import canonical

_WORD = re.compile(r"[^\W_]+")
_JOINING = re.compile(r"\w\s*[/&+-]\s*\w|\w\s+and\s+\w", re.IGNORECASE)
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6"}
# An S after another letter than those of `bus`, `glass` and `analysis` of the word, or with an E: `branches`
_PLURAL = re.compile(r"(?<=[a-z]{4})(?:(?:(?<=[sxz])|(?<=[cs]h))es|(?<![sui])s)$")
# `CDs`
_LETTERS = re.compile(r"(?<=[A-Z]{2})s\b")
_SMALL_WORDS = frozenset({"of", "and", "the", "for", "in", "de", "und", "et"})


def core(text: str) -> str:
    """The words of a text that tell choices apart, as one: `Bachelor's degree` as bachelor."""
    plain = exact_key(text.replace("'s", "s"))
    words = [abbreviations().get(word, word) for word in canonical(plain.split())]
    telling = (stem(word) for word in words if generic_words().isdisjoint((word, stem(word))))
    return "".join(telling) or "".join(map(stem, words))


def parts(text: str) -> str:
    """The different words of a text, however they are joined, Roman numerals in digits."""
    if _JOINING.search(text) is None:
        return ""
    words = (_ROMAN.get(word, word) for word in _WORD.findall(text.casefold()))
    return " ".join(word for word in dict.fromkeys(words) if word != "and")


def stem(word: str) -> str:
    """A word as it stands in most choices: `publicly` as public, `X-rays` as X-ray."""
    if len(word) > 6 and word.endswith("ly"):
        return word[:-2]
    return (
        word[:-1]
        if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "news"))
        else word
    )


def singular(text: str) -> str:
    """The words of a text, those with the endings of plurals without them."""
    return " ".join(_PLURAL.sub("", word) for word in exact_key(_LETTERS.sub("", text)).split())


def initials(name: str) -> tuple[str, ...]:
    """The initials of a name of several words, with and without its small words."""
    words = exact_key(name).split()
    if len(words) < 2:
        return ()
    every = "".join(word[0] for word in words)
    great = "".join(word[0] for word in words if word not in _SMALL_WORDS)
    return tuple(dict.fromkeys((every, great) if len(great) > 1 else (every,)))
