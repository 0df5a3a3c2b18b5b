"""Headers that only their cells can place: gold must bear it out (grading.md 2.2, content).

That a column's type reads some cells says little: every `Yes` is a boolean. A header that
its words do not place is a column where most of its cells agree with gold, on different
values unless every column has a header, and where no other header or column comes near.
Where most cells are wrong nobody can tell, and the column stays open; so it does where the
header says the opposite (`Final loser`), for who writes so may mean other values.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from atlas_grader.answers import RawCell, Table
from atlas_grader.parse.grid import BESIDE
from atlas_grader.parse.headers.bynames import with_entities
from atlas_grader.parse.headers.evidence import (
    FEWEST_VALUES,
    HALF,
    LONGEST,
    LOOKED_AT,
    Evidence,
    Fit,
    Gold,
    Rows,
    placed,
)
from atlas_grader.parse.headers.mapping import HeaderMapping
from atlas_grader.parse.headers.tiers import Tier, unique_pairs
from atlas_grader.parse.headers.words import key, plain
from atlas_grader.tasks import FIGURES, CellType, Column, Task
from atlas_grader.verdicts import Verdict

# Fewer rows are looked at where many pairs are.
_MOST_JUDGED = 4_000
# More headers and columns than these are a table run wild.
_MOST_PAIRS = 320

_PARTS = re.compile(r"[,;/()]")
_MOST_PARTS = 8

_MOST = 0.75
"""Share that must agree where there are few values, so that many agree by chance."""
_OF_FEW_VALUES = frozenset({CellType.BOOLEAN, CellType.ENUM})
TOLD_BY_TYPE = FIGURES | {CellType.BOOLEAN, CellType.ENUM, CellType.COUNTRY, CellType.URL}
_LOOKED_AT_TYPES = 20
_NUMBER = re.compile(r"\d[\d,. ]*")
_Claimed = Sequence[tuple[Sequence[RawCell], int]]
"""The rows that claim a gold row, and which."""
_Pair = tuple[int, int]
"""A header and a column of the task, by their places."""


def borne_out(table: Table, rows: Rows, task: Task, mapping: HeaderMapping, gold: Gold) -> HeaderMapping:
    """The mapping with what gold bears out, and without what only cells placed and gold does not."""
    if None not in mapping.places and Tier.CONTENT not in mapping.tiers:
        return mapping
    mapping = with_entities(table, rows, task, mapping, gold)
    return _Attributes(table, rows[:LOOKED_AT], task, gold).settle(mapping)


def share_that_agrees(column: Column) -> float:
    """What share of the cells that stand in a column agrees with gold at least."""
    return _MOST if column.type in _OF_FEW_VALUES else HALF


class _Attributes(Evidence):
    """The attributes of one table, whose columns of entities are told."""

    def settle(self, mapping: HeaderMapping) -> HeaderMapping:
        """The mapping that gold bears out."""
        names = [place for column in self.entity if (place := mapping.places[column]) is not None]
        if len(names) < len(self.entity):
            return mapping
        claims = ((row, self.gold.claimed([row[place] for place in names])) for row in self.rows)
        claimed = [(row, gold) for row, gold in claims if gold is not None]
        # What cells alone placed is open again.
        doubted = [column for column, tier in enumerate(mapping.tiers) if tier is Tier.CONTENT]
        freed = placed(mapping, dict.fromkeys(set(doubted).difference(self.entity)))
        headers, columns = freed.open_headers, freed.open_columns
        if len(headers) * len(columns) > _MOST_PAIRS:
            return mapping
        claimed = claimed[: _MOST_JUDGED // max(1, len(headers) * len(columns))]
        # Where every column has a header, a lone value that agrees is no accident.
        fewest = FEWEST_VALUES if mapping.open_columns or None in mapping.places else 1
        pairs = self._agreeing(headers, columns, claimed, fewest)
        mapping = placed(freed, {column: place for place, column in pairs})
        return self._with_parts(mapping, claimed)

    def _agreeing(
        self, headers: Sequence[int], columns: Sequence[int], claimed: _Claimed, fewest: int
    ) -> list[_Pair]:
        """Each header with the column that gold bears out, where none else comes near for either."""
        fits = {
            (place, column): self._fit(place, column, claimed)
            for place in headers
            for column in columns
            if not self.is_disowned(place, column)
        }
        mostly = {pair: fit for pair, fit in fits.items() if fit.is_mostly(self._share(pair[1]), fewest)}
        # A currency's code and its name, both right in every row, say one thing.
        whole = [pair for pair, fit in mostly.items() if fit.is_whole]
        said_twice = {
            (place, column)
            for place, column in whole
            if any((other, column) in whole for other in range(place))
        }
        fits = {pair: fit for pair, fit in fits.items() if pair not in said_twice}
        sure = unique_pairs(pair for pair in mostly if pair not in said_twice)
        # Gold confirms what a table says, and chooses nothing: another candidate leaves both open,
        # unless it agrees more with a column of its own, as adjectives of languages and countries do.
        own = {place: fits[place, column].matched for place, column in sure}

        def is_rivalled(place: int, column: int) -> bool:
            rivals = [
                other
                for other in headers
                if other != place
                and (other, column) in fits
                and fits[other, column].is_near(fits[place, column])
            ]
            return any(own.get(other, 0) <= fits[other, column].matched for other in rivals)

        unexplained = set(headers) - own.keys() - {place for place, _ in said_twice}
        return [
            (place, column)
            for place, column in sure
            if not is_rivalled(place, column)
            and not any(self._could_be(other, column, place) for other in unexplained)
            and self._is_headed_alone(place)
        ]

    def _could_be(self, place: int, column: int, like: int) -> bool:
        """Whether a column's type reads what stands under a header, with numbers as long as under another."""
        if self.task.columns[column].type not in TOLD_BY_TYPE or self.is_disowned(place, column):
            return False
        reads = self.gold.reads(self.task.columns[column])
        cells = self.cells(place)[:_LOOKED_AT_TYPES]
        is_read = bool(cells) and sum(map(reads, cells)) >= _MOST * len(cells)
        # Years beside `22.5 GW` are no gigawatts.
        if self._are_worded(like) and not self._are_worded(place):
            return False
        return is_read and abs(self._digits(place) - self._digits(like)) < 1

    def _are_worded(self, place: int) -> bool:
        """Whether most cells under a header have letters."""
        cells = self.cells(place)[:_LOOKED_AT_TYPES]
        return 2 * sum(any(map(str.isalpha, str(cell)[:LONGEST])) for cell in cells) > len(cells)

    def _digits(self, place: int) -> float:
        """How many digits the first numbers under a header have on average."""
        found = [_NUMBER.search(str(row[place])[:LONGEST]) for row in self.rows]
        lengths = [len(re.sub(r"\D", "", number[0])) for number in found if number]
        return sum(lengths) / len(lengths) if lengths else 0.0

    def _is_headed_alone(self, place: int) -> bool:
        """Whether no other header says the same: the parts of a list's lines have no headers of their own."""
        said = [key(plain(header)) for header in self.table.headers]
        return said[place] in {"", key(plain(BESIDE))} or said.count(said[place]) == 1

    def _with_parts(self, mapping: HeaderMapping, claimed: _Claimed) -> HeaderMapping:
        """With the columns open of which some headers give the values too: `1912 in Lima`, `Lima, Peru`."""
        headers = sorted({place for place in mapping.places if place is not None})
        missing = [
            c for c, place in enumerate(mapping.places) if place is None and c not in mapping.open_columns
        ]
        if len(headers) * len(missing) > _MOST_PAIRS:
            return mapping
        claimed = claimed[: _MOST_JUDGED // max(1, len(headers) * len(missing))]
        found = [
            (place, column)
            for place in headers
            for column in missing
            if self._fit(place, column, claimed, in_parts=True).is_mostly(self._share(column))
        ]
        if not found:
            return mapping
        return replace(
            mapping,
            open_headers=tuple(sorted({place for place, _ in found}.union(mapping.open_headers))),
            open_columns=tuple(sorted({column for _, column in found}.union(mapping.open_columns))),
            shared=True,
        )

    def _share(self, column: int) -> float:
        return share_that_agrees(self.task.columns[column])

    def _fit(self, place: int, column: int, claimed: _Claimed, *, in_parts: bool = False) -> Fit:
        name, header = self.task.columns[column].name, self.table.headers[place]

        def verdict(gold: int, cell: RawCell) -> Verdict | None:
            if isinstance(cell, str) and len(cell) > LONGEST:
                return Verdict.UNDECIDED
            parts = [cell]
            if in_parts:
                if not isinstance(cell, str):
                    return Verdict.UNDECIDED
                if self.gold.stands_in(gold, name, cell):
                    return Verdict.MATCH
                # A whole cell is what its header says.
                parts = [part for part in _PARTS.split(cell) if part != cell] or [None]
            found = {self.gold.judged(gold, name, header, part) for part in parts[:_MOST_PARTS]}
            return Verdict.MATCH if Verdict.MATCH in found else next(iter(found - {None}), None)

        judged = [(gold, verdict(gold, row[place])) for row, gold in claimed]
        matched = [gold for gold, told in judged if told is Verdict.MATCH]
        filled = sum(told is not None for _, told in judged)
        return Fit(filled, len(matched), len({self.gold.value(gold, name) for gold in matched}))
