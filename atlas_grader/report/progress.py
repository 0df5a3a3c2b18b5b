"""A progress bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Step(Protocol):
    """Moves a progress bar."""

    def __call__(self, steps: int = 1, /) -> None:
        """So many steps further."""


@contextmanager
def no_progress(total: int, doing: str) -> Iterator[Step]:
    """Show nothing."""
    del total, doing
    yield _stand_still


@contextmanager
def terminal_progress(total: int, doing: str) -> Iterator[Step]:
    """Show a bar on standard error while something is being done; it leaves no trace.

    What turns beside it tells that a step that takes minutes, as a model's may, is under way.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        SpinnerColumn("line"),
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(doing, total=total)
        yield lambda steps=1: progress.advance(task, steps)


def _stand_still(steps: int = 1, /) -> None:
    del steps
