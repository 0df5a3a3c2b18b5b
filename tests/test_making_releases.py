"""Releases started, compared and corrected: the commands for those who make them."""

import json
from dataclasses import replace
from itertools import chain

import pytest
from click.testing import CliRunner

from atlas_grader.cli import main
from atlas_grader.records import Manifest, gold_to_json, task_to_json
from atlas_grader.releases import load_release, release_changes, write_manifest
from atlas_grader.tasks import EntityPart, Gold, GoldCell, GoldRow, NearMiss, State
from tests.lakes import CITED, GOLD, SALT, TASK, cell, row


def run(*arguments):
    return CliRunner().invoke(main, [*map(str, arguments)])


def seal(folder):
    told = {"--id": folder.name, "--title": "T", "--licence": "CC-BY-4.0", "--created": "2026-12-01"}
    return run("seal", folder, *chain.from_iterable(told.items()))


def write(folder, task=TASK, gold=GOLD, errata=()):
    folder.mkdir(exist_ok=True)
    (folder / "tasks.jsonl").write_text(f"{task_to_json(task)}\n", encoding="utf-8")
    (folder / "gold.jsonl").write_text(f"{gold_to_json(gold, task)}\n", encoding="utf-8")
    (folder / "errata.jsonl").write_text("".join(json.dumps(line) + "\n" for line in errata))
    write_manifest(folder, Manifest("r", "Lakes", "", 1, "2026-11-30", "CC-BY-4.0", "", {}))
    return folder


# Starting


def test_a_started_release_is_sound_and_can_be_sealed(tmp_path):
    started = run("release", "new", tmp_path / "mine")
    sealed = run(
        "seal",
        tmp_path / "mine",
        *["--id", "mine", "--title", "Mine", "--licence", "CC-BY-4.0", "--created", "2026-12-01"],
    )
    checked = run("validate", tmp_path / "mine")

    assert started.exit_code == sealed.exit_code == checked.exit_code == 0, sealed.output
    assert "DATASHEET.md" in started.stderr
    assert "Datasheet of release mine" in (tmp_path / "mine" / "DATASHEET.md").read_text()
    assert checked.stdout == ""


def test_two_started_releases_have_canaries_of_their_own(tmp_path):
    for name in ("one", "other"):
        run("release", "new", tmp_path / name)
    canaries = {
        json.loads((tmp_path / name / "tasks.jsonl").read_text())["canary"] for name in ("one", "other")
    }

    assert len(canaries) == 2
    assert all("canary GUID" in canary for canary in canaries)


def test_a_release_started_from_another_holds_the_same(tmp_path):
    run("release", "new", tmp_path / "next", "--from", "2026.11")
    run(
        "seal",
        tmp_path / "next",
        *["--id", "next", "--title", "Next", "--licence", "CC-BY-4.0", "--created", "2026-12-01"],
    )
    result = run("release", "diff", "2026.11", tmp_path / "next")

    assert (result.stdout, result.stderr) == ("", "no changes\n")


def test_a_release_is_never_started_over_another(tmp_path):
    (tmp_path / "mine").mkdir()
    result = run("release", "new", tmp_path / "mine")

    assert result.exit_code == 2
    assert "expected a folder that does not exist yet" in result.stderr
    assert list((tmp_path / "mine").iterdir()) == []


# Comparing


def changes(tmp_path, gold=GOLD, task=TASK):
    old = load_release(write(tmp_path / "old"))
    new = load_release(write(tmp_path / "new", task, gold))
    found = list(release_changes(old, new))
    return [(str(c.kind), c.row, c.column, c.before, c.after) for c in found]


def with_rows(*rows, near_misses=()):
    return Gold("lakes", rows, near_misses)


BAIKAL, COMO = GOLD.rows
SEA = NearMiss((EntityPart("Sea"),))


def with_cell(column, changed):
    return with_rows(BAIKAL, GoldRow(COMO.entity, COMO.cells | {column: changed}))


def test_equal_releases_have_no_changes(tmp_path):
    assert changes(tmp_path) == []


@pytest.mark.parametrize(
    ("gold", "expected"),
    [
        (with_rows(BAIKAL), ("row removed", "Como", "", "", "")),
        (with_rows(BAIKAL, COMO, row("Van")), ("row added", "Van", "", "", "")),
        (with_rows(BAIKAL, row("Como", "410 m")), ("cell", "Como", "depth", "425 m", "410 m")),
        (with_rows(BAIKAL, replace(COMO, ungraded=True)), ("row ungraded", "Como", "", "", "")),
        (with_rows(BAIKAL, row("Como", "425 m", aliases=("Lario",))), ("aliases", "Como", "", "", "Lario")),
        (
            with_rows(row("Baykal", aliases=("Baikal",)), COMO),
            ("row renamed", "Baykal", "", "Baikal", "Baykal"),
        ),
        (with_rows(*GOLD.rows, near_misses=(SEA,)), ("near misses", "", "", "", "Sea")),
        (with_cell("salt", GoldCell(State.BLANK, citations=CITED)), ("cell", "Como", "salt", "no", "blank")),
        (
            with_cell("depth", cell("425 m", accepted=("410 m",))),
            ("accepted", "Como", "depth", "", "410 m"),
        ),
        (with_cell("depth", cell("425 m", note="Sounded")), ("record", "Como", "depth", "", "")),
    ],
)
def test_each_change_of_gold_is_told(tmp_path, gold, expected):
    found = changes(tmp_path, gold)

    assert expected in found
    assert {kind for kind, *_ in found} <= {expected[0], "aliases"}


def test_changes_of_a_task_are_told(tmp_path):
    told = changes(tmp_path, task=replace(TASK, question="Which lakes now?"))
    assert told == [("task changed", "", "question", "Which lakes?", "Which lakes now?")]

    salty = replace(SALT, description="Whether it is salt")
    told = changes(tmp_path, task=replace(TASK, columns=(*TASK.columns[:2], salty)))
    assert told == [("task changed", "", "salt", "its settings", "others")]


def test_a_difference_is_printed_and_as_json_is_an_object_a_line(tmp_path):
    write(tmp_path / "old")
    write(tmp_path / "new", gold=with_rows(BAIKAL, row("Como", "410 m")))
    printed = run("release", "diff", tmp_path / "old", tmp_path / "new")
    told = run("release", "diff", "--json", tmp_path / "old", tmp_path / "new")

    assert printed.stdout == "lakes: cell, Como, depth: 425 m → 410 m\n"
    assert printed.stderr == "1 change: cell 1\n"
    assert json.loads(told.stdout) == {
        "task_id": "lakes",
        "kind": "cell",
        "row": "Como",
        "column": "depth",
        "before": "425 m",
        "after": "410 m",
    }


# Errata

ERRATUM = {
    "date": "2026-12-01",
    "task_id": "lakes",
    "entity": ["Como"],
    "column": "depth",
    "correction": "accepted",
    "value": "410 m",
    "reason": "An older sounding that is still printed",
    "urls": ["https://example.org/como"],
}


def test_errata_are_listed_and_do_not_break_the_seal(tmp_path):
    folder = write(tmp_path / "r", errata=[ERRATUM])
    (folder / "errata.jsonl").write_text(json.dumps(ERRATUM) + "\n" + json.dumps(ERRATUM) + "\n")
    result, told = run("release", "errata", folder), run("release", "errata", "--json", folder)

    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == (
        "2026-12-01 lakes: Como, depth: accepted 410 m: An older sounding that is still printed "
        "(https://example.org/como)"
    )
    assert result.stderr == "2 errors\n"
    assert json.loads(told.stdout.splitlines()[0]) == ERRATUM
    assert run("validate", folder).exit_code == 0
    assert "errata.jsonl" not in load_release(folder).manifest.files


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"task_id": "ponds"}, 'expected a task of the release, got "ponds"'),
        ({"entity": ["Comoo"]}, 'expected a row of gold, got "Comoo"; did you mean "Como"?'),
        ({"column": "dept"}, 'unknown column "dept"; did you mean "depth"?'),
        ({"correction": "missing", "column": None}, 'expected a row that gold has not, got "Como"'),
        ({"column": None}, "expected a `column` beside `accepted`, got none"),
        ({"value": None}, "expected a `value` beside `accepted`, got none"),
        ({"entity": []}, "expected at least one, got none"),
        ({"urls": []}, "expected at least one, got none"),
        ({"correction": "wrong"}, "expected `correction` to be one of"),
        ({"date": "2026-13-01"}, "expected a day of the calendar"),
    ],
)
def test_an_erratum_that_cannot_be_is_told(tmp_path, changes, told):
    folder = write(tmp_path / "r", errata=[ERRATUM | changes])
    listed, checked = run("release", "errata", folder), run("validate", folder)

    assert listed.exit_code == checked.exit_code == 1
    assert told in listed.stderr
    assert told in checked.stdout


def test_a_recipe_must_be_of_a_task_and_of_sources_that_are_there(tmp_path):
    folder = write(tmp_path / "r")
    (folder / "recipes").mkdir()
    (folder / "recipes" / "lake.toml").write_text('sources = ["maps"]\nsql = "SELECT 1"\n')
    checked = run("validate", folder)

    assert 'expected the recipe of a task of the release, got "lake"; did you mean "lakes"?' in checked.stdout
    assert 'expected a source of `sources.jsonl`, got "maps" - at `$.sources`' in checked.stdout


# Sealing


def test_sealing_again_keeps_what_is_not_told_anew(tmp_path):
    folder = write(tmp_path / "r")
    told = ("--title", "Lakes again", "--canary", "canary GUID 7")
    assert run("seal", folder, *told).exit_code == run("seal", folder).exit_code == 0
    manifest = load_release(folder).manifest

    assert (manifest.release, manifest.created, manifest.licence) == ("r", "2026-11-30", "CC-BY-4.0")
    assert (manifest.title, manifest.canary) == ("Lakes again", "canary GUID 7")


def test_a_first_seal_says_what_it_needs(tmp_path):
    folder = write(tmp_path / "r")
    (folder / "manifest.json").unlink()
    result = run("seal", folder, "--id", "r")

    assert result.exit_code == 2
    assert result.stderr == f"{folder} has no manifest yet: expected --title, --licence, --created\n"
