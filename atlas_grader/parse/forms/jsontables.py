"""The tables inside a JSON value, whatever shape a model chose for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from atlas_grader.answers import NumberLiteral, RawCell, Table
from atlas_grader.parse.forms.jsoncells import cell_of, unread_cell, value_key, wrapper_words
from atlas_grader.parse.forms.jsontext import JsonReader, JsonValue, compact
from atlas_grader.parse.grid import shape, widest
from atlas_grader.parse.spans import Found, Piece
from atlas_grader.parse.titles import Standing, standing_of

# A list or object may begin here: `{` before a quoted key, `[` before that or another bracket.
_START = re.compile(r"""\{(?=\s*+["'])|\[(?=\s*+["'\[{])""")
# Before it on its line: nothing, quote marks, a list marker, or prose without signs of another form.
_LINE_START = re.compile(r"[\s>]*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?")
_OTHER_FORM = re.compile(r"[|<\"\t]")
# `<answer>[{…`: a tag that wraps the value is no table cell.
_WRAPPER_TAG = re.compile(r"\s*<(?!t[dhr]\b|li\b)[A-Za-z]\w*[^<>|]*>\s*")
# After it: another cell of the same line.
_CELL_END = re.compile(r"[ ]*[;|\t]+[ ]*+[^\s;|]")
_BETWEEN = re.compile(r"[\s,;\]]*")

# More separate values than these are no answer; JSON lines with a table count once a line too.
_MOST_VALUES = 50_000
# So many strings may hold a table each.
_MOST_STRINGS = 200

# The key of an object of objects has no name of its own; only an entity column can take it.
NAMELESS = ""


ReadText = Callable[[str], Sequence[Table]]
"""Finds the tables in a string that stands in a JSON value."""


def _reads_nothing(_: str) -> Sequence[Table]:
    return ()


def find_json(piece: Piece, read_text: ReadText = _reads_nothing) -> Iterator[Found]:
    """Every JSON value in prose that holds a table; objects in a row are its rows."""
    text = piece.text
    reader = JsonReader(text)
    place = 0
    while reader.reads < _MOST_VALUES and (start := _START.search(text, place)):
        begin = start.start()
        line = max(place, text.rfind("\n", 0, begin) + 1)
        lead = text[max(line, begin - 400) : begin]
        is_own_line = _LINE_START.fullmatch(lead) is not None or _WRAPPER_TAG.fullmatch(lead) is not None
        if not is_own_line and _OTHER_FORM.search(lead):
            place = _end_of_line(text, begin)
            continue
        values, end, broken = _read_run(reader, begin)
        if _CELL_END.match(text, end):
            place = _end_of_line(text, end)
            continue
        value = values[0] if len(values) == 1 else values
        tables = tables_in(value, read_text, is_own_line=is_own_line)
        if tables:
            if broken:
                tables[-1] = _noted(tables[-1], "the JSON breaks off; what was complete is taken")
            yield Found(begin, end, tuple(tables))
        place = end if tables or broken or end <= begin else max(end, begin + 1)


def tables_in(value: JsonValue, read_text: ReadText, *, is_own_line: bool = True) -> list[Table]:
    """Every table in a JSON value, outer ones first, and those in its strings.

    A lone object of plain values is a row only where it stands by itself.
    """
    tables = [*_tables(value), *_quoted_tables(value, read_text)]
    if not tables and is_own_line and isinstance(value, dict) and any(map(_says_something, value.values())):
        return [_from_objects([value])]
    return tables


def _read_run(reader: JsonReader, begin: int) -> tuple[list[JsonValue], int, bool]:
    """A value, and the objects straight after it if it is an object (JSON lines)."""
    text = reader.text
    read = reader.read(begin)
    values: list[JsonValue] = [read.value]
    end = read.end
    while not read.broken and isinstance(read.value, dict):
        following = _BETWEEN.match(text, end)
        place = following.end() if following else end
        if place >= len(text) or text[place] != "{":
            break
        read = reader.read(place)
        if not read.broken or read.value:
            end = read.end
            if isinstance(read.value, dict) and read.value:
                values.append(read.value)
    return values, end, read.broken


def _end_of_line(text: str, place: int) -> int:
    newline = text.find("\n", place)
    return len(text) if newline < 0 else newline + 1


def _noted(table: Table, note: str) -> Table:
    return replace(table, notes=(*table.notes, note))


def _quoted_tables(value: JsonValue, read_text: ReadText) -> Iterator[Table]:
    """Tables written into the strings of objects: `{"answer": "| Name | …"}`."""
    waiting = [(value, False)]
    reads = 0
    while waiting and reads < _MOST_STRINGS:
        parent, is_row = waiting.pop()
        if isinstance(parent, list):
            waiting += [(child, True) for child in reversed(parent) if isinstance(child, dict)]
        elif isinstance(parent, dict):
            waiting += [(child, is_row) for child in parent.values() if isinstance(child, dict | list)]
            for name, child in parent.items():
                if isinstance(child, str) and _may_hold_table(child, is_row=is_row):
                    reads += 1
                    yield from (_titled(table, name) for table in read_text(child))


def _may_hold_table(text: str, *, is_row: bool) -> bool:
    """Whether a string looks like more than a cell; one in a row needs surer signs."""
    if text.lstrip()[:1] in {"[", "{"}:
        return True
    return ("\n" in text.strip() or text.count("\\n") > 1) and (not is_row or "|" in text)


def _titled(table: Table, name: str) -> Table:
    """Told apart by the key above it: `excluded`, `draft`."""
    if table.title or standing_of(name) is Standing.PLAIN:
        return table
    return replace(table, title=name)


def _tables(value: JsonValue) -> Iterator[Table]:
    if isinstance(value, list):
        yield from _tables_of_list(value)
    elif isinstance(value, dict):
        if table := _columns_and_rows(value):
            yield table
            return
        inner = [
            _titled(table, name)
            for name, child in value.items()
            if isinstance(child, list | dict)
            for table in _tables(child)
        ]
        whole = _from_columns(value) or _from_object_of_objects(value)
        if whole:
            yield whole
        yield from inner


def _tables_of_list(value: list[JsonValue]) -> Iterator[Table]:
    objects = [item for item in value if isinstance(item, dict) and item]
    lists = [item for item in value if isinstance(item, list)]
    if objects and len(objects) * 2 >= len(value):
        yield _from_objects(objects)
        for item in objects:
            for name, child in item.items():
                if _is_list_of_objects(child) and not _pairs(child):
                    yield from (_titled(table, name) for table in _tables(child))
    elif len(lists) > 1 and len(lists) == len(value) and all(map(_is_text, lists[0])) and len(lists[0]) > 1:
        yield shape([str(item) for item in lists[0]], [_cells(row) for row in lists[1:]])
    else:
        for child in value:
            if isinstance(child, list | dict):
                yield from _tables(child)


def _columns_and_rows(value: dict[str, JsonValue]) -> Table | None:
    words = wrapper_words()
    columns = next(
        (v for k, v in value.items() if k.casefold() in words["columns"] and isinstance(v, list)), None
    )
    rows = next((v for k, v in value.items() if k.casefold() in words["rows"] and isinstance(v, list)), None)
    if not columns or rows is None:
        return None
    headers = [_header(column) for column in columns]
    lists = [row for row in rows if isinstance(row, list)]
    if not lists or len(lists) != len(rows):
        return None
    return shape(headers, [_cells(row) for row in lists])


def _header(column: JsonValue) -> str:
    if isinstance(column, dict):
        named = next((column[key] for key in wrapper_words()["names"] if key in column), "")
        return named if isinstance(named, str) else compact(named)
    return column if isinstance(column, str) else compact(column)


def _from_objects(objects: Sequence[dict[str, JsonValue]]) -> Table:
    flat = [_flat(item) for item in objects]
    headers = list(dict.fromkeys(key for item in flat for key in item))
    kept = headers[: widest(len(flat))]
    table = shape(headers, [[unread_cell(item.get(key)) for key in kept] for item in flat])
    return replace(table, of_objects=True)


def _flat(item: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """An object with the attributes that it holds one level down: `{"name": …, "attributes": {…}}`."""
    nested = wrapper_words()["nested"]
    flat: dict[str, JsonValue] = {}
    for key, child in item.items():
        if isinstance(child, list) and (pairs := _pairs(child)):
            flat |= {name: cell for name, cell in pairs.items() if name not in flat}
        elif key.casefold() in nested and isinstance(child, dict) and value_key(child) is None:
            flat |= {name: cell for name, cell in child.items() if name not in flat}
        else:
            flat[key] = child
    return flat


def _pairs(items: list[JsonValue]) -> dict[str, JsonValue]:
    """`[{"name": "capital", "value": "Libreville"}, …]` as one object; nothing if it is no such list."""
    words = wrapper_words()
    pairs: dict[str, JsonValue] = {}
    for item in items:
        if not isinstance(item, dict):
            return {}
        name = next((item[key] for key in item if key.casefold() in words["attribute"]), None)
        value = next((key for key in item if key.casefold() == "value"), None)
        if not isinstance(name, str) or value is None or name in pairs:
            return {}
        pairs[name] = item[value]
    return pairs


def _from_columns(value: dict[str, JsonValue]) -> Table | None:
    """`{"country": ["Gabon", …], "capital": […]}`, or such columns keyed by row number."""
    columns = [_numbered(column) if isinstance(column, dict) else column for column in value.values()]
    lists = [column for column in columns if isinstance(column, list)]
    if len(lists) != len(value) or not lists or not lists[0]:
        return None
    if any(len(column) != len(lists[0]) for column in lists):
        return None
    if any(isinstance(item, dict) for column in lists for item in column):
        return None
    return shape(list(value), [_cells(list(row)) for row in zip(*lists, strict=True)])


def _numbered(column: dict[str, JsonValue]) -> list[JsonValue] | None:
    return list(column.values()) if column and all(key.isdecimal() for key in column) else None


def _from_object_of_objects(value: dict[str, JsonValue]) -> Table | None:
    """`{"Gabon": {"capital": …}, …}`: each key names its row."""
    rows = {key: item for key, item in value.items() if isinstance(item, dict) and item}
    if not rows or len(rows) < len(value) or any(_numbered(item) for item in rows.values()):
        return None
    plain = [cell for item in rows.values() for cell in item.values() if not isinstance(cell, list | dict)]
    if len(plain) * 2 < sum(map(len, rows.values())):
        return None
    headers = list(dict.fromkeys(key for item in rows.values() for key in item))[: widest(len(rows))]
    cells = [[key, *(unread_cell(item.get(header)) for header in headers)] for key, item in rows.items()]
    return replace(shape([NAMELESS, *headers], cells), of_objects=True)


def _is_list_of_objects(value: JsonValue) -> TypeGuard[list[JsonValue]]:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _says_something(value: JsonValue) -> bool:
    return value not in (None, "", [], {})


def _is_text(value: JsonValue) -> bool:
    return isinstance(value, str) and not isinstance(value, NumberLiteral)


def _cells(row: list[JsonValue]) -> list[RawCell]:
    return [cell_of(item) for item in row]
