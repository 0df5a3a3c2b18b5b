"""What a model may be asked, and what is known of its answers (grading.md, section 7).

A question has a context, which it shares with others and which holds nothing that an answer
said, and an item, which may hold what one did. A ruling is one of the question's options,
told by a word or by a number. Questions of equal content have one key, and so one ruling, in
every system and run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import TypeVar

from atlas_grader.frozen import frozen

# As many digits as no list has options could not even be read.
_PLACE = re.compile(r"0|[1-9][0-9]{0,5}")
DECOYS = 3
"""How many values a cell may be tried on beside its own."""

T = TypeVar("T")


class Kind(StrEnum):
    """The three things that strings may leave open."""

    CELL = "cell"
    """Does a cell say what gold says?"""
    NAME = "name"
    """Which of some gold rows is a returned name?"""
    HEADER = "header"
    """Under which of some headers does a column stand?"""


class Ruling(StrEnum):
    """The rulings that are words; a number, as `"3"`, is the place of the option chosen."""

    MATCH = "match"
    MISMATCH = "mismatch"
    SEVERAL = "several"
    """It is taken for other values, or options, as well: it offers several, or speaks to the judge."""
    NONE = "none"
    """It is none of the options."""
    UNSURE = "unsure"
    """The judge contradicts itself: the question stays open."""


_WORDS = frozenset(Ruling)


def is_ruling(text: str) -> bool:
    """Whether any question could have this ruling.

    >>> is_ruling("match"), is_ruling("3"), is_ruling("03")
    (True, True, False)
    """
    return text in _WORDS or _PLACE.fullmatch(text) is not None


@frozen
class Question:
    """One question: what it is about, and what of an answer it asks about."""

    kind: Kind
    context: str
    """Canonical JSON of what is asked, with any options: nothing that an answer said but its headers."""
    item: str
    """Canonical JSON of what is asked about."""
    options: int = 0
    """How many options `context` lists; a cell matches or does not."""
    decoys: tuple[str, ...] = ()
    """What only somebody who is steered takes for right, as canonical JSON: `DECOYS` times what gold holds
    elsewhere, in place of a cell's own; or further options, none of which a name can be. Not part of the
    key, but the same for the same question of a task."""

    def key(self, identity: str) -> str:
        """Under which a ledger keeps the ruling of the judge of this `identity`: 64 hexadecimal digits."""
        return sha256("\n".join((identity, self.kind, self.context, self.item)).encode()).hexdigest()

    def allows(self, ruling: str) -> bool:
        """Whether a ruling is one that this question can have."""
        if self.kind is Kind.CELL:
            return ruling in {Ruling.MATCH, Ruling.MISMATCH, Ruling.SEVERAL, Ruling.UNSURE}
        if ruling in {Ruling.NONE, Ruling.SEVERAL, Ruling.UNSURE}:
            return True
        return _PLACE.fullmatch(ruling) is not None and int(ruling) < self.options


@dataclass(frozen=True, slots=True)
class Lookups:
    """What grading looked up in a docket."""

    used: tuple[str, ...] = ()
    """Keys of the rulings that were found."""
    open: Mapping[str, Question] = field(default_factory=dict)
    """Key → question, of those without a ruling."""


NOTHING_LOOKED_UP = Lookups()


class Docket:
    """What one judge has ruled, and what was looked up since `take` was last called."""

    def __init__(self, identity: str, label: str, rulings: Mapping[str, str]) -> None:
        """`identity` goes into the keys of questions, `label` into signatures; `rulings` go by key."""
        self.identity = identity
        self.label = label
        self.rulings = dict(rulings)
        self._used: dict[str, None] = {}
        self._open: dict[str, Question] = {}

    def apart(self) -> Docket:
        """The same rulings, now and later, for lookups of which this docket is told nothing."""
        other = Docket(self.identity, self.label, {})
        other.rulings = self.rulings
        return other

    def learn(self, rulings: Mapping[str, str]) -> None:
        """Take further rulings in."""
        self.rulings.update(rulings)

    def ruling(self, question: Question) -> str | None:
        """The ruling on a question; without one, the question is noted as open."""
        key = question.key(self.identity)
        ruling = self.rulings.get(key)
        if ruling is not None and question.allows(ruling):
            self._used[key] = None
            return ruling
        self._open[key] = question
        return None

    def take(self) -> Lookups:
        """What was looked up since this was last called."""
        taken = Lookups(tuple(self._used), self._open)
        self._used, self._open = {}, {}
        return taken


Ask = Callable[[Mapping[str, Question]], Mapping[str, str]]
"""The rulings on some questions, both by key, as far as there are any."""


def settle_by_asking(
    look: Callable[[], tuple[T, Mapping[str, Question]]], ask: Ask, learn: Callable[[Mapping[str, str]], None]
) -> T:
    """What `look` finds once asking what it leaves open, told beside it, brings no further ruling.

    It takes several looks where a ruling raises questions: a name that is found has cells. What no
    question that is left can have as its ruling is none.
    """
    while True:
        found, left = look()
        told = ask(left)
        rulings = {
            key: told[key] for key, question in left.items() if key in told and question.allows(told[key])
        }
        if not rulings:
            return found
        learn(rulings)


def canonical(value: object) -> str:
    """JSON that is the same for the same value: keys sorted, no spaces, lone surrogates replaced.

    >>> canonical({"b": 1, "a": "é"})
    '{"a":"é","b":1}'
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode("utf-8")
