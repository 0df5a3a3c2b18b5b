"""What a name says of someone's birth: `John Taylor (born 1955)`, `John Taylor, b. 12 May 1955`.

The words that announce a name at birth announce a date or a place as well, which is a note: it tells
people of one name apart.
"""

from __future__ import annotations

import re
from functools import cache

from atlas_grader.names.keys import exact_key
from atlas_grader.names.policy import table, words

_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")
# `1955`, `1990-95`, `12.05.1955`; not `1860 Munich`
_ONLY_DATE = re.compile(r"[\d\s.,/–-]+")


def tells_when(marker: str, said: str) -> bool:
    """Whether what follows a marker of other names is when or where rather than a name.

    >>> tells_when("born", "12 May 1955"), tells_when("born", "Jane Doe"), tells_when("aka", "50 Cent")
    (True, False, False)
    """
    first = exact_key(said).partition(" ")[0]
    if said[:1].islower() and first in words("markers", "dated"):
        return True
    if not _YEAR.search(said):
        return False
    return bool(_ONLY_DATE.fullmatch(said)) or marker.strip(" .:").casefold() in words("markers", "births")


def split_life(base: str) -> tuple[str, list[str]]:
    """A name without the birth behind its comma, and that as a note: `John Taylor, born 1955`."""
    if "," not in base:
        return base, []
    found = _behind_comma().search(base)
    if not found or not tells_when(found["marker"], found["said"]):
        return base, []
    return base[: found.start()], [base[found.start() :].lstrip(" ,")]


def one_life(note: str) -> str:
    """A note's exact key with one word for all that say when someone was born.

    >>> one_life("b 1955"), one_life("geb 12 mai 1955"), one_life("b team")
    ('born 1955', 'born 12 mai 1955', 'b team')
    """
    first, _, rest = note.partition(" ")
    return f"born {rest}" if first in words("markers", "births") and _YEAR.search(rest) else note


@cache
def _behind_comma() -> re.Pattern[str]:
    known = sorted(table("markers")["births"], key=lambda mark: (-len(mark), mark))
    return re.compile(rf",\s*(?P<marker>(?:{'|'.join(map(re.escape, known))})\.?)\s+(?P<said>[^,].*)$", re.I)
