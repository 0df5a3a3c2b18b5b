"""Notes that surely offer no other value, told at a glance (`tables/hedges.json`).

The general rule (`offers.py`) reads every note for values beside the first. Most notes hold
none of the words that could announce one, and most cells need no more than this look.
"""

from __future__ import annotations

import re
from functools import cache

from atlas_grader.or_words import or_words
from atlas_grader.policy import read_table

_WORD = re.compile(r"[a-z]+")
# One value, and one bracket that ends the cell
_NOTED = re.compile(r"([^()\[\]{}（）【】〔〕,;:/|\n]{1,90}?) ?[(（]([^()\[\]{}（）【】〔〕\n]{1,90})[)）]")


def split_note(text: str) -> tuple[str, str] | None:
    """The value and the bracket that a text consists of, if it does.

    >>> split_note("Germany (since 1990)"), split_note("Germany, Austria (2 of 3)")
    (('Germany', 'since 1990'), None)
    """
    if not text.endswith((")", "）")):
        return None
    found = _NOTED.fullmatch(text)
    return (found[1], found[2]) if found else None


def offers_nothing(note: str) -> bool:
    """Whether a note holds no word that could offer another value or cast a doubt on the first.

    >>> offers_nothing("since 1990"), offers_nothing("or Austria"), offers_nothing("東京")
    (True, False, False)
    """
    if not note.isascii() or "/" in note or "?" in note:
        return False
    return _openers().isdisjoint(_WORD.findall(note.casefold()))


_TELLING = ("either", "alternative", "also", "doubt", "corrects", "denies")


@cache
def _openers() -> frozenset[str]:
    table = read_table("match", "hedges")
    denials = read_table("match", "denial_words")
    phrases = [phrase for group in _TELLING for phrase in table[group]]
    phrases += or_words()
    phrases += [phrase for group in ("alone", "denies", "at_end") for phrase in denials[group]]
    return frozenset(word for phrase in phrases for word in _WORD.findall(phrase.casefold())[:1])
