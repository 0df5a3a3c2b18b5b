"""`currency` cells: which currency is named, by ISO 4217 code, name or sign (grading.md 5)."""

from __future__ import annotations

import re
from functools import cache

from atlas_grader.match.currencies import currency_table
from atlas_grader.match.entities import Entities, EntityTable, entity_key, entity_rules, without_article

_CODE_AND_SIGN = re.compile(r"[^\w(]{0,3}([A-Z]{3})[^\w(]{0,3}")
_WORDS = re.compile(r"[\w\s.'-]+")
# Signs that two states claim, of which one is meant in practice.
_ONLY = {"₩": frozenset({"KRW"})}
# Names that CLDR shortens.
_LONG_NAMES = {
    "United States dollar": "USD",
    "United States dollars": "USD",
    "American dollar": "USD",
    "Great British pound": "GBP",
    "Pound sterling": "GBP",
    "European euro": "EUR",
    "Chinese renminbi": "CNY",
    "United Arab Emirates dirham": "AED",
}


@cache
def currency_names() -> EntityTable:
    """The spellings that `money` cells use, as names of currencies."""
    names: dict[str, Entities] = {}
    codes: dict[str, Entities] = {}
    for spelling, currency in currency_table().spellings.items():
        if currency.worth != 1:
            continue  # a cent is no currency
        entities = _ONLY.get(spelling, currency.codes)
        codes[spelling] = codes[spelling.upper()] = entities
        # A sign makes a difference: `R$` is not `R`.
        if _WORDS.fullmatch(spelling):
            names.setdefault(entity_key(spelling), entities)
    for spelling, code in _LONG_NAMES.items():
        names[entity_key(spelling)] = frozenset({code})
    return EntityTable(names, codes, rewrite=_rewordings)


def _rewordings(text: str) -> tuple[str, ...]:
    wordings = [without_article(text)]
    twice = _CODE_AND_SIGN.fullmatch(text)
    if twice is not None:
        wordings.append(twice[1])  # `EUR €`, `₹ INR`
    if text.endswith("s"):
        wordings.append(text[:-1])
    return tuple(filter(None, wordings))


RULES = entity_rules(currency_names)
