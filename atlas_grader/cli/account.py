"""What a judge tells in the end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from atlas_grader.cli.shared import until_the_reader_leaves
from atlas_grader.errors import AtlasError, counted, printable

if TYPE_CHECKING:
    from atlas_grader.judge.judge import Judge
    from atlas_grader.judge.opening import ChosenJudge
    from atlas_grader.session import Result

INCOMPLETE = 3
"""Exit status where a judge left questions open."""


@contextmanager
def followed_by(account: Callable[[], int]) -> Iterator[None]:
    """Print a result in this block; however that ends, the account is told, and gives the exit status."""
    try:
        with until_the_reader_leaves():
            yield
    finally:
        status = account()
    if status:
        sys.exit(status)


@contextmanager
def accounted_for(
    chosen: ChosenJudge | None,
    used: Collection[str],
    unsettled: int,
    *,
    systems: int = 1,
    quiet: bool = False,
) -> Iterator[None]:
    """Print a result in this block: what was paid for is in the ledger before, and told after it.

    `used` are the keys of the rulings that the result rests on. A ledger that cannot be written
    takes nothing else from the user: that it cannot is told last.
    """
    if chosen is None:
        yield
        return
    trouble = keep(chosen, used)

    def account() -> int:
        status = _tell_account(chosen, len(used), unsettled, systems=systems, quiet=quiet)
        if trouble is not None:
            raise trouble
        return status

    with followed_by(account):
        yield


def keep(chosen: ChosenJudge, used: Collection[str]) -> AtlasError | None:
    """Write the ledger; what keeps it from being written."""
    try:
        chosen.keep(frozenset(used))
    except AtlasError as error:
        return error
    return None


def _tell_account(chosen: ChosenJudge, used: int, unsettled: int, *, systems: int, quiet: bool) -> int:
    """Tell on standard error what asking cost and why anything is open; exit status."""
    judge = chosen.judge
    if not quiet:
        tell_cost(judge, systems)
    if not unsettled:
        if judge.asks and not judge.purse.calls and not quiet:
            were = "was" if used == 1 else "were"
            known = f"{counted(used, 'ruling')} {were} known" if used else "strings settle it all"
            click.echo(f"judge: nothing to ask: {known}", err=True)
        return 0
    lacks = f" {chosen.lacks}" if chosen.lacks else ""
    again = f"; to complete it, run the same command again{lacks}" if judge.may_pass else ""
    reason = f"{counted(unsettled, 'question')} left open: {why_open(judge, unsettled)}"
    click.echo(printable(f"incomplete: {reason}{again}"), err=True)
    return INCOMPLETE


def tell_cost(judge: Judge, systems: int = 1) -> None:
    """Tell on standard error what asking came to, if anything was sent."""
    if judge.purse.calls or judge.purse.lost:
        for line in judge.purse.lines(systems):
            click.echo(line, err=True)


def whys_open(result: Result) -> list[str]:
    """Every reason why a judge left questions open, in words that the ledger's replay would have too."""
    whys = []
    if result.unsettled:
        have = "has" if result.unsettled == 1 else "have"
        whys.append(f"{counted(result.unsettled, 'question')} {have} no ruling")
    if result.contradicted:
        whys.append(f"on {counted(result.contradicted, 'question')} the judge contradicts itself, for good")
    return whys


def why_open(judge: Judge, unsettled: int) -> str:
    """Why a judge left so many questions open, as far as is known."""
    them = "it" if unsettled == 1 else "them"
    if judge.asks:
        return judge.trouble or judge.failure or f"the judge gave no ruling on {them}"
    if others := judge.others:
        told = ", ".join(other.told_beside(judge.who) for other in others)
        return (
            f"your ledger holds no ruling of {judge.who.told}, but of {told}; choose one of those with "
            "--judge-model, --judge-effort and --judge-base-url"
        )
    return f"the ledger does not rule on {them}"
