"""Which currency a sign, code or name stands for (`tables/currencies.json`: ISO 4217, CLDR names)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from atlas_grader.policy import read_table

_THOUSANDS = {"k": Fraction(10**3), "t": Fraction(10**3), "m": Fraction(10**6)}
"""Letters that scale a code or sign written after them: `kEUR`, `TEUR`, `MSEK`, `T€`."""


_SCALED_CODE = re.compile(r"([kKmMtT])([A-Z]{3}(?![^\W\d_])|[€£])")

_GLUED = {"k": Fraction(10**3), "m": Fraction(10**6), "mn": Fraction(10**6), "bn": Fraction(10**9)}
_CODE_SCALED = re.compile(r"([A-Z]{3})(k|mn?|bn)\b")
"""`SEKbn 4.5`, `EURm 12`, as tables head their columns."""


@dataclass(frozen=True, slots=True)
class Currency:
    """The currencies that one sign may stand for, and what one of it is worth in them: a cent, a `Mkr`."""

    codes: frozenset[str]
    worth: Fraction = Fraction(1)
    default: str = ""
    """The code that a shared sign means where the column's currency does not use it."""
    is_word: bool = False
    """Whether it is a code in small letters that is a word as well: `all 500`, `ten bob`."""


@dataclass(frozen=True, slots=True)
class CurrencyTable:
    """Spellings of currencies, case-folded, and words about prices."""

    spellings: dict[str, Currency]
    longest: int
    free: frozenset[str]
    loss: tuple[str, ...]
    gain: tuple[str, ...]
    labels: frozenset[str]
    per: dict[str, str]
    """Spelling → the period or unit that a price is for."""
    lengths: dict[str, tuple[int, ...]]
    """How long the spellings are that begin with two letters, the longest first."""
    favoured: dict[str, dict[str, Currency]]
    """Spelling → currency → what it means where amounts are in that one: `Rp` is Rappen in CHF."""
    words: frozenset[str]
    """Codes that are words of some language as well."""


@cache
def currency_table() -> CurrencyTable:
    """The table, read once."""
    table = read_table("match", "currencies")
    # one spelling stands for all that are shared by the same currencies
    defaults = {table["currencies"][word]: code for word, code in table["default_of_shared"].items()}
    spellings = {
        word: Currency(frozenset(codes.split()), default=defaults.get(codes, ""))
        for word, codes in table["currencies"].items()
    }
    favoured = {
        word: {code: Currency(frozenset({code}), Fraction(worth)) for code, worth in meanings.items()}
        for word, meanings in table["favoured"].items()
    }
    for word, (codes, worth) in table["minor"].items():
        spellings[word] = Currency(frozenset(codes.split()), Fraction(worth))
    per = {spelling: period for period, words in table["per"].items() for spelling in words}
    lengths: dict[str, set[int]] = {}
    for word in spellings:
        lengths.setdefault(word[:2], set()).add(len(word))
    return CurrencyTable(
        spellings,
        max(map(len, spellings)),
        frozenset(table["free"]),
        tuple(table["loss"]),
        tuple(table["gain"]),
        frozenset(table["labels"]),
        per,
        {start: tuple(sorted(found, reverse=True)) for start, found in lengths.items()},
        favoured,
        frozenset(table["words"]),
    )


def currency_at_start(text: str, favour: str = "") -> tuple[Currency, str] | None:
    """The longest currency that a text begins with, and the rest.

    A spelling that would be another currency's in amounts of the currency `favour` is that one there.

    >>> found = currency_at_start("US$80")
    >>> sorted(found[0].codes), found[1]
    (['USD'], '80')
    """
    table = currency_table()
    folded = text[: table.longest].casefold()
    for length in (*table.lengths.get(folded[:2], ()), 1):
        known = table.spellings.get(folded[:length]) if length <= len(text) else None
        if known is not None and not _goes_on(text, length):
            known = table.favoured.get(folded[:length], {}).get(favour, known) if favour else known
            if folded[:length] in table.words and not text[:length].isupper():
                known = replace(known, is_word=True)
            return known, re.sub(r"^\.(?!\d)", "", text[length:].lstrip()).lstrip()
    scaled = _CODE_SCALED.match(text)
    if scaled is not None and scaled[1].casefold() in table.spellings:
        known = table.spellings[scaled[1].casefold()]
        return Currency(known.codes, _GLUED[scaled[2]], known.default), text[scaled.end() :].lstrip()
    scaled = _SCALED_CODE.match(text)
    if scaled is not None and scaled[2].casefold() in table.spellings:
        codes = table.spellings[scaled[2].casefold()].codes
        return Currency(codes, _THOUSANDS[scaled[1].casefold()]), text[scaled.end() :].lstrip()
    return None


def _goes_on(text: str, length: int) -> bool:
    """Whether a word goes on behind what would be a currency: `kr` in `kroner`."""
    last, following = text[length - 1], text[length : length + 1]
    return last.isalpha() and last < "\u0e00" and following.isalpha() and following < "\u0e00"
