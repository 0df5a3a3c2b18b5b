"""Which of the judge's rulings are believed: a text is right only if it is not taken for something else too.

A cell that matches is tried on what gold holds elsewhere. A name is looked for among strangers, and
what it is found to be is taken away, and put back. A text that speaks to the judge is taken for
something else as well: the calls differ in nothing that it could tell them apart by.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from atlas_grader.decoys import number_of
from atlas_grader.judge.hearing import Talk
from atlas_grader.questions import DECOYS, Kind, Question, Ruling, canonical

_TRIED_ON = DECOYS - 1
"""Decoys that each cell is tried on; one more breaks a tie."""
_FEWEST_STRANGERS = 2
_FEWER_OR_MORE = 3
"""How many numbers of strangers there are, of which a name's own text chooses one."""


async def believed(talk: Talk, question: Question) -> str:
    """The ruling on a question, as far as it can be believed. Raises what `Talk.ask` raises."""
    if question.kind is Kind.NAME:
        return await _sure_name(talk, question)
    said = await talk.ask(question)
    return await _sure_match(talk, question) if said == Ruling.MATCH else said


def asked_if_right(question: Question) -> Iterator[Question]:
    """All that is asked about a question that is ruled right, if no tie needs breaking."""
    if question.kind is Kind.NAME:
        yield from (
            offering.question for offering in (_first(question), _without(question, {0}), _again(question, 0))
        )
        return
    yield question
    if question.kind is Kind.CELL:
        yield from (_tried_on(question, place) for place in range(_TRIED_ON))


async def _sure_match(talk: Talk, question: Question) -> Ruling:
    """`match` only for a cell that does not also match what gold holds elsewhere."""
    two = [await talk.ask(_tried_on(question, place)) for place in range(_TRIED_ON)]
    matches = two.count(Ruling.MATCH)
    if matches != 1:
        return Ruling.SEVERAL if matches else Ruling.MATCH
    last = await talk.ask(_tried_on(question, _TRIED_ON))
    return Ruling.SEVERAL if last == Ruling.MATCH else Ruling.UNSURE


def _tried_on(question: Question, place: int) -> Question:
    """The same cell beside what gold holds elsewhere."""
    item = json.loads(question.item)
    said = {name: told for name, told in item.items() if name not in {"gold", "accepted"}}
    return replace(question, item=canonical(json.loads(question.decoys[place]) | said))


@dataclass(frozen=True, slots=True)
class _Offering:
    """A name, and some of its options in some order among strangers."""

    question: Question
    order: Sequence[int]
    """The place of each among all; those of strangers are beyond them."""


async def _sure_name(talk: Talk, question: Question) -> str:
    """An option only for a name that is none of the others, and that stays it beside others."""
    chosen = await _choice(talk, _first(question))
    if chosen == Ruling.NONE:
        return chosen
    if int(chosen) >= question.options:
        return Ruling.NONE
    other = await _choice(talk, _without(question, {int(chosen)}))
    if other != Ruling.NONE:
        last = await _choice(talk, _without(question, {int(chosen), int(other)}))
        return Ruling.UNSURE if last == Ruling.NONE else Ruling.SEVERAL
    again = await _choice(talk, _again(question, int(chosen)))
    if again == chosen:
        return again
    return Ruling.UNSURE if again == Ruling.NONE else Ruling.SEVERAL


async def _choice(talk: Talk, offering: _Offering) -> str:
    """Which option a name is, by its place among all; or none."""
    said = await talk.ask(offering.question)
    return str(offering.order[int(said)]) if said.isdecimal() else said


def _first(question: Question) -> _Offering:
    return _offering(question, set(), 0)


def _without(question: Question, taken: Collection[int]) -> _Offering:
    """One stranger more for each option taken: there are as many options as before."""
    return _offering(question, taken, len(taken))


def _again(question: Question, chosen: int) -> _Offering:
    """All options but one that was not chosen: who can tell this from all but the chosen one knows it."""
    others = [place for place in range(question.options) if place != chosen]
    taken = {others[number_of(question.item) % len(others)]} if others else set()
    return _offering(question, taken, 1)


def _offering(question: Question, taken: Collection[int], more: int) -> _Offering:
    """The same name, offered what is not taken, and so many strangers more than it has at first."""
    context = json.loads(question.context)
    every = [*context["options"], *map(json.loads, question.decoys)]
    count = _FEWEST_STRANGERS + number_of(question.item) % _FEWER_OR_MORE + more
    places = [place for place in range(question.options + count) if place not in taken]
    order = sorted(
        places, key=lambda place: number_of(f"{question.item}{len(taken)}{more}{canonical(every[place])}")
    )
    context["options"] = [every[place] for place in order]
    offered = replace(question, context=canonical(context), options=len(order))
    return _Offering(offered, order)
