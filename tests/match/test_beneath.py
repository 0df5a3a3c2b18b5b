"""What a header says of the bare numbers beneath it."""

import pytest

from atlas_grader import Grader, load_release
from atlas_grader.answers import NumberLiteral
from atlas_grader.match.beneath import beneath
from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Column, GoldCell, State

MONEY = Column("price", CellType.MONEY, currency="USD")
METRES = Column("height", CellType.QUANTITY, unit="m")
COUNT = Column("attendance", CellType.NUMBER)
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
