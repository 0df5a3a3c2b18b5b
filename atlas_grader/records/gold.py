"""Gold on the wire: one line of `gold.jsonl`, the verified table of one task.

What the types of `tasks.py` promise is checked here, on reading: every row names
every entity column and has a cell for every attribute column. Whether the gold is
*good* (cited, readable, free of twins) is asked by `atlas_grader.vetting`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field, StrictBool, WithJsonSchema

from atlas_grader.errors import Fault
from atlas_grader.records.base import Checked, Contradictions, Filled, IsoDate, ReleaseRecord
from atlas_grader.records.located import Path, did_you_mean, json_path, problem, quote, shown, validate
from atlas_grader.records.rules import CELL_SCHEMA, EVIDENCE_LENGTH, WEB_ADDRESS
from atlas_grader.tasks import (
    Citation,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    NearMiss,
    State,
    Task,
    UngradedReason,
)


def _gold_value(value: object) -> object:
    if isinstance(value, str) and value:
        return value
    if isinstance(value, list | tuple) and value and all(isinstance(item, str) and item for item in value):
        return tuple(value)
    raise problem(f"expected a string or a list of strings, none empty, got {shown(value)}")


_STRING = {"type": "string", "minLength": 1}
Value = Annotated[
    str | tuple[str, ...],
    BeforeValidator(_gold_value),
    WithJsonSchema({"anyOf": [_STRING, {"type": "array", "items": _STRING, "minItems": 1}]}),
]


class CitationRecord(ReleaseRecord):
    """Where a reader can check a gold cell."""

    model_config = ConfigDict(title="Citation")

    url: Annotated[Filled, Field(json_schema_extra={"pattern": WEB_ADDRESS})]
    """Address of the page."""
    evidence: str = Field(default="", json_schema_extra={"maxLength": EVIDENCE_LENGTH})
    """What the page says, in our own words, in at most 200 characters."""
    accessed: IsoDate | None = None
    """Day on which the page was read."""


class CellRecord(Checked, ReleaseRecord):
    """What gold holds for one attribute of one row."""

    model_config = ConfigDict(title="Gold cell", json_schema_extra=CELL_SCHEMA)

    state: State
    """`value`: known. `blank`: known not to exist. `ungraded`: nobody is graded on it."""
    value: Value | None = None
    """The right value, as a careful person writes it; a list for a list column."""
    accepted: tuple[Value, ...] = ()
    """Further values that are as right."""
    citations: tuple[CitationRecord, ...] = ()
    """Pages that show the value, or that it does not exist; at least one, unless `ungraded`."""
    note: str = ""
    """For readers: why the cell is blank, or why it is not graded."""
    reason: UngradedReason | None = None
    """For `ungraded`: why it is.

    `conflict`: good sources contradict each other. `unverifiable`: none tells it. `volatile`: it changes
    faster than releases do. `ambiguous`: the question can be read in more than one way.
    """

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """A cell has a value if, and only if, its value is known."""
        state, value = told.get("state"), told.get("value")
        if state == State.VALUE and value is None:
            yield (), 'expected a `value` beside `"state": "value"`, got none'
        if state in (State.BLANK, State.UNGRADED) and (value is not None or told.get("accepted")):
            yield (), f'expected no value beside `"state": "{State(state)}"`; say candidates in `note`'
        if state in (State.VALUE, State.BLANK) and told.get("reason") is not None:
            yield (), f'expected no `reason` beside `"state": "{State(state)}"`'

    def to_cell(self) -> GoldCell:
        """The cell that this record describes."""
        citations = tuple(Citation(c.url, c.evidence, c.accessed or "") for c in self.citations)
        return GoldCell(self.state, self.value, self.accepted, citations, self.note, self.reason)


class EntityPartRecord(ReleaseRecord):
    """What one entity column says of a row: its name, and other names of it."""

    model_config = ConfigDict(title="Entity part")

    value: Filled
    """The name as a careful person writes it."""
    aliases: tuple[Filled, ...] = ()
    """Other names that are as right."""


class RowRecord(ReleaseRecord):
    """One verified row."""

    model_config = ConfigDict(title="Gold row")

    entity: dict[str, EntityPartRecord]
    """Entity column → what it says."""
    cells: dict[str, CellRecord]
    """Attribute column → its cell; every attribute column has one."""
    ungraded: StrictBool = False
    """A borderline member: neither asked for nor punished."""


class NearMissRecord(ReleaseRecord):
    """A name that is known not to be a member."""

    model_config = ConfigDict(title="Near miss")

    entity: dict[str, EntityPartRecord]
    """Entity column → what it says."""
    note: str = ""
    """Why it is none."""


class GoldRecord(ReleaseRecord):
    """The verified table of one task."""

    model_config = ConfigDict(title="Gold")

    task_id: Filled
    """The task whose table this is."""
    rows: tuple[RowRecord, ...]
    """Every member of the set that the task asks for."""
    near_misses: tuple[NearMissRecord, ...] = ()
    """Plausible names that are no members."""
    completeness: str = ""
    """For readers: how it is known that no member is missing."""
    canary: str = ""
    """Marks text that must not be trained on."""


def parse_gold(value: object, task: Task | None, where: str) -> Gold | tuple[Fault, ...]:
    """The gold in one decoded line of `gold.jsonl`, or all that is wrong with it.

    Without its `task`, whose own line is broken, only what is wrong whatever the task says.
    """
    record = validate(GoldRecord, value, where)
    faults = record if isinstance(record, tuple) else ()
    if task is not None:
        attributes = [column.name for column in task.attributes]
        found = misfits(value, task.entity_columns, attributes)
        faults += tuple(Fault(where, f"task {quote(task.id)}: {message}") for message in found)
    if faults or task is None or isinstance(record, tuple):
        return faults
    return _to_gold(record, task)


def _to_gold(record: GoldRecord, task: Task) -> Gold:
    def entity(parts: Mapping[str, EntityPartRecord]) -> tuple[EntityPart, ...]:
        return tuple(EntityPart(parts[name].value, parts[name].aliases) for name in task.entity_columns)

    attributes = [column.name for column in task.attributes]
    rows = tuple(
        GoldRow(entity(row.entity), {name: row.cells[name].to_cell() for name in attributes}, row.ungraded)
        for row in record.rows
    )
    near_misses = tuple(NearMiss(entity(miss.entity), miss.note) for miss in record.near_misses)
    return Gold(record.task_id, rows, near_misses, record.completeness)


def misfits(told: object, entity: Sequence[str], attributes: Sequence[str]) -> Iterator[str]:
    """Where the gold's columns are not the task's; `told` may be wrong in any other way."""
    for number, row in _objects(told, "rows"):
        yield from _misnamed(row, "entity", entity, ("rows", number))
        yield from _misnamed(row, "cells", attributes, ("rows", number))
    for number, miss in _objects(told, "near_misses"):
        yield from _misnamed(miss, "entity", entity, ("near_misses", number))


def _objects(told: object, key: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    items = told.get(key) if isinstance(told, Mapping) else None
    for number, item in enumerate(items if isinstance(items, list | tuple) else ()):
        if isinstance(item, Mapping):
            yield number, item


def _misnamed(row: Mapping[str, Any], key: str, known: Sequence[str], path: Path) -> Iterator[str]:
    given = row.get(key)
    if not isinstance(given, Mapping):
        return
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known)
            yield f"unknown column {quote(name)}{hint} - at `{json_path((*path, key, name))}`"
    for name in known:
        if name not in given:
            yield f"expected column {quote(name)}, got none - at `{json_path((*path, key))}`"


def gold_to_json(gold: Gold, task: Task) -> str:
    """`gold` as one line of `gold.jsonl`; what is at its default is left out."""

    def entity(parts: tuple[EntityPart, ...]) -> dict[str, object]:
        named = zip(task.entity_columns, parts, strict=True)
        return {name: {"value": part.value, "aliases": part.aliases} for name, part in named}

    rows = [
        {
            "entity": entity(row.entity),
            "cells": {name: _cell_fields(cell) for name, cell in row.cells.items()},
            "ungraded": row.ungraded,
        }
        for row in gold.rows
    ]
    near_misses = [{"entity": entity(miss.entity), "note": miss.note} for miss in gold.near_misses]
    value = {
        "task_id": gold.task_id,
        "rows": rows,
        "near_misses": near_misses,
        "completeness": gold.completeness,
    }
    record = GoldRecord.model_validate(value)
    return json.dumps(record.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)


def _cell_fields(cell: GoldCell) -> dict[str, object]:
    citations = [
        {"url": c.url, "evidence": c.evidence, "accessed": c.accessed or None} for c in cell.citations
    ]
    return {
        "state": cell.state,
        "value": cell.value,
        "accepted": cell.accepted,
        "citations": citations,
        "note": cell.note,
        "reason": cell.reason,
    }
