"""Numbers in names: words, ordinals and Roman numerals as digits (grading.md 4, tier 2).

`Phase III`, `phase 3` and `Phase Three` are one; `Henry VII` and `Henry VIII` are two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from atlas_grader.names.policy import table, words

_ROMAN = re.compile(r"(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50}
# One letter may be a word or an initial, and these begin names: Xi Jinping, Vi Nguyen.
_NOT_LEADING = frozenset({"i", "v", "x", "xi", "vi", "xx", "xv", "xxx"})
_SURELY_ROMAN = re.compile(r"(?:xl|lx)[xiv]")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|er|eme|º|ª)")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")
_SEASON = re.compile(r"([12]\d)(\d\d)[-/](\d\d)")
_LETTERED_ROMAN = re.compile(r"(i{1,3}|iv)([abc])")
_LETTERED_AFTER = frozenset({"phase", "class", "type", "stage", "grade", "group", "level"})
# Written small it counts items: `(i)`.
_IN_BRACKETS = re.compile(r"\(([IVX]+)\)")
_HAN_ORDINAL = re.compile(r"第([一二三四五六七八九十]{1,3})")
_DIGITS = re.compile(r"\d+(?:[.,:/-]\d+)*")


def with_digits(tokens: Sequence[str]) -> list[str]:
    """Every number among `tokens` in digits.

    >>> with_digits("world war ii".split()), with_digits("twenty one pilots".split())
    (['world', 'war', '2'], ['21', 'pilots'])
    """
    if len(tokens) == 1 and not tokens[0].isascii():
        return [_HAN_ORDINAL.sub(lambda m: f"第{_han_number(m[1])}", tokens[0])]
    return _spelled_out([_digits(tokens, place) for place in range(len(tokens))])


def with_bracketed(text: str) -> str:
    """Roman numerals in brackets, which are always numbers, in digits.

    >>> with_bracketed("copper(I) oxide"), with_bracketed("Rocky (V)"), with_bracketed("Mix (IXI)")
    ('copper(1) oxide', 'Rocky (5)', 'Mix (IXI)')
    """
    return _IN_BRACKETS.sub(_in_digits, text) if "(" in text else text


def _in_digits(bracket: re.Match[str]) -> str:
    token = bracket[1].lower()
    return f"({_roman(token)})" if _ROMAN.fullmatch(token) else bracket[0]


@cache
def number_words() -> frozenset[str]:
    """Every word that may be a number or a part of one: `xiv`, `iiib`, `ninth`, `twenty`."""
    numbers = table("numbers")
    units = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
    roman = {tens + unit for tens in ("", "x", "xx", "xxx", "xl", "lx", "lxx", "lxxx") for unit in units}
    roman -= {"", "xl", "lx"}
    lettered = {one + letter for one in ("i", "ii", "iii", "iv") for letter in "abc"}
    return frozenset(
        {*roman, *lettered, *numbers["ordinals"], *numbers["units"], *numbers["tens"], *numbers["numbered"]}
    )


def numbers_in(tokens: Sequence[str]) -> tuple[str, ...]:
    """The numbers that `tokens`, already in digits, hold, in order."""
    if "".join(tokens).isalpha():
        return ()
    return tuple(_DIGITS.findall(" ".join(tokens)))


def without_numbers(tokens: Sequence[str]) -> str:
    """What is left of `tokens` with every number blotted out."""
    return _DIGITS.sub("0", " ".join(tokens))


def _digits(tokens: Sequence[str], place: int) -> str:
    token = tokens[place]
    if token.isalpha():
        if len(token) <= 6 and _is_roman(tokens, place):
            return str(_roman(token))
        ordinal = table("numbers")["ordinals"].get(token)
        return str(ordinal) if ordinal else token
    if not token[0].isdigit():
        return token
    if ordinal_digits := _ORDINAL.fullmatch(token):
        return ordinal_digits[1]
    if _GROUPED.fullmatch(token):
        return token.replace(",", "")
    if season := _SEASON.fullmatch(token):
        century, year, until = season.groups()
        return f"{century}{year}-{int(century) + (until < year)}{until}"
    return token.replace("/", "-")


def _is_roman(tokens: Sequence[str], place: int) -> bool:
    token = tokens[place]
    if token[0] not in _ROMAN_DIGITS:
        return False
    if place and (lettered := _LETTERED_ROMAN.fullmatch(token)):
        return tokens[place - 1] in _LETTERED_AFTER and bool(lettered)
    if not _ROMAN.fullmatch(token):
        return False
    before = tokens[place - 1] if place else ""
    if "l" in token and not _SURELY_ROMAN.match(token):
        return before in words("numbers", "numbered")  # Li Ning, Liv Tyler, size XL
    if len(token) == 1:
        if token != "x" and before in _counted():
            return True
        if not place or place < len(tokens) - 1 or len(tokens[place - 1]) < 2:
            return False
        # After one other word it is a letter, unless such things are numbered: `Malcolm X`, `Phase X`.
        return token != "x" or place > 1 or tokens[0] in _numbered()
    return place > 0 or token not in _NOT_LEADING


@cache
def _counted() -> frozenset[str]:
    """Words after which a lone I or V is a number, whatever follows: `Type I diabetes`."""
    return (words("distinguishing", "counted") | _LETTERED_AFTER) - {"no", "number", "mark", "mk"}


@cache
def _numbered() -> frozenset[str]:
    """Words that numbers stand after: `Phase X`, `Volume X`."""
    return words("distinguishing", "counted") | _LETTERED_AFTER | words("numbers", "kings")


def _roman(token: str) -> str:
    letter = ""
    if token[-1] in "abc":
        token, letter = token[:-1], token[-1]
    values = [_ROMAN_DIGITS[c] for c in token]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return f"{sum(-one if one < following else one for one, following in pairs)}{letter}"


def _spelled_out(tokens: list[str]) -> list[str]:
    """Replace each run of number words by its value."""
    numbers = table("numbers")
    if not any(token in numbers["units"] or token in numbers["tens"] for token in tokens):
        return tokens
    out: list[str] = []
    place = 0
    while place < len(tokens):
        value, length = _number_at(tokens, place)
        out.append(str(value) if length else tokens[place])
        place += length or 1
    return out


def _number_at(tokens: list[str], place: int) -> tuple[int, int]:
    """The number spelled out from `place` on, and of how many words."""
    numbers = table("numbers")
    value, below, length = 0, 0, 0
    for token in tokens[place:]:
        if token in numbers["tens"] and below % 100 == 0:
            below += numbers["tens"][token]
        elif token in numbers["units"] and _may_follow(below % 100, numbers["units"][token]):
            below += numbers["units"][token]
        elif token in numbers["scales"] and below:
            scale = numbers["scales"][token]
            value, below = (value, below * scale) if scale == 100 else ((value + below) * scale, 0)
        elif not (token == "and" and length and tokens[place + length - 1] in numbers["scales"]):
            break
        length += 1
    while length and tokens[place + length - 1] == "and":
        length -= 1
    return value + below, length


def _may_follow(tens: int, unit: int) -> bool:
    """Whether a unit word goes on with a number: `twenty one`, `hundred twelve`, not `ten five`."""
    return tens == 0 or (tens >= 20 and tens % 10 == 0 and 0 < unit < 10)


def _han_number(han: str) -> int:
    digits = [int(table("numbers")["han"][c]) for c in han]
    if 10 not in digits:
        return int("".join(map(str, digits)))
    place = digits.index(10)
    tens = digits[place - 1] if place else 1
    return tens * 10 + (digits[place + 1] if place + 1 < len(digits) else 0)
