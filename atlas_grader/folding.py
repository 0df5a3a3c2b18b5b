"""Character folding that every stage shares: one code point for one sign.

Folding never loses meaning: exponents, fractions and unit powers stay what
they are (`10²³`, `2½`, `m²`), and so do letters of every script.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, wraps
from typing import TypeVar

_SPACES = dict.fromkeys(
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\v\f",
    " ",
)
_DASHES = dict.fromkeys("‐‑‒–—―−﹘﹣－⁃", "-")
_SINGLE_QUOTES = dict.fromkeys("‘’‚‛′ʹʻʼʽ´`＇", "'")
_DOUBLE_QUOTES = dict.fromkeys("“”„‟″＂", '"')
_SIGNS = {**_SPACES, **_DASHES, **_SINGLE_QUOTES, **_DOUBLE_QUOTES}
# Cf covers zero-width and bidi marks and the byte-order mark; Cc the controls but newline.
# Variation selectors and fillers are no less invisible, whatever their category.
_INVISIBLE = (
    (0x00, 0x09), (0x0B, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x600, 0x605), (0x61C, 0x61C),
    (0x6DD, 0x6DD), (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2), (0x115F, 0x1160), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB), (0x110BD, 0x110BD), (0x110CD, 0x110CD), (0x13430, 0x1343F),
    (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0001, 0xE0001), (0xE0020, 0xE007F), (0xE0100, 0xE01EF),
)  # fmt: skip
# Full-width ASCII and half-width kana (width forms); the ideographic full stop and comma stay.
_WIDTH_FORMS = ((0xFF01, 0xFF5E), (0xFF65, 0xFF9F), (0xFFE0, 0xFFE6))


def _chars(ranges: Iterable[tuple[int, int]]) -> Iterator[str]:
    return (chr(code) for first, last in ranges for code in range(first, last + 1))


def _without_width(char: str) -> str:
    return "".join(_SIGNS.get(c, c) for c in unicodedata.normalize("NFKC", char))


_FOLDED = {
    **dict.fromkeys(_chars(_INVISIBLE), ""),
    **{char: _without_width(char) for char in _chars(_WIDTH_FORMS)},
    **_SIGNS,
}
"""Every sign that is not what folding leaves → what it leaves of it."""
_FOLDABLE = frozenset(_FOLDED)
# England's flag is a black one with `gbeng` in tags behind it.
_BLACK_FLAG = "\U0001f3f4"
_TAGS = frozenset(_chars([(0xE0020, 0xE007F)]))
_TABLE = str.maketrans(_FOLDED)
# Up to so many different signs are faster to replace one by one.
_FEW = 12
# Voice marks are signs of their own in half-width kana; elsewhere they belong to the kana before them.
_KANA_MARKS = ("\uff9e", "\uff9f")
# Printable ASCII but the grave accent, which is a quote.
_PLAIN = re.compile(r"[\n\x20-\x5f\x61-\x7e]*")


def fold_characters(text: str) -> str:
    """Fold spaces, dashes, quotes and width forms; drop invisible characters.

    Composed and decomposed letters become the same (NFC). Newlines stay, and tags that make a flag.

    >>> fold_characters("３\u202f000\u00a0–\u200b ５”")
    '3 000 - 5"'
    >>> fold_characters("2½ m²")
    '2½ m²'
    """
    if _PLAIN.fullmatch(text):
        return text
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = unicodedata.normalize("NFC", text)
    found = _FOLDABLE.intersection(text)
    if not found:
        return text
    if _BLACK_FLAG in text:
        for sign in found - _TAGS:
            text = text.replace(sign, _FOLDED[sign])
    elif len(found) > _FEW:
        text = text.translate(_TABLE)
    else:
        for sign in found:
            text = text.replace(sign, _FOLDED[sign])
    return text if found.isdisjoint(_KANA_MARKS) else unicodedata.normalize("NFC", text)


_T = TypeVar("_T")
_AS_ZEROS = str.maketrans("123456789", "0" * 9)
_LONGEST_WORDING, _MOST_WORDINGS = 64, 1 << 12


def by_wording(find: Callable[[str], _T]) -> Callable[[str], _T]:
    """Remember what `find` finds in texts, which must be the same for texts that differ in digits alone."""
    remembered = lru_cache(maxsize=_MOST_WORDINGS)(find)

    @wraps(find)
    def found(text: str) -> _T:
        return remembered(text.translate(_AS_ZEROS)) if len(text) <= _LONGEST_WORDING else find(text)

    return found
