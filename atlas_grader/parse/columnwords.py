"""What a column is called and described by, and whether a header says the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations

from atlas_grader.parse.words import header_words, key, plain, stems, without_brackets, word_list
from atlas_grader.tasks import CellType, Column

Stems = frozenset[str]

_NOTHING: Stems = frozenset()
_ALTERNATIVES = re.compile(r"\s+(?:/|or)\s+|(?<=[^\W\d_]{3})/(?=[^\W\d_])|[()\[\]（）|]")
_CLAUSE_END = re.compile(r"[,;.(:]|\bwhere\b|\bwhich\b|\bthat\b")
_DOTTED = re.compile(r"(?:[^\W\d_]\.[ ]?){2,4}")
_LETTERS = re.compile(r"[^\W\d_]{2,4}")
_LONGEST_COMPOUND = 3
_SHORTEST_PREFIX = 3

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


@dataclass(frozen=True, slots=True)
class ColumnWords:
    """The words of one column."""

    names: tuple[Stems, ...]
    """Of its name and of each alias."""
    compounds: frozenset[str]
    """Its name written as one word, in any order: `birthplace` for place of birth."""
    description: Stems
    head: Stems
    """Of the description's first clause."""
    initials: frozenset[str]
    plain_words: tuple[str, ...]
    """The words of its name, unstemmed, for abbreviations."""
    type_words: Stems
    idle: Stems
    """Words that add nothing: general ones, the type's, units."""


def column_words(column: Column, units: frozenset[str]) -> ColumnWords:
    """Everything about a column's wording that headers are compared with."""
    words = header_words()
    names = tuple(stems(plain(name)) for name in (column.name, *column.aliases))
    own = word_list(plain(column.name))
    described = plain(column.description)
    type_words = _NOTHING.union(*(words.types[kind] for kind in _TYPE_WORDS.get(column.type, ())))
    return ColumnWords(
        names=tuple(name for name in names if name),
        compounds=_compounds(own),
        description=stems(described),
        head=stems(_CLAUSE_END.split(described, maxsplit=1)[0]),
        initials=_initials(own) | _initials(word_list(_CLAUSE_END.split(described, maxsplit=1)[0])),
        plain_words=tuple(own),
        type_words=type_words,
        idle=words.generic | type_words | stems(" ".join(sorted(units))),
    )


def says_same(text: str, column: int, words: Sequence[ColumnWords]) -> bool:
    """Whether a header has exactly the words of one column's name.

    Words of the type aside (`Discovered`: discovery year) if no other name holds what is left.
    """
    texts = parts(text)
    return _singled_out(texts, column, words, (_has_name, _is_compound)) or (
        _singled_out(texts, column, words, (_has_core,))
        and _singled_out(texts, column, words, (_is_within_name,))
    )


def names_part(text: str, column: int, words: Sequence[ColumnWords]) -> bool:
    """Whether a header's words stand in the name, or in name and description, of one column only."""
    levels = (_has_core, _has_meaning, _is_within_name, _is_within_words)
    return _singled_out(parts(text), column, words, levels) or _singled_out(
        parts(without_brackets(text)), column, words, (_has_name, _is_compound, *levels)
    )


def abbreviates(text: str, column: int, words: Sequence[ColumnWords]) -> bool:
    """Whether a header is short for one column's name: its initials, or words cut short."""
    return _singled_out(parts(without_brackets(text)), column, words, (_has_initials, _cuts_words_short))


def describes(text: str, column: int, words: Sequence[ColumnWords]) -> bool:
    """Whether a header's words stand in the first clause of one column's description only."""
    return _singled_out(parts(text), column, words, (_is_within_head,))


def speaks_of_another(text: str, column: int, words: Sequence[ColumnWords]) -> bool:
    """Whether a header holds another column's whole name and no word of this one's: `Capital population`."""
    told = stems(text)
    if any(told & name for name in words[column].names):
        return False
    return any(
        name and name <= told for place, said in enumerate(words) if place != column for name in said.names
    )


def parts(text: str) -> tuple[str, ...]:
    """The alternatives that a header offers, the whole first: `Schmelzpunkt / m.p.`."""
    split = tuple(part.strip() for part in _ALTERNATIVES.split(text) if part.strip())
    return (text,) if len(split) < 2 or ("(" in text and "/" not in text) else (text, *split)


Level = Callable[[str, ColumnWords], bool]


def _singled_out(
    texts: tuple[str, ...], column: int, words: Sequence[ColumnWords], levels: tuple[Level, ...]
) -> bool:
    """Whether the first level in which the texts fit any column at all gives just this one."""
    for level in levels:
        fits = {place for text in texts for place, said in enumerate(words) if level(text, said)}
        if fits:
            return fits == {column}
    return False


def _has_name(text: str, said: ColumnWords) -> bool:
    return stems(text) in said.names


def _has_core(text: str, said: ColumnWords) -> bool:
    core = stems(text) - said.type_words
    return bool(core) and any(core == name - said.type_words for name in said.names)


def _has_meaning(text: str, said: ColumnWords) -> bool:
    core = stems(text) - said.idle
    return bool(core) and any(core == name - header_words().generic for name in said.names)


def _is_compound(text: str, said: ColumnWords) -> bool:
    return key(text) in said.compounds


def _is_within_name(text: str, said: ColumnWords) -> bool:
    told = stems(text)
    core = told - said.idle
    return any((told and told <= name) or (core and core <= name) for name in said.names)


def _is_within_words(text: str, said: ColumnWords) -> bool:
    core = stems(text) - said.idle
    return bool(core) and any(core & name and core <= name | said.description for name in said.names)


def _is_within_head(text: str, said: ColumnWords) -> bool:
    core = stems(text) - said.idle
    return bool(core) and core <= said.head


def _has_initials(text: str, said: ColumnWords) -> bool:
    short = text.strip()
    if _DOTTED.fullmatch(short) or _LETTERS.fullmatch(short):
        return key(short) in said.initials
    return False


def _cuts_words_short(text: str, said: ColumnWords) -> bool:
    """`Max temp`, `Elev.`: each word begins a word of the name, in order."""
    cut = word_list(text)
    if not cut or len(cut) != len(said.plain_words) or any(len(word) < _SHORTEST_PREFIX for word in cut):
        return False
    return all(map(str.startswith, said.plain_words, cut))


def _compounds(words: list[str]) -> frozenset[str]:
    content = [word for word in words if word not in header_words().stop]
    if not 1 < len(content) <= _LONGEST_COMPOUND:
        return frozenset()
    return frozenset("".join(order) for order in permutations(content))


def _initials(words: list[str]) -> frozenset[str]:
    content = [word for word in words if word not in header_words().stop]
    return frozenset("".join(word[0] for word in some) for some in (words, content) if 1 < len(some) <= 4)
