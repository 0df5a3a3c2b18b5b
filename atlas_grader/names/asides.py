"""Which brackets of a name are notes beside it, and which are part of it.

The note of `Merapi (Java)` may be set aside; the brackets of `Iron(III) oxide` and `Companies
(Amendment) Act 2006` are words of the name.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from atlas_grader.names.initials import is_acronym
from atlas_grader.names.keys import exact_key
from atlas_grader.names.policy import table
from atlas_grader.names.scripts import IDEOGRAPHIC, scripts_in

OPENING, CLOSING = "([【〔", ")]】〕"
_QUOTE_ENDS = frozenset("》」』〉")
_MORE_NOTES = re.compile(r"\s*+(?:[(\[【〔][^()\[\]【】〔〕]{0,200}+[)\]】〕]\s*+){0,4}")
# `Regulation (EU) 2016/679`, `Regulation (EC) No 1907/2006`
_LAW = re.compile(r"[A-Z]{2,}(?:, [A-Z]\w+)*")
_NUMBERED = re.compile(r"\s*(?:No\.?\s+)?\d")


def without_notes(text: str, is_name: Callable[[str], object]) -> tuple[str, list[str]]:
    """`text` without the notes in its brackets, and what those held; `is_name` knows names among them.

    >>> without_notes("Merapi (Java)", bool), without_notes("Iron(III) oxide", bool)
    (('Merapi', ['Java']), ('Iron(III) oxide', []))
    """
    if not any(c in text for c in OPENING):
        return text, []
    kept: list[str] = []
    held: list[str] = []
    depth, start, end = 0, 0, 0
    for place, character in enumerate(text):
        if character in OPENING:
            start = place if depth == 0 else start
            depth += 1
        elif character in CLOSING and depth:
            depth -= 1
            if depth == 0 and _is_aside(text, start, place, is_name):
                kept.append(text[end:start])
                held.append(text[start + 1 : place].strip())
                end = place + 1
    base = " ".join("".join([*kept, text[end:]]).split()) if held else text
    return (base, [h for h in held if h]) if any(map(str.isalnum, base)) else (text, [])


def _is_aside(text: str, start: int, end: int, is_name: Callable[[str], object]) -> bool:
    """A bracket that stands after the name, apart from it: not `Iron(III)`, not `(S)-ibuprofen`."""
    if start == 0:
        return False
    if end + 1 < len(text) and (text[end + 1].isalnum() or text[end + 1] in "-'"):
        return False
    more = _MORE_NOTES.match(text, end + 1)
    behind = more.end() if more else end + 1
    if text[behind : behind + 1].isalnum() and not _may_interrupt(text, start, end, behind, is_name):
        return False
    before = text[start - 1]
    return before.isspace() or before in _QUOTE_ENDS or bool(scripts_in(text[start - 1 : end]) & IDEOGRAPHIC)


def _may_interrupt(text: str, start: int, end: int, behind: int, is_name: Callable[[str], object]) -> bool:
    """Whether a bracket before further words adds nothing: other names, initials, an act's jurisdiction."""
    note = text[start + 1 : end]
    if is_name(note) or is_acronym(note, text[:start]) or exact_key(note) in table("nicknames")["short"]:
        return True
    return bool(_LAW.fullmatch(note) and _NUMBERED.match(text, behind))
