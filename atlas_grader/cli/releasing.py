"""The commands for those who make releases: start one, rebuild or obscure its gold, see what changed."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from atlas_grader.cli.shared import echo_json, errors_told, json_option, until_the_reader_leaves
from atlas_grader.errors import Fault, counted, printable

_FOLDER = click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
_SEAL_ANEW = "the manifest is now out of date: `atlas seal` makes it anew"


@click.group()
def release() -> None:
    """Make a release: start one, rebuild its gold, obscure it, compare two."""


@release.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--from", "old", metavar="ID|DIR", help="Begin with the tasks and gold of this release.")
def new(folder: Path, old: str | None) -> None:
    """Start a release in FOLDER, which must not exist.

    Without --from, with one sample task, and the papers that a release needs, to be filled in. Then edit
    tasks.jsonl and gold.jsonl; `atlas validate` says what is still missing, and `atlas seal` freezes it.
    """
    with errors_told():
        from atlas_grader.releases import start_release

        files = start_release(folder, old)
        click.echo(f"{folder}: {', '.join(files)}", err=True)


@release.command()
@click.argument("old")
@click.argument("new")
@json_option
def diff(old: str, new: str, *, as_json: bool) -> None:
    """Tell what changed from release OLD to release NEW, row by row.

    Each is the id of a bundled release or a folder. With --json, one object a change.
    """
    with errors_told():
        from atlas_grader.releases import load_release, release_changes
        from atlas_grader.report.changes import change_to_json, change_to_text, counted_changes
        from atlas_grader.report.wire import dump

        changes = list(release_changes(load_release(old), load_release(new)))
        with until_the_reader_leaves():
            for change in changes:
                if as_json:
                    echo_json(dump(change_to_json(change)))
                else:
                    click.echo(printable(change_to_text(change)))
        click.echo(counted_changes(changes), err=True)


@release.command()
@_FOLDER
@json_option
def errata(folder: Path, *, as_json: bool) -> None:
    """List the errors found in FOLDER since it was frozen, from its errata.jsonl.

    Exit status 1 if any names a task, row or column that the release does not have.
    """
    with errors_told():
        from atlas_grader.releases import open_release, read_errata
        from atlas_grader.report.changes import erratum_to_json, erratum_to_text
        from atlas_grader.report.wire import dump

        faults: list[Fault] = []
        found = read_errata(folder, open_release(folder), faults)
        for erratum in found:
            if as_json:
                echo_json(dump(erratum_to_json(erratum)))
            else:
                click.echo(printable(erratum_to_text(erratum)))
        for fault in faults:
            click.echo(str(fault), err=True)
        click.echo(counted(len(found), "error"), err=True)
        sys.exit(1 if faults else 0)


@release.command()
@_FOLDER
@click.option("--cells", default=200, show_default=True, type=click.IntRange(min=1), help="How many.")
@click.option("--seed", required=True, type=int, help="Any whole number; the same one draws the same cells.")
def draw(folder: Path, cells: int, seed: int) -> None:
    """Draw value cells of FOLDER at random, to be audited: a sheet of one JSON object a line.

    Look each cell up on a page that it does not cite, and fill in `outcome` (right, wrong or unsettled),
    `urls` and `note`; then `atlas release audit FOLDER --take SHEET`.
    """
    with errors_told():
        from atlas_grader.releases import draw_cells, sheet_line, sound_release

        opened = sound_release(folder)
        with until_the_reader_leaves():
            for drawn in draw_cells(opened, cells, seed):
                echo_json(sheet_line(drawn, opened))


@release.command()
@_FOLDER
@click.option(
    "--take", type=click.Path(dir_okay=False, exists=True, path_type=Path), help="A filled-in sheet."
)
@json_option
def audit(folder: Path, take: Path | None, *, as_json: bool) -> None:
    """Tell how much of FOLDER's gold its audit found wrong, with a 95 % interval.

    --take makes a sheet of `atlas release draw` that was filled in the release's audit.jsonl, without the
    gold that it shows.
    """
    with errors_told():
        from atlas_grader.errors import ReleaseError
        from atlas_grader.releases import error_rate, open_release, read_audit, take_sheet
        from atlas_grader.report.changes import error_rate_to_json, error_rate_to_text
        from atlas_grader.report.wire import dump

        opened = open_release(folder)
        if take is None:
            faults: list[Fault] = []
            found = read_audit(folder, opened, faults)
            if faults:
                raise ReleaseError(faults)
        else:
            found = take_sheet(take, folder, opened)
            click.echo(f"{folder}/audit.jsonl: {counted(len(found), 'cell')}; {_SEAL_ANEW}", err=True)
        rate = error_rate(found)
        if as_json:
            echo_json(dump(error_rate_to_json(rate)))
        else:
            click.echo(error_rate_to_text(rate))


@release.command()
@_FOLDER
def sources(folder: Path) -> None:
    """Print the commands that fetch the sources of FOLDER, one a line.

    Run in an empty folder, they leave there what `atlas release rebuild` reads.
    """
    with errors_told():
        from atlas_grader.rebuilding import how_to_get
        from atlas_grader.releases import sound_release

        for source in sound_release(folder).sources.values():
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


@release.command("import")
@click.argument("benchmark", type=click.Choice(["octen", "widesearch"]))
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--id", "release_id", help="The release's id.  [default: the name of FOLDER]")
@click.option("--created", required=True, metavar="DATE", help="Day on which it was taken (ISO 8601).")
def import_release(benchmark: str, path: Path, folder: Path, release_id: str | None, created: str) -> None:
    """Take the published files of another benchmark as a release.

    For octen, PATH is its tasks.jsonl or tasks_strict.jsonl; for widesearch, the folder with widesearch.jsonl
    and widesearch_gold/. The release is written into FOLDER, which must not exist. What was left out,
    merged or changed is told.
    """
    with errors_told():
        from atlas_grader.importing import FORMATS, write_imported

        imported = FORMATS[benchmark](path)
        written = write_imported(imported, folder, release_id or folder.name, created)
        for note in imported.notes:
            click.echo(printable(note), err=True)
        taken = counted(len(imported.tables), "task")
        click.echo(f"{folder}: release {written.release}, {taken}; `atlas validate` checks it", err=True)
