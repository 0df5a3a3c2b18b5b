"""Whether a task gives its own answer away."""

from __future__ import annotations

from collections.abc import Iterator

from atlas_grader.records.located import quote
from atlas_grader.tasks import Gold, Task
from atlas_grader.vetting.findings import Finding, doubt

_TELLING = 4
"""Choices in the order of gold's rows from which it is no accident."""


def hint_findings(task: Task, gold: Gold) -> Iterator[Finding]:
    """Choices in the order in which gold's rows need them: whoever reads them down reads the answer."""
    for column in task.attributes:
        told = [choice.name for choice in column.choices]
        if told == sorted(told):
            continue
        values = (row.cells[column.name].value for row in gold.rows)
        needed = dict.fromkeys(value for value in values if isinstance(value, str) and value in told)
        if len(needed) >= _TELLING and [name for name in told if name in needed] == [*needed]:
            expected = f"column {quote(column.name)}: expected choices in an order of their own"
            yield doubt(f"{expected}, got those of gold's rows from the first to the last; sort them")
