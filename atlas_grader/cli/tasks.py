"""The commands that look into a release: its tasks, its figures, its files in other forms."""

from __future__ import annotations

from pathlib import Path

import click

from atlas_grader.cli.shared import (
    echo_json,
    echo_task,
    errors_told,
    json_option,
    open_grader,
    page,
    release_option,
)
from atlas_grader.errors import counted


@click.group()
def tasks() -> None:
    """List a release's tasks, show one, or count what it holds."""


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
            echo_task(asked, right)
            return
        from atlas_grader.report.explain import render_gold, render_task

        with page() as console:
            render_task(asked, console)
            if right is not None:
                render_gold(asked, right, console)


@tasks.command()
@release_option
@json_option
def stats(release: str | None, *, as_json: bool) -> None:
    """Count what a release holds: tasks, rows, cells by state, fields, column types."""
    with errors_told():
        from atlas_grader.releases import load_release
        from atlas_grader.releases.statistics import release_statistics
        from atlas_grader.report.statistics import render_statistics, statistics_to_json

        found = load_release(release)
        figures = release_statistics(found)
        if as_json:
            from atlas_grader.report.wire import dump

            echo_json(dump(statistics_to_json(found, figures), indent=2))
            return
        with page() as console:
            render_statistics(found, figures, console)


@tasks.command()
@click.option(
    "--format", "form", type=click.Choice(["hf", "csv", "markdown"]), required=True, help="The form."
)
@click.option("--out", "folder", type=click.Path(path_type=Path), required=True, help="A new folder.")
@click.option("--gold", is_flag=True, help="Write the right answers in clear.")
@release_option
def export(form: str, folder: Path, release: str | None, *, gold: bool) -> None:
    """Write a release as a Hugging Face dataset, CSV tables or markdown pages."""
    with errors_told():
        from atlas_grader.exporting import write_export
        from atlas_grader.releases import load_release

        written = write_export(load_release(release), form, folder, gold=gold)
        click.echo(f"{folder}: {counted(len(written), 'file')}", err=True)
