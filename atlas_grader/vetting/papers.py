"""Whether a task's gold is documented: where it is from, why it is whole, why some of it is not graded."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from atlas_grader.records.located import json_path, quote
from atlas_grader.tasks import Gold, GoldCell, State, Task, UngradedReason, entity_text
from atlas_grader.vetting.findings import Finding, doubt, located

_FEWEST_SITES = 2
# What stands before a country's own ending, as in `example.co.uk`, is no site.
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "go", "gob", "gouv", "gov", "net", "or", "org"})
_COUNTRY = 2


def paper_findings(task: Task, gold: Gold) -> Iterator[Finding]:
    """What a reader would ask of `gold` and not find answered; nothing that could make a grade wrong."""
    for tag in task.translations:
        if tag.split("-")[0] == task.language.split("-")[0]:
            yield Finding(
                f"expected another language than the question's, got {quote(tag)}", "$.translations"
            )
    if not gold.completeness:
        yield doubt("expected `completeness`, how it is known that no row is missing, got none")
    sites = {_site(c.url) for row in gold.rows for cell in row.cells.values() for c in cell.citations}
    if gold.rows and len(sites) < _FEWEST_SITES:
        got = f"got {', '.join(sorted(sites)) or 'none'}"
        yield doubt(f"expected citations of two sites or more, so that one can be wrong, {got}")
    for number, row in enumerate(gold.rows):
        name = entity_text(row.entity)
        for header, cell in row.cells.items():
            owner = f"row {quote(name)}, column {quote(header)}: "
            yield from located(_cell(cell), json_path(("rows", number, "cells", header)), owner)


def _cell(cell: GoldCell) -> Iterator[Finding]:
    if cell.state is State.UNGRADED and not (cell.reason and cell.note):
        reasons = ", ".join(UngradedReason)
        yield doubt(f"expected a `reason` ({reasons}) and a `note` that says more, got {_missing(cell)}")


def _missing(cell: GoldCell) -> str:
    return " and ".join(f"no {name}" for name in ("reason", "note") if not getattr(cell, name))


def _site(url: str) -> str:
    """What one owner holds of a host's name, near enough to tell sites apart."""
    try:
        parts = (urlsplit(url).hostname or "").split(".")
    except ValueError:
        return url
    is_shared = len(parts[-1]) == _COUNTRY and parts[-2:-1] and parts[-2] in _SECOND_LEVEL
    return ".".join(parts[-3:] if is_shared else parts[-2:])
