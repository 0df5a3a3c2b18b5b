"""Words that only name what a number counts: `seats`, `Einwohner`, `人`, and the column's own words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from atlas_grader.match.numbers.scales import scale_table
from atlas_grader.policy import read_table
from atlas_grader.tasks import CellType, Column


@dataclass(frozen=True, slots=True)
class LabelTable:
    """Words that name what is counted and say nothing about how many."""

    nouns: frozenset[str]
    counters: frozenset[str]
    of: tuple[str, ...]
    not_labels: frozenset[str]
    measures: frozenset[str]
    """Those of the nouns that name a measure, not a thing that is counted: `runtime`."""


@cache
def label_table() -> LabelTable:
    """The table of labels, `tables/labels.json`."""
    table = read_table("match", "labels")
    apart = {name: table.pop(name) for name in ("counters", "of", "not_labels", "measures")}
    nouns = frozenset(word.casefold() for words in table.values() for word in words)
    return LabelTable(
        nouns,
        frozenset(apart["counters"]),
        tuple(apart["of"]),
        frozenset(apart["not_labels"]),
        frozenset(apart["measures"]),
    )


def is_counter(text: str) -> bool:
    """East Asian counters, also with the noun behind them: `名员工`."""
    counters = label_table().counters
    return text in counters or (text[:1] in counters and text[1:] in counters)


def label_of(column: Column) -> Callable[[str], bool]:
    """A test for words that only name what this column counts: its own, and common nouns.

    >>> from atlas_grader.tasks import CellType
    >>> is_label = label_of(Column("lighthouses", CellType.NUMBER))
    >>> is_label("lighthouses"), is_label("registered voters"), is_label("percent")
    (True, True, False)
    """
    table = label_table()
    named = re.findall(
        r"[^\W\d_]{3,}", f"{column.name} {column.description} {' '.join(column.aliases)}".casefold()
    )
    own = frozenset(named) - table.not_labels
    initials = _initials(column.name) if column.type is CellType.NUMBER else frozenset()

    def is_word(word: str) -> bool:
        return word in table.nouns or word in own

    def is_label(text: str) -> bool:
        if text in initials:
            return True
        found = text.casefold().split()
        if len(found) > 1 and found[-1] == "but":
            return False  # one French goal, but `all but 3` leaves the number open
        return 0 < len(found) <= 5 and all(is_word(word) or _is_named(word, is_word) for word in found)

    return is_label


def _initials(name: str) -> frozenset[str]:
    """`EV` for `electoral_votes`, in capitals; `NV` and `NOV` for `number_of_votes`."""
    words = re.findall(r"[^\W\d_]+", name)
    telling = [word for word in words if len(word) > _LONGEST_JOINT]
    made = ("".join(word[0] for word in them).upper() for them in (words, telling) if len(telling) > 1)
    return frozenset(letters for letters in made if letters.casefold() not in scale_table().words)


def counts_of(column: Column) -> Callable[[str], bool]:
    """A test for cells that count things which the column does not name: `12 laps` is no 12 km.

    >>> from atlas_grader.tasks import CellType
    >>> counts = counts_of(Column("length", CellType.QUANTITY, unit="km"))
    >>> counts("12 laps (of 400 m)"), counts("twelve laps"), counts("12 km"), counts("12 (3 laps)")
    (True, True, False, False)
    """
    table = label_table()
    own = f"{column.name} {column.description} {column.unit} {' '.join(column.aliases)}".casefold()

    def is_thing(word: str) -> bool:
        return word in table.nouns and word not in table.measures and word not in own

    def counts(text: str) -> bool:
        found = _AFTER.match(text)
        words = _WORD.findall((found[1] if found is not None else text[:_FEW]).casefold())
        return any(_singular(word, is_thing) for word in words)

    return counts


_WORD = re.compile(r"[^\W\d_]{2,}")
_AFTER = re.compile(r"\D{0,40}\d[\d.,' ]*([^\d(\[,;:\n]*)")
_FEW = 60
_LONGEST_JOINT = 2


def _is_named(word: str, is_word: Callable[[str], bool]) -> bool:
    return _singular(word, is_word) or (
        "-" in word and all(_singular(part, is_word) for part in word.split("-"))
    )


def _singular(word: str, is_word: Callable[[str], bool]) -> bool:
    word = word.removeprefix("d'").strip(".,:")
    return is_word(word) or is_word(word.removesuffix("s")) or is_word(f"{word}s")
