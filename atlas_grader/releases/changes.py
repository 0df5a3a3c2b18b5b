"""What changed from one release to the next, task by task, row by row, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from itertools import chain

from atlas_grader.releases.loading import Release
from atlas_grader.tasks import Entity, Gold, GoldCell, GoldRow, State, Task, entity_text, value_text


class Kind(StrEnum):
    """What of a release changed."""

    TASK_ADDED = "task added"
    TASK_REMOVED = "task removed"
    TASK_CHANGED = "task changed"
    ROW_ADDED = "row added"
    ROW_REMOVED = "row removed"
    ROW_RENAMED = "row renamed"
    ROW_GRADED = "row graded"
    ROW_UNGRADED = "row ungraded"
    ALIASES = "aliases"
    CELL = "cell"
    ACCEPTED = "accepted"
    NEAR_MISSES = "near misses"
    RECORD = "record"
    """Citations or notes of cells: nothing that moves a score."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is otherwise in the newer release."""

    task_id: str
    kind: Kind
    row: str = ""
    column: str = ""
    before: str = ""
    after: str = ""


def release_changes(old: Release, new: Release) -> Iterator[Change]:
    """Every change, in the order of the newer release's tasks and rows; then what is gone."""
    for task_id, task in new.tasks.items():
        if task_id not in old.tasks:
            yield Change(task_id, Kind.TASK_ADDED)
            continue
        yield from _task_changes(old.tasks[task_id], task)
        yield from _gold_changes(old.gold[task_id], new.gold[task_id])
    for task_id in old.tasks:
        if task_id not in new.tasks:
            yield Change(task_id, Kind.TASK_REMOVED)


def _task_changes(old: Task, new: Task) -> Iterator[Change]:
    for name in (field.name for field in fields(Task) if field.name not in {"columns", "canary"}):
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield Change(new.id, Kind.TASK_CHANGED, column=name, before=str(before), after=str(after))
    were, are = ({column.name: column for column in task.columns} for task in (old, new))
    for header in dict.fromkeys((*are, *were)):
        if were.get(header) != are.get(header):
            before, after = ("there" if header in columns else "not there" for columns in (were, are))
            both = before == after
            yield Change(
                new.id,
                Kind.TASK_CHANGED,
                column=header,
                before="its settings" if both else before,
                after="others" if both else after,
            )


def _gold_changes(old: Gold, new: Gold) -> Iterator[Change]:
    were = _paired(old, new)
    for row in new.rows:
        before = were.get(_name(row.entity))
        if before is None:
            yield Change(new.task_id, Kind.ROW_ADDED, _name(row.entity))
        else:
            yield from _row_changes(new.task_id, before, row)
    kept = {_name(row.entity) for row in were.values()}
    for row in old.rows:
        if _name(row.entity) not in kept:
            yield Change(new.task_id, Kind.ROW_REMOVED, _name(row.entity))
    before_misses, after_misses = ({_name(miss.entity) for miss in gold.near_misses} for gold in (old, new))
    if before_misses != after_misses:
        yield Change(
            new.task_id,
            Kind.NEAR_MISSES,
            before=", ".join(sorted(before_misses - after_misses)),
            after=", ".join(sorted(after_misses - before_misses)),
        )


def _paired(old: Gold, new: Gold) -> Mapping[str, GoldRow]:
    """Name of each newer row → the older row that is the same entity: by its name, or else by any of them."""
    by_name = {_name(row.entity): row for row in old.rows}
    found = {name: by_name[name] for name in map(_name, (row.entity for row in new.rows)) if name in by_name}
    left = {name: row for name, row in by_name.items() if name not in found}
    for row in new.rows:
        if _name(row.entity) in found:
            continue
        same = next((name for name, other in left.items() if _shares_names(other.entity, row.entity)), None)
        if same is not None:
            found[_name(row.entity)] = left.pop(same)
    return found


def _shares_names(one: Entity, other: Entity) -> bool:
    if len(one) != len(other):
        return False
    return all(set(part.names) & set(its.names) for part, its in zip(one, other, strict=True))


def _row_changes(task_id: str, old: GoldRow, new: GoldRow) -> Iterator[Change]:
    name = _name(new.entity)
    if (before := _name(old.entity)) != name:
        yield Change(task_id, Kind.ROW_RENAMED, name, before=before, after=name)
    if old.ungraded != new.ungraded:
        yield Change(task_id, Kind.ROW_UNGRADED if new.ungraded else Kind.ROW_GRADED, name)
    were, are = _aliases(old.entity), _aliases(new.entity)
    gone, come = ", ".join(sorted(were - are)), ", ".join(sorted(are - were))
    if gone or come:
        yield Change(task_id, Kind.ALIASES, name, before=gone, after=come)
    for column, cell in new.cells.items():
        if column in old.cells:
            yield from _cell_changes(task_id, name, column, old.cells[column], cell)


def _cell_changes(task_id: str, row: str, column: str, old: GoldCell, new: GoldCell) -> Iterator[Change]:
    if (old.state, old.value) != (new.state, new.value):
        yield Change(task_id, Kind.CELL, row, column, _shown(old), _shown(new))
    elif set(old.accepted) != set(new.accepted):
        gone, come = set(old.accepted) - set(new.accepted), set(new.accepted) - set(old.accepted)
        before, after = (", ".join(sorted(map(value_text, values))) for values in (gone, come))
        yield Change(task_id, Kind.ACCEPTED, row, column, before, after)
    elif (old.citations, old.note, old.reason) != (new.citations, new.note, new.reason):
        yield Change(task_id, Kind.RECORD, row, column)


def _name(entity: Entity) -> str:
    return entity_text(entity, " | ")


def _aliases(entity: Entity) -> set[str]:
    return set(chain.from_iterable(part.aliases for part in entity))


def _shown(cell: GoldCell) -> str:
    return value_text(cell.value) if cell.state is State.VALUE and cell.value is not None else str(cell.state)
