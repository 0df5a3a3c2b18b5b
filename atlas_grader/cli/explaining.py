"""The command that shows the verdicts on one task."""

from __future__ import annotations

from typing import Any

import click

from atlas_grader.cli.account import why_open
from atlas_grader.cli.judging import replaying_judge
from atlas_grader.cli.options import replay_options
from atlas_grader.cli.shared import (
    echo_task,
    errors_told,
    json_option,
    open_grader,
    page,
    release_option,
)
from atlas_grader.errors import counted, printable


@click.command()
@click.argument("task")
@click.argument("answers", required=False)
@release_option
@replay_options
@json_option
def explain(
    task: str,
    answers: str | None,
    release: str | None,
    *,
    as_json: bool,
    **judging: Any,  # noqa: ANN401 (the options of `replay_options`)
) -> None:
    """Show every verdict on one task, with its reason.

    Without ANSWERS, the task and its gold. No model is asked: --ledger FILE, or --offline for
    your own ledger, shows what it ruled before.
    """
    with errors_told(), replaying_judge(judging) as judge:
        from atlas_grader.report.explain import render_gold, render_task, render_verdicts
        from atlas_grader.session import grade_one

        docket = None if judge is None else judge.docket()
        grader = open_grader(release, docket=docket)
        asked, gold = grader.compiled(task).task, grader.release.gold[task]
        report = grade_one(grader, task, answers) if answers is not None else None
        left = 0 if docket is None else len(docket.take().open)
        if judge is not None and left:
            why = why_open(judge, left)
            click.echo(printable(f"{counted(left, 'question')} left open: {why}"), err=True)
        if as_json:
            echo_task(asked, gold, report)
            return
        with page() as console:
            render_task(asked, console)
            if report is None:
                render_gold(asked, gold, console)
            else:
                render_verdicts(asked, gold, report, console)
