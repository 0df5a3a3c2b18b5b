"""Gold names by their looser keys (grading.md 4, tier 2).

The forms of a gold name are made when a returned name could share one, which most
pairs of names cannot: a table of people is rarely asked for more than a few.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

from atlas_grader.folding import fold_characters
from atlas_grader.match.homonyms import are_states
from atlas_grader.names.openings import KeyOpenings, openings_of
from atlas_grader.names.persons import Kinship, Person, agree_in_ends, compare_persons, index_keys
from atlas_grader.names.policy import words
from atlas_grader.names.scripts import alphabet_of
from atlas_grader.names.spellings import in_one_script
from atlas_grader.names.variants import (
    Form,
    Step,
    agree_in_full,
    fit,
    forms_of,
    people_of,
    romanised_forms,
    spelled_forms,
)

_BEAR_STATES_NAMES = ("descriptor_heads", "descriptor_fronts", "name_fronts")
# One name is tried step by step.
_AT_A_TIME = 1 << 4

_NONE: frozenset[int] = frozenset()
_SAME = frozenset({Kinship.SAME, Kinship.SHORTER})
_Name = tuple[int, str]
_FormIndex = dict[str, list[tuple[int, Form]]]


class LooserNames:
    """The names of one entity column, found by what they may differ in and still be one."""

    def __init__(self, names: Sequence[_Name]) -> None:
        self._names = names
        self._forms: Mapping[Step, _FormIndex] = {step: defaultdict(list) for step in Step}
        self._people: dict[str, list[tuple[int, Person]]] = defaultdict(list)
        self._keys = KeyOpenings()
        self._indexed: set[_Name] = set()
        self._may_share = lru_cache(maxsize=_AT_A_TIME)(self._admit)

    def find(self, text: str, step: Step) -> frozenset[int]:
        """The rows of which a name is like `text` at `step`."""
        may_share = self._may_share(text)
        if step is Step.SPELLING:
            return self._by_spelling(text, may_share=may_share)
        found = self._by_form(text, step) if may_share else _NONE
        return found | self._by_person(text) if step is Step.PERSON and self._people else found

    def _admit(self, text: str) -> bool:
        """Index the names that could be like `text`, and say whether one could share a form with it."""
        openings = openings_of(text)
        if openings is None:
            self._index(self._names)
        else:
            for opening in (*openings, ""):
                self._index(self._waiting.pop(opening, ()))
        return self._keys.may_hold(text)

    @cached_property
    def _waiting(self) -> dict[str, list[_Name]]:
        """Names by how their forms may begin; under `""` those of which that is not known."""
        waiting: dict[str, list[_Name]] = defaultdict(list)
        for name in self._names:
            openings = openings_of(name[1])
            for opening in ("",) if openings is None else openings:
                waiting[opening].append(name)
        return waiting

    def _index(self, names: Iterable[_Name]) -> None:
        for row, name in names:
            if (row, name) in self._indexed:
                continue
            self._indexed.add((row, name))
            keys = set()
            for step, index in self._forms.items():
                for form in _forms_within_script(name, step):
                    index[form.key].append((row, form))
                    keys.add(form.key)
            for key in keys:
                self._keys.add(key)
            for person in people_of(name):
                for key in index_keys(person):
                    self._people[key].append((row, person))

    def _by_spelling(self, text: str, *, may_share: bool) -> frozenset[int]:
        folded = fold_characters(text)
        found = _fitting(spelled_forms(folded), self._forms[Step.SPELLING]) if may_share else _NONE
        if self._has_alphabets or alphabet_of(text):
            return found | _fitting(romanised_forms(folded), self._romanised)
        return found

    @cached_property
    def _has_alphabets(self) -> bool:
        return any(alphabet_of(name) for _, name in self._names)

    @cached_property
    def _romanised(self) -> _FormIndex:
        index: _FormIndex = defaultdict(list)
        for row, name in self._names:
            for form in romanised_forms(fold_characters(name)):
                index[form.key].append((row, form))
        return index

    def _by_form(self, text: str, step: Step) -> frozenset[int]:
        found: set[int] = set()
        for form in forms_of(text).at(step):
            like = self._forms[step].get(form.key)
            if like is None or form.weak or form.tail in self._unknown_kinds:
                continue
            fitting = {row for row, gold in like if fit(form, gold)}
            if any(row not in fitting for row, _ in like):
                # Gold tells rows apart by what was left off, so it may not be; notes may if gold has none.
                noted = any(gold.note for _, gold in like)
                plain = form if noted else replace(form, note="")
                told = {row for row, gold in like if form.note == gold.note != "" and row in fitting}
                others = (gold.note for row, gold in like if row not in told)
                if not told or any(note in {"", form.note} for note in others):
                    fitting = {row for row, gold in like if fit(form, gold) and agree_in_full(plain, gold)}
            found |= fitting
        return frozenset(found)

    @cached_property
    def _unknown_kinds(self) -> frozenset[str]:
        """Kinds of things that bear others' names, and that gold does not mention: it lists the others.

        Rivers, lakes and ships bear those of states.
        """
        told = " ".join(in_one_script(name).casefold() for _, name in self._names)
        kinds = words("generic_words", "namesakes")
        if are_states([(name,) for _, name in self._names]):
            kinds = kinds.union(*(words("generic_words", kind) for kind in _BEAR_STATES_NAMES))
        return frozenset(kind for kind in kinds if kind not in told)

    def _by_person(self, text: str) -> frozenset[int]:
        found: set[int] = set()
        for person in people_of(text):
            known = {entry for key in index_keys(person) for entry in self._people.get(key, ())}
            like = [(row, gold, compare_persons(gold, person)) for row, gold in known]
            same = {row for row, gold, kinship in like if kinship in _SAME}
            # With an initial, or a middle name left out, whoever else has first and family name is as near.
            if any(
                row in same and (kinship is Kinship.SHORTER or len(gold.given) != len(person.given))
                for row, gold, kinship in like
            ):
                same |= {
                    row
                    for row, gold, kinship in like
                    if kinship is Kinship.UNSURE and agree_in_ends(gold, person)
                }
            found |= same
        return frozenset(found)


def _forms_within_script(name: str, step: Step) -> Iterable[Form]:
    return spelled_forms(fold_characters(name)) if step is Step.SPELLING else forms_of(name).at(step)


def _fitting(forms: Iterable[Form], index: _FormIndex) -> frozenset[int]:
    return frozenset(row for form in forms for row, gold in index.get(form.key, ()) if fit(form, gold))
