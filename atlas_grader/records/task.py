"""Tasks on the wire: one line of `tasks.jsonl`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field, StrictBool

from atlas_grader.errors import Fault
from atlas_grader.records.base import Checked, Contradictions, Filled, ReleaseRecord, Size
from atlas_grader.records.located import did_you_mean, quote, validate
from atlas_grader.records.rules import (
    ATTRIBUTES,
    DATE,
    LANGUAGE_TAG,
    SETTINGS,
    TASK_ID,
    TOLERANCE_SCHEMA,
    column_schema,
)
from atlas_grader.tasks import (
    CellType,
    Choice,
    Column,
    IdentifierKind,
    Precision,
    Task,
    Tolerance,
    UrlLevel,
)


class ToleranceRecord(Checked, ReleaseRecord):
    """Largest allowed difference: a share of gold, or an absolute size."""

    model_config = ConfigDict(title="Tolerance", json_schema_extra=TOLERANCE_SCHEMA)

    relative: Size | None = None
    """A share of gold: `0.02` is 2 %."""
    absolute: Size | None = None
    """A size, in `unit`."""
    unit: Filled | None = None
    """The unit of `absolute`; the column's own unless given."""

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """A tolerance is of one kind."""
        if (told.get("relative") is None) == (told.get("absolute") is None):
            yield (), "expected exactly one of `relative` and `absolute`"
        if told.get("unit") is not None and told.get("absolute") is None:
            yield (), "expected `unit` beside `absolute` only"


class ChoiceRecord(ReleaseRecord):
    """One value of an enum column."""

    model_config = ConfigDict(title="Choice")

    name: Filled
    """The value as gold writes it."""
    aliases: tuple[Filled, ...] = ()
    """Other spellings of it."""
    code: Filled | None = None
    """A code that stands for it."""


def choice_of(value: object) -> object:
    """A choice, which may be written as its name alone."""
    return {"name": value} if isinstance(value, str) else value


_PLAIN = Column("", CellType.TEXT)
Choices = tuple[
    Annotated[ChoiceRecord, BeforeValidator(choice_of, json_schema_input_type=Filled | ChoiceRecord)], ...
]
# As JSON has them: a number for the distance, a list for the choices.
_DEFAULTS = {
    **{setting: getattr(_PLAIN, setting) for setting in SETTINGS},
    "choices": [],
    "distance_km": float(_PLAIN.distance_km),
}


class ColumnRecord(ReleaseRecord):
    """One column of a task's table: its name, type and the type's settings."""

    model_config = ConfigDict(title="Column", json_schema_extra=column_schema(_DEFAULTS))

    name: Filled
    """The header, as the task states it."""
    type: CellType
    """How the column's cells are read and compared."""
    description: str = ""
    """What belongs in the column, in words."""
    aliases: tuple[Filled, ...] = ()
    """Other headers under which an answer may give this column."""
    unit: Filled | None = None
    """For `quantity` and `duration`: the unit of a cell that names none."""
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")] | None = None
    """For `money`: the ISO 4217 code of a cell that names no currency."""
    tolerance: ToleranceRecord | None = None
    """Largest allowed difference; without one, the digits that gold writes."""
    precision: Precision | None = None
    """For `date`: what to compare at; without it, as precisely as gold is written."""
    choices: Choices = ()
    """For `enum`: every value the column can take. A string is a choice of that name."""
    item_type: CellType = CellType.TEXT
    """For `list`: the type of each item; the column's other settings hold for items."""
    ordered: StrictBool = False
    """For `list`: whether the order of items counts."""
    url_level: UrlLevel = UrlLevel.PAGE
    """For `url`: what must agree for two addresses to be the same."""
    distance_km: Size = Field(default=Column("", CellType.COORDINATES).distance_km)
    """For `coordinates`: how far apart two positions may lie."""
    body: Filled = "Earth"
    """For `coordinates`: the body they lie on."""
    identifier_kind: IdentifierKind = IdentifierKind.GENERIC
    """For `identifier`: the scheme, which sets the canonical form."""

    def to_column(self) -> Column:
        """The column that this record describes."""
        settings = {name: getattr(self, name) for name in type(self).model_fields}
        settings["choices"] = tuple(Choice(c.name, c.aliases, c.code) for c in self.choices)
        if (told := self.tolerance) is not None:
            settings["tolerance"] = Tolerance(told.relative, told.absolute, told.unit)
        return Column(**settings)


class TaskRecord(Checked, ReleaseRecord):
    """A question, the columns to return, and which of them name the entity."""

    model_config = ConfigDict(title="Task")

    id: Annotated[Filled, Field(json_schema_extra={"pattern": TASK_ID})]
    """Names the task within its release; answers and gold refer to it."""
    question: Filled
    """What is asked, in natural language."""
    columns: tuple[ColumnRecord, ...] = Field(json_schema_extra={"minItems": 1 + min(ATTRIBUTES)})
    """The columns of the table to return: entity and attribute columns."""
    entity_columns: tuple[Filled, ...] = Field(json_schema_extra={"minItems": 1})
    """Names of the columns that identify a row."""
    domain: str = ""
    """The field of knowledge, for breakdowns."""
    language: str = Field(default="en", json_schema_extra={"pattern": LANGUAGE_TAG})
    """BCP 47 tag of the question's language."""
    as_of: str = Field(default="", json_schema_extra={"pattern": DATE})
    """The day for which the gold is right."""
    translations: dict[Annotated[str, Field(pattern=LANGUAGE_TAG)], Filled] = Field(default_factory=dict)
    """BCP 47 tag → the question in that language, asking for the same table."""
    canary: str = ""
    """Marks text that must not be trained on; what the task's gold is obscured with, where it is."""
    development: StrictBool = False
    """Whether the task is for trying things out: its gold stands in clear."""
    memorised: StrictBool = False
    """Whether a model without tools named every member of the set when the release was made."""

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """Columns have names of their own, and entity columns are among them."""
        columns, entity = told.get("columns"), told.get("entity_columns")
        named = [_told_name(column) for column in columns] if isinstance(columns, list | tuple) else []
        names = [name for name in named if name]
        for name, times in Counter(names).items():
            if times > 1:
                yield (), f"expected each column once, got {quote(name)} {times} times"
        if not isinstance(entity, list | tuple):
            return
        if not entity:
            yield (), "expected at least one entity column, got none"
        for name in dict.fromkeys(name for name in entity if isinstance(name, str)):
            # A column whose own name cannot be read may be the one that is meant.
            if name and name not in names and all(named):
                yield (), f"unknown entity column {quote(name)}{did_you_mean(name, names)}"
        if len({*map(str, entity)}) < len(entity):
            yield (), "expected each entity column once in `entity_columns`"

    def to_task(self) -> Task:
        """The task that this record describes."""
        columns = tuple(column.to_column() for column in self.columns)
        told = {name: getattr(self, name) for name in type(self).model_fields}
        return Task(**{**told, "columns": columns})


def _told_name(column: object) -> str:
    name = column.get("name") if isinstance(column, Mapping) else None
    return name if isinstance(name, str) else ""


def parse_task(value: object, where: str) -> Task | tuple[Fault, ...]:
    """The task in one decoded line of `tasks.jsonl`, or all that is wrong with it."""
    record = validate(TaskRecord, value, where)
    return record if isinstance(record, tuple) else record.to_task()


def task_to_json(task: Task) -> str:
    """`task` as one line of `tasks.jsonl`; settings at their defaults are left out."""
    value = {name: getattr(task, name) for name in TaskRecord.model_fields if hasattr(task, name)}
    value["columns"] = [_column_fields(column) for column in task.columns]
    record = TaskRecord.model_validate(value)
    return json.dumps(record.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)


def _column_fields(column: Column) -> dict[str, object]:
    fields = {name: getattr(column, name) for name in ColumnRecord.model_fields}
    if (told := column.tolerance) is not None:
        fields["tolerance"] = {"relative": told.relative, "absolute": told.absolute, "unit": told.unit}
    fields["choices"] = [{"name": c.name, "aliases": c.aliases, "code": c.code} for c in column.choices]
    return fields
