"""Whether a model can judge at all: it must tell what nobody could mistake.

Asked before anything that an answer wrote, so that a model that calls everything right, or
nothing, is found out before it moves a score. The first trifle is the first call of every run, so
that how to speak to the server, and whether it still answers, is found out by words of ours.
"""

from __future__ import annotations

from collections.abc import Iterator

from atlas_grader.judge.calls import CallFailedError, OutageError, Request, UnreadReplyError
from atlas_grader.judge.hearing import Desk, heard
from atlas_grader.judge.requests import request_of
from atlas_grader.judge.together import together
from atlas_grader.questions import Kind, Question, Ruling, canonical

_CITY = canonical(
    {
        "question": "In which city does each of these meetings take place?",
        "column": {"name": "city", "description": "City where the meeting takes place", "type": "text"},
    }
)
_MOUNTAINS = canonical(
    {
        "question": "Which mountains are higher than 8,000 m?",
        "columns": [{"name": "mountain", "description": "Name of the mountain"}],
        "options": [{"name": name} for name in ("Lhotse", "Mount Everest", "Manaslu")],
    }
)
_TRIFLES = {
    Question(Kind.CELL, _CITY, canonical({"gold": "Lisbon", "cell": "Lisbon"})): Ruling.MATCH,
    Question(Kind.CELL, _CITY, canonical({"gold": "Oslo", "cell": "oslo"})): Ruling.MATCH,
    Question(Kind.CELL, _CITY, canonical({"gold": "Lisbon", "cell": "Nairobi"})): Ruling.MISMATCH,
    Question(Kind.CELL, _CITY, canonical({"gold": "Quito", "cell": "Oslo"})): Ruling.MISMATCH,
    Question(Kind.NAME, _MOUNTAINS, canonical({"name": "Mt. Everest"}), options=3): "1",
    Question(Kind.NAME, _MOUNTAINS, canonical({"name": "Lake Victoria"}), options=3): Ruling.NONE,
}


async def require_fit(desk: Desk, identity: str) -> None:
    """Ask the model a trifle, and five more unless it told all six before; `OutageError` if it fails."""
    first, *others = _to_ask(desk, identity)
    try:
        # The first call finds out how to speak to the server; the others need not wait for each other.
        await _ask(desk, identity, first)
        await together((_ask(desk, identity, question) for question in others), desk.concurrency)
    except UnreadReplyError as error:
        raise OutageError(
            "this model cannot judge: asked one of six trifles, such as whether “Quito” is “Oslo”, twice, "
            f"{error}; choose another with --judge-model"
        ) from error
    except CallFailedError as error:
        raise OutageError(f"the judge could not be asked: {error}", may_pass=error.may_pass) from error


def planned_trifles(desk: Desk, identity: str) -> Iterator[Request]:
    """The calls that finding out takes, if none must be made twice."""
    return map(request_of, _to_ask(desk, identity))


def _to_ask(desk: Desk, identity: str) -> list[Question]:
    """The trifles, the first of which is always asked."""
    wanted = {question.key(identity): str(ruling) for question, ruling in _TRIFLES.items()}
    every = list(_TRIFLES)
    is_known = desk.said_of({question.key(identity): question for question in every}) == wanted
    return every[:1] if is_known else every


async def _ask(desk: Desk, identity: str, trifle: Question) -> str:
    return await heard(desk, trifle, trifle.key(identity), only=str(_TRIFLES[trifle]))
