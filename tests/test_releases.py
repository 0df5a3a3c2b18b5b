"""Releases: found, checked against their manifest, opened, and judged fit to publish."""

# ruff: noqa: E501  (whole messages on one line, as a user sees them)

import hashlib
import json
import pickle
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atlas_grader.errors import Fault, ReleaseError, UsageError
from atlas_grader.records import Manifest, gold_to_json, manifest_to_json, task_to_json
from atlas_grader.releases import (
    GRADED_FILES,
    bundled_releases,
    finding,
    load_release,
    open_release,
    write_manifest,
)
from atlas_grader.tasks import Gold
from tests.lakes import GOLD, TASK


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
        "citations": 8,
    }


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

    assert load_faults(folder)[0] == (
        f"R/gold.jsonl: does not match manifest.json: expected sha256 {expected}…, got {got}…; "
        "restore the file, reinstall the package, or write the manifest anew if you changed it"
    )


def test_a_missing_file_is_refused(tmp_path):
    folder = write_release(tmp_path / "r")
    (folder / "DATASHEET.md").unlink()

    assert load_faults(folder) == [
        "R/DATASHEET.md: expected a file, got none (no such file or directory); restore it, or reinstall the package"
    ]


def test_a_folder_without_a_manifest_is_no_release(tmp_path):
    with pytest.raises(UsageError, match=r"expected a release's folder, with tasks\.jsonl"):
        load_release(tmp_path)
    (tmp_path / "tasks.jsonl").write_text("{}")
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

    assert load_faults(folder)[0] == fault


def test_gold_is_decoded_only_when_asked_for(tmp_path):
    folder = write_release(tmp_path / "r")
    rewrite(folder, "gold.jsonl", lambda data: data.replace(b'"depth"', b'"deepness"'))
    release = load_release(folder)

    with pytest.raises(ReleaseError, match=r'gold\.jsonl:1: task "lakes": unknown column "deepness"'):
        release.gold["lakes"]
    assert len(open_release(folder).faults) == 4


PIECES = [b"{", b"}", b"[", b"]", b",", b":", b"1", b"-1e99999999999999999999", b"null", b"\xff", b"\n", b'"', b'"\\ud800"',
          b'"task_id"', b'"id"', b'"lakes"', b'"rows"', b'"entity"', b'"columns"', b'"files"', b'{"task_id": "lakes", "rows": []}',
          task_to_json(TASK).encode(), gold_to_json(GOLD, TASK).encode()]  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary() | st.lists(st.sampled_from(PIECES)).map(b"".join), st.sampled_from(GRADED_FILES))
def test_arbitrary_bytes_in_a_release_raise_nothing_but_release_errors(tmp_path, data, name):
    folder = write_release(tmp_path / "r")
    rewrite(folder, name, lambda _: data)

    try:
        load_release(folder)
        faults = open_release(folder).faults
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


def test_all_that_is_wrong_with_a_release_is_told_at_once(tmp_path):
    folder = write_release(tmp_path / "r")
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"]["NOTES.md"] = {"sha256": "0" * 64}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    line = json.loads(task_to_json(TASK))
    slips = json.dumps({**line, "id": "b", "question": 3, "langauge": "en", "entity_columns": ["nought"]})
    twice = '{"id": "c", "id": "c", "question": NaN, "columns": [], "entity_columns": []}'
    (folder / "tasks.jsonl").write_text(f"{json.dumps(line)}\n{slips}\n{twice}\n")
    gold = json.loads(gold_to_json(GOLD, TASK))
    gold["rows"][0]["cells"]["depth"] = {"state": "blank", "value": 3, "citations": [{}]}
    del gold["rows"][1]["cells"]["salt"]
    strangers = {**gold, "task_id": "d"}
    (folder / "gold.jsonl").write_text(
        "".join(json.dumps(g) + "\n" for g in (gold, {**gold, "task_id": "b"}, strangers))
    )

    found = "\n".join(str(f).replace(folder.as_posix(), "R") for f in open_release(folder).faults)

    for part in (
        "R/NOTES.md: expected a file",
        "R/tasks.jsonl: does not match manifest.json",
        "R/gold.jsonl: does not match manifest.json",
        'R/tasks.jsonl:2: task "b": expected `question` to be a string, got `3`',
        'R/tasks.jsonl:2: task "b": unknown key "langauge"',
        'R/tasks.jsonl:2: task "b": unknown entity column "nought"',
        'R/tasks.jsonl:3: expected each key once, got "id" twice',
        "R/tasks.jsonl:3: expected a number or string, got `NaN`",
        'R/tasks.jsonl:3: task "c": expected at least one entity column',
        'R/gold.jsonl:1: task "lakes": expected no value beside `"state": "blank"`',
        'R/gold.jsonl:1: task "lakes": expected a key `url`, got none',
        'R/gold.jsonl:1: task "lakes": expected column "salt", got none - at `$.rows[1].cells`',
        'R/gold.jsonl:2: task "b": expected no value beside',
        'R/gold.jsonl:3: unknown task "d"',
    ):
        assert part in found, part
    assert 'unknown task "b"' not in found


def test_a_release_that_cannot_be_sealed_is_told_all_at_once_and_left_as_it_was(tmp_path):
    folder = write_release(tmp_path / "r")
    before = (folder / "manifest.json").read_bytes()
    (folder / "tasks.jsonl").write_text("[]\n")

    with pytest.raises(ReleaseError) as raised:
        write_manifest(folder, Manifest("a b", "", "", 1, "2026-02-30", "MIT", "", {}))

    told = str(raised.value)
    for part in ("tasks.jsonl:1", "unknown task", "`release`", "`title`", "a day of the calendar"):
        assert part in told, part
    assert (folder / "manifest.json").read_bytes() == before
    assert not list(folder.glob("*.part"))


# Finding


def test_a_bundled_release_is_found_by_id_and_the_newest_by_default(tmp_path, monkeypatch):
    for name in ("2026.9", "2026.11", "dev"):
        write_release(tmp_path / "data" / name, release=name)
    monkeypatch.setattr(finding, "__file__", str(tmp_path / "atlas_grader" / "releases" / "finding.py"))
    monkeypatch.setattr(finding, "files", lambda package: tmp_path / "atlas_grader")

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
    monkeypatch.setattr(finding, "files", lambda package: tmp_path / "atlas_grader")

    assert load_release("2026.11").tasks == {"lakes": TASK}


def test_without_bundled_data_the_message_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(finding, "__file__", str(tmp_path / "atlas_grader" / "releases" / "finding.py"))
    monkeypatch.setattr(finding, "files", lambda package: tmp_path / "atlas_grader")

    with pytest.raises(UsageError, match="name a release's folder"):
        load_release()


def test_a_manifest_is_needed_before_it_can_be_brought_up_to_date(tmp_path):
    folder = write_release(tmp_path / "r")
    Path(folder / "manifest.json").unlink()

    with pytest.raises(ReleaseError, match="`atlas seal` makes it"):
        write_manifest(folder)


def test_a_manifest_reads_as_text_with_its_keys_in_order(tmp_path):
    folder = write_release(tmp_path / "r")

    text = (folder / "manifest.json").read_text()

    assert list(json.loads(text)["files"]) == ["DATASHEET.md", "gold.jsonl", "tasks.jsonl"]
    assert text == manifest_to_json(load_release(folder).manifest)
