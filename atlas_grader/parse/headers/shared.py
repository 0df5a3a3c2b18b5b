"""One header for several columns, where a task asks for each: `Winner / running mate`, `City, country`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from atlas_grader.answers import NumberLiteral, RawCell, Table
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.headers.alike import bare_headers
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


def split_shared(table: Table, task: Task, reads: Reads, tries: int) -> Table:
    """The table with a column for each part of such a header, if the cells have as many parts.

    Of so many ways to split it the headers are told.
    """
    index = header_index(task)
    headers: tuple[str | None, ...] = bare_headers(table.headers[:MOST_HEADERS])
    if all(place >= 0 and tier is not Tier.WORDS for place, tier in index.named(headers)):
        return table
    before: HeaderMapping | None = None
    for place, parts, is_split, splits in _ways(headers, task):
        for split in islice(_parted(table, place, parts, splits), tries):
            tries -= 1
            before = before or map_headers(table, task, reads)
            if is_split(before, map_headers(split, task, reads), range(place, place + len(parts)), task):
                return split_shared(split, task, reads, tries)
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


_IsSplit = Callable[[HeaderMapping, HeaderMapping, range, Task], bool]
"""Whether the mapping after a split is better than the one before, the parts standing in a range."""


def _ways(
    headers: Sequence[str | None], task: Task
) -> Iterator[tuple[int, tuple[str, ...], _IsSplit, Sequence[Split]]]:
    """Each header and its parts, with what makes it a split; first those of which every part is told."""
    index = header_index(task)

    def told(parts: tuple[str, ...]) -> Iterator[bool]:
        languages = index.languages((*headers, *parts))
        return (index.may_be_told(part, languages) for part in parts)

    for place, header in enumerate(headers):
        for parts in several(plain(header or ""), task):
            if all(told(parts)):
                yield place, parts, _tells_all, (*_SURE_SPLITS, *_SPLITS)
    for place, header in enumerate(headers):
        for parts in _between(plain(header or "")):
            if any(told(parts)):
                yield place, parts, _tells_some, _SURE_SPLITS


def _tells_all(before: HeaderMapping, after: HeaderMapping, ours: range, task: Task) -> bool:
    """Whether each part is a column of the task."""
    return len(_by_words(after, ours)) == len(ours) and _keeps(before, after, ours)


def _tells_some(before: HeaderMapping, after: HeaderMapping, ours: range, task: Task) -> bool:
    """Whether some parts are attributes by their words; `VEI / fatalities`: of the other, cells may tell."""
    whole, told = _by_words(before, ours[:1]), _by_words(after, ours)
    is_loose = all(before.tiers[column] is Tier.WORDS for column in whole)
    is_attribute = not any(task.columns[column].name in task.entity_columns for column in told)
    known = bool(told) and is_loose and is_attribute and set(whole) <= set(told)
    return known and _keeps(before, after, ours)


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


def _by_words(mapping: HeaderMapping, headers: range) -> list[int]:
    """The columns that some headers are by their words."""
    return [
        column
        for column, at in enumerate(mapping.places)
        if at in headers and mapping.tiers[column] not in BY_CELLS
    ]


def _keeps(before: HeaderMapping, after: HeaderMapping, ours: range) -> bool:
    """Whether every other header is what it was before."""
    kept = [
        (column, at if at < ours[0] else at + len(ours) - 1)
        for column, at in enumerate(before.places)
        if at is not None and at != ours[0] and before.tiers[column] not in BY_CELLS
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
