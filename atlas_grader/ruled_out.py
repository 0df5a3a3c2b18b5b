"""Words by which a text rules out all that it names: `anything but K2`, `rejected: K2`, `K2? no`.

What is left of such a text is a value, which the text does not give (`tables/ruled_out.json`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from atlas_grader.policy import read_table

_FIRST = re.compile(r"[^\w\n]{0,3}(?P<word>[^\W\d_]['\w]*)")
HEADING_SIGNS = (":", "：", "→", "=", ">")
"""What stands between a heading and the value that it rules out."""
_CLOSING = ".!。)）] "
_LONGEST_END = 32
# Scripts from here on in Unicode have no spaces between words, but for Hangul.
_FIRST_UNSPACED = "\u0e00"


def rules_out(text: str) -> str:
    """The words in front of a text that rule out what it names, or `""`.

    >>> rules_out("anything but 45"), rules_out("Rejected: 45"), rules_out("Excluding tax: 45")
    ('anything but', 'Rejected:', '')
    """
    first = _FIRST.match(text)
    if first is None:
        return ""
    word = first["word"].casefold()
    if (word if word[0] < _FIRST_UNSPACED else word[0]) not in _first_words():
        return ""
    found = _before().match(text, first.start("word"))
    return found[0] if found is not None else ""


def sets_aside(text: str) -> bool:
    """Whether a text rules out what it names by words with which no name begins.

    >>> sets_aside("anything but Pas de la Casa"), sets_aside("Pas de la Casa")
    (True, False)
    """
    said = rules_out(text).lower()
    return said.endswith(HEADING_SIGNS) or said in ruling_words("excepting")


def is_ruled_out(text: str) -> str:
    """The words behind all else in a text that rule it out, or `""`.

    >>> is_ruled_out("31 July 1954? No."), is_ruled_out("45 ruled out"), is_ruled_out("Norway, NO")
    ('No', 'ruled out', '')
    """
    ending = text[-_LONGEST_END:].rstrip(_CLOSING).casefold()
    if ending[-2:] not in _endings() and ending[-1:] not in _endings():
        return ""
    found = _behind().search(text, max(0, len(text) - _LONGEST_END))
    return found[found.lastindex or 0] if found is not None else ""


@cache
def _table() -> dict[str, list[str]]:
    return read_table("", "ruled_out")


def ruling_words(group: str) -> list[str]:
    """One group of `tables/ruled_out.json`."""
    return _table()[group]


@cache
def _first_words() -> frozenset[str]:
    """The words with which a denial begins; of scripts without spaces the first signs."""
    groups = ("lead", "before_value", "denying", "excepting", "headings", "before_figure")
    words = [word.casefold() for group in groups for word in ruling_words(group)]
    return frozenset(word.split()[0] if word[0] < _FIRST_UNSPACED else word[0] for word in words)


@cache
def _endings() -> frozenset[str]:
    """The last two signs of all that may rule out what stands before it."""
    words = (*ruling_words("after_value"), *ruling_words("ends"), *ruling_words("answers"))
    return frozenset(word.casefold()[-2:] for word in words)


@cache
def _before() -> re.Pattern[str]:
    lead = _any(ruling_words("lead"))
    words = _any([*ruling_words("before_value"), *ruling_words("denying"), *ruling_words("excepting")])
    groups = ("headings", "before_value", "denying", "excepting")
    headings = _any(word for group in groups for word in ruling_words(group))
    nouns = _any(ruling_words("nouns"))
    figure = rf"{_any(ruling_words('before_figure'))}(?=\s+(?:(?:el|il|em|o|le)\s+)?[^\w\s]?\d)"
    return re.compile(
        rf"(?:{lead}\s+){{0,5}}(?:{headings}(?:\s+{nouns})?\s*(?:[:：→=]|->|=>)|(?:{words}|{figure})(?![^:\d]*:\s|\s*[:：\W]?\Z))",
        re.IGNORECASE,
    )


@cache
def _behind() -> re.Pattern[str]:
    words = _any([*ruling_words("after_value"), *ruling_words("ends")])
    # `NO` is a code
    answers = (
        rf"(?:[?？:：→⇒,;(（\[=]|\s-+|\s/|[)）\]]\s)\s*(?!(?-i:NO)\W*\Z)({_any(ruling_words('answers'))})"
    )
    return re.compile(rf"(?:(?<=[^\s(（\[])\s*({words})|{answers})[{re.escape(_CLOSING)}]*\Z", re.IGNORECASE)


def _any(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first."""
    ranked = sorted({word.lower() for word in words}, key=lambda word: (-len(word), word))
    spaced = "|".join(re.escape(word) for word in ranked if word[0] < _FIRST_UNSPACED)
    others = "|".join(re.escape(word) for word in ranked if word[0] >= _FIRST_UNSPACED)
    return rf"(?:(?<!\w)(?:{spaced})(?![\w-]){f'|{others}' if others else ''})"
