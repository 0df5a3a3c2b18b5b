"""A bracket in a header that makes cells say something else: `year (AH)`, `born (DD/MM/YYYY)`.

What cannot be read in the header's way is left open, for a careful reader would not take
such cells as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from atlas_grader.answers import RawCell
from atlas_grader.match.headings.scale import LONGEST_CELL
from atlas_grader.match.ladder import CompiledCell
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.policy import read_table
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

_LONGEST_HEADER = 200
_BRACKET = re.compile(r"(?<=.)[(\[（【]([^()\[\]（）【】]{1,40})[)\]）】]")
_ORDER = re.compile(r"([DMY])\1*[/.-]([DMY])\2*[/.-]([DMY])\3*", re.IGNORECASE)
_NUMBERED_DATE = re.compile(r"\s*(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})\s*")
_LONGITUDE_FIRST = re.compile(r"\W*(?:lon|lng|long|x)(?:g?itude)?\b.*\b(?:lat|y)(?:itude)?\W*", re.IGNORECASE)
_NUMBERS = frozenset({CellType.NUMBER, CellType.PERCENT, CellType.MONEY, CellType.QUANTITY})
_AMOUNTS_AND_TRUTHS = _NUMBERS | {CellType.BOOLEAN}


class Turned:
    """A header whose cells are not to be taken as they stand."""

    __slots__ = ("_plain_alone", "_told")
    unit = ""

    def __init__(self, told: str, *, plain_alone: bool = False) -> None:
        self._told = told
        self._plain_alone = plain_alone

    def judge(self, judge: CompiledCell, raw: RawCell) -> CellVerdict:
        """The verdict of `judge` on a cell, open where the header changes it."""
        verdict = judge(raw)
        if self._plain_alone:  # without a letter, the header alone says how it is counted
            is_open = isinstance(raw, str) and any(map(str.isdigit, raw)) and not any(map(str.isalpha, raw))
        else:
            is_open = verdict.verdict is Verdict.MATCH
        return undecided(Reason.AMBIGUOUS, f"stands under “{self._told}”") if is_open else verdict


class DateOrder:
    """A header that says in which order the numbers of its dates stand."""

    __slots__ = ("_order",)
    unit = ""

    def __init__(self, order: str) -> None:
        self._order = order

    def judge(self, judge: CompiledCell, raw: RawCell) -> CellVerdict:
        """The verdict of `judge` on a cell, its numbers taken in the header's order."""
        found = _NUMBERED_DATE.fullmatch(raw) if isinstance(raw, str) and len(raw) <= LONGEST_CELL else None
        if found is None:
            return judge(raw)
        part = dict(zip(self._order, (found[1], found[3], found[4]), strict=True))
        if len(part["y"]) != 4 or not 1 <= int(part["m"]) <= 12 or not 1 <= int(part["d"]) <= 31:
            return judge(raw)
        return judge(f"{part['y']}-{part['m']:0>2}-{part['d']:0>2}")


def turned(header: str, column: Column, are_rivals: Callable[[str, str], bool]) -> Turned | DateOrder | None:
    """What the brackets of a header change in the cells of `column`; `None` if nothing.

    `are_rivals` says whether two texts name roles that exclude each other.
    """
    header = header[:_LONGEST_HEADER].strip()
    own = " ".join((column.name, *column.aliases, column.description))
    for bracket in _BRACKET.finditer(header):
        written = bracket[1].strip()
        told = written.strip(" .")
        if not told or re.search(rf"(?<!\w){re.escape(told)}(?!\w)", own, re.IGNORECASE):
            continue
        order = _ORDER.fullmatch(told) if column.type is CellType.DATE else None
        if order is not None and sorted(parts := "".join(order.groups()).lower()) == ["d", "m", "y"]:
            return DateOrder(parts)
        if column.type in (CellType.DATE, CellType.NUMBER) and _eras().fullmatch(written):
            return Turned(told, plain_alone=True)
        if column.type is CellType.COORDINATES and _LONGITUDE_FIRST.fullmatch(told):
            return Turned(told, plain_alone=True)
        is_minutes = told.casefold() == "min" and column.type is CellType.QUANTITY
        if told.casefold() in _turning() and column.type in _AMOUNTS_AND_TRUTHS and not is_minutes:
            return Turned(told)
        if are_rivals(told, own):
            return Turned(told)
    if column.type in _NUMBERS and header[:1] in "-−" and header[1:] == column.name:
        return Turned(header)
    return None


@cache
def _turning() -> frozenset[str]:
    """Words that turn a value around or make it a limit."""
    return frozenset(read_table("match", "headings")["turning"])


@cache
def _eras() -> re.Pattern[str]:
    eras = read_table("match", "eras")
    calendars = rf"(?:\s?{any_word(eras['calendars'])})?"
    words = any_word([*eras["before"], *eras["counted"], *eras["others"], *eras["named"], "BE"])
    return re.compile(rf"{words}{calendars}", re.IGNORECASE)
