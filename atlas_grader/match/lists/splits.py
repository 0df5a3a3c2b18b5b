"""The ways to cut one cell into the items of a list (grading.md 5, `list`).

Each way uses one level of separators: lines, numbers, semicolons, commas with "and",
and so on. Nothing inside brackets is cut, and no gold item is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from atlas_grader.match.lists.words import any_of, longest_first
from atlas_grader.names.policy import table, words

_OPEN, _CLOSE = "([{（【「〔", ")]}）】」〕"
_OPENING = re.compile(r"[(\[{（【「〔]")
# Separators that occur inside names, so that a gold item with one of them needs a shield.
_MAY_CUT = re.compile(r"[,،;؛/|、・·+&\n>]|\s-\s|\s")
# Above the commas of a list.
_COARSE = re.compile(r"[;؛\n|/•]|\s-\s|^\s*\(?1[.)]\s")
_MARKER = re.compile(
    r"\s*(?:[-*•·▪◦‣○●■►→+✓✔]|\(?\d{1,3}[.)](?=\s|\D)|\(?[a-zA-Z]\)(?=\s)|\(?[ivx]{1,4}\)(?=\s)|#\d{1,3}\b[:.)]?|[①-⑳])\s*"
)
_INLINE_NUMBER = re.compile(r"(?:(?<=\s)|^)(?:\((?:\d{1,2}|[a-z])\)|(?:\d{1,2}[.)]|[a-z]\))(?=\s)|[①-⑳])\s*")
_LONGEST_MARKER = 7
# More of them are no list that a cell of a table holds.
_MOST_ITEMS = 250
_LONGEST_SUFFIX = 8
_QUOTES = "\"'"
# The level that cuts at signs of any kind needs one of more than so many.
_MOST_OF_ONE_KIND = 4


@cache
def _levels() -> tuple[tuple[frozenset[str], re.Pattern[str], bool], ...]:
    """Signs of which one must stand in a text for a level to apply, where the level cuts, and
    whether it does so only at words of scripts without spaces."""
    word = rf"(?:{any_of('and')})"
    joined = rf"(?:{any_of('and_joined')})"
    spaced = rf"\s+{word}\s+|\s(?=و\w)و|\s*&\s*(?<=\s)"
    then = rf"(?:{word}\s+|و)?"
    comma = r"(?:,|،)(?:(?=\D)|(?<=\D,))"
    levels: tuple[tuple[str, str], ...] = (
        ("\n", r"\s*\n\s*"),
        (";؛", rf"\s*[;؛]\s*{then}"),
        (",،", rf"\s*{comma}\s*{then}|{spaced}"),
        (",", rf"\s*{comma}(?!\s*{_suffixes()})\s*{then}|{spaced}"),
        (",،", rf"\s*{comma}\s*{then}"),
        (",", r"\s*,\s*"),
        ("、", rf"\s*、\s*{joined}?|{joined}"),
        ("、", r"\s*、\s*"),
        ("・·•‧", r"\s*[・·•‧]\s*"),
        ("|", r"\s*\|\s*"),
        ("/", r"\s*/\s*"),
        ("", spaced),
        ("", joined),
        ("+", r"\s*\+\s*"),
        ("-", r"\s+-\s+"),
        (">→", r"\s*(?:->|→|>)\s*"),
        (",;؛،、\n", rf"\s*(?:{comma}|[;؛、\n])\s*{then}|{spaced}|{joined}"),
        ("/", rf"\s*/\s*|\s*{comma}\s*{then}|{spaced}"),
    )
    return tuple(
        (frozenset(needed), re.compile(pattern, re.IGNORECASE), pattern == joined)
        for needed, pattern in levels
    )


@cache
def _any_level() -> re.Pattern[str]:
    return next(pattern for needed, pattern, _ in _levels() if len(needed) > _MOST_OF_ONE_KIND)


def cut_at_once(text: str) -> list[str]:
    """The pieces between any commas, semicolons, lines and `and`, wherever they stand.

    >>> cut_at_once("Lima, Cusco and Puno")
    ['Lima', 'Cusco', 'Puno']
    """
    return [tidy_item(piece) for piece in _any_level().split(text)]


def with_shared_family(items: Sequence[str]) -> list[str]:
    """Single words with the last word of the next item that has several: they may be given names.

    >>> with_shared_family(["Joel", "Ethan Coen"])
    ['Joel Coen', 'Ethan Coen']
    """
    named: list[str] = []
    family = ""
    for item in reversed(items):
        *given, last = item.split() or [""]
        family = last if given else family
        named.append(item if given else f"{item} {family}".strip())
    return named[::-1]


class Shield:
    """Keeps gold items that hold a separator whole: `Marks & Spencer`."""

    def __init__(self, items: Sequence[str]) -> None:
        risky = sorted({item for item in items if _MAY_CUT.search(item)}, key=longest_first)
        pattern = "|".join(map(_loosely, risky))
        self._pattern = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE) if risky else None

    def mask(self, text: str) -> bytearray | None:
        """One byte for each character, not 0 where the text may not be cut; `None` if it may be anywhere."""
        bracketed = _OPENING.search(text) is not None
        if not bracketed and (self._pattern is None or self._pattern.search(text) is None):
            return None
        mask = bytearray(len(text))
        depth = 0
        for place, char in enumerate(text if bracketed else ""):
            if char in _OPEN:
                depth += 1
            mask[place] = depth > 0
            if char in _CLOSE and depth:
                depth -= 1
        if depth:  # a bracket that never closes protects nothing
            mask = bytearray(len(text))
        if self._pattern is not None:
            for found in self._pattern.finditer(text):
                mask[found.start() : found.end()] = b"\1" * len(found[0])
        return mask


def _loosely(item: str) -> str:
    words = (
        "(?:&|and|und|y|et|e)" if word in {"&", "and", "und"} else re.escape(word) for word in item.split()
    )
    return r"\s+".join(words)


@cache
def _suffixes() -> str:
    """What stands after a comma inside a name: `Apple, Inc.`, `Sammy Davis, Jr.`"""
    forms = {
        form for forms in table("legal_forms")["trailing"] for form in forms if len(form) <= _LONGEST_SUFFIX
    }
    known = forms | words("persons", "generations") | words("persons", "postnominals")
    written = "|".join(r"[.\s]*".join(map(re.escape, word)) for word in sorted(known, key=longest_first))
    return rf"(?:{written})\.?(?=\s*(?:[,;\n]|$)|\s+(?:{any_of('and')})\s)"


def coarse_splits(text: str, shield: Shield) -> Iterator[tuple[str, ...]]:
    """The ways to cut a text that leave commas inside the items: `Portland, Oregon; Salem, Oregon`."""
    for items in splits(text, shield):
        commas = sum("," in item for item in items)
        if len(items) > 1 and (commas == len(items) or (commas and _COARSE.search(text))):
            yield items


def splits(text: str, shield: Shield) -> Iterator[tuple[str, ...]]:
    """Every way to cut `text` into items, each once; the whole as one item comes first."""
    seen: set[tuple[str, ...]] = set()
    for whole in _wholes(text):
        mask = shield.mask(whole)
        for items in _cut_by_level(whole, mask):
            if items and items not in seen:
                seen.add(items)
                yield items


def _wholes(text: str) -> Iterator[str]:
    """The text, without the brackets of a JSON list, and without what introduces the list."""
    text = text.strip()
    if _OPENING.search(text):
        text = _ADDED.sub(lambda added: f" {added[1] or 'and'} {added[2]}", text)
    if len(text) > 1 and text[0] + text[-1] in {"[]", "{}", "()"} and text[0] not in text[1:]:
        text = text[1:-1].strip()
    yield text
    label = _LABEL.match(text)
    if label is not None:
        yield text[label.end() :]
    counted = _COUNTED.fullmatch(text) if text.endswith((")", "）", ").", "）.")) else None
    if counted is not None:
        yield counted[1]


_LABEL = re.compile(
    r"[^,;:\n(（、]{1,50}[:：]\s*(?=\S)|(?:both|sowohl|tanto|à la fois)\s+|\d{1,3}\s+-\s+", re.IGNORECASE
)
# `Lima (and Cusco)`: the bracket holds an item, not a note.
_ADDED = re.compile(
    r"\s*[(（\[]\s*(?:(and|plus|as well as|und|sowie|y|et|e|и|&)\s+|\+\s*)([^()（）\[\]]{1,80})[)）\]]",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"[^()（）\n,;]*\d[^()（）\n,;]*[(（]([^()（）]+)[)）]\.?")


def _cut_by_level(text: str, mask: bytearray | None) -> Iterator[tuple[str, ...]]:
    yield _tidied([text])
    numbered = list(_INLINE_NUMBER.finditer(text)) if _INLINE_NUMBER.match(text) else []
    if 1 < len(numbered) <= _MOST_ITEMS:
        ends = [*(number.start() for number in numbered[1:]), len(text)]
        yield _tidied([text[number.end() : end] for number, end in zip(numbered, ends, strict=True)])
    signs = frozenset(text)
    for needed, pattern, joined in _levels():
        if signs.isdisjoint(needed) if needed else joined and text.isascii():
            continue
        pieces = _cut(text, pattern, mask)
        if 1 < len(pieces) <= _MOST_ITEMS:
            yield _tidied(pieces)


def _cut(text: str, pattern: re.Pattern[str], mask: bytearray | None) -> list[str]:
    if mask is None:
        return pattern.split(text)
    pieces: list[str] = []
    start = 0
    for found in pattern.finditer(text):
        if not any(mask[found.start() : found.end()]):
            pieces.append(text[start : found.start()])
            start = found.end()
    pieces.append(text[start:])
    return pieces


def _tidied(pieces: Sequence[str]) -> tuple[str, ...]:
    lettered = _are_lettered(pieces)
    pieces = [_LETTERED.sub("", piece, count=1) for piece in pieces] if lettered else pieces
    return tuple(filter(None, map(tidy_item, pieces)))


def _are_lettered(pieces: Sequence[str]) -> bool:
    """`a. Lima; b. Cusco`: counted by letters, all in order; `A. Smith, B. Jones` are two names."""
    found = [_LETTERED.match(piece) for piece in pieces]
    letters = [letter[1] for letter in found if letter is not None]
    if not 2 <= len(letters) == len(pieces) or (len(letters) == 2 and letters[0].isupper()):
        return False
    return letters in (list(_ROMAN[: len(letters)]), _alphabet(letters[0], len(letters)))


def _alphabet(first: str, count: int) -> list[str]:
    return [chr(ord(first) + place) for place in range(count)] if first in {"a", "A"} else []


_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_LETTERED = re.compile(r"\s*([a-zA-Z]|[ivx]{1,4})\.\s+")


def tidy_item(piece: str) -> str:
    """An item without its bullet, number, quotes and closing comma."""
    piece = piece.strip()
    head = piece[:_LONGEST_MARKER]
    # A bullet that begins with a letter has a bracket soon; a letter with a dot abbreviates (`S. Sudan`).
    plain = head[:1].isalpha() and ")" not in head
    marker = None if plain else _MARKER.match(piece)
    if marker is not None and marker.end() < len(piece) and not _is_number(piece, marker):
        piece = piece[marker.end() :]
    piece = piece.rstrip(" ,;、*†‡").strip()
    if len(piece) > 1 and piece[0] in _QUOTES and piece[-1] == piece[0]:
        piece = piece[1:-1].strip()
    return piece[:-1] if piece.endswith(".") and piece.count(".") == 1 and len(piece) > 4 else piece


def _is_number(piece: str, marker: re.Match[str]) -> bool:
    """Whether what looks like a bullet begins a number: `-5`, `1.5`, `A.B`."""
    following = piece[marker.end() : marker.end() + 1]
    return not piece[: marker.end()].endswith(" ") and (
        following.isdigit() or marker[0].strip() in {"+", "-"}
    )
