"""Latitude and longitude in two columns, where a task asks for coordinates in one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from atlas_grader.answers import RawCell, Table
from atlas_grader.parse.grid import is_blank
from atlas_grader.parse.headers.mapping import Reads, header_index, map_headers
from atlas_grader.parse.headers.meanings import translations
from atlas_grader.parse.headers.tiers import BY_CELLS
from atlas_grader.parse.headers.words import as_written, plain, stems
from atlas_grader.tasks import CellType, Task

_LATITUDE, _LONGITUDE = stems("latitude"), stems("longitude")
_UNITS = stems("decimal degrees deg dd dms signed wgs wgs84 84 approx")
# `Latitude (°N)`, `Longitude, deg W`, `lon_w`: the half of the globe in which its numbers are.
_HALF = re.compile(
    r"[ (\[,_°º]+(?:deg(?:rees)?\.?[ _]*)?[°º]?[ ]*(?P<half>[NSEW]|north|south|east|west)[ )\]]*\Z",
    re.IGNORECASE,
)
_NEGATIVE_HALVES = {"s": "S", "w": "W"}


def join_positions(table: Table, task: Task, reads: Reads) -> Table:
    """The table with one column for both, if one coordinates column and such a pair are open."""
    places = [place for place, column in enumerate(task.columns) if column.type is CellType.COORDINATES]
    pair = _pair(table, header_index(task).languages(table.headers)) if places else None
    if pair is None:
        return table
    latitude, longitude, rest = pair
    mapping = map_headers(table, task, reads)
    still_open = [place for place in places if mapping.places[place] in {None, latitude, longitude}]
    if len(still_open) != 1 or not rest <= header_index(task).words[still_open[0]].everything:
        return table
    others = {
        place
        for column, place in enumerate(mapping.places)
        if column != still_open[0] and mapping.tiers[column] not in BY_CELLS
    }
    if others & {latitude, longitude}:
        return table
    return _joined(table, latitude, longitude, task.columns[still_open[0]].name)


def _pair(table: Table, languages: tuple[str, ...]) -> tuple[int, int, frozenset[str]] | None:
    """The one header of a latitude and the one of a longitude, and what both say besides."""
    latitudes = _places(table, languages, _LATITUDE, _LONGITUDE)
    longitudes = _places(table, languages, _LONGITUDE, _LATITUDE)
    if len(latitudes) != 1 or len(longitudes) != 1:
        return None
    (latitude, rest), (longitude, other) = latitudes[0], longitudes[0]
    return (latitude, longitude, rest) if rest == other else None


def _places(
    table: Table, languages: tuple[str, ...], own: frozenset[str], foreign: frozenset[str]
) -> list[tuple[int, frozenset[str]]]:
    found = []
    for place, header in enumerate(table.headers):
        text = _HALF.sub("", plain(header))
        for told in map(stems, (text, *translations(text, languages))):
            if own <= told and not foreign & told:
                found.append((place, told - own - _UNITS))
                break
    return found


def _joined(table: Table, latitude: int, longitude: int, name: str) -> Table:
    kept = [place for place in range(len(table.headers)) if place not in {latitude, longitude}]
    halves = [_negative_half(plain(table.headers[place])) for place in (latitude, longitude)]
    rows = tuple(
        (*(row[place] for place in kept), _position((row[latitude], row[longitude]), halves))
        for row in table.rows
    )
    note = (
        f'"{as_written(table.headers[latitude])}" and "{as_written(table.headers[longitude])}" '
        f'are read together as column "{name}"'
    )
    headers = (*(table.headers[place] for place in kept), name)
    return replace(table, headers=headers, rows=rows, notes=(*table.notes, note))


def _negative_half(header: str) -> str:
    """`S` or `W`, if a header says that its numbers are in that half of the globe."""
    half = _HALF.search(header)
    return _NEGATIVE_HALVES.get(half["half"][0].casefold(), "") if half else ""


def _position(cells: Sequence[RawCell], halves: Sequence[str]) -> RawCell:
    known = [
        f"{cell} {half}" if half and not any(map(str.isalpha, str(cell))) else str(cell)
        for cell, half in zip(cells, halves, strict=True)
        if not is_blank(cell)
    ]
    return ", ".join(known) if known else None
