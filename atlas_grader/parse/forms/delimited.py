"""Tables with separated values: comma, semicolon, tab or pipe.

The separator is the one that cuts most lines into the same number of cells.
Quotes may hold separators and newlines; a quote that is never closed is an
ordinary character, so it cannot swallow the rows after it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto

from atlas_grader.answers import Table
from atlas_grader.parse.grid import shape
from atlas_grader.parse.spans import Found, Line, Piece

# In this order where two separators do equally well.
SEPARATORS = ("\t", ";", "|", ",")

# How many lines a quoted cell may reach over, and how far all such looks ahead may go together.
_LONGEST_QUOTE = 200
_LOOKAHEAD = 4

_FENCED_SHARE = 0.5
_BARE_SHARE = 0.8
# By how many cells a row may fall short of the headers where a comma or semicolon cuts.
_MOST_SHORT = 2
_FEWEST_LEFT = 3
# By how much of the lines a separator must do better than one that goes before it.
_CLEARLY = 0.15
_LONGEST_BARE_HEADER = 60
# Lines of prose above or below a table, without a blank line between.
_MOST_EDGES = 3
# Lines, and cells in them, that make a table where a blank line stands after every row.
_FEWEST_SPACED = 3
_LIST_ITEM = re.compile(r"\s*(?:[-*+•‣◦]|\d{1,3}[.)])\s")
_PROSE_END = re.compile(r"[.!?:]$")
_LABELLED = re.compile(r"\w\s*:\s")

_QUOTED = {
    separator: re.compile(rf'[ ]*"((?:[^"\\]++|""|\\.)*)"[ ]*(?={re.escape(separator)}|\n|$)', re.DOTALL)
    for separator in SEPARATORS
}

_OPENING = re.compile(r'[ ]*"(?:[^"\\]++|""|\\.)*+', re.DOTALL)

Row = list[str]


def find_delimited(piece: Piece) -> Iterator[Found]:
    """Bare runs of lines that one separator cuts alike, strictly enough to leave prose alone."""
    if not any(separator in piece.text for separator in SEPARATORS):
        return
    for run in _runs(piece.runs):
        lines = [line.text for line in run]
        separator, rows = _sniff(lines, _BARE_SHARE)
        if not separator or _is_prose(lines, separator, rows):
            continue
        if table := _read(rows, separator):
            yield Found(run[0].start, run[-1].end, (table,))


def read_delimited(text: str) -> Table | None:
    """A text that is said to be one table of separated values."""
    lines = text.strip("\n").split("\n")
    separator, rows = _sniff(lines, _FENCED_SHARE)
    return _read(rows, separator) if separator else None


def read_single_column(text: str) -> Table | None:
    """A header and one value a line, for text that is said to be separated values."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) < 2:
        return None
    cells = [_unquoted(line) for line in lines]
    return shape(cells[:1], [[cell] for cell in cells[1:]])


def cut_lines(lines: Sequence[str], separator: str) -> list[Row]:
    """Cut lines into records; a quoted cell may go on over the next lines.

    >>> cut_lines(['name,note', '"A","two', 'lines"', 'B,"open'], ",")
    [['name', 'note'], ['A', 'two\\nlines'], ['B', 'open']]
    """
    rows: list[Row] = []
    budget = _LOOKAHEAD * sum(map(len, lines)) + 1000
    width = 0
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        if not line.strip(" \r"):
            continue
        if '"' not in line:
            row = _stripped(line.split(separator))
        else:
            row, taken, spent = _cut_quoted(
                lines[place - 1 : place - 1 + _LONGEST_QUOTE], separator, width, budget
            )
            place += taken
            budget -= spent
        width = width or len(row)
        rows.append(row)
    return rows


def _cut_quoted(lines: Sequence[str], separator: str, width: int, budget: int) -> tuple[Row, int, int]:
    """The record that begins at the first line, how many more lines it took, and the characters looked at."""
    cells, state = _cells(lines[0], separator)
    if state is _State.WHOLE:
        return cells, 0, 0
    joined, spent = lines[0], 0
    for taken, line in enumerate(lines[1:] if state is _State.OPEN else (), 1):
        joined += "\n" + line
        if '"' not in line:
            continue
        spent += len(joined)
        cells, state = _cells(joined, separator)
        if state is _State.WHOLE and width in {0, len(cells)}:
            return cells, taken, spent
        if state is not _State.OPEN or spent > budget:
            break
    return _unbalanced(lines[0], separator, width), 0, spent


class _State(Enum):
    """What the quotes of a record came to."""

    WHOLE = auto()
    OPEN = auto()
    """The last quote is not closed yet."""
    BROKEN = auto()
    """A quote is closed where no cell ends: more lines cannot mend it."""


def _cells(record: str, separator: str) -> tuple[Row, _State]:
    """Cells of a record, and what its quotes came to."""
    cells: Row = []
    place = 0
    quoted = _QUOTED[separator]
    while True:
        if match := quoted.match(record, place):
            cells.append(_unescaped(match[1]))
            end = match.end()
        elif opening := _OPENING.match(record, place):
            return cells, _State.OPEN if opening.end() == len(record) else _State.BROKEN
        else:
            end = record.find(separator, place)
            end = len(record) if end < 0 else end
            cells.append(record[place:end].strip())
        if end >= len(record) or record[end] == "\n":
            return cells, _State.WHOLE
        place = end + 1


def _unbalanced(line: str, separator: str, width: int) -> Row:
    """A line with a quote that nothing closes: cut at every separator outside closed quotes."""
    cells: Row = []
    place = 0
    quoted = _QUOTED[separator]
    while place <= len(line):
        match = quoted.match(line, place)
        if match is None and _rest_is_last(cells, width) and line[place:].lstrip().startswith('"'):
            cells.append(_unquoted(line[place:].strip()))
            break
        end = match.end() if match else line.find(separator, place)
        end = len(line) if end < 0 else end
        cells.append(_unescaped(match[1]) if match else _unquoted(line[place:end].strip()))
        place = end + 1
    return cells


def _rest_is_last(cells: Row, width: int) -> bool:
    """Whether what is left of a record is its last cell."""
    return len(cells) == width - 1


def _unescaped(cell: str) -> str:
    return cell.replace('""', '"').replace('\\"', '"')


def _unquoted(cell: str) -> str:
    """Without its quotes, or without the only one where the other is missing."""
    if cell.count('"') == 1 and (cell[0] == '"' or (cell[-1] == '"' and not cell[-2:-1].isdigit())):
        return cell.strip('"')
    if len(cell) > 1 and cell[0] == cell[-1] == '"':
        return _unescaped(cell[1:-1])
    return cell


def _stripped(cells: list[str]) -> Row:
    return [cell.strip() for cell in cells]


def _sniff(lines: Sequence[str], least: float) -> tuple[str, list[Row]]:
    """The separator that cuts at least that share of the lines alike, and the cut lines; or none.

    One that stands in the headers goes before one that only rows have (a decimal comma).
    """
    best, best_score, best_rows, best_share = "", (-math.inf, 0.0), list[Row](), 0.0
    for separator in SEPARATORS:
        if not any(separator in line for line in lines):
            continue
        rows = cut_lines(lines, separator)
        table = _without_edges(rows)
        wide = Counter(len(row) for row in table if len(row) > 1)
        fitting = max(max(wide.values(), default=0), _ragged(table, separator))
        share = fitting / max(1, len(table))
        if sum(wide.values()) < 2 or share < _FENCED_SHARE:
            continue
        first = next(place for place, row in enumerate(rows) if len(row) > 1)
        alike = fitting / len(rows)
        if (-first, alike - _CLEARLY) > best_score:
            best, best_score, best_rows, best_share = separator, (-first, alike), rows, share
    return (best, best_rows) if best_share >= least else ("", [])


def _ragged(table: Sequence[Row], separator: str) -> int:
    """How many rows have as many cells as the headers or leave out the last ones; none if one has more."""
    widths = [len(row) for row in table if len(row) > 1]
    if not widths or max(widths) > widths[0] or not _are_headers(next(row for row in table if len(row) > 1)):
        return 0
    if separator != "\t" and widths.count(widths[0]) < 2:
        return 0
    least = 2 if separator == "\t" else max(_FEWEST_LEFT, widths[0] - _MOST_SHORT)
    return sum(width >= least for width in widths)


def _are_headers(row: Row) -> bool:
    """Short cells, all different; one at most is nameless."""
    named = [cell.casefold() for cell in row if cell]
    return (
        len(named) >= len(row) - 1
        and len(set(named)) == len(named)
        and all(len(cell) <= _LONGEST_BARE_HEADER for cell in named)
    )


def _without_edges(rows: list[Row]) -> list[Row]:
    """Without lead-in and closing lines, which have no separator."""
    start, end = 0, len(rows)
    while start < min(end, _MOST_EDGES) and len(rows[start]) == 1:
        start += 1
    while end > max(start, len(rows) - _MOST_EDGES) and len(rows[end - 1]) == 1:
        end -= 1
    return rows[start:end]


def _read(rows: Sequence[Row], separator: str) -> Table | None:
    widths = Counter(len(row) for row in rows if len(row) > 1)
    usual = max(widths, key=lambda width: (widths[width], width))
    wide = next(place for place, row in enumerate(rows) if len(row) > 1)
    is_ragged = 2 * _ragged(rows[wide:], separator) >= len(rows)
    first = wide if is_ragged else next(n for n in range(len(rows)) if _begins(rows, n, usual))
    last = max(place for place, row in enumerate(rows) if len(row) > 1)
    kept = [row for row in rows[first : last + 1] if not _is_ruler(row)]
    if len(kept) < 2 or not any(map(str.isalnum, "".join(kept[0]))):
        return None
    left_out = len(rows) - 1 - last
    notes = [f"{left_out} lines after the table without {separator!r} are left out"] if left_out else []
    return shape(kept[0], kept[1:], notes)


def _begins(rows: Sequence[Row], place: int, usual: int) -> bool:
    """The headers: the first full row, or one nearly as wide straight above it."""
    width = len(rows[place])
    return width == usual or (width > max(1, usual - 2) and len(rows[min(place + 1, len(rows) - 1)]) == usual)


def _is_ruler(row: Row) -> bool:
    return not "".join(row).strip("-=+: ") and any("--" in cell for cell in row)


def _runs(runs: Iterable[list[Line]]) -> Iterator[list[Line]]:
    """The runs of several lines, and those of single lines as one if they are rows of a table."""
    spaced: list[Line] = []
    for run in runs:
        if len(run) == 1:
            spaced += run
            continue
        yield from _of_rows(spaced)
        spaced = []
        yield run
    yield from _of_rows(spaced)


def _of_rows(spaced: list[Line]) -> list[list[Line]]:
    """Single lines are the rows of a table if most of them have as many cells, three or more."""
    lines = [line.text for line in spaced]
    if len(lines) < _FEWEST_SPACED:
        return []
    separator, rows = _sniff(lines, _BARE_SHARE)
    widths = Counter(map(len, rows))
    usual = widths.most_common(1)[0][0] if separator else 0
    return [spaced] if usual >= _FEWEST_SPACED else []


def _is_prose(lines: Sequence[str], separator: str, rows: Sequence[Row]) -> bool:
    """Sentences and lists have commas too; a header row reads differently."""
    if separator == "\t":
        return False
    header = next(row for row in rows if len(row) > 1)
    if any(len(cell) > _LONGEST_BARE_HEADER or _LABELLED.search(cell + " ") for cell in header):
        return True
    most: Callable[[re.Pattern[str]], bool] = lambda sign: (  # noqa: E731 (two uses, one line)
        sum(sign.search(line.rstrip()) is not None for line in lines) * 2 >= len(lines)
    )
    items = [_LIST_ITEM.match(line) is not None for line in lines]
    # `1. Etna,Italy,3357` below a line of as many headers is a row like any other.
    is_headed = len(header) >= _FEWEST_SPACED and {len(row) for row in rows} == {len(header)} and not items[0]
    return most(_PROSE_END) or (sum(items) * 2 >= len(lines) and not is_headed)
