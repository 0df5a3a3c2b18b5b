"""Gold as its recipe makes it from the pinned sources, beside gold as it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from atlas_grader.rebuilding.tables import Row
from atlas_grader.records.located import did_you_mean, quote
from atlas_grader.records.recipe import Cited, Recipe
from atlas_grader.tasks import (
    CellType,
    Citation,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    State,
    Task,
    entity_text,
    value_text,
)

_HIDDEN = "_"
_BLANK = "none"
_UNKNOWN = GoldCell(State.UNGRADED)
# Never str.format: a recipe names what the query gives, and reaches nothing else.
_PLACE = re.compile(r"\{(\w+)\}")


class RecipeError(ValueError):
    """What a query gives cannot be gold; the words say why, and not where."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """Gold made anew, and what its recipe says of it that is not so."""

    gold: Gold
    told: int
    """Cells that follow from the sources."""
    slips: tuple[str, ...]


def rebuild(task: Task, gold: Gold, recipe: Recipe, rows: Sequence[Row]) -> Rebuilt:
    """Gold as the rows of the recipe's query make it; what they do not tell is kept from `gold`.

    Kept are other columns, aliases, accepted values, notes, near misses, further citations, rows that the
    recipe says were added, and cells that it says were changed. Raises `RecipeError`.
    """
    return _Rebuilding(task, gold, recipe).rebuilt(rows)


def name_of(row: GoldRow) -> str:
    """How a recipe calls a row of gold."""
    return entity_text(row.entity, " | ")


@dataclass(slots=True)
class _Rebuilding:
    task: Task
    gold: Gold
    recipe: Recipe
    there: Mapping[str, GoldRow] = field(init=False)
    slips: list[str] = field(init=False, default_factory=list)
    told: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.there = {name_of(row): row for row in self.gold.rows}

    def rebuilt(self, rows: Sequence[Row]) -> Rebuilt:
        given = _attributes_given(self.task, self.recipe, rows)
        made: dict[str, GoldRow] = {}
        for told in rows:
            name = " | ".join(_text(told[column.name], column.name) for column in self.task.entity)
            if name in made:
                raise RecipeError(f"expected each row once, got {quote(name)} again")
            made[name] = self._row(told, name, given)
            self.told += len(given) if name not in self.recipe.left_out else 0
        self._tell_stale(made)
        kept = [row for name, row in made.items() if name not in self.recipe.left_out]
        kept += [row for name, row in self.there.items() if name in self.recipe.added and name not in made]
        return Rebuilt(replace(self.gold, rows=tuple(kept)), self.told, tuple(self.slips))

    def _row(self, told: Row, name: str, given: Sequence[str]) -> GoldRow:
        before = self.there.get(name)
        entity = tuple(
            EntityPart(str(told[column.name]), before.entity[place].aliases if before else ())
            for place, column in enumerate(self.task.entity)
        )
        changes = self.recipe.changes.get(name, {})
        for header in sorted(changes.keys() - set(given)):
            why = f"{quote(header)} is in `changes`, but the query does not give it"
            self.slips.append(f"row {quote(name)}: {why}")
        cells: dict[str, GoldCell] = {}
        for column in self.task.attributes:
            there = before.cells[column.name] if before else _UNKNOWN
            if column.name not in given:
                cells[column.name] = there
                continue
            made = _cell(told, column, self.recipe.cited(column.name), there)
            if column.name in changes and (made.state, made.value) == (there.state, there.value):
                self.slips.append(
                    f"row {quote(name)}: {quote(column.name)} is in `changes`, but is as the sources say"
                )
            self.told -= column.name in changes
            cells[column.name] = there if column.name in changes else made
        return GoldRow(entity, cells, before.ungraded if before else False)

    def _tell_stale(self, made: Mapping[str, GoldRow]) -> None:
        """What the recipe says of rows that is not so."""
        recipe, there = self.recipe, self.there
        stale = (
            (recipe.left_out.keys() - made.keys(), "left_out", "the sources do not give it"),
            (recipe.left_out.keys() & there.keys(), "left_out", "gold has it"),
            (recipe.added.keys() & made.keys(), "added", "the sources give it"),
            (recipe.added.keys() - there.keys(), "added", "gold does not have it"),
            (recipe.changes.keys() - there.keys(), "changes", "gold does not have it"),
        )
        for names, key, why in stale:
            self.slips += [f"row {quote(name)} is in `{key}`, but {why}" for name in sorted(names)]


def _attributes_given(task: Task, recipe: Recipe, rows: Sequence[Row]) -> tuple[str, ...]:
    """The attribute columns that the query gives; `RecipeError` if it gives something else."""
    if not rows:
        raise RecipeError("expected rows, got none")
    known = [column.name for column in task.columns]
    given = [name for name in rows[0] if not name.startswith(_HIDDEN)]
    for name in given:
        if name not in known:
            raise RecipeError(f"expected columns of the task, got {quote(name)}{did_you_mean(name, known)}")
    if missing := [column.name for column in task.entity if column.name not in given]:
        raise RecipeError(f"expected the query to name the entity, got no column {quote(missing[0])}")
    attributes = tuple(name for name in given if name not in task.entity_columns)
    for name in recipe.columns:
        if name not in attributes:
            raise RecipeError(f"expected columns of the query in `columns`, got {quote(name)}")
    for name in attributes:
        if not recipe.cited(name):
            raise RecipeError(f"expected a citation for column {quote(name)}, got none")
    return attributes


def _cell(told: Row, column: Column, cited: Sequence[Cited], there: GoldCell) -> GoldCell:
    found = told[column.name]
    value = None if found is None else _value(found, column)
    shown = _BLANK if value is None else value_text(value)
    words = {name: "" if each is None else str(each) for name, each in told.items()}
    words |= {"column": column.name.replace("_", " "), "value": shown}
    citations = tuple(
        Citation(
            _filled(each.url, words),
            _filled(each.blank_evidence if value is None else each.evidence, words),
            each.accessed,
        )
        for each in cited
    )
    ours = {citation.url for citation in citations}
    others = tuple(other for other in there.citations if other.url not in ours)
    state = State.BLANK if value is None else State.VALUE
    accepted = there.accepted if value is not None else ()
    return GoldCell(state, value, accepted, citations + others, there.note)


def _filled(template: str, words: Mapping[str, str]) -> str:
    def word(found: re.Match[str]) -> str:
        if found[1] not in words:
            raise RecipeError(f"a citation names {quote(found[0])}, which the query does not give")
        return words[found[1]]

    return _PLACE.sub(word, template)


def _value(found: Any, column: Column) -> str | tuple[str, ...]:  # noqa: ANN401 (of SQLite)
    if column.type is not CellType.LIST:
        return _text(found, column.name)
    try:
        items = json.loads(found)
    except (TypeError, ValueError):
        items = None
    if not isinstance(items, list) or not items:
        shown = quote(str(found))
        raise RecipeError(f"expected a JSON array of one item or more in {quote(column.name)}, got {shown}")
    return tuple(_text(item, column.name) for item in items)


def _text(value: object, column: str) -> str:
    """What a cell says; a float by its shortest digits."""
    if isinstance(value, bool) or not isinstance(value, str | int | float) or not str(value).strip():
        raise RecipeError(f"expected text or a number in {quote(column)}, got {quote(str(value))}")
    return str(value)


def differences(gold: Gold, rebuilt: Gold) -> Iterator[str]:
    """Every way in which gold is not what its recipe makes of the sources."""
    here, made = ({name_of(row): row for row in each.rows} for each in (gold, rebuilt))
    for name in here:
        if name not in made:
            yield f"row {quote(name)}: the sources do not give it, and it is not in the recipe's `added`"
    for name, row in made.items():
        if name not in here:
            yield f"row {quote(name)}: expected in gold, as the sources give it, got none"
            continue
        for column, cell in row.cells.items():
            if (found := here[name].cells[column]) != cell:
                yield f"row {quote(name)}, column {quote(column)}: {_differing(cell, found)}"
    if here.keys() == made.keys() and list(here) != list(made):
        yield "the rows stand in another order than the query gives them"


def _differing(expected: GoldCell, found: GoldCell) -> str:
    if (expected.state, expected.value) != (found.state, found.value):
        return f"expected {_shown(expected)}, as the sources give it, got {_shown(found)}"
    return "expected the citations that the recipe makes, got others"


def _shown(cell: GoldCell) -> str:
    if cell.value is None:
        return str(cell.state)
    return quote(value_text(cell.value))
