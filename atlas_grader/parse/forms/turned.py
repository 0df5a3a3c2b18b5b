"""Tables that give one entity each, an attribute a row: `Attribute | Value`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from atlas_grader.answers import RawCell, Table
from atlas_grader.parse.grid import shape, widest
from atlas_grader.parse.headers.words import header_words, key, plain

_TITLE = re.compile(r"(?:#{1,6}[ ]+|(?:\*\*|__)|\d{1,4}[.)][ ]+)")
_NUMBER = re.compile(r"\(?\d{1,4}[.)][ ]+")
_LONGEST_TITLE = 120
_LOOKED_BACK = 1000

Placed = tuple[int, Table]


def turn(text: str, placed: Sequence[Placed]) -> list[Placed]:
    """Neighbouring tables of attributes as one table, a row for each; other tables as they are."""
    turned: list[Placed] = []
    group: list[Placed] = []
    for place, table in placed:
        if _gives_attributes(table):
            group.append((place, table))
            continue
        turned += _together(text, group)
        turned.append((place, table))
        group = []
    return turned + _together(text, group)


def _gives_attributes(table: Table) -> bool:
    if len(table.headers) != 2 or not table.rows:
        return False
    words = header_words()
    attribute, value = (key(plain(header)) for header in table.headers)
    labels = [row[0] for row in table.rows]
    named = all(isinstance(label, str) and label.strip() for label in labels)
    is_labelled = (attribute in words.attributes and value in words.values) or (not attribute and not value)
    return is_labelled and named and len(set(labels)) == len(labels)


def _together(text: str, group: Sequence[Placed]) -> list[Placed]:
    if not group:
        return []
    labels = list(dict.fromkeys(str(row[0]) for _, table in group for row in table.rows))
    kept = labels[: widest(len(group))]
    titles = [_title(text, place) for place, _ in group]
    rows: list[list[RawCell]] = []
    for title, (_, table) in zip(titles, group, strict=True):
        cells = {str(row[0]): row[1] for row in table.rows}
        rows.append([title, *map(cells.get, kept)])
    if not any(titles):
        return [(group[0][0], shape(labels, [row[1:] for row in rows]))]
    return [(group[0][0], shape(["", *labels], rows))]


def _title(text: str, place: int) -> str | None:
    """The heading, or bold or numbered line, straight above a table."""
    above = [
        line.strip()
        for line in text[max(0, place - _LOOKED_BACK) : place].rsplit("\n", 4)[-4:]
        if line.strip()
    ]
    if not above or len(above[-1]) > _LONGEST_TITLE or not _TITLE.match(above[-1]):
        return None
    return _NUMBER.sub("", above[-1].strip("#*_ :"), count=1).strip("*_ :") or None
