"""Names that begin with their row's number: `1. K2`, `#2 Lhotse`."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from atlas_grader.answers import NumberLiteral, RawCell
from atlas_grader.parse.grid import is_blank

_RANK = re.compile(
    r"(?P<mark>\s{0,8}[*_\[]{0,4})\s{0,8}"
    r"(?:[#№]\s?(?P<signed>\d{1,4})[.:)]?\s+|\(?(?P<listed>\d{1,4})\\?[.)](?:\s+|(?=[^\W\d])))(?=\S)"
)
_FEWEST = 2


def are_ranked(rows: Sequence[Sequence[RawCell]], place: int, asides: Container[int]) -> bool:
    """Whether every name begins with a number, and the numbers run 1, 2, 3 … (anew in each part)."""
    last = highest = 0
    for index, row in enumerate(rows):
        if index in asides or is_blank(row[place]):
            continue
        rank = _rank_of(row[place])
        if rank is None or rank not in {last + 1, 1}:
            return False
        last, highest = rank, max(rank, highest)
    return highest >= _FEWEST


def without_rank(cell: RawCell) -> RawCell:
    """A name without the number before it.

    >>> without_rank("**1. K2**"), without_rank("#2 Lhotse")
    ('**K2**', 'Lhotse')
    """
    rank = _RANK.match(cell) if isinstance(cell, str) else None
    return cell if rank is None or not isinstance(cell, str) else rank["mark"] + cell[rank.end() :]


def _rank_of(cell: RawCell) -> int | None:
    if not isinstance(cell, str) or isinstance(cell, NumberLiteral):
        return None
    rank = _RANK.match(cell)
    return int(rank["signed"] or rank["listed"]) if rank else None
