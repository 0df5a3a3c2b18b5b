"""Checks that an installed grader is sound: gold scores 1 in every form, shipped cases hold."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path

from atlas_grader.answers import Content, RowsContent, TableContent, TextContent
from atlas_grader.conformance import CaseResult, Outcome, run_cases
from atlas_grader.grader import Grader
from atlas_grader.perfect import Row, gold_rows
from atlas_grader.score import Level

Rows = Sequence[Row]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing checked."""

    name: str
    passed: bool
    detail: str = ""


def _lines(rows: Rows) -> tuple[list[str], list[list[str]]]:
    headers = list(rows[0])
    return headers, [[v if isinstance(v := row[h], str) else "; ".join(v) for h in headers] for row in rows]


def as_rows(rows: Rows) -> Content:
    """JSON objects, one a row."""
    return RowsContent(tuple(dict(row) for row in rows))


def as_table(rows: Rows) -> Content:
    """Headers, then rows as lists."""
    headers, lines = _lines(rows)
    return TableContent(tuple(headers), tuple(map(tuple, lines)))


def as_markdown(rows: Rows) -> Content:
    """A markdown table in prose."""
    headers, lines = _lines(rows)
    marked = [headers, ["---"] * len(headers), *([_markdown_cell(c) for c in line] for line in lines)]
    return TextContent(
        "Here is the table:\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in marked) + "\n"
    )


def _markdown_cell(cell: str) -> str:
    escaped = "".join(f"\\{c}" if c in "\\|*_`[]<>&" else c for c in cell)
    return escaped.replace("\n", "<br>")


def as_csv(rows: Rows) -> Content:
    """CSV in a fence."""
    return TextContent(f"```csv\n{_delimited(rows, ',')}```\n")


def as_tsv(rows: Rows) -> Content:
    """Tab-separated lines in a fence."""
    return TextContent(f"```tsv\n{_delimited(rows, chr(9))}```\n")


def _delimited(rows: Rows, delimiter: str) -> str:
    headers, lines = _lines(rows)
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows([headers, *lines])
    return text.getvalue()


def as_json_text(rows: Rows) -> Content:
    """JSON in a fence."""
    return TextContent(
        f"```json\n{json.dumps([dict(row) for row in rows], ensure_ascii=False, indent=1)}\n```"
    )


def as_html(rows: Rows) -> Content:
    """An HTML table."""
    headers, lines = _lines(rows)
    head = "".join(f"<th>{html.escape(header)}</th>" for header in headers)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell).replace(chr(10), '<br>')}</td>" for cell in line) + "</tr>"
        for line in lines
    )
    return TextContent(f"<table><tr>{head}</tr>{body}</table>")


def as_records(rows: Rows) -> Content:
    """Numbered items with `Name: value` lines."""
    headers, lines = _lines(rows)
    items = []
    for number, line in enumerate(lines, start=1):
        parts = [f"   - {header}: {_markdown_cell(cell)}" for header, cell in zip(headers, line, strict=True)]
        items.append(f"{number}. {parts[0].strip()[2:]}\n" + "\n".join(parts[1:]))
    return TextContent("\n".join(items))


FORMS: Mapping[str, Callable[[Rows], Content]] = {
    "rows": as_rows,
    "table": as_table,
    "markdown": as_markdown,
    "csv": as_csv,
    "tsv": as_tsv,
    "json": as_json_text,
    "html": as_html,
    "records": as_records,
}
"""Every input form of grading.md 2.1, as a writer of perfect answers."""


def gold_scores_one(grader: Grader) -> Iterator[Check]:
    """grading.md 8.1: gold as an answer scores 1 on all three levels, in every input form."""
    for task_id in grader.task_ids:
        rows = gold_rows(grader.release.tasks[task_id], grader.release.gold[task_id])
        # No row has no headers to write, which only rows as objects can do without.
        for form, write in (FORMS if rows else {"rows": as_rows}).items():
            report = grader.grade(task_id, write(rows))
            low = {level.value: report.scores[level].f1.low for level in Level}
            failed = [f"{level} F1 {value:.4f}" for level, value in low.items() if value != 1]
            yield Check(f"gold of {task_id} as {form}", not failed, ", ".join(failed))


def shipped_cases() -> Iterator[tuple[str, list[CaseResult]]]:
    """File → its conformance cases, decided."""
    for file in sorted(_cases_folder().iterdir(), key=lambda file: file.name):
        if file.name.endswith(".jsonl"):
            with as_file(file) as path:
                yield file.name, run_cases([str(path)])


def _cases_folder() -> Traversable:
    """In an installed package or, in a checkout, beside it."""
    installed = files("atlas_grader") / "_bundled" / "cases"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "tests" / "cases"


def cases_hold() -> Iterator[Check]:
    """No shipped case is decided wrong."""
    for name, results in shipped_cases():
        wrong = [result for result in results if result.outcome is Outcome.WRONG]
        detail = "; ".join(f"{result.id}: {result.shown}" for result in wrong[:3])
        yield Check(f"{len(results)} cases of {name}", not wrong, detail)
