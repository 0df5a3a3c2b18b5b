"""Write the gold of a folder anew: obscured, in clear, or with other tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from atlas_grader.errors import Fault, ReleaseError
from atlas_grader.records.located import quote
from atlas_grader.releases.obscuring import obscure
from atlas_grader.releases.opened import GOLD, TASKS, Line, OpenedRelease, read_files, read_tables
from atlas_grader.releases.writing import write_text
from atlas_grader.tasks import Task


def obscure_gold(folder: Path) -> int:
    """Obscure the gold of every task that is not for development; returns of how many.

    Whatever is rewritten here, `atlas seal` has to make the manifest anew. Raises `ReleaseError` if tasks or
    gold cannot be read, or a task has no canary, and `UsageError` if the file cannot be written.
    """
    opened = _opened(folder)
    hidden = [task for task in opened.tasks.values() if not task.development]
    if bare := [task for task in hidden if not task.canary]:
        told = "expected a `canary` to obscure its gold with, got none - at `$`"
        raise ReleaseError([Fault(opened.lines[task.id], f"task {quote(task.id)}: {told}") for task in bare])
    _rewrite(folder, opened, lambda task, line: _written(task, line.data, obscured=not task.development))
    return len(hidden)


def reveal_gold(folder: Path) -> int:
    """Write the gold of every task in clear; returns of how many. Raises as `obscure_gold` does."""
    opened = _opened(folder)
    _rewrite(folder, opened, lambda task, line: _written(task, line.data, obscured=False))
    return len(opened.tasks)


def replace_gold(folder: Path, lines: Mapping[str, str]) -> None:
    """Put another line in place of the gold of some tasks, by id, obscured if the old one is."""
    opened = _opened(folder)

    def written(task: Task, line: Line) -> str:
        plain = lines[task.id].encode() if task.id in lines else line.data
        return _written(task, plain, obscured=line.obscured)

    _rewrite(folder, opened, written)


def _opened(folder: Path) -> OpenedRelease:
    faults: list[Fault] = []
    shown = folder.as_posix()
    contents = read_files(folder, shown, (TASKS, GOLD), faults, "a release needs it")
    opened = read_tables(contents, shown, faults)
    if faults:
        raise ReleaseError(faults)
    return opened


def _written(task: Task, plain: bytes, *, obscured: bool) -> str:
    return obscure(task.id, plain, task.canary) if obscured else plain.decode()


def _rewrite(folder: Path, opened: OpenedRelease, written: Callable[[Task, Line], str]) -> None:
    lines = (written(task, opened.gold[task.id]) for task in opened.tasks.values())
    write_text(folder / GOLD, "".join(f"{line}\n" for line in lines))
