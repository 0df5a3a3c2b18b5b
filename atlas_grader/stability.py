"""How stable a judge is: what grading the same answers afresh, several times, moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from atlas_grader.questions import Question
from atlas_grader.run_report import RunReport
from atlas_grader.score import Level

NOT_RULED = "–"
"""Stands where a time gave no ruling."""


@dataclass(frozen=True, slots=True)
class GradedOnce:
    """One time of several that the same answers were graded."""

    runs: Sequence[RunReport]
    rulings: Mapping[str, str]
    """Key of a question → ruling."""
    questions: Mapping[str, Question]
    """Key → question, of all that were asked."""
    unsettled: int


@dataclass(frozen=True, slots=True)
class Flip:
    """A question that was not ruled alike each time it was asked."""

    question: Question
    rulings: tuple[str, ...]
    """One for each time; `NOT_RULED` where there was none."""


@dataclass(frozen=True, slots=True)
class Stability:
    """What several times have in common."""

    times: int
    answers: int
    same: int
    """Answers whose row F1 was the same each time, both ends of its bounds."""
    shifts: Mapping[str, float]
    """System → by how much its mean row F1 moved at most, as a share of 1, over either end."""
    questions: int
    """That were asked at least once."""
    flips: tuple[Flip, ...]
    unsettled: int
    """Questions left open, over all times."""

    @property
    def share(self) -> float:
        """Of answers whose row F1 was the same each time; 1 where there are none."""
        return self.same / self.answers if self.answers else 1.0


def compare_times(times: Sequence[GradedOnce]) -> Stability:
    """Compare gradings of the same answers, at least two."""
    answered = [
        tuple(
            (run.tasks[place].scores[Level.ROW].f1.low, run.tasks[place].scores[Level.ROW].f1.high)
            for run in runs
        )
        for runs in zip(*(once.runs for once in times), strict=True)
        for place, task in enumerate(runs[0].tasks)
        if task.answered
    ]
    questions = {key: question for once in times for key, question in once.questions.items()}
    return Stability(
        times=len(times),
        answers=len(answered),
        same=sum(len(set(figures)) == 1 for figures in answered),
        shifts={runs[0].system: _shift(runs) for runs in zip(*(once.runs for once in times), strict=True)},
        questions=len(questions),
        flips=tuple(_flips(times, questions)),
        unsettled=sum(once.unsettled for once in times),
    )


def _shift(runs: Sequence[RunReport]) -> float:
    means = [run.scores[Level.ROW].f1 for run in runs]
    ends = [mean.low for mean in means], [mean.high for mean in means]
    return max(max(end) - min(end) for end in ends)


def _flips(times: Sequence[GradedOnce], questions: Mapping[str, Question]) -> list[Flip]:
    found = []
    for key in sorted(questions):
        rulings = tuple(once.rulings.get(key, NOT_RULED) for once in times)
        # A name that one time claims asks for cells that another never sees.
        if len({ruling for ruling in rulings if ruling != NOT_RULED}) > 1:
            found.append(Flip(questions[key], rulings))
    return found
