"""Ask a model every open question, so that nothing an answer says can steer it.

Plain texts are asked about together, beside controls whose right verdicts are known: where one
comes back otherwise, every question of the call is asked again alone. What is not plain is asked
alone from the start. Either way a text is believed to be right only if it is not taken for
something else as well: a cell for another row's value, a name for any option that is left.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from atlas_grader.asked import foreign
from atlas_grader.judge.batches import Batch, batches, each_alone
from atlas_grader.judge.calls import CallFailedError, OutageError, Reply, Request
from atlas_grader.judge.replies import read_reply
from atlas_grader.judge.screening import is_plain
from atlas_grader.questions import DECOYS, Kind, Question, Ruling, canonical

_TRIED_ON = DECOYS - 1
"""Decoys that each cell is tried on; one more breaks a tie."""
_HIDDEN = "…"

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
        questions = {batch.questions[id_].key(self._identity): batch.questions[id_] for id_ in batch.asked}
        talk = _Talk(self._desk, self._identity, batches)
        talk.end(await talk.rule(batch.kind, questions))
        if not talk.failed:
            self._suspected |= {key: questions[key] for key in talk.suspected}

    async def _alone(self, key: str, question: Question) -> None:
        """Ask about one text that may steer."""
        talk = _Talk(self._desk, self._identity, each_alone)
        talk.end(await talk.rule(question.kind, {key: question}))

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
    """The calls that asking these questions takes, if all are ruled right and none must be asked twice."""
    for some, pack in zip(_divided(questions), (batches, each_alone), strict=True):
        cells = {key: question for key, question in some.items() if question.kind is Kind.CELL}
        yield from pack(some)
        for place in range(_TRIED_ON):
            yield from pack({key: _tried_on(question, place) for key, question in cells.items()})


class _Talk:
    """All that is said about the questions of one call, or about one that is asked alone."""

    def __init__(self, desk: Desk, identity: str, pack: Pack) -> None:
        self._desk = desk
        self._identity = identity
        self._pack = pack
        self._heard: list[Reply] = []
        self._outage: OutageError | None = None
        self.failed = False
        """Some call gave nothing."""
        self.suspected: set[str] = set()
        """Keys of the questions that must be asked alone."""

    def end(self, rulings: Rulings) -> None:
        """Keep what came of it; raises the outage that ended it, if one did."""
        if self._heard:
            self._desk.settle(self._heard, {key: rulings[key] for key in rulings.keys() - self.suspected})
        if self._outage:
            raise self._outage

    async def rule(self, kind: Kind, questions: Mapping[str, Question]) -> Rulings:
        """The rulings on questions of one kind, by key, as far as they can be believed."""
        if kind is Kind.HEADER:
            return await self._headers(questions)
        found = await self._ask(questions)
        sure = self._sure_cells if kind is Kind.CELL else self._sure_names
        return await sure(questions, found)

    async def _headers(self, questions: Mapping[str, Question]) -> Rulings:
        """Under which header columns stand; one that is not plain is hidden, and so is no column's."""
        hidden = {key: _hidden(question) for key, question in questions.items()}
        found = await self._ask({key: _with_options(q, hidden[key]) for key, q in questions.items()})
        return {
            key: Ruling.NONE if ruling.isdecimal() and hidden[key][int(ruling)] == _HIDDEN else ruling
            for key, ruling in found.items()
        }

    async def _sure_cells(self, questions: Mapping[str, Question], found: Rulings) -> Rulings:
        """`match` only for cells that do not also match what gold holds elsewhere."""
        matched = {key: questions[key] for key, ruling in found.items() if ruling == Ruling.MATCH}
        tries = [
            await self._ask({key: _tried_on(question, place) for key, question in matched.items()})
            for place in range(_TRIED_ON)
        ]
        said = {key: [ruled.get(key) for ruled in tries] for key in matched}
        split = {key: questions[key] for key, two in said.items() if two.count(Ruling.MATCH) == 1}
        last = await self._ask({key: _tried_on(question, _TRIED_ON) for key, question in split.items()})
        sure = {key: _ruling_by([*two, last.get(key, "")]) for key, two in said.items() if None not in two}
        others = {key: ruling for key, ruling in found.items() if key not in matched}
        return others | {key: ruling for key, ruling in sure.items() if ruling is not None}

    async def _sure_names(self, questions: Mapping[str, Question], found: Rulings) -> Rulings:
        """An option only for names that are none of the others once it is taken away, nor any of the rest."""
        sure = {key: ruling for key, ruling in found.items() if not ruling.isdecimal()}
        left = {key: int(ruling) for key, ruling in found.items() if ruling.isdecimal()}
        first, taken = dict(left), set(left.values())
        for outcome in (None, Ruling.UNSURE):
            offers = {key: _without(questions[key], taken) for key in left}
            again = await self._ask({key: question for key, (question, _) in offers.items()})
            for key, ruling in again.items():
                if ruling == Ruling.NONE:
                    sure[key] = str(first[key]) if outcome is None else outcome
            left = {key: offers[key][1][int(again[key])] for key in left if again.get(key, "").isdecimal()}
            taken |= set(left.values())
        return sure | dict.fromkeys(left, Ruling.SEVERAL)

    async def _ask(self, questions: Mapping[str, Question]) -> dict[str, str]:
        """What is ruled on questions, or variants of them, by the key under which they are given."""
        keys = {key: question.key(self._identity) for key, question in questions.items()}
        rulings: dict[str, str] = {}
        suspected: set[str] = set()
        for batch in self._pack({keys[key]: question for key, question in questions.items()}):
            hearing = await self._hear(batch)
            key_of = {id_: batch.questions[id_].key(self._identity) for id_ in batch.asked}
            rulings |= {key_of[id_]: ruling for id_, ruling in hearing.rulings.items()}
            suspected |= {key_of[id_] for id_ in hearing.suspected}
        self.suspected |= {key for key, own in keys.items() if own in suspected}
        return {key: rulings[own] for key, own in keys.items() if own in rulings}

    async def _hear(self, batch: Batch) -> _Hearing:
        """Id → ruling, if it can be believed; what the first reply spoils or leaves out is asked again."""
        hearing = _Hearing(batch)
        is_cut = await self._call(batch, hearing)
        missing = [id_ for id_ in batch.asked if id_ not in hearing.rulings]
        # A reply that was cut was too long: the rest in two calls.
        half = -(-len(missing) // 2) if is_cut else len(missing)
        for ids in (missing[:half], missing[half:]):
            if ids and not hearing.is_steered:
                await self._call(batch.only(ids), hearing)
        return hearing

    async def _call(self, batch: Batch, hearing: _Hearing) -> bool:
        """Ask in one call, unless one failed before; whether its reply was cut."""
        if self.failed:
            return False
        try:
            reply = await self._desk.call(batch.request)
        except (CallFailedError, OutageError) as error:
            self.failed = True
            self._outage = error if isinstance(error, OutageError) else None
            return False
        self._heard.append(reply)
        hearing.take(batch, {} if reply.is_cut else read_reply(reply.text, batch))
        return reply.is_cut


class _Hearing:
    """What came of one batch, in one call or more."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._unwatched: set[str] = set()
        self.is_steered = False
        """Some control came back wrong: no ruling of the batch is believed."""
        self.rulings: dict[str, str] = {}
        """Id → ruling, of those that can be believed."""

    @property
    def suspected(self) -> list[str]:
        """Ids of the questions that no control speaks for."""
        return [id_ for id_ in self._batch.asked if self.is_steered or id_ in self._unwatched]

    def take(self, batch: Batch, found: Rulings) -> None:
        """Take in what one call ruled on the batch, or on a part of it."""
        self.is_steered |= batch.is_steered(found)
        unwatched = batch.unwatched(found)
        self._unwatched = self._unwatched.difference(batch.asked) | unwatched
        self.rulings |= {id_: found[id_] for id_ in batch.asked if id_ in found and id_ not in unwatched}
        if self.is_steered:
            self.rulings = {}


def _tried_on(question: Question, place: int) -> Question:
    """The same cell beside what gold holds elsewhere."""
    item = json.loads(question.item)
    said = {name: told for name, told in item.items() if name not in {"gold", "accepted"}}
    return replace(question, item=canonical(json.loads(question.decoys[place]) | said))


def _ruling_by(tries: Sequence[str | None]) -> Ruling | None:
    """The ruling on a cell that matched, by what it was tried on: two values, and a third to break a tie."""
    matches = tries[:_TRIED_ON].count(Ruling.MATCH)
    if matches != 1:
        return Ruling.SEVERAL if matches else Ruling.MATCH
    return (
        {Ruling.MATCH: Ruling.SEVERAL, Ruling.MISMATCH: Ruling.UNSURE}.get(Ruling(tries[-1]))
        if tries[-1]
        else None
    )


def _without(question: Question, taken: Collection[int]) -> tuple[Question, list[int]]:
    """The same name, offered what is left of its options, and where each of those stood."""
    options = json.loads(question.context)["options"]
    left = [place for place in range(question.options) if place not in taken]
    strange = [{"name": foreign(number)} for number in (0, 1)]
    # In another order, between two that it cannot be: an order to choose by place finds another.
    order = [question.options, *reversed(left), question.options + 1]
    told = [(options + strange)[place] for place in order]
    return _with_options(question, told), order


def _with_options(question: Question, options: Sequence[object]) -> Question:
    context = json.loads(question.context) | {"options": list(options)}
    return replace(question, context=canonical(context), options=len(options))


def _hidden(question: Question) -> list[str]:
    """The headers of a question, without those that are not plain."""
    headers: list[str] = json.loads(question.context)["options"]
    return [header if is_plain(header) else _HIDDEN for header in headers]


def _divided(questions: Mapping[str, Question]) -> tuple[dict[str, Question], dict[str, Question]]:
    """What may be asked together, and what must be asked alone."""
    together = {key: question for key, question in questions.items() if all(map(is_plain, _texts(question)))}
    return together, {key: question for key, question in questions.items() if key not in together}


def _texts(question: Question) -> Iterable[str]:
    """What an answer wrote in a question; headers that are not plain are hidden."""
    item = json.loads(question.item)
    for name in ("cell", "name", "header", "links"):
        told = item.get(name, [])
        yield from [told] if isinstance(told, str) else told
