"""A cell that gives two values, gold's and an accepted one."""

import pytest

from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Column, GoldCell, State

YEAR = Column("year", CellType.DATE)
COUNT = Column("dead", CellType.NUMBER)
LENGTH = Column("length", CellType.QUANTITY, unit="m")
PRICE = Column("price", CellType.MONEY, currency="USD")
SHARE = Column("share", CellType.PERCENT)


def verdict(column, gold, accepted, cell):
    return str(compile_cell(column, GoldCell(State.VALUE, gold, accepted))(cell).verdict)


@pytest.mark.parametrize(
    ("column", "gold", "accepted", "cell", "expected"),
    [
        (YEAR, "1899", ("1898", "1900"), "1899/1900", "match"),
        (YEAR, "1899", ("1898", "1900"), "1899 / 1900", "match"),
        (YEAR, "1899", ("1898", "1900"), "1899 (A) / 1900 (B)", "match"),
        (YEAR, "1899", ("1898", "1900"), "1899 or 1900", "match"),
        (YEAR, "1899", ("1898", "1900"), "1899-1900", "undecided"),
        (YEAR, "1899", ("1898", "1900"), "1898–1900", "undecided"),
        (YEAR, "1899", ("1898", "1900"), "between 1899 and 1900", "undecided"),
        (YEAR, "1899", ("1898", "1900"), "1899/1901", "mismatch"),
        (YEAR, "1899", ("1898", "1900"), "1899–1905", "mismatch"),
        (YEAR, "1899", ("1898", "1900"), "1901/1902", "mismatch"),
        (YEAR, "1899", (), "1899–1900", "mismatch"),
        (YEAR, "1890", ("1891",), "1890–91", "undecided"),
        (YEAR, "1890", ("1891",), "1890/91", "match"),
        (YEAR, "2023-11-18", ("2023-11-19",), "18–19 November 2023", "undecided"),
        (YEAR, "2023-11-18", ("2023-11-19",), "November 18–19, 2023", "undecided"),
        (YEAR, "2023-11-18", ("2023-11-19",), "18/19 November 2023", "match"),
        (YEAR, "2023-11-18", ("2023-11-19",), "18–20 November 2023", "mismatch"),
        (YEAR, "2023-11-30", ("2023-12-01",), "30 November – 1 December 2023", "undecided"),
        (COUNT, "75000", ("80000",), "75,000–80,000", "undecided"),
        (COUNT, "75000", ("80000",), "75,000/80,000", "match"),
        (COUNT, "75000", ("80000",), "75,000 to 80,000", "undecided"),
        (COUNT, "75000", ("80000",), "75,000–85,000", "mismatch"),
        (COUNT, "3", ("4",), "3/4", "undecided"),
        (LENGTH, "75000 m", ("80000 m",), "75–80 km", "undecided"),
        (LENGTH, "75000 m", ("80000 m",), "75 / 80 km", "match"),
        (PRICE, "USD 75000", ("USD 80000",), "$75,000–80,000", "undecided"),
        (PRICE, "USD 75000", ("USD 80000",), "$75,000 / $80,000", "match"),
        (SHARE, "50 %", ("60 %",), "50–60%", "undecided"),
        (SHARE, "50 %", ("60 %",), "50% / 60%", "match"),
    ],
)
def test_two_accepted_values_are_never_a_mismatch(column, gold, accepted, cell, expected):
    assert verdict(column, gold, accepted, cell) == expected
