"""A judge: a model to ask, if it may be asked, and all that it has ruled before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from decimal import Decimal
from threading import Lock
from types import TracebackType
from typing import Protocol, Self

from atlas_grader.judge.asking import ask, planned
from atlas_grader.judge.calls import CallFailedError, OutageError, Reply, Request, Usage
from atlas_grader.judge.fitness import require_fit, trifles
from atlas_grader.judge.identity import Identity
from atlas_grader.judge.ledger import Call, Copy, Ledger
from atlas_grader.judge.spending import Estimate, Purse, added, estimate
from atlas_grader.questions import Docket, Question


class Service(Protocol):
    """A model that can be asked, while it is open."""

    @property
    def concurrency(self) -> int:
        """The most calls under way at once."""
        ...

    async def call(self, request: Request) -> Reply:
        """Send one request; raises `CallFailedError` or `OutageError`."""
        ...

    async def close(self) -> None:
        """Let go of the network."""
        ...


@dataclass(frozen=True, slots=True)
class Edges:
    """What a judge takes from the world beside its model."""

    now: Callable[[], str]
    """ISO 8601, in UTC."""
    new_id: Callable[[], str]
    """32 hexadecimal digits that nobody else has."""


class Judge:
    """Asks, remembers and counts; use it in a `with` block. Threads may share it, and take turns."""

    def __init__(
        self, identity: Identity, ledger: Ledger, given: Copy | None, purse: Purse, edges: Edges
    ) -> None:
        """`given` are rulings that come before those of `ledger`, and that are never added to it."""
        self.identity = identity
        self.purse = purse
        self.trouble = ""
        """Why the judge was asked no more; `""` if nothing stopped it."""
        self.failure = ""
        """Why the last call that failed did."""
        self._ledger = ledger
        self._given = given
        self._edges = edges
        self._service: Service | None = None
        self._is_fit = False
        self.asked: dict[str, Question] = {}
        """Key → question, of all that were asked in this run."""
        self._rulings = ledger.rulings(identity) | dict(given.rulings if given else {})
        self._step: Callable[[int], None] = _no_step
        self._stack = ExitStack()
        self._runner: asyncio.Runner | None = None
        self._turn = Lock()
        self._freed = asyncio.Event()

    def __enter__(self) -> Self:
        self._stack.enter_context(self._ledger)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def may_ask(self, service: Service) -> Self:
        """From now on, ask `service` what is not known."""
        self._service = service
        return self

    @property
    def asks(self) -> bool:
        """Whether it has a model to ask."""
        return self._service is not None

    def docket(self) -> Docket:
        """All that the judge has ruled, ready to be graded with."""
        return Docket(self.identity.text, self.identity.label, self._rulings)

    def estimate(self, questions: Mapping[str, Question]) -> Estimate:
        """What it would cost to ask these questions."""
        return estimate(len(questions), planned(questions), self.purse.price)

    def copy(self, keys: Collection[str]) -> Copy:
        """The rulings of these keys, and all that were given."""
        found = self._ledger.copy(self.identity, keys)
        return found if self._given is None else self._given.extended(found, self.asked)

    def ask(
        self, questions: Mapping[str, Question], step: Callable[[int], None] | None = None
    ) -> Mapping[str, str]:
        """Ask what was not asked before in this run; all rulings on these questions, by key.

        `step` is told how many questions were settled. What cannot be settled stays open, and
        `trouble` says why, if there is more to say than that a call failed.
        """
        with self._turn:
            new = {key: question for key, question in questions.items() if key not in self.asked}
            if self._service is not None and new and not self.trouble:
                self._step = step or _no_step
                # What was given in its place could not be one.
                self._rulings |= (own := self._ledger.rulings_on(self.identity, new))
                self._step(len(own))
                if left := {key: question for key, question in new.items() if key not in own}:
                    self._run(self._ask(left))
                self.asked |= new
            known = {key: self._rulings.get(key, "") for key in questions}
        return {key: ruling for key, ruling in known.items() if questions[key].allows(ruling)}

    def _run(self, work: Coroutine[None, None, None]) -> None:
        """Do some work in the judge's own event loop."""
        if self._runner is None:
            self._runner = asyncio.Runner()
            self._stack.callback(_without_loop, self._runner.close)
            self._stack.callback(self._close_service)
        _without_loop(self._runner.run, work)

    def _close_service(self) -> None:
        if self._service is not None:
            self._run(self._service.close())

    async def _ask(self, questions: Mapping[str, Question]) -> None:
        identity = self.identity.text
        try:
            if not self._is_fit:
                known = self._ledger.rulings_on(self.identity, trifles(identity))
                await require_fit(self, identity, known)
                self._is_fit = True
            await ask(self, identity, questions)
        except OutageError as outage:
            self.trouble = str(outage)

    @property
    def concurrency(self) -> int:
        """See `hearing.Desk`."""
        assert self._service is not None
        return self._service.concurrency

    async def call(self, request: Request) -> Reply:
        """Send one request and pay for it; see `hearing.Desk`."""
        assert self._service is not None
        reserved = await self._reserved(request)
        try:
            reply = await self._service.call(request)
        except CallFailedError as error:
            self.failure = str(error)
            raise
        finally:
            self.purse.free(reserved)
            self._freed.set()
        return replace(reply, cost=self.purse.pay(reply.usage))

    async def _reserved(self, request: Request) -> Decimal:
        """What the call may cost at most, once that is left; `OutageError` if it never will be."""
        while (reserved := self.purse.reserve(request)) is None:
            if not self.purse.reserved:
                raise OutageError(self.purse.why_not)
            self._freed.clear()
            await self._freed.wait()
        return reserved

    def settle(self, heard: Sequence[Reply], rulings: Mapping[str, str]) -> None:
        """Keep rulings, and the calls they took as one; see `hearing.Desk`."""
        usages = [reply.usage for reply in heard]
        costs = [reply.cost for reply in heard]
        call = Call(
            self._edges.new_id(),
            self.identity.model,
            _sum_of(usages),
            None if None in costs else sum((cost for cost in costs if cost is not None), Decimal(0)),
            sum(reply.seconds for reply in heard),
            self._edges.now(),
        )
        self._rulings |= self._ledger.record(self.identity, call, rulings)

    def conclude(self, rulings: Mapping[str, str], said: Mapping[str, str]) -> None:
        """Keep what follows from rulings that are kept; see `hearing.Desk`."""
        self._rulings |= self._ledger.conclude(self.identity, rulings, said)
        self._step(len(rulings))

    def known(self, key: str) -> str | None:
        """The ruling kept under a key; see `hearing.Desk`."""
        return self._rulings.get(key)


def _sum_of(usages: Sequence[Usage | None]) -> Usage | None:
    whole = Usage()
    for usage in usages:
        if usage is None:
            return None
        whole = added(whole, usage)
    return whole


def _without_loop(do: Callable[..., None], *given: object) -> None:
    """Do what takes a thread in which no event loop runs; in a notebook, one runs in this."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        is_free = True
    else:
        is_free = False
    if is_free:
        do(*given)
    else:
        with ThreadPoolExecutor(1) as another:
            another.submit(do, *given).result()


def _no_step(settled: int) -> None:
    del settled
