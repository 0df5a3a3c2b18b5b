"""Misspellings: names that differ by a slip of the pen and by nothing that tells names apart.

Similarity alone separates nothing (`Apollo 11`/`12`, `Henry VII`/`VIII`, `Jonathan
Fox`/`Cox` are all alike), so it may only confirm what the words allow: as many words,
the same numbers and distinguishing words, and each word a misspelling of its
counterpart (grading.md 4, tier 3).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA, Indel

from atlas_grader.names.keys import MINUS, exact_key
from atlas_grader.names.numerals import numbers_in
from atlas_grader.names.policy import table, words
from atlas_grader.names.scripts import IDEOGRAPHIC, only_letters, scripts_in
from atlas_grader.names.spellings import canonical

# grading.md 4, tier 3.
LEAST_SIMILAR = 0.90
MARGIN = 0.05
_FEWEST_LETTERS = 5
# Short words have neighbours that are other words (`Martin`, `Marin`; Tonga, Tsonga), the more
# so where no other word of the name vouches for them.
SHORTEST_MISSPELT_WORD = 6
_SHORTEST_ALONE = 8
# The slips that hardly ever make another word (see `_is_sure_slip`).
_SHORTEST_DOUBLED = 5
_SHORTEST_SURE_ALONE = 7
_MOST_SLIPS = 1
_LONGEST = 200
# One character is a word, or the vowels that would tell two words apart are not written.
_NO_SLIPS = IDEOGRAPHIC | {"ARABIC", "HEBREW"}
_SIGNS = frozenset("+#%°$" + MINUS)


class NearIndex:
    """Gold names by which a misspelt name is found."""

    def __init__(self, names: Iterable[tuple[int, str]]) -> None:
        keys: dict[str, set[int]] = {}
        for row, name in names:
            key = exact_key(name)
            if len(key) <= _LONGEST:
                keys.setdefault(key, set()).add(row)
        self._rows: Mapping[str, set[int]] = keys
        self._keys = sorted(keys)

    def nearest(self, name: str) -> int | None:
        """The row whose name is the most like `name`, if any is much like it; for a reader only."""
        key = exact_key(name)
        if len(key) > _LONGEST:
            return None
        hit = process.extractOne(
            key, self._keys, scorer=Indel.normalized_similarity, score_cutoff=LEAST_SIMILAR - MARGIN
        )
        return min(self._rows[hit[0]]) if hit else None

    def find(self, name: str) -> frozenset[int]:
        """The rows that `name` is a misspelling of; empty where another row is nearly as near."""
        key = exact_key(name)
        if not _long_enough(key) or len(key) > _LONGEST or scripts_in(key) & _NO_SLIPS:
            return frozenset()
        cutoff = LEAST_SIMILAR - MARGIN
        hits = process.extract(
            key, self._keys, scorer=Indel.normalized_similarity, score_cutoff=cutoff, limit=None
        )
        best: dict[int, float] = {}
        for gold_key, score, _ in hits:
            for row in self._rows[gold_key]:
                best[row] = max(score, best.get(row, 0.0))
        if not best:
            return frozenset()
        top = max(best.values())
        if top < LEAST_SIMILAR:
            return frozenset()
        near = {row for row, score in best.items() if score > top - MARGIN}
        if len(near) > 1:
            return frozenset(near)
        spelled = [gold_key for gold_key, score, _ in hits if score >= LEAST_SIMILAR]
        found = any(near & self._rows[gold_key] and is_misspelling(key, gold_key) for gold_key in spelled)
        return frozenset(near) if found else frozenset()


def is_misspelling(key: str, gold_key: str) -> bool:
    """Whether two exact keys can be one name, misspelt, as far as their words go.

    >>> is_misspelling("torasemide", "torsemide"), is_misspelling("apollo 11", "apollo 12")
    (True, False)
    """
    one, other = key.split(), gold_key.split()
    if len(one) != len(other) or not _long_enough(gold_key):
        return False
    if len(one) == 1:
        if not _misspelt_alone(key, gold_key):
            return False
    elif not all(a == b or _misspelt(a, b) for a, b in zip(one, other, strict=True)):
        return False
    if not (only_letters(key) and only_letters(gold_key)) and (
        scripts_in(key) != scripts_in(gold_key) or _signs(key) != _signs(gold_key)
    ):
        return False
    return numbers_in(canonical(one)) == numbers_in(canonical(other))


def _long_enough(key: str) -> bool:
    if len(key) < _FEWEST_LETTERS:
        return False
    if only_letters(key):
        return len(key) - key.count(" ") >= _FEWEST_LETTERS
    return sum(map(str.isalpha, key)) >= _FEWEST_LETTERS


def _signs(key: str) -> list[str]:
    return [character for character in key if character in _SIGNS]


def _misspelt_alone(one: str, other: str) -> bool:
    """Whether two names of one word each can be one: no other word vouches for them."""
    shortest = min(len(one), len(other))
    if shortest >= _SHORTEST_SURE_ALONE and _lacks_e(*sorted((one, other), key=len)):
        return True
    least = _SHORTEST_SURE_ALONE if _is_sure_slip(one, other) else _SHORTEST_ALONE
    return shortest >= least and _misspelt(one, other)


def _lacks_e(shorter: str, longer: str) -> bool:
    """`esomeprazol`, `Ganymed`; but Christian and Christiane are two, and so are two known substances."""
    return (
        longer == f"{shorter}e"
        and _given_names().isdisjoint((shorter, longer))
        and not {shorter, longer} <= _known_words()
    )


@lru_cache(maxsize=1 << 12)
def _misspelt(one: str, other: str) -> bool:
    """Whether two words can be one: long, alike, and neither a word that tells names apart."""
    if not (one.isalpha() and other.isalpha()) or {one, other} <= _known_words():
        return False
    shortest = min(len(one), len(other))
    told = words("distinguishing", "words")
    if shortest >= _SHORTEST_DOUBLED and _is_sure_slip(one, other):
        # `Sumer` can only be Summer.
        return not {one, other} <= told and not _differ_by_affix(one, other)
    if shortest < SHORTEST_MISSPELT_WORD or one in told or other in told:
        return False
    if one[0] == other[0] and OSA.distance(one, other) > _MOST_SLIPS:
        return False
    # Niger and Nigeria, Julia and Julian, smoker and nonsmoker: two words, not a slip.
    if one.startswith(other) or other.startswith(one) or one.endswith(other) or other.endswith(one):
        return False
    if _differ_by_affix(one, other):
        return False
    return one[0] == other[0] or any(
        _begin(one, a, other, b) or _begin(one, b, other, a)
        for a, b in table("romanisations")["first_sounds"]
    )


def _is_sure_slip(one: str, other: str) -> bool:
    """Letters doubled or not (`Calisto`, `Quiang`), or one lost within a long word (`Yonger`)."""
    if without_doubles(one) == without_doubles(other):
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(longer) != len(shorter) + 1 or len(shorter) < SHORTEST_MISSPELT_WORD:
        return False
    place = next((place for place in range(len(shorter)) if shorter[place] != longer[place]), len(shorter))
    return 0 < place < len(shorter) and shorter[place:] == longer[place + 1 :]


@lru_cache(maxsize=1 << 14)
def without_doubles(word: str) -> str:
    """A word with each doubled letter written once."""
    return _DOUBLED.sub(r"\1", word.replace("qu", "q"))


def _begin(one: str, one_start: str, other: str, other_start: str) -> bool:
    """Two ways to write one first sound, and the rest equal: `Cvetaeva`, `Tsvetaeva`."""
    return (
        one.startswith(one_start)
        and other.startswith(other_start)
        and one[len(one_start) :] == other[len(other_start) :]
    )


def _differ_by_affix(one: str, other: str) -> bool:
    """Whether nothing but a prefix or an ending of the tables differs: `hyper-`/`hypo-`, `-ate`/`-ite`."""
    for length, swaps in _affixes("prefixes"):
        if any(one[length:] == other.removeprefix(b) != other for b in swaps.get(one[:length], ())):
            return True
    for length, swaps in _affixes("endings"):
        if any(one[:-length] == other.removesuffix(b) != other for b in swaps.get(one[-length:], ())):
            return True
    return _GENDERED.issuperset({one[-1], other[-1]}) and one[:-1] == other[:-1]


_DOUBLED = re.compile(r"(.)\1+")
# Mario and Maria, Carlo and Carla.
_GENDERED = frozenset("aoe")


@cache
def _affixes(entry: str) -> tuple[tuple[int, Mapping[str, frozenset[str]]], ...]:
    """For each length, the affixes of that length and what may stand in their place."""
    swaps: dict[str, set[str]] = defaultdict(set)
    for group in table("distinguishing")[entry]:
        for affix in group:
            swaps[affix].update(other for other in group if other != affix)
    return tuple(
        (length, {affix: frozenset(others) for affix, others in swaps.items() if len(affix) == length})
        for length in sorted(set(map(len, swaps)))
    )


@cache
def _given_names() -> frozenset[str]:
    names = table("nicknames")["short"]
    return frozenset({*names, *(full for fulls in names.values() for full in fulls)})


@cache
def _known_words() -> frozenset[str]:
    """Words of which no two are one: look-alike countries, given names, substances."""
    countries = {word for name in table("polities")["names"] for word in name.split()}
    opposites = {word for group in table("distinguishing")["opposites"] for word in group}
    return _given_names() | countries | opposites | words("distinguishing", "lookalikes")
