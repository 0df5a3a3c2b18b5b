"""An answer's content as one table whose columns are the task's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from atlas_grader.answers import Content, RawCell, Table, TextContent
from atlas_grader.frozen import frozen
from atlas_grader.parse.asides import (
    captions_of,
    remarks_among,
    totals_among,
    without_excluded,
    without_withdrawn,
)
from atlas_grader.parse.choose import choose_table
from atlas_grader.parse.headers.alike import join_alike
from atlas_grader.parse.headers.borne_out import borne_out
from atlas_grader.parse.headers.doubts import left_open
from atlas_grader.parse.headers.evidence import Gold
from atlas_grader.parse.headers.mapping import MOST_HEADERS, HeaderMapping, Reads, map_headers
from atlas_grader.parse.headers.positions import join_positions
from atlas_grader.parse.headers.shared import split_shared
from atlas_grader.parse.headers.sheet import Sparing
from atlas_grader.parse.headers.tiers import BY_CELLS, Tier
from atlas_grader.parse.headers.within import taken_out
from atlas_grader.parse.headers.words import as_written, quoted
from atlas_grader.parse.ranks import are_ranked
from atlas_grader.parse.tabulate import tabulate
from atlas_grader.parse.titles import Standing, standing_of
from atlas_grader.tasks import FIGURES, CellType, Task

_MOST_NAMED = 8
_LOOKED_AT = 5
# Ways to part a header that are tried in a table: the fewer, the more headers there are.
_MOST_TRIES = 2_400
_FEWEST_TRIES = 2
# Types of which a header is never a value.
_NO_HEADERS = FIGURES | {CellType.URL}


@frozen
class Heading:
    """Where one column's cells stand."""

    column: str
    header: str | None
    how: str
    """The tier that mapped it; `open` if its header could not be told, `absent` if it has none; `model` if
    a model told either."""


@frozen
class FittedTable:
    """The rows of the table that answers the task, and where each column's cells are."""

    rows: Sequence[Sequence[RawCell]]
    headings: tuple[Heading, ...]
    """One for each column of the task."""
    places: Mapping[str, int]
    """Column → index in a row, for the columns that were mapped."""
    open_columns: frozenset[str]
    """Columns that may stand under a header that could not be told."""
    open_places: tuple[int, ...]
    """Where in a row those columns may stand."""
    open_headers: tuple[str, ...]
    """What stands above each of those places."""
    notes: tuple[str, ...]
    """What a reader should know, but for what is open."""
    one_each: bool = True
    """Each of the open places can hold one of the open columns at most."""
    settled_places: tuple[int, ...] = ()
    """Places that were open until a model was asked."""
    by_model: frozenset[str] = frozenset()
    """Columns that a model placed, or found under none of the headers."""
    names_by_model: bool = False
    """A model was asked where the names stand."""
    captions: frozenset[int] = frozenset()
    """Rows that are captions or notes below the others, unless any of them names a gold row."""
    totals: frozenset[int] = frozenset()
    """Rows that are totals, or notes below the others, unless they name a gold row."""
    ranked: str = ""
    """The column of whose names each begins with its row's number, if one is so."""
    is_unread: bool = False
    """The answer says something, and yet holds no table that could be read."""

    def cell(self, row: Sequence[RawCell], column: str) -> RawCell:
        """A column's cell; nothing where the answer has no such column."""
        place = self.places.get(column)
        return None if place is None else row[place]

    def what_is_open(self) -> Iterator[str]:
        """Which headers may be which columns: what a reader could tell, or the system could name."""
        if self.open_columns:
            columns = quoted(
                heading.column for heading in self.headings if heading.column in self.open_columns
            )
            under = quoted(self.open_headers)
            why = (
                f"what stands under {under} could not be told" if under else "the judge leaves them no header"
            )
            yield f"open: {columns}, for {why}"


def fit_answer(content: Content, task: Task, reads: Reads, gold: Gold | None = None) -> FittedTable:
    """Find the answer's table and map its headers (grading.md 2.1, 2.2); no table is a table of no rows.

    Without `gold`, headers that only cells can place are taken at their types' word.
    """
    sparing = Sparing(reads)
    found = tabulate(content)
    headers = sum(min(len(table.headers), MOST_HEADERS) for table in found)
    tries = max(_FEWEST_TRIES, _MOST_TRIES // max(1, headers))
    tables = [_columns_apart(table, task, sparing, tries) for table in found]
    table = choose_table(tables, task, sparing, gold)
    if table is None:
        return _unfitted(content, tables, task)
    rows, left_out = (table.rows, []) if table.of_objects else without_excluded(table.rows)
    mapping = map_headers(table, task, sparing)
    if gold is not None:
        mapping = borne_out(table, rows, task, mapping, gold)
    mapping = left_open(table, task, sparing, mapping)
    if _is_data(table, task, reads, mapping):
        rows = [table.headers, *rows]
        left_out.append("there are no headers: the first row is read as data")
    if gold is not None and None in mapping.places:
        table, mapping = taken_out(table, rows, task, mapping, gold)
        rows = table.rows
    return _fitted(table, task, mapping, rows, left_out)


def _unfitted(content: Content, tables: Sequence[Table], task: Task) -> FittedTable:
    """No table that answers the task is a table of no rows."""
    headings = tuple(Heading(column.name, None, "absent") for column in task.columns)
    denied = next((t.title for t in tables if standing_of(t.title) is Standing.DENIED), None)
    is_unread = denied is None and _says_something(content)
    return FittedTable(
        (), headings, {}, frozenset(), (), (), (_why_none(tables, denied),), is_unread=is_unread
    )


def _fitted(
    table: Table, task: Task, mapping: HeaderMapping, rows: Sequence[Sequence[RawCell]], left_out: list[str]
) -> FittedTable:
    """The table's rows, with what is told of them and of its headers."""
    places = {
        column.name: place
        for column, place in zip(task.columns, mapping.places, strict=True)
        if place is not None
    }
    named = [name for name in task.entity_columns if name in places]
    rows, struck = without_withdrawn(rows, [places[name] for name in named])
    remarks = frozenset() if table.of_objects else remarks_among(rows)
    totals = totals_among(rows[: len(rows) - len(remarks)], [places[name] for name in named])
    captions = remarks if table.of_objects else remarks | (captions_of(rows) - totals)
    return FittedTable(
        rows,
        tuple(_headings(table, task, mapping)),
        places,
        frozenset(task.columns[number].name for number in mapping.open_columns),
        mapping.open_headers,
        tuple(table.headers[place] for place in mapping.open_headers),
        (
            *table.notes,
            *left_out,
            *struck,
            *_how_mapped(table, task, mapping),
        ),
        one_each=not mapping.shared,
        captions=captions,
        totals=totals,
        ranked=next((name for name in named if are_ranked(rows, places[name], captions | totals)), ""),
    )


def _is_data(table: Table, task: Task, reads: Reads, mapping: HeaderMapping) -> bool:
    """Whether the headers are a row like the others: none is named like a column, and one is a value."""
    if any(tier is not None and tier not in BY_CELLS for tier in mapping.tiers):
        return False
    readers = [reads(column) for column in task.columns if column.type in _NO_HEADERS]
    return any(
        read(header) and all(read(row[place]) for row in table.rows[:_LOOKED_AT])
        for place, header in enumerate(table.headers[:_MOST_NAMED])
        for read in readers
    )


def _how_mapped(table: Table, task: Task, mapping: HeaderMapping) -> Iterator[str]:
    """One sentence for every mapping below the second tier."""
    for column, place, tier in zip(task.columns, mapping.places, mapping.tiers, strict=True):
        if place is not None and tier not in {None, Tier.EXACT, Tier.NORMALISED}:
            yield f'"{as_written(table.headers[place])}" is read as column "{column.name}": {tier.why}'


def _columns_apart(table: Table, task: Task, reads: Reads, tries: int) -> Table:
    """A column for each of the task's, where several headers share one or one header names two."""
    return split_shared(join_positions(join_alike(table), task, reads), task, reads, tries)


def _why_none(tables: Sequence[Table], denied: str | None) -> str:
    if denied is not None:
        return f'the answer holds no table but under "{as_written(denied)}"'
    return "the answer holds no table" + (" with any of the task's columns" if tables else "")


def _says_something(content: Content) -> bool:
    """Whether an answer is more than one that says there is nothing."""
    if isinstance(content, TextContent):
        return any(map(str.isalnum, content.text))
    return bool(content.rows)


def _headings(table: Table, task: Task, mapping: HeaderMapping) -> list[Heading]:
    headings = []
    for number, column in enumerate(task.columns):
        place, tier = mapping.places[number], mapping.tiers[number]
        if place is not None and tier is not None:
            headings.append(Heading(column.name, table.headers[place], tier.value))
        else:
            how = "open" if number in mapping.open_columns else "absent"
            headings.append(Heading(column.name, None, how))
    return headings
