"""The ledger keeps what was paid for, whoever writes, and however a process ends."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import fields, replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.errors import UsageError
from atlas_grader.judge.calls import Usage
from atlas_grader.judge.identity import Identity
from atlas_grader.judge.ledger import Ledger, default_path
from atlas_grader.questions import Kind, Question
from tests.judge.samples import JUDGE, call, calls_of, keep, key

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cache" / "judge.sqlite3"


def record(path, number, rulings, judge=JUDGE):
    with Ledger.open(path) as ledger:
        return keep(ledger, judge, call(number), rulings)


def rulings(path, judge=JUDGE):
    with Ledger.open(path) as ledger:
        return ledger.rulings(judge)


def sql(path, query):
    with closing(sqlite3.connect(path)) as database, database:
        return database.execute(query).fetchall()


# What is kept


def test_what_one_run_was_told_the_next_one_knows(path):
    record(path, 1, {key(1): "match", key(2): "3"})

    assert rulings(path) == {key(1): "match", key(2): "3"}


def test_a_new_ledger_knows_nothing(path):
    assert rulings(path) == {}
    with Ledger.in_memory() as ledger:
        assert ledger.rulings(JUDGE) == {}
        assert calls_of(ledger, JUDGE, key(1)) == []


def test_the_first_ruling_on_a_question_stands_and_is_given_back(path):
    record(path, 1, {key(1): "match"})

    assert record(path, 2, {key(1): "mismatch", key(2): "none"}) == {key(1): "match", key(2): "none"}
    assert rulings(path) == {key(1): "match", key(2): "none"}


@pytest.mark.parametrize("name", [field.name for field in fields(Identity)])
def test_a_judge_with_anything_changed_knows_nothing_of_the_rulings(path, name):
    other = replace(JUDGE, **{name: "other"})
    record(path, 1, {key(1): "match"})

    assert rulings(path, other) == {}
    assert record(path, 2, {key(1): "mismatch"}, other) == {key(1): "mismatch"}
    assert rulings(path) == {key(1): "match"}


@given(st.sampled_from([field.name for field in fields(Identity)]), st.text(), st.text(), st.text())
def test_a_changed_judge_shares_no_key(name, value, context, item):
    other = replace(JUDGE, **{name: value})
    question = Question(Kind.NAME, context, item, 3)

    assert (question.key(other.text) == question.key(JUDGE.text)) is (other == JUDGE)


def test_the_calls_behind_rulings_are_each_told_once(path):
    first, second, third = call(3, "2026-11-30T12:00:00Z"), call(2, "2026-11-30T13:00:00Z"), call(1)
    with Ledger.open(path) as ledger:
        keep(ledger, JUDGE, second, {key(1): "match", key(2): "match"})
        keep(ledger, JUDGE, first, {key(3): "match", key(1): "mismatch"})
        keep(ledger, JUDGE, third, {key(4): "match"})

        assert calls_of(ledger, JUDGE, key(1), key(2), key(3), key(9), key(1)) == [first, second]
        assert calls_of(ledger, JUDGE, key(1)) == [second]
        assert calls_of(ledger, replace(JUDGE, effort="high"), key(1)) == []


@given(
    st.none() | st.builds(Usage, *[st.integers(0, 10**12)] * 5),
    st.none() | st.decimals(0, 10**6, places=18),
    st.floats(0, 10**6),
)
def test_calls_come_back_as_they_were(usage, cost, seconds):
    given_call = call(1, usage=usage, cost=cost, seconds=seconds, model="modèle\0|'")
    with Ledger.in_memory() as ledger:
        keep(ledger, JUDGE, given_call, {key(1): "match"})

        assert calls_of(ledger, JUDGE, key(1)) == [given_call]


def test_a_call_that_gave_no_ruling_is_kept_as_well(path):
    record(path, 1, {})

    assert sql(path, "SELECT id, cost FROM call") == [(call(1).id, "0.0000739")]


def test_unknown_is_kept_as_unknown_and_nothing_as_nothing(path):
    unknown, free = call(1, usage=None, cost=None), call(2, usage=Usage(), cost=Decimal(0))
    with Ledger.open(path) as ledger:
        keep(ledger, JUDGE, unknown, {key(1): "match"})
        keep(ledger, JUDGE, free, {key(2): "match"})

        assert calls_of(ledger, JUDGE, key(1), key(2)) == [unknown, free]


def test_an_excerpt_holds_what_it_is_asked_for_and_no_more(path):
    with Ledger.open(path) as ledger:
        keep(ledger, JUDGE, call(1), {key(1): "match", key(2): "mismatch"})
        keep(ledger, JUDGE, call(2), {key(3): "1"})
        excerpt = ledger.excerpt(JUDGE, [key(1), key(4)])

    assert excerpt.judge == JUDGE
    assert excerpt.rulings == {key(1): "match"}
    assert excerpt.behind == {key(1): (call(1).id,)}
    assert excerpt.calls == {call(1).id: call(1)}


def test_the_same_call_cannot_be_recorded_twice_and_leaves_nothing(path):
    record(path, 1, {key(1): "match"})
    with pytest.raises(sqlite3.IntegrityError):
        record(path, 1, {key(2): "match"})

    assert rulings(path) == {key(1): "match"}


def test_the_ledger_of_a_user_is_in_the_cache_folder(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")

    assert default_path().name == "judge.sqlite3"
    assert "atlas-grader" in default_path().parts


# Several processes

WRITER = """
import sys
from pathlib import Path
from atlas_grader.judge.ledger import Ledger
from tests.judge.samples import JUDGE, call, keep, key

path, writer, many = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
with Ledger.open(path) as ledger:
    for number in range(many):
        own, shared = key(f"{writer}-{number}"), key(f"shared {number}")
        stands = keep(ledger, JUDGE, call(writer * 10**6 + number), {own: "match", shared: str(writer)})
        print(shared, stands[shared], flush=True)
"""


def start(path, writer, many):
    command = [sys.executable, "-c", WRITER, str(path), str(writer), str(many)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


@pytest.mark.slow
def test_processes_that_write_at_once_lose_nothing_and_agree(path):
    many = 200
    writers = [start(path, writer, many) for writer in (1, 2, 3)]
    told = [dict(line.split() for line in writer.communicate()[0].splitlines()) for writer in writers]

    assert [writer.returncode for writer in writers] == [0, 0, 0]
    assert told[0] == told[1] == told[2]
    kept = rulings(path)
    assert len(kept) == 4 * many
    assert kept.items() >= told[0].items()
    assert sql(path, "SELECT count(*) FROM call") == [(3 * many,)]


@pytest.mark.slow
def test_a_killed_process_loses_nothing_that_it_had_recorded(path):
    writer = start(path, 1, 10**6)
    told = dict(writer.stdout.readline().split() for _ in range(100))
    writer.send_signal(signal.SIGKILL)
    told |= dict(line.split() for line in writer.communicate()[0].splitlines() if line.endswith("1"))

    assert writer.returncode == -signal.SIGKILL
    assert rulings(path).items() >= told.items()
    assert sql(path, "PRAGMA integrity_check") == [("ok",)]
    assert record(path, 2, {key(0): "match"}) == {key(0): "match"}


OPENER = """
import sys, time
from pathlib import Path
from atlas_grader.judge.ledger import Ledger

start = float(sys.argv[2])
for number in range(40):
    time.sleep(max(0.0, start + number / 50 - time.time()))
    Ledger.open(Path(sys.argv[1], f"{number}.sqlite3")).close()
"""


@pytest.mark.slow
def test_a_new_ledger_may_be_opened_by_several_at_the_same_moment(tmp_path):
    command = [sys.executable, "-c", OPENER, str(tmp_path), str(time.time() + 1)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    openers = [
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) for _ in range(4)
    ]

    assert [opener.communicate()[1] for opener in openers] == [""] * 4


def test_who_has_a_turn_does_not_keep_others_from_recording(path):
    with Ledger.open(path) as first, first.turn():
        record(path, 1, {key(1): "match"})

    assert rulings(path) == {key(1): "match"}


def test_what_was_said_is_no_ruling_before_one_follows_from_it(path):
    with Ledger.open(path) as ledger:
        ledger.record(JUDGE, [call(1)], {key(1): "match"})
        ledger.record(JUDGE, [call(2), call(3)], {key(2): "mismatch"})

        assert ledger.rulings(JUDGE) == {}
        assert ledger.said_of(JUDGE, asked(1, 2, 3)) == {key(1): "match", key(2): "mismatch"}
        assert ledger.conclude(JUDGE, {key(9): "unsure"}, {key(9): [key(1), key(2)]}) == {key(9): "unsure"}
        assert calls_of(ledger, JUDGE, key(9)) == [call(1), call(2), call(3)]


def asked(*numbers):
    return {key(number): Question(Kind.CELL, "{}", f"{number}") for number in numbers}


def test_what_was_said_first_stands_and_is_what_the_next_one_is_told(path):
    """Of two that asked the same at once, both conclude from it, and from the calls that said it."""
    with Ledger.open(path) as first, Ledger.open(path) as second:
        assert first.record(JUDGE, [call(1)], {key(1): "match"}) == {key(1): "match"}
        told = second.record(JUDGE, [call(2)], {key(1): "mismatch", key(2): "none"})

        assert told == {key(1): "match", key(2): "none"}
        assert first.said_of(JUDGE, asked(1)) == {key(1): "match"}
        second.conclude(JUDGE, {key(9): "match"}, {key(9): [key(1)]})
        assert calls_of(first, JUDGE, key(9)) == [call(1)]


def test_whoever_waits_too_long_for_another_process_is_told(path, monkeypatch):
    monkeypatch.setattr("atlas_grader.judge.ledger._PATIENCE_S", 0)
    record(path, 1, {})
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(UsageError, match="database is locked"):
            Ledger.open(path)


# Files that are no ledger


def test_a_corrupt_file_is_told_with_what_to_do(path):
    path.parent.mkdir()
    path.write_bytes(b"no database" * 1000)

    with pytest.raises(UsageError, match="expected a ledger, got: file is not a database; delete the file"):
        Ledger.open(path)
    assert path.read_bytes() == b"no database" * 1000


def test_a_file_that_is_damaged_within_is_told(path):
    with Ledger.open(path) as ledger:
        for number in range(500):
            keep(ledger, JUDGE, call(number), {key(number): "match"})
    data = path.read_bytes()
    path.write_bytes(data[:8192] + b"\xff" * (len(data) - 8192))

    with pytest.raises(UsageError, match="delete the file or move it away"):
        rulings(path)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE ruling SET ruling = x'ff00'", "expected a key and a ruling"),
        ("UPDATE ruling SET ruling = x'6d61746368'", "expected a key and a ruling"),
        ("UPDATE ruling SET ruling = CAST(x'ff' AS TEXT)", "expected UTF-8"),
        ("UPDATE ruling SET ruling = 'right'", "expected a key and a ruling"),
        ("UPDATE ruling SET ruling = 1.5", "expected a key and a ruling"),
        ("UPDATE ruling SET key = 'k'", "expected a key and a ruling"),
        ("UPDATE ruling SET calls = 1.5", "expected a call '1.5', got none"),
        ("UPDATE ruling SET calls = x'ff'", "expected a call"),
        ("DELETE FROM call", "expected a call "),
        ("UPDATE call SET id = 'x'; UPDATE ruling SET calls = 'x'", "expected `call` to match"),
        ("UPDATE call SET model = x'ff'", "expected `model`"),
        ("UPDATE call SET prompt = 'many'", "expected `prompt` to be a whole number"),
        ("UPDATE call SET prompt = NULL", "expected `prompt` to be a whole number"),
        ("UPDATE call SET reasoning = -5", "expected `reasoning`"),
        ("UPDATE call SET cached = 9e18", "expected `cached`"),
        ("UPDATE call SET cost = 'much'", "expected `cost` to match"),
        ("UPDATE call SET cost = 'NaN'", "expected `cost` to match"),
        ("UPDATE call SET seconds = 'long'", "expected seconds from 0 to"),
        ("UPDATE call SET seconds = 9e999", "expected seconds from 0 to"),
        ("UPDATE call SET time = 'now'", "expected a time in UTC"),
        ("ALTER TABLE call ADD COLUMN extra", "expected the tables of a ledger, got others"),
        ("DROP TABLE call", "expected the tables of a ledger, got others"),
        ("DROP TABLE ruling; CREATE VIEW ruling AS SELECT 1 AS judge", "expected the tables of a ledger"),
        ("CREATE TRIGGER t AFTER INSERT ON ruling BEGIN DELETE FROM ruling; END", "expected the tables of"),
    ],
)
def test_what_a_ledger_cannot_hold_is_told_before_anything_is_asked(path, change, told):
    record(path, 1, {key(1): "match"})
    with closing(sqlite3.connect(path)) as database:
        database.executescript(change)

    told = f"judge.sqlite3: {told}.*; delete the file or move it away"
    with pytest.raises(UsageError, match=told), Ledger.open(path) as ledger:
        ledger.check(JUDGE)


def test_a_ruling_that_its_question_cannot_have_is_told(path):
    question = Question(Kind.CELL, "{}", "1")
    record(path, 1, {key(1): "7"})

    with Ledger.open(path) as ledger:
        for look in (ledger.rulings_on, ledger.said_of):
            with pytest.raises(UsageError, match="expected a ruling on a cell, got '7'"):
                look(JUDGE, {key(1): question})


def test_statistics_of_the_database_are_no_damage(path):
    record(path, 1, {key(1): "match"})
    sql(path, "ANALYZE")

    assert rulings(path) == {key(1): "match"}


def test_a_newer_ledger_is_left_alone(path):
    record(path, 1, {key(1): "match"})
    sql(path, "PRAGMA user_version = 7")

    with pytest.raises(
        UsageError, match="expected a ledger of version 2, got version 7; update atlas-grader"
    ):
        Ledger.open(path)


def test_another_programs_file_is_left_as_it_is(path):
    path.parent.mkdir()
    sql(path, "CREATE TABLE call (number TEXT)")
    before = path.read_bytes()

    with pytest.raises(UsageError, match="got another SQLite file"):
        Ledger.open(path)
    assert path.read_bytes() == before


def test_a_cache_folder_that_cannot_be_had_is_told(tmp_path):
    (tmp_path / "file").write_text("in the way")

    for path in (tmp_path / "file" / "judge.sqlite3", tmp_path / "file" / "deeper" / "judge.sqlite3"):
        with pytest.raises(UsageError, match="expected a folder to keep a ledger in"):
            Ledger.open(path)
    with pytest.raises(UsageError, match="null"):
        Ledger.open(tmp_path / "a\0" / "judge.sqlite3")
    with pytest.raises(UsageError, match="unable to open database file"):
        Ledger.open(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_ledger_that_may_not_be_written_is_told_when_it_is_opened(path):
    record(path, 1, {key(1): "match"})
    path.chmod(0o400)
    path.parent.chmod(0o500)

    with pytest.raises(UsageError, match="expected a ledger that can be read and written"):
        Ledger.open(path)
    with Ledger.open_to_read(path) as ledger:
        assert ledger.rulings(JUDGE) == {key(1): "match"}


def test_a_file_that_may_only_be_read_is_told_before_anything_is_paid_for(path):
    record(path, 1, {key(1): "match"})
    told = pytest.raises(UsageError, match="expected a ledger that can be read and written")
    with (
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)) as only_read,
        told,
    ):
        Ledger(only_read, path)._prepare()


def test_a_ledger_is_read_where_it_cannot_be_written_with_what_others_write_by_now(path):
    with Ledger.open(path) as writer:
        keep(writer, JUDGE, call(1), {key(1): "match"})
        with Ledger.open_to_read(path) as ledger:
            assert ledger.rulings(JUDGE) == {key(1): "match"}
            keep(writer, JUDGE, call(2), {key(2): "2"})
            assert ledger.rulings(JUDGE) == {key(1): "match", key(2): "2"}
            assert ledger.judges() == [JUDGE]
            with pytest.raises(UsageError, match="readonly"):
                keep(ledger, JUDGE, call(3), {key(3): "match"})


def test_a_ledger_that_cannot_even_be_locked_is_read_as_it_is_if_it_is_whole(path, monkeypatch):
    record(path, 1, {key(1): "match"})
    monkeypatch.setattr("atlas_grader.judge.ledger.Ledger._is_new", refused_if_locked(Ledger._is_new))
    with Ledger.open_to_read(path) as ledger:
        assert ledger.rulings(JUDGE) == {key(1): "match"}

    path.with_name(f"{path.name}-wal").touch()
    with pytest.raises(UsageError, match="cannot be locked"):
        Ledger.open_to_read(path)


def refused_if_locked(is_new):
    """As in a folder that may only be read: SQLite tells of it at the first query."""

    def refused(ledger):
        if ledger._database.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
            raise UsageError("cannot be locked")
        return is_new(ledger)

    return refused


def test_where_there_is_no_ledger_to_read_none_is_made(path):
    path.parent.mkdir()
    with pytest.raises(UsageError, match="unable to open"):
        Ledger.open_to_read(path)
    assert not path.exists()

    path.touch()
    with pytest.raises(UsageError, match="expected a ledger, got an empty file"):
        Ledger.open_to_read(path)


def test_a_full_disk_is_told_and_what_was_kept_stays(path):
    record(path, 1, {key(1): "match"})
    with Ledger.open(path) as ledger:
        ledger._database.execute("PRAGMA max_page_count = 1")

        with pytest.raises(UsageError, match="full"):
            keep(ledger, JUDGE, call(2), {key(number): "match" for number in range(2, 500)})
        assert ledger.rulings(JUDGE) == {key(1): "match"}


def test_a_ledger_tells_no_question(path):
    question = Question(Kind.CELL, json.dumps({"gold": "Lake Baikal"}), json.dumps("Ozero Baykal"))
    record(path, 1, {question.key(JUDGE.text): "match"})

    written = b"".join(part.read_bytes() for part in path.parent.iterdir())
    assert b"Bai" not in written
    assert b"Bay" not in written


def test_whose_rulings_it_holds_is_told_and_what_is_no_judge_is_damage():
    with Ledger.in_memory() as ledger:
        ledger._database.execute("INSERT INTO judge VALUES (1, ?), (2, 'of no ruling')", (JUDGE.text,))
        assert ledger.judges() == []
        ledger._database.execute("INSERT INTO ruling VALUES (1, ?, 'match', 'call')", (key(1),))
        assert ledger.judges() == [JUDGE]
        ledger._database.execute("UPDATE judge SET identity = '{' WHERE id = 1")
        with pytest.raises(UsageError, match="expected judges, got"):
            ledger.judges()
