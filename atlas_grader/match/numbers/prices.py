"""Notes by which an amount is in another currency, or another price than is asked for.

`$110.5 million (in HK dollars)`, `(hammer price)`: the amount may be gold's by chance only
(`tables/price_words.json`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from atlas_grader.match.numbers.currencies import currency_at_start
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.match.offers.words import DATED
from atlas_grader.policy import read_table
from atlas_grader.tasks import Column

_LONGEST = 600
_LONGEST_NOTE = 60
_NOTE = re.compile(
    r"[(\[{（【]([^()\[\]{}（）【】\d]{1,60})[)\]}）】]|(?:[,;:\n]|\s-+)\s*([^,;:()\[\]\d]{1,60})"
)
_CLAUSES = re.compile(r"[()\[\]{}（）【】;\n]|,(?!\d)|\s-+\s")


def is_other_price(text: str, column: Column, codes: frozenset[str]) -> bool:
    """Whether a cell says that its amount is another price, or in none of the currencies `codes`.

    >>> from atlas_grader.tasks import CellType
    >>> price = Column("price", CellType.MONEY, currency="USD")
    >>> is_other_price("$5 million (Canadian)", price, frozenset({"USD"}))
    True
    >>> is_other_price("$5 million (US)", price, frozenset({"USD"}))
    False
    """
    text = text[:_LONGEST]
    for place, clause in enumerate(_CLAUSES.split(text)):
        found = _other_prices().search(clause)
        if found is None or _is_asked(found[0].casefold(), column):
            continue
        # `(hammer price: $95 million)` gives that price itself
        if not place or _conversion().search(clause) or not re.search(r"\d", DATED.sub("", clause)):
            return True
    return any(not codes & named for named in map(_named, _notes(text)) if named)


def _is_asked(phrase: str, column: Column) -> bool:
    """Whether the column asks for this very price: `hammer`, where it wants the hammer price."""
    asked = f"{column.name} {column.description} {' '.join(column.aliases)}".casefold()
    if phrase in asked:
        return True
    words = re.findall(r"[^\W\d_]{4,}", phrase)
    return all(word in asked for word in words) and phrase.split()[0] in asked


def _notes(text: str) -> Iterator[str]:
    for note in _NOTE.finditer(text):
        yield (note[1] or note[2]).strip(" .")


def _named(note: str) -> frozenset[str]:
    """The currencies that are all that a note names."""
    note = note[:_LONGEST_NOTE]
    while (lead := _lead().match(note)) is not None:
        note = note[lead.end() :]
    currency = currency_at_start(note)
    if currency is not None and not currency[1] and not currency[0].is_word:
        return currency[0].codes
    place = _place().fullmatch(note)
    if place is None:
        return frozenset()
    return frozenset({_table()["places"][place[1].casefold()]})


@cache
def _table() -> dict[str, Any]:
    return read_table("match", "price_words")


@cache
def _other_prices() -> re.Pattern[str]:
    return re.compile(any_word([*_table()["other_price"], *_table()["conversion"]]), re.IGNORECASE)


@cache
def _conversion() -> re.Pattern[str]:
    return re.compile(any_word(_table()["conversion"]), re.IGNORECASE)


@cache
def _lead() -> re.Pattern[str]:
    return re.compile(rf"{any_word(_table()['lead'])}\s+(?=\S)", re.IGNORECASE)


@cache
def _place() -> re.Pattern[str]:
    return re.compile(
        rf"({any_word(_table()['places'])})(?:\s*{any_word(_table()['units'])})?", re.IGNORECASE
    )
