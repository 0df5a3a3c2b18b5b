"""One call to a model: what goes out, what comes back, what it used, and how it can fail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from atlas_grader.errors import AtlasError

CONCURRENCY = 8
"""The most calls under way at once, by default."""
TIMEOUT_S = 60.0
"""How long one attempt at a call may take, by default."""


@dataclass(frozen=True, slots=True)
class Request:
    """What one call says."""

    system: str
    user: str
    schema: Mapping[str, Any]
    """JSON Schema of the reply, in the strict subset: all properties required, none besides."""
    schema_name: str
    most_tokens: int
    """Of the reply, reasoning included."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, as the server counts them. Cached and written are part of `prompt`,
    reasoning is part of `completion`."""

    prompt: int = 0
    cached: int = 0
    written: int = 0
    completion: int = 0
    reasoning: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, unread."""

    text: str
    usage: Usage | None
    """`None` where the server does not tell."""
    seconds: float
    lacks: str = ""
    """Why what is there is not all, as `was refused`; `""` if it is."""
    cost: Decimal | None = None
    """USD; `None` where it is not known."""


class _NoReplyError(AtlasError):
    """A call gave nothing."""

    def __init__(self, told: str, *, may_pass: bool = False) -> None:
        super().__init__(told)
        self.may_pass = may_pass
        """Whether the same call may succeed at another time, with nothing changed."""


class CallFailedError(_NoReplyError):
    """One call gave nothing, however often it was tried; another may."""

    probe: Reply | None = None
    """What came of sending once more what was answered before, to see whether it still is."""


class UnreadReplyError(CallFailedError):
    """One call gave a reply that rules nothing, and so did the next one of the same question."""


class OutageError(_NoReplyError):
    """No call can succeed: the key, the model or the account is refused, or the server is gone."""


class CapReachedError(OutageError):
    """Another call might cost more than may still be spent."""
