"""Signs that carry meaning in a name: `>5` is not `<5`, `a → b` not `a ← b`, `n!` not `n`.

Most punctuation is how a name is styled (`Yahoo!`, `AC/DC`), so the exact key drops it.
Where a number or a single letter stands beside a sign of comparison or calculation, it
says something, and stays.
"""

from __future__ import annotations

import re
import unicodedata

# An arrow says which way, wherever it stands between two words.
_ARROWS = r"\u2190-\u21ff\u27f0-\u27ff\u2900-\u297f\u2b00-\u2b11\u2b30-\u2b4f\u2794\u2798-\u27af\u27b1-\u27be"
_ARROW = re.compile(f"[{_ARROWS}]")
_UP_DOWN = frozenset("↑↓⇑⇓⬆⬇")
_MAY_TELL = re.compile(r"[<>=~!/*^|]|[^\x00-\x7f]")
_SIGN = re.compile(r"[<>=]+|~+|[!/*^|]|[^\w\s\x00-\x7f]")
_COMPOSED = (
    ("<->", "↔"),
    ("-->", "→"),
    ("->", "→"),
    (">=", "≥"),
    ("<=", "≤"),
    ("!=", "≠"),
    ("==", "="),
    ("+/-", "±"),
)
_LEFT_ARROW = re.compile(r"<--?(?!\d)")
_AFTER = re.compile(r"[\s$€£¥#(.−-]{0,3}(?:\d|[^\W\d_](?![^\W_]))")
_BEFORE = re.compile(r"(?:\d|(?<![^\W_])[^\W\d_])[\s%°)]{0,3}$")
_LONGEST_BEFORE = 8
_WORD = re.compile(r"[^\W\d_]{2}")
# What the exact key would drop, as a sign that it does not: the same one, in full width.
_KEPT = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in "<>=~!/*^|"})
_IN_FORMULAS = frozenset("!/*^|")
_STRUCK = "~~"
# `Paris ❌`
CROSSES = "❌❎✗✘✕✖☒🗙🗴🚫⛔🛇👎🙅"
_CROSSES = frozenset(CROSSES)
_DROPPED = "\x00"


def is_telling(character: str) -> bool:
    """Whether a sign outside of ASCII may carry meaning."""
    if character == "‰" or character in _CROSSES:
        return True
    return bool(_ARROW.match(character)) or unicodedata.category(character) == "Sm"


def keep_signs(plain: str) -> str:
    """Protect the signs that carry meaning from being dropped, and drop the others of their kind.

    >>> keep_signs("yahoo!"), keep_signs("> 5"), keep_signs("n!")
    ('yahoo!', '＞ 5', 'n！')
    """
    if not _MAY_TELL.search(plain):
        return plain
    for written, sign in _COMPOSED:
        if written in plain:
            plain = plain.replace(written, sign)
    plain = _LEFT_ARROW.sub("←", plain)
    beside = _Beside(plain)
    return _SIGN.sub(beside.written, plain)


class _Beside:
    """What stands beside the signs of one text."""

    def __init__(self, text: str) -> None:
        self._in_formula = not _WORD.search(text)
        places = [place for place, character in enumerate(text) if character.isalnum()]
        self._first, self._last = (places[0], places[-1]) if places else (len(text), -1)

    def written(self, found: re.Match[str]) -> str:
        """How a sign is written in the exact key."""
        sign, text = found[0], found.string
        if sign == _STRUCK or sign in _CROSSES:
            return sign.translate(_KEPT)
        if not (sign.isascii() or is_telling(sign)) or sign == "−":
            return sign
        before = bool(_BEFORE.search(text[max(0, found.start() - _LONGEST_BEFORE) : found.start()]))
        after = bool(_AFTER.match(text, found.end()))
        between = self._first < found.start() and found.end() <= self._last
        if not self._tells(
            sign, before=before, after=after, between=between, digits=_is_within_number(found)
        ):
            return sign if sign.isascii() else _DROPPED
        return " x " if sign == "×" else sign.translate(_KEPT)

    def _tells(self, sign: str, *, before: bool, after: bool, between: bool, digits: bool) -> bool:
        if sign == "!":
            return self._in_formula and before
        if sign in _IN_FORMULAS:
            return self._in_formula and before and after and not digits
        if sign == "~":
            return after and not before
        if sign == "‰":
            return before
        if _ARROW.match(sign):
            return between or (sign in _UP_DOWN and (before or after))
        if sign == "=":
            return between and (before or after)
        return before or after


def _is_within_number(found: re.Match[str]) -> bool:
    """Whether digits touch a sign on both sides, as in `24/7`: there all punctuation stays."""
    text = found.string
    return (
        text[max(0, found.start() - 1) : found.start()].isdigit()
        and text[found.end() : found.end() + 1].isdigit()
    )
