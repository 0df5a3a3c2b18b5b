"""Number cells: one number, with nothing but a label beside it (grading.md 5, `number`)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.numbers.amounts import AmountReader, per_column, restated
from atlas_grader.match.numbers.digits import Numeral, english_marks, fold_digits, plain_numeral
from atlas_grader.match.numbers.figures import (
    Span,
    compare_numerals,
    compare_spans,
    limit_of,
    numbers_of,
    read_range,
    renumbered,
    sums,
    unless_bracketed,
)
from atlas_grader.match.numbers.labels import is_counter, label_of, label_table
from atlas_grader.match.numbers.marks import as_in_english, unless_beside, unless_noted, without_raised_one
from atlas_grader.match.numbers.numerals import take_numeral
from atlas_grader.match.numbers.scales import Scales
from atlas_grader.match.numbers.uncertainty import unless_uncertain
from atlas_grader.match.offers.ends import between_accepted
from atlas_grader.match.offers.judging import decide
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.match.offers.reading import Offer, Wording
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import CellVerdict, Verdict

R = TypeVar("R")
Figures = tuple[Span, ...]
"""The admissible readings of one number or range."""

_ROMAN = re.compile(
    r"(?=[MDCLXVI]{2}|[IVX]\b)M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})", re.ASCII
)
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_LONGEST_PLAIN = 15
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+")
_ROMAN_SIGNS = frozenset(map(chr, range(0x2160, 0x2180)))
"""Ⅰ to ⅿ: numerals of one character."""
_ORDINAL = (
    r"(?:st|nd|rd|th|er|re|e|è?me|ème|de|ste|º|ª|\.?[oa]|-?[йяея]|-?(?:ый|ой|ий|ая|ое|го)|位|番目|번째|\.)"
)
_NUMBER_SIGN = re.compile(
    r"(?:no\.?|nr\.?|num\.?|n[°º]|№|#|第|number|numéro|número|nummer|номер)\s*(?=\d)", re.I
)
_FORMULA = re.compile(r"\$([-+~≈]?\s?\d[^$A-Za-z]*)\$(?!\d)")
_ISH = re.compile(r"(?<=\d)-?ish\b")
_ACCOUNTING = re.compile(r"\(\s*([^()]*\d[^()]*)\)(?:\s*([^\W\d_]+\.?))?")


def read_figures(text: str, label: Callable[[str], bool]) -> Figures | None:
    """Read a whole text as one number or range, in every admissible way.

    >>> [str(span.low.value) for span in read_figures("426 of 538", lambda _: False)]
    ['426']
    """

    def read(part: str) -> Sequence[Numeral]:
        return [n for n, rest in take_numeral(part, Scales.LETTERS) if not rest or _is_label(rest, label)]

    text = _NUMBER_SIGN.sub("", text)
    points = read(text)
    if points:
        return tuple(Span(number) for number in dict.fromkeys(points))
    negative = _ACCOUNTING.fullmatch(text)
    if negative is not None:
        # an accountant's minus, or no more than brackets
        inside = read(f"{negative[1].strip()} {negative[2] or ''}".strip())
        return (*(Span(n.times(-1)) for n in inside), *map(Span, inside)) or None
    roman = roman_numeral(text)
    if roman is not None:
        return (Span(roman),)
    return read_range(text, read) or None


def roman_numeral(text: str) -> Numeral | None:
    """A Roman numeral in capitals, in canonical form.

    >>> roman_numeral("LVIII").value
    58
    >>> roman_numeral("IIX") is None
    True
    """
    if text[:1] in _ROMAN_SIGNS and len(text) < 9:
        text = unicodedata.normalize("NFKC", text).upper()
    if _ROMAN.fullmatch(text) is None:
        return None
    digits = [_ROMAN_DIGITS[letter] for letter in text]
    pairs = zip(digits, [*digits[1:], 0], strict=True)
    return plain_numeral(str(sum(-this if this < following else this for this, following in pairs)))


def _is_label(rest: str, label: Callable[[str], bool]) -> bool:
    """Whether what follows a number only says what it counts, or of how many."""
    ordinal = re.match(rf"{_ORDINAL}(?!\w)\s*", rest)
    rest = rest[ordinal.end() :] if ordinal is not None else rest
    return not rest or is_counter(rest) or _of_total().fullmatch(rest) is not None or label(rest)


@cache
def _of_total() -> re.Pattern[str]:
    return re.compile(rf"{any_word(label_table().of)}\s+\d[\d.,' ]*(?:\s[^\W\d]+){{0,3}}", re.I)


# Rules --------------------------------------------------------------------------------------------


def _compile(column: Column, values: Values, _: Values) -> Matcher:
    reader, limit = _reader(column), limit_of(column.tolerance)
    texts = [gold_text(value) for value in values if isinstance(value, str)]
    golds = tuple(offer for text in texts if (offer := reader.read(text)) is not None)

    def same(gold: Figures, answer: Figures) -> CellVerdict:
        return compare_spans(gold, answer, limit)

    def is_gold(answer: Figures) -> bool:
        return any(same(gold.value, answer).verdict is Verdict.MATCH for gold in golds)

    def judge(text: str) -> CellVerdict:
        return decide(reader.read(text), golds, same)

    size = golds[0].value[0].low.value if golds else 0
    plain = _plain_point(golds) if limit is None else None

    def matcher(cell: Cell) -> CellVerdict:
        text = cell.text
        if plain is not None and len(text) <= _LONGEST_PLAIN:
            number = _plain_number(text, plain)
            if number is not None:
                return compare_numerals(plain, number, limit)
        offer = _read_cell(cell, reader)
        verdict = unless_bracketed(decide(offer, golds, same), text)
        verdict = restated(verdict, offer, is_gold, None, _together)
        verdict = unless_noted(as_in_english(verdict, text, judge), text, judge)
        verdict = unless_uncertain(verdict, text, limit, size, reader.first_number)
        if len(golds) > 1:
            verdict = between_accepted(verdict, text, lambda told: judge(told).verdict is Verdict.MATCH)
        return unless_beside(verdict, text, judge)

    return matcher


def _plain_number(text: str, gold: Numeral) -> Numeral | None:
    """The number that is all of a text: `1234`; also `1,234`, where gold is nowhere near 1.234."""
    digits = text.replace(",", "") if "," in text and _GROUPED.fullmatch(text) is not None else text
    if not (digits.isdigit() and digits.isascii()):
        return None
    value = int(digits)
    if len(text) - len(digits) == 1 and 1000 * gold.value - value < 1000 * (gold.step + 1):
        return None
    return Numeral(value, 1)


def _plain_point(golds: Sequence[Offer[Figures]]) -> Numeral | None:
    """Gold's number, if gold is one number and nothing else."""
    if len(golds) != 1 or golds[0].others or golds[0].bound is not None or len(golds[0].value) != 1:
        return None
    span = golds[0].value[0]
    return span.low if span.high is None else None


def _together(first: Figures, second: Figures) -> Figures | None:
    return sums(first, second) or None


def _read_cell(cell: Cell, reader: AmountReader[Figures]) -> Offer[Figures] | None:
    if cell.items is not None and len(cell.items) == 1:
        cell = cell.items[0]
    return read_amount(cell, reader)


# `±0.0` is 0 all the same
_SIGNED_ZERO = re.compile(r"(?:±|\+/-)\s?(?=0+(?:[.,]0+)?(?![\d.,]))")


def read_amount(cell: Cell, reader: AmountReader[R]) -> Offer[R] | None:
    """What a cell offers; a JSON number has one reading only."""
    text = without_raised_one(fold_digits(cell.text))
    if not cell.native:
        if "$" in text or "{" in text:
            text = _without_formula(text)
        if text[:1] in {"±", "+"}:
            text = _SIGNED_ZERO.sub("", text)
        return reader.read(_ISH.sub("", text) if "ish" in text else text)
    value = reader.wording.read(english_marks(text))
    return None if value is None else Offer(value)


def _without_formula(text: str) -> str:
    """The signs of a formula around a number or in it: `$48$` is no price, `3{,}500` is 3,500.

    >>> _without_formula("$48$"), _without_formula("3{,}500"), _without_formula("$5-$6")
    ('48', '3,500', '$5-$6')
    """
    formula = _FORMULA.fullmatch(text)
    return (formula[1] if formula is not None else text).replace("{,}", ",")


def gold_text(value: str) -> str:
    """Gold as the readers want it: folded, its marks read the English way."""
    return english_marks(fold_digits(fold_characters(value).strip()))


@per_column
def _reader(column: Column) -> AmountReader[Figures]:
    def worded(label: Callable[[str], bool]) -> Wording[Figures]:
        return Wording(lambda text: read_figures(text, label), label, counts=True)

    return AmountReader(worded, label_of(column), CellType.NUMBER, numbers_of, renumbered)


def _reads(column: Column) -> Callable[[Cell], bool]:
    reader = _reader(column)
    return lambda cell: _read_cell(cell, reader) is not None


RULES = TypeRules(compile=_compile, reads=_reads)
