"""JSON Schemas of everything on the wire, made from the records."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel

from atlas_grader.records.agreement import AgreementRecord
from atlas_grader.records.answer import AnswerRecord
from atlas_grader.records.audited import AuditedCellRecord
from atlas_grader.records.case import AlignmentCaseRecord, CellCaseRecord
from atlas_grader.records.erratum import ErratumRecord
from atlas_grader.records.gold import GoldRecord
from atlas_grader.records.label import CellLabelRecord
from atlas_grader.records.manifest import ManifestRecord
from atlas_grader.records.obscured import ObscuredGoldRecord
from atlas_grader.records.recipe import RecipeRecord
from atlas_grader.records.report import ReportRecord, TaskReportRecord
from atlas_grader.records.source import SourceRecord
from atlas_grader.records.task import TaskRecord

RECORDS: Mapping[str, type[BaseModel]] = {
    "agreement": AgreementRecord,
    "alignment-case": AlignmentCaseRecord,
    "answer": AnswerRecord,
    "audited-cell": AuditedCellRecord,
    "cell-case": CellCaseRecord,
    "cell-label": CellLabelRecord,
    "erratum": ErratumRecord,
    "gold": GoldRecord,
    "manifest": ManifestRecord,
    "obscured-gold": ObscuredGoldRecord,
    "recipe": RecipeRecord,
    "report": ReportRecord,
    "source": SourceRecord,
    "task": TaskRecord,
    "task-report": TaskReportRecord,
}
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_texts() -> dict[str, str]:
    """File name → text of the schema; the same records give the same bytes."""
    return {f"{name}.schema.json": _text(record) for name, record in RECORDS.items()}


def write_schemas(folder: Path) -> None:
    """Write every schema into `folder`."""
    for name, text in schema_texts().items():
        (folder / name).write_text(text, encoding="utf-8")


def _text(record: type[BaseModel]) -> str:
    schema = {"$schema": _DIALECT, **record.model_json_schema()}
    return json.dumps(schema, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
