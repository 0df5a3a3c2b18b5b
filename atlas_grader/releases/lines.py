"""Read a file of a release that holds one JSON object a line."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources.abc import Traversable
from typing import TypeVar

from atlas_grader.errors import Fault
from atlas_grader.records import DecodeError, decode_release

Value = TypeVar("Value")
Parse = Callable[[object, str], Value | tuple[Fault, ...]]


def read_records(
    folder: Traversable, name: str, shown: str, parse: Parse[Value], faults: list[Fault]
) -> list[tuple[str, Value]]:
    """File and line, and what `parse` makes of each; none if there is no such file.

    What is wrong is added to `faults`; the folder is called `shown` there.
    """
    path = folder / name
    if not path.is_file():
        return []
    found = []
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        where = f"{shown}/{name}:{number}"
        value = _parsed(line, where, parse) if line.strip() else ()
        if isinstance(value, tuple):
            faults += value
        else:
            found.append((where, value))
    return found


def _parsed(line: bytes, where: str, parse: Parse[Value]) -> Value | tuple[Fault, ...]:
    try:
        return parse(decode_release(line), where)
    except DecodeError as error:
        return (Fault(where, str(error)),)
