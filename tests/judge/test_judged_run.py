"""The commands with a judge, over a real socket: what is asked, kept, replayed, and left open."""

import json
import os
import pty
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from atlas_grader import Grader, JudgeOptions, load_release, open_judge, read_answers
from atlas_grader.cli import grade, main
from atlas_grader.errors import UsageError
from atlas_grader.judge.identity import identify
from atlas_grader.judge.ledger import Ledger, default_path
from atlas_grader.judge.opening import choose_judge
from atlas_grader.judge.portable import read_excerpt, write_excerpt
from atlas_grader.questions import Docket, Kind, Question, Ruling, canonical
from atlas_grader.report.page import open_page
from atlas_grader.report.stability import render_stability
from atlas_grader.run_report import Place
from atlas_grader.signature import sign
from atlas_grader.stability import Flip, Stability
from atlas_grader.tasks import WORDS, CellType
from tests.judge import server as scripts
from tests.judge.samples import call, excerpt_of
from tests.judge.server import KEY, JudgeServer, asked_in, honest, in_turn

ROOT = Path(__file__).parents[2]
ANSWERS = ROOT / "tests" / "golden" / "answers"
PROSE, ROWS = str(ANSWERS / "recall-prose.jsonl"), str(ANSWERS / "recall-json.jsonl")


def truth(kind, told, item):
    """Right is what begins with gold's own words."""
    if kind != "cell":
        options = {_text(option["name"]): id_ for id_, option in told["options"].items()}
        return options.get(_text(item["name"]), "none")
    right = map(_text, [item["gold"], *item.get("accepted", [])])
    said = _text(item["cell"])
    return (
        "match"
        if any(said == gold or said.startswith((f"{gold},", f"{gold} ")) for gold in right)
        else "mismatch"
    )


def _text(value):
    return (value if isinstance(value, str) else " ".join(value)).casefold()


HONEST = honest(truth)
WORDS_OF_AN_ANSWER = ", more or less in those words"


@pytest.fixture(autouse=True)
def environment(monkeypatch, tmp_path):
    """A user with a key, and no ledger yet."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture(scope="module")
def worded(tmp_path_factory, grader):
    """Answers that say more words than gold: some eighty cells that strings leave open."""
    path = tmp_path_factory.mktemp("answers") / "worded.jsonl"
    lines = [
        {"task_id": task.id, "rows": [_worded(task, row) for row in grader.release.gold[task.id].rows[:5]]}
        for task in grader.release.tasks.values()
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


def _worded(task, gold):
    row = {column.name: part.value for column, part in zip(task.entity, gold.entity, strict=True)}
    for column in task.attributes:
        value = gold.cells[column.name].value
        if value is not None:
            words = column.type in WORDS | {CellType.ENUM}
            row[column.name] = f"{value}{WORDS_OF_AN_ANSWER}" if words else value
    return row


def run(*arguments, **settings):
    return CliRunner().invoke(grade, [*map(str, arguments)], **settings)


def judged(server, *arguments, **settings):
    return run(*arguments, "--judge-base-url", server.url, **settings)


def asked(server):
    """Every item that was asked about, controls and trifles too, as one text each."""
    return [
        json.dumps([told["context"], item])
        for _, told, item in (asked_in(seen.body) for seen in server.requests)
    ]


def report(result):
    assert result.exit_code in {0, 3}, result.output
    return json.loads(result.stdout)


def figures(told):
    return [run["scores"] for run in told["runs"]]


def test_without_key_and_ledger_the_grade_is_offline_and_says_so(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    with JudgeServer(HONEST) as server:
        result = judged(server, PROSE)

    assert not server.requests
    assert result.exit_code == 0
    assert "judge:none" in result.stdout
    assert "no model was asked" in result.stdout
    assert "OPENAI_API_KEY" in result.stdout


def test_with_a_key_the_score_is_one_figure_and_the_signature_names_the_judge():
    with JudgeServer(HONEST) as server:
        result = judged(server, PROSE, ROWS)

    assert result.exit_code == 0
    assert "[" not in result.stdout.split("Where")[0]
    assert "judge:gpt-6-luna@" in result.stdout
    assert "align:strings+gpt-6-luna@" in result.stdout


def test_a_summary_tells_calls_tokens_and_what_a_system_cost():
    with JudgeServer(HONEST) as server:
        lines = judged(server, PROSE, ROWS).stderr.splitlines()

    calls, tokens, cost = lines[-3:]
    assert calls == f"judge: {len(server.requests)} calls"
    assert tokens.startswith("tokens: ")
    assert "cached" in tokens
    assert "reasoning" in tokens
    assert re.fullmatch(r"cost: \$0\.00\d\d, on average \$0\.00\d\d a system", cost)


def test_nothing_is_asked_twice_in_a_run_or_in_the_next():
    with JudgeServer(HONEST) as server:
        first = judged(server, PROSE, ROWS, "--json")
        told = asked(server)
        second = judged(server, PROSE, ROWS, "--json")

    bodies = [json.dumps(seen.body, sort_keys=True) for seen in server.requests]
    assert len(bodies) == len(set(bodies))
    assert asked(server) == told
    assert first.stdout == second.stdout


def test_a_ledger_replays_the_same_bytes_on_a_machine_without_key_or_cache(tmp_path, monkeypatch):
    ledger, before, after = tmp_path / "rulings.jsonl", tmp_path / "before", tmp_path / "after"
    with JudgeServer(HONEST) as server:
        first = judged(server, PROSE, ROWS, "--ledger", ledger, "--out", before)
        requests = len(server.requests)
        monkeypatch.delenv("OPENAI_API_KEY")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
        kept = ledger.read_bytes()
        second = run(PROSE, ROWS, "--ledger", ledger, "--out", after)
        third = run(PROSE, ROWS, "--ledger", ledger, "--offline")

    assert len(server.requests) == requests
    assert first.stdout == second.stdout == third.stdout
    assert [first.exit_code, second.exit_code, third.exit_code] == [0, 0, 0]
    for name in ("report.json", "cells.jsonl", "rows.jsonl"):
        assert (before / name).read_bytes() == (after / name).read_bytes()
    assert ledger.read_bytes() == kept
    assert not (tmp_path / "elsewhere").exists()


def test_the_users_own_ledger_replays_offline(monkeypatch):
    with JudgeServer(HONEST) as server:
        first = judged(server, PROSE)
        monkeypatch.delenv("OPENAI_API_KEY")
        second = judged(server, PROSE, "--offline")

    assert first.stdout == second.stdout


def test_a_ledger_that_lacks_rulings_leaves_them_open_and_says_so(tmp_path, monkeypatch):
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(HONEST) as server:
        judged(server, ROWS, "--ledger", ledger)
        monkeypatch.delenv("OPENAI_API_KEY")
        result = run(PROSE, "--ledger", ledger)

    assert result.exit_code == 3
    assert "incomplete: 22 questions left open" in result.stderr


@pytest.mark.parametrize(
    "changed", [["--judge-model", "gpt-6-sol"], ["--judge-effort", "high"], ["--judge-effort", ""]]
)
def test_another_model_or_setting_reuses_no_ruling(changed):
    with JudgeServer(HONEST) as server:
        first = judged(server, ROWS)
        told = len(asked(server))
        second = judged(server, ROWS, *changed)

    assert len(asked(server)) == 2 * told
    assert first.stdout.splitlines()[-1] != second.stdout.splitlines()[-1]


def test_another_address_reuses_no_ruling():
    with JudgeServer(HONEST) as one:
        judged(one, ROWS)
    with JudgeServer(HONEST) as other:
        judged(other, ROWS)

    assert len(asked(other)) == len(asked(one))


def test_another_prompt_reuses_no_ruling(monkeypatch):
    with JudgeServer(HONEST) as server:
        judged(server, ROWS)
        told = len(asked(server))
        monkeypatch.setattr("atlas_grader.judge.identity.Identity.__init__.__defaults__", ("another", "1"))
        judged(server, ROWS)

    assert len(asked(server)) == 2 * told


def test_the_key_is_nowhere_but_in_the_requests(tmp_path):
    with JudgeServer(HONEST) as server:
        result = judged(server, PROSE, "--ledger", tmp_path / "l.jsonl", "--out", tmp_path / "out")
    with JudgeServer(HONEST, key="another") as refusing:
        refused = judged(refusing, ROWS, "--judge-model", "x")

    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    for told in (written, result.output.encode(), refused.output.encode()):
        assert KEY.encode() not in told


OUTAGES = {
    "unauthorised": scripts.always(scripts.error(401, "Incorrect API key provided.", code="invalid_api_key")),
    "no quota": scripts.no_quota,
    "no model": scripts.no_model,
    "error body": scripts.error_body,
    "server error": scripts.server_error,
    "rate limit": scripts.rate_limit,
    "html": scripts.html,
    "half a reply": scripts.half,
    "dropped": scripts.drop,
    "half a JSON": scripts.broken_json,
    "wrong schema": scripts.wrong_schema,
    "cut": scripts.cut,
    "refused": scripts.refused,
    "filtered": scripts.filtered,
    "hanging": scripts.hang,
}


@pytest.fixture
def impatient(monkeypatch):
    """Waits and patience as short as tests need."""
    from atlas_grader.judge import client

    monkeypatch.setattr(client.Client, "timeout", 0.3)
    made = client.Client.__init__

    async def no_sleep(seconds):
        del seconds

    def short(self, *arguments, **settings):
        made(self, *arguments, **{**settings, "timeout": 0.3, "attempts": 2, "sleep": no_sleep})

    monkeypatch.setattr(client.Client, "__init__", short)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("outage", list(OUTAGES))
def test_an_outage_is_no_verdict_and_the_next_run_completes_it(outage, monkeypatch):
    with monkeypatch.context() as without:
        without.delenv("OPENAI_API_KEY")
        offline = report(run(PROSE, "--json"))
    script = OUTAGES[outage]
    with JudgeServer(script) as server:
        down = judged(server, PROSE, "--json")
        server.script = HONEST
        mended = judged(server, PROSE, "--json")

    assert down.exit_code == 3
    assert figures(report(down)) == figures(offline)
    assert "incomplete: " in down.stderr
    assert mended.exit_code == 0
    assert report(mended)["runs"][0]["open_cells"] == 0


@pytest.mark.usefixtures("impatient")
def test_a_server_that_is_not_there_is_an_outage():
    with JudgeServer(HONEST) as server:
        url = server.url
    result = run(PROSE, "--judge-base-url", url)

    assert result.exit_code == 3
    assert "incomplete: " in result.stderr


@pytest.mark.usefixtures("impatient")
def test_an_outage_in_the_middle_keeps_what_was_settled(worded):
    broken = in_turn(*[HONEST] * 40, scripts.no_quota)
    with JudgeServer(broken) as server:
        down = judged(server, worded, "--json", "--concurrency", 1)
        told = len(asked(server))
        server.script = HONEST
        mended = judged(server, worded, "--json")

    assert 0 < report(down)["runs"][0]["judged_cells"] < report(mended)["runs"][0]["judged_cells"]
    assert (down.exit_code, mended.exit_code) == (3, 0)
    assert told < len(asked(server))


def test_a_model_that_calls_everything_right_is_not_believed():
    for verdict in ("match", "mismatch"):
        with JudgeServer(honest(lambda kind, told, item, v=verdict: v)) as server:
            result = judged(server, PROSE, "--judge-model", verdict)

        assert result.exit_code == 3
        assert "cannot judge" in result.stderr
        assert 2 <= len(server.requests) <= 6 + 4  # trifles, and once more those that it got wrong


def test_a_cap_stops_asking_and_not_grading(worded, monkeypatch):
    with monkeypatch.context() as without:
        without.delenv("OPENAI_API_KEY")
        offline = run(worded, "--json")
    with JudgeServer(HONEST) as server:
        nothing = judged(server, worded, "--json", "--max-cost", "0")
        assert not server.requests
        some = judged(server, worded, "--json", "--max-cost", "0.004", "--concurrency", 1)
        few = len(server.requests)
        whole = judged(server, worded, "--json", "--max-cost", "1")

    assert [nothing.exit_code, some.exit_code, whole.exit_code] == [3, 3, 0]
    assert 1 < few < len(server.requests)
    assert "--max-cost" in some.stderr
    assert figures(report(nothing)) == figures(report(offline))


def test_a_price_that_is_not_known_is_never_zero(tmp_path):
    with JudgeServer(HONEST) as server:
        free = judged(server, ROWS, "--judge-model", "house-model")
        capped = judged(server, ROWS, "--judge-model", "house-model", "--max-cost", "1")

    assert "cost: unknown" in free.stderr
    assert capped.exit_code == 2
    assert "--prices" in capped.stderr


def test_a_dry_run_estimates_and_asks_nothing(monkeypatch):
    with JudgeServer(HONEST) as server:
        told = judged(server, PROSE, "--dry-run")
        monkeypatch.delenv("OPENAI_API_KEY")
        keyless = judged(server, PROSE, "--dry-run")

    assert not server.requests
    assert (told.exit_code, keyless.exit_code) == (0, 0)
    assert told.stdout == keyless.stdout
    assert "22 questions" in told.stdout
    assert "about $0.00" in told.stdout


def test_standard_input_can_be_judged():
    data = Path(PROSE).read_bytes()
    with JudgeServer(HONEST) as server:
        piped = judged(server, "-", "--json", input=data)
        named = judged(server, PROSE, "--json")

    assert figures(report(piped)) == figures(report(named))


def test_neither_the_order_of_tasks_nor_concurrency_nor_processes_move_a_report(tmp_path, worded):
    turned = tmp_path / "worded.jsonl"
    turned.write_bytes(b"".join(reversed(Path(worded).read_bytes().splitlines(keepends=True))))
    reports = []
    for place, (source, *settings) in enumerate(
        [
            (worded, "--concurrency", 1),
            (worded, "--concurrency", 16),
            (turned, "--concurrency", 3),
            (worded, "--workers", 2),
        ]
    ):
        with JudgeServer(HONEST) as server:
            os.environ["XDG_CACHE_HOME"] = str(tmp_path / f"cache {place}")
            told = report(judged(server, source, "--json", *settings))
        # The address of the server is part of the judge's identity, and each has its own.
        reports.append({name: value for name, value in told.items() if name != "signature"})

    assert all(told == reports[0] for told in reports)


def start(server, source, *arguments):
    command = [sys.executable, "-m", "atlas_grader", "grade", source, "--judge-base-url", server.url]
    return subprocess.Popen(
        [*command, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def slowly(gate, after):
    """An honest judge that is silent from the call numbered `after` on, until the gate opens."""

    def script(body, number):
        if number >= after:
            gate.wait(60)
        return HONEST(body, number)

    return script


def settled_in(tmp_path):
    (path,) = tmp_path.rglob("judge.sqlite3")
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT count(*) FROM ruling").fetchone()[0]


def wait_for(condition):
    for _ in range(6000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("waited in vain")


@pytest.mark.slow
@pytest.mark.parametrize("signal_", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_ended_loses_the_calls_in_flight_and_no_more(worded, tmp_path, signal_):
    gate = threading.Event()
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(slowly(gate, 40)) as server:
        killed = start(server, worded, "--concurrency", 2, "--out", tmp_path / "out", "--ledger", ledger)
        wait_for(lambda: len(server.requests) >= 41)
        kept = settled_in(tmp_path)
        killed.send_signal(signal_)
        _, told = killed.communicate(timeout=60)
        before = asked(server)
        in_flight = {
            json.dumps([told["context"], item])
            for _, told, item in (asked_in(seen.body) for seen in server.requests[39:])
        }
        gate.set()
        again = judged(server, worded, "--json")

    after = asked(server)[len(before) :]
    assert kept > 0
    assert killed.returncode != 0
    assert "Traceback" not in told
    kept_for = "interrupted; what the judge ruled is kept: the same command goes on from there\n"
    if signal_ is signal.SIGINT:
        assert told.endswith(kept_for)
        assert told.startswith("judge: ")
        assert len(read_excerpt(ledger).rulings) == kept
    assert not (tmp_path / "out").exists() or signal_ is not signal.SIGINT
    # Controls stand in every call.
    assert {told for told in set(after) & set(before) if WORDS_OF_AN_ANSWER in told} <= in_flight
    assert again.exit_code == 0
    with JudgeServer(HONEST) as fresh:
        os.environ["XDG_CACHE_HOME"] = str(tmp_path / "fresh")
        whole = report(judged(fresh, worded, "--json"))
    assert report(again)["runs"] == whole["runs"]


@pytest.mark.slow
@pytest.mark.parametrize("is_named", [True, False])
def test_of_an_interrupted_run_whose_own_ledger_cannot_be_used_the_one_named_keeps_all(
    worded, tmp_path, monkeypatch, is_named
):
    (tmp_path / "no folder").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no folder"))
    ledger, gate = tmp_path / "rulings.jsonl", threading.Event()
    named = ["--ledger", ledger] if is_named else []
    with JudgeServer(slowly(gate, 40)) as server:
        run = start(server, worded, "--concurrency", 2, *named)
        wait_for(lambda: len(server.requests) >= 41)
        run.send_signal(signal.SIGINT)
        _, told = run.communicate(timeout=60)
        gate.set()

    kept = "is kept: the same command goes on from there" if is_named else "is lost"
    assert told.endswith(f"interrupted; what the judge ruled {kept}\n")
    assert bool(is_named and read_excerpt(ledger).rulings) is is_named


@pytest.mark.slow
def test_two_processes_share_one_ledger(worded, tmp_path):
    with JudgeServer(HONEST) as server:
        both = [start(server, worded, "--json") for _ in range(2)]
        told = [process.communicate(timeout=120)[0] for process in both]
        requests = len(server.requests)
        third = judged(server, worded, "--json")

    assert told[0] == told[1] == third.stdout
    assert len(server.requests) == requests


def test_runs_that_write_one_file_lose_nothing_of_each_other(tmp_path):
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(HONEST) as server:
        options = JudgeOptions(base_url=server.url, ledger=ledger)
        first, second = (choose_judge(options, os.environ) for _ in range(2))
        for chosen, cell in ((first, "Nepal, as it was"), (second, "Nepal, as it is")):
            with chosen.judge as judge:
                judging = Grader(load_release(), docket=judge.docket())
                judging.grade("eight-thousanders", [{"peak": "Everest", "countries": cell}], judge)
                chosen.keep(frozenset(judge.asked))
        kept = set(read_excerpt(ledger).rulings)

    assert first.judge.asked.keys() ^ second.judge.asked.keys()
    assert kept == first.judge.asked.keys() | second.judge.asked.keys()


def test_whoever_writes_the_file_waits_for_the_others_of_this_user(tmp_path, monkeypatch):
    monkeypatch.setattr("atlas_grader.judge.ledger._PATIENCE_FOR_A_TURN_S", 0)
    chosen = choose_judge(JudgeOptions(ledger=tmp_path / "rulings.jsonl"), os.environ)
    with chosen.judge, Ledger.open(default_path()) as other:
        with other.turn(), pytest.raises(UsageError, match="database is locked"):
            chosen.keep(frozenset())
        chosen.keep(frozenset())


def test_a_grader_in_a_program_grades_with_a_judge(grader):
    with JudgeServer(HONEST) as server, open_judge(JudgeOptions(base_url=server.url)) as judge:
        judging = Grader(load_release(), docket=judge.docket())
        rows = [{"peak": "Everest", "countries": "Nepal"}]
        report = judging.grade("eight-thousanders", rows, judge)

    assert report.row_f1.settled


def test_a_judge_in_a_program_writes_the_rulings_that_were_graded_with(tmp_path, monkeypatch):
    ledger = tmp_path / "rulings.jsonl"
    rows = [
        {"peak": "Everest", "countries": "Nepal, as it is"},
        {"peak": "K2", "countries": "Nepal, as it was"},
    ]
    with JudgeServer(HONEST) as server:
        for some in (rows[:1], rows):  # what the user's own ledger knows is written too
            with open_judge(JudgeOptions(base_url=server.url, ledger=ledger)) as judge:
                judging = Grader(load_release(), docket=judge.docket())
                report = judging.grade("eight-thousanders", some, judge)
    monkeypatch.delenv("OPENAI_API_KEY")
    with open_judge(JudgeOptions(ledger=ledger)) as replay:
        again = Grader(load_release(), docket=replay.docket()).grade("eight-thousanders", rows)

    assert report.judged_cells == again.judged_cells > 0
    assert report.row_f1 == again.row_f1


def test_where_rulings_cannot_be_kept_a_program_is_warned_and_an_offline_run_refused(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with JudgeServer(HONEST) as server:
        with pytest.warns(UserWarning, match="kept for no other run"):
            open_judge(JudgeOptions(base_url=server.url))
        told = judged(server, PROSE, "--ledger", tmp_path / "rulings.jsonl")
    offline = run(PROSE, "--offline")

    assert f"warning: rulings are kept in {tmp_path / 'rulings.jsonl'} alone" in told.stderr
    assert read_excerpt(tmp_path / "rulings.jsonl").rulings
    assert offline.exit_code == 2
    assert "expected a folder to keep a ledger in" in offline.stderr


def test_a_ledger_of_ones_own_that_can_only_be_read_replays_and_keeps_nothing(monkeypatch):
    def refuse(path):
        raise UsageError(f"{path}: it may only be read")

    with JudgeServer(HONEST) as server:
        first = judged(server, PROSE)
        monkeypatch.setattr(Ledger, "open", refuse)
        offline, estimated = judged(server, PROSE, "--offline"), judged(server, PROSE, "--dry-run")
        requests = len(server.requests)
        again = judged(server, PROSE)

    assert (offline.stdout, offline.stderr) == (first.stdout, "")
    assert "for 22 questions" in estimated.stdout
    assert "warning: rulings are kept for no other run: " in again.stderr
    assert len(server.requests) == 2 * requests


def test_faults_of_a_ledger_are_told_before_anything_is_asked(tmp_path):
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"ledger": 1}\n')
    with JudgeServer(HONEST) as server:
        faulty = judged(server, PROSE, "--ledger", broken)
        nowhere = judged(server, PROSE, "--ledger", tmp_path / "no" / "folder" / "l.jsonl")
        absent = judged(server, PROSE, "--ledger", tmp_path / "none.jsonl", "--offline")

    assert [faulty.exit_code, nowhere.exit_code, absent.exit_code] == [2, 2, 2]
    assert "broken.jsonl:1" in faulty.stderr
    assert "no such file" in absent.stderr
    assert not server.requests


def test_explain_shows_what_a_ledger_rules(tmp_path):
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(HONEST) as server:
        judged(server, PROSE, "--ledger", ledger)
        requests = len(server.requests)
        task = "f1-anticlockwise-circuits-2000-2025"
        shown = CliRunner().invoke(main, ["explain", task, PROSE, "--ledger", str(ledger)])
        plain = CliRunner().invoke(main, ["explain", task, PROSE])

    assert len(server.requests) == requests
    assert "judge" in shown.stdout
    assert "judge" not in plain.stdout


CLIMBED = {
    "columns": ["peak", "first climbed", "Meereshöhe ü. NN", "Seilschaft"],
    "rows": [["Mount Everest", "1953-05-29", "8848", "Hillary"], ["K2", "1954-07-31", "8611", "Lacedelli"]],
}


def whose_headers(kind, group, item):
    """The rope team are the climbers; no other column has a header."""
    if kind != "header":
        return truth(kind, group, item)
    return next(iter(group["options"])) if item["column"]["name"] == "first_climbers" else "none"


def test_columns_that_a_judge_places_or_finds_missing_are_counted_and_told_everywhere(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    answers, out = tmp_path / "answers.jsonl", tmp_path / "out"
    answers.write_text(json.dumps({"task_id": "eight-thousanders", "table": CLIMBED}), encoding="utf-8")
    with JudgeServer(honest(whose_headers)) as server:
        text = judged(server, answers, "--tasks", "eight-thousanders", "--out", out).stdout
        explained = (
            CliRunner()
            .invoke(
                main,
                ["explain", "eight-thousanders", str(answers), "--offline", "--judge-base-url", server.url],
            )
            .stdout
        )
    told = json.loads((out / "report.json").read_text())["runs"][0]
    cells = [json.loads(line) for line in (out / "cells.jsonl").read_text().splitlines()]

    text = " ".join(text.split())
    assert "open nothing judged 6 cells (60.0 %) 0 rows 3 columns" in text
    assert (
        "judged: what strings left open and the judge has settled. columns: those it gave a header, or"
        in text
    )
    assert [place["judged_columns"] for place in (told, *told["by_task"])] == [3, 3]
    assert [place["judged_cells"] for place in (told, *told["by_task"])] == [6, 6]
    assert [(cell["verdict"], cell["reason"]) for cell in cells if cell["column"] == "countries"] == (
        [("mismatch", "judged-absent")] * 2
    )
    lines = " ".join(explained.split())
    assert 'column "countries" is missing: the judge finds it under none of "Seilschaft"' in lines
    assert '"Seilschaft" is read as column "first_climbers": the judge chose it' in lines
    assert "open:" not in lines


def test_explain_promises_to_write_nothing():
    told = " ".join(CliRunner().invoke(main, ["explain", "--help"]).stdout.split())

    assert "--ledger FILE Rulings to grade with; nothing is asked or written." in told
    assert "--offline Rule from your own ledger, if no other is given." in told


def fickle(flips):
    """An honest judge that, in every other run, takes some cells for the opposite."""
    seen = {}

    def rule(kind, told, item):
        verdict = truth(kind, told, item)
        if kind != "cell" or _text(item["cell"]) not in flips or verdict != "match":
            return verdict
        seen[item["cell"]] = seen.get(item["cell"], 0) + 1
        return verdict if seen[item["cell"]] % 2 else {"match": "mismatch", "mismatch": "match"}[verdict]

    return honest(rule)


def test_regrading_tells_what_flips_and_how_far_a_mean_moves():
    with JudgeServer(fickle({"austin, texas"})) as server:
        result = regraded(server, "--times", "3")
        told = json.loads(result.stdout)

    assert result.exit_code == 0
    assert told["times"] == 3
    assert told["answers"] == 19
    assert told["same_row_f1"] == 18
    assert [flip["item"]["cell"] for flip in told["flips"]] == ["Austin, Texas"]
    assert told["flips"][0]["rulings"] == ["match", "mismatch", "match"]
    assert 0 < told["shifts"]["recall-prose"] < 0.02


def test_a_steady_judge_gives_the_same_figures_each_time_and_is_paid_each_time():
    with JudgeServer(HONEST) as server:
        result = CliRunner().invoke(main, ["regrade", PROSE, ROWS, "--judge-base-url", server.url])
        told = asked(server)

    assert "38 of 38 answers (100.0 %) have the same row F1" in result.stdout
    assert "Largest shift of a mean row F1: 0.00 points" in result.stdout
    assert len(told) == 2 * len(set(told))


def test_standard_input_can_be_regraded():
    with JudgeServer(HONEST) as server:
        arguments = ["regrade", "--judge-base-url", server.url, "--json"]
        piped = CliRunner().invoke(main, [*arguments, "-"], input=Path(PROSE).read_bytes())
        named = CliRunner().invoke(main, [*arguments, PROSE])

    assert piped.exit_code == 0
    assert json.loads(piped.stdout)["answers"] == json.loads(named.stdout)["answers"]


def test_regrading_keeps_no_ruling_and_needs_a_key(monkeypatch, tmp_path):
    with JudgeServer(HONEST) as server:
        regraded(server)
        monkeypatch.delenv("OPENAI_API_KEY")
        refused = regraded(server)

    assert not list(tmp_path.rglob("*.sqlite3"))
    assert refused.exit_code == 2
    assert "OPENAI_API_KEY" in refused.stderr
    assert "ledger" not in refused.stderr


def renamed(tmp_path, system):
    """The example answers as those of another system."""
    path = tmp_path / f"{system}.jsonl"
    answers = map(json.loads, Path(PROSE).read_text(encoding="utf-8").splitlines())
    path.write_text("".join(json.dumps({**answer, "system": system}) + "\n" for answer in answers))
    return str(path)


def test_flips_are_told_with_task_and_column_in_quotes_and_the_signature_comes_last():
    with JudgeServer(fickle({"austin, texas"})) as server:
        lines = (
            CliRunner().invoke(main, ["regrade", PROSE, "--judge-base-url", server.url]).stdout.splitlines()
        )

    place = lines.index("1 of 22 questions was not ruled alike each time:")
    assert lines[place + 1 :] == [
        "  f1-anticlockwise-circuits-2000-2025 · city: gold “Austin”, cell “Austin, Texas”: match, mismatch",
        "",
        lines[-1],
    ]
    assert lines[-1].startswith("atlas-grade|")
    assert "judge:gpt-6-luna@" in lines[-1]


def test_flips_name_all_systems_and_tasks_in_which_they_occur(tmp_path):
    other = renamed(tmp_path, "another")
    with JudgeServer(fickle({"austin, texas"})) as server:
        arguments = ["regrade", PROSE, other, "--judge-base-url", server.url]
        text = CliRunner().invoke(main, arguments).stdout
        (flip,) = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)["flips"]

    task = "f1-anticlockwise-circuits-2000-2025"
    assert flip["places"] == [{"system": name, "task_id": task} for name in ("another", "recall-prose")]
    assert "match, mismatch (another, recall-prose)" in text


def test_a_flip_names_its_system_where_several_were_graded():
    with JudgeServer(fickle({"austin, texas"})) as server:
        text = CliRunner().invoke(main, ["regrade", PROSE, ROWS, "--judge-base-url", server.url]).stdout

    assert "cell “Austin, Texas”: match, mismatch (recall-prose)" in text


def stability(*flips, **told):
    signature = sign("2026.11@sha256:0", None, "judge")
    given = {"same": 1, "shifts": {"one": 0.0}, "questions": 3, "unsettled": 0, **told}
    return Stability(signature, times=2, systems=1, answers=1, flips=flips, **given)


def shown(found):
    printed = []
    with open_page(printed.append) as console:
        render_stability(found, console)
    return "".join(printed)


def test_a_flip_of_a_name_tells_the_names_of_the_gold_rows_chosen():
    context = canonical({"question": "Which?", "options": [{"name": "Bonn"}, {"name": ["Köln", "Porz"]}]})
    question = Question(Kind.NAME, context, canonical({"name": "Colonia" * 40}), 2)
    flip = Flip(question, ("1", "none", None), (Place("one", "towns"),))

    assert f"  towns · name “{('Colonia' * 40)[:80]}…”: “Köln; Porz”, none of them, –\n" in shown(
        stability(flip)
    )


def test_flips_are_told_in_words_that_a_reader_knows_and_the_manual_explains():
    question = Question(Kind.CELL, '{"column":{"name":"town"}}', '{"cell":"b","gold":"a"}')
    page = (ROOT / "docs" / "judge.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|`]+) \|", page, re.MULTILINE))

    assert "”: fits several at once, contradicts itself\n" in shown(
        stability(Flip(question, ("several", "unsure"), ()))
    )
    assert set(rows) == set(Ruling)
    for ruling, words in rows.items():
        assert f"”: {words}, –\n" in shown(stability(Flip(question, (ruling, None), ())))


def test_a_flip_of_a_header_tells_the_headers_chosen():
    question = Question(
        Kind.HEADER,
        canonical({"question": "Which?", "options": ["Ort", "Name"]}),
        canonical({"column": {"name": "town", "description": "Town"}}),
        2,
    )

    assert "  header of town: “Name”, “Ort”\n" in shown(stability(Flip(question, ("1", "0"), ())))


@pytest.mark.parametrize(
    ("questions", "sentence"),
    [
        (0, "There was nothing to ask."),
        (1, "The one question was ruled alike each time."),
        (25, "All 25 questions were ruled alike each time."),
    ],
)
def test_regrading_without_flips_says_so(questions, sentence):
    assert sentence in shown(stability(questions=questions))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("stopped", ["outage", "cap"])
def test_what_a_judge_that_was_stopped_left_open_is_no_measure_of_its_stability(stopped):
    script, settings = (scripts.no_quota, []) if stopped == "outage" else (HONEST, ["--max-cost", "0"])
    with JudgeServer(script) as server:
        arguments = ["regrade", PROSE, "--judge-base-url", server.url, *settings]
        text = CliRunner().invoke(main, arguments)
        told = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)

    assert text.exit_code == 3
    assert text.stdout.startswith("Graded 1 time afresh: – of 19 answers have the same row F1")
    assert "Largest shift of a mean row F1: –\n" in text.stdout
    assert "not measured, for one time left 22 questions open" in text.stdout
    assert "alike" not in text.stdout
    assert (told["same_row_f1"], told["share"], told["shifts"], told["unsettled"]) == (None, None, None, 22)
    assert text.stderr.splitlines()[-1].startswith("incomplete: ")


def test_a_time_that_leaves_questions_open_is_the_last():
    with JudgeServer(in_turn(HONEST, scripts.no_quota)) as server:
        told = json.loads(regraded(server, "--times", "5").stdout)

    assert told["times"] == 1


MOST_OF_A_CALL = 0.0025
"""What is set aside for one, rounded up."""


def test_the_cap_holds_for_all_times_together():
    with JudgeServer(HONEST) as server:
        once = regraded(server, "--max-cost", "1").stderr
        spent = float(re.search(r"cost .*?: \$([\d.]+)", once)[1])  # on two times
        cap = spent * 2 + MOST_OF_A_CALL
        result = regraded(server, "--times", "9", "--max-cost", str(cap), "--concurrency", "1")

    assert result.exit_code == 3
    assert 2 <= json.loads(result.stdout)["times"] < 9
    assert spent < float(re.search(r"cost .*?: \$([\d.]+)", result.stderr)[1]) <= cap


def test_regrading_tells_calls_tokens_and_cost_of_all_times_together():
    with JudgeServer(HONEST) as server:
        calls, tokens, cost = regraded(server, "--times", "3").stderr.splitlines()

    assert calls == f"judge: {len(server.requests)} calls"
    assert tokens.startswith("tokens: ")
    assert cost.startswith("cost for all 3 times together: $0.0")


def test_what_the_judge_decided_is_a_column_of_the_report_wide_and_narrow(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    with JudgeServer(HONEST) as server:
        wide = judged(server, PROSE).stdout
        monkeypatch.setenv("COLUMNS", "60")
        narrow = judged(server, PROSE).stdout
        monkeypatch.delenv("OPENAI_API_KEY")
        without = run(PROSE).stdout

    assert re.match(r"system .* open +judged\n.* 22 cells \(1\.5 %\)\n.* 0 rows\n", wide)
    assert re.search(r"  judged +22 cells \(1\.5 %\)\n +0 rows\n", narrow)
    assert "judged" not in without


def why_open(result):
    """What a report says of why anything is open."""
    told = " ".join(result.stdout.split())
    told = told.partition("Neither strings nor the judge settle it: ")[2]
    return re.split(r"\. (?:A task|judged:|Where)", told)[0]


@pytest.mark.usefixtures("impatient")
def test_a_report_of_an_incomplete_grade_is_that_of_its_replay_and_the_cause_is_told_beside_it(tmp_path):
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(HONEST) as server:
        capped = judged(server, PROSE, "--max-cost", "0", "--ledger", ledger)
        offline = judged(server, PROSE, "--ledger", ledger, "--offline")
    with JudgeServer(scripts.no_quota) as server:
        outage = judged(server, PROSE)

    assert why_open(capped) == "22 questions have no ruling"
    assert capped.stdout == offline.stdout
    assert why_open(outage) == "22 questions have no ruling"
    assert "might cost up to $0.0023, more than --max-cost leaves" in capped.stderr
    assert "the ledger does not rule on them" in offline.stderr
    assert "quota" in outage.stderr


@pytest.mark.usefixtures("impatient")
def test_the_json_report_counts_the_questions_without_a_ruling(monkeypatch):
    with JudgeServer(scripts.no_quota) as server:
        outage = json.loads(judged(server, PROSE, "--json").stdout)

    monkeypatch.delenv("OPENAI_API_KEY")
    assert outage["open_questions"] == {"unruled": 22, "contradicted": 0}
    assert json.loads(run(PROSE, "--json").stdout)["open_questions"] == {"unruled": 0, "contradicted": 0}


@pytest.mark.usefixtures("impatient")
def test_attempts_that_may_be_billed_are_told_where_no_call_succeeded():
    with JudgeServer(scripts.hang) as server:
        result = judged(server, PROSE)

    assert "judge: 0 calls\n" in result.stderr
    assert re.search(r"cost: \$0\.0000; \d+ attempts without a reply may be billed too\n", result.stderr)


def told_of(tmp_path, ruling):
    """What a report says of a strange header that the ledger rules on so."""
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"task_id": "eight-thousanders", "table": CLIMBED}), encoding="utf-8")
    identity = identify("mine", "low", None)
    docket = Docket(identity.text, "", {})
    release = load_release()
    (answer,) = read_answers(str(answers), release.tasks)
    Grader(release, docket=docket).report(answer)
    ledger = tmp_path / "rulings.jsonl"
    write_excerpt(ledger, excerpt_of((call(1), dict.fromkeys(docket.take().open, ruling)), judge=identity))
    return run(answers, "--tasks", "eight-thousanders", "--offline", "--ledger", ledger)


def test_a_report_says_of_what_the_judge_contradicts_itself_that_it_stays_open(tmp_path):
    result = told_of(tmp_path, "unsure")

    assert why_open(result) == "on 3 questions the judge contradicts itself, for good"
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_report_says_where_nothing_more_may_be_asked(tmp_path):
    """Two columns under one header: no ruling lacks, and none tells."""
    result = told_of(tmp_path, "0")

    assert why_open(result) == "nothing more may be asked about it"
    assert result.exit_code == 0


def test_a_ledger_of_other_judges_alone_names_them(monkeypatch):
    with JudgeServer(HONEST) as server:
        judged(server, PROSE, "--judge-model", "mine")
        judged(server, PROSE, "--judge-effort", "")
        monkeypatch.delenv("OPENAI_API_KEY")
        other, same = run(PROSE, "--offline"), judged(server, PROSE, "--offline", "--judge-model", "mine")
        task = "f1-anticlockwise-circuits-2000-2025"
        explained = CliRunner().invoke(main, ["explain", task, PROSE, "--offline"])

    at = sha256(server.url.encode()).hexdigest()[:12]
    why = (
        'your ledger holds no ruling of gpt-6-luna (effort "low", the default address), but of '
        f'gpt-6-luna (effort "", the address of hash {at}), mine (effort "low", the address of hash {at}); '
        "choose one of those with --judge-model, --judge-effort and --judge-base-url"
    )
    assert other.stderr.startswith(
        f"incomplete: 22 questions left open: {why}; to complete it, run the same "
    )
    assert (same.exit_code, same.stderr) == (0, "")
    assert (explained.exit_code, explained.stderr) == (0, f"3 questions left open: {why}\n")


def test_a_judge_of_another_version_is_told_as_such():
    now = identify("gpt-6-luna", "low", None)

    assert replace(now, prompts="0").told_beside(now) == (
        'gpt-6-luna (effort "low", the default address) of another version of atlas-grader'
    )


AGAIN = " it, run the same command again"
MAY_PASS = {
    "error body": True,
    "server error": True,
    "rate limit": True,
    "html": True,
    "half a reply": True,
    "dropped": True,
    "hanging": True,
    "unauthorised": False,
    "no quota": False,
    "no model": False,
    "wrong schema": False,
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("outage", "may_pass"), MAY_PASS.items())
def test_only_what_may_pass_is_told_to_be_cured_by_another_run(outage, may_pass):
    with JudgeServer(OUTAGES[outage]) as server:
        graded, again = (
            judged(server, PROSE).stderr.splitlines()[-1],
            regraded(server).stderr.splitlines()[-1],
        )

    assert graded.startswith("incomplete: 22 questions left open: ")
    assert again.startswith("incomplete: ")
    assert [AGAIN in graded, AGAIN in again] == [may_pass, may_pass]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("late", "may_pass"),
    [
        (scripts.server_error, True),
        (scripts.always(scripts.error(429, "Tomorrow.", {"Retry-After": "9999"})), True),
        (scripts.always(scripts.error(413, "Too large.")), False),
        (scripts.no_quota, False),
    ],
)
def test_a_cause_that_comes_later_is_told_apart_as_well(worded, late, may_pass):
    with JudgeServer(in_turn(*[HONEST] * 3, late)) as server:
        line = judged(server, worded).stderr.splitlines()[-1]

    assert line.startswith("incomplete: ")
    assert (AGAIN in line) is may_pass


def test_a_cap_that_was_reached_is_told_with_one_that_suffices():
    def told(*arguments):
        with JudgeServer(HONEST) as server:
            return judged(server, PROSE, "--concurrency", 1, *arguments)

    for cap in ("0", "0.0025"):
        short = told("--max-cost", cap)
        line = short.stderr.splitlines()[-1]
        assert short.exit_code == 3
        assert AGAIN not in line
        enough = re.search(
            r"more than --max-cost leaves; for all that is left, --max-cost (0\.\d{4}) should do$", line
        )[1]
        assert told("--max-cost", enough).exit_code == 0


def test_one_question_that_a_ledger_lacks_is_told_as_one_with_what_to_do(tmp_path, monkeypatch):
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(HONEST) as server:
        judged(server, ROWS, "--ledger", ledger)
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    result = run(PROSE, "--ledger", ledger, "--tasks", "gaseous-elements")

    assert result.stderr == (
        "incomplete: 1 question left open: the ledger does not rule on it; to complete it, run the same "
        "command again with OPENAI_API_KEY set\n"
    )


def test_doing_what_the_end_of_a_replay_says_completes_the_grade(tmp_path, monkeypatch):
    ledger = tmp_path / "rulings.jsonl"
    replay = [PROSE, "--ledger", ledger]
    with JudgeServer(HONEST) as server:
        judged(server, ROWS, "--ledger", ledger, "--judge-model", "house-model")
        offline = run(*replay, "--offline").stderr
        monkeypatch.delenv("OPENAI_API_KEY")
        keyless, both = run(*replay).stderr, run(*replay, "--offline").stderr
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        elsewhere = run(*replay)
        mended = judged(server, *replay)

    key, there = (
        "with OPENAI_API_KEY set",
        "with --judge-base-url (the address that the ledger is of)",
    )
    for told, lacking in (
        (offline, f"{there} and without --offline"),
        (keyless, f"{key} and {there}"),
        (both, f"{key}, {there} and without --offline"),
    ):
        assert told.endswith(f"; to complete it, run the same command again {lacking}\n")
    assert elsewhere.exit_code == 2
    assert "with --judge-base-url, its address" in elsewhere.stderr
    assert mended.exit_code == 0


def test_a_ledger_of_the_models_own_service_is_completed_without_another_address(tmp_path, monkeypatch):
    ledger = tmp_path / "rulings.jsonl"
    with choose_judge(JudgeOptions(ledger=ledger), os.environ).judge:
        pass  # which writes a ledger without a ruling
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")

    told = "again with OPENAI_API_KEY set and without OPENAI_BASE_URL\n"
    assert run(PROSE, "--ledger", ledger).stderr.endswith(told)


def test_a_judge_that_has_nothing_to_ask_says_so():
    with JudgeServer(HONEST) as server:
        judged(server, PROSE)
        again = judged(server, PROSE)
        quiet = judged(server, PROSE, "--quiet")

    assert again.stderr == "judge: nothing to ask: 22 rulings were known\n"
    assert quiet.stderr == ""


def test_a_dry_run_says_that_nothing_is_to_ask():
    with JudgeServer(HONEST) as server:
        judged(server, PROSE)
        told = judged(server, PROSE, "--dry-run")
        as_json = judged(server, PROSE, "--dry-run", "--json")

    assert told.stdout == "nothing to ask: no question is open\n"
    assert json.loads(as_json.stdout) == {
        "model": "gpt-6-luna",
        "calls": 0,
        "questions": 0,
        "tokens": {"prompt": 0, "completion": 0},
        "cost_usd": 0,
    }


def test_a_dry_run_can_be_read_by_programs():
    with JudgeServer(HONEST) as server:
        told = json.loads(judged(server, PROSE, "--dry-run", "--json").stdout)
        unknown = json.loads(judged(server, PROSE, "--dry-run", "--json", "--judge-model", "mine").stdout)

    assert told["questions"] == 22
    assert told["calls"] > 0
    assert told["tokens"]["prompt"] > told["tokens"]["completion"] > 0
    assert 0 < told["cost_usd"] < 0.01
    assert unknown["cost_usd"] is None


@pytest.mark.parametrize(
    ("given", "flags"),
    [
        (["--judge-model", "gpt-6-sol", "--max-cost", "1"], "--judge-model, --max-cost have"),
        (["--judge-effort", "", "--concurrency", "2"], "--judge-effort, --concurrency have"),
    ],
)
def test_options_of_a_judge_that_cannot_be_asked_are_told_to_have_no_effect(given, flags, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    why = "no model was asked, for there is no OPENAI_API_KEY and no ledger"

    assert run(PROSE, *given).stderr == f"warning: {flags} no effect: {why}\n"
    assert run(PROSE).stderr == ""


def test_whoever_names_a_server_without_a_key_is_told_that_any_will_do(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    local = ["--judge-base-url", "http://localhost:1/v1"]
    hint = "a server of your own needs a key too, but any text will do\n"

    assert run(PROSE, *local).stderr == (
        "warning: --judge-base-url has no effect: no model was asked, for there is no OPENAI_API_KEY and no "
        f"ledger; {hint}"
    )
    assert CliRunner().invoke(main, ["regrade", PROSE, *local]).stderr == (
        f"a judge needs OPENAI_API_KEY in the environment; {hint}"
    )


@pytest.mark.parametrize("settings", [[], ["--dry-run"], ["--offline"]])
def test_an_address_that_can_be_none_is_refused_before_anything_is_graded(settings):
    result = run(PROSE, "--judge-base-url", "https://host/v1?api-version=1", *settings)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("--judge-base-url or OPENAI_BASE_URL: expected an address as ")


def test_how_long_to_wait_for_a_reply_can_be_chosen():
    with JudgeServer(in_turn(scripts.hang, HONEST)) as server:
        result = judged(server, PROSE, "--judge-timeout", "1")

    assert result.exit_code == 0


@pytest.mark.usefixtures("impatient")
def test_a_server_that_does_not_answer_is_told_of_once_unless_quiet(monkeypatch):
    monkeypatch.setattr("atlas_grader.judge.client.PATIENCE", 0)
    with JudgeServer(scripts.hang) as server:
        graded, quiet = judged(server, PROSE).stderr, judged(server, PROSE, "--quiet").stderr
        again = regraded(server).stderr

    for told in (graded, again):
        assert (
            len(re.findall(r"^judge: 127\.0\.0\.1:\d+ sent no whole reply .* is tried 2 times", told, re.M))
            == 1
        )
    assert "is tried" not in quiet


@pytest.mark.usefixtures("impatient")
def test_of_all_times_together_a_server_that_does_not_answer_is_told_of_once(monkeypatch):
    monkeypatch.setattr("atlas_grader.judge.client.PATIENCE", 0)
    seen = set()

    def script(body, number):
        """Fails each first attempt of a time and then answers."""
        trifle = json.dumps(body["messages"])
        is_first = trifle not in seen
        seen.symmetric_difference_update({trifle})
        return scripts.error(500, "Down.") if is_first else HONEST(body, number)

    with JudgeServer(script) as server:
        result = regraded(server, "--times", "3")

    assert result.exit_code == 0
    assert len(re.findall(r"^judge: .* is tried 2 times", result.stderr, re.M)) == 1


def test_options_of_asking_are_told_to_have_no_effect_on_a_replay_for_want_of_a_key(tmp_path, monkeypatch):
    ledger = tmp_path / "rulings.jsonl"
    with JudgeServer(HONEST) as server:
        judged(server, PROSE, "--ledger", ledger)
    monkeypatch.delenv("OPENAI_API_KEY")
    replay = [PROSE, "--ledger", ledger, "--max-cost", "1"]

    why = "no model was asked, for there is no OPENAI_API_KEY"
    assert run(*replay).stderr == f"warning: --max-cost has no effect: {why}\n"
    assert run(*replay, "--offline").stderr == ""


def test_options_of_a_judge_are_told_to_explain_nothing_without_a_ledger():
    result = CliRunner().invoke(main, ["explain", "eight-thousanders", PROSE, "--judge-model", "mine"])

    assert result.exit_code == 0
    assert result.stderr.startswith("warning: --judge-model has no effect: ")


@pytest.mark.slow
def test_on_a_terminal_something_moves_while_a_silent_judge_is_asked():
    gate, shown = threading.Event(), b""
    terminal, stderr = pty.openpty()
    with JudgeServer(slowly(gate, 1)) as server:
        command = [sys.executable, "-m", "atlas_grader", "grade", PROSE, "--judge-base-url", server.url]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr) as process:
            os.close(stderr)
            with suppress(OSError):  # which ends what a terminal says
                while told := os.read(terminal, 4096):
                    shown += told
                    if len(set(re.findall(rb"([-/|\\])\S* asking [^\r]* 0/22", shown))) > 1:
                        gate.set()
    os.close(terminal)

    assert process.returncode == 0
    assert gate.is_set()


def regraded(server, *arguments):
    return CliRunner().invoke(main, ["regrade", PROSE, "--json", "--judge-base-url", server.url, *arguments])


def test_a_program_may_choose_how_long_an_attempt_may_take():
    with open_judge(JudgeOptions(timeout=5)) as judge:
        assert judge._service.timeout == 5
