"""The whole matching policy: which rules decide a cell, and in what order.

Cheapest and surest first: what gold does not grade, what is empty, what is
equal, what is too long to read; then the column's type. The first rung that
decides wins, and a rung that is not sure leaves the cell `undecided`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from functools import cache

from atlas_grader.answers import Cell, RawCell
from atlas_grader.cleaning import clean_cell, marks_used
from atlas_grader.emptiness import Emptiness, note_holds_value, read_emptiness
from atlas_grader.folding import fold_characters
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.tasks import CellType, Column, GoldCell, GoldValue, State
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided

# grading.md 5: longer cells are undecided unless equal to gold.
LONGEST_CELL = 4096

# Enough for every system of a large comparison to say something else in one cell.
_CACHED_PER_CELL = 64

# One module per type; loaded when a task first asks for it.
_RULES: Mapping[CellType, str] = {
    CellType.NUMBER: "number:RULES",
    CellType.PERCENT: "percent:RULES",
    CellType.MONEY: "money:RULES",
    CellType.QUANTITY: "quantity:RULES",
    CellType.DATE: "date:RULES",
    CellType.DURATION: "duration:RULES",
    CellType.BOOLEAN: "boolean:RULES",
    CellType.ENUM: "choice:RULES",
    CellType.COUNTRY: "country:RULES",
    CellType.LANGUAGE: "language:RULES",
    CellType.CURRENCY: "currency:RULES",
    CellType.TEXT: "text:RULES",
    CellType.NAME: "text:NAME_RULES",
    CellType.URL: "url:RULES",
    CellType.LIST: "listing:RULES",
    CellType.COORDINATES: "coordinates:RULES",
    CellType.IDENTIFIER: "identifier:RULES",
}


@cache
def rules_of(cell_type: CellType) -> TypeRules:
    """The rules of one column type."""
    module, name = _RULES[cell_type].split(":")
    rules: TypeRules = getattr(importlib.import_module(f"atlas_grader.match.{module}"), name)
    return rules


def compile_values(column: Column, values: Values, others: Values = ()) -> Matcher:
    """A matcher of non-empty cells against `values`, any of which is right.

    `others` are the values that other gold rows hold in the same column.
    """
    written = frozenset(filter(None, map(_written, values)))
    decide = rules_of(column.type).compile(column, values, others)

    def matcher(cell: Cell) -> CellVerdict:
        if _written_cell(cell) in written:
            return _EQUAL
        if len(cell.text) > LONGEST_CELL:
            return undecided(
                Reason.TOO_LONG, f"{len(cell.text):,} characters; at most {LONGEST_CELL:,} are read"
            )
        return decide(cell)

    return matcher


class CompiledCell:
    """One gold cell, ready to judge whatever an answer says there."""

    __slots__ = ("_decide", "_seen")

    def __init__(self, decide: Callable[[RawCell], CellVerdict]) -> None:
        self._decide = decide
        self._seen: dict[RawCell, CellVerdict] = {}

    def __call__(self, raw: RawCell) -> CellVerdict:
        """The verdict on one raw cell; pure, so remembered."""
        # Only plain strings: `"1"` and a JSON 1 hash alike but may read differently.
        if type(raw) is not str:
            return self._decide(raw)
        verdict = self._seen.get(raw)
        if verdict is None:
            verdict = self._decide(raw)
            if len(self._seen) < _CACHED_PER_CELL:
                self._seen[raw] = verdict
        return verdict


def compile_cell(
    column: Column, gold: GoldCell, others: Values = (), keep: frozenset[str] | None = None
) -> CompiledCell:
    """Prepare one gold cell of `column` (grading.md, sections 3 and 5).

    `others` are the values that other gold rows hold in the column, `keep` the signs
    that its values use; without it, those of `gold` and `others`.
    """
    if keep is None:
        keep = marks_used(column, (*gold.values, *others))
    if gold.state is State.UNGRADED:
        return CompiledCell(lambda raw: _UNGRADED)
    emptiness = compile_emptiness(column, gold.values)
    if gold.state is State.BLANK:

        def decide_blank(raw: RawCell) -> CellVerdict:
            empty = emptiness(clean_cell(raw, column, keep))
            return (
                _BOTH_BLANK
                if empty
                else mismatch(Reason.NOT_BLANK, "gold is blank; the answer gives a value")
            )

        return CompiledCell(decide_blank)

    matcher = compile_values(column, gold.values, others)
    doubtful = _compile_doubtful(column, gold.values)

    def decide(raw: RawCell) -> CellVerdict:
        cell = clean_cell(raw, column, keep)
        empty = emptiness(cell)
        if empty is None:
            return matcher(cell)
        if doubtful(empty):
            return undecided(Reason.NONE_OR_VALUE, f"“{empty.phrase}” may mean no data, or gold's value")
        return _EMPTY

    return CompiledCell(decide)


def compile_emptiness(column: Column, values: Values) -> Callable[[Cell], Emptiness | None]:
    """How emptiness is read in `column` (grading.md 3): gold's values and the choices come first."""
    known = frozenset(
        _key(name) for name in (*_flat(values), *(name for choice in column.choices for name in choice.names))
    )
    holds = _compile_holds(column)

    def read(cell: Cell) -> Emptiness | None:
        if cell.items is not None:
            return None if any(read(item) is None for item in cell.items) else NOTHING
        if not cell.text:
            return NOTHING
        if cell.native or _key(cell.text) in known:
            return None
        empty = read_emptiness(cell.text)
        return None if empty is None or (empty.note and holds(empty.note)) else empty

    return read


def compile_reads(column: Column) -> Callable[[RawCell], bool]:
    """Whether `column`'s type reads a raw cell as a value; for mapping headers by content."""
    reads = rules_of(column.type).reads(column)

    def read(raw: RawCell) -> bool:
        cell = clean_cell(raw, column)
        return bool(cell.text or cell.items) and len(cell.text) <= LONGEST_CELL and reads(cell)

    return read


def _compile_holds(column: Column) -> Callable[[str], bool]:
    """Whether a note beside a no-data phrase holds a value after all, years aside (grading.md 3)."""
    if column.type in _OPEN_TYPES:
        return note_holds_value
    reads = rules_of(column.type).reads(column)

    def holds(note: str) -> bool:
        if note_holds_value(note):
            return True
        return any(not _YEAR.fullmatch(part) and reads(Cell(part)) for part in _parts(note))

    return holds


def _parts(note: str) -> list[str]:
    """A note, its clauses and its words: the places where a value could stand."""
    clauses = [clause.strip(" .") for clause in _CLAUSE.split(note)]
    return [part for part in dict.fromkeys([note, *clauses]) if part]


def _compile_doubtful(column: Column, values: Values) -> Callable[[Emptiness], bool]:
    """Whether a no-data phrase could be gold's own value after all (grading.md 3, last line)."""
    none_may_be_value = any(_key(value) in _ZEROES for value in _flat(values))
    initials = [_initials(choice.name) for choice in column.choices]

    def doubtful(empty: Emptiness) -> bool:
        if none_may_be_value and empty.is_none:
            return True
        return initials.count(empty.letters) == 1

    return doubtful


def _initials(name: str) -> str:
    words = name.split()
    return "".join(word[0] for word in words).casefold() if len(words) > 1 else ""


def _flat(values: Values) -> list[str]:
    return [text for value in values for text in ((value,) if isinstance(value, str) else value)]


def _key(text: str) -> str:
    return fold_characters(text).strip().casefold()


def _written(value: GoldValue) -> str | tuple[str, ...]:
    """What a cell must spell, character for character but for folding, to equal `value`."""
    if isinstance(value, str):
        return fold_characters(value).strip()
    return tuple(fold_characters(item).strip() for item in value)


def _written_cell(cell: Cell) -> str | tuple[str, ...]:
    return cell.text if cell.items is None else tuple(item.text for item in cell.items)


_CLAUSE = re.compile(r"[,;:()\[\]/]|\s-\s")
_YEAR = re.compile(r"[12]\d{3}")
_ZEROES = frozenset({"0", "no", "false"})
# Any text reads as these, so a note of theirs is judged by its digits alone.
_OPEN_TYPES = frozenset({CellType.TEXT, CellType.NAME, CellType.LIST, CellType.IDENTIFIER, CellType.BOOLEAN})

NOTHING = Emptiness(phrase="", note="")

_EQUAL = match(Reason.EQUAL)
_BOTH_BLANK = match(Reason.BOTH_BLANK)
_EMPTY = mismatch(Reason.EMPTY)
_UNGRADED = CellVerdict(Verdict.UNGRADED, Reason.UNGRADED)
