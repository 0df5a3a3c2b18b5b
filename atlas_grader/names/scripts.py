"""Which script a name is written in, and what it is in Latin letters.

Names are compared across scripts only, and only from alphabets: two names in one
script must agree in that script, and equal transliterations of Han, Kana, Arabic
or Hebrew say nothing (grading.md 4; 张伟 and 章伟 are two people).
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

# Scripts with vowels and a customary romanisation, so that equal Latin letters mean equal names.
ALPHABETS = frozenset({"CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN"})
# Scripts in which one character is a syllable or a word: no misspelling is small.
IDEOGRAPHIC = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"})


def only_letters(text: str) -> bool:
    """Whether a name is nothing but words of unaccented Latin letters, as most are.

    >>> only_letters("Tom Thumb"), only_letters("Tom & Jerry"), only_letters("Zoë")
    (True, False, False)
    """
    return text.isascii() and text.replace(" ", "").isalpha()


@cache
def script_of(letter: str) -> str:
    """The script of one letter, by the first word of its Unicode name; `""` for anything else.

    >>> script_of("ж"), script_of("é"), script_of("3")
    ('CYRILLIC', 'LATIN', '')
    """
    if not letter.isalpha():
        return ""
    return unicodedata.name(letter, "").partition(" ")[0]


@lru_cache(maxsize=1 << 14)
def scripts_in(text: str) -> frozenset[str]:
    """Every script that `text` has letters of."""
    if text.isascii():
        return frozenset({"LATIN"}) if any(map(str.isalpha, text)) else frozenset()
    return frozenset(filter(None, map(script_of, set(text))))


def alphabet_of(text: str) -> str:
    """The one non-Latin alphabet that `text` is written in, or `""`."""
    scripts = scripts_in(text)
    return next(iter(scripts)) if len(scripts) == 1 and scripts <= ALPHABETS else ""


@lru_cache(maxsize=1 << 14)
def to_latin(text: str) -> str:
    """`text` in Latin letters, which decide nothing unless it is written in one of `ALPHABETS`.

    >>> to_latin("Владимир Щукин")
    'Vladimir Shchukin'
    """
    from unidecode import unidecode  # a table per script, loaded at first use

    return unidecode(text).replace("'", "")
