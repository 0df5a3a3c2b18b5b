"""With which letters the forms of a name can begin: most pairs of names are told apart by that.

Every form of a name (see `variants`) is one of its words, in one spelling, and others
after it. Two names whose words all begin otherwise therefore have no form in common,
which is much cheaper to see than to make the forms.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache

from atlas_grader.names.keys import exact_key
from atlas_grader.names.policy import table
from atlas_grader.names.regions import with_regions_in_full
from atlas_grader.names.rewordings import reworded_words
from atlas_grader.names.scripts import only_letters
from atlas_grader.names.spellings import respelled

# Other signs may be words (`&`), parts of words (`#`) or letters.
_WELL_KNOWN = re.compile(r"""[A-Za-z0-9 ,.;:'"()\[\]/!?=\n-]*""")
# A part of a name that has no words is its signs: `? (formerly Nova)`.
_LONE_SIGN = re.compile(r"(?<![^\s()\[\]])[^\w\s()\[\]](?![^\s()\[\]])|[^\w\s()\[\]]{2}")
_WORD = re.compile(r"[a-z0-9]+")


def may_share_form(one: str, other: str) -> bool:
    """Whether two names could fit at some step; `False` only if they cannot.

    >>> may_share_form("Nova Steel", "Nova Steel Ltd"), may_share_form("Nova Steel", "Alphen Holding")
    (True, False)
    """
    openings, others = openings_of(one), openings_of(other)
    return openings is None or others is None or not openings.isdisjoint(others)


@lru_cache(maxsize=1 << 14)
def openings_of(text: str) -> frozenset[str] | None:
    """The first two letters of each word, or its first digit; `None` where that says too little."""
    if not _is_well_known(text) or next(with_regions_in_full(text), ""):
        return None
    words = _WORD.findall(text.lower())
    if not words or not _unsteady().isdisjoint(words):
        return None
    translations = table("generic_words")["translations"]
    words += [translations[word] for word in words if word in translations]
    if any(len(word) == 1 and word.isalpha() for word in words):
        return None  # it may be written together with any word after it: `e mail`
    return frozenset(word[0] if word[0].isdigit() else word[:2] for word in words)


class KeyOpenings:
    """The keys of many names' forms, by which a name is told to have none of them in common."""

    def __init__(self, keys: Iterable[str] = ()) -> None:
        self._keys: dict[str, set[str]] = defaultdict(set)
        for key in keys:
            self.add(key)

    def add(self, key: str) -> None:
        """Know one more key."""
        # Spaces stand between sorted words, plus signs between the parts of a combination.
        self._keys[key[:1]].add(key.replace(" ", "").replace("+", ""))

    def may_hold(self, text: str) -> bool:
        """Whether one of the keys could be a form of `text`: it begins with two of its words, or is one."""
        words = _steady_words(text)
        if words is None:
            return True
        for word in words:
            for key in self._keys.get(word[0], ()):
                if key.startswith(word) and (key == word or key.startswith(words, len(word))):
                    return True
        return False


def _steady_words(text: str) -> tuple[str, ...] | None:
    """The words of a name whose forms hold no other words; `None` if they may."""
    if not (_is_well_known(text) and exact_key(text).isascii()) or next(with_regions_in_full(text), ""):
        return None  # signs of their own are words or parts of words: `A−`, `n！`
    words = _WORD.findall(text.lower())
    return tuple(words) if words and "".join(words).isalpha() and _told().isdisjoint(words) else None


def _is_well_known(text: str) -> bool:
    return only_letters(text) or bool(_WELL_KNOWN.fullmatch(text) and not _LONE_SIGN.search(text))


@cache
def _unsteady() -> frozenset[str]:
    """Words instead of which, or of what follows them, a form may have quite another word."""
    return respelled().union(spaced.split()[0] for spaced in table("polities")["exact"])


@cache
def _told() -> frozenset[str]:
    """Words beside which, too, a form may have other words."""
    return _unsteady() | reworded_words() - {"of"}
