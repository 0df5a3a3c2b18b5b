"""One task laid open: gold and answer side by side, with a verdict and a reason for every cell."""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from atlas_grader.losses import failed_by_one, unmatched
from atlas_grader.releases import Release
from atlas_grader.report.cells import CellPage, given_text, gold_text
from atlas_grader.report.terminal import percent, plain
from atlas_grader.score import Level
from atlas_grader.task_report import Fate, RowReport, TaskReport
from atlas_grader.tasks import CellType, Column, Entity, Gold, GoldRow, Task

# Narrower, and no column of a table can insist on its width.
_WIDE = 60


def render_task(task: Task, console: Console) -> None:
    """The question and the columns to return; no gold."""
    console.print(_title(task))
    console.print(plain(task.question))
    console.print()
    table = _table("column", "type", "asks for")
    if console.width >= _WIDE:
        table.columns[0].min_width = _name_width(task, console)
        table.columns[1].max_width = console.width // 4
    for column in task.columns:
        role = " · entity" if column.name in task.entity_columns else ""
        table.add_row(plain(column.name), plain(_type(column) + role), _asks_for(column))
    console.print(table)


def render_task_list(release: Release, console: Console) -> None:
    """Every task of a release: what it asks and which columns it wants."""
    for task in release.tasks.values():
        console.print(_title(task))
        console.print(_indented(plain(task.question)))
        console.print(_indented(Text(", ".join(column.name for column in task.columns), style="dim")))
        console.print()
    count = len(release.tasks)
    console.print(Text(f"{count} task{'' if count == 1 else 's'} in release {release.id}", style="dim"))


def render_gold(task: Task, gold: Gold, console: Console) -> None:
    """The verified table, and the names known not to belong."""
    width = _name_width(task, console)
    for row in gold.rows:
        console.print()
        console.print(_gold_heading(row))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
        for fixed in (1, width, None):
            table.add_column(width=fixed, overflow="fold")
        for column in task.attributes:
            cell = row.cells[column.name]
            table.add_row("", column.name, gold_text(cell, with_accepted=True))
        console.print(table)
    if gold.near_misses:
        names = ", ".join(" · ".join(part.value for part in miss.entity) for miss in gold.near_misses)
        console.print()
        console.print(Text.assemble(("Not members: ", "bold"), plain(names)))


def render_verdicts(task: Task, gold: Gold, report: TaskReport, console: Console) -> None:
    """Every gold row with its claimant, every cell with its verdict, and what matched nothing."""
    console.print()
    console.print(_score_table(report))
    for note in report.notes:
        console.print(_indented(Text(_clean(note), style="dim")))
    page = CellPage(console, _name_width(task, console))
    rows = {row.index: row for row in report.rows}
    claimed = [(row, graded) for row, graded in zip(gold.rows, report.gold, strict=True) if graded.rows]
    if claimed:
        console.print()
        page.print_header()
    for gold_row, graded in claimed:
        for place, index in enumerate(graded.rows):
            console.print()
            console.print(_claim_heading(gold_row, rows[index], is_copy=place > 0))
            page.print_cells(gold_row, rows[index].cells)
    _render_missed(report, console)
    _render_unmatched(report, console)
    _render_near_right(gold, report, console)


def _title(task: Task) -> Text:
    about = filter(None, (task.domain, task.language, task.as_of and f"as of {task.as_of}"))
    return Text.assemble((_clean(task.id), "bold"), (f"   {_clean(' · '.join(about))}", "dim"))


def _type(column: Column) -> str:
    settings = [
        column.unit,
        column.currency,
        column.precision and f"to the {column.precision.value}",
        f"of {column.item_type.value}" if column.type is CellType.LIST else None,
        "in order" if column.ordered else None,
    ]
    told = ", ".join(filter(None, settings))
    return column.type.value + (f" ({told})" if told else "")


def _asks_for(column: Column) -> Text:
    text = plain(column.description)
    if column.choices:
        choices = " | ".join(choice.name for choice in column.choices)
        text.append(f"{': ' if column.description else ''}{_clean(choices)}", style="dim")
    return text


def _score_table(report: TaskReport) -> Table:
    table = _table("", "F1", "right", "returned", "gold")
    for column in table.columns[2:]:
        column.justify = "right"
    for level in (Level.ROW, Level.ITEM, Level.DISCOVERY):
        counts = report.counts[level]
        numbers = (counts.right, counts.returned, counts.gold)
        table.add_row(level.value, Text(percent(report.scores[level].f1), style="bold"), *map(str, numbers))
    return table


def _gold_heading(row: GoldRow) -> Text:
    aliases = [alias for part in row.entity for alias in part.aliases]
    heading = Text(_clean(_name(row.entity)), style="bold")
    if row.ungraded:
        heading.append("  (ungraded row)", style="dim")
    return heading.append(f"  also {_clean(', '.join(aliases))}" if aliases else "", style="not bold dim")


def _claim_heading(gold: GoldRow, row: RowReport, *, is_copy: bool) -> Text:
    """The gold row's name; how the answer wrote it, and why that is it, only where the two differ."""
    name, written = _name(gold.entity), " · ".join(row.entity)
    told = f"  row {row.index + 1}" + (", a copy" if is_copy else "")
    if gold.ungraded:
        told = "  (ungraded row)" + told
    if written != name:
        told += f" “{given_text(written).plain}”"
    if row.how != f"is {name}":
        told += f": {given_text(row.how).plain}"
    return Text(_clean(name), style="bold").append(told, style="not bold dim")


def _name(entity: Entity) -> str:
    return " · ".join(part.value for part in entity)


def _render_missed(report: TaskReport, console: Console) -> None:
    missed = [row for row in report.gold if not row.rows and not row.ungraded]
    if missed:
        console.print()
        console.print(Text(f"Missed ({len(missed)})", style="bold"))
        for row in missed:
            console.print(_indented(plain(" · ".join(row.entity))))


def _render_unmatched(report: TaskReport, console: Console) -> None:
    extra = [row for row in unmatched(report) if row.fate is not Fate.COPY]
    if not extra:
        return
    console.print()
    console.print(Text(f"Rows that claim no gold row ({len(extra)})", style="bold"))
    for row in extra:
        name = given_text(" · ".join(row.entity) or "(no name)")
        why = Text(f": {row.fate.value}, {given_text(row.how).plain}", style="dim")
        console.print(_indented(Text.assemble(f"row {row.index + 1} “", name, "”", why)))


def _render_near_right(gold: Gold, report: TaskReport, console: Console) -> None:
    near = failed_by_one(report)
    if not near:
        return
    cells = {(row.gold, cell.column): cell for row in report.rows for cell in row.cells}
    places = {id(row): place for place, row in enumerate(report.gold)}
    console.print()
    console.print(Text(f"Rows that failed by one cell ({len(near)})", style="bold"))
    for row in near:
        place, column = places[id(row)], row.failed[0]
        wanted = gold_text(gold.rows[place].cells[column], with_accepted=False)
        cell = cells[place, column]
        line = Text.assemble(_clean(" · ".join(row.entity)), f": {_clean(column)} is ", wanted, ", not ")
        console.print(_indented(line.append_text(given_text(cell.given))))


def _name_width(task: Task, console: Console) -> int:
    """Columns of a task line up on all its rows; their names take a third of the page at most."""
    longest = max(cell_len(_clean(column.name)) for column in task.columns)
    return min(longest, max(8, console.width // 3))


def _indented(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 2))


def _clean(text: str) -> str:
    return plain(text).plain


def _table(*headers: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for header in headers:
        table.add_column(header, overflow="fold")
    return table
