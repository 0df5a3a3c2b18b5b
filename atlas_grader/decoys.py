"""What only somebody who is steered takes for right: other values beside a cell, strangers beside a name.

It is no part of a question's key. So it follows from what the question tells and from the task
alone: where one thing is asked in two places, it is tried on the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice, product
from typing import TypeVar

from rapidfuzz import fuzz

from atlas_grader.names.keys import exact_key
from atlas_grader.names.scripts import scripts_in
from atlas_grader.questions import DECOYS, canonical
from atlas_grader.tasks import (
    WORDS,
    CellType,
    Column,
    Gold,
    GoldCell,
    GoldRow,
    GoldValue,
    State,
    Task,
    texts_in,
    value_text,
)

MOST_ACCEPTED = 20
"""Most values that are told as accepted beside one."""
STRANGERS = 6
"""How many strangers there are for a name: as many as any call about it takes."""
LONGEST_STRANGER = 500
"""Most bytes of one, as it is told."""

_MOST_COMPARED = 12
# More alike, and two values may be two wordings of one.
_MOST_ALIKE = 60.0
_SHORTEST_WORD = 3
_LONGEST_SHORT_FORM = 5
_FIGURES = re.compile(r"\d+")

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
        turn = number_of(said)
        values = [*_turned(elsewhere.same, turn), *_turned(elsewhere.apart, turn), *elsewhere.beside]
        values += map(foreign, range(DECOYS - len(values)))
        count = len(told) - 1
        return [(value, *self._as_right(column, value, elsewhere.right)[:count]) for value in values[:DECOYS]]

    def _elsewhere(self, column: str, told: Told) -> _Elsewhere:
        right = self._right(column, told)
        rows = _turned(self._rows, number_of(canonical(told)))
        possible = list(dict.fromkeys(self._possible(column, rows)))[:_MOST_COMPARED]
        beside = [
            value
            for other in self._columns
            if other != column
            for value in rows[0].cells[other].values[:1]
            if not right.is_like(value)
        ]
        same = [value for value in possible if right.excludes(value)]
        others = [value for value in possible if value not in same] if len(same) < DECOYS else []
        return _Elsewhere(right, same, self._apart(column, right, others), beside)

    def _apart(self, column: str, right: _Right, values: Iterable[GoldValue]) -> list[GoldValue]:
        """Those that share nothing with what is right, where words are all that tells them from it."""
        if not _is_in_words(self._columns[column]):
            return []
        return [value for value in values if right.is_apart(value, self._accepted(column, value))]

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
        accepted = filter(right.excludes, self._accepted(column, value))
        return list(dict.fromkeys([*accepted, *_in_other_signs(value)]))

    def _accepted(self, column: str, value: GoldValue) -> Sequence[GoldValue]:
        """What gold accepts beside a value, wherever it holds it."""
        cells = (row.cells[column] for row in self._rows)
        return [known for cell in cells if cell.value == value for known in cell.accepted]


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
        return any(_are_alike(value_text(value), value_text(right)) for right in self._values)

    def is_apart(self, value: GoldValue, accepted: Iterable[GoldValue]) -> bool:
        """Whether a value in words shares nothing with any that is right, nor what is accepted beside it."""
        named = _Named(value)
        others = [named, *map(_Named, accepted)]
        return any(named.is_told_from(right) for right in self._named) and not any(
            other.may_share(right) for other in others for right in self._named
        )

    @cached_property
    def _named(self) -> Sequence[_Named]:
        return list(map(_Named, self._values))


class _Named:
    """A value in words: the texts of its items, and their words."""

    def __init__(self, value: GoldValue) -> None:
        self._texts = tuple(texts_in([value]))
        self._plain = tuple(map(exact_key, self._texts))
        self._words = tuple(map(_words, self._plain))
        self._figures = frozenset(_FIGURES.findall(" ".join(self._plain)))
        self._scripts = scripts_in(" ".join(self._plain))

    def is_told_from(self, other: _Named) -> bool:
        """Whether words can tell two values apart: each item has some, in a script that both write."""
        return all(self._words) and all(other._words) and self._scripts <= other._scripts

    def may_share(self, other: _Named) -> bool:
        """Whether something of one may be something of the other."""
        texts = product(self._texts, other._texts)
        plain = list(product(self._plain, other._plain))
        return (
            self._has_word_in(other)
            or other._has_word_in(self)
            or not self._figures.isdisjoint(other._figures)
            or any(_are_alike(one, another) for one, another in texts)
            or any(_is_short_for(one, another) or _is_short_for(another, one) for one, another in plain)
        )

    def _has_word_in(self, other: _Named) -> bool:
        return any(word in text for words in self._words for word in words for text in other._plain)


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """What gold holds in place of what it holds in a cell."""

    right: _Right
    same: Sequence[GoldValue]
    """Of its column, and certainly not right."""
    apart: Sequence[GoldValue]
    """Of its column, and nothing of it is in what is right, though no matcher calls it wrong."""
    beside: Sequence[GoldValue]
    """Of other columns, for where those are few."""


def _in_other_signs(value: GoldValue) -> list[GoldValue]:
    """The same value, as often as gold may accept others."""
    marks = ["{}.", "({})", "“{}”", "{};", "[{}]", "*{}*", "– {}", "{}:", "'{}'", "= {}"]
    forms = [str.upper, str.lower, *(mark.format for mark in marks), *(f"{mark}.".format for mark in marks)]
    every = [form(value) if isinstance(value, str) else tuple(map(form, value)) for form in forms]
    return [form for form in every if form != value]


_T = TypeVar("_T")


def _turned(values: Sequence[_T], turn: int) -> list[_T]:
    """The same, beginning elsewhere."""
    start = turn % max(1, len(values))
    return [*values[start:], *values[:start]]


def _is_in_words(column: Column) -> bool:
    """Whether a column holds words, or lists of them: of other types, matchers know what differs."""
    return column.type in WORDS or (column.type is CellType.LIST and column.item_type in WORDS)


def _are_alike(one: str, other: str) -> bool:
    return fuzz.ratio(one.casefold(), other.casefold()) > _MOST_ALIKE


def _words(plain: str) -> frozenset[str]:
    """Its words of some length; a sign of a script without capitals is as good as one."""
    words = (word for word in plain.split() if word.isalpha() and len(word) >= _SHORTEST_WORD)
    return frozenset([*words, *(sign for sign in plain if unicodedata.category(sign) == "Lo")])


def _is_short_for(short: str, long: str) -> bool:
    """Whether a short word may be made of letters of a text: `IBM`, `PwC`."""
    word, letters = short.strip(), iter(long.replace(" ", ""))
    is_short = word.isalpha() and len(word) <= _LONGEST_SHORT_FORM
    return is_short and long.startswith(word[0]) and all(letter in letters for letter in word)
