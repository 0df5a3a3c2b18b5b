"""What asking would cost, told before: the same faults as grading, no idle options, and each time of many."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from atlas_grader.cli import main
from tests.judge.server import JudgeServer
from tests.judge.test_judged_run import (
    HONEST,
    PROSE,
    ROWS,
    environment,  # noqa: F401 (of every test here)
    run,
)


@pytest.fixture
def fewer(tmp_path):
    """The answers of another system to all tasks but one."""
    path = tmp_path / "fewer.jsonl"
    path.write_bytes(b"".join(Path(ROWS).read_bytes().splitlines(keepends=True)[:-1]))
    return path


def test_a_dry_run_refuses_what_grading_refuses(fewer):
    refusals = [[PROSE, PROSE], [PROSE, fewer], [PROSE, "--common", "-"]]

    for given in refusals:
        graded, estimated = run(*given, "--offline"), run(*given, "--dry-run")
        assert (estimated.exit_code, estimated.stderr) == (2, graded.stderr)


def test_a_dry_run_estimates_on_the_common_tasks_only(fewer):
    last = json.loads(Path(ROWS).read_text(encoding="utf-8").splitlines()[-1])["task_id"]
    common = run(PROSE, fewer, "--common", "--dry-run", "--json")
    both = json.loads(run(PROSE, ROWS, "--dry-run", "--json").stdout)
    one = json.loads(run(PROSE, ROWS, "--tasks", last, "--dry-run", "--json").stdout)

    assert common.exit_code == 0
    assert json.loads(common.stdout)["questions"] == both["questions"] - one["questions"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--offline"], "--offline"),
        (["--out", "somewhere"], "--out"),
        (["--quiet"], "--quiet"),
        (["--figures"], "--figures"),
        (["--max-cost", "0"], "--max-cost"),
        (["--concurrency", "2", "--out", "somewhere"], "--out, --concurrency"),
    ],
)
def test_a_dry_run_refuses_what_it_would_ignore(given, told):
    result = run(PROSE, "--dry-run", *given)

    assert result.exit_code == 2
    assert result.stderr == f"--dry-run only estimates what asking would cost; leave out {told}\n"


def test_an_estimate_is_told_to_be_the_least():
    lines = run(PROSE, "--dry-run").stdout.splitlines()

    assert len(lines) == 3
    assert all(line.startswith("about ") for line in lines)


def test_regrading_is_estimated_for_all_times_without_a_key(monkeypatch):
    with JudgeServer(HONEST) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        once = json.loads(run(PROSE, "--dry-run", "--json").stdout)
        run(PROSE)  # of which nothing is known when all is asked afresh
        requests = len(server.requests)
        monkeypatch.delenv("OPENAI_API_KEY")
        text = CliRunner().invoke(main, ["regrade", PROSE, "--dry-run"])
        thrice = json.loads(
            CliRunner().invoke(main, ["regrade", PROSE, "--times", "3", "--dry-run", "--json"]).stdout
        )
        assert len(server.requests) == requests

    assert text.stdout.startswith(f"about {2 * once['calls']} calls for 44 questions if all are ruled right")
    assert (thrice["calls"], thrice["questions"]) == (3 * once["calls"], 66)
    assert thrice["tokens"] == {kind: 3 * count for kind, count in once["tokens"].items()}
    assert thrice["cost_usd"] == pytest.approx(3 * once["cost_usd"])


def test_an_estimate_of_regrading_refuses_what_it_would_ignore():
    result = CliRunner().invoke(main, ["regrade", PROSE, "--dry-run", "--max-cost", "1"])

    assert (result.exit_code, result.stdout) == (2, "")
    assert "leave out --max-cost" in result.stderr


def test_an_estimate_knows_what_the_run_itself_knows_ledgers_of_both_kinds(tmp_path):
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(HONEST) as server:
        at = ["--judge-base-url", server.url]
        run(PROSE, *at, "--tasks", "gaseous-elements", "--ledger", ledger)
        run(PROSE, ROWS, *at)
        requests = len(server.requests)
        estimated = run(PROSE, ROWS, *at, "--ledger", ledger, "--dry-run")
        run(PROSE, ROWS, *at, "--ledger", ledger)

    assert estimated.stdout == "nothing to ask: no question is open\n"
    assert len(server.requests) == requests
