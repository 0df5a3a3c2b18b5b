"""Lists of one line an entity: values behind labels, and bare names."""

from __future__ import annotations

import pytest

from atlas_grader import Grader, load_release
from atlas_grader.answers import TextContent
from atlas_grader.grade import grade_task
from atlas_grader.parse.text import find_tables
from atlas_grader.verdicts import Verdict
from tests.parse.test_answers import HEADERS, compiled, rows_of


def read(text):
    """The tables of a text that are surely tables, as headers and rows."""
    return [(table.headers, table.rows) for table in find_tables(text)]


WHOLE = [
    (
        ("", "atomic number", "noble gas"),
        (("Helium", "2", "yes"), ("Neon", "10", "yes"), ("Oxygen", "8", "no")),
    )
]


@pytest.mark.parametrize(
    "text",
    [
        "- Helium: atomic number 2, noble gas: yes\n- Neon: atomic number 10, noble gas: yes\n"
        "- Oxygen: atomic number 8, noble gas: no",
        "The elements are:\n\n1. Helium – atomic number 2; noble gas yes\n"
        "2. Neon – atomic number 10; noble gas yes\n"
        "3. Oxygen – atomic number 8; noble gas no",
        "* Helium (atomic number 2, noble gas yes)\n* Neon (atomic number 10, noble gas yes)\n"
        "* Oxygen (atomic number 8, noble gas no)",
    ],
)
def test_values_stand_behind_the_words_with_which_they_all_begin(text):
    assert read(text) == WHOLE


def test_a_value_with_a_comma_goes_on():
    text = (
        "- K2: height 8611 m, countries Pakistan, China\n- Lhotse: height 8516 m, countries Nepal, China\n"
        "- Manaslu: height 8163 m, countries Nepal"
    )

    assert read(text)[0][1] == (
        ("K2", "8611 m", "Pakistan, China"),
        ("Lhotse", "8516 m", "Nepal, China"),
        ("Manaslu", "8163 m", "Nepal"),
    )


@pytest.mark.parametrize(
    ("last", "label", "value"),
    [
        ("noble gas no, discovered 1774", "discovered", "1774"),
        ("noble gas no, boiling point 90.2 K", "boiling point", "90.2 K"),
    ],
)
def test_a_label_of_one_line_before_figures_is_one(last, label, value):
    text = (
        "- Helium: atomic number 2, noble gas yes\n- Neon: atomic number 10, noble gas yes\n"
        f"- Oxygen: atomic number 8, {last}"
    )

    assert read(text) == [
        (
            ("", "atomic number", "noble gas", label),
            (("Helium", "2", "yes", None), ("Neon", "10", "yes", None), ("Oxygen", "8", "no", value)),
        )
    ]


def test_a_label_of_some_lines_is_one_if_columns_are_called_so():
    text = (
        "- Etna: height 3357 m, country Italy\n- Fuji: height 3776 m, country Japan, type stratovolcano\n"
        "- Teide: height 3715 m, country Spain, type stratovolcano\n- A: height 1 m, country B\n"
        "- C: height 2 m, country D, near E"
    )

    assert read(text)[0][0] == ("", "height", "country", "type")
    assert [row[2:] for row in read(text)[0][1]][2:] == [
        ("Spain", "stratovolcano"),
        ("B", None),
        ("D, near E", None),
    ]


def test_what_items_of_a_list_begin_with_is_no_label():
    text = (
        "- Niger: capital Niamey, neighbours Chad, South Africa, South Sudan\n"
        "- Kenya: capital Nairobi, neighbours South Sudan\n"
        "- Mali: capital Bamako, neighbours Niger, South Africa"
    )

    assert [row[2] for row in read(text)[0][1]] == [
        "Chad, South Africa, South Sudan",
        "South Sudan",
        "Niger, South Africa",
    ]


@pytest.mark.parametrize(
    "text", ["- Kenya\n- Gabon", "1. Kenya\n2. Gabon", "The states:\n\n* **Kenya**\n* [Gabon](https://x.org)"]
)
def test_a_list_of_names_alone_is_the_entity_column(text):
    report = grade_task(compiled(), TextContent(text))

    assert rows_of(report) == ["Kenya", "Gabon"]
    assert report.notes == ('a list of names alone is read as column "country"',)
    assert {cell.verdict.verdict for row in report.rows for cell in row.cells} == {Verdict.MISMATCH}


@pytest.mark.parametrize(
    "text",
    [
        HEADERS + "| Kenya | Nairobi | 580,367 |\n\n- Gabon\n- Chad",
        "- Chad\n- Gabon\n\n" + HEADERS + "| Kenya | Nairobi | 580,367 |\n",
    ],
)
def test_beside_a_table_a_list_of_names_is_nothing(text):
    assert rows_of(grade_task(compiled(), TextContent(text))) == ["Kenya"]


@pytest.mark.parametrize(
    "text",
    [
        "- I looked at the World Factbook.\n- I asked the statistical office.",
        "### Excluded\n\n- Kenya\n- Gabon",
        "- Kenya",
        "- see https://x.org\n- Gabon",
        "- some states have no data\n- others were left out",
    ],
)
def test_sentences_and_what_is_excluded_are_no_names(text):
    assert not grade_task(compiled(), TextContent(text)).rows


def test_a_report_tells_whether_the_answer_has_a_table():
    assert not grade_task(compiled(), TextContent(HEADERS + "| Kenya | Nairobi | 5 |\n")).unread
    assert grade_task(compiled(), TextContent("Kenya and Gabon.")).unread


def volcanoes(text):
    return Grader(load_release()).grade("decade-volcanoes", text)


def test_a_value_s_first_words_are_no_part_of_its_label():
    report = Grader(load_release()).grade(
        "gaseous-elements",
        "- Helium: atomic number 2, discovery year about 1895\n"
        "- Neon: atomic number 10, discovery year 1898\n"
        "- Oxygen: atomic number 8, discovery year about 1774\n",
    )

    assert {header.header for header in report.headers} == {"", "atomic number", "discovery year", None}


def test_a_dash_within_a_name_parts_nothing():
    report = volcanoes(
        "- Colima: country Mexico, elevation 3850 m\n"
        "- Avachinsky–Koryaksky: country Russia, elevation 2717 m\n"
    )

    assert [row.fate for row in report.rows] == ["matched", "matched"]


@pytest.mark.parametrize("rest", ["Mexico", "Mexico, 3850 m, Stratovolcano"])
def test_names_before_colons_are_told_by_gold(rest):
    countries = {"Colima": "Mexico", "Etna": "Italy", "Merapi": "Indonesia"}
    report = volcanoes("".join(f"- {n}: {rest.replace('Mexico', c)}\n" for n, c in countries.items()))

    assert [row.fate for row in report.rows] == ["matched"] * 3
    assert all(row.verdicts["country"].verdict is Verdict.MATCH for row in report.gold if row.rows)


def test_a_value_in_brackets_behind_the_name_is_read():
    report = volcanoes(
        "| Volcano | Elevation |\n|---|---|\n| Colima (Mexico) | 3850 m |\n| Etna (Italy) | 3357 m |\n"
    )

    assert next(header.how for header in report.headers if header.column == "country") == "part"


def test_a_comma_within_brackets_parts_nothing():
    text = (
        "- Denali: states Alaska, summit 6190 m (Denali, states say)\n"
        "- Lassen: states California, summit 3187 m\n"
        "- Zion: states Utah, summit 2660 m"
    )

    assert read(text)[0][1][0] == ("Denali", "Alaska", "6190 m (Denali, states say)")


def test_a_bracket_that_ends_a_line_is_not_the_one_behind_the_name():
    text = (
        "8. **Denali** – States: Alaska; Highest point: 6,190 m (Denali, highest in North America)\n"
        "9. **Glacier (Montana)** – States: Montana; Highest point: 3,190 m; UNESCO: 1995 (as a peace park)"
    )

    ((_, rows),) = read(text)

    assert [row[:2] for row in rows] == [("**Denali**", "Alaska"), ("**Glacier (Montana)**", "Montana")]
