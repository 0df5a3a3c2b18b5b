"""Positions on a sphere as people write them: decimal, degrees and minutes, ISO 6709, words.

A text becomes tokens (numbers, units, hemispheres, labels, separators), the tokens
become two angles, and the two angles a latitude and a longitude.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from atlas_grader.policy import read_table

Position = tuple[float, float]
"""Latitude and longitude in degrees, north and east positive."""

LONGEST_POSITION = 120
_MOST_TOKENS = 40


@dataclass(slots=True)
class _Angle:
    """One angle as it is being read."""

    numbers: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    hemisphere: str = ""
    axis: str = ""
    closed: bool = False
    """Whether a hemisphere behind the numbers has ended it."""


def read_positions(text: str) -> tuple[Position, ...] | None:
    """Every reading of a text that is one position to its end.

    >>> read_positions("22.9519°S 43.2105°W")
    ((-22.9519, -43.2105),)
    >>> read_positions("51°30'N, 0°07'30\\"W")
    ((51.5, -0.125),)
    """
    if len(text) > LONGEST_POSITION or _AWAY.search(text):
        return None
    if _RANGE.search(text) and not _COMPACT.fullmatch(text):
        return None
    text = text.translate(_SIGNS)
    if "~" in text or "≈" in text:
        text = _ABOUT.sub(r"\1", text)
    if " y " in text:
        text = _SPANISH_AND.sub(" ", text)
    plain = _PLAIN.fullmatch(text)
    if plain is not None:
        return _placed(float(plain[1]), float(plain[2]))
    if common := _read_common(text):
        return common
    if compact := _read_compact(text):
        return compact
    tokens = _tokens(_LETTERED.sub(r"\1°\2'\3 ", _without_decimal_commas(text)))
    if tokens is None:
        return None
    swapped = ("xy", "") in tokens
    angles = _angles([token for token in tokens if token[0] != "xy"])
    return _combine(angles, lonlat=swapped) if angles is not None else None


# `35.65-35.66 N` is a span
_RANGE = re.compile(r"\d\.\d+(?:-| - )\d")
# `south of 45.83, 6.86`
_AWAY = re.compile(
    r"(?:north|south|east|west|nord|sud|sur|este?|ovest|oeste|ouest)\s+(?:of|from|de|du|del|di|da)\s", re.I
)
# `~40.69, ~-74.04`
_ABOUT = re.compile(r"(^|[\s,;/])[~≈](?=\s?[-+]?\d)")
# `norte y 86°`, where `y` is no axis
_SPANISH_AND = re.compile(r"(?<=norte) y (?=\d)|(?<=sur) y (?=\d)")
# Ordinal and ring signs for degrees, the Arabic decimal mark.
_SIGNS = str.maketrans("º˚٫", "°°.")
# `48d51m30sN`: an s before a hemisphere means seconds, any other may be south.
_LETTERED = re.compile(
    r"(\d)\s?[d°]\s?(\d{1,2}(?:\.\d{1,9})?)\s?m(?:in)?(?:\s?(\d{1,2}(?:\.\d{1,9})?)(?:\s?s(?=\s?[NSEWO]))?)?(?=[\W\dNSEWO]|$)"
)
_PLAIN = re.compile(r"([+-]?[0-9]{1,3}(?:\.[0-9]{1,15})?)\s?,\s?([+-]?[0-9]{1,3}(?:\.[0-9]{1,15})?)")


def names_no_axis(text: str) -> bool:
    """Whether words beside a position only name it: no number, hemisphere or unit among them."""
    words = re.findall(r"[^\W_]+", text.casefold())
    return bool(words) and not any(word in _vocabulary() or not word.isalpha() for word in words)


# Tokens -------------------------------------------------------------------------------------------

_Token = tuple[str, str]


def _without_decimal_commas(text: str) -> str:
    """Write decimal commas as points, where commas can be nothing else.

    >>> _without_decimal_commas("35,6586; 139,7454"), _without_decimal_commas("35.6,139.7")
    ('35.6586; 139.7454', '35.6,139.7')
    """
    if re.search(r"\d\.\d", text) or len(re.findall(r"\d,\d", text)) < 2:
        return text
    return re.sub(r"(?<=\d),(?=\d)", ".", text) if len(_JOINED.findall(text)) != 1 else _split_thirds(text)


# `35,6586,139,7454`
_JOINED = re.compile(r"\d+,\d+,\d+,\d+")


def _split_thirds(text: str) -> str:
    return re.sub(r"(\d+),(\d+),(\d+),(\d+)", r"\1.\2 ; \3.\4", text)


def _tokens(text: str) -> list[_Token] | None:
    if text.lstrip().startswith("{"):
        text = text.translate({ord('"'): " ", ord("'"): " "})
    tokens: list[_Token] = []
    place = 0
    pattern = _pattern()
    while place < len(text):
        found = pattern.match(text, place)
        if found is None or len(tokens) > _MOST_TOKENS:
            return None
        place = found.end()
        token = _token(found)
        if token is None:
            return None
        if token[0] != "skip":
            tokens.append(token)
    return tokens


def _token(found: re.Match[str]) -> _Token | None:
    if number := found["number"]:
        return "number", number
    if word := found["word"]:
        kind = _vocabulary().get(word.casefold()) or _vocabulary().get(word.casefold().rstrip("."))
        return None if kind is None else (kind, "")
    if separator := found["separator"]:
        return "separator", separator.strip()
    return "skip", ""


@cache
def _vocabulary() -> dict[str, str]:
    table: dict[str, list[str]] = read_table("match", "hemispheres")
    order = ["skip", "deg", "min", "sec", "lat", "lon", "xy", "N", "S", "E", "W", "O"]
    return {word.casefold(): kind for kind in order for word in table[kind]}


@cache
def _pattern() -> re.Pattern[str]:
    # phrases, signs and words of scripts without spaces; other words are looked up whole
    listed = [word for word in _vocabulary() if not re.fullmatch(r"[^\W\d_]+\.?", word) or word > "\u2e80"]
    phrases = "|".join(re.escape(word) for word in sorted(listed, key=lambda word: (-len(word), word)))
    return re.compile(
        rf"""
        (?P<number> (?<![\d.]) (?:(?<![^\s,;:/(\[={{]) [+-])?
            (?: \d{{1,9}}(?:\.\d{{0,15}})? | \.\d{{1,15}} ) )
      | (?P<word> (?:{phrases}) | [^\W\d_\u2e80-\u9fff\uac00-\ud7af]{{1,30}}\.? )
      | (?P<separator> \s* [,;/|&\n،、؛] \s* )
      | (?P<nothing> [\s()\[\]{{}}:=-] )
        """,
        re.VERBOSE | re.IGNORECASE,
    )


# Angles -------------------------------------------------------------------------------------------


def _angles(tokens: Sequence[_Token]) -> list[_Angle] | None:
    """Share the tokens between two angles; `None` if they make another number of them."""
    angles = [_Angle()]
    for place, (kind, text) in enumerate(tokens):
        current = angles[-1]
        if kind == "number":
            if current.closed or _is_full(current, tokens, place) or (text[0] in "+-" and current.numbers):
                angles.append(current := _Angle())
            current.numbers.append(text)
            current.units.append("")
        elif kind in {"deg", "min", "sec"}:
            if not current.numbers or current.units[-1]:
                return None
            current.units[-1] = kind
        elif kind == "separator":
            if current.numbers:
                current.closed = True
        elif not _mark(angles, kind, tokens[place + 1 :]):
            return None
        if len(angles) > 2:
            return None
    return angles if len(angles) == 2 and all(angle.numbers for angle in angles) else None


def _is_full(angle: _Angle, tokens: Sequence[_Token], place: int) -> bool:
    """Whether a further number must begin the second angle."""
    if not angle.numbers:
        return False
    following = tokens[place + 1][0] if place + 1 < len(tokens) else ""
    if len(angle.numbers) == 3 or following == "deg" or "." in angle.numbers[-1]:
        return True
    if angle.units[-1] == "sec":
        return True
    # bare `35 139`: only marks or a hemisphere make degrees and minutes of it
    bare = all(kind in {"number", "separator"} for kind, _ in tokens)
    return bare and len([1 for kind, _ in tokens if kind == "number"]) == 2


def _mark(angles: list[_Angle], kind: str, rest: Sequence[_Token]) -> bool:
    """Give a hemisphere or label to the angle it belongs to: the one before, unless that has one."""
    current = angles[-1]
    if kind in {"lat", "lon"}:
        if kind == _AXES.get(current.hemisphere) and current.numbers and not current.axis:
            current.axis = kind  # `48° N latitude`
            return True
        if current.numbers and (current.axis or current.closed or not _labels_behind(current, rest)):
            angles.append(current := _Angle())
        if current.axis not in {"", kind}:
            return False
        current.axis = kind
        return True
    if current.numbers and (current.hemisphere or (current.closed and not _ends(rest))):
        angles.append(current := _Angle())
    if current.hemisphere:
        return False
    current.hemisphere = kind
    current.closed = bool(current.numbers)
    return True


def _labels_behind(angle: _Angle, rest: Sequence[_Token]) -> bool:
    # `35.6 latitude, 139.7 longitude`: no number follows before the next separator
    return _ends(rest) or rest[0][0] != "number"


def _ends(rest: Sequence[_Token]) -> bool:
    return not rest or rest[0][0] == "separator"


# Values -------------------------------------------------------------------------------------------

_UNIT_ORDER = {"deg": 0, "min": 1, "sec": 2}


def _degrees(angle: _Angle) -> float | None:
    """The size of an angle in degrees, signed as written."""
    total = 0.0
    for place, (number, unit) in enumerate(zip(angle.numbers, angle.units, strict=True)):
        if place > 2 or _UNIT_ORDER.get(unit, place) != place:
            return None
        size = abs(float(number))
        is_last = place + 1 == len(angle.numbers)
        if (place and (number[0] in "+-" or not _fits(size, is_last=is_last))) or (not is_last and size % 1):
            return None
        total += size / 60**place
    return -total if angle.numbers[0].startswith("-") else total


def _fits(size: float, *, is_last: bool) -> bool:
    """Whether there are so many minutes or seconds; 60 of the last are rounded (`49′60″` is 50′)."""
    return size < 60 or (is_last and size == 60)


def _combine(angles: Sequence[_Angle], *, lonlat: bool) -> tuple[Position, ...] | None:
    first, second = (_degrees(angle) for angle in angles)
    if first is None or second is None:
        return None
    axes = [_axis(angle) for angle in angles]
    if "" not in axes and axes[0] == axes[1]:
        return None
    if axes == ["", "lat"]:
        return None
    if axes[0] == "lon" or axes[1] == "lat":
        lonlat = True
    elif axes[0] == "lat" or axes[1] == "lon":
        lonlat = False
    pairs = (
        (other, one) if lonlat else (one, other)
        for one in _signed(first, angles[0].hemisphere)
        for other in _signed(second, angles[1].hemisphere)
    )
    found = [position for pair in pairs for position in _placed(*pair, fixed=any(axes)) or ()]
    return tuple(found) or None


def _axis(angle: _Angle) -> str:
    return _AXES.get(angle.hemisphere) or angle.axis


_AXES = {"N": "lat", "S": "lat", "E": "lon", "W": "lon", "O": "lon"}


def _signed(size: float, hemisphere: str) -> Iterator[float]:
    """The values of a size in a hemisphere; `O` is east in German, west in French and Spanish."""
    if not hemisphere:
        yield size
    elif size < 0:
        # `-22.95 S` says south twice; `-22.95 N` contradicts itself
        if hemisphere in "SWO":
            yield size
    else:
        if hemisphere in "NEO":
            yield size
        if hemisphere in "SWO":
            yield -size


def _placed(first: float, second: float, *, fixed: bool = False) -> tuple[Position, ...] | None:
    """Latitude and longitude; the other order where only that is possible."""
    if abs(first) > 90 and not fixed:
        first, second = second, first
    if abs(first) > 90 or not -180 <= second <= 360:
        return None
    return ((first, second),)


# `48.8584° N, 2.2945° E`, `48°51'30"N 2°17'40"E`: what most positions look like
_PART = r"\s?(\d{1,2}(?:\.\d{1,15})?)\s?"
_SIZE = rf"(\d{{1,3}}(?:\.\d{{1,15}})?)(?:\s?°(?:{_PART}'(?:{_PART}\")?)?\s?|\s)"
_COMMON = re.compile(rf"{_SIZE}([NS])\s?,?\s?{_SIZE}([EW])")


def _read_common(text: str) -> tuple[Position, ...] | None:
    found = _COMMON.fullmatch(text)
    if found is None:
        return None
    sizes = [_size_of(found.groups()[place : place + 3]) for place in (0, 4)]
    if sizes[0] is None or sizes[1] is None:
        return None
    south, west = found[4] == "S", found[8] == "W"
    return _placed(-sizes[0] if south else sizes[0], -sizes[1] if west else sizes[1], fixed=True)


def _size_of(numbers: Sequence[str | None]) -> float | None:
    """Degrees of degrees, minutes and seconds; `None` if they are no such."""
    written = [number for number in numbers if number is not None]
    if any("." in number for number in written[:-1]):
        return None
    sizes = [float(number) for number in written]
    if not all(_fits(size, is_last=place + 2 == len(sizes)) for place, size in enumerate(sizes[1:])):
        return None
    return math.fsum(size / 60.0**place for place, size in enumerate(sizes))


# Without marks ------------------------------------------------------------------------------------

# ISO 6709 (`+354030+1394443/`), aviation (`N354030 E1394443`), WKT (`POINT(139.7 35.6)`)
_COMPACT = re.compile(
    r"(?P<north>[+-]|[NS] ?)(?P<lat>\d{2}(?:\d{2}){0,2}(?:\.\d{1,15})?)\s?"
    r"(?P<east>[+-]|[EW] ?)(?P<lon>\d{3}(?:\d{2}){0,2}(?:\.\d{1,15})?)"
    r"(?:[+-]\d{1,6}(?:\.\d{1,9})?)?(?:CRS\w{1,20})?/?"
)
# `485130N 0021740E`
_BEHIND = re.compile(
    r"(?P<lat>\d{4}(?:\d{2})?(?:\.\d{1,15})?)(?P<north> ?[NS])[\s,/]{0,3}"
    r"(?P<lon>\d{5}(?:\d{2})?(?:\.\d{1,15})?)(?P<east> ?[EW])"
)
_GEO_URI = re.compile(
    r"geo:(?P<lat>[+-]?\d{1,3}(?:\.\d{1,15})?),(?P<lon>[+-]?\d{1,3}(?:\.\d{1,15})?)(?:[,;?]\S*)?"
)

# A link to a map at a place: `https://maps.example/@35.6,139.7,15z`, `…?q=35.6,139.7`
_MAP = re.compile(
    r"https?://[^\s@=]{1,60}[@=](?P<lat>[+-]?\d{1,2}\.\d{1,15}),(?P<lon>[+-]?\d{1,3}\.\d{1,15})(?:[,&/]\S*)?"
)


def _read_compact(text: str) -> tuple[Position, ...] | None:
    uri = _GEO_URI.fullmatch(text) or _MAP.fullmatch(text)
    if uri is not None:
        return _placed(float(uri["lat"]), float(uri["lon"]), fixed=True)
    found = _COMPACT.fullmatch(text) or _BEHIND.fullmatch(text)
    if found is None:
        return None
    latitude, longitude = _packed(found["lat"], 2), _packed(found["lon"], 3)
    if latitude is None or longitude is None:
        return None
    south, west = found["north"].strip() in "-S", found["east"].strip() in "-W"
    return _placed(-latitude if south else latitude, -longitude if west else longitude, fixed=True)


def _packed(digits: str, width: int) -> float | None:
    """Degrees of `DDMMSS.s`, the degrees being `width` digits wide."""
    whole, _, fraction = digits.partition(".")
    parts = [whole[:width], *(whole[at : at + 2] for at in range(width, len(whole), 2))]
    return _size_of([*parts[:-1], f"{parts[-1]}.{fraction or 0}"])
