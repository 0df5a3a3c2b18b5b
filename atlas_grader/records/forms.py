"""What a line looks like, for whoever named another file than was asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from atlas_grader.errors import Fault
from atlas_grader.records.decode import DecodeError, decode_plain

LEDGER = "a ledger of rulings"
LABELS, CELL_CASES, NAME_CASES = "labels", "conformance cases of cells", "conformance cases of names to align"
ANSWERS = "answers"

# The first that has all its keys: answers may have any others. `rows.` is for keys of the first row
# that hold objects.
_FORMS: Sequence[tuple[str, frozenset[str]]] = (
    ("gold of a release", frozenset({"task_id", "rows.entity", "rows.cells"})),
    *[(ANSWERS, frozenset({"task_id", content})) for content in ("rows", "table", "answer")],
    (LEDGER, frozenset({"ledger"})),
    (LABELS, frozenset({"task_id", "label"})),
    ("the rows.jsonl of a report", frozenset({"task_id", "fate"})),
    (
        "the cells.jsonl of a report, without a `label` in its lines",
        frozenset({"task_id", "column", "verdict"}),
    ),
    ("tasks of a release", frozenset({"id", "question", "columns"})),
    ("a report", frozenset({"signature", "runs"})),
    (NAME_CASES, frozenset({"returned", "gold"})),
    (CELL_CASES, frozenset({"kind", "answer"})),
)


def form_of(line: object) -> str:
    """What a decoded line, or the JSON of one, looks like; `""` if that cannot be told."""
    if isinstance(line, bytes):
        try:
            line = decode_plain(line)
        except DecodeError:
            return ""
    if not isinstance(line, Mapping):
        return ""
    keys = line.keys() | _keys_of_rows(line.get("rows"))
    return next((form for form, its_keys in _FORMS if its_keys <= keys), "")


def _keys_of_rows(rows: object) -> set[str]:
    first = rows[0] if isinstance(rows, list) and rows else None
    if not isinstance(first, Mapping):
        return set()
    return {f"rows.{key}" for key, value in first.items() if isinstance(value, Mapping)}


def as_one(
    faults: Sequence[Fault], forms: Collection[str], own: Collection[str], expected: str
) -> Sequence[Fault]:
    """The faults of a file; one, where all its lines, of these `forms`, are of one that is not its `own`."""
    form = next(iter(forms), "") if len(forms) == 1 else ""
    if not form or form in own:
        return faults
    return [Fault(faults[0].where, f"expected {expected}, got what looks like {form}")]
