"""What a column is called and described by, and whether a header says the same."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

from atlas_grader.parse.headers.meanings import gloss, lexicon, translations
from atlas_grader.parse.headers.roles import Roles, exclude, roles, with_described
from atlas_grader.parse.headers.words import (
    denials,
    header_words,
    plain,
    stems,
    without_brackets,
    word_list,
)
from atlas_grader.tasks import CellType, Column

Stems = frozenset[str]

_NOTHING: Stems = frozenset()
_ALTERNATIVES = re.compile(r"\s+(?:/|or)\s+|(?<=[^\W\d_]{3})/(?=[^\W\d_])|[()\[\]（）|]")
_CLAUSE_END = re.compile(r"[,;.(:]|\bwhere\b|\bwhich\b|\bthat\b|\bwho\b|\bwhose\b")
# Clauses of a description that say what the column is not, or when it holds nothing.
_ASIDE = re.compile(
    r"[;,(]\s*(?:e\.g\.|empty|blank|not|no|without|except|excluding|unless|leave|left)\b[^;,()]*"
    r"|[;,(][^;,()]*\b(?:included|excluded|left out|counted)\b"
)
# What a description says is not so: `no sea coast` for landlocked.
_DENIED = re.compile(
    r"\b(?:no|not|never|without|neither|fewer|nicht|kein|keine|keinen|ohne|sans|pas|sin|geen|niet)\b[^;,.()]*"
)
_DOTTED = re.compile(r"(?:[^\W\d_]\.[ ]?){2,4}")
_LETTERS = re.compile(r"[^\W\d_]{2,4}")
# What something is of: `Countries of climbers`, `Climbers' countries`.
_OF = re.compile(r"\bof (?:the )?(\w.*)|(\w+)(?:'s|s')(?= \w)", re.IGNORECASE)
_LONGEST_COMPOUND = 3
_SHORTEST_PREFIX = 3
_FEWEST_RETOLD = 4

# The word lists of types that say nothing more than the type itself.
_TYPE_WORDS = {
    CellType.NUMBER: ("number",),
    CellType.PERCENT: ("percent", "number"),
    CellType.MONEY: ("money",),
    CellType.QUANTITY: ("quantity",),
    CellType.DATE: ("date",),
    CellType.DURATION: ("duration",),
    CellType.BOOLEAN: ("boolean",),
    CellType.URL: ("url",),
    CellType.LIST: ("list",),
    CellType.COORDINATES: ("coordinates",),
    CellType.IDENTIFIER: ("identifier",),
}


_ANYTHING = {CellType.TEXT, CellType.NAME, CellType.IDENTIFIER}


@dataclass(frozen=True, slots=True)
class ColumnWords:
    """The words of one column."""

    names: tuple[Stems, ...]
    """Of its name and of each alias."""
    compounds: frozenset[str]
    """Its name written as one word, in any order: `birthplace` for place of birth."""
    description: Stems
    """Of the description, without what it sets aside."""
    head: Stems
    """Of the description's first clause."""
    initials: frozenset[str]
    plain_words: tuple[str, ...]
    """The words of its name, unstemmed, for abbreviations."""
    core_words: tuple[str, ...]
    """Of these the ones that are neither general nor the type's."""
    type_words: Stems
    units: Stems
    """Units of the task's own."""
    everything: Stems
    """Of names and description, to the last clause."""
    denied: Stems
    """Words that its description uses only to say what is not so."""
    events: Stems
    """The words by which it is called or described, agents as what they do: `invent` of inventors."""
    denials: frozenset[str]
    """The ways in which it asks itself for what is not so, or no longer: `former currency`."""
    kind: CellType
    """The type of its cells, or of the items in them."""
    roles: Roles
    """The roles it is of: `runner_up` of losers."""
    is_open_minded: bool
    """Whether its type reads almost anything."""

    def telling(self, told: Stems) -> Stems:
        """The words that say something: neither general ones nor the type's, nor units."""
        return told - _idle() - self.type_words - self.units


class TaskWords(tuple[ColumnWords, ...]):
    """The words of a task's columns; as an argument that is remembered they are equal to themselves only."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


def kind_of(column: Column) -> CellType:
    """The type of a column's cells, or of the items in them."""
    return column.item_type if column.type is CellType.LIST else column.type


def column_words(column: Column, units: frozenset[str], language: str = "en") -> ColumnWords:
    """Everything about a column's wording that headers are compared with.

    What is not in English is there in English too, as far as its words are listed.
    """
    words = header_words()
    called = [plain(name) for name in (column.name, *column.aliases)]
    called += [english for name in called for english in translations(name, (language,))]
    kind = kind_of(column)
    names = tuple(name for name in map(stems, called) if name)
    own = word_list(plain(column.name))
    described = plain(column.description)
    head = _CLAUSE_END.split(described, maxsplit=1)[0]
    told = _DENIED.sub(" ", _ASIDE.sub(" ", described))
    head = _DENIED.sub(" ", head)
    denied = stems(" ".join(_DENIED.findall(described)))
    kinds = {*_TYPE_WORDS.get(column.type, ()), *_TYPE_WORDS.get(kind, ())}
    type_words = _NOTHING.union(*(words.types[kind] for kind in kinds))
    return ColumnWords(
        names=names,
        compounds=_compounds(own),
        description=stems(told) | stems(gloss(told, language)),
        head=stems(head) | stems(gloss(head, language)),
        initials=_initials(own) | _initials(word_list(head)),
        plain_words=tuple(own),
        core_words=tuple(word for word in own if stems(word) - words.generic - type_words),
        type_words=type_words,
        units=stems(" ".join(sorted(units))),
        everything=_NOTHING.union(*names, stems(described), stems(gloss(described, language))),
        events=frozenset(stem.removeprefix("~") for stem in stems(told).union(*names)),
        denied=denied - stems(told) - _NOTHING.union(*names),
        denials=denials(" ".join((*called, told, gloss(told, language)))),
        kind=kind,
        roles=with_described(frozenset().union(*(roles(name, kind) for name in called)), roles(head, kind)),
        is_open_minded=kind in _ANYTHING,
    )


def speaks_of_its_own(text: str, said: ColumnWords) -> bool:
    """Whether a header names an attribute of which the column says nothing: `Population` for an area."""
    told = stems(text) & specific_stems()
    return bool(told) and not told & said.everything


def speaks_against(text: str, said: ColumnWords) -> bool:
    """Whether a header says the opposite of a column, or has another number: `Population 2010`."""
    told, name = stems(text), _NOTHING.union(*said.names)
    numbers = {word for word in told if word.isdecimal()}
    if numbers and any(word.isdecimal() for word in name) and not numbers & name:
        return True
    if told & said.denied and not told & name and not _DENIED.search(text.casefold()):
        return True
    return contradicts(text, said)


def contradicts(text: str, said: ColumnWords) -> bool:
    """Whether a header names a role that excludes the column's: `Final loser` for winners.

    One of many words that are all the column's own retells it: `What killed most of the victims`.
    """
    if not exclude(roles(text, said.kind), said.roles):
        return False
    told = stems(text)
    return len(told) < _FEWEST_RETOLD or not told <= said.everything


def denies(text: str, said: ColumnWords) -> bool:
    """Whether a header says that it is not the column, or no longer: `Wrong elevation`, `Old name`."""
    return not denials(text, said.events) <= said.denials


def disowns(text: str, said: ColumnWords) -> bool:
    """Whether a header says so, or the opposite; a bracket may leave something out: `Area (without water)`.

    >>> from atlas_grader.tasks import Column
    >>> area = column_words(Column("area", CellType.QUANTITY), frozenset())
    >>> [disowns(header, area) for header in ("Area (without water)", "Area (wrong)", "Non-area")]
    [False, True, True]
    """
    told = denials(without_brackets(text), said.events) | (denials(text) & {"wrong"})
    return not told <= said.denials or contradicts(text, said)


def narrows(text: str, column: int, words: Sequence[ColumnWords], entity: Container[int] = ()) -> bool:
    """Whether a header says more than the column does: `First female ascent`, `Countries of climbers`."""
    said = words[column]
    if (stems(without_brackets(text)) & header_words().narrowing) - said.everything:
        return True
    of = _OF.search(text)
    told = stems(of[1] or of[2]) if of else _NOTHING
    if not told or told & said.everything:
        return False
    others = (other for place, other in enumerate(words) if place != column and place not in entity)
    return any(name and name - weak_stems() <= told for other in others for name in other.names)


@cache
def _idle() -> Stems:
    """General words and common units."""
    words = header_words()
    return words.generic | stems(" ".join(sorted(words.units)))


@cache
def specific_stems() -> Stems:
    """The words of attributes that are never another one, endings cut."""
    return stems(" ".join(sorted(lexicon().specific)))


def names_an_attribute(text: str) -> bool:
    """Whether each word of a short text is one that columns are called by: `boiling point`, `discovered`."""
    told = stems(text)
    return bool(told) and told <= _attribute_stems() and not told <= header_words().generic


@cache
def _attribute_stems() -> Stems:
    known = lexicon()
    english = [
        sense for words in known.languages.values() for senses in words.senses.values() for sense in senses
    ]
    english += [" ".join(phrase) for phrase in known.synonyms.senses]
    kinds = header_words().types.values()
    return stems(" ".join(sorted(set(english)))).union(specific_stems(), header_words().generic, *kinds)


def speaks_of_another(
    text: str, column: int, words: Sequence[ColumnWords], entity: Container[int] = ()
) -> bool:
    """Whether a header holds another column's whole name and no word of this one's: `Capital population`.

    Every column is about the entity, so its name says nothing against any of them.
    """
    told = stems(text)
    if any(told & name for name in words[column].names):
        return False
    return any(
        name and name <= told
        for place, said in enumerate(words)
        if place != column and place not in entity
        for name in said.names
    )


@cache
def weak_stems() -> Stems:
    """Words that say which one, not what: `first`."""
    return stems("first second third last next previous new old former")


def parts(text: str) -> tuple[str, ...]:
    """The alternatives that a header offers, the whole first: `Schmelzpunkt / m.p.`."""
    split = tuple(part.strip() for part in _ALTERNATIVES.split(text) if part.strip())
    return (text,) if len(split) < 2 or ("(" in text and "/" not in text) else (text, *split)


def _compounds(words: list[str]) -> frozenset[str]:
    content = [word for word in words if word not in header_words().stop]
    if not 1 < len(content) <= _LONGEST_COMPOUND:
        return frozenset()
    return frozenset("".join(order) for order in permutations(content))


def _initials(words: list[str]) -> frozenset[str]:
    content = [word for word in words if word not in header_words().stop]
    return frozenset("".join(word[0] for word in some) for some in (words, content) if 1 < len(some) <= 4)
