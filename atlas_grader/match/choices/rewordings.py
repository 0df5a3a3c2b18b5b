"""Other wordings under which a cell's words may be a choice: `GPLv3`, `10 to 49 employees`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from atlas_grader.match.choices.words import narrowing_words
from atlas_grader.match.numbers.labels import label_table
from atlas_grader.names.keys import exact_key

_VERSION = re.compile(
    r"([^\W\d_]{2,12}?)[\s-]*(?:v|ver\.?|version)?[\s-]*(\d{1,2})((?:\.\d{1,2})?)", re.IGNORECASE
)
_COUNTED = re.compile(
    r"([\d<>≥≤][\d.,<>+%-]*)(?:\s?(?:-|to|bis|à)\s?(\d[\d.,]*\+?))?((?:\s[^\W\d_]{2,}){1,3})", re.IGNORECASE
)
_SHORTEST_VERB = 4


def reworded(text: str) -> Iterator[str]:
    """The wordings of a text, each of which says the same of whatever column it may be a choice.

    >>> list(reworded("GPLv3")), list(reworded("10 to 49 employees"))
    (['GPL 3', 'GPL 3.0'], ['10-49'])
    """
    version = _VERSION.fullmatch(text)
    if version is not None:
        name, major, minor = version.groups()
        yield from (
            (f"{name} {major}", f"{name} {major}.0") if minor in ("", ".0") else (f"{name} {major}{minor}",)
        )
    counted = _COUNTED.fullmatch(text)
    if counted is not None and all(word.casefold() in _nouns() for word in counted[3].split()):
        yield f"{counted[1]}-{counted[2]}" if counted[2] else counted[1]
    if text.isascii() and text.isalpha():
        yield from _inflected(text.casefold())


def narrowed(text: str) -> Iterator[tuple[str, str]]:
    """A text without the word, before or behind, that says which kind is meant; and that word.

    >>> list(narrowed("Federal republic")), list(narrowed("monarchie constitutionnelle"))
    ([('republic', 'federal')], [('monarchie', 'constitutionnelle')])
    """
    first, _, rest = exact_key(text).partition(" ")
    if rest and first in narrowing_words():
        yield rest, first
    rest, _, last = exact_key(text).rpartition(" ")
    if rest and last in narrowing_words():
        yield rest, last


def _inflected(word: str) -> Iterator[str]:
    """An English verb's other forms, as far as they are regular."""
    stems = [word.removesuffix(ending) for ending in ("ed", "d", "s") if word.endswith(ending)]
    yield from (
        stem for stem in (*stems, f"{word}ed", f"{word}d") if min(len(stem), len(word)) >= _SHORTEST_VERB
    )


@cache
def _nouns() -> frozenset[str]:
    table = label_table()
    return table.nouns - table.measures
