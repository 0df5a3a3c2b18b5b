"""What the commands do with files: grade them, grade one task of one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from atlas_grader.compare import Comparison, compare_runs
from atlas_grader.errors import Fault, InputError, UsageError
from atlas_grader.grader import Grader
from atlas_grader.pool import Graded, Pool, open_pool, seldom_collecting
from atlas_grader.questions import Ask, Question, Ruling, settle_by_asking
from atlas_grader.reading import STDIN, kept_stdin, read_answers
from atlas_grader.report.folder import ReportFolder, report_folder
from atlas_grader.report.progress import Step
from atlas_grader.report.wire import Json, report_to_json
from atlas_grader.run import GradedRun, grade_sources, task_ids_in
from atlas_grader.run_report import Place, report_runs
from atlas_grader.stability import GradedOnce
from atlas_grader.task_report import TaskReport

if TYPE_CHECKING:
    from atlas_grader.judge.judge import Judge
    from atlas_grader.judge.spending import Estimate

Progress = Callable[[int, str], AbstractContextManager[Step]]
"""Given how many steps there are at most, and what is being done, a context that counts them."""

_MOST_NAMED = 3


@dataclass(frozen=True)
class Result(GradedOnce):
    """Everything that grading some files found."""

    doubts: Sequence[Fault] = ()
    """What is odd about the files."""

    @property
    def contradicted(self) -> int:
        """Questions on which the judge contradicts itself: they stay open for good."""
        return sum(self.rulings.get(key) == Ruling.UNSURE for key in self.used)

    @cached_property
    def comparisons(self) -> Sequence[Comparison]:
        """Every pair of runs; found when asked for, since many pairs take seconds."""
        return compare_runs(self.runs)

    def to_json(self) -> Json:
        """As `atlas-grade --json` prints it."""
        return report_to_json(self.runs, self.comparisons, self.unsettled, self.contradicted)


def grade_files(  # noqa: PLR0913 (one for each thing a user may choose)
    grader: Grader,
    sources: Sequence[str],
    *,
    common: bool,
    out: Path | None,
    workers: int,
    progress: Progress,
    judge: Judge | None = None,
) -> Result:
    """Grade each source as one system's run, and compare them.

    With a `judge`, whose docket the grader must have, what strings leave open is asked of it, and
    everything graded again, until it rules on nothing more.

    Raises `InputError` with every fault of every source, and `UsageError` where the
    sources answer different tasks and are not to be compared on the `common` ones.
    """
    if judge is not None:
        grader.require_docket_of(judge)
    _refuse_report_among_answers(sources, out)
    grader = _on_the_tasks_to_grade(grader, sources, common=common)
    with ExitStack() as stack:
        stack.enter_context(seldom_collecting())
        stack.enter_context(nullcontext() if judge is None else kept(sources))
        pool = stack.enter_context(open_pool(grader, workers, details=bool(out)))
        this_time = stack.enter_context(ExitStack())

        def look() -> tuple[tuple[Sequence[GradedRun], ReportFolder | None], dict[str, Question]]:
            this_time.close()  # nothing is left of the folder of a time before
            folder = this_time.enter_context(report_folder(out)) if out else None
            graded = _grade_all(grader, sources, pool, folder, progress)
            return (graded, folder), _open_questions(graded)

        graded, folder = settle_by_asking(look, asking(judge, progress), pool.learn)
        result = _result(grader, graded, pool, judge)
        if folder:
            folder.finish(result.to_json())
        return result


def kept(sources: Sequence[str]) -> AbstractContextManager[None]:
    """Within its block, each source can be read more than once."""
    return kept_stdin() if STDIN in sources else nullcontext()


def asking(judge: Judge | None, progress: Progress) -> Ask:
    """Asks the judge, if there is one that asks, and shows how far it is."""

    def ask(questions: Mapping[str, Question]) -> Mapping[str, str]:
        if judge is None or not judge.asks or not questions:
            return {}
        with progress(len(questions), "asking") as step:
            return judge.ask(questions, step)

    return ask


def _result(grader: Grader, graded: Sequence[GradedRun], pool: Pool, judge: Judge | None) -> Result:
    runs = report_runs([(run.system, run.summaries) for run in graded], grader.signature, pool.map)
    used: dict[str, list[Place]] = {}
    for run in graded:
        for key, tasks in run.used.items():
            used.setdefault(key, []).extend(Place(run.system, task) for task in sorted(tasks))
    return Result(
        runs,
        used=used,
        unsettled=len(_open_questions(graded)),
        asked={} if judge is None else judge.asked,
        rulings={} if grader.docket is None else grader.docket.rulings,
        doubts=[doubt for run in graded for doubt in run.doubts],
    )


def _open_questions(graded: Sequence[GradedRun]) -> dict[str, Question]:
    """Key → question, of what a judge has yet to rule on; questions of equal content once."""
    return {key: question for run in graded for key, question in run.open.items()}


def estimate_files(  # noqa: PLR0913 (those of `grade_files`)
    grader: Grader, sources: Sequence[str], *, common: bool, workers: int, progress: Progress, judge: Judge
) -> Estimate:
    """What asking the judge would cost: the questions that can be told before it rules on any.

    Raises what `grade_files` raises.
    """
    grader = _on_the_tasks_to_grade(grader, sources, common=common)
    with seldom_collecting(), open_pool(grader, workers, details=False) as pool:
        graded = _grade_all(grader, sources, pool, None, progress)
    return judge.estimate(_open_questions(graded))


def _on_the_tasks_to_grade(grader: Grader, sources: Sequence[str], *, common: bool) -> Grader:
    """The grader for these sources; `UsageError` if they cannot be graded together."""
    _refuse_the_same_file(sources)
    return _on_common_tasks(grader, sources) if common else grader


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
    grader: Grader, sources: Sequence[str], pool: Pool, folder: ReportFolder | None, progress: Progress
) -> list[GradedRun]:
    with progress(len(sources) * len(grader.task_ids), "grading") as step:
        graded = _grade_each(grader, sources, pool, folder, step)
    _refuse_faults(graded)
    _refuse_different_tasks(graded)
    return graded


def _grade_each(
    grader: Grader, sources: Sequence[str], pool: Pool, folder: ReportFolder | None, step: Step
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
    # With nothing in common there is an unknown task, which is a fault, told by grading.
    return Grader(grader.release, shared, grader.docket) if shared else grader


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
    return grader.report(found)
