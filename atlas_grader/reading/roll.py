"""The roll of tasks: each may be answered once, and no other."""

from __future__ import annotations

from collections.abc import Collection

from atlas_grader.errors import Fault
from atlas_grader.records.located import did_you_mean, quote

# A search for the name meant costs milliseconds; a file of strangers needs it a few times only.
_MOST_HINTS = 20


class Roll:
    """Which tasks have been answered so far, and where."""

    def __init__(self, task_ids: Collection[str] | None = None) -> None:
        """Start with nothing answered; without `task_ids` every task is known."""
        self._known = None if task_ids is None else frozenset(task_ids)
        self._names = () if task_ids is None else tuple(task_ids)
        self._first: dict[str, str] = {}
        self._hints = 0
        self._system: str | None = None

    def enter(self, task_id: str, where: str, system: str = "") -> Fault | None:
        """Note an answer, or say why it cannot count.

        One source is one system's: its first answer names it, and later ones may leave the name out.
        """
        if self._system is None:
            self._system = system
        if system and system != self._system:
            own = quote(self._system) if self._system else "named from the start"
            expected = f"expected one system in a file, {own}"
            return Fault(where, f"{expected}, got {quote(system)}; give each its own file - at `$.system`")
        if self._known is not None and task_id not in self._known:
            return Fault(where, f"unknown task {quote(task_id)}{self._hint(task_id)} - at `$.task_id`")
        if (first := self._first.setdefault(task_id, where)) != where:
            return Fault(where, f"task {quote(task_id)} is answered twice; first at {first}")
        return None

    @property
    def answered(self) -> Collection[str]:
        """Ids of the tasks answered so far."""
        return self._first.keys()

    @property
    def missing(self) -> tuple[str, ...]:
        """Ids of the tasks not answered so far, in the release's order."""
        return tuple(task_id for task_id in self._names if task_id not in self._first)

    def _hint(self, task_id: str) -> str:
        self._hints += 1
        return did_you_mean(task_id, self._names) if self._hints <= _MOST_HINTS else ""
