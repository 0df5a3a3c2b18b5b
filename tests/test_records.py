"""The door: what is let in, what is refused, and in which words."""

# ruff: noqa: E501  (whole messages on one line, as a user sees them)

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Answer, NumberLiteral, RowsContent, TableContent, TextContent
from atlas_grader.errors import Fault, InputError, ReleaseError, word_faults
from atlas_grader.records import (
    DecodeError,
    FileEntry,
    Manifest,
    answer_to_json,
    decode_release,
    gold_to_json,
    manifest_to_json,
    parse_answer,
    parse_gold,
    parse_manifest,
    parse_task,
    task_to_json,
)
from atlas_grader.records.answer import AnswerRecord
from atlas_grader.records.decode import decode_plain
from atlas_grader.records.located import did_you_mean, validate
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
    UrlLevel,
)

WHERE = "answers.jsonl:17"
LAKES = {
    "id": "lakes",
    "question": "Which lakes?",
    "columns": [{"name": "lake", "type": "name"}, {"name": "depth", "type": "quantity", "unit": "m"}],
    "entity_columns": ["lake"],
}


def answer(value):
    return parse_answer(json.dumps(value).encode(), WHERE)


def faults_of(data):
    with pytest.raises(InputError) as raised:
        parse_answer(data if isinstance(data, bytes) else json.dumps(data).encode(), WHERE)
    return [str(fault) for fault in raised.value.faults]


def task_faults(**changes):
    found = parse_task({**LAKES, **changes}, "tasks.jsonl:4")
    assert isinstance(found, tuple)
    return [str(fault) for fault in found]


def lakes_gold(cell, **row):
    return {
        "task_id": "lakes",
        "rows": [{"entity": {"lake": {"value": "Baikal"}}, "cells": {"depth": cell}, **row}],
    }


def gold_faults(value):
    task = parse_task(LAKES, "")
    found = parse_gold(value, task, "gold.jsonl:4")
    assert isinstance(found, tuple)
    return [fault.message for fault in found]


# Answers


def test_rows_keep_the_types_and_digits_of_json():
    read = parse_answer(
        b'{"task_id": "t", "rows": [{"a": 1.10, "b": true, "c": null, "d": ["x", 2e3], "e": "1.10"}]}', WHERE
    )

    assert isinstance(read.content, RowsContent)
    (row,) = read.content.rows
    assert row == {"a": "1.10", "b": True, "c": None, "d": ("x", "2e3"), "e": "1.10"}
    assert [type(row["a"]), type(row["d"][1]), type(row["e"])] == [NumberLiteral, NumberLiteral, str]


def test_a_table_gives_headers_once():
    read = answer({"task_id": "t", "table": {"columns": ["a", "b"], "rows": [["x", ["y", "z"]], ["ragged"]]}})

    assert read.content == TableContent(("a", "b"), (("x", ("y", "z")), ("ragged",)))


def test_what_a_system_tells_beside_its_answer_is_kept():
    read = answer(
        {
            "task_id": "t",
            "answer": "|a|",
            "system": "s",
            "cost_usd": 0.5,
            "latency_s": 3,
            "citations": ["https://a.org"],
            "temperature": 1,
        }
    )

    assert read == Answer("t", TextContent("|a|"), "s", 0.5, 3.0, ("https://a.org",), WHERE)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b'{"task_id": "t", "rows": [{"element": "Helium", "element": "Neon"}]}', "element"),
        (b'{"task_id": "t", "rows": [{"url": "https://a.org"}, {"a" : 1, "b": 2, "a" : 1}]}', "a"),
        (b'{"task_id": "t", "rows": [{"a": 1, "\\u0061": 2}]}', "a"),
        (b'{"task_id": "t", "rows": [{"a": {"b": [{"c": 1, "c": 1}]}}]}', "c"),
        (b'{"task_id": "t", "rows": [], "rows": [{"a": 1}]}', "rows"),
        (b'{"task_id": "s", "task_id": "t", "answer": "x"}', "task_id"),
        (b'{"task_id": "t", "table": {"columns": ["a"], "rows": [["x"]], "columns": ["b"]}}', "columns"),
        (b'{"task_id": "t", "answer": "x", "trace": {"a": 1, "a": 2}}', "a"),
    ],
)
def test_a_key_written_twice_in_an_answer_is_refused(data, key):
    assert faults_of(data) == [f'{WHERE}: expected each key once, got "{key}" twice in one object']


@pytest.mark.parametrize(
    "data",
    [
        b'{"task_id": "t", "rows": [{"a": "b: c", "d\\":": "\\"a\\": \\"a\\":"}, {"a": ":"}]}',
        b'{"task_id": "t", "rows": [{"a": {"a": {"a": 1}}}, {"a": [[{"a": 1}]]}]}',
        b'{"task_id": "t", "answer": "{\\"a\\": 1, \\"a\\": 2}"}',
    ],
)
def test_equal_keys_of_different_objects_and_colons_in_text_are_no_fault(data):
    assert parse_answer(data, WHERE).task_id == "t"


@given(st.recursive(st.none() | st.text(':"\\ a', max_size=3), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(':"\\ab', max_size=2), inner, max_size=3)), st.booleans())  # fmt: skip
def test_keys_are_found_twice_exactly_where_they_stand_twice(value, twice):
    written = json.dumps({"task_id": "t", "rows": [{"cell": value}]})
    if twice:
        written = written[:-3] + ', "cell": 1}]}'

    if twice:
        assert "each key once" in faults_of(written.encode())[0]
    else:
        assert parse_answer(written.encode(), WHERE).task_id == "t"


def test_null_beside_an_answer_is_nothing():
    read = answer(
        {"task_id": "t", "rows": None, "table": None, "answer": "x", "cost_usd": None, "system": None}
    )

    assert read == Answer("t", TextContent("x"), where=WHERE)


def test_nan_and_infinity_become_their_text():
    read = parse_answer(b'{"task_id": "t", "rows": [{"a": NaN, "b": -Infinity}]}', WHERE)

    assert read.content.rows == ({"a": "NaN", "b": "-Infinity"},)
    assert type(read.content.rows[0]["a"]) is str


def test_an_integer_of_any_length_is_kept():
    digits = "9" * 10_000

    assert parse_answer(b'{"task_id": "t", "rows": [{"a": %s}]}' % digits.encode(), WHERE).content.rows == (
        {"a": digits},
    )


def test_half_a_surrogate_pair_can_be_printed():
    read = parse_answer(rb'{"task_id": "t", "rows": [{"\ud800": "a\udfffb", "c": "\ud83d\ude00"}]}', WHERE)

    assert read.content.rows == ({"\ufffd": "a\ufffdb", "c": "😀"},)


def test_an_object_in_a_cell_is_kept_as_its_json():
    read = parse_answer(
        b'{"task_id": "t", "rows": [{"a": {"value": 1.10}, "b": [["x", {"y": [2]}]]}]}', WHERE
    )

    assert read.content.rows == ({"a": '{"value":1.10}', "b": (("x", '{"y":[2]}'),)},)


def test_a_byte_order_mark_is_nothing():
    assert parse_answer(b'\xef\xbb\xbf{"task_id": "t", "answer": ""}', WHERE).task_id == "t"


@pytest.mark.parametrize(
    ("value", "faults"),
    [
        ({"task_id": "t", "rows": {}}, ['task "t": expected `rows` to be a list, got `object` - at `$.rows`']),
        ({"task_id": "t", "rows": [3]}, ['task "t": expected `rows[0]` to be an object, got `3` - at `$.rows[0]`']),
        ({"answer": "x"}, ["expected a key `task_id`, got none - at `$`"]),
        ({"taskid": "t", "answer": "x"}, ['expected a key `task_id`, got "taskid" - at `$`']),
        ({"task_id": 7, "answer": "x"}, ["expected `task_id` to be a string, got `7` - at `$.task_id`"]),
        ({"task_id": "", "answer": "x"}, ['expected `task_id` to be a string that is not empty, got "" - at `$.task_id`']),
        ({"task_id": "t"}, ['task "t": expected exactly one of `rows`, `table` and `answer`, got none - at `$`']),
        (
            {"task_id": "t", "rowes": []},
            ['task "t": expected exactly one of `rows`, `table` and `answer`, got none; did you mean "rows"? - at `$`'],
        ),
        (
            {"task_id": "t", "rows": [], "answer": ""},
            ['task "t": expected exactly one of `rows`, `table` and `answer`, got `rows` and `answer` - at `$`'],
        ),
        (
            {"task_id": "t", "table": {"columns": ["a", 2], "rows": [{}]}, "cost_usd": "1", "citations": [None]},
            [
                'task "t": expected `columns[1]` to be a string, got `2` - at `$.table.columns[1]`',
                'task "t": expected `rows[0]` to be a list, got `object` - at `$.table.rows[0]`',
                'task "t": expected `cost_usd` to be a number, got "1" - at `$.cost_usd`',
                'task "t": expected `citations[0]` to be a string, got `null` - at `$.citations[0]`',
            ],
        ),
        ([], ["expected an object, got `list` - at `$`"]),
    ],
)  # fmt: skip
def test_every_fault_of_an_answer_is_told_with_its_place(value, faults):
    assert faults_of(value) == [f"{WHERE}: {fault}" for fault in faults]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{'task_id': 't'}", "expected JSON, got `'task_id': 't'}` (expecting property name enclosed in double quotes) - at column 2"),
        (b'{"task_id": "t", "rows": [', "expected JSON, got the end of the text (expecting value) - at column 27"),
        (b'{"task_id": "caf\xe9"}', "expected UTF-8, got byte 0xe9 - at byte 17"),
        ("{}".encode("utf-16"), "expected UTF-8, got UTF-16; save the file as UTF-8"),
        (b"[" * 100_000, "expected JSON, got brackets nested too deep to read"),
        (b"", "expected JSON, got the end of the text (expecting value) - at column 1"),
    ],
)  # fmt: skip
def test_bytes_that_are_not_json_are_a_located_fault(data, message):
    assert faults_of(data) == [f"{WHERE}: {message}"]


def test_a_depth_bomb_in_a_cell_never_escapes_as_a_recursion_error():
    for depth in (100, 300, 400, 450, 480, 500, 900, 990, 5000):
        bomb = b'{"task_id": "t", "rows": [{"a": %s%s}], "z": "\\ud800"}' % (b"[" * depth, b"]" * depth)
        try:
            parse_answer(bomb, WHERE)
        except InputError as error:
            assert "nested too deep" in str(error)  # noqa: PT017


def test_a_huge_cost_is_a_fault_not_an_overflow():
    assert "cost_usd" in faults_of(b'{"task_id": "t", "answer": "", "cost_usd": %s}' % (b"9" * 5000))[0]
    assert "cost_usd" in faults_of(b'{"task_id": "t", "answer": "", "cost_usd": 1e999}')[0]
    assert "cost_usd" in faults_of(b'{"task_id": "t", "answer": "", "cost_usd": -1}')[0]


@given(st.binary())
def test_arbitrary_bytes_raise_nothing_but_input_errors(data):
    with pytest.raises(InputError):
        parse_answer(b"\x00" + data, WHERE)


json_values = st.sampled_from(
    [
        None,
        True,
        0,
        -3,
        1.5,
        10**400,
        "",
        "x",
        "\ud800",
        [],
        ["a"],
        [1, None],
        {},
        {"a": 1},
        [{}],
        [{"a": [1]}],
        [[]],
    ]
)
tables = st.fixed_dictionaries({"columns": json_values, "rows": json_values})
almost_answers = st.fixed_dictionaries(
    {},
    optional={
        "task_id": st.sampled_from(["t", "t", "t", "", 3, None]),
        "rows": json_values,
        "table": json_values | tables,
        "answer": json_values,
        "system": json_values,
        "cost_usd": json_values | st.just(float("nan")),
        "latency_s": st.none() | st.floats() | st.integers(),
        "citations": json_values,
        "else": json_values,
    },
)


@given(almost_answers)
def test_the_light_checks_and_the_record_refuse_the_same_answers(value):
    data = json.dumps(value).encode()
    sound = isinstance(validate(AnswerRecord, decode_plain(data), WHERE), AnswerRecord)

    try:
        parse_answer(data, WHERE)
    except InputError as error:
        assert not sound
        assert "schemas/" not in str(error)  # noqa: PT017
    else:
        assert sound


cells = st.recursive(
    st.none()
    | st.booleans()
    | st.text(alphabet=st.characters(codec="utf-8"))
    | st.from_regex(r"-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,9})?", fullmatch=True).map(NumberLiteral),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=3,
)
words = st.text(alphabet=st.characters(codec="utf-8"))
contents = (
    st.builds(TextContent, words)
    | st.builds(RowsContent, st.lists(st.dictionaries(words, cells, max_size=4), max_size=3).map(tuple))
    | st.builds(
        TableContent,
        st.lists(words, max_size=3).map(tuple),
        st.lists(st.lists(cells, max_size=3).map(tuple), max_size=3).map(tuple),
    )
)


@given(
    st.builds(
        Answer,
        words.filter(bool),
        contents,
        words,
        st.none() | st.floats(0, 1e9),
        st.none() | st.floats(0, 1e9),
        st.lists(words).map(tuple),
        st.just(WHERE),
    )
)
def test_an_answer_written_and_read_is_the_same(original):
    read = parse_answer(answer_to_json(original).encode(), WHERE)

    assert read == original


# Tasks


def test_every_setting_of_a_column_is_read():
    column = {
        "name": "c",
        "type": "list",
        "description": "d",
        "aliases": ["e"],
        "unit": "km",
        "currency": "USD",
        "tolerance": {"absolute": "0.50", "unit": "m"},
        "precision": "year",
        "choices": ["a", {"name": "b", "aliases": ["B"], "code": "2"}],
        "item_type": "enum",
        "ordered": True,
        "url_level": "site",
        "distance_km": 2.5,
        "body": "Moon",
        "identifier_kind": "doi",
    }

    task = parse_task({**LAKES, "columns": [column], "entity_columns": ["c"]}, "")

    assert task.columns == (
        Column(
            "c",
            CellType.LIST,
            "d",
            ("e",),
            "km",
            "USD",
            Tolerance(absolute=Decimal("0.50"), unit="m"),
            Precision.YEAR,
            (Choice("a"), Choice("b", ("B",), "2")),
            CellType.ENUM,
            ordered=True,
            url_level=UrlLevel.SITE,
            distance_km=Decimal("2.5"),
            body="Moon",
            identifier_kind=IdentifierKind.DOI,
        ),
    )


@pytest.mark.parametrize("written", [b"0.02", b'"0.02"'])
def test_a_tolerance_is_exact_however_it_is_written(written):
    assert parse_task(
        {
            **LAKES,
            "columns": [
                LAKES["columns"][0],
                {"name": "n", "type": "number", "tolerance": decode_release(b'{"relative": %s}' % written)},
            ],
        },
        "",
    ).columns[1].tolerance == Tolerance(relative=Decimal("0.02"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"langauge": "en"}, 'unknown key "langauge"; did you mean "language"? - at `$.langauge`'),
        ({"entity_columns": ["lak"]}, 'unknown entity column "lak"; did you mean "lake"? - at `$`'),
        ({"entity_columns": []}, "expected at least one entity column, got none - at `$`"),
        ({"entity_columns": ["lake", "lake"]}, "expected each entity column once in `entity_columns` - at `$`"),
        ({"columns": [{"name": "lake", "type": "name"}] * 2}, 'expected each column once, got "lake" 2 times - at `$`'),
        ({"question": None}, "expected `question` to be a string, got `null` - at `$.question`"),
    ],
)  # fmt: skip
def test_a_task_that_contradicts_its_schema_is_refused(changes, message):
    assert task_faults(**changes) == [f'tasks.jsonl:4: task "lakes": {message}']


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"tolerence": {}}, 'unknown key "tolerence"; did you mean "tolerance"? - at `$.columns[1].tolerence`'),
        ({"tolerance": {"relative": True}}, "expected a decimal number from 0 up, got `true` - at `$.columns[1].tolerance.relative`"),
        ({"tolerance": {"relative": "-1"}}, 'expected a decimal number from 0 up, got "-1" - at `$.columns[1].tolerance.relative`'),
        ({"tolerance": {"relative": 1, "absolute": 1}}, "expected exactly one of `relative` and `absolute` - at `$.columns[1].tolerance`"),
        ({"tolerance": {"relative": 1, "unit": "m"}}, "expected `unit` beside `absolute` only - at `$.columns[1].tolerance`"),
        ({"choices": ["a", {"alias": "b", "name": "c"}]}, 'unknown key "alias"; did you mean "aliases"? - at `$.columns[1].choices[1].alias`'),
        ({"ordered": "yes"}, 'expected `ordered` to be true or false, got "yes" - at `$.columns[1].ordered`'),
    ],
)  # fmt: skip
def test_a_column_that_contradicts_its_schema_is_refused(settings, message):
    columns = [LAKES["columns"][0], {"name": "n", "type": "number", **settings}]

    assert task_faults(columns=columns) == [f'tasks.jsonl:4: task "lakes": {message}']


def test_an_unknown_type_lists_the_known_ones():
    (fault,) = task_faults(columns=[LAKES["columns"][0], {"name": "n", "type": "nubmer"}])

    assert fault.endswith('"identifier", got "nubmer"; did you mean "number"? - at `$.columns[1].type`')


def test_all_faults_of_a_task_are_told_at_once():
    found = task_faults(
        question=3, columns=[{"name": "lake", "type": "nmae"}, {"name": "", "type": "text", "x": 1}]
    )

    assert len(found) == 4


names = st.text(alphabet=st.characters(codec="utf-8"), min_size=1, max_size=8)
aliases = st.lists(names, max_size=2).map(tuple)
sizes = st.decimals(0, 10**6, places=3)
columns = st.builds(
    Column,
    names,
    st.sampled_from(CellType),
    st.text(alphabet=st.characters(codec="utf-8")),
    aliases,
    st.none() | names,
    st.none() | st.sampled_from(["USD", "EUR"]),
    st.none()
    | st.builds(Tolerance, relative=sizes)
    | st.builds(Tolerance, absolute=sizes, unit=st.none() | names),
    st.none() | st.sampled_from(Precision),
    st.lists(st.builds(Choice, names, aliases, st.none() | names), max_size=2).map(tuple),
    st.sampled_from(CellType),
    ordered=st.booleans(),
    url_level=st.sampled_from(UrlLevel),
    distance_km=sizes,
    body=names,
    identifier_kind=st.sampled_from(IdentifierKind),
)


@st.composite
def tasks(draw):
    drawn = draw(st.lists(columns, min_size=1, max_size=4, unique_by=lambda column: column.name))
    chosen = draw(st.integers(1, len(drawn)))
    entity = tuple(column.name for column in drawn[:chosen])
    return Task(draw(names), draw(names), tuple(drawn), entity, draw(words), draw(names), draw(words))


@given(tasks())
def test_a_task_written_and_read_is_the_same(task):
    assert parse_task(decode_release(task_to_json(task).encode()), "") == task


# Gold


def test_gold_keeps_entity_parts_in_the_tasks_order():
    task = Task("t", "q", tuple(Column(n, CellType.TEXT) for n in "abc"), ("b", "a"))
    line = {
        "task_id": "t",
        "rows": [{"entity": {"a": {"value": "A"}, "b": {"value": "B", "aliases": ["β"]}}, "cells": {"c": {"state": "ungraded"}}}],
    }  # fmt: skip

    gold = parse_gold(line, task, "")

    assert gold.rows[0].entity == (EntityPart("B", ("β",)), EntityPart("A"))


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        (
            lakes_gold({"state": "value"}),
            ['expected a `value` beside `"state": "value"`, got none - at `$.rows[0].cells.depth`'],
        ),
        (
            lakes_gold({"state": "blank", "value": "3 m"}),
            [
                'expected no value beside `"state": "blank"`; say candidates in `note` - at `$.rows[0].cells.depth`'
            ],
        ),
        (
            lakes_gold({"state": "value", "value": ""}),
            ['expected a string or a list of strings, none empty, got "" - at `$.rows[0].cells.depth.value`'],
        ),
        (
            lakes_gold({"state": "value", "value": 3}),
            [
                "expected a string or a list of strings, none empty, got `3` - at `$.rows[0].cells.depth.value`"
            ],
        ),
        (
            lakes_gold({"state": "value", "value": "3", "citations": [{"url": "u", "evidense": ""}]}),
            [
                'unknown key "evidense"; did you mean "evidence"? - at `$.rows[0].cells.depth.citations[0].evidense`'
            ],
        ),
        (
            {"task_id": "lakes", "rows": [{"entity": {"lakes": {"value": "B"}}, "cells": {}}]},
            [
                'unknown column "lakes"; did you mean "lake"? - at `$.rows[0].entity.lakes`',
                'expected column "lake", got none - at `$.rows[0].entity`',
                'expected column "depth", got none - at `$.rows[0].cells`',
            ],
        ),
        (
            {"task_id": "lakes", "rows": [], "near_misses": [{"entity": {}}]},
            ['expected column "lake", got none - at `$.near_misses[0].entity`'],
        ),
    ],
)
def test_gold_that_breaks_a_promise_of_its_types_is_refused(value, messages):
    assert gold_faults(value) == [f'task "lakes": {message}' for message in messages]


values = names | st.lists(names, min_size=1, max_size=3).map(tuple)
citations = st.lists(st.builds(Citation, names, words, st.sampled_from(["", "2026-11-30"])), max_size=2).map(
    tuple
)
gold_cells = (
    st.builds(
        GoldCell, st.just(State.VALUE), values, st.lists(values, max_size=2).map(tuple), citations, words
    )
    | st.builds(GoldCell, st.sampled_from([State.BLANK, State.UNGRADED]), citations=citations, note=words)
)  # fmt: skip


@st.composite
def tasks_with_gold(draw):
    task = draw(tasks())
    entities = st.tuples(*(st.builds(EntityPart, names, aliases) for _ in task.entity))
    cells = st.fixed_dictionaries({column.name: gold_cells for column in task.attributes})
    rows = draw(st.lists(st.builds(GoldRow, entities, cells, st.booleans()), max_size=3))
    misses = draw(st.lists(st.builds(NearMiss, entities, words), max_size=2))
    return task, Gold(task.id, tuple(rows), tuple(misses))


@given(tasks_with_gold())
def test_gold_written_and_read_is_the_same(drawn):
    task, gold = drawn

    assert parse_gold(decode_release(gold_to_json(gold, task).encode()), task, "") == gold


# Releases' JSON, manifests, faults


def test_a_release_may_not_write_a_key_twice():
    with pytest.raises(DecodeError, match='expected each key once, got "a" twice in one object'):
        decode_release(b'{"a": 1, "a": 2}')


@pytest.mark.parametrize("data", [rb'{"a": "\ud800"}', rb'{"\udfff": 1}', rb'["x\udc00y"]'])
def test_a_release_may_not_hold_half_a_surrogate_pair(data):
    with pytest.raises(DecodeError, match="half a surrogate pair"):
        decode_release(data)


def test_a_release_may_hold_a_whole_surrogate_pair():
    assert decode_release(rb'"\ud83d\ude00"') == "😀"


def test_a_release_may_not_hold_what_json_has_no_word_for():
    with pytest.raises(DecodeError, match="`NaN`, which is not JSON"):
        decode_release(b'{"a": NaN}')


def test_a_release_may_not_hold_a_number_past_all_measure():
    with pytest.raises(DecodeError, match="expected a number of ordinary size, got `1e9999999999999999999`"):
        decode_release(b"1e9999999999999999999")


@given(st.binary())
def test_arbitrary_bytes_in_a_release_raise_nothing_but_decode_errors(data):
    with pytest.raises(DecodeError):
        decode_release(b"\x00" + data)


def test_a_manifest_written_and_read_is_the_same():
    manifest = Manifest(
        "2026.11", "T", "D", 1, "2026-11-30", "CC-BY-4.0", "c", {"a.jsonl": FileEntry("0" * 64, {"tasks": 2})}
    )

    assert parse_manifest(json.loads(manifest_to_json(manifest)), "") == manifest


def test_a_manifest_may_not_name_a_file_outside_its_folder():
    value = json.loads(
        manifest_to_json(
            Manifest("r", "T", "", 1, "2026-11-30", "MIT", "", {"a": FileEntry("0" * 64, {})})
        ).replace('"a"', '"../a"')
    )

    (fault,) = parse_manifest(value, "manifest.json")

    assert "../a" in fault.message


def test_a_release_error_words_ten_faults_and_counts_the_rest():
    error = ReleaseError([Fault(f"f:{n}", "expected x, got y") for n in range(1012)])

    assert str(error).splitlines()[9:] == ["f:9: expected x, got y", "and 1,002 more"]
    assert word_faults(error.faults[:1]) == "f:0: expected x, got y"


def test_nothing_is_suggested_for_a_word_that_is_near_nothing():
    assert did_you_mean("zzz", ["length", "width"]) == ""
    assert did_you_mean("length", []) == ""
