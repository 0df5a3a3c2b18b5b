"""The choices of an `enum` column, and every way to name one of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

from atlas_grader.frozen import frozen
from atlas_grader.match.choices.countries import country_table
from atlas_grader.match.choices.entities import Entities, EntityTable, entity_key
from atlas_grader.match.choices.forms import core, initials, parts, singular
from atlas_grader.match.choices.rewordings import narrowed, reworded
from atlas_grader.match.choices.signed import SignedChoices
from atlas_grader.match.choices.words import place_words, synonyms
from atlas_grader.match.currency import currency_names
from atlas_grader.match.language import language_table
from atlas_grader.names.keys import exact_key, name_key
from atlas_grader.names.variants import Form, Step, fit, forms_of

K = TypeVar("K", str, int)
Places = frozenset[int]
"""Indices of choices."""

_NOWHERE: Places = frozenset()
_LONGEST_CHOICE = 200
# A longer text that is signs for the most part names nothing, unless a choice is written so.
_SHORTEST_NOISE = 8
_SIGN = re.compile(r"[^\w\s]")
_STEPS = (Step.SPELLING, Step.TRIMMED, Step.REWORDED)
_LAST_WORD = re.compile(r"(?P<first>[^\W\d_]{3,})[\s-](?P<last>[a-z]{3,})")
_NOTED = re.compile(r"[()\[\]（）,;/|]|\b(?:now|formerly|previously|aka|née|ex)\b", re.IGNORECASE)


@frozen
class Reading:
    """What a text names: choices of the column, or entities that are none of them."""

    choices: Places
    entities: Entities = frozenset()


class Vocabulary:
    """Choices, each a group of its names; the indices are made when first asked for."""

    def __init__(self, groups: tuple[tuple[str, ...], ...]) -> None:
        self.groups = groups
        self._read: dict[str, Reading | None] = {}

    def read(self, text: str) -> Reading | None:
        """The choices that all of `text` may name; the surest way that names any decides."""
        if not text or len(text) > _LONGEST_CHOICE:
            return None
        if text not in self._read:
            reading = self._resolve(text)
            if len(self._read) > 4096:
                self._read.clear()
            self._read[text] = reading
        return self._read[text]

    @cached_property
    def signed(self) -> SignedChoices:
        """The names whose signs are no footnotes, bounds or dashes."""
        return SignedChoices(name for _, name in self._names())

    @property
    def has_entities(self) -> bool:
        """Whether choices are countries, languages or currencies."""
        return bool(self._places_by_entity)

    def spells(self, text: str) -> bool:
        """Whether all of `text` is a choice's name, or a usual word for one."""
        return bool(self.written(text) or self.keyed(text) or self._synonymous(text) or self._combined(text))

    def begun(self, text: str) -> Places:
        """The choices with whose name `text` begins and goes on, with every kind of them that may follow.

        With `soft landing` and `soft landing, tipped over`, what follows the first may be the second.
        """
        words = exact_key(text).split()
        for end in range(len(words), 0, -1):
            places = self._beginnings.get(" ".join(words[:end]))
            if places is not None:
                goes_on = any(word.isalpha() and len(word) > 1 for word in words[end:])
                return places if goes_on else frozenset()
        return frozenset()

    def telling(self, word: str) -> Places:
        """The choices of which a name is a word or `<word> of …`, if no other choice has the word at all."""
        heads, anywhere = self._heads.get(word, _NOWHERE), self._by_word.get(word, _NOWHERE)
        return heads if heads == anywhere else _NOWHERE

    def named(self, text: str) -> Reading | None:
        """What `text` names, if that is exactly one choice."""
        reading = self.read(text)
        return reading if reading is not None and len(reading.choices) == 1 else None

    def _resolve(self, text: str) -> Reading | None:
        if len(text) > _SHORTEST_NOISE and 2 * len(_SIGN.findall(text)) > len(text):
            places = self.written(text)
            return Reading(places, self._entities(places)) if places else None
        places = self.written(text) or self.keyed(text)
        if places:
            return Reading(places, self._entities(places))
        named = self._named_entity(text)
        if named is not None:
            return named
        ways = (
            self._synonymous,
            self._combined,
            self._plain,
            self._abbreviated,
            self._varied,
            self._in_other_number,
            self._by_what_differs,
            self._reworded,
            self._narrowed,
        )
        for way in ways:
            places = way(text)
            if places:
                return Reading(places, self._entities(places))
        return None

    def written(self, text: str) -> Places:
        """Choices spelt like this, case aside: `A*` is not `A`."""
        return self._written.get(text.casefold(), _NOWHERE)

    def keyed(self, text: str) -> Places:
        """Choices with this exact key."""
        return self._keyed.get(name_key(text).joined, _NOWHERE)

    def _synonymous(self, text: str) -> Places:
        groups = synonyms().get(name_key(text).joined, frozenset())
        return _union(self._meanings.get(group, _NOWHERE) for group in groups)

    def _combined(self, text: str) -> Places:
        """A choice that is two in one: `Phase I/II` is `Phase 1/2`."""
        return self._combinations.get(parts(text), _NOWHERE)

    def _plain(self, text: str) -> Places:
        """Choices that remain when words like `company` and `level` are left out."""
        return self._plainly.get(core(text), _NOWHERE)

    def _abbreviated(self, text: str) -> Places:
        """The one choice with these initials, or for which these words stand."""
        letters = text.replace(".", "")
        if len(letters) == 1 and letters.isupper():
            return self._letters.get(letters.casefold(), _NOWHERE)
        if 2 <= len(letters) <= 6 and letters.isalpha() and letters.isupper():
            places = self._initials.get(letters.casefold(), _NOWHERE)
            if len(places) == 1 and not self._could_be_country(letters, places):
                return places
        words = text.split()
        if 3 <= len(words) <= 6:
            spelt = {name for name in initials(text) if len(name) > 2}
            return _union(self._acronyms.get(name, _NOWHERE) for name in spelt)
        return _NOWHERE

    def _could_be_country(self, letters: str, places: Places) -> bool:
        """`SA` is South America, or South Africa, or Saudi Arabia."""
        words = {word for place in places for name in self.groups[place] for word in exact_key(name).split()}
        return letters in country_table().codes and not words.isdisjoint(place_words())

    def _varied(self, text: str) -> Places:
        """Choices that fit under a looser key (grading.md 4, tier 2), the strictest step first."""
        forms = forms_of(text)
        # What is a note and what a second value is told elsewhere: only spellings may differ then.
        for step in _STEPS[:1] if _NOTED.search(text) else _STEPS:
            places = _union(
                frozenset({place})
                for form in forms[step - 1]
                for place, own in self._forms[step].get(form.key, ())
                if fit(own, form)
            )
            if places:
                return places
        return _NOWHERE

    def _in_other_number(self, text: str) -> Places:
        """The one choice of which this is the plural, or the singular: `Cartridges`, `nuées ardentes`."""
        places = self._singulars.get(singular(text), _NOWHERE)
        return places if len(places) == 1 else _NOWHERE

    def _by_what_differs(self, text: str) -> Places:
        """`Left` for `left-handed`, where every choice ends in that word."""
        return self._differing.get(exact_key(text), _NOWHERE)

    def _reworded(self, text: str) -> Places:
        """The one choice that another wording of this names: `GPLv3`, `passed`."""
        places = _union(self.written(wording) or self.keyed(wording) for wording in reworded(text))
        return places if len(places) == 1 and not self._has_minor(places) else _NOWHERE

    def _narrowed(self, text: str) -> Places:
        """The choice of which this is a kind, unless another has a word of it: `Federal republic`."""
        for rest, kind in narrowed(text):
            places = self.keyed(rest)
            if len(places) == 1 and all(
                self._by_word.get(word, places) == places for word in (kind, *rest.split())
            ):
                return places
        return _NOWHERE

    def _has_minor(self, places: Places) -> bool:
        """Whether one of other choices is a version of the same number: `LGPL-2.0` beside `LGPL-2.1`."""
        keys = {exact_key(name).removesuffix(".0") for place in places for name in self.groups[place]}
        return any(
            exact_key(name).startswith(f"{key}.")
            for place, name in self._names()
            if place not in places
            for key in keys
        )

    # Entities ----------------------------------------------------------------------------

    @cached_property
    def table(self) -> EntityTable:
        """The table that knows most choices: of languages, countries or currencies."""
        # Words like `German` are in both of the first two; for countries they are second best.
        tables = (language_table(), country_table(), currency_names())
        if len(self.groups) == 1:
            tables = (country_table(), language_table(), currency_names())
        return max(tables, key=lambda table: sum(1 for group in self.groups if _entities_in(table, group)))

    def entities_of(self, place: int) -> Entities:
        """The one entity that a choice names, if it names one."""
        return self._entities_by_place[place]

    def _entities(self, places: Places) -> Entities:
        return frozenset().union(*(self._entities_by_place[place] for place in places))

    def _named_entity(self, text: str) -> Reading | None:
        by_entity = self._places_by_entity
        if not by_entity:
            return None
        is_code = text.isascii() and text.isalpha() and len(text) <= 3
        if is_code and len(by_entity) < len(self.groups):
            return None
        entities = self.table.read(text)
        if entities is None or entity_key(text) in self.table.former:
            return None
        if len(entities) == 1:
            return Reading(by_entity.get(next(iter(entities)), _NOWHERE), entities)
        places = _union(by_entity.get(entity, _NOWHERE) for entity in entities)
        return Reading(places if len(places) > 1 else _NOWHERE, entities)

    @cached_property
    def _entities_by_place(self) -> tuple[Entities, ...]:
        found = tuple(_entities_in(self.table, group) for group in self.groups)
        known = sum(map(bool, found))
        # One choice that happens to be called like a country does not make a column of countries.
        return found if known == len(found) or known > 1 else tuple(frozenset() for _ in found)

    @cached_property
    def _places_by_entity(self) -> Mapping[str, Places]:
        return _index(
            (entity, place) for place, them in enumerate(self._entities_by_place) for entity in them
        )

    # Indices -----------------------------------------------------------------------------

    def _names(self) -> Iterator[tuple[int, str]]:
        for place, group in enumerate(self.groups):
            for name in group:
                yield place, name

    @cached_property
    def _written(self) -> Mapping[str, Places]:
        return _index((name.strip().casefold(), place) for place, name in self._names())

    @cached_property
    def _keyed(self) -> Mapping[str, Places]:
        return _index((name_key(name).joined, place) for place, name in self._names())

    @cached_property
    def _beginnings(self) -> Mapping[str, Places]:
        """Every name → its choices, and those of which a name begins with it."""
        keys = [(place, exact_key(name)) for place, name in self._names()]
        return {
            key: frozenset(place for place, other in keys if f"{other} ".startswith(f"{key} "))
            for _, key in keys
            if key
        }

    @cached_property
    def _by_word(self) -> Mapping[str, Places]:
        return _index((word, place) for place, name in self._names() for word in exact_key(name).split())

    @cached_property
    def _heads(self) -> Mapping[str, Places]:
        words = ((place, exact_key(name).split()) for place, name in self._names())
        return _index((them[0], place) for place, them in words if them[:1] == them or them[1:2] == ["of"])

    @cached_property
    def _meanings(self) -> Mapping[int, Places]:
        known = synonyms()
        return _index(
            (group, place) for place, name in self._names() for group in known.get(name_key(name).joined, ())
        )

    @cached_property
    def _combinations(self) -> Mapping[str, Places]:
        return _index((joined, place) for place, name in self._names() if (joined := parts(name)))

    @cached_property
    def _plainly(self) -> Mapping[str, Places]:
        return _index((core(name), place) for place, name in self._names())

    @cached_property
    def _singulars(self) -> Mapping[str, Places]:
        return _index((singular(name), place) for place, name in self._names())

    @cached_property
    def _differing(self) -> Mapping[str, Places]:
        """What stands before the word, written small, in which the names of all of several choices end."""
        found = [_LAST_WORD.fullmatch(group[0]) for group in self.groups]
        told = [(place, words) for place, words in enumerate(found) if words is not None]
        if not 1 < len(told) == len(found) or len({words["last"] for _, words in told}) > 1:
            return {}
        return _index((exact_key(words["first"]), place) for place, words in told)

    @cached_property
    def _initials(self) -> Mapping[str, Places]:
        return _index((letters, place) for place, name in self._names() for letters in initials(name))

    @cached_property
    def _letters(self) -> Mapping[str, Places]:
        """First letters, if they tell all of several choices apart."""
        index = _index((group[0][:1].casefold(), place) for place, group in enumerate(self.groups))
        return index if 1 < len(index) == len(self.groups) else {}

    @cached_property
    def _acronyms(self) -> Mapping[str, Places]:
        return _index(
            (name.casefold(), place) for place, name in self._names() if name.isupper() and len(name) > 2
        )

    @cached_property
    def _forms(self) -> Mapping[Step, Mapping[str, tuple[tuple[int, Form], ...]]]:
        return {step: self._forms_at(step) for step in _STEPS}

    def _forms_at(self, step: Step) -> dict[str, tuple[tuple[int, Form], ...]]:
        found: defaultdict[str, tuple[tuple[int, Form], ...]] = defaultdict(tuple)
        for place, name in self._names():
            for form in forms_of(name)[step - 1]:
                found[form.key] += ((place, form),)
        return dict(found)


def _entities_in(table: EntityTable, group: tuple[str, ...]) -> Entities:
    """The one entity that a choice's name, or else one of its other names, stands for."""
    for name in group:
        entities = table.read(name)
        if entities is not None and len(entities) == 1:
            return entities
    return frozenset()


def _index(pairs: Iterable[tuple[K, int]]) -> dict[K, Places]:
    index: defaultdict[K, Places] = defaultdict(frozenset)
    for key, place in pairs:
        index[key] |= {place}
    return dict(index)


def _union(places: Iterable[Places]) -> Places:
    return frozenset().union(*places)
