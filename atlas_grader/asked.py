"""The questions that one task can raise for a model: what of the task and of an answer they tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256

from rapidfuzz import fuzz

from atlas_grader.answers import Cell
from atlas_grader.frozen import frozen
from atlas_grader.questions import DECOYS, Kind, Question, canonical
from atlas_grader.tasks import WORDS, CellType, Column, EntityPart, Gold, GoldValue, Task

LONGEST_SHOWN = 1_000
"""Most characters of one text of an answer that a model is shown; the rest is cut off, and that is told."""

_LONGEST_NAME = 300
_LONGEST_HEADER = 200
_MOST_NAMES = 12
_MOST_ACCEPTED = 20
_MOST_CHOICES = 60
_MOST_ITEMS = 60
_SHORTEST_CUT = 80
_MOST_LINKS = 5
_MOST_STRANGERS = 6
_MOST_COMPARED = 12
# More alike, and two values may be two wordings of one.
_MOST_ALIKE = 60.0
_OPTIONS_IN_ONE = 24_000
"""Most bytes of the options of one question; of more gold rows, names are asked about in parts."""

Differs = Callable[[int, str, GoldValue], bool]
"""Whether a value in a column is certainly not what gold holds there in a row."""


@frozen
class Offer:
    """Gold rows among which names may be found, as a model is told of them."""

    rows: tuple[int, ...]
    context: str
    strangers: tuple[str, ...]
    """Canonical JSON of what else gold knows, told like the rows."""

    def question(self, name: Sequence[Cell]) -> Question:
        """Which of them is a name?"""
        item = canonical({"name": _parts([_cut(cell.text, _LONGEST_NAME) for cell in name])})
        return Question(Kind.NAME, self.context, item, len(self.rows), decoys=self.strangers)


class AskedTask:
    """A task as a model is told of it."""

    def __init__(self, task: Task, gold: Gold, differs: Differs) -> None:
        self._task = task
        self._gold = gold
        self._differs = differs
        self._values_elsewhere: dict[tuple[int, str], tuple[list[GoldValue], list[GoldValue]]] = {}

    def cell(self, row: int, column: str, cell: Cell, header: str | None) -> Question:
        """Does a cell say what gold holds in a column of a row? `header` is told if it says of what unit."""
        gold = self._gold.rows[row].cells[column]
        said = _shown(cell, with_links=self._columns[column].type is CellType.URL)
        if header is not None:
            said["header"] = _cut(header)
        decoys = self._decoys(row, column, canonical(said))
        item = canonical({**_gold((gold.value or "", *gold.accepted)), **said})
        return Question(Kind.CELL, self._cell_contexts[column], item, decoys=decoys)

    def offers(self, offered: Sequence[int]) -> list[Offer]:
        """Some gold rows, in as many parts as none is too long."""
        parts: list[list[int]] = []
        room = 0
        for row in offered:
            size = len(canonical(self._option(row)).encode())
            if not parts or size > room:
                parts.append([])
                room = _OPTIONS_IN_ONE
            parts[-1].append(row)
            room -= size
        strangers = tuple(canonical(told) for told in self._strangers(offered))
        return [Offer(tuple(part), self._name_context(part), strangers) for part in parts]

    @staticmethod
    def may_offer(headers: Sequence[str]) -> bool:
        """Whether these are few and short enough to be asked about at once."""
        return len(canonical(_shown_headers(headers)).encode()) <= _OPTIONS_IN_ONE

    def header(self, headers: Sequence[str], column: str) -> Question:
        """Under which of these headers does a column stand?"""
        context = {**self._about, "options": _shown_headers(headers)}
        told = {"name": column, "description": self._columns[column].description}
        return Question(Kind.HEADER, canonical(context), canonical({"column": told}), len(headers))

    @cached_property
    def _columns(self) -> Mapping[str, Column]:
        return {column.name: column for column in self._task.columns}

    @cached_property
    def _about(self) -> dict[str, object]:
        about: dict[str, object] = {"question": self._task.question}
        return about | ({"as_of": self._task.as_of} if self._task.as_of else {})

    @cached_property
    def _cell_contexts(self) -> Mapping[str, str]:
        return {
            column.name: canonical({**self._about, "column": _column(column)})
            for column in self._task.attributes
        }

    def _name_context(self, offered: Sequence[int]) -> str:
        columns = [{"name": c.name, "description": c.description} for c in self._task.entity]
        options = [self._option(row) for row in offered]
        return canonical({**self._about, "columns": columns, "options": options})

    def _option(self, row: int) -> dict[str, object]:
        return _entity(self._gold.rows[row].entity)

    def _strangers(self, offered: Sequence[int]) -> list[dict[str, object]]:
        """Some of what gold knows and does not offer: what nobody can be who is one of those offered."""
        others = [row for row in range(len(self._gold.rows)) if row not in set(offered)]
        found = [self._option(row) for row in others[:_MOST_STRANGERS]]
        found += [_entity(near_miss.entity) for near_miss in self._gold.near_misses]
        return found[:_MOST_STRANGERS]

    def _decoys(self, row: int, column: str, said: str) -> tuple[str, ...]:
        """What gold holds elsewhere, in the form of what it holds here; which, only the cell's text tells."""
        same, other = self._elsewhere(row, column)
        start = number_of(said) % max(1, len(same))
        values = [*same[start:], *same[:start], *other]
        values += [foreign(number) for number in range(DECOYS - len(values))]
        count = min(len(self._gold.rows[row].cells[column].accepted), _MOST_ACCEPTED)
        return tuple(
            canonical(_gold((value, *self._as_right(row, column, value)[:count])))
            for value in values[:DECOYS]
        )

    def _as_right(self, row: int, column: str, value: GoldValue) -> list[GoldValue]:
        """What may stand as accepted beside another value: what gold accepts there, or other signs for it.

        What is listed as accepted means the same, wherever a cell is tried.
        """
        cells = [other.cells[column] for other in self._gold.rows]
        known = [accepted for cell in cells if cell.value == value for accepted in cell.accepted]
        differing = [accepted for accepted in known if self._differs(row, column, accepted)]
        return list(dict.fromkeys([*differing, *_in_other_signs(value)]))

    def _elsewhere(self, row: int, column: str) -> tuple[list[GoldValue], list[GoldValue]]:
        """Values that are certainly not a cell's: of its column, and of others, for where those are few.

        Rows in which gold holds the same have the same, as what is asked about their cells is the same.
        """
        if (row, column) not in self._values_elsewhere:
            right = self._gold.rows[row].cells[column].values
            start = number_of(canonical(list(map(_value, right)))) % len(self._gold.rows)
            rows = (*self._gold.rows[start:], *self._gold.rows[:start])
            held = [value for other in rows for value in other.cells[column].values[:1]]
            possible = dict.fromkeys([*held, *_VALUES.get(self._columns[column].type, ())])
            possible |= dict.fromkeys(choice.name for choice in self._columns[column].choices)
            is_worded = self._columns[column].type in WORDS
            same = [
                value
                for value in list(possible)[:_MOST_COMPARED]
                if value not in right
                and self._differs(row, column, value)
                and not (is_worded and _are_alike(value, right))
            ]
            beside = [
                value
                for other in self._task.attributes
                if other.name != column
                for value in rows[0].cells[other.name].values[:1]
                if not _are_alike(value, right)
            ]
            self._values_elsewhere[row, column] = same, beside
        return self._values_elsewhere[row, column]


_VALUES: Mapping[CellType, tuple[str, ...]] = {CellType.BOOLEAN: ("true", "false")}
"""What columns of a type can hold, whatever gold does."""


def foreign(number: int) -> str:
    """A value, or a name, that has nothing to do with any task; `number` tells several apart."""
    return f"a pair of green rubber boots, size {36 + number}"


def _in_other_signs(value: GoldValue) -> list[GoldValue]:
    """The same value, as often as gold may accept others."""
    marks = ["{}.", "({})", "“{}”", "{};", "[{}]", "*{}*", "– {}", "{}:", "'{}'", "= {}"]
    forms = [str.upper, str.lower, *(mark.format for mark in marks), *(f"{mark}.".format for mark in marks)]
    every = [form(value) if isinstance(value, str) else tuple(map(form, value)) for form in forms]
    return [form for form in every if form != value]


def number_of(text: str) -> int:
    """A number that depends on nothing but a text, and that nobody foresees who does not know it all."""
    return int(sha256(text.encode()).hexdigest(), 16)


def _entity(parts: Sequence[EntityPart]) -> dict[str, object]:
    """A name that gold knows, with its aliases."""
    aliases = [list(part.aliases[:_MOST_NAMES]) for part in parts]
    told: dict[str, object] = {"name": _parts([part.value for part in parts])}
    return told | ({"aliases": aliases if len(parts) > 1 else aliases[0]} if any(aliases) else {})


def _are_alike(value: GoldValue, right: Iterable[GoldValue]) -> bool:
    """Whether a value may be another wording of one that is right."""
    said = _text(value).casefold()
    return any(fuzz.ratio(said, _text(other).casefold()) > _MOST_ALIKE for other in right)


def _column(column: Column) -> dict[str, object]:
    """What a model is told of an attribute column: what is set."""
    tolerance = column.tolerance
    told = {
        "name": column.name,
        "description": column.description,
        "type": column.type.value,
        "unit": column.unit,
        "currency": column.currency,
        "precision": column.precision and column.precision.value,
        "choices": [choice.name for choice in column.choices[:_MOST_CHOICES]],
        "items": column.item_type.value if column.type is CellType.LIST else None,
        "in_order": column.ordered or None,
        "relative_tolerance": tolerance and tolerance.relative is not None and str(tolerance.relative),
        "absolute_tolerance": tolerance and tolerance.absolute is not None and str(tolerance.absolute),
    }
    return {name: value for name, value in told.items() if value}


def _gold(values: Sequence[GoldValue]) -> dict[str, object]:
    """What gold holds, as a question tells it: the preferred value, and those as right as it."""
    accepted = [_value(value) for value in values[1 : _MOST_ACCEPTED + 1]]
    return {"gold": _value(values[0])} | ({"accepted": accepted} if accepted else {})


def _value(value: GoldValue) -> object:
    return value if isinstance(value, str) else list(value)


def _text(value: GoldValue) -> str:
    return value if isinstance(value, str) else "; ".join(value)


def _shown(cell: Cell, *, with_links: bool) -> dict[str, object]:
    """A cell as a model sees it: cleaned, and cut."""
    told: dict[str, object] = {"cell": _cut(cell.text)}
    if cell.items is not None:
        longest = LONGEST_SHOWN // max(1, min(len(cell.items), _MOST_ITEMS))
        items = [_cut(item.text, max(_SHORTEST_CUT, longest)) for item in cell.items[:_MOST_ITEMS]]
        told = {"cell": items if len(cell.items) <= _MOST_ITEMS else [*items, "… [cut]"]}
    if with_links and cell.addresses:
        told["links"] = [_cut(address) for address in cell.addresses[:_MOST_LINKS]]
    return told


def _cut(text: str, longest: int = LONGEST_SHOWN) -> str:
    return text if len(text) <= longest else f"{text[:longest]} … [cut]"


def _shown_headers(headers: Sequence[str]) -> list[str]:
    return [_cut(header, _LONGEST_HEADER) for header in headers]


def _parts(parts: list[str]) -> str | list[str]:
    """One text for a name of one column, a list for one of several."""
    return parts[0] if len(parts) == 1 else parts
