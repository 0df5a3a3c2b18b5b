"""Obscured gold on the wire: a line of `gold.jsonl` that crawlers cannot read."""

from __future__ import annotations

import json
from typing import Annotated

from pydantic import ConfigDict, Field

from atlas_grader.errors import Fault
from atlas_grader.records.base import Filled, ReleaseRecord
from atlas_grader.records.located import validate


class ObscuredGoldRecord(ReleaseRecord):
    """The gold of one task, obscured with the task's canary.

    The bytes of the plain line, combined byte by byte (XOR) with the SHA-256 of the canary's UTF-8, repeated.
    """

    model_config = ConfigDict(title="Obscured gold")

    task_id: Filled
    """The task whose table this is."""
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """SHA-256 of the plain line's bytes, in hexadecimal: whether it was revealed with the right canary."""
    obscured: Annotated[str, Field(pattern="^[A-Za-z0-9+/]*={0,2}$")]
    """The obscured bytes in base 64."""


def parse_obscured(value: object, where: str) -> ObscuredGoldRecord | tuple[Fault, ...]:
    """The obscured line in decoded JSON, or all that is wrong with it."""
    return validate(ObscuredGoldRecord, value, where)


def obscured_to_json(task_id: str, sha256: str, obscured: str) -> str:
    """One line of `gold.jsonl`, without the line break."""
    return json.dumps({"task_id": task_id, "sha256": sha256, "obscured": obscured}, ensure_ascii=False)
