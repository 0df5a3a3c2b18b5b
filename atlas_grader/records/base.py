"""What every record on the wire has in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    StringConstraints,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import InitErrorDetails

from atlas_grader.records.located import Path, problem, shown

_DECIMAL = re.compile(r"\d{1,60}(?:\.\d{1,60})?(?:[eE][-+]?\d{1,3})?", re.ASCII)
_DAY = r"^\d{4}-\d{2}-\d{2}$"
Contradictions = Iterator[tuple[Path, str]]
"""Paths inside a record, and what is wrong there."""


class Checked(BaseModel):
    """What is wrong with single keys, and what keys say against each other, is told at once."""

    @model_validator(mode="wrap")
    @classmethod
    def _tell_all(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401 (JSON)
        told = list(cls.contradictions(value)) if isinstance(value, Mapping) else []
        if not told:
            return handler(value)
        lines = [InitErrorDetails(type=problem(message), loc=path, input=value) for path, message in told]
        try:
            handler(value)
        except ValidationError as error:
            lines = [*map(_again, error.errors(include_url=False)), *lines]
        raise ValidationError.from_exception_data(cls.__name__, lines)

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """What keys of the record say against each other; `told` may be wrong in any other way."""
        yield from ()


def _again(error: Any) -> InitErrorDetails:  # noqa: ANN401 (pydantic's own dictionary)
    kind = problem(error["msg"]) if error["type"] == "problem" else error["type"]
    return InitErrorDetails(type=kind, loc=error["loc"], input=error["input"], ctx=error.get("ctx", {}))


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


def _day(text: str) -> str:
    try:
        is_day = re.fullmatch(_DAY, text) and date.fromisoformat(text)
    except ValueError:
        is_day = None
    if not is_day:
        raise problem(f"expected a day of the calendar, such as `2026-11-30`, got {shown(text)}")
    return text


Filled = Annotated[str, StringConstraints(min_length=1)]
"""A string that says something."""

IsoDate = Annotated[str, AfterValidator(_day), Field(json_schema_extra={"pattern": _DAY})]
"""A day, as ISO 8601 writes it."""

Size = Annotated[
    Decimal,
    BeforeValidator(_size),
    WithJsonSchema(
        {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": f"^{_DECIMAL.pattern}$"}]}
    ),
]
"""A number from zero up, as a JSON number or, to keep its digits, a string."""
