"""Regular expressions for long lists of words, quick to search."""

from __future__ import annotations

import re
from collections.abc import Iterable


def any_word(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first; whole words where the script has spaces.

    Common beginnings are shared, since `re` tries alternatives one after the other.

    >>> re.findall(any_word(["or", "or so", "約"]), "or so 約5 nor", re.I)
    ['or so', '約']
    """
    # `gemäß` and `gemäss`
    folded = sorted({form for word in words if word for form in (word.lower(), word.casefold())})
    spaced = [word for word in folded if _has_spaces(word[0])]
    others = [word for word in folded if not _has_spaces(word[0])]
    patterns = [rf"(?<!\w){_shared(spaced)}"] if spaced else []
    return f"(?:{'|'.join([*patterns, *([_shared(others)] if others else [])])})"


def _has_spaces(char: str) -> bool:
    """Whether words of the character's script stand between spaces (before Thai in Unicode)."""
    return char.isalpha() and char < "\u0e00"


def _shared(words: list[str]) -> str:
    """The words as a pattern in which those with one beginning share it; longer ones win."""
    by_first: dict[str, list[str]] = {}
    for word in words:
        if word:
            by_first.setdefault(word[0], []).append(word)
    branches = []
    for first, group in by_first.items():
        rests = [word[1:] for word in group]
        end = r"(?!\w)" if _has_spaces(first) else ""
        if rests == [""]:
            branches.append(re.escape(first) + end)
        elif "" in rests:
            branches.append(f"{re.escape(first)}(?:{_shared([r for r in rests if r])}|{end})")
        else:
            branches.append(re.escape(first) + _shared(rests))
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
