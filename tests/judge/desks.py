"""A judge's desk without a network, and judges to sit at it: honest, obedient, contrary, broken."""

import asyncio

from atlas_grader.judge.asking import ask
from atlas_grader.judge.calls import Reply, Usage
from tests.judge.server import asked_in, verdict

IDENTITY = "judge"


class Desk:
    """Answers requests by a script of `tests.judge.server`, and keeps what is settled."""

    concurrency = 8

    def __init__(self, script):
        self.script = script
        self.requests = []
        self.rulings = {}
        self.kept = {}
        self.rests_on = {}
        self.heard = 0
        self.failures = []

    async def call(self, request):
        self.requests.append(request)
        body = body_of(request)
        answer = self.script(body, len(self.requests))
        if isinstance(answer, Exception):
            raise answer
        await asyncio.sleep(0)
        return answer if isinstance(answer, Reply) else Reply(answer, Usage(), 0.0)

    def give_up(self, error):
        self.failures.append(error)

    def said_of(self, questions):
        return {key: self.kept[key] for key in questions if key in self.kept}

    def record(self, replies, said):
        self.heard += len(replies)
        for key, ruling in said.items():
            assert self.kept.setdefault(key, ruling) == ruling
        return said

    def conclude(self, rulings, rests_on):
        self.rests_on |= rests_on
        for key, ruling in rulings.items():
            assert set(rests_on[key]) <= set(self.kept)
            assert self.rulings.setdefault(key, ruling) == ruling

    def ask(self, questions):
        """Ask questions given by key; the rulings."""
        asyncio.run(ask(self, IDENTITY, questions))
        return self.rulings

    @property
    def asked(self):
        """Every item that was asked about, with its kind and all that was told."""
        return [asked_in(body_of(request)) for request in self.requests]


def body_of(request):
    return {
        "messages": [
            {"role": "system", "content": request.system},
            {"role": "user", "content": request.user},
        ]
    }


def obedient(truth, says, meant):
    """Does as the text that it sees says, and else rules by `truth(kind, told, item)`.

    `says(text, item)` tells whether a text is an order to this judge that holds for an item: an
    order `for` the text, to call it right, or `against` it.
    """

    def script(body, number):
        kind, told, item = asked_in(body)
        is_ordered = any(says(text, item) for text in texts_of(item))
        return verdict(item["id"], _as_ordered(kind, meant) if is_ordered else truth(kind, told, item))

    return script


def _as_ordered(kind, meant):
    if meant == "against":
        return "mismatch" if kind == "cell" else "none"
    return "match" if kind == "cell" else "g1"


def texts_of(item):
    """What an answer wrote in an item."""
    for name in ("cell", "name", "header", "links"):
        told = item.get(name, [])
        yield from [told] if isinstance(told, str) else told
