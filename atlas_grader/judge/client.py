"""A client that asks a model over the network, and fails only as `calls.py` says.

It speaks chat completions, so that any server of that protocol will do. Whatever comes back, and
whatever does not, is a reply, a failed call or an outage.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import InitVar, dataclass, replace
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from atlas_grader.errors import printable
from atlas_grader.judge.addresses import OPENAI, host_of
from atlas_grader.judge.calls import CONCURRENCY, TIMEOUT_S, Reply, Request
from atlas_grader.judge.completions import read_completion
from atlas_grader.judge.dialect import Dialect, dialects, named_in, without
from atlas_grader.judge.failures import Course, Failure, backoff, read_failure
from atlas_grader.judge.health import Health
from atlas_grader.judge.secret import Secret

if TYPE_CHECKING:
    from openai import AsyncOpenAI

MOST_TOLD = 400
"""Characters of a message."""
MOST_READ = 4_000_000
"""Bytes of a reply."""
PATIENCE = 10.0
"""Seconds after which a user who sees no reply should be told why."""

_NOT_FOUND = 404
_INTERNAL = 500
# By name, for the `openai` package changes the library that raises these.
_BEFORE_SENDING = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError"})
_VERSION = r"/v\d"
_PLAIN = {"Accept-Encoding": "identity"}


@dataclass(eq=False, repr=False)
class Client:
    """Asks one model at one address, within one event loop.

    The first call finds out the dialect of the server, and becomes the probe of `health`; the others
    wait for it. It should ask what no answer wrote, and be made alone. A server that never answers is
    given up after three calls, one after the other, of `attempts` attempts each: with the defaults 15
    minutes and the waits between, however many calls there are; by a judge, which makes the first call
    alone, after 5 minutes. One that falls silent later is given up after the calls then under way,
    `attempts` attempts: 5 minutes and the waits. A wait is at most 8 s, or the 120 s that a server may
    ask for.
    """

    model: str
    effort: str
    """Of reasoning; `""` asks for none."""
    key: InitVar[str]
    base_url: str | None = None
    """`None` asks OpenAI; what the environment says of addresses is for the caller to read."""
    concurrency: int = CONCURRENCY
    """The most calls under way at once."""
    timeout: float = TIMEOUT_S
    """Seconds that one attempt may take as a whole."""
    attempts: int = 5
    """The most for one call, in one dialect."""
    must_limit: bool = False
    """Send nothing without a limit of the reply's tokens."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    random: Callable[[], float] = random.random
    clock: Callable[[], float] = time.monotonic
    notice: Callable[[str], None] | None = None
    """Told, once, that the server does not answer, and how long it is tried."""

    def __post_init__(self, key: str) -> None:
        self._secret = Secret(key)
        self._address = self.base_url or OPENAI
        self._host = host_of(self._address)
        self._service: AsyncOpenAI | None = None
        self._slots = asyncio.Semaphore(self.concurrency)
        self._detecting = asyncio.Lock()
        self._dialect: Dialect | None = None
        self._holds = 0
        self._is_open = asyncio.Event()
        self._is_open.set()
        self._health = Health()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def probe(self) -> Request | None:
        """What was answered first, and may be sent once more where calls fail."""
        return self._health.probe

    async def close(self) -> None:
        """Close all connections."""
        service, self._service = self._service, None
        if service is not None:
            await service.close()
            self._secret.release()

    async def call(self, request: Request, again: Callable[[], bool] = lambda: True) -> Reply:
        """The model's reply; raises `CallFailedError` or `OutageError`.

        `again` is called for each attempt that may be billed though no reply came, and tells whether
        another may be made.
        """
        async with self._slots:
            outcome = await self._outcome(request, again)
            if isinstance(outcome, Reply):
                self._health.answered()
                return outcome
            told = self._worded(outcome)
            raise await self._health.failed(outcome, told, lambda probe: self._outcome(probe, again))

    async def _outcome(self, request: Request, again: Callable[[], bool]) -> Reply | Failure:
        """What comes of a request in the server's dialect, once that is found."""
        async with self._detecting:
            if self._dialect is None:
                return await self._first_outcome(request, again)
        return await self._tried(self._dialect, request, again)

    async def _first_outcome(self, request: Request, again: Callable[[], bool]) -> Reply | Failure:
        """What comes of a request in the first dialect that is understood, which stays, or in the last."""
        left = dialects(self.effort, must_limit=self.must_limit)
        while True:
            dialect = left[0]
            outcome = await self._tried(dialect, request, again)
            if isinstance(outcome, Reply):
                self._dialect, self._health.probe = dialect, request
                return outcome
            left = _rest(left, outcome)
            if not left:
                return outcome

    def _worded(self, failure: Failure) -> str:
        """What a failure says of the server, on one line and without the key."""
        told = " ".join(self._secret.hide(failure.message).split()).rstrip(".")
        return printable(f"{self._host} {told}")[:MOST_TOLD]

    async def _tried(self, dialect: Dialect, request: Request, again: Callable[[], bool]) -> Reply | Failure:
        """The outcome of as many attempts as it takes, and `attempts` at most."""
        attempt = 0
        started = self.clock()
        while True:
            await self._is_open.wait()
            if self._health.outage:
                raise self._health.outage
            try:
                outcome = await self._attempt(dialect, request)
            except BaseException:  # of a user who interrupts, or of an error elsewhere, which end all calls
                again()
                raise
            attempt += 1
            if isinstance(outcome, Reply):
                return outcome
            may_go_on = not outcome.may_be_billed or again()
            if outcome.course is not Course.AGAIN or attempt >= self.attempts or not may_go_on:
                return replace(outcome, is_last=not may_go_on)
            wait = outcome.wait or backoff(attempt - 1, self.random())
            if self.notice and self.clock() - started + wait > PATIENCE:
                notice, self.notice = self.notice, None
                limits = f"{self.attempts} times, {self.timeout:g} s each at most"
                notice(f"{self._worded(outcome)}; each call is tried {limits}")
            await self._pause(outcome, wait)

    async def _pause(self, failure: Failure, wait: float) -> None:
        """Wait, and keep all calls waiting if the failure concerns them."""
        if not failure.is_for_all:
            await self.sleep(wait)
            return
        self._holds += 1
        self._is_open.clear()
        try:
            await self.sleep(wait)
        finally:
            self._holds -= 1
            if not self._holds:
                self._is_open.set()

    async def _attempt(self, dialect: Dialect, request: Request) -> Reply | Failure:
        """Send the request once. Failures are values here: an exception would carry the one it came from,
        and that one the request with its key."""
        try:
            completions = self._opened().chat.completions.with_raw_response
        except (ImportError, OSError, ValueError) as error:
            return Failure(
                Course.OUTAGE, f"cannot be asked with the proxies or certificates set here: {error}"
            )
        import openai

        started = self.clock()
        try:
            async with asyncio.timeout(self.timeout):
                got = await completions.create(**dialect.body(self.model, request))
        except openai.APIStatusError as error:
            failure = read_failure(
                error.status_code, error.response.headers, _text_of(error.response.content)
            )
            return self._blamed(failure, error.status_code, dialect)
        except TimeoutError:
            slow = (
                f"sent no whole reply within {self.timeout:g} s; with a smaller --concurrency, or a longer "
                "--judge-timeout, it may"
            )
            return Failure(Course.AGAIN, slow, may_be_billed=True)
        except UnicodeEncodeError:
            return Failure(Course.GIVE_UP, "was sent nothing: the request holds half a character")
        except (ValueError, LookupError, AssertionError) as error:  # of a charset that is none
            return Failure(Course.AGAIN, f"sent what cannot be read: {error}", may_be_billed=True)
        except openai.OpenAIError as error:
            is_sent = type(error.__cause__).__name__ not in _BEFORE_SENDING
            return Failure(Course.AGAIN, f"sent no reply: {error.__cause__ or error}", may_be_billed=is_sent)
        except ExceptionGroup as group:  # of a connection that cannot be tried at all
            return Failure(Course.AGAIN, f"sent no reply: {group.exceptions[0]}")
        text = _text_of(got.content)
        reply = read_completion(text, self.clock() - started)
        return reply or replace(read_failure(got.status_code, got.headers, text), may_be_billed=True)

    def _blamed(self, failure: Failure, status: int, dialect: Dialect) -> Failure:
        """The failure as it is, but for addresses that lack what most have, and for servers that call a part
        of a request that they do not know an error of their own."""
        if status == _NOT_FOUND and not re.search(_VERSION, urlsplit(self._address).path):
            return replace(failure, message=f"(at a base URL without the usual /v1) {failure.message}")
        is_unknown_part = (
            status == _INTERNAL and self._dialect is None and named_in(failure.complaint, dialect)
        )
        return replace(failure, course=Course.REWORD) if is_unknown_part else failure

    def _opened(self) -> AsyncOpenAI:
        """The `openai` package's client, which takes too long to import to do it before it is needed."""
        if self._service is None:
            from openai import AsyncOpenAI, DefaultAsyncHttpxClient

            # A redirect would take the question, and the gold in it, to another server.
            http = DefaultAsyncHttpxClient(
                follow_redirects=False, headers=_PLAIN, event_hooks={"response": [_read_in_bounds]}
            )
            # Its own retries and timeouts are off: they would hide attempts, and hold for parts of one only.
            self._service = AsyncOpenAI(
                api_key=self._secret.reveal(),
                base_url=self._address,
                max_retries=0,
                timeout=None,
                http_client=http,
            )
            self._secret.guard()
        return self._service


def _rest(left: list[Dialect], failure: Failure) -> list[Dialect]:
    """The dialects worth trying after the first of `left` failed."""
    return without(left[0], failure.complaint, left) if failure.course is Course.REWORD else []


async def _read_in_bounds(response: Any) -> None:  # noqa: ANN401, of whichever library `openai` uses
    """Read a reply as it comes, and no more than `MOST_READ`; what cannot be read is replaced by why."""
    encoding = response.headers.pop("Content-Encoding", "")
    if encoding.strip().lower() in ("", "identity"):
        content = await _content_of(response.stream)
    else:  # a few bytes may unpack to gigabytes
        content = f"not read, for it is encoded ({encoding}); the server must send it plain".encode()
    await response.stream.aclose()
    response.stream = type(response)(response.status_code, content=content).stream


async def _content_of(stream: Any) -> bytes:  # noqa: ANN401
    content = bytearray()
    async with aclosing(aiter(stream)) as parts:
        async for part in parts:
            content += part
            if len(content) > MOST_READ:
                return f"not read, for it is longer than {MOST_READ / 1e6:g} MB".encode()
    return bytes(content)


def _text_of(content: bytes) -> str:
    """JSON is UTF-8, whatever a header says."""
    return content.decode("utf-8", "replace")
