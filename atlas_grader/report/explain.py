"""One task laid open: gold and answer side by side, with a verdict and a reason for every cell."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from atlas_grader.losses import failed_by_one, unmatched
from atlas_grader.releases import Release
from atlas_grader.report.terminal import percent, plain
from atlas_grader.score import Level
from atlas_grader.task_report import CellReport, Fate, RowReport, TaskReport
from atlas_grader.tasks import Column, Gold, GoldCell, GoldRow, GoldValue, Task
from atlas_grader.verdicts import Verdict

_MARKS = {
    Verdict.MATCH: Text("✓", style="green"),
    Verdict.MISMATCH: Text("✗", style="red"),
    Verdict.UNDECIDED: Text("?", style="yellow"),
    Verdict.UNGRADED: Text("·", style="dim"),
}
_LONGEST_SHOWN = 120


def render_task(task: Task, console: Console) -> None:
    """The question and the columns to return; no gold."""
    console.print(Text.assemble((task.id, "bold"), ("   " + " · ".join(_about(task)), "dim")))
    console.print(plain(task.question))
    console.print()
    table = _table("column", "type", "asks for")
    for column in task.columns:
        role = "entity, " if column.name in task.entity_columns else ""
        table.add_row(column.name, f"{role}{_type(column)}", plain(column.description))
    console.print(table)


def render_task_list(release: Release, console: Console) -> None:
    """Every task of a release: what it asks and which columns it wants."""
    for task in release.tasks.values():
        console.print(Text.assemble((task.id, "bold"), ("   " + " · ".join(_about(task)), "dim")))
        console.print(plain("  " + task.question), soft_wrap=False, no_wrap=True, overflow="ellipsis")
        console.print(Text("  " + ", ".join(column.name for column in task.columns), style="dim"))
    console.print(Text(f"{len(release.tasks)} tasks in release {release.id}", style="dim"))


def render_gold(task: Task, gold: Gold, console: Console) -> None:
    """The verified table, and the names known not to belong."""
    console.print()
    for row in gold.rows:
        console.print(_gold_heading(row))
        table = _grid()
        for column in task.attributes:
            table.add_row("", column.name, Text(show_gold(row.cells[column.name])))
        console.print(table)
    if gold.near_misses:
        names = ", ".join(" · ".join(part.value for part in miss.entity) for miss in gold.near_misses)
        console.print(Text.assemble(("Not members: ", "bold"), names))


def render_verdicts(task: Task, gold: Gold, report: TaskReport, console: Console) -> None:
    """Every gold row with its claimant, every cell with its verdict, and what matched nothing."""
    console.print()
    console.print(_score_table(report))
    for note in report.notes:
        console.print(Text(f"  {_clean(note)}", style="dim"))
    rows = {row.index: row for row in report.rows}
    for gold_row, graded in zip(gold.rows, report.gold, strict=True):
        if graded.rows:
            console.print()
            console.print(_claimed(gold_row, [rows[index] for index in graded.rows]))
    _render_missed(report, console)
    _render_unmatched(report, console)
    _render_near_right(report, console)


def show_gold(cell: GoldCell) -> str:
    """A gold cell in one line: its value, then what is accepted too."""
    accepted = [_show_value(value) for value in cell.accepted]
    return _preferred(cell) + (f"   or {' | '.join(accepted)}" if accepted else "")


def _preferred(cell: GoldCell) -> str:
    return f"({cell.state.value})" if cell.value is None else _show_value(cell.value)


def _show_value(value: GoldValue) -> str:
    return value if isinstance(value, str) else "; ".join(value)


def _about(task: Task) -> Iterable[str]:
    yield from filter(None, (task.domain, task.language, task.as_of and f"as of {task.as_of}"))


def _type(column: Column) -> str:
    settings = [
        column.unit,
        column.currency,
        column.precision and column.precision.value,
        f"of {column.item_type.value}" if column.type.value == "list" else None,
        " | ".join(choice.name for choice in column.choices),
    ]
    told = ", ".join(filter(None, settings))
    return column.type.value + (f" ({told})" if told else "")


def _score_table(report: TaskReport) -> Table:
    table = _table("", "F1", "right", "returned", "gold")
    for level in (Level.ROW, Level.ITEM, Level.DISCOVERY):
        counts = report.counts[level]
        numbers = (counts.right, counts.returned, counts.gold)
        table.add_row(level.value, Text(percent(report.scores[level].f1), style="bold"), *map(str, numbers))
    return table


def _gold_heading(row: GoldRow) -> Text:
    name = " · ".join(part.value for part in row.entity)
    aliases = [alias for part in row.entity for alias in part.aliases]
    heading = Text(name, style="bold")
    if row.ungraded:
        heading.append("  (ungraded row)", style="dim")
    return heading.append(f"  also {', '.join(aliases)}" if aliases else "", style="dim")


def _claimed(gold: GoldRow, claimants: list[RowReport]) -> Group:
    parts: list[Text | Table] = []
    for place, row in enumerate(claimants):
        heading = Text(" · ".join(part.value for part in gold.entity), style="bold")
        heading.append(f"  ← row {row.index + 1} “").append(plain(" · ".join(row.entity))).append(
            f"”, {_clean(row.how)}"
        )
        parts.append(heading.append(", a copy" if place else ""))
        if row.cells:
            parts.append(_cells(gold, row.cells))
    return Group(*parts)


def _cells(gold: GoldRow, cells: tuple[CellReport, ...]) -> Table:
    table = _grid()
    for cell in cells:
        verdict = cell.verdict
        reason = Text(verdict.reason.value)
        if verdict.detail:
            reason.append(f": {_clean(verdict.detail)}")
        table.add_row(
            _MARKS[verdict.verdict],
            cell.column,
            # What else would have been right matters only where the answer is not.
            Text((_preferred if verdict.verdict is Verdict.MATCH else show_gold)(gold.cells[cell.column])),
            _given(cell.given),
            reason if verdict.verdict is not Verdict.MATCH else Text(reason.plain, style="dim"),
        )
    return table


def _given(given: str) -> Text:
    shown = plain(given[:_LONGEST_SHOWN])
    if len(given) > _LONGEST_SHOWN:
        shown.append(f"… ({len(given):,} characters)", style="dim")
    return shown if given else Text("(nothing)", style="dim")


def _render_missed(report: TaskReport, console: Console) -> None:
    missed = [row for row in report.gold if not row.rows and not row.ungraded]
    if missed:
        names = ", ".join(" · ".join(row.entity) for row in missed)
        console.print()
        console.print(Text.assemble((f"Missed ({len(missed)})  ", "bold"), names))


def _render_unmatched(report: TaskReport, console: Console) -> None:
    extra = [row for row in unmatched(report) if row.fate is not Fate.COPY]
    if not extra:
        return
    console.print()
    console.print(Text("Rows that claim no gold row", style="bold"))
    for row in extra:
        name = plain(" · ".join(row.entity) or "(no name)")
        console.print(
            Text.assemble(f"  row {row.index + 1} “", name, f"”: {row.fate.value}, {_clean(row.how)}")
        )


def _render_near_right(report: TaskReport, console: Console) -> None:
    near = failed_by_one(report)
    if not near:
        return
    console.print()
    console.print(Text("Rows that failed by one cell", style="bold"))
    for row in near:
        console.print(Text(f"  {' · '.join(row.entity)}: {row.failed[0]}"))


def _clean(text: str) -> str:
    return plain(text).plain


def _grid() -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=True)
    for ratio in (None, None, 3, 3, 4):
        table.add_column(overflow="fold", ratio=ratio)
    return table


def _table(*headers: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for header in headers:
        table.add_column(header, overflow="fold")
    return table
