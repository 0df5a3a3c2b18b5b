"""A judge, calls and rulings to test with."""

from decimal import Decimal

from atlas_grader.judge.calls import Usage
from atlas_grader.judge.excerpts import Call, Excerpt, in_order
from atlas_grader.judge.identity import Identity
from atlas_grader.questions import Kind, Question

JUDGE = Identity("gpt-6-luna", "low", "", "0123456789ab", "1")


def key(number, judge=JUDGE):
    return Question(Kind.CELL, "{}", f"{number}").key(judge.text)


def call(number, time="2026-11-30T12:00:00Z", **given):
    return Call(
        f"{number:032x}",
        given.get("model", "gpt-6-luna"),
        given.get("usage", Usage(900, 512, 0, 60, 20)),
        given.get("cost", Decimal("0.0000739")),
        given.get("seconds", 1.25),
        time,
    )


def excerpt_of(*calls_and_rulings, judge=JUDGE):
    """An excerpt that holds calls, each with its rulings."""
    rulings, behind = {}, {}
    for one, its_rulings in calls_and_rulings:
        rulings |= its_rulings
        behind |= dict.fromkeys(its_rulings, (one.id,))
    return Excerpt(judge, rulings, behind, {one.id: one for one, _ in calls_and_rulings})


def keep(ledger, judge, one, rulings):
    """Keep rulings that follow from what one call said of the same questions; those that stand."""
    ledger.record(judge, [one], rulings)
    return ledger.conclude(judge, rulings, {key: [key] for key in rulings})


def calls_of(ledger, judge, *keys):
    """The calls behind rulings."""
    return calls_in(ledger.excerpt(judge, keys), *keys)


def calls_in(excerpt, *keys):
    """The calls behind some rulings of an excerpt, the oldest first."""
    return list(in_order({excerpt.calls[id_] for key in keys for id_ in excerpt.behind.get(key, ())}))
