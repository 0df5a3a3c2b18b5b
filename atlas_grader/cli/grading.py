"""The command that grades."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from atlas_grader import __version__
from atlas_grader.cli.account import accounted_for, whys_open
from atlas_grader.cli.estimating import print_estimate
from atlas_grader.cli.judging import chosen_judge
from atlas_grader.cli.options import dry_run_option, judge_options
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
from atlas_grader.errors import UsageError

if TYPE_CHECKING:
    from atlas_grader.session import Result

# Each holds a whole grader, and several open files.
_MOST_WORKERS = 64


@click.command("atlas-grade", context_settings=CONTEXT)
@answers_argument
@release_option
@tasks_option
@click.option("--common", is_flag=True, help="Compare files on the tasks that all of them answer.")
@click.option("--figures", is_flag=True, help="Print precision and recall too.")
@json_option
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Also write report.json, cells.jsonl (every verdict) and rows.jsonl into DIR.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, _MOST_WORKERS),
    metavar="N",
    help="Processes.  [default: as many as are worth it]",
)
@judge_options
@dry_run_option
@click.option("--quiet", "-q", is_flag=True, help="Print the signature and each system's row F1 only.")
@click.version_option(__version__, prog_name="atlas-grade")
def grade(
    answers: tuple[str, ...],
    release: str | None,
    tasks: str | None,
    *,
    common: bool,
    figures: bool,
    as_json: bool,
    out: str | None,
    workers: int | None,
    dry_run: bool,
    quiet: bool,
    **judging: Any,  # noqa: ANN401 (the options of `judge_options`)
) -> None:
    """Grade answers that are tables.

    ANSWERS are .jsonl, .json or .gz files, folders with one file a task, or - for
    standard input; one system each. What strings alone cannot decide is asked of a model
    if OPENAI_API_KEY is set, or taken from a ledger; otherwise everything happens offline,
    and what is open widens the score into [low, high].

    Exit status 3 if a model was to settle something and did not.
    """
    with errors_told():
        from atlas_grader.processes import start_early, workers_for

        workers = workers or workers_for(answers)
        start_early(workers)
        from atlas_grader.session import grade_files

        if quiet and (as_json or figures):
            raise UsageError(f"choose one of --quiet and {'--json' if as_json else '--figures'}")
        if out == "":
            raise UsageError("--out: expected the name of a folder, got none")
        if dry_run:
            print_estimate(answers, release, tasks, judging, common=common, workers=workers, as_json=as_json)
            return
        with chosen_judge(judging, quiet=quiet) as chosen:
            judge = None if chosen is None else chosen.judge
            grader = open_grader(release, tasks, None if judge is None else judge.docket())
            result = grade_files(
                grader,
                answers,
                common=common,
                out=Path(out) if out else None,
                workers=workers,
                progress=show_progress(quiet=quiet),
                judge=judge,
            )
            systems = len(result.runs)
            with accounted_for(chosen, result.used, result.unsettled, systems=systems, quiet=quiet):
                for doubt in result.doubts:
                    click.echo(str(doubt), err=True)
                whys = [] if judge is None else whys_open(result)
                _print(result, whys, as_json=as_json, figures=figures, quiet=quiet)


def _print(result: Result, why_open: Sequence[str], *, as_json: bool, figures: bool, quiet: bool) -> None:
    if as_json:
        from atlas_grader.report.wire import dump

        echo_json(dump(result.to_json(), indent=2))
        return
    from atlas_grader.report.terminal import quiet_lines, render_figures, render_runs

    if quiet:
        click.echo("\n".join(quiet_lines(result.runs)))
        return
    with page() as console:
        render_runs(result.runs, result.comparisons, console, why_open)
        if figures:
            render_figures(result.runs, console)
