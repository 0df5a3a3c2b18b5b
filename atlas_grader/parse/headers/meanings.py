"""Other wordings of a header: English synonyms, and headers in other languages in English.

A header is never reworded into one thing alone: every sense of its words is
given, and whoever compares them must find the same column by all that fit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice, product

from atlas_grader.folding import fold_characters
from atlas_grader.policy import read_table

_WORD = re.compile(r"[^\W_]+")
# Han and Kana are written without spaces: a word there is whatever the list knows.
_UNSPACED = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff]+")
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
# Letters that Unicode does not take for another one with a mark.
_UNMARKED = str.maketrans({"ł": "l", "ø": "o", "ı": "i", "đ": "d", "æ": "ae", "œ": "oe"})
_MOST_WORDS = 12
_MOST_READINGS = 24
_MOST_WORDINGS = 48
_SHORTEST_HEAD = 6
"""Letters of a known word that ends a compound whose beginning is not known: `Landeswährung`."""
_SHORTEST_PART = 3

Phrase = tuple[str, ...]
Senses = Mapping[Phrase, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the words of one language mean."""

    senses: Senses
    telling: frozenset[Phrase]
    """Phrases that are no English ones too: they tell the language."""
    little: frozenset[str]
    links: tuple[str, ...]
    """Letters between the parts of a compound; none where words are not compounded."""
    longest: int


@dataclass(frozen=True, slots=True)
class Lexicon:
    """`tables/header_meanings.json`."""

    languages: Mapping[str, Vocabulary]
    synonyms: Vocabulary
    specific: frozenset[str]
    """Words of attributes of their own: what is headed so is nothing else."""


@cache
def lexicon() -> Lexicon:
    """The word lists, read once."""
    lists = read_table("parse", "header_meanings")
    english = frozenset(_words(" ".join(lists["also_english"])))
    groups: dict[Phrase, list[str]] = {}
    for group in lists["synonyms"]:
        for phrase in group:
            groups.setdefault(_words(phrase), [phrase]).extend(group)
    return Lexicon(
        languages={
            name: _vocabulary(_senses(concepts), english, lists["little"].get(name, ()), links)
            for name, concepts in lists["languages"].items()
            for links in [lists["compounding"].get(name, ())]
        },
        synonyms=_vocabulary(groups, english, (), ()),
        specific=frozenset(lists["specific"]),
    )


def languages_of(headers: Iterable[str]) -> tuple[str, ...]:
    """The languages that most headers have words of; none for headers that are all English.

    >>> languages_of(("Land", "Hauptstadt", "Fläche"))
    ('de',)
    >>> languages_of(("Country", "Art", "Prix"))
    ()
    """
    counts = dict.fromkeys(lexicon().languages, 0)
    for header in headers:
        for name in _languages_told(header):
            counts[name] += 1
    most = max(counts.values(), default=0)
    return tuple(name for name, count in counts.items() if count == most) if most else ()


@lru_cache(maxsize=4096)
def wordings(text: str, languages: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Everything else that a header may be called in English, as far as the lists know.

    >>> wordings("Hauptstadt", ("de",))
    ('capital',)
    >>> "served as vice president under" in wordings("Served as VP under")
    True
    """
    native = " ".join(_words(text))
    found = dict.fromkeys(translations(text, languages))
    for reading in (native, *found):
        found |= dict.fromkeys(_readings(reading, lexicon().synonyms))
    found.pop(native, None)
    return tuple(islice(found, _MOST_WORDINGS))


@lru_cache(maxsize=4096)
def translations(text: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """What a text says in English; words that are not listed stay.

    >>> translations("alte Währung", ("de",))
    ('former currency',)
    """
    known = lexicon().languages
    found = (reading for name in languages if name in known for reading in _readings(text, known[name]))
    return tuple(dict.fromkeys(found))


def gloss(text: str, language: str) -> str:
    """Every English sense of every word of a text that is listed.

    >>> gloss("Vorherige Landeswährung", "de")
    'former country currency'
    """
    vocabulary = lexicon().languages.get(language)
    if vocabulary is None:
        return ""
    return " ".join(sense for _, senses in _parts(_content(text, vocabulary), vocabulary) for sense in senses)


@lru_cache(maxsize=4096)
def _languages_told(header: str) -> tuple[str, ...]:
    told = []
    for name, vocabulary in lexicon().languages.items():
        parts = _parts(_content(header, vocabulary)[:_MOST_WORDS], vocabulary)
        if any(phrase in vocabulary.telling for phrase, senses in parts if senses):
            told.append(name)
    return tuple(told)


def _readings(text: str, vocabulary: Vocabulary) -> list[str]:
    parts = _parts(_content(text, vocabulary)[:_MOST_WORDS], vocabulary)
    if not any(senses for _, senses in parts):
        return []
    choices = [senses or (" ".join(phrase),) for phrase, senses in parts]
    return [" ".join(reading) for reading in islice(product(*choices), _MOST_READINGS)]


def _parts(words: Sequence[str], vocabulary: Vocabulary) -> list[tuple[Phrase, tuple[str, ...]]]:
    """The words cut into the longest phrases that are listed, with their senses."""
    parts: list[tuple[Phrase, tuple[str, ...]]] = []
    place = 0
    while place < len(words):
        for length in range(min(vocabulary.longest, len(words) - place), 0, -1):
            phrase = tuple(words[place : place + length])
            if senses := vocabulary.senses.get(phrase):
                parts.append((phrase, senses))
                place += length
                break
        else:
            parts += _inside(words[place], vocabulary)
            place += 1
    return parts


def _inside(word: str, vocabulary: Vocabulary) -> list[tuple[Phrase, tuple[str, ...]]]:
    """A word that is not listed, cut into words that are."""
    if _UNSPACED.fullmatch(word):
        return list(_segments(word, vocabulary))
    if vocabulary.links:
        for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
            tail = (word[cut:],)
            senses = vocabulary.senses.get(tail)
            if not senses:
                continue
            if head := _linked(word[:cut], vocabulary):
                return [(head, vocabulary.senses[head]), (tail, senses)]
            if len(tail[0]) >= _SHORTEST_HEAD:
                return [((word[:cut],), ()), (tail, senses)]
    return [((word,), ())]


def _linked(head: str, vocabulary: Vocabulary) -> Phrase | None:
    """The listed word that begins a compound, without the letters that link it."""
    for link in vocabulary.links:
        bare = (head.removesuffix(link),) if head.endswith(link) else ("",)
        if bare in vocabulary.senses:
            return bare
    return None


def _segments(text: str, vocabulary: Vocabulary) -> Iterator[tuple[Phrase, tuple[str, ...]]]:
    """Unspaced text in the longest listed words; what is between them stays."""
    place, unknown = 0, ""
    while place < len(text):
        for length in range(len(text) - place, 0, -1):
            piece = text[place : place + length]
            senses = vocabulary.senses.get((piece,))
            if senses or piece in vocabulary.little:
                break
        else:
            unknown, place = unknown + text[place], place + 1
            continue
        if unknown:
            yield (unknown,), ()
            unknown = ""
        if senses:
            yield (piece,), senses
        place += length
    if unknown:
        yield (unknown,), ()


def _words(text: str) -> Phrase:
    """The words of a text without case and accents, as phrases are looked up."""
    text = fold_characters(text).casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.translate(_UNMARKED))
        text = "".join(c for c in text if not unicodedata.combining(c))
    return tuple(_WORD.findall(text))


def _content(text: str, vocabulary: Vocabulary) -> Phrase:
    return _without_little(_words(text), vocabulary.little)


def _without_little(words: Phrase, little: frozenset[str]) -> Phrase:
    return tuple(word for word in words if word not in little)


def _senses(concepts: Mapping[str, Sequence[str]]) -> dict[Phrase, list[str]]:
    senses: dict[Phrase, list[str]] = {}
    for concept, names in concepts.items():
        for name in names:
            for spelling in (name, name.translate(_SPELLED_OUT)):
                listed = senses.setdefault(_words(spelling), [])
                if concept not in listed:
                    listed.append(concept)
    return senses


def _vocabulary(
    senses: Mapping[Phrase, Sequence[str]],
    english: frozenset[str],
    little: Iterable[str],
    links: Sequence[str],
) -> Vocabulary:
    small = frozenset(word for text in little for word in _words(text))
    content: dict[Phrase, tuple[str, ...]] = {}
    for phrase, said in senses.items():
        bare = _without_little(phrase, small)
        content[bare] = tuple(dict.fromkeys((*content.get(bare, ()), *said)))
    content.pop((), None)
    return Vocabulary(
        senses=content,
        telling=frozenset(phrase for phrase in content if not english.issuperset(phrase)),
        little=small,
        links=tuple(links),
        longest=max(map(len, content), default=1),
    )
