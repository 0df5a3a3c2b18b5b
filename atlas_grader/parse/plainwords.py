"""The words of a heading as lists of words are looked up in it."""

from __future__ import annotations

import re
import unicodedata

from atlas_grader.folding import fold_characters

JOINED = "\u2e80"
"""Scripts that part no words by spaces begin here in Unicode."""

_WORD = re.compile(r"[^\W_]+")


def plain_words(text: str) -> list[str]:
    """The words of a text without case, accents and apostrophes."""
    folded = fold_characters(text).casefold().replace("'", "")
    if folded.isascii():
        return _WORD.findall(folded)
    folded = unicodedata.normalize("NFKD", folded)
    bare = "".join(c for c in folded if unicodedata.category(c) != "Mn")
    return _WORD.findall(unicodedata.normalize("NFC", bare))
