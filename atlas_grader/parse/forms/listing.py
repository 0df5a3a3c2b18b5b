"""Records written as items with `Name: value` lines.

A heading, a bullet or number, or a bold line names a record; the fields below
it are its cells. Without such names a record begins where its first label comes
again, or after a rule (`---`), and a plain line straight above its fields may name
it. A text of which only single lines look like fields is prose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from atlas_grader.answers import Table
from atlas_grader.parse.forms.fields import Pair, field_in, fields_in, is_dashed
from atlas_grader.parse.grid import BESIDE, shape
from atlas_grader.parse.spans import Found, Line, Piece

_LINE = re.compile(r"([ \t>]*)((?:#{1,6}|[-*+•‣◦▪–]|\(?\d{1,4}[.)])(?=[ \t]|$))?[ \t]*(.*)", re.DOTALL)
_BOLD_LINE = re.compile(r"(\*\*|__)[^*_]{1,200}\1[ ]*(?:\([^()]{1,200}\)[ ]*)?[:：]?")
# A thematic break between records.
_RULE = re.compile(r"(?:[-*_=–—─━][ ]?){3,200}")
_FIELD_SIGNS = (":", "：", "**")
_LONGEST_TITLE = 120
# A line of more words is a sentence.
_MOST_WORDS = 8


@dataclass(slots=True)
class _Record:
    name: str
    start: int
    end: int
    level: tuple[int, int]
    above: str = ""
    """The plain line straight above the first field, below a blank line or a rule."""
    fields: dict[str, str] = field(default_factory=dict)
    is_list: bool = True
    """Whether every label is numbered and in bold before a dash, as names in a list are."""


@dataclass(slots=True)
class _Item:
    """One line, taken apart."""

    mark: str
    text: str
    line: Line
    level: tuple[int, int]
    """Headings stand above items, items above plain lines of the same indent."""


def find_listings(piece: Piece) -> Iterator[Found]:
    """Every run of records, in order of appearance."""
    if not any(sign in piece.text for sign in _FIELD_SIGNS):
        return
    records = _Reader(piece.lines).read()
    for group in _groups(records):
        if table := _table(group):
            yield Found(group[0].start, group[-1].end, (table,))


class _Reader:
    """Collects records line by line."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.records: list[_Record] = []
        self.title: _Item | None = None
        self.titles: list[_Item] = []
        """The titles that the next line stands below, the outermost first."""
        self.label = ""
        self.field_level: tuple[int, int] = (0, 0)
        self.is_marked = False
        self.is_bare = False
        """Whether the last label had no value on its line."""
        self.is_name_like = False
        """Whether the last field's label stands as names do."""
        self.is_packed = False
        """Whether the last two fields stood on neighbouring lines."""
        self.blank = False
        self.above: _Item | None = None
        self.is_after_rule = False

    @cached_property
    def _labels(self) -> Counter[str]:
        """How often each label stands in the text: what names a record stands there once."""
        pairs = (field_in(_item(line).text) for line in self.lines)
        return Counter(pair[0] for pair in pairs if pair is not None)

    @cached_property
    def _names_at(self) -> Counter[tuple[int, int]]:
        """How many labels stand as names do, at each level: one alone is the first field of one record."""
        items = (_item(line) for line in self.lines)
        named = ((item.level, field_in(item.text)) for item in items if _is_name_like(item))
        return Counter(level for level, _ in {(level, pair[0]) for level, pair in named if pair is not None})

    def read(self) -> list[_Record]:
        """The records of the text; some may be prose."""
        for line in self.lines:
            item = _item(line)
            if not item.text:
                self.blank, self.above = True, None
                continue
            if not item.mark and _RULE.fullmatch(item.text):
                self._rule_off()
                continue
            self._take(item)
            self.blank = False
        return self.records

    def _rule_off(self) -> None:
        """A line below a line makes that a heading; any other ends a record."""
        self.is_after_rule = self.blank or self.title is None
        if self.above is not None:
            self._open(self.above)
        self.label, self.above = "", None

    def _take(self, item: _Item) -> None:
        if item.mark.startswith("#"):
            self._open(item)
            return
        parts = fields_in(item.text)
        if parts is None or self._is_no_field(item, parts):
            self._take_plain(item)
            return
        name, pairs = parts
        if name:
            self._open(item)
            self.title = replace(item, text=name)
        for label, value in pairs:
            self._add(item, label, value)

    def _is_no_field(self, item: _Item, parts: tuple[str, list[Pair]]) -> bool:
        """Whether a line with a colon is a title (`**Lost: A Story**`) or in a value (`1990: Brazil`)."""
        name, ((label, _), *others) = parts
        if name or others:
            return False
        if _BOLD_LINE.fullmatch(item.text) and self._labels[label] == 1 < max(self._labels.values()):
            return True
        goes_on = self.is_bare and item.level > self.field_level and self._labels[self.label] > 1
        return goes_on and label[0].isdigit()

    def _take_plain(self, item: _Item) -> None:
        record = self.records[-1] if self.records else None
        if (
            self.label
            and record is not None
            and item.level > self.field_level
            and not (self.blank and not item.mark)
        ):
            # Items or text below a field go on with its value.
            before = record.fields[self.label]
            record.fields[self.label] = f"{before}\n{item.text}" if before else item.text
            record.end = item.line.end
        elif item.mark or _BOLD_LINE.fullmatch(item.text):
            self._open(item)
        elif self.blank or self.is_after_rule or not (self.records or self.title):
            self.title, self.label, self.above = None, "", item

    def _open(self, item: _Item) -> None:
        record = self.records[-1] if self.records else None
        if (
            record is not None
            and record.name
            and self.title is None
            and record.level < item.level == self.field_level
            and not self.blank
        ):
            return  # a remark among the fields of a record that stands above them
        while self.titles and self.titles[-1].level >= item.level:
            self.titles.pop()
        self.titles.append(item)
        self.title, self.label, self.above = item, "", None

    def _title_of(self, item: _Item) -> _Item | None:
        """The title that a field belongs to: the innermost above it, or one at its own height."""
        if self.title is None:
            return None
        return next((title for title in reversed(self.titles) if title.level < item.level), self.title)

    def _add(self, item: _Item, label: str, value: str) -> None:
        record = self._record_for(item, label)
        record.fields[label] = value
        record.end = item.line.end
        record.is_list = record.is_list and item.mark[-1:] in {".", ")"} and is_dashed(item.text)
        self.is_packed = not self.blank and len(record.fields) > 1
        self.label, self.field_level, self.is_marked = label, item.level, bool(item.mark)
        self.is_name_like, self.is_bare = _is_name_like(item), not value
        self.above, self.is_after_rule = None, False

    def _record_for(self, item: _Item, label: str) -> _Record:
        last = self.records[-1] if self.records else None
        title = self._title_of(item)
        if title is not None:
            self.title = None
            record = _Record(title.text, title.line.start, item.line.end, title.level)
        elif last is not None and self._is_title(last, item):
            # `Gabon:` with fields deeper below it named a record, it was no field.
            name, beside = last.fields.popitem()
            if not last.fields:
                self.records.pop()
            record = _Record(name, item.line.start, item.line.end, self.field_level)
            if beside:
                record.fields[BESIDE] = beside
        elif last is None or label in last.fields or self._stands_apart(last, item):
            above = self.above
            start = item.line.start if above is None else above.line.start
            record = _Record("", start, item.line.end, item.level, above.text if above else "")
        else:
            return last
        self.records.append(record)
        return record

    def _stands_apart(self, last: _Record, item: _Item) -> bool:
        """A plain line after a blank one is no field of a record written otherwise: `Note: …`."""
        if self.is_after_rule and len(last.fields) > 1:
            return True
        if not self.blank or item.mark:
            return False
        return not last.name or self.is_marked or self.is_packed or item.level < last.level

    def _is_title(self, last: _Record, item: _Item) -> bool:
        if not self.label or item.level <= self.field_level or self.label not in last.fields:
            return False
        if not last.fields[self.label]:
            return True
        return self.is_name_like and self._labels[self.label] == 1 and self._names_at[self.field_level] > 1


def _is_name_like(item: _Item) -> bool:
    return bool(item.mark and item.text) and (item.mark[-1] in ".)" or item.text[0] in "*_")


def _item(line: Line) -> _Item:
    match = _LINE.fullmatch(line.text)
    if match is None:
        return _Item("", "", line, (1, 0))
    indent, mark, text = match.groups("")
    level = (0, len(mark)) if mark[:1] == "#" else (1, len(indent.expandtabs(4)))
    return _Item(mark, text.strip(), line, level)


def _groups(records: list[_Record]) -> Iterator[list[_Record]]:
    """Neighbouring records that share a label."""
    group: list[_Record] = []
    known: set[str] = set()
    for record in records:
        labels = {label.casefold() for label in record.fields}
        if group and not labels & known:
            yield group
            group, known = [], set()
        group.append(record)
        known |= labels
    if group:
        yield group


def _name_by_lines_above(group: list[_Record]) -> None:
    """Most records have a short line of their own straight above them: it is their name."""
    lines = [record.name or record.above for record in group]
    if len(group) < 2 or 2 * sum(map(_may_name, lines)) <= len(group) or len(set(lines)) < len(lines):
        return
    for record in group:
        if not record.name and _may_name(record.above):
            record.name = record.above


def _may_name(line: str) -> bool:
    return (
        0 < len(line) <= _LONGEST_TITLE
        and line[-1] not in ":：!?。"
        and (line[-1] != "." or len(line.split()) < _MOST_WORDS)
    )


def _table(group: list[_Record]) -> Table | None:
    _name_by_lines_above(group)
    counts = Counter(label.casefold() for record in group for label in record.fields)
    usual = {label for label, count in counts.items() if count * 4 >= len(group)}
    named = any(record.name for record in group)
    if len(group) == 1 and not named and group[0].is_list:
        return None
    kept = [
        record
        for record in group
        if sum(label.casefold() in usual for label in record.fields) + bool(record.name) > 1
    ]
    if not kept or (len(usual) + named < 2) or (len(kept) == 1 and len(kept[0].fields) < 2):
        return None
    _join_plurals(kept)
    _part_names(kept)
    headers = {label.casefold(): label for record in reversed(kept) for label in reversed(record.fields)}
    order = list(dict.fromkeys(label.casefold() for record in kept for label in record.fields))[:_MOST_LABELS]
    rows = []
    for record in kept:
        cells = {label.casefold(): value for label, value in record.fields.items()}
        row: list[str | None] = [cells.get(label) for label in order]
        rows.append([_name(record.name), *row] if named else row)
    return shape([*([""] if named else []), *(headers[label] for label in order)], rows)


def _part_names(records: list[_Record]) -> None:
    """`PEP 8 – Style Guide` in every record is a name and something beside it."""
    found = [_BESIDE_NAME.fullmatch(_unwrapped(_name(record.name))) for record in records]
    if len(records) < _FEWEST_PARTED or any(BESIDE in record.fields for record in records):
        return
    if all(found) and len({match["name"] for match in found if match}) == len(found):
        for record, match in zip(records, found, strict=True):
            if match:
                record.name, record.fields = (
                    match["name"].strip(),
                    {BESIDE: match["beside"], **record.fields},
                )


def _unwrapped(name: str) -> str:
    """A name without the emphasis around all of it."""
    return name[2:-2] if name[:2] == name[-2:] in ("**", "__") and len(name) > 4 else name


def _join_plurals(records: list[_Record]) -> None:
    """`Author` in one record and `Authors` in another are one label."""
    labels = {label.casefold() for record in records for label in record.fields}
    plurals = {f"{label}{end}" for label in labels for end in ("s", "(s)")} & labels
    for record in records:
        for label in [label for label in record.fields if label.casefold() in plurals]:
            single = label[:-3] if label.endswith("(s)") else label[:-1]
            if single.casefold() not in {other.casefold() for other in record.fields}:
                record.fields = {single if own == label else own: v for own, v in record.fields.items()}


_MOST_LABELS = 60
_FEWEST_PARTED = 3
_BESIDE_NAME = re.compile(
    r"(?P<bold>\*\*|__)?(?P<name>[^:*_]{1,80}?)(?P=bold)?[ ]+[–—-][ ]+(?P<beside>\S.*)", re.DOTALL
)


def _name(text: str) -> str:
    """A record's name without its number in the list and the colon after it."""
    return re.sub(
        r"^(?:\*\*|__)?\(?\d{1,4}[.)][ ]+", lambda mark: mark[0][:2] if mark[0][0] in "*_" else "", text
    ).rstrip(" :：")
