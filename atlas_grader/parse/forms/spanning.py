"""Tables whose cells may span rows and columns: HTML, wikitext and LaTeX give such rows."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from atlas_grader.answers import Spanned, Table
from atlas_grader.parse.grid import WIDEST, shape, widest
from atlas_grader.parse.titles import Standing, standing_of

_SPAN = {
    name: re.compile(rf"\b{name}\s*=\s*[\"']?\s*(\d{{1,5}})", re.IGNORECASE)
    for name in ("colspan", "rowspan")
}

Grid = list[list[str]]


@dataclass(slots=True)
class SpanningCell:
    """A cell as written."""

    text: str
    is_head: bool = False
    columns: int = 1
    rows: int = 1


def spanning_cell(text: str, attributes: str, *, is_head: bool) -> SpanningCell:
    """A cell with the spans that its attributes tell."""
    return SpanningCell(
        text, is_head, min(_span(attributes, "colspan"), WIDEST), _span(attributes, "rowspan")
    )


def _span(attributes: str, name: str) -> int:
    found = _SPAN[name].search(attributes)
    return max(1, int(found[1])) if found else 1


def spanning_table(
    rows: Sequence[Sequence[SpanningCell]],
    grid: Grid,
    head_rows: Container[int] = (),
    caption: str = "",
) -> Table | None:
    """The table of these rows, whose cells stand in a grid; `None` if there is nothing under its headers."""
    if len(rows) < 2:
        return None
    heads = _header_rows(rows, head_rows)
    width = max(len(grid[row]) for row in heads)
    headers = [_joined(grid, heads, place) for place in range(width)]
    body = range(len(heads), len(grid))
    captions = {row for row in body if _is_caption(rows[row], width)}
    notes = [f"{len(captions)} rows of one cell across the table are left out"] if captions else []
    table = shape(headers, [grid[row] for row in _counted(rows, body, captions)], notes)
    says = standing_of(caption) is not Standing.PLAIN
    return replace(table, title=caption) if says else table


def spread(rows: Sequence[Sequence[SpanningCell]]) -> Grid:
    """Repeat a spanning cell in every place that it covers, as far as a table is kept."""
    most = widest(len(rows))
    grid: Grid = []
    hanging: dict[int, tuple[int, str]] = {}
    for row in rows:
        cells: list[str] = []
        for cell in row:
            _hang(cells, hanging)
            below = Spanned(cell.text)
            for _ in range(min(cell.columns, most - len(cells))):
                if cell.rows > 1:
                    hanging[len(cells)] = (cell.rows - 1, below)
                cells.append(cell.text)
        _hang(cells, hanging)
        grid.append(cells)
    return grid


def _hang(cells: list[str], hanging: dict[int, tuple[int, str]]) -> None:
    while (place := len(cells)) in hanging:
        rows, text = hanging.pop(place)
        if rows > 1:
            hanging[place] = (rows - 1, text)
        cells.append(text)


def _counted(
    rows: Sequence[Sequence[SpanningCell]], body: Iterable[int], captions: set[int]
) -> Iterator[int]:
    """The rows that are no captions and stand under none that excludes them."""
    is_denied = False
    for row in body:
        if row in captions:
            is_denied = standing_of(rows[row][0].text) is Standing.DENIED
        elif not is_denied:
            yield row


def _is_caption(row: Sequence[SpanningCell], width: int) -> bool:
    return len(row) == 1 and width > 1 and row[0].columns >= width


def _header_rows(rows: Sequence[Sequence[SpanningCell]], head_rows: Container[int]) -> list[int]:
    """Those told to be; else the first ones made of heads only; else the first one."""
    count = 0
    while count < len(rows) - 1 and count in head_rows:
        count += 1
    if not count:
        first = rows[0]
        while count < len(rows) - 1 and all(cell.is_head for cell in rows[count]):
            count += 1
            if not any(cell.columns > 1 or cell.rows > count for cell in first):
                break
    return list(range(max(1, count)))


def _joined(grid: Grid, heads: list[int], place: int) -> str:
    """A header over several rows: each different text once, from the top."""
    texts = [grid[row][place] for row in heads if place < len(grid[row])]
    return " ".join(dict.fromkeys(text for text in texts if text))
