"""Reports on the wire: what `atlas-grade` prints as JSON, of a run and of one task.

Reports are only written, never read back, so the records here do not convert:
they say what `report/wire.py` makes, and a test holds the two together.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from atlas_grader.score import Figure, Level
from atlas_grader.task_report import Fate
from atlas_grader.verdicts import Reason, Verdict

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]


class WrittenRecord(BaseModel):
    """A record that this package writes: it holds these keys and no other."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class BoundsRecord(WrittenRecord):
    """A figure while questions are open: what it is at least, and at most."""

    model_config = ConfigDict(title="Bounds")

    low: Share
    """Every open question counted against the answer."""
    high: Share
    """The open questions settled in the best way for this figure."""


class CountsRecord(WrittenRecord):
    """The units behind the low end of the bounds."""

    model_config = ConfigDict(title="Counts")

    right: Count
    """Units that are right."""
    returned: Count
    """Units returned."""
    gold: Count
    """Units that gold holds."""


class IntervalRecord(WrittenRecord):
    """A confidence interval."""

    model_config = ConfigDict(title="Interval")

    low: float
    """Lower end."""
    high: float
    """Upper end."""
    rough: bool
    """Too few tasks to trust it."""


class CostRecord(WrittenRecord):
    """What one kind of error, or one column, cost."""

    model_config = ConfigDict(title="Cost")

    name: str
    """The kind of error, or the column as `task:column`."""
    count: Count
    """How many errors."""
    points: float
    """Share of 1 of Item F1 that they cost."""


class VerdictRecord(WrittenRecord):
    """The verdict of one cell."""

    model_config = ConfigDict(title="Verdict")

    verdict: Verdict
    """The outcome."""
    reason: Reason
    """Stable code for the cause."""
    detail: str
    """The cause, for a reader."""


class CellVerdictRecord(VerdictRecord):
    """One cell of a returned row that claims a gold row."""

    model_config = ConfigDict(title="Cell")

    column: str
    """The task's column."""
    given: str | list[Any]
    """What the answer wrote, verbatim; a list where it gave one."""


class ReturnedRowRecord(WrittenRecord):
    """One returned row."""

    model_config = ConfigDict(title="Returned row")

    row: Count
    """Its place in the table graded, from 0."""
    entity: list[str]
    """Its name as written, one text for each entity column."""
    fate: Fate
    """What became of it."""
    gold: Count | None
    """The gold row that it claims."""
    how: str
    """The tier that decided the claim, or why none did."""
    cells: list[CellVerdictRecord]
    """Its graded cells."""


class ReportedGoldRecord(WrittenRecord):
    """One gold row: who claims it, and its cells at worst over copies."""

    model_config = ConfigDict(title="Gold row")

    entity: list[str]
    """Its name, one text for each entity column."""
    ungraded: bool
    """A borderline member: neither asked for nor punished."""
    rows: list[Count]
    """Returned rows that claim it; empty means it was missed."""
    cells: dict[str, VerdictRecord]
    """Attribute column → verdict."""


class HeaderRecord(WrittenRecord):
    """Where a column's cells came from."""

    model_config = ConfigDict(title="Header")

    column: str
    """The task's column."""
    header: str | None
    """The answer's header; null when it has none, or none that could be told."""
    how: str
    """The tier that mapped it; `open`, `absent`, or `model` where a model told what its header is, if any."""


class TaskFigures(WrittenRecord):
    """What the reports of a task and of a run both say of a task."""

    task_id: str
    """The task."""
    answered: bool
    """Whether the run answers it; a task without an answer scores 0."""
    scores: dict[Level, dict[Figure, BoundsRecord]]
    """Level → figure → bounds."""
    counts: dict[Level, CountsRecord]
    """Level → the counts behind the low ends."""
    loose: bool
    """The high ends are not exact: there were too many open pairs."""
    unread: bool
    """The answer says something, but holds no table that could be read."""


class TaskReportRecord(TaskFigures):
    """One task, graded: every row's fate and every cell's verdict."""

    model_config = ConfigDict(title="Task report")

    headers: list[HeaderRecord]
    """How the answer's headers map to the task's columns."""
    gold: list[ReportedGoldRecord]
    """Every gold row."""
    rows: list[ReturnedRowRecord]
    """Every returned row."""
    notes: list[str]
    """What a reader should know of how the answer was read."""


class TaskSummaryRecord(TaskFigures):
    """One task of a run, without its rows."""

    model_config = ConfigDict(title="Task summary")

    cells: Count
    """Graded cells of claimed rows."""
    open_cells: Count
    """Cells that are not decided."""
    open_rows: Count
    """Returned rows whose name decides nothing."""
    judged_cells: Count
    """Cells that a model decided, or whose column it placed."""
    judged_rows: Count
    """Returned rows whose claim a model decided, or the column of whose name it placed."""
    judged_columns: Count = 0
    """Columns that a model placed, or found under none of the answer's headers; left out without a judge."""


class RunRecord(WrittenRecord):
    """One system's run over a release."""

    model_config = ConfigDict(title="Run")

    system: str
    """The system."""
    scores: dict[Level, dict[Figure, BoundsRecord]]
    """Means over all tasks: level → figure → bounds."""
    intervals: dict[Level, IntervalRecord]
    """Of F1, from low's lower to high's upper end."""
    tasks: Count
    """How many tasks were asked."""
    answered: Count
    """How many of them the run answers."""
    missing: Count
    """How many it does not; each scores 0."""
    cells: Count
    """Graded cells of claimed rows."""
    open_cells: Count
    """Cells that are not decided."""
    open_rows: Count
    """Returned rows whose name decides nothing."""
    judged_cells: Count
    """Cells that a model decided, or whose column it placed."""
    judged_rows: Count
    """Returned rows whose claim a model decided, or the column of whose name it placed."""
    judged_columns: Count = 0
    """Columns that a model placed, or found under none of the answer's headers; left out without a judge."""
    loose: bool
    """Some bound is not exact."""
    unread: Count
    """How many answers say something, but hold no table that could be read."""
    kinds: list[CostRecord]
    """What each kind of error cost, dearest first."""
    columns: list[CostRecord]
    """What each column cost, dearest first."""
    by_task: list[TaskSummaryRecord]
    """Every task, sorted by id."""


class DifferenceRecord(WrittenRecord):
    """A difference of two figures while questions are open."""

    model_config = ConfigDict(title="Difference")

    low: float
    """The least that it can be."""
    high: float
    """The most that it can be."""


class ComparisonRecord(WrittenRecord):
    """Two runs compared by Row F1."""

    model_config = ConfigDict(title="Comparison")

    better: str
    """The system with the higher score."""
    worse: str
    """The other."""
    row_f1_difference: DifferenceRecord
    """Better minus worse."""
    interval: IntervalRecord
    """Of the difference, by the paired bootstrap."""
    p: float
    """Two-sided sign-flip test, Holm-corrected over all pairs."""
    ranked: bool
    """The difference is one that open questions and chance do not explain."""


class ResamplingRecord(WrittenRecord):
    """How the intervals were made."""

    model_config = ConfigDict(title="Resampling")

    generator: str
    """The seeded generator."""
    resamples: Count
    """How many resamples."""
    confidence: Share
    """Share of resamples inside an interval."""


class OpenQuestionsRecord(WrittenRecord):
    """Questions that were put to a judge and are open; without a judge there are none."""

    model_config = ConfigDict(title="Open questions")

    unruled: Count
    """Those without a ruling: the grade is incomplete."""
    contradicted: Count
    """Those on which the judge contradicts itself: they stay open for good."""


class ReportRecord(WrittenRecord):
    """What grading one or more runs over the same tasks found."""

    model_config = ConfigDict(title="Report")

    signature: str
    """Names every choice that can move a score; equal signatures are comparable."""
    open_questions: OpenQuestionsRecord
    """What a judge left open, in all runs together."""
    resampling: ResamplingRecord
    """The draws behind every interval and test."""
    runs: list[RunRecord]
    """One for each system."""
    comparisons: list[ComparisonRecord]
    """One for each pair of systems."""
