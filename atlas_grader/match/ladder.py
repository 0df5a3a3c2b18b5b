"""The whole matching policy: which rules decide a cell, and in what order.

Cheapest and surest first: what gold does not grade, what is empty, what is
equal, what is too long to read; then the column's type. The first rung that
decides wins, and a rung that is not sure leaves the cell `undecided`.

A release compiles to one object a gold cell and one a column, with everything else
made when it is first needed: most gold cells only ever meet their own value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from atlas_grader.answers import Cell, RawCell
from atlas_grader.cleaning import clean_cell, marks_used
from atlas_grader.emptiness import Emptiness, is_ditto
from atlas_grader.folding import fold_characters
from atlas_grader.match.blanks import Blanks
from atlas_grader.match.cleaner import LONGEST_CELL, Cleaner
from atlas_grader.match.contract import Matcher, Values
from atlas_grader.match.flags import has_other_flag
from atlas_grader.match.registry import rules_of
from atlas_grader.match.rowfacts import RowFacts, completed
from atlas_grader.match.takenback import NEGATED, unless_taken_back
from atlas_grader.names.denials import is_unticked
from atlas_grader.tasks import CODED, WORDS, CellType, Column, GoldCell, GoldValue, State
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided

CompiledCell = Callable[[RawCell], CellVerdict]
"""One gold cell, ready to judge whatever an answer says there; pure."""

# What several systems say alike is gold's value in a few spellings. Wrong values recur only where an answer
# is graded again; remembering more would take hundreds of megabytes in a large comparison.
_MATCHES_PER_CELL = 12
_OTHERS_PER_CELL = 3


class CompiledColumn:
    """What the gold cells of one column share: how cells are cleaned, and the values beside their own."""

    def __init__(self, column: Column, values: Values = (), clean: Cleaner | None = None) -> None:
        """`values` are all that gold holds in the column.

        `clean` cleans its cells; without it, signs that the values use are kept in them.
        """
        self.column = column
        self.values = values
        self.clean = clean or Cleaner(column, marks_used(column, values))

    def cell(self, gold: GoldCell, facts: RowFacts | None = None) -> CompiledCell:
        """Prepare one gold cell (grading.md, sections 3 and 5), `facts` being what its row says beside it."""
        if gold.state is State.UNGRADED:
            return _ungraded
        return self._decide_blank if gold.state is State.BLANK else _ValueCell(self, gold.values, facts)

    @cached_property
    def blanks(self) -> Blanks:
        """What tells an empty cell where gold holds no value."""
        return Blanks(self.column, beside=self.values)

    def _decide_blank(self, raw: RawCell) -> CellVerdict:
        cell = self.clean(raw)
        empty = self.blanks.read(cell)
        if empty is None:
            if is_ditto(cell.text):
                return _DITTO
            return _DENIAL if self.blanks.only_denies(cell) else _NOT_BLANK
        return _doubt(empty) if self.blanks.is_doubtful(empty) else _BOTH_BLANK


class ValueMatcher:
    """Judges non-empty cleaned cells against values, any of which is right."""

    __slots__ = ("_column", "_compiled", "_others", "_values", "_written")

    def __init__(self, column: Column, values: Values, others: Values = ()) -> None:
        """`others` are the values that gold holds in the column; those among `values` are passed over."""
        self._column = column
        self._values = values
        self._others = others
        self._written = tuple(filter(None, map(_written, values)))
        self._compiled: Matcher | None = None

    def __call__(self, cell: Cell) -> CellVerdict:
        """The verdict on one cell."""
        text = cell.text
        if self._is_equal(cell):
            return _EQUAL
        if len(text) > LONGEST_CELL:
            return undecided(Reason.TOO_LONG, f"{len(text):,} characters; at most {LONGEST_CELL:,} are read")
        if "~~" in text:
            return _STRUCK
        if has_other_flag(text):
            return _OTHER_FLAG
        if is_unticked(text):
            return NEGATED
        return _DITTO if is_ditto(text) else self._checked(cell)

    def decide_plain(self, cell: Cell) -> CellVerdict:
        """The same, sooner, on a cell that is like most (`Cleaner.cleaned`)."""
        return _EQUAL if self._is_equal(cell) else (self._compiled or self._decide)(cell)

    @property
    def _decide(self) -> Matcher:
        """The rules of the column's type, compiled at first use."""
        if self._compiled is None:
            others = tuple(value for value in self._others if value not in self._values)
            self._compiled = rules_of(self._column.type).compile(self._column, self._values, others)
        return self._compiled

    def _checked(self, cell: Cell) -> CellVerdict:
        """The type's verdict, unless the cell takes its value back; a list may give a value in each item."""
        verdict = self._decide(cell)
        if verdict.verdict is not Verdict.MATCH and self._column.type not in _IN_ITEMS and cell.items:
            each = [self._decide(item).verdict for item in cell.items]
            return _EACH if set(each) == {Verdict.MATCH} else verdict
        return unless_taken_back(verdict, cell.text, self._column, self._values, self._others)

    def _is_equal(self, cell: Cell) -> bool:
        said = cell.text if cell.items is None else _items(cell)
        # What a link shows is not where it leads.
        return said in self._written and not (cell.addresses and self._column.type is CellType.URL)


class _ValueCell:
    """A gold cell that holds a value."""

    __slots__ = ("_column", "_facts", "_lately", "_match", "_seen", "_values")

    def __init__(self, column: CompiledColumn, values: Values, facts: RowFacts | None) -> None:
        self._column = column
        self._values = values
        self._facts = facts
        self._match: ValueMatcher | None = None
        self._seen: dict[object, CellVerdict] = {}
        self._lately: dict[object, CellVerdict] = {}
        """The other verdicts, until there are too many."""

    def __call__(self, raw: RawCell) -> CellVerdict:
        kind = type(raw)
        # Before cleaning, which could take a value like `<br>` or `A*` apart.
        if kind is str and raw in self._values:
            return _EQUAL
        # `"1"` and a JSON 1 are equal and hash alike, but may read differently.
        key = raw if kind is str else (kind, raw)
        seen = self._seen.get(key) or self._lately.get(key)
        if seen is not None:
            return seen
        verdict = self._judge(raw)
        if kind is not tuple:
            self._remember(key, verdict)
        return verdict

    def _remember(self, key: object, verdict: CellVerdict) -> None:
        if verdict.verdict is not Verdict.MATCH:
            if len(self._lately) >= _OTHERS_PER_CELL:
                self._lately.clear()
            self._lately[key] = verdict
        elif len(self._seen) < _MATCHES_PER_CELL:
            self._seen[key] = verdict

    def _judge(self, raw: RawCell) -> CellVerdict:
        column = self._column
        cell, is_plain = column.clean.cleaned(raw)
        if self._match is None:
            self._match = ValueMatcher(column.column, self._values, column.values)
        if is_plain:
            verdict = self._match.decide_plain(cell)
            kind = column.column.type
            lacking = Reason.UNREADABLE if kind is CellType.NUMBER else Reason.AMBIGUOUS
            may_lack_a_fact = verdict.reason is lacking or kind in WORDS
            if self._facts is None or verdict.verdict is Verdict.MATCH or not may_lack_a_fact:
                return verdict
            return self._beside(cell, self._facts, self._match) or verdict
        blanks = Blanks(column.column, self._values)
        empty = blanks.read(cell)
        if empty is None:
            verdict = self._match(cell)
            noted = blanks.beside_phrase(cell) if verdict.reason is Reason.UNREADABLE else None
            return verdict if noted is None else self._match(noted)
        # A no-data phrase may be a code of gold's own: `NA` for Namibia (grading.md 3).
        if column.column.type in CODED and empty.phrase:
            named = self._match(cell)
            if named.verdict is Verdict.MATCH:
                return named
        return _doubt(empty) if blanks.is_doubtful(empty) else _EMPTY

    def _beside(self, cell: Cell, facts: RowFacts, match: ValueMatcher) -> CellVerdict | None:
        """The match that a cell is with what gold's own row says beside it, if it is one."""
        verdicts = (match(Cell(text, text)) for text in completed(cell.text, self._column.column.type, facts))
        return next((verdict for verdict in verdicts if verdict.verdict is Verdict.MATCH), None)


def compile_cell(column: Column, gold: GoldCell, others: Values = ()) -> CompiledCell:
    """Prepare one gold cell of `column`; `others` are the values that gold holds in the column."""
    return CompiledColumn(column, tuple(dict.fromkeys((*gold.values, *others)))).cell(gold)


def _doubt(empty: Emptiness) -> CellVerdict:
    return undecided(Reason.NONE_OR_VALUE, f"“{empty.phrase}” may mean that there is nothing, or be a value")


def compile_reads(column: Column) -> Callable[[RawCell], bool]:
    """Whether `column`'s type reads a raw cell as a value; for mapping headers by content."""
    reads = rules_of(column.type).reads(column)

    def read(raw: RawCell) -> bool:
        cell = clean_cell(raw, column)
        return bool(cell.text or cell.items) and len(cell.text) <= LONGEST_CELL and reads(cell)

    return read


def _written(value: GoldValue) -> str | tuple[str, ...]:
    """What a cell must spell, character for character but for folding, to equal `value`."""
    if isinstance(value, str):
        return fold_characters(value).strip()
    return tuple(fold_characters(item).strip() for item in value)


def _items(cell: Cell) -> tuple[str, ...]:
    return tuple(item.text for item in cell.items or ())


def _ungraded(raw: RawCell) -> CellVerdict:
    return _UNGRADED


# Whose own values are JSON lists.
_IN_ITEMS = frozenset({CellType.LIST, CellType.COORDINATES})

_EQUAL = match(Reason.EQUAL)
_EACH = match(Reason.VARIANT, "every item of the list is a value that gold accepts")
_OTHER_FLAG = undecided(Reason.AMBIGUOUS, "stands beside another country's flag")
_STRUCK = undecided(Reason.UNREADABLE, "is struck out in part or in whole")
_DITTO = undecided(Reason.UNREADABLE, "may repeat the cell above")
_BOTH_BLANK = match(Reason.BOTH_BLANK)
_NOT_BLANK = mismatch(Reason.NOT_BLANK, "gold is blank; the answer gives a value")
_DENIAL = undecided(Reason.NONE_OR_VALUE, "may only say that there is nothing")
_EMPTY = mismatch(Reason.EMPTY)
_UNGRADED = CellVerdict(Verdict.UNGRADED, Reason.UNGRADED)
