"""One entity column of the gold: which rows a returned cell fits, tier by tier."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Protocol, TypeVar

from atlas_grader.align.brackets import Brackets, GoldFacts
from atlas_grader.align.looser import LooserNames
from atlas_grader.align.qualifiers import Qualifiers
from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match.blanks import Blanks
from atlas_grader.match.contract import Matcher
from atlas_grader.match.flags import has_other_flag
from atlas_grader.names.denials import bracketed, denies_by_sign
from atlas_grader.names.keys import NameKey, exact_key, name_key, same_name
from atlas_grader.names.offered import side_by_side
from atlas_grader.names.parts import take_apart
from atlas_grader.names.scripts import alphabet_of, scripts_in, to_latin
from atlas_grader.names.similar import NearIndex
from atlas_grader.names.trims import Trimmed, compatible, trim_legal_form
from atlas_grader.names.variants import Step
from atlas_grader.tasks import Column
from atlas_grader.verdicts import Verdict

# No name is longer; a longer cell is compared by its spelling only.
LONGEST_NAME = 512
# A few cells against every row of a large task.
_CACHED = 1 << 13
_MOST_NOTES = 2

_NONE: frozenset[int] = frozenset()
_T = TypeVar("_T")


class Tier(IntEnum):
    """What a name is compared by; each tier of grading.md 4, in the steps in which it is tried."""

    SPELLED = 0
    KEY = 1
    SPELLING = 2
    TRIMMED = 3
    NAMED = 4
    PERSON = 5
    REWORDED = 6
    LOOSE = 7
    NEAR = 8

    @property
    def is_exact(self) -> bool:
        """Whether near misses, too, are recognised here."""
        return self <= Tier.KEY

    @property
    def step(self) -> Step | None:
        """The variant step, between the exact key and misspellings."""
        return Step(self - 1) if Tier.KEY < self < Tier.NEAR else None

    @property
    def claim_tier(self) -> str:
        """The tier's name in grading.md."""
        return "alias" if self.is_exact else "near" if self is Tier.NEAR else "variant"

    @property
    def meaning(self) -> str:
        """How a name stands to the one that it fits, for a reader."""
        return "is" if self.is_exact else "is a misspelling of" if self is Tier.NEAR else "is a variant of"


_TIERS = tuple(Tier)
_STEPS = {tier: tier.step or Step.SPELLING for tier in Tier}


class PartIndex(Protocol):
    """One entity column of every gold row."""

    def find(self, cell: Cell, tier: Tier, among: frozenset[int] | None) -> frozenset[int]:
        """The rows, of those in `among` if given, that `cell` fits at `tier` or above."""

    def excluded(self, cell: Cell) -> frozenset[int]:
        """The rows that `cell` is decided not to be."""

    def is_empty(self, cell: Cell) -> bool:
        """Whether the cell says nothing."""


class NamePart:
    """A column of names, found by key."""

    def __init__(
        self, column: Column, names: Sequence[tuple[str, ...]], facts: GoldFacts, *, alone: bool
    ) -> None:
        self._column = column
        self._names = names
        self._facts = facts
        self._alone = alone
        # In a tuple the same few names come back in every row.
        self._found = self._at if alone else lru_cache(maxsize=_CACHED)(self._at)

    def find(self, cell: Cell, tier: Tier, among: frozenset[int] | None) -> frozenset[int]:
        """The rows whose name `cell` is at `tier` or above."""
        text = cell.text
        if not text or (tier > Tier.SPELLED and len(text) > LONGEST_NAME):
            return _NONE
        if self._alone:
            return self._found(text, tier)
        # In a tuple each part may fit at its own tier: the worst decides the claim's.
        found = _NONE.union(*(self._found(text, stricter) for stricter in _TIERS[: tier + 1]))
        if tier > Tier.KEY and found and self._names_two(text):
            return _NONE
        return found if among is None else found & among

    def nearest(self, cell: Cell) -> int | None:
        """The row whose name is the most like `cell`, if any is much like it."""
        return self._near.nearest(cell.text) if len(cell.text) <= LONGEST_NAME else None

    def excluded(self, cell: Cell) -> frozenset[int]:
        """Strings never decide that a name is another."""
        return _NONE

    def is_empty(self, cell: Cell) -> bool:
        """Whether the cell says nothing."""
        return _is_empty(self._emptiness, cell)

    def _each(self) -> Iterator[tuple[int, str]]:
        for row, names in enumerate(self._names):
            for name in names:
                yield row, name

    @cached_property
    def _emptiness(self) -> Callable[[Cell], object | None]:
        return _compile_emptiness(self._column, self._names)

    def _at(self, text: str, tier: Tier) -> frozenset[int]:
        if tier is Tier.SPELLED:
            return self._spelled.get(_written(text), _NONE)
        found = self._by_key(text) if tier is Tier.KEY else self._by_looser(text, tier)
        if not found or has_other_flag(text):
            return _NONE
        return self._denied_too(found) if denies_by_sign(text) else found

    def _denied_too(self, found: frozenset[int]) -> frozenset[int]:
        """The rows that have a name with such a sign: `!Kung`."""
        return frozenset(row for row in found if any(map(denies_by_sign, self._names[row])))

    def _by_looser(self, text: str, tier: Tier) -> frozenset[int]:
        is_near = tier is Tier.NEAR
        found = self._by_misspelling(text) if is_near else self._looser.find(text, _STEPS[tier])
        if is_near and len(found) > 1:
            return found  # near to each of them, whatever their notes say
        if found:
            known = self._qualifiers.narrowed(text, found, self._base_of(found) if tier >= Tier.LOOSE else "")
            found = self._brackets.uncontradicted(text, known)
            if tier >= Tier.LOOSE and found != known:
                return _NONE  # what is left was found for another name
        if tier < Tier.NAMED:
            return found
        if found:
            return found | self._by_other_name(text)
        return self._by_each_name(text) if tier is Tier.NAMED else found

    def _by_other_name(self, text: str) -> frozenset[int]:
        """`SLIM "Moon Sniper"`, `Burma (now Myanmar)`: the rows that Moon Sniper or Myanmar is."""
        parts = take_apart(text)
        return _NONE.union(*map(self._nearest, (*parts.beside, *parts.others)))

    def _names_two(self, text: str) -> bool:
        """`Harold Pinter (Orhan Pamuk)`: two names of gold's, between which another part must not choose."""
        parts = take_apart(text)
        said = [parts.base, *parts.beside, *parts.others, parts.note]
        rows = [found for name in said if name and (found := self._nearest(name))]
        return len(rows) > 1 and not frozenset.intersection(*rows)

    def _by_each_name(self, text: str) -> frozenset[int]:
        """`Wien / Vienna`, `Great Belt Bridge (East Bridge)`: the row that every one of the names is."""
        parts = take_apart(text)
        noted = (parts.base, parts.note) if parts.note else ()
        names = _around_bracket(text) or side_by_side(text) or parts.each or noted
        return frozenset.intersection(*self._nearest_each(names)) if names else _NONE

    def _nearest_each(self, names: Sequence[str]) -> Iterator[frozenset[int]]:
        """What each is nearest to; a last word said once may belong to all: `Third Severn / Wye Bridge`."""
        heads = {words[-1] for name in names if len(words := name.split()) > 1}
        for name in names:
            found = self._nearest(name)
            yield found or _NONE.union(*(self._nearest(f"{name} {head}") for head in heads))

    def _nearest(self, name: str) -> frozenset[int]:
        """The rows that `name` fits in the first tier in which it fits any, misspellings aside."""
        found = (self._at(name, tier) for tier in _TIERS if tier < Tier.LOOSE)
        return next(filter(None, found), _NONE)

    @cached_property
    def _spelled(self) -> Mapping[str, frozenset[int]]:
        return _index((_written(name), row) for row, name in self._each())

    def _by_key(self, text: str) -> frozenset[int]:
        key = name_key(text)
        found = self._keyed(key)
        if text.isascii() and not self._romanised:
            return found
        if alphabet := alphabet_of(text):
            latin = name_key(to_latin(text))
            return found | self._keyed(latin) | self._romanised_as(latin, alphabet)
        if self._romanised and scripts_in(text) == _LATIN:
            return found | self._romanised_as(key, "LATIN")
        return found

    def _keyed(self, key: NameKey) -> frozenset[int]:
        like = self._keys.get(key.joined)
        return frozenset(row for row, gold in like if same_name(key, gold)) if like else _NONE

    def _romanised_as(self, latin: NameKey, own: str) -> frozenset[int]:
        return frozenset(row for row, script in self._romanised.get(latin.joined, ()) if script != own)

    @cached_property
    def _keys(self) -> Mapping[str, Sequence[tuple[int, NameKey]]]:
        keys = ((row, name_key(name)) for row, name in self._each())
        return _listed((key.joined, (row, key)) for row, key in keys)

    @cached_property
    def _romanised(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        """Names in other alphabets than Latin, by their key in Latin letters."""
        return _listed(
            (name_key(to_latin(name)).joined, (row, alphabet))
            for row, name in self._each()
            if (alphabet := alphabet_of(name))
        )

    def _by_misspelling(self, text: str) -> frozenset[int]:
        parts = take_apart(text)
        names = (text,) if parts.keeps_note or parts.base == text else (text, parts.base)
        found = next(filter(None, map(self._near.find, names)), _NONE)
        found = found or self._near_without_form(names[-1])
        return found if len(found) > 1 else frozenset(row for row in found if self._agree_in_notes(text, row))

    def _agree_in_notes(self, text: str, row: int) -> bool:
        """Whether all that brackets say is spelt alike on both sides; one side's alone may be left off."""
        own, said = exact_key(text).split(), exact_key(" ".join(bracketed(text))).split()
        noted = (name for name in self._names[row] if bracketed(name))
        return all(
            set(own).issuperset(exact_key(" ".join(bracketed(name))).split())
            and set(exact_key(name).split()).issuperset(said)
            for name in noted
        )

    def _base_of(self, found: frozenset[int]) -> str:
        """How gold writes the name found, without its note; empty where it has several."""
        bases = {exact_key(take_apart(self._names[row][0]).base) for row in found}
        return bases.pop() if len(bases) == 1 else ""

    def _near_without_form(self, name: str) -> frozenset[int]:
        """`Comerzbank` for `Commerzbank AG`: misspelt, legal forms aside."""
        plain = trim_legal_form(tuple(exact_key(name).split()))
        if not (plain.legal or self._has_forms):
            return _NONE  # then nothing is set aside, and as they stand no names are near
        found = self._near_trimmed.find(" ".join(plain.tokens))
        if not plain.legal or len(found) != 1:
            return found
        named = (name for row in found for name in self._names[row])
        forms = (trim_legal_form(tuple(exact_key(name).split())).legal for name in named)
        return found if any(compatible(plain.legal, legal) for legal in forms) else _NONE

    @cached_property
    def _qualifiers(self) -> Qualifiers:
        return Qualifiers(self._each())

    @cached_property
    def _brackets(self) -> Brackets:
        return Brackets(self._names, self._facts, self._nearest)

    @cached_property
    def _looser(self) -> LooserNames:
        return LooserNames(tuple(self._each()))

    @cached_property
    def _near(self) -> NearIndex:
        return NearIndex(self._each())

    def _trimmed(self) -> Iterator[tuple[int, Trimmed]]:
        """Every name without its legal form."""
        return ((row, trim_legal_form(tuple(exact_key(name).split()))) for row, name in self._each())

    @cached_property
    def _has_forms(self) -> bool:
        return any(trimmed.legal for _, trimmed in self._trimmed())

    @cached_property
    def _near_trimmed(self) -> NearIndex:
        return NearIndex((row, " ".join(trimmed.tokens)) for row, trimmed in self._trimmed())


class TypedPart:
    """A column of dates, numbers, countries …, compared by its type's matcher."""

    def __init__(self, column: Column, names: Sequence[tuple[str, ...]], *, alone: bool) -> None:
        self._column = column
        self._names = names
        self._alone = alone
        self._rows: dict[tuple[str, ...], set[int]] = defaultdict(set)
        self._spelled: dict[str, set[int]] = defaultdict(set)
        self._matchers: dict[tuple[str, ...], Matcher] = {}
        self._verdict = lru_cache(maxsize=_CACHED)(self._decide)
        for row, values in enumerate(names):
            self._rows[values].add(row)
            for value in values:
                self._spelled[_written(value)].add(row)

    def find(self, cell: Cell, tier: Tier, among: frozenset[int] | None) -> frozenset[int]:
        """The rows whose value `cell` is; a type knows no tiers below the exact key."""
        if not cell.text and cell.items is None:
            return _NONE
        if tier is Tier.SPELLED:
            return self._spelled_alike(cell) if among is None else self._spelled_alike(cell) & among
        if self._alone and tier is not Tier.KEY:
            return _NONE
        found = self._matched(cell, among)
        notes = bracketed(cell.text)[:_MOST_NOTES] if found else ()
        others = _NONE.union(*(self._matched(Cell(note, note), None) for note in notes))
        return _NONE if others and others.isdisjoint(found) else found  # `1980 (2016)`

    def _matched(self, cell: Cell, among: frozenset[int] | None) -> frozenset[int]:
        return frozenset(
            row
            for values, rows in self._rows.items()
            if (among is None or not among.isdisjoint(rows)) and self._verdict(values, cell) is Verdict.MATCH
            for row in rows
            if among is None or row in among
        )

    def excluded(self, cell: Cell) -> frozenset[int]:
        """The rows whose value the column's type says `cell` is not."""
        if self.is_empty(cell):
            return _NONE
        return frozenset(
            row
            for values, rows in self._rows.items()
            if self._verdict(values, cell) is Verdict.MISMATCH
            for row in rows
        )

    def is_empty(self, cell: Cell) -> bool:
        """Whether the cell says nothing."""
        return _is_empty(self._emptiness, cell)

    def _spelled_alike(self, cell: Cell) -> frozenset[int]:
        return frozenset(self._spelled.get(_written(cell.text), _NONE))

    def _decide(self, values: tuple[str, ...], cell: Cell) -> Verdict:
        matcher = self._matchers.get(values)
        if matcher is None:
            from atlas_grader.match.ladder import ValueMatcher  # only typed entities need the ladder

            matcher = self._matchers[values] = ValueMatcher(self._column, values)
        return matcher(cell).verdict

    @cached_property
    def _emptiness(self) -> Callable[[Cell], object | None]:
        return _compile_emptiness(self._column, self._names)


def _around_bracket(text: str) -> tuple[str, ...]:
    """The two names of `Höga Kusten (High Coast) Bridge`, which have its last words in common."""
    found = _WITHIN.fullmatch(text)
    return (f"{found['before']} {found['last']}", f"{found['within']} {found['last']}") if found else ()


def _index(rows: Iterable[tuple[str, int]]) -> Mapping[str, frozenset[int]]:
    return {key: frozenset(found) for key, found in _listed(rows).items()}


def _listed(entries: Iterable[tuple[str, _T]]) -> dict[str, list[_T]]:
    """What belongs to each key, in the order given."""
    lists: dict[str, list[_T]] = {}
    for key, entry in entries:
        lists.setdefault(key, []).append(entry)
    return lists


_LATIN = frozenset({"LATIN"})
_WITHIN = re.compile(r"(?P<before>[^()]{1,200}) \((?P<within>[^()]{1,200})\) (?P<last>[^\W\d_][^()]{0,200})")


def _written(text: str) -> str:
    return fold_characters(text).strip()


def _is_empty(emptiness: Callable[[Cell], object | None], cell: Cell) -> bool:
    return (not cell.text and cell.items is None) or emptiness(cell) is not None


def _compile_emptiness(column: Column, names: Sequence[tuple[str, ...]]) -> Callable[[Cell], object | None]:
    return Blanks(column, tuple(name for row in names for name in row)).read  # gold's own names are values
