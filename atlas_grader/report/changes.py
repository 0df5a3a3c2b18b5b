"""What changed between releases, the errors found in one and its audit, as lines and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from atlas_grader.errors import counted
from atlas_grader.releases import Change, Erratum, ErrorRate
from atlas_grader.report.wire import Json
from atlas_grader.tasks import value_text


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
    value = value_text(erratum.value or "")
    what = f"{erratum.correction} {value}".strip()
    return f"{erratum.date} {erratum.task_id}: {where}: {what}: {erratum.reason} ({' '.join(erratum.urls)})"


def erratum_to_json(erratum: Erratum) -> Json:
    """One erratum as it stands in its file."""
    return {name: value for name, value in asdict(erratum).items() if value is not None}


def error_rate_to_text(rate: ErrorRate) -> str:
    """How many cells an audit found what, on a line, and the share of wrong ones with its interval."""
    cells = counted(rate.right + rate.wrong + rate.unsettled, "cell")
    told = f"{cells}: {rate.right:,} right, {rate.wrong:,} wrong, {rate.unsettled:,} unsettled"
    if rate.share is None or rate.interval is None:
        return told
    low, high = rate.interval
    share = f"{100 * rate.share:.1f} % of the settled ones wrong"
    return f"{told}: {share}, 95 % interval {100 * low:.1f} to {100 * high:.1f}"


def error_rate_to_json(rate: ErrorRate) -> Json:
    """What an audit says, as a JSON object; shares are between 0 and 1, or null if nothing was settled."""
    low, high = rate.interval or (None, None)
    return {**asdict(rate), "share": rate.share, "low": low, "high": high}
