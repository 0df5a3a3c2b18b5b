"""The whole matching policy: which rules decide a cell, and in what order.

Cheapest and surest first: what gold does not grade, what is empty, what is
equal, what is too long to read; then the column's type. The first rung that
decides wins, and a rung that is not sure leaves the cell `undecided`.
"""

from __future__ import annotations

from collections.abc import Callable

from atlas_grader.answers import Cell, RawCell
from atlas_grader.cleaning import clean_cell, marks_used
from atlas_grader.emptiness import Emptiness
from atlas_grader.folding import fold_characters
from atlas_grader.match.blanks import Blanks
from atlas_grader.match.cleaner import Cleaner
from atlas_grader.match.contract import Matcher, Values
from atlas_grader.match.registry import rules_of
from atlas_grader.tasks import CellType, Column, GoldCell, GoldValue, State
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided

# grading.md 5: longer cells are undecided unless equal to gold.
LONGEST_CELL = 4096

# What several systems say alike is gold's value in a few spellings; wrong values hardly ever recur,
# and remembering them would take hundreds of megabytes in a large comparison.
_CACHED_PER_CELL = 12


def compile_values(column: Column, values: Values, others: Values = ()) -> Matcher:
    """A matcher of non-empty cells against `values`, any of which is right.

    `others` are the values that gold holds in the column; those among `values` are passed over.
    """
    written = frozenset(filter(None, map(_written, values)))
    decide: Matcher | None = None

    def matcher(cell: Cell) -> CellVerdict:
        nonlocal decide
        # What a link shows is not where it leads.
        if _written_cell(cell) in written and not (cell.addresses and column.type is CellType.URL):
            return _EQUAL
        if len(cell.text) > LONGEST_CELL:
            return undecided(
                Reason.TOO_LONG, f"{len(cell.text):,} characters; at most {LONGEST_CELL:,} are read"
            )
        if "~~" in cell.text:
            return _STRUCK
        if decide is None:  # most gold cells only ever meet their own value
            rest = tuple(value for value in others if value not in values)
            decide = rules_of(column.type).compile(column, values, rest)
        return decide(cell)

    return matcher


class CompiledCell:
    """One gold cell, ready to judge whatever an answer says there."""

    __slots__ = ("_decide", "_seen")

    def __init__(self, decide: Callable[[RawCell], CellVerdict]) -> None:
        self._decide = decide
        self._seen: dict[object, CellVerdict] = {}

    def __call__(self, raw: RawCell) -> CellVerdict:
        """The verdict on one raw cell; pure, so remembered."""
        # `"1"` and a JSON 1 are equal and hash alike, but may read differently.
        kind = type(raw)
        key = raw if kind is str else (kind, raw)
        verdict = self._seen.get(key)
        if verdict is None:
            verdict = self._decide(raw)
            if verdict.verdict is Verdict.MATCH and len(self._seen) < _CACHED_PER_CELL and kind is not tuple:
                self._seen[key] = verdict
        return verdict


def compile_cell(
    column: Column, gold: GoldCell, others: Values = (), clean: Cleaner | None = None
) -> CompiledCell:
    """Prepare one gold cell of `column` (grading.md, sections 3 and 5).

    `others` are the values that gold holds in the column. `clean` cleans its cells;
    without it, signs that `gold` and `others` use are kept in them.
    """
    if gold.state is State.UNGRADED:
        return CompiledCell(lambda raw: _UNGRADED)
    clean = clean or Cleaner(column, marks_used(column, (*gold.values, *others)))
    blanks = Blanks(column, gold.values)
    if gold.state is State.BLANK:

        def decide_blank(raw: RawCell) -> CellVerdict:
            cell = clean(raw)
            empty = blanks.read(cell)
            if empty is None:
                return _DENIAL if blanks.only_denies(cell) else _NOT_BLANK
            return _doubt(empty) if blanks.is_doubtful(empty) else _BOTH_BLANK

        return CompiledCell(decide_blank)
    matcher = compile_values(column, gold.values, others)
    verbatim = frozenset(value for value in gold.values if isinstance(value, str))

    def decide(raw: RawCell) -> CellVerdict:
        # Before cleaning, which could take a value like `<br>` or `A*` apart.
        if type(raw) is str and raw in verbatim:
            return _EQUAL
        cell = clean(raw)
        empty = blanks.read(cell)
        if empty is None:
            return matcher(cell)
        if column.type in _CODED and empty.phrase and (named := matcher(cell)).verdict is Verdict.MATCH:
            return named
        return _doubt(empty) if blanks.is_doubtful(empty) else _EMPTY

    return CompiledCell(decide)


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


def _written_cell(cell: Cell) -> str | tuple[str, ...]:
    return cell.text if cell.items is None else tuple(item.text for item in cell.items)


# A no-data phrase may be a code of gold's own: `NA` for Namibia (grading.md 3).
_CODED = frozenset({CellType.COUNTRY, CellType.LANGUAGE, CellType.CURRENCY})

_EQUAL = match(Reason.EQUAL)
_STRUCK = undecided(Reason.UNREADABLE, "is struck out in part or in whole")
_BOTH_BLANK = match(Reason.BOTH_BLANK)
_NOT_BLANK = mismatch(Reason.NOT_BLANK, "gold is blank; the answer gives a value")
_DENIAL = undecided(Reason.NONE_OR_VALUE, "may only say that there is nothing")
_EMPTY = mismatch(Reason.EMPTY)
_UNGRADED = CellVerdict(Verdict.UNGRADED, Reason.UNGRADED)
