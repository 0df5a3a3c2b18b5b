"""A release, opened: its hashes checked, its tasks read, its gold read when asked for.

A release is a folder `data/<release>/` with `tasks.jsonl`, `gold.jsonl`,
`manifest.json` and `DATASHEET.md`. Every file that the manifest names is checked
against its SHA-256, so equal signatures mean equal gold.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from atlas_grader.errors import Fault, ReleaseError
from atlas_grader.records import Manifest
from atlas_grader.releases.finding import find_release
from atlas_grader.releases.opened import GOLD, TASKS, Line, opened_release, parse_gold_line
from atlas_grader.tasks import Gold, State, Task

# What moves a score, and so what the content hash of a signature covers.
GRADED_FILES = (GOLD, TASKS)
_SHA_DIGITS = 8


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GoldBook(Mapping[str, Gold]):
    """Task id → gold, decoded each time it is asked for: kept, it would take more memory than grading."""

    _tasks: Mapping[str, Task]
    _lines: Mapping[str, Line]

    def __getitem__(self, task_id: str) -> Gold:
        """The gold of one task; `ReleaseError` if its line does not say what gold must."""
        faults: list[Fault] = []
        gold = parse_gold_line(self._lines[task_id], self._tasks[task_id], faults)
        if gold is None:
            raise ReleaseError(faults)
        return gold

    def __iter__(self) -> Iterator[str]:
        """Task ids, in the tasks' order."""
        return iter(self._tasks)

    def __len__(self) -> int:
        """How many tasks there are."""
        return len(self._tasks)

    def size(self, task_id: str) -> tuple[int, int]:
        """How many rows gold grades in one task, and how many cells in them; `ReleaseError` as above."""
        try:  # without checking the rest, for this is asked of every task that nobody answers
            rows = json.loads(self._lines[task_id].data)["rows"]
            graded = [row["cells"].values() for row in rows if not row.get("ungraded")]
            return len(graded), sum(cell["state"] != State.UNGRADED for row in graded for cell in row)
        except (ValueError, LookupError, TypeError, AttributeError):
            rows = [row for row in self[task_id].rows if not row.ungraded]
            cells = [cell for row in rows for cell in row.cells.values()]
            return len(rows), sum(cell.state is not State.UNGRADED for cell in cells)

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


def load_release(name_or_path: str | Path | None = None) -> Release:
    """Open a release: by folder, by the id of a bundled one, or the newest bundled one.

    Raises `ReleaseError` with every fault of the manifest, the hashes, the tasks and
    the frame of the gold; `UsageError` if there is no such release.
    """
    opened = opened_release(*find_release(name_or_path))
    if opened.faults or opened.manifest is None:
        raise ReleaseError(opened.faults)
    gold = GoldBook(opened.tasks, opened.gold)
    return Release(opened.manifest, opened.tasks, gold, _sha(opened.manifest), opened.lines)


def _sha(manifest: Manifest) -> str:
    told = "".join(f"{name} {manifest.files[name].sha256}\n" for name in GRADED_FILES)
    return hashlib.sha256(told.encode()).hexdigest()[:_SHA_DIGITS]
