"""Rows that go on with the row above them: no name, and nothing that the row above has but for its lists.

So do all rows that a name spans.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atlas_grader.answers import NumberLiteral, RawCell, Spanned, Table
from atlas_grader.parse.asides import is_total
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.headers.mapping import HeaderMapping
from atlas_grader.tasks import CellType, Task

Row = Sequence[RawCell]


def with_rows_joined(table: Table, mapping: HeaderMapping, task: Task) -> Table:
    """The table with each such row as further lines of the cells above it."""
    names = [
        place
        for place, column in zip(mapping.places, task.columns, strict=True)
        if column.name in task.entity_columns and place is not None
    ]
    if table.of_objects or len(names) < len(task.entity_columns):
        return table
    if not any(all(_is_no_name(row[place]) for place in names) for row in table.rows):
        return table
    lists = [
        place
        for place, column in zip(mapping.places, task.columns, strict=True)
        if column.type is CellType.LIST and place is not None
    ]
    mapped = [place for place in mapping.places if place is not None]
    rows: list[_Lines] = []
    for row in table.rows:
        if rows and _is_spanned(row, names):
            rows[-1].add(row, anew=False)
        elif rows and _goes_on(rows[-1].first, row, names, lists, mapped):
            rows[-1].add(row)
        else:
            rows.append(_Lines(row))
    if not (joined := len(table.rows) - len(rows)):
        return table
    note = f"{joined} row{'s' if joined > 1 else ''} without a name: read as further lines of the row above"
    return replace(table, rows=tuple(row.joined() for row in rows), notes=(*table.notes, note))


def _is_no_name(cell: RawCell) -> bool:
    return is_blank(cell) or isinstance(cell, Spanned)


def _is_spanned(row: Row, names: Sequence[int]) -> bool:
    """Whether one name spans a row and the one above it."""
    return bool(names) and all(isinstance(row[place], Spanned) for place in names)


def _goes_on(above: Row, row: Row, names: Sequence[int], lists: Sequence[int], mapped: Sequence[int]) -> bool:
    filled = [place for place in mapped if not is_blank(row[place])]
    return (
        bool(filled)
        and not any(not is_blank(row[place]) or is_blank(above[place]) for place in names)
        and not any(map(is_total, row))
        and all(
            is_blank(above[place]) or (place in lists and _is_text(above[place]) and _is_text(row[place]))
            for place in filled
        )
    )


def _is_text(cell: RawCell) -> bool:
    return isinstance(cell, str) and not isinstance(cell, NumberLiteral)


class _Lines:
    """A row, and what the rows that go on with it add to its cells."""

    def __init__(self, row: Row) -> None:
        self.first = list(row)
        self._further: dict[int, list[str]] = {}

    def add(self, row: Row, *, anew: bool = True) -> None:
        """Take in a row; unless it speaks anew, what it repeats adds nothing."""
        for place, cell in enumerate(row):
            above, further = self.first[place], self._further.get(place)
            if is_blank(cell) or isinstance(cell, Spanned) or (not anew and above == cell and not further):
                continue
            if is_blank(above):
                self.first[place] = cell
            elif isinstance(above, str) and isinstance(cell, str):
                self._further.setdefault(place, []).append(cell)

    def joined(self) -> tuple[RawCell, ...]:
        """The cells with all their lines."""
        cells = self.first
        for place, further in self._further.items():
            cells[place] = "\n".join((str(cells[place]), *further))
        return tuple(cells)
