"""Tables drawn with pipes: Markdown with or without outer pipes, and text grids.

The line above a rule (`|---|---|`) holds the headers, so prose with a pipe in
it before the table does no harm. Without any rule, a run of lines that begin
with a pipe is a table whose first line holds the headers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from atlas_grader.answers import Table
from atlas_grader.parse.grid import shape
from atlas_grader.parse.headers.words import key, plain
from atlas_grader.parse.spans import Found, Line, Piece
from atlas_grader.parse.titles import holds_one_of

_RULE_SIGNS = " \t|+:-=–—─━═┼│├┤╪╞╡╫╬╠╣╔╗╚╝╦╩┌┐└┘┬┴║╭╮╰╯"
_DASHES = re.compile("[-=–—─━═]")
_EDGES = re.compile("[|+│┃║┼╪╬├╞╠┌╭╔┬]")
_BORDER = re.compile(r"[+├╞╠┌╭╔└╰╚╟]")
_BOX_BARS = str.maketrans("│┃║｜", "||||")
# Quote marks, and a list marker where the item's text begins with a pipe.
_PREFIX = re.compile(r"[ \t>]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+(?=\|))?")
_LONGEST_BREAK = 120
_FOLDED_RULE = re.compile(r"(?<=\|)[ ]?\|(?:[ ]?:?-{2,}:?[ ]?\|)+(?=[ ]?\|)")
_FEWEST_FOLDED = 2
# A grid of headers and one row may have all rows between two rules.
_FEWEST_PARTED = 2
_SIGNS = re.compile(r"\\.|`+|\|", re.DOTALL)
# `[Gabon](https://x.org/a|b)`, `[[Gabon|the state]]`
_LINK = re.compile(r"\[\[[^\[\]\n]{1,300}\]\]|\]\((?:[^()\[\]\n]|\([^()\[\]\n]{0,200}\)){1,2000}\)")


@dataclass(slots=True)
class _Block:
    """Neighbouring lines of one table, as far as pipes can tell."""

    lines: list[str] = field(default_factory=list)
    start: int = 0
    end: int = 0


def find_markdown(piece: Piece) -> Iterator[Found]:
    """Every table drawn with pipes, in order of appearance."""
    text = piece.text
    if not any(bar in text for bar in "|│║┃｜"):
        return
    last: Found | None = None
    for block in _blocks(piece.lines):
        if last and (rows := _further_rows(last.tables[0], text[last.end : block.start], block.lines)):
            last = Found(last.start, block.end, (_continued(last.tables[0], rows),))
        elif table := _read_block(block.lines):
            if last:
                yield last
            last = Found(block.start, block.end, (table,))
    if last:
        yield last


def _further_rows(table: Table, between: str, lines: list[str]) -> list[list[str]]:
    """The rows of a block without headers of its own below `(continued)`; none if it is another table."""
    if len(between) > _LONGEST_BREAK or not holds_one_of(between, "continued"):
        return []
    rows = [cut_row(line, len(table.headers)) for line in lines if not _is_rule(line)]
    if not rows or len(rows[0]) != len(table.headers):
        return []
    known = {key(plain(header)) for header in table.headers} - {""}
    return rows if known.isdisjoint(key(plain(cell)) for cell in rows[0]) else []


def _continued(table: Table, rows: list[list[str]]) -> Table:
    more = shape(table.headers, rows)
    return replace(table, rows=(*table.rows, *more.rows), notes=(*table.notes, *more.notes))


def cut_row(line: str, width: int = 0) -> list[str]:
    r"""Cut one line at its pipes, but not at escaped ones or inside code spans.

    A stray backtick can hide pipes, and a link can hold one: where only the plain cut, or
    only the cut outside links, gives `width` cells, that is taken.

    >>> cut_row(r"| a \| b | `x|y` | c")
    ['a | b', '`x|y`', 'c']
    """
    line = line.strip()
    if "\\" not in line and "`" not in line:
        cells = _plain_cells(line)
        return cells if not width or len(cells) <= width else _cut_outside_links(line, width) or cells
    cells = _careful_cells(line, _SIGNS)
    if width and len(cells) != width and "`" in line:
        plain = _careful_cells(line.replace("`", "\0"), _SIGNS)
        if len(plain) == width:
            return [cell.replace("\0", "`") for cell in plain]
    return cells if not width or len(cells) <= width else _cut_outside_links(line, width) or cells


def _cut_outside_links(line: str, width: int) -> list[str]:
    """The cells with every link in one piece, if they are as many as the headers."""
    if "](" not in line and "[[" not in line:
        return []
    hidden = _LINK.sub(lambda link: link[0].replace("|", "\0"), line)
    cells = _careful_cells(hidden, _SIGNS)
    return [cell.replace("\0", "|") for cell in cells] if len(cells) == width else []


def _plain_cells(line: str) -> list[str]:
    line = line.removeprefix("|").removesuffix("|")
    return [cell.strip() for cell in line.split("|")]


def _careful_cells(line: str, signs: re.Pattern[str]) -> list[str]:
    runs = Counter(run[0] for run in signs.finditer(line) if run[0][0] == "`")
    cells, cell, last, span = [], "", 0, ""
    for sign in signs.finditer(line):
        mark = sign[0]
        if mark[0] == "`":
            runs[mark] -= 1
            # A run of backticks opens a span only if an equal run closes it.
            if span:
                span = "" if mark == span else span
            elif runs[mark]:
                span = mark
        elif mark == r"\|":
            cell += line[last : sign.start()] + "|"
            last = sign.end()
        elif mark == "|" and not span:
            cells.append(cell + line[last : sign.start()])
            cell, last = "", sign.end()
    cells.append(cell + line[last:])
    if line.startswith("|"):
        cells = cells[1:]
    if len(cells) > 1 and not cells[-1].strip() and line.endswith("|"):
        cells = cells[:-1]
    return [cell.strip() for cell in cells]


def _is_rule(line: str) -> bool:
    return (
        not line.strip(_RULE_SIGNS) and _DASHES.search(line) is not None and _EDGES.search(line) is not None
    )


def _blocks(lines: list[Line]) -> Iterator[_Block]:
    """Runs of lines with pipes; a blank line ends a run unless an outer pipe goes on after it."""
    block = _Block()
    blank = False
    for place, line in enumerate(lines):
        text = _bare(line.text)
        if not text:
            blank = True
            continue
        if block.lines and blank and not _goes_on(block, text, lines, place):
            yield block
            block = _Block()
        if block.lines and not blank and text[0] != "|" and _is_cut_short(block.lines):
            # A cell written over several lines: the row has begun with a pipe and not ended with one.
            block.lines[-1] += "\n" + text
            block.end = line.end
        elif ("|" in text or _is_rule(text)) and not (block.lines and _is_below(text, block.lines[-1])):
            if not block.lines:
                block.start = line.start
            block.lines += _unfolded(text)
            block.end = line.end
        elif block.lines:
            yield block
            block = _Block()
        blank = False
    if block.lines:
        yield block


def _bare(text: str) -> str:
    if text[:1] != "|":
        text = text[_PREFIX.match(text).end() :]  # type: ignore[union-attr]  # it matches the empty string
    text = text.strip()
    # A drawn frame's bars cut cells only where no pipe does.
    return text if text.isascii() or "|" in text else text.translate(_BOX_BARS)


def _unfolded(line: str) -> list[str]:
    """The lines of a table of which all line breaks were lost: `| a | b | |---|---| | 1 | 2 |`."""
    rule = _FOLDED_RULE.search(line)
    if rule is None or not line.startswith("|"):
        return [line]
    width = rule[0].count("|") - 1
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    rows = [cells[place : place + width] for place in range(0, len(cells), width + 1)]
    gaps = cells[width :: width + 1]
    if width < _FEWEST_FOLDED or any(gaps) or not _is_rule("|".join(["", *rows[1]])):
        return [line]
    return ["| " + " | ".join(row) + " |" for row in rows]


def _is_below(text: str, last: str) -> bool:
    """Prose with a pipe below a row that is framed by pipes."""
    framed = last[0] == last[-1] == "|" and not _is_rule(last)
    return framed and "|" not in {text[0], text[-1]} and not _is_rule(text)


def _goes_on(block: _Block, text: str, lines: list[Line], place: int) -> bool:
    if not (text.startswith("|") and block.lines[-1].startswith("|")):
        return False
    if len(block.lines) == 1 and _is_rule(text):
        return True
    following = _bare(lines[place + 1].text) if place + 1 < len(lines) else ""
    return not _is_rule(following) and not _is_rule(text)


def _is_cut_short(lines: list[str]) -> bool:
    last = lines[-1]
    return (
        last.startswith("|")
        and not last.endswith("|")
        and len(lines) > 1
        and last.count("|") < lines[0].count("|")
        and lines[0].startswith("|")
        and lines[0].endswith("|")
    )


def _read_block(lines: list[str]) -> Table | None:
    rules = [place for place, line in enumerate(lines) if _is_rule(line)]
    if not rules:
        return _read_unruled(lines)
    first = rules[0]
    if first == 0 or _BORDER.match(lines[first]):
        # A grid: every rule is a border, the first row between two of them holds the headers.
        body = _unwrapped(lines)
        return _read_rows(body[0], body[1:]) if body else None
    header = _without_lead(lines[first - 1], lines[first])
    return _read_rows(header, [line for line in lines[first + 1 :] if not _is_rule(line)])


def _unwrapped(lines: list[str]) -> list[str]:
    """A grid's rows; where rules part them, a line with an empty first cell goes on the row above it."""
    groups = [list(group) for is_rule, group in groupby(lines, _is_rule) if not is_rule]
    rows = [line for group in groups for line in group]
    if len(groups) <= _FEWEST_PARTED or len(rows) == len(groups):
        return rows
    cut = [[cut_row(line) for line in group] for group in groups]
    if any(
        len(row) != len(cut[0][0]) or bool(row[0]) != (n == 0) for group in cut for n, row in enumerate(group)
    ):
        return rows
    joined = ([" ".join(filter(None, cells)) for cells in zip(*group, strict=True)] for group in cut)
    return ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in joined]


def _without_lead(header: str, rule: str) -> str:
    """Headers without the prose that stands before them on their line."""
    if header.startswith("|") or not header.endswith("|") or not rule.startswith("|"):
        return header
    is_led = header.count("|") == rule.strip().count("|")
    return header[header.index("|") :] if is_led and "|" in header else header


def _read_unruled(lines: list[str]) -> Table | None:
    rows = [line for line in lines if line.startswith("|")]
    if len(rows) < 2:
        return None
    width = len(cut_row(rows[0]))
    if width < 2 or sum(len(cut_row(row)) == width for row in rows) * 2 < len(rows):
        return None
    return _read_rows(rows[0], rows[1:])


def _read_rows(header: str, rows: list[str]) -> Table:
    headers = cut_row(header)
    return shape(headers, [cut_row(row, len(headers)) for row in rows])
