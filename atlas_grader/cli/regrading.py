"""The command that measures how stable a judge is."""

from __future__ import annotations

import sys
from typing import Any

import click

from atlas_grader.cli.judging import (
    INCOMPLETE,
    asking_options,
    chosen_options,
    dry_run_option,
    print_estimate,
    show_progress,
    why_open,
)
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
@dry_run_option
@json_option
def regrade(
    answers: tuple[str, ...],
    release: str | None,
    tasks: str | None,
    *,
    times: int,
    dry_run: bool,
    as_json: bool,
    **judging: Any,  # noqa: ANN401 (the options of `asking_options`)
) -> None:
    """Grade afresh, several times, and tell what the judge changes its mind about.

    No ledger is read or written: every question is asked again each time, and paid for.
    --max-cost holds for all times together. Exit status 3 if anything was left open, and
    so nothing measured; no further time is begun then.
    """
    with told():
        from atlas_grader.processes import workers_for
        from atlas_grader.regrading import grade_times
        from atlas_grader.report.stability import render_stability, stability_to_json

        workers = workers_for(answers)
        if dry_run:
            fresh = {**judging, "fresh": True}
            print_estimate(answers, release, tasks, fresh, workers=workers, times=times, as_json=as_json)
            return
        found = grade_times(
            open_grader(release, tasks),
            answers,
            chosen_options(judging),
            times=times,
            workers=workers,
            progress=show_progress(),
        )
        stability, judge = found.stability, found.judge
        if as_json:
            from atlas_grader.report.wire import dump

            echo_json(dump(stability_to_json(stability), indent=2))
        else:
            with page() as console:
                render_stability(stability, console)
        for line in judge.purse.lines(stability.systems, stability.times):
            click.echo(line, err=True)
        if stability.unsettled:
            reason = why_open(judge, stability.unsettled)
            again = "; run the same command again to measure it" if judge.may_pass else ""
            click.echo(printable(f"incomplete: {reason}{again}"), err=True)
            sys.exit(INCOMPLETE)
