"""Whether a model can judge at all: it must tell what nobody could mistake.

Asked before anything that an answer wrote, so that a model that calls everything right, or
nothing, is found out before it moves a score, and the server's dialect is found on words of ours.
"""

from __future__ import annotations

from collections.abc import Mapping

from atlas_grader.judge.batches import Batch
from atlas_grader.judge.calls import CallFailedError, OutageError
from atlas_grader.judge.hearing import Desk
from atlas_grader.judge.replies import read_reply
from atlas_grader.questions import Kind, Question, Ruling, canonical

_PAIRS = (
    ("Lisbon", "Lisbon", Ruling.MATCH),
    ("Oslo", "oslo", Ruling.MATCH),
    ("Lisbon", "Nairobi", Ruling.MISMATCH),
    ("Quito", "Oslo", Ruling.MISMATCH),
)
_CONTEXT = canonical(
    {
        "question": "In which city does each of these meetings take place?",
        "column": {"name": "city", "description": "City where the meeting takes place", "type": "text"},
    }
)
_CHECKS = {
    Question(Kind.CELL, _CONTEXT, canonical({"gold": gold, "cell": cell})): ruling
    for gold, cell, ruling in _PAIRS
}


def trifles(identity: str) -> dict[str, Question]:
    """Key → question, of what every judge must tell."""
    return {question.key(identity): question for question in _CHECKS}


async def require_fit(desk: Desk, identity: str, known: Mapping[str, str]) -> None:
    """Ask the model four trifles, unless its rulings on them are `known`; `OutageError` if it fails."""
    wanted = {key: _CHECKS[question].value for key, question in trifles(identity).items()}
    if known == wanted:
        return
    batch = Batch(Kind.CELL, {question.key(identity)[:8]: question for question in _CHECKS})
    heard = []
    for _ in range(2):
        try:
            heard.append(await desk.call(batch.request))
        except CallFailedError as error:
            raise OutageError(f"the judge could not be asked: {error}") from error
        found = read_reply(heard[-1].text, batch)
        rulings = {question.key(identity): found.get(id_) for id_, question in batch.questions.items()}
        if rulings == wanted:
            desk.settle(heard, wanted)
            return
    desk.settle(heard, {})
    right = sum(rulings[key] == ruling for key, ruling in wanted.items())
    raise OutageError(
        f"this model cannot judge: of four trifles, such as whether “Quito” is “Oslo”, it told {right} "
        "as they are, in the form asked for; choose another with --judge-model"
    )
