"""An audit on the wire: one line of `audit.jsonl`, what a cell drawn at random was found to be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from atlas_grader.errors import Fault
from atlas_grader.records.base import Checked, Contradictions, Filled, ReleaseRecord
from atlas_grader.records.located import validate
from atlas_grader.records.rules import WEB_ADDRESS


class Outcome(StrEnum):
    """What an audit found a cell to be."""

    RIGHT = "right"
    """Another page than those it cites says the same."""
    WRONG = "wrong"
    """It was not what the question asks for; the release has been mended since."""
    UNSETTLED = "unsettled"
    """No other page was found that tells, or they contradict each other."""


@dataclass(frozen=True, slots=True)
class AuditedCell:
    """One cell of an audit."""

    task_id: str
    row: int
    """Number of the row in the task's gold, from 1, as it stood when it was drawn."""
    column: str
    outcome: Outcome
    urls: tuple[str, ...]
    note: str


class AuditedCellRecord(Checked, ReleaseRecord):
    """A cell that was drawn at random and compared with pages that the gold does not rest on."""

    model_config = ConfigDict(title="Audited cell")

    task_id: Filled
    """The task."""
    row: Annotated[int, Field(ge=1)]
    """Number of the row in the task's gold, from 1, as it stood when it was drawn."""
    column: Filled
    """The attribute column."""
    outcome: Outcome
    """`right`, `wrong` (and mended since), or `unsettled`: no independent page was found that tells."""
    urls: tuple[Annotated[str, Field(pattern=WEB_ADDRESS)], ...] = ()
    """Pages that show it; at least one, unless it is unsettled."""
    note: str = ""
    """What was wrong, or why it could not be settled; never the value itself."""

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """A finding rests on a page, and what is not right is explained."""
        outcome = told.get("outcome")
        if outcome in {Outcome.RIGHT, Outcome.WRONG} and not told.get("urls"):
            yield ("urls",), f"expected a page that shows that it is {outcome}, got none"
        if outcome in {Outcome.WRONG, Outcome.UNSETTLED} and not told.get("note"):
            yield (), f"expected a `note` beside `{outcome}`, got none"

    def to_audited(self) -> AuditedCell:
        """The cell that this record describes."""
        return AuditedCell(**{name: getattr(self, name) for name in type(self).model_fields})


def parse_audited(value: object, where: str) -> AuditedCell | tuple[Fault, ...]:
    """The cell in one decoded line of `audit.jsonl`, or all that is wrong with it."""
    record = validate(AuditedCellRecord, value, where)
    return record if isinstance(record, tuple) else record.to_audited()


def audited_to_json(cell: AuditedCell) -> str:
    """One line of `audit.jsonl`, without the line break."""
    return json.dumps(asdict(cell), ensure_ascii=False)
