"""The ledger: every ruling that a judge was paid for, kept where the next run finds it.

It holds what the judge said of each variant of a question that it was asked, and the rulings that
follow from those. Either is only ever added. The first on a question stands, and is what whoever
asks again is told: processes that ask the same at once go on with the same. What a call gave is there once
`record` returns: a process killed then loses nothing of it.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from atlas_grader.errors import UsageError, printable
from atlas_grader.judge.calls import Usage
from atlas_grader.judge.excerpts import Call, Excerpt, digits
from atlas_grader.judge.identity import Identity
from atlas_grader.questions import Question, is_ruling
from atlas_grader.records.ledger import CallRecord
from atlas_grader.records.located import validate

FILE = "judge.sqlite3"
_TURNS = "judge.turn"
_VERSION = 2
_MOST_SHOWN = 200
_KEY = re.compile("[0-9a-f]{64}")
_APPLICATION = 0x41544C53
"""Marks an SQLite file as a ledger."""
# Nobody holds the file longer than it takes to write one call,
_PATIENCE_S = 30
# or holds a turn longer than it takes to read and write a large portable ledger, or several in a row.
_PATIENCE_FOR_A_TURN_S = 600
_PAUSE_S = 0.01
_RULINGS = """CREATE TABLE {} (
        judge INTEGER NOT NULL REFERENCES judge, key TEXT NOT NULL,
        ruling TEXT NOT NULL, calls TEXT NOT NULL, PRIMARY KEY (judge, key)
    ) WITHOUT ROWID"""
_TABLES = (
    "CREATE TABLE judge (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE)",
    """CREATE TABLE call (
        id TEXT PRIMARY KEY, model TEXT NOT NULL,
        prompt INTEGER, cached INTEGER, written INTEGER, completion INTEGER, reasoning INTEGER,
        cost TEXT, seconds REAL NOT NULL, time TEXT NOT NULL
    ) WITHOUT ROWID""",
    _RULINGS.format("said"),
    _RULINGS.format("ruling"),
)
_AMONG = "WHERE key IN (SELECT value FROM json_each(?)) AND judge = ?"
_COUNTS = tuple(field.name for field in fields(Usage))


def default_path() -> Path:
    """Where a user's own ledger is: in the folder for what can be made again."""
    from platformdirs import user_cache_path

    return user_cache_path("atlas-grader", appauthor=False) / FILE


class Ledger:
    """An open ledger. Every method raises `UsageError` if the file cannot be used."""

    def __init__(self, database: sqlite3.Connection, path: Path | None = None) -> None:
        """See `open` and `in_memory`."""
        self._database = database
        self._path = path
        self._shown = "the ledger in memory" if path is None else path.as_posix()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the ledger at `path`, which is made if need be."""
        shown = path.as_posix()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the path
            found = getattr(error, "strerror", None) or error
            raise UsageError(f"{shown}: expected a folder to keep a ledger in, got: {found}") from error
        with _told(shown):
            database = _connected(path, _PATIENCE_S)
        try:
            ledger = cls(database, path)
            ledger._prepare()
        except BaseException:
            database.close()
            raise
        return ledger

    @classmethod
    def open_to_read(cls, path: Path) -> Self:
        """Open the ledger at `path`, of which nothing can be or is to be written.

        Where SQLite may not even lock it, it is read as it is, unless a part of it lies in a file beside it.
        """
        shown = path.as_posix()
        ways = ["mode=ro"] + ["immutable=1"] * (not path.with_name(f"{path.name}-wal").exists())
        refused = UsageError(f"{shown}: expected a ledger, got an empty file")
        for way in ways:
            with _told(shown):
                database = _connected(f"{path.absolute().as_uri()}?{way}", _PATIENCE_S, uri=True)
            ledger = cls(database, path)
            try:
                if not ledger._is_new():
                    return ledger
            except UsageError as error:
                refused = error
            database.close()
        raise refused

    @classmethod
    def in_memory(cls) -> Self:
        """A ledger that is gone when it is closed."""
        ledger = cls(_connected(":memory:", _PATIENCE_S))
        ledger._prepare()
        return ledger

    def close(self) -> None:
        """Close the file; nothing waits to be written."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def judges(self) -> list[Identity]:
        """Everybody whose rulings it holds."""
        query = "SELECT identity FROM judge WHERE EXISTS (SELECT 1 FROM ruling WHERE ruling.judge = judge.id)"
        with _told(self._shown):
            found = [text for (text,) in self._database.execute(f"{query} ORDER BY identity")]
        try:
            return [Identity.from_json(json.loads(text)) for text in found]
        except ValueError as error:
            raise _damaged(self._shown, f"expected judges, got: {str(error)[:_MOST_SHOWN]}") from error

    def rulings(self, judge: Identity) -> dict[str, str]:
        """All rulings of one judge: key of a question → ruling."""
        with _told(self._shown):
            query = "SELECT key, ruling FROM ruling WHERE judge = ?"
            return self._sound(self._database.execute(query, (self._number(judge),)))

    def rulings_on(self, judge: Identity, questions: Mapping[str, Question]) -> dict[str, str]:
        """What is known of some questions, given by key."""
        return self._allowed("ruling", judge, questions)

    def said_of(self, judge: Identity, questions: Mapping[str, Question]) -> dict[str, str]:
        """What the judge said of some variants of questions, given by key."""
        return self._allowed("said", judge, questions)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Nobody else who has this ledger open is in such a block meanwhile; they may write into it."""
        if self._path is None:
            yield
            return
        turns = self._path.with_name(_TURNS)
        with _told(turns.as_posix()), closing(_connected(turns, _PATIENCE_FOR_A_TURN_S)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            yield

    def record(self, judge: Identity, calls: Sequence[Call], said: Mapping[str, str]) -> dict[str, str]:
        """Keep calls that were made for one thing, and what the judge said in them, all or nothing; give
        what stands as said under the same keys."""
        behind = ",".join(sorted(call.id for call in calls))
        with self._writing() as database:
            database.execute("INSERT INTO judge (identity) VALUES (?) ON CONFLICT DO NOTHING", (judge.text,))
            number = self._number(judge)
            query = "INSERT INTO call VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            database.executemany(query, map(_row, calls))
            rows = [(number, key, ruling, behind) for key, ruling in said.items()]
            database.executemany("INSERT INTO said VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", rows)
            return self._sound(self._found("said", number, said))

    def conclude(
        self, judge: Identity, rulings: Mapping[str, str], rests_on: Mapping[str, Collection[str]]
    ) -> dict[str, str]:
        """Keep rulings, each of which follows from what was said under the keys that `rests_on` has for
        its own; give the rulings that stand."""
        with self._writing() as database:
            number = self._number(judge)
            keys = {said for key in rulings for said in rests_on[key]}
            calls_of = {key: _ids(calls) for key, _, calls in self._found("said", number, keys)}
            rows = []
            for key, ruling in rulings.items():
                calls = {call for said in rests_on[key] for call in calls_of[said]}
                rows.append((number, key, ruling, ",".join(sorted(calls))))
            database.executemany("INSERT INTO ruling VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", rows)
            return self._sound(self._found("ruling", number, rulings))

    def excerpt(self, judge: Identity, keys: Collection[str]) -> Excerpt:
        """What is known of some questions, and the calls behind it: what a portable ledger can hold."""
        with _told(self._shown):
            rows = list(self._found("ruling", self._number(judge), keys))
            behind = {key: _ids(calls) for key, _, calls in rows}
            ids = {id_ for calls in behind.values() for id_ in calls}
            # Whatever others add meanwhile, the calls behind a ruling were there before it.
            query = "SELECT * FROM call WHERE id IN (SELECT value FROM json_each(?))"
            calls = [self._call(row) for row in self._database.execute(query, (_listed(ids),))]
        known = {call.id: call for call in calls}
        if lost := sorted(ids - known.keys()):
            raise _damaged(self._shown, f"expected a call {lost[0][:_MOST_SHOWN]!r}, got none")
        return Excerpt(judge, self._sound(rows), behind, known)

    def check(self, judge: Identity) -> None:
        """See that all that is known of one judge's questions could go into an excerpt."""
        self.excerpt(judge, self.rulings(judge))

    def _allowed(self, table: str, judge: Identity, questions: Mapping[str, Question]) -> dict[str, str]:
        """What a table has of some questions: nothing that they cannot be ruled."""
        with _told(self._shown):
            found = self._sound(self._found(table, self._number(judge), questions))
        for key, ruling in found.items():
            if not questions[key].allows(ruling):
                raise _damaged(self._shown, f"expected a ruling on a {questions[key].kind}, got {ruling!r}")
        return found

    def _found(self, table: str, judge: int | None, keys: Iterable[str]) -> Iterator[tuple[Any, ...]]:
        """Key, ruling and calls of what a table has under some keys."""
        query = f"SELECT key, ruling, calls FROM {table} {_AMONG}"
        return self._database.execute(query, (_listed(keys), judge))

    def _sound(self, rows: Iterable[tuple[Any, ...]]) -> dict[str, str]:
        """Key → ruling of rows that begin with these; nothing that a portable ledger could not hold."""
        found = {key: ruling for key, ruling, *_ in rows}
        if odd := next((pair for pair in found.items() if not _is_sound(*pair)), None):
            raise _damaged(self._shown, f"expected a key and a ruling, got {str(odd)[:_MOST_SHOWN]}")
        return found

    def _call(self, row: tuple[Any, ...]) -> Call:
        id_, model, *counts, cost, seconds, time = row
        usage = None if set(counts) == {None} else dict(zip(_COUNTS, counts, strict=True))
        exact = Decimal(seconds) if isinstance(seconds, float) else seconds
        told = {"call": id_, "model": model, "usage": usage, "cost": cost, "seconds": exact, "time": time}
        line = validate(CallRecord, told, self._shown)
        if isinstance(line, tuple):
            raise _damaged(self._shown, line[0].message)
        return Call.of(line)

    def _number(self, judge: Identity) -> int | None:
        found = self._database.execute("SELECT id FROM judge WHERE identity = ?", (judge.text,)).fetchone()
        return found[0] if found else None

    def _prepare(self) -> None:
        """Make the tables of a new file; a file that cannot be written is told now, not after a call."""
        self._is_new()  # before anything changes in what is no ledger
        with _told(self._shown):
            self._use_wal()
            self._database.execute("PRAGMA synchronous = NORMAL")
        with self._writing() as database:
            if self._is_new():
                for table in _TABLES:
                    database.execute(table)
                database.execute(f"PRAGMA application_id = {_APPLICATION}")
                database.execute(f"PRAGMA user_version = {_VERSION}")
            # Of a file that may only be read, BEGIN alone does not tell.
            database.execute("DELETE FROM judge WHERE NULL")

    def _use_wal(self) -> None:
        """Let others read while one writes; where others do the same at once, SQLite itself does not wait."""
        end = time.monotonic() + _PATIENCE_S
        while self._database.execute("PRAGMA journal_mode").fetchone()[0] == "delete":
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(_PAUSE_S)
            else:
                return

    def _is_new(self) -> bool:
        """Whether the file has no tables yet; `UsageError` if it has others than this code knows."""
        with _told(self._shown):
            if not self._one("SELECT count(*) FROM sqlite_master"):
                return True
            if self._one("PRAGMA application_id") != _APPLICATION:
                raise UsageError(f"{self._shown}: expected a ledger, got another SQLite file; move it away")
            if (version := self._one("PRAGMA user_version")) != _VERSION:
                update = "update atlas-grader, or " if version > _VERSION else ""
                raise UsageError(
                    f"{self._shown}: expected a ledger of version {_VERSION}, got version {version}; {update}"
                    "move the file away"
                )
            query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
            if sorted(sql for (sql,) in self._database.execute(query)) != sorted(_TABLES):
                raise _damaged(self._shown, "expected the tables of a ledger, got others")
            return False

    def _one(self, query: str) -> int:
        found: int = self._database.execute(query).fetchone()[0]
        return found

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with _told(self._shown), self._database as database:
            database.execute("BEGIN IMMEDIATE")
            yield database


def _connected(path: Path | str, patience_s: float, *, uri: bool = False) -> sqlite3.Connection:
    # A judge has one thread at a time write, and not always the same.
    return sqlite3.connect(path, timeout=patience_s, isolation_level=None, check_same_thread=False, uri=uri)


@contextmanager
def _told(shown: str) -> Iterator[None]:
    """Turn what can go wrong with the file into `UsageError`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if not hasattr(error, "sqlite_errorcode"):  # text that is none
            raise _damaged(shown, f"expected UTF-8, got: {printable(str(error))}") from error
        raise UsageError(
            f"{shown}: expected a ledger that can be read and written, got: {error}; look whether the folder "
            "may be written, the disk is full, or another program holds the file"
        ) from error
    except sqlite3.DatabaseError as error:
        if type(error) is not sqlite3.DatabaseError:  # what this code, and not the file, did wrong
            raise
        raise _damaged(shown, f"expected a ledger, got: {error}") from error


def _damaged(shown: str, told: str) -> UsageError:
    return UsageError(
        f"{shown}: {told}; delete the file or move it away: the next run asks anew for the rulings in it, "
        "and nothing else is lost"
    )


def _is_sound(key: object, ruling: object) -> bool:
    """Whether a portable ledger can hold a ruling; there are many, so it is asked in few words."""
    return (
        isinstance(key, str) and isinstance(ruling, str) and bool(_KEY.fullmatch(key)) and is_ruling(ruling)
    )


def _ids(calls: object) -> tuple[str, ...]:
    """The ids of calls, as the tables of rulings list them."""
    return tuple(str(calls).split(","))


def _listed(keys: Iterable[str]) -> str:
    return json.dumps(list(keys))


def _row(call: Call) -> tuple[Any, ...]:
    usage = call.usage
    tokens: tuple[int | None, ...] = (None,) * 5
    if usage:
        tokens = (usage.prompt, usage.cached, usage.written, usage.completion, usage.reasoning)
    cost = None if call.cost is None else digits(call.cost)
    return (call.id, call.model, *tokens, cost, call.seconds, call.time)
