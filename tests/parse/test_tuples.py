"""Names that say both columns of an entity at once."""

import pytest

from atlas_grader.answers import TextContent

TASK = "oscar-foreign-language-films-2006-2025"


@pytest.fixture(scope="module")
def films(grader):
    """Name, year and country of some films."""
    rows = [row for row in grader.release.gold[TASK].rows if " " in row.entity[0].value and not row.ungraded]
    return [(*(part.value for part in row.entity), row.cells["country"].value) for row in rows[:5]]


def fates(grader, text):
    report = grader.grade(TASK, TextContent(text))
    return {row.fate.value for row in report.rows}, [note for note in report.notes if "read as" in note]


@pytest.mark.parametrize(
    "name",
    [
        "{film} ({year})",
        "{film} [{year}]",
        "{film} – {year}",
        "{year}: {film}",
        "{year} — {film}",
        "{film}, {year}",
        "{year} / {film}",
        "{film} by {year}",
    ],
)
@pytest.mark.parametrize(
    "record", ["## {name}\n- Country: {country}\n\n", "**{name}**\n- Country: {country}\n\n"]
)
@pytest.mark.parametrize("count", [2, 5])
def test_headings_of_records_say_both(grader, films, name, record, count):
    named = [(name.format(film=film, year=year), country) for film, year, country in films[:count]]
    text = "".join(record.format(name=said, country=country) for said, country in named)

    assert fates(grader, text)[0] == {"matched"}


def test_cells_under_the_header_of_one_of_them_say_both(grader, films):
    rows = "".join(f"| *{film}* ({year}) | {country} |\n" for film, year, country in films)

    told, notes = fates(grader, f"| Film | Country |\n|---|---|\n{rows}")

    assert (told, notes) == ({"matched"}, ['the names under "Film" are read as "film" and "ceremony_year"'])


def test_names_that_so_parted_name_no_gold_row_are_left(grader, films):
    text = "".join(f"## {film} (1901)\n- Country: {country}\n\n" for film, _, country in films)

    assert fates(grader, text)[0] == {"open"}


def test_where_both_have_columns_nothing_is_parted(grader, films):
    rows = "".join(f"| {film} (film) | {year} | {country} |\n" for film, year, country in films)

    told, notes = fates(grader, f"| Film | Ceremony year | Country |\n|---|---|---|\n{rows}")

    assert (told, notes) == ({"matched"}, [])
