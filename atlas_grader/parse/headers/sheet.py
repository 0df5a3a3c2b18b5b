"""A table's cells as evidence for what stands under a header (grading.md 2.2, content)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from atlas_grader.answers import NumberLiteral, RawCell, Table
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.headers.columnwords import TaskWords, kind_of
from atlas_grader.parse.headers.meanings import translations, wordings
from atlas_grader.parse.headers.words import header_words, word_list
from atlas_grader.tasks import FIGURES, WORDS, CellType, Column

LOOKED_AT = 60
"""Cells of a column that are read; a table's first rows are like the others."""
_LOOKED_AT_FOR_WORDS = 24
"""That a cell is none of many plain values takes longest to see."""
_MOST_READ = 100_000
"""Characters that are read of a table, once for each header and column that may go together."""
_MOST_READ_AT_ALL = 500_000
_LEAST_READ = 10
"""Characters that the shortest cell counts for."""
_LONGEST_IDENTIFIER = 40
_LONGEST_CHOICE = 120
_LONGEST_COUNT = 5
SOME = 0.3
"""Share that must be read where words already speak for a column."""

_NAMED = {CellType.NAME, CellType.ENUM, CellType.COUNTRY, CellType.LANGUAGE, CellType.CURRENCY}
# What one of these reads to the end is no name and no text.
_PLAIN_VALUES = (
    Column("", CellType.BOOLEAN),
    Column("", CellType.NUMBER),
    Column("", CellType.DATE),
    Column("", CellType.MONEY, currency="USD"),
    Column("", CellType.QUANTITY, unit="m"),
    Column("", CellType.DURATION),
    Column("", CellType.URL),
    Column("", CellType.COORDINATES),
)
# A code has a digit or capitals, and no more than two words.
_CODE = re.compile(r"(?=.*\d|[A-Z.\-]+$)[+(]?\w[^\s]*(?:[ ]?[^\s]+)?")
# `78th (2006)`, `2006 (78.)`
_NTH = r"\d{1,3}(?:st|nd|rd|th|\.|[ºª°])?"
_NUMBERED_YEAR = re.compile(rf"{_NTH}[ ]?\((?:1\d|20)\d\d\)|(?:1\d|20)\d\d[ ]?\({_NTH}\)")
_ISO_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?")


class TooMuchToReadError(Exception):
    """Cells of an answer take too long to read for what they may tell of its headers."""


class Sparing:
    """Reads each cell of an answer once for each column, and only so many characters of them all."""

    def __init__(self, reads: Callable[[Column], Callable[[RawCell], bool]]) -> None:
        self._reads = reads
        self._readers: dict[int, Callable[[RawCell], bool]] = {}
        self._left = _MOST_READ_AT_ALL

    def __call__(self, column: Column) -> Callable[[RawCell], bool]:
        """Whether a column's type reads a cell; raises `TooMuchToReadError`."""
        if id(column) not in self._readers:
            self._readers[id(column)] = self._sparing(self._reads(column))
        return self._readers[id(column)]

    def _sparing(self, read: Callable[[RawCell], bool]) -> Callable[[RawCell], bool]:
        known: dict[tuple[type, RawCell], bool] = {}

        def reads(cell: RawCell) -> bool:
            # A list of texts and one of numbers are equal, but not read alike.
            told = None if isinstance(cell, tuple) else known.get((type(cell), cell))
            if told is None:
                self._left -= _LEAST_READ + len(cell if isinstance(cell, str) else repr(cell))
                if self._left < 0:
                    raise TooMuchToReadError
                told = known[type(cell), cell] = read(cell)
            return told

        return reads


@dataclass(slots=True)
class Sheet:
    """A table beside the columns it should hold."""

    table: Table
    columns: tuple[Column, ...]
    words: TaskWords
    entity: frozenset[str]
    reads: Callable[[Column], Callable[[RawCell], bool]]
    languages: tuple[str, ...] = ()
    """In which the headers are written, unless in English."""
    looked_at: int = LOOKED_AT
    pairs: int = 1
    """Headers and columns that may go together: of many fewer characters are read each."""
    _shares: dict[tuple[int, int], float] = field(default_factory=dict)
    _cells: dict[int, list[RawCell]] = field(default_factory=dict)
    _wordy: dict[int, float] = field(default_factory=dict)
    entity_places: tuple[int, ...] = field(init=False)
    """The columns that name the entity."""

    def __post_init__(self) -> None:
        self.entity_places = tuple(
            place for place, column in enumerate(self.columns) if column.name in self.entity
        )

    def share(self, place: int, column: int) -> float:
        """How many of the non-empty cells under a header the column's type reads."""
        if (place, column) not in self._shares:
            self._shares[place, column] = _share(self.reads(self.columns[column]), self.cells(place))
        return self._shares[place, column]

    def looks(self, place: int, column: int) -> float:
        """The share, where a type that reads anything reads only what looks like it."""
        share = self.share(place, column)
        kind = kind_of(self.columns[column])
        if kind in WORDS:
            return min(share, self.wordy(place))
        if kind is CellType.IDENTIFIER:
            return min(share, _share(_is_code, self.cells(place)))
        if kind is CellType.ENUM:
            return max(share, _share(_begins_with_choice(self.columns[column]), self.cells(place)))
        return share

    def could_be(self, place: int, column: int) -> float:
        """The share of cells of the kind that the column holds, even if its type cannot read them."""
        kind = kind_of(self.columns[column])
        if kind in _NAMED:
            return self.wordy(place)
        if kind in FIGURES:
            return max(self.share(place, column), _share(_has_digit, self.cells(place)))
        return self.share(place, column)

    def may_hold(self, place: int, column: int) -> bool:
        """Whether some cells, if there are any, are of the kind that the column holds."""
        if not self.cells(place):
            return True
        return max(self.looks(place, column), self.could_be(place, column)) >= SOME

    def wordy(self, place: int) -> float:
        """How many of the non-empty cells hold words rather than any plain value."""
        if place not in self._wordy:
            plain_values = [self.reads(column) for column in _PLAIN_VALUES]

            def is_wordy(cell: RawCell) -> bool:
                if isinstance(cell, tuple):
                    return True
                return _is_lettered(cell) and not any(read(cell) for read in plain_values)

            self._wordy[place] = _share(is_wordy, self.cells(place)[:_LOOKED_AT_FOR_WORDS])
        return self._wordy[place]

    def dated(self, place: int) -> float:
        """How many of the non-empty cells are a number in a series and its year."""
        return _share(_is_numbered_year, self.cells(place))

    def cells(self, place: int) -> list[RawCell]:
        """The first cells under a header that hold anything."""
        if place not in self._cells:
            rows = self.table.rows[: self.looked_at]
            cells = [row[place] for row in rows if not _says_nothing(row[place])]
            sizes = accumulate(len(cell) if isinstance(cell, str) else 0 for cell in cells)
            most = _MOST_READ // max(1, self.pairs)
            self._cells[place] = cells[: max(1, sum(size <= most for size in sizes))]
        return self._cells[place]

    def is_open_minded(self, column: int) -> bool:
        """Whether the column's type reads almost anything."""
        return self.words[column].is_open_minded

    def translated(self, text: str) -> tuple[str, ...]:
        """What a header says in English; itself if no word of it is known."""
        return translations(text, self.languages) or (text,)

    def reworded(self, text: str) -> tuple[str, ...]:
        """What else a header may be called in English."""
        return wordings(text, self.languages)

    def holds_nothing(self, place: int) -> bool:
        """Whether no row has a cell under a header."""
        return all(is_blank(row[place]) for row in self.table.rows)

    def counts_rows(self, place: int) -> bool:
        """Whether the cells are 1, 2, 3 …, anew in each part of the table."""
        cells = [str(row[place]).strip(" .)#") for row in self.table.rows[: self.looked_at]]
        if not all(cell.isdecimal() and len(cell) <= _LONGEST_COUNT for cell in cells):
            return False
        numbers = [int(cell) for cell in cells]
        runs_on = [n == before + 1 for before, n in pairwise(numbers)]
        return (
            numbers[:1] in ([0], [1])
            and all(on or n == numbers[0] for on, n in zip(runs_on, numbers[1:], strict=True))
            and (any(runs_on) or not runs_on)
        )

    def tells_rows_apart(self, place: int) -> bool:
        """Whether every row has a cell of its own under a header."""
        cells = [row[place] for row in self.table.rows]
        return not any(map(is_blank, cells)) and len({str(cell) for cell in cells}) == len(cells)


def _share(read: Callable[[RawCell], bool], cells: Sequence[RawCell]) -> float:
    return sum(map(read, cells)) / len(cells) if cells else 0.0


def _begins_with_choice(column: Column) -> Callable[[RawCell], bool]:
    """`Death of Harding` for the choice `death`: no verdict, but told by the same words."""
    choices = [word_list(name) for choice in column.choices for name in choice.names]

    def begins(cell: RawCell) -> bool:
        words = word_list(cell[:_LONGEST_CHOICE]) if isinstance(cell, str) else []
        return any(choice and words[: len(choice)] == choice for choice in choices)

    return begins


def _is_lettered(cell: RawCell) -> bool:
    is_text = isinstance(cell, str) and not isinstance(cell, NumberLiteral)
    return is_text and any(c.isalpha() for c in str(cell)[:200])


def _has_digit(cell: RawCell) -> bool:
    return isinstance(cell, str) and any(c.isnumeric() for c in cell[:200])


def _is_numbered_year(cell: RawCell) -> bool:
    return isinstance(cell, str) and _NUMBERED_YEAR.fullmatch(cell.strip(" *_")) is not None


def _is_code(cell: RawCell) -> bool:
    if isinstance(cell, tuple):
        return all(map(_is_code, cell))
    if not isinstance(cell, str) or len(cell) > _LONGEST_IDENTIFIER:
        return False
    text = cell.strip(" *_`")
    return _CODE.fullmatch(text) is not None and not _ISO_DATE.fullmatch(text)


def _says_nothing(cell: RawCell) -> bool:
    if is_blank(cell):
        return True
    if not isinstance(cell, str):
        return False
    text = cell[:200].strip().casefold()
    # Signs above the Latin ones can mean something without a letter: ✓, ❌, flags.
    return text in header_words().no_data or not any(c.isalnum() or c > "\u2069" for c in text)
