"""Recipes on the wire: how the gold of one task follows from its sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict, Field

from atlas_grader.errors import Fault
from atlas_grader.records.base import Checked, Contradictions, Filled, IsoDate, ReleaseRecord
from atlas_grader.records.located import validate


@dataclass(frozen=True, slots=True)
class Cited:
    """How a cell is cited: texts in which `{name}` stands for what the query gives under that name."""

    url: str
    evidence: str
    blank_evidence: str
    accessed: str


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the gold of one task follows from its sources."""

    sources: tuple[str, ...]
    sql: str
    citations: tuple[Cited, ...]
    columns: Mapping[str, tuple[Cited, ...]]
    changes: Mapping[str, Mapping[str, str]]
    added: Mapping[str, str]
    left_out: Mapping[str, str]

    def cited(self, column: str) -> tuple[Cited, ...]:
        """How the cells of a column are cited."""
        return self.columns.get(column, self.citations)


class CitedRecord(ReleaseRecord):
    """How a cell is cited.

    In its texts `{name}` stands for what the query gives under that name, `{column}` for the
    header of the cell, and `{value}` for what it holds.
    """

    model_config = ConfigDict(title="Citation template")

    url: Filled
    """Address of the page where a reader can check the cell."""
    evidence: str = ""
    """What the source says, in our own words."""
    blank_evidence: str = ""
    """The same where the cell is blank: how the source shows that there is nothing."""
    accessed: IsoDate | None = None
    """Day on which the page, or the pinned data it shows, was read; none if nobody opened it."""

    def to_cited(self) -> Cited:
        """The template that this record describes."""
        return Cited(self.url, self.evidence, self.blank_evidence or self.evidence, self.accessed or "")


class RecipeRecord(Checked, ReleaseRecord):
    """How the gold of one task follows from its sources."""

    model_config = ConfigDict(title="Recipe")

    sources: tuple[Filled, ...] = Field(json_schema_extra={"minItems": 1})
    """Ids of the sources whose tables the query reads; table `t` of source `s` is called `s_t`."""
    sql: Filled
    """One SELECT of SQLite that gives a row for each entity.

    Its columns are the task's: those that name the entity, and the attributes that follow from the sources.
    NULL is a blank, a list is a JSON array. A column whose name begins with `_` is for citations only.
    """
    citations: tuple[CitedRecord, ...] = ()
    """How cells are cited, in columns that `columns` does not name."""
    columns: dict[str, tuple[CitedRecord, ...]] = Field(default_factory=dict)
    """Column → how its cells are cited."""
    changes: dict[str, dict[str, Filled]] = Field(default_factory=dict)
    """Row → column → why gold holds something else than the sources do. A row is called by its entity,
    parts joined by ` | `."""
    added: dict[str, Filled] = Field(default_factory=dict)
    """Row that gold has and the query does not give → why."""
    left_out: dict[str, Filled] = Field(default_factory=dict)
    """Row that the query gives and gold does not have → why."""

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """A recipe reads something."""
        if told.get("sources") in ([], ()):
            yield ("sources",), "expected at least one source, got none"

    def to_recipe(self) -> Recipe:
        """The recipe that this record describes."""
        citations = tuple(record.to_cited() for record in self.citations)
        columns = {name: tuple(each.to_cited() for each in told) for name, told in self.columns.items()}
        return Recipe(self.sources, self.sql, citations, columns, self.changes, self.added, self.left_out)


def parse_recipe(value: object, where: str) -> Recipe | tuple[Fault, ...]:
    """The recipe in one decoded file, or all that is wrong with it."""
    record = validate(RecipeRecord, value, where)
    return record if isinstance(record, tuple) else record.to_recipe()
