"""Everything that is wrong with a release that was opened, task by task."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlsplit

from atlas_grader.errors import Fault, Severity
from atlas_grader.records import Manifest
from atlas_grader.records.gold import misfits
from atlas_grader.records.located import did_you_mean, json_path, quote
from atlas_grader.records.rules import EVIDENCE_LENGTH, WEB_ADDRESS
from atlas_grader.records.salvage import salvage_gold, salvage_task, told_columns
from atlas_grader.releases import MANIFEST, RECIPES, SOURCES, OpenedRelease, count_tables, decoded
from atlas_grader.signature import SPEC
from atlas_grader.tasks import Column, Gold, GoldCell, State, Task, entity_text
from atlas_grader.vetting.findings import Finding, doubt, located
from atlas_grader.vetting.hints import hint_findings
from atlas_grader.vetting.licences import licence_findings
from atlas_grader.vetting.papers import paper_findings
from atlas_grader.vetting.rows import row_findings
from atlas_grader.vetting.tasks import task_findings
from atlas_grader.vetting.trial import trial_findings
from atlas_grader.vetting.values import cell_findings


def vet_release(opened: OpenedRelease) -> tuple[Fault, ...]:
    """Every fault of `opened`, those of opening it first; none means that it is good."""
    faults = list(opened.faults)
    if opened.manifest is not None:
        faults += _manifest_faults(opened, opened.manifest)
    for task_id, task in opened.tasks.items():
        faults += _faults(task_findings(task), task, opened.lines[task_id])
        faults += _gold_faults(opened, task)
    faults += _making_faults(opened)
    for where, value in opened.broken.items():
        faults += _misfit_faults(opened, value)
        salvaged = salvage_task(value)
        if salvaged is not None:
            task, has_all_columns = salvaged
            faults += _faults(task_findings(task), task, where) if has_all_columns else ()
            faults += _gold_faults(opened, task)
    return tuple(dict.fromkeys(faults))


def _making_faults(opened: OpenedRelease) -> Iterator[Fault]:
    """Recipes of no task, or of sources that the release does not name."""
    for task_id, recipe in opened.recipes.items():
        where = f"{opened.shown}/{RECIPES}/{task_id}.toml"
        if task_id not in opened.tasks and not opened.broken:
            hint = did_you_mean(task_id, opened.tasks)
            yield Fault(where, f"expected the recipe of a task of the release, got {quote(task_id)}{hint}")
        for source in recipe.sources:
            if source not in opened.sources:
                hint = did_you_mean(source, opened.sources)
                yield Fault(
                    where, f"expected a source of `{SOURCES}`, got {quote(source)}{hint} - at `$.sources`"
                )


def _misfit_faults(opened: OpenedRelease, task: object) -> Iterator[Fault]:
    """Where gold has other columns than its task, which is broken, names."""
    columns, task_id = told_columns(task), task.get("id") if isinstance(task, Mapping) else None
    if columns and isinstance(task_id, str) and (line := opened.gold.get(task_id)):
        for message in misfits(decoded(line), *columns):
            yield Fault(line.where, f"task {quote(task_id)}: {message}")


def _gold_faults(opened: OpenedRelease, task: Task) -> Iterator[Fault]:
    """What is wrong with a task's gold, as far as it could be read."""
    line = opened.gold.get(task.id)
    if line is None:
        return
    gold = opened.tables.get(task.id)
    if gold is not None:
        found = [*gold_findings(task, gold), *hint_findings(task, gold), *paper_findings(task, gold)]
        if all(each.severity is Severity.WARNING for each in (*task_findings(task), *found)):
            found += trial_findings(task, gold)
        yield from _faults(found, task, line.where)
        return
    salvaged = salvage_gold(decoded(line), task)
    unread = tuple(f"$.rows[{number}]" for number in salvaged.unread)
    sound = (found for found in gold_findings(task, salvaged.gold) if not found.path.startswith(unread))
    yield from _faults(sound, task, line.where)


def _manifest_faults(opened: OpenedRelease, manifest: Manifest) -> Iterator[Fault]:
    where = f"{opened.shown}/{MANIFEST}"
    if manifest.spec != int(SPEC):
        made = f"expected a release made for grading specification {SPEC}, got {manifest.spec}"
        yield Fault(where, f"{made}; check that its rules still hold - at `$.spec`", Severity.WARNING)
    yield from licence_faults(manifest.licence, where, " - at `$.licence`")
    if opened.faults:
        return  # what cannot be read cannot be counted
    for name, found in count_tables(opened.tasks, opened.tables).items():
        told = manifest.files[name].counts
        for key, count in told.items():
            if found.get(key) != count:
                path = json_path(("files", name, "counts", key))
                got = f"expected {found.get(key, 'no such count')}, as in `{name}`, got {count}"
                yield Fault(where, f"{got}; `atlas seal` counts anew - at `{path}`")


def licence_faults(licence: str, where: str, place: str = "") -> Iterator[Fault]:
    """What is wrong, or doubtful, with the licence of a release."""
    for found in licence_findings(licence):
        yield Fault(where, found.message + place, found.severity)


def _faults(findings: Iterable[Finding], task: Task, where: str) -> Iterator[Fault]:
    for found in findings:
        message = f"task {quote(task.id)}: {found.message} - at `{found.path}`"
        yield Fault(where, message, found.severity)


def gold_findings(task: Task, gold: Gold) -> Iterator[Finding]:
    """What keeps `gold` from being published as the gold of `task`."""
    if not gold.rows:
        yield from located([doubt("expected rows, got none: any answer but an empty one is wrong")], "$.rows")
    columns = {column.name: column for column in task.attributes}
    for number, row in enumerate(gold.rows):
        name = entity_text(row.entity)
        for header, cell in row.cells.items():
            owner = f"row {quote(name)}, column {quote(header)}: "
            yield from located(
                _cell(columns[header], cell), json_path(("rows", number, "cells", header)), owner
            )
    yield from row_findings(task, gold)


def _cell(column: Column, cell: GoldCell) -> Iterator[Finding]:
    if cell.state is not State.UNGRADED and not cell.citations:
        yield Finding(f"expected a citation for a `{cell.state}` cell, got none")
    for citation in cell.citations:
        if not _is_web_address(citation.url):
            yield Finding(f"expected an http or https address, got {quote(citation.url)}")
        if len(citation.evidence) > EVIDENCE_LENGTH:
            length = len(citation.evidence)
            yield Finding(f"expected at most {EVIDENCE_LENGTH} characters of evidence, got {length}")
    yield from cell_findings(column, cell)


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return bool(parts.hostname) and re.search(WEB_ADDRESS, url) is not None
