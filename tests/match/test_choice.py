"""`enum` cells; the cases are in `tests/cases/enum.jsonl`."""

from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.tasks import Choice
from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import judging

CHOICES = (Choice("Low"), Choice("Medium"), Choice("High", ("Severe",), "H"))
verdict = judging("enum", choices=CHOICES)


def test_aliases_and_codes_are_the_choice():
    assert verdict("High", "severe").verdict is Verdict.MATCH
    assert verdict("High", "H").verdict is Verdict.MATCH
    assert verdict("Low", "H").reason is Reason.OTHER_VALUE


def test_without_choices_the_columns_other_values_are_choices():
    genres = ("Blues", "Rock")

    assert verdict("Jazz", "blues", choices=(), others=genres).reason is Reason.OTHER_VALUE
    assert verdict("Jazz", "folk", choices=(), others=genres).verdict is Verdict.UNDECIDED


def test_a_grade_is_not_the_same_grade_with_a_star():
    grades = (Choice("A*"), Choice("A"))

    assert verdict("A*", "A", choices=grades).verdict is Verdict.MISMATCH
    assert verdict("A", "A*", choices=grades).verdict is Verdict.MISMATCH


def test_a_gold_value_beside_the_choices_still_matches():
    assert verdict("Extreme", "extreme").verdict is Verdict.MATCH
    assert verdict("Extreme", "Low").verdict is Verdict.MISMATCH


@given(st.sampled_from(["Low", "Medium", "High"]), st.sampled_from(["Low", "Medium", "High"]))
def test_two_different_choices_never_match(one, other):
    assert (verdict(one, other.upper()).verdict is Verdict.MATCH) == (one == other)
