"""Tables that give the same entities further columns: one table for each group of attributes."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from atlas_grader.answers import RawCell, Table, Untold
from atlas_grader.cleaning import clean_text
from atlas_grader.parse.headers.mapping import HeaderMapping
from atlas_grader.parse.headers.words import key, plain, quoted, units_of
from atlas_grader.tasks import Task

_BARE = re.compile(r"\s*[~≈]?\s*[-+−]?\d[\d.,'\s]*")
_PICTURES = frozenset(("So", "Sk", "Mn"))
"""Kinds of characters that flags and other emoji are made of."""

Fitted = tuple[Table, HeaderMapping]
Name = tuple[str, ...]


def names_in(pair: Fitted, task: Task) -> list[Name]:
    """What each row is called; nothing where the table names no entities."""
    table, mapping = pair
    names = [column.name for column in task.columns]
    places = [mapping.places[names.index(name)] for name in task.entity_columns]
    known = [place for place in places if place is not None]
    if len(known) < len(places):
        return []
    return [tuple(_folded(row[place]) for place in known) for row in table.rows]


def missing_columns(mapping: HeaderMapping) -> list[int]:
    """The columns for which a table has no header."""
    return [column for column, place in enumerate(mapping.places) if place is None]


def with_columns(base: Fitted, other: Fitted, task: Task) -> Table | None:
    """The base's rows with the columns that only the other table has; none if it speaks of other entities."""
    ours, theirs = names_in(base, task), names_in(other, task)
    lines = _lines(ours, theirs)
    if 2 * len(lines) < len(ours) or 2 * len(set(lines.values())) < len(theirs) or not lines:
        return None
    table, mapping = other
    known = {key(plain(header)) for header in base[0].headers}
    entity = {
        mapping.places[n] for n, column in enumerate(task.columns) if column.name in task.entity_columns
    }
    places = [
        place
        for place, header in enumerate(table.headers)
        if place not in entity and key(plain(header)) not in known
    ]
    if not places:
        return None
    # A row that has no partner may be called otherwise in the other table.
    nothing = None if len(set(lines.values())) == len(theirs) else Untold()
    empty: tuple[RawCell, ...] = (nothing,) * len(table.headers)
    added = [table.rows[lines[n]] if n in lines else empty for n in range(len(ours))]
    rows = tuple(
        (*row, *(more[place] for place in places)) for row, more in zip(base[0].rows, added, strict=True)
    )
    headers = (*base[0].headers, *(table.headers[place] for place in places))
    told = quoted(table.headers[place] for place in places)
    notes = [*base[0].notes, f"another table of the same entities adds {told}"]
    if left_out := set(range(len(theirs))) - set(lines.values()):
        notes.append(f"{count(left_out)} of it left out, of other names")
    return replace(base[0], headers=headers, rows=rows, notes=(*notes, *table.notes))


def count(rows: Collection[object]) -> str:
    """How many rows, in words of a note."""
    return f"{len(rows)} row{'s' if len(rows) != 1 else ''}"


def moved(cell: RawCell, header: str, to: str) -> RawCell:
    """A cell that is moved under another header: a bare number keeps the unit of its own.

    >>> moved("29,032", "Elevation (ft)", "Elevation (m)"), moved("8849", "Elevation (m)", "Elevation (m)")
    ('29,032 ft', '8849')
    """
    unit = units_of(plain(header))
    if not isinstance(cell, str) or _BARE.fullmatch(cell) is None or unit == units_of(plain(to)):
        return cell
    return f"{cell} {unit}" if unit else Untold(cell)


def with_rows(base: Fitted, other: Fitted, *, is_above: bool) -> Table:
    """The rows of both tables, under the columns of both; what one of them lacks is empty there.

    `is_above` says that the other one's come first.
    """
    table, more = base[0], other[0]
    headers = list(table.headers)
    # Where the other table has what stands under each header.
    sources: dict[int, int] = {}
    for ours, theirs in zip(base[1].places, other[1].places, strict=True):
        if theirs is not None:
            sources[len(headers) if ours is None else ours] = theirs
            headers += [more.headers[theirs]] if ours is None else []
    rest = {header: place for place, header in enumerate(more.headers) if place not in other[1].places}
    for place, header in enumerate(table.headers):
        if place not in base[1].places and header in rest:
            sources[place] = rest[header]
    nothing = (None,) * (len(headers) - len(table.headers))
    own = [(*row, *nothing) for row in table.rows]
    added = [
        tuple(
            moved(row[sources[place]], more.headers[sources[place]], header) if place in sources else None
            for place, header in enumerate(headers)
        )
        for row in more.rows
    ]
    note = f"{count(more.rows)} of other entities are from a table with {quoted(more.headers)}"
    return replace(
        table,
        headers=tuple(headers),
        rows=(*added, *own) if is_above else (*own, *added),
        notes=(*table.notes, note, *more.notes),
        of_objects=table.of_objects or more.of_objects,
    )


def _lines(ours: Sequence[Name], theirs: Sequence[Name]) -> Mapping[int, int]:
    """Row → row of the other table: by name, and by place where all other names keep theirs."""
    times = Counter(theirs)
    found = {name: line for line, name in enumerate(theirs) if times[name] == 1}
    lines = {row: found[name] for row, name in enumerate(ours) if name in found}
    is_in_place = all(row == line for row, line in lines.items())
    if len(ours) == len(theirs) and 2 * len(lines) >= len(ours) and is_in_place:
        lines = {row: row for row in range(len(ours))}
    return lines


def _folded(cell: RawCell) -> str:
    text = cell if isinstance(cell, str) else repr(cell)
    if not text.replace(" ", "").isalnum():
        text = "".join(c for c in clean_text(text) if unicodedata.category(c) not in _PICTURES)
    return " ".join(text.casefold().split())
