"""Audits: cells drawn at random, a sheet filled in, and the share of gold that was wrong."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.records.audited import AuditedCell, Outcome
from atlas_grader.releases import draw_cells, error_rate, open_release
from atlas_grader.tasks import Gold, GoldCell, GoldRow, State
from tests.lakes import CITED, GOLD, row
from tests.test_making_releases import run, write

LINE = {
    "task_id": "lakes",
    "row": 2,
    "column": "depth",
    "outcome": "right",
    "urls": ["https://example.net/como"],
    "note": "",
}


def filled(sheet, **told):
    return "".join(json.dumps(json.loads(line) | told) + "\n" for line in sheet.splitlines())


def with_audit(tmp_path, *lines):
    folder = write(tmp_path / "r")
    (folder / "audit.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


# Drawing


def test_a_seed_draws_the_same_cells_and_another_seed_others(tmp_path):
    gold = Gold("lakes", tuple(row(f"Lake {number}") for number in range(40)), completeness="All.")
    folder = write(tmp_path / "r", gold=gold)
    drawn = [run("release", "draw", folder, "--cells", 20, "--seed", seed).stdout for seed in (1, 1, 2)]

    assert drawn[0] == drawn[1] != drawn[2]
    assert [len(each.splitlines()) for each in drawn] == [20, 20, 20]


def test_only_value_cells_of_graded_rows_are_drawn(tmp_path):
    blank = GoldCell(State.BLANK, citations=CITED)
    rows = (
        GoldRow(row("Baikal").entity, {**row("Baikal").cells, "salt": blank}),
        GoldRow(row("Como").entity, row("Como").cells, ungraded=True),
    )
    folder = write(tmp_path / "r", gold=Gold("lakes", rows, completeness="All."))
    drawn = draw_cells(open_release(folder), 1, seed=5)
    too_many = run("release", "draw", folder, "--cells", 2, "--seed", 5)

    assert [(cell.row, cell.entity, cell.column) for cell in drawn] == [(1, ("Baikal",), "depth")]
    assert too_many.exit_code == 2
    assert "expected 2 value cells or more, got 1" in too_many.stderr


def test_a_row_that_joins_shifts_no_other_cell_out_of_its_place(tmp_path):
    rows = tuple(row(f"Lake {number}") for number in range(20))
    drawn = [
        {
            (cell.entity, cell.column)
            for cell in draw_cells(open_release(write(tmp_path / name, gold=gold)), 20, seed=3)
        }
        for name, gold in (
            ("before", Gold("lakes", rows, completeness="All.")),
            ("after", Gold("lakes", (row("Aral"), *rows), completeness="All.")),
        )
    ]
    news = {cell for cell in drawn[1] if cell[0] == ("Aral",)}

    assert drawn[1] - news <= drawn[0]


def test_the_sheet_shows_what_is_to_be_looked_up(tmp_path):
    folder = write(tmp_path / "r")
    lines = [
        json.loads(line)
        for line in run("release", "draw", folder, "--cells", 4, "--seed", 1).stdout.splitlines()
    ]

    assert [(line["row"], line["column"]) for line in lines] == [
        (1, "depth"),
        (1, "salt"),
        (2, "depth"),
        (2, "salt"),
    ]
    assert lines[2]["cell"] == {
        "question": "Which lakes?",
        "entity": ["Como"],
        "unit": "m",
        "value": "425 m",
        "cited": [citation.url for citation in CITED],
    }


# Taking a sheet


def test_a_filled_in_sheet_becomes_the_audit_without_gold_in_clear(tmp_path):
    folder, sheet = write(tmp_path / "r"), tmp_path / "sheet.jsonl"
    drawn = run("release", "draw", folder, "--cells", 4, "--seed", 1).stdout
    sheet.write_text(filled(drawn, outcome="right", urls=["https://example.net/como"]))
    taken = run("release", "audit", folder, "--take", sheet)
    stood = (folder / "audit.jsonl").read_text()

    assert taken.exit_code == 0
    assert taken.stdout == (
        "4 cells: 4 right, 0 wrong, 0 unsettled: 0.0 % of the settled ones wrong, 95 % interval 0.0 to 49.0\n"
    )
    assert json.loads(stood.splitlines()[2]) == LINE
    assert "425" not in stood
    assert "audit.jsonl" in taken.stderr
    assert run("seal", folder).exit_code == run("validate", folder).exit_code == 0
    assert run("release", "audit", folder).stdout == taken.stdout


def test_a_sheet_that_is_not_filled_in_is_told_line_by_line_and_nothing_is_written(tmp_path):
    folder, sheet = write(tmp_path / "r"), tmp_path / "sheet.jsonl"
    sheet.write_text(run("release", "draw", folder, "--cells", 2, "--seed", 1).stdout)
    taken = run("release", "audit", folder, "--take", sheet)

    assert taken.exit_code == 2
    assert "sheet.jsonl:1" in taken.stderr
    assert "sheet.jsonl:2" in taken.stderr
    assert not (folder / "audit.jsonl").exists()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"task_id": "ponds"}, 'expected a task of the release, got "ponds"'),
        ({"column": "dept"}, 'unknown column "dept"; did you mean "depth"?'),
        ({"row": 3}, "expected a row from 1 to 2, got 3"),
        ({"row": 0}, "row"),
        ({"outcome": "fine"}, "expected `outcome` to be one of"),
        ({"urls": []}, "expected a page that shows that it is right, got none"),
        ({"outcome": "wrong"}, "expected a `note` beside `wrong`, got none"),
        ({"outcome": "unsettled"}, "expected a `note` beside `unsettled`, got none"),
        ({"urls": ["como"]}, "urls"),
    ],
)
def test_an_audit_that_cannot_be_is_told(tmp_path, change, told):
    folder = with_audit(tmp_path, LINE | change)
    listed, checked, sealed = run("release", "audit", folder), run("validate", folder), run("seal", folder)

    assert (listed.exit_code, checked.exit_code, sealed.exit_code) == (2, 1, 2)
    assert told in listed.stderr
    assert told in sealed.stderr
    assert told in checked.stdout


def test_a_cell_stands_once_in_an_audit(tmp_path):
    listed = run("release", "audit", with_audit(tmp_path, LINE, LINE))

    assert listed.exit_code == 2
    assert "this cell stands twice; first at" in listed.stderr


# The rate


def audited(right, wrong, unsettled=0):
    counts = {Outcome.RIGHT: right, Outcome.WRONG: wrong, Outcome.UNSETTLED: unsettled}
    return [AuditedCell("t", 1, "c", outcome, (), "") for outcome, n in counts.items() for _ in range(n)]


def test_the_rate_is_of_the_settled_cells_with_wilsons_interval():
    rate = error_rate(audited(199, 1, 20))

    assert (rate.share, rate.unsettled) == (1 / 200, 20)
    assert tuple(round(end, 5) for end in rate.interval) == (0.00088, 0.02777)


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_share_lies_within_its_interval(right, wrong):
    rate = error_rate(audited(right, wrong))

    if right + wrong:
        assert 0 <= rate.interval[0] <= rate.share <= rate.interval[1] <= 1
    else:
        assert (rate.share, rate.interval) == (None, None)


def test_a_release_without_an_audit_has_no_rate(tmp_path):
    folder = write(tmp_path / "r", gold=GOLD)
    told = run("release", "audit", folder, "--json")

    assert run("release", "audit", folder).stdout == "0 cells: 0 right, 0 wrong, 0 unsettled\n"
    assert json.loads(told.stdout) == {
        "right": 0,
        "wrong": 0,
        "unsettled": 0,
        "low": None,
        "high": None,
        "share": None,
    }
