"""The tiers in which a header is mapped to a column, surest first (grading.md 2.2)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Tier(StrEnum):
    """What decided that a header is a column."""

    EXACT = "exact"
    NORMALISED = "normalised"
    ALIAS = "alias"
    SIMILAR = "similar"
    WORDS = "words"
    CONTENT = "content"
    PART = "part"
    ORDER = "order"

    @property
    def why(self) -> str:
        """The tier in a reader's words."""
        return _WHY[self]


BY_CELLS = frozenset((Tier.CONTENT, Tier.PART, Tier.ORDER))
"""The tiers in which the cells decide, not the headers."""

_WHY = {
    Tier.EXACT: "the same name",
    Tier.NORMALISED: "the same name but for its spelling",
    Tier.ALIAS: "an alias of it",
    Tier.SIMILAR: "a misspelling of its name",
    Tier.WORDS: "its words single that column out",
    Tier.CONTENT: "most of its cells agree with gold there, and no other header or column comes near",
    Tier.PART: "one part of most of its cells agrees with gold there, and no other comes near",
    Tier.ORDER: "as many headers as columns are left, and in this order each column reads its cells",
}


def unique_pairs(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs whose header and column both stand in no other pair."""
    listed = list(pairs)
    headers: dict[int, int] = {}
    columns: dict[int, int] = {}
    for header, column in listed:
        headers[header] = headers.get(header, 0) + 1
        columns[column] = columns.get(column, 0) + 1
    return [pair for pair in listed if headers[pair[0]] == columns[pair[1]] == 1]
