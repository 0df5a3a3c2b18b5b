"""Chinese, Japanese and Korean numerals, mixed with digits as they are in use: `12万5千`, `三十五`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from atlas_grader.match.numbers.digits import Number, Numeral, Taken, readings_of_run
from atlas_grader.policy import read_table

_MOST_SIGNS = 40
# Beside kana, 万千 is a number: 一万千メートル is 11,000 m.
_HAN = re.compile("[\u4e00-\u9fff]")
_IN_PREFIXED = 2
PREFIXES = frozenset("百千兆")
"""Signs of a number that also begin a unit: `25万千瓦` is 250,000 kW."""
_POINT = re.compile(r"[点點]([〇零一二三四五六七八九]{1,9})(?![十百千])\s*")


def take_cjk(text: str) -> Iterator[Taken]:
    """Readings of the East Asian number that `text` begins with.

    >>> [(str(n.value), rest) for n, rest in take_cjk("28.41亿元")]
    [('2841000000', '元')]
    >>> [str(n.value) for n, _ in take_cjk("八十六万三千")]
    ['863000']
    """
    text = text.removeprefix("第")
    found = _number().match(text)
    if found is None or len(found[0]) > _MOST_SIGNS or not _sign().search(found[0]):
        return
    rest = text[found.end() :].lstrip()
    tokens = re.findall(r"\d[\d.,]*|\D", "".join(found[0].split()))
    point = _POINT.match(rest)
    if point is not None and (whole := _evaluate(tokens)) is not None:
        # 十二点五
        decimals = "".join(str(_table()["digits"][digit]) for digit in point[1])
        worth = Fraction(1, 10 ** len(decimals))
        yield Numeral(whole.value + int(decimals) * worth, worth), rest[point.end() :]
        return
    if _may_end_in_prefix(tokens) and (_HAN.match(rest) or not rest):
        yield from ((number, tokens[-1] + rest) for number in _readings(tokens[:-1]))
    readings = dict.fromkeys(_readings(tokens))
    for number in readings:
        half = re.match(r"半(?!\w)", rest)
        if half is not None:
            yield Numeral(number.value + Fraction(1, 2) * number.step), rest[1:]
        else:
            yield number, rest


def _may_end_in_prefix(tokens: list[str]) -> bool:
    """Whether the last sign may well be part of the unit: after 万, or where it makes no number."""
    if len(tokens) < _IN_PREFIXED or tokens[-1] not in PREFIXES:
        return False
    return tokens[-1] == "兆" or tokens[-2] in _table()["myriads"] or _evaluate(tokens) is None


def _readings(tokens: list[str]) -> Iterator[Numeral]:
    digits = _table()["digits"]
    if all(token in digits for token in tokens):
        # written digit by digit, as years are: 二〇二〇
        yield Numeral(Fraction("".join(str(digits[token]) for token in tokens)), Fraction(1))
        return
    number = _evaluate(tokens)
    if number is not None:
        yield number
    colloquial = _colloquial(tokens)
    if colloquial is not None:
        yield colloquial


def _evaluate(tokens: list[str]) -> Numeral | None:
    """Add up units of ten within units of ten thousand; `None` if they are out of order."""
    table = _table()
    total, section, digit = Fraction(0), Fraction(0), None
    step: Number = 1
    lowest, highest = 10**5, 10**21
    added = Fraction(0)
    for token in tokens:
        if token[0].isdecimal() or token in table["digits"]:
            if digit not in (None, 0):
                return None
            number = _digit(token)
            if number is None:
                return None
            digit, step, added = number.value, number.step, Fraction(0)
        elif token in table["units"]:
            unit = table["units"][token]
            if unit >= lowest:
                return None
            section += (Fraction(1) if digit is None else digit or Fraction(1)) * unit
            digit, lowest, step = None, unit, step * unit if digit is not None and step != 1 else Fraction(1)
        else:
            unit = table["myriads"][token]
            below = section + (digit or 0)
            if below == 0 and added and unit > highest:
                total += added * unit - added  # 万亿
                added, step, highest = added * unit, step * unit, unit * highest
                continue
            if unit >= highest or (below == 0 and (total or digit is not None)):
                return None
            added = (below or Fraction(1)) * unit
            total += added
            step, digit, section, lowest, highest = step * unit, None, Fraction(0), 10**5, unit
    return Numeral(total + section + (digit or 0), step)


def _digit(token: str) -> Numeral | None:
    digits = _table()["digits"]
    if token in digits:
        return Numeral(Fraction(digits[token]), Fraction(1))
    readings = readings_of_run(token.rstrip(".,"))
    if not readings or token.endswith((".", ",")):
        return None
    # Beside 万 and 億 a comma with three digits groups, and a point is a decimal one.
    return readings[-1] if "." in token and "," not in token else readings[0]


def _colloquial(tokens: list[str]) -> Numeral | None:
    """Chinese leaves out the last unit: 三千五 and 3千5 are 3,500."""
    table = _table()
    last = _digit(tokens[-1]) if len(tokens) > 2 and len(tokens[-1]) == 1 else None
    if last is None or last.value == 0:
        return None
    unit = table["units"].get(tokens[-2], table["myriads"].get(tokens[-2], 0))
    before = _evaluate(tokens[:-1])
    if unit < 100 or before is None:
        return None
    return Numeral(before.value + last.value * Fraction(unit, 10), Fraction(unit, 10))


@cache
def _table() -> dict[str, dict[str, int]]:
    return read_table("match", "cjk_numerals")


@cache
def _sign() -> re.Pattern[str]:
    return re.compile(f"[{''.join(sign for signs in _table().values() for sign in signs)}]")


@cache
def _number() -> re.Pattern[str]:
    signs = _sign().pattern
    return re.compile(
        rf"(?:\d[\d.,]*\s?(?={signs})|{signs}\s?(?={signs}|\d)|{signs}|(?<=[^\d.,])\d[\d.,]*(?<!,)(?<!\.))+"
    )
