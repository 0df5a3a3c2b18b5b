"""Intervals and comparisons over tasks (grading.md, section 6).

Resampling is over tasks, seeded and shared: every figure of every system sees the
same resamples, so differences are paired for free. Figures are resampled side by
side as fields of one wide integer, which is exact and about fifty times faster than
one at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from math import ceil, floor
from random import Random

RESAMPLES = 10_000
SEED = 20_261_101
GENERATOR = f"mt19937({SEED})"
"""Named in reports. Only `Random.random` is used, whose stream Python keeps stable."""

CONFIDENCE = 0.95
ROUGH_BELOW = 30
"""grading.md 6: with fewer tasks an interval is called rough."""

# A figure lies in [0, 1] (a difference in [-1, 1], shifted to [0, 2]); 40 bits after the
# point, and room for the sum over 2^20 tasks.
_POINT = 40
_WIDTH = _POINT + 22
_ONE = 1 << _POINT
_FIELD = (1 << _WIDTH) - 1


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % percentile bootstrap interval; `rough` when there are few tasks."""

    low: float
    high: float
    rough: bool


def bootstrap(columns: Sequence[Sequence[float]]) -> list[Interval]:
    """One interval for the mean of each column of per-task figures, tasks sorted by id.

    Every column has one figure in [0, 1] for each task. No task gives [0, 0].

    >>> bootstrap([[0.5, 0.5, 0.5]])
    [Interval(low=0.5, high=0.5, rough=True)]
    """
    tasks = len(columns[0]) if columns else 0
    if not tasks:
        return [Interval(0.0, 0.0, rough=True) for _ in columns]
    packed = _pack(columns)
    random = Random(SEED).random
    sums = [
        sum(map(packed.__getitem__, [int(random() * tasks) for _ in range(tasks)])) for _ in range(RESAMPLES)
    ]
    return [_percentiles(_field(sums, place), tasks) for place in range(len(columns))]


def sign_flip(differences: Sequence[Sequence[float]]) -> list[float]:
    """Two-sided p-value that the mean of each column of paired differences is not 0.

    Signs are flipped at random and together for all columns; p is (b + 1) / (B + 1),
    b the flips whose mean is at least as far from 0 as the observed one. Every column
    has one difference in [-1, 1] for each task.
    """
    tasks = len(differences[0]) if differences else 0
    if not tasks:
        return [1.0 for _ in differences]
    packed = _pack([[difference + 1 for difference in column] for column in differences])
    random = Random(SEED).random
    kept = [
        (sum(compress(packed, signs)), sum(signs))
        for signs in ([random() < 0.5 for _ in range(tasks)] for _ in range(RESAMPLES))
    ]
    whole = sum(packed)
    return [_p_value(whole, kept, place, tasks) for place in range(len(differences))]


def _p_value(whole: int, kept: Sequence[tuple[int, int]], place: int, tasks: int) -> float:
    """Sum of flipped differences = twice the kept part less the whole, each less its shift."""
    total = (whole >> (place * _WIDTH) & _FIELD) - tasks * _ONE
    beaten = sum(
        abs(2 * ((part >> (place * _WIDTH) & _FIELD) - count * _ONE) - total) >= abs(total)
        for part, count in kept
    )
    return (beaten + 1) / (RESAMPLES + 1)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment (Holm 1979): the family-wise p-value of each test.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda index: (p_values[index], index))
    adjusted = [0.0] * len(p_values)
    running = 0.0
    for rank, index in enumerate(order):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = running
    return adjusted


def _pack(columns: Sequence[Sequence[float]]) -> list[int]:
    """One wide integer a task: each column's figure in its own field."""
    packed = []
    for figures in zip(*columns, strict=True):
        wide = 0
        for figure in reversed(figures):
            wide = wide << _WIDTH | round(figure * _ONE)
        packed.append(wide)
    return packed


def _field(sums: Sequence[int], place: int) -> list[int]:
    return sorted(wide >> (place * _WIDTH) & _FIELD for wide in sums)


def _percentiles(ordered: Sequence[int], tasks: int) -> Interval:
    """The 2.5th and 97.5th percentile, by the nearest rank."""
    tail = (1 - CONFIDENCE) / 2
    low = ordered[floor(tail * len(ordered))]
    high = ordered[min(len(ordered) - 1, ceil((1 - tail) * len(ordered)) - 1)]
    return Interval(low / _ONE / tasks, high / _ONE / tasks, rough=tasks < ROUGH_BELOW)
