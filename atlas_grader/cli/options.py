"""The options that choose a judge."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

_LONGEST_TIMEOUT = 3600

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


class _FileName(click.Path):
    """The name of a file: not the sign for a stream that it is elsewhere."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401
        """Read a name, which must be one."""
        if value in ("", "-"):
            self.fail(f"expected the name of a file, got {value!r}", param, ctx)
        return super().convert(value, param, ctx)


def _ledger_option(told: str) -> Callable[[F], F]:
    return click.option("--ledger", type=_FileName(dir_okay=False, path_type=Path), metavar="FILE", help=told)


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


OF_ASKING = frozenset({"max_cost", "prices", "concurrency", "timeout"})
"""The names of those that matter only where a model is asked."""
OF_JUDGES = OF_ASKING | {"model", "effort", "base_url"}
"""Of those that matter only where there is a judge."""
OF_A_RUN = OF_ASKING - {"prices"} | {"out", "figures", "quiet", "offline"}
"""Of those that an estimate does not depend on."""


def given(names: Collection[str]) -> list[str]:
    """The options of these names that the user gave, as they are written, in the order of the help."""
    context = click.get_current_context()
    return [
        option.opts[0]
        for option in context.command.params
        if option.name in names and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
    ]


def _adding(options: Iterable[Callable[[F], F]]) -> Callable[[F], F]:
    def add(command: F) -> F:
        for option in reversed(list(options)):
            command = option(command)
        return command

    return add


judge_options = _adding((*_KEPT, *_MODEL, *_ASK))
"""All options of a judge; one that is not given is `None`."""
asking_options = _adding((*_MODEL, *_ASK))
"""Those of a judge without a ledger."""
replay_options = _adding((*_REPLAY, *_MODEL))
"""Those of a judge that is asked nothing."""
dry_run_option = click.option("--dry-run", is_flag=True, help="Only estimate what asking a model would cost.")
