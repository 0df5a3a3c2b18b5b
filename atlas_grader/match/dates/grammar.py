"""What a date can mean: every admissible reading of a text, or none.

A text is one period in some form, with a part of it and an era around, or a range of
two; a range may share what only one of its ends says.
"""

from __future__ import annotations

import re
from dataclasses import replace

from atlas_grader.match.dates import period as calendar
from atlas_grader.match.dates.forms import KINDS, SEASONS, Part, Places, Reading, Readings, form_of, read_form
from atlas_grader.match.dates.period import Grain
from atlas_grader.match.dates.plain import read_plain
from atlas_grader.match.dates.relative import is_relative
from atlas_grader.match.dates.words import Token, tokens_of

LONGEST_DATE = 120
_MOST_READINGS = 12
_LONGEST_PLAIN = 24


def read_date(text: str) -> Readings | None:
    """Every reading of a text that is one date or range to its end.

    >>> len(read_date("03/04/2021"))
    2
    >>> read_date("31 February 2020") is None
    True
    """
    plain = read_plain(text) if len(text) <= _LONGEST_PLAIN else None
    if plain is not None:
        return plain
    if _ISO_DAY.fullmatch(text):
        return None  # 2018-02-31
    if (before_christ := _ISO_BEFORE_CHRIST.fullmatch(text)) is not None:
        return _read_before_christ(before_christ)
    if len(text) > LONGEST_DATE or is_relative(text):
        return None
    if _OPEN_DIGIT.search(text):
        return _read_open_digits(text)
    if text[:1] == "M" and (roman := _ROMAN_YEAR.fullmatch(text)) is not None:
        return (Reading(calendar.years(_roman_year(roman), Grain.YEAR)),)
    spellings = tokens_of(_FOOTNOTE.sub("", text))
    return next(filter(None, (_in_calendars(tokens, text) for tokens in spellings)), None)


_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ISO_BEFORE_CHRIST = re.compile(r"-([0-9]{4})-([0-9]{2})(?:-([0-9]{2}))?")
# A superscript is never part of a date.
_FOOTNOTE = re.compile(r"[⁰¹²³⁴-⁹]+$")


def _read_before_christ(found: re.Match[str]) -> Readings | None:
    """Read `-0043-03-15`: ISO 8601 has a year 0, but many write 44 BC as `-0044`."""
    value, month = int(found[1]), int(found[2])
    periods = (
        calendar.day(year, month, int(found[3])) if found[3] else calendar.months(year, month, Grain.MONTH)
        for year in (-value, 1 - value)
    )
    return tuple(Reading(period) for period in periods if period is not None) or None


def _read_open_digits(text: str) -> Readings | None:
    """Read `192x` as a decade and `19??` as the hundred years that begin so (EDTF)."""
    found = _OPEN_YEAR.fullmatch(text)
    if found is None:
        return None
    grain = Grain.DECADE if found[1] else Grain.CENTURY
    return (Reading(calendar.years(int((found[1] or found[2]).ljust(4, "0")), grain)),)


_OPEN_DIGIT = re.compile(r"(?<![0-9])(?:[0-9]{3}[xX?]|[0-9]{2}(?:[xX]{2}|\?\?))(?!\w)")
_OPEN_YEAR = re.compile(r"(?:in )?(?:([0-9]{3})[xX?]|([0-9]{2})(?:[xX]{2}|\?\?))")


# `MCMLXIX`, as buildings and films bear it
_ROMAN_YEAR = re.compile(r"(?=\w{4}|MM)M{1,2}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def _roman_year(found: re.Match[str]) -> int:
    digits = [_ROMAN_DIGITS[letter] for letter in found[0]]
    following = [*digits[1:], 0]
    return sum(-this if this < after else this for this, after in zip(digits, following, strict=True))


def _in_calendars(tokens: tuple[Token, ...], text: str) -> Readings:
    """Readings in the Gregorian calendar, and in the one that the script suggests."""
    readings = _read(tokens)
    if text.isascii() or not any(token.code == "y" for token in tokens):
        return readings
    if _THAI.search(text) and any(token.value in _BUDDHIST_YEARS for token in tokens):
        return (*_read(tuple(map(_from_buddhist, tokens))), *(replace(r, sure=False) for r in readings))
    if _ARABIC_DIGIT.search(text) and any(token.value in _ISLAMIC_YEARS for token in tokens):
        return tuple(replace(reading, doubted=True) for reading in readings)
    return readings


def _from_buddhist(token: Token) -> Token:
    return replace(token, value=token.value - 543) if token.value in _BUDDHIST_YEARS else token


_THAI = re.compile("[\u0e00-\u0e7f]")
_ARABIC_DIGIT = re.compile("[٠-٩۰-۹]")
_BUDDHIST_YEARS = range(2400, 2700)
# Solar and lunar Hijri years of the last century and a half.
_ISLAMIC_YEARS = range(1250, 1500)


def _read(tokens: tuple[Token, ...]) -> Readings:
    if len(tokens) > 2 and tokens[-1].code == "~" and any(token.code == "~" for token in tokens[:-1]):
        # `2010年から2015年まで`
        tokens = tokens[:-1]
    point = _point(tokens)
    if point and "".join(token.code for token in tokens) == "y-n":
        # `2010-12` is ISO 8601 for a month, and how a span of years is printed
        return point + _shared_range(tokens)
    return point or _shared_range(tokens) or _open_range(tokens) or _range(tokens)


# Points -------------------------------------------------------------------------------------------


def _point(tokens: tuple[Token, ...]) -> Readings:
    """Readings of one period, with a part of it and an era around."""
    tokens, part = _take_part(tokens)
    tokens, era = _take_era(tokens)
    readings = read_form("points", tokens, era)
    if part is Part.WHOLE or any(r.yearless or r.end for r in readings):
        return readings if part is Part.WHOLE else ()
    if part in SEASONS and any(reading.start.grain is not Grain.YEAR for reading in readings):
        return ()
    return tuple(replace(reading, part=part) for reading in readings)


def _take_part(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], Part]:
    if len(tokens) > 1 and tokens[0].code == "P":
        rest = 2 if tokens[1].code == "-" else 1
        return tokens[rest:], Part(tokens[0].value)
    if len(tokens) > 1 and tokens[-1].code == "P":
        return tokens[:-1], Part(tokens[-1].value)
    return tokens, Part.WHOLE


def _take_era(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], str]:
    if tokens and tokens[0].code in "B+":
        return tokens[1:], tokens[0].code
    last = len(tokens) - 1
    while last > 0 and tokens[last].code == ".":
        last -= 1
    if last > 0 and tokens[last].code in "B+":
        return tokens[:last], tokens[last].code
    if last > 1 and tokens[last - 1].code in "B+" and tokens[last].code in "nty":
        # `29 May AD 1453`
        return (*tokens[: last - 1], *tokens[last:]), tokens[last - 1].code
    return tokens, ""


# Ranges -------------------------------------------------------------------------------------------


def _shared_range(tokens: tuple[Token, ...]) -> Readings:
    """`3-5 March 2022`, `2010-15`: both ends share what only one of them says."""
    if tokens[0].code == ">":
        tokens = tuple(Token("~") if token.code == "&" else token for token in tokens[1:])
    tokens, era = _take_era(tokens)
    form = form_of("ranges", "".join(token.code for token in tokens))
    if form is None:
        return ()
    kind, places = form
    at = {role: tokens[place] for role, place in places.items()}
    if "short" in at:
        first, last = at["year"].value, at["short"].value
        at["year2"] = Token("y", first - first % 100 + last + (100 if last <= first % 100 else 0))
        if at["year2"].value - first > _LONGEST_SHORT_RANGE:
            return ()
    starts = KINDS[kind](Places({r: t for r, t in at.items() if not r.endswith("2")}, era, tokens))
    seconds = {r.removesuffix("2"): t for r, t in at.items() if r.endswith("2")}
    ends = KINDS[kind](Places({**at, **seconds}, era, tokens))
    return _pairs(tuple(starts), tuple(ends))


# `2018/19` is two seasons, `1914-18` a war; `2010-05` is no range of 95 years.
_LONGEST_SHORT_RANGE = 60


def _pairs(starts: Readings, ends: Readings) -> Readings:
    found = (
        Reading(start.start, end.start, sure=start.sure and end.sure)
        for start in starts
        for end in ends
        if start.start.first <= end.start.first and start.yearless == end.yearless
    )
    return tuple(reading for _, reading in zip(range(_MOST_READINGS), found, strict=False))


def _open_range(tokens: tuple[Token, ...]) -> Readings:
    """`2010-present`, `2010-`."""
    if tokens[0].code == ">" and len(tokens) > 2:
        tokens = tokens[1:]
    now = tokens[-1].code == "N"
    rest = tokens[:-1] if now else tokens
    dashed = bool(rest) and rest[-1].code in ("-~" if now else "-")
    if not (now or dashed):
        return ()
    return tuple(
        replace(reading, open=True)
        for reading in _point(rest[:-1] if dashed else rest)
        if not reading.yearless
    )


def _range(tokens: tuple[Token, ...]) -> Readings:
    """Two whole dates with a sign or word between them."""
    joints = "-~/"
    if tokens[0].code == ">":
        tokens, joints = tokens[1:], "-~&"
    tokens, era = _take_era(tokens)
    marks = (Token(era),) if era else ()
    for place, token in enumerate(tokens[1:-1], start=1):
        if token.code in joints:
            right = _point(tokens[place + 1 :] + marks)
            left = _point(tokens[:place] + marks) if right else ()
            if left and right:
                return _pairs(left, right)
    return ()
