"""What the judge says of some questions, as it says it: asked in calls, kept at once, and asked once.

What it says is not yet believed: `believing` asks further questions of the same talk for that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from atlas_grader.judge.batches import Batch, each_alone
from atlas_grader.judge.calls import CallFailedError, OutageError, Reply, Request
from atlas_grader.judge.replies import read_reply
from atlas_grader.questions import Question, Ruling

Rulings = Mapping[str, str]
"""Key of a question → ruling."""
Pack = Callable[[Mapping[str, Question]], Iterator[Batch]]
"""Makes calls of questions, given by key."""


class Desk(Protocol):
    """Where calls are made and kept: what asking needs of the world."""

    @property
    def concurrency(self) -> int:
        """The most calls under way at once."""
        ...

    async def call(self, request: Request) -> Reply:
        """Send one request; raises `CallFailedError`, or `OutageError` where no call can succeed."""
        ...

    def known(self, key: str) -> str | None:
        """The ruling that is kept under a key."""
        ...

    def settle(self, heard: Sequence[Reply], rulings: Rulings) -> None:
        """Keep for good the rulings, which may be none, that some replies gave, and what those cost."""
        ...

    def conclude(self, rulings: Rulings, said: Mapping[str, str]) -> None:
        """Keep for good rulings that follow from others, each from the one under the key in `said`."""
        ...


class Room:
    """All talks with one judge that may go on at once, so that none asks what another is asking."""

    def __init__(self, desk: Desk, identity: str) -> None:
        """`identity` is that of the judge, under which questions have their keys."""
        self.desk = desk
        self.identity = identity
        self._under_way: dict[str, asyncio.Event] = {}

    def begin(self, keys: Iterable[str]) -> list[str]:
        """Say that these are being asked; those of them that no other talk is asking."""
        mine = [key for key in keys if key not in self._under_way]
        self._under_way |= dict.fromkeys(mine, asyncio.Event())
        return mine

    def end(self, keys: Iterable[str]) -> None:
        """Say that these, which `begin` gave, were asked."""
        for key in keys:
            self._under_way.pop(key).set()

    async def asked(self, keys: Iterable[str]) -> None:
        """Wait until nobody is asking these."""
        for key in keys:
            if key in self._under_way:
                await self._under_way[key].wait()


class Talk:
    """All that is said about the questions of one call, or about one that is asked alone.

    What each call rules is kept at once, under keys of its own, so that a run that is ended and
    begun again makes no call twice; what follows from several is kept in the end.
    """

    def __init__(self, room: Room, pack: Pack) -> None:
        self._room = room
        self.desk = room.desk
        # What is said beside others is not what is said alone.
        self._said = f"{room.identity}\n{'alone' if pack is each_alone else 'together'}"
        self._pack = pack
        self.outage: OutageError | None = None
        """Why no call can succeed."""
        self.failed = False
        """Some call gave nothing."""
        self.suspected: set[str] = set()
        """Keys of the questions that must be asked alone."""

    def said_key(self, question: Question) -> str:
        """Under which is kept what is said of a question, before it is believed."""
        # Beside a cell's own gold stand two controls, beside others one: what is said there is said of less.
        return question.key(f"{self._said}\ntried" if question.is_tried else self._said)

    async def ask(self, questions: Mapping[str, Question]) -> dict[str, str]:
        """What is ruled on questions, or variants of them, by the key under which they are given."""
        keys = {key: self.said_key(question) for key, question in questions.items()}
        asked = {keys[key]: question for key, question in questions.items()}
        mine = self._room.begin(own for own in asked if not self._known(own, asked[own]))
        try:
            await self._hear({own: asked[own] for own in mine})
        finally:
            self._room.end(mine)
        await self._room.asked(asked)
        said = {key: self._known(own, asked[own]) for key, own in keys.items()}
        self.suspected |= {key for key, ruling in said.items() if ruling == Ruling.UNSURE}
        return {key: ruling for key, ruling in said.items() if ruling and ruling != Ruling.UNSURE}

    def _known(self, key: str, question: Question) -> str | None:
        """What is kept of a question; `UNSURE` for one that must be asked alone."""
        ruling = self.desk.known(key)
        return ruling if ruling and question.allows(ruling) else None

    async def _hear(self, questions: Mapping[str, Question]) -> None:
        """Ask questions, given by the keys under which what is said of them is kept."""
        for batch in self._pack(questions):
            hearing = Hearing(batch)
            await self._fill(batch, hearing)
            if hearing.replies:
                doubted = dict.fromkeys(hearing.suspected, Ruling.UNSURE)
                told = (hearing.rulings | doubted).items()
                said = {self.said_key(batch.questions[id_]): ruling for id_, ruling in told}
                self.desk.settle(hearing.replies, said)

    async def _fill(self, batch: Batch, hearing: Hearing) -> None:
        """Ask a batch; what the first reply spoils or leaves out is asked again."""
        is_cut = await self._call(batch, hearing)
        missing = [id_ for id_ in batch.asked if id_ not in hearing.rulings]
        # A reply that was cut was too long: the rest in two calls.
        half = -(-len(missing) // 2) if is_cut else len(missing)
        for ids in (missing[:half], missing[half:]):
            if ids and not hearing.is_steered:
                await self._call(batch.only(ids), hearing)

    async def _call(self, batch: Batch, hearing: Hearing) -> bool:
        """Ask in one call, unless one failed before; whether its reply was cut."""
        if self.failed:
            return False
        try:
            reply = await self.desk.call(batch.request)
        except (CallFailedError, OutageError) as error:
            self.failed = True
            self.outage = error if isinstance(error, OutageError) else None
            return False
        hearing.take(batch, reply)
        return reply.is_cut


class Hearing:
    """What came of one batch, in one call or more."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._unwatched: set[str] = set()
        self.replies: list[Reply] = []
        self.is_steered = False
        """Some control came back wrong: no ruling of the batch is believed."""
        self.rulings: dict[str, str] = {}
        """Id → ruling, of those that can be believed."""

    @property
    def suspected(self) -> list[str]:
        """Ids of the questions that no control speaks for."""
        return [id_ for id_ in self._batch.asked if self.is_steered or id_ in self._unwatched]

    def take(self, batch: Batch, reply: Reply) -> None:
        """Take in what one call ruled on the batch, or on a part of it."""
        self.replies.append(reply)
        found = {} if reply.is_cut else read_reply(reply.text, batch)
        self.is_steered |= batch.is_steered(found)
        unwatched = batch.unwatched(found)
        self._unwatched = self._unwatched.difference(batch.asked) | unwatched
        self.rulings |= {id_: found[id_] for id_ in batch.asked if id_ in found and id_ not in unwatched}
        if self.is_steered:
            self.rulings = {}
