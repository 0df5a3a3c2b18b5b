"""Words and letters that scale a number: `million`, `лакх`, `bn`, `k`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache

from atlas_grader.match.numbers.digits import Number, Numeral, Taken, digit_forms, whole
from atlas_grader.policy import read_table


class Scales(Enum):
    """What may scale a number: `5 m` is five million in money, five metres in a quantity."""

    WORDS = "words"
    LETTERS = "words and letters"


def scaled(number: Numeral, rest: str, scales: Scales) -> Iterator[Taken]:
    """Apply the scale words behind a number: `11 thousand million`, `3 crore 20 lakh`."""
    factors, behind = _take_scale(rest, scales)
    if not factors:
        yield number, rest.lstrip()
        return
    if scales is Scales.WORDS:
        word = _word_of(rest)
        alone = not behind and word in scale_table().units_alone
        if alone or word in scale_table().may_be_units:
            # `5 mil` may be thousandths of an inch, and `5 mi` is miles
            yield number, rest.lstrip()
        if alone:
            return
    further, last = _take_scale(behind, scales)
    for factor in factors:
        for more in further or (1,):
            total = number.times(factor * more)
            yield from _with_addend(total, factor * more, last if further else behind, scales)


def _with_addend(total: Numeral, factor: Number, rest: str, scales: Scales) -> Iterator[Taken]:
    """`1 million 200 thousand`: a second number with a smaller scale of its own is added."""
    found = re.match(r"\s*(?:,|and|und|et|y|e|и)?\s*(?=\d)", rest)
    if found is not None:
        for number, behind in digit_forms(rest[found.end() :]):
            factors, last = _take_scale(behind, scales)
            if len(factors) == 1 and number.value * factors[0] < factor:
                addend = number.times(factors[0])
                yield Numeral(total.value + addend.value, addend.step), last.lstrip()
                return
    yield total, rest.lstrip()


def _take_scale(text: str, scales: Scales) -> tuple[tuple[Number, ...], str]:
    table = scale_table()
    found = _scale_word().match(text)
    if found is not None and found[1].casefold() in table.words:
        return table.words[found[1].casefold()], text[found.end() :]
    if scales is Scales.LETTERS:
        letter = _scale_letter().match(text)
        if letter is not None:
            return (table.letters[letter[1]],), text[letter.end() :]
    return (), text


def _word_of(text: str) -> str:
    """The scale word that a text begins with."""
    found = _scale_word().match(text)
    return "" if found is None else found[1].casefold()


@dataclass(frozen=True, slots=True)
class ScaleTable:
    """What words and letters scale by, the words that are units as well, and those for signs."""

    words: dict[str, tuple[Number, ...]]
    letters: dict[str, Number]
    may_be_units: frozenset[str]
    units_alone: frozenset[str]
    minus: tuple[str, ...]
    plus: tuple[str, ...]


@cache
def scale_table() -> ScaleTable:
    """The table of scale words, `tables/scale_words.json`."""
    table = read_table("match", "scale_words")
    return ScaleTable(
        {
            word: tuple(whole(Fraction(factor)) for factor in factors)
            for word, factors in table["words"].items()
        },
        {letter: whole(Fraction(factor)) for letter, factor in table["letters"].items()},
        frozenset(table["quantity_needs_unit"]),
        frozenset(table["units_alone"]),
        tuple(table["minus"]),
        tuple(table["plus"]),
    )


@cache
def _scale_word() -> re.Pattern[str]:
    words = sorted(scale_table().words, key=lambda word: (-len(word), word))
    return re.compile(
        rf"\s?-?\s?({'|'.join(map(re.escape, words))})(?![^\W\d_])\.?"
        r"(?:\s+(?:(?:de|of|di|von|av)(?!\w)|d'))?",
        re.I,
    )


@cache
def _scale_letter() -> re.Pattern[str]:
    letters = sorted(scale_table().letters, key=lambda letter: (-len(letter), letter))
    # `45 T€` is thousands, as `TEUR` is
    return re.compile(rf"\s?(?!T€)({'|'.join(letters)})(?![^\W_]|[²³'\"/])\.?")
