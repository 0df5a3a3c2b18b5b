"""Two units in one header, two numbers in a cell: `8,611 / 28,251` under `Height (m / ft)`.

The numbers stand in the order of the units, as long as both say the same; whatever else they
could be is left open, for the other number is never a wrong value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import product

from atlas_grader.answers import Cell, RawCell
from atlas_grader.match.headings.scale import BRACKET, LONGEST_CELL, NUMBER, patterns, scale_of
from atlas_grader.match.ladder import CompiledCell
from atlas_grader.match.numbers.currencies import currency_at_start
from atlas_grader.match.numbers.units import Meanings, parse_unit
from atlas_grader.match.quantity import home_unit
from atlas_grader.match.registry import rules_of
from atlas_grader.tasks import CellType, Column, Tolerance
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

_BRACKETS = re.compile(
    r"[(\[]([^()\[\]]{1,20})[)\]]\s*(?:[/|,;&-]|and|or)?\s*[(\[]([^()\[\]]{1,20})[)\]]", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s*(?:[/|,;·&]|\b(?:and|or|und|oder|et|ou|y|o|e|en|и)\b)\s*", re.IGNORECASE)
_MOST_WORDS = 3
_TAIL = re.compile(r"(?:,|:|\s-|\s(?:in|en|em|w|в|у))\s+([^()\[\]]{1,40})$|\s(\S{1,12}\s?[/|]\s?\S{1,12})$")
# Words of English first.
_NO_UNITS = frozenset({"in", "at", "a", "to", "by", "of", "as"})

_LONE = re.compile(
    rf"[\s*_~≈]{{0,6}}(?P<number>{NUMBER})(?P<behind>[\s*_]{{0,4}}(?:[\[【({{][^\d]*|\[\d+\]|【.*)?)"
)
_TWO = re.compile(
    rf"[\s*_~≈]{{0,6}}(?P<first>{NUMBER})\s*(?:[/|;\n=]|\bor\b|\s?,\s|(?P<open>\())\s*[~≈]?\s?(?P<second>{NUMBER})"
    r"(?(open)\s*\))[\s*_]{0,4}(?:\[\d+\]|【.*)?"
)
_CLOSE = Tolerance(relative=Decimal("0.01"))


class Pair:
    """A header that names two units."""

    __slots__ = ("_column", "_own", "_patterns", "unit")

    def __init__(self, units: tuple[str, str], column: Column) -> None:
        self.unit = " / ".join(units)
        self._column = column
        self._patterns = tuple(next(patterns(unit, column.type)) for unit in units)
        self._own = next((i for i, unit in enumerate(units) if _is_own(unit, column)), None)

    def judge(self, judge: CompiledCell, raw: RawCell) -> CellVerdict:
        """The verdict of `judge` on a cell, bare numbers taken in the header's units."""
        if not isinstance(raw, str) or len(raw) > LONGEST_CELL:
            return judge(raw)
        two = _TWO.fullmatch(raw)
        if two is not None:
            return self._judge_two(judge, two["first"], two["second"])
        lone = _LONE.fullmatch(raw)
        if lone is None:
            return judge(raw)
        first, second = (judge(self._worded(i, lone["number"])) for i in (0, 1))
        return first if first.verdict is not Verdict.MISMATCH or first.verdict is second.verdict else _OPEN

    def _worded(self, unit: int, number: str) -> str:
        return self._patterns[unit].format(number)

    def _judge_two(self, judge: CompiledCell, *numbers: str) -> CellVerdict:
        worded = [self._worded(i, number) for i, number in enumerate(numbers)]
        verdicts = [judge(text) for text in worded]
        told = verdicts[self._own or 0]
        is_money = self._column.type is CellType.MONEY
        if is_money and self._own is not None and told.verdict is Verdict.MATCH:
            return told  # the other currency's amount cannot be checked
        if not is_money and self._agree(*worded):
            if told.verdict is Verdict.MATCH or len({verdict.verdict for verdict in verdicts}) == 1:
                return told
            return _OPEN
        if any(
            judge(self._worded(i, number)).verdict is not Verdict.MISMATCH
            for i, number in product((0, 1), numbers)
        ):
            return _OPEN
        return told

    def _agree(self, first: str, second: str) -> bool:
        """Whether two measures are the same one."""
        column = replace(self._column, tolerance=_CLOSE)
        rules = rules_of(column.type)
        return any(
            rules.compile(column, (gold,), ())(Cell(answer)).verdict is Verdict.MATCH
            for gold, answer in ((first, second), (second, first))
        )


_OPEN = undecided(Reason.AMBIGUOUS, "which of the header's two units is meant cannot be told")


def two_units(header: str, column: Column) -> Pair | None:
    """The two units that a header names for one column; `None` if it does not."""
    if column.type not in (CellType.QUANTITY, CellType.MONEY):
        return None
    for first, second in _told(header):
        if first != second and _is_unit(first, column) and _is_unit(second, column):
            return Pair((first, second), column)
    return None


def _told(header: str) -> Iterator[tuple[str, str]]:
    both = _BRACKETS.search(header)
    if both is not None:
        yield both[1].strip(), both[2].strip()
    for bracket in BRACKET.finditer(header):
        yield from _halves(bracket[1])
        words = header[: bracket.start()].split()
        for count in range(min(_MOST_WORDS, len(words) - 1), 0, -1):
            yield " ".join(words[-count:]).strip("/|, "), bracket[1].strip()
    tail = _TAIL.search(header)
    if tail is not None:
        yield from _halves(tail[1] or tail[2])
    names = header.split("_")
    if len(names) > 2:  # a name and two units
        yield names[-2], names[-1]


def _halves(text: str) -> Iterator[tuple[str, str]]:
    for place in _BETWEEN.finditer(text):
        yield re.sub("^in ", "", text[: place.start()].strip()), text[place.end() :].strip()


def _is_unit(text: str, column: Column) -> bool:
    if not text or text.casefold() in _NO_UNITS:
        return False
    if column.type is CellType.MONEY:
        currency = currency_at_start(text)
        return currency is not None and (not currency[1] or scale_of(text, column.type) is not None)
    return bool(_dimensions(parse_unit(text)) & _dimensions(home_unit(column)))


def _dimensions(unit: Meanings) -> set[tuple[tuple[str, int], ...]]:
    return {meaning.dimension for meaning in unit}


def _is_own(text: str, column: Column) -> bool:
    """Whether a unit or currency is the column's own."""
    if column.type is CellType.MONEY:
        currency = currency_at_start(text)
        return currency is not None and column.currency in currency[0].codes
    return parse_unit(text) == home_unit(column)
