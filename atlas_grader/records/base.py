"""What every record on the wire has in common."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, WithJsonSchema

from atlas_grader.records.located import problem, shown

_DECIMAL = re.compile(r"\d{1,60}(?:\.\d{1,60})?(?:[eE][-+]?\d{1,3})?", re.ASCII)


class ReleaseRecord(BaseModel):
    """A record of a release: unknown keys are slips, so they are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class OpenRecord(BaseModel):
    """A record of the outside world: unknown keys are kept and ignored."""

    model_config = ConfigDict(extra="allow", frozen=True, use_attribute_docstrings=True)


def _size(value: object) -> Decimal:
    text = str(value) if isinstance(value, int | str | Decimal | float) and value is not True else ""
    if not _DECIMAL.fullmatch(text):
        raise problem(f"expected a decimal number from 0 up, got {shown(value)}")
    return Decimal(text)


Filled = Annotated[str, StringConstraints(min_length=1)]
"""A string that says something."""

IsoDate = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$")]
"""A day, as ISO 8601 writes it."""

Size = Annotated[
    Decimal,
    BeforeValidator(_size),
    WithJsonSchema(
        {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": f"^{_DECIMAL.pattern}$"}]}
    ),
]
"""A number from zero up, as a JSON number or, to keep its digits, a string."""
