"""What a release asks for and holds to be right: tasks, columns, gold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from atlas_grader.frozen import frozen


class CellType(StrEnum):
    """The column types of grading.md, section 5."""

    NUMBER = "number"
    PERCENT = "percent"
    MONEY = "money"
    QUANTITY = "quantity"
    DATE = "date"
    DURATION = "duration"
    BOOLEAN = "boolean"
    ENUM = "enum"
    COUNTRY = "country"
    LANGUAGE = "language"
    CURRENCY = "currency"
    TEXT = "text"
    NAME = "name"
    URL = "url"
    LIST = "list"
    COORDINATES = "coordinates"
    IDENTIFIER = "identifier"


FIGURES = frozenset(
    {
        CellType.NUMBER,
        CellType.PERCENT,
        CellType.MONEY,
        CellType.QUANTITY,
        CellType.DATE,
        CellType.DURATION,
        CellType.COORDINATES,
    }
)
"""The types whose values are figures."""

AMOUNTS = frozenset({CellType.NUMBER, CellType.PERCENT, CellType.MONEY, CellType.QUANTITY, CellType.DURATION})
"""The types whose values are a number of something."""

CODED = frozenset({CellType.COUNTRY, CellType.LANGUAGE, CellType.CURRENCY})
"""The types whose values are ISO's."""

WORDS = frozenset({CellType.TEXT, CellType.NAME})
"""The types that read any words."""


class Precision(StrEnum):
    """How much of a date a date column asks for."""

    DAY = "day"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"
    CENTURY = "century"


class UrlLevel(StrEnum):
    """What must agree for two addresses to be the same."""

    PAGE = "page"
    SITE = "site"


class IdentifierKind(StrEnum):
    """The identifier schemes with a canonical form of their own."""

    GENERIC = "generic"
    DOI = "doi"
    ISBN = "isbn"
    ISSN = "issn"
    ORCID = "orcid"
    ISIN = "isin"
    IP = "ip"
    PHONE = "phone"
    VERSION = "version"


class State(StrEnum):
    """What gold knows of a cell."""

    VALUE = "value"
    BLANK = "blank"
    UNGRADED = "ungraded"


class UngradedReason(StrEnum):
    """Why nobody is graded on a cell."""

    CONFLICT = "conflict"
    """Good sources contradict each other."""
    UNVERIFIABLE = "unverifiable"
    """No source that can be trusted tells it, nor that there is nothing."""
    VOLATILE = "volatile"
    """It changes faster than releases do."""
    AMBIGUOUS = "ambiguous"
    """The question can be read in more than one way here."""


@dataclass(frozen=True, slots=True)
class Tolerance:
    """Largest allowed difference: `relative` to gold, or `absolute` in `unit`.

    Exactly one of `relative` (a share: `0.02` is 2 %) and `absolute` is set;
    `unit` defaults to the column's own.
    """

    relative: Decimal | None = None
    absolute: Decimal | None = None
    unit: str | None = None

    def __post_init__(self) -> None:
        if (self.relative is None) == (self.absolute is None):
            raise ValueError("a tolerance is either relative or absolute")


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an enum column, with its other names and its code."""

    name: str
    aliases: tuple[str, ...] = ()
    code: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Every spelling that is this choice."""
        return (self.name, *self.aliases, *((self.code,) if self.code else ()))


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a task's table: its name, type and the type's settings."""

    name: str
    type: CellType
    description: str = ""
    aliases: tuple[str, ...] = ()
    """Other headers under which an answer may give this column."""
    unit: str | None = None
    """`quantity`, `duration`: the unit of a cell that names none."""
    currency: str | None = None
    """`money`: ISO 4217 code of a cell that names no currency."""
    tolerance: Tolerance | None = None
    precision: Precision | None = None
    """`date`: what to compare at; without it, as precisely as gold is written."""
    choices: tuple[Choice, ...] = ()
    """`enum`: every value the column can take."""
    item_type: CellType = CellType.TEXT
    """`list`: the type of each item; the column's other settings hold for items."""
    ordered: bool = False
    """`list`: whether the order of items counts."""
    url_level: UrlLevel = UrlLevel.PAGE
    distance_km: Decimal = Decimal(1)
    """`coordinates`: how far apart two positions may lie."""
    body: str = "Earth"
    """`coordinates`: the body they lie on."""
    identifier_kind: IdentifierKind = IdentifierKind.GENERIC


GoldValue = str | tuple[str, ...]
"""A gold value as written; a tuple holds the items of a list cell."""


def value_text(value: GoldValue) -> str:
    """A gold value as one text, the items of a list joined.

    >>> value_text("Chile"), value_text(("Chile", "Peru"))
    ('Chile', 'Chile; Peru')
    """
    return value if isinstance(value, str) else "; ".join(value)


def texts_in(values: Iterable[GoldValue]) -> Iterator[str]:
    """Every text of some values, the items of a list one by one."""
    for value in values:
        yield from (value,) if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a reader can check a gold cell."""

    url: str
    evidence: str = ""
    accessed: str = ""
    """ISO 8601 date on which the page was read."""


@frozen
class GoldCell:
    """What gold holds for one attribute of one row."""

    state: State
    value: GoldValue | None = None
    accepted: tuple[GoldValue, ...] = ()
    """Further values that are as right as `value`."""
    citations: tuple[Citation, ...] = ()
    note: str = ""
    reason: UngradedReason | None = None
    """Why it is ungraded; set only if it is."""

    @property
    def values(self) -> tuple[GoldValue, ...]:
        """Every right value, the preferred one first; empty unless `state` is VALUE."""
        return () if self.value is None else (self.value, *self.accepted)

    @property
    def bare(self) -> GoldCell:
        """The cell without what only readers want to know."""
        return GoldCell(self.state, self.value, self.accepted)


@dataclass(frozen=True, slots=True)
class EntityPart:
    """What one entity column says of a gold row: its name, and other names of it."""

    value: str
    aliases: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The name, then every alias."""
        return (self.value, *self.aliases)


Entity = tuple[EntityPart, ...]
"""One part for each of the task's entity columns, in the task's order."""


def entity_text(entity: Entity, between: str = " + ") -> str:
    """What a gold row is called in words: its preferred name in each entity column.

    >>> entity_text((EntityPart("Tsotsi"), EntityPart("2006")))
    'Tsotsi + 2006'
    """
    return between.join(part.value for part in entity)


@dataclass(frozen=True, slots=True)
class GoldRow:
    """One verified row: which entity, and the cell of each attribute column."""

    entity: Entity
    cells: Mapping[str, GoldCell]
    """Attribute column name → cell; every attribute column has one."""
    ungraded: bool = False
    """A borderline member: neither asked for nor punished."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A name that is known *not* to be a member."""

    entity: Entity
    note: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """A question, the columns to return, and which of them name the entity."""

    id: str
    question: str
    columns: tuple[Column, ...]
    entity_columns: tuple[str, ...]
    domain: str = ""
    language: str = "en"
    as_of: str = ""
    translations: Mapping[str, str] = field(default_factory=dict)
    """Language tag → the question in that language."""
    canary: str = ""
    """Marks text that must not be trained on; what its gold is obscured with."""
    development: bool = False
    """Its gold stands in clear: for trying things out, not for ranking."""
    memorised: bool = False
    """A model without tools named every member when the release was made."""

    @property
    def entity(self) -> tuple[Column, ...]:
        """The columns that identify a row, in `entity_columns` order."""
        by_name = {column.name: column for column in self.columns}
        return tuple(by_name[name] for name in self.entity_columns)

    @property
    def attributes(self) -> tuple[Column, ...]:
        """The columns that are graded cell by cell."""
        return tuple(c for c in self.columns if c.name not in self.entity_columns)


@dataclass(frozen=True, slots=True)
class Gold:
    """The verified table of one task."""

    task_id: str
    rows: tuple[GoldRow, ...]
    near_misses: tuple[NearMiss, ...] = ()
    completeness: str = ""
    """How it is known that no member is missing."""
