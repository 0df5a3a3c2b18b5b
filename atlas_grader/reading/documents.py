"""Answers in one file or stream: a line each, or together in one JSON document.

A document is an answer, a list of answers, an object with a list of `answers`, or
several of these in a row (as `jq` prints them). Each answer is cut out as it
stands, so its numbers keep their digits and its faults their line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator, Sequence
from itertools import chain, islice

from atlas_grader.errors import Fault
from atlas_grader.reading.lines import (
    MAX_DOCUMENT,
    MAX_LINE,
    STDIN,
    TEXT_SUFFIXES,
    AnswerLine,
    Stream,
    StreamError,
    fault_of,
    filled_lines,
    is_folder,
    open_stream,
    read_whole,
)
from atlas_grader.records.decode import TOO_DEEP, DecodeError, decode_plain, decode_text, word_json_error
from atlas_grader.records.forms import ANSWERS, form_of
from atlas_grader.records.located import quote

_LINE_SUFFIXES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
_SPACE = re.compile(r"[ \t\r\n]*")
# Numbers stay text: a document is only cut here, not read.
_CUTTER = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str, strict=False)
_ONE_TASK = (
    "expected answers as JSON, got other text; if it answers one task, put it in a folder under the "
    "task's id (`TASK.md`, `TASK.csv` …) and name the folder"
)
_NOTHING = "expected answers, one JSON object a line, got none"


def read_document(source: str) -> Iterator[AnswerLine | Fault]:
    """Each answer in a file or standard input, as it stands."""
    shown = "<stdin>" if source == STDIN else source
    try:
        with open_stream(source) as stream:
            yield from _read_stream(stream, shown, source.lower())
    except StreamError as error:
        yield fault_of(error, shown)


def _read_stream(stream: Stream, shown: str, name: str) -> Iterator[AnswerLine | Fault]:
    lines = filled_lines(stream)
    first = next(lines, None)
    if first is None:
        yield Fault(shown, _NOTHING)
    elif (form := form_of(first[1])) not in {"", ANSWERS}:
        yield Fault(f"{shown}:{first[0]}", f"expected answers, got what looks like {form}")
    elif name.removesuffix(".gz").endswith(TEXT_SUFFIXES) and not first[1].startswith((b"{", b"[")):
        yield Fault(shown, _ONE_TASK)
    elif name.endswith(_LINE_SUFFIXES):
        yield from _each_line(chain([first], lines), shown, ", or name the file `.json`")
    elif _is_answer(first[1]):
        yield from (AnswerLine(f"{shown}:{number}", data) for number, data in chain([first], lines))
    else:
        number, data = first
        yield from cut_document(data + b"\n" + read_whole(stream, MAX_DOCUMENT), shown, number)


def read_case_lines(source: str, called: str = "conformance cases") -> Iterator[AnswerLine | Fault]:
    """Each line of a file of conformance cases, or of what else is `called` so, or of standard input."""
    shown = "<stdin>" if source == STDIN else source
    if is_folder(source):
        yield Fault(shown, f"expected a file of {called}, got a folder")
        return
    found = False
    try:
        with open_stream(source) as stream:
            for line in _each_line(filled_lines(stream), shown):
                found = True
                yield line
        if not found:
            yield Fault(shown, f"expected {called}, one JSON object a line, got none")
    except StreamError as error:
        yield fault_of(error, shown)


def _each_line(
    lines: Iterator[tuple[int, bytes]], shown: str, cure: str = ""
) -> Iterator[AnswerLine | Fault]:
    """Each line; but one fault for a whole file whose first line is only the beginning of its JSON."""
    ahead = list(islice(lines, 1))
    if ahead and _breaks_off(ahead[0][1]):
        ahead += islice(lines, 1)
        if _is_one_document([data for _, data in ahead]):
            found = "expected a whole JSON object in each line, got one that goes on in the next"
            yield Fault(f"{shown}:{ahead[0][0]}", f"{found}; write each on one line{cure}")
            return
    for number, data in chain(ahead, lines):
        yield AnswerLine(f"{shown}:{number}", data)


def _is_one_document(first_lines: Sequence[bytes]) -> bool:
    """Whether the second line of a file, too, is no JSON of its own, after a first that breaks off."""
    return len(first_lines) > 1 and (first_lines[0] == b"[" or not _is_json(first_lines[1]))


def _breaks_off(line: bytes) -> bool:
    """Whether a line could be JSON if only it went on."""
    text = line.decode(errors="replace")
    try:
        _CUTTER.decode(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text) or error.msg.startswith("Unterminated string")
    except RecursionError:
        pass
    return False


def _is_json(line: bytes) -> bool:
    try:
        decode_plain(line)
    except DecodeError:
        return False
    return True


def _is_answer(line: bytes) -> bool:
    """Whether the line is whole by itself, so that each line is an answer."""
    try:
        value = decode_plain(line)
    except DecodeError:
        return False
    return isinstance(value, dict) and not _holds_answers(value)


def _holds_answers(value: dict[str, object]) -> bool:
    return "task_id" not in value and isinstance(value.get("answers"), list)


def cut_document(data: bytes, shown: str, first_line: int = 1) -> Iterator[AnswerLine | Fault]:
    """Each answer of a JSON document that starts on `first_line` of a file."""
    line, passed = first_line, -1
    try:
        text = decode_text(data)
        for start, end in _spans(text):
            line += text.count("\n", max(passed, 0), start)
            passed = start
            yield _answer_line(f"{shown}:{line}", text[start:end])
        if passed < 0:
            yield Fault(shown, _NOTHING)
    except DecodeError as error:
        yield Fault(shown if passed < 0 else f"{shown}:{line}", str(error))
    except json.JSONDecodeError as error:
        where = f"{shown}:{first_line + error.lineno - 1}"
        yield Fault(where, word_json_error(error, f"at column {error.colno}"))
    except RecursionError:
        yield Fault(f"{shown}:{line}", TOO_DEEP)


def _answer_line(where: str, text: str) -> AnswerLine | Fault:
    data = text.encode()
    if len(data) > MAX_LINE:
        return Fault(where, f"expected at most {MAX_LINE // 2**20} MB in an answer, got more")
    return AnswerLine(where, data)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Where each answer of the document starts and ends."""
    position = _skip(text, 0)
    while position < len(text):
        if text[position] == "[":
            position = yield from _items(text, position)
        else:
            value, end = _CUTTER.raw_decode(text, position)
            if isinstance(value, dict) and _holds_answers(value):
                yield from _items(text, _member(text, position, "answers"))
            else:
                yield position, end
            position = end
        position = _skip(text, position)


def _items(text: str, position: int) -> Generator[tuple[int, int], None, int]:
    """Spans of a list's items; returns where the list ends."""
    position = _skip(text, position + 1)
    if text[position : position + 1] == "]":
        return position + 1
    while True:
        _, end = _CUTTER.raw_decode(text, position)
        yield position, end
        position = _skip(text, end)
        if text[position : position + 1] == "]":
            return position + 1
        if text[position : position + 1] != ",":
            raise json.JSONDecodeError("Expecting ',' delimiter", text, position)
        position = _skip(text, position + 1)


def _member(text: str, position: int, key: str) -> int:
    """Where the value of `key` starts in an object that was found sound and to have it."""
    found = 0
    while text[position] != "}":
        name, end = _CUTTER.raw_decode(text, _skip(text, position + 1))
        value = _skip(text, _skip(text, end) + 1)
        if name == key:
            if found:
                raise DecodeError(f"expected each key once, got {quote(key)} twice in one object")
            found = value
        position = _skip(text, _CUTTER.raw_decode(text, value)[1])
    return found


def _skip(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    return space.end() if space else position
