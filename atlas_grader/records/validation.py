"""Whether a release is good: what its schema cannot say.

Reading a release already refuses what the types forbid. The rules here are those
a release's author must meet before freezing it: settings that fit the column's
type, cells that a reader can check, values that read as their type, and no name
that could mean two rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from urllib.parse import urlsplit

from atlas_grader.errors import Fault
from atlas_grader.folding import fold_characters
from atlas_grader.records.located import json_path, quote
from atlas_grader.tasks import CellType, Column, Entity, Gold, GoldCell, GoldValue, State, Task

Reads = Callable[[Column], Callable[[str], bool]]
"""For a column: does its type read this text, to the end, as a value."""

NameKey = Callable[[str], str]
"""What must agree for two entity names to be the same."""

# grading.md, section 1
_ATTRIBUTES = range(2, 11)
_EVIDENCE_LENGTH = 200
_LANGUAGE_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_DAY = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")

_NUMERIC = (CellType.NUMBER, CellType.PERCENT, CellType.MONEY, CellType.QUANTITY, CellType.DURATION)
_SETTINGS: Mapping[str, tuple[CellType, ...]] = {
    "unit": (CellType.QUANTITY, CellType.DURATION),
    "currency": (CellType.MONEY,),
    "tolerance": _NUMERIC,
    "precision": (CellType.DATE,),
    "choices": (CellType.ENUM,),
    "item_type": (CellType.LIST,),
    "ordered": (CellType.LIST,),
    "url_level": (CellType.URL,),
    "distance_km": (CellType.COORDINATES,),
    "body": (CellType.COORDINATES,),
    "identifier_kind": (CellType.IDENTIFIER,),
}
# Money needs no currency: a column may hold amounts in the currency of each row's country.
_NEEDED: Mapping[CellType, str] = {CellType.QUANTITY: "unit", CellType.ENUM: "choices"}


def fold_name(name: str) -> str:
    """The plainest key of a name: characters folded, case and spacing dropped."""
    return " ".join(fold_characters(name).casefold().split())


def task_faults(task: Task, where: str) -> Iterator[Fault]:
    """What keeps `task` from being publishable."""
    for message in _task_problems(task):
        yield Fault(where, f"task {quote(task.id)}: {message}")


def gold_faults(
    task: Task, gold: Gold, where: str, *, reads: Reads | None = None, key: NameKey = fold_name
) -> Iterator[Fault]:
    """What keeps `gold` from being publishable as the gold of `task`."""
    for message in _gold_problems(task, gold, reads, key):
        yield Fault(where, f"task {quote(task.id)}: {message}")


def _task_problems(task: Task) -> Iterator[str]:
    if len(task.attributes) not in _ATTRIBUTES:
        yield f"expected 2 to 10 attribute columns, got {len(task.attributes)} - at `$.columns`"
    if not _LANGUAGE_TAG.fullmatch(task.language):
        yield f"expected a language tag such as `en`, got {quote(task.language)} - at `$.language`"
    if task.as_of and not _DAY.fullmatch(task.as_of):
        yield f"expected a date such as `2026-11-30`, got {quote(task.as_of)} - at `$.as_of`"
    yield from _header_problems(task)
    for number, column in enumerate(task.columns):
        for message in _column_problems(column):
            yield f"column {quote(column.name)}: {message} - at `$.columns[{number}]`"


def _header_problems(task: Task) -> Iterator[str]:
    owners: dict[str, str] = {}
    for column in task.columns:
        for header in dict.fromkeys(map(fold_name, (column.name, *column.aliases))):
            if (owner := owners.setdefault(header, column.name)) != column.name:
                both = f"{quote(owner)} and {quote(column.name)}"
                yield f"expected a header to mean one column, got {quote(header)} for {both} - at `$.columns`"


def _column_problems(column: Column) -> Iterator[str]:
    plain = Column(column.name, column.type)
    types = {column.type, column.item_type} if column.type is CellType.LIST else {column.type}
    for setting, owners in _SETTINGS.items():
        if getattr(column, setting) != getattr(plain, setting) and not types & set(owners):
            names = " or ".join(f"`{owner}`" for owner in owners)
            yield f"expected `{setting}` on {names} only, got it on `{column.type}`"
    for cell_type, setting in _NEEDED.items():
        if cell_type in types and not getattr(column, setting):
            yield f"expected `{setting}` for type `{cell_type}`, got none"
    if column.item_type is CellType.LIST:
        yield "expected items of another type than `list`"
    spellings = [name for choice in column.choices for name in {*map(fold_name, choice.names)}]
    for name in sorted({name for name in spellings if spellings.count(name) > 1}):
        yield f"expected each spelling of a choice once, got {quote(name)} twice"


def _gold_problems(task: Task, gold: Gold, reads: Reads | None, key: NameKey) -> Iterator[str]:
    for number, row in enumerate(gold.rows):
        for name, cell in row.cells.items():
            for message in _cell_problems(cell):
                yield f"{message} - at `{json_path(('rows', number, 'cells', name))}`"
    yield from _shape_problems(task, gold)
    yield from _name_problems(task, gold, key)
    if reads is not None:
        yield from _reading_problems(task, gold, reads)


def _cell_problems(cell: GoldCell) -> Iterator[str]:
    if cell.state is not State.UNGRADED and not cell.citations:
        yield f"expected a citation for a `{cell.state}` cell, got none"
    for citation in cell.citations:
        if not _is_web_address(citation.url):
            yield f"expected an http or https address, got {quote(citation.url)}"
        if len(citation.evidence) > _EVIDENCE_LENGTH:
            yield f"expected at most {_EVIDENCE_LENGTH} characters of evidence, got {len(citation.evidence)}"


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and not re.search(r"\s", url)


def _name_problems(task: Task, gold: Gold, key: NameKey) -> Iterator[str]:
    """No name may mean two rows, or a row and a near miss."""
    owners: dict[tuple[str, ...], str] = {}
    for number, row in enumerate(gold.rows):
        path = json_path(("rows", number))
        for names in _spellings(row.entity, key):
            if (owner := owners.setdefault(names, path)) != path:
                yield f"expected names of its own, got {_worded(names)} as in `{owner}` - at `{path}`"
    for number, miss in enumerate(gold.near_misses):
        for names in _spellings(miss.entity, key):
            if names in owners:
                path = json_path(("near_misses", number))
                yield f"expected no row's name, got {_worded(names)} as in `{owners[names]}` - at `{path}`"


def _spellings(entity: Entity, key: NameKey) -> Iterator[tuple[str, ...]]:
    """Every way to name an entity, keyed; a part's first name first."""
    return product(*(dict.fromkeys(map(key, part.names)) for part in entity))


def _worded(names: tuple[str, ...]) -> str:
    return " + ".join(map(quote, names))


def _values(task: Task, gold: Gold) -> Iterator[tuple[Column, GoldValue, str]]:
    """Every gold value with its column and path: entity names, then cells with what is accepted."""
    attributes = {column.name: column for column in task.attributes}
    for number, row in enumerate(gold.rows):
        for column, part in zip(task.entity, row.entity, strict=True):
            yield column, part.value, json_path(("rows", number, "entity", column.name))
        for name, cell in row.cells.items():
            for value in cell.values:
                yield attributes[name], value, json_path(("rows", number, "cells", name))


def _shape_problems(task: Task, gold: Gold) -> Iterator[str]:
    for column, value, path in _values(task, gold):
        if isinstance(value, tuple) and column.type not in {CellType.LIST, CellType.COORDINATES}:
            yield f"expected a string for type `{column.type}`, got `list` - at `{path}`"


def _reading_problems(task: Task, gold: Gold, reads: Reads) -> Iterator[str]:
    readers = {column.name: reads(column) for column in task.columns}
    item_readers = {
        column.name: reads(replace(column, type=column.item_type, item_type=CellType.TEXT, ordered=False))
        for column in task.columns
        if column.type is CellType.LIST
    }
    for column, value, path in _values(task, gold):
        if isinstance(value, str):
            unread = [] if readers[column.name](value) else [value]
        elif column.name in item_readers:
            unread = [item for item in value if not item_readers[column.name](item)]
        else:
            unread = [] if readers[column.name](", ".join(value)) else [", ".join(value)]
        for text in unread:
            yield f"expected {quote(text)} to read as `{column.type}` - at `{path}`"
