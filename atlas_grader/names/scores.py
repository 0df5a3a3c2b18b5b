"""Scores of matches and of their shoot-outs, however these are marked: `1–1 (4–3 pens)`, `1:1, 4:3 i. E.`."""

from __future__ import annotations

import re
from typing import NamedTuple

from atlas_grader.folding import fold_characters
from atlas_grader.names.policy import words

_LONGEST = 60
_SCORE = r"(\d{1,3} ?[-:] ?\d{1,3})(?!\d)(\D*)"
_SCORES = re.compile(rf"{_SCORE}(?:{_SCORE})?")


class _Told(NamedTuple):
    """The score of a match, and that of its shoot-out, as far as a text gives them."""

    match: str
    shootout: str
    is_marked: bool


def same_score(gold: str, text: str) -> bool:
    """Whether two texts are one score, of which one or both say how it came about.

    >>> same_score("1–1 (4–3 pens)", "1:1, 4:3 on penalties"), same_score("2-1", "2–1 a.e.t.")
    (True, True)
    >>> same_score("1–1 (4–3 pens)", "4–3 pens"), same_score("2-1", "2:1")
    (False, False)
    """
    if not (text[:1].isdigit() and gold[:1].isdigit()):
        return False
    one, other = _read(gold), _read(text)
    if one is None or other is None or not (one.is_marked or other.is_marked):
        return False
    if bool(one.match) != bool(other.match):
        return False
    return one.match == other.match and (
        not one.shootout or not other.shootout or one.shootout == other.shootout
    )


def _read(text: str) -> _Told | None:
    found = _SCORES.fullmatch(fold_characters(text).casefold()) if len(text) <= _LONGEST else None
    if found is None:
        return None
    first, said = _plain(found[1]), _letters(found[2])
    if found[3] is None:
        return _one(first, said)
    second, last = _plain(found[3]), _letters(found[4])
    aside = found[2].lstrip().startswith(("(", ","))
    if (said in _extra_time() and last in _shootout()) or (said in _shootout() and not last and aside):
        return _Told(first, second, is_marked=True)
    if said in _shootout() and last in _extra_time() and not aside:
        return _Told(second, first, is_marked=True)
    return None


def _one(score: str, said: str) -> _Told | None:
    if said in _shootout():
        return _Told("", score, is_marked=True)
    return _Told(score, "", is_marked=bool(said)) if said in _extra_time() else None


def _plain(score: str) -> str:
    return score.replace(" ", "").replace(":", "-")


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _shootout() -> frozenset[str]:
    return words("scores", "shootout")


def _extra_time() -> frozenset[str]:
    """What may stand behind the score of a match: nothing, or that it took extra time."""
    return words("scores", "extra_time") | {""}
