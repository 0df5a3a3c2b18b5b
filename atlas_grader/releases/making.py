"""How the gold of a release was made: the sources and recipes in its folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any

from atlas_grader.errors import Fault
from atlas_grader.records.recipe import Recipe, parse_recipe
from atlas_grader.records.source import Source, parse_source
from atlas_grader.releases.lines import read_records

SOURCES, RECIPES = "sources.jsonl", "recipes"
_RECIPE = ".toml"


def recipe_files(folder: Traversable) -> list[Traversable]:
    """Every recipe in a release's folder, by name."""
    recipes = folder / RECIPES
    if not recipes.is_dir():
        return []
    found = [path for path in recipes.iterdir() if path.name.endswith(_RECIPE) and path.is_file()]
    return sorted(found, key=lambda path: path.name)


def read_sources(folder: Traversable, shown: str, faults: list[Fault]) -> Mapping[str, Source]:
    """Id → each source that a release names; what is wrong with them is added to `faults`."""
    found: dict[str, Source] = {}
    for where, source in read_records(folder, SOURCES, shown, parse_source, faults):
        if found.setdefault(source.id, source) is not source:
            faults.append(Fault(where, f"source {source.id} stands twice"))
    return found


def read_recipes(folder: Traversable, shown: str, faults: list[Fault]) -> Mapping[str, Recipe]:
    """Task id → its recipe, where there is one; what is wrong with them is added to `faults`."""
    found: dict[str, Recipe] = {}
    for path in recipe_files(folder):
        recipe = _recipe(path.read_bytes(), f"{shown}/{RECIPES}/{path.name}")
        if isinstance(recipe, tuple):
            faults += recipe
        else:
            found[path.name.removesuffix(_RECIPE)] = recipe
    return found


def _recipe(data: bytes, where: str) -> Recipe | tuple[Fault, ...]:
    try:
        told: dict[str, Any] = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return (Fault(where, f"expected TOML, got text that is none: {error}"),)
    return parse_recipe(_as_json(told), where)


def _as_json(told: Any) -> Any:  # noqa: ANN401 (any TOML)
    """TOML as JSON has it: a day without quotes is one with them."""
    if isinstance(told, dict):
        return {key: _as_json(value) for key, value in told.items()}
    if isinstance(told, list):
        return [_as_json(value) for value in told]
    return told.isoformat() if hasattr(told, "isoformat") else told
