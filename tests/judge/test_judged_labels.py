"""People's verdicts beside those of a judge, over a real socket: asked, kept and replayed."""

import json

import pytest
from click.testing import CliRunner

from atlas_grader.cli import main
from tests.judge.server import JudgeServer, in_turn, no_quota
from tests.judge.test_judged_run import HONEST, environment  # noqa: F401 (of every test here)

CIRCUIT = {"task_id": "f1-anticlockwise-circuits-2000-2025", "gold": 0, "column": "city", "label": "match"}
CASE = {"id": "c", "kind": "text", "gold": "Austin", "answer": "Austin, Texas", "verdict": "match"}


@pytest.fixture
def labels(tmp_path):
    """Two cells that strings leave open, of a report and of a case."""
    path = tmp_path / "labels.jsonl"
    lines = [{**CIRCUIT, "given": "somewhere else entirely"}, CASE]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return str(path)


def agreement(*arguments):
    return CliRunner().invoke(main, ["agreement", "--json", *map(str, arguments)])


def test_what_the_matchers_leave_open_is_asked_and_the_ledger_replays_it(labels, tmp_path, monkeypatch):
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(HONEST) as server:
        asked = agreement(labels, "--ledger", ledger, "--judge-base-url", server.url)
        requests = len(server.requests)
        monkeypatch.delenv("OPENAI_API_KEY")
        replayed = agreement(labels, "--ledger", ledger)

    told = json.loads(asked.stdout)
    assert (asked.exit_code, replayed.exit_code) == (0, 0)
    assert told["matchers"]["all"]["coverage"] < told["judged"]["all"]["coverage"] == 1
    assert 0 < requests == len(server.requests)
    assert replayed.stdout == asked.stdout


def test_without_a_judge_there_are_the_matchers_alone(labels, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    result = agreement(labels)

    assert result.exit_code == 0
    assert json.loads(result.stdout)["judged"] is None


def test_labels_that_an_outage_leaves_open_are_told(labels):
    with JudgeServer(in_turn(HONEST, no_quota)) as server:
        result = agreement(labels, "--judge-base-url", server.url)

    assert result.exit_code == 3
    assert "incomplete: " in result.stderr
