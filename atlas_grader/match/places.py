"""The state after a place, where gold's own row says that it is there: `Lima, Peru`.

A string cannot know which Victoria it names; a country column of the same row can.
"""

from __future__ import annotations

import re
from functools import lru_cache

from atlas_grader.names.glosses import state_of
from atlas_grader.names.keys import exact_key
from atlas_grader.names.policy import words
from atlas_grader.tasks import GoldRow, Task

_WITHIN = re.compile(r"(?P<place>[^,]+),\s*(?P<state>[^,()]+?)\s*(?P<note>(?:\([^()]*\))?)")


def states_of(task: Task, row: GoldRow) -> frozenset[str]:
    """The states that a gold row names in the columns called a country."""
    entity = {column.name: part.names for column, part in zip(task.entity, row.entity, strict=True)}
    values = (
        entity[name] if name in entity else row.cells[name].values
        for name in (column.name for column in task.columns)
        if _is_country(name)
    )
    named = (state_of(value) for each in values for value in each if isinstance(value, str))
    return frozenset(filter(None, named))


@lru_cache(maxsize=1 << 8)
def _is_country(column: str) -> bool:
    said = exact_key(column.replace("_", " ")).split()
    return not words("polities", "country_columns").isdisjoint(said)


def without_state(text: str, states: frozenset[str]) -> str:
    """A place without one of `states` after it, or `""` if it has none.

    >>> without_state("Lima, Peru (port)", frozenset({"PE"})), without_state("Lima, Ohio", frozenset({"PE"}))
    ('Lima (port)', '')
    """
    found = _WITHIN.fullmatch(text)
    if found is None or state_of(found["state"]) not in states:
        return ""
    return f"{found['place']} {found['note']}".strip()
