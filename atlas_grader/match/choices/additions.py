"""Notes that add another entity to the one before them: `plus Yiddish`, `with some Persian`."""

from __future__ import annotations

import re
from functools import cache

from atlas_grader.match.choices.words import trace_words
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.names.offered import offering_words
from atlas_grader.names.policy import table as name_table
from atlas_grader.policy import read_table

_MOST_PIECES, _SHORTEST_ADDED = 8, 2
_PIECES = re.compile(r"\s*[,;/、&]\s*|\s+(?:and|und|et|y|e|en|и)\s+", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")


def added(note: str) -> list[str]:
    """The names that a note may add; what one name alone in a bracket says is told elsewhere.

    >>> added("plus Yiddish"), added("Polish, Yiddish"), added("Yiddish")
    (['Yiddish'], ['Polish', 'Yiddish'], [])
    """
    opening = _opening().match(note)
    pieces = _PIECES.split(note[opening.end() :] if opening else note)[:_MOST_PIECES]
    if len(pieces) == 1 and opening is None:
        return []
    return [name for piece in pieces if len(name := piece.strip()) > _SHORTEST_ADDED]


@cache
def _opening() -> re.Pattern[str]:
    """What opens a note that names another: `plus`, `representing`."""
    told = read_table("match", "hedges")
    return re.compile(rf"(?:{any_word((*told['adding'], *told['stands_for']))}|[+&])\s*", re.IGNORECASE)


def traced(note: str) -> list[str]:
    """The names of what a note says that there is only some of.

    >>> traced("with some Persian and Dari"), traced("and Persian")
    (['Persian', 'Dari'], [])
    """
    word = trace_words().match(note)
    return [] if word is None else [piece.strip() for piece in _PIECES.split(note[word.end() :])]


def adds_others(text: str) -> bool:
    """`German, also Polish`: not instead of German, where the main one is asked for."""
    said = set(_WORDS.findall(text.casefold()))
    return not said.isdisjoint(name_table("markers")["also"]) and said.isdisjoint(offering_words())
