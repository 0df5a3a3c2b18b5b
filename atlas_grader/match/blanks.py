"""Whether a cell of a column is empty, against the gold that stands there (grading.md, section 3).

Gold's own values and the column's choices come first: `NA` is Namibia. Everything
that needs gold or the column's type is prepared when a no-data phrase is first met,
for most cells hold none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, cached_property

from atlas_grader.answers import Cell
from atlas_grader.emptiness import (
    Emptiness,
    is_absent,
    is_denial,
    is_wordy,
    note_holds_value,
    note_offers,
    read_emptiness,
    without_pictures,
)
from atlas_grader.folding import fold_characters
from atlas_grader.match.choices.words import negations
from atlas_grader.match.contract import Values
from atlas_grader.match.offers.words import Bounds, without_edge_word
from atlas_grader.match.registry import rules_of
from atlas_grader.phrases import Kind, goes_on
from atlas_grader.tasks import CODED, FIGURES, CellType, Column, texts_in

NOTHING = Emptiness(phrase="")

_CLAUSE = re.compile(r"[,;:()\[\]/]|\s-\s")
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_TOLD_AS = re.compile(r"(?:\w+\s){1,2}(?:as|at)\s\d")
_FIGURE = re.compile(r"\d[\d.,]*")
_ZERO = re.compile(r"[^\d]*0(?:[.,]0+)?[^\d]*|no|false")
# Any text reads as these, so a note of theirs is judged by its digits alone.
_OPEN_TYPES = frozenset({CellType.TEXT, CellType.NAME, CellType.LIST, CellType.IDENTIFIER, CellType.BOOLEAN})
_NAMING = frozenset({CellType.NAME, CellType.IDENTIFIER})


def may_be_empty(cell: Cell) -> bool:
    """Whether a cell can be empty, whatever gold holds; for most cells it cannot."""
    if cell.items is not None or not cell.text:
        return True
    return not cell.native and read_emptiness(without_pictures(cell.text)) is not None


class Blanks:
    """Reads emptiness in one column, beside the values that gold holds there."""

    def __init__(self, column: Column, values: Values = (), beside: Values = ()) -> None:
        """`values` are what gold holds: its values in a cell, or the names of an entity column.

        `beside` are those of the column's other cells.
        """
        self._column = column
        self._values = values
        self._beside = beside

    def read(self, cell: Cell) -> Emptiness | None:
        """What says that the cell is empty; `None` if it holds a value."""
        if cell.items is not None:
            return None if any(self.read(item) is None for item in cell.items) else NOTHING
        if not cell.text:
            return NOTHING
        # beside a sign for yes or no, a phrase is a note
        text = cell.text if self._column.type is CellType.BOOLEAN else without_pictures(cell.text)
        empty = None if cell.native else read_emptiness(text)
        if empty is None or not self._known.isdisjoint((_key(cell.text), _key(empty.phrase))):
            return None
        return None if empty.note and self._holds_value(empty.note) else empty

    def beside_phrase(self, cell: Cell) -> Cell | None:
        """The value at which a no-data phrase's note guesses: `est. $500` of `not disclosed, est. $500`.

        Without a hedge, a number there may be about something else: `N/A (42 sources)`.
        """
        empty = None if cell.native or cell.items is not None else read_emptiness(cell.text)
        if empty is None or empty.is_none or not (self._is_typed and empty.note):
            return None
        note = empty.note.strip()
        hedged = note_offers(note) or without_edge_word(note, Bounds.AMOUNT) is not None
        return Cell(note) if hedged and self._holds_value(note) else None

    def only_denies(self, cell: Cell) -> bool:
        """Whether a cell may say no more than that there is nothing, so that a blank gold is undecided."""
        if cell.items is not None or (cell.native and self._column.type is CellType.BOOLEAN):
            return False
        # Among any texts, of which none is known, a zero or a No may be what is asked for, but no name.
        is_open = self._column.type not in _NAMING and not (self._beside or self._is_typed)
        if self._says_none(cell.text) and (not is_open or self._only_counts(cell.text)):
            return True
        return not cell.native and self._denies_in_words(cell)

    def _says_none(self, text: str) -> bool:
        """`0 kg`, `No (4-1)`, `none (in normal time)`: a zero, a No or a no-data phrase, with any note."""
        column = self._column
        if _key(text) in _choice_keys(column) or any(map(is_absent, texts_in(self._beside))):
            return False
        empty = read_emptiness(text)
        if empty is not None and empty.note:
            # A value in the note is one, but a number beside `none` may be about something else.
            sure = note_offers(empty.note) or (
                self._is_typed and not empty.is_none and not self._only_counts(text)
            )
            return not sure or not self._holds_value(empty.note)
        if column.type is CellType.BOOLEAN:
            return False
        return is_absent(text) or goes_on(text)

    def _only_counts(self, text: str) -> bool:
        """Whether a phrase's note has its number among words, unguessed: `n/a (only 5 of 30 have one)`."""
        empty = read_emptiness(text)
        if empty is None or (self._is_typed and self._column.type is not CellType.NUMBER):
            return False
        unhedged = without_edge_word(empty.note, Bounds.AMOUNT) or (empty.note, None)
        return is_wordy(_FIGURE.sub("", unhedged[0])) and not (
            note_offers(empty.note) or _TOLD_AS.match(empty.note)
        )

    def _denies_in_words(self, cell: Cell) -> bool:
        if not (self._is_typed or self._column.type is CellType.BOOLEAN):
            return is_denial(cell.text) or (self._are_numbered and is_wordy(cell.text))
        # Where values have a form, words of another form say why there is none: `alive`, on a date of death.
        has_form = self._column.type in FIGURES or self._column.type in CODED
        is_no_figure = has_form and not any(map(str.isnumeric, cell.text))
        said = is_no_figure or is_denial(cell.text) or is_wordy(cell.text)
        return said and not _reads(self._column)(cell)

    @cached_property
    def _are_numbered(self) -> bool:
        """Whether all that gold holds in the column has a number, as scores have."""
        texts = list(texts_in(self._beside))
        return len(texts) > 1 and all(any(map(str.isdigit, text)) for text in texts)

    def is_doubtful(self, empty: Emptiness) -> bool:
        """Whether there may be a value after all: gold's own (grading.md 3), or one in the note."""
        if empty.note and self._is_typed and note_holds_value(empty.note) and not is_denial(empty.note):
            return True
        # `Not available` says No where the question is whether something is.
        denies = empty.kind is Kind.DENIED or self._denies_asked(empty.phrase)
        says_no = empty.is_none or (denies and self._column.type is CellType.BOOLEAN)
        if says_no and any(_ZERO.fullmatch(_key(text)) for text in texts_in(self._values)):
            return True
        if self._values and self._column.type is CellType.ENUM and self._denies_asked(empty.phrase):
            return True
        return bool(empty.letters) and self._initials.count(empty.letters) == 1

    def _denies_asked(self, phrase: str) -> bool:
        """Whether a no-data phrase denies what is asked for: `not disclosed` under *Disclosed*."""
        is_boolean = self._column.type is CellType.BOOLEAN
        if is_boolean and phrase[:2].casefold() == "un":
            denied = phrase[2:]
        else:
            denial = negations().match(phrase)
            denied = phrase[denial.end() :] if denial else ""
        is_asked = is_boolean or bool(self._column.choices)
        return is_asked and bool(denied) and _reads(self._column)(Cell(denied))

    def _holds_value(self, note: str) -> bool:
        """Whether a note beside a no-data phrase holds a value of the column's type, years aside."""
        if not self._is_typed:
            return note_holds_value(note)
        if any(map(str.isdigit, note)) and not any(map(str.isdigit, _YEAR.sub("", note))):
            return False
        reads = _reads(self._column)
        return any(reads(Cell(part)) for part in _parts(note))

    @property
    def _is_typed(self) -> bool:
        """Whether the type reads some texts only."""
        column = self._column
        return column.type not in _OPEN_TYPES and (column.type is not CellType.ENUM or bool(column.choices))

    @cached_property
    def _known(self) -> frozenset[str]:
        return _choice_keys(self._column).union(map(_key, texts_in(self._values)))

    @cached_property
    def _initials(self) -> list[str]:
        return [_initials(choice.name) for choice in self._column.choices]


@cache
def _choice_keys(column: Column) -> frozenset[str]:
    return frozenset(_key(name) for choice in column.choices for name in choice.names)


@cache
def _reads(column: Column) -> Callable[[Cell], bool]:
    return rules_of(column.type).reads(column)


def _parts(note: str) -> list[str]:
    """A note and its clauses: the places where a value could stand."""
    clauses = [clause.strip(" .") for clause in _CLAUSE.split(note)]
    return [part for part in dict.fromkeys([note, *clauses]) if part]


def _initials(name: str) -> str:
    words = name.split()
    return "".join(word[0] for word in words).casefold() if len(words) > 1 else ""


def _key(text: str) -> str:
    return fold_characters(text).strip().casefold()
