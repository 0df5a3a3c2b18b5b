"""States and provinces after a place, as codes or in full: `Raleigh, NC` is `Raleigh, North Carolina`.

Which Raleigh a bare name means, no string can tell; that both give the state says enough.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from atlas_grader.names.keys import exact_key, name_key
from atlas_grader.names.policy import table, words

# `NC`, `N.C.`, `Calif.`
_CODE = re.compile(r"(?:[A-Z]\.?\s?){2,3}|[A-Z]\.?\s?[A-Z]?[a-z]{1,5}\.?")


def with_regions_in_full(text: str) -> Iterator[str]:
    """The name with the state at its end written out, in each way to read its code, and no country after it.

    >>> list(with_regions_in_full("Portland, OR")), list(with_regions_in_full("Perth (WA)"))
    (['Portland, oregon'], ['Perth (washington)', 'Perth (western australia)'])
    >>> list(with_regions_in_full("Las Vegas, Nevada, USA")), list(with_regions_in_full("Acme, Inc."))
    (['Las Vegas, Nevada'], [])
    """
    closing = text[-1:] == ")"
    place, sign, said = text[: -closing or None].rpartition("(" if closing else ",")
    country = name_key(said).joined if place else ""
    if country in words("polities", "region_countries") and "," in place:
        place, sign, said = place.rpartition(",")
        if exact_key(said) in _codes_of():
            yield f"{place},{said}"
    if place and _CODE.fullmatch(said.strip()):
        for region in _coded().get(_letters(said), ()):
            yield f"{place}{sign}{' ' if sign == ',' else ''}{region}{')' if closing else ''}"


def ends_like_form(text: str) -> bool:
    """Whether a state's code stands where a company has its legal form, or a club its `SC`.

    `SA` after a comma is a company's more often than South Australia.
    """
    return text.rpartition(",")[2].strip() in words("polities", "codes_like_forms")


def regions_named(said: str) -> frozenset[str]:
    """The states of which `said` is the name or a code.

    >>> sorted(regions_named("WA")), sorted(regions_named("Ohio")), sorted(regions_named("Peru"))
    (['washington', 'western australia'], ['ohio'], [])
    """
    if (name := exact_key(said)) in _codes_of():
        return frozenset({name})
    return frozenset(_coded().get(_letters(said), ())) if _CODE.fullmatch(said.strip()) else frozenset()


def state_with(region: str) -> str:
    """The code of the state in which a region of `regions_named` is.

    >>> state_with("ohio"), state_with("ontario")
    ('US', 'CA')
    """
    others = table("polities")["regions_of"]
    return next((state for state, regions in others.items() if region in regions.split("|")), "US")


def region_after(text: str) -> tuple[str, frozenset[str]]:
    """The key of a place, and which states the one after its comma may be; both empty if none.

    >>> region_after("Portland, OR"), region_after("Portland, Oregon"), region_after("Portland, Peter")
    (('portland', frozenset({'oregon'})), ('portland', frozenset({'oregon'})), ('', frozenset()))
    """
    if "," not in text:
        return "", frozenset()
    written = [full.rpartition(",") for full in tuple(with_regions_in_full(text)) or (text,)]
    regions = _codes_of().keys() & {exact_key(said) for _, _, said in written}
    return (exact_key(written[0][0]) if regions else "", frozenset(regions))


def _letters(code: str) -> str:
    return "".join(filter(str.isalpha, code)).casefold()


@cache
def _codes_of() -> Mapping[str, str]:
    """The name of each state → its codes."""
    data = table("polities")
    older = data["region_codes"]
    return {
        name: f"{data['regions'].get(name, '')} {older.get(name, '')}" for name in (*data["regions"], *older)
    }


@cache
def _coded() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for region, codes in _codes_of().items():
        for code in codes.split():
            found[code].append(region)
    return {code: tuple(dict.fromkeys(regions)) for code, regions in found.items()}
