"""Where in a text something stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from atlas_grader.answers import Table

_QUOTE_MARK = re.compile(r"[ \t]*>[ \t]?")


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


class Piece(NamedTuple):
    """A stretch of text that nothing has taken yet."""

    start: int
    text: str


Finder = Callable[[str], Iterable[Found]]
"""Finds the tables of one form; what it yields is in order and never overlaps."""


def lines_of(text: str) -> list[Line]:
    """The lines of `text`; only `\\n` ends one."""
    lines = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line) + 1
        lines.append(Line(line, start, end))
        start = end
    return lines


def runs_of_lines(text: str) -> Iterator[list[Line]]:
    """Runs of lines without a blank one between them; quote marks taken off."""
    run: list[Line] = []
    for line in lines_of(text):
        if line.text.strip():
            bare = line.text
            if bare.lstrip().startswith(">"):
                bare = _QUOTE_MARK.sub("", bare, count=1)
            run.append(Line(bare, line.start, line.end))
        elif run:
            yield run
            run = []
    if run:
        yield run


def sweep(text: str, finders: Iterable[Finder]) -> list[tuple[int, Table]]:
    """Let each finder take its stretches from what the ones before it left; sorted by place."""
    tables: list[tuple[int, Table]] = []
    pieces = [Piece(0, text)]
    for finder in finders:
        pieces = [rest for piece in pieces for rest in _leave(piece, finder, tables)]
    return sorted(tables, key=lambda placed: placed[0])


def _leave(piece: Piece, finder: Finder, tables: list[tuple[int, Table]]) -> Iterator[Piece]:
    last = 0
    for found in finder(piece.text):
        tables.extend((piece.start + found.start, table) for table in found.tables)
        if piece.text[last : found.start].strip():
            yield Piece(piece.start + last, piece.text[last : found.start])
        last = found.end
    if last == 0:
        yield piece
    elif piece.text[last:].strip():
        yield Piece(piece.start + last, piece.text[last:])
