"""The command that makes a folder a release."""

from __future__ import annotations

from pathlib import Path

import click

from atlas_grader.cli.shared import errors_told


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("--id", "release", help="The release's id, such as 2026.11.")
@click.option("--title", help="What the release is called.")
@click.option("--licence", help="SPDX expression for its tasks and gold, such as CC-BY-4.0.")
@click.option("--created", metavar="DATE", help="Day on which it was frozen (ISO 8601).")
@click.option("--description", help="What it holds, in a sentence or two.")
@click.option("--canary", help="Marks text that must not be trained on.")
def seal(folder: Path, **told: str | None) -> None:
    """Make a folder of tasks and gold a release.

    FOLDER holds tasks.jsonl and gold.jsonl (see schemas/); checks them as `atlas validate` does and, if
    there is no fault, writes manifest.json with their hashes. Where there is a manifest already, what is
    not told is as it says; a first one needs --id, --title, --licence and --created.
    """
    with errors_told():
        from atlas_grader.releases import draft_manifest
        from atlas_grader.vetting import seal_folder

        fields = {name: value for name, value in told.items() if value is not None}
        manifest = draft_manifest(folder, fields)
        options = {name: f"--{'id' if name == 'release' else name}" for name in told}
        written, doubts = seal_folder(folder, manifest, options)
        for doubt in doubts:
            click.echo(str(doubt), err=True)
        click.echo(f"{folder}/manifest.json: release {written.release}, {len(written.files)} files", err=True)
