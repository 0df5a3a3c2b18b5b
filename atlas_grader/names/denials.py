"""Notes that deny or exclude what they stand beside: `Paris (wrong)`, `Helium (not included)`.

Any other note may be set aside; one of these turns the name around, so it never is.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from atlas_grader.names.policy import table, words
from atlas_grader.names.signs import CROSSES

# Compounds are words of their own: `non-profit`, `not-for-profit`, `Pas-de-Calais`.
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_NO = re.compile(r"\bno\b(?![.\s]*\d)(?!\.\s*\w)", re.IGNORECASE)
_MADE_UP = re.compile(r"\bmade[\s-]up\b", re.IGNORECASE)
_LONGEST_CODE = 2
# What came to pass at a time, or by whom: `invented in 1876`.
_WHEN = (
    r"(?:(?:in|on|since|around|about|circa|ca?|early|late|mid|im|en|nel|em)\b[. ]+){0,3}(?:\d{1,2} )?"
    r"(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b[. ]+)?(?:\d{1,2}, ?)?"
    r"(?:1\d|20)\d\ds?(?=\W*\Z|[,;]| (?:by|in|at|on)\b)"
)
# A stroke laid over a letter strikes it out.
_DENYING_SIGN = re.compile(rf"\A\s*(?:!|<>|=?/=)|!=|[≠¬\u0334-\u0338\u20d2\u20d3\u20e0\u20e5{CROSSES}]")
_BOX = r"\[[ \xa0]\]"
_UNTICKED = re.compile(
    rf"^[ \t]*(?:[-*+•][ \t]+)?{_BOX}[ \t]*\w|[\w.)][ \t]*{_BOX}[ \t]*(?=[,;/|]|$)|☐", re.MULTILINE
)
_BRACKET = re.compile(r"[(\[（【]([^()\[\]（）【】]{1,200})[)\]）】]")


def denies(note: str) -> bool:
    """Whether a note, its characters folded, denies or excludes something.

    >>> denies("does not qualify"), denies("n'est pas membre"), denies("non-profit"), denies("No. 5")
    (True, True, False, False)
    >>> denies("invented"), denies("invented in 1876 by Bell"), denies("invented 1876, not this")
    (True, False, True)
    """
    if only_denies(note):
        return True
    note = _happened().sub(" ", note)
    # `Omaha (NE)` and `Neon (Ne)` hold codes.
    said = (word for word in _WORD.findall(note) if len(word) > _LONGEST_CODE or word.islower())
    if not _known().isdisjoint(map(_plain, said)) or _NO.search(note) or _MADE_UP.search(note):
        return True
    return not note.isascii() and (denies_by_sign(note) or bool(_unspaced().search(note)))


def only_denies(note: str) -> bool:
    """Whether a note says no more than that what it stands beside is not meant.

    >>> only_denies("near miss"), only_denies("误"), only_denies("not Rome")
    (True, True, False)
    """
    return note.strip(" .!:-").casefold() in words("denials", "alone")


def denies_by_sign(text: str) -> bool:
    """Whether a sign says that a name or value is not meant: `≠ Etna`, `!Etna`, `Etna ❌`.

    >>> denies_by_sign("¬Etna"), denies_by_sign("Etna != Vesuvius"), denies_by_sign("Yahoo!")
    (True, True, False)
    """
    return _DENYING_SIGN.search(text) is not None or is_unticked(text)


def is_unticked(text: str) -> bool:
    """Whether a box beside some words is not ticked.

    >>> is_unticked("☐ yes"), is_unticked("- [ ] yes"), is_unticked("yes [ ]")
    (True, True, True)
    >>> is_unticked("☐"), is_unticked("[x] yes"), is_unticked("yes [x]")
    (False, False, False)
    """
    if "☐" not in text and "[" not in text:
        return False
    return _UNTICKED.search(text) is not None and any(map(str.isalnum, text))


def only_doubts(note: str) -> bool:
    """Whether a note says no more than that what it stands beside is not sure: `(not confirmed)`.

    >>> only_doubts("Disputed"), only_doubts("not confirmed by Rome")
    (True, False)
    """
    return note.casefold().strip(" .?") in words("denials", "doubts")


def has_denial(text: str) -> bool:
    """Whether a bracket in a text denies what stands beside it: `Stratovolcano (not)`."""
    return any(map(denies, bracketed(text)))


def bracketed(text: str) -> list[str]:
    """What the brackets of a text hold."""
    return _BRACKET.findall(text)


def _plain(word: str) -> str:
    """A word without the accents that some write and some do not."""
    if word.isascii():
        return word.lower()
    return "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(c))


@cache
def _known() -> frozenset[str]:
    return frozenset(map(_plain, table("denials")["words"]))


@cache
def _happened() -> re.Pattern[str]:
    events = "|".join(table("denials")["events"])
    return re.compile(rf"\b(?:{events})\b(?:[:,]? {_WHEN}| by (?-i:[A-ZÀ-Þ]))", re.IGNORECASE)


@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile(table("denials")["unspaced"])
