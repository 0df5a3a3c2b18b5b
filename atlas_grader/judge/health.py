"""Whether a server is down, or does not answer some texts only.

Whoever is graded writes texts, and a text may make a server fail. So before failures in a row end
the asking of all others, the server is sent once more what it answered at first: if it answers
that, the texts are at fault.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from atlas_grader.judge.calls import CallFailedError, OutageError, Reply, Request
from atlas_grader.judge.failures import Course, Failure

MOST_FAILED_CALLS = 3
"""In a row; then the server is taken to be down."""

Ask = Callable[[Request], Awaitable[Reply | Failure]]


class Health:
    """What the calls to one server tell of it."""

    def __init__(self) -> None:
        self.probe: Request | None = None
        """What it answered at first; `None` as long as it answered nothing."""
        self.outage: OutageError | None = None
        """Why nothing more is sent to it; `None` while it may answer."""
        self._failed_in_a_row = 0
        self._probing = asyncio.Lock()

    def answered(self) -> None:
        """Take note of a reply."""
        self._failed_in_a_row = 0

    async def failed(self, failure: Failure, told: str, ask: Ask) -> CallFailedError | OutageError:
        """What the failure of a call means, in the words `told`; the probe is sent by `ask`."""
        error = CallFailedError(told, may_pass=failure.may_pass)
        if self._is_the_text(failure):
            return error
        if failure.course is Course.OUTAGE:
            self.outage = OutageError(told)
            return self.outage
        async with self._probing:
            error.probe = await self._probed(failure, ask)
            self._failed_in_a_row = 0 if error.probe else self._failed_in_a_row + 1
        if self._failed_in_a_row >= MOST_FAILED_CALLS:
            why = f"{MOST_FAILED_CALLS} calls in a row failed; the last: {told}"
            self.outage = OutageError(why, may_pass=failure.may_pass)
        return error

    def _is_the_text(self, failure: Failure) -> bool:
        """Whether it lies in what was asked: a server that refuses one text as such is not down."""
        return self.probe is not None and (failure.course is Course.REWORD or failure.may_be_the_text)

    async def _probed(self, failure: Failure, ask: Ask) -> Reply | None:
        """What the server says to the probe, where this failure would be the last of too many, and where it
        may be paid for."""
        is_too_many = self._failed_in_a_row + 1 >= MOST_FAILED_CALLS
        if self.probe is None or failure.is_last or not is_too_many:
            return None
        outcome = await ask(self.probe)
        return outcome if isinstance(outcome, Reply) else None
