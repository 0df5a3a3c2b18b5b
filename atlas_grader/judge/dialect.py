"""How much of a request a server understands.

Servers of one protocol differ in three parts of it. The dialects are tried from the richest on. What
a server refuses by name, no further dialect says; what it refuses without a name may be any part, so
the cheapest to lose goes first: the effort, then the newer name of the limit, then the format. To go
without a limit comes last: it is for models that can say less than the limit asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Any

from atlas_grader.judge.calls import Request

FORMATS = ("json_schema", "json_object", "")
LIMITS = ("max_completion_tokens", "max_tokens")
NO_LIMIT = ""

# The groups are named as the parts of `Dialect`.
_NAMED = re.compile(
    r"""
      (?P<reply_format> response_format | json_schema | json_object | structured.outputs? )
    | (?P<limit> max_(?:completion_)?tokens )
    | (?P<effort> \breasoning(?:[._ ]?effort)?\b )
    """,
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way to say a request."""

    reply_format: str
    """`""` asks for none."""
    limit: str
    """What the most tokens of a reply are called; `""` sets no limit."""
    effort: str
    """`""` asks for none."""

    def body(self, model: str, request: Request) -> dict[str, Any]:
        """A request in this dialect."""
        said: dict[str, Any] = {
            "model": model,
            "messages": [
                {"role": "system", "content": request.system},
                {"role": "user", "content": request.user},
            ],
        }
        if self.limit:
            said[self.limit] = request.most_tokens
        if self.effort:
            said["reasoning_effort"] = self.effort
        if self.reply_format:
            said["response_format"] = self._response_format(request)
        return said

    def _response_format(self, request: Request) -> dict[str, Any]:
        if self.reply_format == "json_object":
            return {"type": "json_object"}
        schema = {"name": request.schema_name, "schema": dict(request.schema), "strict": True}
        return {"type": "json_schema", "json_schema": schema}


def dialects(effort: str, *, must_limit: bool = False) -> list[Dialect]:
    """All that may be tried, the richest first; if they `must_limit`, none that sets no limit."""
    efforts = (effort, "") if effort else ("",)
    limited, unlimited = product(FORMATS, LIMITS, efforts), product(FORMATS, (NO_LIMIT,), efforts)
    return [Dialect(*parts) for parts in chain(limited, () if must_limit else unlimited)]


def without(refused: Dialect, complaint: str, left: Sequence[Dialect]) -> list[Dialect]:
    """The dialects of `left` that may be understood where `refused` met with `complaint`.

    >>> richest = dialects("low")[0]
    >>> without(richest, "Unknown parameter: 'max_completion_tokens'", dialects("low"))[0].limit
    'max_tokens'
    """
    culprit = named_in(complaint, refused)
    if not culprit:
        return [dialect for dialect in left if dialect != refused]
    said = getattr(refused, culprit)
    return [dialect for dialect in left if getattr(dialect, culprit) != said]


def named_in(complaint: str, refused: Dialect) -> str:
    """The part of a dialect that was sent and that a complaint names first of all; `""` if it names none."""
    named = _NAMED.search(complaint)
    culprit = named.lastgroup if named else None
    return culprit if culprit and getattr(refused, culprit) else ""
