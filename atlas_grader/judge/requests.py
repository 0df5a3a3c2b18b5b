"""One question as one call: what the model is sent, and what its reply rules.

No call holds texts of two cells, names or answers. So nothing that a text says to the model can
reach the ruling on another, for it or against it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from atlas_grader.judge.calls import Reply, Request, UnreadReplyError
from atlas_grader.judge.prompts import CELL, HEADER, NAME, REPLY
from atlas_grader.questions import Kind, Question, Ruling

_ID_LENGTH = 8
_MOST_TOKENS = 4_000
"""Of a reply, reasoning included."""
_LONGEST_REPLY = 1_000_000

_SYSTEM: Mapping[Kind, str] = {Kind.CELL: CELL, Kind.NAME: NAME, Kind.HEADER: HEADER}
_THOUGHT = re.compile(r".*(?:</(?:seed:)?(?:think|thinking|thought|reasoning)>|\[/THINK\])", re.DOTALL)
"""Up to the last mark of its end: many templates leave out that of its beginning."""
_FENCED = re.compile(r"\s*```[a-zA-Z]*\s(.*)```\s*", re.DOTALL)


def request_of(question: Question) -> Request:
    """What is sent to ask one question."""
    told = json.loads(question.context)
    options = told.pop("options", None)
    user = {
        "context": told,
        **({} if options is None else {"options": dict(zip(_menu(question), options, strict=True))}),
        "item": {"id": id_of(question), **json.loads(question.item)},
    }
    verdicts = list(_verdicts(question))
    return Request(
        system=_SYSTEM[question.kind] + REPLY,
        user=json.dumps(user, ensure_ascii=False, separators=(",", ":")),
        schema={
            "type": "object",
            "properties": {"id": {"type": "string"}, "verdict": {"type": "string", "enum": verdicts}},
            "required": ["id", "verdict"],
            "additionalProperties": False,
        },
        schema_name=f"{question.kind.value}_verdict",
        most_tokens=_MOST_TOKENS,
    )


def read_ruling(reply: Reply, question: Question) -> str:
    """The ruling of a whole reply that is JSON, all of it or in one fence, after its reasoning.

    Any other text beside the JSON spoils it: it may take back what the JSON says, or say whose words that is.
    So do another id and a verdict that is not on the menu: `UnreadReplyError`.
    """
    if reply.lacks:
        raise _unread(reply.lacks)
    told = _decoded(reply.text)
    if not isinstance(told, dict):
        raise _unread("is no JSON of the form asked for")
    if told.get("id") != id_of(question):
        raise _unread("has not the id of its question")
    verdict = told.get("verdict")
    ruling = _verdicts(question).get(verdict) if isinstance(verdict, str) else None
    if ruling is None:
        raise _unread("has a verdict that was not offered")
    return ruling


def _unread(why: str) -> UnreadReplyError:
    return UnreadReplyError(f"the model's reply {why}", may_pass=True)


def id_of(question: Question) -> str:
    """What a reply must call the question."""
    return sha256(f"{question.context}\n{question.item}".encode()).hexdigest()[:_ID_LENGTH]


def _decoded(text: str) -> Any:  # noqa: ANN401 (any JSON)
    if len(text) > _LONGEST_REPLY:
        return None
    if thought := _THOUGHT.match(text):
        text = text[thought.end() :]
    fenced = _FENCED.fullmatch(text)
    try:
        return json.loads(fenced[1] if fenced else text, object_pairs_hook=_once_each)
    except (ValueError, RecursionError):
        return None


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; `ValueError` if it says something twice."""
    told = dict(pairs)
    if len(told) < len(pairs):
        raise ValueError("a key is told twice")
    return told


def _menu(question: Question) -> list[str]:
    return [f"g{number}" for number in range(1, question.options + 1)]


def _verdicts(question: Question) -> dict[str, str]:
    """Verdict on the menu → ruling."""
    if question.kind is Kind.CELL:
        return {ruling.value: ruling.value for ruling in (Ruling.MATCH, Ruling.MISMATCH)}
    chosen = {name: str(place) for place, name in enumerate(_menu(question))}
    return chosen | {Ruling.NONE.value: Ruling.NONE.value}
