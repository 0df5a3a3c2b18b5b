"""Find a release, check its hashes, open its tasks and gold.

A release is a folder `data/<release>/` with `tasks.jsonl`, `gold.jsonl`,
`manifest.json` and `DATASHEET.md`. Every file that the manifest names is checked
against its SHA-256 before anything is read from it, so equal signatures mean
equal gold. Tasks are read at once; the gold of a task when it is first asked for.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar, cast

from atlas_grader.errors import Fault, ReleaseError, UsageError
from atlas_grader.records import (
    DecodeError,
    FileEntry,
    Manifest,
    decode_release,
    manifest_to_json,
    parse_gold,
    parse_manifest,
    parse_task,
)
from atlas_grader.records.located import did_you_mean, quote
from atlas_grader.records.validation import NameKey, Reads, fold_name, gold_faults, task_faults
from atlas_grader.tasks import Gold, State, Task

Value = TypeVar("Value")

TASKS, GOLD, MANIFEST, DATASHEET = "tasks.jsonl", "gold.jsonl", "manifest.json", "DATASHEET.md"
# What moves a score, and so what the content hash of a signature covers.
GRADED_FILES = (GOLD, TASKS)
_SHA_DIGITS = 8
# Plain ASCII without escapes: whatever else an id is written as, decoding the line tells.
_LEADING_ID = re.compile(rb'\s*\{\s*"task_id"\s*:\s*"([ !#-\[\]-~]+)"')


@dataclass(frozen=True, slots=True)
class _Line:
    where: str
    data: bytes


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GoldBook(Mapping[str, Gold]):
    """Task id → gold, each decoded when first asked for."""

    _tasks: Mapping[str, Task]
    _lines: Mapping[str, _Line]
    _read: dict[str, Gold] = field(default_factory=dict)

    def __getitem__(self, task_id: str) -> Gold:
        """The gold of one task; `ReleaseError` if its line does not say what gold must."""
        if task_id not in self._read:
            line = self._lines[task_id]
            task = self._tasks[task_id]
            self._read[task_id] = _parsed(line, lambda value, where: parse_gold(value, task, where))
        return self._read[task_id]

    def __iter__(self) -> Iterator[str]:
        """Task ids, in the tasks' order."""
        return iter(self._tasks)

    def __len__(self) -> int:
        """How many tasks there are."""
        return len(self._tasks)

    def size(self, task_id: str) -> tuple[int, int]:
        """How many rows gold grades in one task, and how many cells in them; without reading the rest."""
        rows = cast(Any, decode_release(self._lines[task_id].data)).get("rows", ())
        graded = [row.get("cells", {}).values() for row in rows if not row.get("ungraded")]
        cells = sum(cell.get("state") != State.UNGRADED for row in graded for cell in row)
        return len(graded), cells

    def where(self, task_id: str) -> str:
        """File and line that hold the gold of one task."""
        return self._lines[task_id].where


@dataclass(frozen=True, slots=True)
class Release:
    """One published, immutable set of tasks and gold tables."""

    manifest: Manifest
    tasks: Mapping[str, Task]
    gold: GoldBook
    sha: str
    """Short hash of the tasks and gold."""
    lines: Mapping[str, str] = field(repr=False)
    """Task id → file and line of the task, for messages."""

    @property
    def id(self) -> str:
        """The release's name, such as `2026.11`."""
        return self.manifest.release

    @property
    def signature(self) -> str:
        """Name and content, as a score's signature quotes them: `2026.11@sha256:9f2c41d0`."""
        return f"{self.id}@sha256:{self.sha}"


def bundled_releases() -> tuple[str, ...]:
    """Ids of the releases that came with the package, oldest first."""
    return tuple(sorted(_bundled(), key=_age))


def load_release(name_or_path: str | Path | None = None) -> Release:
    """Open a release: by folder, by the id of a bundled one, or the newest bundled one.

    Raises `ReleaseError` with every fault of the manifest, the hashes and the tasks;
    `UsageError` if there is no such release.
    """
    folder, shown = _find(name_or_path)
    manifest = _read_manifest(folder, shown)
    contents = _verified(folder, shown, manifest)
    tasks, lines = _read_tasks(contents[TASKS], f"{shown}/{TASKS}")
    gold = _index_gold(contents[GOLD], f"{shown}/{GOLD}", tasks)
    return Release(manifest, tasks, GoldBook(tasks, gold), _sha(manifest), lines)


def validate_release(
    release: Release, *, reads: Reads | None = None, key: NameKey = fold_name
) -> tuple[Fault, ...]:
    """Every fault that must be mended before `release` is published; none means it is good.

    `reads` says whether a column's type reads a value; without it, values are not
    read. `key` is what must agree for two entity names to be the same.
    """
    faults: list[Fault] = []
    for task_id, task in release.tasks.items():
        faults += task_faults(task, release.lines[task_id])
        try:
            gold = release.gold[task_id]
        except ReleaseError as error:
            faults += error.faults
        else:
            faults += gold_faults(task, gold, release.gold.where(task_id), reads=reads, key=key)
    return tuple(faults)


def write_manifest(folder: Path, manifest: Manifest | None = None) -> Manifest:
    """Write `folder/manifest.json` with the hash and counts of every other file there.

    What is not about files comes from `manifest` or, without one, from the manifest
    already there. Tasks and gold must be readable, or `ReleaseError` is raised.
    """
    shown = folder.as_posix()
    manifest = manifest or _read_manifest(folder, shown)
    contents = {
        p.name: p.read_bytes() for p in sorted(folder.iterdir()) if p.is_file() and p.name != MANIFEST
    }
    for name in (TASKS, GOLD):
        contents[name] = _bytes(folder, name, f"{shown}/{name}", "a release needs it")
    tasks, _ = _read_tasks(contents[TASKS], f"{shown}/{TASKS}")
    gold = GoldBook(tasks, _index_gold(contents[GOLD], f"{shown}/{GOLD}", tasks))
    counts = _counts(tasks, gold)
    entries = {
        name: FileEntry(hashlib.sha256(data).hexdigest(), counts.get(name, {}))
        for name, data in contents.items()
    }
    manifest = replace(manifest, files=entries)
    (folder / MANIFEST).write_bytes(manifest_to_json(manifest).encode())
    return manifest


def _bundled() -> dict[str, Traversable]:
    """Id → folder of each release in the installed package or, in a checkout, beside it."""
    package = files("atlas_grader")
    installed = package / "_bundled" / "data"
    root = installed if installed.is_dir() else Path(__file__).parent.parent / "data"
    if not root.is_dir():
        return {}
    return {folder.name: folder for folder in root.iterdir() if (folder / MANIFEST).is_file()}


def _age(release_id: str) -> tuple[bool, list[int], str]:
    """Sort key: releases named by date, oldest first, after those named otherwise."""
    return (
        release_id[:1].isdigit(),
        [int(digits) for digits in re.findall(r"\d{1,9}", release_id)],
        release_id,
    )


def _find(name_or_path: str | Path | None) -> tuple[Traversable, str]:
    bundled = _bundled()
    if name_or_path is None:
        if not bundled:
            raise UsageError("no release came with this package; name a release's folder")
        name_or_path = max(bundled, key=_age)
    if isinstance(name_or_path, str) and name_or_path in bundled:
        return bundled[name_or_path], f"data/{name_or_path}"
    folder = Path(name_or_path)
    if folder.is_dir():
        return folder, folder.as_posix()
    known = ", ".join(map(quote, sorted(bundled, key=_age))) or "none"
    hint = did_you_mean(str(name_or_path), bundled)
    raise UsageError(
        f"no release {quote(str(name_or_path))}: neither a folder nor bundled (bundled: {known}){hint}"
    )


def _read_manifest(folder: Traversable, shown: str) -> Manifest:
    where = f"{shown}/{MANIFEST}"
    data = _bytes(folder, MANIFEST, where, "make it with the release's id, title and licence")
    return _parsed(_Line(where, data), parse_manifest)


def _bytes(folder: Traversable, name: str, where: str, cure: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except OSError as error:
        found = error.strerror or type(error).__name__
        raise ReleaseError([Fault(where, f"expected a file, got none ({found}); {cure}")]) from None


def _verified(folder: Traversable, shown: str, manifest: Manifest) -> dict[str, bytes]:
    """The bytes of every file that the manifest names, all of them as hashed there."""
    faults = [
        Fault(f"{shown}/{MANIFEST}", f"expected an entry for `{name}`, got none - at `$.files`")
        for name in (TASKS, GOLD)
        if name not in manifest.files
    ]
    contents: dict[str, bytes] = {}
    for name, entry in manifest.files.items():
        where = f"{shown}/{name}"
        try:
            contents[name] = _bytes(folder, name, where, "restore it, or reinstall the package")
        except ReleaseError as error:
            faults += error.faults
        else:
            faults += _hash_faults(contents[name], entry, where)
    if faults:
        raise ReleaseError(faults)
    return contents


def _hash_faults(data: bytes, entry: FileEntry, where: str) -> Iterator[Fault]:
    if (found := hashlib.sha256(data).hexdigest()) != entry.sha256:
        yield Fault(
            where,
            f"does not match {MANIFEST}: expected sha256 {entry.sha256[:12]}…, got {found[:12]}…; "
            "restore the file, reinstall the package, or write the manifest anew if you changed it",
        )


def _sha(manifest: Manifest) -> str:
    told = "".join(f"{name} {manifest.files[name].sha256}\n" for name in GRADED_FILES)
    return hashlib.sha256(told.encode()).hexdigest()[:_SHA_DIGITS]


def _read_tasks(data: bytes, shown: str) -> tuple[dict[str, Task], dict[str, str]]:
    tasks: dict[str, Task] = {}
    lines: dict[str, str] = {}
    faults: list[Fault] = []
    for line in _lines(data, shown):
        try:
            task = _parsed(line, parse_task)
        except ReleaseError as error:
            faults += error.faults
            continue
        if task.id in tasks:
            faults.append(Fault(line.where, f"task {quote(task.id)} stands twice; first at {lines[task.id]}"))
        tasks.setdefault(task.id, task)
        lines.setdefault(task.id, line.where)
    if not tasks and not faults:
        faults.append(Fault(shown, "expected one task a line, got an empty file"))
    if faults:
        raise ReleaseError(faults)
    return tasks, lines


def _index_gold(data: bytes, shown: str, tasks: Mapping[str, Task]) -> dict[str, _Line]:
    """Task id → its line; every task has exactly one."""
    index: dict[str, _Line] = {}
    faults: list[Fault] = []
    for line in _lines(data, shown):
        task_id = _task_id(line)
        if task_id not in tasks:
            hint = did_you_mean(task_id, tasks)
            faults.append(Fault(line.where, f"unknown task {quote(task_id)}{hint} - at `$.task_id`"))
        elif task_id in index:
            first = index[task_id].where
            faults.append(Fault(line.where, f"task {quote(task_id)} has gold twice; first at {first}"))
        else:
            index[task_id] = line
    missing = [quote(task_id) for task_id in tasks if task_id not in index]
    if missing and not faults:
        faults.append(Fault(shown, f"expected gold for every task, got none for {', '.join(missing[:10])}"))
    if faults:
        raise ReleaseError(faults)
    return index


def _task_id(line: _Line) -> str:
    """Whose gold a line holds: seen at its start, or else by decoding it."""
    if leading := _LEADING_ID.match(line.data):
        return leading[1].decode()
    return _parsed(line, _gold_owner)


def _gold_owner(value: object, where: str) -> str | tuple[Fault, ...]:
    task_id = value.get("task_id") if isinstance(value, dict) else None
    return task_id if isinstance(task_id, str) else (Fault(where, "expected a `task_id`, got none - at `$`"),)


def _lines(data: bytes, shown: str) -> Iterator[_Line]:
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            yield _Line(f"{shown}:{number}", line)


def _parsed(line: _Line, parse: Callable[[object, str], Value | tuple[Fault, ...]]) -> Value:
    try:
        value = decode_release(line.data)
    except DecodeError as error:
        raise ReleaseError([Fault(line.where, str(error))]) from None
    found = parse(value, line.where)
    if isinstance(found, tuple):
        raise ReleaseError(found)
    return found


def _counts(tasks: Mapping[str, Task], gold: Mapping[str, Gold]) -> dict[str, dict[str, int]]:
    """What the manifest says each file holds."""
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
