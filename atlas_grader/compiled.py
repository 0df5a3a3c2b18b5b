"""A task with its gold, compiled once so that any number of answers can be graded fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property

from atlas_grader.align.claims import ClaimIndex, compile_gold
from atlas_grader.answers import RawCell
from atlas_grader.cleaning import marks_used
from atlas_grader.match.blanks import Blanks
from atlas_grader.match.cleaner import Cleaner
from atlas_grader.match.ladder import CompiledCell, compile_cell, compile_reads
from atlas_grader.tasks import Column, Gold, GoldValue, State, Task


class CompiledTask:
    """One task with its gold, ready to grade answers."""

    def __init__(self, task: Task, gold: Gold) -> None:
        self.task = task
        self.gold = gold
        self.columns = {column.name: column for column in task.columns}
        self._cells: dict[tuple[int, str], CompiledCell] = {}

    @staticmethod
    @cache
    def reads(column: Column) -> Callable[[RawCell], bool]:
        """Whether a raw cell reads as a value of `column`'s type."""
        return compile_reads(column)

    @cached_property
    def claims(self) -> ClaimIndex:
        """The index by which returned names find their gold row."""
        return compile_gold(self.task, self.gold)

    @cached_property
    def graded_cells(self) -> tuple[int, ...]:
        """How many cells gold grades in each of its rows."""
        return tuple(
            sum(cell.state is not State.UNGRADED for cell in row.cells.values()) for row in self.gold.rows
        )

    def cell(self, row: int, column: Column) -> CompiledCell:
        """The compiled gold cell; compiled at first use, since most runs need few of them at first."""
        compiled = self._cells.get((row, column.name))
        if compiled is None:
            gold_cell = self.gold.rows[row].cells[column.name]
            compiled = compile_cell(column, gold_cell, self._values[column.name], self.clean[column.name])
            self._cells[row, column.name] = compiled
        return compiled

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
