"""Tables whose columns are aligned by spaces, as programs print them."""

from __future__ import annotations

import re

from atlas_grader.answers import Table
from atlas_grader.parse.grid import WIDEST, shape

_RULER = re.compile(r"[ ]*[-=─━]{2,}(?:[ ]+[-=─━]{2,})+[ ]*")
_HEADER = re.compile(r"\S+(?:[ ]\S+)*")
_FEWEST_LINES = 2


def read_aligned(text: str) -> Table | None:
    """A text that is one such table: cut where its ruler, or its header, says that columns begin."""
    lines = [line.expandtabs(8).rstrip() for line in text.split("\n") if line.strip()]
    ruler = next((place for place, line in enumerate(lines) if _RULER.fullmatch(line)), None)
    if ruler == 0:
        return None
    header = lines[ruler - 1 if ruler else 0] if lines else ""
    rows = lines[ruler + 1 if ruler else 1 :]
    starts = [cell.start() for cell in _HEADER.finditer(lines[ruler] if ruler else header)][:WIDEST]
    if len(starts) < _FEWEST_LINES or len(rows) + 1 < _FEWEST_LINES or starts[0] > 0:
        return None
    if not all(_is_cut(line, starts) for line in (header, *rows)):
        return None
    return shape(_cells(header, starts), [_cells(row, starts) for row in rows])


def _is_cut(line: str, starts: list[int]) -> bool:
    """Whether a space stands before every column, and something in the first one."""
    return not line.startswith(" ") and all(
        start > len(line) or line[start - 1] == " " for start in starts[1:]
    )


def _cells(line: str, starts: list[int]) -> list[str]:
    ends = [*starts[1:], max(len(line), starts[-1])]
    return [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]
