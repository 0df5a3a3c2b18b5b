"""WideSearch (ByteDance Seed): a folder with `widesearch.jsonl` and `widesearch_gold/TASK.csv`.

Its `evaluation` names the columns wanted, those that name a row, and how each is compared:

    exact_match, llm_judge, in_match → text      number_near → number, with its relative tolerance
    date_near → date, at gold's own precision    url_match → url, of the same site

A column in which some value cannot be read as that type is text. Their days of grace for dates and a judge's
criterion in words have no counterpart here.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from atlas_grader.errors import Fault, ReleaseError, Severity
from atlas_grader.importing.imported import Imported, merge_twins
from atlas_grader.importing.lines import id_of, objects_in, text_of
from atlas_grader.records.located import quote
from atlas_grader.tasks import (
    CellType,
    Citation,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    State,
    Task,
    Tolerance,
    UrlLevel,
)
from atlas_grader.vetting.values import value_findings

_TASKS, _GOLD = "widesearch.jsonl", "widesearch_gold"
_HOME = "https://huggingface.co/datasets/ByteDance-Seed/WideSearch"
# What their code leaves to chance where a task names none, and ports of it agree on.
_USUAL_TOLERANCE = Decimal("0.1")
# What pandas, with which they read gold, takes for no value.
_NO_VALUES = frozenset(
    {"", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A"}
    | {"NA", "NULL", "NaN", "None", "n/a", "nan", "null"}
)
_FIELD_LIMIT = 2**27
Table = Sequence[Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class _Published:
    """One task as they publish it."""

    task_id: str
    question: str
    language: str
    evaluation: Mapping[str, Any]
    table: Table

    def compared(self, column: str) -> Mapping[str, Any]:
        """How they compare a column."""
        found = (self.evaluation.get("eval_pipeline") or {}).get(column)
        return found if isinstance(found, dict) else {}


def read_widesearch(path: Path) -> Imported:
    """The tasks in a folder of WideSearch's; `ReleaseError` with all that cannot be read."""
    faults: list[Fault] = []
    notes: list[str] = []
    tables = []
    for where, told in objects_in(path / _TASKS, faults):
        task_id, question = id_of(told, "instance_id", where, faults), text_of(told, "query", where, faults)
        evaluation = _evaluation(told, where, faults)
        if not (task_id and question and evaluation):
            continue
        file = path / _GOLD / f"{task_id}.csv"
        table = _gold_table(file, evaluation["required"], faults)
        if table:
            language = str(told.get("language") or "en")
            tables.append(_taken(_Published(task_id, question, language, evaluation, table), notes))
    if faults:
        raise ReleaseError(faults)
    return Imported("WideSearch", "CC0-1.0", tuple(tables), tuple(notes))


def _evaluation(line: Mapping[str, Any], where: str, faults: list[Fault]) -> Mapping[str, Any] | None:
    found = line.get("evaluation")
    if isinstance(found, str):
        try:
            found = json.loads(found)
        except ValueError as error:
            faults.append(Fault(where, f"expected JSON in `evaluation`, got text that is none: {error}"))
            return None
    if isinstance(found, dict) and _are_headers(found.get("required"), found.get("unique_columns")):
        return found
    faults.append(
        Fault(where, "expected `required` and `unique_columns` in `evaluation`, got something else")
    )
    return None


def _are_headers(required: object, unique: object) -> bool:
    """Whether both are lists of headers, and those that name a row are among those wanted."""
    lists = [each for each in (required, unique) if isinstance(each, list) and each]
    if len(lists) < 2 or not all(isinstance(header, str) for each in lists for header in each):
        return False
    return set(lists[1]) <= set(lists[0])


def _gold_table(path: Path, required: Sequence[str], faults: list[Fault]) -> Table:
    """Their gold, its columns called as `evaluation` calls them."""
    csv.field_size_limit(_FIELD_LIMIT)
    where = path.as_posix()
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            rows = [{_header(name): value or "" for name, value in row.items() if name} for row in reader]
    except (OSError, ValueError, csv.Error) as error:
        faults.append(Fault(where, f"expected a CSV table in UTF-8, got none: {error}"))
        return ()
    if missing := [name for name in required if not rows or name not in rows[0]]:
        faults.append(Fault(where, f"expected columns {', '.join(map(quote, missing))}, got none"))
        return ()
    return rows


def _header(name: str) -> str:
    return name.strip().lower().replace(" ", "")


def _taken(published: _Published, notes: list[str]) -> tuple[Task, Gold]:
    entity = tuple(published.evaluation["unique_columns"])
    columns = tuple(_column(published, name, notes) for name in published.evaluation["required"])
    task = Task(published.task_id, published.question, columns, entity, language=published.language)
    rows = list(merge_twins(task.id, _rows(task, published.table, notes), notes))
    return task, Gold(task.id, tuple(rows))


def _column(published: _Published, name: str, notes: list[str]) -> Column:
    """The closest column of ours: a typed one only if its type reads every value."""
    is_entity = name in published.evaluation["unique_columns"]
    plain = Column(name, CellType.NAME if is_entity else CellType.TEXT)
    values = [row[name].strip() for row in published.table]
    column = _typed(plain, published.compared(name), values)
    unread = [value for value in values if value not in _NO_VALUES and not _reads(column, value)]
    if unread and column is not plain:
        told = f"column {quote(name)} is {plain.type}, for {quote(unread[0])} is no {column.type}"
        notes.append(f"{published.task_id}: {told}")
        return plain
    return column


def _typed(plain: Column, compared: Mapping[str, Any], values: Sequence[str]) -> Column:
    metrics = compared.get("metric") or []
    if "number_near" in metrics:
        type_ = CellType.PERCENT if any("%" in value for value in values) else CellType.NUMBER
        tolerance = Tolerance(relative=_tolerance(compared.get("criterion")))
        return Column(plain.name, type_, tolerance=tolerance)
    if "date_near" in metrics:
        return Column(plain.name, CellType.DATE)
    if "url_match" in metrics:
        return Column(plain.name, CellType.URL, url_level=UrlLevel.SITE)
    return plain


def _tolerance(criterion: object) -> Decimal:
    try:
        return abs(Decimal(str(criterion)))
    except InvalidOperation:
        return _USUAL_TOLERANCE


def _reads(column: Column, value: str) -> bool:
    found = value_findings(column, value, is_preferred=True)
    return all(finding.severity is Severity.WARNING for finding in found)


def _rows(task: Task, table: Table, notes: list[str]) -> Iterator[GoldRow]:
    cited = (Citation(_HOME, f"{_GOLD}/{task.id}.csv"),)
    for number, row in enumerate(table, 2):
        names = tuple(row[name].strip() for name in task.entity_columns)
        if not all(names):
            notes.append(f"{task.id}: line {number} of its gold is left out, for it names no row")
            continue
        cells = {
            column.name: GoldCell(State.BLANK, citations=cited)
            if (value := row[column.name].strip()) in _NO_VALUES
            else GoldCell(State.VALUE, value, citations=cited)
            for column in task.attributes
        }
        yield GoldRow(tuple(map(EntityPart, names)), cells)
