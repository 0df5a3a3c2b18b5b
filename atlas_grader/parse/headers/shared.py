"""One header for several columns, where a task asks for each: `Winner / running mate`, `City, country`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from atlas_grader.answers import NumberLiteral, RawCell, Table
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.headers.mapping import MOST_HEADERS, HeaderMapping, Reads, header_index, map_headers
from atlas_grader.parse.headers.meanings import languages_of, translations
from atlas_grader.parse.headers.tiers import BY_CELLS
from atlas_grader.parse.headers.words import as_written, plain, stems
from atlas_grader.tasks import CellType, Task

_MOST_PARTS = 4
_LONGEST_CELL = 400

_POSITION = stems("latitude longitude")

Split = Callable[[str], Sequence[str]]

_SIGNS = r"\s*(?:/|\||→|⇒|➜|->|=>|&|\+|;)\s*|\s*[\u2013\u2014]\s*|\s+-\s+|\s*[,、，]\s*"
_BETWEEN = re.compile(rf"{_SIGNS}|\s+(?:and|und|et|y|e|och|en|i|a|и|та|ve|com|with)\s+", re.IGNORECASE)
_LEAD = re.compile(r"^[^:]{1,30}:\s+(?=\S)")
_BRACKETED = re.compile(r"(?P<first>[^()\[\]]*[^()\[\]\s])\s*[(\[](?P<second>[^()\[\]]+)[)\]]\s*")


def _splitter(pattern: str) -> Split:
    return re.compile(pattern).split


# In the order in which they are tried.
_SURE_SPLITS: tuple[Split, ...] = (
    _splitter(r"\s*(?:→|⇒|➜|->|=>)\s*"),
    _splitter(r"\s*(?:<br\s*/?>|\n)\s*"),
    _splitter(r"\s+[/|]\s+"),
    _splitter(r"\s*;\s*"),
    _splitter(r"\s+[\u2013\u2014-]\s+"),
)
# These stand in many values, too.
_SPLITS: tuple[Split, ...] = (
    _splitter(r"\s*[/|]\s*"),
    _splitter(r"\s*(?:,(?!\d)|[、，])\s*"),
    _splitter(r"\s*[\u2013\u2014]\s*"),
    _splitter(r"\s+(?:&|and|und|et|y|e|och|и)\s+"),
    lambda text: tuple(found.groups()) if (found := _BRACKETED.fullmatch(text)) else (text,),
)


def split_shared(table: Table, task: Task, reads: Reads) -> Table:
    """The table with a column for each part of such a header, if the cells have as many parts."""
    index = header_index(task)
    headers: tuple[str | None, ...] = tuple(header.strip() for header in table.headers[:MOST_HEADERS])
    if all(place >= 0 for place, _ in index.named(headers)):
        return table
    for place, header in enumerate(headers):
        for parts in several(plain(header or ""), task):
            split = _split_at(table, place, parts, task, reads)
            if split is not None:
                return split_shared(split, task, reads)
    return table


def several(header: str, task: Task) -> Iterator[tuple[str, ...]]:
    """The ways in which a header may name several columns; a bracket must be one by its name."""
    yield from _between(header)
    bracketed = _BRACKETED.fullmatch(header)
    if bracketed is not None and any(True for _ in columns_named(bracketed["second"], task)):
        yield bracketed["first"], bracketed["second"]


def columns_named(part: str, task: Task) -> Iterator[int]:
    """The columns that a part of a header names, in English or another language."""
    said = (part, *translations(part, languages_of((part,))))
    named = {
        column for text in said for column, (at, _) in enumerate(header_index(task).named((text,))) if at >= 0
    }
    yield from sorted(named)
    if stems(part) and stems(part) <= _POSITION:
        yield from (n for n, column in enumerate(task.columns) if column.type is CellType.COORDINATES)


def is_in_parts(table: Table, place: int) -> bool:
    """Whether a header and all cells beneath it have as many parts."""
    return any(
        _split_column(table, place, split, len(parts)) is not None
        for parts in _between(plain(table.headers[place]))
        for split in _SURE_SPLITS
    )


def _between(header: str) -> Iterator[tuple[str, ...]]:
    for text in dict.fromkeys((header, _LEAD.sub("", header))):
        parts = tuple(part.strip() for part in _BETWEEN.split(text))
        if 2 <= len(parts) <= _MOST_PARTS and all(parts):
            yield parts


def _split_at(table: Table, place: int, parts: tuple[str, ...], task: Task, reads: Reads) -> Table | None:
    """The table with one column for each part of a header, if each part is a column of the task."""
    before = map_headers(table, task, reads)
    for rows in _split_rows(table, place, len(parts)):
        headers = (*table.headers[:place], *parts, *table.headers[place + 1 :])
        made = replace(table, headers=headers, rows=rows)
        if _gains(before, map_headers(made, task, reads), place, len(parts)):
            told = " and ".join(f'"{part}"' for part in parts)
            note = f'"{as_written(table.headers[place])}" is read as {told}'
            return replace(made, notes=(*table.notes, note))
    return None


def _gains(before: HeaderMapping, after: HeaderMapping, place: int, count: int) -> bool:
    """Whether every part is a column by its words, and every other header what it was before."""
    ours = range(place, place + count)
    columns = {at: column for column, at in enumerate(after.places) if at in ours}
    if len(columns) < count or any(after.tiers[column] in BY_CELLS for column in columns.values()):
        return False
    kept = [
        (column, at if at < place else at + count - 1)
        for column, at in enumerate(before.places)
        if at is not None and at != place and before.tiers[column] not in BY_CELLS
    ]
    return all(after.places[column] == at for column, at in kept)


def _split_rows(table: Table, place: int, count: int) -> Iterator[tuple[tuple[RawCell, ...], ...]]:
    """The rows with a cell in parts, for each way of splitting that suits all of them."""
    for split in (*_SURE_SPLITS, *_SPLITS):
        cells = _split_column(table, place, split, count)
        if cells is not None:
            yield tuple(
                (*row[:place], *cell, *row[place + 1 :]) for row, cell in zip(table.rows, cells, strict=True)
            )


def _split_column(table: Table, place: int, split: Split, count: int) -> list[tuple[RawCell, ...]] | None:
    cells = []
    for row in table.rows:
        cell = _split_cell(row[place], split, count)
        if cell is None:
            return None
        cells.append(cell)
    return cells if any(map(any, cells)) else None


def _split_cell(cell: RawCell, split: Split, count: int) -> tuple[RawCell, ...] | None:
    if is_blank(cell):
        return (None,) * count
    if not isinstance(cell, str) or isinstance(cell, NumberLiteral) or len(cell) > _LONGEST_CELL:
        return None
    parts = tuple(part.strip() for part in split(cell.strip()))
    return parts if len(parts) == count and all(parts) else None
