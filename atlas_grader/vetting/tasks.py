"""Whether a task is fit to be asked: its size, its words, and columns that no two headers share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from atlas_grader.records.located import quote
from atlas_grader.records.rules import ATTRIBUTES, DATE, LANGUAGE_TAG, TASK_ID
from atlas_grader.tasks import CellType, Task
from atlas_grader.vetting.columns import column_findings
from atlas_grader.vetting.findings import Finding, doubt, located, name_id

# What one row has in common with another names neither.
_NO_NAMES = (CellType.LIST, CellType.BOOLEAN)


def task_findings(task: Task) -> Iterator[Finding]:
    """What keeps `task` from being published."""
    if len(task.attributes) not in ATTRIBUTES:
        yield Finding(f"expected 2 to 10 attribute columns, got {len(task.attributes)}", "$.columns")
    if not re.fullmatch(TASK_ID, task.id):
        yield Finding(f"expected an id of letters, digits, `.`, `_` and `-`, got {quote(task.id)}", "$.id")
    if not re.fullmatch(LANGUAGE_TAG, task.language):
        yield Finding(f"expected a language tag such as `en`, got {quote(task.language)}", "$.language")
    if task.as_of and not _is_date(task.as_of):
        yield Finding(f"expected a date such as `2026-11-30`, got {quote(task.as_of)}", "$.as_of")
    if not task.question.strip():
        yield Finding(f"expected a question, got {quote(task.question)}", "$.question")
    yield from located(_header_findings(task), "$.columns")
    for number, column in enumerate(task.columns):
        owner = f"column {quote(column.name)}: "
        path = f"$.columns[{number}]"
        yield from located(column_findings(column), path, owner)
        if not column.name.isprintable() or column.name != column.name.strip():
            yield from located(
                [doubt("expected a name on one line, without spaces at its ends")], path, owner
            )
        if column.name in task.entity_columns and column.type in _NO_NAMES:
            yield Finding(f"{owner}expected a type that can name a row, got `{column.type}`", path)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text + "-01-01"[len(text) - 4 :])
    except ValueError:
        return False
    return re.fullmatch(DATE, text) is not None


def _header_findings(task: Task) -> Iterator[Finding]:
    owners: dict[str, str] = {}
    for column in task.columns:
        for header in dict.fromkeys(map(name_id, (column.name, *column.aliases))):
            if (owner := owners.setdefault(header, column.name)) != column.name:
                both = f"{quote(owner)} and {quote(column.name)}"
                yield Finding(f"expected a header to mean one column, got {quote(header)} for {both}")
