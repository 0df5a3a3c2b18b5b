"""What gold's own row says beside a cell, and what the cell says with it.

A string cannot know which Victoria it names, which Schilling, or in which year a
`November 4` was; a row of gold that names a state or a year can: `Lima, Peru` is Lima
in a row of Peru, `November 4` the election day of 1980 in the row of that election. And
`40.3399 BEF` is a bare number in a row of the Belgian franc.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Values
from atlas_grader.match.dates.grammar import read_date
from atlas_grader.match.dates.period import weekday_of
from atlas_grader.match.dates.relative import weekdays_in
from atlas_grader.match.registry import rules_of
from atlas_grader.names.glosses import state_of
from atlas_grader.names.keys import exact_key
from atlas_grader.names.policy import words
from atlas_grader.names.regions import regions_named
from atlas_grader.tasks import WORDS, CellType, Column, GoldRow, Task
from atlas_grader.verdicts import Verdict

_WITHIN = re.compile(r"(?P<place>[^,]+),\s*(?P<state>[^,()]+?)\s*(?P<note>(?:\([^()]*\))?)")
_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")
_MOST_NAMES = 4
# `40.3399 BEF`, `40.3399 francs per euro`, `1 EUR = BEF 40.3399`
_OF_CURRENCY = re.compile(
    r"(?:1\s?(?P<one>[^\d=]{1,20}?)\s?=\s?)?(?:(?P<before>[^\d\s=/]{2,20})\s)?(?P<number>\d[\d.,']*)"
    r"(?:\s?(?P<behind>[^\d\s=/][^\d=/]{0,30}?))?"
    r"(?:(?:\s?/\s?|\s(?:per|pro|je|par|por|za|за)\s)(?P<per>[^\d=/]{1,20}))?"
)
# `Tuesday, November 4`
_MOST_DATE_WORDS = 3


class RowFacts(NamedTuple):
    """The states that a gold row names, countries by name too, the one year in its entity's name, and
    currencies, each with its other names."""

    states: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    year: str = ""
    currencies: tuple[Values, ...] = ()


def facts_of(task: Task, row: GoldRow) -> RowFacts | None:
    """What a gold row says of states, in columns called a country or a state, and of a year."""
    entity = {column.name: part.names for column, part in zip(task.entity, row.entity, strict=True)}
    told = [
        value
        for column in task.columns
        if is_country(column.name) or (column.name in entity and column.type is CellType.COUNTRY)
        for value in (entity[column.name] if column.name in entity else row.cells[column.name].values)
        if isinstance(value, str)
    ]
    codes = {name: code for name in told if (code := state_of(name))}
    states = frozenset().union(*map(_named, told))
    years = {year for part in row.entity for year in _YEAR.findall(part.value)}
    year = years.pop() if len(years) == 1 else ""
    currencies = tuple(
        cell.values
        for column in task.columns
        if column.type is CellType.CURRENCY
        and (cell := row.cells.get(column.name)) is not None
        and cell.values
    )
    if not (states or year or currencies):
        return None
    return RowFacts(states, tuple(codes)[:_MOST_NAMES], year, currencies)


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
    elif kind is CellType.NUMBER and (found := _OF_CURRENCY.fullmatch(text)) is not None:
        yield from _without_currency(found, facts)
    elif kind is CellType.DATE and facts.year and not _YEAR.search(text) and _is_bare(text):
        dates = (
            f"{text} {facts.year}",
            f"{text}, {facts.year}",
            f"{facts.year}-{text}",
            f"{facts.year}年{text}",
        )
        named = weekdays_in(text)
        yield from (date for date in dates if not named or _falls_on(named, date))


def _without_currency(found: re.Match[str], facts: RowFacts) -> Iterator[str]:
    """The number of an amount in the row's own currency, or of what one unit of another one is worth."""
    unit, other = found["behind"] or found["before"], found["one"] or found["per"]
    if not unit or (found["behind"] and found["before"]) or (found["one"] and found["per"]):
        return
    rules, column = rules_of(CellType.CURRENCY), Column("currency", CellType.CURRENCY)
    if other is not None and not rules.reads(column)(Cell(other, other)):
        return
    named = [Cell(name, name) for name in (unit, *(f"{state} {unit}" for state in facts.names))]
    for values in facts.currencies:
        matches = rules.compile(column, values, ())
        if any(matches(name).verdict is Verdict.MATCH for name in named):
            yield found["number"]


def _falls_on(named: set[int], date: str) -> bool:
    """Whether a date is on one of the weekdays that were named beside it; else another year is meant."""
    return any(weekday_of(reading.start) in named for reading in read_date(date) or ())


def _is_bare(text: str) -> bool:
    """Whether a date has nothing beside it that could say in which year: `4 November, a year later`."""
    return len(text.split()) <= _MOST_DATE_WORDS and text.isprintable() and not set("()[]?~") & set(text)


def _named(state: str) -> frozenset[str]:
    """What a name of a country, or of a state within one, stands for."""
    return regions_named(state).union(filter(None, (state_of(state),)))


@lru_cache(maxsize=1 << 8)
def is_country(column: str) -> bool:
    """Whether a column is called a country or a state within one."""
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
