"""Other benchmarks' published files as releases: what is taken, what is told, and that it grades."""

import json
from decimal import Decimal

import pytest
from click.testing import CliRunner

from atlas_grader import Grader, load_release
from atlas_grader.cli import main
from atlas_grader.importing import FORMATS
from atlas_grader.tasks import CellType, State, UrlLevel

OCTEN = [
    {
        "id": "ws-1",
        "type": "T1",
        "question": "Which lakes are the deepest?",
        "gold_entities": [
            {"canonical": "Lake Baikal", "aliases": ["Baykal"]},
            {"canonical": "lake baikal", "aliases": []},
            {"canonical": "Tanganyika", "aliases": []},
        ],
        "as_of": "2026-07-27",
        "language": "en",
    },
    {
        "id": "ws-2",
        "type": "T2",
        "question": "哪些湖最深？",
        "gold_matrix": {
            "贝加尔湖": {"depth": "1642 m", "country": "Russia"},
            "Tanganyika": {"depth": "1470 m"},
        },
        "as_of": "2026-07-27",
        "language": "zh",
    },
    {
        "id": "ws-3",
        "type": "T4",
        "question": "How deep is Como?",
        "gold_answer": "425 m",
        "as_of": "2026-07-27",
    },
]
EVALUATION = {
    "required": ["lake", "maxdepth", "firstdived", "share", "site", "note", "found"],
    "unique_columns": ["lake"],
    "eval_pipeline": {
        "lake": {"preprocess": ["norm_str"], "metric": ["llm_judge"]},
        "maxdepth": {"preprocess": ["extract_number"], "metric": ["number_near"], "criterion": 0.05},
        "firstdived": {"preprocess": ["norm_date"], "metric": ["date_near"]},
        "share": {"metric": ["number_near"]},
        "site": {"metric": ["url_match"]},
        "note": {"metric": ["llm_judge"], "criterion": "Means the same."},
        "found": {"metric": ["date_near"]},
    },
}
GOLD = (
    "\ufeffLake,Max Depth,First Dived,Share,Site,Note,Found,Extra\r\n"
    "Baikal,1642,1991-07-12,20%,https://baikal.example.org/deep,Rift,long ago,x\r\n"
    "Como,425,,5%,https://como.example.org,nan,1800,x\r\n"
    "baikal,9,,1%,https://x.example.org,Again,1800,x\r\n"
    ",9,,1%,https://x.example.org,No name,1800,x\r\n"
)


def run(*arguments):
    return CliRunner().invoke(main, ["release", "import", *map(str, arguments), "--created", "2026-12-01"])


def octen(tmp_path, lines=OCTEN, aliases=()):
    (tmp_path / "aliases").mkdir(exist_ok=True)
    (tmp_path / "tasks.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    (tmp_path / "aliases" / "gold_aliases.jsonl").write_text("".join(json.dumps(a) + "\n" for a in aliases))
    return tmp_path / "tasks.jsonl"


def widesearch(tmp_path, gold=GOLD, evaluation=EVALUATION, written=json.dumps, **changes):
    folder = tmp_path / "theirs"
    (folder / "widesearch_gold").mkdir(parents=True)
    line = {"instance_id": "ws_en_001", "query": "Which lakes?", "language": "en"}
    line |= {"evaluation": written(evaluation), **changes}
    (folder / "widesearch.jsonl").write_text(json.dumps(line) + "\n")
    if gold is not None:
        (folder / "widesearch_gold" / "ws_en_001.csv").write_text(gold, encoding="utf-8", newline="")
    return folder


# Octen


def test_a_list_of_octens_becomes_a_task_of_entities_alone(tmp_path):
    result = run("octen", octen(tmp_path), tmp_path / "mine")
    release = load_release(tmp_path / "mine")
    task, gold = release.tasks["ws-1"], release.gold["ws-1"]

    assert result.exit_code == 0, result.output
    assert (task.question, task.as_of, task.language) == (OCTEN[0]["question"], "2026-07-27", "en")
    assert [column.name for column in task.columns] == ["entity"]
    assert [row.entity[0].names for row in gold.rows] == [
        ("Lake Baikal", "Baykal", "lake baikal"),
        ("Tanganyika",),
    ]


def test_a_table_of_octens_keeps_its_cells(tmp_path):
    run("octen", octen(tmp_path), tmp_path / "mine")
    gold = load_release(tmp_path / "mine").gold["ws-2"]

    assert [row.cells["depth"].value for row in gold.rows] == ["1642 m", "1470 m"]
    assert gold.rows[1].cells["country"].state is State.BLANK


def test_what_octen_has_and_we_have_not_is_told(tmp_path):
    result = run("octen", octen(tmp_path), tmp_path / "mine")

    assert "ws-1: Lake Baikal stands 2 times in its gold; the first row is kept" in result.stderr
    assert "ws-3: left out, a task of type T4 has no table" in result.stderr
    assert "2 tasks; `atlas validate` checks it" in result.stderr


def test_octens_side_file_of_aliases_is_read(tmp_path):
    aliases = [{"task_id": "ws-1", "canonical": "Tanganyika", "aliases": ["Lake Tanganyika"]}]
    run("octen", octen(tmp_path, aliases=aliases), tmp_path / "mine")

    assert load_release(tmp_path / "mine").gold["ws-1"].rows[1].entity[0].aliases == ("Lake Tanganyika",)


def test_an_answer_to_an_imported_task_is_graded(tmp_path):
    run("octen", octen(tmp_path), tmp_path / "mine")
    report = Grader(load_release(tmp_path / "mine")).grade("ws-1", [{"entity": "Baykal"}, {"entity": "Como"}])

    assert report.discovery_f1.low == 0.5


# WideSearch


def test_columns_of_widesearch_get_the_closest_type(tmp_path):
    result = run("widesearch", widesearch(tmp_path), tmp_path / "mine")
    task = load_release(tmp_path / "mine").tasks["ws_en_001"]
    types = {column.name: column.type for column in task.columns}

    assert result.exit_code == 0, result.output
    assert types == {
        "lake": CellType.NAME,
        "maxdepth": CellType.NUMBER,
        "firstdived": CellType.DATE,
        "share": CellType.PERCENT,
        "site": CellType.URL,
        "note": CellType.TEXT,
        "found": CellType.TEXT,
    }
    assert task.columns[1].tolerance.relative == Decimal("0.05")
    assert task.columns[3].tolerance.relative == Decimal("0.1")
    assert task.columns[4].url_level is UrlLevel.SITE
    assert 'ws_en_001: column "found" is text, for "long ago" is no date' in result.stderr


def test_gold_of_widesearch_is_read_as_its_authors_read_it(tmp_path):
    result = run("widesearch", widesearch(tmp_path), tmp_path / "mine")
    gold = load_release(tmp_path / "mine").gold["ws_en_001"]

    assert [row.entity[0].value for row in gold.rows] == ["Baikal", "Como"]
    assert gold.rows[0].cells["maxdepth"].value == "1642"
    assert gold.rows[1].cells["firstdived"].state is gold.rows[1].cells["note"].state is State.BLANK
    assert "extra" not in gold.rows[0].cells
    assert "Baikal stands 2 times in its gold" in result.stderr
    assert "line 5 of its gold is left out, for it names no row" in result.stderr


def test_an_evaluation_may_be_an_object_or_its_text(tmp_path):
    assert run("widesearch", widesearch(tmp_path, written=dict), tmp_path / "mine").exit_code == 0


def test_their_gold_as_an_answer_scores_one(tmp_path):
    run("widesearch", widesearch(tmp_path), tmp_path / "mine")
    release = load_release(tmp_path / "mine")
    text = (
        "| Lake | Max Depth | First Dived | Share | Site | Note | Found |\n|---|---|---|---|---|---|---|\n"
        "| Baikal | 1,650 | 12 July 1991 | 20 % | https://baikal.example.org/ | Rift | long ago |\n"
        "| Como | 425 | | 5% | http://www.como.example.org | | 1800 |\n"
    )
    report = Grader(release).grade("ws_en_001", text)

    assert report.item_f1.low == 1


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"gold": None}, "ws_en_001.csv: expected a CSV table in UTF-8, got none"),
        ({"gold": "Lake\nComo\n"}, 'expected columns "maxdepth", "firstdived"'),
        ({"gold": ""}, 'expected columns "lake", "maxdepth"'),
        ({"evaluation": {"required": ["lake"]}}, "expected `required` and `unique_columns` in"),
        ({"evaluation": "no JSON", "written": str}, "expected JSON in `evaluation`"),
        ({"query": ""}, "expected text in `query`"),
        ({"evaluation": {"required": ["lake"], "unique_columns": ["pond"]}}, "expected `required` and"),
        ({"evaluation": {"required": ["lake"], "unique_columns": [1]}}, "expected `required` and"),
    ],
)
def test_a_task_that_cannot_be_read_is_told_and_nothing_is_written(tmp_path, changes, told):
    result = run("widesearch", widesearch(tmp_path, **changes), tmp_path / "mine")

    assert result.exit_code == 2
    assert told in result.stderr
    assert not (tmp_path / "mine").exists()


def test_an_id_is_never_a_path(tmp_path):
    folder = widesearch(tmp_path, instance_id="../../ws_en_001")
    result = run("widesearch", folder, tmp_path / "mine")

    assert result.exit_code == 2
    assert "expected an id of letters, digits" in result.stderr


def test_lines_that_are_no_json_are_told(tmp_path):
    path = octen(tmp_path)
    path.write_text("no JSON\n[1]\n", encoding="utf-8")
    result = run("octen", path, tmp_path / "mine")

    assert result.exit_code == 2
    assert "tasks.jsonl:1: expected JSON, got text that is none" in result.stderr
    assert "tasks.jsonl:2: expected a JSON object, got" in result.stderr


@pytest.mark.parametrize(
    "gold",
    [
        {"gold_entities": ["Lake Baikal"]},
        {"gold_entities": [{"name": "Lake Baikal"}]},
        {"gold_entities": {"canonical": "Lake Baikal"}},
        {"type": "T2", "gold_matrix": ["Lake Baikal"]},
        {"type": "T2", "gold_matrix": {"Lake Baikal": "1642 m"}},
    ],
)
def test_gold_of_another_shape_is_told(tmp_path, gold):
    result = run("octen", octen(tmp_path, [OCTEN[0] | gold]), tmp_path / "mine")

    assert result.exit_code == 2
    assert "tasks.jsonl:1: expected `gold_entities` or `gold_matrix` with names" in result.stderr


def test_the_command_knows_every_benchmark_that_can_be_read():
    (choices,) = (p.type.choices for p in main.commands["release"].commands["import"].params[:1])

    assert sorted(choices) == sorted(FORMATS)
