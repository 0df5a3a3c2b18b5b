"""Ask a model every open question once, so that nothing an answer says can steer it.

Plain texts are asked about together, beside controls whose right verdict is known: where one
comes back wrong, every question of the call is asked again alone. What is not plain is asked
alone from the start; there a text is believed only if it is not taken for other values as well.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from atlas_grader.asked import foreign
from atlas_grader.judge.batches import Batch, alone, batches
from atlas_grader.judge.calls import CallFailedError, OutageError, Reply, Request
from atlas_grader.judge.replies import read_reply
from atlas_grader.judge.screening import is_plain
from atlas_grader.questions import Kind, Question, Ruling, canonical

# As often is most of what is not plain asked about.
_TIMES_ALONE = 2

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

    def settle(self, heard: Sequence[Reply], rulings: Rulings) -> None:
        """Keep for good the rulings, which may be none, that some replies led to, and what those cost."""
        ...


class Asking:
    """One round of questions to one judge."""

    def __init__(self, desk: Desk, identity: str) -> None:
        """`identity` is that of the judge, under which questions have their keys."""
        self._desk = desk
        self._identity = identity
        self._suspected: dict[str, Question] = {}
        """Key → question, of those asked together where something may steer the judge."""

    async def ask(self, questions: Mapping[str, Question]) -> None:
        """Ask questions, given by key, and settle what can be; what fails stays open.

        Raises `OutageError` where no call can succeed; what was heard before is kept.
        """
        together, apart = _divided(questions)
        await self._all(self._together(batch) for batch in batches(together))
        apart |= self._suspected
        await self._all(self._alone(key, question) for key, question in apart.items())

    async def _together(self, batch: Batch) -> None:
        """Ask about plain texts at once; those are suspected for which no control speaks."""
        talk = _Talk(self._desk)
        rulings = await talk.hear(batch)
        keys = {id_: batch.questions[id_].key(self._identity) for id_ in batch.asked}
        talk.end({keys[id_]: ruling for id_, ruling in rulings.items()})
        if not talk.failed:
            self._suspected |= {keys[id_]: batch.questions[id_] for id_ in talk.suspected(batch)}

    async def _alone(self, key: str, question: Question) -> None:
        """Ask about one text that may steer, and again in other ways, which must not agree with it."""
        talk = _Talk(self._desk)
        ruling = await (talk.name(question) if question.kind is Kind.NAME else talk.cell(question))
        talk.end({} if ruling is None else {key: ruling})

    async def _all(self, work: Iterator[Coroutine[None, None, None]]) -> None:
        """Do everything, no more at once than there may be calls.

        After an outage nothing more is begun, but what is under way, and paid for, is heard to its end.
        """
        outages: list[OutageError] = []

        async def go_on() -> None:
            for each in work:
                try:
                    await each
                except OutageError as outage:
                    outages.append(outage)
                if outages:
                    return

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._desk.concurrency):
                    group.create_task(go_on())
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None
        if outages:
            raise outages[0]


def planned(questions: Mapping[str, Question]) -> Iterator[Batch]:
    """The calls that asking these questions takes, if nothing has to be asked twice."""
    together, apart = _divided(questions)
    yield from batches(together)
    for question in apart.values():
        yield from [alone(question)] * _TIMES_ALONE


class _Talk:
    """All that is said about one batch, or one question that is asked alone."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._heard: list[Reply] = []
        self.failed = False
        """Some call gave nothing."""
        self._outage: OutageError | None = None
        self._is_steered = False
        """Some control came back wrong: no ruling of the batch is believed."""
        self._unwatched: set[str] = set()
        """Ids of the questions that no control spoke for when they were last asked."""

    def suspected(self, batch: Batch) -> list[str]:
        """Ids of the questions of a batch that must be asked alone."""
        return [id_ for id_ in batch.asked if self._is_steered or id_ in self._unwatched]

    def end(self, rulings: Rulings) -> None:
        """Keep what came of it; raises the outage that ended it, if one did."""
        if self._heard:
            self._desk.settle(self._heard, rulings)
        if self._outage:
            raise self._outage

    async def cell(self, question: Question) -> str | None:
        """`match` only for a cell that matches neither a value of another world nor another row's."""
        ruling = await self._ruling(question)
        if ruling != Ruling.MATCH:
            return ruling
        item = json.loads(question.item)
        item.pop("accepted", None)
        decoys = {Ruling.STEERS: foreign(0), Ruling.UNSURE: json.loads(question.control)}
        for suspicion, value in decoys.items():
            ruling = await self._ruling(replace(question, item=canonical({**item, "gold": value})))
            if ruling != Ruling.MISMATCH:
                return suspicion if ruling == Ruling.MATCH else None
        return Ruling.MATCH

    async def name(self, question: Question) -> str | None:
        """The option that a name is in either order of the options, and beside two of another world."""
        count = question.options
        found: list[str] = []
        for order in (range(count), range(count - 1, -1, -1)):
            ruling = await self._ruling(_offering(question, order))
            if ruling is None:
                return None
            if ruling in {"0", str(count + 1)}:
                return Ruling.STEERS
            found.append(str(order[int(ruling) - 1]) if ruling.isdecimal() else ruling)
        return found[0] if found[0] == found[1] else Ruling.UNSURE

    async def hear(self, batch: Batch) -> Rulings:
        """Id → ruling, if it can be believed; what the first reply spoils or leaves out is asked again."""
        rulings, is_cut = await self._call(batch)
        missing = [id_ for id_ in batch.asked if id_ not in rulings]
        # A reply that was cut was too long: the rest in two calls.
        half = -(-len(missing) // 2) if is_cut else len(missing)
        for ids in (missing[:half], missing[half:]):
            if ids and not (self.failed or self._is_steered):
                rulings |= (await self._call(batch.only(ids)))[0]
        return {} if self._is_steered else rulings

    async def _ruling(self, question: Question) -> str | None:
        """The ruling on one question, asked in a call of its own."""
        return next(iter((await self.hear(alone(question))).values()), None)

    async def _call(self, batch: Batch) -> tuple[dict[str, str], bool]:
        """What one call rules where its controls came back, and whether its reply was cut."""
        try:
            reply = await self._desk.call(batch.request)
        except (CallFailedError, OutageError) as error:
            self.failed = True
            self._outage = error if isinstance(error, OutageError) else None
            return {}, False
        self._heard.append(reply)
        found = {} if reply.is_cut else read_reply(reply.text, batch)
        self._is_steered |= batch.is_steered(found)
        unwatched = batch.unwatched(found)
        self._unwatched = self._unwatched.difference(batch.asked) | unwatched
        believed = [id_ for id_ in batch.asked if id_ in found and id_ not in unwatched]
        return {id_: found[id_] for id_ in believed}, reply.is_cut


def _offering(question: Question, order: Iterable[int]) -> Question:
    """The same name, offered the options in another order, between two that it cannot be."""
    context = json.loads(question.context)
    options = [context["options"][place] for place in order]
    strange: list[dict[str, object]] = [{"name": foreign(number)} for number in (0, 1)]
    context["options"] = [strange[0], *options, strange[1]]
    return replace(question, context=canonical(context), options=len(options) + 2)


def _divided(questions: Mapping[str, Question]) -> tuple[dict[str, Question], dict[str, Question]]:
    """What may be asked together, and what must be asked alone; headers that are not plain, never."""
    together = {key: question for key, question in questions.items() if _is_plain(question)}
    apart = {
        key: question
        for key, question in questions.items()
        if key not in together and question.kind is not Kind.HEADER
    }
    return together, apart


def _is_plain(question: Question) -> bool:
    """Whether all that an answer wrote in a question is plain."""
    return all(map(is_plain, _texts(question)))


def _texts(question: Question) -> Iterable[str]:
    if question.kind is Kind.HEADER:
        yield from json.loads(question.context)["options"]
        return
    item = json.loads(question.item)
    for name in ("cell", "name", "header", "links"):
        told = item.get(name, [])
        yield from [told] if isinstance(told, str) else told
