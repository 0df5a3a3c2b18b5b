"""Answers from the outside world: files, folders, standard input.

Reading streams: one answer is in memory at a time. `read_lines` yields each
answer as raw JSON, cheap to hand to another process; `read_answers` decodes them
and checks them off against a release's tasks. Nothing found wrong stops the
reading: every fault is collected, and `InputError` carries them all at the end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from atlas_grader.answers import Answer
from atlas_grader.errors import Fault, InputError, Severity
from atlas_grader.reading.documents import read_case_lines, read_document
from atlas_grader.reading.folders import read_folder
from atlas_grader.reading.lines import MAX_DOCUMENT, MAX_LINE, STDIN, AnswerLine, is_folder, kept_stdin
from atlas_grader.reading.roll import Roll
from atlas_grader.records import parse_answer

__all__ = [
    "MAX_DOCUMENT",
    "MAX_LINE",
    "STDIN",
    "AnswerLine",
    "Roll",
    "kept_stdin",
    "read_answers",
    "read_case_lines",
    "read_lines",
]


def read_lines(source: str | Path, task_ids: Collection[str] | None = None) -> Iterator[AnswerLine | Fault]:
    """Each answer of `source` as raw JSON, or a fault where there is none to be had.

    `source` is a file (`.jsonl`, `.json`, either also gzipped), `-` for standard
    input in any of these forms, or a folder with one file for each task. `task_ids`
    are the file names that a folder may hold; without them, any.
    """
    if is_folder(str(source)):
        return read_folder(Path(source), task_ids)
    return read_document(str(source))


def read_answers(
    source: str | Path, task_ids: Collection[str] | None = None, doubts: list[Fault] | None = None
) -> Iterator[Answer]:
    """Each answer of `source`; at the end `InputError` with all faults, if there are any.

    With `task_ids`, an answer to another task is a fault. An answer to a task that
    was answered before always is one. What is only odd is added to `doubts`.
    """
    roll = Roll(task_ids)
    faults: list[Fault] = []
    for line in read_lines(source, task_ids):
        if isinstance(line, Fault):
            if line.severity is Severity.ERROR:
                faults.append(line)
            elif doubts is not None:
                doubts.append(line)
            continue
        try:
            answer = parse_answer(line.data, line.where)
        except InputError as error:
            faults += error.faults
            task_id = error.faults[0].task_id
            if task_id and (fault := roll.enter(task_id, line.where)):
                faults.append(fault)
            continue
        if fault := roll.enter(answer.task_id, line.where, answer.system):
            faults.append(fault)
        else:
            yield answer
    if faults:
        raise InputError(faults)
