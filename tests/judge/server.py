"""A judge's server whose every reply is scripted: chat completions over a real loopback socket.

    with JudgeServer(honest(lambda kind, told, item: "match")) as server:
        ... ask at server.url with server.key ...
    assert len(server.requests) == 1

A script is called with the body of a request and its number (from 1, requests that were refused
before they reached it not counted), in the thread of that request, and returns what to reply; it may
block. An exception of a script comes out where the `with` ends.
"""

import json
import threading
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from http.client import responses
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_RDWR
from types import EllipsisType, TracebackType
from typing import Any, Self

from atlas_grader.judge import prompts

KEY = "sk-test-0123456789abcdefghijklmnop"
MODEL = "test-model"
TRIFLES = {"Mt. Everest": "g2", "Lake Victoria": "none"}
FORMATS = frozenset({"json_schema", "json_object"})
LONG = 64 * 2**20
"""Bytes of spaces before a completion that nobody should wait for, so that a client that does ends."""
HTML = "<!doctype html><html><body><h1>Welcome to the router</h1></body></html>"


@dataclass(frozen=True)
class Says:
    """A completion: HTTP 200 with this text."""

    text: str | None
    usage: object = ...
    """`...` is counted from the characters; `None` is left out; anything else is sent as it is."""
    finish_reason: str = "stop"
    refusal: str | None = None


@dataclass(frozen=True)
class Status:
    """Any other HTTP reply; a body that is not text is sent as JSON."""

    status: int
    body: object = ""
    headers: Mapping[str, str] = field(default_factory=dict)


class Fault(Enum):
    """What no HTTP status tells."""

    HANG = auto()
    """Nothing comes until the client goes away or the server ends."""
    DRIP = auto()
    """A byte comes now and then, until the client goes away or the server ends."""
    HALF = auto()
    """The connection closes within a completion."""
    DROP = auto()
    """The connection closes without a reply."""
    LONG = auto()
    """A completion comes, in chunks, after more spaces than anybody should read."""
    BOMB = auto()
    """The same comes zipped, and is small."""


Answer = Says | Status | Fault
Script = Callable[[dict[str, Any], int], Answer | str]
Rule = Callable[[str, dict[str, Any], dict[str, Any]], str]


def error(status: int, message: str, headers: Mapping[str, str] | None = None, **told: object) -> Status:
    """An error as the API words it; `told` are its `type`, `param` and `code`."""
    fields = {"message": message, "type": "invalid_request_error", "param": None, "code": None, **told}
    return Status(status, {"error": fields}, headers or {})


# Ready scripts.


def always(answer: Answer | str) -> Script:
    """The same reply to every request."""
    return lambda body, number: answer


def in_turn(*answers: Answer | str | Script) -> Script:
    """One after the other; the last one stays."""

    def script(body: dict[str, Any], number: int) -> Answer | str:
        answer = answers[min(number, len(answers)) - 1]
        return answer if isinstance(answer, Answer | str) else answer(body, number)

    return script


def honest(rule: Rule) -> Script:
    """Rules by `rule(kind, told, item)`, where `kind` is cell, name or header; trifles' names it knows."""

    def script(body: dict[str, Any], number: int) -> str:
        kind, told, item = asked_in(body)
        trifle = TRIFLES.get(item.get("name", "")) if kind == "name" else None
        return verdict(item["id"], trifle or rule(kind, told, item))

    return script


def broken_json(body: dict[str, Any], number: int) -> str:
    """A reply that ends within its JSON."""
    whole = verdict(asked_in(body)[2]["id"], "match")
    return whole[: len(whole) * 2 // 3]


def wrong_schema(body: dict[str, Any], number: int) -> str:
    """JSON, but not the one asked for."""
    return json.dumps({asked_in(body)[2]["id"]: "match"})


html = always(Status(200, HTML, {"Content-Type": "text/html"}))
error_body = always(Status(200, {"error": {"message": "Provider returned error", "code": 502}}))
server_error = always(
    error(500, "The server had an error while processing your request.", type="server_error")
)
rate_limit = always(
    error(429, "Rate limit reached for requests.", type="requests", code="rate_limit_exceeded")
)
no_quota = always(
    error(429, "You exceeded your current quota.", type="insufficient_quota", code="insufficient_quota")
)
no_model = always(error(404, f"The model `{MODEL}` does not exist.", code="model_not_found"))
hang, drip = always(Fault.HANG), always(Fault.DRIP)
half, drop = always(Fault.HALF), always(Fault.DROP)
cut = always(Says('{"id": "', finish_reason="length"))
filtered = always(Says("", finish_reason="content_filter"))
refused = always(Says(None, refusal="I cannot help with that."))


def asked_in(body: dict[str, Any]) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """What a request asks: its kind, all that is told, and the item that it asks about."""
    said = {message["role"]: message["content"] for message in body["messages"]}
    told = json.loads(said["user"])
    if prompts.HEADER in said.get("system", ""):
        return "header", told, told["item"]
    return "name" if "options" in told else "cell", told, told["item"]


def verdict(id_: str, ruling: str) -> str:
    """The text of a reply that rules so on an item."""
    return json.dumps({"id": id_, "verdict": ruling})


@dataclass(frozen=True)
class Seen:
    """A request as it came in; names of headers in lower case."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class JudgeServer:
    """Serves at `url` while the `with` lasts; what it cannot do it refuses as real servers do."""

    script: Script
    key: str = KEY
    formats: frozenset[str] = FORMATS
    """Of `response_format`."""
    knows_effort: bool = True
    knows_max_completion_tokens: bool = True
    names_culprit: bool = True
    """Whether a refusal says which part of the request it is about."""

    requests: list[Seen] = field(default_factory=list, init=False)
    most_at_once: int = field(default=0, init=False)
    spaces_sent: int = field(default=0, init=False)
    """Of long completions, as far as the client took them."""

    def __post_init__(self) -> None:
        self.ended = threading.Event()
        self.lock = threading.Lock()
        self._errors: list[BaseException] = []
        self._at_once = self._scripted = 0
        self._http = _Http(self)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.ended.set()
        self._http.shutdown()
        self._thread.join()
        self._http.hang_up()
        self._http.server_close()
        if self._errors and kind is None:
            raise self._errors[0]

    def is_left_alone(self) -> bool:
        """Whether all clients close their connections, within ten seconds."""
        with self._http.closing:
            return self._http.closing.wait_for(lambda: not self._http.connections, timeout=10)

    def answer(self, seen: Seen) -> Answer:
        """What a request gets."""
        with self.lock:
            self.requests.append(seen)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            return self._refusal(seen) or self._say(seen.body)
        except BaseException as fault:
            self._errors.append(fault)
            raise
        finally:
            with self.lock:
                self._at_once -= 1

    def _say(self, body: dict[str, Any]) -> Answer:
        with self.lock:
            self._scripted += 1
            number = self._scripted
        answer = self.script(body, number)
        return Says(answer) if isinstance(answer, str) else answer

    def _refusal(self, seen: Seen) -> Status | None:
        if seen.headers.get("authorization") != f"Bearer {self.key}":
            told = seen.headers.get("authorization", "").removeprefix("Bearer ")
            return error(401, f"Incorrect API key provided: {told}.", code="invalid_api_key")
        if seen.path != "/v1/chat/completions":
            return error(404, f"Invalid URL (POST {seen.path})")
        culprit, message = self._unknown_part(seen.body)
        if not culprit:
            return None
        if not self.names_culprit:
            return error(400, "The request could not be processed.")
        return error(400, message, param=culprit, code="unsupported_parameter")

    def _unknown_part(self, body: dict[str, Any]) -> tuple[str, str]:
        wanted = body.get("response_format", {"type": "text"})["type"]
        if wanted not in self.formats | {"text"}:
            message = (
                f"Invalid parameter: 'response_format' of type '{wanted}' is not supported with this model."
            )
            return "response_format", message
        unknown = [
            name
            for name, known in (
                ("reasoning_effort", self.knows_effort),
                ("max_completion_tokens", self.knows_max_completion_tokens),
            )
            if name in body and not known
        ]
        return (unknown[0], f"Unrecognized request argument supplied: {unknown[0]}") if unknown else ("", "")


class _Http(ThreadingHTTPServer):
    """Waits for its threads, and forgets no connection."""

    daemon_threads = False
    request_queue_size = 128

    def __init__(self, judge: JudgeServer) -> None:
        self.judge = judge
        self.connections: set[Any] = set()
        self.closing = threading.Condition()
        super().__init__(("127.0.0.1", 0), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self.closing:
            self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        with self.closing:
            self.connections.discard(request)
            self.closing.notify_all()

    def hang_up(self) -> None:
        """End connections that clients keep alive."""
        with self.closing:
            for connection in self.connections:
                with suppress(OSError):
                    connection.shutdown(SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error, and one of the script is kept for the end."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Http

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = self.server.judge.answer(Seen(self.path, headers, body))
        match answer:
            case Fault.HANG:
                self.close_connection = not self.rfile.read(1)
            case Fault.DRIP:
                self.close_connection = True
                self._drip()
            case Fault.DROP:
                self.close_connection = True
            case Fault.HALF:
                whole = _completion(Says("x" * 1000), body)
                self._send(Status(200, whole), len(json.dumps(whole)) // 2)
                self.close_connection = True
            case Fault.LONG:
                self._send_long(_completion(Says("long"), body))
            case Fault.BOMB:
                self._send_zipped(_completion(Says("zipped"), body))
            case Says():
                self._send(Status(200, _completion(answer, body)))
            case Status():
                self._send(answer)

    def _send(self, reply: Status, most: int | None = None) -> None:
        text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
        content = text.encode()
        self.send_response(reply.status, responses.get(reply.status, "Unknown"))
        for name, value in {"Content-Type": "application/json", **reply.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[:most])

    def _drip(self) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n")
        while not self.server.judge.ended.wait(0.02):
            self.wfile.write(b" ")

    def _send_long(self, whole: dict[str, Any]) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        spaces = b" " * 2**16
        for _ in range(LONG // len(spaces)):
            self._send_chunk(spaces)
            self.server.judge.spaces_sent += len(spaces)
        self._send_chunk(json.dumps(whole).encode())
        self._send_chunk(b"")

    def _send_chunk(self, content: bytes) -> None:
        self.wfile.write(b"%x\r\n%b\r\n" % (len(content), content))

    def _send_zipped(self, whole: dict[str, Any]) -> None:
        zipper = zlib.compressobj(wbits=31)
        content = zipper.compress(b" " * LONG + json.dumps(whole).encode()) + zipper.flush()
        told = f"Content-Encoding: gzip\r\nContent-Length: {len(content)}"
        self.wfile.write(f"HTTP/1.1 200 OK\r\n{told}\r\n\r\n".encode() + content)

    def log_message(self, format: str, *args: object) -> None:
        """Tests are quiet."""


def _completion(said: Says, body: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": said.text, "refusal": said.refusal}
    completion = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": body.get("model"),
        "choices": [{"index": 0, "message": message, "finish_reason": said.finish_reason, "logprobs": None}],
    }
    usage = _counted(said, body) if isinstance(said.usage, EllipsisType) else said.usage
    return completion if usage is None else {**completion, "usage": usage}


def _counted(said: Says, body: dict[str, Any]) -> dict[str, Any]:
    """About what a server would count: a token for every four characters."""
    asked = sum(len(message["content"]) for message in body["messages"]) // 4
    answered = len(said.text or "") // 4
    return {
        "prompt_tokens": asked,
        "completion_tokens": answered,
        "total_tokens": asked + answered,
        "prompt_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0},
    }
