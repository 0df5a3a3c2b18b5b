"""The exact key: what must agree for two names to be one name (grading.md 4, tier 1).

Case, diacritics and ligatures are folded, `&` is "and", articles go, punctuation
becomes a space. Punctuation between digits and the signs `+ # − % ° $` stay:
`C++` is not `C`, `A−` not `A`, `3.10` not `3.1`. So do signs beside a number or a
single letter (see `signs`). Nothing is removed if nothing would remain.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from atlas_grader.folding import fold_characters
from atlas_grader.frozen import frozen
from atlas_grader.names.policy import table, words
from atlas_grader.names.scripts import only_letters, script_of
from atlas_grader.names.signs import is_telling, keep_signs

# Names repeat from task to task and from system to system.
_CACHED = 1 << 14

MINUS = "−"
_FRACTION_SLASH = "\u2044"
_DROPPED = "\x00"
_PUNCTUATION = r"""[!"'()*,\-./:;<=>?@\[\\\]^_`{|}~\x00]"""
_BETWEEN_WORDS = re.compile(rf"(?<!\d){_PUNCTUATION}|{_PUNCTUATION}(?!\d)")
_NEGATIVE = re.compile(r"(?<![^\s(\[/,;])-(?=\d)")
# Grades, ratings, blood groups and ions: `A-`, `BBB-`, `AB-`, `Cl-`.
_TRAILING_MINUS = re.compile(r"\b([a-d]{1,3}|[a-z]{1,2})-(?=$|[\s,;)/\]])")
_MARKED_SCRIPTS = frozenset({"LATIN", "GREEK", "ARABIC", "HEBREW"})


@frozen
class NameKey:
    """A name's exact key in the three ways in which names are compared."""

    spaced: str
    """Words, one space between them."""
    joined: str
    """The same without spaces, but between digits: `1 1` is not `11`."""
    emoji: str
    """The emoji that stood beside the words."""


def same_name(one: NameKey, other: NameKey) -> bool:
    """Whether two names are equal under the exact key; emoji count only where both have some."""
    if one.joined != other.joined:
        return False
    return one.emoji == other.emoji or not one.emoji or not other.emoji


def exact_key(text: str) -> str:
    """The words that must agree for two names to be the same.

    >>> exact_key("The Tom & Jerry Tales")
    'tom and jerry tales'
    >>> exact_key("C++"), exact_key("Python 3.10"), exact_key("Łódź")
    ('c++', 'python 3.10', 'lodz')
    """
    return name_key(text).spaced


@lru_cache(maxsize=_CACHED)
def name_key(text: str) -> NameKey:
    """The exact key of a name, with spaces and without."""
    if only_letters(text):
        words_alone = _without_articles(text.lower().split(), may_lead=True)
        return NameKey(words_alone, join_words(words_alone), "")
    folded = fold_characters(text)
    emoji = ""
    if folded.isascii():
        plain = folded.lower()
    else:
        emoji = "".join(filter(_is_emoji, folded))
        bare = "".join(c for c in folded if not _is_emoji(c)) if emoji else folded
        if not any(map(str.isalnum, bare)):
            bare, emoji = folded, ""
        plain = bare.casefold().translate(_FOLDS)
    spaced = _without_articles(_split(plain), may_lead=not plain.startswith(_INITIAL)) or " ".join(
        folded.casefold().split()
    )
    return NameKey(spaced, join_words(spaced), emoji)


def join_words(spaced: str) -> str:
    """Words run together, but two numbers kept apart: `I II` is not `III`."""
    if _ROMANS.search(spaced):
        return "".join(_joined_romans(spaced.split()))
    return _JOINT.sub("", spaced) if _DIGIT.search(spaced) else spaced.replace(" ", "")


def _joined_romans(tokens: list[str]) -> Iterator[str]:
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else ""
        romans = _ROMAN.fullmatch(before) and _ROMAN.fullmatch(token)
        yield f" {token}" if romans or _JOINT.sub("", f"{before[-1:]} {token[:1]}")[1:2] == " " else token


_ROMANS = re.compile(r"(?<![^ ])[ivx]+ [ivx]+(?![^ ])")
_ROMAN = re.compile(r"[ivx]+")
# `A. Smith` begins with an initial.
_INITIAL = ("a.", "a'")
_JOINT = re.compile(r"(?<!\d) | (?!\d)")
_DIGIT = re.compile(r"\d")
# The same as `_BETWEEN_WORDS` finds where there are no digits.
_SPACED_OUT = {code: " " for code in range(128) if re.fullmatch(_PUNCTUATION, chr(code))}


def _split(plain: str) -> list[str]:
    plain = keep_signs(plain)
    if "-" in plain:
        plain = _NEGATIVE.sub(MINUS, plain)
        plain = _TRAILING_MINUS.sub(rf"\1{MINUS}", plain)
    plain = plain.replace("&", " and ")
    if plain.isascii() and not _DIGIT.search(plain):
        return plain.translate(_SPACED_OUT).split()
    return _BETWEEN_WORDS.sub(" ", plain).split()


def _without_articles(tokens: list[str], *, may_lead: bool) -> str:
    anywhere, leading = words("articles", "anywhere"), words("articles", "leading")
    kept = tokens
    if not anywhere.isdisjoint(tokens):
        kept = [token for token in tokens if token not in anywhere] or tokens
    if may_lead and len(kept) > 1 and kept[0] in leading and not _is_letter(kept[1]):
        kept = kept[1:]
    return " ".join(kept)


def _is_letter(token: str) -> bool:
    """A letter by itself, a number or a sign: `A. B. Carver` and `A 19` do not begin with an article."""
    return len(token) == 1 or not token[0].isalpha()


def _is_emoji(character: str) -> bool:
    if character < "\u2190" or is_telling(character) or character in table("letters")["plain"]:
        return False
    return unicodedata.category(character) in {"So", "Sk"} or "\ufe00" <= character <= "\ufe0f"


class _Folds(dict[int, str]):
    """Character → what the exact key keeps of it; filled as characters turn up."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_letter(chr(code))
        return folded


def _fold_letter(character: str) -> str:
    plain: str | None = table("letters")["plain"].get(character)
    if plain is not None:
        return plain
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category == "No" and unicodedata.decomposition(character).startswith("<fraction>"):
        return f" {unicodedata.normalize('NFKC', character).replace(_FRACTION_SLASH, '/')}"
    if category[0] in "LNM":
        return _fold_by_script(character, category)
    if category == "Zs" or character == "\n" or character in " +#%°$&":
        return character
    if category == "Sc" or character.isascii() or character == MINUS:
        return character
    return _DROPPED if category[0] in "PCS" and not is_telling(character) else character


def _fold_by_script(character: str, category: str) -> str:
    """Drop the marks of scripts that write them at will; keep those that make letters (が, й, ि)."""
    if category[0] == "M":
        marked = unicodedata.name(character, "").split(" ")[0]
        return "" if marked in {"COMBINING", "ARABIC", "HEBREW"} and character != "\u0306" else character
    if category == "Nl":  # Ⅳ
        return unicodedata.normalize("NFKC", character).casefold()
    if category in {"Lu", "Ll", "Lm", "Lo"} and script_of(character) in _MARKED_SCRIPTS | {""}:
        parts = unicodedata.normalize("NFKD", character)
        kept = "".join(c for c in parts if unicodedata.category(c)[0] != "M").casefold()
        letters = table("letters")["plain"]
        return "".join(letters.get(c, c) for c in kept) or character
    if character != "ё" and script_of(character) == "MATHEMATICAL":
        return unicodedata.normalize("NFKC", character).casefold()
    return character


_FOLDS = _Folds()
