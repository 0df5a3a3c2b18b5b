"""Gold made anew from its sources: the same, or every difference told."""

import hashlib
import json
import shutil

import pytest
from click.testing import CliRunner

from atlas_grader.cli import main
from atlas_grader.errors import ReleaseError, UsageError
from atlas_grader.rebuilding import how_to_get, rebuilt_tasks
from atlas_grader.records import Manifest, gold_to_json, task_to_json
from atlas_grader.releases import load_release, open_release, write_manifest
from atlas_grader.tasks import Task
from tests.lakes import DEPTH, GOLD, LAKE, SALT, TASK

CSV = b"name,metres,salt,note\nBaikal,1642,no,x\nComo,425,no,x\nVan,451,yes,x\nPond,2,no,x\n"
RECIPE = """
sources = ["lakes"]
sql = '''
SELECT name AS lake, metres || ' m' AS depth, salt, lower(name) AS _slug
FROM lakes_all WHERE CAST(metres AS INTEGER) > 400 ORDER BY name
'''

[[citations]]
url = "https://example.org/{_slug}"
evidence = "The page of {lake} has {column}: {value}"
accessed = 2026-12-01

[left_out]
Van = "It is in another task"
"""


@pytest.fixture
def folder(tmp_path):
    """A release whose gold is what its recipe makes, and beside it the files of its sources."""
    release, files = tmp_path / "release", tmp_path / "files"
    (release / "recipes").mkdir(parents=True)
    files.mkdir()
    (files / "lakes.csv").write_bytes(CSV)
    (release / "sources.jsonl").write_text(json.dumps(source()) + "\n")
    (release / "recipes" / "lakes.toml").write_text(RECIPE)
    (release / "tasks.jsonl").write_text(task_to_json(TASK) + "\n")
    (release / "gold.jsonl").write_text(gold_to_json(GOLD, TASK) + "\n")
    (release / "DATASHEET.md").write_text("# Lakes\n")
    seal(release)
    found = next(rebuilt_tasks(release, files))
    (release / "gold.jsonl").write_text(gold_to_json(found.gold, found.task) + "\n")
    seal(release)
    return release


def source(**changes):
    told = {
        "id": "lakes",
        "title": "Lakes",
        "url": "https://example.org",
        "licence": "CC0-1.0",
        "version": "1.0",
        "registry": "pypi",
        "package": "lakes",
        "file": "lakes.csv",
        "sha256": hashlib.sha256(CSV).hexdigest(),
        "tables": {"all": {"format": "csv"}},
    }
    return told | changes


def seal(folder):
    write_manifest(folder, Manifest("r", "Lakes", "", 1, "2026-11-30", "CC-BY-4.0", "", {}))


def rebuilt(folder, *tasks):
    return next(rebuilt_tasks(folder, folder.parent / "files", tasks))


def change_recipe(folder, old, new):
    path = folder / "recipes" / "lakes.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    seal(folder)


def change_gold(folder, change):
    path = folder / "gold.jsonl"
    told = json.loads(path.read_text())
    change(told)
    path.write_text(json.dumps(told) + "\n")
    seal(folder)


def faults(folder):
    return [fault.message for fault in rebuilt(folder).faults]


def refused(folder):
    with pytest.raises(ReleaseError) as raised:
        rebuilt(folder)
    return str(raised.value).removeprefix(f"{folder.as_posix()}/recipes/lakes.toml: ")


def test_gold_made_anew_is_the_same(folder):
    found = rebuilt(folder)

    assert found.faults == ()
    assert (found.told, found.by_hand) == (4, 1)
    assert [row.entity[0].value for row in found.gold.rows] == ["Baikal", "Como"]


def test_cells_are_cited_as_the_recipe_says(folder):
    cell = rebuilt(folder).gold.rows[0].cells["depth"]

    assert [(c.url, c.evidence, c.accessed) for c in cell.citations] == [
        ("https://example.org/baikal", "The page of Baikal has depth: 1642 m", "2026-12-01"),
        ("https://example.org/lakes", "The page says so.", "2026-11-30"),
        ("https://example.com/lakes", "", ""),
    ]


def test_what_the_recipe_does_not_tell_is_kept(folder):
    assert rebuilt(folder).gold.rows[0].entity[0].aliases == ("Baykal",)


def test_a_cell_that_is_not_as_the_sources_say_is_told(folder):
    change_gold(folder, lambda told: told["rows"][0]["cells"]["depth"].update(value="1,700 m"))

    assert faults(folder) == [
        'row "Baikal", column "depth": expected "1642 m", as the sources give it, got "1,700 m"'
    ]


def test_a_citation_that_is_not_the_recipes_is_told(folder):
    change_gold(folder, lambda told: told["rows"][0]["cells"]["depth"]["citations"][0].update(evidence="So."))

    assert faults(folder) == [
        'row "Baikal", column "depth": expected the citations that the recipe makes, got others'
    ]


def test_a_row_that_gold_lacks_is_made_whole(folder):
    change_gold(folder, lambda told: told["rows"].pop())
    found = rebuilt(folder)

    assert [fault.message for fault in found.faults] == [
        'row "Como": expected in gold, as the sources give it, got none'
    ]
    assert found.gold.rows[1].cells["depth"].value == "425 m"
    assert found.gold.rows[1].cells["depth"].note == ""


def test_a_row_too_many_and_one_too_few_are_told(folder):
    change_gold(folder, lambda told: told["rows"][0]["entity"]["lake"].update(value="Ladoga"))

    assert faults(folder) == [
        'row "Ladoga": the sources do not give it, and it is not in the recipe\'s `added`',
        'row "Baikal": expected in gold, as the sources give it, got none',
    ]


def test_another_order_of_rows_is_told(folder):
    change_gold(folder, lambda told: told["rows"].reverse())

    assert faults(folder) == ["the rows stand in another order than the query gives them"]


def test_a_change_by_hand_is_kept_and_needs_a_reason(folder):
    change_gold(folder, lambda told: told["rows"][0]["cells"]["depth"].update(value="1,700 m"))
    (folder / "recipes" / "lakes.toml").write_text(RECIPE + '[changes.Baikal]\ndepth = "Sounded again"\n')
    seal(folder)
    found = rebuilt(folder)

    assert found.faults == ()
    assert found.gold.rows[0].cells["depth"].value == "1,700 m"
    assert (found.told, found.by_hand) == (3, 2)


@pytest.mark.parametrize(
    ("told", "slip"),
    [
        ('[changes.Baikal]\ndepth = "x"', 'row "Baikal": "depth" is in `changes`, but is as the sources say'),
        (
            '[changes.Baikal]\narea = "x"',
            'row "Baikal": "area" is in `changes`, but the query does not give it',
        ),
        ('[changes.Ladoga]\ndepth = "x"', 'row "Ladoga" is in `changes`, but gold does not have it'),
        ('[added]\nComo = "x"', 'row "Como" is in `added`, but the sources give it'),
        ('[added]\nLadoga = "x"', 'row "Ladoga" is in `added`, but gold does not have it'),
        ('Pond = "x"', 'row "Pond" is in `left_out`, but the sources do not give it'),
        ('Como = "x"', 'row "Como" is in `left_out`, but gold has it'),
    ],
)
def test_what_a_recipe_says_of_rows_must_be_so(folder, told, slip):
    change_recipe(folder, 'task"\n', f'task"\n{told}\n')

    assert slip in faults(folder)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("> 400", "> 9999", "expected rows, got none"),
        (
            "salt, lower",
            "salt AS slat, lower",
            'expected columns of the task, got "slat"; did you mean "salt"?',
        ),
        ("name AS lake", "name AS _lake", 'expected the query to name the entity, got no column "lake"'),
        ("SELECT name AS", "SELECT 'Como' AS", 'expected each row once, got "Como" again'),
        ("metres || ' m' AS", "'' AS", 'expected text or a number in "depth", got ""'),
        ("{_slug}", "{slug}", 'a citation names "{slug}", which the query does not give'),
        ("[[citations]]", "[[columns.area]]", 'expected columns of the query in `columns`, got "area"'),
        ("[[citations]]", "[[columns.depth]]", 'expected a citation for column "salt", got none'),
        ("FROM lakes_all", "FROM ponds", "the query cannot be run: no such table: ponds"),
        ("SELECT name", "SELECT salt, name", "expected each column once, got salt, lake, depth, salt, _slug"),
    ],
)
def test_a_query_that_gives_no_gold_is_refused(folder, old, new, told):
    change_recipe(folder, old, new)

    assert refused(folder).startswith(told)


def test_a_template_reaches_nothing_but_what_the_query_gives(folder):
    change_recipe(folder, "{_slug}", "{_slug.__class__}")

    assert rebuilt(folder).gold.rows[0].cells["depth"].citations[0].url.endswith("/{_slug.__class__}")


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM lakes_all",
        "CREATE TABLE ponds AS SELECT * FROM lakes_all",
        "ATTACH DATABASE 'x.db' AS x",
        "PRAGMA database_list",
        "SELECT load_extension('x')",
        "SELECT 1; DELETE FROM lakes_all",
    ],
)
def test_a_query_reads_and_does_nothing_else(folder, sql):
    path = folder / "recipes" / "lakes.toml"
    before, rest = path.read_text().split("sql = ", 1)
    path.write_text(f'{before}sql = "{sql}"\n{rest.split(chr(39) * 3, 2)[2]}')
    seal(folder)

    assert refused(folder).startswith("the query cannot be run: ")


def test_a_query_without_an_end_is_stopped(folder, monkeypatch):
    monkeypatch.setattr("atlas_grader.rebuilding.database._MOST_STEPS", 3_000_000)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS lake FROM n"
    change_recipe(folder, "SELECT name AS lake", f"{endless} UNION SELECT name AS lake")

    assert "the query cannot be run" in refused(folder)


def test_null_is_a_blank_and_an_array_is_a_list(folder):
    change_recipe(folder, "metres || ' m' AS depth", "NULL AS depth")
    change_recipe(folder, "accessed =", 'blank_evidence = "{lake} has no {column}"\naccessed =')
    cell = rebuilt(folder).gold.rows[0].cells["depth"]

    assert (cell.state, cell.value, cell.citations[0].evidence) == ("blank", None, "Baikal has no depth")


def test_a_query_may_take_json_apart(folder):
    change_recipe(folder, "metres || ' m' AS depth", "(SELECT value || ' m' FROM json_each('[7]')) AS depth")

    assert rebuilt(folder).gold.rows[0].cells["depth"].value == "7 m"


def test_obscured_gold_is_rebuilt_as_plain_gold_is(folder):
    task = Task("lakes", "Which lakes?", (LAKE, DEPTH, SALT), ("lake",), canary="canary GUID 1")
    (folder / "tasks.jsonl").write_text(task_to_json(task) + "\n")
    assert CliRunner().invoke(main, ["release", "obscure", str(folder)]).exit_code == 0
    seal(folder)

    assert "Baikal" not in (folder / "gold.jsonl").read_text()
    assert rebuilt(folder).faults == ()


def test_an_unknown_task_and_an_unknown_source_are_told(folder):
    with pytest.raises(UsageError, match="got none for ponds"):
        rebuilt(folder, "ponds")
    change_recipe(folder, 'sources = ["lakes"]', 'sources = ["ponds"]')
    assert "unknown source ponds; known are lakes" in refused(folder)


def test_a_recipe_of_no_task_is_told(folder):
    shutil.copy(folder / "recipes" / "lakes.toml", folder / "recipes" / "ponds.toml")
    seal(folder)

    with pytest.raises(ReleaseError, match="expected the recipe of a task of the release, got another"):
        list(rebuilt_tasks(folder, folder.parent / "files"))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"file": "../lakes.csv"}, "expected the name of a file, without folders"),
        ({"id": "Lakes"}, 'source "Lakes": expected `id` to match'),
        ({"sha256": "x"}, "expected `sha256` to match"),
        ({"registry": "elsewhere"}, "expected `registry` to be one of"),
    ],
)
def test_a_source_that_cannot_be_is_told(folder, changes, told):
    (folder / "sources.jsonl").write_text(json.dumps(source(**changes)) + "\n")

    assert told in str(open_release(folder).faults[-1])


def test_a_source_that_stands_twice_is_told(folder):
    (folder / "sources.jsonl").write_text(2 * (json.dumps(source()) + "\n"))

    assert "sources.jsonl:2: source lakes stands twice" in str(open_release(folder).faults[-1])


@pytest.mark.parametrize(
    ("changes", "command"),
    [
        ({"file": "lakes-1.0-py3-none-any.whl"}, "pip download --no-deps --only-binary :all: lakes==1.0"),
        ({"file": "lakes-1.0.tar.gz"}, "pip download --no-deps --no-binary :all: lakes==1.0"),
        (
            {"file": "lakes-1.0-1-cp311.cp312-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.whl"},
            "pip download --no-deps --only-binary :all: --implementation cp --python-version 311 --abi cp311"
            " --platform manylinux2014_x86_64 lakes==1.0",
        ),
        (
            {"file": "x-1.0-cp311; a-b c-$(d).whl"},
            "pip download --no-deps --only-binary :all: --implementation cp --python-version '311; a'"
            " --abi 'b c' --platform '$(d)' lakes==1.0",
        ),
        ({"registry": "npm", "package": "@lakes/all"}, "npm pack @lakes/all@1.0"),
        ({"version": "1; rm -rf ~"}, "pip download --no-deps --no-binary :all: lakes=='1; rm -rf ~'"),
        (
            {"registry": "git", "package": "lakes/all"},
            "# lakes.csv: flattened from lakes/all at 1.0; see https://example.org",
        ),
    ],
)
def test_a_source_tells_how_to_get_it(folder, changes, command):
    (folder / "sources.jsonl").write_text(json.dumps(source(**changes)) + "\n")

    assert how_to_get(open_release(folder).sources["lakes"]) == command


# The commands


def run(*arguments):
    return CliRunner().invoke(main, ["release", *map(str, arguments)])


def test_rebuild_says_what_is_identical(folder):
    result = run("rebuild", folder, "--sources", folder.parent / "files")

    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("1 of 1 task identical; 4 cells from the sources; added, left out")


def test_rebuild_tells_differences_and_writes_only_when_told(folder):
    change_gold(folder, lambda told: told["rows"][0]["cells"]["depth"].update(value="1,700 m"))
    before = (folder / "gold.jsonl").read_text()
    result = run("rebuild", folder, "--sources", folder.parent / "files")
    assert result.exit_code == 1
    assert 'lakes.toml: row "Baikal", column "depth": expected "1642 m"' in result.stdout
    assert (folder / "gold.jsonl").read_text() == before

    result = run("rebuild", folder, "--write", "--sources", folder.parent / "files")
    assert "gold.jsonl: 1 task rewritten; the manifest is now out of date" in result.stderr
    seal(folder)
    assert run("rebuild", folder, "--sources", folder.parent / "files").exit_code == 0


def test_sources_prints_how_to_get_them(folder):
    assert run("sources", folder).stdout == "pip download --no-deps --no-binary :all: lakes==1.0\n"


def test_a_release_with_recipes_is_sealed_with_them(folder):
    assert "recipes/lakes.toml" in load_release(folder).manifest.files
