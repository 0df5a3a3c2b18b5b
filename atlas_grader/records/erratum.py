"""Errata on the wire: one line of `errata.jsonl`, an error found in a release after it was frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from atlas_grader.errors import Fault
from atlas_grader.records.base import Checked, Contradictions, Filled, IsoDate, ReleaseRecord
from atlas_grader.records.gold import Value
from atlas_grader.records.located import validate
from atlas_grader.records.rules import WEB_ADDRESS
from atlas_grader.tasks import GoldValue


class Correction(StrEnum):
    """What an erratum says should be otherwise."""

    UNGRADED = "ungraded"
    """Nobody should be graded on the cell or, without a column, on the row."""
    ACCEPTED = "accepted"
    """`value` is as right as what the cell holds."""
    VALUE = "value"
    """The cell should hold `value`; without one, it should be blank."""
    ALIAS = "alias"
    """`value` is another name of the row."""
    MISSING = "missing"
    """The row belongs to the set, and gold does not have it."""
    NO_MEMBER = "no member"
    """The row does not belong to the set."""


OF_CELLS = frozenset({Correction.ACCEPTED, Correction.VALUE})
"""The corrections that name a column."""
WITH_VALUE = frozenset({Correction.ACCEPTED, Correction.ALIAS})
"""The corrections that name a value."""


@dataclass(frozen=True, slots=True)
class Erratum:
    """An error found in a release."""

    date: str
    task_id: str
    entity: tuple[str, ...]
    column: str | None
    correction: Correction
    value: GoldValue | None
    reason: str
    urls: tuple[str, ...]


class ErratumRecord(Checked, ReleaseRecord):
    """An error found in a release after it was frozen; the next release mends it."""

    model_config = ConfigDict(title="Erratum")

    date: IsoDate
    """Day on which it was accepted."""
    task_id: Filled
    """The task."""
    entity: tuple[Filled, ...] = Field(json_schema_extra={"minItems": 1})
    """The row, by what gold has in each of the task's entity columns."""
    column: Filled | None = None
    """The attribute column, if it is about one cell."""
    correction: Correction
    """What should be otherwise.

    `ungraded`: nobody should be graded on the cell or, without a column, on the row. `accepted`: `value` is
    as right as what the cell holds. `value`: the cell should hold `value` or, without one, be blank. `alias`:
    `value` is another name of the row. `missing`: gold lacks the row. `no member`: it is none of the set.
    """
    value: Value | None = None
    """For `accepted`, `value` and `alias`."""
    reason: Filled
    """Why, in our own words."""
    urls: tuple[Annotated[str, Field(pattern=WEB_ADDRESS)], ...] = Field(json_schema_extra={"minItems": 1})
    """Pages that show it."""

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """Each correction needs what it speaks of."""
        correction = told.get("correction")
        if correction in OF_CELLS and not told.get("column"):
            yield (), f"expected a `column` beside `{correction}`, got none"
        if correction in WITH_VALUE and told.get("value") is None:
            yield (), f"expected a `value` beside `{correction}`, got none"
        for key in ("entity", "urls"):
            if told.get(key) in ([], ()):
                yield (key,), "expected at least one, got none"

    def to_erratum(self) -> Erratum:
        """The erratum that this record describes."""
        return Erratum(**{name: getattr(self, name) for name in type(self).model_fields})


def parse_erratum(value: object, where: str) -> Erratum | tuple[Fault, ...]:
    """The erratum in one decoded line of `errata.jsonl`, or all that is wrong with it."""
    record = validate(ErratumRecord, value, where)
    return record if isinstance(record, tuple) else record.to_erratum()
