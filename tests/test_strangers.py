"""Every command as a stranger uses it: whatever is given, a message and an exit status, never a traceback."""

import fcntl
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import termios
import time
from array import array
from pathlib import Path

import pytest
from click.testing import CliRunner

from atlas_grader.cli import grade, main

ROOT = Path(__file__).parent.parent
PROSE = (ROOT / "tests" / "golden" / "answers" / "recall-prose.jsonl").read_bytes()
TASK = "gaseous-elements"
ANSWER = json.dumps({"task_id": TASK, "rows": [{"element": "Helium"}]}).encode()
COMMANDS = {
    "grade": [],
    "validate": ["validate"],
    "explain": ["explain", TASK],
    "conformance": ["conformance"],
    "agreement": ["agreement"],
}
BAD_FILES = {
    "empty": (b"", "got none"),
    "blank": (b" \n\n", "got none"),
    "not gzip": (b"not gzip", "expected JSON"),
    "truncated gzip": (gzip.compress(PROSE)[:999], "breaks off"),
    "binary": (bytes(range(256)) * 9, "binary"),
    "UTF-16": (PROSE.decode().encode("utf-16"), "got UTF-16"),
    "UTF-16 without a mark": (PROSE.decode().encode("utf-16-le"), "UTF-16"),
    "UTF-32": (PROSE.decode().encode("utf-32"), "got UTF-32"),
    "Latin-1": (b'{"task_id": "caf\xe9"}', "byte 0xe9"),
    "deep": (b'{"task_id": "%s", "returned": %s' % (TASK.encode(), b"[" * 99_999), "nested too deep"),
    "a number": (b"3", "expected an object, got `3`"),
    "a string": (b'"x"', 'expected an object, got "x"'),
    "null": (b"null", "expected an object, got `null`"),
}


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*arguments, command=main, **settings):
    arguments = [*map(str, arguments)]
    result = CliRunner().invoke(command, arguments, **settings)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def run_on(name, *files, **settings):
    return run(*COMMANDS[name], *files, command=grade if name == "grade" else main, **settings)


def names(folder):
    return sorted(path.name for path in Path(folder).iterdir())


def process(*arguments, **settings):
    """A command in a process of its own, as a shell starts it."""
    code = "import sys; from atlas_grader.cli import main; sys.argv[0] = 'atlas'; main()"
    settings.setdefault("stdout", subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE, **settings)


def hear_interruptions():
    """What starts in the background of a shell is deaf to them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_until_read(pipe):
    """Wait until the other end has read all that was written."""
    unread = array("i", [1])
    for _ in range(6000):
        fcntl.ioctl(pipe, termios.FIONREAD, unread)
        if not unread[0]:
            return
        time.sleep(0.01)
    raise AssertionError("nothing was read in a minute")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_bad_file_is_told_by_every_command(command, kind):
    data, told = BAD_FILES[kind]
    Path("bad.jsonl.gz").write_bytes(data)
    result = run_on(command, "bad.jsonl.gz")

    assert result.exit_code == (1 if command == "validate" else 2)
    assert told in result.output
    assert "bad.jsonl.gz" in result.output


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("source", ["nowhere", "", "a\0b", "x" * 5000, "folder", "folder/none"])
def test_a_path_that_leads_to_nothing_is_told_by_every_command(command, source):
    Path("folder").mkdir()
    result = run_on(command, source)

    assert result.exit_code == (1 if command == "validate" else 2)
    assert "expected" in result.output or "file name too long" in result.output


@pytest.mark.parametrize("command", ["grade", "validate", "explain"])
def test_standard_input_is_read_by_every_command(command):
    assert run_on(command, "-", input=ANSWER).exit_code == 0


def test_conformance_reads_standard_input_too():
    case = {"id": "x", "kind": "number", "gold": "1", "answer": "1", "verdict": "match"}

    assert json.loads(run("conformance", "--json", "-", input=json.dumps(case)).stdout)["got"] == "match"


@pytest.mark.parametrize(
    "name", ["a\nb.jsonl", "\x1b[31mred.jsonl", "[bold]x.jsonl", "-dash.jsonl", "ü 北.jsonl"]
)
@pytest.mark.parametrize("command", COMMANDS)
def test_names_of_files_are_shown_without_effect(command, name):
    Path("d").mkdir()
    Path("d", name).write_bytes(b"oops")
    result = run_on(command, f"d/{name}")

    assert "\x1b" not in result.output
    assert all("d/" in line for line in result.output.splitlines())


@pytest.mark.skipif(sys.platform == "darwin", reason="file names are UTF-8 there")
def test_a_file_name_that_is_not_utf_8_is_shown():
    Path(os.fsdecode(b"bad\xff.jsonl")).write_bytes(b"oops")
    with process("validate", os.fsdecode(b"bad\xff.jsonl")) as running:
        out, err = running.communicate()

    assert b"Traceback" not in err
    assert b"\\udcff.jsonl:1: expected JSON" in out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--tasks", "gaseous-element"], 'no task "gaseous-element"; did you mean "gaseous-elements"?; see'),
        (["--tasks", "nope,gaseous-element"], 'no task "gaseous-element", "nope"; see'),
        (["--tasks", ""], "expected at least one task id"),
        (["--tasks", "@nowhere"], "expected a file of task ids"),
        (["--tasks", "@."], "expected a file of task ids"),
        (["--tasks", "@latin"], "expected a file in UTF-8"),
        (["--release", "2026.12"], 'did you mean "2026.11"?'),
        (["--release", ""], 'no release ""'),
        (["--release", "."], "expected a release's folder"),
        (["--release", "a.jsonl"], 'no release "a.jsonl"'),
        (["--release", "a\0b"], "no release"),
        (["--out", ""], "expected the name of a folder"),
        (["--out", "a.jsonl"], "is a file"),
        (["--out", "a.jsonl/x"], "cannot write to a.jsonl/x"),
        (["--workers", "0"], "not in the range"),
        (["--workers", "99999"], "not in the range"),
        (["--quiet", "--json"], "choose one"),
        (["--quiet", "--figures"], "choose one"),
        (["--outt", "x"], "--out"),
    ],
)  # fmt: skip
def test_an_option_that_cannot_be_honoured_is_told(options, told):
    Path("a.jsonl").write_bytes(ANSWER)
    Path("latin").write_bytes(b"\xe9")
    result = run("a.jsonl", *options, command=grade)

    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stdout == ""
    assert names(".") == ["a.jsonl", "latin"]


def test_what_fails_leaves_no_report_and_no_folder_behind():
    Path("a.jsonl").write_bytes(b'{"task_id": "nope", "rows": []}')
    assert run("a.jsonl", "--out", "x/y/z", command=grade).exit_code == 2
    assert names(".") == ["a.jsonl"]

    Path("a.jsonl").write_bytes(ANSWER)
    assert run("a.jsonl", "--out", "x/y/z", command=grade).exit_code == 0
    before = Path("x/y/z/report.json").read_bytes()
    Path("a.jsonl").write_bytes(b"oops")
    assert run("a.jsonl", "--out", "x/y/z", command=grade).exit_code == 2
    assert names("x/y/z") == ["cells.jsonl", "report.json", "rows.jsonl"]
    assert Path("x/y/z/report.json").read_bytes() == before


def test_two_systems_of_one_name_are_told_apart():
    for name in ("a", "b"):
        Path(f"{name}.jsonl").write_text(json.dumps({"task_id": TASK, "system": "S", "rows": []}))

    lines = run("-q", "a.jsonl", "b.jsonl", command=grade).stdout.splitlines()

    assert [line.split("\t")[0] for line in lines[:2]] == ["S", "S (b.jsonl)"]


@pytest.mark.parametrize(
    "arguments",
    [["tasks", "list"], ["tasks", "list", "--json"], ["tasks", "show", TASK], ["explain", TASK, "a.jsonl"]],
)
@pytest.mark.parametrize("end", ["left", "closed", "full"])
def test_a_reader_that_left_or_a_full_disk_is_no_traceback(arguments, end):
    Path("a.jsonl").write_bytes(ANSWER)
    if end == "left":
        reading, writing = os.pipe()
        os.close(reading)
    elif end == "full":
        if not Path("/dev/full").exists():
            pytest.skip("no disk that is always full")
        writing = os.open("/dev/full", os.O_WRONLY)
    closing = {"preexec_fn": lambda: os.close(1)} if end == "closed" else {"stdout": writing}
    with process(*arguments, **closing) as running:
        _, err = running.communicate()

    assert b"Traceback" not in err
    assert running.returncode == (2 if end == "full" else 0)
    assert (b"<stdout>: cannot go on: no space left" in err) == (end == "full")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_that_knows_few_characters_gets_what_it_can_show(encoding):
    Path("a.jsonl").write_bytes(ANSWER)
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    for arguments in (["explain", TASK, "a.jsonl"], ["explain", TASK, "a.jsonl", "--json"]):
        with process(*arguments, env=environment) as running:
            out, err = running.communicate()
        assert (running.returncode, err) == (0, b"")

    assert json.loads(out)["task"]["id"] == TASK


@pytest.mark.parametrize(
    "arguments",
    [["grade", "-", "--out", "report"], ["grade", "-", "--workers", "2"], ["validate", "-"]],
)
def test_an_interruption_is_told_and_leaves_nothing(arguments):
    with process(*arguments, stdin=subprocess.PIPE, preexec_fn=hear_interruptions) as running:
        running.stdin.write(ANSWER + b"\n")
        running.stdin.flush()
        wait_until_read(running.stdin)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=30)

    assert (running.returncode, err) == (130, b"interrupted; nothing was written\n")
    assert names(".") == []


@pytest.mark.parametrize("module", ["atlas_grader", "json", "multiprocessing", "pydantic", "random"])
def test_no_module_of_the_folder_it_is_run_in_is_imported(module):
    Path(module).mkdir()
    Path(module, "__init__.py").write_text("open('imported', 'w').close()")
    Path("a.jsonl").write_bytes(ANSWER)
    command = Path(sys.executable).with_name("atlas-grade")
    graded = subprocess.run([command, "-q", "--workers", "2", "a.jsonl"], capture_output=True, check=True)

    assert graded.stderr == b""
    assert not Path("imported").exists()


@pytest.mark.parametrize("width", [20, 40, 72, 80, 120, 200])
def test_no_figure_and_no_line_is_cut_on_a_narrow_page(width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    Path("a.jsonl").write_bytes(PROSE)
    graded = run("--common", "a.jsonl", command=grade).stdout
    explained = run("explain", TASK, "a.jsonl").stdout

    if width >= 40:
        assert re.search(r"\[\d\d\.\d, \d\d\.\d\]", graded)
        assert all(word in graded.replace("\n", " ") for word in ("row F1", "item F1", "19 of 19"))
        assert all(value in explained for value in ("same-value", "1766", "76"))
    assert max(map(len, explained.splitlines())) <= width


def test_gold_and_answer_stand_in_the_same_columns_on_all_rows():
    Path("a.jsonl").write_bytes(PROSE)
    lines = run("explain", TASK, "a.jsonl").stdout.splitlines()
    header = next(line for line in lines if line.split() == ["column", "gold", "answer", "verdict"])
    cells = [line for line in lines if line[:1] in "✓✗?·" and "  " in line]

    assert len(cells) > 50
    for title in ("column", "gold", "answer", "verdict"):
        place = header.index(title)
        assert all(line[place] != " " and line[place - 1] == " " for line in cells)


def test_rows_that_failed_by_one_cell_say_what_would_have_been_right():
    row = {
        "mountain": "K2",
        "elevation": "8611 m",
        "countries": "Pakistan; China",
        "first_ascent": "1954-07-31",
    }
    row |= {"first_climbers": "Achille Compagnoni; Lino Lacedelli", "first_winter_ascent": "2021-01-16"}
    shown = {}
    for day in ("30", "31"):
        row["first_ascent"] = f"1954-07-{day}"
        Path("a.jsonl").write_text(json.dumps({"task_id": "eight-thousanders", "rows": [row]}))
        shown[day] = run("explain", "eight-thousanders", "a.jsonl").stdout

    assert "  K2: first_ascent is 1954-07-31, not 1954-07-30\n" in shown["30"]
    assert "failed by one cell" not in shown["31"]


def test_a_release_with_an_empty_table_and_a_blank_row_passes_the_selftest():
    columns = [{"name": name, "type": "text"} for name in ("a", "b", "c")]
    cells = {name: {"state": "blank", "citations": [{"url": "https://a.org"}]} for name in "bc"}
    tasks = [{"id": i, "question": "?", "columns": columns, "entity_columns": ["a"]} for i in ("t", "u")]
    golds = [
        {"task_id": "t", "rows": []},
        {"task_id": "u", "rows": [{"entity": {"a": {"value": "x"}}, "cells": cells}]},
    ]
    Path("r").mkdir()
    for name, lines in (("tasks", tasks), ("gold", golds)):
        Path(f"r/{name}.jsonl").write_text("\n".join(map(json.dumps, lines)))
    sealed = run("seal", "r", "--id", "r", "--title", "R", "--licence", "MIT", "--created", "2026-02-28")

    assert sealed.exit_code == 0
    assert run("validate", "r").exit_code == 0
    assert run("selftest", "--release", "r").exit_code == 0
    for arguments in (["tasks", "list"], ["tasks", "show", "t", "--gold"], ["explain", "t"]):
        assert run(*arguments, "--release", "r").exit_code == 0


def test_sealing_is_refused_all_at_once():
    Path("r").mkdir()
    result = run("seal", "r", "--id", "a b", "--title", "", "--licence", "", "--created", "2026-02-30")

    assert result.exit_code == 2
    for told in (
        "r/tasks.jsonl: expected a file",
        "r/gold.jsonl: expected a file",
        "--id: expected `release` to match",
        "--title: expected `title` to be a string that is not empty",
        "--licence: expected `licence` to be a string that is not empty",
        '--created: expected a day of the calendar, such as `2026-11-30`, got "2026-02-30"',
    ):
        assert told in result.stderr
    assert "manifest.json" not in result.stderr
    assert names("r") == []


def release_of(folder, *values, licence="MIT", created="2026-02-28"):
    """Write tasks and gold of one task whose second column is a number, and seal them."""
    columns = [
        {"name": name, "type": kind} for name, kind in zip("abc", ["text", "number", "text"], strict=True)
    ]
    cells = [
        {
            "b": {"state": "value", "value": value, "citations": [{"url": "https://a.org"}]},
            "c": {"state": "ungraded"},
        }
        for value in values
    ]
    rows = [{"entity": {"a": {"value": f"x{n}"}}, "cells": cell} for n, cell in enumerate(cells)]
    Path(folder).mkdir()
    task = {"id": "t", "question": "?", "columns": columns, "entity_columns": ["a"]}
    Path(folder, "tasks.jsonl").write_text(json.dumps(task))
    Path(folder, "gold.jsonl").write_text(json.dumps({"task_id": "t", "rows": rows}))
    return run("seal", folder, "--id", "r", "--title", "R", "--licence", licence, "--created", created)


def test_what_validate_refuses_is_not_sealed():
    sealed = release_of("r", "3", "some")
    checked = run("validate", "r")

    assert (sealed.exit_code, checked.exit_code) == (2, 1)
    assert 'row "x1", column "b": expected' in sealed.stderr
    assert set(sealed.stderr.splitlines()) < set(checked.stdout.splitlines())
    assert names("r") == ["gold.jsonl", "tasks.jsonl"]


def test_what_validate_only_doubts_is_sealed_with_a_warning():
    sealed, checked = release_of("r", licence="BOGUS"), run("validate", "r")

    assert (sealed.exit_code, checked.exit_code) == (0, 0)
    assert "--licence: warning: expected a well-known SPDX identifier" in sealed.stderr
    assert "r/gold.jsonl:1: warning: task" in sealed.stderr
    assert "r/manifest.json: warning: expected a well-known SPDX identifier" in checked.stdout


@pytest.mark.parametrize(
    "created", ["notadate", "2026-2-3", "20260203", "2026-02-03T00:00", "２０２６-０２-０３"]
)
def test_a_day_that_is_none_is_blamed_on_its_option(created):
    sealed = release_of("r", "3", created=created)

    assert sealed.exit_code == 2
    assert (
        sealed.stderr == f'--created: expected a day of the calendar, such as `2026-11-30`, got "{created}"\n'
    )


def test_a_report_is_not_written_among_the_answers_it_is_of():
    Path("answers").mkdir()
    Path("answers", f"{TASK}.json").write_text(json.dumps(json.loads(ANSWER)["rows"]))
    result = run("answers", "--out", "answers", command=grade)

    assert result.exit_code == 2
    assert "--out answers: expected another folder than that of the answers" in result.output
    assert names("answers") == [f"{TASK}.json"]


def test_names_as_long_as_books_are_shown_cut():
    row = dict.fromkeys(json.loads(ANSWER)["rows"][0], "Z" * 1000000)
    line = {"task_id": TASK, "system": "s" * 100_000, "rows": [row]}
    Path("a.jsonl").write_text(json.dumps(line))

    for result in (run("explain", TASK, "a.jsonl"), run("a.jsonl", command=grade)):
        assert result.exit_code == 0
        assert len(result.output) < 20_000
