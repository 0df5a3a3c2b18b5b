"""Octen's widesearch-bench: its `tasks.jsonl`, strict or not, and `aliases/gold_aliases.jsonl` beside it.

Its tasks of type T1 ask for entities alone, T2 for a table. T3 (surveys) and T4 (single facts) are no tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from atlas_grader.errors import Fault, ReleaseError
from atlas_grader.importing.imported import Imported, merge_twins
from atlas_grader.importing.lines import id_of, objects_in, text_of
from atlas_grader.tasks import CellType, Citation, Column, EntityPart, Gold, GoldCell, GoldRow, State, Task

_ENTITY = "entity"
_HOME = "https://github.com/Octen-Team/widesearch-bench"
_ALIASES = Path("aliases", "gold_aliases.jsonl")
Aliases = Mapping[tuple[str, str], Sequence[str]]


def read_octen(path: Path) -> Imported:
    """The tasks in a file of Octen's; `ReleaseError` with every line that cannot be read."""
    faults: list[Fault] = []
    notes: list[str] = []
    aliases = _read_aliases(path.parent / _ALIASES, faults)
    tables = []
    for where, told in objects_in(path, faults):
        task_id, kind = id_of(told, "id", where, faults), told.get("type")
        if kind not in ("T1", "T2"):
            notes.append(f"{task_id}: left out, a task of type {kind} has no table")
        elif not _has_gold(told):
            told_so = "expected `gold_entities` or `gold_matrix` with names, got something else"
            faults.append(Fault(where, told_so))
        elif (question := text_of(told, "question", where, faults)) and task_id:
            tables.append(_table(task_id, question, told, aliases, notes))
    if faults:
        raise ReleaseError(faults)
    return Imported("Octen widesearch-bench", "Apache-2.0", tuple(tables), tuple(notes))


def _has_gold(told: Mapping[str, Any]) -> bool:
    """Whether entities are a list of objects with names, and the matrix, if any, an object of objects."""
    entities, matrix = told.get("gold_entities") or [], told.get("gold_matrix") or {}
    if not isinstance(entities, list) or not isinstance(matrix, dict):
        return False
    named = all(isinstance(entity, dict) and _is_name(entity.get("canonical")) for entity in entities)
    return named and all(_is_name(name) and isinstance(cells, dict) for name, cells in matrix.items())


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _read_aliases(path: Path, faults: list[Fault]) -> Aliases:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    if path.is_file():
        for where, told in objects_in(path, faults):
            key = text_of(told, "task_id", where, faults), text_of(told, "canonical", where, faults)
            found[key] += _texts(told.get("aliases"))
    return found


def _table(
    task_id: str, question: str, told: Mapping[str, Any], aliases: Aliases, notes: list[str]
) -> tuple[Task, Gold]:
    matrix = told.get("gold_matrix") or {}
    headers = list(dict.fromkeys(header for cells in matrix.values() for header in cells))
    columns = (Column(_ENTITY, CellType.NAME), *(Column(header, CellType.TEXT) for header in headers))
    language = told.get("language")
    task = Task(
        task_id,
        question,
        columns,
        (_ENTITY,),
        language=language if language in ("en", "zh") else "en",
        as_of=str(told.get("as_of") or ""),
    )
    rows = [*_members(told.get("gold_entities") or []), *_described(matrix, headers)]
    named = [_with_aliases(row, aliases.get((task_id, row.entity[0].value), ())) for row in rows]
    return task, Gold(task_id, tuple(merge_twins(task_id, named, notes)))


def _members(entities: Sequence[Mapping[str, Any]]) -> Iterator[GoldRow]:
    for entity in entities:
        yield GoldRow((EntityPart(entity["canonical"], tuple(_texts(entity.get("aliases")))),), {})


def _described(matrix: Mapping[str, Mapping[str, Any]], headers: Sequence[str]) -> Iterator[GoldRow]:
    for name, cells in matrix.items():
        yield GoldRow((EntityPart(name),), {header: _cell(cells.get(header)) for header in headers})


def _cell(value: object) -> GoldCell:
    cited = (Citation(_HOME),)
    if value is None or not str(value).strip():
        return GoldCell(State.BLANK, citations=cited)
    return GoldCell(State.VALUE, str(value), citations=cited)


def _with_aliases(row: GoldRow, more: Sequence[str]) -> GoldRow:
    (part,) = row.entity
    names = dict.fromkeys((*part.aliases, *more))
    return GoldRow((EntityPart(part.value, tuple(name for name in names if name != part.value)),), row.cells)


def _texts(value: object) -> list[str]:
    return [text for text in value if isinstance(text, str) and text] if isinstance(value, list) else []
