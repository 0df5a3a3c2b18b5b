"""Write the tables of a datasheet: what the bundled release holds, and how the example answers score on it.

Run by hand after the release or an example changes. Each table stands between two comments that name it;
what stands outside of them is written by people. A test sees that the tables are those that this makes.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from atlas_grader import Grader, TaskReport, Verdict, load_release, read_answers
from atlas_grader.releases import Release, open_release
from atlas_grader.releases.making import RECIPES
from atlas_grader.releases.statistics import release_statistics
from atlas_grader.score import Level
from atlas_grader.tasks import State

ROOT = Path(__file__).parents[1]
DATASHEET = ROOT / "data" / "2026.11" / "DATASHEET.md"
EXAMPLES = ROOT / "examples"
Runs = Mapping[str, Mapping[str, TaskReport]]
"""System → task id → its grade."""


def table(headers: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """A markdown table."""
    rows = [headers, ["---"] * len(headers), *lines]
    return "".join(f"| {' | '.join(map(str, row))} |\n" for row in rows)


def percent(share: float) -> str:
    """A share, in percent."""
    return f"{100 * share:.1f}"


def figures(release: Release, _: Runs) -> str:
    """What the release holds, in figures."""
    found = release_statistics(release)
    lines = [
        ("tasks", f"{found.tasks:,}, of which {found.development_tasks} for development (gold in clear)"),
        ("fields", len(found.domains)),
        ("gold rows", f"{found.rows:,}, and {found.ungraded_rows} ungraded"),
        (
            "rows a task",
            f"{found.rows_per_task[0]} to {found.rows_per_task[2]}, median {found.rows_per_task[1]:g}",
        ),
        ("tasks with ten rows or more", f"{percent(found.tasks_of_ten_rows)} %"),
        ("cells", f"{found.cells:,}, of which {found.graded_cells:,} are graded"),
        ("value", f"{found.value_cells:,}"),
        ("blank", f"{found.blank_cells:,} ({percent(found.blank_share)} %)"),
        (
            "ungraded",
            f"{found.ungraded_cells:,} ({percent(found.ungraded_share)} %): {listed(found.ungraded_reasons)}",
        ),
        ("made from", listed(found.made_from)),
        ("questions in", listed(found.languages)),
        ("aliases of entities", f"{found.aliases:,}"),
        ("near misses", f"{found.near_misses:,}"),
        ("cells with several right values", f"{found.accepted_cells:,}"),
        ("citations", f"{found.citations:,}, of {found.sites:,} sites"),
        ("graded cells with a citation that was read", f"{percent(found.read_cells)} %"),
        ("memorised tasks", found.memorised_tasks),
    ]
    return table(("", ""), lines)


def listed(counts: Mapping[str, int]) -> str:
    """Each name with its number."""
    return ", ".join(f"{name} {number:,}" for name, number in counts.items())


def tasks(release: Release, _: Runs) -> str:
    """A line for each task."""
    return table(
        ("task", "field", "rows", "columns", "blank", "ungraded", "read", "made from"),
        (task_line(release, task_id) for task_id in release.tasks),
    )


def task_line(release: Release, task_id: str) -> Sequence[object]:
    """What one task holds, and what its gold was made from."""
    task, gold = release.tasks[task_id], release.gold[task_id]
    cells = [cell for row in gold.rows for cell in row.cells.values()]
    states = Counter(cell.state for cell in cells)
    known = [cell for cell in cells if cell.state is not State.UNGRADED]
    read = sum(any(citation.accessed for citation in cell.citations) for cell in known)
    entry = release.manifest.files.get(f"{RECIPES}/{task_id}.toml")
    made = (
        "pages" if entry is None else f"{entry.counts['sources']} source{'s'[: entry.counts['sources'] > 1]}"
    )
    marks = "".join((" (dev)" * task.development, " (mem)" * task.memorised))
    blank, ungraded = states[State.BLANK] or "", states[State.UNGRADED] or ""
    share = f"{100 * read / len(known):.0f} %"
    return (
        f"`{task_id}`{marks}",
        task.domain,
        len(gold.rows),
        len(task.attributes),
        blank,
        ungraded,
        share,
        made,
    )


def sources(release: Release, _: Runs) -> str:
    """Every source that a recipe reads, with its licence."""
    opened = open_release(DATASHEET.parent)
    used = Counter(source for recipe in opened.recipes.values() for source in recipe.sources)
    lines = (
        (
            f"[{each.title}]({each.url})",
            f"{each.package} {each.version}",
            each.as_of,
            each.licence,
            used[each.id],
        )
        for each in opened.sources.values()
    )
    return table(("source", "pinned as", "as of", "licence of the data", "tasks"), lines)


def types(release: Release, _: Runs) -> str:
    """How often each type stands there, and in which states its cells are."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    columns: Counter[str] = Counter()
    for task in release.tasks.values():
        for column in task.attributes:
            columns[column.type] += 1
            counts[column.type].update(row.cells[column.name].state for row in release.gold[task.id].rows)
    lines = (
        (type_, number, *(f"{counts[type_][state]:,}" for state in State))
        for type_, number in columns.most_common()
    )
    return table(("type", "attribute columns", *State), lines)


def scores(release: Release, runs: Runs) -> str:
    """A line for each system."""
    lines = []
    for system, reports in runs.items():
        means = (
            interval(reports[task].scores[level].f1 for task in release.tasks) for level in reversed(Level)
        )
        recalled = sum(is_recalled(report) for report in reports.values())
        opened = sum(report.open_cells for report in reports.values())
        returned = sum(len(row.cells) for report in reports.values() for row in report.rows)
        lines.append((system, *means, recalled, f"{percent(opened / returned)} %"))
    return table(("system", "row F1", "item F1", "discovery F1", "sets named whole", "open cells"), lines)


def is_recalled(report: TaskReport) -> bool:
    """Whether an answer names every member of the set."""
    return all(row.rows for row in report.gold if not row.ungraded)


def interval(bounds: Iterable[object]) -> str:
    """The mean of some bounds, in percent: one figure, or its two ends."""
    found = list(bounds)
    low, high = (100 * sum(getattr(each, end) for each in found) / len(found) for end in ("low", "high"))
    return f"{low:.1f}" if f"{low:.1f}" == f"{high:.1f}" else f"{low:.1f}–{high:.1f}"


def by_recall(release: Release, runs: Runs) -> str:
    """Row F1 on the tasks that a model named whole without tools, and on the others."""
    kinds = {
        "memorised": [task.id for task in release.tasks.values() if task.memorised],
        "others": [task.id for task in release.tasks.values() if not task.memorised],
    }
    lines = (
        (kind, len(ids), *(interval(run[each].scores[Level.ROW].f1 for each in ids) for run in runs.values()))
        for kind, ids in kinds.items()
    )
    return table(("tasks", "number", *runs), lines)


def by_field(release: Release, runs: Runs) -> str:
    """Item F1 by field, a column for each system."""
    fields: dict[str, list[str]] = defaultdict(list)
    for task_id, task in release.tasks.items():
        fields[task.domain].append(task_id)
    lines = (
        (field, len(ids), *(interval(runs[system][each].item_f1 for each in ids) for system in runs))
        for field, ids in sorted(fields.items())
    )
    return table(("field", "tasks", *runs), lines)


def by_type(release: Release, runs: Runs) -> str:
    """Right cells among those asked for, by type."""
    right: dict[str, dict[str, Counter[Verdict]]] = {system: defaultdict(Counter) for system in runs}
    asked: Counter[str] = Counter()
    for task_id, task in release.tasks.items():
        kinds = {column.name: column.type for column in task.attributes}
        for row in release.gold[task_id].rows:
            if not row.ungraded:
                asked.update(
                    kinds[name] for name, cell in row.cells.items() if cell.state is not State.UNGRADED
                )
        for system in runs:
            for gold in runs[system][task_id].gold:
                for name, verdict in gold.verdicts.items():
                    right[system][kinds[name]][verdict.verdict] += 1
    lines = (
        (type_, f"{number:,}", *(share_right(right[system][type_], number) for system in runs))
        for type_, number in asked.most_common()
    )
    return table(("type", "graded cells", *runs), lines)


def share_right(found: Counter[Verdict], asked: int) -> str:
    """Right cells among those asked for; what is open counted against the answer, then for it."""
    low, high = found[Verdict.MATCH], found[Verdict.MATCH] + found[Verdict.UNDECIDED]
    return percent(low / asked) if low == high else f"{percent(low / asked)}–{percent(high / asked)}"


TABLES: Mapping[str, Callable[[Release, Runs], str]] = {
    "figures": figures,
    "sources": sources,
    "types": types,
    "tasks": tasks,
    "scores": scores,
    "recall": by_recall,
    "fields": by_field,
    "cells": by_type,
}


def example_runs(release: Release) -> Runs:
    """Every example that answers the whole release, graded."""
    grader = Grader(release)
    runs: dict[str, Mapping[str, TaskReport]] = {}
    for path in sorted(EXAMPLES.glob("*.jsonl")):
        answers = list(read_answers(path))
        if {answer.task_id for answer in answers} == set(release.tasks):
            runs[path.stem] = {report.task_id: report for report in grader.grade_many(answers)}
    return runs


def filled(text: str) -> Iterator[str]:
    """The datasheet's text, in parts, with every table anew."""
    release = load_release("2026.11")
    runs = example_runs(release)
    for part in re.split(r"(<!-- table: \w+ -->\n.*?<!-- end -->)", text, flags=re.DOTALL):
        named = re.match(r"<!-- table: (\w+) -->", part)
        yield part if named is None else f"{named[0]}\n{TABLES[named[1]](release, runs)}<!-- end -->"


if __name__ == "__main__":
    DATASHEET.write_text("".join(filled(DATASHEET.read_text(encoding="utf-8"))), encoding="utf-8")
