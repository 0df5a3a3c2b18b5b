"""The commands for those who make releases: sources, recipes, gold obscured or in clear."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from atlas_grader.cli.shared import errors_told
from atlas_grader.errors import counted

_FOLDER = click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
_SEAL_ANEW = "the manifest is now out of date: `atlas seal` makes it anew"


@click.group()
def release() -> None:
    """Make a release: rebuild its gold, obscure it, compare two."""


@release.command()
@_FOLDER
def sources(folder: Path) -> None:
    """Print the commands that fetch the sources of FOLDER, one a line.

    Run in an empty folder, they leave there what `atlas release rebuild` reads.
    """
    with errors_told():
        from atlas_grader.errors import ReleaseError
        from atlas_grader.rebuilding import how_to_get
        from atlas_grader.releases import open_release

        opened = open_release(folder)
        if opened.faults:
            raise ReleaseError(opened.faults)
        for source in opened.sources.values():
            click.echo(how_to_get(source))


@release.command()
@_FOLDER
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@click.option(
    "--sources",
    "files",
    required=True,
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Folder that holds the sources' files.",
)
@click.option("--write", is_flag=True, help="Put what was rebuilt in the place of what differs.")
def rebuild(folder: Path, tasks: tuple[str, ...], files: Path, *, write: bool) -> None:
    """Make gold anew from its pinned sources, and see that it is the same.

    Each task with a recipe, or each TASK. What recipes do not tell (aliases, accepted values, near misses)
    is kept. Exit status 1 if anything differs.
    """
    with errors_told():
        from atlas_grader.rebuilding import rebuilt_tasks
        from atlas_grader.records import gold_to_json
        from atlas_grader.releases import replace_gold

        differing: dict[str, str] = {}
        told = by_hand = done = 0
        for found in rebuilt_tasks(folder, files, tasks):
            for fault in found.faults:
                click.echo(str(fault))
            if found.faults:
                differing[found.task.id] = gold_to_json(found.gold, found.task)
            told, by_hand, done = told + found.told, by_hand + found.by_hand, done + 1
        if write and differing:
            replace_gold(folder, differing)
            rewritten = f"{counted(len(differing), 'task')} rewritten"
            click.echo(f"{folder}/gold.jsonl: {rewritten}; {_SEAL_ANEW}", err=True)
        by = f"{counted(told, 'cell')} from the sources; added, left out or changed by hand: {by_hand:,}"
        same = f"{done - len(differing)} of {counted(done, 'task')} identical"
        click.echo(f"{same}; {by}", err=True)
        sys.exit(1 if differing else 0)


@release.command()
@_FOLDER
def obscure(folder: Path) -> None:
    """Obscure the gold in FOLDER, so that crawlers cannot read it.

    Of every task that is not marked `development`; each with its own canary. Whoever has the tasks can
    reveal it: it keeps answers out of training data, not from people.
    """
    with errors_told():
        from atlas_grader.releases import obscure_gold

        done = obscure_gold(folder)
        click.echo(f"{folder}/gold.jsonl: {counted(done, 'task')} obscured; {_SEAL_ANEW}", err=True)


@release.command()
@_FOLDER
def reveal(folder: Path) -> None:
    """Write the gold in FOLDER in clear, to read or to edit it."""
    with errors_told():
        from atlas_grader.releases import reveal_gold

        done = reveal_gold(folder)
        click.echo(f"{folder}/gold.jsonl: {counted(done, 'task')} in clear; {_SEAL_ANEW}", err=True)
