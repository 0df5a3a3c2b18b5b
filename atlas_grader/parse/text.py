"""Every table in free text, in order of appearance (grading.md 2.1).

Each form has a finder; a finder takes its stretches and leaves the rest to the
next one, surest forms first. What stands in a fence is read on its own, by the
forms that suit the fence's content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from atlas_grader.answers import Table
from atlas_grader.parse.forms.aligned import find_aligned, read_aligned
from atlas_grader.parse.forms.delimited import find_delimited, read_delimited, read_single_column
from atlas_grader.parse.forms.html import find_html
from atlas_grader.parse.forms.itemlines import find_item_lines, find_labelled_items, find_names
from atlas_grader.parse.forms.jsontables import find_json
from atlas_grader.parse.forms.listing import find_listings
from atlas_grader.parse.forms.markdown import find_markdown
from atlas_grader.parse.forms.marked import find_latex, find_wikitext, find_xml
from atlas_grader.parse.forms.turned import turn
from atlas_grader.parse.grid import NAMES
from atlas_grader.parse.sections import Section, holds_prose, sections_of
from atlas_grader.parse.spans import Finder, Found, Piece, sweep
from atlas_grader.parse.titles import Standing, is_refusal, standing_of
from atlas_grader.parse.visible import shown_text

_FENCE = re.compile(
    r"[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?P<fence>`{3,}|~{3,})[ \t]*(?P<label>[^\s`]*)[^`]*"
)
_CLOSING = re.compile(r"[ \t>]*(?P<fence>`{3,}|~{3,})[ \t]*")
_SEPARATED = {"csv", "tsv", "ssv", "psv", "tab"}
# Whatever its label says, a fence that begins so holds a drawn table.
_FRAME = re.compile(r"\s*[|+┌┏╔╭<]")
_DEEPEST_FENCE = 3
# More fences than these, and shorter ones, hold no answer.
_MOST_FENCES = 5_000
_SHORTEST_TABLE = 6
_LAST = 1_000
"""Characters at the end of an answer in which its last line is looked for."""


def _find_json(piece: Piece) -> Iterator[Found]:
    """JSON, and the tables in its strings: each string is shorter than what holds it."""
    return find_json(piece, find_tables)


def _find_listings(piece: Piece) -> Iterator[Found]:
    """Records; labels that make up only one may as well be names, a line each: `- Etna: Italy, 3357 m`."""
    for found in find_listings(piece):
        lists: list[Table] = []
        if len(found.tables) == 1 and len(found.tables[0].rows) == 1:
            lists = _placed(piece.text[found.start : found.end], (find_item_lines,))
        yield Found(found.start, found.end, (*found.tables, *lists))


# Surest first: what one of them takes, the ones after it never see.
_DRAWN: tuple[Finder, ...] = (_find_json, find_html, find_latex, find_wikitext, find_markdown, find_xml)
BARE: tuple[Finder, ...] = (
    *_DRAWN,
    find_aligned,
    find_labelled_items,
    find_delimited,
    _find_listings,
    find_item_lines,
    find_names,
)
_LOOSE: tuple[Finder, ...] = (find_aligned, find_delimited, _find_listings)


def find_tables(text: str) -> tuple[Table, ...]:
    """Every table in `text`: Markdown, separated values, JSON, HTML, records; fenced or bare."""
    shown = shown_text(text)
    tables = tuple(table for section in sections_of(shown) for table in _tables_in(section))
    if tables and is_refusal(shown[-_LAST:].rstrip().rpartition("\n")[2]):
        return tuple(table for table in tables if standing_of(table.title) is not Standing.PROVISIONAL)
    return tables


def _tables_in(section: Section) -> Iterator[Table]:
    last = 0
    for place, table in turn(section.text, sweep(section.text, (_find_fenced, *BARE))):
        if not section.is_withdrawn and (table.title or not section.title):
            yield table
        else:
            between = "" if section.is_withdrawn else section.text[last:place]
            is_apart = holds_prose(between, after_table=last > 0)
            yield replace(table, title=section.title, is_apart=is_apart)
        # A list of names may be all that a heading is about.
        last = last if table.headers == (NAMES,) else place


def _find_fenced(piece: Piece, depth: int = 0) -> Iterator[Found]:
    if "```" not in piece.text and "~~~" not in piece.text:
        return
    lines = piece.lines
    texts = [line.text for line in lines]
    place = found = 0
    while place < len(lines) and found < _MOST_FENCES:
        opening = _FENCE.fullmatch(lines[place].text)
        if opening is None:
            place += 1
            continue
        last = _closing_line(texts, place, opening["fence"])
        body = "\n".join(texts[place + 1 : last])
        is_closed = last < len(lines)
        found += 1
        tables = _tables_in_fence(body, opening["label"].casefold(), depth)
        if is_closed or tables:
            yield Found(lines[place].start, lines[min(last, len(lines) - 1)].end, tuple(tables))
        place = last + 1


def _closing_line(lines: list[str], opened: int, fence: str) -> int:
    for place in range(opened + 1, len(lines)):
        if fence[0] not in lines[place]:
            continue
        closing = _CLOSING.fullmatch(lines[place])
        if closing and closing["fence"].startswith(fence):
            return place
    return len(lines)


def _tables_in_fence(body: str, label: str, depth: int) -> list[Table]:
    if len(body) < _SHORTEST_TABLE:
        return []
    if label in _SEPARATED and not _FRAME.match(body):
        table = read_delimited(body) or read_single_column(body)
        return [table] if table else _placed(body, BARE)
    if depth < _DEEPEST_FENCE and "```" in body:
        nested: Finder = lambda piece: _find_fenced(piece, depth + 1)  # noqa: E731 (binds the depth)
        return _placed(body, (nested, *BARE))
    if drawn := _placed(body, _DRAWN):
        return drawn
    if bare := _placed(body, _LOOSE):
        return bare
    table = read_aligned(body) or read_delimited(body)
    return [table] if table else []


def _placed(text: str, finders: tuple[Finder, ...]) -> list[Table]:
    return [table for _, table in sweep(text, finders)]
