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
from atlas_grader.judge.calls import CallFailedError, Reply, Request
from atlas_grader.judge.replies import read_reply
from atlas_grader.judge.screening import is_plain
from atlas_grader.questions import Kind, Question, Ruling, canonical

# As often is most of what is not plain asked about.
_TIMES_ALONE = 2

Rulings = Mapping[str, str]
"""Key of a question → ruling."""


class Desk(Protocol):
    """Where calls are made and kept: what asking needs of the world."""

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

    async def ask(self, questions: Mapping[str, Question]) -> None:
        """Ask questions, given by key, and settle what can be; what fails stays open.

        Raises `OutageError` where no call can succeed; what was settled before is kept.
        """
        together, apart = _divided(questions)
        work = [self._together(batch) for batch in batches(together)]
        await _all([*work, *(self._alone(key, question) for key, question in apart.items())])

    async def _together(self, batch: Batch) -> None:
        """Ask about plain texts at once; alone, where the controls show that something steers."""
        talk = _Talk(self._desk)
        keys = {
            id_: question.key(self._identity)
            for id_, question in batch.questions.items()
            if id_ not in batch.controls
        }
        rulings = await talk.hear(batch)
        is_sound = batch.is_as_it_must_be(rulings)
        talk.end({key: rulings[id_] for id_, key in keys.items() if id_ in rulings} if is_sound else {})
        if not is_sound and not talk.failed:
            await _all([self._alone(key, batch.questions[id_]) for id_, key in keys.items()])

    async def _alone(self, key: str, question: Question) -> None:
        """Ask about one text that may steer, and again in other ways, which must not agree with it."""
        talk = _Talk(self._desk)
        ruling = await (talk.name(question) if question.kind is Kind.NAME else talk.cell(question))
        talk.end({} if ruling is None else {key: ruling})


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

    def end(self, rulings: Rulings) -> None:
        """Keep what came of it."""
        if self._heard:
            self._desk.settle(self._heard, rulings)

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

    async def hear(self, batch: Batch) -> dict[str, str]:
        """Id → ruling; what the first reply leaves out or spoils is asked for once more."""
        rulings, is_cut = await self._call(batch)
        missing = [id_ for id_ in batch.questions if id_ not in rulings]
        # A reply that was cut was too long: the rest in two calls.
        half = -(-len(missing) // 2) if is_cut else len(missing)
        for ids in (missing[:half], missing[half:]):
            if ids and not self.failed:
                rulings |= (await self._call(batch.only(ids)))[0]
        return rulings

    async def _ruling(self, question: Question) -> str | None:
        """The ruling on one question, asked in a call of its own."""
        return next(iter((await self.hear(alone(question))).values()), None)

    async def _call(self, batch: Batch) -> tuple[dict[str, str], bool]:
        """What one call rules, and whether its reply was cut; nothing, if the call fails."""
        try:
            reply = await self._desk.call(batch.request)
        except CallFailedError:
            self.failed = True
            return {}, False
        self._heard.append(reply)
        return ({} if reply.is_cut else read_reply(reply.text, batch)), reply.is_cut


async def _all(work: Iterable[Coroutine[None, None, None]]) -> None:
    """Do everything at once; the first outage ends all of it."""
    async with asyncio.TaskGroup() as group:
        for each in work:
            group.create_task(each)


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
