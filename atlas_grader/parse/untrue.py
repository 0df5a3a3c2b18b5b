"""Headings that call wrong what stands under them: `Wrong values`, `Données fausses`, `Common mistakes`.

Every word of the heading must be one of those listed (`tables/untrue.json`), so that `Errors fixed`,
`False Bay` and `Corrected values` say nothing of the kind.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from atlas_grader.parse.headers.columnwords import names_an_attribute
from atlas_grader.parse.plainwords import JOINED, plain_words
from atlas_grader.policy import read_table

_MOST_WORDS = 12
_MOST_LETTERS = 40
_SAYS_NOTHING = frozenset(("things", "attributes", "fillers", "some", "are"))


class Wrong(Enum):
    """What a heading calls what stands under it."""

    WRONG = auto()
    OUTDATED = auto()


_Told = list[tuple[str, str]]
"""Phrases, each with the list that it is in."""


@dataclass(frozen=True, slots=True)
class _Lists:
    """The words of `tables/untrue.json`."""

    phrases: dict[tuple[str, ...], str]
    longest: int
    stems: tuple[tuple[re.Pattern[str], str], ...]
    """For each list its words that have endings."""
    joined: tuple[tuple[str, str], ...]
    """Of scripts without spaces, the longest ones first."""


def called_wrong(statement: str) -> tuple[Wrong, str] | None:
    """What a heading's statement calls what is under it, and the word that says so.

    >>> called_wrong("Some wrong values"), called_wrong("Wrong values corrected")
    ((<Wrong.WRONG: 1>, 'wrong'), None)
    """
    told = _told(statement)
    kinds = {kind for _, kind in told}
    # `Some values are wrong`, `Wrong?`
    if "taken_back" in kinds or {"some", "are"} <= kinds or statement.rstrip()[-1:] in {"?", "？"}:
        return None
    telling = next((text for text, kind in told if kind not in _SAYS_NOTHING), "")
    if kinds & {"wrong", "mistakes"} or ("false" in kinds and kinds & {"things", "attributes"}):
        return Wrong.WRONG, telling
    if "things" in kinds and "invalid" in kinds:
        return Wrong.WRONG, telling
    # `Invented values`, but `Invented languages` and `Years invented` are what they are.
    in_order = [kind for _, kind in told]
    if "imagined" in kinds and "things" in in_order[in_order.index("imagined") :]:
        return Wrong.WRONG, telling
    if "outdated" in kinds or ("things" in kinds and "old" in kinds and "attributes" not in kinds):
        return Wrong.OUTDATED, telling
    return None


def takes_back(statement: str) -> bool:
    """Whether a heading goes on to say that there are none, or no more: `Errors: none`.

    >>> takes_back("none found"), takes_back("no sea coast")
    (True, False)
    """
    return any(kind == "taken_back" for _, kind in _told(statement))


def _told(statement: str) -> _Told:
    """The phrases of a statement; nothing if any word is not listed."""
    words = plain_words(statement)
    if not 0 < len(words) <= _MOST_WORDS:
        return []
    return _cut("".join(words)) if any(word[0] >= JOINED for word in words) else _phrases(words)


def _phrases(words: list[str]) -> _Told:
    """The words in the longest phrases that are listed."""
    lists, told = _lists(), _Told()
    place = 0
    while place < len(words):
        for length in range(min(lists.longest, len(words) - place), 0, -1):
            phrase = tuple(words[place : place + length])
            kind = lists.phrases.get(phrase) or (_kind_of(phrase[0]) if length == 1 else "")
            if kind:
                told.append((" ".join(phrase), kind))
                place += length
                break
        else:
            return []
    return told


def _kind_of(word: str) -> str:
    """The list that has a word but for its ending; `attributes` for plurals that columns are called by."""
    listed = next((kind for stem, kind in _lists().stems if stem.fullmatch(word)), "")
    return listed or ("attributes" if word.endswith("s") and names_an_attribute(word) else "")


def _cut(text: str) -> _Told:
    """A text without spaces in the longest phrases that are listed."""
    told = _Told()
    place = 0
    while place < len(text) <= _MOST_LETTERS:
        found = next((one for one in _lists().joined if text.startswith(one[0], place)), None)
        if found is None:
            return []
        told.append(found)
        place += len(found[0])
    return told


@cache
def _lists() -> _Lists:
    told: dict[str, list[str]] = read_table("parse", "untrue")
    listed = [(word, kind) for kind, words in told.items() for word in words]
    phrases: dict[tuple[str, ...], str] = {}
    stems: dict[str, list[str]] = {}
    for word, kind in listed:
        phrase = tuple(plain_words(word))
        phrases.setdefault(phrase, kind)
        if word.endswith("*"):
            stems.setdefault(kind, []).append(phrase[0])
    joined = ((phrase[0], kind) for phrase, kind in phrases.items() if phrase[0] >= JOINED)
    return _Lists(
        phrases,
        max(map(len, phrases)),
        tuple((re.compile(rf"(?:{'|'.join(bare)})\w{{0,3}}"), kind) for kind, bare in stems.items()),
        tuple(sorted(joined, key=lambda one: -len(one[0]))),
    )
