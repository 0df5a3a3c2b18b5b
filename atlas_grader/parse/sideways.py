"""Tables turned on their side: a column for each entity, an attribute in each row."""

from __future__ import annotations

from dataclasses import replace

from atlas_grader.answers import Table
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.headers.alike import bare_headers
from atlas_grader.parse.headers.evidence import Gold
from atlas_grader.parse.headers.mapping import MOST_HEADERS, header_index
from atlas_grader.parse.headers.words import header_words, key, plain
from atlas_grader.tasks import WORDS, Task

# More rows than these are no attributes.
_MOST_ATTRIBUTES = 60
_FEWEST_NAMED = 2


def upright(table: Table, task: Task, gold: Gold | None = None) -> Table:
    """The table with its rows as columns, if its first cells name more of the columns than its headers do.

    So it is, too, if gold knows half of its headers by name, and no more of its first cells.
    """
    index = header_index(task)
    # Entities for headers name no columns; worked out once for each row of headers.
    standing = sum(place >= 0 for place, _ in index.named(bare_headers(table.headers[:MOST_HEADERS])))
    if standing >= _FEWEST_NAMED or not _may_lie(table):
        return table
    first = plain(table.headers[0])
    corner = "" if key(first) in header_words().attributes else table.headers[0]
    headers = (corner, *(str(row[0]) for row in table.rows))
    named = sum(place >= 0 for place, _ in index.named(bare_headers(headers)))
    if (named < _FEWEST_NAMED or named <= standing) and (
        gold is None or not _is_headed_by_names(table, task, gold)
    ):
        return table
    columns = zip(*(row[1:] for row in table.rows), strict=True)
    rows = tuple((header, *cells) for header, cells in zip(table.headers[1:], columns, strict=True))
    note = "the table is turned: its rows are read as columns"
    return replace(table, headers=headers, rows=rows, notes=(*table.notes, note))


def _is_headed_by_names(table: Table, task: Task, gold: Gold) -> bool:
    """Whether gold knows half of the headers, and several, as different entities."""
    names = [column for column in task.entity if column.type in WORDS][:1]
    if not names:
        return False
    headed = [gold.named(names[0].name, header) for header in table.headers[1:MOST_HEADERS]]
    known = set(filter(None, headed))
    labels = sum(bool(gold.named(names[0].name, row[0])) for row in table.rows)
    return len(known) >= _FEWEST_NAMED and 2 * len(known) >= len(headed) and len(known) > labels


def _may_lie(table: Table) -> bool:
    """Every row has a label of its own, and the headers name entities rather than what is said of columns."""
    if len(table.headers) < 2 or not _FEWEST_NAMED <= len(table.rows) <= _MOST_ATTRIBUTES:
        return False
    labels = [row[0] for row in table.rows]
    if not all(isinstance(label, str) and not is_blank(label) for label in labels):
        return False
    words = header_words()
    about = words.values | words.about_columns | words.sources | words.remarks
    return len(set(labels)) == len(labels) and not any(key(plain(h)) in about for h in table.headers[1:])
