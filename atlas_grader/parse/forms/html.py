"""HTML tables, also with tags left unclosed.

Only the tags that build a table are read, by one expression in one pass: the
standard library's parser takes quadratic time on unclosed comments and tags.
What stands in a cell stays as written, mark-up and entities included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from atlas_grader.answers import Table
from atlas_grader.parse.forms.spanning import SpanningCell, spanning_cell, spanning_table, spread
from atlas_grader.parse.spans import Found, Piece

_TAG = re.compile(r"<(/?)(table|thead|tbody|tfoot|tr|td|th|caption|colgroup)\b([^<>]*)>", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_CELLS = {"td", "th"}
_LONGEST_CAPTION = 400


@dataclass(slots=True)
class _Builder:
    """One table while its tags are read."""

    start: int
    rows: list[list[SpanningCell]] = field(default_factory=list)
    head_rows: set[int] = field(default_factory=set)
    caption: str = ""
    caption_start: int = -1
    in_head: bool = False
    row: list[SpanningCell] | None = None
    cell: SpanningCell | None = None
    cell_start: int = 0
    """Where the cell's text goes on; -1 while a table inside it is read."""

    def open_row(self) -> None:
        self.close_row()
        self.row = []

    def open_cell(self, tag: re.Match[str]) -> None:
        if self.row is None:
            self.row = []
        self.cell = spanning_cell("", tag[3], is_head=tag[2].lower() == "th")
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
    return spanning_table(builder.rows, spread(builder.rows), builder.head_rows, builder.caption)
