"""Whether two systems differ: paired over tasks, and only where no open question could undo it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from atlas_grader.run_report import RunReport
from atlas_grader.score import Bounds, Level
from atlas_grader.stats import Bootstrap, Interval, Pair, holm, sign_flip


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
    # Two columns a run: the low ends of its tasks' Row F1, then the high ends.
    columns = [[f1.low for f1 in _row_f1(run)] for run in runs]
    columns += [[f1.high for f1 in _row_f1(run)] for run in runs]
    pairs = [_ordered(runs, one, other) for one, other in combinations(range(len(runs)), 2)]
    least = [(better, len(runs) + worse) for better, worse in pairs]
    most = [(len(runs) + better, worse) for better, worse in pairs]
    bounds = [_bounds(runs[better], runs[worse]) for better, worse in pairs]
    # Where some settling leaves no difference, there is none to test.
    tests = holm(
        [p if low > 0 else 1.0 for p, (low, _) in zip(sign_flip(columns, least), bounds, strict=True)]
    )
    bootstrap = Bootstrap(columns)
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


def _row_f1(run: RunReport) -> list[Bounds]:
    return [task.scores[Level.ROW].f1 for task in run.tasks]


def _bounds(better: RunReport, worse: RunReport) -> tuple[float, float]:
    """The least and the most that the difference can be."""
    one, other = better.scores[Level.ROW].f1, worse.scores[Level.ROW].f1
    return one.low - other.high, one.high - other.low


def _ordered(runs: Sequence[RunReport], one: int, other: int) -> Pair:
    def height(place: int) -> float:
        f1 = runs[place].scores[Level.ROW].f1
        return f1.low + f1.high

    return (one, other) if height(one) >= height(other) else (other, one)
