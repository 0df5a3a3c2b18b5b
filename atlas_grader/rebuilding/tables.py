"""The tables of a source, read from its pinned file: nothing in it is ever run."""

from __future__ import annotations

import ast
import csv
import hashlib
import io
import json
import sqlite3
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from atlas_grader.errors import UsageError
from atlas_grader.records.source import Format, Source, SourceTable

Row = Mapping[str, Any]
_ZIPS, _TARS = (".whl", ".zip"), (".tgz", ".tar.gz", ".tar.xz")
_WITHIN = "!"
_PLAIN = (str, float, type(None))
_INTEGERS = 2**63
_LONGEST_CELL = 2**27
_UNREADABLE = (
    ValueError,
    LookupError,
    TypeError,
    SyntaxError,
    sqlite3.Error,
    csv.Error,
    zipfile.BadZipFile,
    tarfile.TarError,
)


class SourceError(UsageError):
    """A source's file is not there, is another one, or does not hold what the source says."""


def source_bytes(source: Source, folder: Path) -> bytes:
    """The file of a source; `SourceError` if it is not there, or is not the pinned one."""
    path = folder / source.file
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(f"{path}: cannot read the file of source {source.id}: {error.strerror}") from error
    if (found := hashlib.sha256(data).hexdigest()) != source.sha256:
        raise SourceError(
            f"{path}: expected the file of {source.package} {source.version} with sha256 "
            f"{source.sha256[:12]}…, got {found[:12]}…"
        )
    return data


def read_table(file: str, data: bytes, table: SourceTable) -> Iterator[Row]:
    """Each row of a table in a source's file; `SourceError` if there is none such."""
    inside = ""
    try:
        for inside, member in _members(file, data, table.path):
            yield from _READERS[table.format](inside, member, table)
    except _UNREADABLE as error:
        raise SourceError(f"{file}: cannot read {inside or file} as {table.format}: {error}") from error
    if not inside:
        raise SourceError(f"{file}: expected {table.path} in it, got none")


def _members(name: str, data: bytes, pattern: str) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each file in an archive that the pattern names, by name; or of the file itself."""
    outer, _, inner = pattern.partition(_WITHIN)
    if name.endswith(_ZIPS):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in sorted(archive.namelist()):
                if fnmatchcase(member, outer):
                    yield from _members(member, archive.read(member), inner)
    elif name.endswith(_TARS):
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            for entry in sorted(tar.getmembers(), key=lambda each: each.name):
                if fnmatchcase(entry.name, outer) and (opened := tar.extractfile(entry)):
                    yield from _members(entry.name, opened.read(), inner)
    else:
        yield name, data


def _csv_rows(_: str, data: bytes, table: SourceTable) -> Iterator[Row]:
    csv.field_size_limit(_LONGEST_CELL)
    lines = io.StringIO(data.decode("utf-8-sig"), newline="")
    return csv.DictReader(lines, table.header or None, delimiter=table.delimiter)


def _json_rows(_: str, data: bytes, table: SourceTable) -> Iterator[Row]:
    found = json.loads(data)
    for key in filter(None, table.at.split("/")):
        found = found[key]
    if isinstance(found, dict):
        found = [{"key": key, **_object(row)} for key, row in found.items()]
    for row in found:
        told = dict(zip(table.header, row, strict=True)) if table.header else _object(row)
        yield {name: _scalar(value) for name, value in told.items()}


def _object(row: object) -> Row:
    return row if isinstance(row, dict) else {"value": row}


def _scalar(value: object) -> object:
    """What SQLite can hold; what it cannot is kept as its JSON, which `json_each` and others read."""
    if isinstance(value, int):
        return int(value) if abs(value) < _INTEGERS else str(value)
    return value if isinstance(value, _PLAIN) else json.dumps(value, ensure_ascii=False)


def _sqlite_rows(_: str, data: bytes, table: SourceTable) -> Iterator[Row]:
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(data)
        database.row_factory = sqlite3.Row
        name = table.at.replace('"', '""')
        for row in database.execute(f'SELECT * FROM "{name}"'):
            yield dict(row)


def _python_rows(_: str, data: bytes, table: SourceTable) -> Iterator[Row]:
    for statement in ast.parse(data).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == table.at:
            for row in ast.literal_eval(statement.value):
                yield {name: _scalar(value) for name, value in zip(table.header, row, strict=True)}
            return
    raise ValueError(f"expected rows by the name of {table.at}, got none")


def _sheet_rows(_: str, data: bytes, table: SourceTable) -> Iterator[Row]:
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise SourceError("a workbook is read by openpyxl: pip install 'atlas-grader[release]'") from error
    rows = (
        load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        .worksheets[0]
        .iter_rows(values_only=True)
    )
    names: tuple[str, ...] = ()
    for row in rows:
        if names:
            yield {name: _scalar(value) for name, value in zip(names, row, strict=False) if name}
        elif not table.header or row[0] == table.header[0]:
            names = tuple(str(cell or "") for cell in row)


def _texts(name: str, data: bytes, _: SourceTable) -> Iterator[Row]:
    yield {"path": name, "text": data.decode()}


_READERS: Mapping[Format, Callable[[str, bytes, SourceTable], Iterator[Row]]] = {
    Format.CSV: _csv_rows,
    Format.JSON: _json_rows,
    Format.SQLITE: _sqlite_rows,
    Format.PYTHON: _python_rows,
    Format.SHEET: _sheet_rows,
    Format.TEXT: _texts,
}
