"""Which gold row a returned row claims to be (grading.md, section 4).

A claim depends on the returned row and the gold only, never on the other returned
rows, so the order in which an answer lists its rows cannot matter. It is decided by
the first tier in which the name fits exactly one gold row of the whole task; a tier
in which it fits two or more ends the search, and the row stays open. Near misses are
recognised by the exact key; below it, a name that fits one as well is open too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from atlas_grader.align.brackets import GoldFacts
from atlas_grader.align.parts import NamePart, PartIndex, Tier, TypedPart
from atlas_grader.align.years import YearRows
from atlas_grader.answers import Cell
from atlas_grader.frozen import frozen
from atlas_grader.tasks import WORDS, Column, Entity, Gold, Task

__all__ = ["Claim", "ClaimIndex", "ClaimTier", "compile_gold"]

# Names like `NA` or `None` are names before they are no-data phrases (grading.md 3).
_FIRST_LOOSE = Tier.SPELLING
_TIERS = tuple(Tier)
# Enough for the ways in which the systems of a large comparison write one name.
_CACHED_PER_ROW = 4


class ClaimTier(StrEnum):
    """The tier that decided a claim."""

    ALIAS = "alias"
    VARIANT = "variant"
    NEAR = "near"
    MODEL = "model"
    NONE = "none"


@frozen
class Claim:
    """Which gold row a returned row is, and why."""

    gold: int | None = None
    tier: ClaimTier = ClaimTier.NONE
    near_miss: bool = False
    """Equal to a name recorded as not a member: claims nothing, and is never asked about."""
    open: bool = False
    """Strings alone cannot tell; a model may."""
    possible: frozenset[int] | None = None
    """Gold rows that an open row could be; `None` means any."""
    detail: str = ""


class ClaimIndex:
    """The gold rows of one task, found by the name of a returned row."""

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Sequence[Entity],
        near_misses: Sequence[Entity],
        facts: GoldFacts,
        asked: str = "",
    ) -> None:
        """`asked` is the question, whose words a name may repeat."""
        self._count = len(rows)
        self._entities = (*rows, *near_misses)
        self._parts: tuple[PartIndex, ...] = tuple(
            _compile_part(
                column, [entity[place].names for entity in self._entities], facts, alone=len(columns) == 1
            )
            for place, column in enumerate(columns)
        )
        said = "\n".join((asked, *(f"{column.name}\n{column.description}" for column in columns)))
        self._years = YearRows(rows, near_misses, said, facts.told_of)
        self._seen: dict[str, Claim] = {}
        self._by_text_alone = len(columns) == 1 and columns[0].type in WORDS
        # Names narrow the search before typed parts, which compare value by value, are asked.
        self._order = sorted(range(len(columns)), key=lambda place: columns[place].type not in WORDS)

    def claim(self, cells: tuple[Cell, ...]) -> Claim:
        """The claim of a returned row whose entity columns hold `cells`; pure, so remembered."""
        if not self._by_text_alone or cells[0].items is not None or cells[0].native:
            return self._decide(cells)
        text = cells[0].text
        claim = self._seen.get(text)
        if claim is None:
            claim = self._decide(cells)
            if len(self._seen) < _CACHED_PER_ROW * self._count:
                self._seen[text] = claim
        return claim

    def named(self, part: int, cell: Cell) -> frozenset[int]:
        """The gold rows whose name in one entity column a cell is, but for its spelling."""
        found = self._parts[part].find(cell, Tier.KEY, None)
        return frozenset(row for row in found if row < self._count)

    def _decide(self, cells: tuple[Cell, ...]) -> Claim:
        for tier in _TIERS:
            if tier is _FIRST_LOOSE and self._all_empty(cells):
                return Claim(detail="the entity is empty")
            found = self._fits(cells, tier)
            if not found:
                continue
            gold = [row for row in found if row < self._count]
            near_misses = len(gold) < len(found)
            if len(gold) == 1 and (tier.is_exact or not near_misses):
                return self._claimed(gold[0], tier)
            if len(gold) > 1 or (gold and near_misses):
                return self._open(cells, f"fits more than one row: {self._listed(found)}")
            if near_misses and tier.is_exact:
                return Claim(near_miss=True, detail=f"is a near miss: {self._listed(found)}")
            if near_misses:
                return self._open(cells, f"is much like a near miss: {self._listed(found)}")
        by_year = self._years.find(cells[0].text) if len(cells) == 1 else None
        return (
            self._open(cells, self._unlike(cells)) if by_year is None else self._claimed(by_year, Tier.LOOSE)
        )

    def _unlike(self, cells: tuple[Cell, ...]) -> str:
        """Why no row was found; the nearest name is for the reader, who may know better."""
        part = self._parts[0]
        nearest = part.nearest(cells[0]) if len(cells) == 1 and isinstance(part, NamePart) else None
        said = "no gold name is near enough to be sure"
        return said if nearest is None else f"{said}; the nearest is {self._name(nearest)}"

    def _claimed(self, row: int, tier: Tier) -> Claim:
        claim_tier = ClaimTier(tier.claim_tier)
        return Claim(gold=row, tier=claim_tier, detail=f"{tier.meaning} {self._name(row)}")

    def _open(self, cells: tuple[Cell, ...], detail: str) -> Claim:
        return Claim(open=True, possible=self._possible(cells), detail=detail)

    def _all_empty(self, cells: tuple[Cell, ...]) -> bool:
        return all(part.is_empty(cell) for part, cell in zip(self._parts, cells, strict=True))

    def _fits(self, cells: tuple[Cell, ...], tier: Tier) -> list[int]:
        """Every row, near misses included, that fits in all its parts."""
        found: frozenset[int] | None = None
        for place in self._order:
            found = self._parts[place].find(cells[place], tier, found)
            if not found:
                return []
        return sorted(found or ())

    def _possible(self, cells: tuple[Cell, ...]) -> frozenset[int] | None:
        """Gold rows of which no typed part is decided to be another."""
        excluded: set[int] = set()
        for part, cell in zip(self._parts, cells, strict=True):
            excluded |= part.excluded(cell)
        if not excluded:
            return None
        return frozenset(range(self._count)) - excluded

    def _listed(self, rows: Iterable[int]) -> str:
        names = [self._name(row) for row in rows]
        return ", ".join(names[:3]) + (" …" if len(names) > 3 else "")

    def _name(self, row: int) -> str:
        return " · ".join(part.value for part in self._entities[row])


def compile_gold(task: Task, gold: Gold) -> ClaimIndex:
    """Index the gold rows of a task, `ungraded` ones included, and its near misses."""
    return ClaimIndex(
        task.entity,
        [row.entity for row in gold.rows],
        [near_miss.entity for near_miss in gold.near_misses],
        GoldFacts(task.attributes, gold.rows, task.entity),
        task.question,
    )


def _compile_part(
    column: Column, names: Sequence[tuple[str, ...]], facts: GoldFacts, *, alone: bool
) -> PartIndex:
    if column.type in WORDS:
        return NamePart(column, names, facts, alone=alone)
    return TypedPart(column, names, alone=alone)
