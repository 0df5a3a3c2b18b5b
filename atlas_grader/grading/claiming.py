"""Which of an answer's rows are rows, and which gold row each claims (grading.md 2.4, 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import repeat

from atlas_grader.align.claims import Claim
from atlas_grader.answers import Cell, RawCell
from atlas_grader.compiled import CompiledTask
from atlas_grader.frozen import frozen
from atlas_grader.parse.fit import FittedTable
from atlas_grader.parse.ranks import without_rank

_UNTOLD = Claim(open=True, detail="no header could be told to be the name's")
_PLACED = "the judge told where the names stand"


@frozen
class Row:
    """A returned row with its claim."""

    index: int
    name: tuple[Cell, ...]
    raw: Sequence[RawCell]
    claim: Claim


@frozen
class ClaimedRows:
    """An answer's rows, and how many more are none."""

    rows: Sequence[Row]
    dropped: int
    """Empty rows."""
    asides: int
    """Captions and totals."""
    judged: int = 0
    """Rows whose claim would be open without a model."""


def claim_rows(compiled: CompiledTask, fitted: FittedTable) -> ClaimedRows:
    """Every returned row with its claim."""
    return _Claiming(compiled, fitted).rows()


class _Claiming:
    """One answer's rows beside one gold table."""

    def __init__(self, compiled: CompiledTask, fitted: FittedTable) -> None:
        self.compiled = compiled
        self.fitted = fitted
        # Nobody can point at the names: a part of them may stand under a header that could not be told.
        self.is_open = not fitted.open_columns.isdisjoint(compiled.task.entity_columns)

    def rows(self) -> ClaimedRows:
        claimed = [self._claimed(index, raw) for index, raw in enumerate(self.fitted.rows)]
        captions = self.fitted.captions
        if not self.fitted.names_by_model and any(
            _names_an_entity(claimed[index].claim) for index in captions
        ):
            captions = frozenset()
        rows, dropped, asides = [], 0, 0
        for row in claimed:
            if row.index in captions or (row.index in self.fitted.totals and self._is_aside(row.claim)):
                asides += 1
            elif row.claim.gold is None and self._says_nothing(row.raw):
                dropped += 1
            else:
                rows.append(row)
        judged = sum(not row.claim.open for row in rows) if self.fitted.names_by_model else 0
        return ClaimedRows(rows, dropped, asides, judged)

    def _claimed(self, index: int, raw: Sequence[RawCell]) -> Row:
        name = tuple([self._clean(raw, column) for column in self.compiled.task.entity_columns])
        if self.is_open:
            return Row(index, name, raw, _UNTOLD)
        claim = self.compiled.claims.claim(name)
        if self.fitted.ranked and claim.gold is None and not claim.near_miss:
            name = tuple(map(self._unranked, self.compiled.task.entity_columns, name, repeat(raw)))
            claim = self.compiled.claims.claim(name)
        if self.fitted.names_by_model:
            claim = replace(claim, detail=f"{claim.detail}; {_PLACED}")
        return Row(index, name, raw, claim)

    def _unranked(self, column: str, cell: Cell, raw: Sequence[RawCell]) -> Cell:
        """The cell without the number of its row, where all names of its column have one."""
        if column != self.fitted.ranked:
            return cell
        return self.compiled.clean[column](without_rank(self.fitted.cell(raw, column)))

    def _clean(self, raw: Sequence[RawCell], column: str) -> Cell:
        return self.compiled.clean[column](self.fitted.cell(raw, column))

    def _is_aside(self, claim: Claim) -> bool:
        """Whether the name of a total is no gold row's; before a model is asked, none can be told."""
        return claim.gold is None or self.fitted.names_by_model

    def _says_nothing(self, raw: Sequence[RawCell]) -> bool:
        """Whether every cell that is, or could be, a column's is empty."""
        doubted = (*self.fitted.open_places, *self.fitted.settled_places)
        return not any(raw[place] for place in doubted) and all(
            self.compiled.blanks[column].read(self._clean(raw, column)) is not None
            for column in self.fitted.places
        )


def _names_an_entity(claim: Claim) -> bool:
    """Whether a name is known to be an entity's: a gold row's, or a near miss."""
    return claim.gold is not None or claim.near_miss
