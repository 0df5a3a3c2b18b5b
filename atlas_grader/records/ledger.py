"""Lines of a portable ledger on the wire: whose rulings they are, a call, a ruling.

Unknown keys are refused, not kept: a ledger is passed on, and must hold no more than it says.
"""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, StrictInt

from atlas_grader.errors import Fault
from atlas_grader.records.base import ReleaseRecord
from atlas_grader.records.located import problem, shown, validate

LEDGER_VERSION = 1
_MOST_CHARACTERS = 1000
_MOST_TOKENS = 10**12
_MOST_SECONDS = 10**6
_MOST_CALLS = 1000
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:Z|\+00:00)", re.ASCII)


def _version(value: int) -> int:
    if value != LEDGER_VERSION:
        told = f"expected a ledger of version {LEDGER_VERSION}, got version {shown(value)}"
        raise problem(f"{told}; update atlas-grader" if value > LEDGER_VERSION else told)
    return value


def _name(text: str) -> str:
    if len(text) > _MOST_CHARACTERS:
        raise problem(f"expected at most {_MOST_CHARACTERS:,} characters, got {len(text):,}")
    return text


def _instant(text: str) -> str:
    try:
        is_instant = _INSTANT.fullmatch(text) and datetime.fromisoformat(text)
    except ValueError:
        is_instant = None
    if not is_instant:
        raise problem(f"expected a time in UTC, such as `2026-11-30T12:00:00Z`, got {shown(text)}")
    return text


def _seconds(value: object) -> object:
    is_number = isinstance(value, int | Decimal) and not isinstance(value, bool)
    if not (is_number and 0 <= value <= _MOST_SECONDS):  # type: ignore[operator]
        raise problem(f"expected seconds from 0 to {_MOST_SECONDS:,}, got {shown(value)}")
    return float(value)  # type: ignore[arg-type]


Key = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Id = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Version = Annotated[StrictInt, AfterValidator(_version)]
Name = Annotated[str, AfterValidator(_name)]
Tokens = Annotated[StrictInt, Field(ge=0, le=_MOST_TOKENS)]
Usd = Annotated[str, Field(pattern=r"^[0-9]{1,15}(\.[0-9]{1,40})?$")]
Instant = Annotated[str, AfterValidator(_instant)]
Seconds = Annotated[float, BeforeValidator(_seconds)]


class HeaderRecord(ReleaseRecord):
    """The first line."""

    model_config = ConfigDict(title="Ledger")

    ledger: Version
    """Version of this form."""
    judge: dict[Name, Name]
    """Everything that the rulings depend on beside the questions."""


class UsageRecord(ReleaseRecord):
    """Tokens of one call."""

    model_config = ConfigDict(title="Usage")

    prompt: Tokens
    """All that was sent."""
    cached: Tokens
    """Of these, read from a cache."""
    written: Tokens
    """Of these, written into one."""
    completion: Tokens
    """All that came back."""
    reasoning: Tokens
    """Of these, not shown."""


class CallRecord(ReleaseRecord):
    """One call."""

    model_config = ConfigDict(title="Call")

    call: Id
    """Its id, of 32 hexadecimal digits."""
    model: Name
    """As the server was asked for it."""
    usage: UsageRecord | None
    """`null` where the server did not tell."""
    cost: Usd | None
    """In USD, as a string to keep its digits; `null` where it is not known."""
    seconds: Seconds
    """How long it took."""
    time: Instant
    """When it ended."""


class RulingRecord(ReleaseRecord):
    """One ruling."""

    model_config = ConfigDict(title="Ruling")

    key: Key
    """Hash of the judge and the question, of 64 hexadecimal digits."""
    ruling: str
    """A word, or the place of an option."""
    calls: Annotated[list[Id], Field(min_length=1, max_length=_MOST_CALLS)]
    """The calls that it follows from."""


def parse_header(value: object, where: str) -> HeaderRecord | tuple[Fault, ...]:
    """The first line of a ledger, or all that is wrong with it."""
    return validate(HeaderRecord, value, where)


def parse_line(value: object, where: str) -> CallRecord | RulingRecord | tuple[Fault, ...]:
    """Any other line of a ledger: a ruling if it has a key, or else a call."""
    if isinstance(value, dict) and "key" in value:
        return validate(RulingRecord, value, where)
    return validate(CallRecord, value, where)
