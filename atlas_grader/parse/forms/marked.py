"""Tables in the mark-up of documents: LaTeX's `tabular`, MediaWiki's `{| … |}`, and XML records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from atlas_grader.answers import Spanned, Table
from atlas_grader.parse.forms.spanning import Grid, SpanningCell, spanning_cell, spanning_table, spread
from atlas_grader.parse.grid import WIDEST, shape, widest
from atlas_grader.parse.spans import Found, Piece
from atlas_grader.policy import read_table

_TABULAR = re.compile(r"\\begin\{(tabular[xy*]?|longtable|array|tabulary)\}")
_LATEX_LINE = re.compile(
    r"\\(?:[hc]line|(?:top|mid|bottom|cmid)rule|end(?:first|last)?(?:head|foot)|centering|small)\b"
    r"(?:\([^()\n]{0,20}\))?(?:[{\[][^{}\[\]\n]{0,40}[}\]])?"
)
_LATEX_ROW = re.compile(r"\\\\(?:\[[^\[\]\n]{0,20}\])?|\\tabularnewline\b")
_LATEX_CELL = re.compile(r"(?<!\\)&")
# `\multirow[t]{2}{*}`, before the text in braces
_MULTIROW = re.compile(
    r"\\multirow\s*(?:\[[^\[\]]{0,20}\]\s*)?\{\s*([-+]?\d{1,5})(?:\.\d*)?\s*\}\s*"
    r"(?:\[[^\[\]]{0,20}\]\s*)?(?:[*=]|\{[^{}]{0,60}\})\s*(?:\[[^\[\]]{0,20}\]\s*)?(?=\{)"
)
_MULTICOLUMN = re.compile(r"\\multicolumn\s*\{\s*(\d{1,5})\s*\}\s*(?=\{)")
_LATEX_RULE = re.compile(r"\\(?:midrule|hline|specialrule|end(?:first)?head)\b")
_BRACE = re.compile(r"(?<!\\)[{}]")
_LATEX_STYLE = re.compile(r"\\(?:textbf|textit|emph|text|mathrm|texttt|textsc|underline)\{([^{}]{0,500})\}")
_LATEX_SIGN = re.compile(r"\\([&%$#_{}])")

_WIKI_END = re.compile(r"^[ \t]*\|\}", re.MULTILINE)
_WIKI_START = re.compile(r"^[ \t]*\{\|", re.MULTILINE)
_WIKI_STYLE = re.compile(r"[^|\[\]{}]{0,200}=[^|\[\]{}]{0,200}\|(?!\|)")

_ELEMENT = re.compile(r"<(/?)([A-Za-z_][\w.:-]{0,60})((?:\s[^<>]{0,300})?)(/?)>")
_FEWEST_FIELDS = 2
_MOST_ROWS = 100_000

Record = dict[str, str]


def find_latex(piece: Piece) -> Iterator[Found]:
    """Every `tabular` or its like, in order of appearance."""
    text = piece.text
    place = 0
    while start := _TABULAR.search(text, place):
        end = text.find(rf"\end{{{start[1]}}}", start.end())
        place = len(text) if end < 0 else end + len(start[1]) + 6
        body = text[start.end() : len(text) if end < 0 else end]
        if table := _from_latex(body):
            yield Found(start.start(), place, (table,))


def _from_latex(body: str) -> Table | None:
    body = _without_columns(body)
    written = [row for row in _LATEX_ROW.split(body) if "&" in row or _MULTICOLUMN.search(row)]
    heads = _rows_above_rule(body)
    rows = [
        [_latex_cell(cell, is_head=number < heads) for cell in _LATEX_CELL.split(_LATEX_LINE.sub("", row))]
        for number, row in enumerate(written)
    ]
    return spanning_table(rows, _filled(rows))


def _rows_above_rule(body: str) -> int:
    """How many rows stand above the first rule that is between rows."""
    first = body.find("\\\\")
    rule = _LATEX_RULE.search(body, first) if first >= 0 else None
    if rule is None or body.find("&", rule.end()) < 0:
        return 0
    return sum("&" in row for row in _LATEX_ROW.split(body[: rule.start()]))


def _filled(rows: Sequence[Sequence[SpanningCell]]) -> Grid:
    """The texts of rows, where a cell that spans rows fills the empty ones below it, or above it."""
    most = widest(len(rows))
    grid = [list(islice((cell.text for cell in row for _ in range(cell.columns)), most)) for row in rows]
    for number, row in enumerate(rows):
        place = 0
        for cell in row:
            if cell.text and abs(cell.rows) > 1:
                for column in range(place, min(place + cell.columns, most)):
                    _fill(grid, number, column, cell)
            place += cell.columns
    return grid


def _fill(grid: Grid, row: int, column: int, cell: SpanningCell) -> None:
    step = 1 if cell.rows > 0 else -1
    last = row
    for other in range(row + step, row + cell.rows, step):
        if not 0 <= other < len(grid) or column >= len(grid[other]) or grid[other][column]:
            break
        grid[other][column] = Spanned(cell.text)
        last = other
    if last < row:
        grid[last][column], grid[row][column] = cell.text, Spanned(cell.text)


def _without_columns(body: str) -> str:
    """Without the argument that says how the columns are set: `{|l|p{3cm}|}`."""
    while (bare := body.lstrip()).startswith(("{", "[")):
        depth = 0
        for place, sign in enumerate(bare[:400]):
            depth += (sign in "{[") - (sign in "}]")
            if not depth:
                body = bare[place + 1 :]
                break
        else:
            return body
    return body


def _latex_cell(cell: str, *, is_head: bool) -> SpanningCell:
    told = SpanningCell("", is_head)
    if found := _MULTICOLUMN.search(cell):
        setting, end = _braced(cell, found.end())
        cell = _unwrapped(cell, found.start(), end) if setting else cell
        told.columns = max(1, min(int(found[1]), WIDEST))
    if found := _MULTIROW.search(cell):
        cell = _unwrapped(cell, found.start(), found.end())
        told.rows = int(found[1])
    told.text = _LATEX_SIGN.sub(r"\1", _LATEX_STYLE.sub(r"\1", " ".join(cell.split()))).replace("~", " ")
    return told


def _unwrapped(cell: str, start: int, place: int) -> str:
    """A cell with what stands in braces at a place, instead of the command that begins at another."""
    held, end = _braced(cell, place)
    return cell[:start] + held + cell[end:]


def _braced(text: str, place: int) -> tuple[str, int]:
    """What the braces hold that begin at a place, and where they end; the rest where they are not closed."""
    if text[place : place + 1] != "{":
        return "", place
    depth = 0
    for brace in _BRACE.finditer(text, place):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return text[place + 1 : brace.start()], brace.end()
    return text[place + 1 :], len(text)


def find_wikitext(piece: Piece) -> Iterator[Found]:
    """Every table of MediaWiki, in order of appearance."""
    text = piece.text
    place = 0
    while start := _WIKI_START.search(text, place):
        end = _WIKI_END.search(text, start.end())
        place = end.end() if end else len(text)
        if table := _from_wikitext(text[start.end() : end.start() if end else len(text)]):
            yield Found(start.start(), place, (table,))


def _from_wikitext(body: str) -> Table | None:
    rows: list[list[SpanningCell]] = [[]]
    caption = ""
    for line in body.split("\n")[1:]:
        bare = line.strip()
        if bare.startswith("|-"):
            rows.append([])
        elif bare.startswith("|+"):
            caption = caption or _wiki_cell(bare[2:], is_head=False).text
        elif bare.startswith(("|", "!")):
            is_head = bare[0] == "!"
            cut = bare[1:].replace("!!", "||") if is_head else bare[1:]
            rows[-1] += [_wiki_cell(cell, is_head=is_head) for cell in cut.split("||")]
        elif rows[-1] and bare:
            rows[-1][-1].text += f"\n{bare}"
    filled = [row for row in rows if row]
    return spanning_table(filled, spread(filled), caption=caption)


def _wiki_cell(cell: str, *, is_head: bool) -> SpanningCell:
    """Without `style="…" |` before the text, which may tell spans."""
    style = _WIKI_STYLE.match(cell)
    if not style:
        return SpanningCell(cell.strip(), is_head)
    return spanning_cell(cell[style.end() :].strip(), style[0], is_head=is_head)


def find_xml(piece: Piece) -> Iterator[Found]:
    """Elements that hold nothing but two or more different ones with text, beside others of their name."""
    if "</" not in piece.text:
        return
    records: list[tuple[str, Record]] = []
    start, end = -1, -1
    for name, record, first, last in _records(piece.text):
        if records and name != records[0][0]:
            yield from _from_records(records, start, end)
            records = []
        start = first if not records else start
        end = last
        records.append((name, record))
    yield from _from_records(records, start, end)


def _from_records(records: list[tuple[str, Record]], start: int, end: int) -> Iterator[Found]:
    if not records:
        return
    headers = list(dict.fromkeys(field for _, record in records for field in record))
    yield Found(start, end, (shape(headers, [[record.get(h) for h in headers] for _, record in records]),))


def _records(text: str) -> Iterator[tuple[str, Record, int, int]]:
    """`(name, fields, start, end)` of each element whose children hold text only."""
    name, begun, fields = "", -1, Record()
    field, field_start = "", -1
    seen = 0
    for tag in _ELEMENT.finditer(text):
        closes, called, is_empty = bool(tag[1]), tag[2], bool(tag[4])
        if is_empty or called.casefold() in _html_tags():
            continue
        if not closes:
            if field:
                # What was a field holds elements itself: it may be the record.
                name, begun, fields = field, field_start, _attributes(text, field_start)
            field, field_start = called, tag.start()
        elif called == field:
            content = text[text.index(">", field_start) + 1 : tag.start()].strip()
            fields[called] = f"{fields[called]}\n{content}" if called in fields else content
            field = ""
        elif called == name and len(fields) >= _FEWEST_FIELDS:
            seen += 1
            yield name, fields, begun, tag.end()
            name, fields, field = "", Record(), ""
            if seen == _MOST_ROWS:
                return
        else:
            name, fields, field = "", Record(), ""


_ATTRIBUTE = re.compile(r"\s([A-Za-z_][\w.-]{0,60})\s?=\s?\"([^\"<>]{0,500})\"")


@cache
def _html_tags() -> frozenset[str]:
    """Elements that style a text or build a page, and hold no field."""
    return frozenset(read_table("parse", "titles")["html_tags"])


def _attributes(text: str, start: int) -> Record:
    """The attributes of a record's own tag: `<country name="Gabon">`."""
    return dict(_ATTRIBUTE.findall(text[start : text.index(">", start) + 1]))
