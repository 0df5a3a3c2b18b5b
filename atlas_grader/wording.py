"""How a task's questions are worded for a model: what of the task and of an answer they tell.

What would be too long to be asked is no question: what it is about stays as strings leave it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

from atlas_grader.answers import Cell
from atlas_grader.decoys import (
    LONGEST_STRANGER,
    STRANGERS,
    Decoys,
    Differing,
    Told,
    foreign,
    strangers,
    told_of,
)
from atlas_grader.frozen import frozen
from atlas_grader.questions import Kind, Question, canonical
from atlas_grader.tasks import CellType, Column, EntityPart, Gold, Task

TOKEN_BUDGET = 12_000
"""Most tokens of a call, its prompt and the form of its reply included, as `tokens_in` counts them."""
LONGEST_SHOWN = 1_000
"""Most characters of one text of an answer that a model is shown; the rest is cut off, and that is told."""

_LONGEST_NAME = 300
_LONGEST_CHARACTER = "\0"  # in JSON
_LONGEST_HEADER = 200
_LONGEST_UNIT, _MOST_WORDS_OF_A_UNIT = 30, 3
_MOST_NAMES = 12
_MOST_CHOICES = 60
_MOST_ITEMS = 60
_SHORTEST_CUT = 80
_MOST_LINKS = 5
_OPTIONS_IN_ONE = 24_000
"""Most bytes of the options of one question; of more gold rows, names are asked about in parts."""

_FEWEST_BYTES_PER_TOKEN = 3
_MOST_BYTES = _FEWEST_BYTES_PER_TOKEN * TOKEN_BUDGET
_AROUND = 2_000
"""Most bytes of a call beside what its question tells: the system prompt, the form of the reply, the keys."""
_NAMING = 20
"""Most bytes that it takes to name an option where it is told, and in the form of the reply."""


def tokens_in(text: str) -> int:
    """At most how many tokens a text is, as a rule: tokenizers make one of three bytes or more."""
    return -(-len(text.encode()) // _FEWEST_BYTES_PER_TOKEN)


@frozen
class Offer:
    """Gold rows among which names may be found, as a model is told of them."""

    rows: tuple[int, ...]
    context: str
    strangers: tuple[str, ...]
    """Canonical JSON of what else gold knows, told like the rows."""

    def question(self, name: Sequence[Cell]) -> Question | None:
        """Which of them is a name? `None` if that is too long to be asked."""
        item = _name_item([cell.text for cell in name])
        question = Question(Kind.NAME, self.context, item, len(self.rows), decoys=self.strangers)
        named = _NAMING * (len(self.rows) + len(self.strangers))
        return question if _fits(named, self.context, item, *self.strangers) else None


class TaskWording:
    """A task as a model is told of it."""

    def __init__(self, task: Task, gold: Gold, differing: Differing) -> None:
        self._task = task
        self._gold = gold
        self._decoys = Decoys(task, gold, differing)

    def cell(self, row: int, column: str, cell: Cell, unit: str | None) -> Question | None:
        """Does a cell say what gold holds in a column of a row?

        `unit` is what the header says bare numbers are in: `None` if nothing, `""` if it says so in words
        that could not be read. These are never shown: they would stand beside every cell of the column.
        `None` for a cell beneath them, and if the question is too long to be asked.
        """
        if unit is not None and not _is_plain(unit):
            return None
        gold = told_of(self._gold.rows[row].cells[column])
        said = _shown(cell, with_links=self._columns[column].type is CellType.URL)
        if unit is not None:
            said["unit"] = unit
        text, context = canonical(said), self._cell_contexts[column]
        decoys = tuple(canonical(_gold(decoy)) for decoy in self._decoys.of(column, gold, text))
        item = canonical({**_gold(gold), **said})
        variants = (item, *(text + decoy for decoy in decoys))
        is_short = all(_fits(0, context, variant) for variant in variants)
        return Question(Kind.CELL, context, item, decoys=decoys) if is_short else None

    def offers(self, offered: Sequence[int]) -> list[Offer]:
        """Some gold rows, in as many parts as none is too long."""
        parts: list[list[int]] = []
        room = 0
        for row in offered:
            size = _NAMING + _bytes(self._options[row])
            if not parts or size > room:
                parts.append([])
                room = self._room
            parts[-1].append(row)
            room -= size
        return [self._offer(tuple(part)) for part in parts]

    def header(self, headers: Sequence[str], column: str) -> Question | None:
        """Under which of these headers does a column stand? `None` if that is too long to be asked."""
        shown = [_cut(header, _LONGEST_HEADER) for header in headers]
        context = canonical({**self._about, "options": shown})
        told = {"name": column, "description": self._columns[column].description}
        item = canonical({"column": told})
        is_short = _fits(_NAMING * len(headers), context, item)
        return Question(Kind.HEADER, context, item, len(headers)) if is_short else None

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

    def _offer(self, rows: tuple[int, ...]) -> Offer:
        options = {self._options[row] for row in rows}
        context = self._name_context([self._option(row) for row in rows])
        return Offer(rows, context, strangers(options, self._names))

    def _name_context(self, options: Sequence[Mapping[str, object]]) -> str:
        columns = [{"name": c.name, "description": c.description} for c in self._task.entity]
        return canonical({**self._about, "columns": columns, "options": options})

    @cached_property
    def _room(self) -> int:
        """Bytes of the options of one question, whatever the name."""
        longest = _name_item([_LONGEST_CHARACTER * (_LONGEST_NAME + 1)] * len(self._task.entity))
        beside = _bytes(self._name_context([]), longest) + STRANGERS * (LONGEST_STRANGER + _NAMING)
        return min(_OPTIONS_IN_ONE, _MOST_BYTES - _AROUND - beside)

    @cached_property
    def _options(self) -> Sequence[str]:
        """Every gold row, as it is told."""
        return [canonical(self._option(row)) for row in range(len(self._gold.rows))]

    def _option(self, row: int) -> dict[str, object]:
        return _entity(self._gold.rows[row].entity)

    @cached_property
    def _names(self) -> Sequence[str]:
        """Who may be a stranger: whom gold knows, and then whom nobody does."""
        nobody = ([EntityPart(foreign(number))] * len(self._task.entity) for number in range(STRANGERS))
        others = chain((near_miss.entity for near_miss in self._gold.near_misses), nobody)
        return [*self._options, *(canonical(_entity(entity)) for entity in others)]


def _fits(beside: int, *texts: str) -> bool:
    """Whether a call with these texts, and so many bytes beside them, is within the budget."""
    return _AROUND + beside + _bytes(*texts) <= _MOST_BYTES


def _bytes(*texts: str) -> int:
    return sum(len(text.encode()) for text in texts)


def _name_item(parts: Sequence[str]) -> str:
    return canonical({"name": _parts([_cut(part, _LONGEST_NAME) for part in parts])})


def _entity(parts: Sequence[EntityPart]) -> dict[str, object]:
    """A name that gold knows, with its aliases."""
    aliases = [list(part.aliases[:_MOST_NAMES]) for part in parts]
    told: dict[str, object] = {"name": _parts([part.value for part in parts])}
    return told | ({"aliases": aliases if len(parts) > 1 else aliases[0]} if any(aliases) else {})


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


def _gold(values: Told) -> dict[str, object]:
    """What gold holds, as a question tells it: the preferred value, and those as right as it."""
    return {"gold": values[0]} | ({"accepted": values[1:]} if len(values) > 1 else {})


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


def _is_plain(unit: str) -> bool:
    """Whether this is a unit's name and no more."""
    return 0 < len(unit) <= _LONGEST_UNIT and len(unit.split()) <= _MOST_WORDS_OF_A_UNIT


def _cut(text: str, longest: int = LONGEST_SHOWN) -> str:
    return text if len(text) <= longest else f"{text[:longest]} … [cut]"


def _parts(parts: list[str]) -> str | list[str]:
    """One text for a name of one column, a list for one of several."""
    return parts[0] if len(parts) == 1 else parts
