"""Start a release: a folder with tasks and gold to go on from, and the papers it needs."""

from __future__ import annotations

import uuid
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from atlas_grader.errors import UsageError
from atlas_grader.releases.editing import reveal_gold
from atlas_grader.releases.errata import ERRATA
from atlas_grader.releases.finding import find_release
from atlas_grader.releases.making import RECIPES, recipe_files
from atlas_grader.releases.opened import MANIFEST
from atlas_grader.releases.writing import write_text

_RELEASE, _CANARY = "RELEASE", "CANARY"


def start_release(folder: Path, old: str | None) -> list[str]:
    """Make `folder`, with the files of release `old` or a sample; returns the names of its files.

    Gold is in clear, errata begin anew, and there is no manifest yet. Raises `UsageError` if `folder` is
    there already or cannot be made, or there is no release `old`.
    """
    begun = _of_sample(folder.name) if old is None else _of_release(find_release(old)[0])
    if folder.exists():
        raise UsageError(f"expected a folder that does not exist yet, got {folder}")
    try:
        (folder / RECIPES).mkdir(parents=True)
    except OSError as error:
        raise UsageError(f"cannot make {folder}: {error.strerror or error}") from error
    for name, text in begun.items():
        write_text(folder / name, text)
    if old is not None:
        reveal_gold(folder)
    return sorted(begun)


def _of_sample(release: str) -> dict[str, str]:
    templates = files("atlas_grader.releases") / "templates"
    texts = {path.name: path.read_text(encoding="utf-8") for path in templates.iterdir() if path.is_file()}
    canary = f"BENCHMARK DATA: not for training. canary GUID {uuid.uuid4()}"
    return {name: text.replace(_RELEASE, release).replace(_CANARY, canary) for name, text in texts.items()}


def _of_release(folder: Traversable) -> dict[str, str]:
    kept = [path for path in folder.iterdir() if path.is_file() and path.name != MANIFEST]
    texts = {path.name: path.read_text(encoding="utf-8") for path in kept if path.name[0] != "."}
    recipes = {f"{RECIPES}/{path.name}": path.read_text(encoding="utf-8") for path in recipe_files(folder)}
    return texts | recipes | {ERRATA: ""}
