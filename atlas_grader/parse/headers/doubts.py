"""Columns that have no header of their own, but may stand under one of another: open, not absent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import replace

from atlas_grader.answers import Table
from atlas_grader.parse.grid import BESIDE
from atlas_grader.parse.headers.mapping import MOST_HEADERS, HeaderMapping, Reads
from atlas_grader.parse.headers.shared import columns_named, is_in_parts, several
from atlas_grader.parse.headers.sheet import TooMuchToReadError
from atlas_grader.parse.headers.tiers import BY_CELLS
from atlas_grader.parse.headers.words import header_words, key, plain, units_of, without_units
from atlas_grader.tasks import WORDS, CellType, Column, Task

# One value of these is written in several parts.
_IN_PARTS = frozenset({CellType.COORDINATES, CellType.LIST})
# What these read in a bracket is never a mere note.
_UNMISTAKABLE = frozenset({CellType.COORDINATES, CellType.URL})
_NEVER_MEASURED = frozenset(
    {CellType.DATE, CellType.BOOLEAN, CellType.ENUM, CellType.COUNTRY, CellType.LANGUAGE, CellType.URL}
)
_FIGURE = re.compile(r"[~≈<>+−-]?\s?\d[\d.,' ]*(?:\s?[^\W\d_]{1,6}\.?)?")
_OF_FIGURES = frozenset(
    {CellType.NUMBER, CellType.QUANTITY, CellType.PERCENT, CellType.MONEY, CellType.DURATION, CellType.DATE}
)
_PARTED = re.compile(r"[()\[\];/|–—\n]|,\s|\s-\s")
_BRACKET = re.compile(r"[(\[]([^()\[\]]{3,80})[)\]]")
_LOOKED_AT = 40

_Place = tuple[int, int]
"""A header, and a column of the task that may stand under it."""


def left_open(table: Table, task: Task, reads: Reads, mapping: HeaderMapping) -> HeaderMapping:
    """The same mapping, but for columns that may stand together with others under one header."""
    mapping = _without_other_units(table, task, reads, mapping)
    missing = [column for column, place in enumerate(mapping.places) if place is None]
    if not missing and BY_CELLS.isdisjoint(mapping.tiers):
        return mapping
    doubted = dict(_doubted(table, task, mapping))
    found = {
        (place, column)
        for place, column in (
            *_named(table, task),
            *_beside(table, task, reads, mapping, missing),
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


def _without_other_units(table: Table, task: Task, reads: Reads, mapping: HeaderMapping) -> HeaderMapping:
    """The same mapping, but for figures in another unit of a column that is told: `feet`, `Height (ft)`.

    They can be no missing column of words, nor one whose type does not read them.
    """
    if not (mapping.open_headers and mapping.open_columns):
        return mapping
    missing = [task.columns[column] for column in mapping.open_columns]
    told = {
        key(without_units(plain(name), frozenset()))
        for column, place in zip(task.columns, mapping.places, strict=True)
        if place is not None
        for name in (column.name, table.headers[place])
    }
    try:
        left = tuple(
            place
            for place in mapping.open_headers
            if not (
                _is_unit(plain(table.headers[place]), told) and _are_of_none(table, place, missing, reads)
            )
        )
    except TooMuchToReadError:
        return mapping
    return replace(mapping, open_headers=left, open_columns=mapping.open_columns if left else ())


def _is_unit(header: str, told: Set[str]) -> bool:
    """Whether a header gives a unit, alone or behind the name of a column that is told."""
    if header_words().units.issuperset(header.strip("()[] ").casefold().split()):
        return True
    return bool(units_of(header)) and key(without_units(header, frozenset())) in told


def _are_of_none(table: Table, place: int, missing: list[Column], reads: Reads) -> bool:
    """Whether the cells under a header are figures, and no column's that is missing."""
    cells = [cell for row in table.rows[:_LOOKED_AT] if (cell := row[place]) is not None and cell != ""]
    if not cells or not all(isinstance(cell, str) and _FIGURE.fullmatch(cell.strip()) for cell in cells):
        return False
    return all(
        column.type in WORDS or (column.type in _NEVER_MEASURED and not any(map(reads(column), cells)))
        for column in missing
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


def _beside(
    table: Table, task: Task, reads: Reads, mapping: HeaderMapping, missing: list[int]
) -> Iterator[_Place]:
    """Whatever is told beside the names of a list may be any column, but for what is wholly another's."""
    for place, header in enumerate(table.headers):
        cells = [str(row[place]) for row in table.rows[:_LOOKED_AT]] if header == BESIDE else []
        told = mapping.places.index(place) if place in mapping.places else None
        try:
            if told is not None and all(_is_value(cell, task.columns[told], reads) for cell in cells):
                continue
            for column in missing:
                if any(_may_hold(cell, task.columns[column], reads) for cell in cells):
                    yield place, column
        except TooMuchToReadError:
            yield from ((place, column) for column in missing)


def _is_value(cell: str, column: Column, reads: Reads) -> bool:
    """Whether a cell is one figure and nothing beside it: `8,849 m`, but not `8,849 m (Nepal)`."""
    return column.type in _OF_FIGURES and not _PARTED.search(cell) and reads(column)(cell)


def _may_hold(cell: str, column: Column, reads: Reads) -> bool:
    return column.type not in _OF_FIGURES or any(map(str.isdigit, cell)) or reads(column)(cell)


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
