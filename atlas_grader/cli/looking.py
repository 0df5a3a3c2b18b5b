"""The commands that show: the verdicts on one task, a release's tasks."""

from __future__ import annotations

from typing import Any

import click

from atlas_grader.cli.account import why_open
from atlas_grader.cli.judging import replaying_judge
from atlas_grader.cli.options import replay_options
from atlas_grader.cli.shared import echo_json, errors_told, json_option, open_grader, page, release_option
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
            _print_json(asked, gold, report)
            return
        with page() as console:
            render_task(asked, console)
            if report is None:
                render_gold(asked, gold, console)
            else:
                render_verdicts(asked, gold, report, console)


def _print_json(task: Any, gold: Any, report: Any) -> None:  # noqa: ANN401 (imported lazily)
    import json

    from atlas_grader.records import gold_to_json, task_to_json
    from atlas_grader.report.wire import dump, task_report_to_json

    shown = {"task": json.loads(task_to_json(task))}
    if gold is not None:
        shown["gold"] = json.loads(gold_to_json(gold, task))
    if report is not None:
        shown["report"] = task_report_to_json(report)
    echo_json(dump(shown, indent=2))


@click.group()
def tasks() -> None:
    """List a release's tasks, or show one."""


@tasks.command("list")
@release_option
@json_option
def list_tasks(release: str | None, *, as_json: bool) -> None:
    """List every task: id, question and columns."""
    with errors_told():
        from atlas_grader.releases import load_release

        found = load_release(release)
        if as_json:
            from atlas_grader.records import task_to_json

            for task in found.tasks.values():
                echo_json(task_to_json(task))
            return
        from atlas_grader.report.explain import render_task_list

        with page() as console:
            render_task_list(found, console)


@tasks.command("show")
@click.argument("task")
@release_option
@click.option("--gold", is_flag=True, help="Show the right answers too.")
@json_option
def show_task(task: str, release: str | None, *, gold: bool, as_json: bool) -> None:
    """Show one task as a system sees it; its gold only when asked."""
    with errors_told():
        grader = open_grader(release)
        asked = grader.compiled(task).task
        right = grader.release.gold[task] if gold else None
        if as_json:
            _print_json(asked, right, None)
            return
        from atlas_grader.report.explain import render_gold, render_task

        with page() as console:
            render_task(asked, console)
            if right is not None:
                render_gold(asked, right, console)
