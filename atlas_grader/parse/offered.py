"""Which of an answer's tables it offers as the answer, by what their headings say (grading.md 2.1)."""

from __future__ import annotations

from collections.abc import Sequence

from atlas_grader.answers import Table
from atlas_grader.parse.headers.mapping import HeaderMapping
from atlas_grader.parse.titles import Standing, is_about, standing_of
from atlas_grader.tasks import Task

Fitted = tuple[Table, HeaderMapping]


def offered(fitted: Sequence[Fitted], task: Task) -> list[Fitted]:
    """The tables that may be the answer, in order.

    What is said to be excluded never is. A draft, an example, and what stands before a final
    table count only where the others find less than half as many columns.
    """
    standings = [standing_in(table, task) for table, _ in fitted]
    kept = [(pair, told) for pair, told in zip(fitted, standings, strict=True) if told is not Standing.DENIED]
    final = next((place for place, (_, told) in enumerate(kept) if told is Standing.FINAL), 0)
    proper = [
        pair for place, (pair, told) in enumerate(kept) if place >= final and told is not Standing.PROVISIONAL
    ]
    if 2 * _most_found(proper) < _most_found([pair for pair, _ in kept]):
        return [pair for pair, _ in kept]
    return proper


def standing_in(table: Table, task: Task) -> Standing:
    """What a table's heading says; less surely where the task itself speaks so, asking for what was rejected.

    Nor is it sure of a table that stands apart: `Excluded: …` may be a paragraph before the answer.
    """
    standing = standing_of(table.title) if table.title else Standing.PLAIN
    if standing is Standing.DENIED and table.is_apart:
        return Standing.PROVISIONAL
    if standing is Standing.PLAIN or not is_about(table.title, _question(task)):
        return standing
    return Standing.PROVISIONAL if standing is Standing.DENIED else Standing.PLAIN


def _question(task: Task) -> str:
    return " . ".join((task.question, *(f"{column.name} {column.description}" for column in task.columns)))


def _most_found(fitted: Sequence[Fitted]) -> int:
    return max((sum(place is not None for place in mapping.places) for _, mapping in fitted), default=0)
