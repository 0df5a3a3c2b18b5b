"""Read one JSON object a line of somebody else's file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from atlas_grader.errors import Fault, UsageError
from atlas_grader.records.located import quote
from atlas_grader.records.rules import TASK_ID


def objects_in(path: Path, faults: list[Fault]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """File and line, and the object there; lines that hold none are added to `faults`.

    Raises `UsageError` if the file cannot be read.
    """
    try:
        lines = path.read_bytes().decode("utf-8-sig").split("\n")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read {path}: expected UTF-8, got {error.reason}") from error
    for number, line in enumerate(lines, 1):
        where = f"{path.as_posix()}:{number}"
        if not line.strip():
            continue
        try:
            told = json.loads(line)
        except (ValueError, RecursionError) as error:
            faults.append(Fault(where, f"expected JSON, got text that is none: {error}"))
            continue
        if isinstance(told, dict):
            yield where, told
        else:
            faults.append(Fault(where, f"expected a JSON object, got {quote(line[:40])}"))


def text_of(told: Mapping[str, Any], key: str, where: str, faults: list[Fault]) -> str:
    """The text under a key; nothing, and a fault, if there is none."""
    if isinstance(value := told.get(key), str) and value.strip():
        return value
    faults.append(Fault(where, f"expected text in `{key}`, got {quote(str(value))}"))
    return ""


def id_of(told: Mapping[str, Any], key: str, where: str, faults: list[Fault]) -> str:
    """The id under a key; nothing, and a fault, if it cannot be a task's."""
    found = text_of(told, key, where, faults)
    if found and not re.fullmatch(TASK_ID, found):
        faults.append(
            Fault(where, f"expected an id of letters, digits, `.`, `_` and `-`, got {quote(found)}")
        )
        return ""
    return found
