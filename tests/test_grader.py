"""The programming interface: any Python value in, the same report out, safe in threads."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest

from atlas_grader import Answer, Grader, UsageError, load_release
from atlas_grader.answers import TextContent
from atlas_grader.score import Level
from atlas_grader.selftest import gold_rows

TASK = "gaseous-elements"


def test_rows_a_table_and_text_are_graded_alike(grader):
    rows = grader.grade(TASK, [{"element": "Helium", "atomic_number": 2}])
    table = grader.grade(TASK, {"columns": ["element", "atomic_number"], "rows": [["Helium", 2]]})
    text = grader.grade(TASK, "| element | atomic_number |\n|---|---|\n| Helium | 2 |\n")

    assert rows.scores == table.scores == text.scores
    assert rows.counts[Level.DISCOVERY].right == 1


@pytest.mark.parametrize("value", [2, 2.0, Decimal(2), "2", " 2 "])
def test_python_numbers_are_cells(grader, value):
    report = grader.grade(TASK, [{"element": "Helium", "atomic_number": value}])

    assert next(r for r in report.gold if r.rows).verdicts["atomic_number"].verdict == "match"


@pytest.mark.parametrize(
    "answer", [7, [1, 2], {"rows": []}, None, [["Helium"]], {"columns": ["a"], "rows": [5]}]
)
def test_an_answer_of_another_shape_is_refused(grader, answer):
    with pytest.raises(UsageError, match="expected"):
        grader.grade(TASK, answer)


def test_an_unknown_task_is_refused(grader):
    with pytest.raises(UsageError, match='no task "nowhere"'):
        grader.grade("nowhere", [])
    with pytest.raises(UsageError, match='no task "nowhere"'):
        Grader(grader.release, ["nowhere"])


def test_threads_share_a_grader(grader):
    rows = gold_rows(grader.release.tasks[TASK], grader.release.gold[TASK])
    with ThreadPoolExecutor(8) as pool:
        reports = list(pool.map(lambda _: grader.grade(TASK, rows), range(32)))

    assert all(report == reports[0] for report in reports)


def test_a_grader_travels_to_other_processes(grader):
    copy = pickle.loads(pickle.dumps(grader))

    assert copy.grade(TASK, []).scores == grader.grade(TASK, []).scores
    assert copy.signature == grader.signature


def test_grade_many_streams(grader):
    def endless():
        while True:
            yield Answer(TASK, TextContent("nothing"))

    assert next(grader.grade_many(endless())).task_id == TASK


def test_a_run_counts_what_is_missing(grader):
    run = grader.grade_run([Answer(TASK, TextContent("nothing"))], "agent")

    assert (run.system, run.answered, run.missing) == ("agent", 1, len(grader.task_ids) - 1)


def test_a_task_answered_twice_is_refused(grader):
    with pytest.raises(UsageError, match="answered twice"):
        grader.grade_run([Answer(TASK, TextContent(""))] * 2)


def test_numbers_of_any_length_are_cells():
    report = Grader(load_release()).grade(TASK, [{"element": "Helium", "atomic_number": 10**5000}])

    assert report.gold[0].rows or report.rows


def test_lists_that_nest_too_deep_are_refused():
    cell = "a"
    for _ in range(5000):
        cell = [cell]

    with pytest.raises(UsageError, match="nest more than 64 deep"):
        Grader(load_release()).grade(TASK, [{"element": "Helium", "atomic_number": cell}])


def test_what_is_no_answer_is_told_by_grade_many(grader):
    with pytest.raises(UsageError, match=r"expected an Answer\(task_id, content\), got dict"):
        list(grader.grade_many([{"task_id": "gaseous-elements"}]))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ([{"element": "Neon"}, None], "expected rows as mappings of header to value, got NoneType at item 1"),
        ({"columns": ["element"], "rows": [["Neon"], "Argon"]}, "rows as lists, got str at item 1"),
        (7, "expected rows as mappings, a table or text, got int"),
    ],
)
def test_a_row_of_another_kind_is_told_with_its_place(grader, answer, told):
    with pytest.raises(UsageError, match=told):
        grader.grade("gaseous-elements", answer)


def test_what_is_no_task_id_is_refused():
    with pytest.raises(UsageError, match="expected a task id, got NoneType"):
        Grader(load_release()).grade(None, [])
