"""Names that begin with their row's number: `1. K2`, `#2 Lhotse`."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import pairwise

from atlas_grader.answers import NumberLiteral, RawCell
from atlas_grader.parse.grid import is_blank

_RANK = re.compile(
    r"(?P<mark>\s{0,8}[*_\[]{0,4})\s{0,8}"
    r"(?:[#№]\s?(?P<signed>\d{1,4})[.:)]?\s+|\(?(?P<listed>\d{1,4})\\?[.)](?:\s+|(?=[^\W\d])))(?=\S)"
)
_FEWEST, _LATEST_START = 2, 2


def are_ranked(rows: Sequence[Sequence[RawCell]], place: int, asides: Container[int]) -> bool:
    """Whether more than two names in three begin with a number, and the numbers run as those of rows do.

    Ties and gaps are allowed, and parts that begin anew: a name more, or one that has no number, leaves
    the others ranked.
    """
    names = [row[place] for index, row in enumerate(rows) if index not in asides and not is_blank(row[place])]
    ranks = [rank for name in names if (rank := _rank_of(name)) is not None]
    if 3 * len(ranks) <= 2 * len(names) or len(set(ranks)) < _FEWEST:
        return False
    return (ranks[0] <= _LATEST_START and _run_up(ranks)) or (ranks[-1] == 1 and _run_up(ranks[::-1]))


def _run_up(ranks: Sequence[int]) -> bool:
    return all(following >= rank or following == 1 for rank, following in pairwise(ranks))


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
