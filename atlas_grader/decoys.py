"""What only somebody who is steered takes for right: other values beside a cell, strangers beside a name.

It is no part of a question's key. So it follows from what the question tells and from the task
alone: where one thing is asked in two places, it is tried on the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice

from rapidfuzz import fuzz

from atlas_grader.questions import DECOYS, canonical
from atlas_grader.tasks import WORDS, CellType, Gold, GoldCell, GoldRow, GoldValue, State, Task

MOST_ACCEPTED = 20
"""Most values that are told as accepted beside one."""
STRANGERS = 6
"""How many strangers there are for a name: as many as any call about it takes."""
LONGEST_STRANGER = 500
"""Most bytes of one, as it is told."""

_MOST_COMPARED = 12
# More alike, and two values may be two wordings of one.
_MOST_ALIKE = 60.0

Told = tuple[GoldValue, ...]
"""A value, and those told as accepted beside it."""
Differing = Callable[[str, GoldCell], Callable[[GoldValue], bool]]
"""Of a column and a gold cell: whether a value is certainly not what the cell holds."""

_POSSIBLE: Mapping[CellType, tuple[str, ...]] = {CellType.BOOLEAN: ("true", "false")}
"""What columns of a type can hold, whatever gold does."""


def told_of(cell: GoldCell) -> Told:
    """What gold holds in a cell, as far as it is told; `""` stands for no value."""
    return (cell.value or "", *cell.accepted[:MOST_ACCEPTED])


def foreign(number: int) -> str:
    """A value, or a name, that has nothing to do with any task; `number` tells several apart."""
    return f"a pair of green rubber boots, size {36 + number}"


def number_of(text: str) -> int:
    """A number that depends on nothing but a text, and that nobody foresees who does not know it all."""
    return int(sha256(text.encode()).hexdigest(), 16)


def strangers(offered: Collection[str], known: Iterable[str]) -> tuple[str, ...]:
    """The first of what is known and not offered, as it is told, and short."""
    others = (told for told in known if told not in offered and len(told.encode()) <= LONGEST_STRANGER)
    return tuple(islice(dict.fromkeys(others), STRANGERS))


class Decoys:
    """What gold holds elsewhere, in place of what it holds in a cell."""

    def __init__(self, task: Task, gold: Gold, differing: Differing) -> None:
        self._columns = {column.name: column for column in task.attributes}
        self._rows = gold.rows
        self._differing = differing
        self._known: dict[tuple[str, Told], _Elsewhere] = {}

    def of(self, column: str, told: Told, said: str) -> list[Told]:
        """`DECOYS` values for a cell of which `told` is told, each with as many that mean the same.

        Which of those that gold holds elsewhere, only the cell's own text tells.
        """
        if (column, told) not in self._known:
            self._known[column, told] = self._elsewhere(column, told)
        elsewhere = self._known[column, told]
        start = number_of(said) % max(1, len(elsewhere.same))
        values = [*elsewhere.same[start:], *elsewhere.same[:start], *elsewhere.beside]
        values += map(foreign, range(DECOYS - len(values)))
        count = len(told) - 1
        return [(value, *self._as_right(column, value, elsewhere.right)[:count]) for value in values[:DECOYS]]

    def _elsewhere(self, column: str, told: Told) -> _Elsewhere:
        right = self._right(column, told)
        start = number_of(canonical(told)) % len(self._rows)
        rows = (*self._rows[start:], *self._rows[:start])
        possible = list(dict.fromkeys(self._possible(column, rows)))[:_MOST_COMPARED]
        beside = [
            value
            for other in self._columns
            if other != column
            for value in rows[0].cells[other].values[:1]
            if not right.is_like(value)
        ]
        return _Elsewhere(right, [value for value in possible if right.excludes(value)], beside)

    def _right(self, column: str, told: Told) -> _Right:
        """All that gold holds wherever this is told of it: of many accepted values, some are not."""
        cells = [row.cells[column] for row in self._rows if told_of(row.cells[column]) == told]
        values = tuple(dict.fromkeys(value for cell in cells for value in cell.values))
        cell = GoldCell(State.VALUE, values[0], values[1:]) if values else GoldCell(State.BLANK)
        is_worded = self._columns[column].type in WORDS
        return _Right(values, self._differing(column, cell), is_worded=is_worded)

    def _possible(self, column: str, rows: Sequence[GoldRow]) -> Iterable[GoldValue]:
        """What a column holds in some rows, and what else it can."""
        for row in rows:
            yield from row.cells[column].values[:1]
        yield from _POSSIBLE.get(self._columns[column].type, ())
        yield from (choice.name for choice in self._columns[column].choices)

    def _as_right(self, column: str, value: GoldValue, right: _Right) -> list[GoldValue]:
        """What may stand as accepted beside another value: what gold accepts there, or other signs for it.

        What is listed as accepted means the same, wherever a cell is tried.
        """
        cells = [row.cells[column] for row in self._rows]
        accepted = (known for cell in cells if cell.value == value for known in cell.accepted)
        return list(dict.fromkeys([*filter(right.excludes, accepted), *_in_other_signs(value)]))


class _Right:
    """What is right in a cell, and what is certainly not."""

    def __init__(self, values: Told, differs: Callable[[GoldValue], bool], *, is_worded: bool) -> None:
        self._values = values
        self._differs = differs
        self._is_worded = is_worded

    def excludes(self, value: GoldValue) -> bool:
        """Whether a value of the same column is certainly not right."""
        return (
            value not in self._values
            and self._differs(value)
            and not (self._is_worded and self.is_like(value))
        )

    def is_like(self, value: GoldValue) -> bool:
        """Whether a value may be another wording of one that is right."""
        said = _text(value).casefold()
        return any(fuzz.ratio(said, _text(right).casefold()) > _MOST_ALIKE for right in self._values)


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """Values that are certainly not a cell's."""

    right: _Right
    same: Sequence[GoldValue]
    """Of its column."""
    beside: Sequence[GoldValue]
    """Of other columns, for where those are few."""


def _in_other_signs(value: GoldValue) -> list[GoldValue]:
    """The same value, as often as gold may accept others."""
    marks = ["{}.", "({})", "“{}”", "{};", "[{}]", "*{}*", "– {}", "{}:", "'{}'", "= {}"]
    forms = [str.upper, str.lower, *(mark.format for mark in marks), *(f"{mark}.".format for mark in marks)]
    every = [form(value) if isinstance(value, str) else tuple(map(form, value)) for form in forms]
    return [form for form in every if form != value]


def _text(value: GoldValue) -> str:
    return value if isinstance(value, str) else "; ".join(value)
