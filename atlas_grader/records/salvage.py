"""As much of a broken task or table as is sound, so that one fault hides no other.

Nothing is ever graded against what is salvaged: it is only looked at for further faults.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from atlas_grader.records.gold import CellRecord, EntityPartRecord
from atlas_grader.records.task import ColumnRecord, TaskRecord
from atlas_grader.tasks import EntityPart, Gold, GoldCell, GoldRow, NearMiss, State, Task

Model = TypeVar("Model", bound=BaseModel)
_SOME_CITATION = [{"url": "https://example.org"}]


@dataclass(frozen=True, slots=True)
class Salvaged:
    """A table of which some rows could not be read; these stand in it without any meaning."""

    gold: Gold
    unread: frozenset[int]


def salvage_task(value: object) -> tuple[Task, bool] | None:
    """A task without its unknown keys and broken columns, and whether it still has all its columns."""
    columns = value.get("columns") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(columns, list):
        return None
    sound = [column for column in map(_known, columns) if _read(ColumnRecord, column)]
    record = _read(TaskRecord, {**_plain(value), "columns": sound})
    return None if record is None else (record.to_task(), len(sound) == len(columns))


def told_columns(value: object) -> tuple[list[str], list[str]] | None:
    """Names of the entity and the attribute columns of a broken task, if it leaves no doubt about them."""
    told = value if isinstance(value, Mapping) else {}
    names = [column.get("name") for column in _list(told, "columns") if isinstance(column, Mapping)]
    entity = _list(told, "entity_columns")
    sound = [name for name in names if isinstance(name, str) and name]
    if not entity or len(set(sound)) < len(_list(told, "columns")) or not all(e in sound for e in entity):
        return None
    return entity, [name for name in sound if name not in entity]


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key in TaskRecord.model_fields}


def _known(column: object) -> object:
    return _only(ColumnRecord, column) if isinstance(column, Mapping) else column


def salvage_gold(value: object, task: Task) -> Salvaged:
    """A table without what is broken in it: such cells are ungraded."""
    rows, unread = [], set()
    for number, row in enumerate(_list(value, "rows")):
        entity = _entity(row, task.entity_columns)
        if entity is None:
            unread.add(number)
            entity = tuple(EntityPart(f"unread {number}") for _ in task.entity_columns)
        cells = {column.name: _cell(row, column.name) for column in task.attributes}
        rows.append(GoldRow(entity, cells, isinstance(row, Mapping) and row.get("ungraded") is True))
    misses = [_entity(miss, task.entity_columns) for miss in _list(value, "near_misses")]
    # Without a broken one, those behind it would be told of at the wrong place.
    near_misses = tuple(NearMiss(entity) for entity in misses if entity) if all(misses) else ()
    return Salvaged(Gold(task.id, tuple(rows), near_misses), frozenset(unread))


def _entity(row: object, columns: Sequence[str]) -> tuple[EntityPart, ...] | None:
    told = row.get("entity") if isinstance(row, Mapping) else None
    if not isinstance(told, Mapping):
        return None
    parts = [_read(EntityPartRecord, _only(EntityPartRecord, told.get(column))) for column in columns]
    sound = tuple(EntityPart(part.value, part.aliases) for part in parts if part is not None)
    return sound if len(sound) == len(parts) else None


def _cell(row: object, column: str) -> GoldCell:
    told = row.get("cells") if isinstance(row, Mapping) else None
    cell = _only(CellRecord, told.get(column)) if isinstance(told, Mapping) else None
    if isinstance(cell, dict) and _read(CellRecord, cell) is None:
        cell = {**cell, "citations": _SOME_CITATION, "note": ""}
    record = _read(CellRecord, cell)
    return GoldCell(State.UNGRADED) if record is None else record.to_cell()


def _list(value: object, key: str) -> list[Any]:
    items = value.get(key) if isinstance(value, Mapping) else None
    return items if isinstance(items, list) else []


def _only(model: type[BaseModel], value: object) -> object:
    """An object without the keys that its record does not know."""
    if not isinstance(value, Mapping):
        return value
    return {key: item for key, item in value.items() if key in model.model_fields}


def _read(model: type[Model], value: object) -> Model | None:
    try:
        return model.model_validate(value)
    except ValidationError:
        return None
