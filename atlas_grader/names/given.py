"""Given names of two people: Thomas Mann is not Heinrich Mann, though Karl Marx may be Charles.

Only of names that the tables know it can be told that they are two, and only where they begin
otherwise: `Patrick` may be a slip of the pen for `Patricia`. Nor may one stand in the other, for it
may be short for it: `Sandra` for `Alexandra`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from atlas_grader.names.policy import table


def are_two_names(one: str, other: str) -> bool:
    """Whether two given names, as exact keys, can be no forms of one.

    >>> are_two_names("thomas", "heinrich"), are_two_names("karl", "charles"), are_two_names("bob", "robert")
    (True, False, False)
    """
    lines, others = _lines_of(one), _lines_of(other)
    if one[0] == other[0] or one in other or other in one:
        return False
    return bool(lines) and bool(others) and lines.isdisjoint(others)


def _lines_of(name: str) -> frozenset[int]:
    """The lines of the table on which a name, or one that it is short for, stands."""
    fulls, lines = table("nicknames")["short"].get(name, ()), _lines()
    if not lines.keys() >= set(fulls):
        return frozenset()
    return lines.get(name, _NONE).union(*(lines[full] for full in fulls))


_NONE: frozenset[int] = frozenset()


@cache
def _lines() -> Mapping[str, frozenset[int]]:
    lines: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(table("given_names")["lines"]):
        for name in line.split():
            lines[name].add(number)
    return {name: frozenset(numbers) for name, numbers in lines.items()}
