"""Choices that begin or end with a sign of their own: `A*`, `AB-`, `C++`, `+`.

The general rule for cells (`offers.py`) takes a star for a footnote, a plus for a bound and a
hyphen for a dash. So it gets such names as single letters, which it cannot take apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_SIGNS = "*+#†‡•~<>=!%^°±-"
# Letters of a script that nobody writes (Linear A)
_FIRST, _MOST = 0x10600, 300
_LETTERS = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + _MOST)}]")


class SignedChoices:
    """The names with signs among a column's choices."""

    def __init__(self, names: Iterable[str]) -> None:
        signed = {name.strip().casefold() for name in names if _is_signed(name.strip())}
        self._names = sorted(signed, key=lambda name: (-len(name), name))[:_MOST]
        self._letters = {name: chr(_FIRST + place) for place, name in enumerate(self._names)}
        edge = rf"[\w{re.escape(_SIGNS)}]"
        pattern = "|".join(map(re.escape, self._names))
        self._pattern = re.compile(rf"(?<!{edge})(?:{pattern})(?!{edge})", re.IGNORECASE) if signed else None

    def hide(self, text: str) -> str:
        """A text with a letter for each such name; the text itself if it has none.

        >>> SignedChoices(["A*", "A"]).hide("A* or A") == chr(0x10600) + " or A"
        True
        """
        if self._pattern is None or _LETTERS.search(text):
            return text
        return self._pattern.sub(lambda name: self._letters.get(name[0].casefold(), name[0]), text)

    def show(self, text: str) -> str:
        """The text again."""
        return _LETTERS.sub(lambda letter: self._names[ord(letter[0]) - _FIRST], text)


def _is_signed(name: str) -> bool:
    return bool(name) and (name[0] in _SIGNS or name[-1] in _SIGNS)
