"""Character folding that every stage shares: one code point for one sign.

Folding never loses meaning: exponents, fractions and unit powers stay what
they are (`10²³`, `2½`, `m²`), and so do letters of every script.
"""

from __future__ import annotations

import re
import unicodedata

_SPACES = dict.fromkeys(
    map(
        ord,
        "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
        "\u2008\u2009\u200a\u202f\u205f\u3000\t\v\f",
    ),
    " ",
)
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－⁃"), "-")
_SINGLE_QUOTES = dict.fromkeys(map(ord, "‘’‚‛′ʹʻʼʽ´`＇"), "'")
_DOUBLE_QUOTES = dict.fromkeys(map(ord, "“”„‟″＂"), '"')
_SIGNS: dict[int, str | None] = {**_SPACES, **_DASHES, **_SINGLE_QUOTES, **_DOUBLE_QUOTES}

# Full-width ASCII and half-width kana (width forms); the ideographic full stop and comma stay.
_WIDTH = re.compile(r"[\uff01-\uff5e\uff65-\uff9f\uffe0-\uffe6]+")
# Cf covers zero-width and bidi marks and the byte-order mark; Cc the controls but newline.
_PLAIN = re.compile(r"[\n\x20-\x7e]*")


def fold_characters(text: str) -> str:
    """Fold spaces, dashes, quotes and width forms; drop invisible characters.

    Composed and decomposed letters become the same (NFC). Newlines stay.

    >>> fold_characters("３\u202f000\u00a0–\u200b ５”")
    '3 000 - 5"'
    >>> fold_characters("2½ m²")
    '2½ m²'
    """
    if _PLAIN.fullmatch(text):
        return text
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _WIDTH.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)
    text = text.translate(_SIGNS)
    return "".join(c for c in text if c == "\n" or unicodedata.category(c) not in {"Cc", "Cf"})
