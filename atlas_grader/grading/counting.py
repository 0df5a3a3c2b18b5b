"""From verdicts to the counts that scores and their bounds are made of (grading.md 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations
from math import comb

from atlas_grader.bounds import MOST_PAIRS, CellCounts, OpenClaim, TaskCounts
from atlas_grader.grading.matching import Matched, Verdicts, worst
from atlas_grader.grading.settling import same_names
from atlas_grader.verdicts import Verdict

_NONE: frozenset[str] = frozenset()


class Counting:
    """One judged answer, to be counted in every way in which its open columns can turn out."""

    def __init__(self, matched: Matched) -> None:
        self._matched = matched
        self._compiled = matched.compiled
        self._claimed = {gold: worst(copies) for gold, copies in matched.verdicts.items()}
        # Rows of which a part of the name could not be told may bear any names.
        are_told = matched.fitted.open_columns.isdisjoint(matched.compiled.task.entity_columns)
        self._groups = same_names(matched.open) if are_told else [[row] for row in matched.open]
        fitted = matched.fitted
        self._open = [c.name for c in self._compiled.attributes if c.name in fitted.open_columns]
        headers = max(0, len(fitted.open_places) - (len(fitted.open_columns) - len(self._open)))
        self._headless = max(0, len(self._open) - headers) if fitted.one_each else 0
        ways = comb(len(self._open), self._headless)
        self._loose = ways * sum(len(matched.possible(row)) for row in matched.open) > MOST_PAIRS

    def ways(self) -> Iterator[TaskCounts]:
        """The counts for each choice of the open columns that have a header, where not all can have one."""
        if self._headless and not self._loose:
            yield from (self.counts(frozenset(absent)) for absent in combinations(self._open, self._headless))

    def counts(self, absent: frozenset[str] = _NONE) -> TaskCounts:
        """The counts that the score depends on; who claims an `ungraded` row is left out.

        `absent` are open columns that are taken to have no header.
        """
        matched = self._matched
        copies = sum(len(copies) - 1 for copies in matched.verdicts.values())
        unnamed = sum(row.claim.gold is None for row in matched.rows) - len(matched.open)
        return TaskCounts(
            claimed=[self._cells(gold, verdicts, absent) for gold, verdicts in self._claimed.items()],
            unmatched=copies + unnamed,
            open=[
                OpenClaim(
                    len(rows),
                    self._pairs(pairs, absent),
                    may_leave=len(pairs) < len(matched.possible(rows[0])),
                )
                for rows, pairs in zip(self._groups, self._open_pairs, strict=True)
            ],
            gold=[
                graded
                for graded, row in zip(self._compiled.graded_cells, matched.gold, strict=True)
                if not row.ungraded
            ],
            attributes=len(self._compiled.attributes),
            loose=self._loose,
        )

    @cached_property
    def _open_pairs(self) -> list[dict[int, Verdicts]]:
        """For each group of open rows, the graded gold rows that it could be, and the verdicts then."""
        matched = self._matched
        return [
            {
                gold: {} if self._loose else worst([matched.match(gold, row) for row in rows])
                for gold in sorted(matched.possible(rows[0]))
                if not matched.gold[gold].ungraded
            }
            for rows in self._groups
        ]

    def _pairs(self, pairs: Mapping[int, Verdicts], absent: frozenset[str]) -> dict[int, CellCounts]:
        if self._loose:
            return {gold: CellCounts(self._compiled.graded_cells[gold], 0, 0) for gold in pairs}
        return {gold: self._cells(gold, verdicts, absent) for gold, verdicts in pairs.items()}

    def _cells(self, gold: int, verdicts: Verdicts, absent: frozenset[str]) -> CellCounts:
        """A row's cells by verdict, those of absent columns empty."""
        found = [verdict.verdict for verdict in verdicts.values()]
        if absent:
            judges = zip(verdicts, found, self._compiled.row(gold), strict=True)
            found = [judge(None).verdict if name in absent else told for name, told, judge in judges]
        return CellCounts(
            found.count(Verdict.MATCH), found.count(Verdict.UNDECIDED), found.count(Verdict.MISMATCH)
        )
