"""What can go wrong, as exceptions a caller can tell apart.

AtlasError
├── InputError(ValueError)      an answers file: its author can fix it
├── ReleaseError(ValueError)    tasks, gold or manifest: the release's author must fix it
└── UsageError(ValueError)      options or calls that contradict each other

An unreadable answer *cell* is never an exception: it is a verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

# What a reader can take in at once; `faults` holds them all.
SHOWN_FAULTS = 10


def printable(text: str) -> str:
    """`text` on one line, with everything escaped that a terminal could act on.

    >>> printable("a\\nb\\x1b[31m")
    'a\\\\nb\\\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class Severity(StrEnum):
    """How bad a fault is."""

    ERROR = "error"
    WARNING = "warning"
    """Perhaps as it should be: worth a look, no reason to refuse."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a file: where, and what was expected and found there."""

    where: str
    """File and line, `answers.jsonl:17`, in the form that editors jump to."""
    message: str
    severity: Severity = Severity.ERROR
    task_id: str = field(default="", compare=False)
    """The task of an answer that cannot be read otherwise; with the first fault of it."""

    def __str__(self) -> str:
        doubt = "warning: " if self.severity is Severity.WARNING else ""
        return printable(f"{self.where}: {doubt}{self.message}")


def word_faults(faults: Sequence[Fault], most: int = SHOWN_FAULTS) -> str:
    """The first faults, one a line, and how many more there are."""
    lines = [str(fault) for fault in faults[:most]]
    if (more := len(faults) - most) > 0:
        lines.append(f"and {more:,} more")
    return "\n".join(lines)


class AtlasError(Exception):
    """Every error that this package raises on purpose."""


class _FaultsError(AtlasError, ValueError):
    """Carries every fault found, and words the first of them, one a line."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(tuple(faults))
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return word_faults(self.faults)


class InputError(_FaultsError):
    """An answers file does not say what an answers file must say."""


class ReleaseError(_FaultsError):
    """A release contradicts its schema, its manifest or itself."""


class UsageError(AtlasError, ValueError):
    """Options or arguments that cannot be honoured together."""


def counted(number: int, noun: str) -> str:
    """So many of something.

    >>> counted(1, "cell"), counted(1200, "cell")
    ('1 cell', '1,200 cells')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
