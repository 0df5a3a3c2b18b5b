"""An audit of a release: cells drawn at random, what each was found to be, and the share that was wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from atlas_grader.errors import Fault, ReleaseError, UsageError
from atlas_grader.records.audited import AuditedCell, Outcome, audited_to_json, parse_audited
from atlas_grader.records.located import quote
from atlas_grader.releases.lines import read_records
from atlas_grader.releases.opened import OpenedRelease
from atlas_grader.releases.writing import write_text
from atlas_grader.stats import wilson
from atlas_grader.tasks import GoldCell, State

AUDIT = "audit.jsonl"
_SHOWN = "cell"
"""What a sheet shows of a cell, and a release's audit does not keep: gold stands there in clear."""


@dataclass(frozen=True, slots=True)
class DrawnCell:
    """A value cell to be audited."""

    task_id: str
    row: int
    """Number of the row in the task's gold, from 1."""
    entity: tuple[str, ...]
    column: str
    cell: GoldCell


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """What an audit says of the gold: wrong cells among those that could be settled."""

    right: int
    wrong: int
    unsettled: int

    @property
    def share(self) -> float | None:
        """Wrong cells among the settled ones; `None` if there is none."""
        settled = self.right + self.wrong
        return self.wrong / settled if settled else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of that share."""
        settled = self.right + self.wrong
        return wilson(self.wrong, settled) if settled else None


def draw_cells(opened: OpenedRelease, number: int, seed: int) -> Sequence[DrawnCell]:
    """`number` value cells of graded rows, all equally likely, in the order of tasks, rows and columns.

    A cell's lot is the SHA-256 of the seed and of what names the cell, and the lowest lots are drawn. So the
    draw can be repeated anywhere, and a cell that joins the release later changes no other's lot: it can only
    take the place of the highest one drawn. Raises `UsageError` if the release has fewer such cells.
    """
    cells = list(_value_cells(opened))
    if number > len(cells):
        raise UsageError(f"{opened.shown}: expected {number:,} value cells or more, got {len(cells):,}")
    by_lot = sorted(range(len(cells)), key=lambda place: _lot(seed, cells[place]))
    return [cells[place] for place in sorted(by_lot[:number])]


def _value_cells(opened: OpenedRelease) -> Iterator[DrawnCell]:
    for task_id, gold in opened.tables.items():
        for number, row in enumerate(gold.rows, 1):
            entity = tuple(part.value for part in row.entity)
            for column, cell in row.cells.items():
                if cell.state is State.VALUE and not row.ungraded:
                    yield DrawnCell(task_id, number, entity, column, cell)


def _lot(seed: int, cell: DrawnCell) -> bytes:
    named = json.dumps([seed, cell.task_id, cell.entity, cell.column], ensure_ascii=False)
    return sha256(named.encode()).digest()


def sheet_line(drawn: DrawnCell, opened: OpenedRelease) -> str:
    """A line of the sheet that auditors fill in: outcome, pages and note are empty, and the cell is shown."""
    task = opened.tasks[drawn.task_id]
    column = next(each for each in task.attributes if each.name == drawn.column)
    shown: dict[str, Any] = {
        "question": task.question,
        "entity": drawn.entity,
        "description": column.description,
        "unit": column.unit,
        "value": drawn.cell.value,
        "accepted": drawn.cell.accepted,
        "cited": [citation.url for citation in drawn.cell.citations],
    }
    shown = {name: value for name, value in shown.items() if value}
    asked = {"task_id": drawn.task_id, "row": drawn.row, "column": drawn.column}
    return json.dumps({**asked, "outcome": "", "urls": [], "note": "", _SHOWN: shown}, ensure_ascii=False)


def read_audit(folder: Traversable, opened: OpenedRelease, faults: list[Fault]) -> Sequence[AuditedCell]:
    """The audit in a release's folder, if there is one; what is wrong with it is added to `faults`."""
    found = read_records(folder, AUDIT, opened.shown, parse_audited, faults)
    faults += _strays(found, opened)
    return [cell for _, cell in found]


def take_sheet(sheet: Path, folder: Path, opened: OpenedRelease) -> Sequence[AuditedCell]:
    """Make a filled-in sheet the audit of the release in `folder`, without what it shows of the gold.

    Raises `ReleaseError` with every line that is not filled in or that the release does not have.
    """
    faults: list[Fault] = []
    found = read_records(sheet.parent, sheet.name, sheet.parent.as_posix(), _parse_filled, faults)
    faults += _strays(found, opened)
    if faults:
        raise ReleaseError(faults)
    write_text(folder / AUDIT, "".join(f"{audited_to_json(cell)}\n" for _, cell in found))
    return [cell for _, cell in found]


def _parse_filled(value: object, where: str) -> AuditedCell | tuple[Fault, ...]:
    if isinstance(value, dict):
        value = {name: told for name, told in value.items() if name != _SHOWN}
    return parse_audited(value, where)


def _strays(found: Iterable[tuple[str, AuditedCell]], opened: OpenedRelease) -> Iterator[Fault]:
    """What an audit names that the release does not have, or names twice."""
    seen: dict[tuple[str, int, str], str] = {}
    for where, cell in found:
        for message in opened.unknown_names(cell.task_id, cell.column):
            yield Fault(where, message)
        gold = opened.tables.get(cell.task_id)
        if gold is not None and cell.row > len(gold.rows):
            told = f"expected a row from 1 to {len(gold.rows)}, got {cell.row} - at `$.row`"
            yield Fault(where, f"task {quote(cell.task_id)}: {told}")
        first = seen.setdefault((cell.task_id, cell.row, cell.column), where)
        if first != where:
            yield Fault(where, f"task {quote(cell.task_id)}: this cell stands twice; first at {first}")


def error_rate(audit: Iterable[AuditedCell]) -> ErrorRate:
    """How much of the gold an audit found wrong."""
    outcomes = Counter(cell.outcome for cell in audit)
    return ErrorRate(outcomes[Outcome.RIGHT], outcomes[Outcome.WRONG], outcomes[Outcome.UNSETTLED])
