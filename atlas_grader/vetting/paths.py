"""What `atlas validate` is given: a release's folder, or answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from atlas_grader.answers import Answer
from atlas_grader.compiled import CompiledTask
from atlas_grader.errors import Fault, InputError, Severity, counted
from atlas_grader.parse.fit import fit_answer
from atlas_grader.reading import STDIN, read_answers
from atlas_grader.records.located import quote
from atlas_grader.releases import is_release, load_release, open_release, read_audit, read_errata
from atlas_grader.tasks import Task
from atlas_grader.vetting.release import vet_release


@dataclass(frozen=True, slots=True)
class Checked:
    """Every fault of a release or of answers, and a line that says what was checked."""

    faults: tuple[Fault, ...]
    summary: str

    @property
    def passed(self) -> bool:
        """Whether there is nothing but warnings."""
        return all(fault.severity is Severity.WARNING for fault in self.faults)


def check_path(path: str, release: str | None) -> Checked:
    """Check a release's folder, or answers against `release`."""
    if path != STDIN and is_release(Path(path)):
        return _check_release(path)
    tasks = load_release(release).tasks
    answered = set()
    faults: list[Fault] = []
    doubts: list[Fault] = []
    try:
        for answer in read_answers(path, tasks, doubts):
            answered.add(answer.task_id)
            doubts += _doubts(answer, tasks[answer.task_id])
    except InputError as error:
        faults += error.faults
    faults += doubts
    return Checked(
        tuple(faults), f"{path}: {len(answered)} of {counted(len(tasks), 'task')} answered, {_found(faults)}"
    )


def _doubts(answer: Answer, task: Task) -> Iterator[Fault]:
    """What an answer's author should know before it is graded."""
    if fit_answer(answer.content, task, CompiledTask.reads).is_unread:
        found = "expected a table with columns of the task, got none that could be read"
        yield Fault(
            answer.where, f"task {quote(task.id)}: {found}; such an answer returns no rows", Severity.WARNING
        )


def _check_release(path: str) -> Checked:
    opened = open_release(Path(path))
    strays: list[Fault] = []
    read_errata(Path(path), opened, strays)
    read_audit(Path(path), opened, strays)
    faults = (*vet_release(opened), *strays)
    rows = sum(len(gold.rows) for gold in opened.tables.values())
    read = len(opened.tables)
    of_some = f" that can be read, of {counted(read, 'task')}" if read < len(opened.tasks) else ""
    size = f"{counted(len(opened.tasks), 'task')}, {counted(rows, 'gold row')}{of_some}"
    name = f"release {opened.manifest.release}" if opened.manifest else "a release without a manifest"
    return Checked(faults, f"{path}: {name}, {size}, {_found(faults)}")


def _found(faults: Sequence[Fault]) -> str:
    warnings = sum(fault.severity is Severity.WARNING for fault in faults)
    errors = len(faults) - warnings
    told = counted(errors, "fault") if errors else "no faults"
    return f"{told}, {counted(warnings, 'warning')}" if warnings else told
