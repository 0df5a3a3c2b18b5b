"""`@frozen`: a value that is made a hundred thousand times a second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[T]) -> type[T]:
    """A dataclass with slots that the type checker lets nobody change.

    Python does not look: to guard each field while it is first set makes an object three times as
    dear, and grading makes over a hundred of them for a row. What grades share, such as verdicts
    and tasks, is guarded.

    >>> @frozen
    ... class Point:
    ...     x: int
    >>> Point(1) == Point(1), hash(Point(1)) == hash(Point(1))
    (True, True)
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
