"""Words beside a value that turn its meaning: `not`, `formerly`, `instead of`, `the wrong one`.

Types whose values stand in running text (addresses, positions, identifiers) take other words around
a value for its name; with one of these the cell is left open (`tables/turning_words.json`).
"""

from __future__ import annotations

import re
from functools import cache

from atlas_grader.match.offers.patterns import any_word
from atlas_grader.policy import read_table


def turns(text: str) -> bool:
    """Whether words hold one that turns the value beside them.

    >>> turns("formerly at"), turns("official website of the museum")
    (True, False)
    """
    return _turning().search(text) is not None


@cache
def _turning() -> re.Pattern[str]:
    return re.compile(any_word(read_table("match", "turning_words")["words"]), re.IGNORECASE)
