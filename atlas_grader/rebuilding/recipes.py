"""The sources and recipes of a release, read from its folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Any

from atlas_grader.errors import Fault, ReleaseError
from atlas_grader.records.decode import DecodeError, decode_release
from atlas_grader.records.recipe import Recipe, parse_recipe
from atlas_grader.records.source import Registry, Source, parse_source
from atlas_grader.releases import RECIPES, SOURCES


def read_sources(folder: Path) -> Mapping[str, Source]:
    """Id → source, of those that the release names; `ReleaseError` with all that is wrong with them."""
    path = folder / SOURCES
    faults: list[Fault] = []
    found: dict[str, Source] = {}
    for number, data in enumerate(_read(path, faults).splitlines(), 1):
        where = f"{path.as_posix()}:{number}"
        try:
            source = parse_source(decode_release(data), where)
        except DecodeError as error:
            source = (Fault(where, str(error)),)
        if isinstance(source, tuple):
            faults += source
        elif found.setdefault(source.id, source) is not source:
            faults.append(Fault(where, f"source {source.id} stands twice"))
    if faults:
        raise ReleaseError(faults)
    return found


def read_recipes(folder: Path) -> Mapping[str, Recipe]:
    """Task id → its recipe, of the tasks that have one; `ReleaseError` with all that is wrong with them."""
    faults: list[Fault] = []
    found: dict[str, Recipe] = {}
    for path in sorted((folder / RECIPES).glob("*.toml")):
        recipe = _recipe(path, faults)
        if isinstance(recipe, Recipe):
            found[path.stem] = recipe
    if faults:
        raise ReleaseError(faults)
    return found


def _recipe(path: Path, faults: list[Fault]) -> Recipe | None:
    where = path.as_posix()
    try:
        told: dict[str, Any] = tomllib.loads(_read(path, faults).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        faults.append(Fault(where, f"expected TOML, got text that is none: {error}"))
        return None
    recipe = parse_recipe(_plain(told), where)
    if isinstance(recipe, Recipe):
        return recipe
    faults += recipe
    return None


def _plain(told: Any) -> Any:  # noqa: ANN401 (any TOML)
    """TOML as JSON has it: a day without quotes is one with them."""
    if isinstance(told, dict):
        return {key: _plain(value) for key, value in told.items()}
    if isinstance(told, list):
        return [_plain(value) for value in told]
    return told.isoformat() if hasattr(told, "isoformat") else told


def _read(path: Path, faults: list[Fault]) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        faults.append(Fault(path.as_posix(), f"cannot be read: {error.strerror}"))
        return b""


def how_to_get(source: Source) -> str:
    """The shell command that brings a source's file into the current folder; a comment if none does."""
    name, version = quote(source.package), quote(source.version)
    if source.registry is Registry.PYPI:
        return f"pip download --no-deps --only-binary :all: {name}=={version}"
    if source.registry is Registry.NPM:
        return f"npm pack {name}@{version}"
    where = f"{source.package} at {source.version}"
    return f"# {source.file}: flattened from {where}; see {source.url}".replace("\n", " ")
