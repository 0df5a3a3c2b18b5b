"""Answers in a folder: one file for each task, named after it.

`lakes-042.md` holds the answer to task `lakes-042`. A name is only ever compared
with the release's task ids, never made into a path.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path

from atlas_grader.errors import Fault, Severity
from atlas_grader.reading.lines import (
    MAX_LINE,
    TEXT_SUFFIXES,
    AnswerLine,
    StreamError,
    fault_of,
    open_stream,
    read_whole,
    reading_errors,
)
from atlas_grader.records.answer import encode
from atlas_grader.records.decode import DecodeError, decode_answer, decode_text
from atlas_grader.records.located import did_you_mean, quote, shown

_SUFFIXES = (*TEXT_SUFFIXES, ".json")
_KNOWN = ", ".join(_SUFFIXES)
_NO_FILE = "expected a file that holds the answer to this task, got none"
_MOST_HINTS = 20
_MOST_NAMED = 6


def read_folder(folder: Path, task_ids: Collection[str] | None = None) -> Iterator[AnswerLine | Fault]:
    """Each file of the folder that is named after a task, as one answer.

    Whatever else is named after a task, and whatever else could hold an answer, is a
    fault, so that no task goes missing unseen. Other folders and files are doubted,
    hidden ones passed over.
    """
    try:
        with reading_errors():
            paths = sorted(path for path in folder.iterdir() if path.name[0] != ".")
    except StreamError as error:
        yield fault_of(error, folder.as_posix())
        return
    found, strangers, others = False, 0, []
    for path in paths:
        task_id, suffix = _named(path)
        is_file = path.is_file()
        if task_ids is not None and task_id in task_ids:
            found = True
            yield _read_file(path, task_id, suffix) if is_file else Fault(path.as_posix(), _NO_FILE)
        elif not is_file or suffix not in _SUFFIXES:
            others.append(path.name)
        elif task_ids is not None:
            found, strangers = True, strangers + 1
            yield Fault(path.as_posix(), _unknown(task_id, task_ids if strangers <= _MOST_HINTS else ()))
        else:
            found = True
            yield _read_file(path, task_id, suffix)
    if not found:
        yield Fault(folder.as_posix(), f"expected files named after tasks ({_KNOWN}), got none")
    elif others:
        told = ", ".join([*map(quote, others[:_MOST_NAMED]), *(["…"] if len(others) > _MOST_NAMED else [])])
        yield Fault(folder.as_posix(), f"passed over what is named after no task: {told}", Severity.WARNING)


def _unknown(name: str, task_ids: Collection[str]) -> str:
    rule = "in a folder of answers each file is named after its task"
    cure = "rename it, or move it elsewhere if it is no answer"
    return f"unknown task {quote(name)}: {rule}; {cure}{did_you_mean(name, task_ids)}"


def _named(path: Path) -> tuple[str, str]:
    inner = Path(path.name.removesuffix(".gz"))
    return inner.stem, inner.suffix.lower()


def _read_file(path: Path, task_id: str, suffix: str) -> AnswerLine | Fault:
    where = path.as_posix()
    if suffix not in _SUFFIXES:
        return Fault(where, f"expected one of {_KNOWN}, got {quote(suffix)}")
    try:
        with open_stream(where) as stream:
            data = read_whole(stream, MAX_LINE)
        if suffix == ".json":
            return AnswerLine(where, _named_answer(data, task_id))
        return AnswerLine(where, _object(task_id, "answer", json.dumps(decode_text(data))))
    except StreamError as error:
        return fault_of(error, where)
    except DecodeError as error:
        return Fault(where, str(error))


def _named_answer(data: bytes, task_id: str) -> bytes:
    """A file's JSON as an answer to the task it is named after."""
    value, text = decode_answer(data), decode_text(data).strip()
    if isinstance(value, list):
        return _object(task_id, "rows", text)
    if isinstance(value, dict):
        if value.get("task_id") is not None:
            return _with_own_name(value["task_id"], text, task_id)
        if isinstance(value.get("columns"), list) and isinstance(value.get("rows"), list):
            return _object(task_id, "table", text)
        if {"rows", "table", "answer"} & value.keys():
            return encode({**value, "task_id": task_id}).encode()
    raise DecodeError(f"expected an answer, a list of rows or a table, got {shown(value)} - at `$`")


def _with_own_name(told: object, text: str, task_id: str) -> bytes:
    if told != task_id:
        expected = f"expected task {quote(task_id)}, as the file is named"
        raise DecodeError(f"{expected}, got {shown(told)} - at `$.task_id`")
    return text.encode()


def _object(task_id: str, key: str, json_text: str) -> bytes:
    return f'{{"task_id": {json.dumps(task_id)}, "{key}": {json_text}}}'.encode()
