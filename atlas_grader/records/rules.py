"""What a published release must hold beyond the shape of its records.

Written once: the JSON Schemas say as much of it as JSON Schema can, and `atlas_grader.vetting`
refuses a release by it. Reading a release asks for less, so that one can be drafted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from atlas_grader.tasks import CellType, State

# grading.md, section 1
ATTRIBUTES = range(2, 11)
EVIDENCE_LENGTH = 200
WEB_ADDRESS = r"^https?://[^\s/]+\S*$"
# An answer's file may be named after the task, and `--tasks` lists ids.
TASK_ID = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
LANGUAGE_TAG = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
DATE = r"^(\d{4}(-\d{2}(-\d{2})?)?)?$"

NUMERIC = (CellType.NUMBER, CellType.PERCENT, CellType.MONEY, CellType.QUANTITY, CellType.DURATION)
MEASURED = (CellType.QUANTITY, CellType.DURATION)
SETTINGS: Mapping[str, tuple[CellType, ...]] = {
    "unit": MEASURED,
    "currency": (CellType.MONEY,),
    "tolerance": NUMERIC,
    "precision": (CellType.DATE,),
    "choices": (CellType.ENUM,),
    "item_type": (CellType.LIST,),
    "ordered": (CellType.LIST,),
    "url_level": (CellType.URL,),
    "distance_km": (CellType.COORDINATES,),
    "body": (CellType.COORDINATES,),
    "identifier_kind": (CellType.IDENTIFIER,),
}
"""Setting of a column → the types on which it means something."""

# Money needs no currency: a column may hold amounts in the currency of each row's country.
NEEDED: Mapping[CellType, str] = {CellType.QUANTITY: "unit", CellType.ENUM: "choices"}
# A list of lists has no level to split at; of true and false, nothing that could be told apart.
NO_ITEMS = (CellType.LIST, CellType.BOOLEAN)

Json = dict[str, Any]


def column_schema(defaults: Mapping[str, object]) -> Json:
    """Settings stand on their types only, and where a type needs one it is there."""
    rules: list[Json] = [
        {"if": _is_of(owners), "else": {"properties": {setting: {"const": defaults[setting]}}}}
        for setting, owners in SETTINGS.items()
    ]
    for cell_type, setting in NEEDED.items():
        filled: Json = {"minItems": 1} if setting == "choices" else {"type": "string"}
        needs = {"required": [setting], "properties": {setting: filled}}
        rules.append({"if": _is_of((cell_type,)), "then": needs})
    rules.append({"not": {"properties": {"item_type": _one_of(NO_ITEMS)}, "required": ["item_type"]}})
    return {"allOf": rules}


def _is_of(types: Iterable[CellType]) -> Json:
    """Whether the column, or each item of it, is of one of the types."""
    owners = tuple(types)
    items = {"type": {"const": CellType.LIST.value}, "item_type": _one_of(owners)}
    return {
        "anyOf": [
            {"properties": {"type": _one_of(owners)}, "required": ["type"]},
            {"properties": items, "required": ["type", "item_type"]},
        ]
    }


def _one_of(types: Iterable[CellType]) -> Json:
    return {"enum": [cell_type.value for cell_type in types]}


TOLERANCE_SCHEMA: Json = {
    "oneOf": [
        {
            "required": ["relative"],
            "properties": {
                "relative": {"not": {"type": "null"}},
                "absolute": {"type": "null"},
                "unit": {"type": "null"},
            },
        },
        {
            "required": ["absolute"],
            "properties": {"absolute": {"not": {"type": "null"}}, "relative": {"type": "null"}},
        },
    ]
}
CELL_SCHEMA: Json = {
    "allOf": [
        {
            "if": {"properties": {"state": {"const": State.VALUE.value}}},
            "then": {"required": ["value"], "properties": {"value": {"not": {"type": "null"}}}},
            "else": {"properties": {"value": {"type": "null"}, "accepted": {"maxItems": 0}}},
        },
        {
            "if": {"properties": {"state": {"const": State.UNGRADED.value}}},
            "else": {"required": ["citations"], "properties": {"citations": {"minItems": 1}}},
        },
    ]
}
