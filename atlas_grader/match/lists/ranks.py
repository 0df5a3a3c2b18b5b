"""Numbers that say in which order the items of a list stand: `Lima (2nd), Cusco (1st)`."""

from __future__ import annotations

import re

_BEHIND = re.compile(r"[(\[]\s*#?(\d{1,2})(?:st|nd|rd|th|[.ºª])?\s*[)\]]\s*(?=[,;\n]|\Z)")
_BEFORE = re.compile(r"(?:\A|[,;\n])\s*\(?#?(\d{1,2})[.):]\s")


def ranks_otherwise(text: str) -> bool:
    """Whether numbers before or behind the items, which run from 1, do so in another order than the items.

    >>> ranks_otherwise("Lima (2), Cusco (1)"), ranks_otherwise("1. Lima, 2. Cusco")
    (True, False)
    >>> ranks_otherwise("Lima (5), Cusco (3)")
    False
    """
    for pattern in (_BEHIND, _BEFORE):
        ranks = [int(rank) for rank in pattern.findall(text)]
        if ranks != sorted(ranks) == list(range(1, len(ranks) + 1)):
            return True
    return False
