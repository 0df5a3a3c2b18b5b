"""Intervals and comparisons over tasks (grading.md, section 6).

Resampling is over tasks and shared: every figure of every system sees the same
resamples, so differences are paired for free. Randomness is the output of SHAKE-256
(FIPS 202) on a named seed, which any language can draw again. Figures are summed side by
side as fields of one wide integer, which is exact and many times faster than one at a time.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import shake_256
from itertools import islice
from math import ceil, floor, sqrt
from operator import getitem

RESAMPLES = 10_000
SEED = 20_261_101
GENERATOR = f"shake256({SEED})"
"""Named in reports."""

CONFIDENCE = 0.95
ROUGH_BELOW = 30
"""grading.md 6: with fewer tasks an interval is called rough."""

_Z = 1.959963984540054  # of a normal distribution, 2.5 % lie above

MOST_TASKS = 1 << 16
# A figure lies in [0, 1]; 40 bits after the point, and room in a field of 64 for the sum over all tasks.
_ONE = 1 << 40
_FIELD = 64

# Enough parts to keep every processor busy.
_PARTS = tuple(range(start, start + RESAMPLES // 10) for start in range(0, RESAMPLES, RESAMPLES // 10))

Spread = Callable[[Callable[[range], list[int]], Iterable[range]], Iterable[list[int]]]
Pair = tuple[int, int]
"""Places of two columns: the difference is the first less the second."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % percentile bootstrap interval; `rough` when there are few tasks."""

    low: float
    high: float
    rough: bool

    def to(self, other: Interval) -> Interval:
        """From this interval's lower end to `other`'s upper end."""
        return Interval(self.low, other.high, self.rough)


class Bootstrap:
    """The resampled sums of columns of per-task figures, tasks sorted by id.

    Every column has one figure in [0, 1] for each task; no task gives intervals [0, 0].
    Resample `r` draws from SHAKE-256 of `{SEED}/resample/{r}`: little-endian 16-bit
    words, each the task `word // k` with `k = 65,536 // tasks`, words past the last
    task passed over. Raises `ValueError` above 65,536 tasks.

    >>> Bootstrap([[0.5, 0.5, 0.5]]).interval(0)
    Interval(low=0.5, high=0.5, rough=True)
    """

    def __init__(self, columns: Sequence[Sequence[float]], spread: Spread = map) -> None:
        """Resample now; `spread` maps a function over parts of the work, in order, on several processors."""
        self._tasks = len(columns[0]) if columns else 0
        if self._tasks > MOST_TASKS:
            raise ValueError(f"at most {MOST_TASKS:,} tasks can be resampled, not {self._tasks:,}")
        self._sums: list[Sequence[int]] = []
        if self._tasks:
            parts = spread(partial(_resampled, _pack(columns)), _PARTS)
            self._sums = _unpack([wide for part in parts for wide in part], len(columns))

    def interval(self, column: int) -> Interval:
        """Of a column's mean."""
        return self._percentiles(self._sums[column] if self._tasks else ())

    def difference(self, pair: Pair) -> Interval:
        """Of the difference of two columns' means, paired over tasks."""
        one, other = (self._sums[column] if self._tasks else () for column in pair)
        return self._percentiles([a - b for a, b in zip(one, other, strict=True)])

    def _percentiles(self, sums: Iterable[int]) -> Interval:
        """The 2.5th and 97.5th percentile, by the nearest rank."""
        ordered = sorted(sums) or [0]
        tail = (1 - CONFIDENCE) / 2
        low = ordered[floor(tail * len(ordered))]
        high = ordered[min(len(ordered) - 1, ceil((1 - tail) * len(ordered)) - 1)]
        whole = _ONE * max(1, self._tasks)
        return Interval(low / whole, high / whole, rough=self._tasks < ROUGH_BELOW)


def _resampled(packed: Sequence[int], resamples: range) -> list[int]:
    """The wide sum of each of some resamples."""
    tasks = len(packed)
    share = MOST_TASKS // tasks
    # One entry for each word; those past the last task add nothing, not even to the count of draws.
    counted = [wide << _FIELD | 1 for wide in packed]
    drawn = [wide for wide in counted for _ in range(share)] + [0] * (MOST_TASKS - share * tasks)
    return [_resample(resample, drawn.__getitem__, tasks) for resample in resamples]


def _resample(resample: int, drawn: Callable[[int], int], tasks: int) -> int:
    """The sum of as many draws as there are tasks."""
    length = tasks + tasks // 8 + 64
    while True:
        words = array("H", _digest(f"resample/{resample}", 2 * length))
        if sys.byteorder == "big":
            words.byteswap()
        whole = sum(map(drawn, words[:tasks]))
        for word in islice(words, tasks, None):
            if whole & (MOST_TASKS * 2 - 1) == tasks:
                return whole >> _FIELD
            whole += drawn(word)
        length *= 2  # a longer output begins with the shorter one


def sign_flip(columns: Sequence[Sequence[float]], pairs: Sequence[Pair]) -> list[float]:
    """Two-sided p-value, for each pair of columns, that the mean of their differences is not 0.

    A flip turns around a random half of the tasks, the same for all pairs; p is
    (b + 1) / (B + 1), b the flips whose mean is at least as far from 0 as the observed
    one. Flip `f` keeps task `t` where bit `t % 8` of byte `t // 8` of SHAKE-256 of
    `{SEED}/flip/{f}` is set.
    """
    packed = _pack(columns)
    blocks = [_subset_sums(packed[start : start + 8]) for start in range(0, len(packed), 8)]
    kept = [sum(map(getitem, blocks, _digest(f"flip/{flip}", len(blocks)))) for flip in range(RESAMPLES)]
    sums = _unpack([sum(packed), *kept], len(columns))
    return [_p_value([a - b for a, b in zip(sums[one], sums[other], strict=True)]) for one, other in pairs]


def _p_value(differences: Sequence[int]) -> float:
    """From the sum of all differences, then that of each flip's kept ones."""
    total, *kept = differences
    beaten = sum(abs(2 * part - total) >= abs(total) for part in kept)
    return (beaten + 1) / (RESAMPLES + 1)


def _digest(purpose: str, length: int) -> bytes:
    """The first bytes of the stream drawn for one purpose."""
    return shake_256(f"{SEED}/{purpose}".encode()).digest(length)


def _subset_sums(packed: Sequence[int]) -> list[int]:
    """The sum of each subset of up to eight numbers, in the order of the subsets' bits."""
    sums = [0]
    for wide in packed:
        sums += [wide + below for below in sums]
    return sums * (256 // len(sums))


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


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Wilson's score interval (1927) of a share, 95 %; `whole` is at least 1.

    >>> wilson(10, 10)[1], round(wilson(10, 10)[0], 4)
    (1.0, 0.7225)
    """
    centre, scale = part + _Z * _Z / 2, whole + _Z * _Z
    spread = _Z * sqrt(part * (whole - part) / whole + _Z * _Z / 4)
    low = 0.0 if part == 0 else (centre - spread) / scale
    return low, 1.0 if part == whole else (centre + spread) / scale


def _pack(columns: Sequence[Sequence[float]]) -> list[int]:
    """One wide integer a task: each column's figure in its own field."""
    fixed = [
        [round(figure * _ONE).to_bytes(_FIELD // 8, "little") for figure in column] for column in columns
    ]
    return [int.from_bytes(b"".join(fields), "little") for fields in zip(*fixed, strict=True)]


def _unpack(wides: Sequence[int], columns: int) -> list[Sequence[int]]:
    """Each column's field of all wide integers."""
    fields = array("Q", b"".join(wide.to_bytes(columns * _FIELD // 8, sys.byteorder) for wide in wides))
    places = range(columns) if sys.byteorder == "little" else reversed(range(columns))
    return [fields[place::columns] for place in places]
