"""What the judge says of one question after another, as it says it: kept at once, and asked once.

What it says is not yet believed: `believing` asks further questions for that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol
from weakref import WeakValueDictionary

from atlas_grader.judge.calls import CallFailedError, Reply, Request, UnreadReplyError
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

    def give_up(self, error: CallFailedError) -> None:
        """Take note of what leaves a question open."""
        ...

    def said_of(self, questions: Mapping[str, Question]) -> Rulings:
        """What was recorded before of some questions, given by key."""
        ...

    def record(self, replies: Sequence[Reply], said: Rulings) -> Rulings:
        """Keep for good what some replies say, which may be nothing, and what they cost; tell what stands
        as said under the same keys, which is what was recorded first."""
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

    async def ask(self, question: Question) -> str:
        """What the judge says, now or before.

        Raises what `Desk.call` raises, and `UnreadReplyError` if its reply rules nothing, though it was asked
        once more.
        """
        key = question.key(self._room.identity)
        async with self._room.lock(key):
            said = self._room.desk.said_of({key: question}).get(key)
            said = said or await heard(self._room.desk, question, key)
        self.rests_on.append(key)
        return said


async def heard(desk: Desk, question: Question, key: str, *, only: str | None = None) -> str:
    """What stands as said of a question under `key` once the judge was asked.

    Where its reply rules nothing, or something else than `only`, it is asked once more; raises
    `UnreadReplyError` if that helps nothing.
    """
    request = request_of(question)
    replies: list[Reply] = []
    said: Rulings = {}
    try:
        while not said:
            replies.append(await desk.call(request))
            try:
                ruling = read_ruling(replies[-1], question)
                if only not in {None, ruling}:
                    raise UnreadReplyError("the model's reply is wrong", may_pass=True)
                said = {key: ruling}
            except UnreadReplyError:
                if len(replies) == _MOST_TIMES:
                    raise
    finally:
        stands = desk.record(replies, said) if replies else {}
    return stands[key]
