"""Gold obscured with a canary: the same for whoever has it, and nothing for whoever has not."""

import hashlib
import json
from base64 import b64decode, b64encode

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.cli import main
from atlas_grader.errors import ReleaseError, UsageError
from atlas_grader.records import Manifest, gold_to_json, task_to_json
from atlas_grader.releases import load_release, obscure_gold, open_release, reveal_gold, write_manifest
from atlas_grader.releases.obscuring import obscure, reveal
from atlas_grader.tasks import Gold, Task
from tests.lakes import DEPTH, LAKE, SALT, row

COLUMNS = (LAKE, DEPTH, SALT)
OPEN = Task("open", "Which lakes?", COLUMNS, ("lake",), canary="canary GUID 1", development=True)
HIDDEN = Task("hidden", "Which lakes?", COLUMNS, ("lake",), canary="canary GUID 2")
GOLDS = [Gold(task.id, (row("Baikal"), row("Como", "425 m", aliases=("Λάριος",)))) for task in (OPEN, HIDDEN)]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "tasks.jsonl").write_text("".join(f"{task_to_json(task)}\n" for task in (OPEN, HIDDEN)))
    lines = (gold_to_json(gold, task) for gold, task in zip(GOLDS, (OPEN, HIDDEN), strict=True))
    (tmp_path / "gold.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    seal(tmp_path)
    return tmp_path


def seal(folder):
    write_manifest(folder, Manifest("r", "Lakes", "", 1, "2026-11-30", "CC-BY-4.0", "", {}))


def lines(folder):
    return [json.loads(line) for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()]


@given(st.binary(max_size=200), st.text(max_size=40))
def test_what_is_obscured_is_revealed_to_the_byte(plain, canary):
    assert reveal(obscure("lakes", plain, canary).encode(), canary, "gold.jsonl:1") == plain


def test_the_scheme_is_the_documented_one():
    plain, canary = "Zürich – 苏黎世".encode(), "canary GUID 2"
    key = hashlib.sha256(canary.encode()).digest()
    told = json.loads(obscure("lakes", plain, canary))

    assert b64decode(told["obscured"]) == bytes(b ^ key[i % 32] for i, b in enumerate(plain))
    assert told["sha256"] == hashlib.sha256(plain).hexdigest()


def test_only_tasks_that_are_not_for_development_are_obscured(folder):
    assert obscure_gold(folder) == 1

    clear, obscured = lines(folder)
    assert "rows" in clear
    assert sorted(obscured) == ["obscured", "sha256", "task_id"]


def test_obscured_gold_loads_as_plain_gold_does(folder):
    before = dict(load_release(folder).gold)
    obscure_gold(folder)
    seal(folder)
    after = load_release(folder)

    assert dict(after.gold) == before
    assert after.gold.size("hidden") == (2, 4)
    assert open_release(folder).faults == ()


def test_revealed_gold_is_the_same_to_the_byte(folder):
    before = (folder / "gold.jsonl").read_bytes()
    obscure_gold(folder)
    obscure_gold(folder)  # what is obscured already stays so

    assert reveal_gold(folder) == 2
    assert (folder / "gold.jsonl").read_bytes() == before


def test_a_wrong_canary_is_one_clear_fault(folder):
    obscure_gold(folder)
    tasks = (folder / "tasks.jsonl").read_text().replace("GUID 2", "GUID 3")
    (folder / "tasks.jsonl").write_text(tasks)
    with pytest.raises(ReleaseError) as raised:
        seal(folder)

    (fault,) = raised.value.faults
    assert str(fault).startswith(
        f'{folder.as_posix()}/gold.jsonl:2: task "hidden": the task\'s canary does not reveal'
    )
    assert "restore the `canary`, or this line - at `$.obscured`" in str(fault)
    with pytest.raises(ReleaseError):
        reveal_gold(folder)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"obscured": "a"}, "expected base 64, got other text"),
        ({"obscured": "?"}, "expected `obscured` to match"),
        ({"obscured": b64encode(b"x").decode()}, "does not reveal its gold"),
        ({"sha256": "0" * 64}, "expected sha256 000000000000…, got "),
        ({"rows": []}, "unknown key"),
    ],
)
def test_a_damaged_line_is_told_once(folder, changes, told):
    obscure_gold(folder)
    clear, obscured = lines(folder)
    (folder / "gold.jsonl").write_text(
        "".join(json.dumps(line) + "\n" for line in (clear, obscured | changes))
    )
    with pytest.raises(ReleaseError) as raised:
        seal(folder)

    assert len(raised.value.faults) == 1
    assert told in str(raised.value)


def test_a_task_without_a_canary_cannot_be_obscured(folder):
    (folder / "tasks.jsonl").write_text(
        "".join(f"{task_to_json(task)}\n" for task in (OPEN, Task("hidden", "Which?", COLUMNS, ("lake",))))
    )
    with pytest.raises(ReleaseError, match=r'tasks\.jsonl:2: task "hidden": expected a `canary` to obscure'):
        obscure_gold(folder)


def test_gold_that_speaks_of_what_is_obscured_is_plain():
    line = b'{"task_id": "x", "rows": [], "note": "\\"obscured\\""}'

    assert reveal(line, "canary", "gold.jsonl:1") is line


def test_the_commands_say_what_they_did_and_what_is_next(folder):
    obscured = CliRunner().invoke(main, ["release", "obscure", str(folder)])
    revealed = CliRunner().invoke(main, ["release", "reveal", str(folder)])

    assert obscured.stderr.endswith(
        "gold.jsonl: 1 task obscured; the manifest is now out of date: `atlas seal` makes it anew\n"
    )
    assert "gold.jsonl: 2 tasks in clear; the manifest" in revealed.stderr


def test_what_cannot_be_written_is_told(folder, monkeypatch):
    def refuse(*_args, **_settings):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.write_text", refuse)
    with pytest.raises(UsageError, match=r"cannot write .*gold\.jsonl: Permission denied"):
        obscure_gold(folder)
