"""Whether gold can be reached: as an answer it scores 1, and none of its near misses scores anything."""

from __future__ import annotations

from collections.abc import Iterator

from atlas_grader.answers import RowsContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.grade import grade_task
from atlas_grader.perfect import gold_rows
from atlas_grader.records.located import json_path, quote
from atlas_grader.score import Level
from atlas_grader.tasks import Gold, Task, entity_text
from atlas_grader.vetting.findings import Finding


def trial_findings(task: Task, gold: Gold) -> Iterator[Finding]:
    """What is wrong with the scores of two answers to `task`: gold itself, and its near misses."""
    compiled = CompiledTask(task, gold)
    perfect = grade_task(compiled, RowsContent(tuple(dict(row) for row in gold_rows(task, gold))))
    for level in Level:
        if (found := perfect.scores[level].f1.low) != 1:
            yield Finding(f"expected gold as an answer to score 1, got {level.value} F1 {found:.4f}")
    for number, miss in enumerate(gold.near_misses):
        row = {column: part.value for column, part in zip(task.entity_columns, miss.entity, strict=True)}
        report = grade_task(compiled, RowsContent((row,)))
        if gold.rows and report.scores[Level.DISCOVERY].f1.high:
            name = entity_text(miss.entity)
            told = f"expected a near miss as an answer to score nothing, got points for {quote(name)}"
            yield Finding(told, json_path(("near_misses", number)))
