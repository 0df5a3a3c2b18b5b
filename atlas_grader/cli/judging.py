"""The judge that a command's options choose."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from atlas_grader.cli.account import keep, tell_cost
from atlas_grader.cli.options import OF_ASKING, OF_JUDGES, given
from atlas_grader.errors import printable

if TYPE_CHECKING:
    from atlas_grader.judge.judge import Judge
    from atlas_grader.judge.opening import ChosenJudge
    from atlas_grader.judge.options import JudgeOptions


def chosen_options(told: dict[str, Any], *, quiet: bool = False) -> JudgeOptions:
    """What the options choose."""
    from atlas_grader.judge.options import JudgeOptions

    chosen = {name: value for name, value in told.items() if value is not None}
    return JudgeOptions(**chosen, notice=None if quiet else _say_of_judge)


def _say_of_judge(told: str) -> None:
    click.echo(f"judge: {told}", err=True)


@contextmanager
def chosen_judge(told: dict[str, Any], *, quiet: bool = False) -> Iterator[ChosenJudge | None]:
    """The judge that the options choose, open, told of what a user should know first."""
    from atlas_grader.judge.opening import ANY_KEY, choose_judge

    chosen = choose_judge(chosen_options(told, quiet=quiet), os.environ)
    if chosen is None:
        hint = f"; {ANY_KEY}" if told["base_url"] else ""
        why = f"no model was asked, for there is no OPENAI_API_KEY and no ledger{hint}"
        _warn_of_idle(OF_JUDGES, why)
        yield None
        return
    if not (chosen.judge.asks or told.get("offline") or told.get("dry_run")):
        _warn_of_idle(OF_ASKING, "no model was asked, for there is no OPENAI_API_KEY")
    for note in chosen.notes:
        click.echo(f"warning: {printable(note)}", err=True)
    with chosen.judge:
        try:
            yield chosen
        except KeyboardInterrupt:
            trouble = keep(chosen, chosen.judge.settled)
            if not quiet:
                tell_cost(chosen.judge)
            if trouble is not None:
                click.echo(f"warning: {trouble}", err=True)
            raise KeyboardInterrupt(_what_is_kept(chosen, is_written=trouble is None)) from None


def _what_is_kept(chosen: ChosenJudge, *, is_written: bool) -> str:
    """What becomes of a judge's rulings when a run is interrupted; `is_written` if no ledger refused them."""
    if not chosen.judge.asks:
        return "nothing was written"
    if not chosen.judge.purse.calls:
        return "nothing was ruled yet"
    # The notes say that the user's own ledger cannot be used.
    if chosen.notes and not (is_written and chosen.keeps):
        return "what the judge ruled is lost"
    return "what the judge ruled is kept: the same command goes on from there"


def _warn_of_idle(names: Collection[str], why: str) -> None:
    """Say that options were given that choose nothing."""
    if idle := given(names):
        have = "has" if len(idle) == 1 else "have"
        click.echo(f"warning: {', '.join(idle)} {have} no effect: {why}", err=True)


@contextmanager
def replaying_judge(told: dict[str, Any]) -> Iterator[Judge | None]:
    """A judge that only replays a ledger, if the options name one."""
    if told["ledger"] is None and not told["offline"]:
        _warn_of_idle(OF_JUDGES, "no ruling was read: that takes --ledger, or --offline for your own ledger")
        yield None
        return
    with chosen_judge({**told, "offline": True}) as chosen:
        yield None if chosen is None else chosen.judge
