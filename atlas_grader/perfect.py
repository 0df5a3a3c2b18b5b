"""Gold as the perfect answer."""

from __future__ import annotations

from collections.abc import Mapping

from atlas_grader.tasks import Gold, GoldRow, State, Task

Row = Mapping[str, str | tuple[str, ...]]
"""Column → what an answer writes there."""


def gold_rows(task: Task, gold: Gold) -> list[Row]:
    """What a perfect answer returns: values as written, blanks empty, anything where ungraded."""
    return [_gold_row(task, row) for row in gold.rows if not row.ungraded]


def _gold_row(task: Task, row: GoldRow) -> Row:
    names = {column: part.value for column, part in zip(task.entity_columns, row.entity, strict=True)}
    cells = {c.name: row.cells[c.name] for c in task.attributes}
    return {
        **names,
        **{name: cell.value or "" if cell.state is State.VALUE else "" for name, cell in cells.items()},
    }
