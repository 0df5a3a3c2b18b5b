"""Names that differ in a note alone: `The Lion King (1994)` and that of 2019 (grading.md 4, tier 2).

A note may be dropped from a returned name, but not one by which gold's own names, or its
near misses, tell things of one name apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from atlas_grader.names.keys import exact_key
from atlas_grader.names.parts import take_apart
from atlas_grader.names.policy import words
from atlas_grader.names.regions import with_regions_in_full
from atlas_grader.names.rewordings import placed
from atlas_grader.names.spellings import canonical

_YEAR = re.compile(r"(?:1\d|20)\d\d")


class Qualifiers:
    """The notes of an entity column's names."""

    def __init__(self, names: Iterable[tuple[int, str]]) -> None:
        """`names` are the rows, near misses included, each with every name that it has."""
        self._names = names

    @cached_property
    def _by_base(self) -> Mapping[str, Mapping[int, Sequence[_Qualifier]]]:
        """Name without its note → the rows that have it with one."""
        rows: dict[str, dict[int, list[_Qualifier]]] = {}
        for row, name in self._names:
            if found := _qualifier(name) or _behind_comma(name) or _behind_preposition(name):
                rows.setdefault(found.base, {}).setdefault(row, []).append(found)
        return rows

    def narrowed(self, text: str, found: frozenset[int], base: str = "") -> frozenset[int]:
        """The rows that `text` may be, of those `found` once its note is dropped and those known by one.

        It is the one that has a note of the same words, if any has; else it may be any, but
        one of which another year, or another proper name, is known. A name without a note may
        be each of those that notes tell apart. `base` is how gold spells the name.
        """
        own = _qualifier(text)
        known = self._by_base.get(base or (own.base if own else exact_key(text)))
        if known is None:
            return found
        if own is None:
            noted = [notes for row in found for notes in known.get(row, ())]
            return found.union(
                row for row, notes in known.items() if any(a.contradicts(b) for a in noted for b in notes)
            )
        alike = frozenset(row for row, notes in known.items() if any(map(own.shares, notes)))
        unlike = {row for row, notes in known.items() if all(map(own.contradicts, notes))}
        return alike or (
            found.union(known) - (found & unlike) if found - unlike else frozenset(known) - unlike
        )


@dataclass(frozen=True, slots=True)
class _Qualifier:
    """What tells a name from others of the same base."""

    base: str
    words: frozenset[str]
    is_dated: bool
    is_proper: bool

    def shares(self, other: _Qualifier) -> bool:
        """Whether one says no other than the other, and both more than a kind: `1994`, `1994 film`."""
        common = self.words & other.words
        kinds = words("markers", "kinds") | words("distinguishing", "branches")
        if any(map(_YEAR.fullmatch, common)):
            return kinds.isdisjoint(self.words - common) or kinds.isdisjoint(other.words - common)
        return self.words == other.words or (common in (self.words, other.words) and not common <= kinds)

    def contradicts(self, other: _Qualifier) -> bool:
        """Whether only one of them can be right: another year, another proper name."""
        same = (self.is_dated and other.is_dated) or (self.is_proper and other.is_proper)
        return same and not self.shares(other)


def _qualifier(name: str) -> _Qualifier | None:
    """The note of a name: `(1994 film)`, `(Ohio)`; of a state's code, with its name."""
    parts = take_apart(name)
    full = (take_apart(written).note for written in with_regions_in_full(name))
    return _told(parts.base, " ".join((parts.note, *full)), name.rpartition("(")[2])


def _behind_comma(name: str) -> _Qualifier | None:
    """What follows a name's only comma: `Springfield, Ohio`."""
    base, _, said = name.partition(",")
    full = (written.partition(",")[2] for written in with_regions_in_full(name))
    return _told(base, exact_key(" ".join((said, *full))), said) if "," not in said else None


def _behind_preposition(name: str) -> _Qualifier | None:
    """What says by which river, in which region a place is: `Frankfurt am Main`."""
    place, _, said = placed(name)
    return _told(place, exact_key(said), said)


def _told(base: str, note: str, said: str) -> _Qualifier | None:
    if not note:
        return None
    is_dated = any(map(str.isdigit, note))
    is_proper = not is_dated and said.strip()[:1].isupper()
    return _Qualifier(exact_key(base), frozenset(canonical(note.split())), is_dated, is_proper)
