"""What a cell type has to supply to be a rung of the ladder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from atlas_grader.answers import Cell
from atlas_grader.tasks import Column, GoldValue
from atlas_grader.verdicts import CellVerdict

Matcher = Callable[[Cell], CellVerdict]
"""Decides one non-empty, cleaned cell against one gold cell; pure."""

Values = tuple[GoldValue, ...]


@dataclass(frozen=True, slots=True)
class TypeRules:
    """How one cell type compares and reads cells."""

    compile: Callable[[Column, Values, Values], Matcher]
    """`(column, values, others)`: gold's value and accepted alternatives, and the
    values of the column's other gold rows → a matcher. Never raises: a gold value
    the type cannot read matches by equality only."""
    reads: Callable[[Column], Callable[[Cell], bool]]
    """Whether a cell reads to the end as a value of this type."""
