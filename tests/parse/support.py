"""A task of two real ones, and a plain stand-in for what the column types read."""

from __future__ import annotations

import re
from collections.abc import Callable

from atlas_grader.answers import RawCell
from atlas_grader.task_report import TaskReport
from atlas_grader.tasks import CellType, Choice, Column, Task

_NUMBER = re.compile(
    r"[~c.\s]*[-−]?[\d.,]+( (?:million|billion))?\s*(?:°C|km²|km<sup>2</sup>|sq km|km&sup2;|%|m)?"
)
_DATE = re.compile(r"[~c.\s]*(?:\d{4}(?:-\d\d(?:-\d\d)?)?|\d{1,2} [A-Z][a-z]+ \d{4})(?: \(.*\))?")
_COORDINATES = re.compile(r"[-−]?[\d.°'′″\"]+\s?[NS]?,?\s+[-−]?[\d.°'′″\"]+\s?[EW]?")
_PATTERNS = {
    CellType.NUMBER: _NUMBER,
    CellType.PERCENT: _NUMBER,
    CellType.MONEY: re.compile(r"[$€£]?[\d.,]+(?: (?:million|billion))?"),
    CellType.QUANTITY: _NUMBER,
    CellType.DATE: _DATE,
    CellType.DURATION: re.compile(r"\d+:\d\d(?::\d\d)?|\d+ (?:min|h|days)"),
    CellType.BOOLEAN: re.compile(r"(?i)\**(?:yes|no|true|false|ja|nein|✓|✗)\**|<b>yes</b>|nearly.*"),
    CellType.COORDINATES: _COORDINATES,
    CellType.URL: re.compile(r"https?://\S+"),
}


def reads(column: Column) -> Callable[[RawCell], bool]:
    """Whether a column's type reads a raw cell, roughly."""
    choices = {name.casefold() for choice in column.choices for name in choice.names}

    def read(cell: RawCell) -> bool:
        if isinstance(cell, bool):
            return column.type is CellType.BOOLEAN
        if not isinstance(cell, str):
            return column.type is CellType.LIST
        if column.type is CellType.ENUM:
            return cell.casefold() in choices
        pattern = _PATTERNS.get(column.type)
        return pattern is None or pattern.fullmatch(cell.strip()) is not None

    return read


def column(name: str, kind: str = "text", description: str = "", **settings) -> Column:
    """A column by the name of its type; `choices` as strings."""
    if "choices" in settings:
        settings["choices"] = tuple(Choice(choice) for choice in settings["choices"])
    return Column(name, CellType(kind), description, **settings)


def task(*columns: Column, entity: tuple[str, ...] | None = None) -> Task:
    """A task of these columns; the first one names the entity."""
    return Task("task", "Find every one.", columns, entity or (columns[0].name,))


EQUATOR = task(
    column("country", "name", "Common English name of the state"),
    column("capital", "name", "Capital city"),
    column("capital_coordinates", "coordinates", "Latitude and longitude of the capital, decimal degrees"),
    column("area", "quantity", "Total area, inland water included", unit="km²"),
    column("currency", "text", "Official currency, name"),
    column("official_languages", "list", "Official languages at national level"),
    column("landlocked", "boolean", "Whether the state has no sea coast"),
)
GASES = task(
    column("element", "name", "English name of the element"),
    column("atomic_number", "number", "Atomic number"),
    column("melting_point", "quantity", "Melting point at 1 atm", unit="°C"),
    column("boiling_point", "quantity", "Boiling point at 1 atm", unit="°C"),
    column("discovery_year", "date", "Year of discovery"),
    column("noble_gas", "boolean", "Whether it is a noble gas (group 18)"),
)


def how(report: TaskReport, column: str) -> str:
    """How the header of a column was told."""
    return next(header.how for header in report.headers if header.column == column)
