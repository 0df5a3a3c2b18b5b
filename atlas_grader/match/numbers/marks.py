"""Marks that may group or be decimal, or cite a note, and verdicts that hang on one of two readings.

`271,266` is 271 and a fraction in some languages, but no careful reader of an English table
takes it for 271. What is gold's number digit by digit (`1,234` for 1.234, `8.611 m` for
8,611 m) is a match all the same: any reading will do (grading.md 5, General).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from atlas_grader.cleaning import holds_rival
from atlas_grader.match.numbers.digits import english_marks
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

_THOUSANDS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?!\d|[.,]\d)")
_ROUND = re.compile(r"(?<![\d.,])[1-9]\d{0,2},\d\d0(?!\d|[.,]\d)")
_OPEN = undecided(Reason.AMBIGUOUS, "gold's only if the mark in its number is read as in few English texts")


def as_in_english(verdict: CellVerdict, text: str, judge: Callable[[str], CellVerdict]) -> CellVerdict:
    """A verdict on a cell, left open where only an unlikely reading of its mark gives a match.

    `judge` judges the text with its marks written so that they read in the English way only.
    """
    if verdict.verdict is not Verdict.MATCH or _THOUSANDS.search(text) is None:
        return verdict
    if verdict.reason is Reason.SAME_VALUE and _ROUND.search(text) is None:
        return verdict
    return _OPEN if judge(english_marks(text)).verdict is Verdict.MISMATCH else verdict


_RAISED_ONE = re.compile(r"(?<=[^\s⁰¹²³⁴-⁹⁻⁺])¹(?![⁰¹²³⁴-⁹⁻⁺\w/⁄])")


def without_raised_one(text: str) -> str:
    """A text without a raised 1: the first power or the mark of a note, it leaves all as it is.

    >>> without_raised_one("2¹ km"), without_raised_one("5¹⁄₂"), without_raised_one("10¹²")
    ('2 km', '5¹⁄₂', '10¹²')
    """
    return _RAISED_ONE.sub("", text) if "¹" in text else text


_STROKE = re.compile(r"(?<=\d)\s*/\s*(?=\d)")
_BESIDE = undecided(
    Reason.AMBIGUOUS, "a fraction, or gold's number beside another: a total, or in another unit"
)


def unless_beside(verdict: CellVerdict, text: str, judge: Callable[[str], CellVerdict]) -> CellVerdict:
    """A verdict on a cell, a mismatch left open where gold's number stands beside a stroke: `525 / 538`."""
    if verdict.verdict is not Verdict.MISMATCH or verdict.reason is Reason.SEVERAL_VALUES:
        return verdict
    if "/" not in text or _STROKE.search(text) is None:
        return verdict
    return (
        _BESIDE if any(judge(part).verdict is Verdict.MATCH for part in _STROKE.split(text, 3)) else verdict
    )


# Behind a number, or a unit of which nobody takes that power.
_RAISED = re.compile(r"(?<=[0-9])[⁰¹²³⁴-⁹]+|(?<=°[CF])[⁰²³⁴-⁹]+|(?<=g)[²³⁴-⁹]")
_NOTED = undecided(Reason.AMBIGUOUS, "gold's number, if the raised digit behind it cites a note")
_RIVALLED = undecided(Reason.AMBIGUOUS, "gold's, unless the brackets behind it correct it")


def unless_noted(verdict: CellVerdict, text: str, judge: Callable[[str], CellVerdict]) -> CellVerdict:
    """A verdict on a cell, left open where a raised digit may be no power, or a bracket no citation.

    `10²` may be 10 with a note, and `45 [54]` be corrected to 54.
    """
    if verdict.verdict is Verdict.MATCH and holds_rival(text):
        return _RIVALLED
    if verdict.verdict is not Verdict.MISMATCH or text.isascii() or _RAISED.search(text) is None:
        return verdict
    return _NOTED if judge(_RAISED.sub("", text)).verdict is Verdict.MATCH else verdict
