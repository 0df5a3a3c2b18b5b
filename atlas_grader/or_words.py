"""Words that offer what stands on their two sides for choice (`tables/or_words.json`).

Between figures, items and parts of a cell all of them do. A name may hold some of them (*Tai*,
*Nebo*), so between names only the others tell.
"""

from __future__ import annotations

from functools import cache

from atlas_grader.policy import read_table


def or_words() -> tuple[str, ...]:
    """All that stand between spaces."""
    return (*_words("words"), *_words("also_names"))


def or_words_between_names() -> tuple[str, ...]:
    """Those that no name holds, with and without spaces around."""
    return (*_words("words"), *_words("joined"))


def joined_or_words() -> tuple[str, ...]:
    """Those of scripts without spaces."""
    return _words("joined")


def joined_or_words_between_figures() -> tuple[str, ...]:
    """Those of scripts without spaces, also such as may be a part of other words."""
    return (*_words("joined"), *_words("joined_to_figures"))


@cache
def _words(group: str) -> tuple[str, ...]:
    return tuple(read_table("", "or_words")[group])
