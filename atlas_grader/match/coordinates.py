"""Coordinate cells: within the declared distance on the declared body (grading.md, section 5).

A pair is latitude, longitude; the other order is read only where a label, a hemisphere
or the range of the numbers leaves no choice.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import cache

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.goldread import compile_gold
from atlas_grader.match.offers.judging import decide
from atlas_grader.match.offers.margins import margins
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.match.offers.reading import Offer, Wording, read_offers
from atlas_grader.match.positions import Position, names_no_axis, read_positions
from atlas_grader.match.turning import turns
from atlas_grader.policy import read_table
from atlas_grader.tasks import Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided

Positions = tuple[Position, ...]

# Rounding of the arithmetic, far below any distance that matters: a micrometre.
_SLACK_KM = 1e-9


def _compile(column: Column, values: Values, others: Values) -> Matcher:
    own = column.body.casefold().removeprefix("the ")
    radius = _radii().get(own)
    allowed = float(column.distance_km) + _SLACK_KM

    def same(golds: Positions, positions: Positions) -> CellVerdict:
        if radius is None:
            return undecided(Reason.UNREADABLE, f"the radius of {column.body} is not known")
        apart = min(distance(gold, position) for gold in golds for position in positions) * radius
        if apart <= allowed:
            return match(Reason.WITHIN_TOLERANCE, f"{apart:,.3f} km apart")
        return mismatch(
            Reason.OTHER_VALUE, f"{apart:,.3f} km apart; at most {column.distance_km} are allowed"
        )

    def judge(golds: tuple[Offer[Positions], ...], cell: Cell) -> CellVerdict:
        verdict = decide(_read_cell(cell), golds, same)
        is_match = verdict.verdict is Verdict.MATCH and radius is not None
        if is_match and any(width > allowed for width in _margins(cell.text, radius or 0)):
            return _WIDE
        elsewhere = is_match and any(body != own for body in _bodies_named(cell.text))
        return _ELSEWHERE if elsewhere else verdict

    return compile_gold(values, _read_text, judge)


_WIDE = undecided(Reason.AMBIGUOUS, "tells a margin that is larger than what is allowed")
_ELSEWHERE = undecided(Reason.AMBIGUOUS, "may be on another body than gold's")
_DIGIT = re.compile(r"\d")
_AMOUNT = re.compile(r"\s*(\d[\d.]*)\s*([^\s\d(),;\[\]]*)")
# `(40-50, 5-10)`
_RANGES = re.compile(r"[(\[](?:\s*-?[\d.]+\W{0,2}[NS]?\s*(?:-|to)\s*-?[\d.]+\W{0,2}[NSEW]?\s*[,;)\]]){2}")
_DEGREES = {
    "": 1.0,
    "°": 1.0,
    "º": 1.0,
    "deg": 1.0,
    "degree": 1.0,
    "'": 1 / 60,
    "arcmin": 1 / 60,
    '"': 1 / 3600,
}
_KILOMETRES = {"km": 1.0, "m": 0.001, "mi": 1.609344, "nmi": 1.852, "ft": 0.0003048}


def _margins(text: str, radius: float) -> Iterator[float]:
    """How far from its position a cell says that it may be, in kilometres; without end if nobody can tell."""
    digit = _DIGIT.search(text)
    told = [behind for _, behind in margins(text, digit.end())] if digit is not None else []
    told += [text[place.end() :] for place in _within().finditer(text)]
    for behind in told:
        amount = _AMOUNT.match(behind.strip(" :=~"))
        unit = amount[2].casefold().rstrip(".").removesuffix("s") if amount is not None else "?"
        per_unit = _KILOMETRES.get(unit, radius * math.radians(_DEGREES.get(unit, math.inf)))
        yield float(amount[1].rstrip(".")) * per_unit if amount is not None else math.inf
    if _RANGES.search(text):
        yield math.inf


def distance(one: Position, other: Position) -> float:
    """The angle between two positions, in radians (haversine)."""
    north, north2 = math.radians(one[0]), math.radians(other[0])
    east = math.radians(other[1] - one[1])
    chord = math.sin((north2 - north) / 2) ** 2 + math.cos(north) * math.cos(north2) * math.sin(east / 2) ** 2
    return 2 * math.asin(min(1.0, math.sqrt(chord)))


def _read_cell(cell: Cell) -> Offer[Positions] | None:
    if cell.items is None:
        return _read_text(_from_object(cell.text) if cell.text[:1] == "{" else cell.text)
    # latitude, longitude, and perhaps a height
    if len(cell.items) not in (2, 3) or any(item.items is not None for item in cell.items):
        return None
    return _read_text(" ; ".join(item.text for item in cell.items[:2]))


def _from_object(text: str) -> str:
    """The position in a JSON object: `{"name": "Descartes", "lat": -8.97, "lon": 15.5}`."""
    found = _AXIS.findall(text)
    axes = {name[:2].casefold() == "la": number for name, number in found}
    return f"{axes[True]}, {axes[False]}" if len(found) == len(axes) == 2 else text


# A number, or a text with a number and a hemisphere.
_AXIS = re.compile(
    r"""["'](lat|latitude|lon|lng|long|longitude)["']\s*:\s*["']?([-+]?\d[^"',{}\[\]]{0,30})""", re.IGNORECASE
)


def _is_label(text: str) -> bool:
    return names_no_axis(text) and not turns(text)


_WORDING = Wording(read_positions, _is_label)


def _read_text(text: str) -> Offer[Positions] | None:
    return read_offers(text, _WORDING)


@cache
def _within() -> re.Pattern[str]:
    return re.compile(rf"{any_word(read_table('match', 'hedges')['within'])}(?=\s*\d)", re.IGNORECASE)


def _bodies_named(text: str) -> Iterator[str]:
    """The bodies that words of a text name, in English or as listed: `on Mars`, `lunar`, `auf dem Mond`."""
    for word in _WORD.findall(text.casefold()) if not _PLAIN.fullmatch(text) else ():
        body = _named_otherwise().get(word, word)
        if body in _radii():
            yield body


# `45.83° N, 6.86° E`
_PLAIN = re.compile(r"[\W\d_NSEW]*")
_WORD = re.compile(r"[^\W\d_]+")


@cache
def _named_otherwise() -> dict[str, str]:
    told = read_table("match", "body_names")
    return {name: body for body, names in told.items() for name in names.split() if body in _radii()}


@cache
def _radii() -> dict[str, float]:
    """Mean radii in kilometres (IAU working group on cartographic coordinates, 2015)."""
    return {body: float(radius) for body, radius in read_table("match", "bodies").items()}


def _reads(column: Column) -> Callable[[Cell], bool]:
    return lambda cell: _read_cell(cell) is not None


RULES = TypeRules(_compile, _reads)
