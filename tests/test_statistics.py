"""What a release holds, counted: every figure by hand, for the lakes, and the page that shows them."""

import json

import pytest
from click.testing import CliRunner

from atlas_grader.cli import main
from atlas_grader.records import Manifest, gold_to_json, task_to_json
from atlas_grader.releases import load_release, write_manifest
from atlas_grader.releases.statistics import release_statistics
from atlas_grader.tasks import EntityPart, Gold, GoldCell, GoldRow, NearMiss, State, Task, UngradedReason
from tests.lakes import CITED, DEPTH, LAKE, SALT, cell, row

TASKS = (
    Task(
        "lakes", "Which lakes?", (LAKE, DEPTH, SALT), ("lake",), "geography", development=True, memorised=True
    ),
    Task(
        "ponds", "Which ponds?", (LAKE, DEPTH, SALT), ("lake",), "geography", translations={"de": "Welche?"}
    ),
    Task("seas", "¿Qué mares?", (LAKE, DEPTH, SALT), ("lake",), "oceans", "es"),
)
UNKNOWN = GoldCell(State.UNGRADED, note="They differ", reason=UngradedReason.CONFLICT)
BLANK = GoldCell(State.BLANK, citations=CITED)


def gold(task, *rows, near_misses=()):
    return Gold(task.id, rows, near_misses)


def pond(name, depth, salt=BLANK, *, ungraded=False):
    return GoldRow((EntityPart(name),), {"depth": depth, "salt": salt}, ungraded)


TABLES = (
    gold(TASKS[0], *(row(f"Lake {letter}") for letter in "ABCDEFGHIJ")),
    gold(
        TASKS[1],
        pond("Small", cell("2 m", accepted=("3 m",))),
        pond("Smaller", UNKNOWN, UNKNOWN),
        pond("Smallest", cell("1 m"), ungraded=True),
        near_misses=(NearMiss((EntityPart("Puddle"),)),),
    ),
    gold(TASKS[2], row("Dead", aliases=("Muerto", "Salado"))),
)
SOURCE = {
    "id": "lakes",
    "title": "Lakes",
    "url": "https://example.org",
    "licence": "CC0-1.0",
    "version": "1",
    "registry": "pypi",
    "package": "lakes",
    "file": "lakes.csv",
    "sha256": "0" * 64,
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "recipes").mkdir()
    (tmp_path / "sources.jsonl").write_text(
        "".join(json.dumps(SOURCE | {"id": id_, "package": id_}) + "\n" for id_ in ("lakes", "seas"))
    )
    (tmp_path / "recipes" / "lakes.toml").write_text('sources = ["lakes"]\nsql = "SELECT 1"\n')
    (tmp_path / "recipes" / "seas.toml").write_text('sources = ["lakes", "seas"]\nsql = "SELECT 1"\n')
    (tmp_path / "tasks.jsonl").write_text("".join(f"{task_to_json(task)}\n" for task in TASKS), "utf-8")
    lines = (gold_to_json(table, task) for table, task in zip(TABLES, TASKS, strict=True))
    (tmp_path / "gold.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    write_manifest(tmp_path, Manifest("r", "Lakes", "", 1, "2026-11-30", "CC-BY-4.0", "", {}))
    return tmp_path


def test_every_figure_is_counted(folder):
    found = release_statistics(load_release(folder))

    assert (found.tasks, found.development_tasks, found.memorised_tasks) == (3, 1, 1)
    assert (found.rows, found.ungraded_rows, found.rows_per_task) == (13, 1, (1, 2, 10))
    assert found.tasks_of_ten_rows == pytest.approx(1 / 3)
    assert (found.attributes, found.cells) == (6, 28)
    assert (found.value_cells, found.blank_cells, found.ungraded_cells) == (24, 2, 2)
    assert found.graded_cells == 20 + 2 + 2  # nobody is graded on an ungraded row
    assert found.blank_share == found.ungraded_share == pytest.approx(2 / 28)
    assert found.ungraded_reasons == {"conflict": 2}
    assert found.domains == {"geography": 2, "oceans": 1}
    assert found.languages == {"en": 2, "de": 1, "es": 1}
    assert found.column_types == {"boolean": 3, "quantity": 3}
    assert found.entity_types == {"name": 3}
    assert found.made_from == {"one source": 1, "pages": 1, "several sources": 1}
    assert (found.aliases, found.near_misses, found.accepted_cells) == (2, 1, 1)
    assert (found.citations, found.read_cells, found.sites) == (52, 1.0, 2)


def test_stats_are_printed_and_as_json_are_the_same_figures(folder):
    page = CliRunner().invoke(main, ["tasks", "stats", "--release", str(folder)])
    told = json.loads(CliRunner().invoke(main, ["tasks", "stats", "--json", "--release", str(folder)]).stdout)

    assert page.exit_code == 0
    assert "13 (and 1 ungraded)" in page.stdout
    assert "2 (7.1 %): conflict 2" in page.stdout
    assert "geography 2, oceans 1" in page.stdout
    assert told["blank_share"] == 0.071429
    assert told["rows_per_task"] == [1, 2, 10]
    assert told["column_types"] == {"boolean": 3, "quantity": 3}
    assert told["signature"] == load_release(folder).signature
