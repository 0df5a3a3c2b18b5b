"""What a release holds, as a page and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from rich.console import Console
from rich.table import Table
from rich.text import Text

from atlas_grader.releases import Release
from atlas_grader.releases.statistics import Statistics
from atlas_grader.report.terminal import plain
from atlas_grader.report.wire import Json

_SHARE_DIGITS = 6


def statistics_to_json(release: Release, statistics: Statistics) -> Json:
    """Every figure by name, shares rounded to six places."""
    told = {
        name: round(value, _SHARE_DIGITS) if isinstance(value, float) else value
        for name, value in asdict(statistics).items()
    }
    return {"release": release.id, "signature": release.signature, **told}


def render_statistics(release: Release, statistics: Statistics, console: Console) -> None:
    """A page of figures: size, states, and what stands how often."""
    console.print(Text(f"Release {release.id}: {release.manifest.title}", style="bold"))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    for name, told in _lines(statistics):
        table.add_row(Text(name, style="dim"), plain(told))
    console.print(table)
    for title, counts in (
        ("Fields, by tasks", statistics.domains),
        ("Types, by attribute columns", statistics.column_types),
    ):
        console.print()
        console.print(Text(title, style="bold"))
        console.print(plain(_words(counts)))


def _lines(found: Statistics) -> Iterator[tuple[str, str]]:
    least, middle, most = found.rows_per_task
    many = f"{_percent(found.tasks_of_ten_rows)} have ten or more"
    reasons = f": {_words(found.ungraded_reasons)}" if found.ungraded_reasons else ""
    read = f"read for {_percent(found.read_cells)} of cells"
    yield (
        "tasks",
        f"{found.tasks:,} ({found.development_tasks:,} for development, {found.memorised_tasks:,} memorised)",
    )
    yield "gold rows", f"{found.rows:,} (and {found.ungraded_rows:,} ungraded)"
    yield "rows a task", f"{least:,} to {most:,}, median {middle:,g}; {many}"
    yield "graded cells", f"{found.graded_cells:,} of {found.cells:,}"
    yield "blank", f"{found.blank_cells:,} ({_percent(found.blank_share)})"
    yield "ungraded", f"{found.ungraded_cells:,} ({_percent(found.ungraded_share)}){reasons}"
    yield "made from", _words(found.made_from)
    yield "questions in", _words(found.languages)
    yield "names", f"{found.aliases:,} aliases, {found.near_misses:,} near misses"
    yield "accepted", f"{found.accepted_cells:,} cells with more than one right value"
    yield "citations", f"{found.citations:,} of {found.sites:,} sites; {read}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _words(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name or 'no field'} {number:,}" for name, number in counts.items())
