"""Ask a model every open question, so that nothing an answer says can steer it.

Plain texts are asked about together, beside controls whose right verdicts are known: where one
comes back otherwise, every question of the call is asked again alone. What is not plain is asked
alone from the start. What the judge then says is believed as `believing` has it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterable, Iterator, Mapping

from atlas_grader.judge.batches import Batch, batches, each_alone
from atlas_grader.judge.believing import believed, calls_if_right, first_asked
from atlas_grader.judge.calls import OutageError
from atlas_grader.judge.hearing import Desk, Pack, Room, Talk
from atlas_grader.judge.screening import is_plain
from atlas_grader.questions import Question


async def ask(desk: Desk, identity: str, questions: Mapping[str, Question]) -> None:
    """Ask the judge of this identity questions, given by key, and settle what can be; what fails stays open.

    Raises `OutageError` where no call can succeed; what was heard before is kept.
    """
    room = Room(desk, identity)
    together, apart = _divided(questions)
    suspected: dict[str, Question] = {}

    async def settle(some: Mapping[str, Question], pack: Pack) -> None:
        suspected.update(await _settled(Talk(room, pack), some))

    def asked_of(batch: Batch) -> Mapping[str, Question]:
        return {batch.questions[id_].key(identity): batch.questions[id_] for id_ in batch.asked}

    await _all(desk, (settle(asked_of(batch), batches) for batch in batches(together)))
    apart |= suspected
    await _all(desk, (settle({key: question}, each_alone) for key, question in apart.items()))


def planned(questions: Mapping[str, Question]) -> Iterator[Batch]:
    """The calls that asking these questions takes, if all are ruled right and none must be asked twice."""
    together, apart = _divided(questions)
    yield from calls_if_right(together, batches)
    yield from calls_if_right(apart, each_alone)


async def _settled(talk: Talk, questions: Mapping[str, Question]) -> Mapping[str, Question]:
    """Settle questions of one kind, given by key, as far as they can be believed; those to be asked alone.

    Raises the outage that ended it, if one did.
    """
    rulings = await believed(talk, questions)
    sure = {key: ruling for key, ruling in rulings.items() if key not in talk.suspected}
    if sure:
        talk.desk.conclude(sure, {key: talk.said_key(first_asked(questions[key])) for key in sure})
    if talk.outage:
        raise talk.outage
    return {} if talk.failed else {key: questions[key] for key in talk.suspected}


async def _all(desk: Desk, work: Iterator[Coroutine[None, None, None]]) -> None:
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
            for _ in range(desk.concurrency):
                group.create_task(go_on())
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    if outages:
        raise outages[0]


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
