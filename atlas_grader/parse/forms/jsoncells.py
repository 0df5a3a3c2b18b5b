"""What a JSON object says as one cell: `{"value": 5, "unit": "km"}` is 5 km.

Objects of another kind stay JSON text; a matcher may still read them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain

from atlas_grader.answers import NumberLiteral, RawCell, Table
from atlas_grader.parse.forms.jsontext import JsonReader, JsonValue, compact
from atlas_grader.policy import read_table

JsonObject = dict[str, JsonValue]

_OBJECT = re.compile(r"""\{\s*["']""")
_MEASURED = frozenset({"value", "amount"})
"""What says for when it holds has no value of its own: `{"value": 5, "year": 2020}`."""
_MOST_KEYS = 8
_OF_POSITIONS = frozenset({"coordinates", "altitude", "alt", "elevation"})
_MOST_RANKS = 40
# `country_1`, `2`
_NUMBERED = re.compile(r"(.{0,40}?)[ _-]?(\d{1,2})")
_AXES = {"lat": "north", "latitude": "north"} | dict.fromkeys(("lon", "lng", "long", "longitude"), "east")


@cache
def wrapper_words() -> dict[str, tuple[str, ...]]:
    """Keys that say what part of an object a value is (`tables/json_keys.json`)."""
    told = read_table("parse", "json_keys")
    return {kind: tuple(words) for kind, words in told.items() if kind != "ordinals"}


def cell_of(value: JsonValue) -> RawCell:
    """A decoded value as a cell: scalars as they are, lists as tuples."""
    if isinstance(value, list):
        return tuple(cell_of(_named(item)) for item in value)
    if not isinstance(value, dict):
        return value
    key = value_key(value)
    if key is not None:
        return _qualified(_with_unit(cell_of(value[key]), value), value)
    listed, told = _listed(value), {key.casefold(): item for key, item in _told(value).items()}
    if listed is not None:
        return cell_of(listed)
    read = _position(value) or _date(told) or _range(told, value) or _measures(told) or _limit(value)
    return read or compact(value)


def unread_cell(value: JsonValue) -> RawCell:
    """The same, but that an object whose keys say which of its values comes first stays as written."""
    return compact(value) if isinstance(value, dict) and _is_ranked(value) else cell_of(value)


def read_object(cell: RawCell) -> RawCell:
    """What a cell says that is the text of a JSON object; any other cell as it is.

    >>> read_object('{"value": 5, "unit": "km"}'), read_object('{"year": 1954, "month": 7}')
    ('5 km', '1954-07')
    """
    if isinstance(cell, tuple):
        return tuple(map(read_object, cell))
    value = _object(cell)
    return cell if value is None else cell_of(value)


def _object(cell: RawCell) -> JsonObject | None:
    """The object that a cell is the text of."""
    if not isinstance(cell, str) or not _holds_object(cell):
        return None
    value, end, broken = JsonReader(cell).read(0)
    return value if isinstance(value, dict) and not broken and end >= len(cell.rstrip()) else None


def _named(item: JsonValue) -> JsonValue:
    """An item without what is told of it: `{"name": "Neil Armstrong", "role": "commander"}`."""
    if not isinstance(item, dict) or value_key(item) is not None:
        return item
    names = [key for key in item if key.casefold() in wrapper_words()["value"]]
    return item[names[0]] if len(names) == 1 and isinstance(item[names[0]], str) else item


def with_objects_read(table: Table) -> Table:
    """The table with cells that are JSON objects read as what they say.

    A header above objects of several values has a column for each: `born` is `born date` and `born place`;
    so has one above lists that name which one comes first, beside the list (`language primary`).
    """
    # Of most tables one look tells that no cell can be an object.
    if not any(map(_holds_object, chain.from_iterable(table.rows))):
        return table
    headers: list[str] = []
    columns: list[Sequence[RawCell]] = []
    for header, raw in zip(table.headers, zip(*table.rows, strict=True), strict=True):
        cells = tuple(map(read_object, raw))
        objects = [None if (value := _object(cell)) is None else _with_position(value) for cell in cells]
        keys = _keys_of(cells, [value for value in objects if value is not None])
        headers += [_headed(header, key) for key in keys] or [header]
        # What is no object stands under the first key.
        columns += [
            [
                cell_of(value.get(key)) if value is not None else cell if key == keys[0] else None
                for cell, value in zip(cells, objects, strict=True)
            ]
            for key in keys
        ] or [cells]
        ranked = [_ranks_in(before, after) for before, after in zip(raw, cells, strict=True)]
        for key in dict.fromkeys(key for told in ranked for key in told):
            headers.append(_headed(header, key))
            columns.append([cell_of(told.get(key)) for told in ranked])
    return replace(table, headers=tuple(headers), rows=tuple(zip(*columns, strict=True)))


def _ranks_in(raw: RawCell, cell: RawCell) -> JsonObject:
    """What a cell that was read as a list says of its first value, its second …"""
    value = _object(raw) if isinstance(cell, tuple) and isinstance(raw, str) else None
    return {key: item for key, item in _told(value).items() if item} if value and _is_ranked(value) else {}


def _is_ranked(value: JsonObject) -> bool:
    """Whether an object is a list by such words as `first` and `primary`, rather than by numbers."""
    return not any(key[-1:].isdigit() for key in value) and _listed(value) is not None


def _keys_of(cells: Sequence[RawCell], objects: Sequence[JsonObject]) -> tuple[str, ...]:
    """The keys of the objects among cells: most of these are such, or their names stand in them."""
    keys = tuple(dict.fromkeys(key for value in objects for key in value))
    filled = sum(cell not in (None, "") for cell in cells)
    is_named = [key.casefold() in wrapper_words()["value"] for key in keys]
    is_mostly = 2 * len(objects) > filled or is_named[:1] == [True]
    return keys if is_mostly and len(keys) <= _MOST_KEYS and sum(is_named) <= 1 else ()


def _headed(header: str, key: str) -> str:
    """The header of what an object says under a key: of its name, or its value, just the object's own."""
    return header if key.casefold() in wrapper_words()["value"] else f"{header} {key}"


def _position(value: JsonObject) -> RawCell:
    """`{"lat": -0.18, "lon": -78.47}` with nothing but a height; GeoJSON begins with the longitude."""
    point = value.get("coordinates")
    if value.get("type") == "Point" and isinstance(point, list) and len(point) > 1:
        return f"{cell_of(point[1])}, {cell_of(point[0])}"
    told = _with_position(value)
    return cell_of(told["coordinates"]) if told is not value and set(told) <= _OF_POSITIONS else None


def _with_position(value: JsonObject) -> JsonObject:
    """Latitude and longitude are one position: `{"name": "Quito", "lat": -0.18, "lon": -78.47}`."""
    axes = {_AXES[key.casefold()]: key for key in value if key.casefold() in _AXES}
    north, east = (value.get(axes.get(axis, "")) for axis in ("north", "east"))
    if not (isinstance(north, str) and isinstance(east, str)):
        return value
    rest = {key: item for key, item in value.items() if key not in axes.values()}
    return rest | {"coordinates": f"{north}, {east}"}


def value_key(value: JsonObject) -> str | None:
    """Where an object says its value, if all else in it is about that: `{"value": 5, "source": …}`."""
    keys = list(_told(value))
    if len(keys) > 1 and keys[0].casefold() in _MEASURED:
        keys = [key for key in keys if key.casefold() not in wrapper_words()["when"]]
    keys = keys or [key for key in value if key.casefold() == "url"]
    return keys[0] if len(keys) == 1 and keys[0].casefold() in (*wrapper_words()["value"], "url") else None


def _told(value: JsonObject) -> JsonObject:
    """An object without what is only said about its value."""
    return {key: item for key, item in value.items() if key.casefold() not in _beside_value()}


@cache
def _beside_value() -> frozenset[str]:
    """Keys of what is said about a value, whether it is read with it or says nothing."""
    read = ("unit", "note", "confirmed", "denied", "instead", "limit", "margin")
    return frozenset(key for kind in (*read, "beside_value") for key in wrapper_words()[kind])


def _qualified(cell: RawCell, value: JsonObject) -> RawCell:
    """A value with what its object says of it, as a text would: a limit, a margin, another value, a note.

    >>> _qualified("8611", {"note": "wrong"}), _qualified("8611", {"alternative": "8000"})
    ('8611 (wrong)', '8611 or 8000')
    """
    told = {key.casefold(): item for key, item in value.items()}

    def said(kind: str) -> list[JsonValue]:
        return [told[key] for key in wrapper_words()[kind] if key in told and told[key] not in (None, "", [])]

    doubted = any(item is False for item in said("confirmed")) or any(item is True for item in said("denied"))
    others = [item for item in said("instead") if item != cell]
    if not (doubted or others or any(map(said, ("note", "limit", "margin")))):
        return cell
    if not isinstance(cell, str):
        return compact(value)  # of which nobody can say what it means
    text = " ".join((*map(str, said("limit")), cell))
    text += "".join(f" ± {margin}" for margin in said("margin"))
    text += "".join(f" or {_joined(other)}" for other in others)
    notes = [*(["not confirmed"] if doubted else []), *(str(note) for note in said("note"))]
    return text + "".join(f" ({note})" for note in notes)


def _joined(value: JsonValue) -> str:
    cells = value if isinstance(value, list) else [value]
    return " or ".join(str(cell_of(cell)) for cell in cells)


def _with_unit(cell: RawCell, value: JsonObject) -> RawCell:
    """`{"amount": 19.6, "unit": "bn", "currency": "USD"}` is 19.6 bn USD."""
    if not isinstance(cell, str) or not any(map(str.isdigit, cell)):
        return cell
    told = {key.casefold(): unit for key, unit in value.items() if isinstance(unit, str) and unit}
    units = [told[key] for key in wrapper_words()["unit"] if key in told and told[key] not in cell]
    return " ".join((cell, *dict.fromkeys(units)))


def _listed(value: JsonObject) -> list[JsonValue] | None:
    """The values of `{"1": "Nepal", "2": "China"}` or `{"primary": …, "secondary": …}`, in that order."""
    told = {key.casefold(): item for key, item in value.items() if key.casefold() not in _says_nothing()}
    ranks = _ranks(tuple(told))
    if ranks is None:
        return None
    items = [told[key] for key in ranks if told[key] not in (None, "", [])]
    # Further ones may be told in a list of their own.
    return [one for item in items for one in (item if isinstance(item, list) else [item])]


@lru_cache(maxsize=1 << 10)
def _ranks(keys: tuple[str, ...]) -> tuple[str, ...] | None:
    """Keys that say nothing but which one of a list a value is, in its order; what is *other* comes last."""
    if not keys or len(keys) > _MOST_RANKS:
        return None
    last = tuple(key for key in keys if key in wrapper_words()["further"])
    first = tuple(key for key in keys if key not in last)
    for ordinals in _ordinals():
        if first and set(first) == set(ordinals[: len(first)]):
            return (*ordinals[: len(first)], *last)
    numbered = {key: found for key in keys if (found := _NUMBERED.fullmatch(key))}
    stems = {found[1] for found in numbered.values()}
    if len(numbered) < len(keys) or len(stems) > 1 or (len(keys) == 1 and stems != {""}):
        return None
    ordered = sorted(keys, key=lambda key: int(numbered[key][2]))
    numbers = [int(numbered[key][2]) for key in ordered]
    return tuple(ordered) if numbers in (list(range(len(keys))), list(range(1, len(keys) + 1))) else None


@cache
def _ordinals() -> tuple[tuple[str, ...], ...]:
    return tuple(map(tuple, read_table("parse", "json_keys")["ordinals"]))


@cache
def _says_nothing() -> frozenset[str]:
    return frozenset(wrapper_words()["beside_value"])


def _date(told: JsonObject) -> str | None:
    """`{"year": 1954, "month": 7, "day": 31}`, where a month may be a name; `{"date": "31 July 1954"}`."""
    if set(told) == {"date"} and isinstance(told["date"], str):
        return told["date"]
    if "year" not in told or not told.keys() <= {"year", "month", "day"}:
        return None
    parts = [told.get(key) for key in ("year", "month", "day")]
    if not all(part is None or isinstance(part, str) for part in parts):
        return None
    year, month, day = (str(part) if part else "" for part in parts)
    if not month:
        return year or None
    if not month.isdecimal():
        return f"{day} {month} {year}".strip()
    return "-".join((year, month.zfill(2), *((day.zfill(2),) if day else ())))


def _range(told: JsonObject, value: JsonObject) -> RawCell:
    """`{"min": 3, "max": 5, "unit": "m"}`."""
    for ends in (("min", "max"), ("low", "high"), ("from", "to"), ("start", "end"), ("lower", "upper")):
        if set(told) == set(ends) and all(isinstance(told[end], str) and told[end] for end in ends):
            return _with_unit(f"{told[ends[0]]} – {told[ends[1]]}", value)
    return None


def _limit(value: JsonObject) -> RawCell:
    """What is under a key that makes no value of it, with a sign that says so: `{"lower_bound": 5}`.

    >>> _limit({"max_ft": "9000"}), _limit({"not_before": "5"}), _limit({"previous": "5"})
    ('≤ 9000 ft', '≥ 5', '5 (formerly)')
    """
    told = _told(value) or value
    key, item = next(iter(told.items())) if len(told) == 1 else ("", None)
    if not isinstance(item, str) or not item:
        return None
    said = [word.casefold() for word in _KEY_WORD.findall(key)]
    is_denied = not _NO.isdisjoint(said)
    for kind in _LIMITS:
        words = wrapper_words()[kind]
        is_figure = any(map(str.isdigit, item)) or kind not in _DENIED
        if is_figure and not set(words).isdisjoint(said):
            rest = [word for word in said if word not in words and word not in wrapper_words()["of_limits"]]
            form = _LIMITS[_DENIED.get(kind, kind) if is_denied else kind]
            return form.format(_with_unit(" ".join((item, *rest)), value))
    return None


# The words of `lowerBound`, `at_least`, `minimum height`
_KEY_WORD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+")
_NO = frozenset({"no", "not"})
_DENIED = {"at_least": "at_most", "at_most": "at_least"}
_LIMITS = {
    "at_least": "≥ {}",
    "at_most": "≤ {}",
    "margin": "± {}",
    "no_value": "not {}",
    "past": "{} (formerly)",
}


def _measures(told: JsonObject) -> str | None:
    """One thing in parts (`{"feet": 5, "inches": 10}`), or in two systems (`{"meters": 5, "feet": 16}`).

    Two units of one system may be either: `{"km": 5, "m": 5000}`.
    """
    if not told or not all(isinstance(number, NumberLiteral) for number in told.values()):
        return None
    words = wrapper_words()
    first, *others = (f"{number} {unit}" for unit, number in told.items())
    if any(told.keys() <= set(words[parts]) for parts in ("times", "lengths", "weights")):
        return " ".join((first, *others))
    metric, imperial = ({unit for unit in told if unit in words[system]} for system in ("metric", "imperial"))
    if len(told) > 2 or len(metric) + len(imperial) < len(told) or len(metric) == 2 or len(imperial) == 2:
        return None
    return first + "".join(f" ({other})" for other in others)


def _holds_object(cell: RawCell) -> bool:
    if type(cell) is str:
        return cell[:1] == "{" and _OBJECT.match(cell) is not None
    return isinstance(cell, tuple) and any(map(_holds_object, cell))
