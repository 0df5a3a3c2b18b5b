"""Figures of agreement: by hand, from a textbook, and by law; labels read, disputes told."""

# ruff: noqa: E501  (whole messages on one line, as a user sees them)

import json
from dataclasses import replace
from itertools import product
from math import inf
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader import Grader, load_release
from atlas_grader.agreement import SAID, Compared, Share, agreement, agreement_by_kind
from atlas_grader.answers import Answer, TextContent
from atlas_grader.cli import main
from atlas_grader.errors import InputError
from atlas_grader.labels import compare, compare_judged, read_labels
from atlas_grader.questions import Docket
from atlas_grader.records import parse_answer
from atlas_grader.records.agreement import AgreementRecord
from atlas_grader.records.decode import decode_answer
from atlas_grader.records.label import parse_label
from atlas_grader.records.schemas import schema_texts
from atlas_grader.report.agreement import agreement_to_json
from atlas_grader.report.wire import cell_lines, dump
from atlas_grader.task_report import CellReport, Fate, HeaderReport, RowReport
from atlas_grader.verdicts import CellVerdict, Reason, Verdict
from tests.schema_check import conforms

MATCH, MISMATCH, UNDECIDED = SAID
TASK = "gaseous-elements"


def cells(**counts):
    """Cells of one kind, such as `mm=3`: three that the person, then the grader, calls a match."""
    said = {"m": MATCH, "x": MISMATCH, "u": UNDECIDED}
    return [Compared("text", said[p], said[g]) for (p, g), count in counts.items() for _ in range(count)]


def test_kappa_of_a_textbook_table():
    # 35 of 50 agree; by chance 25 would.
    found = agreement(cells(mm=20, mx=5, xm=10, xx=15))

    assert found.kappa.value == pytest.approx(0.4)
    # Wilson's interval of 35 of 50 is 0.5625 to 0.8090; less 0.5, out of 0.5.
    assert (found.kappa.low, found.kappa.high) == pytest.approx((0.1249, 0.6179), abs=1e-3)


def test_counts_and_figures_worked_by_hand():
    found = agreement(cells(mm=6, mx=1, mu=3, xm=2, xx=4, xu=2, um=1, uu=1))

    assert (found.labels, found.said(MATCH), found.said(UNDECIDED)) == (20, 10, 2)
    assert found.count(MISMATCH, UNDECIDED) == 2
    assert found.coverage == 13 / 18
    assert found.accuracy == Share(10 / 13, 10 / 18, 15 / 18)
    assert found.precision == Share(6 / 8, 6 / 10, 9 / 11)
    assert found.recall == Share(6 / 7, 6 / 10, 9 / 10)


def test_kinds_are_apart_and_sorted():
    found = agreement_by_kind([Compared("url", MATCH, MATCH), Compared("date", MATCH, MISMATCH)])

    assert [(kind, each.accuracy.decided) for kind, each in found.items()] == [("date", 0.0), ("url", 1.0)]


@pytest.mark.parametrize(
    "counts",
    [{}, {"mm": 1}, {"mm": 9}, {"xx": 2}, {"mm": 9, "mx": 1}, {"mm": 9, "xm": 1}, {"mu": 4, "xu": 4}],
)
def test_a_table_with_one_class_of_verdict_has_no_kappa(counts):
    assert agreement(cells(**counts)).kappa is None


def test_figures_without_a_cell_are_none():
    nothing, only_open = agreement([]), agreement(cells(mu=2, uu=1))

    assert nothing.coverage is None
    assert nothing.accuracy == nothing.precision == nothing.recall == Share(None, None, None)
    assert only_open.coverage == 0
    assert only_open.accuracy == only_open.recall == Share(None, 0, 1)
    assert only_open.precision == Share(None, 1, 1)


def test_perfect_agreement_on_few_cells_is_no_certainty():
    few, many = (agreement(cells(mm=n, xx=n)).kappa for n in (3, 300))

    assert (few.value, few.high) == (many.value, many.high) == (1, 1)
    assert few.low < 0.3 < 0.97 < many.low


verdicts = st.sampled_from(SAID)
tables = st.lists(st.builds(Compared, st.just("text"), verdicts, verdicts), max_size=9)


@given(st.lists(st.builds(Compared, st.just("text"), verdicts, verdicts), max_size=40))
def test_kappa_is_1_just_where_all_agree_and_there_are_two_classes(compared):
    kappa = agreement(compared).kappa
    decided = {(person, grader) for _, person, grader in compared} - set(product(SAID, [UNDECIDED]))
    decided -= set(product([UNDECIDED], SAID))

    assert (kappa is not None and kappa.value == 1) == (decided == {(MATCH, MATCH), (MISMATCH, MISMATCH)})
    assert kappa is None or -1 <= kappa.low <= kappa.value <= kappa.high <= 1


@given(tables, st.randoms(use_true_random=False))
def test_the_order_of_labels_moves_nothing(compared, random):
    shuffled = random.sample(compared, len(compared))

    assert figures(agreement(shuffled)) == figures(agreement(compared))


def figures(found):
    return found.coverage, found.accuracy, found.precision, found.recall, found.kappa


@given(tables)
def test_ends_are_the_least_and_most_that_deciding_open_cells_can_make(compared):
    ways = product(*([MATCH, MISMATCH] if cell.grader is UNDECIDED else [cell.grader] for cell in compared))
    decided = [
        agreement([cell._replace(grader=way) for cell, way in zip(compared, taken, strict=True)])
        for taken in ways
    ]
    found = agreement(compared)

    for name in ("accuracy", "precision", "recall"):
        values = [getattr(each, name).decided for each in decided]
        told = [value for value in values if value is not None]
        share = getattr(found, name)
        assert (share.low, share.high) == ((min(told), max(told)) if told else (None, None)), name
        assert share.decided is None or (share.low or 0) <= share.decided <= (share.high or inf)


@pytest.fixture(scope="module")
def grader():
    return Grader(load_release())


def label(**changes):
    return {
        "task_id": TASK,
        "gold": 0,
        "column": "melting_point",
        "given": "−259.2 °C",
        "label": "match",
    } | changes


def read(tmp_path, grader, *lines, doubts=None):
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return read_labels([str(path)], grader, [] if doubts is None else doubts)


def test_labels_of_both_forms_are_read_from_one_file(tmp_path, grader):
    case = {"id": "n-1", "kind": "number", "gold": "12", "answer": 13, "verdict": "mismatch", "task_id": "x"}
    blank = {"id": "b-1", "kind": "blank", "answer": "n/a", "verdict": "match"}
    labels = read(
        tmp_path, grader, label(system="us"), case, blank, label(gold=1, given="", label="undecided")
    )

    assert [found.id for found in labels] == [
        f"us: {TASK}[0].melting_point",
        "n-1",
        "b-1",
        f"{TASK}[1].melting_point",
    ]
    assert [found.kind for found in labels] == ["quantity", "number", "blank", "blank"]
    assert [found.person for found in labels] == [MATCH, MISMATCH, MATCH, UNDECIDED]
    assert [found.matched.verdict for found in labels] == [MATCH, MISMATCH, MATCH, MATCH]


def test_every_line_of_a_report_can_be_labelled_and_gets_the_reports_verdict(tmp_path, grader):
    prose = str(Path(__file__).parent / "golden" / "answers" / "recall-prose.jsonl")
    CliRunner().invoke(main, ["grade", "-q", "--out", str(tmp_path / "report"), prose])
    text = (tmp_path / "report" / "cells.jsonl").read_text(encoding="utf-8")
    lines = [line for line in map(json.loads, text.splitlines()) if line["verdict"] != "ungraded"]
    doubts = []
    labels = read(tmp_path, grader, *({**line, "label": "match"} for line in lines), doubts=doubts)

    assert len(labels) > 1000
    assert [found.matched.verdict for found in labels] == [line["verdict"] for line in lines]
    assert not doubts


def test_a_line_of_a_report_tells_the_header_that_its_cell_is_read_under(tmp_path, grader):
    answers = tmp_path / "answers.jsonl"
    table = {"columns": ["element", "Boiling point (K)"], "rows": [["Helium", "4.2"]]}
    answers.write_text(json.dumps({"task_id": TASK, "table": table}), encoding="utf-8")
    CliRunner().invoke(main, ["grade", "-q", "--out", str(tmp_path / "report"), str(answers)])
    text = (tmp_path / "report" / "cells.jsonl").read_text(encoding="utf-8")
    cells = {line["column"]: line for line in map(json.loads, text.splitlines())}
    doubts = []
    (found,) = read(tmp_path, grader, {**cells["boiling_point"], "label": "match"}, doubts=doubts)

    assert cells["boiling_point"]["header"] == "Boiling point (K)"
    assert cells["melting_point"]["header"] is None
    assert found.matched.verdict == cells["boiling_point"]["verdict"] == MATCH
    assert not doubts


def test_the_header_of_a_line_is_cut_where_it_is_endless(grader):
    header = f"Boiling point (K) {'x' * 5_000}"
    rows = [["Helium", "4.2"]]
    report = grader.grade(TASK, {"columns": ["element", header], "rows": rows})
    report = replace(report, headers=(*report.headers, HeaderReport("boiling_point", header, "words")))

    assert max(len(line["header"] or "") for line in cell_lines(report)) == 1_000


def test_a_header_says_what_its_cells_mean(tmp_path, grader):
    kelvin = label(gold=1, column="boiling_point", given="4.2")
    bare, headed = read(tmp_path, grader, kelvin, {**kelvin, "header": "Boiling point (K)"})

    assert (bare.matched.verdict, headed.matched.verdict) == (MISMATCH, MATCH)


def test_a_verdict_that_is_not_the_reports_is_doubted(tmp_path, grader):
    doubts = []
    kelvin = label(gold=1, column="boiling_point", given="4.2", verdict="match", reason="converted")
    judged = label(given="very cold", verdict="mismatch", reason="judged-different")
    read(tmp_path, grader, kelvin, judged, {**judged, "reason": "other-value"}, doubts=doubts)

    assert [str(doubt).removeprefix(str(tmp_path)) for doubt in doubts] == [
        f'/labels.jsonl:1: warning: {TASK}[1].boiling_point: the report says "match" of this cell, which by itself is "mismatch"; its `header` may be lacking, or quotes be one too many around a number',
        f'/labels.jsonl:3: warning: {TASK}[0].melting_point: the report says "mismatch" of this cell, which by itself is "undecided"; its `header` may be lacking, or quotes be one too many around a number',
    ]


def test_every_fault_of_every_line_is_told_with_its_place(tmp_path, grader):
    lines = [
        label(),
        label(task_id="gaseous-element"),
        label(gold=99, column="meltingpoint"),
        label(column="element"),
        label(gold=1, column="discovery_year"),
        label(gold=None, label="mach"),
        label(label="ungraded"),
        {key: value for key, value in label().items() if key != "label"},
        {"id": "a", "gold": [{"name": "Lima"}], "returned": ["Lima"], "pairs": [[0, 0]]},
        {"id": "n", "knid": "number", "gold": "12", "answer": 13, "verdict": "match"},
        {"id": "n", "kind": "number", "gold": "", "answer": 13, "verdict": "match"},
        [1],
    ]
    with pytest.raises(InputError) as caught:
        read(tmp_path, grader, *lines)

    assert [str(fault).removeprefix(str(tmp_path / "labels.jsonl")) for fault in caught.value.faults] == [
        ':2: unknown task "gaseous-element"; did you mean "gaseous-elements"? - at `$.task_id`',
        ':3: task "gaseous-elements": unknown column "meltingpoint"; did you mean "melting_point"? - at `$.column`',
        ':3: task "gaseous-elements": expected a row of gold, which has 11, got `99` - at `$.gold`',
        ':4: task "gaseous-elements": expected a column of facts, got "element", which names the row and is not graded as a cell - at `$.column`',
        ':5: task "gaseous-elements": expected a graded cell, got one that gold does not grade - at `$.column`',
        ':6: task "gaseous-elements": expected the place of a row, counted from 0, got `null` - at `$.gold`',
        ':6: task "gaseous-elements": expected `label` to be one of "match", "mismatch", "undecided", got "mach"; did you mean "match"? - at `$.label`',
        ':7: task "gaseous-elements": expected `label` to be one of "match", "mismatch", "undecided", got "ungraded" - at `$.label`',
        ':8: task "gaseous-elements": expected a key `label`, got none - at `$`',
        ":9: expected a label, of a report's cell (`task_id`) or of a conformance case (`kind`), got names to align",
        ':10: expected a label, of a report\'s cell (`task_id`) or of a conformance case (`kind`), got neither; did you mean "kind"?',
        ':11: case "n": expected a `gold` value, got "" - at `$`',
        ":12: expected an object, got `list` - at `$`",
    ]


CELL = {"system": "a", "row": 0, "entity": ["Neon"], "reason": "equal", "detail": "", "verdict": "match"}
UNLABELLED = {key: value for key, value in (CELL | label()).items() if key != "label"}


@pytest.mark.parametrize(
    ("line", "form"),
    [
        (UNLABELLED, "the cells.jsonl of a report, without a `label` in its lines"),
        ({"task_id": TASK, "row": 0, "entity": ["Neon"], "fate": "extra"}, "the rows.jsonl of a report"),
        ({"task_id": TASK, "table": {"columns": [], "rows": []}}, "answers"),
        ({"id": "a", "gold": [], "returned": []}, "conformance cases of names to align"),
        ({"id": "a", "question": "Which?", "columns": []}, "tasks of a release"),
        ({"ledger": 1, "judge": {}}, "a ledger of rulings"),
    ],
)
def test_a_file_of_another_kind_is_one_fault_that_says_what_it_looks_like(tmp_path, grader, line, form):
    with pytest.raises(InputError) as caught:
        read(tmp_path, grader, *[line] * 100)

    (fault,) = caught.value.faults
    assert str(fault).removeprefix(str(tmp_path)) == (
        "/labels.jsonl:1: expected labels: lines of a report's cells.jsonl with a person's verdict as `label`, "
        f"or conformance cases, got what looks like {form}"
    )


def test_lines_that_lack_a_label_among_others_that_have_one_are_told_each(tmp_path, grader):
    with pytest.raises(InputError) as caught:
        read(tmp_path, grader, UNLABELLED, label(), UNLABELLED)

    assert [fault.where[-1] for fault in caught.value.faults] == ["1", "3"]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"gold": -1},
        {"gold": "0"},
        {"label": "ungraded"},
        {"header": None},
        {"given": None},
    ],
)
def test_the_schema_of_labels_refuses_what_is_refused_and_nothing_else(change):
    line, schema = label(**change), json.loads(schema_texts()["cell-label.schema.json"])

    assert conforms(line, schema, schema) is not isinstance(
        parse_label(decode_answer(json.dumps(line).encode()), ""), tuple
    )


def test_a_judge_is_asked_of_what_the_matchers_leave_open_and_of_nothing_else(tmp_path, grader):
    labels = read(tmp_path, grader, label(), label(given="very cold", label="mismatch"))
    asked = []

    def settle(label):
        asked.append(label)
        return CellVerdict(MATCH, Reason.SAME_VALUE, "looks alike")

    matchers, judged = compare(labels), compare(labels, settle)

    assert asked == [labels[1]]
    assert (matchers.whole.coverage, judged.whole.coverage) == (0.5, 1)
    assert [dispute.grader.detail for dispute in judged.disputes] == ["looks alike"]
    assert not matchers.disputes
    written = json.loads(dump(agreement_to_json(matchers, judged, grader.signature)))
    assert AgreementRecord.model_validate(written).model_dump(mode="json") == written
    assert written["judged"]["disputes"][0]["given"] == "very cold"


HOSTILE = "[bold]x[/nonsense]\u001b[31m\u202e"


@pytest.fixture
def hostile(tmp_path):
    path = tmp_path / "labels.jsonl"
    case = {
        "id": HOSTILE,
        "kind": "text",
        "gold": f"12 {HOSTILE}",
        "answer": f"13 {HOSTILE}",
        "verdict": "match",
    }
    others = [label(given="-1 °C"), label(label="mismatch", given="-1 °C"), label(given="very cold")]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in [case, *others]), encoding="utf-8")
    return str(path)


def test_disputes_are_listed_and_hostile_text_is_only_shown(hostile):
    result = CliRunner().invoke(main, ["agreement", hostile])

    assert (result.exit_code, result.stderr) == (0, "")
    assert "[bold]x[/nonsense]" in result.stdout
    assert "\u001b" not in result.stdout
    assert "\u202e" not in result.stdout
    assert "a person says match, the grader mismatch (other-value" in result.stdout
    assert "nan" not in result.stdout


def test_json_is_what_its_schema_says(hostile):
    result = CliRunner().invoke(main, ["agreement", "--json", hostile])
    written = json.loads(result.stdout)
    schema = json.loads(schema_texts()["agreement.schema.json"])

    assert conforms(written, schema, schema)
    assert AgreementRecord.model_validate(written).model_dump(mode="json") == written
    assert written["judged"] is None
    assert written["matchers"]["all"]["labels"] == 4
    assert written["matchers"]["kinds"]["quantity"]["confusion"]["match"] == {
        "match": 0,
        "mismatch": 1,
        "undecided": 1,
    }
    assert {Verdict(dispute["person"]) for dispute in written["matchers"]["disputes"]} == {MATCH}


@pytest.mark.parametrize("width", [40, 60, 72, 80, 120])
def test_no_figure_is_cut_on_a_narrow_page(hostile, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    printed = CliRunner().invoke(main, ["agreement", hostile]).stdout

    assert "[33.3, 66.7]" in printed
    assert "…" not in printed


def test_no_judge_overrules_what_the_matchers_call_a_match_or_a_mismatch(tmp_path, grader):
    labels = read(tmp_path, grader, label(), label(given="-1 °C", label="mismatch"))

    def settle(label):
        raise AssertionError(label)

    assert compare(labels, settle) == compare(labels)


def test_a_label_asks_what_grading_an_answer_asks_of_the_same_cell(tmp_path, grader):
    """Of its gold row, and with its header where that says of what unit."""
    graded, labelled = (Docket("judge", "judge", {}) for _ in range(2))
    table = "| element | Boiling point (K) | Melting point |\n|-|-|-|\n| Helium | very cold | rather cold |\n"
    Grader(grader.release, docket=graded).report(Answer(TASK, TextContent(table)))
    labels = read(
        tmp_path,
        grader,
        label(gold=1, column="boiling_point", given="very cold", header="Boiling point (K)"),
        label(gold=1, given="rather cold", header="Melting point"),
    )
    asked = {}
    compare_judged(labels, Grader(grader.release, docket=labelled), lambda found: asked.update(found) or {})

    assert len(asked) == 2
    assert asked == graded.take().open


@pytest.mark.parametrize(
    "given",
    [
        "Marc Shannon",
        '["Mark Shannon", "somebody else"]',
        ["Mark Shannon", "somebody else"],
        ["a", [7]],
    ],
)
def test_a_line_of_a_report_asks_what_its_answer_asked(tmp_path, grader, given):
    """Also where the answer gave a list, and where it wrote the text of one."""
    task, column = "python-312-final-peps", "authors"
    graded, labelled = (Docket("judge", "judge", {}) for _ in range(2))
    answer = parse_answer(
        json.dumps({"task_id": task, "rows": [{"pep": "PEP 669", column: given}]}).encode(), "a"
    )
    report = Grader(grader.release, docket=graded).report(answer)
    lines = [{**line, "label": "match"} for line in cell_lines(report) if line["column"] == column]
    labels = read(tmp_path, grader, *lines)
    asked = {}
    compare_judged(labels, Grader(grader.release, docket=labelled), lambda found: asked.update(found) or {})

    assert len(asked) == 1
    assert asked.items() <= graded.take().open.items()


def test_numbers_in_lists_are_told_with_the_digits_that_were_given():
    listed = '[1, 2.5, 2.50, 1e999, 123456789012345678901234567890123, "7", true, null, [0]]'
    answer = parse_answer(f'{{"task_id": "t", "rows": [{{"a": {listed}}}]}}'.encode(), "a")
    items = answer.content.rows[0]["a"]
    cell = CellReport("a", listed, CellVerdict(Verdict.MATCH, Reason.EQUAL), items)
    report = SimpleNamespace(
        task_id="t",
        headers=[HeaderReport("a", "a", "name")],
        rows=[RowReport(0, (), Fate.MATCHED, 0, "", (cell,))],
    )

    assert cell_lines(report)[0]["given"] == [
        1, 2.5, "2.50", "1e999", "123456789012345678901234567890123", "7", True, None, [0]
    ]  # fmt: skip


def test_a_cell_too_long_to_be_asked_about_stays_as_the_matchers_leave_it(tmp_path, grader):
    case = {"id": "n", "kind": "text", "gold": "Oban " * 8000, "answer": "x", "verdict": "match"}
    labels = read(tmp_path, grader, case, label(given="very cold"))
    asked = {}
    judged, _ = compare_judged(
        labels,
        Grader(grader.release, docket=Docket("judge", "judge", {})),
        lambda found: asked.update(found) or {},
    )

    assert [json.loads(question.item)["cell"] for question in asked.values()] == ["very cold"]
    assert judged.whole == compare(labels).whole


def test_a_row_that_is_not_graded_and_one_that_there_is_not_cannot_be_labelled(tmp_path, grader):
    task, row = next(
        (task, row)
        for task, gold in grader.release.gold.items()
        for row, held in enumerate(gold.rows)
        if held.ungraded
    )
    column = grader.release.tasks[task].attributes[0].name
    rows = len(grader.release.gold[TASK].rows)
    with pytest.raises(InputError) as caught:
        read(tmp_path, grader, label(task_id=task, gold=row, column=column), label(gold=rows))

    first, second = map(str, caught.value.faults)
    assert first.endswith("expected a graded row, got one that gold does not grade - at `$.gold`")
    assert second.endswith(f"expected a row of gold, which has {rows}, got `{rows}` - at `$.gold`")


def test_a_setting_of_a_case_that_nobody_reads_is_doubted(tmp_path, grader):
    case = {"id": "n", "kind": "number", "gold": "12", "answer": 13, "verdict": "mismatch", "spec": {"x": 1}}
    doubts = []
    read(tmp_path, grader, case, doubts=doubts)

    (doubt,) = doubts
    assert 'unknown setting "x" is ignored' in str(doubt)
