"""What the judge says of one question after another, as it says it: kept at once, and asked once.

What it says is not yet believed: `believing` asks further questions for that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol
from weakref import WeakValueDictionary

from atlas_grader.judge.calls import Reply, Request
from atlas_grader.judge.requests import read_ruling, request_of
from atlas_grader.questions import Question

_MOST_TIMES = 2
"""How often a question is asked whose reply rules nothing."""

Rulings = Mapping[str, str]
"""Key of a question → ruling."""


class Desk(Protocol):
    """Where calls are made and kept: what asking needs of the world."""

    @property
    def concurrency(self) -> int:
        """The most calls under way at once."""
        ...

    async def call(self, request: Request) -> Reply:
        """Send one request; raises `CallFailedError`, or `OutageError` where no call can succeed."""
        ...

    def said(self, keys: Collection[str]) -> Rulings:
        """What was recorded before under some keys."""
        ...

    def record(self, replies: Sequence[Reply], said: Rulings) -> None:
        """Keep for good what some replies say, which may be nothing, and what they cost."""
        ...

    def conclude(self, rulings: Rulings, rests_on: Mapping[str, Collection[str]]) -> None:
        """Keep for good rulings, each of which follows from what was said under the keys in `rests_on`."""
        ...


class Room:
    """Where talks with one judge go on side by side, so that none asks what another is asking."""

    def __init__(self, desk: Desk, identity: str) -> None:
        """`identity` is that of the judge, under which questions have their keys."""
        self.desk = desk
        self.identity = identity
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, key: str) -> asyncio.Lock:
        """Whoever asks a question holds its lock."""
        return self._locks.setdefault(key, asyncio.Lock())


class Talk:
    """All that is said about one question: in answer to it, and to variants of it."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.rests_on: list[str] = []
        """Keys of all that was said."""

    async def ask(self, question: Question) -> str | None:
        """What the judge says, now or before; `None` if it rules nothing, though it was asked once more.

        Raises what `Desk.call` raises.
        """
        key = question.key(self._room.identity)
        async with self._room.lock(key):
            said = self._room.desk.said([key]).get(key)
            if said is None or not question.allows(said):
                said = await heard(self._room.desk, question, key)
        self.rests_on.append(key)
        return said


async def heard(desk: Desk, question: Question, key: str, *, only: str | None = None) -> str | None:
    """What the judge says of a question, or `None` for anything but `only`, if that is told; asked once more
    if it is that, and kept under `key` if it is not."""
    request, said = request_of(question), None
    replies: list[Reply] = []
    try:
        while said is None and len(replies) < _MOST_TIMES:
            replies.append(await desk.call(request))
            ruling = read_ruling(replies[-1], question)
            said = ruling if only in {None, ruling} else None
    finally:
        if replies:
            desk.record(replies, {} if said is None else {key: said})
    return said
