"""Whole files: one process or many, faults, names, missing tasks (grading.md 8.13)."""

import json
import signal
import time

import pytest

from atlas_grader import Grader, InputError, UsageError, load_release
from atlas_grader.pool import open_pool
from atlas_grader.report.progress import no_progress
from atlas_grader.report.wire import dump
from atlas_grader.score import Level
from atlas_grader.selftest import gold_rows
from atlas_grader.session import grade_files


def answers_file(path, grader, tasks=None, **changes):
    lines = []
    for task_id in tasks or grader.task_ids:
        rows = gold_rows(grader.release.tasks[task_id], grader.release.gold[task_id])
        lines.append(json.dumps({"task_id": task_id, "rows": rows, **changes}, ensure_ascii=False))
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def grade(grader, *sources, common=False, out=None, workers=1):
    return grade_files(grader, sources, common=common, out=out, workers=workers, progress=no_progress)


def test_gold_as_a_run_scores_1_with_nothing_lost(grader, tmp_path):
    run = grade(grader, answers_file(tmp_path / "gold.jsonl", grader)).runs[0]

    assert [run.scores[level].f1.low for level in Level] == [1, 1, 1]
    assert (run.system, run.missing, run.kinds) == ("gold", 0, ())


@pytest.mark.slow
def test_8_13_one_process_and_two_give_the_same_bytes(grader, tmp_path):
    source = answers_file(tmp_path / "gold.jsonl", grader)
    reports = [tmp_path / "one", tmp_path / "two"]
    for workers, folder in enumerate(reports, start=1):
        grade(grader, source, out=folder, workers=workers)

    for name in ("report.json", "cells.jsonl", "rows.jsonl"):
        assert (reports[0] / name).read_bytes() == (reports[1] / name).read_bytes()


def test_tasks_without_an_answer_score_0_and_are_counted(grader, tmp_path):
    tasks = grader.task_ids[:4]
    run = grade(grader, answers_file(tmp_path / "some.jsonl", grader, tasks)).runs[0]

    assert run.scores[Level.ROW].f1.low == pytest.approx(4 / len(grader.task_ids))
    assert run.missing == len(grader.task_ids) - 4


def test_files_that_answer_different_tasks_are_not_compared(grader, tmp_path):
    one = answers_file(tmp_path / "one.jsonl", grader, grader.task_ids[:3])
    two = answers_file(tmp_path / "two.jsonl", grader, grader.task_ids[1:4])

    with pytest.raises(UsageError, match=r"answer different tasks .*only .*one\.jsonl.*--common"):
        grade(grader, one, two)
    assert len(grade(grader, one, two, common=True).runs[0].tasks) == 2


def test_scores_on_common_tasks_carry_another_signature(grader, tmp_path):
    one = answers_file(tmp_path / "one.jsonl", grader, grader.task_ids[:3])
    two = answers_file(tmp_path / "two.jsonl", grader, grader.task_ids[1:4])
    run = grade(grader, one, two, common=True).runs[0]

    assert run.signature.differences(grader.signature) == ["tasks"]


def test_every_fault_of_every_file_is_told_at_once_and_nothing_is_written(grader, tmp_path):
    one, two, out = tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "out"
    one.write_text('{"task_id": "nowhere", "rows": []}\n{broken\n')
    two.write_text('{"rows": []}\n')

    with pytest.raises(InputError) as caught:
        grade(grader, str(one), str(two), out=out)

    assert [fault.where for fault in caught.value.faults] == [f"{one}:1", f"{one}:2", f"{two}:1"]
    assert not out.exists()


def test_a_task_answered_twice_is_refused(grader, tmp_path):
    source = answers_file(tmp_path / "twice.jsonl", grader, grader.task_ids[:1] * 2)

    with pytest.raises(InputError, match="answered twice"):
        grade(grader, source)


def test_one_file_holds_one_system(grader, tmp_path):
    path = tmp_path / "mixed.jsonl"
    tasks = grader.task_ids[:2]
    path.write_text(
        "".join(
            json.dumps({"task_id": t, "system": s, "rows": []}) + "\n"
            for t, s in zip(tasks, "ab", strict=True)
        )
    )

    with pytest.raises(InputError, match="expected one system in a file"):
        grade(grader, str(path))


def test_answers_that_leave_the_system_out_are_the_files_own(grader, tmp_path):
    path = tmp_path / "named.jsonl"
    first, second = grader.task_ids[:2]
    answers = [{"task_id": first, "system": "mine", "rows": []}, {"task_id": second, "rows": []}]
    path.write_text("".join(json.dumps(answer) + "\n" for answer in answers))

    assert grade(grader, str(path)).runs[0].system == "mine"


def test_two_files_of_one_system_are_told_apart(grader, tmp_path):
    sources = [
        answers_file(tmp_path / f"{n}.jsonl", grader, grader.task_ids[:1], system="agent") for n in "ab"
    ]

    assert [run.system for run in grade(grader, *sources).runs] == ["agent", f"agent ({sources[1]})"]


def test_the_chosen_tasks_alone_are_graded(grader, tmp_path):
    source = answers_file(tmp_path / "all.jsonl", grader)
    run = grade(Grader(grader.release, grader.task_ids[:2]), source).runs[0]

    assert len(run.tasks) == 2
    assert "tasks:2@" in str(run.signature)


def test_cells_of_a_report_name_system_task_header_and_reason(grader, tmp_path):
    out = tmp_path / "out"
    grade(grader, answers_file(tmp_path / "gold.jsonl", grader, grader.task_ids[:1]), out=out)
    cells = [json.loads(line) for line in (out / "cells.jsonl").read_text(encoding="utf-8").splitlines()]

    assert set(cells[0]) == {
        "system",
        "task_id",
        "row",
        "entity",
        "gold",
        "column",
        "header",
        "given",
        "verdict",
        "reason",
        "detail",
    }
    assert {cell["verdict"] for cell in cells} <= {"match", "ungraded"}


def test_the_same_files_give_the_same_bytes(grader, tmp_path):
    source = answers_file(tmp_path / "gold.jsonl", grader)

    assert dump(grade(grader, source).to_json()) == dump(grade(grader, source).to_json())


def test_files_read_side_by_side_come_out_one_after_the_other(grader, tmp_path, monkeypatch):
    names = ["one", "two", "three"]
    ids = list(grader.task_ids)
    sources = [
        answers_file(tmp_path / f"{name}.jsonl", grader, ids[place:] + ids[:place])
        for place, name in enumerate(names)
    ]
    whole, turns = tmp_path / "whole", tmp_path / "turns"
    grade(grader, *sources, out=whole)
    monkeypatch.setattr("atlas_grader.pool._CHUNK", 2)
    monkeypatch.setattr("atlas_grader.run._SIDE_BY_SIDE", 2)
    grade(grader, *sources, out=turns)
    systems = [json.loads(line)["system"] for line in (turns / "cells.jsonl").read_text("utf-8").splitlines()]

    assert list(dict.fromkeys(systems)) == names
    assert systems == sorted(systems, key=names.index)
    for name in ("report.json", "cells.jsonl", "rows.jsonl"):
        assert (whole / name).read_bytes() == (turns / name).read_bytes()


def test_a_task_that_no_longer_comes_is_forgotten_and_compiled_again(tmp_path, monkeypatch):
    monkeypatch.setattr("atlas_grader.pool._MOST_IDLE", 3)
    grader = Grader(load_release())
    sources = [answers_file(tmp_path / f"{name}.jsonl", grader) for name in ("one", "two")]
    report = grade(grader, *sources)

    assert [run.scores[Level.ROW].f1.low for run in report.runs] == [1, 1]
    assert len(grader._compiled) <= 4


def test_one_file_is_not_named_twice_however_its_path_is_written(grader, tmp_path, monkeypatch):
    source = answers_file(tmp_path / "one.jsonl", grader, grader.task_ids[:1])
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UsageError) as raised:
        grade(grader, source, "./one.jsonl")
    with pytest.raises(UsageError, match=r"named twice: \./one\.jsonl$"):
        grade(grader, "./one.jsonl", "./one.jsonl")

    assert str(raised.value) == f"the same file is named twice: {source} and ./one.jsonl"


def test_an_unknown_task_is_told_even_where_nothing_is_common(grader, tmp_path):
    one = answers_file(tmp_path / "one.jsonl", grader, grader.task_ids[:1])
    two = tmp_path / "two.jsonl"
    two.write_text('{"task_id": "nowhere", "rows": []}')

    with pytest.raises(InputError, match="nowhere"):
        grade(grader, one, str(two), common=True)


def test_an_interruption_waits_for_no_process_that_is_at_work(grader):
    def still_waiting(number, frame):
        raise AssertionError("the processes were waited for")

    def interrupted():
        with open_pool(grader, 2, details=False) as pool:
            assert list(pool.map(abs, [-1, -2])) == [1, 2]
            pool.map(time.sleep, [3600, 3600])
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, still_waiting)
    signal.alarm(60)
    try:
        with pytest.raises(KeyboardInterrupt):
            interrupted()
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
