"""Make the gold of a release anew from its pinned sources, and see that it is the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from atlas_grader.errors import Fault, ReleaseError, UsageError
from atlas_grader.rebuilding.database import QueryError, SourceDatabase
from atlas_grader.rebuilding.fetching import how_to_get
from atlas_grader.rebuilding.rebuild import RecipeError, differences, rebuild
from atlas_grader.records.recipe import Recipe
from atlas_grader.releases import RECIPES, OpenedRelease, sound_release
from atlas_grader.tasks import Gold, Task

__all__ = ["RebuiltTask", "how_to_get", "rebuilt_tasks"]


@dataclass(frozen=True, slots=True)
class RebuiltTask:
    """The gold of one task, made anew."""

    task: Task
    gold: Gold
    told: int
    """Cells that follow from the sources."""
    by_hand: int
    """Rows and cells that the recipe says were added, left out or changed."""
    faults: tuple[Fault, ...]
    """Every difference between this and gold as it stands; none if they are identical."""


def rebuilt_tasks(folder: Path, files: Path, wanted: Collection[str] = ()) -> Iterator[RebuiltTask]:
    """Each task that has a recipe, or each wanted one, made anew from the sources' files in `files`.

    Raises `ReleaseError` if the release or a recipe cannot be read or a query gives no gold, and
    `UsageError` if a wanted task has no recipe or a source's file is not there.
    """
    opened = sound_release(folder)
    if unknown := sorted(set(wanted) - opened.recipes.keys()):
        raise UsageError(f"expected a recipe in {folder / RECIPES}, got none for {', '.join(unknown)}")
    with closing(SourceDatabase(opened.sources.values(), files)) as database:
        for task_id, recipe in opened.recipes.items():
            if not wanted or task_id in wanted:
                where = f"{folder.as_posix()}/{RECIPES}/{task_id}.toml"
                yield _rebuilt(opened, database, task_id, recipe, where)


def _rebuilt(
    opened: OpenedRelease, database: SourceDatabase, task_id: str, recipe: Recipe, where: str
) -> RebuiltTask:
    if task_id not in opened.tasks:
        raise ReleaseError([Fault(where, "expected the recipe of a task of the release, got another")])
    task, gold = opened.tasks[task_id], opened.tables[task_id]
    try:
        made = rebuild(task, gold, recipe, database.rows(recipe.sources, recipe.sql))
    except (QueryError, RecipeError) as error:
        raise ReleaseError([Fault(where, str(error))]) from error
    faults = tuple(Fault(where, told) for told in (*made.slips, *differences(gold, made.gold)))
    by_hand = sum(map(len, recipe.changes.values())) + len(recipe.added) + len(recipe.left_out)
    return RebuiltTask(task, made.gold, made.told, by_hand, faults)
