"""Headers that only their cells can place (grading.md 2.2, words and content).

A type that reads anything decides nothing by itself: names and texts are placed
only where every open column has a header, in one way alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from atlas_grader.answers import Table
from atlas_grader.parse.headers.assignment import only_assignment
from atlas_grader.parse.headers.columnwords import (
    TaskWords,
    contradicts,
    denies,
    kind_of,
    narrows,
    speaks_against,
    speaks_of_another,
    speaks_of_its_own,
)
from atlas_grader.parse.headers.levels import (
    abbreviates,
    are_called,
    describes,
    fits_a_name,
    means,
    names_part,
    retells,
    says_same,
)
from atlas_grader.parse.headers.meanings import translations, wordings
from atlas_grader.parse.headers.sheet import SOME, Sheet
from atlas_grader.parse.headers.tiers import Tier, unique_pairs
from atlas_grader.parse.headers.words import denials, header_words, key, plain, stems, without_brackets
from atlas_grader.tasks import CellType

# Beyond these a table runs wild: trying every header with every column would take seconds.
_MOST_OPEN = 40
_MOST_PAIRS = 320

_MOST = 0.8
"""Share of the cells that a type must read to be compelling."""
_HALF = 0.5
"""Share that must be read, and more, where no other header or column is left."""

_FEWEST_KNOWN = 2
"""Columns that must be sure without it before the order of a table decides."""

_NUMERIC = {CellType.NUMBER, CellType.PERCENT, CellType.MONEY, CellType.QUANTITY}
_ARROW = re.compile(r"\s*(?:[→⇒➜➔]|->|=>)\s*")
_NAMELESS = frozenset(("", "#"))
_NEVER_ASKED = frozenset(("not", "wrong"))
_NAMING = frozenset(("name", "title"))

# How words single out a column, and the share of cells that must be read then.
_BY_ITS_WORDS = {names_part: SOME, abbreviates: _MOST, describes: _MOST}

Found = dict[int, tuple[int, Tier]]
Texts = dict[int, str]
Pairs = list[tuple[int, int]]
Said = TypeVar("Said")


def map_by_cells(sheet: Sheet, headers: tuple[str | None, ...], found: Found) -> frozenset[int]:
    """Add to `found` what words and cells together decide; the headers that are set aside."""
    texts = {place: plain(header) for place, header in enumerate(headers) if header is not None}
    aside = {place for place in range(len(headers)) if place not in texts}
    aside |= {place for place in texts if sheet.holds_nothing(place) or _is_index(sheet, place, texts[place])}
    aside |= {place for place, text in texts.items() if _is_no_column(sheet, text)}
    left = {place: text for place, text in texts.items() if place not in aside}
    _by_words(sheet, left, found)
    extra = {place for place, text in left.items() if _is_extra(sheet, text, found, None)}
    _by_content(sheet, {place: text for place, text in left.items() if place not in extra}, found)
    aside |= {place for place in extra if _is_extra(sheet, left[place], found, CellType.TEXT)}
    if all(column in found for column in sheet.entity_places):
        aside |= {place for place, text in left.items() if not text and not _may_name(sheet, place, found)}
    return frozenset(aside)


def rival_copies(table: Table, headers: Sequence[str | None]) -> set[int]:
    """Headers that say the same as an earlier one above equal cells."""
    seen: dict[str, int] = {}
    copies = set()
    for place, header in enumerate(headers):
        name = key(plain(header or ""))
        if not name:
            continue
        first = seen.setdefault(name, place)
        if first != place and all(row[first] == row[place] for row in table.rows):
            copies.add(place)
    return copies


@lru_cache(maxsize=4096)
def may_be_told(text: str, words: TaskWords, languages: tuple[str, ...]) -> bool:
    """Whether a header's words may place it, unless its cells or other headers speak against it."""
    others = wordings(text, languages)
    return (
        any(single_out(text, words) is not None for single_out in (says_same, *_BY_ITS_WORDS, retells))
        or any(single_out(others, words) is not None for single_out in (are_called, means))
        or bool(stems(text) & header_words().entity)
        or not _NAMING.isdisjoint((text, *translations(text, languages)))
    )


def could_hold(sheet: Sheet, headers: Sequence[str]) -> Pairs:
    """Every header and column whose type reads what stands under it; none of a table run wild."""
    if _runs_wild(len(headers), len(sheet.columns)):
        return []
    return [
        (place, column)
        for place, header in enumerate(headers)
        for column in range(len(sheet.columns))
        if _would_do(sheet, place, plain(header), column, _MOST)
    ]


def _by_words(sheet: Sheet, texts: Texts, found: Found) -> None:
    _name_the_entity(sheet, texts, found)
    for single_out, least in _BY_ITS_WORDS.items():
        pairs = _singled_out(sheet, _open(texts, found), found, single_out)
        pairs = [pair for pair in pairs if _is_read(sheet, *pair, least) and _may_be_entity(sheet, *pair)]
        _take(pairs, Tier.WORDS, found)
    _by_other_words(sheet, texts, found)
    pairs = _singled_out(sheet, _open(texts, found), found, retells)
    _take([pair for pair in pairs if _looks(sheet, *pair, _MOST)], Tier.WORDS, found)
    _take(_by_whom(sheet, _open(texts, found), _columns_left(sheet, found)), Tier.WORDS, found)


def _by_whom(sheet: Sheet, left: list[tuple[int, str]], columns: list[int]) -> Pairs:
    """`By whom`, where one column alone of who did something is left."""
    return [
        (place, column)
        for place, text in left
        if key(text) in header_words().whom
        for column in columns
        if kind_of(sheet.columns[column]) is CellType.NAME
        and column not in sheet.entity_places
        and any(stem[0] == "~" for name in sheet.words[column].names for stem in name)
        and _looks(sheet, place, column, _MOST)
    ]


def _by_other_words(sheet: Sheet, texts: Texts, found: Found) -> None:
    """Synonyms and translations, where a header's own words are no column's name."""
    others = [
        (place, reworded)
        for place, text in _open(texts, found)
        if (reworded := sheet.reworded(text)) and not fits_a_name(text, sheet.words)
    ]
    for single_out, share in ((are_called, sheet.could_be), (means, sheet.looks)):
        taken = {place for place, _ in found.values()}
        left = [(place, reworded) for place, reworded in others if place not in taken]
        pairs = [
            (place, column)
            for place, column in _singled_out(sheet, left, found, single_out)
            if not sheet.cells(place) or share(place, column) >= SOME
        ]
        _take(pairs, Tier.WORDS, found)


def _name_the_entity(sheet: Sheet, texts: Texts, found: Found) -> None:
    """`Name` above the entities: the entity column is the one that names a row."""
    words = header_words()
    entity = _entity_left(sheet, found)
    if entity is None:
        return
    naming = [
        place
        for place, text in _open(texts, found)
        if (stems(text) & words.entity and stems(text) <= words.entity | words.generic)
        or not _NAMING.isdisjoint((text, *sheet.translated(text)))
        or _becomes_entity(sheet, place, text, entity)
    ]
    if len(naming) != 1:
        return
    said = stems(texts[naming[0]]) & words.entity
    if any(
        said & name
        for column in _columns_left(sheet, found)
        if column != entity
        for name in sheet.words[column].names
    ):
        return
    if sheet.share(naming[0], entity) >= SOME:
        found[entity] = (naming[0], Tier.WORDS)


def _becomes_entity(sheet: Sheet, place: int, text: str, entity: int) -> bool:
    """`Candidate → President` above names of their own, where rows are presidents."""
    ends = _ARROW.split(text)
    return (
        len(ends) == 2
        and any(stems(end) in sheet.words[entity].names for end in ends)
        and sheet.tells_rows_apart(place)
        and sheet.wordy(place) >= _MOST
    )


def _by_content(sheet: Sheet, texts: Texts, found: Found) -> None:
    _nameless_entity(sheet, texts, found)
    before = -1
    while len(found) != before:
        before = len(found)
        pairs = _content_pairs(sheet, texts, found, _MOST)
        _take([p for p in unique_pairs(pairs) if not sheet.is_open_minded(p[1])], Tier.CONTENT, found)
    columns = _columns_left(sheet, found)
    is_lone = len(columns) == len(_open(texts, found)) == 1
    pairs = _content_pairs(sheet, texts, found, _HALF if is_lone else _MOST)
    if columns and (only := only_assignment(pairs, columns)):
        found |= {column: (place, Tier.CONTENT) for column, place in only.items()}
        return
    ordered = list(zip((place for place, _ in _open(texts, found)), columns, strict=False))
    is_even = len(ordered) == len(columns) == len(_open(texts, found))
    if is_even and set(ordered) <= set(pairs) and _is_in_order(ordered, pairs, found):
        found |= {column: (place, Tier.ORDER) for place, column in ordered}


def _is_in_order(ordered: Pairs, pairs: Pairs, found: Found) -> bool:
    """Whether the whole table keeps the task's order, and enough of it is known to say so.

    Order alone tells two dates apart only in a table that was plainly filled in column by column.
    """
    known = {column: place for column, (place, _) in found.items()}
    sure = len(known) + len(set(unique_pairs(pairs)) & set(ordered))
    known |= {column: place for place, column in ordered}
    places = [known[column] for column in sorted(known)]
    return sure >= _FEWEST_KNOWN and places == sorted(places)


def _nameless_entity(sheet: Sheet, texts: Texts, found: Found) -> None:
    """A nameless first column that tells the rows apart names them; it can be no other column."""
    entity = _entity_left(sheet, found)
    if entity is None or texts.get(0) != "" or 0 not in dict(_open(texts, found)):
        return
    if sheet.tells_rows_apart(0) and _looks(sheet, 0, entity, _MOST):
        found[entity] = (0, Tier.CONTENT)


def _may_name(sheet: Sheet, place: int, found: Found) -> bool:
    """Whether a nameless first column may name what a header seemed to (`Years as pope`)."""
    is_sure = any(found[column][1] is not Tier.WORDS for column in sheet.entity_places)
    return place == 0 and not is_sure and sheet.tells_rows_apart(0) and sheet.wordy(0) >= _MOST


def _content_pairs(sheet: Sheet, texts: Texts, found: Found, least: float) -> Pairs:
    left, columns = _open(texts, found), _columns_left(sheet, found)
    if _runs_wild(len(left), len(columns)):
        return []
    return [
        (place, column)
        for place, text in left
        for column in columns
        if _would_do(sheet, place, text, column, least)
    ]


def _runs_wild(headers: int, columns: int) -> bool:
    return headers > _MOST_OPEN or headers * columns > _MOST_PAIRS


def _would_do(sheet: Sheet, place: int, text: str, column: int, least: float) -> bool:
    """Whether a column's type reads what stands under a header, and the header says nothing against it."""
    if text in _NAMELESS and sheet.columns[column].name not in sheet.entity:
        return False
    # In another language one sense that suits the column is enough.
    senses = sheet.translated(text)
    if _is_against(sheet, text, column) or all(_is_against(sheet, told, column) for told in senses):
        return False
    # A header that names the type (`Launch price`) vouches for cells that the type cannot read.
    named = not sheet.is_open_minded(column) and bool(stems(text) & sheet.words[column].type_words)
    return _looks(sheet, place, column, min(least, _HALF) if named else least)


def _is_against(sheet: Sheet, text: str, column: int) -> bool:
    is_number = sheet.columns[column].type in _NUMERIC
    return _denies(sheet, text, column) or _is_said_against(
        text, column, sheet.words, sheet.entity_places, is_number=is_number
    )


@lru_cache(maxsize=4096)
def _is_said_against(
    text: str, column: int, words: TaskWords, entity: tuple[int, ...], *, is_number: bool
) -> bool:
    """Whether a header's words alone say that it is not the column."""
    said = words[column]
    dates = header_words().types["date"]
    return (
        (is_number and bool(stems(text) & dates) and not any(name & dates for name in said.names))
        or speaks_of_its_own(text, said)
        or speaks_against(text, said)
        or (column not in entity and narrows(text, column, words, entity))
        or speaks_of_another(text, column, words, entity)
    )


def _looks(sheet: Sheet, place: int, column: int, least: float) -> bool:
    share = sheet.looks(place, column)
    return share >= least if least != _HALF else share > least


def _is_read(sheet: Sheet, place: int, column: int, least: float) -> bool:
    if sheet.is_open_minded(column) or not sheet.cells(place):
        return True
    kind = sheet.columns[column].type
    if kind is CellType.ENUM and sheet.looks(place, column) > _HALF:
        return True
    # `78th (2006)` is no date, but says which year is meant.
    is_dated = kind is CellType.DATE and least == SOME and sheet.dated(place) >= _MOST
    return is_dated or sheet.share(place, column) >= least


def _may_be_entity(sheet: Sheet, place: int, column: int) -> bool:
    """Whether the cells under a header may be entities: `Years as pope` above figures is no pope."""
    is_other = column not in sheet.entity_places or sheet.columns[column].type is not CellType.NAME
    return is_other or not sheet.cells(place) or sheet.wordy(place) >= SOME


def _is_extra(sheet: Sheet, text: str, found: Found, spared: CellType | None) -> bool:
    """Notes and sources: never placed by content, and not open either unless a column could be meant."""
    words = header_words()
    name = key(text)
    if name not in words.remarks and name not in words.sources:
        return False
    if spared is None:
        return True
    could_be = {spared, CellType.URL} if name in words.sources else {spared}
    return not any(sheet.columns[column].type in could_be for column in _columns_left(sheet, found))


def _denies(sheet: Sheet, text: str, column: int) -> bool:
    """Whether a header denies the column in every reading: `sin litoral` is landlocked."""
    return denies(text, sheet.words[column]) and all(
        denies(told, sheet.words[column]) for told in sheet.translated(text)
    )


def _is_no_column(sheet: Sheet, text: str) -> bool:
    """`Not elevation`, `Wrong ascent`: nothing that is asked for; a yes or no it may be, reversed."""
    denied = denials(without_brackets(text)) & _NEVER_ASKED
    return bool(denied) and not any(
        denied & said.denials or column.type is CellType.BOOLEAN
        for column, said in zip(sheet.columns, sheet.words, strict=True)
    )


def _is_index(sheet: Sheet, place: int, text: str) -> bool:
    """`#`, `No.` or nothing above 1, 2, 3 …"""
    return key(text) in header_words().index and sheet.counts_rows(place)


def _entity_left(sheet: Sheet, found: Found) -> int | None:
    """The column that alone names the entity, unless it was found."""
    entity = sheet.entity_places
    return entity[0] if len(entity) == 1 and entity[0] not in found else None


def _singled_out(
    sheet: Sheet,
    said: Iterable[tuple[int, Said]],
    found: Found,
    single_out: Callable[[Said, TaskWords], int | None],
) -> Pairs:
    fits = ((place, single_out(text, sheet.words)) for place, text in said)
    return [
        (place, column)
        for place, column in fits
        if column is not None
        and column not in found
        and not _denies(sheet, plain(sheet.table.headers[place]), column)
        and not contradicts(plain(sheet.table.headers[place]), sheet.words[column])
    ]


def _open(texts: Texts, found: Found) -> list[tuple[int, str]]:
    taken = {place for place, _ in found.values()}
    return [(place, text) for place, text in texts.items() if place not in taken]


def _columns_left(sheet: Sheet, found: Found) -> list[int]:
    return [column for column in range(len(sheet.columns)) if column not in found]


def _take(pairs: Iterable[tuple[int, int]], tier: Tier, found: Found) -> None:
    found |= {column: (place, tier) for place, column in unique_pairs(pairs)}
