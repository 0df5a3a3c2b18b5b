"""Grade whole files, several side by side: what comes of each, in the order of its lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from atlas_grader.errors import Fault, InputError, Severity
from atlas_grader.grader import Grader
from atlas_grader.pool import Graded, Pool, in_turn
from atlas_grader.questions import Question
from atlas_grader.reading import STDIN, AnswerLine, Roll, read_lines
from atlas_grader.records import parse_answer
from atlas_grader.run_report import TaskSummary

# Files open at the same time.
_SIDE_BY_SIDE = 32


@dataclass(slots=True)
class GradedRun:
    """One source, graded."""

    source: str
    system: str
    summaries: list[TaskSummary] = field(default_factory=list)
    answered: frozenset[str] = frozenset()
    faults: list[Fault] = field(default_factory=list)
    doubts: list[Fault] = field(default_factory=list)
    """What is only odd, and refuses nothing."""
    used: dict[str, list[str]] = field(default_factory=dict)
    """Key of each of the judge's rulings that was found → the tasks whose answers took it."""
    open: dict[str, Question] = field(default_factory=dict)
    """Key → question, of what a judge has yet to rule on."""


Sink = Callable[[str, Graded], None]
"""Takes the system's name and each graded line as it comes: writes details, moves a progress bar."""


def grade_sources(
    grader: Grader, sources: Sequence[str], pool: Pool, sink: Sink, settle: Callable[[Sequence[str]], None]
) -> list[GradedRun]:
    """Grade every answer of each file, folder or standard input. Faults are collected, not raised.

    Some sources are read side by side, since a task is graded fastest for all of them at
    once; `settle` is told their systems when they are through. A system is named by its
    answers, or else after the file, and if that name is taken, with the file beside it.
    """
    takers = [_Taker(grader, source) for source in sources]
    for start in range(0, len(takers), _SIDE_BY_SIDE):
        batch = takers[start : start + _SIDE_BY_SIDE]
        lines = [read_lines(taker.run.source, grader.release.tasks) for taker in batch]
        for place, graded in pool.grade(in_turn(lines)):
            batch[place].take(graded, [taker.run.system for taker in takers], sink)
        settle([taker.run.system for taker in batch])
    return [taker.finish() for taker in takers]


class _Taker:
    """Takes what comes of one source's lines, in their order."""

    def __init__(self, grader: Grader, source: str) -> None:
        self.run = GradedRun(source, "")
        self._grader = grader
        self._roll = Roll(grader.release.tasks)
        self._found: dict[str, TaskSummary] = {}

    def take(self, graded: Graded | Fault, taken: Collection[str], sink: Sink) -> None:
        if isinstance(graded, Fault):
            is_fault = graded.severity is Severity.ERROR
            (self.run.faults if is_fault else self.run.doubts).append(graded)
            if graded.task_id and (fault := self._roll.enter(graded.task_id, graded.where)):
                self.run.faults.append(fault)
            return
        if not self.run.system:
            self.run.system = _name(graded.system or _stem(self.run.source), self.run.source, taken)
        if fault := self._roll.enter(graded.task_id, graded.where, graded.system):
            self.run.faults.append(fault)
        elif graded.summary:
            self._found[graded.task_id] = graded.summary
            for key in graded.lookups.used:
                self.run.used.setdefault(key, []).append(graded.task_id)
            self.run.open.update(graded.lookups.open)
            sink(self.run.system, graded)

    def finish(self) -> GradedRun:
        self.run.summaries = self._grader.complete(self._found)
        self.run.answered = frozenset(self._grader.task_ids) & frozenset(self._roll.answered)
        return self.run


def _name(system: str, source: str, taken: Collection[str]) -> str:
    return f"{system} ({source})" if system in taken else system


def _stem(source: str) -> str:
    if source == STDIN:
        return "stdin"
    name = Path(source).resolve().name
    for suffix in (".gz", ".jsonl", ".ndjson", ".json"):
        name = name.removesuffix(suffix)
    return name or source


def task_ids_in(source: str, grader: Grader) -> frozenset[str]:
    """The tasks that a source answers, read without grading; faults are left to grading."""
    found = set()
    for line in read_lines(source, grader.release.tasks):
        if isinstance(line, AnswerLine):
            try:
                found.add(parse_answer(line.data, line.where).task_id)
            except InputError:
                continue
    return frozenset(found)
