"""What a task's score is at least and at most, exactly (grading.md, section 6).

Low counts every open question against the answer. High is found for each figure
separately: over the open cells, and over the ways in which open rows could still
claim the gold rows that nobody claims.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from atlas_grader.assign import Chooser, Gain, best_ratio, most_right
from atlas_grader.frozen import frozen
from atlas_grader.score import Bounds, Counts, Figure, Level, LevelScores, Scores, ratio

# grading.md 6: beyond this many pairs the bounds are loose instead of exact.
MOST_PAIRS = 10_000


@frozen
class CellCounts:
    """The graded cells of one returned row against one gold row, by verdict."""

    matched: int
    open: int
    mismatched: int

    @property
    def graded(self) -> int:
        """How many cells gold grades in the row."""
        return self.matched + self.open + self.mismatched


@frozen
class OpenClaim:
    """Open rows that bear the same name, so that they can only claim the same gold row."""

    rows: int
    pairs: Mapping[int, CellCounts]
    """Unclaimed graded gold row → how the cells compare, at worst over the rows."""
    may_leave: bool
    """Whether they could turn out to be an unclaimed `ungraded` gold row."""


@frozen
class TaskCounts:
    """All that a task's score depends on. `ungraded` gold rows and who claims them are left out."""

    claimed: Sequence[CellCounts]
    """One for each gold row claimed; at worst over its copies."""
    unmatched: int
    """Returned rows that certainly match no gold row: near misses, further copies, nameless rows."""
    open: Sequence[OpenClaim]
    gold: Sequence[int]
    """The number of graded cells of each gold row."""
    attributes: int
    """How many attribute columns the task has."""
    loose: bool = False
    """There were more than `MOST_PAIRS` pairs: every pair counts as right."""

    @property
    def returned_rows(self) -> int:
        """Rows that count as returned while nothing more is settled."""
        return len(self.claimed) + self.unmatched + sum(claim.rows for claim in self.open)


class _End(Enum):
    LOW = "low"
    HIGH = "high"


def low_counts(counts: TaskCounts) -> dict[Level, Counts]:
    """The counts of each level when every open question goes against the answer."""
    return {level: _counts(counts, level, _End.LOW) for level in Level}


def score_task(counts: TaskCounts, ways: Sequence[TaskCounts] = ()) -> LevelScores:
    """Precision, recall and F1 of each level, each with its bounds.

    `ways` are the counts for each way in which something open can turn out, where not all of
    it can be right at once: the high end of a figure is its highest over them.
    """
    scores = {level: _level_scores(counts, level) for level in Level}
    return {level: _at_most(scores[level], [_level_scores(way, level) for way in ways]) for level in Level}


def _at_most(scores: Scores, ways: Sequence[Scores]) -> Scores:
    if not ways:
        return scores
    return Scores(*(Bounds(scores[figure].low, max(way[figure].high for way in ways)) for figure in Figure))


def _level_scores(counts: TaskCounts, level: Level) -> Scores:
    low, high = (_counts(counts, level, end) for end in _End)
    if not counts.open:
        return _between(low, high)
    choosers = [_forced(_all_right(counts, level))] if counts.loose else _choosers(counts, level)
    if high.gold and all(
        not gain.bottom for chooser in choosers for gain in (chooser.alone, *chooser.places) if gain
    ):
        # Only what is right can grow, so that one assignment is the best for all three figures.
        right = high.right + most_right(choosers)
        high = Counts(right, high.returned, high.gold)
        return _between(low, high)

    def most(top: int, bottom: int, figure: Figure) -> float:
        best = best_ratio(Gain(top, bottom), [_of_figure(chooser, figure) for chooser in choosers])
        return min(1.0, ratio(best.numerator, best.denominator))  # the loose bound may exceed 1

    f1 = (
        _empty_gold_f1(counts)
        if not high.gold
        else most(2 * high.right, high.returned + high.gold, Figure.F1)
    )
    return Scores(
        Bounds(low.precision, most(high.right, high.returned, Figure.PRECISION)),
        Bounds(low.recall, most(high.right, high.gold, Figure.RECALL)),
        Bounds(low.f1, f1),
    )


def _between(low: Counts, high: Counts) -> Scores:
    return Scores(
        Bounds(low.precision, high.precision), Bounds(low.recall, high.recall), Bounds(low.f1, high.f1)
    )


def _empty_gold_f1(counts: TaskCounts) -> float:
    """With no gold row, F1 is 1 only if every returned row can leave."""
    stays = counts.claimed or counts.unmatched or any(not claim.may_leave for claim in counts.open)
    return 0.0 if stays else 1.0


def _counts(counts: TaskCounts, level: Level, end: _End) -> Counts:
    """The counts of `level`; at the high end open *cells* are right, open rows still unmatched."""
    rows, gold_rows = counts.returned_rows, len(counts.gold)
    if level is Level.DISCOVERY:
        return Counts(len(counts.claimed), rows, gold_rows)
    claimed = counts.claimed
    if level is Level.ROW:
        return Counts(sum([_right_row(cells, end) for cells in claimed]), rows, gold_rows)
    right = len(claimed) + sum([cells.matched for cells in claimed])
    still_open = sum([cells.open for cells in claimed])
    graded = right + still_open + sum([cells.mismatched for cells in claimed])
    returned = graded + (rows - len(claimed)) * (1 + counts.attributes)
    return Counts(right + (still_open if end is _End.HIGH else 0), returned, gold_rows + sum(counts.gold))


def _right_row(cells: CellCounts, end: _End) -> int:
    return int(not cells.mismatched and not (cells.open and end is _End.LOW))


def _right_units(cells: CellCounts, end: _End) -> int:
    return 1 + cells.matched + (cells.open if end is _End.HIGH else 0)


def _choosers(counts: TaskCounts, level: Level) -> list[Chooser]:
    """Each open claim with what it would add to (right, returned) by claiming each gold row."""
    places = sorted({index for claim in counts.open for index in claim.pairs})
    return [
        Chooser(
            _leaving(claim, counts, level),
            [
                None if index not in claim.pairs else _claiming(claim.pairs[index], counts, level)
                for index in places
            ],
        )
        for claim in counts.open
    ]


def _leaving(claim: OpenClaim, counts: TaskCounts, level: Level) -> Gain:
    """Rows that claim an `ungraded` gold row leave the returned rows; others stay as they are."""
    if not claim.may_leave:
        return Gain(0, 0)
    return Gain(0, -claim.rows * (1 + counts.attributes if level is Level.ITEM else 1))


def _claiming(cells: CellCounts, counts: TaskCounts, level: Level) -> Gain:
    if level is Level.DISCOVERY:
        return Gain(1, 0)
    if level is Level.ROW:
        return Gain(_right_row(cells, _End.HIGH), 0)
    return Gain(_right_units(cells, _End.HIGH), cells.graded - counts.attributes)


def _all_right(counts: TaskCounts, level: Level) -> Gain:
    """Beyond `MOST_PAIRS`: the fullest gold rows are claimed and right, and whatever may leave leaves.

    More than any settling can reach, and found without trying one.
    """
    reachable = {index: cells.graded for claim in counts.open for index, cells in claim.pairs.items()}
    fullest = sorted(reachable.values(), reverse=True)[: len(counts.open)]
    claims = [_claiming(CellCounts(graded, 0, 0), counts, level) for graded in fullest]
    # Of a claim that takes a gold row, one row stays.
    staying = max(0, len(fullest) - sum(not claim.may_leave for claim in counts.open))
    leaving = [_leaving(claim, counts, level) for claim in counts.open]
    unit = 1 + counts.attributes if level is Level.ITEM else 1
    return Gain(
        sum(gain.top for gain in claims),
        sum(gain.bottom for gain in (*claims, *leaving)) + staying * unit,
    )


def _forced(gain: Gain) -> Chooser:
    return Chooser(gain, [])


def _of_figure(chooser: Chooser, figure: Figure) -> Chooser:
    """A chooser's gains as gains of one figure's numerator and denominator."""

    def gain(units: Gain) -> Gain:
        if figure is Figure.RECALL:
            return Gain(units.top, 0)
        if figure is Figure.F1:
            return Gain(2 * units.top, units.bottom)
        return units

    return Chooser(gain(chooser.alone), [place and gain(place) for place in chooser.places])
