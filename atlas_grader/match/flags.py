"""Flags beside the name of a country: one of another country makes nobody sure which is meant."""

from __future__ import annotations

import re

from atlas_grader.match.country import country_table
from atlas_grader.match.language import language_table
from atlas_grader.names.glosses import state_of

FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_PIECE = re.compile(r"[,;/|\n、；，]|\s(?:and|und|et|y|e|en|и)\s")
_NOTE = re.compile(r"[(\[（][^()\[\]（）]*[)\]）]")


def has_other_flag(text: str) -> bool:
    """Whether a country stands beside a flag that is not its own, nor of its parts.

    >>> has_other_flag("Brazil 🇮🇹"), has_other_flag("🇧🇷 Brazil, 🇮🇹 Italy"), has_other_flag("Pelé 🇧🇷")
    (True, False, False)
    """
    if text.isascii() or FLAG.search(text) is None:
        return False
    return any(map(_is_contradicted, _PIECE.split(text)))


def _is_contradicted(piece: str) -> bool:
    name = FLAG.sub(" ", _NOTE.sub(" ", piece)).strip(" -:")
    table = country_table()
    # `Portuguese 🇧🇷` is a language, where it is spoken.
    is_language = not state_of(name) and language_table().names_of(name) is not None
    named = table.read(name) if name and not is_language else None
    if named is None:
        return False
    return any(flag and table.are_rivals(named, flag) for flag in map(table.read, FLAG.findall(piece)))
