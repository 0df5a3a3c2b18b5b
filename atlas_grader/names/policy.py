"""The tables of `names/tables`, each read once.

What a legal form, an article or a nickname is stands in data files; code only
says what follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from atlas_grader.policy import read_table


@cache
def table(name: str) -> Mapping[str, Any]:
    """One data file, as written."""
    return read_table("names", name)


@cache
def words(name: str, entry: str) -> frozenset[str]:
    """The words of one entry of a table, as a set."""
    return frozenset(table(name)[entry])
