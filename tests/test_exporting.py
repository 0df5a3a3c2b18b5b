"""A release in the forms that others read: whole, without gold unless wanted, and inert."""

import csv
import io
import json
from base64 import b64decode

import pytest
from click.testing import CliRunner

from atlas_grader.cli import main
from atlas_grader.exporting import EXPORTS
from atlas_grader.exporting.csv_tables import _inert
from atlas_grader.records import Manifest, gold_to_json, task_to_json
from atlas_grader.releases import write_manifest
from atlas_grader.releases.obscuring import reveal
from atlas_grader.tasks import EntityPart, Gold, GoldCell, GoldRow, NearMiss, State, Task
from tests.lakes import DEPTH, LAKE, SALT, cell, row

COLUMNS = (LAKE, DEPTH, SALT)
TASKS = (
    Task("lakes", "Which *lakes*?", COLUMNS, ("lake",), "geography", canary="canary 1", development=True),
    Task("ponds", "Which | ponds?", COLUMNS, ("lake",), translations={"de": "Welche?"}, canary="canary 2"),
)
UNKNOWN = GoldRow(
    (EntityPart("=Pond()"),), {"depth": GoldCell(State.UNGRADED), "salt": cell("no")}, ungraded=True
)
TABLES = (
    Gold("lakes", (row("Como", "425 m"),), completeness="There is one."),
    Gold("ponds", (row("Small", "-2 m"), UNKNOWN), (NearMiss((EntityPart("Sea"),)),)),
)


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "release"
    folder.mkdir()
    (folder / "tasks.jsonl").write_text("".join(f"{task_to_json(task)}\n" for task in TASKS))
    lines = (gold_to_json(gold, task) for gold, task in zip(TABLES, TASKS, strict=True))
    (folder / "gold.jsonl").write_text("".join(f"{line}\n" for line in lines))
    write_manifest(folder, Manifest("r", "Lakes", "Two.", 1, "2026-11-30", "CC-BY-4.0", "canary 0", {}))
    return folder


def export_into(folder, form, release, *more):
    told = ("tasks", "export", "--format", form, "--out", str(folder), "--release", str(release), *more)
    return CliRunner().invoke(main, told)


@pytest.fixture
def export(release, tmp_path):
    def exported(form, *more):
        result = export_into(tmp_path / form, form, release, *more)
        assert result.exit_code == 0, result.output
        found = (tmp_path / form).rglob("*.*")
        return {path.relative_to(tmp_path / form).as_posix(): path.read_text("utf-8") for path in found}

    return exported


def rows(text):
    return list(csv.reader(io.StringIO(text)))


def test_csv_has_a_line_for_each_task_and_column(export):
    files = export("csv")

    assert sorted(files) == ["columns.csv", "tasks.csv"]
    assert [line[0] for line in rows(files["tasks.csv"])] == ["id", "lakes", "ponds"]
    assert rows(files["columns.csv"])[2] == ["lakes", "depth", "no", "quantity", "m", "", ""]


def test_csv_of_gold_is_a_table_for_each_task(export):
    table = rows(export("csv", "--gold")["gold/ponds.csv"])

    assert table == [["lake", "depth", "salt"], ["Small", "-2 m", "no"], ["'=Pond()", "(ungraded)", "no"]]


@pytest.mark.parametrize("text", ["=1+1", "@SUM(A1)", "+A1", "-A1", "\tx", "+(1)", "- 1"])
def test_no_cell_of_csv_is_a_formula(text):
    assert _inert(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-18.476, -70.301", "+41 44", "1 = 1", "", "−3", "-.5"])
def test_signed_figures_stay_as_they_are(text):
    assert _inert(text) == text


def test_markdown_has_a_page_for_each_task(export):
    files = export("markdown")

    assert sorted(files) == ["README.md", "tasks/lakes.md", "tasks/ponds.md"]
    assert "| [lakes](tasks/lakes.md) | geography | Which \\*lakes\\*? |" in files["README.md"]
    assert "Which \\| ponds?\n\n*de*: Welche?" in files["tasks/ponds.md"]
    assert "425" not in "".join(files.values())


def test_markdown_of_gold_shows_states_and_what_is_no_member(export):
    page = export("markdown", "--gold")["tasks/ponds.md"]

    assert "| =Pond() (ungraded) | *ungraded* | no |" in page
    assert "Not members: Sea." in page


def hub_lines(files, name):
    return [json.loads(line) for line in files[f"data/{name}.jsonl"].splitlines()]


def test_every_line_for_the_hub_has_the_same_keys_and_types(export):
    files = export("hf")

    for name in ("tasks", "gold"):
        kinds = {tuple((key, type(value)) for key, value in line.items()) for line in hub_lines(files, name)}
        assert len(kinds) == 1


def test_hidden_gold_stays_obscured_for_the_hub(export):
    clear, obscured = hub_lines(export("hf"), "gold")

    assert json.loads(clear["gold"])["rows"][0]["entity"]["lake"]["value"] == "Como"
    assert obscured["gold"] == ""
    assert b"Small" not in b64decode(obscured["obscured"])
    line = json.dumps({key: obscured[key] for key in ("task_id", "sha256", "obscured")}).encode()
    assert json.loads(reveal(line, "canary 2", ""))["rows"][0]["entity"]["lake"]["value"] == "Small"


def test_gold_for_the_hub_is_in_clear_only_when_wanted(export):
    assert all(line["gold"] for line in hub_lines(export("hf", "--gold"), "gold"))


def test_the_card_names_licence_languages_and_files(export):
    card = export("hf")["README.md"]

    assert card.startswith('---\nlicense: "cc-by-4.0"\nlanguage: ["en", "de"]\n')
    assert '"path": "data/tasks.jsonl"' in card
    assert "canary 0" in card


def test_an_export_never_writes_over_a_folder(release, tmp_path):
    (tmp_path / "there").mkdir()
    result = export_into(tmp_path / "there", "csv", release)

    assert result.exit_code == 2
    assert "cannot write" in result.stderr


def test_the_command_knows_every_form_that_can_be_written():
    parameters = main.commands["tasks"].commands["export"].params
    (choices,) = (each.type.choices for each in parameters if each.name == "form")

    assert sorted(choices) == sorted(EXPORTS)
