"""Many calls side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import TypeVar

from atlas_grader.judge.calls import CallFailedError, OutageError

T = TypeVar("T")


async def together(work: Iterable[Coroutine[None, None, T]], most: int) -> list[T]:
    """What each gives, in order; no more than so `most` are under way at once.

    After a failure nothing more is begun, but what is under way, and paid for, is heard to its end.
    Then the failure is raised.
    """
    given: dict[int, T] = {}
    failures: list[CallFailedError | OutageError] = []
    waiting = enumerate(work)

    async def go_on() -> None:
        for place, each in waiting:
            try:
                given[place] = await each
            except (CallFailedError, OutageError) as failure:
                failures.append(failure)
            if failures:
                return

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(most):
                group.create_task(go_on())
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    if failures:
        raise failures[0]
    return [given[place] for place in sorted(given)]
