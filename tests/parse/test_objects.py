"""A JSON object in a cell says what its keys say: a value with its unit, a date, a range, a position."""

import json

import pytest

from atlas_grader import Grader, load_release
from atlas_grader.answers import NumberLiteral
from atlas_grader.parse.forms.jsoncells import cell_of, read_object
from atlas_grader.records import parse_answer
from atlas_grader.verdicts import Verdict

EIGHT = "eight-thousanders"


@pytest.mark.parametrize(
    ("written", "cell"),
    [
        ('{"value": 5, "unit": "km"}', "5 km"),
        ('{"value": "Lima", "source": "https://example.org", "confidence": 0.9}', "Lima"),
        ('{"name": "Pakistan"}', "Pakistan"),
        ('{"url": "https://example.org/a"}', "https://example.org/a"),
        ('{"year": 1954, "month": 7, "day": 31}', "1954-07-31"),
        ('{"day": 31, "month": "July", "year": 1954}', "31 July 1954"),
        ('{"year": 1954}', "1954"),
        ('{"date": "31 July 1954", "source": "x"}', "31 July 1954"),
        ('{"min": 3, "max": 5, "unit": "m"}', "3 – 5 m"),
        ('{"meters": 8516, "feet": 27940}', "8516 meters (27940 feet)"),
        ('{"hours": 2, "minutes": 45}', "2 hours 45 minutes"),
        ('{"feet": 5, "inches": 10}', "5 feet 10 inches"),
        ('{"km": 5, "m": 5000}', '{"km":5,"m":5000}'),
        ('{"cost_usd": 31800000000, "completed": 2012}', '{"cost_usd":31800000000,"completed":2012}'),
        ('{"amount": 19.6, "currency": "USD", "unit": "bn"}', "19.6 bn USD"),
        ('{"total": 19.6, "uom": "GW"}', "19.6 GW"),
        ('{"lat": -1.28, "lng": 36.82}', "-1.28, 36.82"),
        ('{"type": "Point", "coordinates": [36.82, -1.28]}', "-1.28, 36.82"),
        ('[{"name": "Neil Armstrong", "role": "CDR"}]', '[{"name": "Neil Armstrong", "role": "CDR"}]'),
        ('{"value": [{"name": "Neil Armstrong", "role": "CDR"}]}', ("Neil Armstrong",)),
        ('{"value": 8611, "alternative": 8000}', "8611 or 8000"),
        ('{"value": "Lima", "alternatives": ["Cusco", "Quito"]}', "Lima or Cusco or Quito"),
        ('{"value": "Lima", "correct": false}', "Lima (not confirmed)"),
        ('{"value": "Lima", "rejected": true}', "Lima (not confirmed)"),
        ('{"value": "Lima", "rejected": false}', "Lima"),
        ('{"value": "Lima", "corrected": "Cusco"}', "Lima or Cusco"),
        ('{"value": "Lima", "status": "wrong"}', "Lima (wrong)"),
        ('{"value": "Lima", "verified": true, "note": "capital"}', "Lima (capital)"),
        ('{"value": 8611, "operator": "<"}', "< 8611"),
        ('{"value": 8611, "unit": "m", "uncertainty": 1}', "8611 m ± 1"),
        ('{"value": true, "correct": false}', '{"value":true,"correct":false}'),
        ('{"lower_bound": 8611}', "≥ 8611"),
        ('{"lowerBound": 8611, "unit": "m"}', "≥ 8611 m"),
        ('{"at_least": 8611, "source": "x"}', "≥ 8611"),
        ('{"more_than": 8611}', "≥ 8611"),
        ('{"not_before": 1954}', "≥ 1954"),
        ('{"max_ft": 28251}', "≤ 28251 ft"),
        ('{"up_to": 8611}', "≤ 8611"),
        ('{"至多": 8611}', "≤ 8611"),
        ('{"margin": 8611}', "± 8611"),
        ('{"wrong": 8611}', "not 8611"),
        ('{"previous": 8611}', "8611 (formerly)"),
        ('{"estimate": 8611}', '{"estimate":8611}'),
        ('{"lower": null}', '{"lower":null}'),
        ('{"1": "Nepal", "2": "China"}', ("Nepal", "China")),
        ('{"0": "Nepal"}', ("Nepal",)),
        ('{"primary": "Nepal", "secondary": "China"}', ("Nepal", "China")),
        ('{"Second": "China", "First": "Nepal", "source": "x"}', ("Nepal", "China")),
        ('{"primary": "Nepal", "others": ["China", "India"]}', ("Nepal", "China", "India")),
        ('{"country_2": "China", "country_1": "Nepal"}', ("Nepal", "China")),
        ('{"第一": "尼泊尔", "第二": "中国"}', ("尼泊尔", "中国")),
        ('{"primary": "Nepal", "secondary": null}', ("Nepal",)),
        ('{"primary": "Nepal", "tertiary": "China"}', '{"primary":"Nepal","tertiary":"China"}'),
        ('{"first": "Neil", "last": "Armstrong"}', '{"first":"Neil","last":"Armstrong"}'),
        ('{"primary": "Nepal", "note": "wrong"}', '{"primary":"Nepal","note":"wrong"}'),
        ('{"pm1": 5}', '{"pm1":5}'),
        ('{"value": ["Nepal", "China"]}', ("Nepal", "China")),
        ('{"first": "Nepal", "then": "China"}', '{"first":"Nepal","then":"China"}'),
        ('{"name": "Descartes", "lat": -8.97}', '{"name":"Descartes","lat":-8.97}'),
        ("{}", "{}"),
        ('{"value": 5', '{"value": 5'),
        ('{"value": 5} and more', '{"value": 5} and more'),
        ("{Lima}", "{Lima}"),
    ],
)
def test_an_object_is_read_as_what_it_says(written, cell):
    assert read_object(written) == cell


def test_numbers_keep_their_digits():
    assert read_object('{"value": 1.10}') == NumberLiteral("1.10")
    assert cell_of({"value": NumberLiteral("8611.0"), "unit": "m"}) == "8611.0 m"


def test_objects_in_rows_are_read_like_those_in_text():
    grader = Grader(load_release())
    rows = [
        {
            "mountain": {"name": "K2"},
            "elevation": {"value": 8611, "unit": "m", "source": "https://example.org"},
            "countries": [{"name": "Pakistan"}, {"name": "China"}],
            "first_ascent": {"year": 1954, "month": 7, "day": 31},
        }
    ]
    table = {"columns": list(rows[0]), "rows": [list(rows[0].values())]}

    for answer in (rows, table):
        report = grader.grade(EIGHT, answer)
        verdicts = next(row.verdicts for row in report.gold if row.entity == ("K2",))
        right = [column for column, verdict in verdicts.items() if verdict.verdict is Verdict.MATCH]
        assert right == ["elevation", "countries", "first_ascent"]


def judged(task, rows, column):
    report = Grader(load_release()).grade(task, rows)
    return {row.entity[0]: str(row.verdicts[column].verdict) for row in report.gold if row.rows}


FIRST = {
    "K2": {"date": "1954-07-31", "climbers": ["Achille Compagnoni", "Lino Lacedelli"]},
    "Lhotse": {"date": "18 May 1956", "climbers": ["Fritz Luchsinger", "Ernst Reiss"]},
    "Makalu": {"date": "May 1956"},
}
ASCENTS = [{"mountain": name, "first_ascent": ascent} for name, ascent in FIRST.items()]


@pytest.mark.parametrize("rows", [ASCENTS, json.dumps(ASCENTS)], ids=["rows", "text"])
def test_an_object_of_several_values_is_a_column_for_each(rows):
    right = {"K2": "match", "Lhotse": "match", "Makalu": "mismatch"}

    assert judged(EIGHT, rows, "first_ascent") == right
    assert judged(EIGHT, rows, "first_climbers") == right


SHARED = {
    "K2": {"primary": "Pakistan", "secondary": "China"},
    "Lhotse": {"first": "China", "second": "Nepal"},
    "Makalu": {"primary": "Nepal", "secondary": "India"},
}
MOUNTAINS = [{"mountain": name, "countries": countries} for name, countries in SHARED.items()]


@pytest.mark.parametrize("rows", [MOUNTAINS, json.dumps(MOUNTAINS)], ids=["rows", "text"])
def test_an_object_whose_keys_say_which_comes_first_is_a_list(rows):
    right = {"K2": "match", "Lhotse": "match", "Makalu": "mismatch"}

    assert judged(EIGHT, rows, "countries") == right


def test_of_two_ranked_values_in_a_column_of_one_nobody_can_tell():
    rows = [
        {"country": "Kenya", "capital": {"primary": "Nairobi", "secondary": "Mombasa"}},
        {"country": "Gabon", "capital": {"primary": "Libreville", "secondary": None}},
    ]

    assert judged("countries-on-the-equator", rows, "capital") == {"Kenya": "undecided", "Gabon": "match"}


DATED = {"K2": {"first": "1954-07-31", "second": "1977"}, "Lhotse": {"first": "1956-05-18", "second": "1977"}}
FIRSTS = [{"mountain": name, "ascent": dates} for name, dates in DATED.items()]


@pytest.mark.parametrize("rows", [FIRSTS, json.dumps(FIRSTS)], ids=["rows", "text"])
def test_what_comes_first_may_be_a_column_of_its_own(rows):
    assert judged(EIGHT, rows, "first_ascent") == {"K2": "match", "Lhotse": "match"}


def test_latitude_and_longitude_in_an_object_are_one_position():
    rows = [
        {"country": "Ecuador", "capital": {"name": "Quito", "lat": -0.18, "lng": -78.47}},
        {"country": "Gabon", "capital": {"name": "Libreville", "lat": 0.39, "lng": 9.45}},
        {"country": "Kenya", "capital": {"name": "Nairobi", "lat": 36.82, "lng": -1.29}},
    ]
    task = "countries-on-the-equator"

    assert judged(task, rows, "capital") == dict.fromkeys(("Ecuador", "Gabon", "Kenya"), "match")
    assert judged(task, rows, "capital_coordinates") == {
        "Ecuador": "match",
        "Gabon": "match",
        "Kenya": "mismatch",
    }


def test_a_name_with_more_beside_it_in_some_rows_is_the_name():
    rows = [
        {"mountain": {"name": "K2", "local": "Chogori"}, "elevation": "8611 m"},
        {"mountain": {"name": "Lhotse"}, "elevation": "8516 m"},
        {"mountain": "Makalu", "elevation": "8485 m"},
    ]

    assert judged(EIGHT, rows, "elevation") == dict.fromkeys(("K2", "Lhotse", "Makalu"), "match")


def test_an_object_of_two_numbers_is_a_column_for_each():
    rows = [
        {"mountain": "K2", "measured": {"elevation_m": 8611, "year": 2014}},
        {"mountain": "Lhotse", "measured": {"elevation_m": 8516, "year": 2014}},
    ]

    assert judged(EIGHT, rows, "elevation") == dict.fromkeys(("K2", "Lhotse"), "match")


def test_files_and_programs_read_objects_alike():
    rows = [{"country": "Kenya", "capital": {"name": "Nairobi", "coordinates": {"lat": -1.28, "lon": 36.82}}}]
    answer = parse_answer(json.dumps({"task_id": "countries-on-the-equator", "rows": rows}).encode(), "a:1")
    grader = Grader(load_release())

    for content in (rows, answer.content):
        report = grader.grade("countries-on-the-equator", content)
        verdicts = next(row.verdicts for row in report.gold if row.entity == ("Kenya",))
        assert verdicts["capital_coordinates"].verdict is Verdict.MATCH


def test_a_year_beside_a_value_is_when_it_held():
    assert read_object('{"value": 8611, "unit": "m", "year": 2020}') == "8611 m"


def test_an_item_that_is_said_to_be_excluded_is_no_plain_item():
    rows = [{"mountain": "K2", "countries": [{"name": "Pakistan", "status": "excluded"}, {"name": "China"}]}]

    assert judged(EIGHT, rows, "countries") != {"K2": "match"}
