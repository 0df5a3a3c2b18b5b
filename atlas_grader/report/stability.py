"""How stable a judge is, as a reader and as a program see it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from rich.console import Console
from rich.text import Text

from atlas_grader.errors import counted
from atlas_grader.questions import Kind, Question, Ruling
from atlas_grader.report.terminal import plain
from atlas_grader.report.wire import Json
from atlas_grader.stability import Flip, Stability

_NONE = "–"
_MOST_FLIPS = 30
_MOST_NAMED = 3
_LONGEST = 80
_WORDS: Mapping[Ruling, str] = {
    Ruling.MATCH: "match",
    Ruling.MISMATCH: "mismatch",
    Ruling.SEVERAL: "fits several at once",
    Ruling.NONE: "none of them",
    Ruling.UNSURE: "contradicts itself",
}


def render_stability(stability: Stability, console: Console) -> None:
    """The share, the largest shift, what flipped, and the signature."""
    _render_figures(stability, console)
    flips = stability.flips
    if flips:
        were = "was" if len(flips) == 1 else "were"
        console.print(
            f"{len(flips):,} of {counted(stability.questions, 'question')} {were} not ruled alike each time:"
        )
    elif not stability.questions:
        console.print("There was nothing to ask.")
    elif not stability.unsettled:
        all_of = (
            "The one question was"
            if stability.questions == 1
            else f"All {stability.questions:,} questions were"
        )
        console.print(f"{all_of} ruled alike each time.")
    for flip in flips[:_MOST_FLIPS]:
        console.print(plain("  " + "".join(_shown(flip, with_systems=stability.systems > 1))), soft_wrap=True)
    if len(flips) > _MOST_FLIPS:
        console.print(f"  … and {len(flips) - _MOST_FLIPS:,} more in --json")
    console.print()
    console.print(str(stability.signature), highlight=False, soft_wrap=True)


def _render_figures(stability: Stability, console: Console) -> None:
    share = _NONE if stability.same is None else f"{stability.same:,}"
    percent = "" if stability.share is None else f" ({100 * stability.share:.1f} %)"
    console.print(
        f"Graded {counted(stability.times, 'time')} afresh: {share} of "
        f"{counted(stability.answers, 'answer')}{percent} have the same row F1 each time."
    )
    if stability.shifts is None:
        console.print(f"Largest shift of a mean row F1: {_NONE}")
        console.print(
            f"{_NONE}: not measured, for one time left {counted(stability.unsettled, 'question')} open: "
            "the figure would be that of an outage, or of --max-cost."
        )
        return
    for system, shift in sorted(stability.shifts.items(), key=lambda item: (-item[1], item[0]))[:1]:
        console.print(
            Text.assemble(f"Largest shift of a mean row F1: {100 * shift:.2f} points (", plain(system), ").")
        )


def _shown(flip: Flip, *, with_systems: bool) -> Iterator[str]:
    """Where a flip occurs, what was asked, and how it was ruled each time."""
    if flip.places:
        yield f"{_listed(place.task_id for place in flip.places)} · "
    yield f"{_asked(flip.question)}: "
    yield ", ".join(_ruled(flip.question, ruling) for ruling in flip.rulings)
    if with_systems and flip.places:
        yield f" ({_listed(place.system for place in flip.places)})"


def _listed(names: Iterable[str]) -> str:
    told = sorted(set(names))
    return ", ".join(told[:_MOST_NAMED]) + (", …" if len(told) > _MOST_NAMED else "")


def _asked(question: Question) -> str:
    item, context = json.loads(question.item), json.loads(question.context)
    if question.kind is Kind.CELL:
        return f"{context['column']['name']}: gold {_quoted(item['gold'])}, cell {_quoted(item['cell'])}"
    if question.kind is Kind.NAME:
        return f"name {_quoted(item['name'])}"
    return f"header of {item['column']['name']}"


def _ruled(question: Question, ruling: str | None) -> str:
    """A ruling as words; one that is a number is the option in that place."""
    if ruling is None:
        return _NONE
    if not ruling.isdecimal():
        return _WORDS[Ruling(ruling)]
    option = json.loads(question.context)["options"][int(ruling)]
    return _quoted(option["name"] if question.kind is Kind.NAME else option)


def _quoted(said: str | list[str]) -> str:
    text = said if isinstance(said, str) else "; ".join(said)
    return f"“{text if len(text) <= _LONGEST else text[:_LONGEST] + '…'}”"


def stability_to_json(stability: Stability) -> Json:
    """As `atlas regrade --json` prints it."""
    return {
        "signature": str(stability.signature),
        "times": stability.times,
        "answers": stability.answers,
        "same_row_f1": stability.same,
        "share": stability.share,
        "shifts": None if stability.shifts is None else dict(sorted(stability.shifts.items())),
        "questions": stability.questions,
        "unsettled": stability.unsettled,
        "flips": [
            {
                "kind": flip.question.kind.value,
                "places": [place._asdict() for place in flip.places],
                "context": json.loads(flip.question.context),
                "item": json.loads(flip.question.item),
                "rulings": list(flip.rulings),
            }
            for flip in stability.flips
        ],
    }
