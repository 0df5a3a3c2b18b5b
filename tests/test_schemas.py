"""The checked-in JSON Schemas are what the records make of themselves."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from atlas_grader.compare import compare_runs
from atlas_grader.records.report import ReportRecord, TaskReportRecord
from atlas_grader.records.schemas import RECORDS, schema_texts, write_schemas
from atlas_grader.report.wire import dump, report_to_json, task_report_to_json
from atlas_grader.run_report import report_runs, summarise, unanswered
from atlas_grader.score import Bounds, Counts, Level, Scores
from atlas_grader.signature import sign
from atlas_grader.task_report import CellReport, Fate, GoldReport, HeaderReport, RowReport, TaskReport
from atlas_grader.verdicts import CellVerdict, Reason, Verdict

SCHEMAS = Path(__file__).parent.parent / "schemas"
TEXTS = schema_texts()


def test_there_is_a_schema_for_everything_on_the_wire():
    assert sorted(RECORDS) == ["answer", "gold", "manifest", "report", "task", "task-report"]
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


def test_a_report_of_two_runs_is_what_its_schema_says():
    tasks = [("a", [summarise(REPORT, 2)]), ("b", [unanswered("lakes", 2, 6)])]
    runs = report_runs(tasks, sign("test@sha256:0", None))
    written = json.loads(dump(report_to_json(runs, compare_runs(runs))))

    read = ReportRecord.model_validate(written)

    assert read.model_dump(mode="json") == written
    assert [run.system for run in read.runs] == ["a", "b"]
