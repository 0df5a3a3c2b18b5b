"""The command that grades."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from atlas_grader import __version__
from atlas_grader.cli.shared import (
    CONTEXT,
    answers_argument,
    echo_json,
    json_option,
    open_grader,
    page,
    release_option,
    told,
)
from atlas_grader.errors import UsageError

# Each holds a whole grader, and several open files.
_MOST_WORKERS = 64


@click.command("atlas-grade", context_settings=CONTEXT)
@answers_argument
@release_option
@click.option(
    "--tasks",
    metavar="IDS",
    help="Grade only these tasks: ids with commas between, or @FILE (one a line; # begins a comment).",
)
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
    quiet: bool,
) -> None:
    """Grade answers that are tables.

    ANSWERS are .jsonl, .json or .gz files, folders with one file a task, or - for
    standard input; one system each. Everything happens offline; what strings alone
    cannot decide is left open and widens the score into [low, high].
    """
    with told():
        from atlas_grader.processes import start_early, workers_for

        workers = workers or workers_for(answers)
        start_early(workers)
        from atlas_grader.session import grade_files

        if quiet and (as_json or figures):
            raise UsageError(f"choose one of --quiet and {'--json' if as_json else '--figures'}")
        if out == "":
            raise UsageError("--out: expected the name of a folder, got none")
        grader = open_grader(release, tasks)
        result = grade_files(
            grader,
            answers,
            common=common,
            out=Path(out) if out else None,
            workers=workers,
            progress=_progress(quiet),
        )
        for doubt in result.doubts:
            click.echo(str(doubt), err=True)
        if as_json:
            from atlas_grader.report.wire import dump

            echo_json(dump(result.to_json(), indent=2))
            return
        from atlas_grader.report.terminal import quiet_lines, render_figures, render_runs

        if quiet:
            click.echo("\n".join(quiet_lines(result.runs)))
            return
        with page() as console:
            render_runs(result.runs, result.comparisons, console)
            if figures:
                render_figures(result.runs, console)


def _progress(quiet: bool) -> Callable[[int], Any]:
    from atlas_grader.report.progress import no_progress, terminal_progress

    return no_progress if quiet or not sys.stderr.isatty() else terminal_progress
