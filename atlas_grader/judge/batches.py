"""Questions packed into few calls, and what one call then says.

Questions of one context share its price. Every context in a call has two controls among its
items, whose right verdicts are known: one is right for certain, one wrong. If either comes back
otherwise, something in the call steers the judge, for or against.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from atlas_grader.judge.calls import Request
from atlas_grader.judge.prompts import CELLS, HEADERS, NAMES, REPLY
from atlas_grader.questions import Kind, Question, Ruling, canonical

TOKEN_BUDGET = 12_000
"""Most tokens of the questions in one call, as `tokens_in` counts them."""
MOST_ITEMS = 30
"""Most questions in one call, controls aside: models lose the thread in long lists."""

_BYTES_PER_TOKEN = 3
_ID_LENGTH = 8
# Of the id, names and signs around an item, or a context.
_TOKENS_AROUND = 12
_TOKENS_PER_VERDICT = 25
_TOKENS_TO_THINK = 4_000

_SYSTEM: Mapping[Kind, str] = {Kind.CELL: CELLS, Kind.NAME: NAMES, Kind.HEADER: HEADERS}
_CELL_VERDICTS = (Ruling.MATCH.value, Ruling.MISMATCH.value)


def tokens_in(text: str) -> int:
    """At most how many tokens a text is, as a rule: tokenizers make one of three bytes or more."""
    return -(-len(text.encode()) // _BYTES_PER_TOKEN)


@dataclass(frozen=True)
class Batch:
    """The questions of one call: all of one kind."""

    kind: Kind
    questions: Mapping[str, Question]
    """Id → question, controls included."""
    controls: Mapping[str, str] = field(default_factory=dict)
    """Which of the ids are controls, with the ruling that each must get."""

    @property
    def asked(self) -> list[str]:
        """The other ids."""
        return [id_ for id_ in self.questions if id_ not in self.controls]

    @cached_property
    def request(self) -> Request:
        """What the call says."""
        return Request(
            system=_SYSTEM[self.kind] + REPLY,
            user=self._user,
            schema=self._schema,
            schema_name=f"{self.kind.value}_verdicts",
            most_tokens=_TOKENS_TO_THINK + _TOKENS_PER_VERDICT * len(self.questions),
        )

    def ruling(self, id_: str, verdict: str) -> str | None:
        """The ruling that a verdict means; `None` for one that is not on the menu."""
        question = self.questions[id_]
        if question.kind is Kind.CELL:
            return verdict if verdict in _CELL_VERDICTS else None
        if verdict == Ruling.NONE:
            return verdict
        return _options(question).get(verdict)

    def is_steered(self, rulings: Mapping[str, str]) -> bool:
        """Whether a control came back otherwise than it must."""
        return any(rulings.get(id_, certain) != certain for id_, certain in self.controls.items())

    def unwatched(self, rulings: Mapping[str, str]) -> set[str]:
        """Ids of the questions of contexts of which a control came without a ruling."""
        contexts = {self.questions[id_].context for id_ in self.controls if id_ not in rulings}
        return {id_ for id_ in self.asked if self.questions[id_].context in contexts}

    def only(self, ids: Collection[str]) -> Batch:
        """The same with some of its questions, and with the controls of their contexts."""
        contexts = {self.questions[id_].context for id_ in ids}
        controls = {
            id_: certain for id_, certain in self.controls.items() if self.questions[id_].context in contexts
        }
        kept = {id_: question for id_, question in self.questions.items() if id_ in controls or id_ in ids}
        return Batch(self.kind, kept, controls)

    @cached_property
    def _user(self) -> str:
        groups: dict[str, list[dict[str, object]]] = {}
        for id_, question in self.questions.items():
            groups.setdefault(question.context, []).append({"id": id_, **json.loads(question.item)})
        told = {"groups": [_group(*group) for group in groups.items()]}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def _schema(self) -> dict[str, Any]:
        verdicts: Iterable[str] = _CELL_VERDICTS
        if self.kind is not Kind.CELL:
            most = max(question.options for question in self.questions.values())
            verdicts = [*(f"g{number}" for number in range(1, most + 1)), Ruling.NONE.value]
        one = _object({"id": {"type": "string"}, "verdict": {"type": "string", "enum": list(verdicts)}})
        return _object({"verdicts": {"type": "array", "items": one}})


def batches(questions: Mapping[str, Question]) -> Iterator[Batch]:
    """Pack questions, given by key, into calls; the same questions always into the same calls."""
    for kind in Kind:
        contexts: dict[str, dict[str, Question]] = {}
        for key in sorted(key for key, question in questions.items() if question.kind is kind):
            contexts.setdefault(questions[key].context, {})[key] = questions[key]
        packing = _Packing(kind)
        for context in sorted(contexts):
            if kind is not Kind.CELL:
                yield from packing.close()  # one call a task
            for key, question in contexts[context].items():
                yield from packing.add(key, question)
        yield from packing.close()


def each_alone(questions: Mapping[str, Question]) -> Iterator[Batch]:
    """A call of its own for each question, without controls."""
    for question in questions.values():
        yield Batch(question.kind, {_id(question): question})


class _Packing:
    """The call that is being filled."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._questions: dict[str, Question] = {}
        self._controls: dict[str, str] = {}
        self._contexts: set[str] = set()
        self._tokens = 0

    def add(self, key: str, question: Question) -> Iterator[Batch]:
        """Take a question in; yields the batch before it, if that is full."""
        id_ = key[:_ID_LENGTH]
        size = self._size(question)
        count = len(self._questions) - len(self._controls)
        if count and (self._tokens + size > TOKEN_BUDGET or count >= MOST_ITEMS or id_ in self._questions):
            yield from self.close()
            size = self._size(question)
        self._tokens += size
        if question.context not in self._contexts:
            self._contexts.add(question.context)
            for item, certain in _controls(question):
                control = replace(question, item=canonical(item), decoys=())
                self._questions[_id(control)] = control
                self._controls[_id(control)] = certain
        self._questions[id_] = question

    def close(self) -> Iterator[Batch]:
        """The batch as it stands, if it holds anything."""
        if self._questions:
            # By id, so that nobody can tell a control by its place.
            yield Batch(self._kind, dict(sorted(self._questions.items())), self._controls)
        self._questions, self._controls, self._contexts, self._tokens = {}, {}, set(), 0

    def _size(self, question: Question) -> int:
        """Tokens that a question adds; with its context and control where they are new to the call."""
        size = tokens_in(question.item) + _TOKENS_AROUND
        if question.context in self._contexts:
            return size
        return (
            3 * size + tokens_in(question.context) + sum(map(tokens_in, question.decoys[:1])) + _TOKENS_AROUND
        )


def _controls(question: Question) -> Iterator[tuple[object, str]]:
    """Items of the same context, each with the ruling that is certain."""
    if question.kind is Kind.HEADER:
        return
    wrong = json.loads(question.decoys[0])
    if question.kind is Kind.NAME:
        options = json.loads(question.context)["options"]
        place = int(_id(question), 16) % len(options)
        yield wrong, Ruling.NONE
        yield {"name": options[place]["name"]}, str(place)
        return
    item = json.loads(question.item)
    gold = {name: item[name] for name in ("gold", "accepted") if name in item}
    yield {**gold, "cell": wrong["gold"]}, Ruling.MISMATCH
    if not question.is_tried:
        # In other words than gold's, where it accepts some.
        yield {**gold, "cell": item.get("accepted", [item["gold"]])[0]}, Ruling.MATCH


def _id(question: Question) -> str:
    """An id that looks like those of all other questions."""
    return sha256(f"{question.context}\n{question.item}".encode()).hexdigest()[:_ID_LENGTH]


def _options(question: Question) -> dict[str, str]:
    """Verdict on the menu → ruling."""
    return {f"g{place + 1}": str(place) for place in range(question.options)}


def _group(context: str, items: Sequence[dict[str, object]]) -> dict[str, object]:
    told = json.loads(context)
    options = told.pop("options", None)
    if options is None:
        return {"context": told, "items": items}
    return {
        "context": told,
        "options": {f"g{place}": option for place, option in enumerate(options, 1)},
        "items": items,
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    """A JSON Schema in the strict subset."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
