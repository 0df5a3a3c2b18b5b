"""A progress bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def no_progress(total: int) -> Iterator[Callable[[], None]]:
    """Show nothing."""
    del total
    yield lambda: None


@contextmanager
def terminal_progress(total: int) -> Iterator[Callable[[], None]]:
    """Show a bar on standard error while answers are graded; it leaves no trace."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("grading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("grading", total=total)
        yield lambda: progress.advance(task)
