"""What grading one answer found: every row's fate, every cell's verdict, the scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from atlas_grader.answers import RawCell
from atlas_grader.frozen import frozen
from atlas_grader.score import Bounds, Counts, Level, LevelScores
from atlas_grader.verdicts import CellVerdict, Verdict


class Fate(StrEnum):
    """What became of a returned row."""

    MATCHED = "matched"
    """It claims a gold row; its cells are graded."""
    COPY = "copy"
    """It claims a gold row that an earlier row claims too."""
    UNGRADED = "ungraded"
    """It claims a borderline gold row, and leaves the score with it."""
    NEAR_MISS = "near-miss"
    """It is known not to be a member."""
    EXTRA = "extra"
    """It claims nothing, for certain."""
    OPEN = "open"
    """Its name decides nothing; it counts as claiming nothing until a model is asked."""


@frozen
class CellReport:
    """One cell of a returned row that claims a gold row."""

    column: str
    given: str
    """What the answer wrote, verbatim; `""` for a cell that is not there."""
    verdict: CellVerdict
    items: tuple[RawCell, ...] | None = None
    """The items of a cell that was given as a list; `given` is its JSON."""


@frozen
class RowReport:
    """One returned row."""

    index: int
    """Its place in the table graded, from 0."""
    entity: tuple[str, ...]
    """Its name as written, one text for each entity column."""
    fate: Fate
    gold: int | None
    """The gold row it claims."""
    how: str
    """The tier that decided the claim, or why none did."""
    cells: tuple[CellReport, ...] = ()


@frozen
class GoldReport:
    """One gold row: who claims it, and each attribute's verdict at worst over the copies."""

    entity: tuple[str, ...]
    ungraded: bool
    graded_cells: int
    """How many of its cells gold grades."""
    rows: tuple[int, ...]
    """Returned rows that claim it; empty means it was missed."""
    verdicts: Mapping[str, CellVerdict] = field(default_factory=dict)
    """Attribute column → verdict; empty when missed or ungraded."""

    @property
    def failed(self) -> tuple[str, ...]:
        """The columns that keep this row from being right."""
        return tuple(
            column for column, verdict in self.verdicts.items() if verdict.verdict is Verdict.MISMATCH
        )

    @property
    def open(self) -> tuple[str, ...]:
        """The columns that strings alone could not decide."""
        return tuple(
            column for column, verdict in self.verdicts.items() if verdict.verdict is Verdict.UNDECIDED
        )


@frozen
class HeaderReport:
    """Where a column's cells came from."""

    column: str
    header: str | None
    """`None` when the answer has no such column, or none that could be told."""
    how: str
    """The tier that mapped it; `open`, `absent`, or `model` where a model told what its header is, if any."""


@dataclass(frozen=True, slots=True)
class TaskReport:
    """One task, graded. Frozen, so that a report can be kept and compared."""

    task_id: str
    answered: bool
    scores: LevelScores
    counts: Mapping[Level, Counts]
    """The counts behind the low end of each bound."""
    gold: tuple[GoldReport, ...] = ()
    rows: tuple[RowReport, ...] = ()
    headers: tuple[HeaderReport, ...] = ()
    notes: tuple[str, ...] = ()
    loose: bool = False
    """The high ends are not exact: there were too many open pairs."""
    unread: bool = False
    """The answer says something, but holds no table that could be read."""
    judged_cells: int = 0
    """Cells of claimed rows that a model decided, or whose column it placed, at worst over copies."""
    judged_rows: int = 0
    """Rows whose claim a model decided, or the column of whose name it placed."""
    judged_columns: int = 0
    """Columns that a model placed, or found under none of the headers."""

    @property
    def row_f1(self) -> Bounds:
        """The headline figure."""
        return self.scores[Level.ROW].f1

    @property
    def item_f1(self) -> Bounds:
        """F1 over entities and cells."""
        return self.scores[Level.ITEM].f1

    @property
    def discovery_f1(self) -> Bounds:
        """F1 over entities alone."""
        return self.scores[Level.DISCOVERY].f1

    @property
    def open_cells(self) -> int:
        """Cells that strings alone could not decide, at worst over copies."""
        return sum(len(row.open) for row in self.gold)

    @property
    def open_rows(self) -> int:
        """Returned rows whose name decides nothing."""
        return sum(row.fate is Fate.OPEN for row in self.rows)
