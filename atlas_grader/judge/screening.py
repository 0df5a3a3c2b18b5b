"""Which texts of an answer may be shown to the judge beside others: those that do not look like steering.

The screen is strict, since what it holds back is only asked alone (grading.md, section 7); it is no
proof of anything, since no list of words is. It reads a few hundred characters at most.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any
from urllib.parse import unquote

from atlas_grader.policy import read_table

LONGEST = 200
"""Characters; what says more than one value can wait for its own question."""


def is_plain(text: str) -> bool:
    """Whether a cleaned text looks like a value or a name, and like nothing else.

    >>> [is_plain(text) for text in ("Lake Mälaren", "x: match", "M4TCH", "{}", "м\u0430tch", "a\u200bb")]
    [True, False, False, False, False, False]
    """
    if len(text) > LONGEST or not all(map(_is_usual, text)):
        return False
    composed = unicodedata.normalize("NFKC", text)
    if not all(map(_is_usual, composed)) or _STRUCTURE.search(composed):
        return False
    if _is_drawn(composed) or _is_opaque(composed):
        return False
    folded = composed.casefold()
    words = _WORD.findall(folded)
    if _mixes_scripts(words) or _is_spelt(words) or len(_hints().intersection(words)) > 1:
        return False
    return not any(map(_steers, (folded, *_other_readings(composed, folded))))


# --- words -------------------------------------------------------------------------------

_WORD = re.compile(r"[^\W\d_]+")
_ACCENTS = re.compile("[\u0300-\u036f]+")
# What is shorter may be another word backwards, or without its accents: `đúng` is no `dung`.
_LONG = 6


def _steers(text: str) -> bool:
    """Whether any word of the table stands in a text, be it split, reversed or shifted."""
    words = _WORD.findall(text)
    if any(map(_is_trade_word, words)) or not _disguised().isdisjoint(words) or _has_phrase(words):
        return True
    backwards = [word[::-1] for word in words if len(word) >= _LONG]
    if any(map(_is_trade_word, backwards)) or _has_phrase(backwards):
        return True
    if not text.isascii():
        squeezed = "".join(char for char in text if char.isalnum() or unicodedata.category(char)[0] == "M")
        if any(part in squeezed for part in _joined()):
            return True
        bare = _WORD.findall(_unaccented(text))
        if any(map(_is_trade_word, bare)) or _has_phrase(bare):
            return True
    return any(map(_is_trade_word, _runs(words)))


@lru_cache(maxsize=1 << 14)
def _is_trade_word(word: str) -> bool:
    trade = _trade()
    return word in trade.words or (
        word[: trade.shortest] in trade.beginnings
        and any(word[:size] in trade.stems for size in range(trade.shortest, len(word) + 1))
    )


def _has_phrase(words: list[str]) -> bool:
    """Whether several words of a text are one entry of the table."""
    trade = _trade()
    return any(
        " ".join(words[start : start + count]) in trade.words
        for start, word in enumerate(words)
        if word in trade.firsts
        for count in range(2, min(trade.longest, len(words) - start) + 1)
    )


def _runs(words: list[str]) -> Iterator[str]:
    """What words give when written as one: `ver-dict`, `m a t c h`; nothing that cannot be of the table."""
    trade = _trade()
    for start, word in enumerate(words):
        following = words[start + 1 : start + _LONGEST_RUN]
        if "".join((word, *following[: trade.shortest]))[: trade.shortest] not in trade.beginnings:
            continue
        run = word
        for more in following:
            run += more
            if len(run) > _LONGEST_RUN:
                break
            if len(run) >= _SHORTEST_RUN:
                yield run


_SHORTEST_RUN, _LONGEST_RUN = 5, 14


class _Trade:
    """The words of the table, in the forms in which texts are searched for them."""

    def __init__(self, entries: Iterable[str]) -> None:
        folded = {form for entry in entries for form in _forms(entry)}
        self.stems = frozenset(form[:-1] for form in folded if form.endswith("*"))
        self.words = frozenset(" ".join(_WORD.findall(form)) for form in folded if not form.endswith("*"))
        self.shortest = min(map(len, self.stems))
        self.beginnings = frozenset(form[: self.shortest] for form in self.stems | self.words)
        self.firsts = frozenset(word.partition(" ")[0] for word in self.words if " " in word)
        self.longest = max(word.count(" ") + 1 for word in self.words)


def _forms(entry: str) -> set[str]:
    form = unicodedata.normalize("NFKC", entry).casefold()
    bare = _unaccented(form)
    return {form, bare} if len(bare) >= _LONG else {form}


def _unaccented(text: str) -> str:
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text)))


@cache
def _table() -> Mapping[str, Any]:
    return read_table("judge", "steering")


@cache
def _trade() -> _Trade:
    return _Trade(entry for entries in _table()["words"].values() for entry in entries)


@cache
def _hints() -> frozenset[str]:
    return frozenset(form for words in _table()["hints"].values() for word in words for form in _forms(word))


@cache
def _joined() -> tuple[str, ...]:
    return tuple(
        unicodedata.normalize("NFKC", part) for parts in _table()["joined"].values() for part in parts
    )


@cache
def _disguised() -> frozenset[str]:
    """Words written backwards, or with each letter so many places further on in the alphabet."""
    named = _table()["disguised"]
    shifted = {word.translate(_shift(places)) for word in named for places in range(1, 26)}
    mirrored = {word.translate(_MIRROR) for word in named}
    backwards = {word[::-1] for word in named}
    return frozenset(shifted | mirrored | backwards)


_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_MIRROR = str.maketrans(_ALPHABET, _ALPHABET[::-1])


def _shift(places: int) -> dict[int, int]:
    return str.maketrans(_ALPHABET, _ALPHABET[places:] + _ALPHABET[:places])


# --- signs -------------------------------------------------------------------------------

# Braille, small capitals, and what variation selectors and fillers are, whatever their category.
_UNUSUAL = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1d00-\u1d2b\u2800-\u28ff\u3164\ua730-\ua731\ufe00-\ufe0f"
    "\uffa0\U0001f100-\U0001f1e5\U0001f200-\U0001f2ff\U000e0100-\U000e01ef]"
)
# Upside-down letters are among those of phonetics; some of these are letters of languages, too.
_PHONETIC = re.compile("[\u0250-\u02af]")
_LETTERS_TOO = frozenset("əɛɔɓɗɖɣʋɩɨʉɲɪ")
_SAYS_YES = frozenset("✅✔✓☑👍👌💯🆗🟢⭕🟰")


@lru_cache(maxsize=1 << 12)
def _is_usual(char: str) -> bool:
    """Whether a sign is seen as what it is, and a letter of a script whose words are known."""
    if " " <= char <= "~":
        return True
    category = unicodedata.category(char)
    if category[0] == "C" or category in {"Zl", "Zp", "Me"}:
        return False
    if _UNUSUAL.match(char) or char in _SAYS_YES or (_PHONETIC.match(char) and char not in _LETTERS_TOO):
        return False
    return category[0] != "L" or category == "Lm" or _script(char) in _table()["scripts"]


@lru_cache(maxsize=1 << 12)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


# Scripts with letters that look like those of another.
_ALIKE = frozenset(("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN"))
_LONGEST_SYMBOL = 5


def _mixes_scripts(words: list[str]) -> bool:
    """Whether letters of two scripts that look alike make one word."""
    return any(not (word.isascii() or _is_symbol(word)) and len(_scripts(word)) > 1 for word in words)


def _scripts(word: str) -> frozenset[str]:
    return _ALIKE.intersection(map(_script, word))


def _is_symbol(word: str) -> bool:
    """Whether one Greek letter stands among Latin ones as in `μm`, `kΩ`, `TNFα`."""
    return len(word) <= _LONGEST_SYMBOL and [_script(char) for char in word if char > "~"] == ["GREEK"]


_MOST_MARKS, _MOST_PICTURES, _MOST_FLAGS = 3, 2, 2
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")


def _is_drawn(text: str) -> bool:
    """Whether pictures stand for words, or marks are heaped on letters."""
    if text.isascii():
        return False
    categories = [unicodedata.category(char) for char in unicodedata.normalize("NFC", text)]
    heap = 0
    for category in categories:
        heap = heap + 1 if category == "Mn" else 0
        if heap > _MOST_MARKS:
            return True
    flags = len(_FLAG.findall(text))
    pictures = sum(char > "\u2300" and unicodedata.category(char) == "So" for char in text) - flags
    return flags > 2 * _MOST_FLAGS or pictures > _MOST_PICTURES


# --- structure ---------------------------------------------------------------------------

_STRUCTURE = re.compile(
    r"""[{}`\\|\n] | \[\[ | \]\] | \]\s?[(:] | \[/ | \[\s?["'] | <!-- | </
    | <(?!\s?=?\s?[$€£¥]?\s?\d) | >(?!\s?=?\s?[$€£¥]?\s?\d)      # but `< 5 km`, `>= $3`
    | ["']\s?:\s | ["']:["'\d\[] | ["']{3}
    | \#{2} | ={2} | -{3} | \*{2} | ~{3} | _{3} | @@
    | := | => | -> | [⇒⇨➜➡] | &\# | \$\( | %[(s] | \A=
    | \b(?:user|assistant|system|human|ai|developer|tool|model|judge|grader|bot)\s?:
    | \A[\#/$!%~^&*]\s?[^\W\d_] | [a-z]\[\d | \A[^\w\u0080-\U0010ffff]+\Z
    | \bu\+[0-9a-f]{4} | \b0x[0-9a-f]{2} | \w=+\Z
    | \A(?!\w+://).*=.*=                                         # `c1 = 1, c2 = 1`
    """,
    re.VERBOSE | re.IGNORECASE,
)

# --- codes -------------------------------------------------------------------------------

_MORSE = re.compile(r"(?<![^\s/])[.·•_–—-]{1,6}(?:[\s/]+[.·•_–—-]{1,6}){2,}(?![^\s/])")
_BITS = re.compile(r"\b[01]{7,8}(?:\s?[01]{7,8}){2,}\b")
_TOKEN = re.compile(r"[A-Za-z0-9+=]{24,}|\b[0-9A-Fa-f]{16,}\b")
_SHORTEST_SPELT = 4
# So long, a text that base64 gives is none by chance.
_SHORTEST_DECODED = 8


def _is_opaque(text: str) -> bool:
    """Whether there may be a text in what nobody can read: Morse, bits, base64, hashes."""
    if _BITS.search(text):
        return True
    if any(set(found[0]) & set(".·•") and set(found[0]) & set("_–—-") for found in _MORSE.finditer(text)):
        return True
    if any(_has_letters_and_digits(token) for token in _TOKEN.findall(text)):
        return True
    decoded = (code for token in _BASE64.findall(text) for code in _decoded(token))
    return any(len(code) >= _SHORTEST_DECODED and code.isprintable() for code in decoded)


def _has_letters_and_digits(token: str) -> bool:
    return any(map(str.isdigit, token)) and any(map(str.isalpha, token))


def _is_spelt(words: list[str]) -> bool:
    """Whether words stand for their first letters: `Mike Alpha Tango Charlie Hotel`."""
    return sum(word in _table()["spelling"] for word in words) >= _SHORTEST_SPELT


def _other_readings(text: str, folded: str) -> Iterator[str]:
    """What a text says if it is taken for a code, or its signs for others that look alike."""
    if _HUMP.search(text):
        yield _HUMP.sub(" ", text).casefold()
    if not folded.isascii():
        yield folded.translate(_lookalikes("letters"))
    if not folded.isalpha():
        yield folded.translate(_lookalikes("figures"))
        yield folded.translate(_lookalikes("figures")).replace("i", "l")
    if "%" in text:
        yield unquote(text).casefold()
    for token in _BASE64.findall(text):
        yield from map(str.casefold, _decoded(token))
    for figures in _HEX.findall(folded):
        yield bytes.fromhex(_NO_HEX.sub("", figures)).decode("utf-8", "ignore")
    for run in _FIGURES.findall(text):
        codes = [int(code) for code in re.findall(r"\d+", run)]
        yield "".join(map(chr, codes)).casefold()
        yield "".join(_ALPHABET[code - 1] if 0 < code <= len(_ALPHABET) else " " for code in codes)


@cache
def _lookalikes(kind: str) -> dict[int, str]:
    return str.maketrans(_table()["lookalikes"][kind])


# `isCorrect`
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{6,}")
_HEX = re.compile(r"(?<![0-9a-z])(?:[0-9a-f]{2}[\s,:;-]?){4,}(?![0-9a-z])")
_NO_HEX = re.compile(r"[^0-9a-f]")
_FIGURES = re.compile(r"\d{1,3}(?:\W{1,2}\d{1,3}){3,}")


def _decoded(token: str) -> Iterator[str]:
    """Base64 as text, also twice encoded; nothing where it is none."""
    for _ in range(2):
        if not _BASE64.fullmatch(token):
            return
        padded = token.translate(_URL_SAFE) + "=" * (-len(token) % 4)
        try:
            token = base64.b64decode(padded).decode()
        except (binascii.Error, UnicodeDecodeError):
            return
        yield token


_URL_SAFE = str.maketrans("-_", "+/")
