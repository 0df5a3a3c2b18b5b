"""The client against a real server on a real socket: what is sent, what is waited for, how it fails."""

import asyncio
import gc
import json
import logging
import signal
import subprocess
import sys
import threading
import traceback
from dataclasses import replace
from email.utils import formatdate
from itertools import count
from time import time

import pytest

from atlas_grader.errors import UsageError
from atlas_grader.judge.addresses import host_of
from atlas_grader.judge.calls import CallFailedError, OutageError, Reply, Request, Usage
from atlas_grader.judge.client import MOST_READ, Client
from atlas_grader.judge.failures import LONGEST_ADDRESS
from atlas_grader.judge.health import MOST_FAILED_CALLS
from tests.judge import server as scripted
from tests.judge.server import KEY, MODEL, Fault, JudgeServer, Says, Status, always, error, in_turn

SCHEMA = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
REQUEST = Request("Judge.", '{"item": {"id": "a1"}}', SCHEMA, "verdicts", 500)
OK = Says("ok")


class Naps:
    """A sleep that only notes how long it should be."""

    def __init__(self):
        self.seconds = []

    async def __call__(self, seconds):
        self.seconds.append(seconds)
        await asyncio.sleep(0)


def client(server, **options):
    told = {
        "key": KEY,
        "base_url": server.url,
        "sleep": Naps(),
        "random": lambda: 1.0,
        "timeout": 30,
        **options,
    }
    return Client(MODEL, "low", **told)


async def settled(call):
    """What a call comes to: a reply, or what it raises."""
    try:
        return await call
    except (CallFailedError, OutageError) as failure:
        return failure


def in_a_row(server, calls=1, **options):
    async def ask():
        async with client(server, **options) as asked:
            return [await settled(asked.call(REQUEST)) for _ in range(calls)]

    return asyncio.run(ask())


def at_once(server, calls, **options):
    async def ask():
        async with client(server, **options) as asked:
            return await asyncio.gather(*(settled(asked.call(REQUEST)) for _ in range(calls)))

    return asyncio.run(ask())


def kinds(outcomes):
    return [type(outcome) for outcome in outcomes]


def shortly(fault):
    """Names a test."""
    return str(fault)[:70]


# What is sent


def test_a_request_asks_for_the_schema_the_effort_and_the_most_tokens():
    with JudgeServer(always(OK)) as server:
        [reply] = in_a_row(server)

    assert reply.text == "ok"
    assert server.requests[0].body == {
        "model": MODEL,
        "messages": [
            {"role": "system", "content": "Judge."},
            {"role": "user", "content": REQUEST.user},
        ],
        "reasoning_effort": "low",
        "max_completion_tokens": 500,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "verdicts", "schema": SCHEMA, "strict": True},
        },
    }


def test_without_an_effort_none_is_asked_for():
    async def ask(server):
        async with Client(MODEL, "", KEY, server.url) as asked:
            await asked.call(REQUEST)

    with JudgeServer(always(OK)) as server:
        asyncio.run(ask(server))

    assert "reasoning_effort" not in server.requests[0].body


def test_without_a_base_url_openai_is_asked_whatever_the_environment_says(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")

    assert Client("m", "", "key")._host == "api.openai.com"


NO_ADDRESSES = ["http://", "http://[::1", "http://[zz]/", "http://h:99999", "http://1.2.3.400/"]


@pytest.mark.parametrize(
    ("url", "told"),
    [
        *((url, "an address of another form") for url in [*NO_ADDRESSES, "http://a b/", "http://a\x00b/"]),
        *((url, "one without `http://` or `https://`") for url in ["", "localhost:8000/v1", "ftp://host/v1"]),
        *((f"https://h/v1{end}", "one with a query or fragment") for end in ["?key=abc", "/?a=1#b", "#x"]),
        *((f"https://h/v1/chat/completions{end}", "one with `/chat/completions`") for end in ["", "/"]),
        # The openai package would send these in place of the key, and a server may tell what it got.
        *((f"https://{who}@h/v1", "one with a name or password") for who in ["me:secret", "me", ":", ""]),
    ],
)
def test_what_is_no_address_is_a_usage_error_that_does_not_repeat_it(url, told):
    with pytest.raises(UsageError) as caught:
        host_of(url)

    assert f"expected an address as `https://host/v1`, got {told}" in str(caught.value)
    assert not url or url not in str(caught.value)


def test_the_host_of_an_address_is_told_with_its_port():
    assert host_of("https://host.example:8443/v1") == "host.example:8443"


# Dialect


def said(body):
    """The parts of a request in which dialects differ."""
    reply_format = body.get("response_format", {}).get("type", "")
    limit = next((name for name in (NEW, OLD) if name in body), "")
    return reply_format, limit, body.get("reasoning_effort", "")


NEW, OLD = "max_completion_tokens", "max_tokens"
NO_FORMAT = frozenset()
DIALECTS = [
    # what the server knows, what it is asked, and after how many requests if it names the culprit, and if not
    ({}, ("json_schema", NEW, "low"), 1, 1),
    ({"knows_effort": False}, ("json_schema", NEW, ""), 2, 2),
    ({"knows_max_completion_tokens": False}, ("json_schema", OLD, "low"), 2, 3),
    ({"formats": frozenset({"json_object"})}, ("json_object", NEW, "low"), 2, 5),
    ({"formats": NO_FORMAT}, ("", NEW, "low"), 3, 9),
    (
        {"formats": NO_FORMAT, "knows_effort": False, "knows_max_completion_tokens": False},
        ("", OLD, ""),
        5,
        12,
    ),
]


@pytest.mark.parametrize(("knows", "dialect", "named", "unnamed"), DIALECTS)
@pytest.mark.parametrize("names_culprit", [True, False])
def test_a_server_is_asked_for_no_more_than_it_knows(knows, dialect, named, unnamed, names_culprit):
    with JudgeServer(always(OK), names_culprit=names_culprit, **knows) as server:
        first, second = in_a_row(server, 2)

    assert (first.text, second.text) == ("ok", "ok")
    assert said(server.requests[-1].body) == said(server.requests[-2].body) == dialect
    assert len(server.requests) == 1 + (named if names_culprit else unnamed)


def test_only_the_first_of_many_calls_finds_out_the_dialect():
    with JudgeServer(always(OK), formats=frozenset({"json_object"}), knows_effort=False) as server:
        outcomes = at_once(server, 20)

    assert kinds(outcomes) == [Reply] * 20
    assert len(server.requests) == 2 + 20
    assert {said(seen.body) for seen in server.requests[2:]} == {("json_object", NEW, "")}


def test_a_request_refused_later_is_that_calls_failure_and_changes_no_dialect():
    with JudgeServer(in_turn(OK, error(400, "response_format: too complex"), OK)) as server:
        outcomes = in_a_row(server, 3)

    assert kinds(outcomes) == [Reply, CallFailedError, Reply]
    assert len({said(seen.body) for seen in server.requests}) == 1


def test_a_call_refused_in_every_dialect_fails_and_the_next_one_tries_afresh():
    with JudgeServer(in_turn(*[error(400, "no")] * 18, OK)) as server:
        outcomes = in_a_row(server, 2)

    assert kinds(outcomes) == [CallFailedError, Reply]
    assert said(server.requests[18].body) == ("json_schema", NEW, "low")


def test_a_part_that_was_not_sent_is_not_the_culprit_however_it_is_named():
    with JudgeServer(in_turn(*[error(400, "reasoning_effort or another part is wrong")] * 3, OK)) as server:
        outcomes = in_a_row(server)

    assert kinds(outcomes) == [Reply]
    assert [said(seen.body)[2] for seen in server.requests] == ["low", "", "", ""]


TOO_LARGE = error(
    400,
    "max_tokens is too large: 4100. This model gives at most 4096",
    param="max_tokens",
)


def test_a_limit_refused_under_both_its_names_is_left_out():
    with JudgeServer(in_turn(TOO_LARGE, TOO_LARGE, OK)) as server:
        outcomes = in_a_row(server)

    assert kinds(outcomes) == [Reply]
    assert [said(seen.body) for seen in server.requests] == [
        ("json_schema", NEW, "low"),
        ("json_schema", OLD, "low"),
        ("json_schema", "", "low"),
    ]


def test_a_limit_refused_where_there_is_none_is_some_other_complaint():
    with JudgeServer(always(TOO_LARGE)) as server:
        outcomes = in_a_row(server)

    assert kinds(outcomes) == [CallFailedError]
    assert len(server.requests) == 2 + 6


UNKNOWN_FORMAT = "1 validation error: {'loc': ('body', 'response_format', 'type'), 'input': 'json_schema'}"


@pytest.mark.parametrize(
    "refusal",
    [
        error(500, UNKNOWN_FORMAT, type="internal_server_error"),  # as llama-cpp-python does
        error(501, "response_format is not implemented"),
        Status(422, {"detail": [{"loc": ["body", "response_format"], "msg": "Extra inputs"}]}),
        Status(400, {"error": "response_format is not supported", "error_type": "validation"}),
        Status(400, {"error": "Bad Request", "detail": [{"loc": ["response_format", "type"]}]}),
    ],
    ids=shortly,
)
def test_a_part_is_known_to_be_refused_however_a_server_says_so(refusal):
    with JudgeServer(in_turn(refusal, OK)) as server:
        outcomes = in_a_row(server)

    assert kinds(outcomes) == [Reply]
    assert [said(seen.body)[0] for seen in server.requests] == ["json_schema", "json_object"]


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_a_server_in_trouble_refuses_no_part(status):
    passing = error(status, "Overloaded." if status == 500 else "The reasoning model is overloaded.")
    with JudgeServer(in_turn(passing, OK, error(500, UNKNOWN_FORMAT), OK)) as server:
        outcomes = in_a_row(server, 2)

    assert kinds(outcomes) == [Reply, Reply]
    assert {said(seen.body) for seen in server.requests} == {("json_schema", NEW, "low")}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": "model 'm' not found"}, "(HTTP 404: model 'm' not found)"),
        ({"detail": "Not Found"}, "(HTTP 404: Not Found)"),
        ({"error": "Not Found", "message": "Cannot POST /chat"}, "(HTTP 404: Cannot POST /chat)"),
        ({"error": {"message": "File Not Found", "code": 404}}, "(HTTP 404: File Not Found)"),
        ({"object": "error", "message": "No model m.", "code": 404}, "(HTTP 404: No model m)"),
        ({"error": ["odd"]}, '(HTTP 404: {"error": ["odd"]})'),
    ],
    ids=shortly,
)
def test_the_words_of_a_server_are_told_wherever_it_puts_them(body, words):
    with JudgeServer(always(Status(404, body))) as server:
        [outage] = in_a_row(server)

    assert str(outage).endswith(words)


def test_texts_that_are_refused_do_not_make_an_outage():
    refusal = error(400, "The prompt was filtered.", code="content_filter")
    with JudgeServer(in_turn(OK, *[refusal] * 5, OK)) as server:
        outcomes = in_a_row(server, 7)

    assert kinds(outcomes) == [Reply, *[CallFailedError] * 5, Reply]


# Retries

UNREADABLE = Status(500, "\u00e9" * 7, {"Content-Type": "text/plain; charset=utf-16"})
HALF_JSON = Status(200, '{"id": "chatcmpl-1", "choices": [{"mess')
PASSING = [
    *(error(status, "Try again.") for status in (408, 409, 429, 500, 502, 503, 504, 529)),
    Status(200, scripted.HTML, {"Content-Type": "text/html"}),
    Status(502, scripted.HTML, {"Content-Type": "text/html"}),
    Status(200, {"error": {"message": "Provider returned error", "code": 502}}),
    Status(200, {"error": "overloaded", "choices": [{"message": {"content": "x"}}]}),
    Status(200, {"choices": []}),
    Status(200, {"choices": None}),
    Status(200, {"choices": ["text"]}),
    Status(200, {"choices": [{"message": {"content": 5}}]}),
    Status(200, {"object": "list"}),
    Status(200, "null"),
    Status(200, ""),
    Status(200, "[" * 100_000),
    Status(200, "not zipped", {"Content-Encoding": "gzip"}),
    Status(204),
    HALF_JSON,
    Fault.HALF,
    Fault.DROP,
]


@pytest.mark.parametrize("fault", PASSING, ids=shortly)
def test_a_passing_fault_is_tried_again(fault):
    with JudgeServer(in_turn(fault, OK)) as server:
        outcomes = in_a_row(server)

    assert kinds(outcomes) == [Reply]
    assert len(server.requests) == 2


@pytest.mark.parametrize("fault", PASSING, ids=shortly)
def test_a_lasting_fault_fails_the_call_after_all_attempts(fault):
    with JudgeServer(always(fault)) as server:
        outcomes = in_a_row(server, attempts=3)

    assert kinds(outcomes) == [CallFailedError]
    assert len(server.requests) == 3


@pytest.mark.parametrize("fault", [Fault.HANG, Fault.DRIP])
def test_an_attempt_that_takes_too_long_is_tried_again(fault):
    with JudgeServer(in_turn(OK, fault, OK)) as server:
        outcomes = in_a_row(server, 2, timeout=0.2)

    assert kinds(outcomes) == [Reply, Reply]


@pytest.mark.parametrize("status", [300, 304, 405, 413, 418])
def test_any_other_refusal_fails_the_call_at_once(status):
    with JudgeServer(always(Status(status))) as server:
        outcomes = in_a_row(server)

    assert kinds(outcomes) == [CallFailedError]
    assert len(server.requests) == 1


def test_a_server_that_is_not_there_fails_the_call():
    with JudgeServer(always(OK)) as server:
        pass
    naps = Naps()

    assert kinds(in_a_row(server, sleep=naps)) == [CallFailedError]
    assert len(naps.seconds) == 4


@pytest.mark.parametrize(("chance", "waits"), [(1.0, [0.5, 1, 2, 4, 8, 8]), (0.5, [0.25, 0.5, 1, 2, 4, 4])])
def test_waits_double_up_to_a_bound_and_any_share_of_them_is_slept(chance, waits):
    naps = Naps()
    with JudgeServer(scripted.server_error) as server:
        in_a_row(server, attempts=7, random=lambda: chance, sleep=naps)

    assert naps.seconds == waits


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"Retry-After": "7"}, 7),
        ({"Retry-After": "120"}, 120),
        ({"Retry-After": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "Retry-After": "1"}, 0.25),
        ({"retry-after-ms": "soon", "Retry-After": "3"}, 3),
        # What is no time to come leaves the usual wait.
        *(
            ({"Retry-After": told}, 0.5)
            for told in (
                "0",
                "-3",
                "nan",
                "1e999",
                "soon",
                "",
                formatdate(0, usegmt=True),
                "Mon, 99 Foo 99999",
            )
        ),
    ],
)
@pytest.mark.parametrize("status", [429, 503])
def test_the_wait_is_the_one_that_the_server_asks_for(headers, wait, status):
    naps = Naps()
    with JudgeServer(in_turn(error(status, "Later.", headers), OK)) as server:
        outcomes = in_a_row(server, sleep=naps)

    assert kinds(outcomes) == [Reply]
    assert naps.seconds == [wait]


def test_the_wait_may_be_a_date_by_the_servers_own_clock():
    naps = Naps()
    later = error(503, "Later.", {"Retry-After": formatdate(time() + 100, usegmt=True)})
    with JudgeServer(in_turn(later, OK)) as server:
        in_a_row(server, sleep=naps)

    assert 0 < naps.seconds[0] <= 101


@pytest.mark.parametrize("told", ["121", "3600", "Fri, 01 Jan 2100 00:00:00 GMT"])
def test_a_wait_of_more_than_two_minutes_fails_the_call_instead(told):
    naps = Naps()
    with JudgeServer(always(error(429, "Later.", {"Retry-After": told}))) as server:
        [failure] = in_a_row(server, sleep=naps)

    assert isinstance(failure, CallFailedError)
    assert "asks to wait" in str(failure)
    assert (naps.seconds, len(server.requests)) == ([], 1)


@pytest.mark.parametrize(("status", "held"), [(429, 0), (503, 1)])
def test_too_many_requests_hold_back_every_call(status, held):
    async def ask(server):
        meanwhile = []

        async def nap(seconds):
            before = len(server.requests)
            other = asyncio.create_task(asked.call(REQUEST))
            await asyncio.wait({other}, timeout=0.3 if status == 429 else 30)
            meanwhile.append(len(server.requests) - before)
            others.append(other)

        others = []
        async with client(server, sleep=nap) as asked:
            await asked.call(REQUEST)
            await asked.call(REQUEST)
            await asyncio.gather(*others)
        return meanwhile

    with JudgeServer(in_turn(OK, error(status, "Later.", {"Retry-After": "7"}), OK)) as server:
        assert asyncio.run(ask(server)) == [held]
    assert len(server.requests) == 4


# Bounds


def test_of_a_reply_that_does_not_end_no_more_is_read_than_any_reply_needs():
    with JudgeServer(in_turn(Fault.LONG, OK)) as server:
        failure, reply = in_a_row(server, 2, attempts=1)

        assert server.is_left_alone()
    assert isinstance(failure, CallFailedError)
    assert str(failure).endswith("replied with HTTP 200: not read, for it is longer than 4 MB")
    assert reply.text == "ok"
    assert server.spaces_sent < scripted.LONG  # what fills the buffers of sockets, included


@pytest.mark.parametrize(("more", "kind"), [(0, Reply), (1, CallFailedError)])
def test_a_reply_may_be_as_long_as_the_bound(more, kind):
    completion = json.dumps({"choices": [{"message": {"content": "ok"}}]})
    with JudgeServer(always(Status(200, completion.rjust(MOST_READ + more)))) as server:
        outcomes = in_a_row(server, attempts=1)

    assert kinds(outcomes) == [kind]


def test_what_is_zipped_is_not_unpacked():
    with JudgeServer(in_turn(Fault.BOMB, OK)) as server:
        failure, reply = in_a_row(server, 2, attempts=1)

    assert isinstance(failure, CallFailedError)
    assert str(failure).endswith(
        "replied with HTTP 200: not read, for it is encoded (gzip); the server must send it plain"
    )
    assert reply.text == "ok"


@pytest.mark.parametrize("fault", [Fault.LONG, Fault.BOMB])
def test_a_reply_that_is_not_read_holds_no_connection(fault):
    async def ask(server):
        async with client(server, attempts=1) as asked:
            await settled(asked.call(REQUEST))
            return await asyncio.to_thread(server.is_left_alone)

    with JudgeServer(always(fault)) as server:
        assert asyncio.run(ask(server))


def test_nothing_encoded_is_asked_for():
    with JudgeServer(always(OK)) as server:
        in_a_row(server)

    assert server.requests[0].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("encoding", ["deflate", "br", "zstd", "GZIP", "identity, gzip", "gzip, gzip"])
def test_a_reply_in_any_encoding_is_not_read(encoding):
    completion = {"choices": [{"message": {"content": "ok"}}]}
    with JudgeServer(always(Status(200, completion, {"Content-Encoding": encoding}))) as server:
        [failure] = in_a_row(server, attempts=1)

    assert f"not read, for it is encoded ({encoding})" in str(failure)


@pytest.mark.parametrize("encoding", ["", "identity", "Identity"])
def test_a_reply_that_is_said_to_be_plain_is_read(encoding):
    completion = {"choices": [{"message": {"content": "ok"}}]}
    with JudgeServer(always(Status(200, completion, {"Content-Encoding": encoding}))) as server:
        assert kinds(in_a_row(server)) == [Reply]


def test_a_refusal_that_is_not_read_is_one_by_its_status():
    with JudgeServer(always(Status(401, "?", {"Content-Encoding": "gzip"}))) as server:
        [outage] = in_a_row(server)

    assert isinstance(outage, OutageError)
    assert "refuses the API key" in str(outage)


# Redirects

REDIRECTS = [301, 302, 303, 307, 308]


@pytest.mark.parametrize("status", REDIRECTS)
def test_a_redirect_is_an_outage_and_is_not_followed(status):
    with JudgeServer(always(OK)) as other:
        moved = Status(status, "", {"Location": f"{other.url}/chat/completions"})
        with JudgeServer(always(moved)) as server:
            first, second = in_a_row(server, 2)

        assert kinds([first, second]) == [OutageError, OutageError]
        assert str(first) == str(second)
        assert str(first) == (
            f"{host_of(server.url)} redirects, which is not followed; "
            f"if you trust {other.url}, give that as --judge-base-url (HTTP {status})"
        )
        assert not first.may_pass
        assert (len(server.requests), len(other.requests)) == (1, 0)
        assert kinds(in_a_row(other)) == [Reply]


@pytest.mark.parametrize(
    "location",
    [
        None,
        "",
        "/v2/chat/completions",
        "//host/v1/chat/completions",
        "https://host/login",
        "https://host/v1/chat/completions?token=abc",
        "https://host/v1/chat/completions/",
        "https://host/v1?to=/chat/completions",
        "https://me:secret@host/v1/chat/completions",
        "https://host:99999/v1/chat/completions",
        "https://host/\x1b[31m/chat/completions",
        "https://host/v1 and more/chat/completions",
        "https://h\u00f6st/v1/chat/completions",
        "file:///v1/chat/completions",
        f"https://host/{'x' * LONGEST_ADDRESS}/chat/completions",
    ],
)
def test_only_a_short_base_url_is_told_of_a_redirect(location):
    headers = {} if location is None else {"Location": location}
    with JudgeServer(always(Status(307, "", headers))) as server:
        [outage] = in_a_row(server)

    assert isinstance(outage, OutageError)
    assert str(outage) == (
        f"{host_of(server.url)} redirects, which is not followed; check the base URL (HTTP 307)"
    )
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", REDIRECTS)
def test_a_redirect_after_a_success_concerns_one_text_only(status):
    blocked = Status(status, "", {"Location": "https://proxy.example/blocked"})
    with JudgeServer(in_turn(OK, *[blocked] * 4, OK)) as server:
        outcomes = in_a_row(server, 6)

    assert kinds(outcomes) == [Reply, *[CallFailedError] * 4, Reply]
    assert len(server.requests) == 6


# Outages

LASTING = [
    (error(401, "Incorrect API key provided."), "OPENAI_API_KEY"),
    (error(402, "Insufficient balance."), "credit"),
    (error(403, "Country not supported."), "another"),
    (error(404, "The model does not exist."), "model's name"),
    (error(400, "No such model.", code="model_not_found"), "model's name"),
    (Status(404, scripted.HTML, {"Content-Type": "text/html"}), "base URL"),
    (error(429, "You exceeded your quota.", type="insufficient_quota"), "credit"),
    (error(429, "You exceeded your quota.", code="insufficient_quota"), "credit"),
    (Status(200, {"error": {"message": "You exceeded your quota.", "code": "insufficient_quota"}}), "credit"),
]


@pytest.mark.parametrize(("fault", "remedy"), LASTING, ids=shortly)
def test_a_refusal_of_the_account_is_an_outage_at_once_and_for_good(fault, remedy):
    with JudgeServer(always(fault)) as server:
        first, second = in_a_row(server, 2)

    assert kinds([first, second]) == [OutageError, OutageError]
    assert len(server.requests) == 1
    assert str(first) == str(second)
    assert host_of(server.url) in str(first)
    assert remedy in str(first)
    assert "\n" not in str(first)


@pytest.mark.parametrize(("path", "is_lacking"), [("", True), ("/api", True), ("/v1beta/openai", False)])
def test_an_address_that_lacks_what_most_have_is_told_so_where_nothing_is_there(path, is_lacking):
    with JudgeServer(always(OK)) as server:
        [outage] = in_a_row(server, base_url=server.url.removesuffix("/v1") + path)

    assert ("(at a base URL without the usual /v1) has no such model" in str(outage)) is is_lacking
    assert "check the model's name and the base URL" in str(outage)


def test_a_denial_after_a_success_concerns_one_text_only():
    denial = error(403, "Blocked by the content policy of this proxy.")
    with JudgeServer(in_turn(OK, *[denial] * 4, OK)) as server:
        outcomes = in_a_row(server, 6)

    assert kinds(outcomes) == [Reply, *[CallFailedError] * 4, Reply]


def test_a_proxy_at_an_impossible_address_is_no_crash(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:99999")
    with JudgeServer(always(OK)) as server:
        [outcome] = in_a_row(server, attempts=1)

    assert isinstance(outcome, CallFailedError | OutageError)


def test_the_proxy_of_the_environment_is_used(monkeypatch):
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with JudgeServer(always(OK)) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
        in_a_row(proxy, base_url="http://judge.example/v1", attempts=1)

    assert [seen.path for seen in proxy.requests] == ["http://judge.example/v1/chat/completions"]


def test_the_certificates_of_the_environment_are_used(monkeypatch, tmp_path):
    broken = tmp_path / "broken.pem"
    broken.write_text("no certificate")
    monkeypatch.setenv("SSL_CERT_FILE", str(broken))
    with JudgeServer(always(OK)) as server:
        [outage] = in_a_row(server)

    assert isinstance(outage, OutageError)
    assert "certificates set here" in str(outage)
    assert not server.requests


def test_a_key_that_the_server_does_not_know_is_an_outage():
    with JudgeServer(always(OK)) as server:
        [outcome] = in_a_row(server, key="sk-of-somebody-else")

    assert isinstance(outcome, OutageError)


def test_settings_that_no_client_can_have_are_an_outage(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "gopher://proxy.example")
    with JudgeServer(always(OK)) as server:
        [outcome] = in_a_row(server)

    assert isinstance(outcome, OutageError)
    assert "gopher" in str(outcome)


def test_three_calls_failed_in_a_row_are_an_outage():
    with JudgeServer(scripted.server_error) as server:
        outcomes = in_a_row(server, 5, attempts=2)

    assert kinds(outcomes) == [*[CallFailedError] * 3, OutageError, OutageError]
    assert len(server.requests) == 6
    assert "3 calls in a row" in str(outcomes[3])


def test_a_success_between_failed_calls_starts_the_count_anew():
    down = error(500, "Down.")
    with JudgeServer(in_turn(down, down, OK, down, down, OK, down)) as server:
        outcomes = in_a_row(server, 11, attempts=1)

    failed = [CallFailedError, CallFailedError]
    assert kinds(outcomes) == [
        *failed,
        Reply,
        *failed,
        Reply,
        *failed,
        CallFailedError,
        OutageError,
        OutageError,
    ]
    assert len(server.requests) == 10  # the last, which was answered before, is asked again


def test_texts_that_make_a_server_fail_do_not_keep_it_from_others():
    down = error(500, "Down.")
    with JudgeServer(in_turn(OK, down, down, down, OK, down, down, down, OK)) as server:
        outcomes = in_a_row(server, 8, attempts=1)

    assert kinds(outcomes) == [Reply, *[CallFailedError] * 6, Reply]


def test_what_is_probed_with_is_what_was_answered_first():
    async def ask(server):
        async with client(server) as asked:
            for number in range(3):
                await asked.call(replace(REQUEST, user=f"text {number}"))
            return asked.probe

    with JudgeServer(always(OK)) as server:
        assert asyncio.run(ask(server)).user == "text 0"


@pytest.mark.parametrize(("fault", "may_pass"), [(error(500, "?"), True), (error(413, "Too large."), False)])
def test_whether_an_outage_of_three_calls_may_pass_is_told_by_the_last_of_them(fault, may_pass):
    with JudgeServer(in_turn(OK, error(500 if fault.status == 413 else 413, "?"), fault)) as server:
        outcomes = in_a_row(server, 2 + MOST_FAILED_CALLS, attempts=1)

    assert kinds(outcomes)[-1] is OutageError
    assert outcomes[-1].may_pass is outcomes[-2].may_pass is may_pass


def test_what_a_probe_gave_is_told_with_the_failure():
    bad = Request("Judge.", '{"item": {"id": "bad"}}', SCHEMA, "verdict", 500)

    async def ask(server):
        async with client(server, attempts=1) as asked:
            assert asked.probe is None
            await asked.call(REQUEST)
            return asked.probe, [await settled(asked.call(bad)) for _ in range(MOST_FAILED_CALLS)]

    with JudgeServer(
        lambda body, number: error(500, "?") if "bad" in body["messages"][1]["content"] else OK
    ) as server:
        probe, failures = asyncio.run(ask(server))

    assert probe == REQUEST
    assert [failure.probe and failure.probe.text for failure in failures] == [None, None, "ok"]


@pytest.mark.parametrize(
    ("fault", "lost"),
    [
        (Fault.HALF, 3),
        (Fault.DROP, 3),
        (error(500, "?"), 0),
        (error(429, "?"), 0),
        (error(504, "?"), 3),
        (error(408, "?"), 3),
        *((Status(status), 3) for status in (502, 520, 522, 524)),
        *((Status(status), 0) for status in (503, 521, 523, 529)),
        (Status(200, "{"), 3),
        (UNREADABLE, 3),
    ],
    ids=shortly,
)
def test_attempts_that_may_be_billed_are_told_one_by_one(fault, lost):
    told = []

    async def ask(server):
        async with client(server, attempts=3) as asked:
            return await settled(asked.call(REQUEST, lambda: told.append(1) or True))

    with JudgeServer(always(fault)) as server:
        assert isinstance(asyncio.run(ask(server)), CallFailedError)
    assert len(told) == lost


def test_attempts_at_a_server_that_is_not_there_are_not_told_as_billed():
    told = []

    async def ask(server):
        async with client(server) as asked:
            return await settled(asked.call(REQUEST, lambda: told.append(1) or True))

    with JudgeServer(always(OK)) as server:
        pass
    assert isinstance(asyncio.run(ask(server)), CallFailedError)
    assert not told


def test_an_attempt_that_is_cancelled_is_told_as_one_that_may_be_billed_and_a_call_that_waits_is_not():
    told = []

    async def ask(server):
        async with client(server, concurrency=2, sleep=asyncio.sleep) as asked:
            await asked.call(REQUEST)
            calls = [
                asyncio.create_task(asked.call(replace(REQUEST, user=who), lambda who=who: told.append(who)))
                for who in ("waits for a reply", "waits for another attempt", "waits for its turn")
            ]
            await asyncio.to_thread(silent.wait)
            await asyncio.to_thread(failed.wait)
            while not asked._holds:
                await asyncio.sleep(0.01)
            for call in calls:
                call.cancel()
            await asyncio.gather(*calls, return_exceptions=True)

    def script(body, number):
        user = body["messages"][1]["content"]
        if user == "waits for a reply":
            silent.set()
            return Fault.HANG
        if user == "waits for another attempt":
            silent.wait()
            failed.set()
            return error(429, "Later.", {"Retry-After": "100"})
        return OK

    silent, failed = threading.Event(), threading.Event()
    with JudgeServer(script) as server:
        asyncio.run(ask(server))
    assert told == ["waits for a reply"]


def test_no_probe_is_sent_if_nothing_more_may_be_spent():
    async def ask(server):
        async with client(server, attempts=1) as asked:
            await asked.call(REQUEST)
            return [await settled(asked.call(REQUEST, lambda: False)) for _ in range(MOST_FAILED_CALLS)]

    with JudgeServer(in_turn(OK, Fault.HALF)) as server:
        asyncio.run(ask(server))
    assert len(server.requests) == 1 + MOST_FAILED_CALLS


def test_no_further_attempt_is_made_if_it_may_not_be():
    async def ask(server):
        async with client(server) as asked:
            return await settled(asked.call(REQUEST, lambda: False))

    with JudgeServer(always(Fault.HALF)) as server:
        assert isinstance(asyncio.run(ask(server)), CallFailedError)
    assert len(server.requests) == 1


def test_a_server_that_takes_no_limit_is_not_asked_without_one_if_there_must_be_one():
    def unlimited(body, number):
        limit = next((name for name in ("max_completion_tokens", "max_tokens") if name in body), None)
        return error(400, f"Unknown parameter: '{limit}'") if limit else OK

    with JudgeServer(unlimited) as server:
        [reply] = in_a_row(server)
        [refused] = in_a_row(server, must_limit=True)

    assert reply.text == "ok"
    assert isinstance(refused, CallFailedError)
    assert "max_tokens" in str(refused)


@pytest.mark.parametrize("charset", ["utf-16", "idna", "hex", "none-such"])
@pytest.mark.parametrize("status", [200, 404, 500])
def test_a_reply_in_a_strange_charset_is_no_crash(charset, status):
    headers = {"Content-Type": f"text/plain; charset={charset}"}
    with JudgeServer(always(Status(status, "\u00e9" * 7, headers))) as server:
        [outcome] = in_a_row(server, attempts=1)

    assert isinstance(outcome, CallFailedError | OutageError)


def test_a_server_that_never_answers_costs_three_calls_however_many_there_are():
    with JudgeServer(scripted.hang) as server:
        outcomes = at_once(server, 30, timeout=0.2, attempts=2)

    assert kinds(outcomes).count(CallFailedError) == 3
    assert kinds(outcomes).count(OutageError) == 27
    assert len(server.requests) <= 6


def test_a_server_that_falls_silent_costs_the_calls_under_way():
    with JudgeServer(in_turn(OK, Fault.HANG)) as server:
        outcomes = at_once(server, 30, timeout=0.3, attempts=1, concurrency=4)

    assert kinds(outcomes).count(Reply) <= 1
    assert kinds(outcomes).count(CallFailedError) <= 3 + 3
    assert kinds(outcomes).count(OutageError) >= 23


def test_a_silent_server_is_told_of_once_with_how_long_it_is_tried():
    told = []
    clock = count(0, 20).__next__
    with JudgeServer(scripted.hang) as server:
        at_once(server, 5, timeout=0.2, attempts=3, notice=told.append, clock=clock)

    [line] = told
    assert line.startswith(f"{host_of(server.url)} sent no whole reply within 0.2 s; ")
    assert line.endswith("; each call is tried 3 times, 0.2 s each at most")


@pytest.mark.parametrize(("wait", "lines"), [("60", 1), ("1", 0)])
def test_only_a_long_wait_is_told_of(wait, lines):
    told = []
    with JudgeServer(in_turn(error(429, "Later.", {"Retry-After": wait}), OK)) as server:
        in_a_row(server, notice=told.append)

    assert len(told) == lines


# Replies


@pytest.mark.parametrize(
    ("told", "usage"),
    [
        (None, None),
        ("many", None),
        ({}, None),
        ({"prompt_tokens": 10}, None),
        ({"prompt_tokens": -1, "completion_tokens": 2}, None),
        ({"prompt_tokens": "10", "completion_tokens": 2}, None),
        ({"prompt_tokens": True, "completion_tokens": 2}, None),
        ({"prompt_tokens": 10**30, "completion_tokens": 2}, None),
        ({"prompt_tokens": float("inf"), "completion_tokens": float("nan")}, None),
        ({"prompt_tokens": 10, "completion_tokens": 2}, Usage(10, 0, 0, 2, 0)),
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 5,
                "prompt_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 3},
                "completion_tokens_details": {"reasoning_tokens": 2},
            },
            Usage(10, 4, 3, 5, 2),
        ),
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 5,
                "prompt_tokens_details": None,
                "completion_tokens_details": {"reasoning_tokens": None},
            },
            Usage(10, 0, 0, 5, 0),
        ),
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 5,
                "prompt_tokens_details": {"cached_tokens": 11, "cache_write_tokens": -3},
                "completion_tokens_details": {"reasoning_tokens": 6},
            },
            Usage(21, 11, 0, 11, 6),
        ),
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 5,
                "prompt_tokens_details": {"cached_tokens": 8, "cache_write_tokens": 3},
            },
            Usage(21, 8, 3, 5, 0),
        ),
    ],
)
def test_usage_is_what_can_be_believed_of_it(told, usage):
    with JudgeServer(always(Says("ok", usage=told))) as server:
        [reply] = in_a_row(server)

    assert reply.usage == usage


@pytest.mark.parametrize(
    ("script", "lacks"),
    [
        (scripted.cut, "ended at the limit of tokens"),
        (scripted.filtered, "was kept back by a content filter"),
        (scripted.refused, "was refused"),
        (always(Says("{", finish_reason="model_length")), "ended at the limit of tokens"),
        (always(Says(None)), ""),
        (scripted.broken_json, ""),
        (scripted.wrong_schema, ""),
    ],
)
def test_a_reply_that_was_ended_early_says_so_and_any_other_text_is_left_unread(script, lacks):
    with JudgeServer(script) as server:
        [reply] = in_a_row(server)

    assert reply.lacks == lacks
    assert len(server.requests) == 1


def test_a_text_in_parts_is_joined_and_a_lone_surrogate_replaced():
    message = {"content": [{"type": "text", "text": "a\ud800"}, {"type": "text", "text": "b"}]}
    with JudgeServer(always(Status(200, {"choices": [{"message": message}]}))) as server:
        [reply] = in_a_row(server)

    assert reply.text == "a?b"


@pytest.mark.parametrize(
    "thought",
    [
        {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
        {"type": "reasoning", "text": "Hm."},
        "Hm.",
    ],
)
def test_reasoning_among_the_parts_is_no_text(thought):
    message = {"content": [thought, {"type": "text", "text": "ok"}], "reasoning_content": "Hm."}
    with JudgeServer(always(Status(200, {"choices": [{"message": message}]}))) as server:
        [reply] = in_a_row(server)

    assert reply.text == "ok"


@pytest.mark.parametrize(
    ("told", "kind"), [({}, "cell"), ({"options": {"g1": {"name": "x"}}}, "name")], ids=["cell", "name"]
)
def test_an_honest_server_rules_on_what_it_is_asked(told, kind):
    user = json.dumps({"context": {}, **told, "item": {"id": "a1"}})

    async def ask(server):
        async with client(server) as asked:
            return await asked.call(Request("Judge.", user, SCHEMA, "verdict", 500))

    with JudgeServer(scripted.honest(lambda kind, told, item: f"{kind} {item['id']}")) as server:
        reply = asyncio.run(ask(server))

    assert reply.text == scripted.verdict("a1", f"{kind} a1")


def test_a_request_that_cannot_be_sent_fails():
    async def ask(server):
        async with client(server) as asked:
            return await settled(asked.call(Request("\udc80", "", SCHEMA, "verdicts", 500)))

    with JudgeServer(always(OK)) as server:
        assert isinstance(asyncio.run(ask(server)), CallFailedError)


# Concurrency


def test_no_more_calls_are_under_way_than_allowed_and_no_fewer():
    together = threading.Barrier(4, timeout=30)

    def script(body, number):
        if number > 1:
            together.wait()
        return OK

    with JudgeServer(script) as server:
        outcomes = at_once(server, 13, concurrency=4)

    assert kinds(outcomes) == [Reply] * 13
    assert server.most_at_once == 4


# The key


def everything_told(failure):
    """All that a traceback shows of an exception, and of those behind it."""
    told = [repr(failure), *map(repr, failure.args), *traceback.format_exception(failure)]
    for behind in (failure.__cause__, failure.__context__):
        told += everything_told(behind) if behind else []
    return "".join(told)


ECHOES = [
    always(OK),
    in_turn(Status(200, {"echo": KEY}), OK),
    always(error(401, f"Incorrect API key provided: {KEY}.")),
    always(error(500, f"{KEY} " * 100)),
    always(error(500, "x" * 370 + KEY)),
    always(error(400, "no", param=KEY, code=KEY)),
    always(Status(500, f'<p class="{KEY}">', {"X-Echo": f"Bearer {KEY}", "Content-Type": "text/html"})),
    always(Status(307, "", {"Location": f"/{KEY}"})),
    always(Status(307, "", {"Location": f"https://host/{KEY}/chat/completions"})),
    always(Status(200, "", {"Content-Encoding": KEY})),
    always(Fault.DROP),
]


@pytest.mark.parametrize("script", ECHOES)
def test_the_key_is_in_no_exception_representation_or_log_record(script, caplog, capfd):
    async def ask(server):
        async with client(server, attempts=2) as asked:
            outcomes = [await settled(asked.call(REQUEST)) for _ in range(4)]
            return outcomes, repr(asked) + repr(vars(asked))

    caplog.set_level(logging.DEBUG)
    with JudgeServer(script) as server:
        outcomes, representation = asyncio.run(ask(server))

    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    told = [everything_told(outcome) for outcome in outcomes if not isinstance(outcome, Reply)]
    records = [record.getMessage() + repr(record.args) for record in caplog.records]
    assert any("HTTP" in record for record in records)
    for text in (representation, *told, *records, caplog.text, *capfd.readouterr()):
        assert KEY[:12] not in text


@pytest.mark.parametrize("key", ["", " ", "sk-läuft-nicht", "sk-two\nlines", "sk-\x00"])
def test_what_cannot_be_a_key_is_a_usage_error_that_does_not_repeat_it(key):
    with pytest.raises(UsageError) as caught:
        Client(MODEL, "low", key)

    assert "OPENAI_API_KEY" in str(caught.value)
    assert "sk-" not in everything_told(caught.value)


def test_a_word_in_place_of_a_key_is_not_taken_out_of_other_words():
    with JudgeServer(always(error(404, "expected text")), key="x") as server:
        [outage] = in_a_row(server, key="x")

    assert "expected text" in str(outage)


def test_space_around_a_key_is_not_part_of_it():
    with JudgeServer(always(OK)) as server:
        assert kinds(in_a_row(server, key=f" {KEY}\n")) == [Reply]


def test_a_closed_client_leaves_no_filter_on_any_logger():
    def filters():
        return {name: list(logging.getLogger(name).filters) for name in logging.root.manager.loggerDict}

    with JudgeServer(always(OK)) as server:
        in_a_row(server)
        before = filters()
        in_a_row(server)

    assert filters() == before


# Ends


@pytest.fixture
def _leaves_nothing_behind():
    before = set(threading.enumerate())
    yield
    gc.collect()

    assert set(threading.enumerate()) == before


async def hanging_call(asked, arrived):
    """A call under way, which the server has seen and does not answer."""
    call = asyncio.create_task(asked.call(REQUEST))
    await asyncio.to_thread(arrived.wait)
    return call


def hang_once_arrived(arrived):
    def script(body, number):
        arrived.set()
        return Fault.HANG

    return script


@pytest.mark.usefixtures("_leaves_nothing_behind")
def test_a_cancelled_call_closes_its_socket_and_leaves_the_client_usable():
    async def ask(server):
        async with client(server) as asked:
            call = await hanging_call(asked, arrived)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            is_left_alone = await asyncio.to_thread(server.is_left_alone)
            server.script = always(OK)
            return is_left_alone, await asked.call(REQUEST)

    arrived = threading.Event()
    with JudgeServer(hang_once_arrived(arrived)) as server:
        is_left_alone, reply = asyncio.run(ask(server))

        assert is_left_alone
        assert reply.text == "ok"
        assert server.is_left_alone()


@pytest.mark.usefixtures("_leaves_nothing_behind")
def test_an_interrupt_stops_all_calls_and_leaves_no_thread_or_socket():
    async def ask(server):
        async with client(server) as asked, asyncio.TaskGroup() as calls:
            for _ in range(20):
                calls.create_task(asked.call(REQUEST))
            await asyncio.to_thread(arrived.wait)
            signal.raise_signal(signal.SIGINT)

    arrived = threading.Event()
    with JudgeServer(hang_once_arrived(arrived)) as server:
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(ask(server))

        assert server.is_left_alone()
        assert len(server.requests) == 1


def test_a_client_may_be_closed_before_it_was_used_and_twice():
    async def close():
        async with Client(MODEL, "low", KEY) as asked:
            await asked.close()

    asyncio.run(close())


@pytest.mark.slow
def test_the_openai_package_is_not_imported_before_the_first_call():
    code = (
        "import sys; from atlas_grader.judge.client import Client; Client('m', '', 'k');"
        "sys.exit('openai' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
