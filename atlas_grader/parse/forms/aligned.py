"""Tables whose columns are aligned by spaces, as programs print them.

A column ends where no line has anything for two places or more, or for one where a line, or a
ruler of dashes, shows that two cells meet there. Where the columns stand askew, cells are what
two spaces part, if that gives every line its cells.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from atlas_grader.answers import Table
from atlas_grader.parse.grid import WIDEST, shape
from atlas_grader.parse.spans import Found, Piece

_RULER = re.compile(r"(?=.*[-=─━═]{2})[ ]*[-=─━═]+(?:[ ]+[-=─━═]+)*")
_RULED = re.compile(r"^[ ]*[-=─━═]+[ ]+[-=─━═][-=─━═ ]*$", re.MULTILINE)
_PARTED = re.compile(r"\S[ ]{2,}\S")
_CELL = re.compile(r"\S+(?:[ ]\S+)*")
_SPACES = re.compile(r"(?<=\S)[ ]{2,}(?=\S)")
# Spaces of other kinds hold a cell together.
_FILLED = re.compile(r"[^ \t]")
_GAPS = str.maketrans(" \t", "00")
# `[14 rows x 7 columns]`, `(2 rows)`
_COUNT = re.compile(r"\s*[\[(]\d+ rows?(?: [x×] \d+ columns?)?[\])]")
_ITEM = re.compile(r"\s*(?:[-*+•‣◦#]|\d{1,3}[.)])\s")
# Cells that end so are parted by that sign, or are labels.
_OTHER_SIGNS = frozenset(",;:|")
_MOST_WORDS = 2
"""In a name that ends with a full stop."""
_WRAPPED = "\\"
"""What stands behind headers that go on further below."""
_WIDE = frozenset("WF")
_FILLER = "\0"
_FEWEST_BARE = 2
_FEWEST_WORDED = 3
"""Lines, and words in them, that make a table where single spaces part all cells."""
_WORD = re.compile(r"[^ ]+")
_FIRST_WORD = re.compile(r"[^\W\d_]{3,}")
_MOST_HEADER_LINES = 3
_LONGEST_HEADER = 60
_LONGEST_LINE = 2_000

_Cut = list[list[str]]


def find_aligned(piece: Piece) -> Iterator[Found]:
    """Runs of lines that are surely aligned and no prose; wrapped columns stand beside the others."""
    last: Found | None = None
    is_wrapped = False
    is_parted = "  " in piece.text or _RULED.search(piece.text) is not None
    for run in piece.runs:
        texts = [line.text for line in run]
        first = _first_line(texts) if is_parted else len(texts)
        lines = [text.rstrip() for text in texts[first:]]
        goes_on, is_wrapped = is_wrapped, bool(lines) and lines[0].endswith(_WRAPPED)
        table = _read([line.removesuffix(_WRAPPED) for line in lines], _FEWEST_BARE)
        if table is None and (table := _by_words(texts)):
            first = 0
        if last and table and goes_on and (joined := _beside(last.tables[0], table)):
            last = Found(last.start, run[-1].end, (joined,))
        elif table:
            if last:
                yield last
            last = Found(run[first].start, run[-1].end, (table,))
    if last:
        yield last


def read_aligned(text: str) -> Table | None:
    """A text that is said to be one such table, blank lines between its rows or not."""
    lines = text.split("\n")
    return _read(lines[_first_line(lines) :], 1)


def _beside(left: Table, right: Table) -> Table | None:
    """The columns of two tables, if their rows are called the same."""
    if [row[0] for row in left.rows] != [row[0] for row in right.rows]:
        return None
    rows = tuple((*row, *more[1:]) for row, more in zip(left.rows, right.rows, strict=True))
    return Table((*left.headers, *right.headers[1:]), rows)


def _first_line(lines: Sequence[str]) -> int:
    """Where the table begins: where two cells are parted, or one above, if each word is a header."""
    first = next((n for n, line in enumerate(lines) if _begins(line)), len(lines))
    if 0 < first < len(lines):
        above, row = lines[first - 1].rstrip(), lines[first].rstrip()
        if _RULER.fullmatch(row):
            below = [line.rstrip() for line in lines[first + 2 : first + 2 + _MOST_HEADER_LINES]]
            return first - (_heads(above, row) and not any(map(_RULER.fullmatch, below)))
        cells = len(_SPACES.split(row))
        # An index has no header.
        return first - (len(above) == len(row) and len(above.split()) in {cells, cells - 1})
    return first


def _heads(line: str, ruler: str) -> bool:
    """Whether a line above a ruler has a header for each of its columns."""
    runs = [run.span() for run in _WORD.finditer(ruler)]
    is_above = all(
        line[start:end].strip() and not line[max(0, start - 1) : start].strip() for start, end in runs
    )
    return len(runs) > 1 and (is_above or len(line.split()) == len(runs))


def _begins(line: str) -> bool:
    return _PARTED.search(line) is not None or _RULER.fullmatch(line.rstrip()) is not None


def _read(lines: Sequence[str], fewest: int) -> Table | None:
    lines = [line.rstrip() for line in lines if line.strip() and not _COUNT.fullmatch(line.rstrip())]
    while lines and _is_sentence(lines[-1]):
        lines.pop()
    header, rows, rulers = _parts(lines)
    if len(rows) < (1 if rulers else fewest) or not _may_be_headers(header, lines, rulers):
        return None
    cut = _in_words([header[-1], *rows]) if rulers else None
    if cut and len(cut[0]) != len(rulers[0].split()):
        cut = None
    if cut is None and not all(map(str.isascii, lines)):
        drawn = [[_at_width(line) for line in part] for part in (header, rows, rulers)]
        cut = _by_columns(*drawn)
    cut = cut or _by_columns(header, rows, rulers) or _by_spaces(header, rows)
    if cut is None or not (rulers or 2 * sum(sum(map(bool, row)) > 1 for row in cut[1:]) >= len(rows)):
        return None
    cut = _with_named_index(cut)
    return shape(cut[0], [row for row in cut[1:] if "".join(row).strip(".…")])


def _parts(lines: Sequence[str]) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
    """The lines of the headers, those of the rows, and the rulers between them."""
    places = [place for place, line in enumerate(lines) if _RULER.fullmatch(line)]
    first = 0
    if places[:1] == [0]:
        first, end = 1, places[1] if len(places) > 1 else 2
    else:
        end = places[0] if places else 1
    if end - first > _MOST_HEADER_LINES:
        end = first + 1
    rulers = [lines[place] for place in places]
    return lines[first:end], [line for line in lines[end:] if not _RULER.fullmatch(line)], rulers


def _is_sentence(text: str) -> bool:
    return text[-1] in ".!?:。" and len(text.split()) > _MOST_WORDS and not _PARTED.search(text)


def _may_be_headers(header: Sequence[str], lines: Sequence[str], rulers: Sequence[str] = ()) -> bool:
    if not header or any(len(line) > _LONGEST_LINE or "\t" in line.lstrip() for line in lines):
        return False
    cells = [cell for line in header for cell in _CELL.findall(line)]
    # `#` heads a column above a ruler of several.
    is_item = _ITEM.match(header[0]) and (header[0][0] != "#" or not any(" " in ruler for ruler in rulers))
    return not is_item and not any(
        len(cell) > _LONGEST_HEADER or not _OTHER_SIGNS.isdisjoint((cell[0], cell[-1])) or _is_sentence(cell)
        for cell in cells
    )


def _at_width(line: str) -> str:
    """The line with a filler behind each character that takes two places."""
    if line.isascii():
        return line
    return "".join(c + _FILLER if unicodedata.east_asian_width(c) in _WIDE else c for c in line)


def _by_columns(header: Sequence[str], rows: Sequence[str], rulers: Sequence[str]) -> _Cut | None:
    """Every line cut where columns begin; nothing if a cell would hold two, or a column has no header."""
    starts = _starts(header, rows, rulers)
    cut = [_cells(line, starts) for line in rows]
    parts = [_cells(line, starts) for line in header]
    headers = [" ".join(filter(None, cells)) for cells in zip(*parts, strict=True)]
    is_whole = not any(_PARTED.search(cell) for row in (*parts, *cut) for cell in row)
    return [headers, *cut] if is_whole and 2 <= len(headers) <= WIDEST and all(headers[1:]) else None


def _starts(header: Sequence[str], rows: Sequence[str], rulers: Sequence[str]) -> list[int]:
    """Where a column begins: behind each gap that parts two cells."""
    lines = [*header, *rows, *rulers]
    width = max(map(len, lines))
    used = 0
    for line in lines:
        used |= int(_FILLED.sub("1", line).ljust(width).translate(_GAPS), 2)
    gaps = [gap.span() for gap in re.finditer(r"(?<=1)0+(?=1)", f"{used:0{width}b}")]
    shown = {gap for gap in gaps if gap[1] - gap[0] > 1}
    narrow = [gap for gap in gaps if gap not in shown]
    if narrow:
        parting = [run.span() for line in lines for run in _SPACES.finditer(line)]
        parting += [run.span() for line in rulers for run in re.finditer(r"(?<=\S)[ ]+(?=\S)", line)]
        for start, end in set(parting):
            within = [gap for gap in gaps if start <= gap[0] and gap[1] <= end]
            if len(within) == 1:
                shown.add(within[0])
    starts = [0, *sorted(end for _, end in shown)]
    return sorted({*starts, *(end for _, end in narrow if _ends_figures(rows, starts, end))})


def _ends_figures(rows: Sequence[str], starts: Sequence[int], place: int) -> bool:
    """Whether figures end and words begin at a place, in every row: `8611 m Pakistan`."""
    start = max(begin for begin in starts if begin <= place)
    cut = [(row[start:place].strip(), _FIRST_WORD.match(row, place)) for row in rows]
    return (
        start < place
        and all(left[:1].isdigit() and word for left, word in cut)
        and len({word[0] for _, word in cut if word}) > 1
    )


def _cells(line: str, starts: Sequence[int]) -> list[str]:
    ends = [*starts[1:], max(len(line), starts[-1])]
    return [line[start:end].replace(_FILLER, "").strip() for start, end in zip(starts, ends, strict=True)]


def _in_words(lines: Sequence[str]) -> _Cut | None:
    """Every line cut at its spaces, if that gives all of them as many cells."""
    cut = [_WORD.findall(line) for line in lines]
    is_even = len(cut[0]) > 1 and len(set(map(len, cut))) == 1
    return cut if is_even and all(_OTHER_SIGNS.isdisjoint((word[0], word[-1])) for word in cut[0]) else None


def _by_words(lines: Sequence[str]) -> Table | None:
    """Lines of as many words under headers without figures; a column of figures tells them from prose."""
    if len(lines) < _FEWEST_WORDED or len(set(map(len, map(str.split, lines[:_FEWEST_WORDED])))) > 1:
        return None
    cut = _in_words(lines) if _may_be_headers(lines[:1], lines) and not any(map(_ITEM.match, lines)) else None
    if cut is None or len(cut[0]) < _FEWEST_WORDED or len(set(cut[0])) < len(cut[0]):
        return None
    is_headed = not any(map(str.isdigit, lines[0]))
    figures = any(all(cell[0].isdigit() for cell in column) for column in zip(*cut[1:], strict=True))
    return shape(cut[0], cut[1:]) if is_headed and figures else None


def _by_spaces(header: Sequence[str], rows: Sequence[str]) -> _Cut | None:
    """Every line cut at its wide spaces, if each has all cells or they begin or end as their headers do."""
    heads = list(_CELL.finditer(header[-1]))
    cut = [_below(heads, list(_CELL.finditer(row))) for row in rows]
    if len(header) > 1 or len(heads) < 2 or not all(cut):
        return None
    return [[head[0] for head in heads], *cut]


def _below(heads: Sequence[re.Match[str]], cells: Sequence[re.Match[str]]) -> list[str]:
    """A row's cells, each under its header; nothing if that cannot be told."""
    if len(cells) == len(heads):
        return [cell[0] for cell in cells]
    row = [""] * len(heads)
    for cell in cells:
        above = [
            n for n, head in enumerate(heads) if head.start() == cell.start() or head.end() == cell.end()
        ]
        if len(above) != 1 or row[above[0]]:
            return []
        row[above[0]] = cell[0]
    return row


def _with_named_index(cut: _Cut) -> _Cut:
    """The name of the first column may stand on a line of its own, below the other headers."""
    if not cut[0][0] and len(cut) > 2 and cut[1][0] and not any(cut[1][1:]):
        return [[cut[1][0], *cut[0][1:]], *cut[2:]]
    return cut
