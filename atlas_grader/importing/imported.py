"""Tasks and gold taken from elsewhere, and how they become a release."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from atlas_grader.errors import UsageError
from atlas_grader.names.keys import exact_key
from atlas_grader.records import Manifest, gold_to_json, task_to_json
from atlas_grader.releases import GRADED_FILES, write_manifest
from atlas_grader.releases.writing import write_text
from atlas_grader.signature import SPEC
from atlas_grader.tasks import EntityPart, Gold, GoldRow, Task, entity_text


@dataclass(frozen=True, slots=True)
class Imported:
    """What was taken, and what could not be."""

    title: str
    licence: str
    """Of the data, as its publisher says."""
    tables: tuple[tuple[Task, Gold], ...]
    notes: tuple[str, ...]
    """What was left out, merged or changed; each names its task."""


def write_imported(imported: Imported, folder: Path, release: str, created: str) -> Manifest:
    """Write `imported` as a release into `folder`, which must not exist; `UsageError` if it does.

    It is sealed as it is: `atlas validate` says what a release of our own would not be allowed.
    """
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise UsageError(f"cannot make {folder}: {(error.strerror or str(error)).lower()}") from error
    gold_name, tasks_name = GRADED_FILES
    tasks = "".join(f"{task_to_json(task)}\n" for task, _ in imported.tables)
    gold = "".join(f"{gold_to_json(table, task)}\n" for task, table in imported.tables)
    write_text(folder / tasks_name, tasks)
    write_text(folder / gold_name, gold)
    manifest = Manifest(release, imported.title, "", int(SPEC), created, imported.licence, "", {})
    return write_manifest(folder, manifest)


def merge_twins(task_id: str, rows: Iterable[GoldRow], notes: list[str]) -> Iterator[GoldRow]:
    """Rows, those of equal names made one: the first, with every name as an alias."""
    found: dict[tuple[str, ...], list[GoldRow]] = defaultdict(list)
    for row in rows:
        found[tuple(exact_key(part.value) or part.value for part in row.entity)].append(row)
    for twins in found.values():
        first = twins[0]
        if len(twins) > 1:
            name = entity_text(first.entity)
            notes.append(f"{task_id}: {name} stands {len(twins)} times in its gold; the first row is kept")
        parts = zip(*(row.entity for row in twins), strict=True)
        yield GoldRow(tuple(map(_joined, parts)), first.cells, first.ungraded)


def _joined(parts: tuple[EntityPart, ...]) -> EntityPart:
    names = dict.fromkeys(name for part in parts for name in part.names)
    return EntityPart(parts[0].value, tuple(name for name in names if name != parts[0].value))
