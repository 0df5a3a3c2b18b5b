"""The tables of some sources in one database, where a recipe's query can read them and do nothing else."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain, islice
from pathlib import Path
from typing import Any

from atlas_grader.rebuilding.tables import Row, SourceError, read_table, source_bytes
from atlas_grader.records.source import Source

_MAY = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}
# Of SQLite's virtual machine; a recipe of some hundred thousand rows takes a few millions.
_MOST_STEPS = 2_000_000_000
_STEPS = 1_000_000
_LOOKED_AT = 200


class QueryError(ValueError):
    """A recipe's query cannot be run; the words say why, and not where."""


class SourceDatabase:
    """Tables as `source_table`; those of a source are read when a query first needs it."""

    def __init__(self, sources: Iterable[Source], folder: Path) -> None:
        """`folder` holds the files of the sources."""
        self._sources = {source.id: source for source in sources}
        self._folder = folder
        self._database = sqlite3.connect(":memory:")
        # They are made when they are first used, which no query may do.
        self._database.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')")
        self._database.create_function("regexp_find", 2, _regexp_find, deterministic=True)
        self._loaded: set[str] = set()

    def close(self) -> None:
        """Let go of the memory."""
        self._database.close()

    def rows(self, sources: Iterable[str], sql: str) -> list[Row]:
        """What a query gives; `QueryError` if it cannot be run, `SourceError` if a source cannot be read."""
        for source in sources:
            self._load(source)
        steps = 0

        def count() -> int:
            nonlocal steps
            steps += _STEPS
            return int(steps > _MOST_STEPS)

        self._database.set_authorizer(_authorize)
        self._database.set_progress_handler(count, _STEPS)
        try:
            with closing(self._database.execute(sql)) as found:
                names = [column[0] for column in found.description or ()]
                if len(set(names)) < len(names):
                    raise QueryError(f"expected each column once, got {', '.join(names)}")
                return [dict(zip(names, row, strict=True)) for row in found]
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise QueryError(f"the query cannot be run: {error}") from error
        finally:
            self._database.set_progress_handler(None, 0)
            self._database.set_authorizer(None)

    def _load(self, id_: str) -> None:
        if id_ in self._loaded:
            return
        if id_ not in self._sources:
            raise QueryError(f"unknown source {id_}; known are {', '.join(self._sources)}")
        source = self._sources[id_]
        data = source_bytes(source, self._folder)
        for name, table in source.tables.items():
            self._fill(f"{id_}_{name}", read_table(source.file, data, table))
        self._loaded.add(id_)

    def _fill(self, table: str, rows: Iterator[Row]) -> None:
        """Make a table of some rows, whose columns are those of the first ones."""
        first = list(islice(rows, _LOOKED_AT))
        names = list(dict.fromkeys(name for row in first for name in row if name))
        if not names:
            raise SourceError(f"table {table} has no rows")
        quoted = ", ".join('"{}"'.format(name.replace('"', '""')) for name in names)
        self._database.execute(f"CREATE TABLE {table} ({quoted})")
        marks = ", ".join("?" * len(names))
        self._database.executemany(
            f"INSERT INTO {table} VALUES ({marks})",
            ([row.get(name) for name in names] for row in chain(first, rows)),
        )


def _authorize(action: int, *_: Any) -> int:  # noqa: ANN401 (as sqlite3 calls it)
    return sqlite3.SQLITE_OK if action in _MAY else sqlite3.SQLITE_DENY


def _regexp_find(text: str | None, pattern: str) -> str | None:
    """The first group of the first match, or all of it if there is no group; NULL if there is none."""
    found = re.search(pattern, text) if text is not None else None
    if found is None:
        return None
    return found[1] if found.re.groups else found[0]
