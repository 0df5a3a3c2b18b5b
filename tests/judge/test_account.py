"""What was paid for is kept, and told, whatever becomes of the page that it was paid for."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from atlas_grader.cli import main
from atlas_grader.judge.portable import read_excerpt
from tests.judge.server import JudgeServer
from tests.judge.test_judged_run import (
    HONEST,
    PROSE,
    environment,  # noqa: F401 (of every test here)
    judged,
)


@pytest.fixture
def labels(tmp_path):
    """A case that strings leave open, with a person's verdict."""
    case = {"id": "1", "kind": "text", "gold": "Austin", "answer": "Austin, Texas", "verdict": "match"}
    path = tmp_path / "labels.jsonl"
    path.write_text(json.dumps(case) + "\n", encoding="utf-8")
    return str(path)


def arguments_of(command, labels, ledger):
    if command == "regrade":
        return [command, PROSE]
    return [command, labels if command == "agreement" else PROSE, "--ledger", str(ledger)]


def printed_to(stdout, server, *arguments):
    command = [sys.executable, "-m", "atlas_grader", *arguments, "--judge-base-url", server.url]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)


def nobody():
    """Where nobody reads what is written."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


@pytest.mark.slow
@pytest.mark.parametrize("form", [[], ["--json"]])
@pytest.mark.parametrize("command", ["grade", "agreement", "regrade"])
def test_a_reader_that_leaves_takes_neither_rulings_nor_account_away(command, form, labels, tmp_path):
    ledger, pipe = tmp_path / "rulings.jsonl", nobody()
    with JudgeServer(HONEST) as server:
        result = printed_to(pipe, server, *arguments_of(command, labels, ledger), *form)
    os.close(pipe)

    assert result.returncode == 0
    assert result.stderr.startswith(f"judge: {len(server.requests)} calls\ntokens: ")
    assert command == "regrade" or read_excerpt(ledger).rulings


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
@pytest.mark.parametrize("command", ["grade", "agreement", "regrade"])
def test_a_page_that_cannot_be_written_takes_neither_rulings_nor_account_away(command, labels, tmp_path):
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(HONEST) as server, Path("/dev/full").open("w") as full:
        result = printed_to(full, server, *arguments_of(command, labels, ledger))

    assert result.returncode == 2
    assert result.stderr.startswith(f"judge: {len(server.requests)} calls\ntokens: ")
    assert result.stderr.endswith("\n<stdout>: cannot go on: no space left on device\n")
    assert command == "regrade" or read_excerpt(ledger).rulings


@pytest.mark.slow
def test_what_is_left_open_is_the_exit_status_though_nobody_read_the_page():
    pipe = nobody()
    with JudgeServer(HONEST) as server:
        result = printed_to(pipe, server, "grade", PROSE, "--max-cost", "0")
    os.close(pipe)

    assert result.returncode == 3
    assert result.stderr.startswith("incomplete: 22 questions left open: ")


def test_a_ledger_that_can_no_longer_be_written_takes_neither_page_nor_account_away(tmp_path):
    ledger = tmp_path / "rulings.jsonl"

    def script(body, number):
        if number == 1:
            ledger.unlink()
            ledger.mkdir()
        return HONEST(body, number)

    with JudgeServer(script) as server:
        result = judged(server, PROSE, "--ledger", ledger)

    account, told = result.stderr.splitlines()[:-1], result.stderr.splitlines()[-1]
    assert result.exit_code == 2
    assert "judge:gpt-6-luna@" in result.stdout
    assert account[0] == f"judge: {len(server.requests)} calls"
    assert told.startswith(f"{ledger}: expected a readable file")


def test_options_without_effect_are_told_in_the_order_of_the_help(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    idle = ["--judge-timeout", "60", "--judge-base-url", "http://localhost/v1", "--judge-model", "m"]

    assert (
        CliRunner()
        .invoke(main, ["grade", PROSE, *idle])
        .stderr.startswith(
            "warning: --judge-model, --judge-base-url, --judge-timeout have no effect: no model was asked"
        )
    )


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("-", "expected the name of a file, got '-'"),
        ("", "expected the name of a file, got ''"),
        ("/dev/null", "cannot write /dev/null: expected an ordinary file or none, got another thing"),
    ],
)
def test_a_ledger_is_an_ordinary_file(name, told):
    with JudgeServer(HONEST) as server:
        result = judged(server, PROSE, "--ledger", name)

    assert result.exit_code == 2
    assert told in result.stderr
    assert server.requests == []


def test_a_pipe_is_no_ledger_and_is_not_waited_for(tmp_path):
    os.mkfifo(pipe := tmp_path / "pipe")
    with JudgeServer(HONEST) as server:
        result = judged(server, PROSE, "--ledger", pipe)

    assert result.exit_code == 2
    assert "expected an ordinary file or none" in result.stderr


def test_a_protected_ledger_is_left_alone(tmp_path):
    """Also by a user who may write everything."""
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(HONEST) as server:
        judged(server, PROSE, "--ledger", ledger, "--tasks", "gaseous-elements")
        before = ledger.read_bytes()
        ledger.chmod(0o444)
        requests = len(server.requests)
        result = judged(server, PROSE, "--ledger", ledger)

        assert result.exit_code == 2
        assert "expected a file that may be written, got one that is protected" in result.stderr
        assert len(server.requests) == requests
        assert ledger.read_bytes() == before
        assert judged(server, PROSE, "--ledger", ledger, "--offline").exit_code == 3


def test_an_empty_file_is_a_new_ledger_where_a_model_may_be_asked(tmp_path):
    ledger = tmp_path / "rulings.jsonl"
    ledger.touch()
    with JudgeServer(HONEST) as server:
        offline = judged(server, PROSE, "--ledger", ledger, "--offline")
        graded = judged(server, PROSE, "--ledger", ledger)

    assert (offline.exit_code, graded.exit_code) == (2, 0)
    assert "expected the lines of a ledger, got an empty file" in offline.stderr
    assert read_excerpt(ledger).rulings


def test_where_strings_settle_everything_that_is_told(tmp_path):
    answers = tmp_path / "answers.jsonl"
    row = {"element": "Helium", "atomic_number": 2}
    answers.write_text(json.dumps({"task_id": "gaseous-elements", "rows": [row]}), encoding="utf-8")
    with JudgeServer(HONEST) as server:
        result = judged(server, answers, "--tasks", "gaseous-elements")

    assert result.stderr == "judge: nothing to ask: strings settle it all\n"


def test_it_is_told_before_the_first_call_that_a_ledger_names_the_model(tmp_path):
    ledger = tmp_path / "rulings.jsonl"
    few = [PROSE, "--ledger", ledger, "--tasks", "gaseous-elements"]
    with JudgeServer(HONEST) as server:
        judged(server, *few, "--judge-model", "gpt-6-astra")
        named, chosen = judged(server, *few), judged(server, *few, "--judge-model", "gpt-6-astra")

    assert named.stderr.startswith('judge: gpt-6-astra (effort "low", the address of hash ')
    assert named.stderr.splitlines()[0].endswith(f" is asked, for {ledger} is its ledger")
    assert "is asked, for" not in chosen.stderr


def test_a_ledger_of_another_judge_writes_no_line_of_its_own(tmp_path):
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(HONEST) as server:
        judged(server, PROSE, "--ledger", ledger, "--tasks", "gaseous-elements")
        lines = ledger.read_text(encoding="utf-8").splitlines(keepends=True)
        lines[0] = lines[0].replace('"effort":"low"', '"effort":"low\\nincomplete: none"')
        ledger.write_text("".join(lines), encoding="utf-8")
        result = judged(server, PROSE, "--ledger", ledger, "--judge-effort", "high")

    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
