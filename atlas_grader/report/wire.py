"""Reports as plain JSON values, and JSON as bytes that never vary."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from math import isfinite
from typing import Any

from atlas_grader import stats
from atlas_grader.answers import NumberLiteral, RawCell
from atlas_grader.compare import Comparison
from atlas_grader.run_report import Cost, RunReport, TaskSummary
from atlas_grader.score import Bounds, Counts, Figure, Level, LevelScores
from atlas_grader.stats import Interval
from atlas_grader.task_report import CellReport, GoldReport, RowReport, TaskReport
from atlas_grader.verdicts import CellVerdict

Json = dict[str, Any]

# It stands in every line of its column.
_LONGEST_HEADER = 1_000

# More digits than any number keeps that is not text.
_LONGEST_NUMBER = 30

# Control codes, separators of lines, and marks that turn the direction of text.
_STEERING = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def dump(value: object, *, indent: int | None = None) -> str:
    """JSON text in the order given, non-ASCII as it is, but for lone surrogates and signs that steer text."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    text = _STEERING.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def report_to_json(
    runs: Sequence[RunReport], comparisons: Sequence[Comparison], unruled: int = 0, contradicted: int = 0
) -> Json:
    """The whole report: what `atlas-grade --json` prints and `report.json` holds.

    Of the questions put to a judge, `unruled` have no ruling, and on `contradicted` it contradicts itself.
    """
    return {
        "signature": str(runs[0].signature),
        "open_questions": {"unruled": unruled, "contradicted": contradicted},
        "resampling": {
            "generator": stats.GENERATOR,
            "resamples": stats.RESAMPLES,
            "confidence": stats.CONFIDENCE,
        },
        "runs": [_run(run) for run in runs],
        "comparisons": [_comparison(comparison) for comparison in comparisons],
    }


def task_report_to_json(report: TaskReport) -> Json:
    """One task's report, every row and cell of it."""
    return {
        "task_id": report.task_id,
        "answered": report.answered,
        "scores": _scores(report.scores),
        "counts": {level.value: _counts(report.counts[level]) for level in Level},
        "loose": report.loose,
        "unread": report.unread,
        "headers": [{"column": h.column, "header": h.header, "how": h.how} for h in report.headers],
        "gold": [_gold(row) for row in report.gold],
        "rows": [_row(row) for row in report.rows],
        "notes": list(report.notes),
    }


def cell_lines(report: TaskReport) -> list[Json]:
    """One object for each graded cell of each returned row: the lines of `cells.jsonl`."""
    headers = {heading.column: (heading.header or "")[:_LONGEST_HEADER] for heading in report.headers}
    return [
        {
            "task_id": report.task_id,
            "row": row.index,
            "entity": list(row.entity),
            "gold": row.gold,
            "column": cell.column,
            "header": headers[cell.column] or None,
            "given": _given(cell),
            **_verdict(cell.verdict),
        }
        for row in report.rows
        for cell in row.cells
    ]


def row_lines(report: TaskReport) -> list[Json]:
    """One object for each returned row and its fate: the lines of `rows.jsonl`."""
    return [
        {
            "task_id": report.task_id,
            "row": row.index,
            "entity": list(row.entity),
            "fate": row.fate.value,
            "gold": row.gold,
            "how": row.how,
        }
        for row in report.rows
    ]


def _run(run: RunReport) -> Json:
    return {
        "system": run.system,
        "scores": _scores(run.scores),
        "intervals": {level.value: _interval(run.intervals[level]) for level in Level},
        "tasks": len(run.tasks),
        "answered": run.answered,
        "missing": run.missing,
        "cells": run.cells,
        "open_cells": run.open_cells,
        "open_rows": run.open_rows,
        "judged_cells": run.judged_cells,
        "judged_rows": run.judged_rows,
        **_judged_columns(run, has_judge=run.signature.has_judge),
        "loose": run.loose,
        "unread": run.unread,
        "kinds": [_cost(cost) for cost in run.kinds],
        "columns": [_cost(cost) for cost in run.columns],
        "by_task": [_task(task, has_judge=run.signature.has_judge) for task in run.tasks],
    }


def _task(task: TaskSummary, *, has_judge: bool) -> Json:
    return {
        "task_id": task.task_id,
        "answered": task.answered,
        "scores": _scores(task.scores),
        "counts": {level.value: _counts(task.counts[level]) for level in Level},
        "cells": task.cells,
        "open_cells": task.open_cells,
        "open_rows": task.open_rows,
        "judged_cells": task.judged_cells,
        "judged_rows": task.judged_rows,
        **_judged_columns(task, has_judge=has_judge),
        "loose": task.loose,
        "unread": task.unread,
    }


def _judged_columns(told: RunReport | TaskSummary, *, has_judge: bool) -> Json:
    return {"judged_columns": told.judged_columns} if has_judge else {}


def _comparison(comparison: Comparison) -> Json:
    return {
        "better": comparison.better,
        "worse": comparison.worse,
        "row_f1_difference": {"low": comparison.low, "high": comparison.high},
        "interval": _interval(comparison.interval),
        "p": comparison.p,
        "ranked": comparison.ranked,
    }


def _gold(row: GoldReport) -> Json:
    return {
        "entity": list(row.entity),
        "ungraded": row.ungraded,
        "rows": list(row.rows),
        "cells": {column: _verdict(verdict) for column, verdict in row.verdicts.items()},
    }


def _row(row: RowReport) -> Json:
    return {
        "row": row.index,
        "entity": list(row.entity),
        "fate": row.fate.value,
        "gold": row.gold,
        "how": row.how,
        "cells": [_cell(cell) for cell in row.cells],
    }


def _cell(cell: CellReport) -> Json:
    return {"column": cell.column, "given": _given(cell), **_verdict(cell.verdict)}


def _given(cell: CellReport) -> object:
    return cell.given if cell.items is None else _listed(cell.items)


def _listed(value: RawCell) -> object:
    """A list as JSON has it. A number that JSON would write with other digits stays text."""
    if isinstance(value, tuple):
        return [_listed(item) for item in value]
    if not isinstance(value, NumberLiteral) or len(value) > _LONGEST_NUMBER:
        return value
    number = json.loads(value)
    return number if json.dumps(number) == value and isfinite(number) else str(value)


def _verdict(verdict: CellVerdict) -> Json:
    return {"verdict": verdict.verdict.value, "reason": verdict.reason.value, "detail": verdict.detail}


def _scores(scores: LevelScores) -> Json:
    return {
        level.value: {figure.value: _bounds(scores[level][figure]) for figure in Figure} for level in Level
    }


def _bounds(bounds: Bounds) -> Json:
    return {"low": bounds.low, "high": bounds.high}


def _counts(counts: Counts) -> Json:
    return {"right": counts.right, "returned": counts.returned, "gold": counts.gold}


def _interval(interval: Interval) -> Json:
    return {"low": interval.low, "high": interval.high, "rough": interval.rough}


def _cost(cost: Cost) -> Json:
    return {"name": cost.name, "count": cost.count, "points": cost.points}
