"""Write `match/tables/currency_names.json`: names of currencies, and words for their units.

Run by hand when babel's CLDR moves. Names come from CLDR (Unicode License v3), what CLDR
lacks from `currencies.json` beside this script.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from babel import Locale
from babel.core import get_global
from entity_names import (
    HERE,
    LICENCE,
    TABLES,
    Hand,
    Names,
    add,
    by_entity,
    locales,
    new_names,
    spellings,
    write,
)

from atlas_grader.match.choices.entities import entity_key

# Former currencies are named in fewer languages than those in use.
FORMER_IN = "en de fr es pt it nl pl ru uk tr ar zh ja ko sv da nb fi cs el sl lt lv et sk hr bg hu ro ga"
WORDS = re.compile(r"[\w\s.'-]+")
# A currency that ended later is still what its name means to most writers.
LATELY = 2025


def current_codes() -> set[str]:
    """Codes that are legal tender somewhere, or were until lately."""
    used = get_global("territory_currencies").values()
    return {
        code for terms in used for code, _, end, tender in terms if tender and (not end or end[0] >= LATELY)
    }


def unit_of(name: str) -> str:
    """The unit in an English name: `Ugandan Shilling` → `shilling`."""
    return re.sub(r"\s*\(.*\)", "", name).split()[-1].casefold()


def units_of_codes(hand: Hand, english: dict[str, str]) -> dict[str, set[str]]:
    """Unit → the codes that have it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    known = {
        entity_key(word): unit for unit, told in hand["units"].items() for word in told["words"].split("|")
    }
    for code, name in english.items():
        if code not in hand["not_units"].split():
            word = unit_of(name)
            found[known.get(entity_key(word), word)].add(code)
    for unit, told in hand["units"].items():
        found[unit] |= set(told.get("codes", "").split())
    return found


def homes_of(code: str, hand: Hand, territories: Iterable[str]) -> list[str]:
    """The countries whose name may stand before a currency's unit."""
    told = hand["homes"].get(code)
    if told is not None:
        return list(told.split())
    return [code[:2]] if code[:2] in territories else []


def predecessors(units: dict[str, set[str]], hand: Hand, current: set[str]) -> dict[str, str]:
    """Former code → the code in use for the same unit of the same country."""
    territories = Locale("en").territories
    found: dict[str, str] = {}
    for codes in units.values():
        for old in codes - current:
            for new in codes & current:
                if set(homes_of(old, hand, territories)) & set(homes_of(new, hand, territories)):
                    found[old] = new
    return found


def cldr_names(locale: Locale, code: str) -> Iterator[str]:
    """A currency's name and its plural forms."""
    if code in locale.currencies:
        yield locale.currencies[code]
    # babel shows plural forms one at a time only; this is where it keeps them
    yield from locale._data["currency_names_plural"].get(code, {}).values()  # noqa: SLF001


def names_of_currencies(hand: Hand, old: dict[str, str], current: set[str]) -> dict[str, str]:
    """Spellings by currency; a name that a former and a present currency share is the present one's."""
    strong, weak = new_names(), new_names()
    for locale in locales():
        for code in locale.currencies.keys() - set(hand["not_units"].split()) | {"EUR", "XDR", "ZWG"}:
            if code in current or str(locale) in FORMER_IN.split():
                for name in cldr_names(locale, code):
                    add(strong if locale.language == "en" else weak, code, spellings(name))
    for code, texts in hand["names"].items():
        for text in texts.split("|"):
            strong[entity_key(text)] = {code}
    for codes, texts in hand["shared"].items():
        for text in texts.split("|"):
            strong[entity_key(text)] = set(codes.split())
    return by_entity(settled(strong, old, current), settled(weak, old, current))


def settled(names: Names, old: dict[str, str], current: set[str]) -> Names:
    """The names without former currencies where a present one has the name too."""
    kept = new_names()
    for key, codes in names.items():
        kept[key] = {code for code in codes if old.get(code) not in codes}
        if kept[key] & current:
            kept[key] &= current
    return kept


def currencies() -> None:
    """Write the table."""
    hand = json.loads((HERE / "currencies.json").read_text("utf-8"))
    english = dict(Locale("en").currencies)
    current = current_codes() & english.keys()
    units = units_of_codes(hand, english)
    old = predecessors(units, hand, current)
    bare = {entity_key(word): codes for word, codes in hand["bare"].items()}
    names = names_of_currencies(hand, old, current)
    known = {word for words in names.values() for word in words.split("|")} | bare.keys()
    known |= {word for unit in units for word in unit_words(unit, hand)}
    write(
        "currency_names.json",
        {
            "_comment": f"{LICENCE} 'units': words, codes, and 'homes' of codes whose country names them.",
            "codes": " ".join(sorted(english.keys() - {"XXX", "XTS"})),
            "names": names,
            "signs": signs(known),
            "units": {
                unit: told_unit(unit, codes - old.keys(), hand) for unit, codes in sorted(units.items())
            },
            "bare": bare,
            "related": sorted({*hand["related"].split("|"), *(f"{a} {b}" for a, b in old.items())}),
        },
    )


def signs(known: set[str]) -> dict[str, str]:
    """Signs and short forms that `money` cells use, by the currencies that they may stand for.

    Written as they are, since a sign makes a difference: `R$` is not `R`.
    """
    table = json.loads((TABLES / "currencies.json").read_text("utf-8"))["currencies"]
    found: defaultdict[str, list[str]] = defaultdict(list)
    for sign, codes in sorted(table.items()):
        if "|" not in sign and not (WORDS.fullmatch(sign) and entity_key(sign) in known):
            found[" ".join(sorted(codes.split()))].append(sign)
    return {codes: "|".join(them) for codes, them in sorted(found.items())}


def told_unit(unit: str, codes: set[str], hand: Hand) -> dict[str, object]:
    """What the table says about one unit."""
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for code in sorted(codes):
        for home in homes_of(code, hand, Locale("en").territories):
            homes[home].append(code)
    return {
        "codes": " ".join(sorted(codes)),
        "homes": {home: " ".join(them) for home, them in sorted(homes.items())},
        "words": "|".join(sorted(unit_words(unit, hand))),
    }


def unit_words(unit: str, hand: Hand) -> set[str]:
    """The keys of a unit's words."""
    told = hand["units"].get(unit)
    words = told["words"].split("|") if told else [unit, f"{unit}s"]
    return {entity_key(word) for word in words}


if __name__ == "__main__":
    currencies()
