"""How uncertain a cell calls its number: `271 ± 270`, `8611 m (est. 8300-8900)`.

A small uncertainty is a note. One larger than the column's tolerance, or than a twentieth
where none is declared, leaves open whether gold's value is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from atlas_grader.match.numbers.digits import Numeral, fold_digits
from atlas_grader.match.numbers.figures import Limit
from atlas_grader.match.numbers.numerals import take_numeral
from atlas_grader.match.numbers.scales import Scales
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.policy import read_table
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

_LONGEST = 300
_USUAL = Fraction(1, 20)
_FEW = 3
"""Units of the last digit by which a number may be uncertain, up to a tenth of it: `34 % ± 2 %`."""
_LARGEST_OF_FEW = Fraction(1, 10)
_DIGITS = re.compile(r"\d[\d.,]*")
_SIGN = re.compile(r"±|\+\s?/\s?-|\+-")
_BETWEEN = re.compile(
    r"[(\[（【]([^()\[\]（）【】]{0,40}?)(\d[\d.,]*)\s?[^\W\d]{0,3}[²³]?"
    r"\s*(?:-+|~|to|bis|and|à|a|и)\s*(\d[\d.,]*)"
)
_PERCENT = re.compile(r"\s*(?:%|per\s?cent|percent)")
_OPEN = undecided(Reason.AMBIGUOUS, "the uncertainty that it states is larger than what is allowed")


def unless_uncertain(
    verdict: CellVerdict, text: str, limit: Limit | None, gold: Fraction | int = 1
) -> CellVerdict:
    """A verdict on a cell, a match left open where its number is too uncertain.

    `gold` is the value around which an absolute limit is allowed.
    """
    if verdict.verdict is not Verdict.MATCH or not _may_tell(text):
        return verdict
    allowed = _USUAL if limit is None else _share(limit, gold)
    return _OPEN if any(share > allowed for share in _shares(fold_digits(text[:_LONGEST]))) else verdict


def _may_tell(text: str) -> bool:
    return "±" in text or "+" in text or any(p.search(text) for p in (_BETWEEN, _give_or_take()))


def _share(limit: Limit, gold: Fraction | int) -> Fraction:
    return Fraction(limit.at(gold)) / abs(Fraction(gold)) if gold else Fraction(0)


def _shares(text: str) -> Iterator[Fraction]:
    """How large each uncertainty of a cell is, as a share of its number beyond the last digit."""
    first = _number(text)
    if first is None or not first[0].value:
        return
    number = first[0]
    value, step = abs(Fraction(number.value)), Fraction(number.step)
    for pattern in (_SIGN, _give_or_take()):
        for place in pattern.finditer(text):
            around = _number(text[place.end() :])
            if around is None or place.start() == 0:
                continue
            if _PERCENT.match(around[1]) and "%" not in text[: place.start()]:
                yield Fraction(around[0].value) / 100
            else:
                share = Fraction(around[0].value) / value
                if around[0].value > (step if share > _LARGEST_OF_FEW else _FEW * step):
                    yield share
    for between in _BETWEEN.finditer(text):
        low, high = _number(between[2]), _number(between[3])
        if low is not None and high is not None and low[0].value < number.value < high[0].value:
            yield max(value - low[0].value, high[0].value - value) / value


def _number(text: str) -> tuple[Numeral, str] | None:
    """The first number of a text, as an English reader takes it, and what follows it."""
    found = _DIGITS.search(text)
    if found is None:
        return None
    readings = take_numeral(text[found.start() :][:60], Scales.WORDS)
    return next(iter(readings), None)


@cache
def _give_or_take() -> re.Pattern[str]:
    return re.compile(any_word(read_table("match", "hedges")["give_or_take"]), re.IGNORECASE)
