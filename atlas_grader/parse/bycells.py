"""Headers that only their cells can place (grading.md 2.2, words and content).

A type that reads anything decides nothing: text columns are mapped by content
only where one header and one column of each are left, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from atlas_grader.answers import NumberLiteral, RawCell, Table
from atlas_grader.parse.columnwords import ColumnWords, abbreviates, describes, names_part, speaks_of_another
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.tiers import Tier, unique_pairs
from atlas_grader.parse.words import header_words, key, plain, stems
from atlas_grader.tasks import CellType, Column

_LOOKED_AT = 60
"""Cells of a column that are read; a table's first rows are like the others."""
_MOST = 0.8
"""Share of the cells that a type must read to be compelling."""
_SOME = 0.3
"""Share that must be read where words already speak for a column."""

_TEXT_LIKE = {CellType.TEXT, CellType.NAME, CellType.LIST, CellType.IDENTIFIER}
_NUMERIC = {CellType.NUMBER, CellType.PERCENT, CellType.MONEY, CellType.QUANTITY}

Found = dict[int, tuple[int, Tier]]


@dataclass(slots=True)
class Sheet:
    """A table beside the columns it should hold."""

    table: Table
    columns: tuple[Column, ...]
    words: Sequence[ColumnWords]
    entity: frozenset[str]
    reads: Callable[[Column], Callable[[RawCell], bool]]
    shares: dict[tuple[int, int], float] = field(default_factory=dict)

    def share(self, place: int, column: int) -> float:
        """How many of the non-empty cells under a header the column's type reads."""
        if (place, column) not in self.shares:
            cells = self.cells(place)
            read = self.reads(self.columns[column])
            self.shares[place, column] = sum(map(read, cells)) / len(cells) if cells else 0.0
        return self.shares[place, column]

    def cells(self, place: int) -> list[RawCell]:
        """The first cells under a header that hold anything."""
        return [row[place] for row in self.table.rows[:_LOOKED_AT] if not _says_nothing(row[place])]

    def is_text_like(self, column: int) -> bool:
        """Whether the column's type reads anything at all."""
        return self.columns[column].type in _TEXT_LIKE


def map_by_cells(sheet: Sheet, headers: tuple[str | None, ...], found: Found) -> frozenset[int]:
    """Add to `found` what words and cells together decide; the headers that are set aside."""
    texts = {place: plain(header) for place, header in enumerate(headers) if header is not None}
    aside = {place for place in range(len(headers)) if place not in texts}
    aside |= {
        place
        for place in texts
        if _holds_nothing(sheet.table, place) or _is_index(sheet, place, texts[place])
    }
    left = {place: text for place, text in texts.items() if place not in aside}
    _by_words(sheet, left, found)
    extra = {place for place, text in left.items() if _is_extra(sheet, text, found, None)}
    _by_content(sheet, {place: text for place, text in left.items() if place not in extra}, found)
    return frozenset(
        aside | {place for place in extra if _is_extra(sheet, left[place], found, CellType.TEXT)}
    )


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


def _by_words(sheet: Sheet, texts: dict[int, str], found: Found) -> None:
    tries: tuple[tuple[Callable[[str, int, Sequence[ColumnWords]], bool], float], ...] = (
        (names_part, _SOME),
        (abbreviates, _MOST),
        (describes, _MOST),
    )
    _name_the_entity(sheet, texts, found)
    for fits, least in tries:
        pairs = [
            (place, column)
            for place, text in _open(texts, found)
            for column in _columns_left(sheet, found)
            if fits(text, column, sheet.words)
            and (sheet.is_text_like(column) or sheet.share(place, column) >= least)
        ]
        _take(pairs, Tier.WORDS, found)


def _name_the_entity(sheet: Sheet, texts: dict[int, str], found: Found) -> None:
    """`Name` above the entities: the entity column is the one that names a row."""
    words = header_words()
    naming = [
        place
        for place, text in _open(texts, found)
        if stems(text) & words.entity and stems(text) <= words.entity | words.generic
    ]
    entity = [place for place, column in enumerate(sheet.columns) if column.name in sheet.entity]
    if len(naming) != 1 or len(entity) != 1 or entity[0] in found:
        return
    said = stems(texts[naming[0]]) & words.entity
    if any(
        said & name
        for column in _columns_left(sheet, found)
        if column != entity[0]
        for name in sheet.words[column].names
    ):
        return
    if sheet.share(naming[0], entity[0]) >= _SOME:
        found[entity[0]] = (naming[0], Tier.WORDS)


def _by_content(sheet: Sheet, texts: dict[int, str], found: Found) -> None:
    before = -1
    while len(found) != before:
        before = len(found)
        pairs = [
            (place, column)
            for place, _ in _open(texts, found)
            for column in _columns_left(sheet, found)
            if _would_do(sheet, place, texts[place], column)
        ]
        _take([p for p in unique_pairs(pairs) if not sheet.is_text_like(p[1])], Tier.CONTENT, found)
    places = [place for place, _ in _open(texts, found)]
    columns = _columns_left(sheet, found)
    if len(places) == len(columns) and all(
        _would_do(sheet, place, texts[place], column) for place, column in zip(places, columns, strict=True)
    ):
        tier = Tier.CONTENT if len(places) == 1 else Tier.ORDER
        found |= {c: (p, tier) for p, c in zip(places, columns, strict=True)}


def _would_do(sheet: Sheet, place: int, text: str, column: int) -> bool:
    """Whether a column's type reads what stands under a header, and the header says nothing against it."""
    if not text and sheet.columns[column].name not in sheet.entity:
        return False
    kind = sheet.columns[column].type
    if (
        kind in _NUMERIC
        and stems(text) & _types("date")
        and not any(name & _types("date") for name in sheet.words[column].names)
    ):
        return False
    if speaks_of_another(text, column, sheet.words):
        return False
    if sheet.is_text_like(column) and not _has_letters(sheet, place):
        return False
    return sheet.share(place, column) >= _MOST


def _types(kind: str) -> frozenset[str]:
    return header_words().types[kind]


def _has_letters(sheet: Sheet, place: int) -> bool:
    cells = sheet.cells(place)
    lettered = sum(
        isinstance(cell, tuple) or (isinstance(cell, str) and _is_lettered(cell)) for cell in cells
    )
    return bool(cells) and lettered >= _MOST * len(cells)


def _is_lettered(cell: str) -> bool:
    return not isinstance(cell, NumberLiteral) and any(c.isalpha() for c in cell[:200])


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


def _is_index(sheet: Sheet, place: int, text: str) -> bool:
    """`#`, `No.` or nothing above 1, 2, 3 …"""
    if key(text) not in header_words().index:
        return False
    numbers = [str(row[place]).strip(" .)#") for row in sheet.table.rows[:_LOOKED_AT]]
    return any(numbers == [str(n) for n in range(first, first + len(numbers))] for first in (0, 1))


def _holds_nothing(table: Table, place: int) -> bool:
    return all(is_blank(row[place]) for row in table.rows)


def _says_nothing(cell: RawCell) -> bool:
    if is_blank(cell):
        return True
    if not isinstance(cell, str):
        return False
    text = cell[:200].strip().casefold()
    # Signs above the Latin ones can mean something without a letter: ✓, ❌, flags.
    return text in header_words().no_data or not any(c.isalnum() or c > "\u2069" for c in text)


def _open(texts: dict[int, str], found: Found) -> list[tuple[int, str]]:
    taken = {place for place, _ in found.values()}
    return [(place, text) for place, text in texts.items() if place not in taken]


def _columns_left(sheet: Sheet, found: Found) -> list[int]:
    return [column for column in range(len(sheet.columns)) if column not in found]


def _take(pairs: Iterable[tuple[int, int]], tier: Tier, found: Found) -> None:
    found |= {column: (place, tier) for place, column in unique_pairs(pairs)}
