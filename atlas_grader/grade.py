"""Grade one answer: parse → align → match → score, one screen each.

Grading is pure, and shares nothing but caches of pure results: it is safe in threads
and processes, and nothing that an answer holds can move another answer's verdict.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, repeat

from atlas_grader.align.claims import Claim
from atlas_grader.answers import Cell, Content, RawCell, Untold
from atlas_grader.bounds import MOST_PAIRS, CellCounts, OpenClaim, TaskCounts, low_counts, score_task
from atlas_grader.cleaning import verbatim
from atlas_grader.compiled import CompiledTask
from atlas_grader.names.keys import exact_key
from atlas_grader.parse.fit import FittedTable, fit_answer
from atlas_grader.parse.ranks import without_rank
from atlas_grader.task_report import CellReport, Fate, GoldReport, HeaderReport, RowReport, TaskReport
from atlas_grader.tasks import State
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

# At worst over copies: a mismatch, then an open question, then a match (grading.md 4).
_SEVERITY: Mapping[Verdict, int] = {
    Verdict.MISMATCH: 3,
    Verdict.UNDECIDED: 2,
    Verdict.MATCH: 1,
    Verdict.UNGRADED: 0,
}

_OPEN_COLUMN = undecided(Reason.OPEN_COLUMN, "no header could be told to be this column")
_UNTOLD_CELL = undecided(
    Reason.OPEN_COLUMN, "the table that gives this column may call the row by another name"
)
_UNGRADED = CellVerdict(Verdict.UNGRADED, Reason.UNGRADED)

_UNTOLD = Claim(open=True, detail="no header could be told to be the name's")

_Verdicts = Mapping[str, CellVerdict]


@dataclass(frozen=True, slots=True)
class _Row:
    """A returned row with its claim."""

    index: int
    name: tuple[Cell, ...]
    raw: Sequence[RawCell]
    claim: Claim


def grade_task(compiled: CompiledTask, content: Content, *, given: bool = True) -> TaskReport:
    """Grade what one system returned for one task (grading.md, sections 2 to 6).

    Without `given`, the report's rows leave out what was given in each cell.
    """
    return _Grading(compiled, fit_answer(content, compiled.task, compiled.reads, compiled)).report(
        given=given
    )


class _Grading:
    """One answer against one gold table, from claims to report."""

    def __init__(self, compiled: CompiledTask, fitted: FittedTable) -> None:
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
        self.rows, self.dropped, self.asides = self._claimed_rows()
        self.claimants = _by_gold(self.rows)
        self.unclaimed = frozenset(range(len(self.gold))) - self.claimants.keys()
        self.verdicts = {
            gold: [self._judge(gold, row) for row in rows]
            for gold, rows in self.claimants.items()
            if not self.gold[gold].ungraded
        }
        self.open = [row for row in self.rows if row.claim.open and self._possible(row)]

    def _claimed_rows(self) -> tuple[list[_Row], int, int]:
        """Every returned row with its claim; how many were empty, and captions or totals (grading.md 2.4)."""
        claimed = [self._claimed(index, raw) for index, raw in enumerate(self.fitted.rows)]
        captions = self.fitted.captions
        if any(_names_an_entity(claimed[index].claim) for index in captions):
            captions = frozenset()
        rows, dropped, asides = [], 0, 0
        for row in claimed:
            if row.index in captions or (row.claim.gold is None and row.index in self.fitted.totals):
                asides += 1
            elif row.claim.gold is None and self._says_nothing(row.raw):
                dropped += 1
            else:
                rows.append(row)
        return rows, dropped, asides

    def _claimed(self, index: int, raw: Sequence[RawCell]) -> _Row:
        name = tuple(self._clean(raw, column) for column in self.compiled.task.entity_columns)
        if self._name_is_open:
            return _Row(index, name, raw, _UNTOLD)
        claim = self.compiled.claims.claim(name)
        if self.fitted.ranked and claim.gold is None and not claim.near_miss:
            name = tuple(map(self._unranked, self.compiled.task.entity_columns, name, repeat(raw)))
            claim = self.compiled.claims.claim(name)
        return _Row(index, name, raw, claim)

    def _unranked(self, column: str, cell: Cell, raw: Sequence[RawCell]) -> Cell:
        """The cell without the number of its row, where all names of its column have one."""
        if column != self.fitted.ranked:
            return cell
        return self.compiled.clean[column](without_rank(self.fitted.cell(raw, column)))

    @property
    def _name_is_open(self) -> bool:
        """Nobody can point at the names: a part of them may stand under a header that could not be told."""
        return not self.fitted.open_columns.isdisjoint(self.compiled.task.entity_columns)

    def _clean(self, raw: Sequence[RawCell], column: str) -> Cell:
        return self.compiled.clean[column](self.fitted.cell(raw, column))

    def _says_nothing(self, raw: Sequence[RawCell]) -> bool:
        """Whether every cell that is, or could be, a column's is empty."""
        return not any(raw[place] for place in self.fitted.open_places) and all(
            self.compiled.blanks[column].read(self._clean(raw, column)) is not None
            for column in self.fitted.places
        )

    def _judge(self, gold: int, row: _Row) -> _Verdicts:
        """The verdict on each attribute cell of one returned row against one gold row."""
        verdicts = {}
        for (column, place, is_open, headed), judge in zip(self.places, self.compiled.row(gold), strict=True):
            raw = None if place is None else row.raw[place]
            if is_open or type(raw) is Untold:
                ungraded = self.gold[gold].cells[column].state is State.UNGRADED
                unread = _OPEN_COLUMN if is_open else _UNTOLD_CELL
                verdicts[column] = _UNGRADED if ungraded else unread
            else:
                verdicts[column] = judge(raw) if headed is None else headed.judge(judge, raw)
        return verdicts

    def _possible(self, row: _Row) -> frozenset[int]:
        """The gold rows that an open row could still be."""
        return self.unclaimed if row.claim.possible is None else self.unclaimed & row.claim.possible

    def report(self, *, given: bool) -> TaskReport:
        """All that was found, and the scores that follow from it."""
        counts = self._counts()
        ways = [self._counts(absent) for absent in self._ways()]
        notes = [f"{self.dropped} empty row{'s'[: self.dropped > 1]} dropped"] if self.dropped else []
        if self.asides:
            notes.append(f"{self.asides} captions and totals are no rows")
        return TaskReport(
            task_id=self.compiled.task.id,
            answered=True,
            scores=score_task(counts, ways),
            counts=low_counts(counts),
            gold=tuple(self._gold_report(gold) for gold in range(len(self.gold))),
            rows=self._row_reports(given=given),
            headers=tuple(HeaderReport(h.column, h.header, h.how) for h in self.fitted.headings),
            notes=(*self.fitted.notes, *self._headed(), *notes),
            loose=counts.loose,
        )

    def _headed(self) -> Iterator[str]:
        """Which bare numbers are read in a unit of their header."""
        for column, _, _, headed in self.places:
            if headed is not None:
                yield f'bare numbers of column "{column}" are read in its header\'s unit, "{headed.unit}"'

    def _ways(self) -> Iterator[frozenset[str]]:
        """Which of the open columns are absent, for each choice of those that have a header."""
        still_open = self.fitted.open_columns
        attributes = [column.name for column in self.compiled.attributes if column.name in still_open]
        headers = len(self.fitted.open_places) - (len(still_open) - len(attributes))
        if self.fitted.one_each and headers < len(attributes):
            for having in combinations(attributes, max(0, headers)):
                yield frozenset(attributes).difference(having)

    def _counts(self, absent: frozenset[str] = frozenset()) -> TaskCounts:
        """The counts that the score depends on; who claims an `ungraded` row is left out.

        `absent` are open columns that are taken to have no header.
        """
        claimed = [
            _cell_counts(self._without(gold, _worst(copies), absent))
            for gold, copies in self.verdicts.items()
        ]
        copies = sum(len(copies) - 1 for copies in self.verdicts.values())
        unnamed = sum(row.claim.gold is None for row in self.rows) - len(self.open)
        loose = sum(len(self._possible(row)) for row in self.open) > MOST_PAIRS
        return TaskCounts(
            claimed=claimed,
            unmatched=copies + unnamed,
            open=[self._open_claim(rows, absent, loose=loose) for rows in _same_names(self.open)],
            gold=[
                graded
                for graded, row in zip(self.compiled.graded_cells, self.gold, strict=True)
                if not row.ungraded
            ],
            attributes=len(self.compiled.attributes),
            loose=loose,
        )

    def _without(self, gold: int, verdicts: _Verdicts, absent: frozenset[str]) -> _Verdicts:
        """The verdicts on a row that has no cells in some columns."""
        if not absent:
            return verdicts
        judges = zip(self.compiled.attributes, self.compiled.row(gold), strict=True)
        return {
            column.name: judge(None) if column.name in absent else verdicts[column.name]
            for column, judge in judges
        }

    def _open_claim(self, rows: Sequence[_Row], absent: frozenset[str], *, loose: bool) -> OpenClaim:
        """Rows of one name against every gold row that they could be."""
        possible = sorted(self._possible(rows[0]))
        graded = [gold for gold in possible if not self.gold[gold].ungraded]
        if loose:
            pairs = {gold: CellCounts(self.compiled.graded_cells[gold], 0, 0) for gold in graded}
        else:
            pairs = {
                gold: _cell_counts(
                    self._without(gold, _worst([self._judge(gold, row) for row in rows]), absent)
                )
                for gold in graded
            }
        return OpenClaim(len(rows), pairs, may_leave=len(graded) < len(possible))

    def _gold_report(self, gold: int) -> GoldReport:
        row = self.gold[gold]
        return GoldReport(
            entity=tuple(part.value for part in row.entity),
            ungraded=row.ungraded,
            graded_cells=self.compiled.graded_cells[gold],
            rows=tuple(claimant.index for claimant in self.claimants.get(gold, ())),
            verdicts=_worst(self.verdicts[gold]) if gold in self.verdicts else {},
        )

    def _row_reports(self, *, given: bool) -> tuple[RowReport, ...]:
        still_open = {row.index for row in self.open}
        judged = self.verdicts.items() if given else ()
        verdicts = {
            row.index: found
            for gold, copies in judged
            for row, found in zip(self.claimants[gold], copies, strict=True)
        }
        return tuple(
            RowReport(
                row.index,
                tuple(cell.raw for cell in row.name),
                self._fate(row, still_open),
                row.claim.gold,
                row.claim.detail,
                tuple(
                    CellReport(column, verbatim(self.fitted.cell(row.raw, column)), verdict)
                    for column, verdict in verdicts.get(row.index, {}).items()
                ),
            )
            for row in self.rows
        )

    def _fate(self, row: _Row, still_open: set[int]) -> Fate:
        gold = row.claim.gold
        if gold is None:
            if row.claim.near_miss:
                return Fate.NEAR_MISS
            return Fate.OPEN if row.index in still_open else Fate.EXTRA
        if self.gold[gold].ungraded:
            return Fate.UNGRADED
        return Fate.MATCHED if self.claimants[gold][0] is row else Fate.COPY


def _names_an_entity(claim: Claim) -> bool:
    """Whether a name is known to be an entity's: a gold row's, or a near miss."""
    return claim.gold is not None or claim.near_miss


def _by_gold(rows: Iterable[_Row]) -> dict[int, list[_Row]]:
    """Gold row → the rows that claim it, in the order returned."""
    claimants = defaultdict(list)
    for row in rows:
        if row.claim.gold is not None:
            claimants[row.claim.gold].append(row)
    return dict(claimants)


def _same_names(rows: Iterable[_Row]) -> list[list[_Row]]:
    """Rows grouped by name: rows of one name make one claim."""
    groups: dict[object, list[_Row]] = defaultdict(list)
    for row in rows:
        name = tuple(exact_key(cell.text) or cell.text for cell in row.name)
        groups[name if any(name) else row.index].append(row)
    return list(groups.values())


def _worst(copies: Sequence[_Verdicts]) -> _Verdicts:
    """Each attribute's verdict at worst over the copies; of equals, the first."""
    if len(copies) == 1:
        return copies[0]
    return {
        column: max((copy[column] for copy in copies), key=lambda verdict: _SEVERITY[verdict.verdict])
        for column in copies[0]
    }


def _cell_counts(verdicts: _Verdicts) -> CellCounts:
    found = [verdict.verdict for verdict in verdicts.values()]
    return CellCounts(
        found.count(Verdict.MATCH), found.count(Verdict.UNDECIDED), found.count(Verdict.MISMATCH)
    )
