"""Rows that speak of other rows: captions between them, and totals below them.

Such a row is a claim only if it, or for a caption any other one, names a gold row, which is for
others to see; what stands under a caption that excludes it is none at all (grading.md 2.1, 2.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from atlas_grader.answers import NumberLiteral, RawCell
from atlas_grader.cleaning import clean_text
from atlas_grader.markup import STRIKE
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.headers.words import header_words, key, plain
from atlas_grader.parse.titles import Standing, is_one_of, standing_of

_EMPHASIS = re.compile(
    r"[^\w<*]{0,6}(?:(?P<sign>\*{1,3}|_{1,3})[^*|]{1,200}(?P=sign)|<(?P<tag>b|strong|i|em)>.{1,200}</(?P=tag)>)[\s:：]*",
    re.IGNORECASE | re.DOTALL,
)
_DASHES = frozenset("-–—―−.…/*_ ")
_COUNT = re.compile(r"[(\[:=].*|\d.*", re.DOTALL)
# What may strike a text out, and a text of which nothing else is left.
_STRIKE = re.compile(rf"{STRIKE}|[\u0334-\u0338]", re.IGNORECASE)
_STRUCK = re.compile(r"[^\w~]*~~[^~]+~~[^\w~]*(?:[(\[][^()\[\]]*[)\]])?[^\w~]*")
# The sign of a footnote, and its text.
_MARKED = re.compile(r"\s*(?:\\?\*{1,3}(?=[ ])|[†‡§¹²³※]|\[(?:\d{1,2}|[a-z])\])\s*\S")
_LONGEST_HEAD = 60
_MOST_REMARKS = 8
_FEWEST_COLUMNS = 3
_MOST_TOTALS = 5
_MOST_CAPTIONS = 12
# From this share of rows with a name in bold on, bold is no sign of a caption.
_USUAL = 0.5

Row = Sequence[RawCell]


def without_excluded(rows: Sequence[Row]) -> tuple[Sequence[Row], list[str]]:
    """The rows but those under a caption such as `**Excluded**`, and what was left out."""
    if not any(_excludes(row) for row in rows):
        return rows, []
    captions = _captions_among(rows)
    denied = {place for place in captions if standing_of(_only_text(rows[place])) is Standing.DENIED}
    kept: list[Row] = []
    is_denied = False
    for place, row in enumerate(rows):
        is_denied = place in denied if place in captions else is_denied
        if not is_denied:
            kept.append(row)
    left_out = len(rows) - len(kept) - len(denied)
    return kept, [f"{left_out} rows under a caption that excludes them are left out"] if denied else []


def captions_of(rows: Sequence[Row]) -> frozenset[int]:
    """The few rows that head a group of others: right above a row that is none.

    What looks like one but heads nothing is a row, and so are all of them where they are many:
    else names could be guessed there for nothing.
    """
    alone = _captions_among(rows)
    heading = frozenset(place for place in alone if _heads_a_group(rows, alone, place))
    return heading if len(heading) <= min(_MOST_CAPTIONS, 1 + (len(rows) - len(alone)) // 2) else frozenset()


def _heads_a_group(rows: Sequence[Row], alone: set[int], place: int) -> bool:
    return place + 1 < len(rows) and place + 1 not in alone and place - 1 not in alone


def without_withdrawn(rows: Sequence[Row], names: Sequence[int]) -> tuple[Sequence[Row], list[str]]:
    """The rows but those whose names are struck out; all of them where no name is left."""
    kept = [row for row in rows if not _is_withdrawn([row[place] for place in names])]
    count = len(rows) - len(kept)
    if not kept or not count:
        return rows, []
    return kept, [f"{count} row{'s' if count > 1 else ''} left out: the name is struck out"]


def _is_withdrawn(name: Row) -> bool:
    if not any(isinstance(cell, str) and _STRIKE.search(cell) for cell in name):
        return False
    return all(is_blank(cell) or (isinstance(cell, str) and _is_struck(cell)) for cell in name)


def _is_struck(cell: str) -> bool:
    """Whether all of a text is struck out, but for a note in brackets."""
    return _STRIKE.search(cell) is not None and _STRUCK.fullmatch(clean_text(cell)) is not None


def remarks_among(rows: Sequence[Row]) -> frozenset[int]:
    """The last rows that hold one text alone, which is a note or names a source."""
    found: set[int] = set()
    for place in range(len(rows) - 1, max(0, len(rows) - 1 - _MOST_REMARKS), -1):
        if not _is_remark(rows[place]):
            break
        found.add(place)
    if not found:
        return frozenset()
    # Where names have such signs, too, a sign tells nothing.
    others = (cell for place, row in enumerate(rows) if place not in found for cell in row[:1])
    return (
        frozenset()
        if any(isinstance(cell, str) and _MARKED.match(cell) for cell in others)
        else frozenset(found)
    )


def _is_remark(row: Row) -> bool:
    """`Source: Wikipedia`, `* estimated`; also where a cell that spans the row was repeated."""
    texts = {cell for cell in row if not is_blank(cell)}
    if len(row) < 2 or len(texts) != 1:
        return False
    text = texts.pop()
    if not isinstance(text, str) or isinstance(text, NumberLiteral):
        return False
    head, colon, _ = text[:_LONGEST_HEAD].replace("：", ":").partition(":")
    words = header_words()
    said = key(plain(head.strip(" ([")))
    return (bool(colon) and said in words.remarks | words.sources) or _MARKED.match(text) is not None


def totals_among(rows: Sequence[Row], names: Sequence[int]) -> frozenset[int]:
    """The totals among the last rows; `names` are the places of the entity."""
    return frozenset(_totals(rows, names))


def _captions_among(rows: Sequence[Row]) -> set[int]:
    """Rows of one text alone: in bold where names are not, or repeated across the row."""
    found = {place for place, row in enumerate(rows) if _is_alone(row)}
    if not found or len(found) == len(rows):
        return set()
    bold = sum(_is_bold_name(row) for place, row in enumerate(rows) if place not in found)
    return found if bold < _USUAL * (len(rows) - len(found)) else set()


def _is_alone(row: Row) -> bool:
    if len(row) < _FEWEST_COLUMNS:
        return False
    first, second = row[0], row[1]
    if first and second and first != second:  # as in nearly every row
        return False
    if isinstance(first, str) and first and all(cell == first for cell in row):
        return any(map(str.isalpha, first))
    filled = [cell for cell in row if not is_blank(cell)]
    return len(filled) == 1 and isinstance(filled[0], str) and _EMPHASIS.fullmatch(filled[0]) is not None


def _is_bold_name(row: Row) -> bool:
    first = next((cell for cell in row if isinstance(cell, str) and any(map(str.isalpha, cell[:200]))), "")
    return _EMPHASIS.fullmatch(first) is not None


def _excludes(row: Row) -> bool:
    text = _only_text(row)
    return bool(text) and _is_alone(row) and standing_of(text) is Standing.DENIED


def _only_text(row: Row) -> str:
    return next((cell for cell in row if isinstance(cell, str) and cell.strip()), "")


def _totals(rows: Sequence[Row], names: Sequence[int]) -> Iterator[int]:
    """Rows at the end that are called a total and hold figures only."""
    if len(rows) < _FEWEST_COLUMNS or not names:
        return
    labels: set[RawCell] = set()
    for place in range(len(rows) - 1, max(-1, len(rows) - 1 - _MOST_TOTALS), -1):
        row = rows[place]
        label = next((n for n in range(max(names) + 1) if is_total(row[n]) and row[n] not in labels), None)
        others = [cell for n, cell in enumerate(row) if n != label and not _says_nothing(cell)]
        if label is None or not all(map(_is_figure, others)):
            return
        labels.add(row[label])
        yield place


def is_total(cell: RawCell) -> bool:
    """Whether a cell is called a total: `Total (3)`, `Average`."""
    if not isinstance(cell, str) or isinstance(cell, NumberLiteral) or len(cell) > 80:
        return False
    return is_one_of(_COUNT.sub("", cell), "totals")


def _is_figure(cell: RawCell) -> bool:
    return isinstance(cell, str) and any(map(str.isdigit, cell[:200]))


def _says_nothing(cell: RawCell) -> bool:
    return is_blank(cell) or (isinstance(cell, str) and _DASHES.issuperset(cell.strip()))
