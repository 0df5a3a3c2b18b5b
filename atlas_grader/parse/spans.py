"""Where in a text something stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from atlas_grader.answers import Table

_QUOTE_MARK = re.compile(r"[ \t]*>[ \t]?")
_ITEM = re.compile(r"(?P<indent>[ \t>]*)(?:[-*+•‣◦▪–]|\(?\d{1,4}[.)])[ \t]+(?P<text>\S.*)", re.DOTALL)
_LONGEST_ITEM = 1_000
_FEWEST_ITEMS = 2


class Found(NamedTuple):
    """A stretch of text that is taken, and the tables it holds, if any."""

    start: int
    end: int
    tables: tuple[Table, ...]


class Line(NamedTuple):
    """One line and its place; `end` is after its newline."""

    text: str
    start: int
    end: int


class Piece:
    """A stretch of text that nothing has taken yet; its lines are told apart once for all forms."""

    def __init__(self, text: str, start: int = 0) -> None:
        self.text = text
        self.start = start

    @cached_property
    def lines(self) -> list[Line]:
        """Its lines, placed from its own start on."""
        return lines_of(self.text)

    @cached_property
    def runs(self) -> list[list[Line]]:
        """Runs of lines without a blank one between them; quote marks taken off."""
        return list(_runs(self.lines))

    @cached_property
    def items(self) -> list[list[Line]]:
        """Neighbouring items of one indent, without their marks; blank lines do not part them."""
        return [run for run in _items(self.lines) if len(run) >= _FEWEST_ITEMS]


Finder = Callable[[Piece], Iterable[Found]]
"""Finds the tables of one form; what it yields is in order and never overlaps."""


def lines_of(text: str) -> list[Line]:
    """The lines of `text`; only `\\n` ends one."""
    texts = text.split("\n")
    ends = list(accumulate(len(line) + 1 for line in texts))
    return list(map(Line, texts, [0, *ends], ends))


def _runs(lines: Iterable[Line]) -> Iterator[list[Line]]:
    run: list[Line] = []
    for line in lines:
        bare = line.text.lstrip()
        if bare:
            run.append(line if bare[0] != ">" else Line(_QUOTE_MARK.sub("", line.text, count=1), *line[1:]))
        elif run:
            yield run
            run = []
    if run:
        yield run


def _items(lines: Iterable[Line]) -> Iterator[list[Line]]:
    run: list[Line] = []
    indent = ""
    for line in lines:
        text = line.text
        item = _ITEM.fullmatch(text) if len(text) <= _LONGEST_ITEM else None
        if item is None:
            if run and text.strip():
                yield run
                run = []
            continue
        if run and item["indent"] != indent:
            yield run
            run = []
        indent = item["indent"]
        run.append(Line(item["text"].strip(), line.start, line.end))
    yield run


def sweep(text: str, finders: Iterable[Finder]) -> list[tuple[int, Table]]:
    """Let each finder take its stretches from what the ones before it left; sorted by place."""
    tables: list[tuple[int, Table]] = []
    pieces = [Piece(text)]
    for finder in finders:
        pieces = [rest for piece in pieces for rest in _leave(piece, finder, tables)]
    return sorted(tables, key=lambda placed: placed[0])


def _leave(piece: Piece, finder: Finder, tables: list[tuple[int, Table]]) -> Iterator[Piece]:
    last = 0
    for found in finder(piece):
        tables.extend((piece.start + found.start, table) for table in found.tables)
        if (before := piece.text[last : found.start]).strip():
            yield Piece(before, piece.start + last)
        last = found.end
    if last == 0:
        yield piece
    elif (rest := piece.text[last:]).strip():
        yield Piece(rest, piece.start + last)
