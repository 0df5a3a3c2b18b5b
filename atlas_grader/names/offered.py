"""Several values in one cell, and hedges before one (grading.md 5, General)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from atlas_grader.names.keys import exact_key
from atlas_grader.names.policy import table
from atlas_grader.or_words import or_words_between_names

_EITHER = re.compile(r"(?:either|entweder|soit)\s+", re.IGNORECASE)
_MOST_SIDES = 5
_STROKES = re.compile(r"[/|]|\s-\s")
# Words of scripts without spaces stand between values without any.
_FIRST_HAN = "\u3000"


def offered(text: str) -> tuple[str, ...]:
    """The values that a cell offers side by side by `or`, `possibly` …; empty for one value.

    >>> offered("Paris (or London)"), offered("Paris")
    (('Paris', 'London'), ())
    """
    if text.isascii() and _first_of_offering().isdisjoint(exact_key(text).split()):
        return ()
    parts = _or().split(text)
    if len(parts) < 2 or len(parts) > _MOST_SIDES:
        return ()
    sides = tuple(_EITHER.sub("", part).strip(" ()[],;") for part in parts)
    return sides if all(map(exact_key, sides)) else ()


def may_be_a_title(text: str) -> bool:
    """Whether `or` after a comma may begin a work's second title rather than another value.

    >>> may_be_a_title("Twelfth Night, or What You Will"), may_be_a_title("Paris, or London")
    (True, False)
    """
    found = _second_title().search(text)
    return found is not None and not found[1].islower() and offered(text)[-1:] == (found[1],)


def added(text: str) -> tuple[str, ...]:
    """The values of a cell that gives another one by `also`; empty for one value.

    What looks like a proper name may be another name instead: `Kolkata, also Calcutta`.

    >>> added("red, also blue"), added("Kolkata, also Calcutta"), added("red, also known as scarlet")
    (('red', 'blue'), (), ())
    """
    parts = _also().split(text)
    if not 2 <= len(parts) <= _MOST_SIDES or not all(part[:1].islower() for part in parts[1:]):
        return ()
    sides = tuple(part.strip(" ()[],;") for part in parts)
    return sides if all(map(exact_key, sides)) else ()


def side_by_side(text: str) -> tuple[str, ...]:
    """The different names between strokes or dashes, which may be one thing's; empty for one name.

    >>> side_by_side("Wien / Vienna"), side_by_side("Wien | Wien")
    (('Wien', 'Vienna'), ())
    """
    if "/" not in text and "|" not in text and " - " not in text:
        return ()
    names = tuple(name.strip() for name in _STROKES.split(text))
    keys = set(map(exact_key, names))
    return names if 2 <= len(names) == len(keys) <= _MOST_SIDES and "" not in keys else ()


def first_value(text: str) -> str:
    """The cell without a hedge before its value (`probably Paris`), or `""` if it has none."""
    if text.isascii() and _first_of_hedges().isdisjoint(exact_key(text).split(" ", 1)):
        return ""
    hedged = _hedges().match(text)
    return text[hedged.end() :].strip() if hedged else ""


def undated(text: str) -> str:
    """The cell without the clause at its end that says when it held.

    >>> undated("Blue, as of 2023"), undated("Blue as of May 2023"), undated("Blue 2023")
    ('Blue', 'Blue', 'Blue 2023')
    """
    return _as_of().sub("", text) if text[-1:].isdigit() else text


@cache
def _as_of() -> re.Pattern[str]:
    known = "|".join(r"\s+".join(map(re.escape, word.split())) for word in table("markers")["as_of"])
    return re.compile(rf"(?:\s*[,;]\s*|\s+)(?:{known}):?\s+[^;()]{{0,25}}?(?<!\d)[12]\d{{3}}$", re.IGNORECASE)


def offering_words() -> tuple[str, ...]:
    """What offers the name behind it instead of the one before."""
    return (*or_words_between_names(), *table("markers")["alternative"])


@cache
def _first_of_offering() -> frozenset[str]:
    return _first_words(offering_words())


@cache
def _first_of_hedges() -> frozenset[str]:
    return _first_words(table("markers")["hedges"])


def _first_words(markers: Iterable[str]) -> frozenset[str]:
    """The words with which markers begin."""
    return frozenset(exact_key(marker).split()[0] for marker in markers)


@cache
def _or() -> re.Pattern[str]:
    markers = sorted(offering_words(), key=lambda marker: (-len(marker), marker))
    latin = "|".join(
        r"\s+".join(map(re.escape, marker.split())) for marker in markers if marker[0] < "\u3000"
    )
    han = "|".join(re.escape(marker) for marker in markers if marker[0] >= "\u3000")
    return re.compile(rf"[\s,;(\[/]+(?:{latin})\s+|(?:{han})", re.IGNORECASE)


@cache
def _second_title() -> re.Pattern[str]:
    """A comma, a plain `or`, and at least two words to the end."""
    conjunctions = "|".join(map(re.escape, table("markers")["plain_or"]))
    return re.compile(rf"[,;]\s*(?:{conjunctions})\s+([^\s,;()']+(?:[\s']+[^\s,;()']+)+)$", re.IGNORECASE)


@cache
def _also() -> re.Pattern[str]:
    markers, naming = ("|".join(map(re.escape, table("markers")[entry])) for entry in ("also", "naming"))
    return re.compile(rf"\s?[,;(\[]\s*(?:and\s+)?(?:{markers})\s+(?!(?:{naming}))", re.IGNORECASE)


@cache
def _hedges() -> re.Pattern[str]:
    hedges = sorted(table("markers")["hedges"], key=lambda hedge: (-len(hedge), hedge))
    return re.compile(rf"(?:{'|'.join(map(re.escape, hedges))})[\s:,]+(?=\w)", re.IGNORECASE)
