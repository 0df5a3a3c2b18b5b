"""Releases: found, checked against their manifest, opened, and judged fit to publish."""

# ruff: noqa: E501  (whole messages on one line, as a user sees them)

import hashlib
import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atlas_grader import releases
from atlas_grader.errors import Fault, ReleaseError, UsageError
from atlas_grader.records import Manifest, gold_to_json, manifest_to_json, task_to_json
from atlas_grader.releases import bundled_releases, load_release, validate_release, write_manifest
from atlas_grader.tasks import (
    CellType,
    Choice,
    Citation,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    IdentifierKind,
    NearMiss,
    Precision,
    State,
    Task,
    Tolerance,
)

CITED = (Citation("https://example.org/lakes", "The page says so.", "2026-11-30"),)
LAKE = Column("lake", CellType.NAME)
DEPTH = Column("depth", CellType.QUANTITY, unit="m")
SALT = Column("salt", CellType.BOOLEAN)
TASK = Task("lakes", "Which lakes?", (LAKE, DEPTH, SALT), ("lake",))


def cell(value, **changes):
    return GoldCell(State.VALUE, value, citations=CITED, **changes)


def row(name, depth="1,642 m", salt="no", aliases=()):
    return GoldRow((EntityPart(name, aliases),), {"depth": cell(depth), "salt": cell(salt)})


GOLD = Gold("lakes", (row("Baikal", aliases=("Baykal",)), row("Como", "425 m")))


def write_release(folder, tasks=(TASK,), golds=(GOLD,), release="2026.11"):
    folder.mkdir(parents=True, exist_ok=True)
    by_id = {task.id: task for task in tasks}
    (folder / "tasks.jsonl").write_text("".join(task_to_json(task) + "\n" for task in tasks))
    (folder / "gold.jsonl").write_text(
        "".join(gold_to_json(gold, by_id[gold.task_id]) + "\n" for gold in golds)
    )
    (folder / "DATASHEET.md").write_text("# Lakes\n")
    write_manifest(folder, Manifest(release, "Lakes", "", 1, "2026-11-30", "CC-BY-4.0", "", {}))
    return folder


def load_faults(folder):
    with pytest.raises(ReleaseError) as raised:
        load_release(folder)
    return [str(fault).replace(folder.as_posix(), "R") for fault in raised.value.faults]


def rewrite(folder, name, change):
    path = folder / name
    path.write_bytes(change(path.read_bytes()))
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][name]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))


def problems(task=TASK, gold=GOLD, **rules):
    """What validation says of a release of one task, without the places."""
    folder = problems.folder / "validated"
    release = load_release(write_release(folder, [task], [gold]))
    return [fault.message.removeprefix('task "lakes": ') for fault in validate_release(release, **rules)]


@pytest.fixture(autouse=True)
def _folder(tmp_path):
    problems.folder = tmp_path


# Loading


def test_a_release_written_and_loaded_is_the_same(tmp_path):
    release = load_release(write_release(tmp_path / "r"))

    assert release.id == "2026.11"
    assert dict(release.tasks) == {"lakes": TASK}
    assert dict(release.gold) == {"lakes": GOLD}
    assert release.manifest.files["gold.jsonl"].counts == {
        "tasks": 1,
        "rows": 2,
        "near_misses": 0,
        "cells": 4,
        "value_cells": 4,
        "blank_cells": 0,
        "ungraded_cells": 0,
        "citations": 4,
    }
    assert validate_release(release) == ()


def test_a_release_survives_being_sent_to_another_process(tmp_path):
    release = load_release(write_release(tmp_path / "r"))

    sent = pickle.loads(pickle.dumps(release))

    assert dict(sent.gold) == dict(release.gold)
    assert sent.signature == release.signature


def test_the_content_hash_moves_with_gold_and_not_with_the_datasheet(tmp_path):
    before = load_release(write_release(tmp_path / "r")).signature
    (tmp_path / "r" / "DATASHEET.md").write_text("# Lakes, mended\n")
    write_manifest(tmp_path / "r")
    mended = load_release(tmp_path / "r").signature
    other = load_release(write_release(tmp_path / "s", golds=[Gold("lakes", GOLD.rows[:1])])).signature

    assert before == mended
    assert before.startswith("2026.11@sha256:")
    assert before != other


def test_writing_a_manifest_twice_gives_the_same_bytes(tmp_path):
    folder = write_release(tmp_path / "r")
    before = (folder / "manifest.json").read_bytes()

    write_manifest(folder)

    assert (folder / "manifest.json").read_bytes() == before


def test_a_file_that_differs_from_the_manifest_is_refused_with_both_hashes(tmp_path):
    folder = write_release(tmp_path / "r")
    expected = hashlib.sha256((folder / "gold.jsonl").read_bytes()).hexdigest()[:12]
    (folder / "gold.jsonl").write_text("{}")
    got = hashlib.sha256(b"{}").hexdigest()[:12]

    assert load_faults(folder) == [
        f"R/gold.jsonl: does not match manifest.json: expected sha256 {expected}…, got {got}…; "
        "restore the file, reinstall the package, or write the manifest anew if you changed it"
    ]


def test_a_missing_file_is_refused(tmp_path):
    folder = write_release(tmp_path / "r")
    (folder / "DATASHEET.md").unlink()

    assert load_faults(folder) == [
        "R/DATASHEET.md: expected a file, got none (No such file or directory); restore it, or reinstall the package"
    ]


def test_a_folder_without_a_manifest_is_no_release(tmp_path):
    assert load_faults(tmp_path)[0].startswith("R/manifest.json: expected a file, got none")


def test_a_manifest_without_gold_is_refused(tmp_path):
    folder = write_release(tmp_path / "r")
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["files"]["gold.jsonl"]
    (folder / "manifest.json").write_text(json.dumps(manifest))

    assert load_faults(folder) == [
        "R/manifest.json: expected an entry for `gold.jsonl`, got none - at `$.files`"
    ]


def test_faults_of_tasks_name_their_line(tmp_path):
    folder = write_release(tmp_path / "r")
    rewrite(folder, "tasks.jsonl", lambda data: b"\n" + data + data + b"{oops\n" + b'{"id": "b"}\n')

    found = load_faults(folder)

    assert found[0] == 'R/tasks.jsonl:3: task "lakes" stands twice; first at R/tasks.jsonl:2'
    assert found[1].startswith("R/tasks.jsonl:4: expected JSON, got `oops`")
    assert found[2] == 'R/tasks.jsonl:5: task "b": expected a key `question`, got none - at `$`'


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda data: data + data, 'R/gold.jsonl:2: task "lakes" has gold twice; first at R/gold.jsonl:1'),
        (lambda data: data.replace(b'"lakes"', b'"laeks"'), 'R/gold.jsonl:1: unknown task "laeks"; did you mean "lakes"? - at `$.task_id`'),
        (lambda data: b"", 'R/gold.jsonl: expected gold for every task, got none for "lakes"'),
        (lambda data: b'{"rows": []}', "R/gold.jsonl:1: expected a `task_id`, got none - at `$`"),
        (lambda data: b'{"task_id": "\\q"}', "R/gold.jsonl:1: expected JSON, got `\\q\"}` (invalid \\escape) - at column 14"),
    ],
)  # fmt: skip
def test_faults_of_golds_frame_are_found_on_loading(tmp_path, change, fault):
    folder = write_release(tmp_path / "r")
    rewrite(folder, "gold.jsonl", change)

    assert load_faults(folder) == [fault]


def test_gold_is_decoded_only_when_asked_for(tmp_path):
    folder = write_release(tmp_path / "r")
    rewrite(folder, "gold.jsonl", lambda data: data.replace(b'"depth"', b'"deepness"'))
    release = load_release(folder)

    with pytest.raises(ReleaseError, match=r'gold\.jsonl:1: task "lakes": unknown column "deepness"'):
        release.gold["lakes"]
    assert len(validate_release(release)) == 4


PIECES = [b"{", b"}", b"[", b"]", b",", b":", b"1", b"-1e99999999999999999999", b"null", b"\xff", b"\n", b'"', b'"\\ud800"',
          b'"task_id"', b'"id"', b'"lakes"', b'"rows"', b'"entity"', b'"columns"', b'"files"', b'{"task_id": "lakes", "rows": []}',
          task_to_json(TASK).encode(), gold_to_json(GOLD, TASK).encode()]  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary() | st.lists(st.sampled_from(PIECES)).map(b"".join), st.sampled_from(releases.GRADED_FILES))
def test_arbitrary_bytes_in_a_release_raise_nothing_but_release_errors(tmp_path, data, name):
    folder = write_release(tmp_path / "r")
    rewrite(folder, name, lambda _: data)

    try:
        release = load_release(folder)
        faults = validate_release(release)
    except ReleaseError as error:
        faults = error.faults

    assert all(isinstance(fault, Fault) for fault in faults)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary() | st.lists(st.sampled_from(PIECES)).map(b"".join))
def test_arbitrary_bytes_for_a_manifest_raise_nothing_but_release_errors(tmp_path, data):
    (tmp_path / "manifest.json").write_bytes(data)

    with pytest.raises(ReleaseError):
        load_release(tmp_path)


def test_an_empty_release_is_refused(tmp_path):
    folder = write_release(tmp_path / "r")
    rewrite(folder, "tasks.jsonl", lambda data: b"\n")
    rewrite(folder, "gold.jsonl", lambda data: b"")

    assert load_faults(folder) == ["R/tasks.jsonl: expected one task a line, got an empty file"]


# Finding


def test_a_bundled_release_is_found_by_id_and_the_newest_by_default(tmp_path, monkeypatch):
    for name in ("2026.9", "2026.11", "dev"):
        write_release(tmp_path / "data" / name, release=name)
    monkeypatch.setattr(releases, "__file__", str(tmp_path / "atlas_grader" / "releases.py"))
    monkeypatch.setattr(releases, "files", lambda package: tmp_path / "atlas_grader")

    assert bundled_releases() == ("dev", "2026.9", "2026.11")
    assert load_release().id == "2026.11"
    assert load_release("dev").id == "dev"
    with pytest.raises(UsageError) as raised:
        load_release("2026.12")
    assert str(raised.value) == (
        'no release "2026.12": neither a folder nor bundled (bundled: "dev", "2026.9", "2026.11"); did you mean "2026.11"?'
    )


def test_an_installed_package_holds_its_data_inside_itself(tmp_path, monkeypatch):
    write_release(tmp_path / "atlas_grader" / "_bundled" / "data" / "2026.11")
    monkeypatch.setattr(releases, "files", lambda package: tmp_path / "atlas_grader")

    assert load_release("2026.11").tasks == {"lakes": TASK}


def test_without_bundled_data_the_message_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(releases, "__file__", str(tmp_path / "atlas_grader" / "releases.py"))
    monkeypatch.setattr(releases, "files", lambda package: tmp_path / "atlas_grader")

    with pytest.raises(UsageError, match="name a release's folder"):
        load_release()


def test_every_bundled_release_is_sound():
    for name in bundled_releases():
        assert validate_release(load_release(name)) == ()


# Whether tasks are good


@pytest.mark.parametrize(
    ("column", "problem"),
    [
        (Column("salt", CellType.BOOLEAN, currency="USD"), "expected `currency` on `money` only, got it on `boolean`"),
        (Column("salt", CellType.BOOLEAN, unit="m"), "expected `unit` on `quantity` or `duration` only, got it on `boolean`"),
        (Column("salt", CellType.TEXT, precision=Precision.YEAR), "expected `precision` on `date` only, got it on `text`"),
        (Column("salt", CellType.TEXT, choices=(Choice("no"),)), "expected `choices` on `enum` only, got it on `text`"),
        (Column("salt", CellType.TEXT, ordered=True), "expected `ordered` on `list` only, got it on `text`"),
        (Column("salt", CellType.TEXT, item_type=CellType.NAME), "expected `item_type` on `list` only, got it on `text`"),
        (Column("salt", CellType.TEXT, body="Moon"), "expected `body` on `coordinates` only, got it on `text`"),
        (Column("salt", CellType.TEXT, identifier_kind=IdentifierKind.DOI), "expected `identifier_kind` on `identifier` only, got it on `text`"),
        (
            Column("salt", CellType.DATE, tolerance=Tolerance(relative=1)),
            "expected `tolerance` on `number` or `percent` or `money` or `quantity` or `duration` only, got it on `date`",
        ),
        (Column("salt", CellType.QUANTITY), "expected `unit` for type `quantity`, got none"),
        (Column("salt", CellType.ENUM), "expected `choices` for type `enum`, got none"),
        (Column("salt", CellType.LIST, item_type=CellType.ENUM), "expected `choices` for type `enum`, got none"),
        (Column("salt", CellType.LIST, item_type=CellType.LIST), "expected items of another type than `list`"),
        (
            Column("salt", CellType.ENUM, choices=(Choice("Yes", ("y",)), Choice("no", ("Y",)))),
            'expected each spelling of a choice once, got "y" twice',
        ),
    ],
)  # fmt: skip
def test_settings_must_fit_the_type(column, problem):
    task = replace(TASK, columns=(LAKE, DEPTH, column))

    assert problems(task) == [f'column "salt": {problem} - at `$.columns[2]`']


@pytest.mark.parametrize(
    "column",
    [
        Column("salt", CellType.LIST, item_type=CellType.QUANTITY, unit="m", ordered=True),
        Column("salt", CellType.LIST, item_type=CellType.ENUM, choices=(Choice("no", ("No",), "n"),)),
        Column("salt", CellType.MONEY, currency="EUR", tolerance=Tolerance(relative=1)),
        Column("salt", CellType.DATE, precision=Precision.YEAR),
        Column("salt", CellType.DURATION),
        Column("salt", CellType.MONEY),
    ],
)
def test_settings_that_fit_are_let_through(column):
    assert problems(replace(TASK, columns=(LAKE, DEPTH, column))) == []


def test_a_task_has_two_to_ten_attribute_columns():
    one = replace(TASK, columns=(LAKE, SALT))
    many = replace(TASK, columns=(LAKE, *(Column(f"c{n}", CellType.TEXT) for n in range(11))))

    assert problems(one, Gold("lakes", ()))[0].startswith("expected 2 to 10 attribute columns, got 1")
    assert problems(many, Gold("lakes", ()))[0].startswith("expected 2 to 10 attribute columns, got 11")


def test_a_header_may_mean_one_column_only():
    task = replace(TASK, columns=(LAKE, DEPTH, replace(SALT, aliases=("salty", "DEPTH"))))

    assert problems(task) == [
        'expected a header to mean one column, got "depth" for "depth" and "salt" - at `$.columns`'
    ]


def test_language_and_date_of_a_task_are_checked():
    assert problems(replace(TASK, language="English", as_of="last year")) == [
        'expected a language tag such as `en`, got "English" - at `$.language`',
        'expected a date such as `2026-11-30`, got "last year" - at `$.as_of`',
    ]


# Whether gold is good


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (GoldCell(State.VALUE, "1 m"), "expected a citation for a `value` cell, got none"),
        (GoldCell(State.BLANK), "expected a citation for a `blank` cell, got none"),
        (GoldCell(State.VALUE, "1 m", citations=(Citation("ftp://a.org/x"),)), 'expected an http or https address, got "ftp://a.org/x"'),
        (GoldCell(State.VALUE, "1 m", citations=(Citation("https:///x"),)), 'expected an http or https address, got "https:///x"'),
        (GoldCell(State.VALUE, "1 m", citations=(Citation("http://[oops"),)), 'expected an http or https address, got "http://[oops"'),
        (GoldCell(State.UNGRADED, citations=(Citation("lake book"),)), 'expected an http or https address, got "lake book"'),
        (GoldCell(State.VALUE, "1 m", citations=(Citation("https://a.org", "x" * 201),)), "expected at most 200 characters of evidence, got 201"),
        (GoldCell(State.VALUE, ("1 m", "2 m"), citations=CITED), "expected a string for type `quantity`, got `list`"),
    ],
)  # fmt: skip
def test_a_cell_must_be_one_that_a_reader_can_check(changed, problem):
    gold = Gold("lakes", (GoldRow((EntityPart("Baikal"),), {"depth": changed, "salt": cell("no")}),))

    assert problems(gold=gold) == [f"{problem} - at `$.rows[0].cells.depth`"]


def test_an_ungraded_cell_needs_no_citation():
    gold = Gold(
        "lakes", (GoldRow((EntityPart("B"),), {"depth": GoldCell(State.UNGRADED), "salt": cell("no")}),)
    )

    assert problems(gold=gold) == []


def test_no_name_may_mean_two_rows_or_a_near_miss():
    gold = Gold(
        "lakes",
        (row("Baikal", aliases=("The Deep",)), row("Como", aliases=("the  DEEP",)), row("Garda")),
        (NearMiss((EntityPart("Aral", ("GARDA",)),)),),
    )

    assert problems(gold=gold) == [
        'expected names of its own, got "the deep" as in `$.rows[0]` - at `$.rows[1]`',
        'expected no row\'s name, got "garda" as in `$.rows[2]` - at `$.near_misses[0]`',
    ]


def test_what_makes_two_names_equal_can_be_told():
    gold = Gold("lakes", (row("Lake Baikal"), row("Baikal Lake")))

    assert problems(gold=gold) == []
    assert len(problems(gold=gold, key=lambda name: " ".join(sorted(name.split())))) == 1


def test_rows_of_several_entity_columns_may_share_a_part():
    task = Task(
        "lakes", "q", (LAKE, Column("year", CellType.DATE), DEPTH, SALT), ("lake", "year"), as_of="2026-11"
    )

    def yearly(year, *aliases):
        return GoldRow(
            (EntityPart("Dune"), EntityPart(year, aliases)), {"depth": cell("1 m"), "salt": cell("no")}
        )

    assert problems(task, Gold("lakes", (yearly("1984"), yearly("2021")))) == []
    assert problems(task, Gold("lakes", (yearly("1984"), yearly("2021", "1984")))) == [
        'expected names of its own, got "dune" + "1984" as in `$.rows[0]` - at `$.rows[1]`'
    ]


def test_every_gold_value_must_read_as_its_type():
    listed = Column("salt", CellType.LIST, item_type=CellType.QUANTITY, unit="m")
    gold = Gold(
        "lakes",
        (
            GoldRow(
                (EntityPart("baikal"),),
                {
                    "depth": cell("3 m", accepted=("3 feet",)),
                    "salt": cell(("1 m", "2 feet")),
                },
            ),
        ),
    )

    assert problems(replace(TASK, columns=(LAKE, DEPTH, listed)), gold, reads=_reads) == [
        'expected "3 feet" to read as `quantity` - at `$.rows[0].cells.depth`',
        'expected "2 feet" to read as `list` - at `$.rows[0].cells.salt`',
    ]


def _reads(column):
    return (lambda text: text.endswith(" m")) if column.type is CellType.QUANTITY else str.islower


def test_faults_of_validation_name_file_and_line(tmp_path):
    folder = write_release(
        tmp_path / "r", [replace(TASK, language="?")], [Gold("lakes", (row("A"), row("a")))]
    )

    found = [str(fault) for fault in validate_release(load_release(folder))]

    assert found[0].startswith(f'{folder.as_posix()}/tasks.jsonl:1: task "lakes": expected a language tag')
    assert found[1].startswith(f'{folder.as_posix()}/gold.jsonl:1: task "lakes": expected names of its own')


def test_a_manifest_is_needed_before_it_can_be_brought_up_to_date(tmp_path):
    folder = write_release(tmp_path / "r")
    Path(folder / "manifest.json").unlink()

    with pytest.raises(ReleaseError, match="make it with the release's id, title and licence"):
        write_manifest(folder)


def test_a_manifest_reads_as_text_with_its_keys_in_order(tmp_path):
    folder = write_release(tmp_path / "r")

    text = (folder / "manifest.json").read_text()

    assert list(json.loads(text)["files"]) == ["DATASHEET.md", "gold.jsonl", "tasks.jsonl"]
    assert text == manifest_to_json(load_release(folder).manifest)
