"""How many worker processes are worth starting, and how they start."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from pathlib import Path
from threading import current_thread, main_thread

# Below this many bytes a second process costs more than it saves (starting takes about half a second).
_WORTH_A_PROCESS = 4 * 2**20
_MODULES = ["atlas_grader.pool"]


def workers_for(sources: Sequence[str]) -> int:
    """How many processes are worth starting for these files on this machine."""
    return max(1, min(os.cpu_count() or 1, sum(map(_size, sources)) // _WORTH_A_PROCESS))


def _size(source: str) -> int:
    """A file's bytes; none where there is no file of that name, or can be none."""
    try:
        return Path(source).stat().st_size if Path(source).is_file() else 0
    except OSError:
        return 0


def start_early(workers: int) -> None:
    """Let the server of `start_context` import its modules while this process imports its own.

    The server and its processes leave it to this one to be interrupted.
    """
    if workers > 1 and start_context().get_start_method() == "forkserver":
        from multiprocessing.forkserver import ensure_running  # not to be had everywhere

        with uninterrupted():
            ensure_running()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hear no Ctrl-C, nor let a process that starts now hear one; only the main thread hears any."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def start_context() -> BaseContext:
    """Processes that begin with what one server has imported for all of them, where the system can.

    None imports a module that lies in the folder where the command is run, whatever it is called.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(_MODULES)
    return context
