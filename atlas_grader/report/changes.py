"""What changed between releases, and the errors found in one, as lines and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from atlas_grader.errors import counted
from atlas_grader.releases import Change, Erratum
from atlas_grader.report.wire import Json


def change_to_text(change: Change) -> str:
    """One change on a line: `task: kind, row, column: before → after`."""
    where = ", ".join(filter(None, (str(change.kind), change.row, change.column)))
    if not (change.before or change.after):
        return f"{change.task_id}: {where}"
    return f"{change.task_id}: {where}: {change.before or 'nothing'} → {change.after or 'nothing'}"


def change_to_json(change: Change) -> Json:
    """One change as a JSON object; what does not apply is left out."""
    return {name: value for name, value in asdict(change).items() if value}


def counted_changes(changes: Sequence[Change]) -> str:
    """How many changes there are, in all and of each kind."""
    kinds = Counter(change.kind for change in changes)
    told = ", ".join(f"{kind} {number:,}" for kind, number in kinds.most_common())
    return f"{counted(len(changes), 'change')}: {told}" if changes else "no changes"


def erratum_to_text(erratum: Erratum) -> str:
    """One erratum on a line."""
    where = ", ".join(filter(None, (" | ".join(erratum.entity), erratum.column or "")))
    value = erratum.value if isinstance(erratum.value, str) else "; ".join(erratum.value or ())
    what = f"{erratum.correction} {value}".strip()
    return f"{erratum.date} {erratum.task_id}: {where}: {what}: {erratum.reason} ({' '.join(erratum.urls)})"


def erratum_to_json(erratum: Erratum) -> Json:
    """One erratum as it stands in its file."""
    return {name: value for name, value in asdict(erratum).items() if value is not None}
