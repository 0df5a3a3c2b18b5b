"""Which header is which column (grading.md 2.2).

Tiers are tried in order; a tier maps a header only where the fit is unique on
both sides, so no mapping is a guess. What only the headers' wording decides is
worked out once for each task and row of headers; the rest looks at the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from atlas_grader.answers import RawCell, Table
from atlas_grader.frozen import frozen
from atlas_grader.parse.headers.alike import bare_headers
from atlas_grader.parse.headers.bycells import map_by_cells, may_be_told, rival_copies
from atlas_grader.parse.headers.columnwords import ColumnWords, TaskWords, column_words, disowns
from atlas_grader.parse.headers.levels import names_part, says_same
from atlas_grader.parse.headers.meanings import languages_of
from atlas_grader.parse.headers.sheet import LOOKED_AT, Sheet, TooMuchToReadError
from atlas_grader.parse.headers.tiers import Tier, unique_pairs
from atlas_grader.parse.headers.words import header_words, key, plain, without_units, word_list
from atlas_grader.tasks import Column, Task

Reads = Callable[[Column], Callable[[RawCell], bool]]
"""Gives, for a column, whether its type reads a raw cell to the end."""

# grading.md 2.2; the same holds for each word, so that one different word is no misspelling.
_SIMILAR = 90
_AGENTS = ("er", "or", "ers", "ors")
_DEEDS = ("ed", "e", "es")
# More headers than this are a table run wild: the rest are extra.
MOST_HEADERS = 200
_CACHED_HEADERS = 512


@frozen
class HeaderMapping:
    """Where each column of a task stands in a table, and what is still open."""

    places: tuple[int | None, ...]
    """For each column of the task, the index of its header, or `None`."""
    tiers: tuple[Tier | None, ...]
    """For each column, the tier that decided."""
    open_headers: tuple[int, ...] = ()
    """Headers without a column; empty when no column is left for them."""
    open_columns: tuple[int, ...] = ()
    """Columns that may stand under one of `open_headers`: undecided, not empty."""
    spare_headers: tuple[int, ...] = ()
    """Headers without a column, whether or not any is left for them."""
    shared: bool = False
    """Several of `open_columns` may stand under one header."""


@dataclass(frozen=True, slots=True)
class _Target:
    """A column as headers are compared with it."""

    key: str
    alias_keys: frozenset[str]
    spellings: tuple[tuple[str, ...], ...]
    words: ColumnWords


class HeaderIndex:
    """A task's columns, ready to be looked up by header."""

    def __init__(self, columns: tuple[Column, ...], entity: frozenset[str], language: str = "en") -> None:
        self.columns = columns
        self.entity = entity
        own = {part for c in columns for part in (c.unit, c.currency) if part}
        self.units = frozenset(word for part in own for word in part.casefold().split())
        self.targets = [_target(column, column_words(column, self.units, language)) for column in columns]
        self.words = TaskWords(target.words for target in self.targets)
        self.named = lru_cache(maxsize=_CACHED_HEADERS)(self._named)
        self.languages = lru_cache(maxsize=_CACHED_HEADERS)(_languages)

    def _named(self, headers: tuple[str | None, ...]) -> tuple[tuple[int, Tier], ...]:
        """`(header or -1, tier)` for each column, as far as headers alone decide; `None` is set aside."""
        found: dict[int, tuple[int, Tier]] = {}
        texts = {place: plain(header) for place, header in enumerate(headers) if header is not None}
        for tier, fits in self._tiers(headers, texts):
            taken = {place for place, _ in found.values()}
            pairs = [
                (place, column)
                for place in texts
                if place not in taken
                for column in range(len(self.columns))
                if column not in found
                and fits(place, column)
                and (tier is Tier.EXACT or not disowns(texts[place], self.words[column]))
            ]
            found |= {column: (place, tier) for place, column in unique_pairs(pairs)}
            if len(found) == len(self.columns):
                break
        return tuple(found.get(column, (-1, Tier.EXACT)) for column in range(len(self.columns)))

    def _is_no_other(self, text: str, column: int) -> bool:
        """Whether a header that looks misspelt has the very words of no other column."""
        return {says_same(text, self.words), names_part(text, self.words)} <= {None, column}

    def may_be_told(self, header: str, languages: tuple[str, ...]) -> bool:
        """Whether a header may be placed by its words alone."""
        is_named = any(place >= 0 for place, _ in self.named((header,)))
        return is_named or may_be_told(plain(header), self.words, languages)

    def _tiers(
        self, headers: tuple[str | None, ...], texts: dict[int, str]
    ) -> Iterable[tuple[Tier, Callable[[int, int], bool]]]:
        keys = {place: key(text) for place, text in texts.items()}
        bare = {place: key(without_units(text, self.units)) for place, text in texts.items()}
        targets, columns = self.targets, self.columns
        yield Tier.EXACT, lambda h, c: headers[h] == columns[c].name
        yield Tier.NORMALISED, lambda h, c: keys[h] == targets[c].key != ""
        yield Tier.NORMALISED, lambda h, c: bare[h] == targets[c].key != ""
        yield Tier.ALIAS, lambda h, c: keys[h] in targets[c].alias_keys
        yield Tier.ALIAS, lambda h, c: bare[h] in targets[c].alias_keys
        said = {place: says_same(text, self.words) for place, text in texts.items()}
        yield (
            Tier.SIMILAR,
            lambda h, c: is_similar(texts[h], targets[c].spellings) and self._is_no_other(texts[h], c),
        )
        yield Tier.WORDS, lambda h, c: said[h] == c


def map_headers(table: Table, task: Task, reads: Reads, looked_at: int = LOOKED_AT) -> HeaderMapping:
    """Map the table's headers to the task's columns; what stays open is for a model to say.

    `looked_at` cells of a column are read where its header does not decide.
    """
    index = header_index(task)
    headers: tuple[str | None, ...] = bare_headers(table.headers[:MOST_HEADERS])
    named = index.named(headers)
    if all(place >= 0 and tier is not Tier.SIMILAR for place, tier in named):
        return _mapping(index, table, dict(enumerate(named)))
    if copies := rival_copies(table, headers):
        headers = tuple(None if place in copies else header for place, header in enumerate(headers))
        named = index.named(headers)
    found = {column: fit for column, fit in enumerate(named) if fit[0] >= 0}
    pairs = (len(headers) - len(found)) * (len(index.columns) - len(found))
    languages = index.languages(headers)
    sheet = Sheet(table, index.columns, index.words, index.entity, reads, languages, looked_at, pairs)
    told = dict(found)
    try:
        told = {
            column: (place, tier)
            for column, (place, tier) in found.items()
            if tier is not Tier.SIMILAR or sheet.may_hold(place, column)
        }
        aside = map_by_cells(sheet, headers, told)
    except TooMuchToReadError:
        return _mapping(index, table, found)
    return _mapping(index, table, told, aside)


def header_index(task: Task) -> HeaderIndex:
    """The task's columns ready for look-up; made once for each task object."""
    return _index_of(_Identity(task.columns, task.entity_columns, task.language))


def is_similar(text: str, spellings: Iterable[tuple[str, ...]]) -> bool:
    """Whether a header is one of the spellings, misspelt.

    Every word must be near its counterpart: `start date` is no misspelling of `end date`,
    nor `population 2010` of `population 2020`.
    """
    words = word_list(text)
    return any(
        len(words) == len(spelling)
        and all(map(_is_near_word, words, spelling))
        and fuzz.ratio(" ".join(words), " ".join(spelling)) >= _SIMILAR
        for spelling in spellings
    )


def _is_near_word(word: str, other: str) -> bool:
    if word == other:
        return True
    if any(c.isdigit() for c in word + other) or frozenset((word, other)) in header_words().confusable:
        return False
    # Who does it, and what is done: `discoverer`, `discovered`.
    if any(one.endswith(_AGENTS) and two.endswith(_DEEDS) for one, two in ((word, other), (other, word))):
        return False
    return fuzz.ratio(word, other) >= _SIMILAR


def _target(column: Column, words: ColumnWords) -> _Target:
    spellings = tuple(tuple(word_list(plain(name))) for name in (column.name, *column.aliases))
    aliases = frozenset(filter(None, (key(plain(alias)) for alias in column.aliases)))
    return _Target(key(plain(column.name)), aliases, spellings, words)


def _mapping(
    index: HeaderIndex,
    table: Table,
    found: dict[int, tuple[int, Tier]],
    aside: frozenset[int] = frozenset(),
) -> HeaderMapping:
    count = len(index.columns)
    taken = {place for place, _ in found.values()}
    left_columns = tuple(column for column in range(count) if column not in found)
    left_headers = tuple(
        place
        for place in range(min(len(table.headers), MOST_HEADERS))
        if place not in taken and place not in aside
    )
    is_open = bool(left_columns and left_headers)
    return HeaderMapping(
        places=tuple(found[column][0] if column in found else None for column in range(count)),
        tiers=tuple(found[column][1] if column in found else None for column in range(count)),
        open_headers=left_headers if is_open else (),
        open_columns=left_columns if is_open else (),
        spare_headers=left_headers,
    )


def _languages(headers: tuple[str | None, ...]) -> tuple[str, ...]:
    return languages_of(plain(header) for header in headers if header is not None)


class _Identity:
    """Columns compared by identity: hashing them by value costs more than mapping a table."""

    __slots__ = ("columns", "entity", "language")

    def __init__(self, columns: tuple[Column, ...], entity: tuple[str, ...], language: str) -> None:
        self.columns = columns
        self.entity = entity
        self.language = language

    def __hash__(self) -> int:
        return id(self.columns)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Identity)
            and self.columns is other.columns
            and (self.entity, self.language) == (other.entity, other.language)
        )


@lru_cache(maxsize=4096)
def _index_of(same: _Identity) -> HeaderIndex:
    return HeaderIndex(same.columns, frozenset(same.entity), same.language)
