"""Conformance cases on the wire: one JSON object a line, of cells or of alignment.

What a case file may hold is fixed, so other implementations can check themselves with the
same files. A key that is not known is ignored; a setting that is not known is doubted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, StrictBool, WithJsonSchema, model_validator

from atlas_grader.answers import NumberLiteral, RawCell
from atlas_grader.errors import Fault, Severity
from atlas_grader.records.answer import raw_cell
from atlas_grader.records.base import Checked, Contradictions, Filled, OpenRecord, Size
from atlas_grader.records.located import did_you_mean, problem, quote, shown, validate
from atlas_grader.records.task import Choices
from atlas_grader.tasks import (
    CellType,
    Choice,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    GoldValue,
    IdentifierKind,
    NearMiss,
    Precision,
    State,
    Task,
    Tolerance,
    UrlLevel,
)
from atlas_grader.verdicts import Verdict

# One degree of latitude: a case's tolerance in degrees, as a distance (IUGG mean radius).
_KM_PER_DEGREE = Decimal("111.195")
_BLANK = "blank"
# Case files may name a type by an older word.
_KINDS: Mapping[str, str] = {"coordinate": "coordinates", "category": "enum"}
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CellCase:
    """One gold cell, one answer cell, and the verdict that a careful person gives."""

    id: str
    kind: str
    column: Column
    gold: GoldCell
    answer: RawCell
    verdict: Verdict
    why: str = ""


@dataclass(frozen=True, slots=True)
class AlignmentCase:
    """Gold names, returned names, and which of them are the same entity."""

    id: str
    task: Task
    gold: Gold
    returned: tuple[str, ...]
    pairs: tuple[Pair, ...]
    needs_llm: tuple[Pair, ...] = ()
    copies: tuple[Pair, ...] = ()
    why: str = ""


_KNOWN_KINDS = [_BLANK, *(cell_type.value for cell_type in CellType), *_KINDS]


def _kind(value: object) -> object:
    if value in _KNOWN_KINDS:
        return value
    hint = did_you_mean(value, _KNOWN_KINDS) if isinstance(value, str) else ""
    raise problem(f"expected a column type or `blank`, got {shown(value)}{hint}")


def _value(value: object) -> object:
    """A gold value: a list's items are texts, a number keeps its digits."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return str(value)
    raise problem(f"expected a string, a number or a list of them, got {shown(value)}")


def _place(value: object) -> object:
    if isinstance(value, NumberLiteral) and value.isdecimal() and len(value) < 10:
        return int(value)
    raise problem(f"expected the place of a row, counted from 0, got {shown(value)}")


_SCALAR = {"type": ["string", "number", "boolean"]}
Value = Annotated[
    str | tuple[str, ...],
    BeforeValidator(_value),
    WithJsonSchema({"anyOf": [_SCALAR, {"type": "array", "items": {"type": ["string", "number"]}}]}),
]
Place = Annotated[int, BeforeValidator(_place), WithJsonSchema({"type": "integer", "minimum": 0})]
Pairs = tuple[tuple[Place, Place], ...]


class _CaseRecord(Checked, OpenRecord):
    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, value: object) -> object:
        """What is null is not said; an answer may be null."""
        if not isinstance(value, dict):
            return value
        return {key: item for key, item in value.items() if item is not None or key == "answer"}


class SpecRecord(_CaseRecord):
    """Settings of a case's column, as in a task, and what else gold accepts."""

    model_config = ConfigDict(title="Settings")

    name: Filled = "cell"
    """The column's name."""
    unit: str | None = None
    """For `quantity` and `duration`: the unit of a cell that names none."""
    currency: str | None = None
    """For `money`: the ISO 4217 code of a cell that names no currency."""
    tolerance: Size | None = None
    """Largest allowed difference as a share of gold."""
    abs_tolerance: Size | None = None
    """Largest allowed difference in the column's unit; for `coordinates`, in degrees."""
    date_precision: Precision | None = None
    """For `date`: what to compare at."""
    precision: Precision | None = None
    """The same, as tasks call it."""
    choices: Choices = ()
    """For `enum`: every value the column can take. A string is a choice of that name."""
    aliases: tuple[Value, ...] = ()
    """Further values that are as right."""
    accepted: tuple[Value, ...] = ()
    """The same, as gold calls it."""
    allow_unordered: StrictBool = True
    """For `list`: whether items may come in any order."""
    ordered: StrictBool | None = None
    """The opposite, as tasks call it."""
    item_type: CellType = CellType.TEXT
    """For `list`: the type of each item."""
    url_level: UrlLevel = UrlLevel.PAGE
    """For `url`: what must agree for two addresses to be the same."""
    distance_km: Size | None = None
    """For `coordinates`: how far apart two positions may lie; 1 km unless given."""
    body: Filled = "Earth"
    """For `coordinates`: the body they lie on."""
    identifier_kind: IdentifierKind = IdentifierKind.GENERIC
    """For `identifier`: the scheme, which sets the canonical form."""

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """A tolerance is of one kind."""
        if told.get("tolerance") is not None and told.get("abs_tolerance") is not None:
            yield (), "expected at most one of `tolerance` and `abs_tolerance`, got both"

    def to_column(self, cell_type: CellType) -> Column:
        """The column that these settings describe."""
        return Column(
            name=self.name,
            type=cell_type,
            unit=self.unit or None,
            currency=self.currency or None,
            tolerance=self._tolerance() if cell_type is not CellType.COORDINATES else None,
            precision=self.date_precision or self.precision,
            choices=tuple(Choice(c.name, c.aliases, c.code) for c in self.choices),
            item_type=self.item_type,
            ordered=not self.allow_unordered if self.ordered is None else self.ordered,
            url_level=self.url_level,
            distance_km=self._distance(),
            body=self.body,
            identifier_kind=self.identifier_kind,
        )

    def _tolerance(self) -> Tolerance | None:
        if self.tolerance is not None:
            return Tolerance(relative=self.tolerance)
        return None if self.abs_tolerance is None else Tolerance(absolute=self.abs_tolerance)

    def _distance(self) -> Decimal:
        if self.distance_km is not None:
            return self.distance_km
        return Decimal(1) if self.abs_tolerance is None else self.abs_tolerance * _KM_PER_DEGREE


_VERDICTS = [Verdict.MATCH.value, Verdict.MISMATCH.value, Verdict.UNDECIDED.value]
_CELL_SCHEMA: dict[str, Any] = {
    "if": {"properties": {"kind": {"const": _BLANK}}},
    "else": {
        "required": ["gold"],
        "properties": {
            "gold": {"not": {"anyOf": [{"type": "null"}, {"const": ""}, {"maxItems": 0, "type": "array"}]}}
        },
    },
}


class CellCaseRecord(_CaseRecord):
    """One gold cell, one answer cell, and the verdict on it."""

    model_config = ConfigDict(title="Cell case", json_schema_extra=_CELL_SCHEMA)

    id: Filled
    """Names the case in reports."""
    kind: Annotated[str, BeforeValidator(_kind), WithJsonSchema({"enum": _KNOWN_KINDS})]
    """The column's type, or `blank` where gold says that there is no value."""
    spec: SpecRecord | None = None
    """The column's settings; none are needed for most types."""
    gold: Value | None = None
    """The right value, as gold writes it; a list of texts for a list."""
    answer: Any
    """The cell as an answer gives it: any JSON value."""
    verdict: Annotated[Verdict, WithJsonSchema({"enum": _VERDICTS})]
    """What a careful person says; `undecided` where strings alone cannot tell."""
    why: str = ""
    """The reason, for readers."""

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """Gold has a value unless it is blank, and a case asks what can be answered."""
        if told.get("kind") != _BLANK and told.get("gold") in (None, "", []):
            yield (), f"expected a `gold` value, got {shown(told.get('gold'))}"
        if told.get("verdict") == Verdict.UNGRADED:
            yield ("verdict",), "expected a verdict on a graded cell, got `ungraded`"

    def to_case(self) -> CellCase:
        """The case that this record describes."""
        spec = self.spec or SpecRecord()
        if self.kind == _BLANK or self.gold is None:
            column, gold = Column("cell", CellType.TEXT), GoldCell(State.BLANK)
        else:
            column = spec.to_column(CellType(_KINDS.get(self.kind, self.kind)))
            further: tuple[GoldValue, ...] = (*spec.aliases, *spec.accepted)
            gold = GoldCell(State.VALUE, self.gold, further)
        return CellCase(self.id, self.kind, column, gold, raw_cell(self.answer), self.verdict, self.why)


class GoldNameRecord(_CaseRecord):
    """A gold row of an alignment case."""

    model_config = ConfigDict(title="Gold name")

    name: Filled
    """The entity's name."""
    aliases: tuple[Filled, ...] = ()
    """Other names of it that are as right."""


class AlignmentCaseRecord(_CaseRecord):
    """Gold names, returned names, and which of them are the same entity."""

    model_config = ConfigDict(title="Alignment case")

    id: Filled
    """Names the case in reports."""
    gold: tuple[GoldNameRecord, ...]
    """The entities that are right."""
    returned: tuple[str, ...]
    """Names as an answer writes them, one a row."""
    pairs: Pairs
    """Every returned name that is an entity: its place in `returned`, then in `gold`, from 0."""
    needs_llm: Pairs = ()
    """Those of `pairs` that strings alone need not find."""
    copies: Pairs = ()
    """Returned names of an entity that an earlier one names already."""
    near_misses: tuple[Filled, ...] = ()
    """Names known to be no member."""
    why: str = ""
    """The reason, for readers."""

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """Pairs are of rows that there are."""
        returned, gold = told.get("returned"), told.get("gold")
        if not isinstance(returned, list) or not isinstance(gold, list):
            return
        for key in ("pairs", "needs_llm", "copies"):
            pairs = told.get(key)
            for place, pair in enumerate(pairs if isinstance(pairs, list) else ()):
                for side, rows in zip(pair if isinstance(pair, list) else (), (returned, gold), strict=False):
                    if isinstance(side, NumberLiteral) and side.isdecimal() and not _stands(side, rows):
                        name = "returned" if rows is returned else "gold"
                        yield (
                            (key, place),
                            f"expected a row of `{name}`, which has {len(rows)}, got `{side[:40]}`",
                        )

    def to_case(self) -> AlignmentCase:
        """The case that this record describes."""
        task = Task(self.id, "", (Column("name", CellType.NAME),), ("name",))
        rows = tuple(GoldRow((EntityPart(row.name, row.aliases),), {}) for row in self.gold)
        misses = tuple(NearMiss((EntityPart(name),)) for name in self.near_misses)
        gold = Gold(self.id, rows, misses)
        return AlignmentCase(
            self.id, task, gold, self.returned, self.pairs, self.needs_llm, self.copies, self.why
        )


_TELLING = frozenset({"kind", "returned"})
_NO_CASE = "expected a conformance case, of a cell (`kind`) or of alignment (`returned`), got neither"


def _misspelt(value: dict[str, Any]) -> str:
    return next(filter(None, (did_you_mean(key, sorted(_TELLING)) for key in value)), "")


def _stands(place: str, rows: Sequence[object]) -> bool:
    return len(place) < 10 and int(place) < len(rows)


def parse_case(value: object, where: str) -> CellCase | AlignmentCase | tuple[Fault, ...]:
    """The case in one decoded line, or all that is wrong with it."""
    if isinstance(value, dict) and not value.keys() & _TELLING:
        return (Fault(where, _NO_CASE + _misspelt(value)),)
    is_alignment = isinstance(value, dict) and "returned" in value
    model: type[AlignmentCaseRecord | CellCaseRecord]
    model = AlignmentCaseRecord if is_alignment else CellCaseRecord
    record = validate(model, value, where, owner="case")
    return record if isinstance(record, tuple) else record.to_case()


def case_doubts(value: object, where: str) -> Iterator[Fault]:
    """Settings of a case that nobody reads."""
    spec = value.get("spec") if isinstance(value, dict) else None
    for name in spec if isinstance(spec, dict) else ():
        if name not in SpecRecord.model_fields:
            hint = did_you_mean(name, SpecRecord.model_fields)
            message = f"unknown setting {quote(name)} is ignored{hint} - at `$.spec`"
            yield Fault(where, message, Severity.WARNING)
