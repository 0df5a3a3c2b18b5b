"""A judge, calls and rulings to test with."""

from decimal import Decimal

from atlas_grader.judge.calls import Usage
from atlas_grader.judge.identity import Identity
from atlas_grader.judge.ledger import Call, Copy
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


def copy_of(*calls_and_rulings, judge=JUDGE):
    """A copy that holds calls, each with its rulings."""
    rulings, call_of = {}, {}
    for one, its_rulings in calls_and_rulings:
        rulings |= its_rulings
        call_of |= dict.fromkeys(its_rulings, one.id)
    return Copy(judge, rulings, call_of, {one.id: one for one, _ in calls_and_rulings})
