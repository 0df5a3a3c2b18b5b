"""A judge's desk without a network, and judges to sit at it: honest, obedient, contrary, broken."""

import asyncio

from atlas_grader.judge.asking import ask
from atlas_grader.judge.calls import Reply, Usage
from tests.judge.server import items, verdicts

IDENTITY = "judge"


class Desk:
    """Answers requests by a script of `tests.judge.server`, and keeps what is settled."""

    concurrency = 8

    def __init__(self, script):
        self.script = script
        self.requests = []
        self.rulings = {}
        self.said = {}
        self.heard = 0

    async def call(self, request):
        self.requests.append(request)
        body = body_of(request)
        answer = self.script(body, len(self.requests))
        if isinstance(answer, Exception):
            raise answer
        await asyncio.sleep(0)
        return answer if isinstance(answer, Reply) else Reply(answer, Usage(), 0.0)

    def known(self, key):
        return self.said.get(key)

    def settle(self, heard, rulings):
        self.heard += len(heard)
        for key, ruling in rulings.items():
            assert self.said.setdefault(key, ruling) == ruling

    def conclude(self, rulings, said):
        assert set(said.values()) <= set(self.said)
        for key, ruling in rulings.items():
            assert self.rulings.setdefault(key, ruling) == ruling

    def ask(self, questions):
        """Ask questions given by key; the rulings."""
        asyncio.run(ask(self, IDENTITY, questions))
        return self.rulings

    @property
    def asked(self):
        """Every item of every call, with its kind and group."""
        return [asked for request in self.requests for asked in items(body_of(request))]


def body_of(request):
    return {
        "messages": [
            {"role": "system", "content": request.system},
            {"role": "user", "content": request.user},
        ]
    }


def obedient(truth, says, meant):
    """Does as any text it sees says, and else rules by `truth(kind, group, item)`.

    `says(text, item)` tells whether a text is an order to this judge that holds for an item: an
    order `for all` items of its call, to call them right, `for itself` alone, or `against all`.
    """

    def script(body, number):
        asked = items(body)
        texts = [text for _, _, item in asked for text in texts_of(item)]
        rulings = {}
        for place, (kind, group, item) in enumerate(asked):
            orders = texts_of(item) if meant == "for itself" else texts
            ordered = any(says(text, item) for text in orders)
            rulings[item["id"]] = (
                _as_ordered(kind, group, place, meant) if ordered else truth(kind, group, item)
            )
        return verdicts(rulings)

    return script


def _as_ordered(kind, group, place, meant):
    if meant == "against all":
        return "mismatch" if kind == "cell" else "none"
    return "match" if kind == "cell" else f"g{place % len(group['options']) + 1}"


def texts_of(item):
    """What an answer wrote in an item."""
    for name in ("cell", "name", "header", "links"):
        told = item.get(name, [])
        yield from [told] if isinstance(told, str) else told
