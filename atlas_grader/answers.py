"""What a system gave: an answer, the table found in it, and its cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Union

from atlas_grader.frozen import frozen


class NumberLiteral(str):
    """A number as it stood in JSON, digits kept: `1.10` is not `1.1`."""

    __slots__ = ()


class Spanned(str):
    """A cell that spans several rows, in those below the first one."""

    __slots__ = ()


class Untold(str):
    """No cell, where another table of the answer may tell it of this row under another name."""

    __slots__ = ()


RawCell = Union[str, NumberLiteral, bool, None, tuple["RawCell", ...]]  # noqa: UP007 (recursive)
"""A cell before cleaning. JSON numbers, booleans, null and lists keep their types."""


@frozen
class Cell:
    """A cell after cleaning (grading.md 2.3), ready for the matchers."""

    text: str
    """Folded text without mark-up; `""` when nothing is left. Lines are kept."""
    raw: str = ""
    """What the answer said, verbatim, for reports."""
    native: bool = False
    """Written as a JSON number or boolean, so it has one reading only."""
    items: tuple[Cell, ...] | None = None
    """The items of a JSON list, each a cell; `None` for anything else."""
    addresses: tuple[str, ...] = ()
    """Targets of the links that stood in the cell, in order."""


@frozen
class Table:
    """Headers and rows as found, before headers are mapped to columns."""

    headers: tuple[str, ...]
    rows: tuple[tuple[RawCell, ...], ...]
    """Every row is exactly as wide as `headers`; short ones were padded with `None`."""
    notes: tuple[str, ...] = ()
    """What a reader should know: padded rows, surplus cells, dropped headers."""
    title: str = ""
    """The heading above it, where that says what the table is for: the answer, a draft, what is excluded."""
    is_apart: bool = False
    """Whether other text stands between that heading and the table."""
    of_objects: bool = False
    """Whether each row was an object with keys of its own: none of them is a caption."""


@dataclass(frozen=True, slots=True)
class RowsContent:
    """`rows`: objects, one a row; keys are headers."""

    rows: tuple[Mapping[str, RawCell], ...]


@dataclass(frozen=True, slots=True)
class TableContent:
    """`table`: headers once, then rows as lists."""

    columns: tuple[str, ...]
    rows: tuple[tuple[RawCell, ...], ...]


@dataclass(frozen=True, slots=True)
class TextContent:
    """`answer`: whatever the model wrote."""

    text: str


Content = RowsContent | TableContent | TextContent


@dataclass(frozen=True, slots=True)
class Answer:
    """What one system returned for one task."""

    task_id: str
    content: Content
    system: str = ""
    cost_usd: float | None = None
    latency_s: float | None = None
    citations: tuple[str, ...] = field(default=())
    where: str = ""
    """File and line it was read from, for messages."""
