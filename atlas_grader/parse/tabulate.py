"""The tables that an answer's content holds, whatever its shape (grading.md 2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atlas_grader.answers import Content, RowsContent, Table, TableContent
from atlas_grader.parse.forms.jsoncells import with_objects_read
from atlas_grader.parse.grid import shape, widest
from atlas_grader.parse.headers.mapping import MOST_HEADERS
from atlas_grader.parse.text import find_tables

# Of more tables, or tables with more different headers, than these only the last ones are looked at.
_MOST_TABLES = 200
_MOST_HEADERS = 1_000


def tabulate(content: Content) -> tuple[Table, ...]:
    """The tables that an answer's content holds: one for rows or a table, many for text."""
    if isinstance(content, RowsContent):
        rows = with_objects_read(_from_rows(content)) if content.rows else None
        return (replace(rows, of_objects=True),) if rows else ()
    if isinstance(content, TableContent):
        return (with_objects_read(shape(content.columns, content.rows)),) if content.columns else ()
    tables = _last(find_tables(content.text))
    return tuple(with_objects_read(table) if table.of_objects else table for table in tables)


def _last(tables: Sequence[Table]) -> tuple[Table, ...]:
    """The last tables, as many as can be told in short time."""
    kept: list[Table] = []
    known: set[tuple[str, ...]] = set()
    count = 0
    for table in reversed(tables[-_MOST_TABLES:]):
        count += 0 if table.headers in known else min(len(table.headers), MOST_HEADERS)
        if kept and count > _MOST_HEADERS:
            break
        known.add(table.headers)
        kept.append(table)
    return tuple(reversed(kept))


def _from_rows(content: RowsContent) -> Table:
    rows = content.rows
    first = tuple(rows[0])
    if all(tuple(row) == first for row in rows):
        return shape(first, [tuple(row.values()) for row in rows])
    headers = tuple(dict.fromkeys(key for row in rows for key in row))
    kept = headers[: widest(len(rows))]
    return shape(headers, [tuple(row.get(key) for key in kept) for row in rows])
