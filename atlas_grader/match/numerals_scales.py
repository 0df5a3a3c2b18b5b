"""Words and letters that scale a number: `million`, `лакх`, `bn`, `k`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from atlas_grader.match.numerals_digits import Numeral, Taken, digit_forms


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
    if _needs_unit(rest, behind, scales):
        yield number, rest.lstrip()
    further, last = _take_scale(behind, scales)
    for factor in factors:
        for more in further or (Fraction(1),):
            total = number.times(factor * more)
            yield from _with_addend(total, factor * more, last if further else behind, scales)


def _with_addend(total: Numeral, factor: Fraction, rest: str, scales: Scales) -> Iterator[Taken]:
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


def _take_scale(text: str, scales: Scales) -> tuple[tuple[Fraction, ...], str]:
    words, letters, _, _ = scale_table()
    found = _scale_word().match(text)
    if found is not None and found[1].casefold() in words:
        return words[found[1].casefold()], text[found.end() :]
    if scales is Scales.LETTERS:
        letter = _scale_letter().match(text)
        if letter is not None:
            return (letters[letter[1]],), text[letter.end() :]
    return (), text


def _needs_unit(scale: str, behind: str, scales: Scales) -> bool:
    """Whether the word may be a unit itself, as `mil` is: then the number stands unscaled too."""
    found = _scale_word().match(scale)
    return scales is Scales.WORDS and found is not None and found[1].casefold() in scale_table()[2]


@cache
def scale_table() -> tuple[dict[str, tuple[Fraction, ...]], dict[str, Fraction], frozenset[str], Any]:
    text = files("atlas_grader.match").joinpath("tables/scale_words.json").read_text(encoding="utf-8")
    table = json.loads(text)
    words = {word: tuple(map(Fraction, factors)) for word, factors in table["words"].items()}
    letters = {letter: Fraction(factor) for letter, factor in table["letters"].items()}
    return words, letters, frozenset(table["quantity_needs_unit"]), table


@cache
def _scale_word() -> re.Pattern[str]:
    words = sorted(scale_table()[0], key=lambda word: (-len(word), word))
    return re.compile(
        rf"\s?-?\s?({'|'.join(map(re.escape, words))})(?![^\W\d_])\.?(?:\s+(?:(?:de|of|di|von|av)(?!\w)|d'))?",
        re.I,
    )


@cache
def _scale_letter() -> re.Pattern[str]:
    letters = sorted(scale_table()[1], key=lambda letter: (-len(letter), letter))
    return re.compile(rf"\s?({'|'.join(letters)})(?![^\W_]|[²³'\"/])\.?")
