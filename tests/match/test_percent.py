"""`percent` cells; the cases are in `tests/cases/percent.jsonl`."""

from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.match.percent import RULES
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import judging

verdict = judging("percent")
COLUMN = Column("value", CellType.PERCENT)


def test_a_bare_fraction_may_be_a_share_of_one():
    assert verdict("12%", "0.12").reason is Reason.AMBIGUOUS
    assert RULES.compile(COLUMN, ("12%",), ())(Cell("0.12", native=True)).reason is Reason.AMBIGUOUS
    assert RULES.compile(COLUMN, ("12%",), ())(Cell("12", native=True)).verdict is Verdict.MATCH


@given(st.integers(min_value=-10000, max_value=10000))
def test_basis_points_are_hundredths_of_a_percent(points):
    assert verdict(f"{points / 100:.2f}%", f"{points} bps").verdict is Verdict.MATCH
