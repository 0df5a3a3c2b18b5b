"""Columns whose values stand within the cells of another header: `Estadio Azteca, Mexico City, Mexico`.

Gold must bear it out, as it must for headers that only cells can place (`borne_out`): a column
is one part of the cells under a header – in brackets, before or behind a comma – where most of
these parts agree with gold and no other part of any header comes near. A cell of which that
part disagrees and another agrees stays open, for its parts may stand in another order.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple, TypeGuard

from atlas_grader.answers import NumberLiteral, RawCell, Table, Untold
from atlas_grader.markup import STRIKE
from atlas_grader.or_words import joined_or_words, or_words
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.headers.borne_out import TOLD_BY_TYPE, share_that_agrees
from atlas_grader.parse.headers.cellparts import parts_of, rest_of, tells_twice_by_whom
from atlas_grader.parse.headers.columnwords import disowns
from atlas_grader.parse.headers.evidence import Fit, Gold
from atlas_grader.parse.headers.mapping import MOST_HEADERS, HeaderMapping, header_index
from atlas_grader.parse.headers.tiers import Tier
from atlas_grader.parse.headers.words import denials, plain
from atlas_grader.ruled_out import sets_aside
from atlas_grader.tasks import CellType, Task
from atlas_grader.verdicts import Verdict

# Rows that are looked at; the parts of a cell are judged for each pair of header and column.
_LOOKED_AT = 60
_MOST_LOOKED_AT = 480
_FEWEST_LOOKED_AT = 12
_MOST_PAIRS = 60
_MOST_JUDGED = 6_000
# Longer cells are prose.
_LONGEST = 160

_WHOLE = "whole"
_STRUCK = re.compile(STRIKE, re.IGNORECASE)

_Row = Sequence[RawCell]
_Said = Mapping[str, tuple[str, Verdict | None]]
"""Part of a cell → what it says, and the verdict on that."""


class _Place(NamedTuple):
    """Where a column's values stand: under which header, and in which part of its cells."""

    header: int
    part: str


def taken_out(
    table: Table, rows: Iterable[_Row], task: Task, mapping: HeaderMapping, gold: Gold
) -> tuple[Table, HeaderMapping]:
    """The table of these rows with a column for each part that gold bears out, and where columns stand."""
    table = replace(table, rows=tuple(map(tuple, rows)))
    places = {column.name: place for column, place in zip(task.columns, mapping.places, strict=True)}
    missing = [number for number, place in enumerate(mapping.places) if place is None]
    names = [place for name in task.entity_columns if (place := places[name]) is not None]
    if not missing or len(names) < len(task.entity_columns):
        return table, mapping
    within = _Within(table, task, mapping, gold, names)
    found = within.places(missing)
    return (within.split(found), _with_places(mapping, found, table)) if found else (table, mapping)


class _Within:
    """One table that has no header for some columns."""

    def __init__(
        self, table: Table, task: Task, mapping: HeaderMapping, gold: Gold, names: Sequence[int]
    ) -> None:
        self._table = table
        self._columns = task.columns
        self._mapping = mapping
        self._gold = gold
        self._names = names
        self._words = header_index(task).words
        self._verdicts: dict[tuple[int, int, int, RawCell], Verdict | None] = {}
        self._alike: dict[_Place, list[str]] = {}
        """Parts of the same header that say the same in most rows."""

    def places(self, missing: Sequence[int]) -> dict[int, _Place]:
        """Column → where it stands, for those that gold bears out."""
        headers = range(min(len(self._table.headers), MOST_HEADERS))
        pairs = len(headers) * len(missing)
        if pairs > _MOST_PAIRS:
            return {}
        claims = ((row, self._claimed(row)) for row in self._table.rows[:_LOOKED_AT])
        claimed = [(row, gold) for row, gold in claims if gold is not None]
        claimed = claimed[: max(_FEWEST_LOOKED_AT, _MOST_LOOKED_AT // pairs)]
        parts = sum(len(parts_of(cell)) for row, _ in claimed for cell in row if _may_have_parts(cell))
        if parts * len(missing) > _MOST_JUDGED:
            return {}
        found = {column: self._place(column, headers, claimed) for column in missing}
        taken = list(found.values())
        return {column: place for column, place in found.items() if place and taken.count(place) == 1}

    def split(self, found: Mapping[int, _Place]) -> Table:
        """The table with a further column for each that was found, under the same header."""
        headers = (*self._table.headers, *(self._table.headers[place.header] for place in found.values()))
        taken = [place.header for place in found.values()]
        hosts = {
            place: column
            for column, place in enumerate(self._mapping.places)
            if place is not None and taken.count(place) == 1 and place not in self._names
        }
        rows = tuple(self._split(row, found, hosts) for row in self._table.rows)
        return replace(self._table, headers=headers, rows=rows)

    def _split(self, row: _Row, found: Mapping[int, _Place], hosts: Mapping[int, int]) -> tuple[RawCell, ...]:
        """A row with a cell for each column that was found, and what that leaves of the cell it stood in."""
        gold, cells = self._claimed(row), list(row)
        if gold is None:
            untold = (None if is_blank(row[place.header]) else Untold() for place in found.values())
            return (*cells, *untold)
        for column, place in found.items():
            said, host = self._said(row, column, place.header, gold), hosts.get(place.header)
            told = self._told(row[place.header], said, column, place)
            explained = [
                said[other.part][0]
                for other in found.values()
                if other != place and other.header == place.header and other.part in said
            ]
            if host is not None:
                rest = said.get(rest_of(place.part), ("", None))[0]
                if rest and self._judged(gold, host, place.header, rest) is Verdict.MATCH:
                    explained.append(rest)
                if _is_match(said.get(place.part)):
                    cells[place.header] = self._left(row, host, place, gold)
            is_alike = host is not None and self._columns[host].type is self._columns[column].type
            is_rivalled = isinstance(told, str) and self._is_rivalled(told, said, column, explained)
            cells.append(Untold() if is_rivalled and not is_alike else told)
        return tuple(cells)

    def _place(
        self, column: int, headers: Iterable[int], claimed: Sequence[tuple[_Row, int]]
    ) -> _Place | None:
        """Where most parts agree with gold, and no others come near."""
        said: dict[_Place, dict[int, str]] = defaultdict(dict)
        agreed: dict[_Place, set[int]] = defaultdict(set)
        for header in headers:
            if disowns(plain(self._table.headers[header]), self._words[column]):
                continue
            for number, (row, gold) in enumerate(claimed):
                for part, (text, verdict) in self._said(row, column, header, gold).items():
                    said[_Place(header, part)][number] = text
                    if verdict is Verdict.MATCH:
                        agreed[_Place(header, part)].add(number)
        best = max(agreed, key=lambda place: len(agreed[place]), default=None)
        if best is None or best.part == _WHOLE:
            return None
        self._alike[best] = [
            place.part
            for place, texts in said.items()
            if place.header == best.header
            and 2 * sum(texts.get(number) == text for number, text in said[best].items()) > len(said[best])
        ]
        own, held = said[best], [self._gold.value(gold, self._columns[column].name) for _, gold in claimed]
        filled = [n for n, (row, _) in enumerate(claimed) if held[n] and not is_blank(row[best.header])]
        fit = Fit(len(filled), len(agreed[best]), len({held[number] for number in agreed[best]}))
        # Parts that hold one another say the same.
        elsewhere = (
            sum(not _overlap(said[place][number], own.get(number, "")) for number in numbers)
            for place, numbers in agreed.items()
        )
        is_sure = fit.is_mostly(share_that_agrees(self._columns[column]))
        return best if is_sure and not any(map(fit.is_neared_by, elsewhere)) else None

    def _said(self, row: _Row, column: int, header: int, gold: int) -> _Said:
        """What each part of a cell says for a column; if its header is open, the whole cell too."""
        cell = row[header]
        if not _may_have_parts(cell):
            return {}
        parts = parts_of(cell)
        if header in self._mapping.open_headers:
            parts[_WHOLE] = cell
        verdicts = {text: self._judged(gold, column, header, text) for text in set(parts.values())}
        return {part: (text, verdicts[text]) for part, text in parts.items()}

    def _told(self, cell: RawCell, said: _Said, column: int, place: _Place) -> RawCell:
        """What a cell says in a part; untold where that is doubtful."""
        if is_blank(cell):
            return None
        text, verdict = said.get(place.part, (None, None))
        others = {told for _, told in said.values()}
        if text is None:
            # A cell with no such part may still say what gold says.
            return None if said and others <= {Verdict.MISMATCH, None} else Untold()
        if _takes_back(str(cell), text):
            return Untold()
        if self._columns[column].type is not CellType.LIST and any(
            said[part][0] != text for part in self._alike[place] if part in said
        ):
            return Untold()  # more parts than in other rows
        # Parts may stand in another order.
        return Untold() if verdict is not Verdict.MATCH and Verdict.MATCH in others else text

    def _is_rivalled(self, text: str, said: _Said, column: int, explained: Sequence[str]) -> bool:
        """Whether another part that is no other column's is a value of the same type."""
        if self._columns[column].type not in TOLD_BY_TYPE:
            return False
        reads = self._gold.reads(self._columns[column])
        beside = (
            told for part, (told, verdict) in said.items() if part != _WHOLE and verdict is Verdict.MISMATCH
        )
        return any(
            reads(told) for told in beside if not any(_overlap(told, known) for known in (text, *explained))
        )

    def _left(self, row: _Row, host: int, place: _Place, gold: int) -> RawCell:
        """What is left of a cell for its own column, where the whole does not do."""
        cell = row[place.header]
        if self._judged(gold, host, place.header, cell) is Verdict.MATCH:
            return cell
        return parts_of(str(cell)).get(rest_of(place.part), cell)

    def _judged(self, gold: int, column: int, header: int, cell: RawCell) -> Verdict | None:
        asked = (gold, column, header, cell)
        if asked not in self._verdicts:
            told = self._table.headers[header]
            self._verdicts[asked] = self._gold.judged(gold, self._columns[column].name, told, cell)
        return self._verdicts[asked]

    def _claimed(self, row: _Row) -> int | None:
        return self._gold.claimed([row[place] for place in self._names])


def _may_have_parts(cell: RawCell) -> TypeGuard[str]:
    return isinstance(cell, str) and not isinstance(cell, NumberLiteral | Untold) and len(cell) <= _LONGEST


def _takes_back(cell: str, text: str) -> bool:
    """Whether what stands around a part of a cell offers another, denies it, or strikes it out."""
    if _STRUCK.search(cell) or (_offering().search(cell) and not _offering().search(text)):
        return True
    if sets_aside(cell) or (tells_twice_by_whom(cell) and not tells_twice_by_whom(text)):
        return True
    return not denials(plain(cell)) <= denials(plain(text))


@cache
def _offering() -> re.Pattern[str]:
    """What offers parts side by side, which then are no columns."""
    words = "|".join(map(re.escape, (*or_words(), "maybe", "perhaps")))
    return re.compile(rf"(?<!\w)(?:{words})\s|{'|'.join(joined_or_words())}", re.IGNORECASE)


def _is_match(said: tuple[str, Verdict | None] | None) -> bool:
    return said is not None and said[1] is Verdict.MATCH


def _overlap(one: str, other: str) -> bool:
    return one in other or (bool(other) and other in one)


def _with_places(mapping: HeaderMapping, found: Mapping[int, _Place], table: Table) -> HeaderMapping:
    """The mapping with the columns found behind the table's own."""
    places = {column: len(table.headers) + number for number, column in enumerate(found)}
    columns = tuple(column for column in mapping.open_columns if column not in found)
    return replace(
        mapping,
        places=tuple(places.get(column, place) for column, place in enumerate(mapping.places)),
        tiers=tuple(Tier.PART if n in places else tier for n, tier in enumerate(mapping.tiers)),
        open_headers=mapping.open_headers if columns else (),
        open_columns=columns,
    )
