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

    def known(self, key: str) -> str | None:
        """The ruling that is kept under a key."""
        ...

    def settle(self, heard: Sequence[Reply], rulings: Rulings) -> None:
        """Keep for good the rulings, which may be none, that some replies gave, and what those cost."""
        ...

    def conclude(self, rulings: Rulings, said: Mapping[str, str]) -> None:
        """Keep for good rulings that follow from others, each from the one under the key in `said`."""
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
        await talk.rule(batch.kind, questions)
        if not talk.failed:
            self._suspected |= {key: questions[key] for key in talk.suspected}

    async def _alone(self, key: str, question: Question) -> None:
        """Ask about one text that may steer."""
        await _Talk(self._desk, self._identity, each_alone).rule(question.kind, {key: question})

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
    """All that is said about the questions of one call, or about one that is asked alone.

    What each call rules is kept at once, under keys of its own, so that a run that is ended and
    begun again makes no call twice; what follows from several is kept in the end.
    """

    def __init__(self, desk: Desk, identity: str, pack: Pack) -> None:
        self._desk = desk
        # What is said beside others is not what is said alone.
        self._said = f"{identity}\n{'alone' if pack is each_alone else 'together'}"
        self._pack = pack
        self._outage: OutageError | None = None
        self.failed = False
        """Some call gave nothing."""
        self.suspected: set[str] = set()
        """Keys of the questions that must be asked alone."""

    async def rule(self, kind: Kind, questions: Mapping[str, Question]) -> None:
        """Settle questions of one kind, given by key, as far as they can be believed.

        Raises the outage that ended it, if one did.
        """
        rulings = await self._ruled(kind, questions)
        sure = {key: ruling for key, ruling in rulings.items() if key not in self.suspected}
        if sure:
            said = {key: _shown(questions[key]).key(self._said) for key in sure}
            self._desk.conclude(sure, said)
        if self._outage:
            raise self._outage

    async def _ruled(self, kind: Kind, questions: Mapping[str, Question]) -> Rulings:
        """The rulings on questions, by key."""
        if kind is Kind.HEADER:
            return await self._headers(questions)
        found = await self._ask(questions)
        sure = self._sure_cells if kind is Kind.CELL else self._sure_names
        return await sure(questions, found)

    async def _headers(self, questions: Mapping[str, Question]) -> Rulings:
        """Under which header columns stand; one that is not plain is hidden, and so is no column's."""
        found = await self._ask({key: _shown(question) for key, question in questions.items()})
        return {
            key: Ruling.NONE
            if ruling.isdecimal() and _hidden(questions[key])[int(ruling)] == _HIDDEN
            else ruling
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
        sure = {key: _ruling_by(two, last.get(key)) for key, two in said.items() if None not in two}
        others = {key: ruling for key, ruling in found.items() if key not in matched}
        return others | {key: ruling for key, ruling in sure.items() if ruling is not None}

    async def _sure_names(self, questions: Mapping[str, Question], found: Rulings) -> Rulings:
        """An option only for names that are none of the others, and that stay it beside fewer others."""
        sure = {key: ruling for key, ruling in found.items() if not ruling.isdecimal()}
        chosen = {key: int(ruling) for key, ruling in found.items() if ruling.isdecimal()}
        taken = set(chosen.values())
        others = await self._choose(questions, chosen, taken)
        lone = {key: place for key, place in others.items() if place is None}
        few = await self._choose(questions, lone, _half(questions, lone, taken))
        sure |= {
            key: str(chosen[key])
            if place == chosen[key]
            else Ruling.UNSURE
            if place is None
            else Ruling.SEVERAL
            for key, place in few.items()
        }
        again = {key: place for key, place in others.items() if place is not None}
        last = await self._choose(questions, again, taken.union(again.values()))
        return sure | {key: Ruling.UNSURE if place is None else Ruling.SEVERAL for key, place in last.items()}

    async def _choose(
        self, questions: Mapping[str, Question], keys: Iterable[str], taken: Collection[int]
    ) -> dict[str, int | None]:
        """Which option names are once some are taken away; one that there is not may be chosen too."""
        offers = {key: _without(questions[key], taken) for key in keys}
        found = await self._ask({key: question for key, (question, _) in offers.items()})
        return {
            key: offers[key][1][int(ruling)] if ruling.isdecimal() else None for key, ruling in found.items()
        }

    async def _ask(self, questions: Mapping[str, Question]) -> dict[str, str]:
        """What is ruled on questions, or variants of them, by the key under which they are given."""
        keys = {key: question.key(self._said) for key, question in questions.items()}
        kept = {keys[key]: (question, self._desk.known(keys[key])) for key, question in questions.items()}
        said = {own: ruling if ruling and q.allows(ruling) else None for own, (q, ruling) in kept.items()}
        rulings = {own: ruling for own, ruling in said.items() if ruling not in {None, Ruling.UNSURE}}
        suspected = {own for own, ruling in said.items() if ruling == Ruling.UNSURE}
        for batch in self._pack({keys[k]: q for k, q in questions.items() if said[keys[k]] is None}):
            hearing = await self._hear(batch)
            key_of = {id_: batch.questions[id_].key(self._said) for id_ in batch.asked}
            heard = {key_of[id_]: ruling for id_, ruling in hearing.rulings.items()}
            doubted = {key_of[id_] for id_ in hearing.suspected}
            if hearing.replies:
                self._desk.settle(hearing.replies, heard | dict.fromkeys(doubted, Ruling.UNSURE))
            rulings |= heard
            suspected |= doubted
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
        hearing.take(batch, reply)
        return reply.is_cut


class _Hearing:
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


def _shown(question: Question) -> Question:
    """A question as it is asked first."""
    return _with_options(question, _hidden(question)) if question.kind is Kind.HEADER else question


def _tried_on(question: Question, place: int) -> Question:
    """The same cell beside what gold holds elsewhere."""
    item = json.loads(question.item)
    said = {name: told for name, told in item.items() if name not in {"gold", "accepted"}}
    tried = canonical(json.loads(question.decoys[place]) | said)
    return replace(question, item=tried, is_tried=True, decoys=(canonical({"gold": item["gold"]}),))


def _ruling_by(two: Sequence[str | None], last: str | None) -> Ruling | None:
    """The ruling on a cell that matched, by what it was tried on: two values, and a last to break a tie."""
    matches = two.count(Ruling.MATCH)
    if matches != 1:
        return Ruling.SEVERAL if matches else Ruling.MATCH
    if last is None:
        return None
    return Ruling.SEVERAL if last == Ruling.MATCH else Ruling.UNSURE


def _without(question: Question, taken: Collection[int]) -> tuple[Question, list[int]]:
    """The same name, offered what is left of its options, and where each of those stood."""
    options = json.loads(question.context)["options"]
    left = [place for place in range(question.options) if place not in taken]
    strange = [{"name": foreign(number)} for number in (0, 1)]
    # In another order, between two that it cannot be: an order to choose by place finds another.
    order = [question.options, *reversed(left), question.options + 1]
    told = [(options + strange)[place] for place in order]
    return _with_options(question, told), order


def _half(questions: Mapping[str, Question], keys: Iterable[str], taken: set[int]) -> set[int]:
    """Every other option that is not taken: an order to choose by number finds another without these."""
    count = max((questions[key].options for key in keys), default=0)
    return set([place for place in range(count) if place not in taken][::2])


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
