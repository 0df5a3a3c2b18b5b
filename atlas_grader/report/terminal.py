"""A graded run as a reader sees it in a terminal or a pipe.

Everything an answer wrote is shown as plain text: `rich` markup and control
characters in it have no effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from atlas_grader.compare import Comparison
from atlas_grader.conformance import CaseResult, Outcome, tally
from atlas_grader.errors import counted
from atlas_grader.run_report import Cost, RunReport
from atlas_grader.score import Bounds, Figure, Level
from atlas_grader.stats import Interval

# The headline first.
_LEVELS = (Level.ROW, Level.ITEM, Level.DISCOVERY)
_MOST_COSTS = 6
_MOST_PAIRS = 15
_MOST_UNREAD = 6
_SIGNIFICANT = 0.05
_NO_LIMIT = 10_000
_WHY_OPEN = (
    "Strings alone cannot settle it, and no model was asked: there is no OPENAI_API_KEY and no ledger."
)
_WHY_STILL_OPEN = "Neither strings nor the judge settle it"
_NOTHING_TO_ASK = "nothing more may be asked about it"
_LONGEST_SYSTEM = 200


def plain(text: str) -> Text:
    """Text from outside, on one line, without anything a terminal could act on."""
    return Text("".join(c if c.isprintable() else " " for c in text))


def _system(run: RunReport) -> Text:
    """A system's name, cut to what a page can bear; whole in `--json`."""
    text = plain(run.system[: _LONGEST_SYSTEM + 1])
    return text if len(text) <= _LONGEST_SYSTEM else text[: _LONGEST_SYSTEM - 1].append("…")


def render_runs(
    runs: Sequence[RunReport],
    comparisons: Sequence[Comparison],
    console: Console,
    why_open: Sequence[str] = (),
) -> None:
    """The score table, what the figures mean, where points were lost, and the signature.

    `why_open` says why a judge left questions open.
    """
    table = _score_table(runs)
    if fits(table, console):
        console.print(table)
    else:
        for run in runs:
            console.print(_score_block(run))
    for line in _legend(runs, why_open):
        console.print(Text(plain(line).plain, style="dim"))
    for line in _unread(runs):
        console.print(plain(line))
    for run in runs:
        if run.kinds:
            console.print()
            console.print(
                Text.assemble(("Where ", "bold"), _system(run), (" lost points of item F1", "bold"))
            )
            for costs in _cost_tables(run, console):
                console.print(costs)
    if comparisons:
        console.print()
        for sentence in _comparison_lines(comparisons):
            console.print(sentence)
    console.print()
    console.print(str(runs[0].signature), highlight=False, soft_wrap=True)


def render_figures(runs: Sequence[RunReport], console: Console) -> None:
    """Precision, recall and F1 of every level."""
    table = headed_table("system", "level", "precision", "recall", "F1")
    for run in runs:
        for position, level in enumerate(_LEVELS):
            table.add_row(
                _system(run) if position == 0 else Text(),
                level.value,
                *(percent(run.scores[level][figure]) for figure in Figure),
            )
    console.print(table)


def quiet_lines(runs: Sequence[RunReport]) -> Iterator[str]:
    """Lines for scripts: each system's name, a tab, its row F1; then the signature."""
    for run in runs:
        yield f"{plain(run.system).plain}\t{percent(run.scores[Level.ROW].f1)}"
    yield str(runs[0].signature)


def render_conformance(results: Sequence[CaseResult], console: Console) -> None:
    """Per kind how many cases (for alignment: pairs) went which way; each wrong one shown."""
    table = headed_table("kind", *(outcome.value for outcome in Outcome))
    for place, column in enumerate(table.columns):
        column.no_wrap = not place  # a kind is one word; the outcomes are several
    for kind, counts in tally(results):
        table.add_row(kind, *(str(counts[outcome]) for outcome in Outcome))
    console.print(table)
    for outcome in (Outcome.WRONG, Outcome.UNSURE):
        shown = [result for result in results if result.outcome is outcome]
        if shown:
            console.print(Text(f"\n{outcome.value}", style="bold"))
        for result in shown:
            console.print(
                plain(f"  {result.id}: {result.shown} (got {result.got}, {result.reason})"), soft_wrap=True
            )


def percent(bounds: Bounds) -> str:
    """A figure in percent; as a pair while open questions can move it.

    >>> percent(Bounds(0.5, 0.5)), percent(Bounds(0.5, 0.625))
    ('50.0', '[50.0, 62.5]')
    """
    if bounds.settled:
        return f"{100 * bounds.low:.1f}"
    return f"[{100 * bounds.low:.1f}, {100 * bounds.high:.1f}]"


def _score_table(runs: Sequence[RunReport]) -> Table:
    judged = ["judged"] if runs[0].signature.has_judge else []
    table = headed_table("system", "row F1", "item F1", "discovery F1", "answered", "open", *judged)
    for run in runs:
        table.add_row(
            _system(run),
            *(_figure(run.scores[level].f1, run.intervals[level]) for level in _LEVELS),
            _answered(run),
            _open(run),
            *([_judged(run)] if judged else []),
        )
    return table


def fits(table: Table, console: Console) -> bool:
    """Whether a page is wide enough for all that a table says."""
    return console.measure(table, options=console.options.update(width=_NO_LIMIT)).maximum <= console.width


def _score_block(run: RunReport) -> Group:
    """One run's scores below each other, where the table would have to cut its figures."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(width=2 + len("discovery F1"), no_wrap=True)
    table.add_column(overflow="fold")
    for level in _LEVELS:
        figure = _figure(run.scores[level].f1, run.intervals[level])
        table.add_row(f"  {level.value} F1", figure)
    table.add_row("  answered", _answered(run))
    table.add_row("  open", _open(run))
    if run.signature.has_judge:
        table.add_row("  judged", _judged(run))
    return Group(_system(run), table)


def _answered(run: RunReport) -> str:
    return f"{run.answered} of {len(run.tasks)}" + (f"\n{run.missing} missing" if run.missing else "")


def _figure(bounds: Bounds, interval: Interval) -> Text:
    low, high = 100 * interval.low, 100 * interval.high
    return Text.assemble((percent(bounds), "bold"), (f"\n{low:.1f} to {high:.1f}", "dim"))


def _open(run: RunReport) -> str:
    return _share_of(run, run.open_cells, run.open_rows)


def _judged(run: RunReport) -> str:
    return _share_of(run, run.judged_cells, run.judged_rows, run.judged_columns)


def _share_of(run: RunReport, cells: int, rows: int, columns: int = 0) -> str:
    if not cells and not rows and not columns:
        return "nothing"
    share = 100 * cells / run.cells if run.cells else 0
    told = f"{counted(cells, 'cell')} ({share:.1f} %)\n{counted(rows, 'row')}"
    return f"{told}\n{counted(columns, 'column')}" if columns else told


def _legend(runs: Sequence[RunReport], why_open: Sequence[str]) -> Iterable[str]:
    rough = any(interval.rough for run in runs for interval in run.intervals.values())
    few = "; rough, for there are fewer than 30 tasks" if rough else ""
    yield f"Means over all tasks, in percent; below each its 95 % bootstrap interval{few}."
    if any(run.open_cells or run.open_rows for run in runs):
        yield "[low, high]: low counts all that is open against the answer, high for it."
        whys = "; ".join(why_open) or _NOTHING_TO_ASK
        yield f"{_WHY_STILL_OPEN}: {whys}." if runs[0].signature.has_judge else _WHY_OPEN
    if any(run.loose for run in runs):
        yield "Some high ends are loose: a task has more than 10,000 ways to pair open rows with gold rows."
    if any(run.missing for run in runs):
        yield "A task without an answer scores 0."
    if any(run.judged_cells or run.judged_rows or run.judged_columns for run in runs):
        yield "judged: what strings left open and the judge has settled."
    if any(run.judged_columns for run in runs):
        yield "columns: those it gave a header, or finds to be missing; what that decided counts as judged."


def _unread(runs: Sequence[RunReport]) -> Iterable[str]:
    """Which answers count as empty although they say something."""
    for run in runs:
        if ids := [task.task_id for task in run.tasks if task.unread]:
            owner = f"{_system(run).plain}: " if len(runs) > 1 else ""
            hold = "holds" if len(ids) == 1 else "hold"
            named = ", ".join([*ids[:_MOST_UNREAD], *(["…"] if len(ids) > _MOST_UNREAD else [])])
            yield f"{owner}{counted(len(ids), 'answer')} {hold} no table that could be read: {named}"


def _cost_tables(run: RunReport, console: Console) -> tuple[Table, ...]:
    """Points by kind and by column: side by side or, on a narrow page, below each other."""
    kinds = ("by kind of error", run.kinds[:_MOST_COSTS])
    columns = ("by column", run.columns[:_MOST_COSTS])
    both = _cost_table(kinds, columns)
    return (both,) if fits(both, console) else (_cost_table(kinds), _cost_table(columns))


def _cost_table(*groups: tuple[str, Sequence[Cost]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    for title, _ in groups:
        table.add_column("points", justify="right")
        table.add_column(title, overflow="fold")
    for position in range(max(len(costs) for _, costs in groups)):
        table.add_row(*(part for _, costs in groups for part in _cost(costs, position)))
    return table


def _cost(costs: Sequence[Cost], position: int) -> tuple[str, Text]:
    if position >= len(costs):
        return "", Text()
    cost = costs[position]
    times = Text(f" ×{cost.count:,}", style="dim")
    return f"{100 * cost.points:.1f}", plain(cost.name).append(times)


def _comparison_lines(comparisons: Sequence[Comparison]) -> Iterable[Text]:
    yield Text("Row F1, paired over tasks (sign-flip test, Holm-corrected)", style="bold")
    for pair in comparisons[:_MOST_PAIRS]:
        better, worse = plain(pair.better), plain(pair.worse)
        low, high = 100 * pair.interval.low, 100 * pair.interval.high
        if pair.ranked:
            sure = f"p = {pair.p:.4f}" + ("" if pair.p < _SIGNIFICANT else ", not significant")
            what = f"{_points(pair)} points, 95 % interval {low:.1f} to {high:.1f}, {sure}"
            yield Text.assemble("  ", better, " leads ", worse, f" by {what}")
        else:
            yield Text.assemble(
                "  ", better, " and ", worse, f" cannot be ranked: difference {_points(pair)} points"
            )
    if len(comparisons) > _MOST_PAIRS:
        yield Text(f"  … and {len(comparisons) - _MOST_PAIRS} more pairs in --json", style="dim")


def _points(pair: Comparison) -> str:
    low, high = 100 * pair.low, 100 * pair.high
    return f"{low:.1f}" if pair.low == pair.high else f"[{low:.1f}, {high:.1f}]"


def headed_table(*headers: str) -> Table:
    """A table whose first column may fold; figures stay whole."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for position, header in enumerate(headers):
        table.add_column(header, overflow="fold", no_wrap=position > 0)
    return table
