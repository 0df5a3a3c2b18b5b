"""What brackets behind a name tell against a gold row: `Etna (Vesuvius)`, `Merapi (Sumatra)`.

A note may be set aside, unless it names another gold row, says what gold says of another row where it
says something else of this one, or points to another state of the name. Then name and note contradict
each other, and which of them is right no string can tell (grading.md 4, tier 2).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice

from atlas_grader.match.homonyms import are_states, is_in_another, points_elsewhere
from atlas_grader.match.rowfacts import is_country
from atlas_grader.names.denials import bracketed
from atlas_grader.names.glosses import state_of
from atlas_grader.names.initials import is_acronym
from atlas_grader.names.keys import exact_key
from atlas_grader.names.parts import take_apart
from atlas_grader.names.policy import words
from atlas_grader.names.rivals import thing_added
from atlas_grader.tasks import WORDS, CellType, Column, GoldRow, texts_in

_NONE: frozenset[int] = frozenset()
_PIECE = re.compile(r"\s*[,;/，；、]\s*")
_MOST_PIECES = 8
# Whatever is longer is prose.
_LONGEST_FACT = 60
_TELLING = WORDS | {CellType.ENUM, CellType.COUNTRY, CellType.LIST}
_DATED = frozenset({CellType.DATE, CellType.NUMBER})
_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")
_MOST_WORDS = 4
_CACHED = 1 << 7


class GoldFacts:
    """What gold's cells say of each row, found by the words that a note may repeat."""

    def __init__(
        self, columns: Sequence[Column] = (), rows: Sequence[GoldRow] = (), entity: Sequence[Column] = ()
    ) -> None:
        """`columns` are those beside the entity; `entity` tells something if it has several parts."""
        self._parts = entity if len(entity) > 1 else ()
        self._places = frozenset(
            column.name
            for column in (*columns, *self._parts)
            if column.type is CellType.COUNTRY or is_country(column.name)
        )
        self._telling = frozenset(column.name for column in columns if column.type in _TELLING)
        self._rows = rows
        self._keys = lru_cache(maxsize=_CACHED)(self._keys_of)

    def bear_out(self, row: int, said: str) -> bool:
        """Whether gold says of a row what a note says, or a part of it, or more."""
        own, state = frozenset(exact_key(said).split()), state_of(said)
        return any(
            own <= (told := frozenset(key.split())) or told <= own or (state and state == state_of(key))
            for keys in self._keys(row).values()
            for key in keys
        )

    def told_of(self, row: int) -> Iterator[str]:
        """The keys of what gold says of a row in words."""
        for column, keys in self._keys(row).items():
            yield from keys if column in self._telling else ()

    def contradict(self, row: int, said: str) -> bool:
        """Whether gold says of another row what a note says, and something else of this one."""
        return any(self._keys(row).get(column) for column in self._told.get(_place(said), ()))

    def place_elsewhere(self, row: int, said: str) -> bool:
        """Whether a note names a state other than all that gold's row names, or a region of one."""
        return bool(self._places) and is_in_another(self._states_told(row), said)

    def date_otherwise(self, row: int, said: str) -> bool:
        """Whether a note has another year than the part of the row's entity that is a year or a date.

        Two years in a note may be those of a life.
        """
        years = _YEAR.findall(said) if self._parts and row < len(self._rows) else ()
        if len(years) != 1:
            return False
        dated = (
            _YEAR.findall(part.value)
            for column, part in zip(self._parts, self._rows[row].entity, strict=True)
            if column.type in _DATED or _YEAR.fullmatch(part.value)
        )
        return any(own and years[0] not in own for own in dated)

    def _states_told(self, row: int) -> Iterator[str]:
        if row >= len(self._rows):
            return
        for column, cell in self._rows[row].cells.items():
            yield from texts_in(cell.values) if column in self._places else ()
        for part_column, part in zip(self._parts, self._rows[row].entity, strict=False):
            if part_column.name in self._places:
                yield from part.names

    @cached_property
    def _told(self) -> Mapping[str, frozenset[str]]:
        """Key of a value → the columns that have it."""
        told: dict[str, set[str]] = defaultdict(set)
        for row in range(len(self._rows)):
            for column, keys in self._keys_of(row).items():
                for key in keys if column in self._telling else ():
                    told[key].add(column)
        return {key: frozenset(columns) for key, columns in told.items()}

    def _keys_of(self, row: int) -> Mapping[str, tuple[str, ...]]:
        """Column → the keys of what gold says there of a row; of near misses it says nothing."""
        if row >= len(self._rows):
            return {}
        return {
            column: tuple(
                key
                for item in texts_in(cell.values)
                if len(item) <= _LONGEST_FACT and (key := exact_key(item))
            )
            for column, cell in self._rows[row].cells.items()
        }


def _place(said: str) -> str:
    """The key of a note, `on Sumatra` without its preposition."""
    first, _, rest = exact_key(said).partition(" ")
    return rest if rest and first in words("polities", "locatives") else f"{first} {rest}".strip()


class Brackets:
    """Tells rows that the bracket behind a name contradicts from those that it may leave."""

    def __init__(
        self,
        names: Sequence[tuple[str, ...]],
        facts: GoldFacts,
        named: Callable[[str], frozenset[int]],
    ) -> None:
        """`named` tells the rows that a text is a name of."""
        self._names = names
        self._facts = facts
        self._named = named

    def uncontradicted(self, text: str, found: frozenset[int]) -> frozenset[int]:
        """Those of the rows `found` by a name that its brackets do not contradict."""
        notes = tuple(islice(_pieces(text), _MOST_PIECES))
        if not notes:
            return found
        base = take_apart(text).base
        joined = [rows for note in notes for rows in self._joined(base, note)]
        return frozenset(
            row
            for row in found
            if all(row in rows for rows in joined)
            and not any(self._contradicts(row, base, note) for note in notes)
        )

    def _joined(self, base: str, note: str) -> Iterator[frozenset[int]]:
        """The rows that name and note are together: `A320 (neo)`, `Newton (Isaac)`."""
        if 0 < len(note.split()) <= _MOST_WORDS and not bracketed(base):
            written = (f"{base} {note}", f"{base}{note}", f"{note} {base}", f"{note}{base}")
            yield from filter(None, map(self._named, written))

    def _contradicts(self, row: int, base: str, note: str) -> bool:
        if self._is_own(row, note) or is_acronym(note, base):
            return False
        others = self._named(note) or self._named(thing_added(note))
        if others and row not in others:
            return True
        facts = self._facts
        if facts.contradict(row, note) or facts.place_elsewhere(row, note) or facts.date_otherwise(row, note):
            return True
        return points_elsewhere(self._names[row], base, note) and self._are_states

    def _is_own(self, row: int, note: str) -> bool:
        """Whether the note says nothing but what a name of the row, or gold's row, says too."""
        said = frozenset(exact_key(note).split())
        named = (exact_key(name).split() for name in self._names[row])
        return any(said.issubset(name) for name in named) or self._facts.bear_out(row, note)

    @cached_property
    def _are_states(self) -> bool:
        """Whether gold lists states."""
        return are_states(self._names)


def _pieces(text: str) -> Iterator[str]:
    """Each bracket of a text, and what its commas part."""
    for note in bracketed(text):
        yield note.strip()
        parts = _PIECE.split(note.strip())
        if len(parts) > 1:
            yield from filter(None, parts)
