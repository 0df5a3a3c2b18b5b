"""Where releases are: in the installed package, in a checkout, or in a folder of one's own."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from atlas_grader.errors import UsageError
from atlas_grader.records.located import did_you_mean, quote
from atlas_grader.releases.opened import GOLD, MANIFEST, TASKS


def bundled_releases() -> tuple[str, ...]:
    """Ids of the releases that came with the package, oldest first."""
    return tuple(sorted(_bundled(), key=_age))


def find_bundled(release_id: str) -> Traversable:
    """The folder of a release that came with the package."""
    return _bundled()[release_id]


def is_release(folder: Path) -> bool:
    """Whether a folder is meant as a release: it holds a file that only releases hold."""
    return _is_folder(folder) and any((folder / name).is_file() for name in (MANIFEST, TASKS, GOLD))


def _bundled() -> dict[str, Traversable]:
    """Id → folder of each release in the installed package or, in a checkout, beside it."""
    package = files("atlas_grader")
    installed = package / "_bundled" / "data"
    root = installed if installed.is_dir() else Path(__file__).parents[2] / "data"
    if not root.is_dir():
        return {}
    return {folder.name: folder for folder in root.iterdir() if (folder / MANIFEST).is_file()}


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name too long, or with a NUL in it
        return False


def _age(release_id: str) -> tuple[bool, list[int], str]:
    """Sort key: releases named by date, oldest first, after those named otherwise."""
    return (
        release_id[:1].isdigit(),
        [int(digits) for digits in re.findall(r"\d{1,9}", release_id)],
        release_id,
    )


def find_release(name_or_path: str | Path | None) -> tuple[Traversable, str]:
    """The folder of a release, and how messages name it; `UsageError` if there is none."""
    bundled = _bundled()
    if name_or_path is None:
        if not bundled:
            raise UsageError("no release came with this package; name a release's folder")
        name_or_path = max(bundled, key=_age)
    if isinstance(name_or_path, str) and name_or_path in bundled:
        return bundled[name_or_path], f"data/{name_or_path}"
    folder = Path(name_or_path)
    if str(name_or_path) and _is_folder(folder):
        if not is_release(folder):
            files = f"{TASKS}, {GOLD} and {MANIFEST}"
            raise UsageError(f"expected a release's folder, with {files}, got none of them in {folder}")
        return folder, str(folder)
    known = ", ".join(map(quote, sorted(bundled, key=_age))) or "none"
    hint = did_you_mean(str(name_or_path), bundled)
    raise UsageError(
        f"no release {quote(str(name_or_path))}: neither a folder nor bundled (bundled: {known}){hint}"
    )
