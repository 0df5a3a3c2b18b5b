"""Whether two systems differ: paired over tasks, and only where no open question could undo it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from atlas_grader.run_report import End, RunReport, f1_column, resample_f1
from atlas_grader.score import Level
from atlas_grader.stats import Interval, Pair, holm, sign_flip


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference in Row F1 between two runs, the better one first."""

    better: str
    worse: str
    low: float
    """The least that the difference can be, over every way to settle what is open."""
    high: float
    interval: Interval
    """Paired bootstrap of the difference, from low's lower to high's upper end."""
    p: float
    """Two-sided sign-flip test on the low end, Holm-corrected over all pairs."""

    @property
    def ranked(self) -> bool:
        """The bounds of the difference exclude 0 (grading.md, section 6)."""
        return self.low > 0


def compare_runs(runs: Sequence[RunReport]) -> list[Comparison]:
    """Every pair of runs over the same tasks, in the order of the runs given.

    The better of a pair is the one whose bounds lie higher. The test uses the least
    favourable settling (the better run's low against the worse one's high), so an open
    question can only hide a difference, never make one.
    """
    pairs = [_ordered(runs, one, other) for one, other in combinations(range(len(runs)), 2)]
    least = [(_column(better, "low"), _column(worse, "high")) for better, worse in pairs]
    most = [(_column(better, "high"), _column(worse, "low")) for better, worse in pairs]
    bounds = [_bounds(runs[better], runs[worse]) for better, worse in pairs]
    # Where some settling leaves no difference, there is none to test.
    flipped = sign_flip(_row_f1(runs), [(2 * better, 2 * worse + 1) for better, worse in pairs])
    tests = holm([p if low > 0 else 1.0 for p, (low, _) in zip(flipped, bounds, strict=True)])
    bootstrap = resample_f1([run.tasks for run in runs])
    return [
        Comparison(
            runs[better].system,
            runs[worse].system,
            *bounds[place],
            bootstrap.difference(least[place]).to(bootstrap.difference(most[place])),
            tests[place],
        )
        for place, (better, worse) in enumerate(pairs)
    ]


def _column(run: int, end: End) -> int:
    return f1_column(run, Level.ROW, end)


def _row_f1(runs: Sequence[RunReport]) -> list[list[float]]:
    """For each run, the low and then the high end of each task's Row F1."""
    bounds = [[task.scores[Level.ROW].f1 for task in run.tasks] for run in runs]
    return [[getattr(f1, end) for f1 in tasks] for tasks in bounds for end in ("low", "high")]


def _bounds(better: RunReport, worse: RunReport) -> tuple[float, float]:
    """The least and the most that the difference can be."""
    one, other = better.scores[Level.ROW].f1, worse.scores[Level.ROW].f1
    return one.low - other.high, one.high - other.low


def _ordered(runs: Sequence[RunReport], one: int, other: int) -> Pair:
    def height(place: int) -> float:
        f1 = runs[place].scores[Level.ROW].f1
        return f1.low + f1.high

    return (one, other) if height(one) >= height(other) else (other, one)
