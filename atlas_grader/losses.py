"""Where a score was lost: each point below 100 % Item F1, by kind of error and by column.

Item F1 is 2 · right / (returned + gold), so what is missing to 1 is the sum, over
gold units not found and returned units not right, of 1 / (returned + gold). Every
lost unit is charged to one kind; the charges of a run add up to exactly what its
Item F1 lacks (at the low end of its bounds).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from atlas_grader.score import Level
from atlas_grader.task_report import Fate, GoldReport, RowReport, TaskReport
from atlas_grader.verdicts import Reason, Verdict


class Kind(StrEnum):
    """The kinds of error that a reader can act on."""

    NO_ANSWER = "no answer"
    NO_TABLE = "no table"
    MISSING_ENTITY = "missing entity"
    EXTRA_ENTITY = "extra entity"
    NEAR_MISS = "known non-member"
    COPY = "copy of a row"
    OPEN_ENTITY = "open entity"
    EMPTY = "empty cell"
    NOT_BLANK = "value where gold is blank"
    WRONG_VALUE = "wrong value"
    ROUNDING = "rounding"
    SIGN_OR_SCALE = "sign or scale"
    UNIT = "unit or currency"
    DATE_PRECISION = "date precision"
    RANGE = "range for a value"
    SEVERAL = "several values"
    LIST_ITEMS = "list items"
    OPEN_CELL = "open cell"


KIND_OF_REASON: Mapping[Reason, Kind] = {
    Reason.EMPTY: Kind.EMPTY,
    Reason.JUDGED_ABSENT: Kind.EMPTY,
    Reason.NOT_BLANK: Kind.NOT_BLANK,
    Reason.ROUNDING: Kind.ROUNDING,
    Reason.SIGN: Kind.SIGN_OR_SCALE,
    Reason.SCALE: Kind.SIGN_OR_SCALE,
    Reason.UNIT: Kind.UNIT,
    Reason.CURRENCY: Kind.UNIT,
    Reason.LESS_PRECISE: Kind.DATE_PRECISION,
    Reason.RANGE: Kind.RANGE,
    Reason.SEVERAL_VALUES: Kind.SEVERAL,
    Reason.MISSING_ITEM: Kind.LIST_ITEMS,
    Reason.EXTRA_ITEM: Kind.LIST_ITEMS,
    Reason.WRONG_ITEM: Kind.LIST_ITEMS,
    Reason.WRONG_ORDER: Kind.LIST_ITEMS,
}
"""Every other reason of a mismatch is a wrong value."""

KIND_OF_FATE: Mapping[Fate, Kind] = {
    Fate.COPY: Kind.COPY,
    Fate.NEAR_MISS: Kind.NEAR_MISS,
    Fate.EXTRA: Kind.EXTRA_ENTITY,
    Fate.OPEN: Kind.OPEN_ENTITY,
}


class Loss(NamedTuple):
    """One error: its kind, the column it stands in, and the units it costs on both sides."""

    kind: Kind
    column: str | None
    units: int


def losses(report: TaskReport, attributes: int) -> Iterator[Loss]:
    """Every error of one answered task; their units add up to gold + returned − 2 · right."""
    yield from _missed(report)
    for row in report.rows:
        if kind := KIND_OF_FATE.get(row.fate):
            yield Loss(kind, None, 1 + attributes)
    for gold in report.gold:
        for column, verdict in gold.verdicts.items():
            if verdict.verdict is Verdict.MISMATCH:
                yield Loss(KIND_OF_REASON.get(verdict.reason, Kind.WRONG_VALUE), column, 2)
            elif verdict.verdict is Verdict.UNDECIDED:
                yield Loss(Kind.OPEN_CELL, column, 2)


def _missed(report: TaskReport) -> Iterator[Loss]:
    if not report.unread:
        for gold in report.gold:
            if not gold.rows and not gold.ungraded:
                yield Loss(Kind.MISSING_ENTITY, None, 1 + gold.graded_cells)
    elif units := report.counts[Level.ITEM].gold:
        yield Loss(Kind.NO_TABLE, None, units)


def failed_by_one(report: TaskReport) -> tuple[GoldReport, ...]:
    """Claimed rows that one cell alone keeps from being right."""
    return tuple(row for row in report.gold if row.rows and len(row.failed) == 1 and not row.open)


def unmatched(report: TaskReport) -> tuple[RowReport, ...]:
    """Returned rows that count against precision."""
    return tuple(row for row in report.rows if row.fate in KIND_OF_FATE)
