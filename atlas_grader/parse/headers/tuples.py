"""Names of two columns under one header: `Taal (1911)`, where a task asks for volcano and year."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from atlas_grader.answers import NumberLiteral, RawCell, Table
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.headers.evidence import Gold
from atlas_grader.parse.headers.mapping import HeaderMapping
from atlas_grader.parse.headers.words import as_written
from atlas_grader.policy import read_table
from atlas_grader.tasks import Task

# The last bracket, dash, stroke or comma, or the first one; a word for `by`; a number before or behind all.
_SPLITS = (
    r"(.*\S)\s*[(\[（]([^()\[\]（）]+)[)\]）]",
    r"(.*\S)\s+(?:[-–—/|→]|->)\s+(\S.*)",
    r"(.*\S)\s*[,;:、，：]\s*(\S.*)",
    r"(\S.*?)\s+(?:[-–—/|→]|->)\s+(\S.*)",
    r"(\S.*?)\s*[,;:、，：]\s*(\S.*)",
    r"(.*\S)\s+(?:<by>)\s+(\S.*)",
    r"(.*\S)\s+(\d+)",
    r"(\d+):?\s+(\S.*)",
)
_LOOKED_AT = 20
_MOST_PLACES = 4
_FEWEST = 2
_LONGEST = 200

_Pair = tuple[RawCell, RawCell]


def names_apart(table: Table, mapping: HeaderMapping, task: Task, gold: Gold | None) -> Table:
    """The table with a column for each part of such names, if gold knows at least half of them so."""
    entity = [place for place, column in enumerate(task.columns) if column.name in task.entity_columns]
    placed = [place for column in entity if (place := mapping.places[column]) is not None]
    if gold is None or len(entity) != 2 or len(placed) == 2:
        return table
    for place in dict.fromkeys((*placed, *mapping.open_headers[:_MOST_PLACES])):
        for split in _splits():
            pairs = _split(table, place, split)
            for parts in (pairs, [(second, first) for first, second in pairs]):
                if _are_gold(parts, gold):
                    return _with_names(table, place, parts, [task.columns[column].name for column in entity])
    return table


@cache
def _splits() -> tuple[re.Pattern[str], ...]:
    by = "|".join(read_table("parse", "header_words")["by"])
    return tuple(re.compile(split.replace("<by>", by), re.DOTALL | re.IGNORECASE) for split in _SPLITS)


def _split(table: Table, place: int, split: re.Pattern[str]) -> list[_Pair]:
    """Each cell under a header in two parts; none if one of them has not so many."""
    pairs: list[_Pair] = []
    for row in table.rows:
        cell = row[place]
        if is_blank(cell):
            pairs.append((None, None))
            continue
        if not isinstance(cell, str) or isinstance(cell, NumberLiteral) or len(cell) > _LONGEST:
            return []
        found = split.fullmatch(cell.strip().strip("*_"))
        if found is None:
            return []
        pairs.append((found[1], found[2]))
    return pairs


def _are_gold(pairs: Sequence[_Pair], gold: Gold) -> bool:
    seen = [pair for pair in pairs if pair[0] is not None][:_LOOKED_AT]
    found: list[int] = []
    for left, pair in zip(range(len(seen), 0, -1), seen, strict=True):
        if 2 * (len(found) + left) < len(seen):
            return False
        row = gold.claimed(pair)
        found += [] if row is None else [row]
    return len(set(found)) >= _FEWEST and 2 * len(found) >= len(seen)


def _with_names(table: Table, place: int, pairs: Sequence[_Pair], names: Sequence[str]) -> Table:
    headers = (*table.headers[:place], *names, *table.headers[place + 1 :])
    rows = tuple(
        (*row[:place], *pair, *row[place + 1 :]) for row, pair in zip(table.rows, pairs, strict=True)
    )
    told = " and ".join(f'"{name}"' for name in names)
    note = f'the names under "{as_written(table.headers[place])}" are read as {told}'
    return replace(table, headers=headers, rows=rows, notes=(*table.notes, note))
