"""The options that choose a judge, and what it tells in the end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from atlas_grader.cli.shared import echo_json, open_grader
from atlas_grader.errors import UsageError, counted, printable

if TYPE_CHECKING:
    from atlas_grader.judge.judge import Judge
    from atlas_grader.judge.opening import ChosenJudge
    from atlas_grader.judge.options import JudgeOptions
    from atlas_grader.session import Progress

_LONGEST_TIMEOUT = 3600
INCOMPLETE = 3
"""Exit status where a judge left questions open."""

F = TypeVar("F", bound=Callable[..., Any])


class _Dollars(click.ParamType[Decimal]):
    """An amount of USD."""

    name = "usd"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Decimal:  # noqa: ANN401
        """Read an amount, which must be finite and not negative."""
        try:
            amount = Decimal(str(value))
        except InvalidOperation:
            amount = Decimal(-1)
        if not amount.is_finite() or amount < 0:
            self.fail(f"expected an amount in USD, such as 0.50, got {value!r}", param, ctx)
        return amount


def _ledger_option(told: str) -> Callable[[F], F]:
    path = click.Path(dir_okay=False, path_type=Path)
    return click.option("--ledger", type=path, metavar="FILE", help=told)


_KEPT = (
    _ledger_option(
        "Rulings to grade with and, if a model may be asked, to write: ship it with your answers."
    ),
    click.option("--offline", is_flag=True, help="Ask no model: rule from the ledger alone."),
)
_REPLAY = (
    _ledger_option("Rulings to grade with; nothing is asked or written."),
    click.option("--offline", is_flag=True, help="Rule from your own ledger, if no other is given."),
)
_MODEL = (
    click.option("--judge-model", "model", metavar="NAME", help="Model to ask.  [default: gpt-6-luna]"),
    click.option(
        "--judge-effort",
        "effort",
        type=click.Choice(["", "none", "minimal", "low", "medium", "high"]),
        help='Its reasoning effort; "" asks for none.  [default: low]',
    ),
    click.option(
        "--judge-base-url",
        "base_url",
        metavar="URL",
        help="Any service that speaks chat completions.  [default: OPENAI_BASE_URL, or OpenAI]",
    ),
)
_ASK = (
    click.option(
        "--max-cost",
        type=_Dollars(),
        metavar="USD",
        help="Stop asking, not grading, before this could be passed: a call under way counts as "
        "the most that it may cost.",
    ),
    click.option(
        "--prices",
        type=click.Path(dir_okay=False, exists=True, path_type=Path),
        metavar="FILE",
        help="Prices of models (see docs/judge.md).",
    ),
    click.option(
        "--concurrency", type=click.IntRange(1, 256), metavar="N", help="Calls at once.  [default: 8]"
    ),
    click.option(
        "--judge-timeout",
        "timeout",
        type=click.IntRange(1, _LONGEST_TIMEOUT),
        metavar="SECONDS",
        help="Longest wait for one whole reply, which is then asked for again.  [default: 60]",
    ),
)


def _adding(options: Iterable[Callable[[F], F]]) -> Callable[[F], F]:
    def add(command: F) -> F:
        for option in reversed(list(options)):
            command = option(command)
        return command

    return add


_FLAGS_OF_ASKING = {
    "max_cost": "--max-cost",
    "prices": "--prices",
    "concurrency": "--concurrency",
    "timeout": "--judge-timeout",
}
_FLAGS_OF_A_RUN = {
    "out": "--out",
    "figures": "--figures",
    "quiet": "--quiet",
    "offline": "--offline",
    **{name: flag for name, flag in _FLAGS_OF_ASKING.items() if name != "prices"},
}
_FLAGS = {
    "model": "--judge-model",
    "effort": "--judge-effort",
    "base_url": "--judge-base-url",
    **_FLAGS_OF_ASKING,
}

judge_options = _adding((*_KEPT, *_MODEL, *_ASK))
"""All options of a judge; one that is not given is `None`."""
asking_options = _adding((*_MODEL, *_ASK))
"""Those of a judge without a ledger."""
replay_options = _adding((*_REPLAY, *_MODEL))
"""Those of a judge that is asked nothing."""
dry_run_option = click.option(
    "--dry-run", is_flag=True, help="Only estimate what asking a model would cost, at least."
)


def chosen_options(told: dict[str, Any], *, quiet: bool = False) -> JudgeOptions:
    """What the options choose."""
    from atlas_grader.judge.options import JudgeOptions

    given = {name: value for name, value in told.items() if value is not None}
    return JudgeOptions(**given, notice=None if quiet else _say_of_judge)


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
        _warn_of_idle(told, _FLAGS, why)
        yield None
        return
    if not (chosen.judge.asks or told.get("offline") or told.get("dry_run")):
        _warn_of_idle(told, _FLAGS_OF_ASKING, "no model was asked, for there is no OPENAI_API_KEY")
    for note in chosen.notes:
        click.echo(f"warning: {printable(note)}", err=True)
    with chosen.judge:
        try:
            yield chosen
        except KeyboardInterrupt:
            raise KeyboardInterrupt(_what_is_kept(chosen)) from None


def _what_is_kept(chosen: ChosenJudge) -> str:
    """What becomes of a judge's rulings when a run is interrupted."""
    if not chosen.judge.asks:
        return "nothing was written"
    if not chosen.judge.purse.calls:
        return "nothing was ruled yet"
    if chosen.notes:  # that the user's own ledger cannot be used
        return "what the judge ruled is lost"
    return "what the judge ruled is kept: the same command goes on from there"


def _warn_of_idle(told: dict[str, Any], flags: Mapping[str, str], why: str) -> None:
    """Say that options were given that choose nothing."""
    if given := [flag for name, flag in flags.items() if told.get(name) is not None]:
        have = "has" if len(given) == 1 else "have"
        click.echo(f"warning: {', '.join(given)} {have} no effect: {why}", err=True)


@contextmanager
def replaying_judge(told: dict[str, Any]) -> Iterator[Judge | None]:
    """A judge that only replays a ledger, if the options name one."""
    if told["ledger"] is None and not told["offline"]:
        _warn_of_idle(
            told, _FLAGS, "no ruling was read: that takes --ledger, or --offline for your own ledger"
        )
        yield None
        return
    with chosen_judge({**told, "offline": True}) as chosen:
        yield None if chosen is None else chosen.judge


def print_estimate(
    answers: tuple[str, ...],
    release: str | None,
    tasks: str | None,
    others: dict[str, Any],
    *,
    common: bool = False,
    workers: int,
    times: int = 1,
    as_json: bool,
) -> None:
    """Print what asking would cost, so many times; `UsageError` for `others` that it does not depend on."""
    from atlas_grader.session import estimate_files

    given = {flag: others.pop(name, None) for name, flag in _FLAGS_OF_A_RUN.items()}
    if idle := [flag for flag, value in given.items() if value is not None and value is not False]:
        raise UsageError(f"--dry-run only estimates what asking would cost; leave out {', '.join(idle)}")
    with chosen_judge({**others, "dry_run": True}) as chosen:
        assert chosen is not None  # to estimate takes neither key nor ledger
        found = estimate_files(
            open_grader(release, tasks, chosen.judge.docket()),
            answers,
            common=common,
            workers=workers,
            progress=show_progress(),
            judge=chosen.judge,
        ).times(times)
    if as_json:
        from atlas_grader.report.wire import dump

        echo_json(dump(found.to_json(), indent=2))
    else:
        click.echo("\n".join(found.lines()))


def show_progress(*, quiet: bool = False) -> Progress:
    """A bar on a terminal, and nothing elsewhere."""
    from atlas_grader.report.progress import no_progress, terminal_progress

    return no_progress if quiet or not sys.stderr.isatty() else terminal_progress


def settle_account(
    chosen: ChosenJudge, used: Collection[str], unsettled: int, *, systems: int = 1, quiet: bool = False
) -> int:
    """Write the ledger, and tell on standard error what asking cost and why anything is open; exit status.

    `used` are the keys of the rulings that the result rests on.
    """
    judge = chosen.judge
    chosen.keep(frozenset(used))
    if judge.purse.calls and not quiet:
        for line in judge.purse.lines(systems):
            click.echo(line, err=True)
    if not unsettled:
        if judge.asks and not judge.purse.calls and not quiet:
            were = "was" if len(used) == 1 else "were"
            click.echo(f"judge: nothing to ask: {counted(len(used), 'ruling')} {were} known", err=True)
        return 0
    lacks = f", {chosen.lacks}," if chosen.lacks else ""
    again = f"; run the same command again{lacks} to complete it" if judge.may_pass else ""
    reason = f"{counted(unsettled, 'question')} left open: {why_open(judge, unsettled)}"
    click.echo(printable(f"incomplete: {reason}{again}"), err=True)
    return INCOMPLETE


def whys_open(judge: Judge, used: Iterable[str], unsettled: int) -> list[str]:
    """Every reason why a judge left questions open, for a report that rests on the rulings of keys `used`."""
    from atlas_grader.questions import Ruling

    rulings = judge.docket().rulings
    unsure = sum(rulings.get(key) == Ruling.UNSURE for key in used)
    whys = []
    if unsettled:
        cause = "have no ruling" if judge.asks else "were not asked"
        whys.append(f"{counted(unsettled, 'question')} {cause}: {why_open(judge, unsettled)}")
    if unsure:
        whys.append(f"on {counted(unsure, 'question')} the judge contradicts itself, for good")
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
