"""Which of the judge's rulings are believed: a text is right only if it is not taken for something else too.

A cell that matches is tried on what gold holds elsewhere; a name that is found is looked for once
more without what it was found to be, and beside half of the others. A text that speaks to the
judge is taken for those as well.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from atlas_grader.asked import foreign
from atlas_grader.judge.hearing import Talk
from atlas_grader.questions import DECOYS, Kind, Question, Ruling, canonical

_TRIED_ON = DECOYS - 1
"""Decoys that each cell is tried on; one more breaks a tie."""
_FEWEST_OFFERED = 6
"""Options among which a name is looked for once more: of fewer, one may be taken for want of others."""
_FEWEST_STRANGERS = 2


async def believed(talk: Talk, question: Question) -> str | None:
    """The ruling on a question, as far as it can be believed; `None` leaves it open.

    Raises what `Talk.ask` raises.
    """
    said = await talk.ask(question)
    if said == Ruling.MATCH:
        return await _sure_match(talk, question)
    if said is not None and question.kind is Kind.NAME and said.isdecimal():
        return await _sure_name(talk, question, int(said))
    return said


def asked_if_right(question: Question) -> Iterator[Question]:
    """All that is asked about a question that is ruled right, if no tie needs breaking."""
    yield question
    if question.kind is Kind.CELL:
        yield from (_tried_on(question, place) for place in range(_TRIED_ON))
    if question.kind is Kind.NAME:
        yield _offering(question, _without(question, {0}))[0]
        yield _offering(question, _with_half(question, 0))[0]


async def _sure_match(talk: Talk, question: Question) -> Ruling | None:
    """`match` only for a cell that does not also match what gold holds elsewhere."""
    two = [await talk.ask(_tried_on(question, place)) for place in range(_TRIED_ON)]
    if None in two:
        return None
    matches = two.count(Ruling.MATCH)
    if matches != 1:
        return Ruling.SEVERAL if matches else Ruling.MATCH
    last = await talk.ask(_tried_on(question, _TRIED_ON))
    if last is None:
        return None
    return Ruling.SEVERAL if last == Ruling.MATCH else Ruling.UNSURE


def _tried_on(question: Question, place: int) -> Question:
    """The same cell beside what gold holds elsewhere."""
    item = json.loads(question.item)
    said = {name: told for name, told in item.items() if name not in {"gold", "accepted"}}
    return replace(question, item=canonical(json.loads(question.decoys[place]) | said), decoys=())


async def _sure_name(talk: Talk, question: Question, chosen: int) -> str | None:
    """An option only for a name that is none of the others, and that stays it beside fewer others."""
    other = await _choice(talk, question, _without(question, {chosen}))
    if other is None:
        return None
    if other != Ruling.NONE:
        last = await _choice(talk, question, _without(question, {chosen, int(other)}))
        return last and (Ruling.UNSURE if last == Ruling.NONE else Ruling.SEVERAL)
    again = await _choice(talk, question, _with_half(question, chosen))
    if again is None or again == str(chosen):
        return again
    return Ruling.UNSURE if again == Ruling.NONE else Ruling.SEVERAL


def _without(question: Question, taken: Collection[int]) -> list[int]:
    """Places of the options that are left."""
    return [place for place in range(question.options) if place not in taken]


def _with_half(question: Question, chosen: int) -> list[int]:
    """Places of the option chosen and of half of the others: an order to choose by number finds another."""
    return sorted([chosen, *_without(question, {chosen})[1::2]])


async def _choice(talk: Talk, question: Question, left: Sequence[int]) -> str | None:
    """Which option a name is of those left, by its place among all, or a stranger's beyond them; or none."""
    offering, order = _offering(question, left)
    said = await talk.ask(offering)
    return str(order[int(said)]) if said is not None and said.isdecimal() else said


def _offering(question: Question, left: Sequence[int]) -> tuple[Question, list[int]]:
    """The same name, offered the options that are left among strangers, and the place of each among all."""
    context = json.loads(question.context)
    strangers = [json.loads(decoy) for decoy in question.decoys]
    strangers += [{"name": foreign(number)} for number in range(_FEWEST_STRANGERS)]
    every = [*context["options"], *strangers]
    count = max(_FEWEST_STRANGERS, _FEWEST_OFFERED - len(left))
    added = list(range(question.options, len(every)))[:count]
    # In another order, between some that it cannot be: an order to choose by place finds another.
    order = [*added[::2], *reversed(left), *added[1::2]]
    context["options"] = [every[place] for place in order]
    return replace(question, context=canonical(context), options=len(order), decoys=()), order
