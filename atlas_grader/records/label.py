"""People's verdicts on the wire: conformance cases of cells, or lines of a report with a `label`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from pydantic import ConfigDict

from atlas_grader.answers import RawCell
from atlas_grader.errors import Fault
from atlas_grader.frozen import frozen
from atlas_grader.records.answer import raw_cell
from atlas_grader.records.base import Filled, OpenRecord
from atlas_grader.records.case import AlignmentCase, CellCase, Place, parse_case
from atlas_grader.records.located import did_you_mean, validate
from atlas_grader.verdicts import Verdict


@frozen
class CellLabel:
    """A person's verdict on what an answer gave for a cell of a release."""

    id: str
    task_id: str
    gold: int
    column: str
    given: RawCell
    person: Verdict
    header: str | None
    reported: Verdict | None
    """The verdict in the report that the line is of."""
    was_judged: bool
    """A model gave that verdict."""


class PersonsVerdict(StrEnum):
    """What a person can say of a cell; `undecided`: it could not be told."""

    MATCH = "match"
    MISMATCH = "mismatch"
    UNDECIDED = "undecided"


class CellLabelRecord(OpenRecord):
    """A line of a report's `cells.jsonl`, and what a person says of that cell."""

    model_config = ConfigDict(title="Cell label")

    task_id: Filled
    """The task."""
    gold: Place
    """The gold row, counted from 0."""
    column: Filled
    """The task's column."""
    given: Any
    """The cell as the answer gave it: any JSON value."""
    label: PersonsVerdict
    """The person's verdict, made without looking at the grader's."""
    header: str | None = None
    """The header above the cell in the answer, which may name a unit or a scale."""
    verdict: Verdict | None = None
    """The grader's, as the report has it; it is only checked against the grader's of now."""
    reason: str | None = None
    """The code of its cause."""
    system: str | None = None
    """Whose answer it is."""

    def to_label(self) -> CellLabel:
        """The label that this record describes."""
        owner = f"{self.system}: " if self.system else ""
        return CellLabel(
            id=f"{owner}{self.task_id}[{self.gold}].{self.column}",
            task_id=self.task_id,
            gold=self.gold,
            column=self.column,
            given=raw_cell(self.given),
            person=Verdict(self.label),
            header=self.header,
            reported=self.verdict,
            was_judged="judge" in (self.reason or ""),
        )


_TELLING = ("kind", "label", "task_id")
_NO_LABEL = "expected a label, of a report's cell (`task_id`) or of a conformance case (`kind`), got "


def parse_label(value: object, where: str) -> CellLabel | CellCase | tuple[Fault, ...]:
    """The label in one decoded line, or all that is wrong with it."""
    if isinstance(value, Mapping):
        if "label" in value or ("task_id" in value and "kind" not in value):
            record = validate(CellLabelRecord, value, where)
            return record if isinstance(record, tuple) else record.to_label()
        if "returned" in value:
            return (Fault(where, f"{_NO_LABEL}names to align"),)
        if "kind" not in value:
            hints = (did_you_mean(key, _TELLING) for key in value)
            return (Fault(where, f"{_NO_LABEL}neither{next(filter(None, hints), '')}"),)
    found = parse_case(value, where)
    assert not isinstance(found, AlignmentCase)  # it would have `returned`
    return found
