"""The command that measures how stable a judge is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from atlas_grader.cli.account import INCOMPLETE, followed_by, why_open
from atlas_grader.cli.estimating import print_estimate
from atlas_grader.cli.judging import chosen_options
from atlas_grader.cli.options import asking_options, dry_run_option
from atlas_grader.cli.shared import (
    CONTEXT,
    answers_argument,
    echo_json,
    errors_told,
    json_option,
    open_grader,
    page,
    release_option,
    show_progress,
    tasks_option,
)
from atlas_grader.errors import printable

if TYPE_CHECKING:
    from atlas_grader.regrading import Regraded

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
    with errors_told():
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
        with followed_by(lambda: _tell_account(found)):
            if as_json:
                from atlas_grader.report.wire import dump

                echo_json(dump(stability_to_json(found.stability), indent=2))
                return
            with page() as console:
                render_stability(found.stability, console)


def _tell_account(found: Regraded) -> int:
    """Tell on standard error what asking cost and why anything is open; exit status."""
    stability, judge = found.stability, found.judge
    for line in judge.purse.lines(stability.systems, stability.times):
        click.echo(line, err=True)
    if not stability.unsettled:
        return 0
    reason = why_open(judge, stability.unsettled)
    again = "; to measure it, run the same command again" if judge.may_pass else ""
    click.echo(printable(f"incomplete: {reason}{again}"), err=True)
    return INCOMPLETE
