"""What gold's own row says beside a cell, and what the cell says with it.

A string cannot know which Victoria it names, which Schilling, or in which year a
`November 4` was; a row of gold that names a state or a year can: `Lima, Peru` is Lima
in a row of Peru, `November 4` the election day of 1980 in the row of that election.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from atlas_grader.names.glosses import state_of
from atlas_grader.names.keys import exact_key
from atlas_grader.names.policy import words
from atlas_grader.names.regions import regions_named
from atlas_grader.tasks import WORDS, CellType, GoldRow, Task

_WITHIN = re.compile(r"(?P<place>[^,]+),\s*(?P<state>[^,()]+?)\s*(?P<note>(?:\([^()]*\))?)")
_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")
_MOST_NAMES = 4
# `Tuesday, November 4`
_MOST_DATE_WORDS = 3


class RowFacts(NamedTuple):
    """The states that a gold row names, countries by name too, and the one year in its entity's name."""

    states: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    year: str = ""


def facts_of(task: Task, row: GoldRow) -> RowFacts | None:
    """What a gold row says of states, in columns called a country or a state, and of a year."""
    entity = {column.name: part.names for column, part in zip(task.entity, row.entity, strict=True)}
    told = [
        value
        for column in task.columns
        if _is_country(column.name) or (column.name in entity and column.type is CellType.COUNTRY)
        for value in (entity[column.name] if column.name in entity else row.cells[column.name].values)
        if isinstance(value, str)
    ]
    codes = {name: code for name in told if (code := state_of(name))}
    states = frozenset().union(*map(_named, told))
    years = {year for part in row.entity for year in _YEAR.findall(part.value)}
    year = years.pop() if len(years) == 1 else ""
    return RowFacts(states, tuple(codes)[:_MOST_NAMES], year) if states or year else None


def completed(text: str, kind: CellType, facts: RowFacts) -> Iterator[str]:
    """What a cell may say once a row's facts fill in what it leaves out, or take away what it repeats.

    >>> list(completed("4 November", CellType.DATE, RowFacts(year="1980")))[0]
    '4 November 1980'
    """
    if kind in WORDS and facts.states and "," in text:
        place = without_state(text, facts.states)
        yield from filter(None, (place,))
    elif kind is CellType.CURRENCY:
        yield from (f"{name} {text}" for name in facts.names)
    elif kind is CellType.DATE and facts.year and not _YEAR.search(text) and _is_bare(text):
        yield from (f"{text} {facts.year}", f"{text}, {facts.year}", f"{facts.year}-{text}")
        yield f"{facts.year}年{text}"


def _is_bare(text: str) -> bool:
    """Whether a date has nothing beside it that could say in which year: `4 November, a year later`."""
    return len(text.split()) <= _MOST_DATE_WORDS and text.isprintable() and not set("()[]?~") & set(text)


def _named(state: str) -> frozenset[str]:
    """What a name of a country, or of a state within one, stands for."""
    return regions_named(state).union(filter(None, (state_of(state),)))


@lru_cache(maxsize=1 << 8)
def _is_country(column: str) -> bool:
    said = exact_key(column.replace("_", " ")).split()
    return not words("polities", "country_columns").isdisjoint(said)


def without_state(text: str, states: frozenset[str]) -> str:
    """A place without one of `states` after it, or `""` if it has none.

    >>> without_state("Lima, Peru (port)", frozenset({"PE"})), without_state("Lima, Ohio", frozenset({"PE"}))
    ('Lima (port)', '')
    >>> without_state("Lima, OH", frozenset({"ohio"}))
    'Lima'
    """
    found = _WITHIN.fullmatch(text)
    if found is None or states.isdisjoint(_named(found["state"])):
        return ""
    return f"{found['place']} {found['note']}".strip()
