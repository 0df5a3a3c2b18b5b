"""Columns that have no header of their own, but may stand under one of another: open, not absent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from atlas_grader.answers import Table
from atlas_grader.parse.grid import BESIDE
from atlas_grader.parse.headers.mapping import MOST_HEADERS, HeaderMapping, Reads
from atlas_grader.parse.headers.shared import columns_named, is_in_parts, several
from atlas_grader.parse.headers.sheet import TooMuchToReadError
from atlas_grader.parse.headers.tiers import BY_CELLS
from atlas_grader.parse.headers.words import plain
from atlas_grader.tasks import CellType, Column, Task

# One value of these is written in several parts.
_IN_PARTS = frozenset({CellType.COORDINATES, CellType.LIST})
# What these read in a bracket is never a mere note.
_UNMISTAKABLE = frozenset({CellType.COORDINATES, CellType.URL})
_BRACKET = re.compile(r"[(\[]([^()\[\]]{3,80})[)\]]")
_LOOKED_AT = 40

_Place = tuple[int, int]
"""A header, and a column of the task that may stand under it."""


def left_open(table: Table, task: Task, reads: Reads, mapping: HeaderMapping) -> HeaderMapping:
    """The same mapping, but for columns that may stand together with others under one header."""
    missing = [column for column, place in enumerate(mapping.places) if place is None]
    if not missing and BY_CELLS.isdisjoint(mapping.tiers):
        return mapping
    doubted = dict(_doubted(table, task, mapping))
    found = {
        (place, column)
        for place, column in (
            *_named(table, task),
            *_beside(table, missing),
            *_in_brackets(table, task, reads, missing),
        )
        if column in missing
    }
    if not doubted and not found:
        return mapping
    places = {place for place, _ in found}.union(doubted.values(), mapping.open_headers)
    return replace(
        mapping,
        places=tuple(None if column in doubted else at for column, at in enumerate(mapping.places)),
        tiers=tuple(None if column in doubted else tier for column, tier in enumerate(mapping.tiers)),
        open_headers=tuple(sorted(places)),
        open_columns=tuple(sorted({column for _, column in found}.union(doubted, mapping.open_columns))),
        shared=True,
    )


def _doubted(table: Table, task: Task, mapping: HeaderMapping) -> Iterator[_Place]:
    """Columns told by cells alone, under a header of several parts above cells of as many."""
    for column, (place, tier) in enumerate(zip(mapping.places, mapping.tiers, strict=True)):
        if place is None or tier not in BY_CELLS or task.columns[column].type in _IN_PARTS:
            continue
        if is_in_parts(table, place):
            yield column, place


def _named(table: Table, task: Task) -> Iterator[_Place]:
    """Columns that a header names besides another: `City (country)`."""
    for place, header in enumerate(table.headers[:MOST_HEADERS]):
        for parts in several(plain(header), task):
            for part in parts:
                yield from ((place, column) for column in columns_named(part, task))


def _beside(table: Table, missing: list[int]) -> Iterator[_Place]:
    """Whatever is told beside the names of a list may be any column."""
    if BESIDE in table.headers:
        place = table.headers.index(BESIDE)
        yield from ((place, column) for column in missing)


def _in_brackets(table: Table, task: Task, reads: Reads, missing: list[int]) -> Iterator[_Place]:
    """Columns whose values stand in brackets behind another's: `Quito (0.18° S, 78.47° W)`."""
    for column in missing:
        if task.columns[column].type in _UNMISTAKABLE:
            for place in range(min(len(table.headers), MOST_HEADERS)):
                if _holds(table, place, task.columns[column], reads):
                    yield place, column


def _holds(table: Table, place: int, column: Column, reads: Reads) -> bool:
    """Whether most cells have a value of the column's type in brackets."""
    read, rows = reads(column), table.rows[:_LOOKED_AT]
    cells = [cell for row in rows if isinstance(cell := row[place], str)]
    try:
        found = sum(any(read(bracket[1]) for bracket in _BRACKET.finditer(cell[:400])) for cell in cells)
    except TooMuchToReadError:
        return False
    return bool(found) and 2 * found >= len(rows)
