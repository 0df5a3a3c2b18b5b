"""Values that a cell denies: all of it (`not 45`), or another beside one (`45, not 46`; `not 46 but 45`)."""

from __future__ import annotations

import re
from functools import cache

from atlas_grader.match.offers.patterns import any_word
from atlas_grader.policy import read_table
from atlas_grader.ruled_out import ruling_words

_LONGEST = 200


def denied(text: str) -> str | None:
    """The value that is all that a text denies; `None` if it denies none.

    >>> denied("nicht 45"), denied("45ではない"), denied("45 (not 46)")
    ('45', '45', None)
    """
    before, after = _patterns()[:2]
    found = (before.fullmatch(text) or after.fullmatch(text)) if len(text) <= _LONGEST else None
    return found[1] if found is not None else None


def split_denied(text: str) -> tuple[str, str] | None:
    """What stands before a denied value that ends a text, and that value.

    >>> split_denied("45 (not 46)"), split_denied("not 45")
    (('45', '46'), None)
    >>> split_denied("45, if not 46") is None
    True
    """
    found = _patterns()[2].fullmatch(text) if len(text) <= _LONGEST else None
    if found is None or found[1].split()[-1].casefold() in ruling_words("conditions"):
        return None
    return found[1], found[2]


def split_corrected(text: str) -> tuple[str, str] | None:
    """The value that a text denies, and the one that it gives in its place.

    >>> split_corrected("not 250 but 300"), split_corrected("nicht 3, sondern 4"), split_corrected("not 250")
    (('250', '300'), ('3', '4'), None)
    """
    found = _correction().fullmatch(text) if len(text) <= _LONGEST else None
    return (found[1], found[2]) if found is not None else None


@cache
def _correction() -> re.Pattern[str]:
    before = any_word([*ruling_words("before_value"), "no", "pas", "不是"])
    instead = any_word(read_table("match", "hedges")["instead"])
    return re.compile(rf"{before}\s*(\S.*?)\s*[,;，]?\s*{instead}\s*(\S.*)", re.IGNORECASE)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    before, after = any_word(ruling_words("before_value")), any_word(ruling_words("after_value"))
    opening = r"(?:\s*[,;，；(\[（]\s*|\s+-+\s+|\s+)"
    return (
        re.compile(rf"{before}\s*(\S.*)", re.IGNORECASE),
        re.compile(rf"(\S.*?)\s*{after}\W*", re.IGNORECASE),
        re.compile(rf"(\S[^(\[]*?){opening}{before}\s*([^)\]）]+)[)\]）]?", re.IGNORECASE),
    )
