"""The event loop that a judge's calls run in, wherever they are asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor

from atlas_grader.judge.calls import OutageError


class OwnLoop:
    """An event loop of one's own, also where another runs in this thread, as in a notebook."""

    def __init__(self) -> None:
        # A loop that is not set as this thread's takes no other's place.
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)

    @property
    def is_left_running(self) -> bool:
        """Whether a user interrupted once more while calls were being ended, which goes on."""
        return self._runner.get_loop().is_running()

    def run(self, work: Coroutine[None, None, None]) -> None:
        """Do some work; a user who interrupts ends it. `OutageError` where none can be done."""
        if self.is_left_running:
            work.close()
            raise OutageError(
                "the judge can be asked no more, for it was interrupted twice, and its calls are still being "
                "ended; open another one"
            )
        if _is_free():
            self._runner.run(work)
            return
        loop = self._runner.get_loop()
        task = loop.create_task(work)
        with ThreadPoolExecutor(1) as another:
            try:
                another.submit(loop.run_until_complete, task).result()
            except KeyboardInterrupt:
                loop.call_soon_threadsafe(task.cancel)
                raise

    def close(self) -> None:
        """Close the loop, unless it is left running."""
        if self.is_left_running:
            return
        if _is_free():
            self._runner.close()
            return
        with ThreadPoolExecutor(1) as another:
            another.submit(self._runner.close).result()


def _is_free() -> bool:
    """Whether no event loop runs in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return True
    return False
