"""Spellings of one word: abbreviations, digraphs, script variants, romanisations."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from atlas_grader.names.keys import join_words
from atlas_grader.names.numerals import number_words, with_digits
from atlas_grader.names.policy import table, words

# Katakana and hiragana differ by one fixed offset; the prolonged sound mark is common to both.
_KATAKANA = range(0x30A1, 0x30F7)
_KANA_OFFSET = 0x60
_SHORTEST_AFTER_ARTICLE = 4
# Between other words only: `X v. Y`, `Abdel Fattah el-Sisi`.
_WITHIN = {"v": "versus", "el": "al"}
# The hyphen of `3.1-70b` joins two words.
_NUMBER_AND_SIZE = re.compile(r"(\d+(?:\.\d+)*)-(\d+(?:\.\d+)?[a-z]+)")
_DOUBLED = re.compile(r"(.)\1+", re.DOTALL)
# `HAKUTO-R M2`; `120 m2` is an area.
_MISSION = re.compile(r"m\d{1,2}")
_GENITIVE = re.compile(r"([^\W\d_])'s\b", re.IGNORECASE)
_GREEK_LETTER = re.compile(r"(?<![\u0370-\u03ff\u1f00-\u1fff])-?([α-ωΑ-Ω])-?(?![\u0370-\u03ff\u1f00-\u1fff])")
_SLUG = re.compile(r"([a-z]+(?:-[a-z]+)*)-(\d{1,2})-(\d{1,2})((?:-[a-z0-9]+)*)")
_TONES_AS = {"sharp": "#", "flat": "b"}
_TONES = frozenset(_TONES_AS)
_TONE = re.compile(r"(?<!\S)([a-g]) (sharp|flat)(?= (?:major|minor)(?!\S))")
_ROMAN = re.compile(r"[ivx]{2,}")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")
_SHORT_YEAR = re.compile(r"(?<=\w )'(\d\d)$")
_NUMBER_SIGN = re.compile(r"#(\d.*)")


def canonical(tokens: Sequence[str]) -> list[str]:
    """Words in full, in one spelling, with numbers in digits.

    >>> canonical("washington state univ".split()), canonical(["phase", "iii"])
    (['washington', 'state', 'university'], ['phase', '3'])
    """
    if not _TONES.isdisjoint(tokens):
        tokens = _with_tones(tokens)
    letters = "".join(tokens)
    if letters.isalpha() and letters.isascii() and respelled().isdisjoint(tokens):
        return list(tokens)
    return with_digits(_in_full(tokens))


def _with_tones(tokens: Sequence[str]) -> list[str]:
    """`c sharp minor` as `c# minor`; elsewhere the words are words."""
    found = _TONE.sub(lambda tone: f"{tone[1]}{_TONES_AS[tone[2]]}", " ".join(tokens))
    return found.split()


@cache
def respelled() -> frozenset[str]:
    """Every word without digits that may be written otherwise."""
    tables = table("abbreviations")
    known = (tables[entry] for entry in ("spellings", "words", "before_number"))
    return number_words().union({"st"}, _WITHIN, _TONES, *known)


def _in_full(tokens: Sequence[str]) -> list[str]:
    tables = table("abbreviations")
    spellings, abbreviated, before = tables["spellings"], tables["words"], tables["before_number"]
    out: list[str] = []
    last = len(tokens) - 1
    for place, token in enumerate(tokens):
        if place < last and token in before and _is_number(token, tokens[place + 1]):
            out.append(before[token])
        elif token == "ed" and place and _ORDINAL.fullmatch(tokens[place - 1]):
            out.append("edition")
        elif token == "st" and last:
            out.append("street" if place == last else "saint")
        elif token in _WITHIN and 0 < place < last:
            out.append(_WITHIN[token])
        elif place and _MISSION.fullmatch(token) and not tokens[place - 1][0].isdigit():
            out.extend(("mission", token[1:]))
        elif numbered := _NUMBER_SIGN.fullmatch(token):
            out.extend(("number", numbered[1]))
        elif sized := _NUMBER_AND_SIZE.fullmatch(token):
            out.extend(sized.groups())
        else:
            token = spellings.get(token, token)
            out.append(abbreviated.get(token, token) if last else token)
    return out


def _is_number(before: str, token: str) -> bool:
    """`vol 3`, `Mk II`; the X of `No. X` and the V of `s v` are letters."""
    return token[0].isdigit() or (len(before) > 1 and _ROMAN.fullmatch(token) is not None)


def with_century(text: str) -> tuple[str, ...]:
    """A name with a year of two digits in full, in either century: `Expo '67`.

    >>> with_century("Expo '67"), with_century("Sgt. Pepper's"), with_century("'67")
    (('Expo 1967', 'Expo 2067'), (), ())
    """
    found = _SHORT_YEAR.search(text) if "'" in text else None
    if not found:
        return ()
    return tuple(f"{text[: found.start()]}{century}{found[1]}" for century in ("19", "20"))


def in_one_script(text: str) -> str:
    """Traditional characters and katakana as simplified ones and hiragana.

    >>> in_one_script("中國銀行")
    '中国银行'
    """
    return text if text.isascii() else text.translate(_script_variants())


def without_genitive(text: str) -> str:
    """`Ocean's 11` as `Oceans 11`: not every S before a number is a season."""
    return _GENITIVE.sub(r"\1s", text) if "'" in text else text


def with_greek_named(text: str) -> str:
    """Greek letters that stand alone by their names: `TNF-α`, `β Pictoris`.

    >>> with_greek_named("TNF-α"), with_greek_named("Αθήνα")
    ('TNF alpha ', 'Αθήνα')
    """
    return text if text.isascii() else _GREEK_LETTER.sub(lambda letter: f" {_greek_name(letter[1])} ", text)


def _greek_name(letter: str) -> str:
    """`alpha` of α, `sigma` of ς."""
    return unicodedata.name(letter).split(" LETTER ")[1].removeprefix("FINAL ").lower()


def version_in_slug(text: str) -> str:
    """`claude-3-5-sonnet` as it would be written with spaces, `claude 3.5 sonnet`; else nothing.

    >>> version_in_slug("claude-3-5-sonnet"), version_in_slug("4-3-3"), version_in_slug("ages 3-5")
    ('claude 3.5 sonnet', '', '')
    """
    found = _SLUG.fullmatch(text) if "-" in text else None
    return f"{found[1]} {found[2]}.{found[3]}{found[4]}".replace("-", " ") if found else ""


def written_out(text: str) -> str:
    """Umlauts and Nordic letters as two letters: `Düsseldorf`, `Duesseldorf`."""
    return text if text.isascii() else text.translate(_digraphs())


def without_foreign_article(tokens: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """A leading article of another language than English, and the words after it.

    Not where it makes a name of its own: `El Salvador` is not Salvador.
    """
    if len(tokens) < 2 or tokens[0] not in words("articles", "leading_foreign"):
        return "", ()
    rest = tuple(tokens[1:])
    if (
        tokens[1] in words("articles", "part_of_name")
        or len(join_words(" ".join(rest))) < _SHORTEST_AFTER_ARTICLE
    ):
        return "", ()
    return tokens[0], rest


def romanised(key: str) -> str:
    """A skeleton in which customary romanisations agree: `Dostoevskii`, `Dostoyevsky`."""
    plain = key
    for written, short in table("romanisations")["skeleton"]:
        plain = plain.replace(written, short)
    return _DOUBLED.sub(r"\1", plain.replace(" ", ""))


@cache
def _script_variants() -> Mapping[int, str]:
    han = table("han_variants")
    variants = dict(zip(map(ord, han["traditional"]), han["simplified"], strict=True))
    return variants | {code: chr(code - _KANA_OFFSET) for code in _KATAKANA}


@cache
def _digraphs() -> Mapping[int, str]:
    return {ord(letter): two for letter, two in table("letters")["digraphs"].items()}
