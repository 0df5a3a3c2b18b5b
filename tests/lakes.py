"""A release of one small task, sound in every part: the lakes, their depths, and whether they are salt."""

from atlas_grader.tasks import (
    CellType,
    Citation,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    State,
    Task,
)

CITED = (
    Citation("https://example.org/lakes", "The page says so.", "2026-11-30"),
    Citation("https://example.com/lakes"),
)
LAKE = Column("lake", CellType.NAME)
DEPTH = Column("depth", CellType.QUANTITY, unit="m")
SALT = Column("salt", CellType.BOOLEAN)
TASK = Task("lakes", "Which lakes?", (LAKE, DEPTH, SALT), ("lake",))


def cell(value, **changes):
    return GoldCell(State.VALUE, value, citations=CITED, **changes)


def row(name, depth="1,642 m", salt="no", aliases=()):
    return GoldRow((EntityPart(name, aliases),), {"depth": cell(depth), "salt": cell(salt)})


ROWS = (row("Baikal", aliases=("Baykal",)), row("Como", "425 m"))
GOLD = Gold("lakes", ROWS, completeness="There are two.")
