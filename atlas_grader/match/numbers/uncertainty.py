"""How uncertain a cell calls its number: `271 ± 270`, `900 m ± 0.1 km`, `8611 m (est. 8300-8900)`.

A small uncertainty is a note. One larger than the column's tolerance, or than a twentieth
where none is declared, leaves open whether gold's value is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import islice

from atlas_grader.match.numbers.digits import Number, Numeral, fold_digits
from atlas_grader.match.numbers.figures import Limit
from atlas_grader.match.numbers.numerals import take_numeral
from atlas_grader.match.numbers.scales import Scales
from atlas_grader.match.offers.margins import margins, tells_margin
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.policy import read_table
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

SizeOf = Callable[[str], Number | None]
"""How much a text says, in one unit for all texts; `None` if it cannot be told."""

_LONGEST = 300
_USUAL = Fraction(1, 20)
_FEW = 3
"""Units of the last digit by which a number may be uncertain, up to a tenth of it: `34 % ± 2 %`."""
_CERTAINTY = Fraction(9, 10)
"""`accuracy 99 %` tells how sure a number is, not how wide."""
_LARGEST_OF_FEW = Fraction(1, 10)
_MOST_UNIT_WORDS = 3
_MOST_RANGES = 4
_DIGITS = re.compile(r"\d[\d.,]*")
_AMOUNT = r"\d(?:\d|[.,](?=\d)|\s(?=\d{3}(?!\d)))*"
_INSIDE = r"[^()\[\]（）【】\d]"
_BETWEEN = re.compile(
    rf"(?P<opening>[(\[（【])(?P<lead>\d\d\s?%\s{_INSIDE}{{0,20}}|{_INSIDE}{{0,40}})"
    rf"(?P<low>{_AMOUNT})(?P<joint>{_INSIDE}{{1,24}})(?P<high>{_AMOUNT})"
)
_UNIT = re.compile(r"\s?(%|[^\W\d]{1,3}[²³]?)(?!\w)")
# `[5000, 9000]`, `[2 %, 30 %]`
_COMMA = re.compile(r"(?:\s?[^\s,]{1,4})?,\s*[^\w\s]?")
_RANGE_SIGN = re.compile(r"-|~|\.\.|…|<")
# `8611(30) m`: the last digits are so uncertain; a year is a note
_OF_LAST_DIGITS = re.compile(r"(\d[\d.,]*)\((?!(?:1[5-9]|20)\d\d\))(\d+)\)(?!\d)")
_THOUSANDS = re.compile(r"\d[\d.,]*k(?!\w)", re.IGNORECASE)
# `8611 ± 3k`: thousands of the second number, or of both
_OF_BOTH = re.compile(r"\d\s?(?:±|\+/-)\s?\d[\d.,]*k(?!\w)", re.IGNORECASE)
_PERCENT = re.compile(r"\s*(?:%|per\s?cent|percent)")
_END = re.compile(r"[(\[（【)\]）】,;\n]")
_OPEN = undecided(Reason.AMBIGUOUS, "the uncertainty that it states is larger than what is allowed")


def unless_uncertain(
    verdict: CellVerdict, text: str, limit: Limit | None, gold: Number, size_of: SizeOf
) -> CellVerdict:
    """A verdict on a cell, a match left open where its number is too uncertain.

    `gold` is the value around which an absolute limit is allowed.
    """
    if verdict.verdict is Verdict.MISMATCH and ("±" in text or "+/-" in text) and _OF_BOTH.search(text):
        return _OPEN
    if verdict.verdict is not Verdict.MATCH or not _may_tell(text):
        return verdict
    allowed = _USUAL if limit is None else _share(limit, gold)
    return (
        _OPEN if any(share > allowed for share in _shares(fold_digits(text[:_LONGEST]), size_of)) else verdict
    )


def _may_tell(text: str) -> bool:
    return len(_DIGITS.findall(text)) > 1 and (
        _OF_LAST_DIGITS.search(text) is not None or _BETWEEN.search(text) is not None or tells_margin(text)
    )


def _share(limit: Limit, gold: Number) -> Fraction:
    return Fraction(limit.at(gold)) / abs(Fraction(gold)) if gold else Fraction(0)


def _shares(text: str, size_of: SizeOf) -> Iterator[Fraction]:
    """How large each uncertainty of a cell is, as a share of its number beyond the last digit."""
    first = _number(text)
    if first is None or not first[0].value:
        return
    number, begin = first
    step = abs(Fraction(number.step) / Fraction(number.value))
    digits = _OF_LAST_DIGITS.match(text, begin)
    if digits is not None and int(digits[2]) * step < 1:
        yield int(digits[2]) * step
    for end, behind in margins(text, begin + 1):
        share, in_percent = _uncertainty(text[begin:end].rstrip(" ,([（"), behind, number, size_of)
        if share < _CERTAINTY if in_percent else share > (step if share > _LARGEST_OF_FEW else _FEW * step):
            yield share
    limits = filter(_are_limits, islice(_BETWEEN.finditer(text, begin), _MOST_RANGES))
    for between in limits:
        yield from _half_width(text[begin : between.start()].strip(), between, number, size_of)


def _uncertainty(value: str, behind: str, number: Numeral, size_of: SizeOf) -> tuple[Fraction, bool]:
    """What share of a value the uncertainty is with which a text begins, and whether it is told as one."""
    around = _number(behind)
    if around is None:
        return Fraction(0), False
    told, begin = around
    whole, part = abs(Fraction(number.value)), told.value
    if "%" not in value and _PERCENT.match(_DIGITS.sub("", behind[begin:], count=1)):
        return Fraction(told.value) / 100, True
    if value[-1:].isdecimal() and not behind[:begin].strip():
        # `5.2 ± 0.1 million km`: what stands behind is of both
        return Fraction(_plain(behind, begin)) / whole, False
    if _THOUSANDS.match(behind, begin):
        part = 1000 * part
    sizes = size_of(value), _size_at(behind, size_of)
    if sizes[0] and sizes[1] is not None:
        whole, part = abs(Fraction(sizes[0])), sizes[1]
    return abs(Fraction(part)) / whole, False


def _size_at(text: str, size_of: SizeOf) -> Number | None:
    """The size of what a text begins with, and as many words as its unit may have."""
    words = _END.split(text.strip(), maxsplit=1)[0].split()
    sizes = (size_of(" ".join(words[:end])) for end in range(min(len(words), _MOST_UNIT_WORDS + 1), 0, -1))
    return next((size for size in sizes if size is not None), None)


def _half_width(value: str, between: re.Match[str], number: Numeral, size_of: SizeOf) -> Iterator[Fraction]:
    """How far the ends of a range in brackets lie from the value that stands before it and inside."""
    behind = between.string[between.end() :]
    unit = " ".join(_END.split(behind, maxsplit=1)[0].split()[:_MOST_UNIT_WORDS])
    whole, high = size_of(value), size_of(f"{between['high']} {unit}".strip())
    own = _UNIT.match(between["joint"])
    low_unit = own[1] if own is not None and not _limit_words().fullmatch(own[1]) else unit
    low = size_of(f"{between['low']} {low_unit}".strip())
    if whole is None or low is None or high is None:
        whole, low, high = (
            number.value,
            *(_plain("".join(between[end].split()), 0) for end in ("low", "high")),
        )
    if low < whole < high:
        yield Fraction(max(whole - low, high - whole)) / Fraction(whole)


def _number(text: str) -> tuple[Numeral, int] | None:
    """The first number of a text, as an English reader takes it, and where it begins."""
    found = _DIGITS.search(text)
    if found is None:
        return None
    readings = take_numeral(text[found.start() :][:60], Scales.WORDS)
    return next(((number, found.start()) for number, _ in readings), None)


def _plain(text: str, begin: int) -> Number:
    """The digits at a place, whatever scales them."""
    found = _DIGITS.match(text, begin)
    readings = take_numeral(found[0].rstrip(".,"), Scales.WORDS) if found is not None else ()
    return next((number.value for number, _ in readings), 0)


def _are_limits(between: re.Match[str]) -> bool:
    """Whether two numbers in a bracket are the ends of a range, rather than two notes."""
    if _RANGE_SIGN.search(between["joint"]):
        return True
    if between["opening"] == "[" and _COMMA.fullmatch(between["joint"]):
        return True
    return any(map(_limit_words().search, (between["lead"], between["joint"])))


@cache
def _limit_words() -> re.Pattern[str]:
    """Words before, or between, the two ends of a range."""
    return re.compile(any_word(read_table("match", "hedges")["range_words"]), re.IGNORECASE)
