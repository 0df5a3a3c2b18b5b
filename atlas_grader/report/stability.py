"""How stable a judge is, as a reader and as a program see it."""

from __future__ import annotations

import json

from rich.console import Console
from rich.text import Text

from atlas_grader.questions import Kind, Question
from atlas_grader.report.terminal import plain
from atlas_grader.report.wire import Json
from atlas_grader.stability import Stability

_MOST_FLIPS = 30
_LONGEST = 80


def render_stability(stability: Stability, console: Console) -> None:
    """The shares, the largest shift, and what flipped."""
    console.print(
        f"Graded {stability.times} times afresh: {stability.same:,} of {stability.answers:,} answers "
        f"({100 * stability.share:.1f} %) have the same row F1 each time."
    )
    for system, shift in sorted(stability.shifts.items(), key=lambda item: (-item[1], item[0]))[:1]:
        console.print(
            Text.assemble(f"Largest shift of a mean row F1: {100 * shift:.2f} points (", plain(system), ").")
        )
    flips = stability.flips
    console.print(f"{len(flips):,} of {stability.questions:,} questions were not always ruled alike.")
    for flip in flips[:_MOST_FLIPS]:
        console.print(plain(f"  {_shown(flip.question)}: {', '.join(flip.rulings)}"), soft_wrap=True)
    if len(flips) > _MOST_FLIPS:
        console.print(f"  … and {len(flips) - _MOST_FLIPS:,} more in --json")
    if stability.unsettled:
        console.print(f"{stability.unsettled:,} questions were left open; the figures are bounds then.")


def stability_to_json(stability: Stability) -> Json:
    """As `atlas regrade --json` prints it."""
    return {
        "times": stability.times,
        "answers": stability.answers,
        "same_row_f1": stability.same,
        "share": stability.share,
        "shifts": dict(sorted(stability.shifts.items())),
        "questions": stability.questions,
        "unsettled": stability.unsettled,
        "flips": [
            {
                "kind": flip.question.kind.value,
                "context": json.loads(flip.question.context),
                "item": json.loads(flip.question.item),
                "rulings": list(flip.rulings),
            }
            for flip in stability.flips
        ],
    }


def _shown(question: Question) -> str:
    item, context = json.loads(question.item), json.loads(question.context)
    if question.kind is Kind.CELL:
        told = f"{context['column']['name']}: gold {item['gold']!s}, cell {item['cell']!s}"
    elif question.kind is Kind.NAME:
        told = f"name {item['name']!s}"
    else:
        told = f"header of {item['column']['name']}"
    return told if len(told) <= 2 * _LONGEST else told[: 2 * _LONGEST] + " …"
