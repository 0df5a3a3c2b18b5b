"""What a column's header says already: under *Orbit type*, `heliocentric orbit` is `heliocentric`."""

from __future__ import annotations

from functools import lru_cache

from atlas_grader.names.keys import exact_key

_SHORTEST = 3


@lru_cache(maxsize=1 << 8)
def header_words(header: str) -> frozenset[str]:
    """The words of a column's name, each as one thing and as several."""
    said = {word for word in exact_key(header.replace("_", " ")).split() if len(word) >= _SHORTEST}
    return frozenset({*said, *(f"{word}s" for word in said), *(word.removesuffix("s") for word in said)})


def without_class(text: str, said: frozenset[str]) -> str:
    """A value without the word at its end that the header says too, or `""` if it has none.

    >>> said = header_words("Orbit type")
    >>> without_class("low Earth orbit", said), without_class("orbit", said)
    ('low Earth', '')
    """
    value, _, kind = text.rpartition(" ")
    return value.rstrip(" -,") if kind.casefold() in said else ""
