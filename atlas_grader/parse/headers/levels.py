"""The one column that a header is by its words: from its very name down to a part of its description."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from atlas_grader.parse.headers.columnwords import ColumnWords, TaskWords, parts, weak_stems
from atlas_grader.parse.headers.words import header_words, key, stems, without_brackets, word_list

_DOTTED = re.compile(r"(?:[^\W\d_]\.[ ]?){2,4}")
_LETTERS = re.compile(r"[^\W\d_]{2,4}")
_SHORTEST_PREFIX = 3


def says_same(text: str, words: TaskWords) -> int | None:
    """The one column whose name has exactly a header's words."""
    return _singled_out(parts(text), words, (_has_name, _is_compound))


def names_part(text: str, words: TaskWords) -> int | None:
    """The one column in whose name, or in name and description, a header's words stand."""
    fit = _singled_out(parts(text), words, _NAMED)
    if fit is None:
        fit = _singled_out(parts(without_brackets(text)), words, (_has_name, _is_compound, *_NAMED))
    return fit


def abbreviates(text: str, words: TaskWords) -> int | None:
    """The one column for whose name a header is short: its initials, or words cut short."""
    return _singled_out(parts(without_brackets(text)), words, (_has_initials, _cuts_words_short))


def describes(text: str, words: TaskWords) -> int | None:
    """The one column in the first clause of whose description a header's words stand."""
    return _singled_out(parts(text), words, (_is_head, _is_head_by_agent))


def retells(text: str, words: TaskWords) -> int | None:
    """The one column that is called or described by all of a header's words."""
    return _singled_out(parts(text), words, (_is_within_everything,))


def are_called(texts: Sequence[str], words: TaskWords) -> int | None:
    """The one column whose whole name is any of a header's wordings."""
    return _singled_out(tuple(texts), words, (_has_name, _is_compound))


def means(texts: Sequence[str], words: TaskWords) -> int | None:
    """The one column that those wordings of a header fit that fit any column at all."""
    some = tuple(dict.fromkeys(part for text in texts for part in parts(text)))
    bare = tuple(dict.fromkeys(part for text in texts for part in parts(without_brackets(text))))
    levels = (_has_name, _is_compound, *_NAMED)
    fit = _singled_out(some, words, levels)
    if fit is None and bare != some:
        fit = _singled_out(bare, words, levels)
    return _singled_out(some, words, (_is_head,)) if fit is None else fit


def fits_a_name(text: str, words: Sequence[ColumnWords]) -> bool:
    """Whether a header as it stands has the words of any column's name."""
    levels = (_has_name, _is_compound, _has_core, _has_meaning, _is_within_name, _has_initials)
    some = {*parts(text), *parts(without_brackets(text))}
    return any(level(part, said) for part in some for said in words for level in levels)


Level = Callable[[str, ColumnWords], bool]


@lru_cache(maxsize=4096)
def _singled_out(texts: tuple[str, ...], words: TaskWords, levels: tuple[Level, ...]) -> int | None:
    """The column that the first level gives in which the texts fit any at all; `None` for none or several."""
    for level in levels:
        fits = {place for place, said in enumerate(words) if any(level(text, said) for text in texts)}
        if fits:
            return fits.pop() if len(fits) == 1 else None
    return None


def _has_name(text: str, said: ColumnWords) -> bool:
    return stems(text) in said.names


def _has_core(text: str, said: ColumnWords) -> bool:
    core = stems(text) - said.type_words
    return bool(core) and any(core == name - said.type_words for name in said.names)


def _has_meaning(text: str, said: ColumnWords) -> bool:
    core = said.telling(stems(text))
    return bool(core) and any(core == name - header_words().generic for name in said.names)


def _is_compound(text: str, said: ColumnWords) -> bool:
    return key(text) in said.compounds


def _is_within_name(text: str, said: ColumnWords) -> bool:
    told = stems(text)
    core = said.telling(told)
    return any((told and told <= name) or (core and core <= name) for name in said.names)


def _is_within_words(text: str, said: ColumnWords) -> bool:
    core = said.telling(stems(text))
    return any((core & name) - weak_stems() and core <= name | said.description for name in said.names)


def _is_within_everything(text: str, said: ColumnWords) -> bool:
    told = stems(text) - header_words().generic
    core = said.telling(told) - weak_stems()
    known = said.description.union(*said.names)
    return bool(core) and told <= known and any((told & name) - weak_stems() for name in said.names)


def _is_within_head(text: str, said: ColumnWords) -> bool:
    core = said.telling(stems(text))
    return bool(core - weak_stems()) and core <= said.head


def _is_head(text: str, said: ColumnWords) -> bool:
    """Of a column whose type reads anything, one word out of many says too little."""
    return _is_within_head(text, said) and (
        not said.is_open_minded or len(said.telling(stems(text))) > 1 or len(said.telling(said.head)) <= 2
    )


def _is_head_by_agent(text: str, said: ColumnWords) -> bool:
    """`Submitted by` for a submitting country: not where the type reads anything, as for `direction`."""
    core = frozenset(word.removeprefix("~") for word in said.telling(stems(text)))
    head = frozenset(word.removeprefix("~") for word in said.head)
    return not said.is_open_minded and bool(core - weak_stems()) and core <= head


def _runs_together(text: str, said: ColumnWords) -> bool:
    """A name in parts or joined, without what it is of: `Wiki Data` for a Wikidata identifier."""
    return key(text) == "".join(said.core_words) != ""


_NAMED: tuple[Level, ...] = (_has_core, _has_meaning, _runs_together, _is_within_name, _is_within_words)


def _has_initials(text: str, said: ColumnWords) -> bool:
    short = text.strip()
    if _DOTTED.fullmatch(short) or _LETTERS.fullmatch(short):
        return key(short) in said.initials
    return False


def _cuts_words_short(text: str, said: ColumnWords) -> bool:
    """`Max temp`, `Elev.`, `Lang.` for the main language: each word begins a word of the name, in order."""
    cut = word_list(text)
    if not cut or any(len(word) < _SHORTEST_PREFIX for word in cut):
        return False
    return any(
        len(cut) == len(name) and all(map(str.startswith, name, cut))
        for name in (said.plain_words, said.core_words)
    )
