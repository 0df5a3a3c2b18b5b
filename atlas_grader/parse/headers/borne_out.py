"""Headers that only their cells can place: gold must bear it out (grading.md 2.2, content).

That a column's type reads some cells says little: every `Yes` is a boolean. A header that
its words do not place is a column where most of its cells agree with gold, on different
values unless every column has a header, and where no other header or column comes near;
names tell the entity column in the same way. Where most cells are wrong nobody can tell,
and the column stays open; so it does where the header says the opposite (`Final loser`),
for who writes so may mean other values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from atlas_grader.answers import RawCell, Table
from atlas_grader.parse.grid import BESIDE, is_blank
from atlas_grader.parse.headers.columnwords import disowns
from atlas_grader.parse.headers.mapping import HeaderMapping, header_index
from atlas_grader.parse.headers.meanings import languages_of, translations
from atlas_grader.parse.headers.tiers import Tier, unique_pairs
from atlas_grader.parse.headers.words import header_words, key, plain, stems
from atlas_grader.tasks import FIGURES, WORDS, CellType, Column, Task
from atlas_grader.verdicts import Verdict

# Rows that are looked at: the first ones of a table are like the others; fewer, where many pairs are.
_LOOKED_AT = 60
_MOST_JUDGED = 4_000
# Longer cells are prose, which tells nothing here and takes long to read.
_LONGEST = 100
# More headers and columns than these are a table run wild.
_MOST_PAIRS = 320

_PARTS = re.compile(r"[,;/()]")
_MOST_PARTS = 8
_MOST_OPEN = 16

_HALF = 0.5
_MOST = 0.75
"""Share that must agree where there are few values, so that many agree by chance."""
_OF_FEW_VALUES = frozenset({CellType.BOOLEAN, CellType.ENUM})
_FEWEST_VALUES = 2
TOLD_BY_TYPE = FIGURES | {CellType.BOOLEAN, CellType.ENUM, CellType.COUNTRY, CellType.URL}
_LOOKED_AT_TYPES = 20
_NUMBER = re.compile(r"\d[\d,. ]*")
_NEAR = 4
"""A header of which a fourth as many cells agree is another candidate."""

_Rows = Sequence[Sequence[RawCell]]
_Claimed = Sequence[tuple[Sequence[RawCell], int]]
"""The rows that claim a gold row, and which."""
_Pair = tuple[int, int]
"""A header and a column of the task, by their places."""


class Gold(Protocol):
    """What gold says of an answer's cells."""

    def reads(self, column: Column) -> Callable[[RawCell], bool]:
        """Whether a column's type reads a raw cell."""

    def claimed(self, names: Sequence[RawCell]) -> int | None:
        """The gold row that a row with these entity cells claims."""

    def named(self, column: str, cell: RawCell) -> frozenset[int]:
        """The gold rows that a cell names in an entity column."""

    def judged(self, row: int, column: str, header: str, cell: RawCell) -> Verdict | None:
        """The verdict on a cell; `None` where it is empty, or gold holds no value."""

    def stands_in(self, row: int, column: str, text: str) -> bool:
        """Whether gold's value stands among further words of a text."""

    def value(self, row: int, column: str) -> Hashable:
        """What gold holds for an attribute of a row."""


def borne_out(table: Table, rows: _Rows, task: Task, mapping: HeaderMapping, gold: Gold) -> HeaderMapping:
    """The mapping with what gold bears out, and without what only cells placed and gold does not."""
    if None not in mapping.places and Tier.CONTENT not in mapping.tiers:
        return mapping
    return _Evidence(table, rows[:_LOOKED_AT], task, gold).settle(mapping)


def with_entities(table: Table, task: Task, mapping: HeaderMapping, gold: Gold) -> HeaderMapping:
    """The mapping with the columns of entities placed; of a part of a table gold can say no more."""
    return _Evidence(table, table.rows[:_LOOKED_AT], task, gold).with_entities(mapping)


def share_that_agrees(column: Column) -> float:
    """What share of the cells that stand in a column agrees with gold at least."""
    return _MOST if column.type in _OF_FEW_VALUES else _HALF


@dataclass(frozen=True, slots=True)
class Fit:
    """How the cells under a header agree with gold in a column."""

    filled: int
    """Cells that gold can judge."""
    matched: int
    values: int
    """Different values of gold among those matched."""

    def is_mostly(self, share: float, fewest: int = _FEWEST_VALUES) -> bool:
        """Whether at least this share agrees, on so many values."""
        return self.values >= fewest and self.matched >= share * self.filled

    def is_near(self, best: Fit) -> bool:
        """Whether about as much may be said for it as for another."""
        return self.values >= _FEWEST_VALUES and best.is_neared_by(self.matched)

    @property
    def is_whole(self) -> bool:
        """Whether every cell agrees."""
        return self.matched == self.filled

    def is_neared_by(self, matched: int) -> bool:
        """Whether so many cells that agree elsewhere are another candidate."""
        return _NEAR * matched >= self.matched


class _Evidence:
    """One table against gold."""

    def __init__(self, table: Table, rows: _Rows, task: Task, gold: Gold) -> None:
        self.table = table
        self.rows = rows
        self.task = task
        self.gold = gold
        self.entity = [
            place for place, column in enumerate(task.columns) if column.name in task.entity_columns
        ]

    def settle(self, mapping: HeaderMapping) -> HeaderMapping:
        """The mapping that gold bears out."""
        mapping = self.with_entities(mapping)
        names = [place for column in self.entity if (place := mapping.places[column]) is not None]
        if len(names) < len(self.entity):
            return mapping
        claims = ((row, self.gold.claimed([row[place] for place in names])) for row in self.rows)
        claimed = [(row, gold) for row, gold in claims if gold is not None]
        # What cells alone placed is open again.
        doubted = [column for column, tier in enumerate(mapping.tiers) if tier is Tier.CONTENT]
        freed = _placed(mapping, dict.fromkeys(set(doubted).difference(self.entity)))
        headers, columns = freed.open_headers, freed.open_columns
        if len(headers) * len(columns) > _MOST_PAIRS:
            return mapping
        claimed = claimed[: _MOST_JUDGED // max(1, len(headers) * len(columns))]
        # Where every column has a header, a lone value that agrees is no accident.
        fewest = _FEWEST_VALUES if mapping.open_columns or None in mapping.places else 1
        pairs = self._agreeing(headers, columns, claimed, fewest)
        mapping = _placed(freed, {column: place for place, column in pairs})
        return self._with_parts(mapping, claimed)

    def with_entities(self, mapping: HeaderMapping) -> HeaderMapping:
        """The mapping with the columns of entities that no sure header places, told by the names in them."""
        for column in self.entity:
            if self._may_be_told(mapping, column):
                place = self._place_of_names(mapping, column)
                # Behind what words tell stand rivals and predecessors.
                is_behind = mapping.tiers[column] is Tier.WORDS and (place or 0) > (
                    mapping.places[column] or 0
                )
                if place is not None and place != mapping.places[column] and not is_behind:
                    taken = mapping.places.index(place) if place in mapping.places else column
                    mapping = _placed(mapping, {taken: None, column: place})
        for column in self.entity:
            if mapping.places[column] is None and (place := self._place_of_part(mapping, column)) is not None:
                mapping = _placed(mapping, {column: place})
        return mapping

    def _may_be_told(self, mapping: HeaderMapping, column: int) -> bool:
        """Whether names may tell a column of entities: no words do, or ones with few names beneath them."""
        place, tier = mapping.places[column], mapping.tiers[column]
        if self.task.columns[column].type not in WORDS or tier not in {None, Tier.CONTENT, Tier.WORDS}:
            return False
        if tier is not Tier.WORDS or place is None:
            return True
        # `Name of the pope` says no more than that it is one, `Years as pope` does.
        said, lists = header_index(self.task).words[column], header_words()
        more = stems(plain(self.table.headers[place])).difference(*said.names, lists.generic, lists.entity)
        return bool(more) and not self._named(place, column).is_mostly(_HALF)

    def _place_of_part(self, mapping: HeaderMapping, column: int) -> int | None:
        """The one header, with its words if any has them (`eruption_year`), that tells most names' rows."""
        others = [mapping.places[other] for other in self.entity if other != column]
        if not others or None in others or len(mapping.open_headers) > _MOST_OPEN:
            return None
        languages = languages_of(map(plain, self.table.headers))
        asked = stems(plain(self.task.columns[column].name))
        worded = [
            place
            for place in mapping.open_headers
            if any(
                asked <= stems(told)
                for header in [plain(self.table.headers[place])]
                for told in (header, *translations(header, languages))
            )
        ]
        fits = {place: self._claiming(mapping, column, place) for place in worded or mapping.open_headers}
        best = max(fits, key=lambda place: fits[place].matched, default=None)
        if best is None or not fits[best].is_mostly(_HALF) or self._is_disowned(best, column):
            return None
        is_alone = not any(fit.is_near(fits[best]) for place, fit in fits.items() if place != best)
        return best if is_alone else None

    def _claiming(self, mapping: HeaderMapping, column: int, place: int) -> Fit:
        """How many of the rows with a known name are gold's once a header is taken for a part of the name."""
        places = [place if other == column else mapping.places[other] or 0 for other in self.entity]
        known = [
            row
            for row in self.rows
            if all(
                self.gold.named(self.task.columns[other].name, row[at])
                for other, at in zip(self.entity, places, strict=True)
                if other != column
            )
        ]
        claims = [self.gold.claimed([row[at] for at in places]) for row in known]
        found = [gold for gold in claims if gold is not None]
        return Fit(len(known), len(found), len(set(found)))

    def _place_of_names(self, mapping: HeaderMapping, column: int) -> int | None:
        """The header under which most cells name different entities, among those that may be told wrong."""
        unsure = {
            place
            for place, tier in zip(mapping.places, mapping.tiers, strict=True)
            if place is not None and tier in {Tier.WORDS, Tier.CONTENT}
        }
        named = {
            place: self._named(place, column)
            for place in sorted(unsure.union(mapping.open_headers))
            if not self._is_disowned(place, column)
        }
        several = [place for place, fit in named.items() if fit.values >= _FEWEST_VALUES]
        found = [place for place in several if named[place].is_mostly(_HALF)]
        # Most names may be in a language that gold does not have; then no other header has any.
        if not found and several == list(mapping.open_headers[:1]):
            found = several
        # Rivals and predecessors may be entities too, but stand behind the ones that were asked for.
        if not found or any(named[place].values > named[found[0]].values for place in found):
            return None
        return found[0]

    def _named(self, place: int, column: int) -> Fit:
        cells = self._cells(place)
        short = (cell for cell in cells if not isinstance(cell, str) or len(cell) <= _LONGEST)
        found = [rows for cell in short if (rows := self.gold.named(self.task.columns[column].name, cell))]
        return Fit(len(cells), len(found), len(set(found)))

    def _cells(self, place: int) -> list[RawCell]:
        """What stands under a header."""
        return [row[place] for row in self.rows if not is_blank(row[place])]

    def _agreeing(
        self, headers: Sequence[int], columns: Sequence[int], claimed: _Claimed, fewest: int
    ) -> list[_Pair]:
        """Each header with the column that gold bears out, where none else comes near for either."""
        fits = {
            (place, column): self._fit(place, column, claimed)
            for place in headers
            for column in columns
            if not self._is_disowned(place, column)
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

    def _is_disowned(self, place: int, column: int) -> bool:
        """Whether a header says that it is not a column, or the opposite."""
        return disowns(plain(self.table.headers[place]), header_index(self.task).words[column])

    def _could_be(self, place: int, column: int, like: int) -> bool:
        """Whether a column's type reads what stands under a header, with numbers as long as under another."""
        if self.task.columns[column].type not in TOLD_BY_TYPE or self._is_disowned(place, column):
            return False
        reads = self.gold.reads(self.task.columns[column])
        cells = self._cells(place)[:_LOOKED_AT_TYPES]
        is_read = bool(cells) and sum(map(reads, cells)) >= _MOST * len(cells)
        # Years beside `22.5 GW` are no gigawatts.
        if self._are_worded(like) and not self._are_worded(place):
            return False
        return is_read and abs(self._digits(place) - self._digits(like)) < 1

    def _are_worded(self, place: int) -> bool:
        """Whether most cells under a header have letters."""
        cells = self._cells(place)[:_LOOKED_AT_TYPES]
        return 2 * sum(any(map(str.isalpha, str(cell)[:_LONGEST])) for cell in cells) > len(cells)

    def _digits(self, place: int) -> float:
        """How many digits the first numbers under a header have on average."""
        found = [_NUMBER.search(str(row[place])[:_LONGEST]) for row in self.rows]
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
            if isinstance(cell, str) and len(cell) > _LONGEST:
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


def _placed(mapping: HeaderMapping, told: Mapping[int, int | None]) -> HeaderMapping:
    """The mapping with some columns under other headers, or open; what is open on one side only is not."""
    before = {place for column in told if (place := mapping.places[column]) is not None}
    headers = before.union(mapping.open_headers, mapping.spare_headers)
    headers -= set(told.values()) - {None}
    columns = {column for column, place in told.items() if place is None}
    columns |= set(mapping.open_columns) - told.keys()
    return replace(
        mapping,
        places=tuple(told.get(column, place) for column, place in enumerate(mapping.places)),
        tiers=tuple(
            tier if column not in told else None if told[column] is None else Tier.CONTENT
            for column, tier in enumerate(mapping.tiers)
        ),
        open_headers=tuple(sorted(headers)) if columns else (),
        open_columns=tuple(sorted(columns)) if headers else (),
        spare_headers=tuple(sorted(headers)),
    )
