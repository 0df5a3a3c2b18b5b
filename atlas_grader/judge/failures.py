"""What a failed attempt means for the call, and how long to wait before the next one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum, auto
from typing import Any

from atlas_grader.errors import UsageError
from atlas_grader.judge.addresses import host_of
from atlas_grader.judge.completions import read_json

FIRST_BACKOFF = 0.5
LONGEST_BACKOFF = 8.0
LONGEST_WAIT = 120.0
"""Seconds that a server may ask for."""
_LONGEST_TOLD = 1e9

AGAIN = frozenset({408, 409, 429})
"""Beside all others from 500 on."""
NOT_UNDERSTOOD = frozenset({400, 422, 501})
NO_CREDIT = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
NO_MODEL = "model_not_found"

LONGEST_ADDRESS = 100
"""Characters of a base URL that a server leads to, if it is to be told."""

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_DENIED = 403
_LOST = frozenset({408, 502, 504, 520, 522, 524})
"""What a server, or a proxy before it, says that waited in vain for the model, which may have worked."""

REMEDIES: Mapping[int, str] = {
    401: "refuses the API key; set OPENAI_API_KEY to one that it accepts",
    402: "has no credit left for this account; add some, or use the key of another account",
    403: "denies this API key the model or the service; use another key or model",
    404: "has no such model at this address; check the model's name and the base URL",
}
"""What each refusal of the whole account means, and what to do."""


class Course(Enum):
    """What to do about a failure."""

    AGAIN = auto()
    """Another attempt may succeed."""
    REWORD = auto()
    """The server did not understand the request: another dialect may do."""
    GIVE_UP = auto()
    """This call fails."""
    OUTAGE = auto()
    """Every call would."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why one attempt gave no reply."""

    course: Course
    message: str
    """After the name of the host. Holds what the server says, and so perhaps the key."""
    complaint: str = ""
    """What the server says, the name of the parameter at fault first."""
    wait: float = 0.0
    """Seconds that the server asks to wait; 0 if it does not say."""
    is_for_all: bool = False
    """The server has too many calls of this account: all of them wait."""
    may_be_the_text: bool = False
    """A proxy may refuse one text so, and no other."""
    may_be_billed: bool = False
    """The model may have worked, though what it said did not come."""
    is_last: bool = False
    """Nothing more may be spent on the call."""

    @property
    def may_pass(self) -> bool:
        """Whether the same request may be answered at another time."""
        return self.course is Course.AGAIN or self.wait > 0


def read_failure(status: int, headers: Mapping[str, str], text: str) -> Failure:
    """What a reply means that is no completion."""
    if status in _REDIRECTS:
        told = f"{_redirected(headers.get('location', ''))} (HTTP {status})"
        return Failure(Course.OUTAGE, told, may_be_the_text=True)
    error = _error(text)
    said = _said(error, text)
    complaint = f"{_word(error.get('param'))} {said} {text}"
    codes = {_word(error.get("code")), _word(error.get("type"))}
    if remedy := REMEDIES.get(_refusal(status, codes), ""):
        return Failure(Course.OUTAGE, f"{remedy} (HTTP {status}: {said})", may_be_the_text=status == _DENIED)
    wait = told_wait(headers)
    if wait > LONGEST_WAIT:
        return Failure(
            Course.GIVE_UP,
            f"asks to wait {min(wait, _LONGEST_TOLD):,.0f} s (HTTP {status}: {said})",
            wait=wait,
        )
    return Failure(
        _course(status),
        f"replied with HTTP {status}: {said}",
        complaint,
        wait,
        is_for_all=status == 429,
        may_be_billed=status in _LOST,
    )


def _redirected(location: str) -> str:
    """What to do about a redirect, which may lead to anybody.

    >>> _redirected("https://host/v1/chat/completions")
    'redirects, which is not followed; if you trust https://host/v1, give that as --judge-base-url'
    >>> _redirected("https://host/login")
    'redirects, which is not followed; check the base URL'
    """
    base = location.removesuffix("/chat/completions")
    try:
        is_told = base != location and len(base) <= LONGEST_ADDRESS and bool(host_of(base))
    except UsageError:
        is_told = False
    remedy = f"if you trust {base}, give that as --judge-base-url" if is_told else "check the base URL"
    return f"redirects, which is not followed; {remedy}"


def _refusal(status: int, codes: set[str]) -> int:
    """The status that says what is refused, where a code says it better than the status."""
    if codes & NO_CREDIT:
        return 402
    return 404 if NO_MODEL in codes else status


def _course(status: int) -> Course:
    """What to do by the status; success without a completion is a slip of the server's."""
    if status in NOT_UNDERSTOOD:
        return Course.REWORD
    return Course.AGAIN if status < 300 or status >= 500 or status in AGAIN else Course.GIVE_UP


def _error(text: str) -> Mapping[str, Any]:
    """The error object of a body, which may be the body itself; empty if it has none."""
    body = read_json(text)
    error = body.get("error") if isinstance(body, dict) else None
    if isinstance(error, dict):
        return error
    return body if isinstance(body, dict) else {}


def _said(error: Mapping[str, Any], text: str) -> str:
    """The words of an error, wherever servers put them; all of the body, if nowhere there."""
    told = (_word(error.get(name)).strip() for name in ("message", "error", "detail"))
    return next(filter(None, told), text.strip() or "no text").rstrip(". ")


def _word(told: object) -> str:
    return told if isinstance(told, str) else ""


def told_wait(headers: Mapping[str, str]) -> float:
    """Seconds that the headers ask to wait: 0 if they do not, or not readably.

    >>> told_wait({"retry-after": "2"}), told_wait({"retry-after-ms": "250", "retry-after": "1"})
    (2.0, 0.25)
    >>> told_wait({"retry-after": "Mon, 30 Nov 2026 12:00:30 GMT", "date": "Mon, 30 Nov 2026 12:00:00 GMT"})
    30.0
    """
    if milliseconds := _number(headers.get("retry-after-ms", "")):
        return milliseconds / 1000
    told = headers.get("retry-after", "")
    if seconds := _number(told):
        return seconds
    until = _date(told)
    if until is None:
        return 0.0
    # The server's own clock, if it tells: ours may be off.
    now = _date(headers.get("date", "")) or datetime.now(UTC)
    return max(0.0, (until - now).total_seconds())


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        return 0.0
    return number if math.isfinite(number) and number > 0 else 0.0


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def backoff(attempt: int, chance: float) -> float:
    """Seconds to wait after the `attempt`-th failure (from 0): any share of a bound that doubles.

    >>> [backoff(attempt, 1.0) for attempt in range(6)]
    [0.5, 1.0, 2.0, 4.0, 8.0, 8.0]
    """
    return chance * min(LONGEST_BACKOFF, FIRST_BACKOFF * 2.0 ** min(attempt, 10))
