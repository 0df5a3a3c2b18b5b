"""With which letters the forms of a name can begin: most pairs of names are told apart by that.

Every form of a name (see `variants`) is one of its words, in one spelling, and others
after it. Two names whose words all begin otherwise therefore have no form in common,
which is much cheaper to see than to make the forms.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from atlas_grader.names.policy import table
from atlas_grader.names.spellings import respelled

# Other signs may be words (`&`), parts of words (`#`) or letters.
_WELL_KNOWN = re.compile(r"""[A-Za-z0-9 ,.;:'"()\[\]/!?=\n-]*""")
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
    if not _WELL_KNOWN.fullmatch(text):
        return None
    words = _WORD.findall(text.lower())
    if not words or not _unsteady().isdisjoint(words):
        return None
    translations = table("generic_words")["translations"]
    words += [translations[word] for word in words if word in translations]
    if any(len(word) == 1 and word.isalpha() for word in words):
        return None  # it may be written together with any word after it: `e mail`
    return frozenset(word[0] if word[0].isdigit() else word[:2] for word in words)


@cache
def _unsteady() -> frozenset[str]:
    """Words instead of which, or of what follows them, a form may have quite another word."""
    return respelled().union(spaced.split()[0] for spaced in table("polities")["exact"])
