"""Items that a list offers instead of others, or with a doubt: `Lima (or Callao), possibly Cusco`.

Whether what is offered is an item at all, and one of gold's, is for `listing.py` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

from atlas_grader.match.lists.words import any_of, list_words
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.match.offers.words import alternative, opening_or

_BRACKET = re.compile(r"\s*[(（\[【]([^()（）\[\]【】]{1,200})[)）\]】]")
# After one letter or a short word with a capital a dot abbreviates: `S. Sudan`, `St. Lucia`.
_PIECES = re.compile(r"[,;:，；：、。\n]|(?<!\b[A-Z])(?<!\b[A-Z]\w)(?<!\b[A-Z]\w\w)\.\s")
_MOST_OFFERS = 8


def bracketed_offers(text: str) -> tuple[str, tuple[str, ...]]:
    """A text without its brackets that offer something, and what they offer.

    >>> bracketed_offers("Lima (or Callao), Cusco (Peru)")
    ('Lima, Cusco (Peru)', ('Callao',))
    """
    offered: list[str] = []

    def drop(bracket: re.Match[str]) -> str:
        found = list(islice(_offers_in(bracket[1]), _MOST_OFFERS))
        offered.extend(found)
        return "" if found else bracket[0]

    return _BRACKET.sub(drop, text), tuple(offered[:_MOST_OFFERS])


def _offers_in(note: str) -> Iterator[str]:
    opened = opening_or().match(note)
    places = [opened.end()] if opened else []
    places += [found.end() for found in islice(alternative().finditer(note), _MOST_OFFERS)]
    for place in places:
        yield from _first_items(note[place:])


def _first_items(text: str) -> Iterator[str]:
    first = _PIECES.split(_also().sub("", text, count=1).strip(), maxsplit=1)[0]
    yield from filter(None, (piece.strip() for piece in _joining().split(first)))


def without_hedges(text: str) -> tuple[str, tuple[str, ...]]:
    """A text without its words of doubt before items, and the items after them.

    >>> without_hedges("Lima, possibly also Cusco and Puno")
    ('Lima, Cusco and Puno', ('Cusco', 'Puno'))
    """
    hedges = list(islice(_hedge().finditer(text), _MOST_OFFERS))
    offered = [item for hedge in hedges for item in _first_items(text[hedge.end() :])]
    return _hedge().sub(lambda hedge: hedge["before"], text), tuple(offered[:_MOST_OFFERS])


@cache
def _hedge() -> re.Pattern[str]:
    words = any_word([*list_words("hedges"), *list_words("hedges_joined")])
    return re.compile(
        rf"(?P<before>^\s*|[,;，；、\n/]\s*|\s(?:{any_of('and')})\s+){words}[:,]?\s*{_also().pattern}",
        re.IGNORECASE,
    )


@cache
def _also() -> re.Pattern[str]:
    words = any_word(
        [
            "also",
            "even",
            "auch",
            "aussi",
            "también",
            "também",
            "anche",
            "ook",
            "także",
            "также",
            "і",
            "还有",
            "還有",
            "也",
        ]
    )
    return re.compile(rf"\s*(?:{words}\s*)?", re.IGNORECASE)


@cache
def _joining() -> re.Pattern[str]:
    return re.compile(
        rf"\s+(?:{any_of('and', 'or')})\s+|\s*/\s*|(?:{any_of('and_joined', 'or_joined')})", re.IGNORECASE
    )
