"""What the commands do with files: grade them, grade one task of one."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from atlas_grader.compare import Comparison, compare_runs
from atlas_grader.errors import Fault, InputError, UsageError
from atlas_grader.grader import Grader
from atlas_grader.pool import Graded, Pool, open_pool, seldom_collecting
from atlas_grader.reading import STDIN, read_answers
from atlas_grader.report.folder import ReportFolder, report_folder
from atlas_grader.report.wire import Json, report_to_json
from atlas_grader.run import GradedRun, grade_sources, task_ids_in
from atlas_grader.run_report import RunReport, report_runs
from atlas_grader.task_report import TaskReport

Progress = Callable[[int], AbstractContextManager[Callable[[], None]]]
"""Given how many tasks are to come at most, a context that gives a function to call after each."""

_MOST_NAMED = 3


@dataclass(frozen=True)
class Result:
    """Everything that grading some files found."""

    runs: Sequence[RunReport]
    doubts: Sequence[Fault] = ()
    """What is odd about the files."""

    @cached_property
    def comparisons(self) -> Sequence[Comparison]:
        """Every pair of runs; found when asked for, since many pairs take seconds."""
        return compare_runs(self.runs)

    def to_json(self) -> Json:
        """As `atlas-grade --json` prints it."""
        return report_to_json(self.runs, self.comparisons)


def grade_files(  # noqa: PLR0913 (one for each thing a user may choose)
    grader: Grader,
    sources: Sequence[str],
    *,
    common: bool,
    out: Path | None,
    workers: int,
    progress: Progress,
) -> Result:
    """Grade each source as one system's run, and compare them.

    Raises `InputError` with every fault of every source, and `UsageError` where the
    sources answer different tasks and are not to be compared on the `common` ones.
    """
    _refuse_the_same_file(sources)
    _refuse_report_among_answers(sources, out)
    if common:
        grader = _on_common_tasks(grader, sources)
    with ExitStack() as stack:
        stack.enter_context(seldom_collecting())
        folder = stack.enter_context(report_folder(out)) if out else None
        steps = len(sources) * len(grader.task_ids)
        pooled = open_pool(grader, workers, details=bool(out))
        pool = stack.enter_context(pooled)
        with progress(steps) as step:
            graded = _grade_all(grader, sources, pool, folder, step)
        _refuse_faults(graded)
        _refuse_different_tasks(graded)
        runs = report_runs([(run.system, run.summaries) for run in graded], grader.signature, pool.map)
        result = Result(runs, [doubt for run in graded for doubt in run.doubts])
        if folder:
            folder.finish(result.to_json())
    return result


def _refuse_the_same_file(sources: Sequence[str]) -> None:
    known: dict[str, str] = {}
    for source in sources:
        place = _located(source)
        if place in known:
            names = " and ".join(dict.fromkeys((known[place], source)))
            raise UsageError(f"the same file is named twice: {names}")
        known[place] = source


def _refuse_report_among_answers(sources: Sequence[str], out: Path | None) -> None:
    """A folder of answers with a report in it could not be read again."""
    for source in sources if out is not None else ():
        if _located(source) == _located(str(out)):
            raise UsageError(f"--out {out}: expected another folder than that of the answers, {source}")


def _grade_all(
    grader: Grader, sources: Sequence[str], pool: Pool, folder: ReportFolder | None, step: Callable[[], None]
) -> list[GradedRun]:
    def sink(system: str, graded: Graded) -> None:
        if folder:
            folder.add(system, graded.cells, graded.rows)
        step()

    def settle(systems: Sequence[str]) -> None:
        if folder:
            folder.settle(systems)

    return grade_sources(grader, sources, pool, sink, settle)


def _on_common_tasks(grader: Grader, sources: Sequence[str]) -> Grader:
    if STDIN in sources:
        raise UsageError("--common reads each file twice, which standard input does not allow; save it first")
    answered = [task_ids_in(source, grader) for source in sources]
    shared = frozenset(grader.task_ids).intersection(*answered)
    if not shared and all(ids <= grader.release.tasks.keys() for ids in answered):
        raise UsageError("there is no task that all of these files answer")
    return Grader(grader.release, shared) if shared else grader  # an unknown task is a fault, told by grading


def _located(source: str) -> str:
    """Where a source is, however its path is written."""
    with suppress(ValueError):  # no path at all, as reading it will tell
        return source if source == STDIN else os.path.realpath(source)
    return source


def _refuse_faults(runs: Sequence[GradedRun]) -> None:
    faults = [fault for run in runs for fault in run.faults]
    if faults:
        raise InputError(faults)


def _refuse_different_tasks(runs: Sequence[GradedRun]) -> None:
    """Two means over different tasks do not compare."""
    first = runs[0]
    for run in runs[1:]:
        if run.answered != first.answered:
            only = [
                _named(first.source, first.answered - run.answered),
                _named(run.source, run.answered - first.answered),
            ]
            raise UsageError(
                f"these files answer different tasks ({'; '.join(filter(None, only))}); compare them on the "
                "tasks that all of them answer with --common, or choose tasks with --tasks"
            )


def _named(source: str, tasks: frozenset[str]) -> str:
    if not tasks:
        return ""
    shown = ", ".join(sorted(tasks)[:_MOST_NAMED]) + (", …" if len(tasks) > _MOST_NAMED else "")
    return f"only {source}: {shown}"


def grade_one(grader: Grader, task_id: str, source: str) -> TaskReport:
    """The report of one task of one source; `UsageError` if it does not answer the task."""
    found = None
    for answer in read_answers(source, grader.release.tasks):
        if answer.task_id == task_id:
            found = answer
    if found is None:
        raise UsageError(f"{source} has no answer to task {task_id!r}")
    return grader.grade(task_id, found.content)
