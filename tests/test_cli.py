"""The commands as a user types them: what they print, where, and how they end."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from atlas_grader.cli import grade, main
from atlas_grader.releases import load_release

ANSWERS = Path(__file__).parent / "golden" / "answers"
PROSE, ROWS = str(ANSWERS / "recall-prose.jsonl"), str(ANSWERS / "recall-json.jsonl")
TASK = "gaseous-elements"


def run(command, *arguments, **settings):
    return CliRunner().invoke(command, [*map(str, arguments)], **settings)


def test_one_file_gives_scores_costs_and_a_signature():
    result = run(grade, PROSE)

    assert result.exit_code == 0
    for part in ("row F1", "item F1", "discovery F1", "recall-prose", "95 % bootstrap", "atlas-grade|v:"):
        assert part in result.stdout


def test_files_with_different_tasks_are_refused_unless_told_to_use_the_common_ones(tmp_path):
    fewer = tmp_path / "fewer.jsonl"
    fewer.write_bytes(b"".join(Path(ROWS).read_bytes().splitlines(keepends=True)[:-1]))
    refused, compared = run(grade, PROSE, fewer), run(grade, "--common", PROSE, fewer)

    assert refused.exit_code == 2
    assert "--common" in refused.stderr
    assert refused.stdout == ""
    assert compared.exit_code == 0
    assert "sign-flip" in compared.stdout


def test_json_is_one_document_that_says_what_it_depends_on():
    report = json.loads(run(grade, "--json", PROSE).stdout)

    assert report["signature"].startswith("atlas-grade|v:")
    assert report["resampling"]["generator"].startswith("shake256")
    assert report["runs"][0]["system"] == "recall-prose"


def test_quiet_prints_a_line_a_system_and_the_signature():
    lines = run(grade, "-q", PROSE).stdout.splitlines()

    assert len(lines) == 2
    assert lines[0].startswith("recall-prose\t")


def test_a_file_of_task_ids_may_hold_comments(tmp_path):
    chosen = tmp_path / "tasks.txt"
    chosen.write_text("# warm-up, easy\ngaseous-elements # two words\n", encoding="utf-8")

    from_file = run(grade, "-q", "--common", "--tasks", f"@{chosen}", PROSE)

    assert from_file.stdout == run(grade, "-q", "--common", "--tasks", "gaseous-elements", PROSE).stdout


def test_a_narrow_page_breaks_no_kind_of_case(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    printed = run(main, "conformance", "tests/cases/coordinates.jsonl").stdout

    assert any(line.startswith("coordinates ") for line in printed.splitlines())


def test_standard_input_is_a_file_like_any_other():
    result = run(grade, "-q", "-", input=Path(PROSE).read_bytes())

    assert result.stdout == run(grade, "-q", PROSE).stdout


def test_a_gzipped_file_and_a_folder_give_the_same_scores(tmp_path):
    zipped, folder = tmp_path / "recall-prose.jsonl.gz", tmp_path / "recall-prose"
    zipped.write_bytes(gzip.compress(Path(PROSE).read_bytes()))
    folder.mkdir()
    for line in Path(PROSE).read_text(encoding="utf-8").splitlines():
        answer = json.loads(line)
        (folder / f"{answer['task_id']}.md").write_text(answer["answer"], encoding="utf-8")

    scores = {run(grade, "-q", source).stdout for source in (PROSE, zipped, folder)}

    assert len(scores) == 1


def test_bad_input_is_told_with_file_and_line_and_exit_status_2(tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text('{"task_id": "gaseous-element", "rows": []}\n[1]\n')
    result = run(grade, path)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert f"{path}:1: unknown task" in result.stderr
    assert f'did you mean "{TASK}"' in result.stderr
    assert f"{path}:2: expected" in result.stderr


def test_a_file_that_is_not_there_is_told():
    result = run(grade, "nowhere.jsonl")

    assert result.exit_code == 2
    assert "nowhere.jsonl: expected a readable file" in result.stderr


def test_explain_shows_gold_and_answer_side_by_side():
    result = run(main, "explain", TASK, PROSE)

    assert result.exit_code == 0
    for part in ("Hydrogen", "−259.2 °C", "-259.16 °C", "noble_gas", "discovery", "returned"):
        assert part in result.stdout


def test_explain_tells_a_cell_that_was_not_found_from_one_that_is_empty(tmp_path):
    path = tmp_path / "unheaded.jsonl"
    path.write_text(json.dumps({"task_id": TASK, "rows": [{"element": "Neon", "Foo": "x", "Bar": "y"}]}))

    assert "(not told)" in run(main, "explain", TASK, path).stdout


def test_explain_as_json_holds_task_gold_and_report():
    told = json.loads(run(main, "explain", TASK, PROSE, "--json").stdout)

    assert set(told) == {"task", "gold", "report"}


def test_a_task_is_shown_without_gold_unless_asked():
    asked, unasked = run(main, "tasks", "show", TASK, "--gold"), run(main, "tasks", "show", TASK)

    assert "-259.16" in asked.stdout
    assert "-259.16" not in unasked.stdout
    assert "Hydrogen" not in unasked.stdout


def test_tasks_are_listed():
    told = " ".join(run(main, "tasks", "list").stdout.split())

    assert TASK in told
    for task in load_release().tasks.values():
        assert " ".join(task.question.split()) in told


def test_validate_finds_nothing_wrong_with_the_bundled_release_and_the_examples():
    result = run(main, "validate", "data/2026.11", PROSE, ROWS)

    assert (result.exit_code, result.stdout) == (0, "")


def test_validate_prints_faults_and_fails(tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text("{}\n")
    result = run(main, "validate", path)

    assert result.exit_code == 1
    assert f"{path}:1" in result.stdout


def test_answers_that_hold_no_table_are_named(tmp_path):
    path, more = tmp_path / "prose.jsonl", tmp_path / "more.jsonl"
    path.write_text(
        '{"task_id": "gaseous-elements", "answer": "None of us knows."}\n'
        '{"task_id": "decade-volcanoes", "rows": [{"mood": "calm"}]}\n'
        '{"task_id": "eight-thousanders", "rows": []}\n'
    )
    more.write_text(path.read_text().replace("mood", "volcano"))
    told = "2 answers hold no table that could be read: decade-volcanoes, gaseous-elements\n"
    graded, compared = run(grade, path), run(grade, path, more)
    report = json.loads(run(grade, "--json", path).stdout)["runs"][0]
    checked = run(main, "validate", path)

    assert f"\n{told}" in graded.stdout
    assert "no table ×2" in graded.stdout
    for line in (f"prose: {told}", "more: 1 answer holds no table that could be read: gaseous-elements"):
        assert " ".join(line.split()) in " ".join(compared.stdout.split())
    assert report["unread"] == 2
    assert [task["task_id"] for task in report["by_task"] if task["unread"]] == [
        "decade-volcanoes",
        "gaseous-elements",
    ]
    assert checked.exit_code == 0
    assert [line.split(": expected")[0] for line in checked.stdout.splitlines()] == [
        f'{path}:1: warning: task "gaseous-elements"',
        f'{path}:2: warning: task "decade-volcanoes"',
    ]
    assert "no faults, 2 warnings" in checked.stderr
    assert "could be read" not in run(grade, "-q", path).stdout


def test_what_a_folder_of_answers_holds_beside_them_is_told(tmp_path):
    folder = tmp_path / "system"
    (folder / "traces").mkdir(parents=True)
    (folder / f"{TASK}.md").write_text("| element |\n|---|\n| Neon |")
    graded, checked = run(grade, folder), run(main, "validate", folder)
    told = f'{folder}: warning: passed over what is named after no task: "traces"\n'

    assert (graded.exit_code, graded.stderr) == (0, told)
    assert (checked.exit_code, checked.stdout) == (0, told)


def test_conformance_fails_on_a_case_decided_wrong_and_shows_it(tmp_path):
    cases = tmp_path / "cases.jsonl"
    case = {
        "id": "x-1",
        "kind": "number",
        "spec": {},
        "gold": "12",
        "answer": "13",
        "verdict": "match",
        "why": "says who",
    }
    cases.write_text(json.dumps(case) + "\n")
    result, as_json = run(main, "conformance", cases), run(main, "conformance", "--json", cases)

    assert result.exit_code == 1
    assert "x-1" in result.stdout
    assert json.loads(as_json.stdout)["got"] == "mismatch"


def test_alignment_cases_are_told_by_their_fields(tmp_path):
    cases = tmp_path / "cases.jsonl"
    case = {
        "id": "a-1",
        "gold": [{"name": "Lima", "aliases": []}],
        "returned": ["LIMA"],
        "pairs": [[0, 0]],
        "needs_llm": [],
    }
    cases.write_text(json.dumps(case) + "\n")

    assert json.loads(run(main, "conformance", "--json", cases).stdout)["got"] == [[0, 0]]


def test_rich_markup_and_control_characters_in_an_answer_are_only_shown(tmp_path):
    path = tmp_path / "hostile.jsonl"
    name = "[bold]x[/nonsense]\u001b[31m\u202e"
    path.write_text(
        json.dumps({"task_id": TASK, "system": name, "rows": [{"element": name, "atomic_number": name}]})
    )
    graded, explained = run(grade, path), run(main, "explain", TASK, path)

    assert (graded.exit_code, explained.exit_code) == (0, 0)
    assert "[bold]x[/nonsense]" in graded.stdout
    assert "\u001b" not in graded.stdout + explained.stdout


def test_help_loads_nothing_but_the_command_line():
    code = (
        "import sys; from click.testing import CliRunner; from atlas_grader.cli import grade, main;"
        "assert [CliRunner().invoke(each, ['--help']).exit_code for each in (grade, main)] == [0, 0];"
        "loaded = {name for name in sys.modules if name.startswith('atlas_grader.')};"
        "others = {name for name in loaded if not name.startswith('atlas_grader.cli')};"
        "assert others == {'atlas_grader.errors'}, others;"
        "heavy = {'openai', 'pint', 'dateparser', 'pydantic', 'rapidfuzz', 'rich'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_grading_the_example_loads_neither_openai_nor_pint():
    code = (
        "import sys; from click.testing import CliRunner; from atlas_grader.cli import grade;"
        f"assert CliRunner().invoke(grade, ['-q', {PROSE!r}]).exit_code == 0;"
        "heavy = {'openai'} & set(sys.modules); assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("command", [["selftest"]])
def test_the_selftest_passes(command):
    result = run(main, *command)

    assert result.exit_code == 0, result.stdout
    assert "0 failed" in result.stdout
