"""The verdicts on an answer's cells, row by row (grading.md 4, copies, and 5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from atlas_grader.answers import Untold
from atlas_grader.compiled import CompiledTask
from atlas_grader.grading.claiming import ClaimedRows, Row
from atlas_grader.grading.settling import JUDGED, is_worth_asking, most_asked, settled, told_by_model
from atlas_grader.parse.fit import FittedTable
from atlas_grader.questions import Docket
from atlas_grader.tasks import State
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

Verdicts = Mapping[str, CellVerdict]
"""Attribute column → verdict."""

# At worst over copies: a mismatch, then an open question, then a match (grading.md 4).
_SEVERITY: Mapping[Verdict, int] = {
    Verdict.MISMATCH: 3,
    Verdict.UNDECIDED: 2,
    Verdict.MATCH: 1,
    Verdict.UNGRADED: 0,
}

_DECIDED = frozenset({Verdict.MATCH, Verdict.MISMATCH})
_OPEN_COLUMN = undecided(Reason.OPEN_COLUMN, "no header could be told to be this column")
_UNTOLD_CELL = undecided(Reason.OPEN_COLUMN, "which cell of the answer is this one could not be told")
_UNGRADED = CellVerdict(Verdict.UNGRADED, Reason.UNGRADED)


class Matched:
    """One answer against one gold table: who claims which row, and every verdict."""

    def __init__(
        self, compiled: CompiledTask, fitted: FittedTable, claimed: ClaimedRows, docket: Docket | None = None
    ) -> None:
        """`docket` tells, and is told, what a model is asked of cells that strings leave open."""
        self.compiled = compiled
        self.fitted = fitted
        self.gold = compiled.gold.rows
        headers = {heading.column: heading.header for heading in fitted.headings}
        self.places = [
            (
                column.name,
                fitted.places.get(column.name),
                column.name in fitted.open_columns,
                compiled.beneath(column.name, headers[column.name]),
            )
            for column in compiled.attributes
        ]
        self._by_model = {
            column: place is not None for column, place, *_ in self.places if column in fitted.by_model
        }
        self.rows = claimed.rows
        self.claimants = _by_gold(claimed.rows)
        self.unclaimed = frozenset(range(len(self.gold))) - self.claimants.keys()
        self.verdicts = {
            gold: [self.match(gold, row) for row in rows]
            for gold, rows in self.claimants.items()
            if not self.gold[gold].ungraded
        }
        if docket is not None:
            self._settle(docket)
            self._tell_columns()
        self.open = [row for row in claimed.rows if row.claim.open and self.possible(row)]

    def _settle(self, docket: Docket) -> None:
        """Put a model's rulings in the place of what is undecided of the rows that claim a gold row."""
        left = most_asked(sum(self.compiled.graded_cells))
        for gold, copies in self.verdicts.items():
            for column, place, _, headed in self.places:
                # What one copy has wrong, no other can make right.
                if place is None or any(copy[column].verdict is Verdict.MISMATCH for copy in copies):
                    continue
                for row, copy in zip(self.claimants[gold], copies, strict=True):
                    if not (left and is_worth_asking(copy[column])):
                        continue
                    unit = None if headed is None else headed.unit
                    cell = self.compiled.clean[column](row.raw[place])
                    question = self.compiled.wording.cell(gold, column, cell, unit)
                    if question is not None:
                        left -= 1
                        copy[column] = settled(copy[column], question, docket)

    def _tell_columns(self) -> None:
        """Tell of each cell whose column a model placed, or found missing, that it did."""
        for copies in self.verdicts.values():
            for copy in copies:
                for column, has_header in self._by_model.items():
                    copy[column] = told_by_model(copy[column], has_header=has_header)

    @property
    def judged_cells(self) -> int:
        """Decided cells of claimed rows that would be open without a model, at worst over copies."""
        found = (item for copies in self.verdicts.values() for item in worst(copies).items())
        return sum(
            verdict.reason in JUDGED or (column in self._by_model and verdict.verdict in _DECIDED)
            for column, verdict in found
        )

    def match(self, gold: int, row: Row) -> dict[str, CellVerdict]:
        """The verdict on each attribute cell of one returned row against one gold row."""
        verdicts = {}
        for (column, place, is_open, headed), cell in zip(self.places, self.compiled.row(gold), strict=True):
            raw = None if place is None else row.raw[place]
            if is_open or type(raw) is Untold:
                ungraded = self.gold[gold].cells[column].state is State.UNGRADED
                unread = _OPEN_COLUMN if is_open else _UNTOLD_CELL
                verdicts[column] = _UNGRADED if ungraded else unread
            else:
                verdicts[column] = cell(raw) if headed is None else headed.judge(cell, raw)
        return verdicts

    def possible(self, row: Row) -> frozenset[int]:
        """The gold rows that an open row could still be."""
        return self.unclaimed if row.claim.possible is None else self.unclaimed & row.claim.possible


def worst(copies: Sequence[Verdicts]) -> Verdicts:
    """Each attribute's verdict at worst over the copies; of equals, the first."""
    if len(copies) == 1:
        return copies[0]
    return {
        column: max((copy[column] for copy in copies), key=lambda verdict: _SEVERITY[verdict.verdict])
        for column in copies[0]
    }


def _by_gold(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Gold row → the rows that claim it, in the order returned."""
    claimants = defaultdict(list)
    for row in rows:
        if row.claim.gold is not None:
            claimants[row.claim.gold].append(row)
    return dict(claimants)
