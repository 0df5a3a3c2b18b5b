"""Latitude and longitude in two columns."""

from __future__ import annotations

import pytest

from atlas_grader.answers import NumberLiteral, TableContent
from atlas_grader.parse.fit import fit_answer
from tests.parse.support import EQUATOR, column, reads, task


def fitted(headers, *rows, columns=EQUATOR):
    return fit_answer(TableContent(tuple(headers), tuple(map(tuple, rows))), columns, reads)


@pytest.mark.parametrize(
    "pair",
    [
        ("Latitude", "Longitude"),
        ("lat", "lon"),
        ("Lat (°)", "Long (°)"),
        ("Capital latitude", "Capital longitude"),
        ("Breitengrad", "Längengrad"),
        ("纬度", "经度"),
        ("Latitude (°N)", "Longitude (°E)"),
        ("Breite (° N)", "Länge [deg E]"),
        ("lat_n", "lon_e"),
        ("Latitude, north", "Longitude, east"),
        ("Latitude (WGS 84)", "Longitude (WGS 84)"),
        ("Lat. (decimal degrees N)", "Long. (decimal degrees E)"),
    ],
)
def test_both_are_read_as_one_column(pair):
    table = fitted(("Country", *pair), ("Gabon", NumberLiteral("0.39"), "9.45"), ("Kenya", None, None))

    assert [table.cell(row, "capital_coordinates") for row in table.rows] == ["0.39, 9.45", None]
    assert table.notes[0] == f'"{pair[0]}" and "{pair[1]}" are read together as column "capital_coordinates"'


@pytest.mark.parametrize(
    ("cells", "position"),
    [
        (("12.05", "77.03"), "12.05 S, 77.03 W"),
        ((NumberLiteral("12.05"), "77.03 W"), "12.05 S, 77.03 W"),
        (("12.05° N", "-77.03"), "12.05° N, -77.03 W"),
    ],
)
def test_a_header_says_in_which_half_of_the_globe_its_numbers_are(cells, position):
    table = fitted(("Country", "Latitude (°S)", "Longitude (°W)"), ("Peru", *cells))

    assert [table.cell(row, "capital_coordinates") for row in table.rows] == [position]


@pytest.mark.parametrize(
    "headers",
    [
        ("Country", "Latitude (N/S)", "Longitude (E/W)"),
        ("Country", "Latitude", "Altitude"),
        ("Country", "Airport latitude", "Airport longitude"),
        ("Country", "Latitude", "Airport longitude"),
        ("Country", "Latitude", "Longitude", "Latitude (max)", "Longitude (max)"),
    ],
)
def test_anything_else_is_left(headers):
    table = fitted(headers, ("Gabon", *("0.39", "9.45") * 2)[: len(headers)])

    assert not any("read together" in note for note in table.notes)


def test_with_coordinates_of_their_own_the_two_are_extra():
    table = fitted(("Country", "Capital coordinates", "Lat", "Lon"), ("Gabon", "0.39, 9.45", "0", "9"))

    assert table.cell(table.rows[0], "capital_coordinates") == "0.39, 9.45"


def test_for_two_open_columns_nothing_is_joined():
    columns = task(column("road", "name"), column("start", "coordinates"), column("finish", "coordinates"))
    table = fitted(("Road", "Latitude", "Longitude"), ("A1", "0.39", "9.45"), columns=columns)

    assert table.places.keys() == {"road"}
