"""Headers that differ only in case and spaces, as objects of one answer may spell their keys."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from atlas_grader.answers import RawCell, Table
from atlas_grader.parse.grid import BESIDE, is_blank
from atlas_grader.parse.headers.words import plain, quoted

_BETWEEN = re.compile(r"[\s_-]+")


def join_alike(table: Table) -> Table:
    """The table with one column for such headers, where no row says two things under them.

    `launchDate` in some objects and `launch_date` in the others are one column.
    """
    spelled = [_spelled(header) for header in table.headers]
    if len(set(spelled)) == len(spelled):
        return table
    first: dict[str, int] = {}
    joined: dict[int, list[RawCell]] = {}
    """Of each header that another one is like, the cells of both."""
    gone: list[int] = []
    for place, header in enumerate(spelled):
        at = first.setdefault(header, place)
        if at == place or not header or table.headers[place] == BESIDE:
            continue
        ours = joined.get(at) or [row[at] for row in table.rows]
        theirs = [row[place] for row in table.rows]
        if ours != theirs and all(map(_says_one, ours, theirs)):
            joined[at] = [b if is_blank(a) else a for a, b in zip(ours, theirs, strict=True)]
            gone.append(place)
    if not gone:
        return table
    kept = [place for place in range(len(spelled)) if place not in gone]
    columns = [joined.get(place) or [row[place] for row in table.rows] for place in kept]
    told = quoted(table.headers[place] for place in range(len(spelled)) if place in joined or place in gone)
    return replace(
        table,
        headers=tuple(table.headers[place] for place in kept),
        rows=tuple(zip(*columns, strict=True)),
        notes=(*table.notes, f"headers spelled alike are read as one: {told}"),
    )


def bare_headers(headers: tuple[str, ...]) -> tuple[str, ...]:
    """Headers without the spaces around them, unless another one is the same without them."""
    known = set(headers)
    return tuple(
        header if header != (bare := header.strip()) and bare in known else bare for header in headers
    )


@lru_cache(maxsize=1 << 12)
def _spelled(header: str) -> str:
    return _BETWEEN.sub(" ", plain(header)).strip().casefold()


def _says_one(one: RawCell, other: RawCell) -> bool:
    """Whether a row does not say two different things under two headers."""
    return is_blank(one) or is_blank(other) or (type(one), one) == (type(other), other)
