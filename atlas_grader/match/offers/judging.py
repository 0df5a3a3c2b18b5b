"""How what a cell offers is judged against what gold's own texts offer (grading.md 5, "General")."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atlas_grader.match.offers.reading import Offer, R
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, mismatch, undecided


def decide(
    offer: Offer[R] | None, golds: Sequence[Offer[R]], same: Callable[[R, R], CellVerdict]
) -> CellVerdict:
    """Judge what a cell offers against gold and every accepted alternative.

    `golds` are the offers that gold's own texts make; without any nothing is decided.
    """
    if offer is None or not golds or golds[0].denied:
        return undecided(Reason.UNREADABLE, "cannot be read to the end" if golds else "gold cannot be read")
    if offer.denied:
        verdict = best([_against(offer, gold, same) for gold in golds])
        return _DENIED if verdict.reason in _EXACT else _DENIES_ANOTHER
    if not (offer.others or offer.beside or offer.parallel):
        gold = golds[0]
        if len(golds) == 1 and gold.bound is offer.bound is None and not gold.others:
            return same(gold.value, offer.value)
        return best([_against(offer, gold, same) for gold in golds])
    verdicts = [_judge_value(value, golds, same) for value in (*offer.values, *offer.beside, *offer.parallel)]
    first = verdicts[0]
    if all(v.verdict is Verdict.MATCH for v in verdicts):
        return first if offer.bound is None else undecided(Reason.BOUND, "only a limit is given")
    if all(v.verdict is Verdict.MISMATCH for v in verdicts):
        return first if not offer.others else mismatch(Reason.SEVERAL_VALUES, "no value offered is gold's")
    if offer.others and any(v.verdict is Verdict.MISMATCH for v in verdicts[: 1 + len(offer.others)]):
        return mismatch(Reason.SEVERAL_VALUES, "offers a value beside gold's")
    return undecided(Reason.AMBIGUOUS, "holds several values, one of them gold's")


_EXACT = frozenset({Reason.SAME_VALUE, Reason.EQUAL})
_DENIED = mismatch(Reason.NEGATED, "denies gold's value")
_DENIES_ANOTHER = undecided(Reason.NEGATED, "only denies another value")


def best(verdicts: Sequence[CellVerdict]) -> CellVerdict:
    """Any one match is enough; a doubt about any value keeps the cell open."""
    return min(verdicts, key=lambda v: _PREFERENCE[v.verdict])


_PREFERENCE = {Verdict.MATCH: 0, Verdict.UNDECIDED: 1, Verdict.MISMATCH: 2, Verdict.UNGRADED: 3}


def _judge_value(value: R, golds: Sequence[Offer[R]], same: Callable[[R, R], CellVerdict]) -> CellVerdict:
    return best([same(own, value) for gold in golds for own in gold.values])


def _against(offer: Offer[R], gold: Offer[R], same: Callable[[R, R], CellVerdict]) -> CellVerdict:
    verdict = best([same(own, offer.value) for own in gold.values])
    if gold.bound is None and not gold.others:
        if offer.bound is None or verdict.verdict is not Verdict.MATCH:
            return verdict
        return undecided(Reason.BOUND, f"{offer.bound} gold's own value")
    if gold.others:
        return (
            verdict
            if verdict.verdict is Verdict.MISMATCH
            else undecided(Reason.AMBIGUOUS, "gold gives several")
        )
    if verdict.verdict is Verdict.MATCH and offer.bound is gold.bound:
        return verdict
    return undecided(Reason.BOUND, "gold is only a limit")
