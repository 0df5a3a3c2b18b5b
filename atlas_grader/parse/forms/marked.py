"""Tables in the mark-up of documents: LaTeX's `tabular`, MediaWiki's `{| … |}`, and XML records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from atlas_grader.answers import Table
from atlas_grader.parse.grid import shape
from atlas_grader.parse.spans import Found, Piece
from atlas_grader.policy import read_table

_TABULAR = re.compile(r"\\begin\{(tabular[xy*]?|longtable|array|tabulary)\}")
_LATEX_LINE = re.compile(
    r"\\(?:[hc]line|(?:top|mid|bottom|cmid)rule|end(?:first|last)?(?:head|foot)|centering|small)\b"
    r"(?:\([^()\n]{0,20}\))?(?:[{\[][^{}\[\]\n]{0,40}[}\]])?"
)
_LATEX_ROW = re.compile(r"\\\\(?:\[[^\[\]\n]{0,20}\])?|\\tabularnewline\b")
_LATEX_CELL = re.compile(r"(?<!\\)&")
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
    body = _LATEX_LINE.sub("", _without_columns(body))
    rows = [
        [_latex_cell(cell) for cell in _LATEX_CELL.split(row)] for row in _LATEX_ROW.split(body) if "&" in row
    ]
    return shape(rows[0], rows[1:]) if len(rows) > 1 else None


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


def _latex_cell(cell: str) -> str:
    return _LATEX_SIGN.sub(r"\1", _LATEX_STYLE.sub(r"\1", " ".join(cell.split()))).replace("~", " ")


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
    rows: list[list[str]] = [[]]
    for line in body.split("\n")[1:]:
        bare = line.strip()
        if bare.startswith("|-"):
            rows.append([])
        elif bare.startswith(("|", "!")) and not bare.startswith("|+"):
            cut = bare[1:].replace("!!", "||") if bare[0] == "!" else bare[1:]
            rows[-1] += [_unstyled(cell) for cell in cut.split("||")]
        elif rows[-1] and bare:
            rows[-1][-1] += f"\n{bare}"
    filled = [row for row in rows if row]
    return shape(filled[0], filled[1:]) if len(filled) > 1 else None


def _unstyled(cell: str) -> str:
    """Without `style="…" |` before the text."""
    style = _WIKI_STYLE.match(cell)
    return cell[style.end() :].strip() if style else cell.strip()


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
