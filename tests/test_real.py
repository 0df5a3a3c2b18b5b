"""Two tasks answered in three styles by a language model, against a careful reader's verdicts.

Graded offline, every claim and every decided verdict agrees with the reader, and of
the cells that the reader decides by strings at most 2 % stay open.
"""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from atlas_grader.compiled import CompiledTask
from atlas_grader.grade import grade_task
from atlas_grader.records import parse_answer
from atlas_grader.task_report import Fate
from atlas_grader.tasks import (
    CellType,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    NearMiss,
    Precision,
    State,
    Task,
    Tolerance,
)
from atlas_grader.verdicts import Verdict

REAL = Path(__file__).parent / "real"
STYLES = ["chat", "api", "messy"]


def lines(name):
    return [json.loads(line) for line in (REAL / name).read_text(encoding="utf-8").splitlines() if line]


def column(told):
    settings = {}
    if told["type"] == "coordinates":
        settings["distance_km"] = Decimal(str(told["tolerance"]))
    elif "tolerance" in told:
        settings["tolerance"] = Tolerance(**{told["tolerance_kind"]: Decimal(str(told["tolerance"]))})
    if "precision" in told:
        settings["precision"] = Precision(told["precision"])
    return Column(
        told["name"],
        CellType(told["type"]),
        told["description"],
        unit=told.get("unit"),
        item_type=CellType(told.get("item_type", "text")),
        ordered=told.get("order") == "declared",
        **settings,
    )


def cell(told, cell_type):
    if told["state"] != "value":
        return GoldCell(State(told["state"]))
    split = (lambda text: tuple(text.split("; "))) if cell_type is CellType.LIST else str
    return GoldCell(State.VALUE, split(told["value"]), tuple(map(split, told["accept"])))


def compile_task(task, gold):
    columns = tuple(map(column, task["columns"]))
    types = {c.name: c.type for c in columns}
    rows = tuple(
        GoldRow(
            (EntityPart(row["entity"], tuple(row["aliases"])),),
            {name: cell(told, types[name]) for name, told in row["cells"].items()},
        )
        for row in gold["rows"]
    )
    misses = tuple(NearMiss((EntityPart(name),)) for name in gold["near_misses"])
    return CompiledTask(
        Task(task["task_id"], task["question"], columns, (task["entity_column"],)),
        Gold(task["task_id"], rows, misses),
    )


TASKS = {
    task["task_id"]: compile_task(task, gold)
    for task, gold in zip(lines("tasks.jsonl"), lines("gold.jsonl"), strict=True)
}


def report_of(style, task_id):
    for line in (REAL / f"{style}.jsonl").read_bytes().splitlines():
        answer = parse_answer(line, style)
        if answer.task_id == task_id:
            return grade_task(TASKS[task_id], answer.content)
    raise AssertionError(f"{style} does not answer {task_id}")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("task_id", list(TASKS))
def test_every_claim_is_the_readers(style, task_id):
    report = report_of(style, task_id)
    hand = [row for row in lines(f"{style}.verdicts.jsonl") if row["task_id"] == task_id]

    assert len(report.rows) == len(hand)
    for row, told in zip(report.rows, hand, strict=True):
        if told["strings"]:
            assert row.gold == told["claims"], told["entity"]
            assert (row.fate is Fate.NEAR_MISS) == (told["claims"] is None)
        else:
            assert row.gold in {None, told["claims"]}, told["entity"]


@pytest.mark.parametrize("style", STYLES)
def test_every_decided_verdict_is_the_readers_and_hardly_any_stays_open(style):
    decidable = left_open = 0
    for task_id in TASKS:
        report = report_of(style, task_id)
        hand = {row["row"]: row for row in lines(f"{style}.verdicts.jsonl") if row["task_id"] == task_id}
        for row in report.rows:
            for graded in row.cells:
                told = hand[row.index]["cells"][graded.column]
                want, got = Verdict(told["verdict"]), graded.verdict.verdict
                decidable += want is not Verdict.UNDECIDED
                left_open += got is Verdict.UNDECIDED is not want
                assert got in {want, Verdict.UNDECIDED}, (task_id, row.entity, graded)

    assert decidable > 90
    assert left_open <= 0.02 * decidable
