"""How stable a judge is: what grading the same answers afresh, several times, moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from atlas_grader.questions import Question
from atlas_grader.run_report import Place, RunReport
from atlas_grader.score import Level
from atlas_grader.signature import Signature


@dataclass(frozen=True)
class GradedOnce:
    """What grading some answers found."""

    runs: Sequence[RunReport]
    used: Mapping[str, Sequence[Place]] = field(default_factory=dict)
    """Key of each of the judge's rulings that the grades rest on → the answers that it is about."""
    unsettled: int = 0
    """Questions that the judge was to settle, and did not."""
    asked: Mapping[str, Question] = field(default_factory=dict)
    """Key → question, of all that the judge was asked."""
    rulings: Mapping[str, str] = field(default_factory=dict)
    """Key of a question → ruling, of all that are known."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A question that was not ruled alike each time it was asked."""

    question: Question
    rulings: tuple[str | None, ...]
    """One for each time; `None` where there was none."""
    places: tuple[Place, ...]
    """The answers that asked it; none if all of them turned out not to need it."""


@dataclass(frozen=True, slots=True)
class Stability:
    """What several times have in common."""

    signature: Signature
    times: int
    systems: int
    answers: int
    same: int | None
    """Answers whose row F1 was the same each time, both ends of its bounds; `None` if not measured."""
    shifts: Mapping[str, float] | None
    """System → by how much its mean row F1 moved at most, as a share of 1, over either end; `None` if
    not measured."""
    questions: int
    """That were asked at least once."""
    flips: tuple[Flip, ...]
    unsettled: int
    """The most questions that any one time left open. If there are any, `same` and `shifts` are not measured:
    they would be those of the outage, or of the cap on the cost."""

    @property
    def share(self) -> float | None:
        """Of answers whose row F1 was the same each time; 1 where there are none, `None` if not measured."""
        if self.same is None:
            return None
        return self.same / self.answers if self.answers else 1.0


def compare_times(times: Sequence[GradedOnce]) -> Stability:
    """Compare gradings of the same answers, each by the same judge asked afresh."""
    answered = [
        tuple(
            (run.tasks[place].scores[Level.ROW].f1.low, run.tasks[place].scores[Level.ROW].f1.high)
            for run in runs
        )
        for runs in zip(*(once.runs for once in times), strict=True)
        for place, task in enumerate(runs[0].tasks)
        if task.answered
    ]
    shifts = {runs[0].system: _shift(runs) for runs in zip(*(once.runs for once in times), strict=True)}
    questions = {key: question for once in times for key, question in once.asked.items()}
    unsettled = max(once.unsettled for once in times)
    return Stability(
        signature=times[0].runs[0].signature,
        times=len(times),
        systems=len(times[0].runs),
        answers=len(answered),
        same=None if unsettled else sum(len(set(figures)) == 1 for figures in answered),
        shifts=None if unsettled else shifts,
        questions=len(questions),
        flips=tuple(_flips(times, questions)),
        unsettled=unsettled,
    )


def _shift(runs: Sequence[RunReport]) -> float:
    means = [run.scores[Level.ROW].f1 for run in runs]
    ends = [mean.low for mean in means], [mean.high for mean in means]
    return max(max(end) - min(end) for end in ends)


def _flips(times: Sequence[GradedOnce], questions: Mapping[str, Question]) -> list[Flip]:
    found = []
    for key in questions:
        rulings = tuple(once.rulings.get(key) for once in times)
        # A name that one time claims asks for cells that another never sees.
        if len(set(rulings) - {None}) > 1:
            places = {place for once in times for place in once.used.get(key, ())}
            found.append(Flip(questions[key], rulings, tuple(sorted(places))))
    return sorted(found, key=lambda flip: (flip.places, flip.question.context, flip.question.item))
