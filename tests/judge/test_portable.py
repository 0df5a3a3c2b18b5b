"""The portable ledger: the same rulings on any machine, no more than rulings, and hostile files told."""

import gzip
import json
import os
import re
import stat
from contextlib import suppress
from dataclasses import asdict, replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.errors import InputError, UsageError
from atlas_grader.judge.calls import Usage
from atlas_grader.judge.excerpts import Call, in_order
from atlas_grader.judge.identity import Identity, identify
from atlas_grader.judge.ledger import Ledger
from atlas_grader.judge.portable import add_excerpt, read_excerpt, require_judge, write_excerpt
from atlas_grader.questions import Kind, Question, Ruling
from tests.judge.samples import JUDGE, call, calls_in, calls_of, excerpt_of, keep, key

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
USAGES = st.none() | st.builds(Usage, *[st.integers(0, 10**12)] * 5)
COSTS = st.none() | st.decimals(0, 10**6, allow_nan=False)
CALLS = st.builds(
    Call,
    st.uuids().map(lambda uuid: uuid.hex),
    TEXTS,
    USAGES,
    COSTS.filter(lambda cost: cost is None or cost.as_tuple().exponent > -40),
    st.floats(0, 10**6),
    st.datetimes().map(lambda time: f"{time.isoformat()}Z"),
)
RULINGS = st.sampled_from([*map(str, Ruling)]) | st.integers(0, 999_999).map(str)
HEADER = json.dumps({"ledger": 1, "judge": asdict(JUDGE)})


@st.composite
def excerpts(draw):
    judge = draw(st.builds(Identity, TEXTS.filter(str.isprintable).filter(bool), *[TEXTS] * 4))
    calls = draw(st.lists(CALLS, max_size=4, unique_by=lambda call: call.id))
    numbers = iter(range(1000))
    return excerpt_of(
        *[(one, {key(next(numbers)): r for r in draw(st.lists(RULINGS, max_size=4))}) for one in calls],
        judge=judge,
    )


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("ledger") / "ledger.jsonl"


def read(path, *lines):
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_excerpt(path)


def faults(path, *lines):
    with pytest.raises(InputError) as caught:
        read(path, *lines)
    return [str(fault).removeprefix(path.as_posix()) for fault in caught.value.faults]


def call_line(**given):
    told = {"call": "0" * 32, "model": "m", "usage": None, "cost": None, "seconds": 1}
    return json.dumps({**told, "time": "2026-11-30T12:00:00Z", **given})


def ruling_line(**given):
    return json.dumps({"key": "a" * 64, "ruling": "match", "calls": ["0" * 32], **given})


# Written and read


@given(excerpts())
def test_what_is_written_is_read_back(file, excerpt):
    write_excerpt(file, excerpt)

    assert read_excerpt(file) == excerpt


@given(excerpts())
def test_equal_contents_are_equal_bytes(file, excerpt):
    backwards = replace(
        excerpt,
        rulings=dict(reversed(excerpt.rulings.items())),
        calls=dict(reversed(excerpt.calls.items())),
    )
    write_excerpt(file, excerpt)
    written = file.read_bytes()
    write_excerpt(file, backwards)
    assert file.read_bytes() == written

    write_excerpt(file, read_excerpt(file))
    assert file.read_bytes() == written


def test_equal_costs_are_written_alike(file):
    write_excerpt(file, excerpt_of((call(1, cost=Decimal("0.00010")), {})))
    written = file.read_bytes()
    write_excerpt(file, excerpt_of((call(1, cost=Decimal("1e-4")), {})))

    assert file.read_bytes() == written
    assert b'"cost":"0.0001"' in written


def test_a_ledger_is_a_header_then_calls_by_time_then_rulings_by_key(file):
    late, early = call(1, "2026-11-30T13:00:00Z"), call(2, "2026-11-30T12:00:00Z")
    write_excerpt(file, excerpt_of((late, {"b" * 64: "match"}), (early, {"c" * 64: "2", "a" * 64: "none"})))

    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[0] == {"ledger": 1, "judge": asdict(JUDGE)}
    assert [line["call"] for line in lines[1:3]] == [early.id, late.id]
    assert lines[3:] == [
        {"key": "a" * 64, "ruling": "none", "calls": [early.id]},
        {"key": "b" * 64, "ruling": "match", "calls": [late.id]},
        {"key": "c" * 64, "ruling": "2", "calls": [early.id]},
    ]


def test_calls_are_in_order_of_the_instants_that_they_ended_at_and_then_of_their_ids(file):
    times = [
        (5, "2026-11-30T12:00:00Z"),
        (6, "2026-11-30T12:00:00+00:00"),
        (4, "2026-11-30T12:00:00.5Z"),
        (2, "2026-11-30T12:00:00.9+00:00"),
        (3, "2026-11-30T12:00:00.90Z"),
        (1, "2026-11-30T12:00:01Z"),
    ]
    calls = [call(number, time) for number, time in times]
    write_excerpt(file, excerpt_of(*((one, {}) for one in reversed(calls))))

    assert in_order(reversed(calls)) == tuple(calls)
    assert [json.loads(line)["call"] for line in file.read_text().splitlines()[1:]] == [c.id for c in calls]


def test_the_calls_behind_a_ruling_are_each_told_once_in_order_of_their_ids(file):
    one, two = call(1), call(2)
    lines = (HEADER, *(call_line(call=each.id) for each in (one, two)))

    excerpt = read(file, *lines, ruling_line(calls=[two.id, one.id, two.id]))
    assert excerpt.behind == {"a" * 64: (one.id, two.id)}


def test_of_a_call_that_two_excerpts_tell_otherwise_the_first_ones_stands():
    ours, theirs = excerpt_of((call(1, seconds=1.0), {})), excerpt_of((call(1, seconds=2.0), {}))

    assert ours.extended(theirs).calls == ours.calls


@pytest.mark.skipif(os.name != "posix", reason="no modes")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_who_may_read_and_write_a_ledger_stays_when_it_is_written_again(tmp_path, mode):
    path, link = tmp_path / "ledger.jsonl", tmp_path / "link"
    link.symlink_to(path)
    write_excerpt(path, excerpt_of())
    path.chmod(mode)
    write_excerpt(path, excerpt_of((call(1), {})))
    assert stat.S_IMODE(path.stat().st_mode) == mode

    write_excerpt(link, excerpt_of((call(2), {})))
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert call(2).id in path.read_text()


def test_a_ledger_tells_no_question_and_no_address(file):
    judge = replace(JUDGE, endpoint="77ab03c1")
    question = Question(Kind.NAME, json.dumps(["Lake Baikal"]), json.dumps("Ozero Baykal"), 1)
    with Ledger.in_memory() as ledger:
        keep(ledger, judge, call(1), {question.key(judge.text): "0"})
        write_excerpt(file, ledger.excerpt(judge, [question.key(judge.text)]))

    assert re.search("bai|bay|http|name", file.read_text(), re.I) is None


def test_the_excerpt_gives_what_the_ledger_gave(file):
    with Ledger.in_memory() as ledger:
        keep(ledger, JUDGE, call(1), {key(1): "match", key(2): "several"})
        keep(ledger, JUDGE, call(2), {key(2): "match", key(3): "unsure"})
        keep(ledger, JUDGE, call(3, usage=None, cost=None), {key(4): "0"})
        write_excerpt(file, ledger.excerpt(JUDGE, list(map(key, range(5)))))
        excerpt = read_excerpt(file)

        assert excerpt.rulings == ledger.rulings(JUDGE)
        for number in range(5):
            assert calls_in(excerpt, key(number)) == calls_of(ledger, JUDGE, key(number))


def test_a_second_run_extends_a_ledger_and_changes_nothing_in_it(file):
    write_excerpt(file, excerpt_of((call(1), {key(1): "match"})))
    second = excerpt_of((call(2), {key(1): "mismatch", key(2): "match"}))
    write_excerpt(file, read_excerpt(file).extended(second))

    excerpt = read_excerpt(file)
    assert excerpt.rulings == {key(1): "match", key(2): "match"}
    assert calls_in(excerpt, key(1)) == [call(1)]
    assert calls_in(excerpt, key(1), key(2)) == [call(1), call(2)]


def test_what_others_wrote_meanwhile_stays_but_for_what_is_replaced(file):
    write_excerpt(file, excerpt_of((call(1), {key(1): "7", key(2): "match", key(3): "match"})))
    add_excerpt(
        file, excerpt_of((call(2), {key(1): "match", key(2): "none", key(4): "none"})), [key(1), key(9)]
    )

    excerpt = read_excerpt(file)
    assert excerpt.rulings == {key(1): "match", key(2): "match", key(3): "match", key(4): "none"}
    assert calls_in(excerpt, key(1)) == calls_in(excerpt, key(4)) == [call(2)]
    assert calls_in(excerpt, key(2)) == [call(1)]


def test_what_another_judge_wrote_meanwhile_is_not_written_over(file):
    write_excerpt(file, excerpt_of((call(1), {key(1): "match"}), judge=replace(JUDGE, effort="high")))
    before = file.read_bytes()

    with pytest.raises(UsageError, match="they differ in effort"):
        add_excerpt(file, excerpt_of(), ())
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("model", "shown"),
    [
        ("gpt-6-luna", "gpt-6-luna"),
        ("a|b c\u00a0d", "a_b_c_d"),
        ("\x1b[2J\x07\x9b", "_[2J__"),
        ("\u202eevil\u2066\u200f", "_evil__"),
        ("gpt\u200b-6\ufeff\u00ad\u2060", "gpt_-6___"),
        ("\u3164\u115f\u2800\U000e0041", "____"),
        ("\u0440gpt\u0301\ud800", "_gpt__"),
    ],
)
def test_a_label_shows_of_a_model_what_is_plain_on_any_terminal(model, shown):
    assert replace(JUDGE, model=model).label.rpartition("@")[0] == shown


@pytest.mark.parametrize("model", ["", "\udcff", "a\nb", "m" * 1001])
def test_what_no_ledger_can_hold_is_no_model(model):
    with pytest.raises(UsageError, match="expected the name of a model"):
        identify(model, "low", None)


def test_rulings_of_two_judges_are_never_mixed():
    with pytest.raises(ValueError, match="cannot be mixed"):
        excerpt_of().extended(excerpt_of(judge=replace(JUDGE, effort="high")))


def test_the_ledger_of_another_judge_is_refused_and_both_are_named(file):
    write_excerpt(file, excerpt_of())
    other = replace(JUDGE, model="gpt-6-sol", effort="high")

    require_judge(file, read_excerpt(file), JUDGE)
    with pytest.raises(UsageError) as caught:
        require_judge(file, read_excerpt(file), other)
    assert f"is a ledger of {JUDGE.label}, this run asks {other.label}" in str(caught.value)
    assert str(caught.value).endswith(
        "they differ in model, effort; name another file, or ask the judge of this one, with "
        "--judge-model gpt-6-luna, --judge-effort low"
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"model": "my model"}, "--judge-model 'my model'"),
        ({"effort": ""}, "--judge-effort ''"),
        ({"endpoint": "0123456789ab"}, "--judge-base-url, its address, of which the file holds only a hash"),
        ({"prompts": "old"}, "the version of atlas-grader that wrote the file"),
    ],
)
def test_the_ledger_of_another_judge_is_told_with_what_chooses_that_judge(file, change, told):
    write_excerpt(file, excerpt_of(judge=replace(JUDGE, **change)))

    with pytest.raises(UsageError) as caught:
        require_judge(file, read_excerpt(file), JUDGE)
    assert str(caught.value).endswith(f"ask the judge of this one, with {told}")


def test_the_ledger_of_the_models_own_service_is_asked_at_no_other_address(file):
    write_excerpt(file, excerpt_of(judge=replace(JUDGE, endpoint="")))

    with pytest.raises(UsageError, match="with neither --judge-base-url nor OPENAI_BASE_URL"):
        require_judge(file, read_excerpt(file), replace(JUDGE, endpoint="0123456789ab"))


def test_a_zipped_ledger_is_read(tmp_path):
    write_excerpt(tmp_path / "ledger.jsonl", excerpt_of((call(1), {key(1): "match"})))
    zipped = tmp_path / "ledger.jsonl.gz"
    zipped.write_bytes(gzip.compress((tmp_path / "ledger.jsonl").read_bytes()))

    assert read_excerpt(zipped) == read_excerpt(tmp_path / "ledger.jsonl")


def test_the_same_line_twice_and_blank_lines_are_harmless(file):
    lines = (HEADER, ruling_line(), "", call_line(), call_line(), ruling_line())

    assert read(file, *lines).rulings == {"a" * 64: "match"}


# Where it cannot be written


def test_a_ledger_that_cannot_be_written_is_told_and_the_old_one_stays(tmp_path):
    path = tmp_path / "ledger.jsonl"
    write_excerpt(path, excerpt_of((call(1), {key(1): "match"})))
    before = path.read_bytes()

    with pytest.raises(UsageError, match="cannot write"):
        write_excerpt(path, excerpt_of((call(2, model="\ud800"), {})))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_only_an_ordinary_file_is_replaced(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "ledger.jsonl")
    write_excerpt(tmp_path / "link", excerpt_of())

    assert (tmp_path / "link").is_symlink()
    assert read_excerpt(tmp_path / "ledger.jsonl") == excerpt_of()
    for path, found in [
        (tmp_path, "expected an ordinary file"),
        (tmp_path / "none" / "ledger.jsonl", "No such file"),
        (tmp_path / "ledger.jsonl.gz", "expected a name without `.gz`"),
        (tmp_path / "a\0", "null"),
    ]:
        with pytest.raises(UsageError, match=f"cannot write .*{found}"):
            write_excerpt(path, excerpt_of())


# What is no ledger


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{", ":2: expected JSON, got the end of the text"),
        ("[" * 100_000, ":2: expected JSON, got brackets nested too deep to read"),
        ('{"key": ' + "[" * 900 + "]" * 900 + "}", ":2: expected `key` to be a string, got `list`"),
        ("[]", ":2: expected an object, got `list`"),
        (HEADER, ":2: expected a call or a ruling, got another first line; a file has one judge"),
        (
            ruling_line(question="Is it?"),
            ':2: unknown key "question"; known are "key", "ruling", "calls" - at `$.question`',
        ),
        (ruling_line(key="A" * 64), ":2: expected `key` to match"),
        (ruling_line(key="a" * 64 + "\n"), ":2: expected `key` to match"),
        (ruling_line(key=1), ":2: expected `key` to be a string, got `1`"),
        (ruling_line(ruling="\ud800"), ":2: expected whole characters, got half a surrogate pair"),
        (ruling_line(ruling="right"), ':2: expected one of "match", "mismatch", "several", "none", "unsure"'),
        (ruling_line(ruling="\0"), ":2: expected one of"),
        (ruling_line(ruling="007"), ":2: expected one of"),
        (ruling_line(ruling="-1"), ":2: expected one of"),
        (ruling_line(ruling="٣"), ":2: expected one of"),
        (ruling_line(ruling="9" * 5000), ":2: expected one of"),
        (ruling_line(ruling="match\n"), ":2: expected one of"),
        (ruling_line(ruling=3), ":2: expected `ruling` to be a string, got `3`"),
        (ruling_line(ruling=None), ":2: expected `ruling` to be a string, got `null`"),
        (ruling_line(), ':2: expected a line for call "0000'),
        ('{"key": "a", "key": "b"}', ':2: expected each key once, got "key" twice in one object'),
        (call_line(seconds=-1), ":2: expected seconds from 0 to 1,000,000, got `-1` - at `$.seconds`"),
        (call_line(seconds=True), ":2: expected seconds from 0 to 1,000,000, got `true`"),
        (call_line(seconds="1"), ':2: expected seconds from 0 to 1,000,000, got "1"'),
        (call_line(seconds=float("nan")), ":2: expected a number or string, got `NaN`"),
        (call_line(seconds=10**400), ":2: expected seconds from 0 to"),
        (
            call_line(seconds="x").replace('"x"', "1e99999999999999999999"),
            ":2: expected a number of ordinary",
        ),
        (call_line(seconds="x").replace('"x"', "9" * 9000), ":2: expected seconds from 0 to"),
        (call_line(time="yesterday"), ":2: expected a time in UTC, such as"),
        (call_line(time="2026-02-30T00:00:00Z"), ":2: expected a time in UTC, such as"),
        (call_line(time="2026-11-30T12:00:00+01:00"), ":2: expected a time in UTC, such as"),
        (call_line(cost=0.1), ":2: expected `cost` to be a string, got `0.1`"),
        (call_line(cost="-1"), ":2: expected `cost` to match"),
        (call_line(cost="1e9"), ":2: expected `cost` to match"),
        (call_line(cost="NaN"), ":2: expected `cost` to match"),
        (call_line(call="x"), ":2: expected `call` to match"),
        (call_line(model="m" * 1001), ":2: expected at most 1,000 characters, got 1,001"),
        (call_line(usage={**asdict(Usage()), "prompt": -1}), ":2: expected `prompt` to be greater than"),
        (call_line(usage={**asdict(Usage()), "prompt": 10**30}), ":2: expected `prompt` to be less than"),
        (call_line(usage={**asdict(Usage()), "prompt": 1.5}), ":2: expected `prompt` to be a whole number"),
        (call_line(usage={**asdict(Usage()), "prompt": "1"}), ":2: expected `prompt` to be a whole number"),
        (call_line(usage={}), ":2: expected a key `prompt`, got none - at `$.usage`"),
        ("{}", ":2: expected a key `call`, got none - at `$`"),
    ],
    ids=lambda value: value[:40],
)
def test_what_is_wrong_with_a_line_is_told_with_its_place(file, line, expected):
    assert faults(file, HEADER, line)[0].startswith(expected)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ": expected the lines of a ledger, got an empty file"),
        (call_line(), ":1: "),
        (
            HEADER.replace("1", "2", 1),
            ":1: expected a ledger of version 1, got version `2`; update atlas-grader",
        ),
        (HEADER.replace("1", "true", 1), ":1: expected `ledger` to be a whole number, got `true`"),
        ('{"ledger": 1}', ":1: expected a key `judge`, got none - at `$`"),
        ('{"ledger": 1, "judge": {}}', ":1: expected a judge with model, effort"),
        (HEADER.replace(JUDGE.model, "gpt\u202e"), r":1: expected the name of a model, got 'gpt\u202e'"),
        (HEADER.replace(JUDGE.model, r"\u001b[2J"), r":1: expected the name of a model, got '\x1b[2J'"),
        (HEADER.replace(JUDGE.model, ""), ":1: expected the name of a model, got ''"),
        ('{"ledger": 1, "judge": {"model": 1}}', ":1: expected `model` to be a string, got `1`"),
        (
            '{"ledger": 1, "judge": ' + "[" * 900 + "]" * 900 + "}",
            ":1: expected `judge` to be an object, got `list`",
        ),
        ('{"ledger": 1, "judge": {"model": "' + "m" * 10**6 + '"}}', ":1: expected"),
    ],
    ids=lambda value: value[:40],
)
def test_a_first_line_that_is_none_is_told(file, line, expected):
    found = faults(file, line)

    assert found[0].startswith(expected)
    assert len(found[0]) < 500


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ({"task_id": "a", "system": "b", "rows": [{"lake": "Como"}]}, "what looks like answers"),
        ({"task_id": "a", "answer": "| lake |"}, "what looks like answers"),
        ({"task_id": "a", "rows": [{"entity": {}, "cells": {}}]}, "what looks like gold of a release"),
        ({"key": "a" * 64, "ruling": "match"}, "another line"),
        ("| lake |", "another line"),
    ],
)
def test_a_file_of_another_kind_is_one_fault_that_says_what_it_looks_like(file, line, form):
    text = line if isinstance(line, str) else json.dumps(line)

    assert faults(file, *[text] * 100) == [
        f":1: expected a ledger, whose first line tells its version as `ledger`, and its `judge`, got {form}"
    ]


def test_two_rulings_on_one_question_are_refused_with_both_places(file):
    lines = (HEADER, call_line(), ruling_line(), ruling_line(ruling="mismatch"))

    (fault,) = faults(file, *lines)

    assert fault.startswith(':4: expected one ruling on aaaaaaaa…, got "mismatch", and "match" at')
    assert fault.endswith("ledger.jsonl:3")


def test_two_calls_of_one_id_are_refused(file):
    (fault,) = faults(file, HEADER, call_line(), call_line(seconds=2))

    assert fault.startswith(':3: expected one call "0000')


def test_everything_wrong_is_told_at_once(file):
    found = faults(file, HEADER, "{", call_line(cost="x"), ruling_line(ruling="?"), ruling_line())

    assert [fault.split(":")[1] for fault in found] == ["2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\0" * 100, "expected UTF-8, got a binary file"),
        (HEADER.encode("utf-16"), "expected UTF-8, got UTF-16"),
        (HEADER.encode() + b"\n\xff", "expected UTF-8, got byte 0xff"),
        (HEADER.encode() + b'\n{"key": "\0"}', "expected UTF-8, got a binary file"),
        (gzip.compress(HEADER.encode(), mtime=0)[:-9], "expected a whole gzip file"),
        (b"\x1f\x8b" + b"x" * 50, "expected a sound gzip file"),
        (b"SQLite format 3\0" + b"\0" * 100, "got an SQLite file, as your own ledger is one"),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_bytes_that_are_no_ledger_are_told(file, data, expected):
    file.write_bytes(data)

    with pytest.raises(InputError, match=expected):
        read_excerpt(file)


@given(st.binary(max_size=200))
def test_no_bytes_are_more_than_a_fault(file, data):
    file.write_bytes(HEADER.encode() + b"\n" + data)

    with suppress(InputError):
        read_excerpt(file)


def test_a_path_that_is_no_file_is_told(tmp_path):
    for path in (tmp_path, tmp_path / "none.jsonl", tmp_path / "a\0"):
        with pytest.raises(InputError, match="expected a readable file"):
            read_excerpt(path)
