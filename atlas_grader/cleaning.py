"""What a cell says once its mark-up and citation marks are gone (grading.md 2.3).

Every step keeps its hands off a cell of which nothing would remain, and every
pattern stops at its own closing sign, so time grows with the cell's length only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from decimal import Decimal

from atlas_grader.answers import Cell, NumberLiteral, RawCell
from atlas_grader.folding import fold_characters
from atlas_grader.markup import decode_entities, drop_markdown, drop_tags, is_only_breaks
from atlas_grader.tasks import AMOUNTS, CellType, Column, GoldValue, texts_in

_PLAIN = re.compile(r"[A-Za-z0-9 .,:;/+%$'\"!?@=>|-]*")
_RUNS_OF_SPACE = re.compile(r" *\n\s*| {2,}")

_LONGEST_MARKED_UP = 32_768
"""Longer texts are no cells with mark-up but whole documents, which no matcher reads (grading.md 5)."""

# Types of words, in which a raised digit is no power.
_FOOTNOTED = frozenset(
    {
        CellType.TEXT,
        CellType.NAME,
        CellType.COUNTRY,
        CellType.LANGUAGE,
        CellType.CURRENCY,
        CellType.ENUM,
        CellType.BOOLEAN,
    }
)
# `No¹`, `UK²`: in these no word is a unit or a symbol with a power.
_WITHOUT_UNITS = frozenset({CellType.COUNTRY, CellType.LANGUAGE, CellType.CURRENCY, CellType.BOOLEAN})
_DEPTH = 6
"""How deep a JSON list may nest; deeper ones count as one text."""


def clean_cell(raw: RawCell, column: Column, keep: frozenset[str] = frozenset()) -> Cell:
    """Clean one cell as its column wants; `keep` is `marks_used` by the column.

    >>> clean_cell("**Jakarta**[3]", Column("Capital", CellType.TEXT)).text
    'Jakarta'
    >>> clean_cell(NumberLiteral("1.10"), Column("Version", CellType.NUMBER))
    Cell(text='1.10', raw='1.10', native=True, items=None, addresses=())
    """
    if type(raw) is str:
        if _PLAIN.fullmatch(raw) and not (": " in raw and _SOURCE_LINE.search(raw[-500:])):
            return Cell(_tidy(raw) if "  " in raw else raw.strip(), raw)
        found: list[str] = []
        return Cell(_clean(raw, column, keep, found), raw, addresses=tuple(found))
    return _clean_native(raw, column, keep, _DEPTH)


def clean_text(text: str) -> str:
    """Clean text that no column governs: a header, a name, a note.

    >>> clean_text("__Area__ (km<sup>2</sup>)&nbsp;[b]")
    'Area (km²)'
    """
    return _clean(text, _NO_COLUMN, frozenset(), [])


def marks_used(column: Column, values: Iterable[GoldValue]) -> frozenset[str]:
    """Signs that belong to the column's values, hence are no footnotes there (`A*`, `Alien³`).

    Of a value that ends in a number, `Alien³` could be what is meant by its last word and a raised digit.

    >>> sorted(marks_used(Column("Grade", CellType.ENUM), ("A*", "B")))
    ['*']
    >>> sorted(marks_used(Column("Film", CellType.NAME), ("Alien", "Alien 3")))
    ['alien³']
    """
    texts = [name for choice in column.choices for name in choice.names]
    texts.extend(texts_in(values))
    signs = {sign for text in texts for sign in _OWN_MARK.findall(text)}
    numbered = filter(None, map(_NUMBERED.search, texts))
    return frozenset(signs.union(f"{found[1].casefold()}{_RAISED_AS[found[2]]}" for found in numbered))


_NO_COLUMN = Column("", CellType.IDENTIFIER)
_OWN_MARK = re.compile(r"[*†‡§¶※](?!\w)|[⁰¹²³⁴-⁹]|(?<!\w)_|_(?!\w)")
# The last word of `Alien 3`, `Rocky II`, and its number
_NUMBERED = re.compile(r"(?<![^\W\d_])([^\W\d_]++)[\s:.-]{1,3}([1-9]|I{2,3}|I?V|VI{1,3}|I?X)$")
_RAISED_AS = dict(zip("123456789", "¹²³⁴⁵⁶⁷⁸⁹", strict=True)) | dict(
    zip(("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"), (*"²³⁴⁵⁶⁷⁸⁹", "¹⁰"), strict=True)
)
_SUPERSCRIPTS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUPERSCRIPT = re.compile(r"[⁰¹²³⁴-⁹ᵃ-ᵈ]")


def _clean_native(raw: RawCell, column: Column, keep: frozenset[str], depth: int) -> Cell:
    if raw is None:
        return Cell("")
    if isinstance(raw, bool):
        text = "true" if raw else "false"
        return Cell(text, text, native=True)
    if isinstance(raw, NumberLiteral):
        return Cell(str(raw), str(raw), native=True)
    if isinstance(raw, str):
        return clean_cell(str(raw), column, keep)
    if not depth:
        return clean_cell(verbatim(raw), column, keep)
    items = tuple(
        clean_cell(item, column, keep) if type(item) is str else _clean_native(item, column, keep, depth - 1)
        for item in raw
    )
    return Cell(
        "; ".join(item.text for item in items),
        verbatim(raw),
        native=len(items) == 1 and items[0].native,
        items=items,
        addresses=tuple(address for item in items for address in item.addresses),
    )


def verbatim(raw: RawCell) -> str:
    """What the answer said, as it said it: lists as JSON, anything else as written."""
    if raw is None:
        return ""
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, str):
        return str(raw)
    return _as_json(raw)


def _as_json(raw: RawCell) -> str:
    """A list as JSON, number literals as written; without recursion, so that no depth is too deep."""
    written: list[str] = []
    waiting: list[RawCell | _Sign] = [raw]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            between = [x for item in part for x in (_Sign(", "), item)]
            waiting += [_Sign("]"), *reversed(between[1:]), _Sign("[")]
        elif isinstance(part, (_Sign, NumberLiteral)):
            written.append(str(part))
        else:
            written.append(json.dumps(part, ensure_ascii=False))
    return "".join(written)


class _Sign(str):
    """Punctuation of a list being written, as opposed to a string in it."""

    __slots__ = ()


def _clean(text: str, column: Column, keep: frozenset[str], found: list[str]) -> str:
    if len(text) > _LONGEST_MARKED_UP:
        return _tidy(fold_characters(text))
    if column.choices:
        keep |= marks_used(column, ())
    if "&" in text:
        text = decode_entities(text)
    if "<" in text:
        text = "" if is_only_breaks(text) else _kept(text, drop_tags(text, found))
    if not text.isascii() and _STRUCK_LETTERS.search(text):
        text = _STRUCK_LETTERS.sub(lambda struck: f"~~{_STRIKES.sub('', struck[0])}~~", text)
    if "[" in text or not text.isascii():
        text = _TICK.sub("", text, count=1)
    text = _kept(text, drop_markdown(text, keep, found, citing=column.type is not CellType.URL))
    # Folded before the last two steps, which then see one sign for each dash and bracket.
    text = fold_characters(text)
    text = _without_citations(text, column, keep)
    kind = column.item_type if column.type is CellType.LIST else column.type
    if kind in _FOOTNOTED and keep.isdisjoint(_SUPERSCRIPTS):
        if "^" in text or "※" in text or "*" in text:
            text = _kept(text, _CARET_NOTE.sub("", text))
        if _SUPERSCRIPT.search(text):
            text = _RAISED_NOTE.sub(
                lambda note: (
                    note[0] if f"{note[1]}{note[3]}".casefold() in keep else _drop_raised_note(note, kind)
                ),
                text,
            )
    return _tidy(text)


# `- [x] Chad`, `☑ Chad`: a ticked box says no more than the words behind it.
_TICK = re.compile(r"\A\s*+(?:[-*+•]\s++)?(?:\[[xX]\]|[☑✅]\ufe0f?)\s++(?=\w)")
# `n̶o̶`: letters that are struck out one by one, or crossed, are no letters with accents.
_STRIKES = re.compile("[\u0334-\u0338\u0488\u0489\u20d2\u20d3\u20dd-\u20e0\u20e4-\u20e6\u20ea\u20eb]+")
_STRUCK_LETTERS = re.compile(rf"(?:\w{_STRIKES.pattern}(?:[\s.,;-]{_STRIKES.pattern})*){{2,}}")


def _kept(before: str, after: str) -> str:
    """Nothing is removed if nothing would remain."""
    return after if after.strip(" \n\t,;|/") else before


def _tidy(text: str) -> str:
    text = text.strip()
    if "  " in text or "\n" in text:
        text = _RUNS_OF_SPACE.sub(lambda run: "\n" if "\n" in run[0] else " ", text).strip()
    return text


# --- citations ---------------------------------------------------------------------------

_CITED = re.compile(
    r"""\s?[\[【](?:
      \s*\^?\d{1,3}(?:\s?[,;-]\s?\d{1,3}){0,20}\s*   # [1], [2, 3], [4-6], [^1]
    | [a-z] | (?-i:[ivx]{2,4})                       # [a], [ii]
    | \^[\w-]{1,30}                                  # [^note]
    | \d+(?::\d+)?†[^\[\]【】]{0,80}                 # 【3†source】, 【4:0†file.pdf】
    | (?:nb|n|note|notes|fn|ref|refs|source|src|cite|citation|web|page|doc|lower-alpha)[\s.:_-]{0,2}\d{1,3}
      (?:\s?[,;]\s?(?:web[:_])?\d{1,3}){0,20}        # [nb 1], [web:3], [cite: 1, 2]
    | (?:citation|clarification)\sneeded | (?:better\s)?sources?(?:\sneeded)? | ref | update | wh(?:en|o)\?
    | (?:source|src|ref|via|quelle|fuente|fonte)\s?:[^\[\]【】]{1,300}
    | [*†‡]+
    )[\]】](?![A-Za-z])""",
    re.VERBOSE | re.IGNORECASE,
)
_SOURCE_WORD = (
    r"(?:sources?|src|refs?|references?|citations?|quellen?|fuentes?|fontes?|fonti|bron(?:nen)?|źródł[oa]|zdroj|källa|kilde|"
    r"lähde|forrás|sursa|kaynak|sumber|nguồn|источники?|джерел[оа]|المصدر|منبع|מקור|स्रोत|出典|来源|來源|资料来源|資料來源|출처)"
)
_SOURCE_NOTE = re.compile(
    rf"\s*[(（\[]\s*{_SOURCE_WORD}\s*(?:[:：]\s*[^()（）]{{0,400}}+(?:\([^()]*+\)[^()（）]{{0,200}}+){{0,3}})?[)）\]]",
    re.IGNORECASE,
)
_SOURCE_LINE = re.compile(rf"(?:\n\s*|[.;,]\s+| - ){_SOURCE_WORD}\s*[:：]\s[^\n]{{1,400}}$", re.IGNORECASE)
# What chat programs leave behind when their answers are copied.
_CHAT_MARK = re.compile(
    r"\s?(?:\ue200[^\ue200\ue201]*+\ue201|:contentReference\[oaicite:\d+\]\{index=\d+\}"
    r"|(?:cite)?(?:turn\d{1,3}(?:search|view|news|file|fetch|academia)\d{1,3})+)"
)
_MARKS = "*†‡§¶※"
_OPENING = re.compile(r"[\[【(（]")


def _without_citations(text: str, column: Column, keep: frozenset[str]) -> str:
    is_corrected = column.type in AMOUNTS and holds_rival(text)
    return text if is_corrected else _kept(text, _drop_citations(text, keep))


def _drop_citations(text: str, keep: frozenset[str]) -> str:
    if "\ue200" in text or "turn" in text or "oaicite" in text:
        text = _kept(text, _CHAT_MARK.sub("", text))
    if _OPENING.search(text):
        text = _kept(text, _CITED.sub("", text)) if "[" in text or "【" in text else text
        text = _kept(text, _SOURCE_NOTE.sub("", text))
    if ":" in text or "：" in text:
        text = _kept(text, _SOURCE_LINE.sub("", text))
    text = text.rstrip()
    if text[-1:] in _MARKS:
        return text.rstrip(" " + "".join(mark for mark in _MARKS if mark not in keep))
    return text


# --- brackets that may be no citations ---------------------------------------------------

_IN_SQUARES = re.compile(r"([^\[\]]{1,60}?)(\s?)\[([^\[\]]{1,60})\][^\[\]\d]{0,20}")
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_USUAL_CITATION = re.compile(r"[12]?\d")
_CITATION = re.compile(r"\d{1,3}")


def holds_rival(text: str) -> bool:
    """Whether square brackets behind an amount hold another, worded alike and about as large.

    >>> [holds_rival(text) for text in ("45 [54]", "45[54]", "45 [12]", "45 km [54]", "$45[$54]")]
    [True, False, False, False, True]
    """
    found = _IN_SQUARES.fullmatch(text) if "[" in text else None
    if found is None or (_CITATION if not found[2] else _USUAL_CITATION).fullmatch(found[3]):
        return False
    amounts = found[1].strip(), found[3].strip()
    figures = [_FIGURE.findall(amount) for amount in amounts]
    worded = {_FIGURE.sub("0", amount).casefold() for amount in amounts}
    if len(worded) > 1 or any(len(them) != 1 for them in figures):
        return False
    less, more = sorted(Decimal(them[0].replace(",", "")) for them in figures)
    return less < more <= 2 * less


# --- raised digits -----------------------------------------------------------------------

_RAISED_NOTE = re.compile(
    r"(?<![^\W\d_])([^\W\d_⁰¹²³⁴-⁹ᵃ-ᵈ]++)(\.|[\"'!?)\]]{0,2}) ?"
    r"⁽?([⁰¹²³⁴-⁹]{1,2}(?:[,⁾’'] ?[⁰¹²³⁴-⁹]{1,2})*|[ᵃᵇᶜᵈ])⁾?(?![\w⁺⁻/])"
)
# `Peru^1`, `Peru^a`, `Peru※1`, `Peru*2`; but `x^2`
_CARET_NOTE = re.compile(r"(?<=[^\W\d_]{3})(?:\^(?:\d{1,2}|[a-d])|[※*]\d{1,2})(?=$|[\s,;.)])")
_UNIT_WORD = re.compile(
    r"(?:kilo|centi|milli|deci|hecto)?(?:met(?:er|re|ro)s?|m[eè]tres?)|miles?|feet|foot|inch(?:es)?|yards?|"
    r"sec(?:onds?)?|chi|sin|cos|tan|log|nmi|dam|mol|acres?",
    re.IGNORECASE,
)


def _drop_raised_note(note: re.Match[str], kind: CellType | None) -> str:
    """Digits raised after a word are a footnote; after a unit or a symbol they are a power."""
    word = note[1]
    if kind in _WITHOUT_UNITS:
        return f"{word}{note[2]}"
    if note[2] == ".":
        return f"{word}."  # `U.K.²`: an abbreviation, no unit
    symbol = (len(word) < 3 and word.isascii()) or (len(word) == 3 and word.islower())
    return note[0] if symbol or _UNIT_WORD.fullmatch(word) else f"{word}{note[2]}"
