"""One header for several columns, where a task asks for each: `Winner / running mate`, `City, country`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from atlas_grader.answers import NumberLiteral, RawCell, Table
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.headers.mapping import MOST_HEADERS, HeaderMapping, Reads, header_index, map_headers
from atlas_grader.parse.headers.meanings import languages_of, translations
from atlas_grader.parse.headers.tiers import BY_CELLS, Tier
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
    _splitter(r"(?:\s+|^)[/|](?:\s+|$)"),
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
    if all(place >= 0 and tier is not Tier.WORDS for place, tier in index.named(headers)):
        return table
    for place, header in enumerate(headers):
        for parts in several(plain(header or ""), task):
            split = _split_at(table, place, parts, task, reads)
            if split is not None:
                return split_shared(split, task, reads)
    for place, header in enumerate(headers):
        for parts in _between(plain(header or "")):
            split = _split_off(table, place, parts, task, reads)
            if split is not None:
                return split
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
    for made in _parted(table, place, parts, (*_SURE_SPLITS, *_SPLITS)):
        before, after = map_headers(table, task, reads), map_headers(made, task, reads)
        if len(_by_words(after, place, len(parts))) == len(parts) and _keeps(
            before, after, place, len(parts)
        ):
            return made
    return None


def _split_off(table: Table, place: int, parts: tuple[str, ...], task: Task, reads: Reads) -> Table | None:
    """The same where some parts are attributes by their words, and the signs between can be nothing else.

    `VEI / fatalities`: what the other part is, its cells may tell.
    """
    for made in _parted(table, place, parts, _SURE_SPLITS):
        before, after = map_headers(table, task, reads), map_headers(made, task, reads)
        whole, told = _by_words(before, place, 1), _by_words(after, place, len(parts))
        is_loose = all(before.tiers[column] is Tier.WORDS for column in whole)
        is_attribute = not any(task.columns[column].name in task.entity_columns for column in told)
        if told and is_loose and is_attribute and set(whole) <= set(told):
            return made if _keeps(before, after, place, len(parts)) else None
    return None


def _parted(table: Table, place: int, parts: tuple[str, ...], splits: Sequence[Split]) -> Iterator[Table]:
    """The table with a column for each part, for each way of splitting that suits all of its cells."""
    headers = (*table.headers[:place], *parts, *table.headers[place + 1 :])
    told = " and ".join(f'"{part}"' for part in parts)
    note = f'"{as_written(table.headers[place])}" is read as {told}'
    for split in splits:
        cells = _split_column(table, place, split, len(parts))
        if cells is not None:
            rows = tuple(
                (*row[:place], *cell, *row[place + 1 :]) for row, cell in zip(table.rows, cells, strict=True)
            )
            yield replace(table, headers=headers, rows=rows, notes=(*table.notes, note))


def _by_words(mapping: HeaderMapping, place: int, count: int) -> list[int]:
    """The columns that so many headers from one on are by their words."""
    return [
        column
        for column, at in enumerate(mapping.places)
        if at is not None and place <= at < place + count and mapping.tiers[column] not in BY_CELLS
    ]


def _keeps(before: HeaderMapping, after: HeaderMapping, place: int, count: int) -> bool:
    """Whether every other header is what it was before."""
    kept = [
        (column, at if at < place else at + count - 1)
        for column, at in enumerate(before.places)
        if at is not None and at != place and before.tiers[column] not in BY_CELLS
    ]
    return all(after.places[column] == at for column, at in kept)


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
    parts = tuple(part.strip() or None for part in split(cell.strip()))
    return parts if len(parts) == count and any(parts) else None
