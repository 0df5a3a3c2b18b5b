"""From an answer's content to the one table that answers the task (grading.md 2.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from atlas_grader.answers import RawCell, Table
from atlas_grader.parse.continued import with_rows_joined
from atlas_grader.parse.grid import NAMES
from atlas_grader.parse.groups import (
    Fitted,
    count,
    missing_columns,
    moved,
    names_in,
    with_columns,
    with_rows,
)
from atlas_grader.parse.headers.alike import bare_headers
from atlas_grader.parse.headers.assignment import most_assigned
from atlas_grader.parse.headers.borne_out import borne_out
from atlas_grader.parse.headers.bycells import could_hold
from atlas_grader.parse.headers.bynames import with_entities
from atlas_grader.parse.headers.evidence import Gold
from atlas_grader.parse.headers.mapping import MOST_HEADERS, HeaderMapping, Reads, header_index, map_headers
from atlas_grader.parse.headers.sheet import LOOKED_AT, Sheet, TooMuchToReadError
from atlas_grader.parse.headers.tiers import BY_CELLS
from atlas_grader.parse.headers.tuples import names_apart
from atlas_grader.parse.headers.words import header_words, key, plain, quoted
from atlas_grader.parse.offered import offered
from atlas_grader.parse.sideways import upright
from atlas_grader.tasks import Task

Mapper = Callable[[Table], HeaderMapping]

# Of more tables than these fewer cells are read, so that the time hardly grows.
_MANY_TABLES = 6
_FEWEST_CELLS = 3
# So many different rows of headers may be told by cells alone, the last ones.
_MOST_NAMELESS = 12
# Of more tables set aside than these the report only says how many there are.
_MOST_NOTED = 3
# So many tables of other columns, and of other entities too, the last ones, may be parts of the answer.
_MOST_FURTHER = 12


def choose_table(tables: Sequence[Table], task: Task, reads: Reads, gold: Gold | None = None) -> Table | None:
    """The table whose headers fit the task best; the last of equals; parts of one table joined."""
    looked_at = min(LOOKED_AT, max(_FEWEST_CELLS, LOOKED_AT * _MANY_TABLES // max(1, len(tables))))

    def told(table: Table) -> HeaderMapping:
        mapping = map_headers(table, task, reads, looked_at)
        return mapping if gold is None else with_entities(table, table.rows, task, mapping, gold)

    def settled(table: Table) -> HeaderMapping:
        mapping = told(table)
        return mapping if gold is None else borne_out(table, table.rows, task, mapping, gold)

    def answers(pair: Fitted) -> bool:
        return _answers(pair, task, reads, looked_at)

    fitted = _fitted(tables, task, told, answers, gold)
    proper = offered(fitted, task)
    if not proper:
        return None
    alone = len(proper) == 1
    table, unused = (proper[0][0], []) if alone else _assembled(proper, task, told, settled)
    aside = [pair for pair in fitted if _is_among(pair, unused) or not _is_among(pair, proper)]
    notes = _set_aside(aside, task)
    return replace(table, notes=(*table.notes, *notes)) if notes else table


def _fitted(
    tables: Sequence[Table],
    task: Task,
    told: Mapper,
    answers: Callable[[Fitted], bool],
    gold: Gold | None,
) -> list[Fitted]:
    """The tables that may answer the task, with their headers mapped."""
    lists = [table for table in tables if table.headers == (NAMES,)]
    kept = [upright(table, task, gold) for table in _worth_a_look(tables, task) if table not in lists]
    mapped = [_mapped(table, task, told, gold) for table in kept]
    joined = [(with_rows_joined(table, mapping, task), mapping) for table, mapping in mapped]
    fitted = [pair for pair in joined if answers(pair)]
    if fitted or len(task.entity_columns) > 1:
        return fitted
    return [(table, told(table)) for table in _names_alone(lists, task)]


def _mapped(table: Table, task: Task, told: Mapper, gold: Gold | None) -> Fitted:
    """A table, its names in as many columns as the task's, with its headers mapped."""
    mapping = told(table)
    apart = names_apart(table, mapping, task, gold)
    return (table, mapping) if apart is table else (apart, told(apart))


def _assembled(fitted: list[Fitted], task: Task, told: Mapper, settled: Mapper) -> tuple[Table, list[Fitted]]:
    """The best table with all its parts, and the tables that are none."""
    base, left = _completed(fitted, task, told, settled)
    order = {id(pair[0]): place for place, pair in enumerate(fitted)}
    first = min(order[id(pair[0])] for pair in fitted if not _is_among(pair, left))
    further = [pair for pair in left if _is_of_other_columns(base, pair, task)][-_MOST_FURTHER:]
    unused = [pair for pair in left if not _is_among(pair, further)]
    while further:
        other, rest = _completed(further, task, told, settled)
        taken = [pair for pair in further if not _is_among(pair, rest)]
        is_above = order[id(taken[0][0])] < first
        is_part = _is_of_other_columns(base, other, task)
        if is_part:
            table = with_rows(base, other, is_above=is_above)
            mapping = told(table)
            is_part = _keeps(base[1], mapping)
            base = (table, mapping) if is_part else base
        unused += [] if is_part else taken
        further = rest
    return base[0], unused


def _names_alone(lists: Sequence[Table], task: Task) -> list[Table]:
    """Lists of bare names, where the answer has no other table, as tables of the entity column."""
    column = task.entity_columns[0]
    note = f'a list of names alone is read as column "{column}"'
    return [replace(table, headers=(column,), notes=(*table.notes, note)) for table in lists]


def _completed(
    fitted: list[Fitted], task: Task, told: Mapper, settled: Mapper
) -> tuple[Fitted, list[Fitted]]:
    """The best table with the columns that it lacks from others of the same entities, and what is left."""
    base, left = _whole(fitted, task)
    unused: list[Fitted] = []
    for _ in range(_MOST_FURTHER):
        if not left or not missing_columns(base[1]):
            break
        other, rest = _whole(left, task)
        more, fewer = (base, other) if len(base[0].rows) >= len(other[0].rows) else (other, base)
        table = with_columns(more, fewer, task)
        if table and (
            _is_better(more[1], fewer[1], mapping := told(table))
            # Of headers that tell nothing gold may yet bear out some.
            or (_keeps(more[1], mapping) and _missed(settled(table)) < _missed(settled(more[0])))
        ):
            base = (table, mapping)
        else:
            unused += [pair for pair in left if not _is_among(pair, rest)]
        left = rest
    return base, [*unused, *left]


def _is_among(pair: Fitted, others: Iterable[Fitted]) -> bool:
    """Whether it is the very same table: two may be equal."""
    return any(pair[0] is table for table, _ in others)


def _whole(fitted: list[Fitted], task: Task) -> tuple[Fitted, list[Fitted]]:
    """The best table with its further parts, and the tables that are none of them."""
    best = max(reversed(fitted), key=lambda pair: _fit(pair, task))
    fitted = [(pair[0], _mapped_alike(best, pair)) for pair in fitted]
    best = next(pair for pair in fitted if pair[0] is best[0])
    parts = _parts(best, fitted, task)
    taken = {id(table) for table, _ in parts}
    left = [pair for pair in fitted if id(pair[0]) not in taken]
    if len(parts) == 1:
        return best, left
    columns = _columns(best[1])
    first = next(mapping for _, mapping in parts if _columns(mapping) == columns)
    return (_joined(best, parts), first), left


def _set_aside(fitted: Iterable[Fitted], task: Task) -> list[str]:
    """Notes on tables that give entities and are no part of the answer."""
    tables = [pair[0] for pair in fitted if _fit(pair, task)[:2] == (True, True)]
    notes = [
        f"a table of {count(table.rows)}"
        f"{f' under {quoted([table.title])}' if table.title else ''} is set aside: {quoted(table.headers)}"
        for table in tables[:_MOST_NOTED]
    ]
    more = len(tables) - _MOST_NOTED
    return [*notes, f"and {more} more such tables"] if more > 0 else notes


def _is_better(base: HeaderMapping, other: HeaderMapping, joined: HeaderMapping) -> bool:
    """Whether fewer columns are missing than in either, or more are found by their headers."""
    told, fewer = _by_header(joined), len(missing_columns(joined))
    return _keeps(base, joined) and (
        fewer < min(len(missing_columns(base)), len(missing_columns(other)))
        or told > max(_by_header(base), _by_header(other))
    )


def _missed(mapping: HeaderMapping) -> int:
    return len(missing_columns(mapping))


def _by_header(mapping: HeaderMapping) -> int:
    return sum(tier is not None and tier not in BY_CELLS for tier in mapping.tiers)


def _keeps(before: HeaderMapping, after: HeaderMapping) -> bool:
    """Whether each column that was found by its header stands where it stood."""
    return all(
        old is None or tier in BY_CELLS or old == new
        for old, tier, new in zip(before.places, before.tiers, after.places, strict=True)
    )


def _worth_a_look(tables: Sequence[Table], task: Task) -> Sequence[Table]:
    """Without the first ones of many tables none of whose headers names a column."""
    if len(tables) <= _MANY_TABLES:
        return tables
    index = header_index(task)
    headers = [bare_headers(table.headers[:MOST_HEADERS]) for table in tables]
    named = {row: any(place >= 0 for place, _ in index.named(row)) for row in headers}
    nameless = [row for row in dict.fromkeys(reversed(headers)) if not named[row]]
    dropped = set(nameless[_MOST_NAMELESS:])
    return [table for table, row in zip(tables, headers, strict=True) if row not in dropped]


def _answers(pair: Fitted, task: Task, reads: Reads, looked_at: int) -> bool:
    """Whether any header or any cells are a column of the task: a list of sources is no answer."""
    table, mapping = pair
    title = key(plain(table.headers[0])) if table.headers else ""
    if title in header_words().sources and not _has_entity(mapping, task):
        return False
    if any(place is not None for place in mapping.places):
        return True
    index = header_index(task)
    pairs = len(table.headers) * len(index.columns)
    sheet = Sheet(table, index.columns, index.words, index.entity, reads, (), looked_at, pairs)
    try:
        held = could_hold(sheet, table.headers)
    except TooMuchToReadError:
        return False
    typed = any(not sheet.is_open_minded(column) for _, column in held)
    return typed and 2 * most_assigned(held, range(len(index.columns))) >= len(index.columns)


def _fit(pair: Fitted, task: Task) -> tuple[bool, bool, int, int]:
    """Whether it has rows, and entities; columns found by their headers, then columns found at all."""
    table, mapping = pair
    named = _by_header(mapping)
    found = sum(place is not None for place in mapping.places)
    return bool(table.rows), _has_entity(mapping, task), named, found


def _has_entity(mapping: HeaderMapping, task: Task) -> bool:
    """Whether every entity column stands in the table, or may stand there."""
    return all(
        mapping.places[place] is not None or place in mapping.open_columns
        for place, column in enumerate(task.columns)
        if column.name in task.entity_columns
    )


def _parts(best: Fitted, fitted: Iterable[Fitted], task: Task) -> list[Fitted]:
    """The best table and others, of its columns or fewer, with entities of their own; later ones win."""
    entities = set(names_in(best, task))
    if not entities:
        return [best]
    parts = [best]
    for other in reversed(list(fitted)):
        if other is best or not (_columns(other[1]) == _columns(best[1]) or _is_less_of(best, other, task)):
            continue
        names = set(names_in(other, task))
        if names and not names & entities:
            parts.append(other)
            entities |= names
    order = {id(pair[0]): place for place, pair in enumerate(fitted)}
    return sorted(parts, key=lambda pair: order[id(pair[0])])


def _mapped_alike(best: Fitted, other: Fitted) -> HeaderMapping:
    """Under the best table's headers stand its columns, however little the cells of another part tell."""
    ours, theirs = _keys(best[0].headers), _keys(other[0].headers)
    if ours == theirs:
        return best[1]
    if len(set(ours)) < len(ours) or len(set(theirs)) < len(theirs) or not set(theirs) <= set(ours):
        return other[1]

    def moved_there(place: int | None) -> int | None:
        return theirs.index(ours[place]) if place is not None and ours[place] in theirs else None

    places = tuple(map(moved_there, best[1].places))

    def moved(headers: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(place for header in headers if (place := moved_there(header)) is not None))

    open_headers = moved(best[1].open_headers)
    return replace(
        best[1],
        places=places,
        tiers=tuple(
            None if place is None else tier for place, tier in zip(places, best[1].tiers, strict=True)
        ),
        open_headers=open_headers,
        open_columns=best[1].open_columns if open_headers else (),
        spare_headers=moved(best[1].spare_headers),
    )


def _keys(headers: Iterable[str]) -> list[str]:
    return [key(plain(header)) for header in headers]


def _is_less_of(best: Fitted, other: Fitted, task: Task) -> bool:
    """Whether a table has nothing but columns that the best one has, and names the entity as such."""
    ours, theirs = _columns(best[1]), _columns(other[1])
    is_less = not any(has and not had for has, had in zip(theirs, ours, strict=True))
    return is_less and _has_columns_only(best, other, task)


def _is_of_other_columns(best: Fitted, other: Fitted, task: Task) -> bool:
    """Whether a table gives other entities some of the task's columns, and nothing else."""
    ours, theirs = set(names_in(best, task)), set(names_in(other, task))
    return bool(
        ours
        and theirs
        and not ours & theirs
        and _by_header(other[1]) > len(task.entity_columns)
        and _has_columns_only(best, other, task)
    )


def _has_columns_only(best: Fitted, other: Fitted, task: Task) -> bool:
    """Whether a table names the entity as such, and has headers of columns, or of the best one's, only."""
    table, mapping = other
    entity = [place for place, column in enumerate(task.columns) if column.name in task.entity_columns]
    if any(mapping.tiers[place] is None or mapping.tiers[place] in BY_CELLS for place in entity):
        return False
    known = {key(plain(header)) for header in best[0].headers} | header_words().index
    return all(
        place in mapping.places or key(plain(header)) in known for place, header in enumerate(table.headers)
    )


def _columns(mapping: HeaderMapping) -> tuple[bool, ...]:
    return tuple(place is not None for place in mapping.places)


def _joined(best: Fitted, parts: Sequence[Fitted]) -> Table:
    """One table of all rows in order, headed like the best one, or the first with its columns."""
    columns = _columns(best[1])
    first, mapping = next(part for part in parts if _columns(part[1]) == columns)
    rows: list[tuple[RawCell, ...]] = []
    is_even = all(_columns(other) == columns for _, other in parts)
    alike = "the same columns" if is_even else "the same columns or fewer of them"
    notes = [f"{len(parts)} tables with {alike} and different entities are read as one"]
    for table, other in parts:
        sources = _sources(first.headers, mapping, table.headers, other)
        rows += [
            tuple(
                None if place is None else moved(row[place], table.headers[place], header)
                for header, place in zip(first.headers, sources, strict=True)
            )
            for row in table.rows
        ]
        notes += table.notes
    of_objects = any(table.of_objects for table, _ in parts)
    return replace(first, rows=tuple(rows), notes=tuple(notes), of_objects=of_objects)


def _sources(
    headers: Sequence[str], mapping: HeaderMapping, theirs: Sequence[str], other: HeaderMapping
) -> list[int | None]:
    """For each header of the first table, where another table has its cells."""
    if _keys(headers) == _keys(theirs) and mapping.places == other.places:
        return list(range(len(headers)))
    mapped = {
        ours: there for ours, there in zip(mapping.places, other.places, strict=True) if ours is not None
    }
    named = {header: place for place, header in enumerate(theirs) if place not in other.places}
    return [mapped[place] if place in mapped else named.get(header) for place, header in enumerate(headers)]
