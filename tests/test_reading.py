"""Answers from the outside world: every form, and every way for it to be broken."""

# ruff: noqa: E501  (whole messages on one line, as a user sees them)

import gzip
import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atlas_grader.answers import NumberLiteral, RowsContent, TableContent, TextContent
from atlas_grader.errors import Fault, InputError
from atlas_grader.reading import AnswerLine, Roll, lines, read_answers, read_lines
from atlas_grader.records import parse_answer

TASKS = ("lakes", "rivers", "seas")
LAKES = b'{"task_id": "lakes", "rows": [{"depth": 1.10}]}'
RIVERS = b'{"task_id": "rivers", "answer": "| a |"}'
EXPECTED = [("lakes", RowsContent(({"depth": "1.10"},))), ("rivers", TextContent("| a |"))]


def zipped(data):
    """The same bytes for the same data, at any time."""
    return gzip.compress(data, mtime=0)


def size(value):
    """A short id that every worker gives a parameter of many bytes."""
    return f"{len(value)} bytes" if isinstance(value, bytes) else None


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a file and go to its folder, so that faults name it as a user would."""
    monkeypatch.chdir(tmp_path)

    def write_file(name, data):
        path = Path(name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        return name

    return write_file


def read(source):
    """The answers read, and the faults raised in the end."""
    answers, faults = [], []
    try:
        for answer in read_answers(source, TASKS):
            answers.append((answer.task_id, answer.content))
    except InputError as error:
        faults = [str(fault) for fault in error.faults]
    return answers, faults


def feed_stdin(monkeypatch, data):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


FORMS = {
    "a.jsonl": LAKES + b"\n" + RIVERS,
    "crlf.jsonl": LAKES + b"\r\n\r\n" + RIVERS + b"\r\n",
    "bom.jsonl": b"\xef\xbb\xbf" + LAKES + b"\n  \n" + RIVERS + b"\n",
    "joined.jsonl": b"\xef\xbb\xbf" + LAKES + b"\n\xef\xbb\xbf" + RIVERS + b"\n",
    "lines.json": LAKES + b"\n" + RIVERS,
    "lines.txt": b"\n" + LAKES + b"\n" + RIVERS,
    "list.json": b"[" + LAKES + b",\n" + RIVERS + b"]",
    "bom.json": b"\xef\xbb\xbf [" + LAKES + b",\n" + RIVERS + b"]",
    "indented.json": json.dumps([json.loads(LAKES, parse_float=lambda _: 1.25), json.loads(RIVERS)], indent=2)
    .replace("1.25", "1.10")
    .encode(),
    "object.json": b'{"system": ["x", {}], "answers": [' + LAKES + b",\n" + RIVERS + b'], "n": 2}',
    "object_line.json": b'{"answers": [' + LAKES + b"," + RIVERS + b"]}",
    "jq.json": LAKES.replace(b",", b",\n") + b"\n" + RIVERS.replace(b",", b",\n"),
    "lists.json": b"[\n" + LAKES + b"]\n[" + RIVERS + b"]",
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_of_file_gives_the_same_answers(write, name):
    assert read(write(name, FORMS[name])) == (EXPECTED, [])


@pytest.mark.parametrize("name", FORMS)
def test_every_form_may_be_gzipped_under_any_name(write, name):
    assert read(write(f"{name}.gz", zipped(FORMS[name]))) == (EXPECTED, [])
    assert read(write(name, zipped(FORMS[name]))) == (EXPECTED, [])
    assert read(write(f"plain-{name}.gz", FORMS[name])) == (EXPECTED, [])


@pytest.mark.parametrize("name", FORMS)
def test_every_form_may_come_from_standard_input(monkeypatch, name):
    for data in (FORMS[name], zipped(FORMS[name])):
        feed_stdin(monkeypatch, data)
        answers = [(answer.task_id, answer.content) for answer in read_answers("-", TASKS)]
        assert answers == EXPECTED


def test_one_answer_over_several_lines_is_a_document(write):
    assert read(write("one.json", b'{"task_id": "lakes",\n"rows": [{"depth": 1.10}]}')) == (EXPECTED[:1], [])


@pytest.mark.parametrize("name", ["answers.csv", "lakes.md", "lakes.html.gz"])
def test_the_text_of_one_answer_is_told_to_belong_into_a_folder(write, name):
    (fault,) = read_lines(write(name, b"element,symbol\nNeon,Ne\n"))

    assert "put it in a folder under the task's id" in fault.message


def test_a_list_of_two_gzip_members_is_read_to_the_end(write):
    data = zipped(LAKES + b"\n") + zipped(RIVERS + b"\n")

    assert read(write("a.jsonl.gz", data)) == (EXPECTED, [])


def test_answers_know_file_and_line(write):
    data = b'[\n\n{"task_id": "lakes",\n "answer": ""}, {"task_id": "rivers", "answer": ""},\n{"task_id": "seas", "answer": ""}]'

    assert [a.where for a in read_answers(write("a.json", data))] == ["a.json:3", "a.json:4", "a.json:5"]
    assert [a.where for a in read_answers(write("a.jsonl", b"\n" + LAKES + b"\n\n" + RIVERS))] == [
        "a.jsonl:2",
        "a.jsonl:4",
    ]


def test_a_path_object_is_as_good_as_its_text(write):
    assert read(Path(write("a.jsonl", FORMS["a.jsonl"]))) == (EXPECTED, [])


def test_raw_lines_can_be_decoded_elsewhere(write):
    found = list(read_lines(write("a.jsonl", FORMS["a.jsonl"])))

    assert found == [AnswerLine("a.jsonl:1", LAKES), AnswerLine("a.jsonl:2", RIVERS)]
    assert [parse_answer(line.data, line.where).task_id for line in found] == ["lakes", "rivers"]


def test_reading_streams(write):
    name = write("a.jsonl", LAKES + b"\n" + b"oops\n" * 3)

    assert next(read_answers(name)).task_id == "lakes"


# What is broken


def test_all_faults_of_a_file_are_told_at_once(write):
    data = (
        LAKES
        + b"\n{oops\n"
        + LAKES
        + b'\n{"task_id": "laks", "answer": ""}\n'
        + RIVERS
        + b'\n{"task_id": "seas"}\n\xff\n'
    )

    answers, faults = read(write("a.jsonl", data))

    assert answers == EXPECTED
    assert faults == [
        "a.jsonl:2: expected JSON, got `oops` (expecting property name enclosed in double quotes) - at column 2",
        'a.jsonl:3: task "lakes" is answered twice; first at a.jsonl:1',
        'a.jsonl:4: unknown task "laks"; did you mean "lakes"? - at `$.task_id`',
        'a.jsonl:6: task "seas": expected exactly one of `rows`, `table` and `answer`, got none - at `$`',
        "a.jsonl:7: expected UTF-8, got byte 0xff - at byte 1",
    ]


TWICE = 'expected each key once, got "depth" twice in one object'


def test_a_task_answered_twice_is_told_of_broken_answers_too(write):
    broken = b'{"task_id": "lakes", "rows": 5}'
    _, faults = read(write("a.jsonl", b"\n".join([broken, LAKES, broken])))

    told = ["expected `rows`" if "expected `rows`" in fault else fault.split(": ")[-1] for fault in faults]
    assert [fault.partition(";")[0] for fault in told] == [
        "expected `rows`",
        'task "lakes" is answered twice',
        "expected `rows`",
        'task "lakes" is answered twice',
    ]


AGAIN = b'{"task_id": "lakes", "rows": [{"depth": 1, "depth": 2}]}'


@pytest.mark.parametrize(
    ("name", "data", "line"),
    [
        ("a.jsonl", RIVERS + b"\n" + AGAIN, ":2"),
        ("a.json", RIVERS + b"\n" + AGAIN, ":2"),
        ("a.json", AGAIN + b"\n" + RIVERS, ":1"),
        ("a.json", b"[" + RIVERS + b",\n" + AGAIN + b"]", ":2"),
        ("a.json", b'{"answers": [' + RIVERS + b",\n" + AGAIN + b"]}", ":2"),
        ("run/lakes.json", b'[{"depth": 1, "depth": 2}]', ""),
        ("run/lakes.json", AGAIN, ""),
    ],
)
def test_a_key_written_twice_is_told_with_its_line_in_every_form(write, name, data, line):
    _, faults = read(write(name, data).replace("/lakes.json", ""))

    assert faults == [f"{name}{line}: {TWICE}"]


def test_two_lists_of_answers_in_one_object_are_a_fault(write):
    answers, faults = read(write("a.json", b'{"answers": [' + LAKES + b'], "answers": [' + RIVERS + b"]}"))

    assert (answers, faults) == (
        [],
        ['a.json: expected each key once, got "answers" twice in one object'],
    )


NOTHING = "expected answers, one JSON object a line, got none"
GZIPPED = zipped(b"".join(b'{"task_id": "t%d", "answer": ""}\n' % n for n in range(10_000)))


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("a.jsonl", b"", f"a.jsonl: {NOTHING}"),
        ("a.jsonl", b"\n \r\n", f"a.jsonl: {NOTHING}"),
        ("a.jsonl", b"\xef\xbb\xbf", f"a.jsonl: {NOTHING}"),
        ("a.json", b"[ ]", f"a.json: {NOTHING}"),
        ("a.json", b'{"answers": []}', f"a.json: {NOTHING}"),
        ("a.jsonl.gz", zipped(b""), f"a.jsonl.gz: {NOTHING}"),
        ("a.jsonl", LAKES.decode().encode("utf-16"), "a.jsonl: expected UTF-8, got UTF-16; save the file as UTF-8"),
        ("a.json", LAKES.decode().encode("utf-16"), "a.json: expected UTF-8, got UTF-16; save the file as UTF-8"),
        ("a.json", b'["caf\xe9"]', "a.json: expected UTF-8, got byte 0xe9 - at byte 6"),
        ("a.json", b"[1,\n2", "a.json:2: expected JSON, got the end of the text (expecting ',' delimiter) - at column 2"),
        ("a.json", b"[1 2]", "a.json:1: expected JSON, got `2]` (expecting ',' delimiter) - at column 4"),
        ("a.json", b"[1,]", "a.json:1: expected JSON, got `]` (expecting value) - at column 4"),
        ("a.json", b"\n\n{\n'a': 1}", "a.json:4: expected JSON, got `'a': 1}` (expecting property name enclosed in double quotes) - at column 1"),
        ("a.json", b"[" * 100_000, "a.json:1: expected JSON, got brackets nested too deep to read"),
        ("a.json", b"task,answer", "a.json:1: expected JSON, got `task,answer` (expecting value) - at column 1"),
        ("a.jsonl.gz", GZIPPED[:20], "a.jsonl.gz: expected a whole gzip file, got one that breaks off; write it again"),
        ("a.jsonl.gz", GZIPPED[:-4], "a.jsonl.gz: expected a whole gzip file, got one that breaks off; write it again"),
        ("a.json.gz", zipped(b'[{"a": 1}]')[:-4], "a.json.gz: expected a whole gzip file, got one that breaks off; write it again"),
    ],
    ids=size,
)  # fmt: skip
def test_a_broken_file_is_a_located_fault(write, name, data, fault):
    _, faults = read(write(name, data))

    assert faults[-1] == fault


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ({"task_id": "t", "rows": [{"entity": {}, "cells": {}}]}, "gold of a release"),
        ({"id": "t", "question": "q", "columns": []}, "tasks of a release"),
        ({"ledger": 2, "judge": {}}, "a ledger of rulings"),
        ({"id": "d", "kind": "number", "answer": "1"}, "conformance cases of cells"),
        ({"task_id": "t", "column": "c", "verdict": "match", "label": None}, "labels"),
    ],
)
@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_a_file_of_another_kind_is_one_fault(write, name, line, form):
    data = json.dumps(line).encode() + b"\n"

    with pytest.raises(InputError) as raised:
        list(read_answers(write(name, data * 3)))

    assert [fault.message for fault in raised.value.faults] == [
        f"expected answers, got what looks like {form}"
    ]


def test_an_answer_may_have_the_keys_of_other_kinds(write):
    others = {"label": "a", "kind": "b", "ledger": "c", "gold": "d", "verdict": "e", "column": "f"}
    line = {"task_id": "t", "rows": [{"entity": "Rome", "cells": 3}], **others}

    assert [answer.task_id for answer in read_answers(write("a.jsonl", json.dumps(line).encode()))] == ["t"]


@pytest.mark.parametrize(
    "data",
    [GZIPPED[:40] + b"\0" * 40 + GZIPPED[80:], GZIPPED + b"junk", GZIPPED[:-8] + b"\0" * 8, b"\x1f\x8b" * 20],
    ids=size,
)
def test_a_damaged_gzip_file_is_a_fault(write, data):
    _, faults = read(write("a.jsonl.gz", data))

    assert "gzip file" in faults[-1]


def test_a_truncated_gzip_file_still_gives_the_answers_before_the_break(write):
    name = write("a.jsonl.gz", GZIPPED[:-4])

    found = list(read_lines(name))

    assert sum(isinstance(line, AnswerLine) for line in found) > 9_000
    assert isinstance(found[-1], Fault)


@pytest.mark.parametrize("source", ["nowhere.jsonl", "", "a\0b", "x" * 5000, "no/where"])
def test_a_path_that_leads_nowhere_is_a_fault(write, source):
    (fault,) = read_lines(source)

    assert "expected" in fault.message


def test_a_missing_file_is_named_in_the_fault(write):
    assert read("nowhere.jsonl")[1] == [
        "nowhere.jsonl: expected a readable file or folder, got no such file or directory"
    ]


def test_a_line_over_the_cap_is_a_fault_and_never_held_whole(write, monkeypatch):
    monkeypatch.setattr(lines, "MAX_LINE", 1000)
    huge = b'{"task_id": "seas", "answer": "' + b"x" * 1000

    answers, faults = read(write("a.jsonl", LAKES + b"\n" + huge + b'"}\n' + RIVERS))

    assert answers == EXPECTED[:1]
    assert faults == ["a.jsonl:2: expected at most 0 MB in a line, got more; nothing after it was read"]


def test_a_zip_bomb_is_stopped_at_the_cap(write, monkeypatch):
    monkeypatch.setattr(lines, "MAX_LINE", 10_000)

    _, faults = read(write("a.jsonl.gz", zipped(b" " * 10_000_000)))

    assert faults == ["a.jsonl.gz:1: expected at most 0 MB in a line, got more; nothing after it was read"]


def test_ten_thousand_strangers_are_told_apart_quickly():
    roll = Roll([f"task-{n}" for n in range(8000)])

    faults = [roll.enter(f"tesk-{n}", f"a.jsonl:{n}") for n in range(8000)]

    assert "did you mean" in faults[0].message
    assert "did you mean" not in faults[-1].message


def test_the_roll_knows_what_is_missing():
    roll = Roll(TASKS)
    roll.enter("rivers", "a:1")

    assert roll.missing == ("lakes", "seas")
    assert list(roll.answered) == ["rivers"]


# Folders


def folder_of(write, **files):
    for name, data in files.items():
        write(f"run/{name.replace('__', '.')}", data)
    return "run"


def test_a_folder_holds_one_file_for_each_task(write):
    source = folder_of(
        write, lakes__md=b"\xef\xbb\xbf| a |\n", rivers__csv=b"a\r\n1.10\r\n", seas__HTML=b"<p>"
    )

    assert read(source) == (
        [
            ("lakes", TextContent("| a |\n")),
            ("rivers", TextContent("a\r\n1.10\r\n")),
            ("seas", TextContent("<p>")),
        ],
        [],
    )


@pytest.mark.parametrize(
    ("data", "content"),
    [
        (b'[{"a": 1.10}]', RowsContent(({"a": "1.10"},))),
        (b" [] ", RowsContent(())),
        (b'{"columns": ["a"], "rows": [[1.10]]}', TableContent(("a",), (("1.10",),))),
        (b'{"rows": [{"a": 1.10}], "cost_usd": 1}', RowsContent(({"a": "1.10"},))),
        (b'\xef\xbb\xbf{"task_id": "lakes", "answer": "x"}\n', TextContent("x")),
        (b'{"task_id": null, "answer": "x" }', TextContent("x")),
        (b'{"table": {"columns": ["a"], "rows": []}}', TableContent(("a",), ())),
    ],
)
def test_json_in_a_folder_may_be_rows_a_table_or_an_answer(write, data, content):
    answers, faults = read(folder_of(write, lakes__json=data))

    assert (answers, faults) == ([("lakes", content)], [])


def test_numbers_in_a_folder_keep_their_type(write):
    (answer,) = read_answers(folder_of(write, lakes__json=b'[{"a": 1.10}]'))

    assert type(answer.content.rows[0]["a"]) is NumberLiteral


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"task_id": "seas", "answer": "x"}', 'expected task "lakes", as the file is named, got "seas" - at `$.task_id`'),
        (b'{"data": []}', "expected an answer, a list of rows or a table, got `object` - at `$`"),
        (b"{}", "expected an answer, a list of rows or a table, got `object` - at `$`"),
        (b"3", "expected an answer, a list of rows or a table, got `3` - at `$`"),
        (b"[[1]]", 'task "lakes": expected `rows[0]` to be an object, got `list` - at `$.rows[0]`'),
        (b"", "expected JSON, got the end of the text (expecting value) - at column 1"),
        (b"\xff", "expected UTF-8, got byte 0xff - at byte 1"),
    ],
)  # fmt: skip
def test_other_json_in_a_folder_is_a_fault(write, data, message):
    assert read(folder_of(write, lakes__json=data)) == ([], [f"run/lakes.json: {message}"])


def test_a_folders_files_may_be_gzipped(write):
    write("run/lakes.md.gz", zipped(b"| a |"))

    assert read("run") == ([("lakes", TextContent("| a |"))], [])


def test_task_ids_with_dots_are_whole_stems(write):
    write("run/v1.2.md", b"x")

    assert [a.task_id for a in read_answers("run", ["v1.2"])] == ["v1.2"]


def test_strangers_and_second_answers_in_a_folder_are_faults(write):
    source = folder_of(write, lakes__md=b"", lakes__txt=b"", lake__md=b"", seas__docx=b"PK", notes__log=b"")

    assert read(source)[1] == [
        'run/lake.md: unknown task "lake": in a folder of answers each file is named after its task; rename it, or move it elsewhere if it is no answer; did you mean "lakes"?',
        'run/lakes.txt: task "lakes" is answered twice; first at run/lakes.md',
        'run/seas.docx: expected one of .md, .txt, .csv, .tsv, .html, .htm, .json, got ".docx"',
    ]


def test_a_folder_without_answers_says_what_it_should_hold(write):
    folder_of(write, answers__jsonl=LAKES)
    Path("run/logs").mkdir()

    assert read("run")[1] == [
        "run: expected files named after tasks (.md, .txt, .csv, .tsv, .html, .htm, .json), got none"
    ]


def test_folders_and_dangling_links_named_after_tasks_are_faults(write):
    source = folder_of(write, lakes__md=b"x")
    Path("run/rivers").mkdir()
    Path("run/seas.md").symlink_to("nowhere")

    assert read(source) == (
        [("lakes", TextContent("x"))],
        [
            "run/rivers: expected a file that holds the answer to this task, got none",
            "run/seas.md: expected a file that holds the answer to this task, got none",
        ],
    )


@pytest.mark.parametrize("task_ids", [TASKS, None])
def test_what_could_be_no_answer_is_told_and_refuses_nothing(write, task_ids):
    source = folder_of(write, lakes__md=b"x", run__log=b"", a__pdf=b"")
    Path("run/.seas.md").write_bytes(b"x")
    Path("run/traces").mkdir()
    doubts = []

    assert [a.task_id for a in read_answers(source, task_ids, doubts)] == ["lakes"]
    assert list(map(str, doubts)) == [
        'run: warning: passed over what is named after no task: "a.pdf", "run.log", "traces"'
    ]


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson", "a.jsonl.gz"])
@pytest.mark.parametrize("form", ["indented.json", "jq.json", "lists.json", "raw line break"])
def test_json_over_several_lines_in_a_file_of_lines_is_one_fault(write, name, form):
    data = FORMS.get(form, b'{"task_id": "lakes", "answer": "| a |\n|---|"}')

    assert read(write(name, data)) == (
        [],
        [
            f"{name}:1: expected a whole JSON object in each line, got one that goes on in the next; write each on one line, or name the file `.json`"
        ],
    )


@pytest.mark.parametrize("first", [b'{"task_id": "lakes", "rows": [{"a"', b"{oops", b'{"task_id": "l'])
def test_a_first_line_that_is_broken_hides_no_other(write, first):
    answers, faults = read(write("a.jsonl", first + b"\n" + RIVERS + b"\n{"))

    assert answers == EXPECTED[1:]
    assert [fault.partition(" ")[0] for fault in faults] == ["a.jsonl:1:", "a.jsonl:3:"]


@pytest.mark.parametrize(
    ("data", "found"),
    [(b'{"task_id": "caf\xe9"}', "byte 0xe9 - at byte 17"), (b"\xff\xfe\0", "UTF-16"), (b"PK\0\1", "a binary file, UTF-16 or UTF-32")],
)  # fmt: skip
def test_a_file_that_is_named_like_gzip_and_is_no_text_is_told_so(write, data, found):
    assert read(write("a.jsonl.gz", data)) == (
        [],
        [f"a.jsonl.gz: expected a gzip file, as it is named, or plain UTF-8, got {found}"],
    )


def test_a_character_cut_by_the_look_ahead_is_no_fault(write):
    for shift in range(4):
        text = '{"task_id": "lakes", "answer": "' + "x" * shift + "湖" * 999 + '"}'
        assert read(write("a.jsonl.gz", text.encode()))[1] == []


def test_a_task_id_is_never_made_into_a_path(write):
    write("secret.md", b"secret")
    source = folder_of(write, lakes__json=b'{"task_id": "../secret", "answer": ""}')

    answers, faults = read(source)

    assert answers == []
    assert "as the file is named" in faults[0]


def test_a_file_over_the_cap_in_a_folder_is_a_fault(write, monkeypatch):
    monkeypatch.setattr("atlas_grader.reading.folders.MAX_LINE", 5)

    _, faults = read(folder_of(write, lakes__md=b"123456"))

    assert faults == ["run/lakes.md: expected at most 0 MB, got more; write one answer a line (.jsonl)"]


# Anything at all

SUFFIXES = st.sampled_from(["jsonl", "json", "gz", "txt"])
BYTES = st.binary() | st.lists(
    st.sampled_from([b"{", b"}", b"[", b"]", b",", b":", b'"', b"\n", b" ", LAKES, RIVERS, b'"answers"', b"1", b"\xff", b"\\u", b"\x1f\x8b", b"null"])
).map(b"".join)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(BYTES, SUFFIXES, st.booleans())
def test_arbitrary_bytes_raise_nothing_but_input_errors(tmp_path, data, suffix, compress):
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(zipped(data) if compress else data)

    answers, faults = read(path)

    assert answers or faults


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(BYTES, st.sampled_from(["json", "md", "csv", "md.gz"]))
def test_arbitrary_bytes_in_a_folder_raise_nothing_but_input_errors(tmp_path, data, suffix):
    folder = tmp_path / suffix
    folder.mkdir(exist_ok=True)
    (folder / f"lakes.{suffix}").write_bytes(data)

    answers, faults = read(folder)

    assert len(answers) + len(faults) == 1
