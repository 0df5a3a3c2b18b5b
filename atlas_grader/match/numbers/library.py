"""The last resort for units: what the `pint` library makes of a text.

It reads words of prose as units too, and loading it takes a third of a second. So it is asked only about
texts in which every word is one of its names, and about single names not at all: what those mean stands in
`tables/pint_names.json`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from atlas_grader.match.numbers.unit import Meanings, Unit, dimension_of
from atlas_grader.policy import read_table

_PINT_UNIT = re.compile(r"[A-Za-zμΩ°%][A-Za-zμΩ°%/·. -]{2,39}[1-3]?")
_PINT_BASES = {"meter": "m", "kilogram": "kg", "second": "s", "ampere": "A", "kelvin": "K", "mole": "mol",
               "candela": "cd", "bit": "bit", "radian": "rad"}  # fmt: skip


@cache
def _registry() -> Any:  # noqa: ANN401 (pint has no types)
    import pint

    return pint.UnitRegistry()


# Prose is no unit.
_PINT_WORDS = 3
_PINT_SHORT = 5


def read_with_library(text: str, prefixes: Mapping[str, Fraction]) -> Meanings:
    """A unit that only pint knows. Short words are kept from it: it reads `Kim` and `cat` as units."""
    words = re.split(r"[ ·/.-]", text)
    if _PINT_UNIT.fullmatch(text) is None or len(words) > _PINT_WORDS or max(map(len, words)) <= _PINT_SHORT:
        return ()
    if len(words) == 1 and (known := _named_by_pint(text.casefold(), prefixes)):
        return known
    # loading it takes a third of a second
    return read_by_pint(text) if all(_pint_knows(word, prefixes) for word in words if word) else ()


def _named_by_pint(word: str, prefixes: Mapping[str, Fraction]) -> Meanings:
    """What pint makes of one of its names, with a prefix or in the plural."""
    units = _pint_table()[0]
    for stem in (word, word.removesuffix("s")):
        for prefix, factor in (("", Fraction(1)), *prefixes.items()):
            unit = units.get(stem[len(prefix) :]) if stem.startswith(prefix) else None
            if unit is not None:
                return (Unit(unit.dimension, unit.factor * factor),)
    return ()


def read_by_pint(text: str) -> Meanings:
    """What pint makes of a text."""
    import pint

    try:
        unit = _registry().parse_units(text.casefold().replace("·", "*"))
        base = (1.0 * unit).to_base_units()
    except (pint.PintError, AssertionError, TypeError, ValueError, AttributeError, RecursionError, KeyError):
        return ()
    powers = {_PINT_BASES.get(str(name)): power for name, power in base.unit_items()}
    if None in powers or any(power != int(power) for power in powers.values()):
        return ()
    dimension = tuple(sorted((str(name), int(power)) for name, power in powers.items()))
    return (Unit(dimension, Fraction(repr(float(base.magnitude)))),)


def _pint_knows(word: str, prefixes: Mapping[str, Fraction]) -> bool:
    """Whether a word is one of pint's names, with a prefix or in the plural, or says a power or quotient."""
    names, word = _pint_table()[1], word.casefold().rstrip("123")
    stems = (word, word.removesuffix("s"))
    return any(
        stem in names or any(stem.startswith(p) and stem[len(p) :] in names for p in prefixes)
        for stem in stems
    )


_PINT_GRAMMAR = ("per", "square", "cubic", "squared", "cubed")


@cache
def _pint_table() -> tuple[dict[str, Unit], frozenset[str]]:
    """What pint's names mean that are not in our own table, and all its names (`tables/pint_names.json`)."""
    table = read_table("match", "pint_names")
    units = {
        name: Unit(dimension_of(dimension), Fraction(factor))
        for name, (dimension, factor) in table["units"].items()
    }
    return units, frozenset((*table["names"], *_PINT_GRAMMAR))
