"""HTML tables, also with tags left unclosed.

Only the tags that build a table are read, by one expression in one pass: the
standard library's parser takes quadratic time on unclosed comments and tags.
What stands in a cell stays as written, mark-up and entities included.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from atlas_grader.answers import Spanned, Table
from atlas_grader.parse.grid import WIDEST, shape
from atlas_grader.parse.spans import Found, Piece
from atlas_grader.parse.titles import Standing, standing_of

_TAG = re.compile(r"<(/?)(table|thead|tbody|tfoot|tr|td|th|caption|colgroup)\b([^<>]*)>", re.IGNORECASE)
_SPAN = {
    name: re.compile(rf"\b{name}\s*=\s*[\"']?\s*(\d{{1,4}})", re.IGNORECASE)
    for name in ("colspan", "rowspan")
}
_SPACES = re.compile(r"\s+")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_CELLS = {"td", "th"}
_LONGEST_CAPTION = 400


@dataclass(slots=True)
class _HtmlCell:
    text: str
    is_head: bool
    columns: int
    rows: int


@dataclass(slots=True)
class _Builder:
    """One table while its tags are read."""

    start: int
    rows: list[list[_HtmlCell]] = field(default_factory=list)
    head_rows: set[int] = field(default_factory=set)
    caption: str = ""
    caption_start: int = -1
    in_head: bool = False
    row: list[_HtmlCell] | None = None
    cell: _HtmlCell | None = None
    cell_start: int = 0
    """Where the cell's text goes on; -1 while a table inside it is read."""

    def open_row(self) -> None:
        self.close_row()
        self.row = []

    def open_cell(self, tag: re.Match[str]) -> None:
        if self.row is None:
            self.row = []
        name, attributes = tag[2].lower(), tag[3]
        columns = min(_span(attributes, "colspan"), WIDEST)
        self.cell = _HtmlCell("", name == "th", columns, _span(attributes, "rowspan"))
        self.cell_start = tag.end()

    def close_cell(self, text: str, end: int) -> None:
        if self.cell is not None and self.row is not None:
            if self.cell_start >= 0:
                self.cell.text += _SPACES.sub(" ", text[self.cell_start : end]).strip()
            self.cell.text = self.cell.text.strip()
            self.row.append(self.cell)
            self.cell = None

    def close_caption(self, text: str, end: int) -> None:
        if self.caption_start >= 0:
            self.caption = _SPACES.sub(
                " ", text[self.caption_start : min(end, self.caption_start + _LONGEST_CAPTION)]
            )
            self.caption_start = -1

    def close_row(self) -> None:
        if self.row:
            if self.in_head:
                self.head_rows.add(len(self.rows))
            self.rows.append(self.row)
        self.row = None


def find_html(piece: Piece) -> Iterator[Found]:
    """Every table built with tags, in order of appearance; nested ones on their own."""
    text = piece.text
    if "<t" not in text and "<T" not in text:
        return
    open_tables: list[_Builder] = []
    done: list[_Builder] = []
    end = 0
    for tag in _TAG.finditer(text):
        closes, name = bool(tag[1]), tag[2].lower()
        if name == "table":
            if not closes:
                _pause(open_tables, text, tag.start())
                open_tables.append(_Builder(tag.start()))
            elif open_tables:
                done.append(_closed(open_tables.pop(), text, tag.start()))
                _resume(open_tables, tag.end())
            end = tag.end()
            if not open_tables and done:
                yield from _found(done, end)
                done = []
        elif open_tables or not closes:
            if not open_tables:
                open_tables.append(_Builder(tag.start()))
            _read_tag(open_tables[-1], tag, text)
            end = tag.end()
    if open_tables:
        end = _end_of_unclosed(open_tables[-1], text, end)
        done.extend(_closed(table, text, end) for table in reversed(open_tables))
        yield from _found(done, end)


def _read_tag(table: _Builder, tag: re.Match[str], text: str) -> None:
    closes, name = bool(tag[1]), tag[2].lower()
    table.close_cell(text, tag.start())
    table.close_caption(text, tag.start())
    if name == "caption" and not closes:
        table.caption_start = tag.end()
    elif name in _CELLS:
        if not closes:
            table.open_cell(tag)
    elif name == "tr":
        if closes:
            table.close_row()
        else:
            table.open_row()
    elif name in {"thead", "tbody", "tfoot"}:
        table.close_row()
        table.in_head = name == "thead" and not closes


def _pause(tables: list[_Builder], text: str, end: int) -> None:
    """A table begins inside a cell: the text before it is the cell's."""
    if tables and (outer := tables[-1]).cell is not None:
        if outer.cell_start >= 0:
            outer.cell.text += _SPACES.sub(" ", text[outer.cell_start : end]).strip() + " "
        outer.cell_start = -1


def _resume(tables: list[_Builder], start: int) -> None:
    if tables:
        tables[-1].cell_start = start


def _closed(table: _Builder, text: str, end: int) -> _Builder:
    table.close_cell(text, end)
    table.close_row()
    return table


def _end_of_unclosed(table: _Builder, text: str, end: int) -> int:
    """A cell left open at the very end goes to the next blank line, not through the prose below it."""
    if table.cell is None or table.cell_start < 0:
        return end
    blank = _BLANK_LINE.search(text, table.cell_start)
    return blank.start() if blank else len(text)


def _found(done: list[_Builder], end: int) -> Iterator[Found]:
    ordered = sorted(done, key=lambda table: table.start)
    if tables := tuple(table for builder in ordered if (table := _table(builder))):
        yield Found(ordered[0].start, end, tables)


def _table(builder: _Builder) -> Table | None:
    if len(builder.rows) < 2:
        return None
    grid = _spread(builder.rows)
    heads = _header_rows(builder)
    width = max(len(grid[row]) for row in heads)
    headers = [_joined(grid, heads, place) for place in range(width)]
    body = range(len(heads), len(grid))
    captions = {row for row in body if _is_caption(builder.rows[row], width)}
    notes = [f"{len(captions)} rows of one cell across the table are left out"] if captions else []
    table = shape(headers, [grid[row] for row in _counted(builder, body, captions)], notes)
    says = standing_of(builder.caption) is not Standing.PLAIN
    return replace(table, title=builder.caption) if says else table


def _counted(builder: _Builder, body: Iterable[int], captions: set[int]) -> Iterator[int]:
    """The rows that are no captions and stand under none that excludes them."""
    is_denied = False
    for row in body:
        if row in captions:
            is_denied = standing_of(builder.rows[row][0].text) is Standing.DENIED
        elif not is_denied:
            yield row


def _is_caption(row: list[_HtmlCell], width: int) -> bool:
    return len(row) == 1 and width > 1 and row[0].columns >= width


def _header_rows(builder: _Builder) -> list[int]:
    """Rows of `thead`; else the first ones made of `th` only; else the first one."""
    count = 0
    while count < len(builder.rows) - 1 and count in builder.head_rows:
        count += 1
    if not count:
        first = builder.rows[0]
        while count < len(builder.rows) - 1 and all(cell.is_head for cell in builder.rows[count]):
            count += 1
            if not any(cell.columns > 1 or cell.rows > count for cell in first):
                break
    return list(range(max(1, count)))


def _joined(grid: list[list[str]], heads: list[int], place: int) -> str:
    """A header over several rows: each different text once, from the top."""
    texts = [grid[row][place] for row in heads if place < len(grid[row])]
    return " ".join(dict.fromkeys(text for text in texts if text))


def _spread(rows: list[list[_HtmlCell]]) -> list[list[str]]:
    """Repeat a spanning cell in every place that it covers."""
    grid: list[list[str]] = []
    hanging: dict[int, tuple[int, str]] = {}
    for row in rows:
        cells: list[str] = []
        for cell in row:
            _hang(cells, hanging)
            below = Spanned(cell.text)
            for _ in range(min(cell.columns, WIDEST - len(cells))):
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


def _span(attributes: str, name: str) -> int:
    found = _SPAN[name].search(attributes)
    return max(1, int(found[1])) if found else 1
