"""The data files that hold the policy: each stage's `tables/*.json`."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def read_table(stage: str, name: str) -> dict[str, Any]:
    """One data file of a stage such as `match`, as written; made anew at each call."""
    path = files("atlas_grader").joinpath(stage, "tables", f"{name}.json")
    table: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return table
