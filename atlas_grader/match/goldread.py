"""Compile gold once, whatever the type: read its values, and remember which could not be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match.contract import Matcher, Values
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

G = TypeVar("G")


def compile_gold(
    values: Values,
    read: Callable[[str], G | None],
    judge: Callable[[tuple[G, ...], Cell], CellVerdict],
) -> Matcher:
    """A matcher that judges cells against every gold value that `read` can read.

    A value it cannot read may say the same as a cell that differs from all others,
    so it turns a mismatch into `undecided`. A JSON list of one item is that item.
    """
    texts = [
        fold_characters(value if isinstance(value, str) else ", ".join(value)).strip() for value in values
    ]
    read_values = [read(text) for text in texts]
    golds = tuple(value for value in read_values if value is not None)
    unread = len(golds) < len(read_values)

    def matcher(cell: Cell) -> CellVerdict:
        if cell.items is not None and len(cell.items) == 1:
            cell = cell.items[0]
        verdict = judge(golds, cell) if golds else _UNREAD
        return _UNREAD if unread and verdict.verdict is Verdict.MISMATCH else verdict

    return matcher


_UNREAD = undecided(Reason.UNREADABLE, "gold cannot be read")
