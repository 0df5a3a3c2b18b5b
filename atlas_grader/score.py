"""Counts become precision, recall and F1 here, and nowhere else (grading.md, section 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from math import fsum

from atlas_grader.frozen import frozen


class Level(StrEnum):
    """The three questions a score answers, from the mildest to the headline."""

    DISCOVERY = "discovery"
    ITEM = "item"
    ROW = "row"


class Figure(StrEnum):
    """The three ratios of each level."""

    PRECISION = "precision"
    RECALL = "recall"
    F1 = "f1"


@frozen
class Counts:
    """How many units are right, out of how many returned and how many gold holds."""

    right: int
    returned: int
    gold: int

    def __post_init__(self) -> None:
        if not 0 <= self.right <= min(self.returned, self.gold):
            raise ValueError(f"{self.right} right of {self.returned} returned and {self.gold} in gold")

    @property
    def precision(self) -> float:
        """Share of the returned units that are right; 0 when nothing was returned."""
        return ratio(self.right, self.returned)

    @property
    def recall(self) -> float:
        """Share of gold's units that were found; 0 when gold is empty."""
        return ratio(self.right, self.gold)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 1 where nothing was asked and nothing returned.

        >>> Counts(right=3, returned=4, gold=6).f1
        0.6
        >>> Counts(right=0, returned=0, gold=0).f1
        1.0
        """
        if not self.gold:
            return 0.0 if self.returned else 1.0
        return ratio(2 * self.right, self.returned + self.gold)


def ratio(part: int, whole: int) -> float:
    """`part / whole`, and 0 over 0 (grading.md, section 6)."""
    return part / whole if whole else 0.0


@frozen
class Bounds:
    """A figure while questions are open: what it is at least, and at most."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= 1:
            raise ValueError(f"bounds out of order: [{self.low}, {self.high}]")

    @property
    def settled(self) -> bool:
        """Nothing open can move this figure."""
        return self.low == self.high


ZERO = Bounds(0.0, 0.0)


@frozen
class Scores:
    """Precision, recall and F1 of one level."""

    precision: Bounds
    recall: Bounds
    f1: Bounds

    def __getitem__(self, figure: Figure) -> Bounds:
        return _FIGURES[figure](self)


_FIGURES: Mapping[Figure, Callable[[Scores], Bounds]] = {
    Figure.PRECISION: lambda scores: scores.precision,
    Figure.RECALL: lambda scores: scores.recall,
    Figure.F1: lambda scores: scores.f1,
}

LevelScores = Mapping[Level, Scores]

NO_ANSWER: LevelScores = {level: Scores(ZERO, ZERO, ZERO) for level in Level}
"""A task without an answer scores 0 (grading.md, section 6)."""


def mean_scores(tasks: Iterable[LevelScores]) -> LevelScores:
    """The mean over tasks of every figure; all zeros when there is no task."""
    listed = list(tasks)

    def mean(level: Level, figure: Figure) -> Bounds:
        return mean_bounds([task[level][figure] for task in listed])

    return {level: Scores(*(mean(level, figure) for figure in Figure)) for level in Level}


def mean_bounds(bounds: list[Bounds]) -> Bounds:
    """The mean of each end. Summed exactly, so that no order of tasks moves a digit."""
    if not bounds:
        return ZERO
    low = fsum(b.low for b in bounds) / len(bounds)
    high = fsum(b.high for b in bounds) / len(bounds)
    return Bounds(min(low, 1.0), min(max(low, high), 1.0))
