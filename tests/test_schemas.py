"""The checked-in JSON Schemas are what the records make of themselves."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from atlas_grader.compare import compare_runs
from atlas_grader.errors import Severity
from atlas_grader.records.case import parse_case
from atlas_grader.records.decode import decode_answer
from atlas_grader.records.report import ReportRecord, TaskReportRecord
from atlas_grader.records.schemas import RECORDS, schema_texts, write_schemas
from atlas_grader.report.wire import dump, report_to_json, task_report_to_json
from atlas_grader.run_report import report_runs, summarise, unanswered
from atlas_grader.score import Bounds, Counts, Level, Scores
from atlas_grader.signature import sign
from atlas_grader.task_report import CellReport, Fate, GoldReport, HeaderReport, RowReport, TaskReport
from atlas_grader.verdicts import CellVerdict, Reason, Verdict
from atlas_grader.vetting import check_path
from tests.schema_check import conforms

SCHEMAS = Path(__file__).parent.parent / "schemas"
TEXTS = schema_texts()


def test_there_is_a_schema_for_everything_on_the_wire():
    assert sorted(RECORDS) == [
        "agreement",
        "alignment-case",
        "answer",
        "audited-cell",
        "cell-case",
        "cell-label",
        "erratum",
        "gold",
        "manifest",
        "obscured-gold",
        "recipe",
        "report",
        "source",
        "task",
        "task-report",
    ]
    assert sorted(path.name for path in SCHEMAS.iterdir()) == sorted(TEXTS)


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_checked_in_schema_equals_its_record(name):
    checked_in = (SCHEMAS / name).read_text(encoding="utf-8")

    assert checked_in == TEXTS[name], "run: python -m atlas_grader.records"


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_schema_says_its_dialect_title_and_what_each_key_means(name):
    schema = json.loads(TEXTS[name])
    objects = [schema, *(d for d in schema.get("$defs", {}).values() if d["type"] == "object")]

    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert all(described["title"] and described["description"] for described in objects)
    assert all(key.get("description") for described in objects for key in described["properties"].values())


def test_schemas_are_the_same_bytes_whatever_the_hash_seed(tmp_path):
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        command = [sys.executable, "-m", "atlas_grader.records", str(folder)]
        subprocess.run(command, check=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(SCHEMAS.parent)})

    write_schemas(tmp_path)
    for name, text in TEXTS.items():
        assert (tmp_path / "1" / name).read_text() == (tmp_path / "2" / name).read_text() == text


DEPTH = {"name": "depth", "type": "quantity", "unit": "m"}
TASK = {
    "id": "lakes",
    "question": "Which lakes?",
    "columns": [{"name": "lake", "type": "name"}, DEPTH, {"name": "salt", "type": "boolean"}],
    "entity_columns": ["lake"],
}
CITED = [{"url": "https://example.org/lakes", "evidence": "Says so.", "accessed": "2026-11-30"}]
CELL = {"state": "value", "value": "3 m", "citations": CITED}


def gold_of(cell):
    cells = {"depth": cell, "salt": {"state": "ungraded"}}
    return {"task_id": "lakes", "rows": [{"entity": {"lake": {"value": "Como"}}, "cells": cells}]}


def task_of(column, **changes):
    return {**TASK, "columns": [TASK["columns"][0], column, TASK["columns"][2]], **changes}


TASKS_AND_GOLD = [
    *[
        (task, gold_of({"state": "ungraded"}))
        for task in [
            TASK,
            {**TASK, "langauge": "en"},
            {**TASK, "language": "English"},
            {**TASK, "as_of": "2026-11"},
            {**TASK, "as_of": "in May"},
            {**TASK, "question": ""},
            {**TASK, "entity_columns": []},
            task_of({"name": "depth", "type": "quantity"}),
            task_of({"name": "depth", "type": "number", "unit": "m"}),
            task_of({"name": "depth", "type": "number", "unit": None, "ordered": False, "choices": []}),
            task_of({"name": "depth", "type": "number", "distance_km": 1, "body": "Earth"}),
            task_of({"name": "depth", "type": "number", "distance_km": 2}),
            task_of({"name": "depth", "type": "enum"}),
            task_of({"name": "depth", "type": "enum", "choices": ["a", {"name": "b"}]}),
            task_of({"name": "depth", "type": "text", "choices": ["a", "b"]}),
            task_of({"name": "depth", "type": "list", "item_type": "enum", "choices": ["a", "b"]}),
            task_of({"name": "depth", "type": "list", "item_type": "enum"}),
            task_of({"name": "depth", "type": "list", "item_type": "list"}),
            task_of({"name": "depth", "type": "list", "item_type": "boolean"}),
            task_of({"name": "depth", "type": "list", "item_type": "quantity", "unit": "m"}),
            task_of({"name": "depth", "type": "list", "unit": "m"}),
            task_of({"name": "depth", "type": "date", "precision": "year"}),
            task_of({"name": "depth", "type": "date", "tolerance": {"relative": "0.1"}}),
            task_of({**DEPTH, "tolerance": {"relative": "0.1"}}),
            task_of({**DEPTH, "tolerance": {"relative": "0.1", "unit": "m"}}),
            task_of({**DEPTH, "tolerance": {"absolute": 1, "unit": "m"}}),
            task_of({**DEPTH, "tolerance": {"relative": 0.1, "absolute": 1}}),
            task_of({**DEPTH, "tolerance": {}}),
            task_of({**DEPTH, "tolerance": {"relative": 0.1, "absolute": None, "unit": None}}),
        ]
    ],
    *[
        (TASK, gold_of(cell))
        for cell in [
            CELL,
            {"state": "blank", "citations": CITED},
            {"state": "ungraded"},
            {"state": "value", "value": "3 m"},
            {"state": "value", "value": "3 m", "citations": []},
            {"state": "blank"},
            {"state": "blank", "value": "3 m", "citations": CITED},
            {"state": "blank", "value": None, "accepted": [], "citations": CITED},
            {"state": "ungraded", "accepted": ["3 m"]},
            {"state": "value", "citations": CITED},
            {"state": "value", "value": None, "citations": CITED},
            {"state": "value", "value": "", "citations": CITED},
            {"state": "values", "value": "3 m", "citations": CITED},
            {**CELL, "citations": [{"url": "ftp://example.org"}]},
            {**CELL, "citations": [{"url": "https://"}]},
            {**CELL, "citations": [{"url": "https://a.org", "evidence": "x" * 201}]},
            {**CELL, "citations": [{"url": "https://a.org", "accessed": "yesterday"}]},
            {**CELL, "note": 3},
            {**CELL, "sources": []},
        ]
    ],
]


@pytest.mark.parametrize("place", range(len(TASKS_AND_GOLD)))
def test_schemas_refuse_what_validate_refuses_and_nothing_else(place, tmp_path):
    written = dict(zip(("task", "gold"), TASKS_AND_GOLD[place], strict=True))
    for name, value in written.items():
        (tmp_path / f"{name.replace('task', 'tasks')}.jsonl").write_text(json.dumps(value))
    found = check_path(str(tmp_path), None).faults
    faults = [f for f in found if "manifest.json" not in f.where and f.severity is Severity.ERROR]

    refused = {
        name: not conforms(value, schema := json.loads(TEXTS[f"{name}.schema.json"]), schema)
        for name, value in written.items()
    }

    assert refused == {name: any(f"{name}" in Path(f.where).name for f in faults) for name in written}, faults


def test_one_attribute_column_is_too_few_for_schema_and_validate_alike():
    schema = json.loads(TEXTS["task.schema.json"])

    assert not conforms({**TASK, "columns": TASK["columns"][:2]}, schema, schema)


def test_every_bundled_file_is_what_its_schema_says():
    release = SCHEMAS.parent / "data" / "2026.11"
    for name, schema_name in (
        ("tasks", "task"),
        ("gold", "gold"),
        ("sources", "source"),
        ("audit", "audited-cell"),
        ("errata", "erratum"),
    ):
        path = release / f"{name}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            told = json.loads(line)
            is_obscured = name == "gold" and "obscured" in told
            schema = json.loads(TEXTS[f"{'obscured-gold' if is_obscured else schema_name}.schema.json"])
            assert conforms(told, schema, schema), line[:200]


CASES = [
    {"id": "x", "kind": "number", "gold": "12", "answer": 12, "verdict": "match"},
    {"id": "y", "gold": [{"name": "Lima"}], "returned": ["LIMA"], "pairs": [[0, 0]]},
]


@pytest.mark.parametrize(
    ("form", "change"),
    [
        (0, {}),
        (0, {"kind": "blank", "gold": ""}),
        (
            0,
            {"gold": ["a", "b"], "answer": None, "spec": {"choices": ["a", {"name": "b"}], "tolerance": 0.1}},
        ),
        (0, {"kind": "nmuber"}),
        (0, {"gold": ""}),
        (0, {"gold": []}),
        (0, {"gold": None}),
        (0, {"gold": {"a": 1}}),
        (0, {"verdict": "ungraded"}),
        (0, {"spec": {"tolerance": "x"}}),
        (0, {"spec": {"choices": [None]}}),
        (0, {"spec": []}),
        (1, {}),
        (1, {"copies": [[0, 0]], "near_misses": ["Lome"], "note": 3}),
        (1, {"pairs": [[0]]}),
        (1, {"pairs": [["a", 0]]}),
        (1, {"pairs": [[-1, 0]]}),
        (1, {"gold": [{"aliases": []}]}),
        (1, {"returned": [None]}),
    ],
)
def test_schemas_of_cases_refuse_what_conformance_refuses_and_nothing_else(form, change):
    case = {**CASES[form], **change}
    schema = json.loads(TEXTS[f"{('cell', 'alignment')[form]}-case.schema.json"])
    read = parse_case(decode_answer(json.dumps(case).encode()), "")

    assert conforms(case, schema, schema) is not isinstance(read, tuple)


def test_every_shipped_case_is_what_its_schema_says():
    schemas = [json.loads(TEXTS[f"{form}-case.schema.json"]) for form in ("cell", "alignment")]
    for path in sorted((SCHEMAS.parent / "tests" / "cases").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            schema = schemas["returned" in case]
            assert conforms(case, schema, schema), line


MATCH = CellVerdict(Verdict.MATCH, Reason.EQUAL, "the same text")
OPEN = CellVerdict(Verdict.UNDECIDED, Reason.NO_RULE_DECIDED)
REPORT = TaskReport(
    "lakes",
    answered=True,
    scores={level: Scores(Bounds(0.25, 0.5), Bounds(0.0, 1.0), Bounds(0.25, 0.75)) for level in Level},
    counts={Level.DISCOVERY: Counts(1, 2, 2), Level.ITEM: Counts(2, 6, 6), Level.ROW: Counts(0, 2, 2)},
    gold=(
        GoldReport(("Baikal",), ungraded=False, graded_cells=2, rows=(0,), verdicts={"a": MATCH, "b": OPEN}),
        GoldReport(("Como",), ungraded=False, graded_cells=2, rows=()),
    ),
    rows=(
        RowReport(
            0,
            ("Baikal",),
            Fate.MATCHED,
            0,
            "alias",
            (CellReport("a", "deep", MATCH), CellReport("b", "\ud800", OPEN)),
        ),
        RowReport(1, ("Erie",), Fate.EXTRA, None, "no row has this name"),
    ),
    headers=(HeaderReport("a", "A", "exact"), HeaderReport("b", None, "open")),
    notes=("one row was padded",),
)


def test_a_task_report_is_what_its_schema_says():
    written = json.loads(dump(task_report_to_json(REPORT)))

    read = TaskReportRecord.model_validate(written)

    assert read.model_dump(mode="json") == written
    assert [row.fate for row in read.rows] == ["matched", "extra"]


@pytest.mark.parametrize("judge", ["", "gpt-6-luna@0"])
def test_a_report_of_two_runs_is_what_its_schema_says(judge):
    tasks = [("a", [summarise(REPORT, 2)]), ("b", [unanswered("lakes", 2, 6)])]
    runs = report_runs(tasks, sign("test@sha256:0", None, judge))
    written = json.loads(dump(report_to_json(runs, compare_runs(runs), 2, 1)))

    read = ReportRecord.model_validate(written)

    assert read.model_dump(mode="json", exclude_unset=True) == written
    assert ["judged_columns" in run for run in written["runs"]] == [bool(judge)] * 2
    assert [run.system for run in read.runs] == ["a", "b"]
