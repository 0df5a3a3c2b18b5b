"""Words in and around lists, in many languages (`tables/list_words.json`)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from atlas_grader.or_words import joined_or_words, or_words
from atlas_grader.policy import read_table


@cache
def list_words(group: str) -> tuple[str, ...]:
    """One group of `tables/list_words.json`, or the words for “or”."""
    return tuple(_table()[group])


@cache
def _table() -> dict[str, Any]:
    return {**read_table("match", "list_words"), "or": or_words(), "or_joined": joined_or_words()}


def any_of(*groups: str) -> str:
    """A pattern for any word of the groups, the longest first."""
    words = sorted({word for group in groups for word in list_words(group)}, key=longest_first)
    return "|".join(r"\s+".join(map(re.escape, word.split())) for word in words)


def longest_first(word: str) -> tuple[int, str]:
    """Sort key: of two spellings that fit, the longer one is meant."""
    return (-len(word), word)


@cache
def others_pattern() -> re.Pattern[str]:
    """A closing `and others`, which leaves the list open."""
    words = any_of("others")
    joined = "|".join(map(re.escape, list_words("others_joined")))
    return re.compile(
        rf"(?:[\s,;、(]+(?:(?:{any_of('and')})\s+)?(?:(?:\d+|{any_of('counts')})\s+)?(?:{words})\.?"
        rf"|(?:{joined})"
        r"|[\s,(]+(?:and|&|plus)\s+(?:[\w-]+\s+)?(?:other|more|additional|further)\s+[a-z]+)[\s.)]*$",
        re.IGNORECASE,
    )


def may_leave_open(text: str) -> bool:
    """Whether `others_pattern` could fit at all, judged by the last letters: a look-up, as few fit."""
    ending = text[-_LONGEST_ENDING:].casefold()
    if not ending.isascii() or ending.endswith("..."):
        return True
    ending = ending.rstrip(" \n\t).")
    return ending[-2:] in _others_ends() or any(word in ending for word in _MORE)


# The pattern that may end in any word has one of these before it.
_MORE = ("other", "more", "additional", "further")
_LONGEST_ENDING = 50


@cache
def _others_ends() -> frozenset[str]:
    words = (*list_words("others"), *list_words("others_joined"))
    return frozenset(word.casefold().rstrip(" .")[-2:] for word in words)


@cache
def or_pattern() -> re.Pattern[str]:
    """A word that offers what stands on its two sides as alternatives."""
    return re.compile(rf"(?:,\s*|\s)(?:{any_of('or')})\s+|(?:{any_of('or_joined')})", re.IGNORECASE)


@cache
def denials_pattern() -> re.Pattern[str]:
    """A word that takes away what follows it."""
    return re.compile(rf"(?<!\w)(?:{any_of('denials')})\s+|(?:{any_of('denials_joined')})", re.IGNORECASE)


@cache
def selection_pattern() -> re.Pattern[str]:
    """What leaves open which items of a list are meant: `two of: Lima, Cusco, Ica`."""
    counts = any_of("counts", "selecting")
    return re.compile(
        rf"\W*(?:[^\W\d_]+\s+){{0,2}}?(?:\d+|{counts})\s+(?:{any_of('selected_from')})(?!\w)[^:：\n]{{0,40}}[:：]",
        re.IGNORECASE,
    )


@cache
def hedges_pattern() -> re.Pattern[str]:
    """A word that leaves open whether an item belongs to the list."""
    joined = "|".join(map(re.escape, list_words("hedges_joined")))
    return re.compile(rf"(?<!\w)(?:{any_of('hedges')})(?!\w)|(?:{joined})", re.IGNORECASE)


@cache
def fillers_pattern() -> re.Pattern[str]:
    """Words before an item that are no part of it: `then Cusco`."""
    return re.compile(rf"(?:{any_of('fillers')})\s+(?=\S)", re.IGNORECASE)


@cache
def no_item_pattern() -> re.Pattern[str]:
    """The beginning of a note, or of a word for several items at once."""
    words = any_of("notes", "groups")
    return re.compile(rf"(?:{words})(?!\w)|\d+\s+(?:total|in total|items?|others?)", re.IGNORECASE)
