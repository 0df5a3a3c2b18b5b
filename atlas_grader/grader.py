"""Grade answers in a program: `Grader(release).grade(task_id, rows)`.

No I/O beyond the release already loaded. A grader may be shared between threads,
and pickles as its release, so each process compiles for itself what it needs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol, Self, TypeGuard

from atlas_grader.answers import (
    Answer,
    Content,
    NumberLiteral,
    RawCell,
    RowsContent,
    TableContent,
    TextContent,
)
from atlas_grader.compiled import CompiledTask
from atlas_grader.errors import UsageError
from atlas_grader.grade import grade_task
from atlas_grader.questions import Docket, Lookups, Question, settle_by_asking
from atlas_grader.records.answer import encode
from atlas_grader.records.located import did_you_mean, quote
from atlas_grader.releases import Release
from atlas_grader.run_report import RunReport, TaskSummary, report_runs, summarise, unanswered
from atlas_grader.signature import Signature, sign
from atlas_grader.task_report import TaskReport

_MOST_NAMED = 10
_DEEPEST = 64


class Asks(Protocol):
    """A judge that can be asked, as `open_judge` gives one."""

    @property
    def identity(self) -> str:
        """What tells it from other judges; that of its docket."""
        ...

    def ask(self, questions: Mapping[str, Question]) -> Mapping[str, str]:
        """The rulings on questions, both by key, as far as there are any."""
        ...

    def use(self, keys: Collection[str]) -> None:
        """Take note of the keys of rulings that an answer was graded with."""
        ...


Rows = Sequence[Mapping[str, object]]
"""Objects, one a row; keys are headers, values strings, numbers, booleans, `None` or lists of them."""


class Grader:
    """Grades answers against one release, each task compiled when it is first needed."""

    def __init__(
        self, release: Release, tasks: Iterable[str] | None = None, docket: Docket | None = None
    ) -> None:
        """Grade against `release`, or only against some of its `tasks`.

        `docket` holds what a model ruled on what strings leave open, and notes what it has yet to rule on.
        Raises `UsageError` for a task id that the release does not have.
        """
        self.release = release
        chosen = list(release.tasks) if tasks is None else sorted(set(tasks))
        if unknown := [task_id for task_id in chosen if task_id not in release.tasks]:
            raise UsageError(_unknown(unknown, release))
        self.task_ids = tuple(chosen)
        self.docket = docket
        self._chosen = frozenset(chosen)
        self._compiled: dict[str, CompiledTask] = {}

    def __contains__(self, task_id: object) -> bool:
        """Whether the task is one of those graded against."""
        return task_id in self._chosen

    def __reduce__(self) -> tuple[type[Self], tuple[Release, tuple[str, ...], Docket | None]]:
        return type(self), (self.release, self.task_ids, self.docket)

    @property
    def signature(self) -> Signature:
        """What the scores of this grader depend on."""
        whole = len(self.task_ids) == len(self.release.tasks)
        judge = "" if self.docket is None else self.docket.label
        return sign(self.release.signature, None if whole else self.task_ids, judge)

    def grade(
        self, task_id: str, answer: Rows | str | Mapping[str, object] | Content, judge: Asks | None = None
    ) -> TaskReport:
        """Grade one answer: rows, `{"columns": […], "rows": [[…]]}`, or the text a model wrote.

        With a `judge`, whose docket the grader must have, what strings leave open is asked of it.
        Raises `UsageError` for an unknown task or an answer of another shape; whatever
        stands in the cells only moves verdicts.

        >>> from atlas_grader import Grader, load_release
        >>> report = Grader(load_release()).grade("gaseous-elements", [{"element": "Neon"}])
        >>> report.counts["discovery"].right
        1
        """
        content = _content(answer)
        if judge is not None:
            self.require_docket_of(judge)
        # Of this answer only: other threads grade too, and nobody takes what a shared one would gather.
        docket = None if self.docket is None else self.docket.apart()
        if docket is None or judge is None:
            return grade_task(self.compiled(task_id), content, docket)

        def look() -> tuple[tuple[TaskReport, Lookups], Mapping[str, Question]]:
            report, lookups = grade_task(self.compiled(task_id), content, docket), docket.take()
            return (report, lookups), lookups.open

        report, lookups = settle_by_asking(look, judge.ask, docket.learn)
        judge.use(lookups.used)
        return report

    def require_docket_of(self, judge: Asks) -> None:
        """`UsageError` unless the docket is the judge's: what it rules stands under keys of its own."""
        if self.docket is None or self.docket.identity != judge.identity:
            got = "none" if self.docket is None else f"that of {self.docket.label}"
            raise UsageError(
                "expected a grader with the docket of the judge that is asked, "
                f"Grader(release, docket=judge.docket()), got {got}"
            )

    def grade_many(self, answers: Iterable[Answer], judge: Asks | None = None) -> Iterator[TaskReport]:
        """Grade answers one at a time as they come, in their order; a `judge` is asked about each in turn.

        Raises `UsageError` for what is no `Answer`, as `read_answers` gives them.
        """
        for answer in answers:
            if not isinstance(answer, Answer):
                raise UsageError(f"expected an Answer(task_id, content), got {type(answer).__name__}")
            yield self.grade(answer.task_id, answer.content, judge)

    def grade_run(self, answers: Iterable[Answer], system: str = "") -> RunReport:
        """Grade one system's answers; tasks it does not answer score 0.

        Raises `UsageError` if a task is answered twice.
        """
        docket = None if self.docket is None else self.docket.apart()
        found: dict[str, TaskSummary] = {}
        for answer in answers:
            if answer.task_id in found:
                raise UsageError(f"task {quote(answer.task_id)} is answered twice")
            found[answer.task_id] = self._summary(answer, docket)
        return report_runs([(system, self.complete(found))], self.signature)[0]

    def compiled(self, task_id: str) -> CompiledTask:
        """The task with its gold, ready to grade; `UsageError` if this grader has no such task."""
        task = self._compiled.get(task_id)
        if task is None:
            if task_id not in self.release.tasks:
                raise UsageError(_unknown([task_id], self.release))
            if task_id not in self:
                count = len(self.task_ids)
                raise UsageError(f"task {quote(task_id)} is not among the {count} tasks that were chosen")
            task = CompiledTask(self.release.tasks[task_id], self.release.gold[task_id])
            self._compiled[task_id] = task
        return task

    def forget(self, task_id: str) -> None:
        """Free what was compiled for a task; it is compiled again when next needed."""
        self._compiled.pop(task_id, None)

    def summarise(self, report: TaskReport) -> TaskSummary:
        """Keep of a task's report what a run's report needs."""
        return summarise(report, len(self.release.tasks[report.task_id].attributes))

    def report(self, answer: Answer) -> TaskReport:
        """The report on an answer; the grader's own docket notes what was looked up for it."""
        return grade_task(self.compiled(answer.task_id), answer.content, self.docket)

    def summary(self, answer: Answer) -> TaskSummary:
        """What a run's report needs of that, in less time; the grader's own docket notes the same."""
        return self._summary(answer, self.docket)

    def _summary(self, answer: Answer, docket: Docket | None) -> TaskSummary:
        compiled = self.compiled(answer.task_id)
        return self.summarise(grade_task(compiled, answer.content, docket, given=False))

    def complete(self, found: Mapping[str, TaskSummary]) -> list[TaskSummary]:
        """One summary for each of the grader's tasks, the unanswered ones included."""
        return [found.get(task_id) or self._unanswered(task_id) for task_id in self.task_ids]

    def _unanswered(self, task_id: str) -> TaskSummary:
        rows, cells = self.release.gold.size(task_id)
        return unanswered(task_id, rows, rows + cells)


def _unknown(task_ids: Sequence[str], release: Release) -> str:
    if not all(isinstance(task_id, str) for task_id in task_ids):
        return f"expected a task id, got {type(task_ids[0]).__name__}"
    hint = did_you_mean(task_ids[0], release.tasks) if len(task_ids) == 1 else ""
    more = f" and {len(task_ids) - _MOST_NAMED:,} more" if len(task_ids) > _MOST_NAMED else ""
    told = ", ".join(map(quote, task_ids[:_MOST_NAMED]))
    return f"release {release.id} has no task {told}{more}{hint}; see `atlas tasks list`"


def _content(answer: Rows | str | Mapping[str, object] | Content) -> Content:
    if isinstance(answer, RowsContent | TableContent | TextContent):
        return answer
    if isinstance(answer, str):
        return TextContent(answer)
    if isinstance(answer, Mapping):
        return _table(answer)
    if _is_list(answer):
        return RowsContent(tuple(_row(place, row) for place, row in enumerate(answer)))
    raise UsageError(f"expected rows as mappings, a table or text, got {type(answer).__name__}")


def _row(place: int, row: object) -> dict[str, RawCell]:
    if not isinstance(row, Mapping):
        raise UsageError(
            f"expected rows as mappings of header to value, got {type(row).__name__} at item {place}"
        )
    return {str(key): _raw(value) for key, value in row.items()}


def _table(table: Mapping[str, object]) -> TableContent:
    columns, rows = table.get("columns"), table.get("rows")
    if not _is_list(columns) or not _is_list(rows):
        raise UsageError(
            f"expected a table with `columns` and `rows` as lists, got keys {sorted(map(str, table))}"
        )
    for place, row in enumerate(rows):
        if not _is_list(row):
            raise UsageError(f"expected the table's rows as lists, got {type(row).__name__} at item {place}")
    return TableContent(tuple(map(str, columns)), tuple(tuple(map(_raw, row)) for row in rows))


def _is_list(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _raw(value: object, depth: int = 0) -> RawCell:
    """A Python value as a cell; numbers keep the digits that Python writes."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return NumberLiteral(Decimal(value))  # of which Python writes out every digit
    if isinstance(value, float | Decimal):
        return NumberLiteral(value)
    if isinstance(value, list | tuple | set | frozenset | Mapping):
        if depth == _DEEPEST:
            raise UsageError(f"expected a cell, got lists that nest more than {_DEEPEST} deep")
        if isinstance(value, Mapping):
            return encode({str(key): _raw(item, depth + 1) for key, item in value.items()})
        items = sorted(value, key=repr) if isinstance(value, set | frozenset) else value
        return tuple(_raw(item, depth + 1) for item in items)
    return str(value)
