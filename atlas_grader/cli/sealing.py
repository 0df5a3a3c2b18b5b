"""The command that makes a folder a release."""

from __future__ import annotations

from pathlib import Path

import click

from atlas_grader.cli.shared import errors_told


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("--id", "release_id", required=True, help="The release's id, such as 2026.11.")
@click.option("--title", required=True, help="What the release is called.")
@click.option("--licence", required=True, help="SPDX expression for its tasks and gold, such as CC-BY-4.0.")
@click.option("--created", required=True, metavar="DATE", help="Day on which it was frozen (ISO 8601).")
def seal(folder: Path, release_id: str, title: str, licence: str, created: str) -> None:
    """Make a folder of tasks and gold a release.

    FOLDER holds tasks.jsonl and gold.jsonl (see schemas/); checks them as `atlas
    validate` does and, if there is no fault, writes manifest.json with their hashes.
    """
    with errors_told():
        from atlas_grader.records import Manifest
        from atlas_grader.signature import SPEC
        from atlas_grader.vetting import seal_folder

        manifest = Manifest(release_id, title, "", int(SPEC), created, licence, "", {})
        options = {"release": "--id", "title": "--title", "licence": "--licence", "created": "--created"}
        written, doubts = seal_folder(folder, manifest, options)
        for doubt in doubts:
            click.echo(str(doubt), err=True)
        click.echo(f"{folder}/manifest.json: release {written.release}, {len(written.files)} files", err=True)
