"""A judge: a model to ask, if it may be asked, and all that it has ruled before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain
from threading import Lock
from types import TracebackType
from typing import Protocol, Self

from atlas_grader.judge.asking import ask, planned
from atlas_grader.judge.calls import CallFailedError, CapReachedError, OutageError, Reply, Request
from atlas_grader.judge.excerpts import Call, Excerpt
from atlas_grader.judge.fitness import planned_trifles, require_fit
from atlas_grader.judge.identity import Identity
from atlas_grader.judge.ledger import Ledger
from atlas_grader.judge.loop import OwnLoop
from atlas_grader.judge.spending import Estimate, Purse, estimate
from atlas_grader.questions import Docket, Question


class Service(Protocol):
    """A model that can be asked, while it is open."""

    @property
    def concurrency(self) -> int:
        """The most calls under way at once."""
        ...

    @property
    def probe(self) -> Request | None:
        """What was answered first, and may be sent once more where a request fails, to find out whether that
        lies in the request; `None` as long as nothing was answered."""
        ...

    async def call(self, request: Request, again: Callable[[], bool]) -> Reply:
        """Send one request; raises `CallFailedError`, with what the probe gave if it was sent, or
        `OutageError`. Whenever it may be billed though no reply came, be it that the call was cancelled,
        `again` is called, and tells whether to go on."""
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
        self, identity: Identity, ledger: Ledger, given: Excerpt | None, purse: Purse, edges: Edges
    ) -> None:
        """`given` are rulings that come before those of `ledger`, and that are never added to it."""
        self.who = identity
        """Which judge it is."""
        self.purse = purse
        self._outage: OutageError | None = None
        self._failed: CallFailedError | None = None
        self._ledger = ledger
        self._given = given
        self._edges = edges
        self._service: Service | None = None
        self._is_fit = False
        self.asked: dict[str, Question] = {}
        """Key → question, of all that were asked in this run; of those of an outage, what was settled."""
        self.used: set[str] = set()
        """Keys of the rulings that somebody graded with."""
        self.settled: set[str] = set()
        """Keys of the rulings that were made in this run."""
        self._rulings = ledger.rulings(identity) | dict(given.rulings if given else {})
        self._step: Callable[[int], None] = _no_step
        self._stack = ExitStack()
        self._stack.enter_context(ledger)
        self._loop: OwnLoop | None = None
        self._turn = Lock()
        self._freed = asyncio.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def in_the_end(self, finish: Callable[[], None]) -> None:
        """Do this when the `with` block ends; the ledger is closed after that."""
        self._stack.callback(finish)

    def may_ask(self, service: Service) -> Self:
        """From now on, ask `service` what is not known."""
        self._service = service
        return self

    @property
    def identity(self) -> str:
        """Which judge it is, as text: what its dockets have too."""
        return self.who.text

    @property
    def asks(self) -> bool:
        """Whether it has a model to ask."""
        return self._service is not None

    @property
    def trouble(self) -> str:
        """Why the judge was asked no more; `""` if nothing stopped it."""
        return "" if self._outage is None else str(self._outage)

    @property
    def failure(self) -> str:
        """Why the last question that was given up was; `""` if none was."""
        return "" if self._failed is None else str(self._failed)

    @property
    def may_pass(self) -> bool:
        """Whether that which `trouble`, or else `failure`, tells of may be over at another time."""
        why = self._outage or self._failed
        return why is None or why.may_pass

    @property
    def others(self) -> Sequence[Identity]:
        """The judges of whom its ledger has rulings, where it has none of this one."""
        known = self._ledger.judges()
        return () if self.who in known else known

    def docket(self) -> Docket:
        """All that the judge has ruled, ready to be graded with."""
        return Docket(self.identity, self.who.label, self._rulings)

    def estimate(self, questions: Mapping[str, Question]) -> Estimate:
        """What it would cost to ask these questions."""
        trifles = planned_trifles(self, self.identity) if questions and not self._is_fit else ()
        requests = chain(trifles, planned(questions))
        return estimate(len(questions), requests, self.purse.price, self.who.model)

    def excerpt(self, keys: Collection[str]) -> Excerpt:
        """The rulings of these keys, and all that were given."""
        found = self._ledger.excerpt(self.who, keys)
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
            if self._service is not None and new and self._outage is None:
                self._step = step or _no_step
                self._ask_unknown(new)
                done = new if self._outage is None else self._known(new)
                self.asked |= {key: new[key] for key in done}
            return self._known(questions)

    def _ask_unknown(self, questions: Mapping[str, Question]) -> None:
        """Ask what the ledger does not know, until nothing is left or an outage ends it."""
        # What was given in its place could not be one.
        self._rulings |= (own := self._ledger.rulings_on(self.who, questions))
        self._step(len(own))
        left = {key: question for key, question in questions.items() if key not in own}
        try:
            if left:
                self._run(self._ask(left))
        except CapReachedError:
            known = self._known(left)
            left = {key: question for key, question in left.items() if key not in known}
            self._outage = CapReachedError(self.purse.why_not(self.estimate(left)))
        except OutageError as outage:
            self._outage = outage

    def _known(self, questions: Mapping[str, Question]) -> dict[str, str]:
        """The rulings on questions, as far as there are any that they can have."""
        known = {key: self._rulings.get(key, "") for key in questions}
        return {key: ruling for key, ruling in known.items() if questions[key].allows(ruling)}

    def use(self, keys: Collection[str]) -> None:
        """Take note of the rulings that somebody graded with."""
        with self._turn:
            self.used.update(keys)

    def _run(self, work: Coroutine[None, None, None]) -> None:
        """Do some work in the judge's own event loop."""
        if self._loop is None:
            self._loop = OwnLoop()
            self._stack.callback(self._loop.close)
            self._stack.callback(self._close_service)
        self._loop.run(work)

    def _close_service(self) -> None:
        if self._service is not None:
            with suppress(OutageError):  # of a loop left running, in which the service is still in use
                self._run(self._service.close())

    async def _ask(self, questions: Mapping[str, Question]) -> None:
        if not self._is_fit:
            await require_fit(self, self.identity)
            self._is_fit = True
        await ask(self, self.identity, questions)

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
            return self._paid(await self._service.call(request, lambda: self.purse.lose(reserved)))
        except CallFailedError as error:
            if error.probe is not None:
                self.record([self._paid(error.probe)], {})
            raise
        finally:
            self.purse.free(reserved)
            self._freed.set()

    def _paid(self, reply: Reply) -> Reply:
        return replace(reply, cost=self.purse.pay(reply.usage))

    async def _reserved(self, request: Request) -> Decimal:
        """What the call may cost at most, once that is left; `CapReachedError` if it never will be."""
        assert self._service is not None
        while (reserved := self.purse.reserve(request, self._service.probe or request)) is None:
            if not self.purse.under_way:
                raise CapReachedError("another call might cost more than may still be spent")
            self._freed.clear()
            await self._freed.wait()
        return reserved

    def give_up(self, error: CallFailedError) -> None:
        """Take note of what leaves a question open; see `hearing.Desk`."""
        self._failed = error

    def said_of(self, questions: Mapping[str, Question]) -> Mapping[str, str]:
        """What the judge said before; see `hearing.Desk`. What others gave is not asked for: whoever
        made it up could have the judge rule as they like."""
        return self._ledger.said_of(self.who, questions)

    def record(self, replies: Sequence[Reply], said: Mapping[str, str]) -> Mapping[str, str]:
        """Keep what some replies say, and what they cost, and tell what stands; see `hearing.Desk`."""
        now = self._edges.now()
        calls = [
            Call(self._edges.new_id(), self.who.model, reply.usage, reply.cost, reply.seconds, now)
            for reply in replies
        ]
        return self._ledger.record(self.who, calls, said)

    def conclude(self, rulings: Mapping[str, str], rests_on: Mapping[str, Collection[str]]) -> None:
        """Keep what follows from what was said; see `hearing.Desk`."""
        self._rulings |= self._ledger.conclude(self.who, rulings, rests_on)
        self.settled.update(rulings)
        self._step(len(rulings))


def _no_step(settled: int) -> None:
    del settled
