"""Brackets by which states of one name are told apart: `Republic of Congo (Kinshasa)`, `Mali (Empire)`.

Where the bracket is another state's name, code, capital or form of state, nobody can tell which of the
two is meant; nor where it is a proper name that no table has, behind a name that several places share.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from atlas_grader.match.choices.countries import country_table
from atlas_grader.match.choices.entities import Entities
from atlas_grader.match.language import language_table
from atlas_grader.names.denials import bracketed
from atlas_grader.names.glosses import state_governed_from, state_of
from atlas_grader.names.keys import exact_key
from atlas_grader.names.parts import take_apart
from atlas_grader.names.policy import table, words
from atlas_grader.names.regions import ends_like_form, regions_named, state_with
from atlas_grader.names.rewordings import is_official
from atlas_grader.names.trims import trim_legal_form


def states_named(name: str) -> Entities:
    """The states that a name may be of; none where it is a language's too (`French`).

    >>> sorted(states_named("Congo")), sorted(states_named("French")), sorted(states_named("Paris"))
    (['CD', 'CG'], [], [])
    """
    found = country_table().read(name)
    if found is None or (not state_of(name) and language_table().names_of(name) is not None):
        return frozenset()
    return found


def are_two_states(one: str, other: str) -> bool:
    """Whether two texts are names of different states, or of different ones of a union.

    >>> are_two_states("Slovakia", "Slovenia"), are_two_states("Virginia", "West Virginia")
    (True, True)
    >>> [are_two_states(*two) for two in (("Burma", "Myanmar"), ("Congo", "DR Congo"))]
    [False, False]
    """
    if state_of(one) and state_of(other):
        return country_table().are_rivals(_states_with(one), _states_with(other))
    if min(len(one), len(other)) <= _CODE:
        return False
    regions = regions_named(one)
    return len(regions) == 1 and len(others := regions_named(other)) == 1 and regions != others


def is_in_another(told: Iterable[str], note: str) -> bool:
    """Whether a note names another state, or a region of another, than all that are told of a place.

    >>> is_in_another(["Jamaica"], "Ontario"), is_in_another(["Canada"], "Ontario")
    (True, False)
    >>> is_in_another(["Ohio"], "IL"), is_in_another(["Ohio"], "USA"), is_in_another(["Spain"], "SA")
    (True, False, False)
    """
    regions = _regions_noted(note)
    states = states_named(note) if len(note) > _CODE or state_of(note) else _NO_STATE
    if not (regions or states) or states & _UNIONS:
        return False
    own_regions, own = set[str](), set[str]()
    for said in told:
        found = states_named(said)
        for piece in (said,) if found else _PIECE.split(said):
            within = regions_named(piece)
            own_regions |= within
            own |= states_named(piece).union(map(state_with, within))
    if not own or not regions.isdisjoint(own_regions):
        return False
    countries = country_table()
    if regions and own_regions:
        return not states or countries.are_rivals(frozenset(own), states)
    return countries.are_rivals(frozenset(own), states.union(map(state_with, regions)))


def _regions_noted(note: str) -> frozenset[str]:
    """The regions that a note names; `Ca` may be an element, and `SA` a form of company."""
    is_form = len(note) <= _CODE and trim_legal_form(("x", note.casefold())).legal
    known = exact_key(note) in regions_named(note) or (note.isupper() and len(note) > 1)
    return regions_named(note) if known and not is_form and not ends_like_form(f",{note}") else _NO_STATE


def are_states(names: Sequence[Sequence[str]]) -> bool:
    """Whether at least half of some things, each with its names, are states.

    A person's, a city's or a region's name may be a state's as well.
    """
    return 2 * sum(any(map(states_named, each)) for each in names) >= len(names)


def _states_with(name: str) -> Entities:
    """The states that a name may be of, or in which a region of that name is."""
    return states_named(name).union(map(state_with, regions_named(name)))


def is_placed_elsewhere(gold: str, text: str) -> bool:
    """Whether one name stands before commas with a region and another state or region behind them.

    Borders between states have moved: `Danzig, Germany` is `Danzig, Poland`.

    >>> is_placed_elsewhere("Paris, France", "Paris, Texas")
    True
    >>> is_placed_elsewhere("Rome, Georgia", "Rome, Italy")
    False
    """
    (place, comma, said), (other_place, _, other) = gold.partition(","), text.partition(",")
    if not comma or not other or exact_key(place) != exact_key(other_place):
        return False
    parts = (part for part in (*said.split(","), *other.split(",")) if not state_of(part))
    return any(map(regions_named, parts)) and is_in_another([said], other)


def is_elsewhere(golds: Sequence[str], text: str) -> bool:
    """Whether what stands behind gold's state, or around it, points to another one; gold's own words do not.

    >>> is_elsewhere(["Georgia"], "Georgia (Atlanta)"), is_elsewhere(["Georgia"], "Georgia (Tbilisi)")
    (True, False)
    >>> is_elsewhere(["Peru"], "Peru, Indiana"), is_elsewhere(["Mexico"], "Mexico (Missouri)")
    (True, True)
    """
    held = {word for gold in golds for word in exact_key(gold).split()}
    notes = [note for note in bracketed(text)[:_MOST_NOTES] if not held.issuperset(exact_key(note).split())]
    if any(points_elsewhere(golds, take_apart(text).base, note) for note in notes):
        return True
    regions = (piece for piece in (*notes, *text.split(",")[1:_MOST_NOTES]) if regions_named(piece))
    return any(len(piece.strip()) > _CODE and is_in_another(golds, piece) for piece in regions)


def points_elsewhere(names: Iterable[str], base: str, note: str) -> bool:
    """Whether a bracket behind `base`, one name of the state that has `names`, points to another place.

    >>> points_elsewhere(["Republic of the Congo"], "Republic of Congo", "Kinshasa")
    True
    >>> points_elsewhere(["Germany"], "Germany", "Berlin"), points_elsewhere(["Germany"], "Germany", "Paris")
    (False, True)
    >>> points_elsewhere(["Mali"], "Mali", "Empire"), points_elsewhere(["Spain"], "Spain", "Kingdom of")
    (True, False)
    >>> points_elsewhere(["Georgia"], "Georgia", "Atlanta"), points_elsewhere(["Paris"], "Paris", "Texas")
    (True, False)
    """
    own = _meant(names)
    if not own or not note:
        return False
    if _is_another_form(base, note):
        return True
    countries = country_table()
    told = countries.read(f"{base} ({note})")
    if told is None and exact_key(note) not in words("markers", "kinds"):  # German for Iceland: `island`
        told = countries.read(note) or _governed_from(note)
    if not told or told <= _UNIONS:
        return _is_shared(base) and _may_be_another(note)
    if len(own) > 1:
        return told != own  # which of them gold means, nobody can tell
    parts = countries.parts
    return countries.are_rivals(own, told) or any((part, state) in parts for part in told for state in own)


_MOST_NOTES = 4
_CODE = 2
_NO_STATE: frozenset[str] = frozenset()
# What parts several states in one text.
_PIECE = re.compile(r"\s*(?:[,;/&()，；、]|\band\b)\s*")
# In which a state may be.
_UNIONS = frozenset({"EU"})


def _meant(names: Iterable[str]) -> Entities:
    """The states that names stand for: of `Congo` and `DR Congo`, the second says which."""
    read = list(filter(None, map(states_named, names)))
    sure = [found for found in read if len(found) == 1]
    return frozenset().union(*(sure or read))


def _governed_from(city: str) -> Entities:
    state = state_governed_from(city)
    return frozenset({state} if state else ())


def _is_another_form(base: str, note: str) -> bool:
    """Whether a note is a form of state that is not the state's own: `Mali (Empire)`, `Spain (Republic)`."""
    told = exact_key(note).removesuffix(" of").split()
    alone = words("polities", "forms_alone")
    known = alone | words("polities", "heads")
    if told == ["state"] or not known.issuperset(told[-1:]) or state_of(note):
        return False
    if not (known | words("polities", "adjectives")).issuperset(told):
        return False
    form, name = " ".join(told), exact_key(base)
    exact = table("polities")["exact"]
    return not (is_official(form, name) or {f"{form} of {name}"} & {*exact, *exact.values()})


def _may_be_another(note: str) -> bool:
    """Whether a note that is no state's name may tell one of several places: `(Atlanta)`, `(state)`."""
    kind = exact_key(note).rpartition(" ")[2]
    if kind in words("polities", "parts_of_states"):
        return True
    known = words("markers", "kinds") | words("polities", "heads")
    return kind not in known and not any(map(str.isdigit, note))


def _is_shared(name: str) -> bool:
    """Whether several places go by a name: `Guinea`, `Republic of Congo`; not `South Korea`."""
    return exact_key(name).rpartition(" of ")[2] in words("polities", "shared_names")
