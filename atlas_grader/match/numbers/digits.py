"""Numbers written in digits: every grouping, decimal mark, power and fraction.

Arithmetic is exact: a value is a whole number or a `Fraction`, and `step` is what one unit in the last
written digit is worth (`1.25` → 1/100), 0 for what has no last digit (`3/4`, `10²³`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

_LONGEST_DIGITS = 60
"""Digits of one number; nothing measured has more, and `int` is quadratic."""
_LARGEST_EXPONENT = 120


Number = int | Fraction
"""An exact number; never divide two of them without `Fraction`, for whole ones are plain `int`."""


class Numeral(NamedTuple):
    """A number and the worth of its last written digit (0: written exactly)."""

    value: Number
    step: Number = 0

    def times(self, factor: Number) -> Numeral:
        """The same digits, each worth `factor` times as much."""
        return Numeral(self.value * factor, self.step * magnitude(factor))


def magnitude(number: Number) -> Number:
    """The number without its sign."""
    return number if number >= 0 else -number


def whole(number: Number) -> Number:
    """The same number, as an `int` if it is one.

    >>> whole(Fraction(6, 2)), whole(Fraction(1, 2))
    (3, Fraction(1, 2))
    """
    return number.numerator if number.denominator == 1 else number


Taken = tuple[Numeral, str]
"""A reading of a text's beginning, and the rest of the text."""


# Arabic comma and percent sign, fraction slashes. The Arabic decimal and thousands marks stay:
# they have one reading only.
_MARKS = {0x060C: ",", 0x066A: "%", 0x2044: "/", 0x2215: "/", 0xFF0C: ",", 0x02D9: "'"}
_FOREIGN = re.compile(rf"(?![0-9])\d|[{''.join(map(chr, _MARKS))}]")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_VULGAR_VALUES = "1/2 1/4 3/4 1/3 2/3 1/5 2/5 3/5 4/5 1/6 5/6 1/7 1/8 3/8 5/8 7/8 1/9 1/10"
_VULGAR = {
    c: Fraction(n)
    for c, n in zip(
        "½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒",
        _VULGAR_VALUES.split(),
        strict=True,
    )
}
_HALVES = "".join(_VULGAR)

_RUN = re.compile(r"(?:\d+(?:[.,_٫٬]\d+|[ ']\d{3}(?!\d))*|[.,]\d+)")
_MIXED = re.compile(
    rf"""(?:
        (?P<whole>\d{{1,9}})  # 2½, 2 1/2
        (?:\s*(?P<vulgar>[{_HALVES}]) | [ -](?P<n1>\d{{1,3}})\s?/\s?(?P<d1>\d{{1,3}}))
      | (?P<alone>[{_HALVES}])
      | (?P<n2>\d{{1,9}})\s?/\s?(?P<d2>\d{{1,9}})
    )(?![\d/.,]\d|\d)""",
    re.VERBOSE,
)
_TIMES_TEN = re.compile(
    r"\s*(?:[x×*·⋅∙✕]\s*10(?:\s?(?:\^|\*\*)\s?\(?(?P<a>[-+]?\d{1,3})\)?|(?P<b>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))|[eE](?P<c>[-+]?\d{1,3}))(?![\w^*]|[.,]\d)"
)
_POWER = re.compile(
    r"(?P<base>10|2)(?:(?:\^|\*\*)\(?(?P<a>[-+]?\d{1,3})\)?|(?P<b>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))(?![\w^*]|[.,]\d)"
)
_ENGLISH_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_ENGLISH_POINT = re.compile(r"(?<=\d)\.(?=\d+(?![\d.,]*[.,]\d))")
_MARK = re.compile(r"[.,_ '٫٬]")
_PLAIN = re.compile(r"(\d{1,3}(?:,\d{3})*|\d{1,15})(?:\.(\d{1,9}))?")


def fold_digits(text: str) -> str:
    """Write the digits of every script, and their decimal marks, as ASCII.

    >>> fold_digits("۱۴۰۲ and १२٫५")
    '1402 and 12٫5'
    """
    if text.isascii() or _FOREIGN.search(text) is None:
        return text
    return "".join(str(int(c)) if c.isdecimal() and c > "9" else c for c in text.translate(_MARKS))


def plain_numeral(text: str) -> Numeral | None:
    """The quick way for the commonest form, digits that read in one way only.

    >>> plain_numeral("1,234,567").value
    1234567
    >>> plain_numeral("1.234") is None
    True
    """
    found = _PLAIN.fullmatch(text)
    if found is None:
        return None
    digits, decimals = found[1], found[2] or ""
    grouped = digits.count(",")
    if (len(decimals) == 3 and not grouped and 0 < len(digits.lstrip("0")) <= 3) or (
        grouped == 1 and not decimals
    ):
        return None
    return decimal_numeral(digits.replace(",", ""), decimals)


def english_marks(text: str) -> str:
    """Write the marks of numbers so that they read in the English way only, as gold and JSON do.

    >>> english_marks("1,234 and 1.234")
    '1٬234 and 1٫234'
    """
    if "," not in text and "." not in text:
        return text
    text = _ENGLISH_GROUPS.sub(lambda run: run[0].replace(",", "٬"), text)
    return _ENGLISH_POINT.sub("٫", text)


def decimal_numeral(digits: str, decimals: str = "") -> Numeral:
    """The number with these digits before and after its decimal mark."""
    if not decimals:
        return Numeral(int(digits), 1)
    power = 10 ** len(decimals)
    return Numeral(Fraction(int(digits + decimals or "0"), power), Fraction(1, power))


def digit_forms(text: str) -> Iterator[Taken]:
    """Readings of the digits at the beginning: powers, fractions, runs with exponents."""
    power = _POWER.match(text)
    if power is not None:
        exponent = int(power["a"] or power["b"].translate(_SUPERSCRIPT))
        if abs(exponent) <= _LARGEST_EXPONENT:
            yield Numeral(whole(Fraction(int(power["base"])) ** exponent)), text[power.end() :]
        return
    mixed = _MIXED.match(text)
    if mixed is not None:
        value = _mixed_value(mixed)
        if value is not None:
            yield Numeral(value), text[mixed.end() :]
        return
    run = _RUN.match(text)
    if run is None or len(run[0]) > _LONGEST_DIGITS:
        return
    rest = text[run.end() :]
    exponent, rest = _take_exponent(rest)
    for number in readings_of_run(run[0]):
        yield (number.times(whole(Fraction(10) ** exponent)) if exponent else number), rest


def _mixed_value(mixed: re.Match[str]) -> Fraction | None:
    if mixed["alone"]:
        return _VULGAR[mixed["alone"]]
    if mixed["vulgar"]:
        return int(mixed["whole"]) + _VULGAR[mixed["vulgar"]]
    top, bottom = int(mixed["n1"] or mixed["n2"]), int(mixed["d1"] or mixed["d2"])
    if bottom == 0 or (mixed["n1"] and top >= bottom):
        return None
    return int(mixed["whole"] or 0) + Fraction(top, bottom)


def _take_exponent(rest: str) -> tuple[int, str]:
    found = _TIMES_TEN.match(rest)
    if found is None:
        return 0, rest
    exponent = int((found["a"] or found["b"] or found["c"]).translate(_SUPERSCRIPT))
    return (exponent, rest[found.end() :]) if abs(exponent) <= _LARGEST_EXPONENT else (0, rest)


def readings_of_run(run: str) -> tuple[Numeral, ...]:
    """How digits with marks between them may be read: grouped, decimal, or both ways.

    >>> [str(number.value) for number in readings_of_run("1.234.567,8")]
    ['6172839/5']
    >>> readings_of_run("1,23,4")
    ()
    """
    if run.isdigit():
        return (Numeral(int(run), 1),)
    parts = _MARK.split(run)
    marks = [c for c in run if not c.isdigit()]
    last, kinds = marks[-1], set(marks)
    grouped = len(kinds) == 1 and last != "٫" and _is_grouped(parts, last)
    one_decimal_mark = last in ".,٫" and marks.count(last) == 1
    decimal = one_decimal_mark and (
        len(marks) == 1 or (len(kinds) == 2 and marks[0] != "٫" and _is_grouped(parts[:-1], marks[0]))
    )
    readings = []
    if grouped:
        readings.append(decimal_numeral("".join(parts)))
    if decimal:
        readings.append(decimal_numeral("".join(parts[:-1]), parts[-1]))
    return tuple(readings)


def _is_grouped(parts: list[str], mark: str) -> bool:
    first, *rest = parts
    if not rest or not 1 <= len(first) <= 3 or (first.startswith("0") and len(parts) > 1):
        return False
    if all(len(part) == 3 for part in rest):
        return True
    # Indian grouping, 12,34,567
    return (
        mark == "," and len(first) <= 2 and len(rest[-1]) == 3 and all(len(part) == 2 for part in rest[:-1])
    )
