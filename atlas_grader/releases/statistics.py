"""What a release holds, in figures: its size, its states, what its columns are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from urllib.parse import urlsplit

from atlas_grader.records import Manifest
from atlas_grader.releases.loading import Release
from atlas_grader.releases.making import RECIPES
from atlas_grader.tasks import Gold, GoldCell, State, Task

_MANY = 10
"""Entities from which a task is one of finding many."""
_NO_REASON = "not said"


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a release holds. Shares are between 0 and 1; cells are those of attribute columns."""

    tasks: int
    development_tasks: int
    """Tasks whose gold stands in clear."""
    memorised_tasks: int
    """Tasks of which a model without tools named every member."""
    rows: int
    """Gold rows that are graded."""
    ungraded_rows: int
    rows_per_task: tuple[int, float, int]
    """Least, median, most."""
    tasks_of_ten_rows: float
    """Share of tasks with ten graded rows or more."""
    attributes: int
    """Attribute columns."""
    cells: int
    """Cells of all rows, whatever their state."""
    graded_cells: int
    """Value and blank cells of graded rows."""
    value_cells: int
    blank_cells: int
    ungraded_cells: int
    blank_share: float
    """Blank cells among all."""
    ungraded_share: float
    """Ungraded cells among all."""
    ungraded_reasons: Mapping[str, int]
    domains: Mapping[str, int]
    """Field → tasks."""
    languages: Mapping[str, int]
    """Tag → tasks whose question stands in that language."""
    column_types: Mapping[str, int]
    """Type → attribute columns."""
    entity_types: Mapping[str, int]
    """Type → columns that name the entity."""
    made_from: Mapping[str, int]
    """One source, several sources, or pages → tasks."""
    aliases: int
    near_misses: int
    accepted_cells: int
    """Cells for which more than one value is right."""
    citations: int
    read_cells: float
    """Share of value and blank cells with a citation that was read."""
    sites: int
    """Hosts that citations name."""


def release_statistics(release: Release) -> Statistics:
    """What a release holds; `ReleaseError` if its gold cannot be read."""
    tasks, tables = list(release.tasks.values()), [release.gold[task_id] for task_id in release.tasks]
    graded = [sum(not row.ungraded for row in gold.rows) for gold in tables]
    cells = [cell for gold in tables for row in gold.rows for cell in row.cells.values()]
    states = Counter(cell.state for cell in cells)
    known = [cell for cell in cells if cell.state is not State.UNGRADED]
    unknown = [cell for cell in cells if cell.state is State.UNGRADED]
    return Statistics(
        tasks=len(tasks),
        development_tasks=sum(task.development for task in tasks),
        memorised_tasks=sum(task.memorised for task in tasks),
        rows=sum(graded),
        ungraded_rows=sum(row.ungraded for gold in tables for row in gold.rows),
        rows_per_task=(min(graded), median(graded), max(graded)),
        tasks_of_ten_rows=_share(sum(rows >= _MANY for rows in graded), len(graded)),
        attributes=sum(len(task.attributes) for task in tasks),
        cells=len(cells),
        graded_cells=sum(map(_graded_cells, tables)),
        value_cells=states[State.VALUE],
        blank_cells=states[State.BLANK],
        ungraded_cells=states[State.UNGRADED],
        blank_share=_share(states[State.BLANK], len(cells)),
        ungraded_share=_share(states[State.UNGRADED], len(cells)),
        ungraded_reasons=_most_first(cell.reason or _NO_REASON for cell in unknown),
        domains=_most_first(task.domain for task in tasks),
        languages=_most_first(tag for task in tasks for tag in (task.language, *task.translations)),
        column_types=_most_first(column.type for task in tasks for column in task.attributes),
        entity_types=_most_first(column.type for task in tasks for column in task.entity),
        made_from=_made_from(tasks, release.manifest),
        aliases=sum(_aliases(gold) for gold in tables),
        near_misses=sum(len(gold.near_misses) for gold in tables),
        accepted_cells=sum(bool(cell.accepted) for cell in cells),
        citations=sum(len(cell.citations) for cell in cells),
        read_cells=_share(sum(map(_was_read, known)), len(known)),
        sites=len({urlsplit(citation.url).hostname for cell in cells for citation in cell.citations}),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _most_first(names: Iterable[str]) -> Mapping[str, int]:
    """How often each name stands there, the most frequent first, then by name."""
    return dict(sorted(Counter(map(str, names)).items(), key=lambda each: (-each[1], each[0])))


def _graded_cells(gold: Gold) -> int:
    cells = [cell for row in gold.rows if not row.ungraded for cell in row.cells.values()]
    return sum(cell.state is not State.UNGRADED for cell in cells)


def _made_from(tasks: Sequence[Task], manifest: Manifest) -> Mapping[str, int]:
    def kind(task: Task) -> str:
        entry = manifest.files.get(f"{RECIPES}/{task.id}.toml")
        if entry is None:
            return "pages"
        return "several sources" if entry.counts.get("sources", 1) > 1 else "one source"

    return _most_first(map(kind, tasks))


def _aliases(gold: Gold) -> int:
    return sum(len(part.aliases) for row in gold.rows for part in row.entity)


def _was_read(cell: GoldCell) -> bool:
    return any(citation.accessed for citation in cell.citations)
