"""The words around values, in many languages (`tables/hedges.json`): hedges, bounds, `or`, ranges.

`offers.py` says what they mean together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache
from typing import Any

from atlas_grader.match.offers.patterns import any_word
from atlas_grader.or_words import joined_or_words_between_figures, or_words
from atlas_grader.policy import read_table

_UNCERTAINTY = re.compile(r"\s*(?:±|\+/-)\s*(?P<told>(?:[^\d\s(),;]{1,4}\s?)?\d[\d.,]*)?")
_IN_BRACKETS = re.compile(r"\s*[(\[（]\s*(?:±|\+/-)[^()\[\]（）]*[)\]）]")
_WORD_BEHIND = re.compile(r"\s*[^\s\d(,;]+")
_PERCENT = re.compile(r"\s*(?:%|per\s?cent|percent)")
_MOST_UNIT_WORDS = 3


DATED = re.compile(
    r"\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:de\s+)?[^\W\d_]{3,}\.?,?\s+(?:de\s+)?(?:1[5-9]|20)\d\d(?!\d)"
    r"|\d{4}-\d\d(?:-\d\d)?(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)|(?:1[5-9]|20)\d\d年"
    r"|(?:1[5-9]|20)\d\d(?!\d|[.,]\d|\s?%|\s+(?!(?:census|edition|report|season|election|data|estimates?|figures?|update)\b)"
    r"[^\W\d_])|\d{1,3}(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
"""A date, a bare year or a rank with which a note beside a number may begin: no second number."""


class Bound(StrEnum):
    """A value that is only a limit of what is meant."""

    AT_LEAST = "at least"
    AT_MOST = "at most"


class Bounds(StrEnum):
    """Which words are limits: `over` for amounts, `before` for points in time."""

    AMOUNT = ""
    TIME = "time_"


def take_brackets(text: str) -> tuple[str, list[str]]:
    """Split a text into what stands outside brackets and what inside, outermost first.

    >>> take_brackets("5 (five (V)) km [2]")
    ('5   km   ', ['five (V)', '2'])
    """
    outside: list[str] = []
    notes: list[str] = []
    depth, start = 0, 0
    for place in re.finditer(r"[(\[{（【〔)\]}）】〕]", text):
        if place[0] in "([{（【〔":
            if depth == 0:
                outside.append(text[start : place.start()])
                start = place.end()
            depth += 1
        elif depth == 1:
            notes.append(text[start : place.start()])
            start, depth = place.end(), 0
        else:
            depth = max(depth - 1, 0)
    if depth:
        notes.append(text[start:])
    else:
        outside.append(text[start:])
    return " ".join(outside) + (" " if notes else ""), notes


def without_uncertainty(text: str, is_value: Callable[[str], bool]) -> Iterator[str]:
    """What may be left of a text without its uncertainty, the likeliest first.

    `is_value` tells whether some words are one amount.

    >>> list(without_uncertainty("5.2 ± 0.1 kg", lambda _: False))
    ['5.2 kg']
    >>> next(without_uncertainty("34% ± 2 percentage points", lambda _: True))
    '34%'
    >>> next(without_uncertainty("4.5 billion ± 50 million years", lambda _: True))
    '4.5 billion years'
    """
    bracket = _IN_BRACKETS.search(text)
    if bracket is not None:
        yield text[: bracket.start()] + text[bracket.end() :]
        return
    found = _UNCERTAINTY.search(text)
    if found is None:
        return
    before, behind = text[: found.start()], text[found.end() :]
    if found["told"] and "%" not in before and (percent := _PERCENT.match(behind)) is not None:
        yield before + behind[percent.end() :]  # `8611 ± 20 %`
    if before[-1:].isdecimal() and (found["told"] or "0")[0].isdecimal():
        yield before + behind
        return
    if any(word.end() == len(before) for word in scale().finditer(before)):
        scaled = scale().match(behind, len(behind) - len(behind.lstrip()))
        yield before + (behind if scaled is None else behind[scaled.end() :])
    ends = [0]
    while len(ends) <= _MOST_UNIT_WORDS and (word := _WORD_BEHIND.match(behind, ends[-1])) is not None:
        ends.append(word.end())
    for end in reversed(ends[2:]):
        if is_value(f"{found['told']}{behind[:end]}"):
            yield before + behind[end:]
    yield before + behind[ends[min(1, len(ends) - 1)] :]


def with_uncertainty_sign(text: str) -> str:
    """A text with `±` for the words that mean it.

    >>> with_uncertainty_sign("34% plus or minus 2"), with_uncertainty_sign("más o menos 5")
    ('34% ± 2', 'más o menos 5')
    """
    return _plus_or_minus().sub(" ± ", text)


@cache
def _plus_or_minus() -> re.Pattern[str]:
    words = _words()["plus_or_minus"]
    # where they open a text, some are hedges
    opening = set(words).difference(_words()["hedge_before"])
    return re.compile(rf"(?:(?<=\S),?\s+{any_word(words)}|\A{any_word(opening)})\s*(?=[^\w\s(]?\d)", re.I)


def range_ends(text: str) -> tuple[str, str] | None:
    """The two ends of a range in words or signs; `None` if the text is no range.

    >>> range_ends("between 30 and 40")
    ('30', '40')
    >>> range_ends("12-15 km")
    ('12', '15 km')
    """
    opened, joined, signed = _ranges()
    first, _, rest = text.partition(" ")
    for pattern in opened.get(first.casefold(), ()) if rest else ():
        if (found := pattern.fullmatch(text)) is not None:
            return found[1].strip(), found[2].strip()
    in_words = not text.isascii() or not _JOINING.isdisjoint(text.casefold().split())
    found = joined.fullmatch(text) if in_words else None
    if found is None and any(sign in text for sign in _RANGE_SIGNS):
        found = signed.fullmatch(text)
    return None if found is None else (found[1].strip(), found[2].strip())


def trim(text: str) -> str:
    """The text without spaces, list marks and closing punctuation at its ends."""
    # a leading point or comma may belong to a number: `.5`
    return text.lstrip(" \n;*†‡•").rstrip(" \n,;.*†‡•")


@cache
def _words() -> dict[str, Any]:
    return read_table("match", "hedges")


class _Edges:
    """Hedges and bounds at one end of a text, found by the letter at that end."""

    def __init__(self, bounds: Bounds, *, end: bool) -> None:
        place, self._end = ("after" if end else "before"), end
        hedges = _words()[f"hedge_{place}"]
        ranked = (
            _words()[f"{bounds}at_least_{place}"],
            _words()[f"{bounds}at_most_{place}"],
            hedges if end else hedges + _words()["alternative"] + _words()["also"],
        )
        self._words: dict[str, tuple[list[str], ...]] = {}
        for rank, words in enumerate(ranked):
            for word in filter(None, map(str.casefold, words)):
                self._words.setdefault(word[-1 if end else 0], ([], [], []))[rank].append(word)
        self._patterns: dict[str, re.Pattern[str] | None] = {}

    def find(self, text: str) -> re.Match[str] | None:
        """The first of bounds and hedges at this end; which of them, `lastindex` tells."""
        letter = text[-1 if self._end else 0].casefold()
        if letter not in self._words:
            return None
        pattern = self._patterns.get(letter)
        if pattern is None:
            words = "|".join(f"({any_word(ranked) if ranked else '(?!)'})" for ranked in self._words[letter])
            pattern = re.compile(rf"\s*(?:{words})\Z" if self._end else rf"(?:{words})\s*", re.I)
            self._patterns[letter] = pattern
        if self._end:
            return pattern.search(text, max(0, len(text) - _LONGEST_HEDGE))
        return pattern.match(text)


_LONGEST_HEDGE = 64
_MEANINGS = (Bound.AT_LEAST, Bound.AT_MOST, None)


@cache
def _edges(bounds: Bounds) -> tuple[_Edges, _Edges]:
    return _Edges(bounds, end=False), _Edges(bounds, end=True)


def without_edge_word(text: str, bounds: Bounds) -> tuple[str, Bound | None] | None:
    """A text without one hedge or bound at either end, and which bound it was.

    >>> without_edge_word("about 12", Bounds.AMOUNT)
    ('12', None)
    >>> without_edge_word("12 or more", Bounds.AMOUNT)
    ('12', <Bound.AT_LEAST: 'at least'>)
    """
    before, after = _edges(bounds)
    found = [place for edge in (before, after) if (place := edge.find(text)) and len(place[0]) < len(text)]
    if not found:
        return None
    first = min(found, key=lambda place: place.lastindex or 0)
    rest = text[first.end() :] if first.start() == 0 else text[: first.start()]
    return rest, _MEANINGS[(first.lastindex or 1) - 1]


def split_choice(text: str) -> list[str]:
    """The parts of a text between `or`, `/` and the like, which offer values for choice.

    >>> split_choice("5 or 6")
    ['5', '6']
    """
    signs = not text.isascii() or "/" in text or "|" in text
    if not signs and _or_words().isdisjoint(text.casefold().split()):
        return [text]
    return _separator().split(text)


@cache
def _or_words() -> frozenset[str]:
    return frozenset(word.casefold().split()[0] for word in or_words())


@cache
def _separator() -> re.Pattern[str]:
    joined = any_word(joined_or_words_between_figures())
    return re.compile(
        rf"\s*,?\s*(?:(?<=\s){any_word(or_words())}(?=\s)|{joined}|/(?!\d)|(?<=\s)/|(?<!\d)/|\|)\s*",
        re.I,
    )


@cache
def opening_or() -> re.Pattern[str]:
    """The same at the beginning of a note."""
    return re.compile(rf"\W*(?:{any_word([*or_words(), *joined_or_words_between_figures()])}|/)", re.I)


@cache
def either() -> re.Pattern[str]:
    """`either` and the like at the beginning."""
    return re.compile(rf"\A{any_word(_words()['either'])}\s+", re.I)


@cache
def asking() -> re.Pattern[str]:
    """Words between `or` and the value that it offers: `or was it 269?`"""
    return re.compile(rf"\W*(?:{any_word([*_words()['is'], *_words()['asking']])}\W+)+", re.I)


@cache
def alternative() -> re.Pattern[str]:
    """What announces another value: `possibly`, `some sources say`."""
    return re.compile(any_word([*_words()["alternative"], *_words()["also"]]) + r"[:,]?", re.I)


@cache
def also() -> re.Pattern[str]:
    """Words like `also`, which offer a value only where nothing follows it."""
    return re.compile(any_word(_words()["also"]), re.I)


@cache
def doubt() -> re.Pattern[str]:
    """What casts a doubt on the first value where another follows: `actually`, `correct value`."""
    words = any_word([*_words()["doubt"], *_words()["corrects"]])
    return re.compile(rf"{words}(?:\s+{any_word(_words()['is'])})*[:,=]?", re.I)


def denies(note: str) -> bool:
    """Whether a note says that the value before it is wrong: `incorrect`, `a typo for 269`, `not`.

    >>> denies("typo for 269"), denies("not"), denies("date is made up"), denies("not counting abstentions")
    (True, True, True, False)
    """
    opening, closing = _denials()
    return (
        opening.match(note) is not None
        or closing.search(note, max(0, len(note) - _LONGEST_HEDGE)) is not None
    )


@cache
def _denials() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The beginning of a note that denies, or all of it; and the end of one."""
    table = read_table("match", "denial_words")
    lead = rf"\W*(?:{any_word(table['opening'])}\s+){{0,6}}"
    words = any_word([*_words()["denies"], *table["denies"]])
    alone = rf"\W*{any_word(table['alone'])}\W*\Z"
    return (
        re.compile(rf"(?:{lead}{words}|{alone})", re.I),
        re.compile(rf"{any_word(table['at_end'])}\W*\Z", re.I),
    )


@cache
def parallel() -> re.Pattern[str]:
    """Where a clause begins that may give a value of its own: `304 in 2016, 306 in 2020`."""
    words = any_word(_words()["parallel"])
    signs = r"\s*(?:[;\n，；、]|,(?!\d))\s*|\s+[-/]+\s+|[.。]\s+|:\s+"
    return re.compile(rf"(?:{signs})(?P<after_sign>{words}\s*)?|(?:\A|\s+){words}\s*", re.I)


@cache
def scale() -> re.Pattern[str]:
    """Words that would scale the value: `(in millions)`."""
    return re.compile(any_word(_words()["scales"]), re.I)


@cache
def adding() -> re.Pattern[str]:
    """Words at the beginning of a note that may add its value to the first: `and`, `plus`."""
    return re.compile(rf"(?:{any_word(_words()['adding'])}|[+&])\s*", re.I)


def note_places(text: str, end: int) -> list[tuple[int, int]]:
    """Where notes may begin: at a sign, or at a word that opens an as-of or source clause.

    >>> note_places("12 km as of 2020, at sea", 99)
    [(5, 6), (16, 18)]
    """
    places: list[tuple[int, int]] = []
    reached, starts = 0, _note_starts()
    for sign in _NOTE_SIGN.finditer(text, 0, end):
        start = sign.start()
        letters = (sign[1] or "").casefold()
        if start < reached or (letters and starts.isdisjoint((letters, letters[0]))):
            continue
        found = _note_start().match(text, start, end)
        if found is not None:
            places.append(found.span())
            reached = found.end()
    return places


# A space before letters is one only if some clause begins with these letters.
_NOTE_SIGN = re.compile(r"[;,、.。:\n]|\s([^\W\d_]{2})?")


_CLAUSES = ("source", "introduces_note", "alternative", "also")


@cache
def _note_starts() -> frozenset[str]:
    words = _words()
    groups = ("as_of", *_CLAUSES)
    listed = (word for group in groups for word in words[group])
    return frozenset(word.casefold()[:2] for word in listed)


@cache
def _note_start() -> re.Pattern[str]:
    words = _words()
    dated = rf"\s+(?={any_word(words['as_of'])}[^;\n]{{0,40}}?(?<!\d)(?:1\d|20)\d\d(?!\d))"
    clause = rf"\s+(?={any_word([word for group in _CLAUSES for word in words[group]])})"
    return re.compile(
        rf"\s*\n\s*|\s*;\s*|\s*[,、](?!\d)\s*|\s+-+(?!\s*\d)\s*|\s*:\s+|[.。]\s+|。|{dated}|{clause}", re.I
    )


_JOINING = frozenset(("to", "through", "till", "until", "bis", "à", "a", "al", "até", "tot", "do", "до"))
_RANGE_SIGNS = ("-", "~", "〜", "～", "..", "…")


@cache
def _ranges() -> tuple[dict[str, list[re.Pattern[str]]], re.Pattern[str], re.Pattern[str]]:
    body = r"(\S(?:.*?\S)?)"
    words = rf"\s+(?:{'|'.join(sorted(_JOINING))})\s+|\s*(?:から|至|到|부터|에서)\s*"
    opened: dict[str, list[re.Pattern[str]]] = {}
    for first, second in _words()["ranges"]:
        pattern = re.compile(rf"{first}\s+{body}\s+{second}\s+{body}", re.I)
        opened.setdefault(first, []).append(pattern)
    return (
        opened,
        re.compile(rf"{body}(?:{words}){body}", re.I),
        re.compile(r"([^\s\-~][^\-~〜～…]*?)\s*(?:-|~|〜|～|\.\.\.?|…)\s*(\S.*)"),
    )
