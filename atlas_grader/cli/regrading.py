"""The command that measures how stable a judge is."""

from __future__ import annotations

import sys
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import click

from atlas_grader.cli.judging import INCOMPLETE, asking_options, chosen_options, show_progress, why_open
from atlas_grader.cli.shared import (
    CONTEXT,
    answers_argument,
    echo_json,
    json_option,
    open_grader,
    page,
    release_option,
    tasks_option,
    told,
)
from atlas_grader.errors import printable

if TYPE_CHECKING:
    from atlas_grader.judge.judge import Judge
    from atlas_grader.judge.opening import JudgeOptions
    from atlas_grader.judge.spending import Purse
    from atlas_grader.stability import GradedOnce

_MOST_TIMES = 100


@click.command(context_settings=CONTEXT)
@answers_argument
@release_option
@tasks_option
@click.option(
    "--times",
    type=click.IntRange(2, _MOST_TIMES),
    default=2,
    show_default=True,
    metavar="N",
    help="How often to grade.",
)
@asking_options
@json_option
def regrade(
    answers: tuple[str, ...],
    release: str | None,
    tasks: str | None,
    *,
    times: int,
    as_json: bool,
    **judging: Any,  # noqa: ANN401 (the options of `asking_options`)
) -> None:
    """Grade afresh, several times, and tell what the judge changes its mind about.

    No ledger is read or written: every question is asked again each time, and paid for.
    --max-cost holds for all times together. Exit status 3 if anything was left open, and
    so nothing measured.
    """
    with told():
        from atlas_grader.judge.spending import Purse
        from atlas_grader.report.stability import render_stability, stability_to_json
        from atlas_grader.session import kept
        from atlas_grader.stability import compare_times

        options = replace(chosen_options(judging), fresh=True)
        found = []
        whole = Purse(None)
        reasons: dict[str, None] = {}
        with kept(answers):
            for _ in range(times):
                once, judge = _grade_once(answers, release, tasks, options)
                options = replace(options, max_cost=_left(options.max_cost, judge.purse))
                whole.add(judge.purse)
                found.append(once)
                if once.unsettled:
                    reasons[why_open(judge, once.unsettled)] = None
        stability = compare_times(found)
        if as_json:
            from atlas_grader.report.wire import dump

            echo_json(dump(stability_to_json(stability), indent=2))
        else:
            with page() as console:
                render_stability(stability, console)
        for line in whole.lines(len(found[0].runs), times):
            click.echo(line, err=True)
        for reason in reasons:
            click.echo(printable(f"incomplete: {reason}; run the same command again to measure it"), err=True)
        sys.exit(INCOMPLETE if stability.unsettled else 0)


def _grade_once(
    answers: tuple[str, ...], release: str | None, tasks: str | None, options: JudgeOptions
) -> tuple[GradedOnce, Judge]:
    """One time: what came of it, and the judge that was asked, which is no longer open."""
    from atlas_grader.judge.opening import open_judge
    from atlas_grader.processes import workers_for
    from atlas_grader.session import grade_files
    from atlas_grader.stability import GradedOnce

    with open_judge(options) as judge:
        result = grade_files(
            open_grader(release, tasks, judge.docket()),
            answers,
            common=False,
            out=None,
            workers=workers_for(answers),
            progress=show_progress(),
            judge=judge,
        )
        rulings = judge.docket().rulings
        return GradedOnce(result.runs, rulings, judge.asked, result.used, result.unsettled), judge


def _left(cap: Decimal | None, purse: Purse) -> Decimal | None:
    """What is left to spend; nothing if it is not known."""
    if cap is None:
        return None
    return Decimal(0) if purse.unknown else max(cap - purse.spent, Decimal(0))
