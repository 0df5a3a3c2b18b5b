"""`quantity` cells; the cases are in `tests/cases/quantity.jsonl`."""

import json
import math
import re
from decimal import Decimal
from importlib.resources import files

import pytest
from babel.units import format_unit
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.match.numbers import library
from atlas_grader.match.numbers.units import parse_unit
from atlas_grader.tasks import Tolerance
from atlas_grader.verdicts import Verdict
from tests.match.support import judging

verdict = judging("quantity")


# Where we mean something else than pint: the meaning grading.md or common use gives the spelling.
OTHER_THAN_PINT = {
    "fth",  # pint: femtohour
    "mton",  # pint: short tons, with a prefix
    "kton",
    "kmph",  # pint: kilo-miles per hour
}


def pint_spellings():
    pint = pytest.importorskip("pint")
    registry = pint.UnitRegistry()
    table = json.loads(files("atlas_grader.match").joinpath("tables/units.json").read_text(encoding="utf-8"))[
        "units"
    ]
    plain = [row for row in table if "offset" not in row]
    spellings = {spelling for row in plain for spelling in (*row["symbols"], *row["names"])}
    for spelling in sorted(spellings - OTHER_THAN_PINT):
        units = parse_unit(spelling)
        if re.fullmatch(r"[A-Za-zμΩ]{2,}", spelling) and spelling in registry and len(units) == 1:
            yield spelling, units[0], registry


def test_the_unit_table_agrees_with_pint():
    names = {"meter": "m", "kilogram": "kg", "second": "s", "kelvin": "K"}
    checked, wrong = 0, []
    for spelling, unit, registry in pint_spellings():
        base = (1.0 * registry.Unit(spelling)).to_base_units()
        dimension = tuple(sorted((names.get(str(name), ""), int(power)) for name, power in base.unit_items()))
        if dimension == unit.dimension:
            checked += 1
            if not math.isclose(base.magnitude, float(unit.factor), rel_tol=2e-4):
                wrong.append((spelling, base.magnitude, float(unit.factor)))

    assert not wrong
    assert checked >= 100


def test_the_unit_table_holds_hundreds_of_spellings_in_many_scripts():
    units = json.loads(files("atlas_grader.match").joinpath("tables/units.json").read_text(encoding="utf-8"))[
        "units"
    ]
    spellings = {spelling for row in units for spelling in (*row["symbols"], *row["names"])}

    assert len(spellings) >= 1500
    assert all(parse_unit(spelling) for spelling in spellings)


@pytest.mark.parametrize(
    ("first", "second"),
    [("MW", "mW"), ("Mbps", "MBps"), ("MB", "MiB"), ("nmi", "mi"), ("kg", "km"), ("GB", "Gb")],
)
def test_units_that_differ_by_a_letter_differ(first, second):
    assert verdict(f"5 {first}", f"5 {second}").verdict is Verdict.MISMATCH


@pytest.mark.parametrize(
    "word", ["Pat", "Mia", "Kim", "cat", "na", "inf", "foo", "several", "people of the sea", "klm"]
)
def test_a_word_is_no_unit(word):
    # libraries.md 3: pint reads these as units
    assert parse_unit(word) == ()


def test_a_unit_only_pint_knows_is_read():
    assert verdict("5 hogshead", "5 hogsheads").verdict is not Verdict.MISMATCH
    assert parse_unit("hogshead") != ()
    assert parse_unit("poundal seconds") != ()


@pytest.mark.parametrize(
    "text", ["min theatrical", "football match", "renewable once", "km according", "sections", "marathon"]
)
def test_pint_is_not_loaded_for_words_that_it_does_not_know(text, monkeypatch):
    # loading it takes longer than a cell may
    monkeypatch.setattr(library, "_registry", None)

    assert parse_unit.__wrapped__(text) == ()


def test_what_only_pint_knows_is_what_pint_makes_of_it():
    table = json.loads(
        files("atlas_grader.match").joinpath("tables/pint_names.json").read_text(encoding="utf-8")
    )

    assert len(table["units"]) > 20
    for name in table["units"]:
        assert parse_unit(name) == parse_unit(f"{name}s") == library.read_by_pint(name)


@pytest.mark.parametrize("text", ["hogshead", "hogsheads", "kilorydbergs", "steradian"])
def test_pint_is_not_loaded_for_a_single_name(text, monkeypatch):
    monkeypatch.setattr(library, "_registry", None)

    assert parse_unit.__wrapped__(text) != ()


@pytest.mark.parametrize(
    ("gold", "answer"),
    [
        ("5 ft 11 in", "71 in"),
        ("2 h 30 min", "150 min"),
        ("12 fl oz", "12 fl oz"),
        ("1.200,5 km", "1200.5 km"),
        ("40 kt", "40 knots"),
        ("5 cu ft", "5 cubic feet"),
        ("72 °F", "22.2 °C"),
        ("5 nautical miles", "9.26 km"),
    ],
)
def test_quantities_that_pint_misreads_are_read(gold, answer):
    # libraries.md 3
    assert verdict(gold, answer).verdict is not Verdict.MISMATCH


def test_a_tolerance_may_have_a_unit_of_its_own():
    tolerance = Tolerance(absolute=Decimal(2000), unit="m")

    assert verdict("415 km", "416.9 km", unit="km", tolerance=tolerance).verdict is Verdict.MATCH
    assert verdict("415 km", "417.1 km", unit="km", tolerance=tolerance).verdict is Verdict.MISMATCH
    assert verdict("415 km", "259 mi", unit="km", tolerance=tolerance).verdict is Verdict.MATCH


def test_rounding_into_another_unit_never_bridges_one_percent():
    assert verdict("1 km", "800 m").verdict is Verdict.MISMATCH
    assert verdict("1 km", "995.1 m").verdict is Verdict.MATCH


@given(
    st.integers(min_value=1, max_value=10**9),
    st.sampled_from([("km", "m", 1000), ("kg", "g", 1000), ("ft", "in", 12), ("h", "min", 60)]),
)
def test_golds_own_value_written_exactly_in_another_unit_matches(number, units):
    # grading.md 8.10
    larger, smaller, factor = units

    assert verdict(f"{number} {larger}", f"{number * factor} {smaller}").verdict is Verdict.MATCH
    assert verdict(f"{number * factor} {smaller}", f"{number} {larger}").verdict is Verdict.MATCH


def test_a_count_of_things_is_no_measure():
    assert verdict("12 km", "12 laps", unit="km").verdict is Verdict.UNDECIDED
    assert verdict("12 km", "12", unit="km").verdict is Verdict.MATCH


LOCALES = [
    "en",
    "de",
    "fr",
    "es",
    "pt",
    "it",
    "nl",
    "pl",
    "ru",
    "uk",
    "tr",
    "ar",
    "zh",
    "ja",
    "ko",
    "hi",
    "cs",
    "hu",
    "ro",
    "el",
    "sv",
    "da",
    "nb",
    "fi",
    "he",
    "id",
    "vi",
]
CLDR_UNITS = {
    "km": "length-kilometer",
    "kg": "mass-kilogram",
    "km²": "area-square-kilometer",
    "km/h": "speed-kilometer-per-hour",
    "°C": "temperature-celsius",
    "kWh": "energy-kilowatt-hour",
    "ha": "area-hectare",
}


@pytest.mark.parametrize("unit", CLDR_UNITS)
@pytest.mark.parametrize("width", ["long", "short"])
def test_units_are_read_as_cldr_writes_them(unit, width):
    written = [format_unit(415, CLDR_UNITS[unit], width, locale=code) for code in LOCALES]
    found = [verdict(f"415 {unit}", answer, unit=unit).verdict for answer in written]

    assert Verdict.MISMATCH not in found
    assert found.count(Verdict.MATCH) >= 0.8 * len(found)
