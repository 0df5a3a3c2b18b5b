"""How the cells of a table agree with gold (grading.md 2.2, content)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from atlas_grader.answers import RawCell, Table
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.headers.columnwords import disowns
from atlas_grader.parse.headers.mapping import HeaderMapping, header_index
from atlas_grader.parse.headers.tiers import Tier
from atlas_grader.parse.headers.words import plain
from atlas_grader.tasks import Column, Task
from atlas_grader.verdicts import Verdict

Rows = Sequence[Sequence[RawCell]]
# Rows that are looked at: the first ones of a table are like the others.
LOOKED_AT = 60
# Longer cells are prose, which tells nothing here and takes long to read.
LONGEST = 100

HALF = 0.5
FEWEST_VALUES = 2
_NEAR = 4
"""A header of which a fourth as many cells agree is another candidate."""


class Gold(Protocol):
    """What gold says of an answer's cells."""

    def reads(self, column: Column) -> Callable[[RawCell], bool]:
        """Whether a column's type reads a raw cell."""

    def claimed(self, names: Sequence[RawCell]) -> int | None:
        """The gold row that a row with these entity cells claims."""

    def named(self, column: str, cell: RawCell) -> frozenset[int]:
        """The gold rows that a cell names in an entity column."""

    def judged(self, row: int, column: str, header: str, cell: RawCell) -> Verdict | None:
        """The verdict on a cell; `None` where it is empty, or gold holds no value."""

    def stands_in(self, row: int, column: str, text: str) -> bool:
        """Whether gold's value stands among further words of a text."""

    def value(self, row: int, column: str) -> Hashable:
        """What gold holds for an attribute of a row."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How the cells under a header agree with gold in a column."""

    filled: int
    """Cells that gold can judge."""
    matched: int
    values: int
    """Different values of gold among those matched."""

    def is_mostly(self, share: float, fewest: int = FEWEST_VALUES) -> bool:
        """Whether at least this share agrees, on so many values."""
        return self.values >= fewest and self.matched >= share * self.filled

    def is_near(self, best: Fit) -> bool:
        """Whether about as much may be said for it as for another."""
        return self.values >= FEWEST_VALUES and best.is_neared_by(self.matched)

    @property
    def is_whole(self) -> bool:
        """Whether every cell agrees."""
        return self.matched == self.filled

    def is_neared_by(self, matched: int) -> bool:
        """Whether so many cells that agree elsewhere are another candidate."""
        return _NEAR * matched >= self.matched


class Evidence:
    """One table against gold."""

    def __init__(self, table: Table, rows: Rows, task: Task, gold: Gold) -> None:
        self.table = table
        self.rows = rows
        self.task = task
        self.gold = gold
        self.entity = [
            place for place, column in enumerate(task.columns) if column.name in task.entity_columns
        ]

    def cells(self, place: int) -> list[RawCell]:
        """What stands under a header."""
        return [row[place] for row in self.rows if not is_blank(row[place])]

    def is_disowned(self, place: int, column: int) -> bool:
        """Whether a header says that it is not a column, or the opposite."""
        return disowns(plain(self.table.headers[place]), header_index(self.task).words[column])


def placed(mapping: HeaderMapping, told: Mapping[int, int | None]) -> HeaderMapping:
    """The mapping with some columns under other headers, or open; what is open on one side only is not."""
    before = {place for column in told if (place := mapping.places[column]) is not None}
    headers = before.union(mapping.open_headers, mapping.spare_headers)
    headers -= set(told.values()) - {None}
    columns = {column for column, place in told.items() if place is None}
    columns |= set(mapping.open_columns) - told.keys()
    return replace(
        mapping,
        places=tuple(told.get(column, place) for column, place in enumerate(mapping.places)),
        tiers=tuple(
            tier if column not in told else None if told[column] is None else Tier.CONTENT
            for column, tier in enumerate(mapping.tiers)
        ),
        open_headers=tuple(sorted(headers)) if columns else (),
        open_columns=tuple(sorted(columns)) if headers else (),
        spare_headers=tuple(sorted(headers)),
    )
