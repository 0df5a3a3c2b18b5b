"""Flags beside the name of a country: one of another country makes nobody sure which is meant."""

from __future__ import annotations

import re
from functools import cache

from atlas_grader.match.choices.countries import country_table
from atlas_grader.match.homonyms import states_named
from atlas_grader.match.language import language_table
from atlas_grader.policy import read_table

FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}|\U0001f3f4[\U000e0020-\U000e007f]+")
_PIECE = re.compile(r"[,;/|\n、；，]|\s(?:and|und|et|y|e|en|и)\s")
_NOTE = re.compile(r"[(\[（][^()\[\]（）]*[)\]）]")


def has_other_flag(text: str) -> bool:
    """Whether a country stands beside a flag that is not its own, nor of its parts.

    A language may stand beside the flags of all countries whose it is.

    >>> has_other_flag("Brazil 🇮🇹"), has_other_flag("🇧🇷 Brazil, 🇮🇹 Italy"), has_other_flag("Pelé 🇧🇷")
    (True, False, False)
    >>> has_other_flag("Portuguese 🇧🇷"), has_other_flag("Italian 🇫🇷")
    (False, True)
    """
    if text.isascii() or FLAG.search(text) is None:
        return False
    return any(map(_is_contradicted, _PIECE.split(text)))


def _is_contradicted(piece: str) -> bool:
    flags = [found for found in map(country_table().read, FLAG.findall(piece)) if found]
    name = FLAG.sub(" ", _NOTE.sub(" ", piece)).strip(" -:") if flags else ""
    if not name:
        return False
    table = country_table()
    named = states_named(name) or _speakers(name) | (table.read(name) or frozenset())
    return bool(named) and any(table.are_rivals(named, flag) for flag in flags)


def _speakers(language: str) -> frozenset[str]:
    """The countries in which a language is official."""
    named = language_table().names_of(language) or ()
    return frozenset().union(*(_spoken().get(code, _NONE) for code in named))


@cache
def _spoken() -> dict[str, frozenset[str]]:
    return {language: frozenset(codes.split()) for language, codes in read_table("match", "spoken").items()}


_NONE: frozenset[str] = frozenset()
