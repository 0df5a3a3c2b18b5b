"""The best one-to-one assignment, and the best ratio an assignment can reach."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from atlas_grader.frozen import frozen


@frozen
class Gain:
    """What one choice adds to a ratio's numerator and to its denominator."""

    top: int
    bottom: int


NOTHING = Gain(0, 0)


@frozen
class Chooser:
    """One who chooses at most one place, which no other may have, or stays `alone`."""

    alone: Gain
    places: Sequence[Gain | None]
    """What each place would add; `None` where it is out of reach."""


def best_ratio(base: Gain, choosers: Sequence[Chooser]) -> Fraction:
    """The largest `top / bottom` over all assignments of choosers to places; 0 over 0 is 0.

    Dinkelbach's method: guess the ratio, find the assignment that beats the guess by
    most, take its ratio as the next guess. Exact, since all counts are integers, and
    it needs two or three rounds in practice.
    """
    guess = Fraction(0)
    while True:
        chosen = _best_choices(choosers, guess)
        top = base.top + sum(gain.top for gain in chosen)
        bottom = base.bottom + sum(gain.bottom for gain in chosen)
        if bottom <= 0 or Fraction(top, bottom) <= guess:
            return guess
        guess = Fraction(top, bottom)


def most_right(choosers: Sequence[Chooser]) -> int:
    """The most that an assignment can add to the numerator."""
    return sum(gain.top for gain in _best_choices(choosers, Fraction(0)))


def _best_choices(choosers: Sequence[Chooser], guess: Fraction) -> list[Gain]:
    """The choices that maximise the sum of `top - guess * bottom`."""

    def worth(gain: Gain) -> int:
        return gain.top * guess.denominator - gain.bottom * guess.numerator

    worths = [
        [0 if place is None else max(0, worth(place) - worth(chooser.alone)) for place in chooser.places]
        for chooser in choosers
    ]
    return [
        chooser.alone if place is None else chooser.places[place] or chooser.alone
        for chooser, place in zip(choosers, assign(worths), strict=True)
    ]


def assign(worths: Sequence[Sequence[int]]) -> list[int | None]:
    """For each row the column it takes so that the total worth is greatest; 0 is never taken.

    Worths are 0 or more. The common case, in which every row's favourite column is
    free, is answered at once; the rest by the Hungarian method, O(shorter² · longer side).

    >>> assign([[3, 2], [3, 1]])
    [1, 0]
    """
    taken: dict[int, int] = {}
    for row, line in enumerate(worths):
        best = max(line, default=0)
        favourite = next((c for c, worth in enumerate(line) if worth == best and c not in taken), None)
        if best and favourite is None:
            return _hungarian(worths) if len(worths) <= len(line) else _upright(worths)
        if best and favourite is not None:
            taken[favourite] = row
    return _by_row(taken, worths)


def _upright(worths: Sequence[Sequence[int]]) -> list[int | None]:
    """The same where there are more rows than columns, in time that grows with the rows only."""
    rows = _hungarian([list(column) for column in zip(*worths, strict=True)])
    return _by_row({column: row for column, row in enumerate(rows) if row is not None}, worths)


def _by_row(taken: dict[int, int], worths: Sequence[Sequence[int]]) -> list[int | None]:
    places: list[int | None] = [None] * len(worths)
    for column, row in taken.items():
        if worths[row][column] > 0:
            places[row] = column
    return places


def _hungarian(worths: Sequence[Sequence[int]]) -> list[int | None]:  # noqa: PLR0915 (one algorithm, kept whole)
    """Shortest augmenting paths with potentials (Kuhn 1955; Jonker and Volgenant 1987)."""
    width = max(len(worths), len(worths[0]))
    top = max(map(max, worths))
    costs = [[top - worth for worth in line] + [top] * (width - len(line)) for line in worths]
    infinity = (top + 1) * (width + 1)
    row_potential = [0] * (len(costs) + 1)
    column_potential = [0] * (width + 1)
    owner = [0] * (width + 1)  # 1-based row that holds each column; 0 is nobody
    for row in range(1, len(costs) + 1):
        owner[0] = row
        column = 0
        slack = [infinity] * (width + 1)
        came_from = [0] * (width + 1)
        done = [False] * (width + 1)
        while owner[column]:
            done[column] = True
            holder = owner[column]
            line = costs[holder - 1]
            delta, nearest = infinity, 0
            for c in range(1, width + 1):
                if done[c]:
                    continue
                reduced = line[c - 1] - row_potential[holder] - column_potential[c]
                if reduced < slack[c]:
                    slack[c], came_from[c] = reduced, column
                if slack[c] < delta:
                    delta, nearest = slack[c], c
            for c in range(width + 1):
                if done[c]:
                    row_potential[owner[c]] += delta
                    column_potential[c] -= delta
                else:
                    slack[c] -= delta
            column = nearest
        while column:
            owner[column] = owner[came_from[column]]
            column = came_from[column]
    real = len(worths[0])
    return _by_row({c - 1: owner[c] - 1 for c in range(1, real + 1) if owner[c]}, worths)
