"""Cells that only say what their value is not: `anything but K2`, `rejected: K2`, `K2? no`.

What the words of a denial leave is a value, and every type reads it; but the cell does not give it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Values
from atlas_grader.match.offers.words import Bounds, without_edge_word
from atlas_grader.match.registry import rules_of
from atlas_grader.ruled_out import HEADING_SIGNS, is_ruled_out, rules_out
from atlas_grader.tasks import FIGURES, CellType, Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

_RULED_OUT = undecided(Reason.NEGATED, "only says what the value is not")
# In these a type takes words before the value for a label; other types read all words.
_LABELLED = FIGURES | {CellType.IDENTIFIER, CellType.URL}
# `No 5`
_NUMBERED = frozenset({CellType.NUMBER, CellType.IDENTIFIER})


def unless_denied(
    verdict: CellVerdict, text: str, column: Column, values: Callable[[], Values]
) -> CellVerdict:
    """A match or mismatch, left open where the cell denies what it names; `values` are all of the column.

    In texts and names the words of a denial are never left out, so they need no second look.
    """
    kind = column.type
    if verdict.reason is Reason.NEGATED or (text[:1].isdecimal() and text[-1:].isdecimal()):
        return verdict
    if kind is CellType.LIST and verdict.verdict is Verdict.MISMATCH:
        return verdict  # a wrong list names items that may begin as a denial does
    said = rules_out(text)
    if kind not in _LABELLED and not said.endswith(HEADING_SIGNS):
        said = ""
    if not said and kind is not CellType.BOOLEAN:
        said = is_ruled_out(text)
    return _RULED_OUT if said and not _is_own(said.rstrip(" -:：→=>"), text, column, values()) else verdict


def _is_own(denial: str, text: str, column: Column, values: Values) -> bool:
    """Whether the words of a denial are the column's own, a number's sign or a limit: `not less than 5`."""
    said, kind = denial.casefold(), column.type
    named = f" {column.name.casefold().replace('_', ' ')} "
    if f" {said} " in named or (denial == "No" and kind in _NUMBERED):
        return True
    if kind is CellType.BOOLEAN:
        return rules_of(kind).reads(column)(Cell(denial, denial))
    limit = without_edge_word(text, Bounds.TIME if kind is CellType.DATE else Bounds.AMOUNT)
    if limit is not None and limit[1] is not None:
        return True
    return any(_begins_with(said, name.casefold()) for name in _names(column, values))


def _begins_with(denial: str, name: str) -> bool:
    return name.startswith(denial) and not name[len(denial) :][:1].isalpha()


def _names(column: Column, values: Values) -> Iterator[str]:
    yield from chain.from_iterable(choice.names for choice in column.choices)
    yield from chain.from_iterable((value,) if isinstance(value, str) else value for value in values)
