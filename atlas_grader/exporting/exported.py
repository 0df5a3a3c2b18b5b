"""The formats a release can be written in, and how their files reach a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from atlas_grader.errors import UsageError
from atlas_grader.exporting.csv_tables import csv_files
from atlas_grader.exporting.hugging_face import hugging_face_files
from atlas_grader.exporting.markdown import markdown_files
from atlas_grader.releases import Release
from atlas_grader.releases.writing import write_text

Files = Iterator[tuple[str, str]]
"""Path within the folder, and text."""

EXPORTS: Mapping[str, Callable[[Release, bool], Files]] = {
    "csv": csv_files,
    "hf": hugging_face_files,
    "markdown": markdown_files,
}
"""Name of a format → what makes its files of a release, with or without gold in clear."""


def write_export(release: Release, form: str, folder: Path, *, gold: bool) -> list[str]:
    """Write `release` as `form` into `folder`, which must not exist; returns the names of the files.

    Gold stands there in clear only if `gold` says so. Raises `UsageError` if `folder` exists or cannot be
    made, and `ReleaseError` if gold cannot be read.
    """
    files = dict(EXPORTS[form](release, gold))
    try:
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            write_text(folder / name, text)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {(error.strerror or str(error)).lower()}") from error
    return sorted(files)
