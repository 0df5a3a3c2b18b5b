"""Small tasks as a model is asked about them."""

import json

from atlas_grader.tasks import (
    CellType,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    NearMiss,
    State,
    Task,
)
from atlas_grader.wording import TaskWording

TOWN = Column("town", CellType.TEXT)


def parts(entity):
    return tuple(EntityPart(*part) if isinstance(part, tuple) else EntityPart(part) for part in entity)


def worded(*columns, rows, near_misses=(), differs=lambda value: True, entity=("name",), **settings):
    """A task; `rows` are entities, each with the right values of its cells by column."""
    names = tuple(Column(name, CellType.NAME) for name in entity)
    settings = {"question": "Which?", **settings}
    task = Task("t", columns=(*names, *columns), entity_columns=tuple(entity), **settings)
    gold = tuple(
        GoldRow(
            parts(its),
            {name: GoldCell(State.VALUE, values[0], tuple(values[1:])) for name, values in cells.items()},
        )
        for its, cells in rows
    )
    misses = tuple(NearMiss(parts(its)) for its in near_misses)
    return TaskWording(task, Gold("t", gold, misses), lambda column, cell: differs)


def towns(*values, **settings):
    """A row for each town, which may be several that are right."""
    listed = [[value] if isinstance(value, str) else value for value in values]
    rows = [([f"hall {place}"], {"town": told}) for place, told in enumerate(listed)]
    return worded(TOWN, rows=rows, **settings)


def item(question):
    return json.loads(question.item)


def decoys(question):
    return [json.loads(decoy) for decoy in question.decoys]


def tried_on(question):
    return [decoy["gold"] for decoy in decoys(question)]
