"""What a header says, apart from how it is written.

`key` is what must agree for two headers to be spelled the same; `stems` are
the words that carry its meaning, endings cut, so that `Discovered` and
`discovery year` share one.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

from atlas_grader.folding import fold_characters
from atlas_grader.parse.plainwords import JOINED
from atlas_grader.policy import read_table

_TAG = re.compile(r"<[^<>]{0,200}>")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
# Superscript digits are a footnote after a word, a power after a short unit (`km²`).
_FOOTNOTE = re.compile(r"(?:\[[0-9a-z]{1,3}\]|[*†‡§]|(?<=\w\w\w)[¹²³⁴-⁹⁰])+$")
_MARKUP = str.maketrans("", "", "*`")
_BRACKET = re.compile(r"[ ]*[(\[（【]([^()\[\]（）【】]*)[)\]）】]")
_PLURAL = re.compile(r"(?<=\w)\((?:e?s|n|en)\)")
_CAMEL = re.compile(r"(?<=[a-zà-ÿ0-9])(?=[A-ZÀ-Þ][a-zà-ÿ])")
_WORD = re.compile(r"[^\W_]+")
# Words of India's scripts hold marks that are no letters.
_MARKED_WORD = re.compile(r"(?:[^\W_]|[\u0900-\u0dff])+")
_BY = re.compile(r"([^\W_]+)[ _]+by(?![^\W_])")

_LONGEST_HEADER = 300
"""Characters of a header that are looked at; a longer one is a paragraph."""
_LONGEST_QUOTED = 80
_MOST_QUOTED = 8
_ENDINGS = (
    ("ations", 3), ("ation", 3), ("ions", 5), ("ion", 5), ("ings", 3), ("ing", 3), ("ies", 3), ("ments", 4),
    ("ment", 4), ("ed", 3), ("es", 3), ("s", 3),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HeaderWords:
    """The word lists of `tables/header_words.json`."""

    stop: frozenset[str]
    by: frozenset[str]
    asking: frozenset[str]
    """Words before an event that ask about it: `year` retracted."""
    whom: frozenset[str]
    """Headers that only ask who did it."""
    since: frozenset[str]
    """Words behind one that do so: invented `im Jahr`."""
    generic: frozenset[str]
    entity: frozenset[str]
    types: dict[str, frozenset[str]]
    units: frozenset[str]
    index: frozenset[str]
    remarks: frozenset[str]
    sources: frozenset[str]
    no_data: frozenset[str]
    """Cells that say nothing for or against a type; what is empty is decided elsewhere."""
    attributes: frozenset[str]
    """Headers above the names of attributes, in a table that gives one entity."""
    values: frozenset[str]
    about_columns: frozenset[str]
    """Headers above what is said of columns, in a table that defines them."""
    denying: dict[str, frozenset[str]]
    """Ways of saying that something is not what is asked for, and their words in many languages."""
    narrowing: frozenset[str]
    """Words beside a column's name that make it something else, endings cut."""
    irregular: dict[str, str]
    short: dict[str, tuple[str, ...]]
    """Abbreviation → the words that it stands for."""
    confusable: frozenset[frozenset[str]]


@cache
def header_words() -> HeaderWords:
    """The word lists, read once; lists of words are stemmed where stems are compared."""
    lists = read_table("parse", "header_words")
    irregular: dict[str, str] = lists["irregular"]

    def cut(words: list[str]) -> frozenset[str]:
        return frozenset(_stem(word, irregular) for word in words)

    return HeaderWords(
        stop=frozenset(lists["stop"]),
        by=frozenset(lists["by"]),
        asking=frozenset(lists["asking"]),
        whom=frozenset(map(key, lists["whom"])),
        since=frozenset(lists["since"]),
        generic=cut(lists["generic"]),
        entity=cut(lists["entity"]),
        types={kind: cut(words) for kind, words in lists["types"].items()},
        units=frozenset(lists["units"]),
        index=frozenset(lists["index"]),
        remarks=frozenset(lists["remarks"]),
        sources=frozenset(lists["sources"]),
        no_data=frozenset(lists["no_data"]),
        attributes=frozenset(lists["attributes"]),
        values=frozenset(lists["values"]),
        about_columns=frozenset(lists["about_columns"]),
        denying={kind: frozenset(map(_spoken, words)) for kind, words in lists["denying"].items()},
        narrowing=cut(lists["narrowing"]),
        irregular=irregular,
        short={word: tuple(meant.split()) for word, meant in lists["short"].items()},
        confusable=frozenset(frozenset(pair) for pair in lists["confusable"]),
    )


@lru_cache(maxsize=4096)
def plain(header: str) -> str:
    """The header's text without mark-up and footnote marks.

    >>> plain("**Official<br>language(s)**[1]")
    'Official languages'
    """
    text = header[:_LONGEST_HEADER]
    if not text.isidentifier():
        text = _LINK.sub(r"\1", _TAG.sub(" ", html.unescape(text)))
        text = fold_characters(text).translate(_MARKUP).strip(" _~=\n")
        text = " ".join(_PLURAL.sub("s", _FOOTNOTE.sub("", text)).split())
    return _CAMEL.sub(" ", text)


@lru_cache(maxsize=4096)
def key(text: str) -> str:
    """What is left of a plain header without case, accents, spaces and punctuation.

    >>> key("Official_Language (s)")
    'officiallanguages'
    """
    text = text.casefold().replace("%", "percent")
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        return "".join(c for c in text if c.isalnum() or unicodedata.category(c) == "Mc")
    return "".join(filter(str.isalnum, text))


def without_units(text: str, units: frozenset[str]) -> str:
    """A plain header without the brackets that hold nothing but common units and `units`.

    >>> without_units("Area (sq km)", frozenset()), without_units("Size (seats)", frozenset({"seats"}))
    ('Area', 'Size')
    """
    common = header_words().units

    def kept(bracket: re.Match[str]) -> str:
        words = [word.casefold() for word in bracket[1].split()]
        return "" if all(word in common or word in units for word in words) else bracket[0]

    return _BRACKET.sub(kept, text).strip()


def units_of(text: str) -> str:
    """The brackets of a header that hold nothing but common units, without their signs.

    >>> units_of("Elevation (ft)"), units_of("Size (seats)"), units_of("Area (2023) [sq mi]")
    ('ft', '', 'sq mi')
    """
    common = header_words().units
    held = (bracket[1].strip() for bracket in _BRACKET.finditer(text))
    return " ".join(told for told in held if told and common.issuperset(told.casefold().split()))


def without_brackets(text: str) -> str:
    """A plain header without any bracket, unless nothing else is there."""
    return _BRACKET.sub("", text).strip() or text


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The meaningful words of a plain header or a description, endings cut.

    An agent keeps its mark: `director` and `directed by` are one, `direction` is another.

    >>> sorted(stems("Discovery year")), sorted(stems("Year discovered"))
    (['discover', 'year'], ['discover', 'year'])
    >>> stems("Directed by") == stems("director")
    True
    """
    words = header_words()
    text = fold_characters(text).casefold().replace("%", " percent ").replace("'s", " ")
    text = _BY.sub(lambda found: f"{_agent(found[1], words.irregular)} ", text)
    return frozenset(
        word[1:] if word[0] == "@" else _stem(word, words.irregular)
        for written in re.findall(r"@~?[^\W_]+|[^\W_]+", text)
        for word in words.short.get(written, (written,))
        if word not in words.stop
    )


_CROSSES = frozenset("❌✗✘🚫⛔≠")
# What may also have come to pass: `Invented in`, `Year retracted`, `Cancelled`.
_OF_EVENTS = frozenset(("failed", "dismissed"))


@lru_cache(maxsize=4096)
def denials(text: str, own: frozenset[str] = frozenset()) -> frozenset[str]:
    """In which ways a plain header says that it is not what it names; scripts without spaces, too.

    What may be an event denies only as an adjective, and no column that has the word among its `own` stems.

    >>> sorted(denials("Not elevation")), sorted(denials("Frühere Währung")), sorted(denials("Elevation"))
    (['not'], ['past'], [])
    >>> sorted(denials("Failed ascent")), sorted(denials("Year failed")), sorted(denials("Failed in"))
    (['failed'], [], [])
    """
    told = fold_characters(text).casefold().replace("'", "")
    if not _CROSSES.isdisjoint(told):
        return frozenset({"wrong"})
    spoken = _spoken(told)
    words, said = set(spoken.split()), f" {spoken} "
    joined = key(told) if any(c >= JOINED for c in told) else ""
    happened = frozenset() if joined else _told_to_happen(spoken.split(), own)
    return frozenset(
        kind
        for kind, listed in header_words().denying.items()
        if not listed.isdisjoint(words - happened if kind in _OF_EVENTS else words)
        or any(" " in phrase and f" {phrase} " in said for phrase in listed)
        or (joined and any(w[0] >= JOINED and w in joined for w in listed))
    )


def _told_to_happen(words: list[str], own: frozenset[str]) -> frozenset[str]:
    """The words that tell of an event: alone but for what asks about it, or the column's own."""
    lists = header_words()
    little = lists.stop | lists.by
    events = frozenset(word for word in words if any(word in lists.denying[kind] for kind in _OF_EVENTS))
    last = max((place for place, word in enumerate(words) if word in events), default=-1)
    before, behind = frozenset(words[:last]) - events, frozenset(words[last + 1 :])
    if before <= little | lists.asking and behind <= little | lists.since:
        return events
    return frozenset(word for word in events if _stem(word, lists.irregular).removeprefix("~") in own)


def _spoken(text: str) -> str:
    """The words of a text as lists of words are looked up in it."""
    return " ".join(map(key, _MARKED_WORD.findall(text)))


def as_written(header: str) -> str:
    """A header as reports quote it: with its own signs and case, on one line.

    >>> as_written("MwSt.<br>(Normalsatz)\\n")
    'MwSt.<br>(Normalsatz)'
    """
    text = " ".join(header[:_LONGEST_HEADER].split())
    return text if len(text) <= _LONGEST_QUOTED else text[:_LONGEST_QUOTED].rstrip() + "…"


def quoted(headers: Iterable[str]) -> str:
    """Some headers as reports list them."""
    shown = [f'"{as_written(header)}"' for header in islice(headers, _MOST_QUOTED + 1)]
    return ", ".join([*shown[:_MOST_QUOTED], *(["…"] if len(shown) > _MOST_QUOTED else [])])


def word_list(text: str) -> list[str]:
    """The words of a plain header in order, as written but for case."""
    return _WORD.findall(text.casefold())


def _agent(word: str, irregular: dict[str, str]) -> str:
    return f"@~{_cut(irregular.get(word, word))}"


def _stem(word: str, irregular: dict[str, str]) -> str:
    word = irregular.get(word, word)
    singular = word[:-1] if len(word) > 5 and word.endswith("s") and not word.endswith("ss") else word
    if len(singular) > 4 and singular.endswith(("er", "or")):
        return f"~{_cut(singular[:-2])}"
    return _cut(word)


def _cut(word: str) -> str:
    if not word.isascii():
        word = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
    for ending, least in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            word = word[: -len(ending)]
            break
    if len(word) > 4 and word.endswith("at"):
        word = word[:-2]
    if len(word) > 3 and word[-1] in "eyi":
        word = word[:-1]
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word
