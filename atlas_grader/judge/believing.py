"""Which of the judge's rulings are believed: a text is right only if it is not taken for something else too.

A cell that matches is tried on what gold holds elsewhere; a name that is found is looked for once
more among the options that nobody chose, and beside half of those. A text that speaks to the
judge is taken for those as well.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from atlas_grader.asked import foreign
from atlas_grader.judge.batches import Batch
from atlas_grader.judge.hearing import Pack, Rulings, Talk
from atlas_grader.judge.screening import is_plain
from atlas_grader.questions import DECOYS, Kind, Question, Ruling, canonical

_TRIED_ON = DECOYS - 1
"""Decoys that each cell is tried on; one more breaks a tie."""
_HIDDEN = "…"


def first_asked(question: Question) -> Question:
    """A question as it is asked first: headers that are not plain are hidden."""
    return _with_options(question, _hidden(question)) if question.kind is Kind.HEADER else question


async def believed(talk: Talk, questions: Mapping[str, Question]) -> Rulings:
    """The rulings on questions of one kind, given by key, as far as they can be believed."""
    found = await talk.ask({key: first_asked(question) for key, question in questions.items()})
    sure = {key: _seen(questions[key], ruling) for key, ruling in found.items()}
    cells = {key: questions[key] for key, ruling in sure.items() if ruling == Ruling.MATCH}
    named = {key: int(ruling) for key, ruling in sure.items() if _is_named(questions[key], ruling)}
    sure = {key: ruling for key, ruling in sure.items() if key not in cells and key not in named}
    return sure | await _sure_cells(talk, cells) | await _sure_names(talk, questions, named)


def calls_if_right(questions: Mapping[str, Question], pack: Pack) -> Iterator[Batch]:
    """The calls that these questions take, if every cell matches and no tie needs breaking."""
    yield from pack(questions)
    cells = {key: question for key, question in questions.items() if question.kind is Kind.CELL}
    for place in range(_TRIED_ON):
        yield from pack({key: _tried_on(question, place) for key, question in cells.items()})


def _seen(question: Question, ruling: str) -> str:
    """A ruling, unless it chooses a header that the judge could not see."""
    if question.kind is Kind.HEADER and ruling.isdecimal() and _hidden(question)[int(ruling)] == _HIDDEN:
        return Ruling.NONE
    return ruling


def _is_named(question: Question, ruling: str) -> bool:
    return question.kind is Kind.NAME and ruling.isdecimal()


async def _sure_cells(talk: Talk, matched: Mapping[str, Question]) -> dict[str, str]:
    """`match` only for cells that do not also match what gold holds elsewhere."""
    tries = [
        await talk.ask({key: _tried_on(question, place) for key, question in matched.items()})
        for place in range(_TRIED_ON)
    ]
    said = {key: [ruled.get(key) for ruled in tries] for key in matched}
    split = {key: matched[key] for key, two in said.items() if two.count(Ruling.MATCH) == 1}
    last = await talk.ask({key: _tried_on(question, _TRIED_ON) for key, question in split.items()})
    sure = {key: _ruling_by(two, last.get(key)) for key, two in said.items() if None not in two}
    return {key: ruling for key, ruling in sure.items() if ruling is not None}


def _tried_on(question: Question, place: int) -> Question:
    """The same cell beside what gold holds elsewhere."""
    item = json.loads(question.item)
    said = {name: told for name, told in item.items() if name not in {"gold", "accepted"}}
    tried = canonical(json.loads(question.decoys[place]) | said)
    return replace(question, item=tried, is_tried=True, decoys=(canonical({"gold": item["gold"]}),))


def _ruling_by(two: Sequence[str | None], last: str | None) -> Ruling | None:
    """The ruling on a cell that matched, by what it was tried on: two values, and a last to break a tie."""
    matches = two.count(Ruling.MATCH)
    if matches != 1:
        return Ruling.SEVERAL if matches else Ruling.MATCH
    if last is None:
        return None
    return Ruling.SEVERAL if last == Ruling.MATCH else Ruling.UNSURE


async def _sure_names(
    talk: Talk, questions: Mapping[str, Question], chosen: Mapping[str, int]
) -> dict[str, str]:
    """An option only for names that are none of the others, and that stay it beside fewer others."""
    taken = set(chosen.values())
    others = await _choose(talk, questions, chosen, taken)
    lone = {key: place for key, place in others.items() if place is None}
    few = await _choose(talk, questions, lone, _half(questions, lone, taken))
    sure = {
        key: str(chosen[key]) if place == chosen[key] else Ruling.UNSURE if place is None else Ruling.SEVERAL
        for key, place in few.items()
    }
    again = {key: place for key, place in others.items() if place is not None}
    last = await _choose(talk, questions, again, taken.union(again.values()))
    return sure | {key: Ruling.UNSURE if place is None else Ruling.SEVERAL for key, place in last.items()}


async def _choose(
    talk: Talk, questions: Mapping[str, Question], keys: Iterable[str], taken: Collection[int]
) -> dict[str, int | None]:
    """Which option names are once some are taken away; one that there is not may be chosen too."""
    offers = {key: _without(questions[key], taken) for key in keys}
    found = await talk.ask({key: question for key, (question, _) in offers.items()})
    return {key: offers[key][1][int(ruling)] if ruling.isdecimal() else None for key, ruling in found.items()}


def _without(question: Question, taken: Collection[int]) -> tuple[Question, list[int]]:
    """The same name, offered what is left of its options, and where each of those stood."""
    options = json.loads(question.context)["options"]
    left = [place for place in range(question.options) if place not in taken]
    strange = [{"name": foreign(number)} for number in (0, 1)]
    # In another order, between two that it cannot be: an order to choose by place finds another.
    order = [question.options, *reversed(left), question.options + 1]
    told = [(options + strange)[place] for place in order]
    return _with_options(question, told), order


def _half(questions: Mapping[str, Question], keys: Iterable[str], taken: set[int]) -> set[int]:
    """Every other option that is not taken: an order to choose by number finds another without these."""
    count = max((questions[key].options for key in keys), default=0)
    return set([place for place in range(count) if place not in taken][::2])


def _with_options(question: Question, options: Sequence[object]) -> Question:
    context = json.loads(question.context) | {"options": list(options)}
    return replace(question, context=canonical(context), options=len(options))


def _hidden(question: Question) -> list[str]:
    """The headers of a question, without those that are not plain."""
    headers: list[str] = json.loads(question.context)["options"]
    return [header if is_plain(header) else _HIDDEN for header in headers]
