"""Ask a model every open question, each in calls of its own, as many side by side as there may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from atlas_grader.judge.believing import asked_if_right, believed
from atlas_grader.judge.calls import CallFailedError, Request, UnreadReplyError
from atlas_grader.judge.hearing import Desk, Room, Talk
from atlas_grader.judge.requests import request_of
from atlas_grader.judge.together import together
from atlas_grader.questions import Question


async def ask(desk: Desk, identity: str, questions: Mapping[str, Question]) -> None:
    """Ask the judge of this identity questions, given by key, and settle what can be; what fails stays open.

    Raises `OutageError` where no call can succeed; what was heard before is kept.
    """
    room = Room(desk, identity)
    again = await _settle_all(room, questions)
    if again:  # a server in trouble for a moment may be well by now
        await _settle_all(room, again)


def planned(questions: Mapping[str, Question]) -> Iterator[Request]:
    """The calls that asking these questions takes, if all are ruled right and none must be asked twice."""
    asked = {each.key(""): each for question in questions.values() for each in asked_if_right(question)}
    return map(request_of, asked.values())


async def _settle_all(room: Room, questions: Mapping[str, Question]) -> Mapping[str, Question]:
    """Settle what can be; what failed and may not fail later."""
    work = (_settle(room, key, question) for key, question in questions.items())
    may_pass = await together(work, room.desk.concurrency)
    return {key: questions[key] for key, may in zip(questions, may_pass, strict=True) if may}


async def _settle(room: Room, key: str, question: Question) -> bool:
    """Whether it failed, and may not fail later. A reply that rules nothing was asked for again by now."""
    talk = Talk(room)
    try:
        ruling = await believed(talk, question)
    except CallFailedError as error:
        room.desk.give_up(error)
        return error.may_pass and not isinstance(error, UnreadReplyError)
    room.desk.conclude({key: ruling}, {key: talk.rests_on})
    return False
