"""Which items of a cell are which of gold's, and how unlike the others are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from atlas_grader.answers import Cell
from atlas_grader.match.choices.countries import country_table
from atlas_grader.match.language import language_table

# Below this similarity (0 to 100) two texts are no spellings or translations of one word.
_UNLIKE = 45
_INITIALS = re.compile(r"(?:[A-Z]\.?){2,5}")


@dataclass(frozen=True, slots=True)
class Pairing:
    """One way to cut a cell, and which of its items are which of gold's."""

    items: tuple[Cell, ...]
    pairs: dict[int, int]
    """Place in the cell → place in gold."""
    left: tuple[int, ...]
    """Items of the cell that are none of gold's."""
    missing: tuple[int, ...]
    """Items of gold that are none of the cell's."""

    @property
    def rank(self) -> tuple[int, int]:
        """More pairs first, then fewer leftovers."""
        return (len(self.pairs), -len(self.left) - len(self.missing))


def most_pairs(edges: dict[int, list[int]]) -> dict[int, int]:
    """A largest one-to-one pairing: augmenting paths, each step visiting an item once."""
    owner: dict[int, int] = {}

    def place_item(item: int, visited: set[int]) -> bool:
        for gold in edges[item]:
            if gold not in visited:
                visited.add(gold)
                if gold not in owner or place_item(owner[gold], visited):
                    owner[gold] = item
                    return True
        return False

    for item in edges:
        place_item(item, set())
    return {item: gold for gold, item in owner.items()}


def different_entities(one: str, other: str) -> bool:
    """Whether both texts are names of countries, or of languages, and not of the same one."""
    for table in (country_table(), language_table()):
        first, second = table.names_of(one), table.names_of(other)
        if first and second:
            return not first & second and not table.are_related(first, second)
    return False


def are_unlike(left: Sequence[str], missing: Sequence[str], alike: int = _UNLIKE) -> bool:
    """Whether no leftover could be a spelling, a translation or the initials of a missing item.

    Two texts that are at least `alike` (0 to 100) could be.
    """
    if any(map(_INITIALS.fullmatch, left)) and not any(map(str.isupper, missing)):
        return False  # `NYC, LA`
    known = [(table().names_of(text), table()) for table in (country_table, language_table) for text in left]
    for text in missing:
        if any(names and names & (table.names_of(text) or frozenset()) for names, table in known):
            return False
    return all(
        one.isascii() == other.isascii() and fuzz.ratio(one.casefold(), other.casefold()) < alike
        for one in left
        for other in missing
    )
