"""Two accepted values in one cell: `1899/1900`, where gold is the one and accepts the other.

A slash offers both. A dash makes a range, which is neither; but nobody can call it wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from atlas_grader.match.offers.words import range_ends
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, undecided

_LONGEST = 80
_SLASH = re.compile(r"\s*/\s*(?![^()\[\]]*[)\]])")
_FRACTION = re.compile(r"\D{0,3}\d{1,3}/\d{1,3}\s*%?")
_LAST = re.compile(r"(?P<head>.*?)(?P<digits>\d[\d.,']*)\s*")
_FIRST = re.compile(r"(?P<digits>\d[\d.,']*?)(?P<tail>(?:,?[^\d.,'].*)?)")

_BOTH = match(Reason.SAME_VALUE, "gives gold's value and an accepted one")
_RANGE = undecided(Reason.RANGE, "a range from gold's value to an accepted one")
_UNCLEAR = undecided(Reason.AMBIGUOUS, "gold's value and an accepted one, or a fraction")


def between_accepted(verdict: CellVerdict, text: str, is_gold: Callable[[str], bool]) -> CellVerdict:
    """The verdict on a cell that may hold two accepted values, of which it holds at least two.

    `is_gold` tells whether a text gives gold's value or an accepted one.
    """
    if verdict.verdict is Verdict.MATCH or len(text) > _LONGEST:
        return verdict
    parts = _SLASH.split(text) if "/" in text else []
    if len(parts) == 2 and _are_gold(parts[0], parts[1], is_gold):
        return _UNCLEAR if _FRACTION.fullmatch(text) else _BOTH
    if verdict.verdict is Verdict.MISMATCH:
        ends = range_ends(text)
        if ends is not None and _are_gold(*ends, is_gold):
            return _RANGE
    return verdict


def _are_gold(first: str, second: str, is_gold: Callable[[str], bool]) -> bool:
    """Whether both ends are; either borrows what only the other one says."""
    firsts, seconds = _completed(first, second)
    return any(map(is_gold, firsts)) and any(map(is_gold, seconds))


def _completed(first: str, second: str) -> tuple[Iterator[str], Iterator[str]]:
    last, begin = _LAST.fullmatch(first), _FIRST.fullmatch(second)
    return _with_tail(first, begin), _with_head(second, last, begin)


def _with_tail(first: str, begin: re.Match[str] | None) -> Iterator[str]:
    """`18` of `18-19 November 2023`, `30 November` of `30 November - 1 December 2023`."""
    if begin is not None and begin["tail"].strip():
        yield first.rstrip() + begin["tail"]
        yield f"{first.rstrip()} {begin['tail'].split()[-1]}"
    yield first


def _with_head(second: str, last: re.Match[str] | None, begin: re.Match[str] | None) -> Iterator[str]:
    """`19, 2023` of `November 18-19, 2023`, `91` of `1890-91`."""
    yield second
    if last is None or begin is None:
        return
    yield last["head"] + second
    missing = len(last["digits"]) - len(begin["digits"])
    if missing > 0:
        yield last["head"] + last["digits"][:missing] + second
