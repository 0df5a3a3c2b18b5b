"""What grading a whole run found: means, bounds, intervals, and where points were lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Literal, NamedTuple

from atlas_grader.losses import Kind, losses
from atlas_grader.score import NO_ANSWER, Counts, Level, LevelScores, mean_scores
from atlas_grader.signature import Signature
from atlas_grader.stats import Bootstrap, Interval, Spread
from atlas_grader.task_report import TaskReport


class Place(NamedTuple):
    """One answer among those of several systems."""

    system: str
    task_id: str


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """One task of a run, without its rows: what a run keeps in memory."""

    task_id: str
    answered: bool
    scores: LevelScores
    counts: Mapping[Level, Counts]
    cells: int
    """Graded cells of claimed rows."""
    open_cells: int
    open_rows: int
    loose: bool
    unread: bool
    """The answer says something, but holds no table that could be read."""
    errors: Mapping[tuple[Kind, str | None], tuple[int, int]]
    """(kind, column) → how many errors, and the units they cost."""
    judged_cells: int = 0
    """Cells of claimed rows that a model decided, or whose column it placed."""
    judged_rows: int = 0
    """Rows whose claim a model decided, or the column of whose name it placed."""
    judged_columns: int = 0
    """Columns that a model placed, or found under none of the headers."""

    @property
    def units(self) -> int:
        """Returned plus gold units: what one lost unit is a share of."""
        return self.counts[Level.ITEM].returned + self.counts[Level.ITEM].gold


_Namer = Callable[[TaskSummary, Kind, str | None], str | None]


def summarise(report: TaskReport, attributes: int) -> TaskSummary:
    """Keep of a task's report what the run's report needs."""
    errors: dict[tuple[Kind, str | None], tuple[int, int]] = {}
    for kind, column, lost in losses(report, attributes):
        count, units = errors.get((kind, column), (0, 0))
        errors[kind, column] = (count + 1, units + lost)
    item = report.counts[Level.ITEM]
    unmatched = report.counts[Level.DISCOVERY].returned - report.counts[Level.DISCOVERY].right
    return TaskSummary(
        report.task_id,
        report.answered,
        report.scores,
        report.counts,
        item.returned - report.counts[Level.DISCOVERY].returned - unmatched * attributes,
        sum(count for (kind, _), (count, _) in errors.items() if kind is Kind.OPEN_CELL),
        errors.get((Kind.OPEN_ENTITY, None), (0, 0))[0],
        report.loose,
        report.unread,
        errors,
        report.judged_cells,
        report.judged_rows,
        report.judged_columns,
    )


def unanswered(task_id: str, gold_rows: int, gold_units: int) -> TaskSummary:
    """A task the run has no answer to: it scores 0 and is counted as missing."""
    counts = {
        Level.DISCOVERY: Counts(0, 0, gold_rows),
        Level.ITEM: Counts(0, 0, gold_units),
        Level.ROW: Counts(0, 0, gold_rows),
    }
    return TaskSummary(
        task_id=task_id,
        answered=False,
        scores=NO_ANSWER,
        counts=counts,
        cells=0,
        open_cells=0,
        open_rows=0,
        loose=False,
        unread=False,
        errors={(Kind.NO_ANSWER, None): (1, gold_units)},
    )


@dataclass(frozen=True, slots=True)
class Cost:
    """What one kind of error, or one column, cost a run."""

    name: str
    count: int
    points: float
    """Share of 1 of Item F1; the costs of a run's kinds add up to 1 − Item F1."""


@dataclass(frozen=True, slots=True)
class RunReport:
    """One system's run over a release, or over the tasks chosen."""

    system: str
    signature: Signature
    scores: LevelScores
    intervals: Mapping[Level, Interval]
    """Of F1, from low's lower to high's upper end."""
    tasks: tuple[TaskSummary, ...]
    """Every task, sorted by id, those without an answer included."""
    kinds: tuple[Cost, ...]
    """Dearest first."""
    columns: tuple[Cost, ...]
    """Dearest first; named `task:column`."""

    @property
    def answered(self) -> int:
        """How many tasks the run answers."""
        return sum(task.answered for task in self.tasks)

    @property
    def missing(self) -> int:
        """How many tasks the run does not answer."""
        return len(self.tasks) - self.answered

    @property
    def cells(self) -> int:
        """Graded cells of claimed rows."""
        return sum(task.cells for task in self.tasks)

    @property
    def open_cells(self) -> int:
        """Cells that strings alone could not decide."""
        return sum(task.open_cells for task in self.tasks)

    @property
    def open_rows(self) -> int:
        """Returned rows whose name decides nothing."""
        return sum(task.open_rows for task in self.tasks)

    @property
    def judged_cells(self) -> int:
        """Cells of claimed rows that a model decided, or whose column it placed."""
        return sum(task.judged_cells for task in self.tasks)

    @property
    def judged_rows(self) -> int:
        """Rows whose claim a model decided, or the column of whose name it placed."""
        return sum(task.judged_rows for task in self.tasks)

    @property
    def judged_columns(self) -> int:
        """Columns that a model placed, or found under none of the headers."""
        return sum(task.judged_columns for task in self.tasks)

    @property
    def loose(self) -> bool:
        """Some bound is not exact."""
        return any(task.loose for task in self.tasks)

    @property
    def unread(self) -> int:
        """How many answers hold no table that could be read."""
        return sum(task.unread for task in self.tasks)


def report_runs(
    runs: Sequence[tuple[str, Sequence[TaskSummary]]], signature: Signature, spread: Spread = map
) -> list[RunReport]:
    """Reports of runs over the same tasks. One set of resamples serves all of them.

    `spread` maps a function over parts of the work, in order, on several processors.
    """
    tables = [sorted(tasks, key=lambda task: task.task_id) for _, tasks in runs]
    intervals = _intervals(tables, spread)
    return [
        RunReport(
            system,
            signature,
            mean_scores(task.scores for task in tasks),
            interval,
            tuple(tasks),
            _costs(tasks, lambda task, kind, column: kind.value),
            _costs(tasks, lambda task, kind, column: column and f"{task.task_id}:{column}"),
        )
        for (system, _), tasks, interval in zip(runs, tables, intervals, strict=True)
    ]


def _intervals(tables: Sequence[Sequence[TaskSummary]], spread: Spread) -> list[dict[Level, Interval]]:
    """For each run, the interval of each level's F1: both ends of the bounds are resampled."""
    bootstrap = resample_f1(tables, spread)
    return [
        {
            level: bootstrap.interval(f1_column(run, level, "low")).to(
                bootstrap.interval(f1_column(run, level, "high"))
            )
            for level in Level
        }
        for run in range(len(tables))
    ]


def resample_f1(tables: Sequence[Sequence[TaskSummary]], spread: Spread = map) -> Bootstrap:
    """Both ends of every F1 of every run over the same tasks, resampled; `f1_column` tells what is where."""
    columns = tuple(
        tuple(getattr(task.scores[level].f1, end) for task in tasks)
        for tasks in tables
        for level in Level
        for end in _ENDS
    )
    found = _resampled.get(columns)
    if found is None:
        found = Bootstrap(columns, spread)
        _resampled.clear()
        _resampled[columns] = found
    return found


def f1_column(run: int, level: Level, end: End) -> int:
    """Where `resample_f1` has one end of a run's F1."""
    return (run * len(Level) + list(Level).index(level)) * len(_ENDS) + _ENDS.index(end)


End = Literal["low", "high"]
_ENDS: tuple[End, End] = ("low", "high")
# Intervals and comparisons of the same runs share their resamples.
_resampled: dict[tuple[tuple[float, ...], ...], Bootstrap] = {}


def _costs(tasks: Sequence[TaskSummary], name_of: _Namer) -> tuple[Cost, ...]:
    """The cost of each group of errors that `name_of` names, dearest first, then by name."""
    counts: dict[str, int] = {}
    shares: dict[str, list[float]] = {}
    for task in tasks:
        whole = task.units
        for (kind, column), (count, units) in task.errors.items():
            if name := name_of(task, kind, column):
                counts[name] = counts.get(name, 0) + count
                share = units / whole if whole else 1.0
                shares.setdefault(name, []).append(share / len(tasks))
    costs = [Cost(name, counts[name], fsum(shares[name])) for name in counts]
    return tuple(sorted(costs, key=lambda cost: (-cost.points, cost.name)))
