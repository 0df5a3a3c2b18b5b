"""The event loop that a judge's calls run in, wherever they are asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from threading import Event, Thread

from atlas_grader.judge.calls import OutageError

_LONGEST_START_S = 1.0
"""A thread that was not begun by then never will be."""


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
        _in_another_thread(
            lambda: loop.run_until_complete(task), lambda: loop.call_soon_threadsafe(task.cancel)
        )

    def close(self) -> None:
        """Close the loop, unless it is left running."""
        if self.is_left_running:
            return
        if _is_free():
            self._runner.close()
            return
        _in_another_thread(self._runner.close, lambda: None)


def _in_another_thread(work: Callable[[], None], end: Callable[[], object]) -> None:
    """Do some work in a thread of its own, and raise what it raises; `end` is told that a user interrupts.

    An executor may lose a thread that is starting when a user interrupts; this waits for it too.
    """
    begun, done = Event(), Event()
    raised: list[BaseException] = []

    def run() -> None:
        begun.set()
        try:
            work()
        except BaseException as error:  # noqa: BLE001 (raised where the work was given)
            raised.append(error)
        finally:
            done.set()

    try:
        Thread(target=run).start()
        done.wait()
    except KeyboardInterrupt:
        end()
        if begun.wait(_LONGEST_START_S):
            done.wait()
        raise
    if raised:
        raise raised[0]


def _is_free() -> bool:
    """Whether no event loop runs in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return True
    return False
