"""Which module decides which column type; loaded when a task first asks for it."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache

from atlas_grader.match.contract import TypeRules
from atlas_grader.tasks import CellType

_RULES: Mapping[CellType, str] = {
    CellType.NUMBER: "number:RULES",
    CellType.PERCENT: "percent:RULES",
    CellType.MONEY: "money:RULES",
    CellType.QUANTITY: "quantity:RULES",
    CellType.DATE: "date:RULES",
    CellType.DURATION: "duration:RULES",
    CellType.BOOLEAN: "boolean:RULES",
    CellType.ENUM: "choice:RULES",
    CellType.COUNTRY: "country:RULES",
    CellType.LANGUAGE: "language:RULES",
    CellType.CURRENCY: "currency:RULES",
    CellType.TEXT: "text:RULES",
    CellType.NAME: "text:NAME_RULES",
    CellType.URL: "url:RULES",
    CellType.LIST: "listing:RULES",
    CellType.COORDINATES: "coordinates:RULES",
    CellType.IDENTIFIER: "identifier:RULES",
}


@cache
def rules_of(cell_type: CellType) -> TypeRules:
    """The rules of one column type."""
    module, name = _RULES[cell_type].split(":")
    rules: TypeRules = getattr(importlib.import_module(f"atlas_grader.match.{module}"), name)
    return rules
