"""What a header says of the bare numbers beneath it."""

from decimal import Decimal

import pytest

from atlas_grader import Grader, load_release
from atlas_grader.answers import NumberLiteral
from atlas_grader.match.headings.beneath import beneath
from atlas_grader.match.headings.pairs import two_units
from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Column, GoldCell, State, Tolerance
from atlas_grader.verdicts import Verdict

MONEY = Column("price", CellType.MONEY, currency="USD")
METRES = Column("height", CellType.QUANTITY, unit="m")
COUNT = Column("attendance", CellType.NUMBER)
SHARE = Column("share", CellType.PERCENT)
MINUTES = Column("duration", CellType.DURATION, unit="min")


def verdict(column, header, gold, raw):
    judge = compile_cell(column, GoldCell(State.VALUE, gold))
    headed = beneath(header, column)
    return str((judge(raw) if headed is None else headed.judge(judge, raw)).verdict)


@pytest.mark.parametrize(
    ("column", "header", "gold", "raw"),
    [
        (MONEY, "Price ($M)", "USD 106482500", "106.4825"),
        (MONEY, "Price ($M)", "USD 106000000", NumberLiteral("106")),
        (MONEY, "**Price** (US$ bn)", "USD 1500000000", "~1.5 [3]"),
        (MONEY, "Price, millions of US dollars", "USD 8000000", "8"),
        (MONEY, "price_usd_millions", "USD 8000000", NumberLiteral("8.0")),
        (MONEY, "Preis (Mio. $)", "USD 8000000", "8"),
        (METRES, "height_ft", "304.8 m", NumberLiteral("1000")),
        (METRES, "Height in feet", "304.8 m", "1,000"),
        (METRES, "Height [km]", "8849 m", "8.849"),
        (METRES, "Height (thousand m)", "8000 m", "8 【2†source】"),
        (COUNT, "Attendance (thousands)", "80000", "80"),
        (COUNT, "Attendance (k)", "80000", "80"),
        (COUNT, "Attendance ('000)", "80000", "80"),
        (COUNT, "人口（万人）", "800000", "80"),
        (MINUTES, "Duration (h)", "90 min", "1.5"),
        (MINUTES, "duration_hours", "90 min", NumberLiteral("1.5")),
        (MINUTES, "run_time (min)", "90 min", "90"),
        (MINUTES, "run_time (mins)", "90 min", "90"),
        (SHARE, "Share (‰)", "12 %", "120"),
        (SHARE, "Share ‰", "12 %", NumberLiteral("120")),
        (SHARE, "share_bps", "12 %", "1,200"),
        (SHARE, "Share, in basis points", "12 %", "1200 [3]"),
        (SHARE, "Share (ppm)", "12 %", "120000"),
        (SHARE, "Share (per 1,000)", "12 %", "120"),
    ],
)
def test_a_bare_number_is_in_its_headers_unit(column, header, gold, raw):
    assert verdict(column, header, gold, raw) == "match"


@pytest.mark.parametrize(
    ("column", "header", "gold", "raw"),
    [
        (MONEY, "Price ($M)", "USD 106482500", "$98.2 million"),
        (MONEY, "Price (€)", "USD 30000000", "31000000"),
        (METRES, "Height (ft)", "8849 m", "29,500"),
        (COUNT, "Attendance (thousands)", "80000", "81"),
        (SHARE, "Share (‰)", "12 %", "13"),
    ],
)
def test_another_number_in_that_unit_is_wrong(column, header, gold, raw):
    assert verdict(column, header, gold, raw) == "mismatch"


@pytest.mark.parametrize(
    ("column", "header", "gold", "raw"),
    [
        (MONEY, "Price ($M)", "USD 106482500", "$106,482,500"),
        (METRES, "Height (ft)", "8849 m", "8,849 m"),
        (COUNT, "Attendance (thousands)", "80000", "80 thousand"),
    ],
)
def test_a_cell_that_names_its_own_unit_keeps_it(column, header, gold, raw):
    assert verdict(column, header, gold, raw) == "match"


def test_a_number_that_is_golds_as_it_stands_is_left_open():
    assert verdict(METRES, "Height (ft)", "8849 m", "8849") == "undecided"
    assert verdict(SHARE, "Share (‰)", "12 %", "12") == "undecided"
    assert verdict(COUNT, "Attendance (thousands)", "80000", "80000") == "undecided"


@pytest.mark.parametrize(
    ("column", "header"),
    [
        (MONEY, "Price"),
        (MONEY, "Price (USD)"),
        (MONEY, "Price (2020)"),
        (MONEY, "Price (est.)"),
        (METRES, "Height (m)"),
        (METRES, "height_m"),
        (METRES, "Height (2021)"),
        (METRES, "Elevation (total)"),
        (METRES, "climbed_by_foot"),
        (COUNT, "Attendance (2020)"),
        (COUNT, "Attendance (total)"),
        (COUNT, "Votes (electoral)"),
        (MINUTES, "Time (hh:mm)"),
        (MINUTES, "run_time (min)"),
        (SHARE, "Share (%)"),
        (SHARE, "Share (voters)"),
        (Column("size", CellType.NUMBER, description="Seats, in thousands"), "Seats (thousands)"),
        (Column("price_musd", CellType.MONEY, aliases=("Price ($M)",)), "Price ($M)"),
        (Column("name", CellType.TEXT), "Name (km)"),
    ],
)
def test_a_header_that_names_no_other_unit_changes_nothing(column, header):
    assert beneath(header, column) is None


def test_a_report_says_which_numbers_are_read_in_their_headers_unit():
    grader = Grader(load_release())
    task = grader.release.tasks["eight-thousanders"]
    entity = task.entity_columns[0]
    report = grader.grade(task.id, [{entity: "K2", "elevation (ft)": 28251}])

    assert [
        cell.verdict.verdict for row in report.rows for cell in row.cells if cell.column == "elevation"
    ] == ["match"]
    assert any('header\'s unit, "ft"' in note for note in report.notes)


PRICE = Column("price", CellType.MONEY, currency="USD", tolerance=Tolerance(relative=Decimal("0.005")))
AREA = Column("area", CellType.QUANTITY, unit="km²", tolerance=Tolerance(relative=Decimal("0.01")))
COLUMNS = {
    "price": PRICE,
    "area": AREA,
    "height": METRES,
    "temperature": Column("t", CellType.QUANTITY, unit="°C"),
}


@pytest.mark.parametrize(
    "header",
    [
        "Price ($M)",
        "Price (US$ millions)",
        "Price (in millions)",
        "Price (USD millions)",
        "Price (millions of US dollars)",
        "Price (USD, millions)",
        "Price ($ mn)",
        "Price US$m",
        "Price [Mio. USD]",
        "price_usd_millions",
        "Price in millions",
        "Price (10^6 USD)",
        "Price (1,000,000 $)",
    ],
)
@pytest.mark.parametrize(
    "cell", ["$106.5", "106.5", "US$106.5", "106.5 USD", "~$106.5", "$106.5 [3]", "about $106.5"]
)
def test_a_currency_in_the_cell_keeps_the_headers_scale(header, cell):
    assert verdict(PRICE, header, "USD 106482500", cell) == "match"
    assert verdict(PRICE, header, "USD 98000000", cell) == "mismatch"


@pytest.mark.parametrize(
    ("header", "gold", "cell", "expected"),
    [
        ("Price ($M)", "USD 106482500", "$106.5 million", "match"),
        ("Price ($M)", "USD 106482500", "$106.5M", "match"),
        ("Price ($M)", "USD 106482500", "$106,482,500", "match"),
        ("Price ($M)", "USD 106482500", "€106.5", "mismatch"),
        ("Price (€M)", "USD 106482500", "$106.5", "undecided"),
        ("Price ($M)", "USD 106", "$106", "undecided"),
        ("Price ($bn)", "USD 106482500", "$106.5", "mismatch"),
        ("Price ($M)", "USD 106482500", "$106.5, with premium", "match"),
        ("Price ($M)", "USD 106482500", "106.5; a record", "match"),
        ("Price ($M)", "USD 106482500", "$106.5 with premium", "undecided"),
        ("Price ($M)", "USD 106482500", "$106.5 (with premium)", "match"),
        ("Price ($M)", "USD 106482500", "a record $106.5", "match"),
        ("Price ($M)", "USD 106482500", "$110.2 with premium", "mismatch"),
        ("Price (USD)", "USD 106482500", "$106.5", "mismatch"),
        ("Price ($ thousands)", "USD 106482500", "$106,482", "match"),
    ],
)
def test_a_header_has_a_scale_and_the_cell_a_currency(header, gold, cell, expected):
    assert verdict(PRICE, header, gold, cell) == expected


@pytest.mark.parametrize(
    "header",
    [
        "Area (1,000 km²)",
        "Area (1000 km²)",
        "Area ('000 km²)",
        "Area (000s km²)",
        "Area (10^3 km²)",
        "Area (10³ km²)",
        "Area (x1000)",
        "Area (×1,000 km²)",
        "Area, thousand km²",
        "Area (in 1,000 km²)",
    ],
)
def test_a_thousand_in_a_header_is_a_scale(header):
    assert verdict(AREA, header, "267668 km²", "268") == "match"
    assert verdict(AREA, header, "267668 km²", "267.7") == "match"
    assert verdict(AREA, header, "267668 km²", "300") == "mismatch"
    assert verdict(AREA, header, "267668 km²", "267668") == "undecided"
    assert verdict(AREA, header, "267668 km²", "268 km²") == "undecided"


@pytest.mark.parametrize(
    ("header", "gold", "cell", "expected"),
    [
        ("Height (m/ft)", "8611 m", "8,611 / 28,251", "match"),
        ("Height (m/ft)", "8611 m", "8,611 (28,251)", "match"),
        ("Height (m/ft)", "8611 m", "8611/28251", "match"),
        ("Height (m/ft)", "8611 m", "28,251 / 8,611", "undecided"),
        ("Height (m/ft)", "8611 m", "28,251", "undecided"),
        ("Height (m/ft)", "8611 m", "8,091 / 26,545", "mismatch"),
        ("Height (m/ft)", "8611 m", "8,611 / 26,545", "undecided"),
        ("Height (m/ft)", "8611 m", "8,611 m / 28,251 ft", "match"),
        ("Elevation (m) / (ft)", "8611 m", "8,611 / 28,251", "match"),
        ("Elevation (m) (ft)", "8611 m", "8,611 / 28,251", "match"),
        ("Elevation (ft) / (m)", "8611 m", "28,251 / 8,611", "match"),
        ("Height m (ft)", "8611 m", "8,611 (28,251)", "match"),
        ("Height m (ft)", "8611 m", "8611", "match"),
        ("Height m (ft)", "8611 m", "8091", "mismatch"),
        ("Height m (ft)", "8611 m", "8,611 [2]", "match"),
        ("Height ft (m)", "8611 m", "28,251 (8,611)", "match"),
        ("Height ft (m)", "8611 m", "8,611", "undecided"),
        ("Height, m and ft", "8611 m", "8,611; 28,251", "match"),
        ("Height (m, ft)", "8611 m", "8,611, 28,251", "match"),
        ("height_m_ft", "8611 m", "8611 / 28251", "match"),
        ("Length (km / mi)", "1609344 m", "1,609.344 / 1,000", "match"),
        ("Area (km² / sq mi)", "267668 km²", "267,668 / 103,347", "match"),
        ("Area km² (sq mi)", "267668 km²", "267,668 (103,347)", "match"),
        ("Area (km² / sq mi)", "267668 km²", "103,347 / 267,668", "undecided"),
        ("Boiling point (°C / K)", "-252.9 °C", "-252.9 / 20.25", "match"),
        ("Boiling point (K / °C)", "-252.9 °C", "20.25 / -252.9", "match"),
        ("Boiling point (°C / K)", "-252.9 °C", "-182.9 / 90.2", "mismatch"),
        ("Price (USD / EUR)", "USD 106482500", "106,500,000 / 81,000,000", "match"),
        ("Price (EUR / USD)", "USD 106482500", "81,000,000 / 106,500,000", "match"),
        ("Price (EUR / USD)", "USD 106482500", "106,500,000 / 81,000,000", "undecided"),
        ("Price ($M / €M)", "USD 106482500", "106.5 / 81", "match"),
    ],
)
def test_two_numbers_are_in_their_headers_two_units(header, gold, cell, expected):
    kind = "price" if "Price" in header else "area" if "Area" in header else "temperature"
    column = COLUMNS["height" if kind == "temperature" and "point" not in header else kind]
    assert verdict(column, header, gold, cell) == expected


@pytest.mark.parametrize(
    "header", ["Speed (km/h)", "Fuel (l/100 km)", "Depth at (m)", "Height in (cm)", "Height (m, 2020)"]
)
def test_one_unit_is_no_pair(header):
    speed = Column("speed", CellType.QUANTITY, unit="km/h")
    assert two_units(header, speed if "/" in header else METRES) is None


@pytest.mark.parametrize(
    ("column", "header", "gold", "cell"),
    [
        (
            Column("cost", CellType.MONEY, currency="USD"),
            "Coste (miles de millones USD)",
            "19600000000 USD",
            "19.6",
        ),
        (Column("cost", CellType.MONEY, currency="USD"), "Cost (wibble USD)", "19600000000 USD", "19.6"),
        (Column("people", CellType.NUMBER), "Población (miles)", "22500", "22.5"),
        (Column("people", CellType.NUMBER), "People (×10⁴)", "225000", "22.5"),
    ],
)
def test_another_scale_is_open_where_the_header_may_name_it(column, header, gold, cell):
    judge = compile_cell(column, GoldCell(State.VALUE, gold))
    headed = beneath(header, column)

    assert judge(cell).verdict is Verdict.MISMATCH
    assert headed is not None
    assert headed.judge(judge, cell).verdict is Verdict.UNDECIDED
    assert headed.judge(judge, "7").verdict is Verdict.MISMATCH


@pytest.mark.parametrize(
    ("code", "gold", "header", "raw", "expected"),
    [
        ("USD", "USD 5000000", "Cost (AUD)", "$5 million", "undecided"),
        ("USD", "USD 5000000", "cost_hkd", "$5 million", "undecided"),
        ("USD", "USD 5000000", "Cost (A$m)", "$5", "undecided"),
        ("USD", "USD 5000000", "Cost (Singapore dollars)", "5 million dollars", "undecided"),
        ("USD", "USD 5000000", "Cost (EUR)", "5 million", "undecided"),
        ("JPY", "JPY 500", "Cost (CNY)", "¥500", "undecided"),
        ("SEK", "SEK 5", "Cost (NOK)", "5 kr", "undecided"),
        ("USD", "USD 5000000", "Cost (AUD)", "US$5 million", "match"),
        ("USD", "USD 5000000", "Cost (AUD)", "5 million USD", "match"),
        ("USD", "USD 5000000", "Cost (€)", "$5 million", "match"),
        ("AUD", "AUD 5000000", "Cost (AUD)", "$5 million", "match"),
        (None, "AUD 5000", "Cost (A$ thousand)", "$5", "match"),
    ],
)
def test_a_sign_that_may_be_the_headers_currency_is_left_open(code, gold, header, raw, expected):
    assert verdict(Column("cost", CellType.MONEY, currency=code), header, gold, raw) == expected
