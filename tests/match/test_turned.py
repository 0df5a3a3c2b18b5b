"""Brackets of a header that change what the cells beneath it say."""

import pytest

from atlas_grader.compiled import _beneath
from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Column, GoldCell, State

YEAR = Column("year", CellType.DATE)
BORN = Column("birth", CellType.DATE)
PLACE = Column("pos", CellType.COORDINATES)
COUNT = Column("n", CellType.NUMBER)
WARMTH = Column("temp", CellType.QUANTITY, unit="°C")
OPEN = Column("open", CellType.BOOLEAN)
WINNER = Column("winner", CellType.NAME)


@pytest.mark.parametrize(
    ("column", "header", "gold", "raw", "expected"),
    [
        *[(YEAR, f"year ({era})", "1954", "1954", "undecided") for era in ("AH", "BC", "B.C.", "BE", "民国")],
        (YEAR, "year（民国）", "1954", "43", "undecided"),
        (YEAR, "year (BC)", "500 BC", "500 BC", "match"),
        (YEAR, "year (AD)", "1954", "1954", "match"),
        (PLACE, "pos (lon, lat)", "45.1, 7.2", "45.1, 7.2", "undecided"),
        (PLACE, "pos (longitude, latitude)", "45.1, 7.2", "45.1, 7.2", "undecided"),
        (PLACE, "pos (lon, lat)", "45.1, 7.2", "45.1 N, 7.2 E", "match"),
        (PLACE, "pos (lat, lon)", "45.1, 7.2", "45.1, 7.2", "match"),
        (BORN, "birth (DD/MM/YYYY)", "1954-07-03", "07/03/1954", "mismatch"),
        (BORN, "birth (DD/MM/YYYY)", "1954-07-03", "03/07/1954", "match"),
        (BORN, "birth (mm/dd/yyyy)", "1954-07-03", "03/07/1954", "mismatch"),
        (BORN, "birth (mm/dd/yyyy)", "1954-07-03", "07/03/1954", "match"),
        (BORN, "birth (DD/MM/YYYY)", "1954-07-03", "3 July 1954", "match"),
        (WARMTH, "temp (°F)", "20 °C", "20°", "undecided"),
        (WARMTH, "temp (°F)", "20 °C", "68°", "match"),
        *[
            (COUNT, header, "5000", "5000", "undecided")
            for header in ("n (upper bound)", "n (lower bound)", "n (max.)", "n (negative)", "-n", "n (×10³)")
        ],
        (COUNT, "n (×10³)", "5000", "5", "match"),
        (COUNT, "n (upper bound)", "5000", "6000", "mismatch"),
        (COUNT, "n (total)", "5000", "5000", "match"),
        (
            Column("n", CellType.NUMBER, description="The upper bound"),
            "n (upper bound)",
            "5000",
            "5000",
            "match",
        ),
        (Column("t", CellType.QUANTITY, unit="min"), "t (min)", "90 min", "90", "match"),
        (OPEN, "open (inverted)", "true", "yes", "undecided"),
        (WINNER, "winner (loser)", "Italy", "Italy", "undecided"),
        (WINNER, "winner (country)", "Italy", "Italy", "match"),
    ],
)
def test_cells_under_a_header_that_changes_them_are_not_taken_as_they_stand(
    column, header, gold, raw, expected
):
    judge = compile_cell(column, GoldCell(State.VALUE, gold))
    headed = _beneath(header, column)
    assert str((judge(raw) if headed is None else headed.judge(judge, raw)).verdict) == expected
