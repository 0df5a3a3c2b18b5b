"""Make a folder of tasks and gold a release: its manifest, with the hash and counts of every file."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from atlas_grader.errors import Fault, ReleaseError, UsageError
from atlas_grader.records import FileEntry, Manifest, manifest_problems, manifest_to_json
from atlas_grader.releases.auditing import read_audit
from atlas_grader.releases.errata import ERRATA
from atlas_grader.releases.making import RECIPES, SOURCES, recipe_files
from atlas_grader.releases.opened import (
    GOLD,
    MANIFEST,
    TASKS,
    OpenedRelease,
    read_files,
    read_manifest,
    read_tables,
    with_making,
)
from atlas_grader.releases.writing import write_text
from atlas_grader.signature import SPEC
from atlas_grader.tasks import Gold, State, Task

Vet = Callable[[OpenedRelease], Iterable[Fault]]
"""Finds what else keeps a release from being published."""


_NEEDED = {"release": "--id", "title": "--title", "licence": "--licence", "created": "--created"}


def draft_manifest(folder: Path, told: Mapping[str, Any]) -> Manifest:
    """The manifest of a folder as it is to be: what is `told`, and otherwise what the one there says.

    Raises `ReleaseError` if that cannot be read, and `UsageError` if there is none and something is missing.
    """
    if (folder / MANIFEST).is_file():
        faults: list[Fault] = []
        before = read_manifest(folder, folder.as_posix(), faults)
        if before is None:
            raise ReleaseError(faults)
        return replace(before, spec=int(SPEC), **told)
    if missing := [option for name, option in _NEEDED.items() if name not in told]:
        raise UsageError(f"{folder} has no manifest yet: expected {', '.join(missing)}")
    told = {"description": "", "canary": "", **told}
    return Manifest(spec=int(SPEC), files={}, **told)


def write_manifest(
    folder: Path,
    manifest: Manifest | None = None,
    vet: Vet = lambda _: (),
    told_by: Mapping[str, str] = MappingProxyType({}),
) -> Manifest:
    """Write `folder/manifest.json` with the hash and counts of every other file there.

    What is not about files comes from `manifest` or, without one, from the manifest
    already there. Raises `ReleaseError` with everything that cannot be read or that
    `vet` finds, and `UsageError` if the manifest cannot be written; then nothing is.
    A field of `manifest` that is wrong is called what `told_by` calls it.
    """
    shown = folder.as_posix()
    faults: list[Fault] = []
    manifest = manifest or read_manifest(folder, shown, faults)
    contents = read_files(folder, shown, _files_in(folder, shown), faults, "a release needs it")
    opened = with_making(read_tables(contents, shown, faults), folder, faults)
    faults += opened.gold_faults()
    read_audit(folder, opened, faults)
    faults += vet(opened)
    if manifest is not None:
        counts = {} if faults else count_tables(opened.tasks, opened.tables) | _count_making(opened)
        entries = {
            name: FileEntry(hashlib.sha256(data).hexdigest(), counts.get(name, {}))
            for name, data in contents.items()
        }
        manifest = replace(manifest, files=entries)
        for name, message in manifest_problems(manifest):
            faults.append(Fault(told_by.get(name, f"{shown}/{MANIFEST}"), message))
    if faults or manifest is None:
        raise ReleaseError(faults)
    write_text(folder / MANIFEST, manifest_to_json(manifest))
    return manifest


def _files_in(folder: Path, shown: str) -> list[str]:
    """Every file that a manifest is to name; tasks and gold in any case."""
    try:
        found = [path.name for path in folder.iterdir() if path.is_file() and path.name[0] != "."]
        recipes = [f"{RECIPES}/{path.name}" for path in recipe_files(folder)]
    except OSError as error:
        raise UsageError(f"cannot read {shown}: {error.strerror or error}") from error
    return sorted({*found, *recipes, TASKS, GOLD} - {MANIFEST, f"{MANIFEST}.part", ERRATA})


def _count_making(opened: OpenedRelease) -> dict[str, dict[str, int]]:
    """What the manifest says of sources and recipes; several files of one package are one source."""
    packages = {id_: (source.package, source.version) for id_, source in opened.sources.items()}
    counts = {
        f"{RECIPES}/{task_id}.toml": {"sources": len({packages.get(id_, id_) for id_ in recipe.sources})}
        for task_id, recipe in opened.recipes.items()
    }
    return {SOURCES: {"sources": len({*packages.values()})}, **counts}


def count_tables(tasks: Mapping[str, Task], gold: Mapping[str, Gold]) -> dict[str, dict[str, int]]:
    """File → what the manifest says it holds."""
    rows = [row for table in gold.values() for row in table.rows]
    cells = [cell for row in rows for cell in row.cells.values()]
    states = Counter(cell.state for cell in cells)
    return {
        TASKS: {"tasks": len(tasks), "columns": sum(len(task.columns) for task in tasks.values())},
        GOLD: {
            "tasks": len(gold),
            "rows": len(rows),
            "near_misses": sum(len(table.near_misses) for table in gold.values()),
            "cells": len(cells),
            **{f"{state}_cells": states[state] for state in State},
            "citations": sum(len(cell.citations) for cell in cells),
        },
    }
