"""The signature names every choice that can move a score.

Two scores are comparable if, and only if, their signatures are equal and, where these name a
judge, nothing is left open that it was to settle and equal questions were ruled alike. A patch
release never moves a score, so `v` holds no patch number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Self

from atlas_grader import __version__
from atlas_grader.errors import UsageError

SPEC = "1"
"""The grading specification that this code implements. A change that can move a score raises it."""

ALIGNER = "strings"
"""How rows find their gold row without a model: tiers 1 to 3 of grading.md 4."""

NO_JUDGE = "none"
_NAME = "atlas-grade"


@dataclass(frozen=True, slots=True)
class Signature:
    """The choices behind a score, in the order they are printed."""

    v: str
    """Major and minor version of this package."""
    spec: str
    data: str
    """Release and content hash, as `2026.11@sha256:9f2c41d0`."""
    tasks: str
    """`all`, or the number of tasks and a hash of their ids, as `3@77ab03c1`."""
    align: str
    judge: str

    def __post_init__(self) -> None:
        broken = [f.name for f in fields(self) if set("| \n") & set(getattr(self, f.name))]
        if broken:
            raise UsageError(f"a signature's values may hold no '|' and no space: {', '.join(broken)}")

    def __str__(self) -> str:
        return "|".join([_NAME, *(f"{f.name}:{getattr(self, f.name)}" for f in fields(self))])

    @property
    def has_judge(self) -> bool:
        """Whether a model's rulings count."""
        return self.judge != NO_JUDGE

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a signature back; the inverse of `str`.

        Raises `UsageError` for anything that is not one.
        """
        name, *parts = text.strip().split("|")
        told = dict(part.split(":", 1) for part in parts if ":" in part)
        wanted = [f.name for f in fields(cls)]
        if name != _NAME or list(told) != wanted or len(parts) != len(wanted):
            raise UsageError(f"expected a signature `{_NAME}|{':…|'.join(wanted)}:…`, got {text!r}")
        return cls(**told)

    def differences(self, other: Self) -> list[str]:
        """Names of the choices on which two signatures disagree."""
        return [f.name for f in fields(self) if getattr(self, f.name) != getattr(other, f.name)]


def sign(data: str, task_ids: Iterable[str] | None, judge: str = "") -> Signature:
    """The signature of scores over release `data`, or over some tasks of it.

    `judge` names the model, if one settled what strings leave open.
    """
    major, minor = __version__.split(".")[:2]
    return Signature(
        v=f"{major}.{minor}",
        spec=SPEC,
        data=data,
        tasks="all" if task_ids is None else _digest(sorted(task_ids)),
        align=f"{ALIGNER}+{judge}" if judge else ALIGNER,
        judge=judge or NO_JUDGE,
    )


def _digest(task_ids: Sequence[str]) -> str:
    digest = sha256("\n".join(task_ids).encode()).hexdigest()
    return f"{len(task_ids)}@{digest[:8]}"
