"""Answers on the wire: one JSON object for each task that a system answered.

A whole run is tens of megabytes, so a sound answer is read by light checks on
the decoded JSON. Only an answer that fails them meets the pydantic record, which
finds everything that is wrong with it and says where.

A cell is a JSON scalar or a list of cells. An object has no reading as a cell: it is
kept as its JSON text, as it is where a table is found in text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from types import NoneType
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from atlas_grader.answers import (
    Answer,
    Content,
    NumberLiteral,
    RawCell,
    RowsContent,
    TableContent,
    TextContent,
)
from atlas_grader.errors import Fault, InputError
from atlas_grader.records.base import Checked, Contradictions, Filled, OpenRecord
from atlas_grader.records.decode import MAX_DEPTH, TOO_DEEP, DecodeError, decode_answer, decode_plain
from atlas_grader.records.located import did_you_mean, validate

Cell = Annotated[
    Any,
    Field(
        description="A string, number, boolean or null, or a list of them. "
        "Numbers keep the digits they are written with."
    ),
]
Cost = Annotated[float, Field(strict=True, ge=0, allow_inf_nan=False)]


class TableRecord(OpenRecord):
    """A table with its headers once, then rows as lists."""

    model_config = ConfigDict(title="Table")

    columns: list[str]
    """The headers."""
    rows: list[list[Cell]]
    """One list for each row, in the order of `columns`."""


class AnswerRecord(Checked, OpenRecord):
    """What one system returned for one task: `rows`, a `table`, or the raw text of its `answer`."""

    model_config = ConfigDict(
        title="Answer",
        json_schema_extra={
            "oneOf": [
                {"required": [key], "properties": {key: {"not": {"type": "null"}}}}
                for key in ("rows", "table", "answer")
            ]
        },
    )

    task_id: Filled
    """The task that is answered."""
    rows: list[dict[str, Cell]] | None = None
    """One object for each row; its keys are headers."""
    table: TableRecord | None = None
    """Headers once, then rows as lists."""
    answer: str | None = None
    """Whatever the model wrote; the table is found in it."""
    system: str | None = None
    """Name of the system that answered."""
    cost_usd: Cost | None = None
    """What the answer cost, in US dollars."""
    latency_s: Cost | None = None
    """How long the answer took, in seconds."""
    citations: list[str] | None = None
    """Addresses that the answer rests on. They are not graded."""

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """An answer has one content."""
        given = [key for key in _CONTENTS if told.get(key) is not None]
        if len(given) != 1:
            found = " and ".join(f"`{key}`" for key in given) or f"none{_misspelt(told)}"
            yield (), f"expected exactly one of `rows`, `table` and `answer`, got {found}"


_SCALARS = frozenset({str, NumberLiteral, bool, NoneType})
_CONTENTS = ("rows", "table", "answer")


def _misspelt(told: Mapping[str, Any]) -> str:
    unknown = (key for key in told if key not in AnswerRecord.model_fields)
    return next(filter(None, (did_you_mean(key, _CONTENTS) for key in unknown)), "")


class _UnsoundError(ValueError):
    """The light checks failed: ask `AnswerRecord` why."""


def parse_answer(data: bytes, where: str) -> Answer:
    """The answer in one JSON object, or `InputError` with everything that is wrong with it."""
    try:
        return _read(decode_answer(data), where)
    except DecodeError as error:
        raise InputError([Fault(where, str(error))]) from None
    except _UnsoundError:
        raise InputError(_faults(data, where)) from None


def _faults(data: bytes, where: str) -> tuple[Fault, ...]:
    value = decode_plain(data)
    found = validate(AnswerRecord, value, where)
    if isinstance(found, AnswerRecord):
        return (Fault(where, "expected an answer as schemas/answer.schema.json describes it"),)
    task_id = value.get("task_id") if isinstance(value, dict) else None
    return (replace(found[0], task_id=task_id), *found[1:]) if isinstance(task_id, str) else found


def _read(value: object, where: str) -> Answer:
    if type(value) is not dict:
        raise _UnsoundError
    task_id, system = value.get("task_id"), value.get("system")
    if type(task_id) is not str or not task_id or not (system is None or type(system) is str):
        raise _UnsoundError
    return Answer(
        task_id=task_id,
        content=_content(value),
        system=system or "",
        cost_usd=_amount(value.get("cost_usd")),
        latency_s=_amount(value.get("latency_s")),
        citations=_strings(value.get("citations") or []),
        where=where,
    )


def _content(value: dict[str, Any]) -> Content:
    rows, table, text = value.get("rows"), value.get("table"), value.get("answer")
    if (rows is not None) + (table is not None) + (text is not None) != 1:
        raise _UnsoundError
    if type(rows) is list:
        return RowsContent(tuple(map(_row, rows)))
    if type(table) is dict:
        columns, lists = table.get("columns"), table.get("rows")
        if type(lists) is not list or any(type(row) is not list for row in lists):
            raise _UnsoundError
        return TableContent(_strings(columns), tuple(tuple(map(raw_cell, row)) for row in lists))
    if type(text) is str:
        return TextContent(text)
    raise _UnsoundError


def _row(row: object) -> dict[str, RawCell]:
    if type(row) is not dict:
        raise _UnsoundError
    if not _SCALARS.issuperset(map(type, row.values())):
        return {header: raw_cell(cell) for header, cell in row.items()}
    return row


def raw_cell(value: object, depth: int = 0) -> RawCell:
    """A decoded JSON value as a cell: scalars as they are, lists as tuples, objects as JSON text."""
    if depth > MAX_DEPTH:
        raise DecodeError(TOO_DEEP)
    if isinstance(value, list):
        return tuple(raw_cell(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return encode(value)
    return value  # type: ignore[return-value]  # what json decodes is a scalar or one of the above


def _amount(value: object) -> float | None:
    if value is None:
        return None
    if type(value) is not NumberLiteral or not 0 <= (amount := float(value)) < math.inf:
        raise _UnsoundError
    return amount


def _strings(values: object) -> tuple[str, ...]:
    if type(values) is not list or any(type(item) is not str for item in values):
        raise _UnsoundError
    return tuple(values)


def answer_to_json(answer: Answer) -> str:
    """`answer` as one JSON line; `parse_answer` reads it back."""
    content = answer.content
    parts: list[tuple[str, object]] = [("task_id", answer.task_id)]
    if isinstance(content, RowsContent):
        parts.append(("rows", [dict(row) for row in content.rows]))
    elif isinstance(content, TableContent):
        parts.append(("table", {"columns": content.columns, "rows": content.rows}))
    else:
        parts.append(("answer", content.text))
    for key in ("system", "cost_usd", "latency_s", "citations"):
        if (value := getattr(answer, key)) not in ("", None, ()):
            parts.append((key, value))
    return encode(dict(parts))


def encode(value: object, depth: int = 0) -> str:
    """JSON text without spaces; a `NumberLiteral` is a number again, digit for digit."""
    if depth > MAX_DEPTH:
        raise DecodeError(TOO_DEEP)
    if isinstance(value, NumberLiteral):
        return str(value)
    if isinstance(value, dict):
        items = value.items()
        return f"{{{','.join(f'{encode(key)}:{encode(item, depth + 1)}' for key, item in items)}}}"
    if isinstance(value, list | tuple):
        return f"[{','.join(encode(item, depth + 1) for item in value)}]"
    return json.dumps(value, ensure_ascii=False)
