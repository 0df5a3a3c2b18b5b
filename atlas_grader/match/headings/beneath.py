"""What a header says of the bare numbers beneath it: `Price ($M)`, `Area, sq mi`, `height_ft`.

A careful reader gives a bare number the unit, scale or currency of its header. Whether a
part of a header is one is asked of the column's own type: `7 sq mi` must read, and must
not be the same as a bare 7, which is in the column's own unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Protocol

from atlas_grader.answers import Cell, NumberLiteral, RawCell
from atlas_grader.cleaning import clean_text
from atlas_grader.match.headings.pairs import two_units
from atlas_grader.match.headings.scale import BRACKET, LONGEST_CELL, NUMBER, TAIL, patterns, scale_of
from atlas_grader.match.ladder import CompiledCell
from atlas_grader.match.numbers.currencies import currency_at_start
from atlas_grader.match.numbers.units import parse_unit
from atlas_grader.match.registry import rules_of
from atlas_grader.policy import read_table
from atlas_grader.tasks import AMOUNTS, CellType, Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

_LONGEST_HEADER = 200

_IN = re.compile(r"(?:,|\s[-/:|]|\s(?:in|en|em|w|в|у))\s+([^,]{1,30})$")
_LEAD = re.compile(r"(?:in|en|em|w|в|у|as|approx\.?|approximate(?:ly)?|about|ca?\.)\s+", re.IGNORECASE)
# Digits belong to a power of a unit; any other may be a year.
_FIGURES = re.compile(r"(?<=[a-z])[23](?![\w])", re.IGNORECASE)
# `1,000 km²`, `$'000`, `x1000`, `10^3 km²`
_POWERS = tuple(
    (word, re.compile(rf"(?<![\d.,])(?:[x×*]\s?)?(?:{written}|10\s?{power})(?![\w.,]*\d)", re.IGNORECASE))
    for word, written, power in (
        ("thousand", r"1[,. ]?000s?|'?000'?s?", r"(?:\^\s?3|³)"),
        ("million", r"1(?:[,. ]?000){2}s?", r"(?:\^\s?6|⁶)"),
        ("billion", r"1(?:[,. ]?000){3}s?", r"(?:\^\s?9|⁹)"),
    )
)
_TIMES = re.compile(r"[×*]\s?10|\b10[,.]?000s?\b|10\s?[\^⁰¹²³⁴-⁹]")
_DEGREES = re.compile(r"[°º]?\s?(?:[CFK]|celsius|fahrenheit|kelvin)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_SHARES = ("‰", "‱")
# `distance_by_foot` is not in feet.
_LINKS = frozenset({"by", "on", "at", "of", "per", "from", "to", "for", "with", "the", "a"})

# A number or a range of two, with nothing but signs of doubt before it and notes behind it.
_BARE = re.compile(
    rf"(?P<before>[\s*_~≈<>≤≥]{{0,6}})(?P<number>{NUMBER}(?:\s?[-\u2012-\u2015]\s?{NUMBER})?)(?P<behind>[\s*_+]{{0,4}}(?:[\[【({{].*|{TAIL})?)",
    re.DOTALL,
)
# The first number of any other cell.
_LED = re.compile(rf"(\D{{0,24}})({NUMBER})(.*)", re.DOTALL)


class Beneath(Protocol):
    """How the cells under one header are judged."""

    unit: str
    """As the header writes it; `""` where it names none."""

    def judge(self, judge: CompiledCell, raw: RawCell) -> CellVerdict:
        """The verdict of `judge` on a cell, a bare number taken in the header's unit."""


class _OneUnit:
    """A header that names one unit or scale."""

    __slots__ = ("_code", "_pattern", "_scale", "unit")

    def __init__(self, unit: str, pattern: str, type_: CellType) -> None:
        self.unit = unit
        self._pattern = pattern
        self._scale = scale_of(unit, type_)
        self._code = _code_of(unit) if type_ is CellType.MONEY else ""

    def judge(self, judge: CompiledCell, raw: RawCell) -> CellVerdict:
        """See `Beneath`."""
        if not isinstance(raw, str) or len(raw) > LONGEST_CELL:
            return judge(raw)
        bare = raw.rstrip().rstrip("°º") if _DEGREES.fullmatch(self.unit) else raw  # the header says which
        found = _BARE.fullmatch(bare)
        if found is None:
            verdict = judge(raw) if self._scale is None else self._scale.judge(judge, raw)
            if verdict.verdict is Verdict.MATCH and self._code and self._is_in_its_currency(judge, raw):
                return undecided(Reason.UNKNOWN_CURRENCY, f"is perhaps in the header's “{self.unit}”")
            return self._unless_in_it(verdict, judge, raw)
        number = found["number"]
        if isinstance(raw, NumberLiteral) and "." in number:
            number += "0"  # a decimal point, never one of thousands
        verdict = judge(f"{found['before']}{self._pattern.format(number)}{found['behind']}")
        if verdict.verdict is Verdict.MISMATCH and judge(raw).verdict is not Verdict.MISMATCH:
            return undecided(Reason.AMBIGUOUS, f"is gold's as it stands, not in the header's “{self.unit}”")
        return verdict

    def _is_in_its_currency(self, judge: CompiledCell, raw: str) -> bool:
        """Whether a cell names none but the header's currency, which is not gold's: `$5`, `5 million`."""
        signs = tuple(_currencies_in(raw))
        if not all(self._code in codes for codes, _, _ in signs):
            return False
        start, end = signs[0][1:] if signs else (0, 0)
        told = judge(f"{raw[:start]} {self._code} {raw[end:]}")
        return told.verdict is Verdict.MISMATCH and told.reason is Reason.CURRENCY

    def _unless_in_it(self, verdict: CellVerdict, judge: CompiledCell, raw: str) -> CellVerdict:
        """Leave a mismatch open where the words beside the number are perhaps no unit."""
        found = _LED.fullmatch(raw) if verdict.verdict is Verdict.MISMATCH else None
        if found is None:
            return verdict
        worded = f"{found[1]}{self._pattern.format(found[2])} {found[3].strip()}"
        if judge(worded).verdict is not Verdict.MATCH:
            return verdict
        return undecided(Reason.AMBIGUOUS, f"is gold's if it is in the header's “{self.unit}”")


class _UnknownUnit:
    """A header with a unit or scale in brackets that cannot be read: `Cost (wibble USD)`."""

    unit = ""

    def judge(self, judge: CompiledCell, raw: RawCell) -> CellVerdict:
        """See `Beneath`."""
        verdict = judge(raw)
        return _SCALE_UNKNOWN if verdict.reason is Reason.SCALE else verdict


_SCALE_UNKNOWN = undecided(Reason.AMBIGUOUS, "gold's in another scale, which its header may name")


def beneath(header: str, column: Column) -> Beneath | None:
    """What a header of `column` says of bare numbers; `None` if it says no other unit than the column's."""
    if column.type not in AMOUNTS:
        return None
    text = clean_text(header[:_LONGEST_HEADER])
    pair = two_units(text, column)
    if pair is not None:
        return pair
    own = " ".join((column.name, *column.aliases, column.description)).casefold()
    for told in _told(text, column):
        unit = _with_scale_words(_LEAD.sub("", told.strip(" .:"), count=1).strip())
        if not unit or any(map(str.isdecimal, _FIGURES.sub("", unit))):
            continue
        if re.search(rf"(?<!\w){re.escape(unit.casefold())}(?!\w)", own) is not None:
            continue  # the column's gold is counted in it
        for pattern in patterns(unit, column.type):
            if _reads_otherwise(column, pattern.format("7")):
                return _OneUnit(unit, pattern, column.type)
        if column.type is CellType.DURATION and parse_unit(unit):
            return None  # its own unit; the `time` of `run_time (min)` is none
    in_brackets = (found[1].casefold() for found in BRACKET.finditer(text) if found[0] != text)
    return _UnknownUnit() if any(_may_scale(told, column) for told in in_brackets) else None


def _code_of(unit: str) -> str:
    """The one currency that a header's unit names; none where it is a shared sign itself."""
    codes = next((codes for codes, _, _ in _currencies_in(unit)), frozenset[str]())
    return next(iter(codes)) if len(codes) == 1 else ""


def _currencies_in(text: str) -> Iterator[tuple[frozenset[str], int, int]]:
    """The currencies that each sign or name in a text may stand for, and where it begins and ends."""
    place = 0
    while place < len(text):
        found = None if place and text[place - 1].isalpha() else currency_at_start(text[place:])
        if found is None or (found[0].is_word and place):
            place += 1
            continue
        end = len(text) - len(found[1])
        yield found[0].codes, place, end
        place = end


@cache
def _scale_words() -> frozenset[str]:
    """Scales in words that also mean another thing, or that no cell is written with."""
    return frozenset(read_table("match", "headings")["scales"])


def _may_scale(told: str, column: Column) -> bool:
    """Whether words that read as no unit may be a scale: a power, a word for one, one beside the own unit."""
    words = _WORD.findall(told)
    own = {(column.unit or "").casefold(), (column.currency or "").casefold()} - {""}
    return bool(
        _TIMES.search(told)
        or _scale_words().intersection(words)
        or (len(words) > 1 and own.intersection(words))
    )


def _with_scale_words(unit: str) -> str:
    """A unit with its power of ten in words: `1,000 km²` is in thousands of them."""
    for word, pattern in _POWERS:
        unit = pattern.sub(f" {word} ", unit)
    return " ".join(unit.split())


def _told(text: str, column: Column) -> Iterator[str]:
    """The parts of a header that may be a unit."""
    for bracket in BRACKET.finditer(text):
        if bracket[0] != text:
            yield bracket[1]
    behind = _IN.search(text)
    if behind is not None:
        yield behind[1]
    words = BRACKET.sub("", text).strip().split("_")
    for count in range(min(3, len(words) - 1), 0, -1):
        if words[-count - 1].casefold() not in _LINKS:
            yield " ".join(words[-count:])
    if column.type is CellType.MONEY:
        words = text.split(" ")
        for count in range(min(3, len(words) - 1), 0, -1):  # `Price US$m`
            if currency_at_start(" ".join(words[-count:])) is not None:
                yield " ".join(words[-count:])
    if column.type is CellType.PERCENT and text[-1:] in _SHARES:  # `Share ‰`
        yield text[-1]


def _reads_otherwise(column: Column, text: str) -> bool:
    """Whether a type reads a text as something else than a bare 7."""
    column = replace(column, tolerance=None)  # 7 feet are not within 5 metres of 7 metres
    rules, cell = rules_of(column.type), Cell(text)
    if not rules.reads(column)(cell):
        return False
    verdict = rules.compile(column, ("7",), ())(cell).verdict
    if column.type is CellType.PERCENT:  # `7 voters` is a share of nothing
        return verdict is Verdict.MISMATCH
    return verdict is not Verdict.MATCH
