"""Whether there is exactly one way to give every column a header of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

Choice = dict[int, int]
"""Column → header."""


def only_assignment(pairs: Iterable[tuple[int, int]], columns: Sequence[int]) -> Choice | None:
    """The one complete assignment of headers to columns; `None` if there is none, or another.

    >>> only_assignment([(0, 5), (0, 6), (1, 6)], [5, 6])
    {5: 0, 6: 1}
    >>> only_assignment([(0, 5), (0, 6), (1, 5), (1, 6)], [5, 6]) is None
    True
    """
    fits = _fits(pairs, columns)
    found = _complete(fits, columns)
    if found is None:
        return None
    # Another complete assignment must part from this one in some column.
    for column, header in found.items():
        other = {**fits, column: [place for place in fits[column] if place != header]}
        if _complete(other, columns) is not None:
            return None
    return {column: found[column] for column in columns}


def most_assigned(pairs: Iterable[tuple[int, int]], columns: Sequence[int]) -> int:
    """How many columns can have a header of their own at once."""
    fits = _fits(pairs, columns)
    taken: Choice = {}
    return sum(_give(column, fits, taken, set()) for column in columns)


def _fits(pairs: Iterable[tuple[int, int]], columns: Collection[int]) -> dict[int, list[int]]:
    fits: dict[int, list[int]] = {column: [] for column in columns}
    for header, column in pairs:
        fits[column].append(header)
    return fits


def _complete(fits: dict[int, list[int]], columns: Sequence[int]) -> Choice | None:
    taken: Choice = {}
    if not all(_give(column, fits, taken, set()) for column in columns):
        return None
    return {column: header for header, column in taken.items()}


def _give(column: int, fits: dict[int, list[int]], taken: Choice, tried: set[int]) -> bool:
    """Find a header for a column; columns that have one may have to take another.

    `taken` says which column has each header that is given away.
    """
    for header in fits[column]:
        if header in tried:
            continue
        tried.add(header)
        if header not in taken or _give(taken[header], fits, taken, tried):
            taken[header] = column
            return True
    return False
