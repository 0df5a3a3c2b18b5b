"""One unit of measure: what it measures, and how large it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

Dimension = tuple[tuple[str, int], ...]
"""Base units with their powers, in order: km/h is (("m", 1), ("s", -1))."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: `factor` base units, counted from `offset` (temperatures only)."""

    dimension: Dimension
    factor: Fraction
    offset: Fraction = Fraction(0)

    def power(self, exponent: int) -> Unit:
        """This unit raised to a power."""
        return Unit(tuple((base, n * exponent) for base, n in self.dimension), self.factor**exponent)

    def times(self, other: Unit) -> Unit:
        """The product of two units; offsets mean nothing there."""
        powers = dict(self.dimension)
        for base, n in other.dimension:
            powers[base] = powers.get(base, 0) + n
        kept = tuple(sorted((base, n) for base, n in powers.items() if n))
        return Unit(kept, self.factor * other.factor)


Meanings = tuple[Unit, ...]
"""Every unit that one spelling may mean."""

ONE = Unit((), Fraction(1))


def dimension_of(text: str) -> Dimension:
    """`kg m2 s-3` → its bases and powers."""
    found = re.findall(r"([^\d\s-]+)(-?\d+)?", text)
    return () if text == "ratio" else tuple(sorted((base, int(power or 1)) for base, power in found))
