"""How far a grader agrees with people, from pairs of verdicts on the same cells.

Counts come first, and every figure is made of them once. A cell of which the person could not
tell stands in the counts and in no figure. What the grader leaves undecided lowers `coverage`;
the other figures are over cells that both decided and, where it is natural, have two ends: the
worst and the best that deciding the rest could make of them. A figure without a cell to
rest on is `None`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from atlas_grader.stats import wilson
from atlas_grader.verdicts import Verdict

SAID = (Verdict.MATCH, Verdict.MISMATCH, Verdict.UNDECIDED)
"""What a person, or a grader, can say of a cell."""


class Compared(NamedTuple):
    """One cell, judged by both."""

    kind: str
    person: Verdict
    grader: Verdict


class Share(NamedTuple):
    """A share of cells; its ends are what it can become once the grader decides all of them."""

    decided: float | None
    low: float | None
    high: float | None


class Kappa(NamedTuple):
    """Cohen's kappa, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often each verdict of the person met each of the grader's, and what follows."""

    counts: Mapping[tuple[Verdict, Verdict], int]
    """(person, grader) → cells; without an entry, none."""

    def count(self, person: Verdict, grader: Verdict) -> int:
        """How many cells got these two verdicts."""
        return self.counts.get((person, grader), 0)

    def said(self, person: Verdict) -> int:
        """How many cells the person gave this verdict."""
        return sum(self.count(person, grader) for grader in SAID)

    @property
    def labels(self) -> int:
        """All cells."""
        return sum(map(self.said, SAID))

    @property
    def coverage(self) -> float | None:
        """Share that the grader decided, of the cells that the person did."""
        return _share(self._decided, self._decided + self._open)

    @property
    def accuracy(self) -> Share:
        """Share on which they agree; at worst, and at best, whatever is open goes wrong, or right."""
        whole = self._decided + self._open
        return Share(
            _share(self._agreed, self._decided),
            _share(self._agreed, whole),
            _share(self._agreed + self._open, whole),
        )

    @property
    def precision(self) -> Share:
        """Share that the person calls `match`, of the cells that the grader calls so."""
        right, wrong = self.count(*_BOTH), self.count(Verdict.MISMATCH, Verdict.MATCH)
        best = right + self.count(*_OPEN_MATCH)
        low = _share(right, right + wrong + self.count(*_OPEN_MISMATCH))
        high = _share(best, best + wrong)
        # An end at which nothing would be called so is no end.
        return Share(
            _share(right, right + wrong), high if low is None else low, low if high is None else high
        )

    @property
    def recall(self) -> Share:
        """Share that the grader calls `match`, of the cells that the person calls so."""
        right, missed = self.count(*_BOTH), self.count(Verdict.MATCH, Verdict.MISMATCH)
        whole = self.said(Verdict.MATCH)
        return Share(
            _share(right, right + missed),
            _share(right, whole),
            _share(right + self.count(*_OPEN_MATCH), whole),
        )

    @property
    def kappa(self) -> Kappa | None:
        """Agreement beyond chance, over the cells that both decided (Cohen 1960).

        `None` for fewer than two cells, and where one of the two said the same of all: there is
        nothing to agree on by chance or otherwise. The interval is Wilson's (1927) for the share
        agreed on, put into Cohen's formula, which takes agreement by chance as known: unlike the
        usual standard error (Fleiss, Cohen & Everitt 1969) it does not shrink to a point where
        few cells, or none, are disputed. It takes cells as independent.
        """
        cells = self._decided
        person = self.count(*_BOTH) + self.count(Verdict.MATCH, Verdict.MISMATCH)
        grader = self.count(*_BOTH) + self.count(Verdict.MISMATCH, Verdict.MATCH)
        if not 0 < person < cells or not 0 < grader < cells:
            return None
        chance = person * grader + (cells - person) * (cells - grader)  # of cells²
        rest = cells * cells - chance
        low, high = ((share * cells * cells - chance) / rest for share in wilson(self._agreed, cells))
        return Kappa((self._agreed * cells - chance) / rest, max(-1.0, low), min(1.0, high))

    @property
    def _agreed(self) -> int:
        return self.count(*_BOTH) + self.count(Verdict.MISMATCH, Verdict.MISMATCH)

    @property
    def _decided(self) -> int:
        return sum(self.count(person, grader) for person in SAID[:2] for grader in SAID[:2])

    @property
    def _open(self) -> int:
        return self.count(*_OPEN_MATCH) + self.count(*_OPEN_MISMATCH)


_BOTH = (Verdict.MATCH, Verdict.MATCH)
_OPEN_MATCH = (Verdict.MATCH, Verdict.UNDECIDED)
_OPEN_MISMATCH = (Verdict.MISMATCH, Verdict.UNDECIDED)


def agreement(compared: Iterable[Compared]) -> Agreement:
    """The agreement on some cells, whatever their kind."""
    return Agreement(Counter((cell.person, cell.grader) for cell in compared))


def agreement_by_kind(compared: Iterable[Compared]) -> dict[str, Agreement]:
    """The agreement on each kind of cell, kinds sorted."""
    kinds: dict[str, list[Compared]] = {}
    for cell in compared:
        kinds.setdefault(cell.kind, []).append(cell)
    return {kind: agreement(kinds[kind]) for kind in sorted(kinds)}


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
