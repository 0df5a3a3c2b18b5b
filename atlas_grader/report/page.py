"""A page of text for a terminal, a pipe or a file, written in one piece when it is whole."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

# Wide enough for every table, when there is no terminal whose width would be known.
_PIPE_WIDTH = 120
_SPACES_AT_ENDS = re.compile(r" +$", re.MULTILINE)


@contextmanager
def open_page(write: Callable[[str], None]) -> Iterator[Console]:
    """A console; what is printed on it is given to `write` at the end.

    No markup, emoji codes or highlighting: what an answer wrote is shown as it is.
    """
    if sys.stdout is not None and sys.stdout.isatty():
        console = Console(highlight=False, markup=False, emoji=False)
    else:
        console = Console(
            file=io.StringIO(),
            width=_width(),
            color_system=None,
            highlight=False,
            markup=False,
            emoji=False,
        )
    with console.capture() as printed:
        yield console
    write(_SPACES_AT_ENDS.sub("", printed.get()))


def _width() -> int:
    """What `COLUMNS` says, where there is no terminal to ask."""
    told = os.environ.get("COLUMNS", "")
    return int(told) if re.fullmatch(r"[1-9]\d{1,3}", told, re.ASCII) else _PIPE_WIDTH
