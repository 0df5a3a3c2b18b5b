"""Whether two systems differ: paired over tasks, and only where no open question could undo it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from atlas_grader import stats
from atlas_grader.run_report import RunReport
from atlas_grader.score import Level
from atlas_grader.stats import Interval


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
    pairs = [_ordered(one, other) for one, other in combinations(runs, 2)]
    lows = [_differences(better, worse, "low", "high") for better, worse in pairs]
    highs = [_differences(better, worse, "high", "low") for better, worse in pairs]
    # Shifted from [-1, 1] to [0, 1], which is what is resampled, and back.
    ends = stats.bootstrap([[(d + 1) / 2 for d in column] for column in (*lows, *highs)])
    # Where some settling leaves no difference, there is none to test.
    tests = stats.holm(
        [p if sum(low) > 0 else 1.0 for p, low in zip(stats.sign_flip(lows), lows, strict=True)]
    )
    return [
        Comparison(
            better.system,
            worse.system,
            better.scores[Level.ROW].f1.low - worse.scores[Level.ROW].f1.high,
            better.scores[Level.ROW].f1.high - worse.scores[Level.ROW].f1.low,
            Interval(2 * low.low - 1, 2 * high.high - 1, low.rough),
            p,
        )
        for (better, worse), low, high, p in zip(
            pairs, ends[: len(pairs)], ends[len(pairs) :], tests, strict=True
        )
    ]


def _ordered(one: RunReport, other: RunReport) -> tuple[RunReport, RunReport]:
    def height(run: RunReport) -> float:
        return run.scores[Level.ROW].f1.low + run.scores[Level.ROW].f1.high

    return (one, other) if height(one) >= height(other) else (other, one)


def _differences(better: RunReport, worse: RunReport, end: str, other_end: str) -> list[float]:
    return [
        getattr(a.scores[Level.ROW].f1, end) - getattr(b.scores[Level.ROW].f1, other_end)
        for a, b in zip(better.tasks, worse.tasks, strict=True)
    ]
