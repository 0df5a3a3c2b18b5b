"""People's verdicts on cells, read from files, beside the matchers' verdicts on the same cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from atlas_grader.agreement import Agreement, Compared, agreement, agreement_by_kind
from atlas_grader.answers import RawCell
from atlas_grader.compiled import CompiledTask
from atlas_grader.errors import Fault, InputError, Severity
from atlas_grader.frozen import frozen
from atlas_grader.grader import Grader
from atlas_grader.grading.settling import settled
from atlas_grader.match.ladder import compile_cell
from atlas_grader.parse.forms.jsoncells import read_object
from atlas_grader.questions import NOTHING_LOOKED_UP, Ask, Docket, Lookups, Question, settle_by_asking
from atlas_grader.reading import AnswerLine, read_case_lines
from atlas_grader.records import DecodeError
from atlas_grader.records.case import CellCase, case_doubts
from atlas_grader.records.decode import decode_answer
from atlas_grader.records.forms import CELL_CASES, LABELS, as_one, form_of
from atlas_grader.records.label import CellLabel, parse_label
from atlas_grader.records.located import did_you_mean, quote
from atlas_grader.tasks import CellType, Column, EntityPart, Gold, GoldCell, GoldRow, State, Task
from atlas_grader.verdicts import CellVerdict, Verdict

_BLANK = "blank"


@frozen
class Label:
    """One cell, what a person says of it, and what the matchers say."""

    id: str
    column: Column
    gold: GoldCell
    answer: RawCell
    person: Verdict
    matched: CellVerdict
    place: CellLabel | None = None
    """Where in the release the cell stands; of a case, nowhere."""

    @property
    def kind(self) -> str:
        """The column's type, or `blank`, where gold says that there is no value."""
        return _BLANK if self.gold.state is State.BLANK else self.column.type.value


Settle = Callable[[Label], CellVerdict]
"""A verdict on a cell that the matchers leave undecided."""


@frozen
class Dispute:
    """A cell of which a person and the grader say opposite things."""

    label: Label
    grader: CellVerdict


@frozen
class Party:
    """One grader beside the people."""

    whole: Agreement
    kinds: dict[str, Agreement]
    disputes: tuple[Dispute, ...]


def compare(labels: Sequence[Label], settle: Settle | None = None) -> Party:
    """The matchers beside the people; with `settle`, the matchers and what settles the rest."""
    verdicts = [_settled(label, settle) for label in labels]
    pairs = list(zip(labels, verdicts, strict=True))
    compared = [Compared(label.kind, label.person, verdict.verdict) for label, verdict in pairs]
    disputes = (Dispute(*pair) for pair in pairs if {pair[0].person, pair[1].verdict} == _OPPOSITE)
    return Party(agreement(compared), agreement_by_kind(compared), tuple(disputes))


_OPPOSITE = {Verdict.MATCH, Verdict.MISMATCH}


def _settled(label: Label, settle: Settle | None) -> CellVerdict:
    if settle is None or label.matched.verdict is not Verdict.UNDECIDED:
        return label.matched
    return settle(label)


def compare_judged(labels: Sequence[Label], grader: Grader, ask: Ask) -> tuple[Party | None, Lookups]:
    """The matchers, and a judge on what they leave open, beside the people; what that took of its rulings.

    Nothing for a grader without a docket: it has no judge.
    """
    docket = grader.docket
    if docket is None:
        return None, NOTHING_LOOKED_UP
    settle = _settling(grader, docket)

    def look() -> tuple[tuple[Party, Lookups], Mapping[str, Question]]:
        party, lookups = compare(labels, settle), docket.take()
        return (party, lookups), lookups.open

    return settle_by_asking(look, ask, docket.learn)


def _settling(grader: Grader, docket: Docket) -> Settle:
    """What a judge ruled on a cell; `docket` notes what it has yet to rule on."""

    def settle(label: Label) -> CellVerdict:
        question = _question(label, grader)
        return label.matched if question is None else settled(label.matched, question, docket)

    return settle


def _question(label: Label, grader: Grader) -> Question | None:
    """The question that grading an answer asks of the same cell; that of a case has no task."""
    name, place = label.column.name, label.place
    if place is None:
        task = _task_of(label)
        return task.wording.cell(0, name, task.clean[name](label.answer), None)
    task = grader.compiled(place.task_id)
    headed = task.beneath(name, place.header)
    unit = None if headed is None else headed.unit
    return task.wording.cell(place.gold, name, task.clean[name](label.answer), unit)


def _task_of(label: Label) -> CompiledTask:
    """A task of the one cell of a conformance case."""
    entity = Column("entity", CellType.NAME)
    task = Task("case", "", (entity, label.column), (entity.name,))
    row = GoldRow((EntityPart("the entity"),), {label.column.name: label.gold})
    return CompiledTask(task, Gold(task.id, (row,)))


def read_labels(sources: Sequence[str], grader: Grader, doubts: list[Fault]) -> list[Label]:
    """Every label of some files, or `InputError` with all that could not be read.

    What is only odd is added to `doubts`.
    """
    labels: list[Label] = []
    faults: list[Fault] = []
    for source in sources:
        try:
            labels += _labels_of(source, grader, doubts)
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(faults)
    return labels


def _labels_of(source: str, grader: Grader, doubts: list[Fault]) -> list[Label]:
    labels: list[Label] = []
    faults: list[Fault] = []
    forms = set()
    for line in read_case_lines(source, "labels"):
        try:
            if isinstance(line, Fault):
                raise InputError([line])
            labels.append(_label(line, grader, doubts))
            forms.add(LABELS)
        except InputError as error:
            faults += error.faults
            forms.add("" if isinstance(line, Fault) else form_of(line.data))
    if faults:
        raise InputError(as_one(faults, forms, (LABELS, CELL_CASES), _EXPECTED))
    return labels


_EXPECTED = "labels: lines of a report's cells.jsonl with a person's verdict as `label`, or conformance cases"


def _label(line: AnswerLine, grader: Grader, doubts: list[Fault]) -> Label:
    try:
        value = decode_answer(line.data)
        found = parse_label(value, line.where)
    except DecodeError as error:
        raise InputError([Fault(line.where, str(error))]) from None
    if isinstance(found, tuple):
        raise InputError(found)
    if isinstance(found, CellCase):
        doubts += case_doubts(value, line.where)
        answer = read_object(found.answer)
        matched = compile_cell(found.column, found.gold)(answer)
        return Label(found.id, found.column, found.gold, answer, found.verdict, matched)
    if faults := [Fault(line.where, message) for message in _misplaced(found, grader)]:
        raise InputError(faults)
    label = _on_release(found, grader.compiled(found.task_id))
    doubts += _moved(found, label, line.where)
    return label


def _misplaced(found: CellLabel, grader: Grader) -> Iterator[str]:
    """Why the release has no graded cell where a label says."""
    task = grader.release.tasks.get(found.task_id)
    if task is None:
        hint = did_you_mean(found.task_id, grader.release.tasks)
        yield f"unknown task {quote(found.task_id)}{hint} - at `$.task_id`"
        return
    owner, names = f"task {quote(task.id)}: ", [column.name for column in task.attributes]
    if is_other := found.column not in names:
        if found.column in task.entity_columns:
            is_what = "which names the row and is not graded as a cell"
            yield f"{owner}expected a column of facts, got {quote(found.column)}, {is_what} - at `$.column`"
        else:
            hint = did_you_mean(found.column, names)
            yield f"{owner}unknown column {quote(found.column)}{hint} - at `$.column`"
    rows = grader.compiled(task.id).gold.rows
    if found.gold >= len(rows):
        yield f"{owner}expected a row of gold, which has {len(rows):,}, got `{found.gold}` - at `$.gold`"
    elif rows[found.gold].ungraded:
        yield f"{owner}expected a graded row, got one that gold does not grade - at `$.gold`"
    elif not is_other and rows[found.gold].cells[found.column].state is State.UNGRADED:
        yield f"{owner}expected a graded cell, got one that gold does not grade - at `$.column`"


def _on_release(found: CellLabel, task: CompiledTask) -> Label:
    """The label, its cell judged with all that grading an answer knows of its row and column."""
    place = [column.name for column in task.attributes].index(found.column)
    judge, headed = task.row(found.gold)[place], task.beneath(found.column, found.header)
    cell = read_object(found.given)
    matched = judge(cell) if headed is None else headed.judge(judge, cell)
    gold = task.gold.rows[found.gold].cells[found.column]
    return Label(found.id, task.columns[found.column], gold, cell, found.person, matched, found)


def _moved(found: CellLabel, label: Label, where: str) -> Iterator[Fault]:
    """A verdict that is not the report's: the label may be about something that its line does not tell."""
    now = label.matched.verdict
    if found.reported in (None, now) or (now is Verdict.UNDECIDED and found.was_judged):
        return
    told = f"the report says {quote(str(found.reported))} of this cell, which by itself is {quote(now)}"
    cure = "its `header` may be lacking, or quotes be one too many around a number"
    yield Fault(where, f"{found.id}: {told}; {cure}", Severity.WARNING)
