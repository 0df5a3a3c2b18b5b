"""Formulas of compounds: `CO` is not `CO2`, nor `H₂O` `H2O2`."""

from __future__ import annotations

import re
from collections import Counter

from atlas_grader.names.policy import words

_FORMULA = re.compile(r"(?:[A-Z][a-z]?\d{0,2}){1,12}")
_PART = re.compile(r"([A-Z][a-z]?)(\d*)")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def are_two_formulas(one: str, other: str) -> bool:
    """Whether both are formulas, one of them with a number, and of other atoms or other numbers of them.

    >>> are_two_formulas("H₂O", "H2O2"), are_two_formulas("CO", "CO2"), are_two_formulas("BBC", "BBC1")
    (True, True, False)
    """
    if one.isalpha() and other.isalpha():
        return False
    atoms, others = _atoms(one), _atoms(other)
    if not atoms or not others or atoms == others:
        return False
    return len(atoms) > 1 or len(others) > 1


def _atoms(text: str) -> Counter[str]:
    """How many atoms of each element a compound with O, H, Cl or F has; none for anything else."""
    plain = text.translate(_SUBSCRIPTS)
    atoms: Counter[str] = Counter()
    if not _FORMULA.fullmatch(plain):
        return atoms
    for element, count in _PART.findall(plain):
        atoms[element] += int(count or 1)
    known = words("formulas", "elements").issuperset(atoms)
    return atoms if known and not words("formulas", "telling").isdisjoint(atoms) else Counter()
