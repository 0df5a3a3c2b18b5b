"""`currency` cells; the cases are in `tests/cases/currency.jsonl`."""

import pytest

from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import judging

verdict = judging("currency")


@pytest.mark.parametrize("shared", ["$", "kr", "¥", "Rs", "dollar", "peso", "pound", "franc"])
def test_a_shared_sign_or_word_names_no_currency(shared):
    assert verdict("USD", shared).verdict is not Verdict.MATCH


def test_a_code_beside_another_is_not_the_first_ones_sign():
    assert verdict("USD", "USD or EUR").reason is Reason.SEVERAL_VALUES


def test_a_sign_makes_a_difference():
    assert verdict("BRL", "R$").verdict is Verdict.MATCH
    assert verdict("ZAR", "R$").verdict is Verdict.MISMATCH
