"""Where a cell says how uncertain its value is: `± 5`, `give or take 2000`, `(off by up to 3 km)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from atlas_grader.folding import by_wording
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.policy import read_table

_SIGN = re.compile(r"±|\+\s?/\s?-|\+-|\+(?=\s?\d[\d.,]*\s?[^\W\d]{0,3}\s?[/,;]?\s?-\s?\d)")
_CLAUSE = "([（【,;\n"


@by_wording
def tells_margin(text: str) -> bool:
    """Whether a text holds a sign or a word of a margin.

    >>> tells_margin("8611 m (off by up to 3 km)"), tells_margin("304 (margin of victory 74)")
    (True, False)
    """
    patterns = (_SIGN, _words(), _words_before(), _words_behind())
    return any(pattern.search(text) for pattern in patterns)


def margins(text: str, begin: int) -> Iterator[tuple[int, str]]:
    """Where the value ends that a margin is of, and the text that begins with the margin."""
    for pattern in (_SIGN, _words(), _words_before()):
        for place in pattern.finditer(text, begin):
            yield place.start(), text[place.end() :]
    for place in _words_behind().finditer(text, begin):
        clause = max(text.rfind(sign, begin, place.start()) for sign in _CLAUSE)
        if clause > begin:
            yield clause, text[clause + 1 : place.start("words")]


@cache
def _words() -> re.Pattern[str]:
    """Words that mean nothing else, wherever the margin stands behind them."""
    table = read_table("match", "hedges")
    return re.compile(any_word([*table["plus_or_minus"], *table["give_or_take"]]), re.IGNORECASE)


@cache
def _words_before() -> re.Pattern[str]:
    """Words that tell a margin where an amount follows at once."""
    table = read_table("match", "hedges")
    between = rf"(?:\s*{any_word(table['up_to'])})*[\s:=~≈<±]*[^\w\s]?(?=\d)"
    return re.compile(any_word(table["margin_before"]) + between, re.IGNORECASE)


@cache
def _words_behind() -> re.Pattern[str]:
    """Words that tell that the amount before them is a margin."""
    words = any_word(read_table("match", "hedges")["margin_after"])
    return re.compile(rf"(?<=\d)\D{{0,20}}?(?P<words>{words})", re.IGNORECASE)
