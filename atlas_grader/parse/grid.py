"""Make every row of a found table exactly as wide as its headers.

Short rows are padded at the end, long ones lose their surplus there; no cell
ever moves to another column, and whatever was done stands in the notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlas_grader.answers import RawCell, Table
from atlas_grader.parse.headers.words import plain

BESIDE = "(beside it)"
"""The header of what a list tells beside its names, whatever that is."""

NAMES = "(names)"
"""The header of a list of bare names, which is a table only where there is no other."""

# A task has at most 12 columns; these bound what a hostile table can make us build.
WIDEST = 200
MOST_CELLS = 2_000_000
_NARROWEST_CAP = 16
_MOST_NOTES = 10
_FEWEST_NUMBERED = 2


def shape(headers: Sequence[str], rows: Sequence[Sequence[RawCell]], notes: Iterable[str] = ()) -> Table:
    """Pad and cut `rows` to the headers; drop repeated header rows and nameless empty columns."""
    told = list(notes)
    if _is_numbered(headers, rows):
        headers = ("", *headers)
        told.append("the rows are numbered, and no header stands for the numbers")
    width = _kept_width(headers, rows)
    if width < len(headers):
        told.extend(_cut_headers(headers[width:]))
    kept_headers = tuple(headers[:width])
    bare = tuple(header.strip() for header in kept_headers)
    shaped: list[tuple[RawCell, ...]] = []
    faults: list[str] = []
    for number, row in enumerate(rows, 1):
        if _repeats_headers(row, bare):
            faults.append(f"row {number} repeats the headers and is left out")
            continue
        if len(row) == width:
            shaped.append(tuple(row))
            continue
        if fault := _width_fault(number, row, width):
            faults.append(fault)
        shaped.append((*row[:width], *((None,) * (width - len(row)))))
    return Table(kept_headers, tuple(shaped), (*told, *_shortened(faults)))


def is_blank(cell: RawCell) -> bool:
    """Nothing at all: no cell, no text, no items."""
    return cell is None or (isinstance(cell, str) and not cell.strip()) or cell == ()


def widest(rows: int) -> int:
    """How many columns a table of that many rows may keep."""
    return max(_NARROWEST_CAP, min(WIDEST, MOST_CELLS // max(1, rows)))


def _kept_width(headers: Sequence[str], rows: Sequence[Sequence[RawCell]]) -> int:
    width = min(len(headers), widest(len(rows)))
    while width > 1 and not headers[width - 1].strip() and _column_is_blank(rows, width - 1):
        width -= 1
    return width


def _column_is_blank(rows: Sequence[Sequence[RawCell]], place: int) -> bool:
    return all(len(row) <= place or is_blank(row[place]) for row in rows)


def _cut_headers(cut: Sequence[str]) -> list[str]:
    named = [header for header in cut if header.strip()]
    return [f"{len(named)} headers from {named[0][:40]!r} on are left out: too many"] if named else []


def _repeats_headers(row: Sequence[RawCell], headers: tuple[str, ...]) -> bool:
    if not row or not headers or len(row) != len(headers):
        return False
    if not any(headers) or not _is_header(row[0], headers[0]):
        return False
    return all(map(_is_header, row, headers))


def _is_header(cell: RawCell, header: str) -> bool:
    """The same words, marked up or not."""
    if not isinstance(cell, str):
        return False
    text = cell.strip()
    if text == header:
        return True
    # Mark-up only adds to a text: what begins otherwise is another.
    may_be = bool(header) and (text[:1] == header[0] or text[:1] in _MARKS)
    return may_be and plain(text) == plain(header)


_MARKS = frozenset("*_<`~[=")


def _is_numbered(headers: Sequence[str], rows: Sequence[Sequence[RawCell]]) -> bool:
    """Every row has one cell more than there are headers, and it begins with 1, 2, 3 …"""
    if len(rows) < _FEWEST_NUMBERED or any(len(row) != len(headers) + 1 for row in rows):
        return False
    numbers = [str(row[0]).strip(" .)#") for row in rows]
    return any(numbers == [str(n) for n in range(first, first + len(rows))] for first in (0, 1))


def _width_fault(number: int, row: Sequence[RawCell], width: int) -> str:
    if len(row) < width:
        return f"row {number} has {len(row)} cells for {width} headers: the missing ones are empty"
    if all(is_blank(cell) for cell in row[width:]):
        return ""
    return f"row {number} has {len(row)} cells for {width} headers: the last {len(row) - width} are left out"


def _shortened(faults: list[str]) -> list[str]:
    if len(faults) <= _MOST_NOTES:
        return faults
    return [*faults[:_MOST_NOTES], f"and {len(faults) - _MOST_NOTES} more such rows"]
