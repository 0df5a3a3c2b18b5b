"""From an answer's content to the one table that answers the task (grading.md 2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlas_grader.answers import Content, RawCell, RowsContent, Table, TableContent
from atlas_grader.folding import fold_characters
from atlas_grader.parse.grid import shape, widest
from atlas_grader.parse.headers import HeaderMapping, Reads, map_headers
from atlas_grader.parse.text import find_tables
from atlas_grader.parse.tiers import Tier
from atlas_grader.tasks import Task

# Of more tables than these only the last ones are looked at.
_MOST_TABLES = 200
_BY_CELLS = {Tier.CONTENT, Tier.ORDER}
_DROPPED = str.maketrans("", "", "*_`")

Fitted = tuple[Table, HeaderMapping]


def tabulate(content: Content) -> tuple[Table, ...]:
    """The tables that an answer's content holds: one for rows or a table, any number for text."""
    if isinstance(content, RowsContent):
        return (_from_rows(content),) if content.rows else ()
    if isinstance(content, TableContent):
        return (shape(content.columns, content.rows),) if content.columns else ()
    return find_tables(content.text)


def choose_table(tables: Sequence[Table], task: Task, reads: Reads) -> Table | None:
    """The table whose headers fit the task best; the last of equals; parts of one table joined."""
    if len(tables) < 2:
        return tables[0] if tables else None
    fitted = [(table, map_headers(table, task, reads)) for table in tables[-_MOST_TABLES:]]
    best = max(reversed(fitted), key=_fit)
    parts = _parts(best, fitted, task)
    return _joined(parts) if len(parts) > 1 else best[0]


def _fit(pair: Fitted) -> tuple[bool, int, int]:
    """Whether it has rows at all, columns found by their headers, then columns found at all."""
    table, mapping = pair
    named = sum(tier is not None and tier not in _BY_CELLS for tier in mapping.tiers)
    return bool(table.rows), named, sum(place is not None for place in mapping.places)


def _parts(best: Fitted, fitted: Iterable[Fitted], task: Task) -> list[Fitted]:
    """Tables with the best one's columns and with entities of their own, in order; later ones win."""
    entities = _entities(best, task)
    if not entities:
        return [best]
    parts = [best]
    columns = _columns(best[1])
    for other in reversed(list(fitted)):
        if other is best or _columns(other[1]) != columns:
            continue
        names = _entities(other, task)
        if names and not names & entities:
            parts.append(other)
            entities |= names
    order = {id(pair[0]): place for place, pair in enumerate(fitted)}
    return sorted(parts, key=lambda pair: order[id(pair[0])])


def _columns(mapping: HeaderMapping) -> tuple[bool, ...]:
    return tuple(place is not None for place in mapping.places)


def _entities(pair: Fitted, task: Task) -> set[tuple[str, ...]]:
    table, mapping = pair
    names = [column.name for column in task.columns]
    places = [mapping.places[names.index(name)] for name in task.entity_columns]
    known = [place for place in places if place is not None]
    if len(known) < len(places):
        return set()
    return {tuple(_folded(row[place]) for place in known) for row in table.rows}


def _folded(cell: RawCell) -> str:
    text = cell if isinstance(cell, str) else repr(cell)
    return " ".join(fold_characters(text).translate(_DROPPED).casefold().split())


def _joined(parts: Sequence[Fitted]) -> Table:
    first, mapping = parts[0]
    rows: list[tuple[RawCell, ...]] = list(first.rows)
    notes = [
        f"{len(parts)} tables with the same columns and different entities are read as one",
        *first.notes,
    ]
    for table, other in parts[1:]:
        sources = _sources(first.headers, mapping, table.headers, other)
        rows += [tuple(None if place is None else row[place] for place in sources) for row in table.rows]
        notes += table.notes
    return Table(first.headers, tuple(rows), tuple(notes))


def _sources(
    headers: Sequence[str], mapping: HeaderMapping, theirs: Sequence[str], other: HeaderMapping
) -> list[int | None]:
    """For each header of the first table, where another table has its cells."""
    if headers == theirs and mapping.places == other.places:
        return list(range(len(headers)))
    mapped = {
        ours: there for ours, there in zip(mapping.places, other.places, strict=True) if ours is not None
    }
    named = {header: place for place, header in enumerate(theirs) if place not in other.places}
    return [mapped[place] if place in mapped else named.get(header) for place, header in enumerate(headers)]


def _from_rows(content: RowsContent) -> Table:
    rows = content.rows
    first = tuple(rows[0])
    if all(tuple(row) == first for row in rows):
        return shape(first, [tuple(row.values()) for row in rows])
    headers = tuple(dict.fromkeys(key for row in rows for key in row))
    kept = headers[: widest(len(rows))]
    return shape(headers, [tuple(row.get(key) for key in kept) for row in rows])
