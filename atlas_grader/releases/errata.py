"""The errata of a release: errors found after it was frozen, each to be mended in the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources.abc import Traversable

from atlas_grader.errors import Fault
from atlas_grader.records.erratum import Correction, Erratum, parse_erratum
from atlas_grader.records.located import did_you_mean, quote
from atlas_grader.releases.lines import read_records
from atlas_grader.releases.opened import OpenedRelease
from atlas_grader.tasks import Gold, entity_text

ERRATA = "errata.jsonl"
"""Not in the manifest: it grows after the release is frozen."""


def read_errata(folder: Traversable, opened: OpenedRelease, faults: list[Fault]) -> Sequence[Erratum]:
    """Every erratum in a release's folder; what is wrong with them is added to `faults`."""
    found = read_records(folder, ERRATA, opened.shown, parse_erratum, faults)
    for where, erratum in found:
        faults += [Fault(where, message) for message in _strays(erratum, opened)]
    return [erratum for _, erratum in found]


def _strays(erratum: Erratum, opened: OpenedRelease) -> Iterator[str]:
    """What an erratum names that the release does not have."""
    yield from opened.unknown_names(erratum.task_id, erratum.column)
    gold = opened.tables.get(erratum.task_id)
    if gold is None:
        return
    is_there = erratum.entity in {tuple(part.value for part in row.entity) for row in gold.rows}
    if is_there is (erratum.correction is Correction.MISSING):
        expected = "a row that gold has not" if is_there else "a row of gold"
        name, hint = " | ".join(erratum.entity), "" if is_there else did_you_mean(*_names(erratum, gold))
        yield f"task {quote(gold.task_id)}: expected {expected}, got {quote(name)}{hint} - at `$.entity`"


def _names(erratum: Erratum, gold: Gold) -> tuple[str, list[str]]:
    rows = [entity_text(row.entity, " | ") for row in gold.rows]
    return " | ".join(erratum.entity), rows
