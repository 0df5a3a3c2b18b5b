"""Headers mapped to columns, tier by tier."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import NumberLiteral, Table, TableContent
from atlas_grader.parse.fit import fit_answer
from atlas_grader.parse.headers.mapping import map_headers
from atlas_grader.parse.headers.tiers import Tier
from atlas_grader.parse.headers.words import denials, header_words, stems
from tests.parse.support import EQUATOR, GASES, column, reads, task

FILM = task(
    column("film", "name", "Title of the film"),
    column("director", "name", "Person who directed it"),
    column("release_date", "date", "First public release"),
    column("budget", "money", "Production budget", currency="USD"),
    column("running_time", "duration", "Length of the theatrical cut", aliases=("length", "runtime")),
    column("official_site", "url", "Official website"),
)
PERSON = task(
    column("person", "name", "Full name"),
    column("birth_date", "date", "Date of birth"),
    column("birth_place", "text", "Place of birth"),
    column("death_date", "date", "Date of death"),
    column("nationality", "country", "Citizenship"),
    column("height", "quantity", "Body height", unit="m"),
)


def fitted(columns, headers, *rows):
    """Column → (header, tier) for what was mapped."""
    table = Table(tuple(headers), tuple(map(tuple, rows)))
    mapping = map_headers(table, columns, reads)
    return {
        c.name: (headers[place], tier.value)
        for c, place, tier in zip(columns.columns, mapping.places, mapping.tiers, strict=True)
        if place is not None
    }


def mapped(columns, header, *cells):
    """The column that one header alone is mapped to, and the tier."""
    table = Table((header, "Zzz", "Qqq"), tuple((cell, "?x", "?y") for cell in cells))
    mapping = map_headers(table, columns, reads)
    if 0 not in mapping.places:
        return None
    number = mapping.places.index(0)
    return columns.columns[number].name, mapping.tiers[number].value


@pytest.mark.parametrize(
    ("header", "name", "tier"),
    [
        ("capital", "capital", "exact"),
        ("**Capital**", "capital", "normalised"),
        ("CAPITAL", "capital", "normalised"),
        ("Capital Coordinates", "capital_coordinates", "normalised"),
        ("capitalCoordinates", "capital_coordinates", "normalised"),
        ("Area (km²)", "area", "normalised"),
        ("Area [sq km]", "area", "normalised"),
        ("Official language(s)", "official_languages", "normalised"),
        ("Official<br>languages[1]", "official_languages", "normalised"),
        ("`official_languages`", "official_languages", "normalised"),
        ("Landlocked?", "landlocked", "normalised"),
        ("Offical languages", "official_languages", "similar"),
        ("Official language", "official_languages", "similar"),
        ("Curency", "currency", "similar"),
        ("Capital city", "capital", "words"),
        ("Name of the capital", "capital", "words"),
        ("Coordinates of capital", "capital_coordinates", "words"),
        ("Coordinates of the capital city", "capital_coordinates", "content"),
        ("Languages", "official_languages", "words"),
        ("Area (total)", "area", "words"),
        ("Total area in km²", "area", "words"),
        ("Country name", "country", "words"),
        ("Name", "country", "words"),
    ],
)
def test_headers_of_the_equator_task(header, name, tier):
    cells = {"capital_coordinates": ("0.39, 9.45",), "area": ("5 km²",), "landlocked": ("No",)}

    assert mapped(EQUATOR, header, *cells.get(name, ("Gabon",))) == (name, tier)


@pytest.mark.parametrize(
    ("header", "name", "cell"),
    [
        ("Born", "birth_date", "1950-01-02"),
        ("Date of birth", "birth_date", "1950"),
        ("DOB", "birth_date", "1950"),
        ("Birthdate", "birth_date", "1950"),
        ("Birthplace", "birth_place", "Paris"),
        ("Place of birth", "birth_place", "Paris"),
        ("Died", "death_date", "1990"),
        ("Year of death", "death_date", "1990"),
        ("Citizenship", "nationality", "French"),
        ("Name", "person", "Ada"),
        ("Full name", "person", "Ada"),
    ],
)
def test_words_of_a_persons_columns(header, name, cell):
    columns = task(*(c for c in PERSON.columns if header != "Born" or c.name != "birth_place"))

    assert (mapped(columns, header, cell) or ("",))[0] == name


@pytest.mark.parametrize(
    ("header", "name", "cell"),
    [
        ("Directed by", "director", "Ann Lee"),
        ("Director(s)", "director", "Ann Lee"),
        ("Released", "release_date", "1999-01-01"),
        ("Year released", "release_date", "1999"),
        ("Budget (USD millions)", "budget", "12"),
        ("Runtime", "running_time", "1:45"),
        ("Run time", "running_time", "1:45"),
        ("Film title", "film", "Up"),
        ("Title", "film", "Up"),
        ("Movie / Film", "film", "Up"),
    ],
)
def test_words_of_a_films_columns(header, name, cell):
    assert (mapped(FILM, header, cell) or ("",))[0] == name


@pytest.mark.parametrize(
    ("columns", "header", "cell"),
    [
        (PERSON, "Born", "1950 in Paris"),
        (PERSON, "Date", "1950"),
        (PERSON, "Weight", "70"),
        (EQUATOR, "County", "Kent"),
        (EQUATOR, "Capital population", "600,000"),
        (EQUATOR, "Capital / Currency", "Libreville / CFA"),
        (EQUATOR, "Water (%)", "3.8 %x"),
        (FILM, "Released by", "Fox"),
        (FILM, "Notes", "fine"),
    ],
)
def test_a_header_that_does_not_single_a_column_out_stays_open(columns, header, cell):
    assert mapped(columns, header, cell) is None


def test_other_digits_or_another_word_are_no_misspelling():
    columns = task(
        column("place", "name"),
        column("population_2020", "number"),
        column("average_minimum_temperature", "number"),
    )

    assert mapped(columns, "Population 2010", "5", "6") is None
    assert mapped(columns, "Average maximum temperature", "5", "6") is None


def test_the_chat_answer_maps_as_the_hand_says():
    headers = ("Element (symbol)", "Z", "Melting point", "Boiling point", "Discovered", "Noble gas?")
    found = fitted(
        GASES, headers, ("Neon (Ne)", "10", "−248.6 °C", "−246.0 °C", "1898 (Ramsay & Travers)", "**Yes**")
    )

    assert found == {
        "element": ("Element (symbol)", "words"),
        "atomic_number": ("Z", "content"),
        "melting_point": ("Melting point", "normalised"),
        "boiling_point": ("Boiling point", "normalised"),
        "discovery_year": ("Discovered", "words"),
        "noble_gas": ("Noble gas?", "normalised"),
    }


def test_the_messy_csv_maps_as_the_hand_says():
    headers = ("Element", "Z", "Schmelzpunkt / m.p. (°C)", "b.p. (°C)", "Discovered", "Noble gas?")
    found = fitted(GASES, headers, ("Argon", "18", "-189,3", "-185,8", "1894", "yes"))

    assert [found[c.name][0] for c in GASES.columns] == list(headers)


def test_the_only_open_pair_is_a_fit_if_the_cells_read():
    headers = ("Country", "Capital", "Coordinates", "Area", "Tender", "Languages", "Landlocked")
    found = fitted(EQUATOR, headers, ("Gabon", "Libreville", "0.39, 9.45", "5 km²", "Franc", "French", "No"))

    assert found["currency"] == ("Tender", "content")


def test_numbers_are_no_fit_for_a_text_column():
    headers = ("Country", "Capital", "Coordinates", "Area", "Population", "Languages", "Landlocked")
    found = fitted(
        EQUATOR, headers, ("Gabon", "Libreville", "0.39, 9.45", "5 km²", "2,400,000", "French", "No")
    )

    assert "currency" not in found


def test_foreign_headers_in_the_same_order_map_if_every_type_reads():
    headers = ("Alkuaine", "Järjestysluku", "Sulamispiste", "Kiehumispiste", "Löydetty", "Jalokaasu")
    row = ("Argon", "18", "-189,3", "-185,8", "1894", "yes")

    assert [fitted(GASES, headers, row)[c.name][0] for c in GASES.columns] == list(headers)
    assert fitted(GASES, headers[:5], row[:5]) == {}


def test_order_tells_columns_of_one_type_apart_only_in_a_table_that_keeps_the_tasks_order():
    known = ("Person", "Place of birth", "Nationality", "Height")
    cells = ("A", "Berlin", "Germany", "1.70 m")

    def dates(*order):
        """Where the two dates are found when the columns stand in that order."""
        pairs = dict(zip((*known, "Foo", "Bar"), (*cells, "1901-02-03", "1950-01-02"), strict=True))
        found = fitted(PERSON, order, [pairs[header] for header in order])
        return found.get("birth_date"), found.get("death_date")

    in_order = dates("Person", "Foo", "Place of birth", "Bar", "Nationality", "Height")
    assert in_order == (("Foo", "order"), ("Bar", "order"))
    assert dates("Person", "Nationality", "Place of birth", "Foo", "Bar", "Height") == (None, None)
    assert dates("Foo", "Person", "Place of birth", "Bar", "Nationality", "Height") == (None, None)


def test_order_needs_two_columns_that_are_sure_without_it():
    columns = task(column("person", "name"), column("opened", "date"), column("closed", "date"))

    assert fitted(columns, ("person", "Foo", "Bar"), ("A", "1901", "1902")) == {"person": ("person", "exact")}


def test_content_needs_a_column_whose_type_alone_reads():
    columns = task(
        column("place", "name"), column("founded", "date"), column("site", "url"), column("members", "number")
    )
    row = ("A", "https://a.org", "12")

    assert fitted(columns, ("place", "Xx", "Yy"), row) == {
        "place": ("place", "exact"),
        "site": ("Xx", "content"),
        "members": ("Yy", "content"),
    }


def test_cells_without_data_do_not_speak_against_a_type():
    columns = task(column("place", "name"), column("members", "number"))

    assert fitted(columns, ("place", "Xx"), ("A", "12"), ("B", "N/A"), ("C", "–"))["members"] == (
        "Xx",
        "content",
    )


def test_a_year_header_is_no_count():
    columns = task(column("place", "name"), column("members", "number"))

    assert fitted(columns, ("place", "Year"), ("A", "1999")) == {"place": ("place", "exact")}


def test_an_index_column_costs_nothing():
    columns = task(column("place", "name"), column("members", "number"))
    table = Table(("#", "place"), (("1", "A"), ("2", "B")))
    mapping = map_headers(table, columns, reads)

    assert mapping.places == (1, None)
    assert mapping.open_headers == mapping.open_columns == ()


def test_notes_are_not_left_for_a_number_column():
    columns = task(column("place", "name"), column("members", "number"))
    mapping = map_headers(Table(("place", "Notes", "Sources"), (("A", "x", "y"),)), columns, reads)

    assert mapping.open_columns == ()


def test_headers_and_columns_left_on_both_sides_are_open():
    mapping = map_headers(Table(("Country", "Foo", "Bar"), (("Gabon", "x", "y"),)), EQUATOR, reads)

    assert mapping.open_headers == (1, 2)
    assert mapping.open_columns == (1, 2, 3, 4, 5, 6)
    assert mapping.places[0] == 0


def test_a_column_without_any_header_left_is_not_open():
    mapping = map_headers(Table(("Country", "Capital"), (("Gabon", "Libreville"),)), EQUATOR, reads)

    assert mapping.places[:2] == (0, 1)
    assert mapping.open_columns == ()


def test_a_header_above_nothing_is_no_header_left():
    mapping = map_headers(Table(("Country", "Foo"), (("Gabon", ""), ("Kenya", None))), EQUATOR, reads)

    assert mapping.open_columns == ()


def test_equal_copies_of_a_column_are_one():
    found = fitted(EQUATOR, ("Country", "Capital", "Capital "), ("Gabon", "Libreville", "Libreville"))

    assert found["capital"] == ("Capital", "normalised")


def test_different_columns_of_one_name_are_both_open():
    table = Table(("Country", "Capital", "Capital "), (("Gabon", "Libreville", "Port-Gentil"),))
    mapping = map_headers(table, EQUATOR, reads)

    assert mapping.places[1] is None
    assert mapping.open_headers == (1, 2)


def test_a_declared_alias_maps():
    assert mapped(FILM, "Length", "1:45") == ("running_time", "alias")


def test_a_nameless_header_can_only_be_the_entity():
    found = fitted(EQUATOR, ("", "Capital"), ("Gabon", "Libreville"), ("Kenya", "Nairobi"))

    assert found == {"country": ("", "content"), "capital": ("Capital", "normalised")}
    assert fitted(EQUATOR, ("", "Capital"), ("Africa", "Libreville"), ("Africa", "Nairobi")) == {
        "capital": ("Capital", "normalised")
    }
    assert fitted(EQUATOR, ("", "Capital"), ("5", "Libreville"), ("6", "Nairobi")) == {
        "capital": ("Capital", "normalised")
    }


def test_every_mapping_below_the_second_tier_is_reported():
    table = TableContent(("Name", "Capital city", "Area"), (("Gabon", "Libreville", "5"),))

    assert fit_answer(table, EQUATOR, reads).notes == (
        '"Name" is read as column "country": its words single that column out',
        '"Capital city" is read as column "capital": its words single that column out',
    )


def test_column_order_and_case_do_not_matter():
    names = [c.name for c in EQUATOR.columns]
    turned = [name.upper().replace("_", " ") for name in reversed(names)]
    mapping = map_headers(Table(tuple(turned), (("x",) * 7,)), EQUATOR, reads)

    assert mapping.places == (6, 5, 4, 3, 2, 1, 0)
    assert set(mapping.tiers) == {Tier.NORMALISED}


@given(st.lists(st.lists(st.text(max_size=12), min_size=3, max_size=3), min_size=1, max_size=6))
def test_no_headers_or_cells_raise_and_no_place_is_given_twice(rows):
    mapping = map_headers(Table(tuple(rows[0]), tuple(map(tuple, rows[1:]))), FILM, reads)
    places = [place for place in mapping.places if place is not None]

    assert len(places) == len(set(places))
    assert not set(places) & set(mapping.open_headers)


def test_native_numbers_are_no_text():
    columns = task(column("place", "name"), column("motto", "text"))

    assert "motto" not in fitted(columns, ("place", "Xx"), ("A", NumberLiteral("5")))


FILMS = task(
    column("film", "name", "English title of the film"),
    column("ceremony_year", "date", "Year in which the ceremony was held"),
    column("country", "enum", "Submitting country", choices=["Italy", "Japan"]),
    column("main_language", "enum", "Language mainly spoken", choices=["Italian", "Japanese"]),
)


def test_numbered_years_agents_and_short_forms_stand_for_their_columns():
    found = fitted(
        FILMS,
        ("Ceremony", "Title", "Submitted by", "Lang."),
        ("86th (2014)", "Amarcord", "Italy", "Italian"),
        ("94th (2022)", "Ran", "Japan", "Japanese"),
    )

    assert {name: header for name, (header, _) in found.items()} == {
        "film": "Title",
        "ceremony_year": "Ceremony",
        "country": "Submitted by",
        "main_language": "Lang.",
    }


PRESIDENTS = task(
    column("person", "name", "Name of the person", aliases=("president",)),
    column("route", "enum", "How they became president", choices=["election", "death"]),
    column("vice_president_under", "name", "President they served under"),
    column("bioguide_id", "identifier", "Identifier (a letter and six digits)"),
)


def test_an_arrow_to_the_entity_a_bare_how_and_a_joined_name_are_understood():
    found = fitted(
        PRESIDENTS,
        ("#", "VP → President", "How?", "Was VP to", "BioGuide", "Notes"),
        ("1", "John Adams", "election", "George Washington", "A000039", "first"),
        ("2", "John Tyler", "death of Harrison", "William Henry Harrison", "T000450", ""),
        ("3", "Gerald Ford", "Nixon resigned", "Richard Nixon", "F000260", ""),
    )

    assert {name: header for name, (header, _) in found.items()} == {
        "person": "VP → President",
        "route": "How?",
        "vice_president_under": "Was VP to",
        "bioguide_id": "BioGuide",
    }


def test_an_arrow_above_names_that_come_again_is_no_entity():
    found = fitted(
        PRESIDENTS,
        ("Elector → President", "Person served", "X"),
        ("Jane Roe", "John Adams", "a b"),
        ("Jane Roe", "John Tyler", "c d"),
    )

    assert found.get("person", ("",))[0] != "Elector → President"


def test_a_table_with_hundreds_of_unknown_headers_is_given_up_soon():
    calls = []

    def counting(column):
        read = reads(column)
        return lambda cell: calls.append(cell) or read(cell)

    headers = tuple(f"xq{place}" for place in range(200))
    rows = tuple(tuple(f"Some town {place} {row}" for place in range(200)) for row in range(60))
    mapping = map_headers(Table(headers, rows), EQUATOR, counting)

    assert mapping.places == (None,) * 7
    assert len(calls) < 1000


SUMMITS = task(
    column("mountain", "name", "Name of the mountain"),
    column("elevation", "quantity", "Elevation above sea level", unit="m"),
    column("countries", "list", "Country or countries it stands in"),
    column("first_ascent", "date", "Date of the first ascent"),
    column("first_climbers", "list", "Climbers who reached the summit that day", aliases=("climbers",)),
)


def headings(place, header):
    headers = [column.name for column in SUMMITS.columns]
    name, headers[place] = headers[place], header
    rows = (
        ("Everest", "8849 m", ("Nepal", "China"), "1953-05-29", ("Hillary", "Tenzing")),
        ("K2", "8611 m", ("Pakistan", "China"), "1954-07-31", ("Compagnoni", "Lacedelli")),
    )
    mapping = map_headers(Table(tuple(headers), rows), SUMMITS, reads)
    number = [column.name for column in SUMMITS.columns].index(name)
    if mapping.places[number] is not None:
        return "found"
    return "open" if number in mapping.open_columns else "absent"


@pytest.mark.parametrize(
    ("place", "header"),
    [
        (1, "Not elevation"),
        (1, "Wrong elevation"),
        (1, "Falsche Höhe"),
        (1, "Altitude erronée"),
        (1, "错误海拔"),
        (2, "Countries not containing it"),
        (2, "Not in countries"),
    ],
)
def test_a_header_that_says_it_is_not_the_column_is_none(place, header):
    assert headings(place, header) == "absent"


@pytest.mark.parametrize(
    ("place", "header"),
    [
        (1, "Base camp elevation"),
        (1, "Former elevation"),
        (1, "Rejected elevation"),
        (1, "Invented elevation"),
        (3, "Failed ascent"),
        (3, "First attempted ascent"),
        (3, "Planned date"),
        (3, "Неудачное восхождение"),
        (4, "Failed climbers"),
        (1, "Elevation (old)"),
        (1, "Elevation of base camp"),
        (2, "Countries of climbers"),
        (2, "Climbers' countries"),
        (2, "Neighbouring countries"),
        (2, "Countries excluding"),
        (3, "First female ascent"),
        (3, "First solo ascent"),
        (4, "First female climbers"),
    ],
)
def test_a_header_that_says_more_than_the_column_is_open(place, header):
    assert headings(place, header) == "open"


@pytest.mark.parametrize(
    ("place", "header"),
    [
        (1, "Summit elevation"),
        (1, "Peak elevation (m)"),
        (1, "Elevation (rounded)"),
        (2, "Located in"),
        (3, "First successful ascent"),
        (3, "Date of first ascent"),
        (4, "Team"),
    ],
)
def test_words_that_change_nothing_leave_a_column_found(place, header):
    assert headings(place, header) == "found"


def test_a_column_that_asks_for_what_was_before_may_be_headed_so():
    columns = task(column("country", "name"), column("alte_waehrung", "text", "Frühere Landeswährung"))

    assert "alte_waehrung" in fitted(columns, ("country", "Vorherige Währung"), ("Belgium", "Franc"))


def test_plain_headers_deny_nothing():
    headers = ("Fixed rate", "Alt. (m)", "National currency replaced", "Based in", "No. of rooms", "Age")

    assert not any(map(denials, headers))
    assert not any(stems(header) & header_words().narrowing for header in headers)


@pytest.mark.parametrize("header", ["MwSt. (Normalsatz)", "1 Euro =", "first_ascentYear", "**Höhe**"])
def test_reports_quote_headers_as_they_were_written(header):
    asked = task(column("country", "name"), column("rate", "number", aliases=(header,)))
    table = TableContent(("Country", header), (("Gabon", "19"),))

    assert fit_answer(table, asked, reads).notes == (f'"{header}" is read as column "rate": an alias of it',)


@pytest.mark.parametrize("header", ["#", "No.", ""])
def test_numbers_that_begin_anew_in_each_part_number_the_rows(header):
    rows = [("1", "Gabon"), ("2", "Kenya"), ("1", "Brazil"), ("2", "Peru"), ("3", "Chile")]
    found = map_headers(Table((header, "Country"), tuple(rows)), EQUATOR, reads)

    assert found.open_headers == found.open_columns == ()


INVENTIONS = task(
    column("invention", "name", "What was invented"),
    column("invention_year", "date", "Year of invention"),
    column("inventor", "name", "Who invented it"),
)
DISCOVERIES = task(
    column("moon", "name", "Name of the moon"),
    column("discovery_date", "date", "Date of discovery"),
    column("discoverer", "name", "Discoverer"),
)


@pytest.mark.parametrize(
    "headers",
    [
        ("year_invented", "invented_by"),
        ("Invented", "Invented by"),
        ("Invented in", "Inventor"),
        ("When invented", "Who invented it"),
        ("Invented (year)", "Invented by (person)"),
    ],
)
@pytest.mark.parametrize("is_turned", [False, True])
def test_a_participle_that_tells_of_an_event_denies_nothing(headers, is_turned):
    rows = [("Telephone", "1876", "Alexander Bell"), ("Dynamite", "1867", "Alfred Nobel")]
    if is_turned:
        headers, rows = headers[::-1], [(name, whom, when) for name, when, whom in rows]
    found = fitted(INVENTIONS, ("Invention", *headers), *rows)

    when, whom = headers[::-1] if is_turned else headers
    assert found["invention_year"][0] == when
    assert found["inventor"][0] == whom


@pytest.mark.parametrize(
    "headers", [("discovered", "discovered_by"), ("Discovered", "By whom"), ("Discovered", "Who")]
)
@pytest.mark.parametrize("is_turned", [False, True])
def test_what_is_done_is_no_misspelling_of_who_does_it(headers, is_turned):
    rows = [("Titan", "1655", "Christiaan Huygens"), ("Triton", "1846", "William Lassell")]
    if is_turned:
        headers, rows = headers[::-1], [(name, whom, when) for name, when, whom in rows]
    found = fitted(DISCOVERIES, ("Moon", *headers), *rows)

    when, whom = headers[::-1] if is_turned else headers
    assert found["discovery_date"][0] == when
    assert found["discoverer"][0] == whom


@pytest.mark.parametrize(
    ("header", "cell"), [("Discoverr", "1655"), ("Discovered", "1655"), ("Discovery", "William")]
)
def test_a_misspelling_needs_cells_of_the_column_s_kind(header, cell):
    assert mapped(DISCOVERIES, header, cell, cell) != ("discoverer", "similar")


def test_an_author_and_what_is_authored_share_a_word_and_a_design_is_no_designation():
    assert stems("authored by") == stems("author")
    assert not stems("designed") & stems("designation")
    assert stems("published") == stems("publication")


@pytest.mark.parametrize(
    "header", ["By whom", "by_whom", "Who", "Credited to", "Found by", "Who found it", "Von wem"]
)
def test_who_did_it_is_the_one_column_of_agents(header):
    rows = [("Titan", "x", "Huygens"), ("Triton", "x", "Lassell"), ("Oberon", "x", "Herschel")]

    assert fitted(DISCOVERIES, ("Moon", "Remarks", header), *rows)["discoverer"] == (header, "words")


def test_who_did_it_is_none_of_two_columns_of_agents():
    films = task(column("film", "name"), column("director", "name"), column("composer", "name"))
    rows = [("Heat", "Michael Mann"), ("Alien", "Ridley Scott")]

    assert list(fitted(films, ("Film", "By whom"), *rows)) == ["film"]


@pytest.mark.parametrize("name", ["directed_by", "directedBy", "Directed by"])
def test_a_key_says_by_whom_as_words_do(name):
    assert mapped(FILM, name, "Denis Villeneuve") == ("director", "words")


OPERAS = task(
    column("opera", "name", ""),
    column("libretto_language", "language", ""),
    column("country", "country", ""),
)


@pytest.mark.parametrize("header", ["country_now", "country_today", "modern_country", "present_country"])
def test_words_of_the_present_are_no_part_of_a_column_s_name(header):
    rows = (("Tosca", "Italian", "Italy"), ("Carmen", "French", "France"), ("Norma", "Italian", "Italy"))

    fitted = fit_answer(TableContent(("opera", "lang", header), rows), OPERAS, reads)

    assert {heading.column: heading.header for heading in fitted.headings} == {
        "opera": "opera",
        "libretto_language": "lang",
        "country": header,
    }
