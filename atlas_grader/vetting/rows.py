"""Whether every gold row can be told from the others by its name, and claimed by each of its names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, product

from atlas_grader.align.claims import Claim
from atlas_grader.cleaning import clean_cell
from atlas_grader.compiled import CompiledTask
from atlas_grader.match.ladder import ValueMatcher
from atlas_grader.names.keys import exact_key
from atlas_grader.records.located import json_path, quote
from atlas_grader.tasks import WORDS, Column, Entity, Gold, Task
from atlas_grader.verdicts import Verdict
from atlas_grader.vetting.findings import Finding, located
from atlas_grader.vetting.values import value_findings

# Every way to combine the names of a tuple; a handful of aliases each make thousands.
_MOST_COMBINED = 200
# Typed keys are compared pair by pair.
_MOST_COMPARED = 1_000


def row_findings(task: Task, gold: Gold) -> Iterator[Finding]:
    """What is wrong with the names of gold's rows and near misses."""
    compiled = CompiledTask(task, gold)
    for number, row in enumerate(gold.rows):
        yield from _name_findings(task, row.entity, json_path(("rows", number, "entity")))
        path = json_path(("rows", number))
        for names, claim in _claims(compiled, row.entity, partial(_claims_row, number)):
            yield Finding(f"expected names of its own, got {names}, which {_told(claim)}", path)
    for number, miss in enumerate(gold.near_misses):
        path = json_path(("near_misses", number))
        for names, claim in _claims(compiled, miss.entity, lambda claim: claim.near_miss):
            yield Finding(f"expected a name of no row, got {names}, which {_told(claim)}", path)
    yield from _twins(task, gold)


def _name_findings(task: Task, entity: Entity, path: str) -> Iterator[Finding]:
    for column, part in zip(task.entity, entity, strict=True):
        # An alias is there to be equal to, whatever its type reads.
        found = value_findings(column, part.value, is_preferred=True)
        yield from located(found, path, f"column {quote(column.name)}: ")


def _claims(
    compiled: CompiledTask, entity: Entity, is_own: Callable[[Claim], bool]
) -> Iterator[tuple[str, Claim]]:
    """The ways to write an entity that would claim something else, and what."""
    columns = compiled.task.entity
    for names in islice(product(*(part.names for part in entity)), _MOST_COMBINED):
        for written in dict.fromkeys((names, tuple(map(_respelt, names, columns)))):
            cells = (compiled.clean[column.name](name) for column, name in zip(columns, written, strict=True))
            claim = compiled.claims.claim(tuple(cells))
            if not is_own(claim):
                yield " + ".join(map(quote, names)), claim
                break


def _respelt(name: str, column: Column) -> str:
    """The same name, but not letter for letter: what it is then found by is its key."""
    other = f"{name} ."
    return other if column.type in WORDS and exact_key(name) and exact_key(other) == exact_key(name) else name


def _claims_row(row: int, claim: Claim) -> bool:
    return claim.gold == row


def _told(claim: Claim) -> str:
    return claim.detail or "names no row"


def _twins(task: Task, gold: Gold) -> Iterator[Finding]:
    """Rows whose names agree, and whose dates, numbers or countries are the same by their type."""
    typed = [place for place, column in enumerate(task.entity) if column.type not in WORDS]
    if not typed:
        return
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, row in enumerate(gold.rows):
        key = tuple(exact_key(part.value) for place, part in enumerate(row.entity) if place not in typed)
        alike[key].append(number)
    for numbers in alike.values():
        if 1 < len(numbers) <= _MOST_COMPARED:
            yield from _twins_among(task, gold, typed, numbers)


def _twins_among(task: Task, gold: Gold, typed: Sequence[int], numbers: Sequence[int]) -> Iterator[Finding]:
    columns = [task.entity[part] for part in typed]
    values = {number: [gold.rows[number].entity[part].value for part in typed] for number in numbers}
    cells = {number: [*map(clean_cell, told, columns)] for number, told in values.items()}
    for place, number in enumerate(numbers):
        same = [ValueMatcher(c, (value,)) for c, value in zip(columns, values[number], strict=True)]
        for other in numbers[:place]:
            if all(
                match(cell).verdict is Verdict.MATCH for match, cell in zip(same, cells[other], strict=True)
            ):
                names = " + ".join(quote(part.value) for part in gold.rows[number].entity)
                yield Finding(
                    f"expected names of its own, got {names}, which is that of `$.rows[{other}]`",
                    json_path(("rows", number)),
                )
                break
