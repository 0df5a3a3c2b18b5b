"""A release as CSV: a line for each task, a line for each column, and a table of gold for each task."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from atlas_grader.releases import Release
from atlas_grader.tasks import Gold, GoldCell, State, Task, value_text

# What a spreadsheet would compute. A sign before a digit is a number, or a position.
_FORMULA = re.compile(r"^(?:[=@\t\r]|[+\-](?![\d.]))")
_TASKS = (
    "id",
    "domain",
    "language",
    "as_of",
    "development",
    "question",
    "entity_columns",
    "attribute_columns",
)
_COLUMNS = ("task_id", "column", "names_the_row", "type", "unit", "description", "choices")


def csv_files(release: Release, gold: bool) -> Iterator[tuple[str, str]]:  # noqa: FBT001 (one of `EXPORTS`)
    """`tasks.csv`, `columns.csv` and, with gold, `gold/TASK.csv`."""
    tasks = release.tasks.values()
    yield "tasks.csv", _csv(_TASKS, map(_task_line, tasks))
    yield "columns.csv", _csv(_COLUMNS, (line for task in tasks for line in _column_lines(task)))
    if gold:
        for task in tasks:
            headers = [column.name for column in (*task.entity, *task.attributes)]
            yield f"gold/{task.id}.csv", _csv(headers, _gold_lines(task, release.gold[task.id]))


def _task_line(task: Task) -> Sequence[str]:
    names = [[column.name for column in columns] for columns in (task.entity, task.attributes)]
    return (
        task.id,
        task.domain,
        task.language,
        task.as_of,
        "yes" if task.development else "no",
        task.question,
        *map("; ".join, names),
    )


def _column_lines(task: Task) -> Iterator[Sequence[str]]:
    for column in task.columns:
        is_entity = "yes" if column.name in task.entity_columns else "no"
        unit = column.unit or column.currency or ""
        choices = "; ".join(choice.name for choice in column.choices)
        yield task.id, column.name, is_entity, column.type, unit, column.description, choices


def _gold_lines(task: Task, gold: Gold) -> Iterator[Sequence[str]]:
    for row in gold.rows:
        yield (
            *(part.value for part in row.entity),
            *(_cell_text(row.cells[column.name]) for column in task.attributes),
        )


def _cell_text(cell: GoldCell) -> str:
    if cell.value is None:
        return "(ungraded)" if cell.state is State.UNGRADED else ""
    return value_text(cell.value)


def _csv(headers: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(_inert, headers))
    writer.writerows([*map(_inert, line)] for line in lines)
    return text.getvalue()


def _inert(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe before it says that it is text."""
    return f"'{cell}" if _FORMULA.match(cell) else str(cell)
