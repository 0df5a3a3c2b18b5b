"""Cleans the cells of one column, tells which are plain, and remembers: a cell meets many gold cells."""

from __future__ import annotations

from atlas_grader.answers import Cell, RawCell
from atlas_grader.cleaning import clean_cell
from atlas_grader.emptiness import begins_a_value, is_ditto
from atlas_grader.match.blanks import may_be_empty
from atlas_grader.match.flags import has_other_flag
from atlas_grader.match.takenback import may_take_back
from atlas_grader.phrases import BEGINNING
from atlas_grader.tasks import Column

# As many as one answer's rows mostly are: within it, a cell meets many gold rows.
_MOST_REMEMBERED = 64


# grading.md 5: longer cells are undecided unless equal to gold.
LONGEST_CELL = 4096


class Cleaner:
    """`clean_cell` for one column; pure, so remembered. `keep` are the signs its values use."""

    __slots__ = ("_column", "_keep", "_seen")

    def __init__(self, column: Column, keep: frozenset[str]) -> None:
        self._column = column
        self._keep = keep
        self._seen: dict[object, tuple[Cell, bool]] = {}

    def __call__(self, raw: RawCell) -> Cell:
        """The cell without mark-up and citation marks (grading.md 2.3)."""
        return self.cleaned(raw)[0]

    def cleaned(self, raw: RawCell) -> tuple[Cell, bool]:
        """The cell, and whether it is one like most: nothing in it means something else."""
        # `"1"` and a JSON 1 are equal and hash alike, but clean differently; so do lists of them.
        kind = type(raw)
        if kind is tuple:
            return self._cleaned(raw)
        key = raw if kind is str else (kind, raw)
        seen = self._seen.get(key)
        if seen is None:
            if len(self._seen) >= _MOST_REMEMBERED:
                self._seen.clear()
            seen = self._seen[key] = self._cleaned(raw)
        return seen

    def _cleaned(self, raw: RawCell) -> tuple[Cell, bool]:
        cell = clean_cell(raw, self._column, self._keep)
        return cell, _is_plain(cell)


def _is_plain(cell: Cell) -> bool:
    text = cell.text
    if len(text) > LONGEST_CELL or cell.items is not None:
        return False
    if text.isascii() and begins_a_value(text[:BEGINNING]):
        return text.isalnum() or not may_take_back(text)
    return not (is_ditto(text) or has_other_flag(text) or may_be_empty(cell) or may_take_back(text))
