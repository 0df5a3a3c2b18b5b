"""A task with its gold, compiled once so that any number of answers can be graded fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from atlas_grader.align.claims import ClaimIndex, compile_gold
from atlas_grader.answers import RawCell, Untold
from atlas_grader.cleaning import marks_used
from atlas_grader.match.blanks import Blanks
from atlas_grader.match.cleaner import Cleaner
from atlas_grader.match.ladder import CompiledCell, CompiledColumn, compile_reads
from atlas_grader.match.rowfacts import facts_of
from atlas_grader.names.keys import exact_key
from atlas_grader.parse.headers.roles import exclude, roles
from atlas_grader.parse.ranks import without_rank
from atlas_grader.tasks import AMOUNTS, Column, Gold, GoldCell, GoldValue, State, Task
from atlas_grader.verdicts import Verdict
from atlas_grader.wording import TaskWording

if TYPE_CHECKING:
    from atlas_grader.match.headings.beneath import Beneath

# Every system heads its columns in a few ways.
_MOST_HEADERS = 256
_BRACKETS = frozenset("([（【")


class CompiledTask:
    """One task with its gold, ready to grade answers."""

    def __init__(self, task: Task, gold: Gold) -> None:
        self.task = task
        # Without citations, which would take as much memory as all that is compiled.
        self.gold = replace(
            gold,
            rows=tuple(
                replace(row, cells={name: cell.bare for name, cell in row.cells.items()}) for row in gold.rows
            ),
        )
        self.columns = {column.name: column for column in task.columns}
        self.attributes = task.attributes
        self._places = {column.name: place for place, column in enumerate(self.attributes)}
        self._rows: dict[int, tuple[CompiledCell, ...]] = {}
        self._beneath: dict[tuple[str, str], Beneath | None] = {}

    @staticmethod
    @cache
    def reads(column: Column) -> Callable[[RawCell], bool]:
        """Whether a raw cell reads as a value of `column`'s type."""
        return compile_reads(column)

    @cached_property
    def claims(self) -> ClaimIndex:
        """The index by which returned names find their gold row."""
        return compile_gold(self.task, self.gold)

    def claimed(self, names: Sequence[RawCell]) -> int | None:
        """The gold row that a row with these entity cells claims, a number before its name aside."""
        columns = self.task.entity_columns
        for cells in (names, list(map(without_rank, names))):
            cleaned = (self.clean[column](cell) for column, cell in zip(columns, cells, strict=True))
            if (claimed := self.claims.claim(tuple(cleaned)).gold) is not None:
                return claimed
        return None

    def named(self, column: str, cell: RawCell) -> frozenset[int]:
        """The gold rows that a cell names in an entity column; the very one, where it names rows alone."""
        if len(self.task.entity_columns) == 1:
            claimed = self.claimed([cell])
            return frozenset() if claimed is None else frozenset({claimed})
        return self.claims.named(self.task.entity_columns.index(column), self.clean[column](cell))

    def judged(self, row: int, column: str, header: str, cell: RawCell) -> Verdict | None:
        """The verdict on a cell under a header; `None` where it is empty, or gold holds no value."""
        if self.gold.rows[row].cells[column].state is not State.VALUE or isinstance(cell, Untold):
            return None
        if self.blanks[column].read(self.clean[column](cell)) is not None:
            return None
        judge = self.row(row)[self._places[column]]
        headed = self.beneath(column, header)
        return (judge(cell) if headed is None else headed.judge(judge, cell)).verdict

    def stands_in(self, row: int, column: str, text: str) -> bool:
        """Whether gold's value, or one that it accepts, stands among further words of a text."""
        said = exact_key(text)
        return any(
            all(key and key != said and f" {key} " in f" {said} " for key in map(exact_key, items))
            for value in self.gold.rows[row].cells[column].values
            for items in [[value] if isinstance(value, str) else value]
        )

    def value(self, row: int, column: str) -> GoldValue | None:
        """What gold holds for an attribute of a row."""
        return self.gold.rows[row].cells[column].value

    @cached_property
    def wording(self) -> TaskWording:
        """How a model is asked about the task."""
        return TaskWording(self.task, self.gold, self._differing)

    def _differing(self, column: str, gold: GoldCell) -> Callable[[GoldValue], bool]:
        """Whether a value is certainly not what a gold cell of a column holds, whatever its row says."""
        matches = self._columns[self._places[column]].cell(gold)
        return lambda value: matches(value).verdict is Verdict.MISMATCH

    @cached_property
    def graded_cells(self) -> tuple[int, ...]:
        """How many cells gold grades in each of its rows."""
        return tuple(
            sum(cell.state is not State.UNGRADED for cell in row.cells.values()) for row in self.gold.rows
        )

    @cached_property
    def entities(self) -> tuple[tuple[str, ...], ...]:
        """Each gold row's entity, as gold writes it."""
        return tuple(tuple(part.value for part in row.entity) for row in self.gold.rows)

    def row(self, row: int) -> tuple[CompiledCell, ...]:
        """The compiled cells of a gold row, one for each attribute; compiled at first use."""
        cells = self._rows.get(row)
        if cells is None:
            gold = self.gold.rows[row]
            facts = facts_of(self.task, gold)
            cells = self._rows[row] = tuple(
                shared.cell(gold.cells[shared.column.name], facts) for shared in self._columns
            )
        return cells

    def beneath(self, column: str, header: str | None) -> Beneath | None:
        """What a header of the column, if it has one, says of the bare numbers beneath it."""
        if header is None or header == column:
            return None
        if (column, header) not in self._beneath:
            if len(self._beneath) >= _MOST_HEADERS:
                self._beneath.clear()
            self._beneath[column, header] = _beneath(header, self.columns[column])
        return self._beneath[column, header]

    @cached_property
    def _columns(self) -> tuple[CompiledColumn, ...]:
        return tuple(
            CompiledColumn(column, self._values[column.name], self.clean[column.name])
            for column in self.attributes
        )

    @cached_property
    def clean(self) -> Mapping[str, Cleaner]:
        """Column → what cleans its cells, keeping the signs that gold uses there."""
        return {
            column.name: Cleaner(
                column,
                marks_used(column, (*self._names.get(column.name, ()), *self._values.get(column.name, ()))),
            )
            for column in self.task.columns
        }

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        """Entity column → every name and alias in gold."""
        return {
            column.name: tuple(name for row in self.gold.rows for name in row.entity[place].names)
            for place, column in enumerate(self.task.entity)
        }

    @cached_property
    def _values(self) -> Mapping[str, tuple[GoldValue, ...]]:
        """Attribute column → every value and accepted alternative that gold holds there, each once."""
        return {
            column.name: tuple(
                dict.fromkeys(value for row in self.gold.rows for value in row.cells[column.name].values)
            )
            for column in self.task.attributes
        }

    @cached_property
    def blanks(self) -> Mapping[str, Blanks]:
        """Column → what tells an empty cell from a value like `NA`; gold's names are values."""
        return {column.name: Blanks(column, self._names.get(column.name, ())) for column in self.task.columns}


def _beneath(header: str, column: Column) -> Beneath | None:
    if _BRACKETS.isdisjoint(header) and column.type not in AMOUNTS:
        return None
    from atlas_grader.match.headings.turned import turned

    def are_rivals(one: str, other: str) -> bool:
        return exclude(roles(one, column.type), roles(other, column.type))

    if (found := turned(header, column, are_rivals)) is not None:
        return found
    if column.type not in AMOUNTS:
        return None
    from atlas_grader.match.headings.beneath import beneath  # reads units, which few tasks need

    return beneath(header, column)
