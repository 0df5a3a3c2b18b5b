"""A scale in the header, and a currency or unit in the cell: `$106.5` under `Price ($M)`.

A currency sign does not make a number complete: the header's scale still holds. A scale
word of the cell's own does. Of a unit nobody can say which of the two is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from atlas_grader.match.ladder import CompiledCell
from atlas_grader.match.numbers.currencies import Currency, currency_at_start
from atlas_grader.match.numbers.digits import Number, Numeral, fold_digits, whole
from atlas_grader.match.numbers.numerals import take_numeral
from atlas_grader.match.numbers.scales import Scales
from atlas_grader.tasks import CellType
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

LONGEST_CELL = 200
BRACKET = re.compile(r"[(\[]([^()\[\]]{1,40})[)\]]")
"""In a header: perhaps a unit."""
NUMBER = r"[-+]?\d(?:\d|[.,'](?=\d)|\s(?=\d{3}(?!\d)))*"
"""Digits and their marks, as a pattern."""
TAIL = r"(?:[,;]\s|\n|\s-+\s|\s?[\u2013\u2014]\s)\s*[^\d\s].*"
"""A note that goes on without a bracket."""

_WORDS: dict[Number, str] = {
    10**3: "thousand",
    10**5: "lakh",
    10**6: "million",
    10**7: "crore",
    10**9: "billion",
    10**12: "trillion",
}
_LINKS = re.compile(r"^(?:of|de|von|di|in)\b|[,;]", re.IGNORECASE)
# One number with a few words before and behind it, and notes at the end.
_FRAMED = re.compile(
    rf"(?P<front>[^\d(\[{{]{{0,24}}?)(?P<number>{NUMBER}(?:\s?[-\u2012-\u2015]\s?{NUMBER})?)"
    rf"(?P<back>[^\d(\[{{,;\n]{{0,24}}?)(?P<behind>[\s*_+~]{{0,4}}(?:[\[【({{].*|{TAIL})?)",
    re.DOTALL,
)
_OF = re.compile(r"\s*\b(?:of|de|von|di)\b\s*|[,;]\s*", re.IGNORECASE)
_SIGNS = " \t*_~≈<>≤≥+"


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale that a header names."""

    factor: Number
    type: CellType
    codes: frozenset[str] = frozenset()
    """The currencies that the header may mean."""

    def judge(self, judge: CompiledCell, raw: str) -> CellVerdict:
        """The verdict on a cell that is no bare number."""
        plain = judge(raw)
        found = _FRAMED.fullmatch(raw)
        if found is None:
            return plain
        front, number, back, behind = found["front"], found["number"], found["back"], found["behind"]
        scaled = f"{front}{number} {_WORDS[self.factor]} {back.strip()}".rstrip() + behind
        if self.type is not CellType.MONEY:
            if not back.strip() or plain.verdict is not Verdict.MISMATCH:
                return plain
            return plain if judge(scaled).verdict is Verdict.MISMATCH else _OPEN
        currency = _currency_beside(front, back)
        if currency is None:
            doubtful = plain.verdict is Verdict.MISMATCH and judge(scaled).verdict is Verdict.MATCH
            return _OPEN if doubtful else plain
        return self._priced(plain, judge(scaled), number, currency)

    def _priced(
        self, plain: CellVerdict, scaled: CellVerdict, number: str, currency: Currency
    ) -> CellVerdict:
        """The verdict on a number with a currency beside it, and no scale."""
        verdicts = {plain.verdict, scaled.verdict}
        if self.codes and not self.codes & currency.codes:
            return scaled if verdicts == {Verdict.MISMATCH} else _OPEN
        if plain.verdict is not Verdict.MATCH or scaled.verdict is Verdict.MATCH:
            return scaled
        # an amount of more than a million is written out under any header
        is_whole = all(value.value >= self.factor for value, _ in _readings(fold_digits(number)))
        return plain if is_whole else _OPEN


_OPEN = undecided(Reason.AMBIGUOUS, "may be meant with or without the header's scale or currency")


def scale_of(unit: str, type_: CellType) -> Scale | None:
    """The scale in what a header names as its unit; `None` without one.

    >>> scale_of("US$ millions", CellType.MONEY).factor, scale_of("thousand km²", CellType.QUANTITY).factor
    (1000000, 1000)
    >>> scale_of("US$", CellType.MONEY) is None
    True
    """
    currency = currency_at_start(unit) if type_ is CellType.MONEY else None
    factor: Number = 1
    rest = unit
    codes: frozenset[str] = frozenset()
    if currency is not None:
        factor, codes, rest = currency[0].worth, currency[0].codes, _plain(currency[1])
    scales = Scales.WORDS if type_ is CellType.QUANTITY else Scales.LETTERS
    if rest:
        number, rest = next(iter(take_numeral(f"7 {rest}", scales)))
        factor = whole(Fraction(number.value) * factor / 7)
    rest = _plain(rest)
    if type_ is CellType.MONEY and rest:
        behind = currency_at_start(rest)
        if behind is None or behind[1]:
            return None
        codes = codes or behind[0].codes
    return Scale(factor, type_, codes) if factor in _WORDS else None


def patterns(unit: str, type_: CellType) -> Iterator[str]:
    """Ways to write a number in what a header names as its unit.

    >>> next(patterns("US$ millions", CellType.MONEY)), next(patterns("sq mi", CellType.QUANTITY))
    ('US$ {} millions', '{} sq mi')
    """
    written = unit.replace("{", "").replace("}", "")
    if type_ is CellType.MONEY and (found := currency_at_start(written)) is not None:
        scale = _OF.sub(" ", found[1]).strip()
        yield f"{written[: len(written) - len(found[1])].strip()} {{}} {scale}".strip()
    yield f"{{}} {written}"
    yield f"{{}} {_OF.sub(' ', written).strip()}"


def _plain(rest: str) -> str:
    return _LINKS.sub(" ", rest.strip()).strip()


def _readings(number: str) -> tuple[tuple[Numeral, str], ...]:
    return take_numeral(number, Scales.WORDS)


def _currency_beside(front: str, back: str) -> Currency | None:
    """The currency before or behind a number, if there is nothing more but words of doubt before it."""
    behind = currency_at_start(back.strip()) if back.strip() else None
    if back.strip() and (behind is None or behind[1] or behind[0].worth != 1):
        return None
    words = front.strip(_SIGNS).split()
    for start in range(len(words)):
        before = currency_at_start(" ".join(words[start:]))
        if before is not None:
            return None if before[1] or before[0].worth != 1 else before[0]
    return behind[0] if behind is not None and not words else None
