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
# Variation selectors and fillers are no less invisible, whatever their category.
_INVISIBLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160"
    "\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\ufff9-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0001\U000e0020-\U000e007f\U000e0100-\U000e01ef]+"
)
# Printable ASCII but the grave accent, which is a quote.
_PLAIN = re.compile(r"[\n\x20-\x5f\x61-\x7e]*")


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
    return _INVISIBLE.sub("", text)
