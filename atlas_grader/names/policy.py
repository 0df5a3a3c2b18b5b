"""The tables of `names/tables`, each read once.

What a legal form, an article or a nickname is stands in data files; code only
says what follows from it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> Mapping[str, Any]:
    """One data file, as written."""
    text = files("atlas_grader.names").joinpath("tables", f"{name}.json").read_text(encoding="utf-8")
    data: Mapping[str, Any] = json.loads(text)
    return data


@cache
def words(name: str, entry: str) -> frozenset[str]:
    """The words of one entry of a table, as a set."""
    return frozenset(table(name)[entry])
