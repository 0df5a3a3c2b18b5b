"""Numbers written out in words, in the languages of `tables/number_words.json`.

A text's beginning is cut into words that one language knows (compounds as well:
`zweiundvierzig` is zwei, und, vierzig) and these are added and multiplied by the rules
that those languages share. Word order that counts nothing (`forty forty`) reads as no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from atlas_grader.match.numbers.digits import Numeral, Taken
from atlas_grader.policy import read_table

_LONGEST_WORD = 64
_MOST_WORDS = 24
# letters with the vowel signs that stand on them in Indic scripts and Thai
_LETTERS = r"(?:[^\W\d_]|[\u0900-\u0963\u0966-\u0dff\u0e31-\u0e3a\u0e47-\u0e4e])+"
_WORD = re.compile(rf"{_LETTERS}(?:'[^\W\d_]+)?")
_SECOND = re.compile(rf"[- ]{_LETTERS}")
_GAP = re.compile(r"\s?-\s?|\s+")
_COMMA_GAP = re.compile(r",?\s+|\s?-\s?")
_ONE_OF = re.compile(r"(?:d'|(?:de|di|von|av)\s)\s*")


class Kind(Enum):
    """What a number word does to the number before it."""

    NUMBER = "number"
    HUNDRED = "hundred"
    SCALE = "scale"
    JOINER = "joiner"
    DOZEN = "dozen"
    HALF = "half"
    AND_HALF = "and a half"
    ARTICLE = "article"
    EXACT = "exact"
    PART = "part"
    ORDINAL = "ordinal"


Word = tuple[Kind, Fraction]
_ARTICLE: tuple[Word, ...] = ((Kind.ARTICLE, Fraction(1)),)
_COUNTED = frozenset({Kind.HUNDRED, Kind.SCALE, Kind.DOZEN, Kind.HALF, Kind.PART, Kind.ORDINAL})


@dataclass(frozen=True, slots=True)
class _Language:
    words: dict[str, tuple[Word, ...]]
    reverse: bool
    """Units stand before tens: `zweiundvierzig`."""
    glued: bool
    """Number words grow together."""
    longest: int
    stems: frozenset[str]
    """Words that only stand within others: the `vent` of `ventuno`; alone, French for wind."""
    pairs: frozenset[str]
    """Words that begin a number of two words: `dua puluh`."""


def take_words(text: str) -> Iterator[Taken]:
    """Readings of the number in words that `text` begins with, in any language.

    >>> [(str(n.value), rest) for n, rest in take_words("zweiundvierzig Millionen Euro")]
    [('42000000', 'Euro')]
    >>> [str(n.value) for n, _ in take_words("half a million")]
    ['500000', '1/2']
    """
    first = _WORD.match(text)
    if first is None or len(first[0]) > _LONGEST_WORD:
        return
    word = first[0].casefold()
    languages = _languages_by_start().get(word[:2], ())
    if len(word) > 1:
        languages = tuple(sorted({*languages, *_languages_by_start().get(word[0], ())}))
    seen: set[Taken] = set()
    for place in languages:
        for taken in _take_in(text, _languages()[place]):
            if taken not in seen:
                seen.add(taken)
                yield taken


@cache
def _languages_by_start() -> dict[str, tuple[int, ...]]:
    """The first two letters of a number word, or its only one → the languages that have such words."""
    starts: dict[str, dict[int, None]] = {}
    for place, language in enumerate(_languages()):
        for word in language.words:
            starts.setdefault(word[:2], {})[place] = None
    return {start: tuple(places) for start, places in starts.items()}


def _take_in(text: str, language: _Language) -> Iterator[Taken]:
    """The longest beginning that is a number in one language."""
    words: list[Word] = []
    ends: list[tuple[int, int]] = []
    place = 0
    while len(words) < _MOST_WORDS:
        found = _WORD.match(text, place)
        if found is None:
            break
        known, end = _known_at(text, found, language)
        if known is None:
            break
        words += known
        ends.append((len(words), end))
        # `one million, two hundred thousand`
        gap = (_COMMA_GAP if words[-1][0] is Kind.SCALE else _GAP).match(text, end)
        if gap is None:
            break
        place = gap.end()
    for count, end in reversed(ends):
        number = _evaluate(words[:count], language)
        if number is not None:
            rest = text[end:].lstrip()
            # `un million d'euros`; but `uno de cuatro` is one of four
            of = _ONE_OF.match(rest) if number.value >= 1000 else None
            yield number, rest if of is None else rest[of.end() :]
            return


def _known_at(text: str, found: re.Match[str], language: _Language) -> tuple[tuple[Word, ...] | None, int]:
    """The words that stand at a place; two in one if the language knows the pair."""
    word = found[0].casefold()
    if word in language.pairs:
        second = _SECOND.match(text, found.end())
        if second is not None and (pair := word + second[0].casefold()) in language.words:
            return language.words[pair], second.end()
    known = language.words.get(word)
    if word in language.stems:
        return None, found.end()
    if known == _ARTICLE and not _counts_something(text[found.end() :], language):
        return None, found.end()
    if known is None and language.glued and len(word) <= _LONGEST_WORD:
        known = _segment(word, _languages().index(language))
    return known, found.end()


def _counts_something(rest: str, language: _Language) -> bool:
    following = _WORD.search(rest[:20])
    kinds = language.words.get(following[0].casefold(), ()) if following is not None else ()
    return any(kind in _COUNTED for kind, _ in kinds)


@lru_cache(maxsize=4096)
def _segment(word: str, language_index: int) -> tuple[Word, ...] | None:
    """Cut a compound into the language's words, the longest first; `None` if it does not fit."""
    language = _languages()[language_index]
    reached: dict[int, tuple[Word, ...]] = {0: ()}
    for end in range(1, len(word) + 1):
        for start in range(max(0, end - language.longest), end):
            known = language.words.get(word[start:end])
            if start in reached and known is not None and end not in reached:
                reached[end] = (*reached[start], *known)
    return reached.get(len(word))


# Evaluation ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Sum:
    """The number so far: finished thousands and the group below them."""

    reverse: bool
    total: Fraction = Fraction(0)
    group: Fraction | None = None
    last: Kind | None = None
    scale: Fraction = Fraction(0)
    joined: bool = False
    exact: bool = False
    closed: bool = False
    article: bool = False


def _evaluate(words: list[Word], language: _Language) -> Numeral | None:
    if words[-1][0] is Kind.JOINER:
        return None
    total = _Sum(language.reverse)
    for place, (kind, value) in enumerate(words):
        if place and value == 1 and words[place - 1][0] is Kind.JOINER and _is_part(words[place + 1 :]):
            continue  # `twee en een half`
        if total.closed or not _STEPS[kind](total, value):
            return None
        if kind is not Kind.ARTICLE:
            total.joined = kind is Kind.JOINER
            total.last = total.last if total.joined else kind
    if total.last is None:
        return None
    value = total.total + (total.group or 0)
    if total.exact:
        return Numeral(value)
    return Numeral(value, total.scale if total.last is Kind.SCALE else Fraction(1))


def _is_part(words: list[Word]) -> bool:
    return bool(words) and words[0][0] in (Kind.HALF, Kind.PART)


def _add_number(total: _Sum, value: Fraction) -> bool:
    group = total.group
    if group is None:
        total.group = value
        return True
    below = group % 100
    if value < 10:
        fits = value > 0 and group % 10 == 0 and (below == 0 or below >= 20)
    elif value < 20:
        fits = below in (0, 60, 80)
    elif value < 100:
        fits = below == 0 or (total.reverse and total.joined and below < 10)
    else:
        fits = False
    total.group = group + value
    return fits and not total.exact


def _times_hundred(total: _Sum, _: Fraction) -> bool:
    if total.group is not None and not 1 <= total.group < 100:
        return False
    total.group = (1 if total.group is None else total.group) * Fraction(100)
    return True


def _times_scale(total: _Sum, value: Fraction) -> bool:
    if total.group is None:
        if total.last is Kind.SCALE and total.scale < value:
            total.total *= value  # `thousand million`, `mil millones`
            total.scale *= value
            return True
        if total.last is not None:
            return False
        total.group = Fraction(1)
    if total.scale and value >= total.scale:
        return False
    total.total += total.group * value
    total.group, total.scale = None, value
    return True


def _times_dozen(total: _Sum, value: Fraction) -> bool:
    total.group = (1 if total.group is None else total.group) * value
    total.closed = True
    return total.total == 0


def _skip_article(total: _Sum, _: Fraction) -> bool:
    total.article = True
    return True


def _add_half(total: _Sum, value: Fraction) -> bool:
    if total.last is Kind.SCALE and total.group is None and total.joined:
        total.exact = total.closed = True
        total.total += total.scale * value  # `a million and a half`
        return True
    if total.joined:
        return _and_half(total, value)
    total.exact = True
    fits = total.last is None or (total.group == 1 and total.last is Kind.NUMBER)
    total.group = value  # `half a million`, `eine halbe Million`
    return fits and total.total == 0


def _and_half(total: _Sum, value: Fraction) -> bool:
    total.exact = True
    if total.last is Kind.SCALE and total.group is None:
        total.closed = True
        total.total += total.scale * value  # `hai triệu rưỡi`
        return True
    total.group = (total.group or Fraction(0)) + value
    return True


def _set_exact(total: _Sum, value: Fraction) -> bool:
    total.group, total.exact = value, True
    return total.last is None


def _add_part(total: _Sum, value: Fraction) -> bool:
    total.exact = True
    if total.joined and total.last is Kind.NUMBER:
        total.group = (total.group or Fraction(0)) + value  # `two and a quarter`
        return True
    total.group = (Fraction(1) if total.group is None else total.group) * value
    return total.total == 0


def _end_with_ordinal(total: _Sum, value: Fraction) -> bool:
    total.closed = True
    one = total.article if total.last is None else total.group == 1 and total.last is Kind.NUMBER
    if one and total.total == 0 and value > 2:
        total.group, total.exact = 1 / value, True  # `one third`
        return True
    return _add_number(total, value)


def _join(total: _Sum, _: Fraction) -> bool:
    return total.last is not None


_STEPS = {
    Kind.NUMBER: _add_number,
    Kind.HUNDRED: _times_hundred,
    Kind.SCALE: _times_scale,
    Kind.JOINER: _join,
    Kind.DOZEN: _times_dozen,
    Kind.HALF: _add_half,
    Kind.AND_HALF: _and_half,
    Kind.ARTICLE: _skip_article,
    Kind.EXACT: _set_exact,
    Kind.PART: _add_part,
    Kind.ORDINAL: _end_with_ordinal,
}


# The table ----------------------------------------------------------------------------------------


@cache
def _languages() -> tuple[_Language, ...]:
    return tuple(_language(table) for table in read_table("match", "number_words").values())


def _language(table: dict[str, Any]) -> _Language:
    words: dict[str, tuple[Word, ...]] = {}
    for ordinal, value in table["ordinals"].items():
        words[ordinal] = ((Kind.ORDINAL, Fraction(value)),)
    for kind, entries in (
        (Kind.PART, table["parts"]),
        (Kind.EXACT, table["exact"]),
        (Kind.SCALE, table["scales"]),
        (Kind.NUMBER, table["numbers"] | table.get("stems", {})),
    ):
        words.update({word: ((kind, Fraction(value)),) for word, value in entries.items()})
    for kind, names, value in (
        (Kind.HUNDRED, "hundred", "100"),
        (Kind.DOZEN, "dozen", "12"),
        (Kind.HALF, "half", "1/2"),
        (Kind.AND_HALF, "and_half", "1/2"),
    ):
        words.update({word: ((kind, Fraction(value)),) for word in table[names]})
    for word in table["joiners"]:
        words.setdefault(word, ((Kind.JOINER, Fraction(0)),))
    for word in table["articles"]:
        words.setdefault(word, _ARTICLE)
    pairs = frozenset(re.split("[- ]", word)[0] for word in words if "-" in word or " " in word)
    stems = frozenset(table.get("stems", ()))
    return _Language(words, table["reverse"], table["glued"], max(map(len, words)), stems, pairs)


_NO_JOINERS = frozenset({"of", "de", "d", "di", "lẻ", "linh"})
"""Joiners that add no part: `five of ten`."""


@cache
def and_part() -> re.Pattern[str]:
    """What adds a part of one to the number, or unit, before it: `and a half`, `y medio`, `с половиной`.

    >>> found = and_part().match(" and a half hours")
    >>> str(part_value(found)), found.end()
    ('1/2', 12)
    """
    kinds: dict[Kind, set[str]] = {kind: set() for kind in Kind}
    ones: set[str] = set()
    for language in _languages():
        for word, known in language.words.items():
            kinds[known[0][0]].add(word)
            if known[0][0] in (Kind.NUMBER, Kind.ARTICLE) and known[0][1] == 1 and len(word) < 5:
                ones.add(word)
    joiners = kinds[Kind.JOINER] - _NO_JOINERS
    parts = _either(kinds[Kind.HALF] | kinds[Kind.PART])
    return re.compile(
        rf"\s*(?:(?:{_either(joiners)})\s+(?:(?:{_either(ones)})\s+)?|[وו]\s*)({parts})(?![^\W\d_])\s*"
        rf"|\s*({_either(kinds[Kind.AND_HALF])}|반|半)(?![^\W\d_])\s*",
        re.I,
    )


def _either(words: set[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


def part_value(found: re.Match[str]) -> Fraction:
    """The part that a match of `and_part` adds."""
    return _part_values().get((found[1] or "").casefold(), Fraction(1, 2))


@cache
def _part_values() -> dict[str, Fraction]:
    counted = (item for language in _languages() for item in language.words.items())
    return {word: known[0][1] for word, known in counted if known[0][0] is Kind.PART}
