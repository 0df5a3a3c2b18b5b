"""What every record on the wire has in common."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from atlas_grader.records.located import problem, shown

_DECIMAL = re.compile(r"[-+]?\d{1,60}(?:\.\d{1,60})?(?:[eE][-+]?\d{1,3})?", re.ASCII)


class ReleaseRecord(BaseModel):
    """A record of a release: unknown keys are slips, so they are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class OpenRecord(BaseModel):
    """A record of the outside world: unknown keys are kept and ignored."""

    model_config = ConfigDict(extra="allow", frozen=True, use_attribute_docstrings=True)


def _decimal(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal | float):
        raise problem(f"expected a decimal number, got {shown(value)}")
    if not _DECIMAL.fullmatch(str(value)):
        raise problem(f"expected a decimal number such as 0.5, got {shown(value)}")
    return Decimal(str(value))


Filled = Annotated[str, StringConstraints(min_length=1)]
"""A string that says something."""

IsoDate = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$")]
"""A day, as ISO 8601 writes it."""

Size = Annotated[
    Decimal, BeforeValidator(_decimal, json_schema_input_type=str | float), Field(ge=0, allow_inf_nan=False)
]
"""A number from zero up, as a JSON number or, to keep its digits, a string."""
