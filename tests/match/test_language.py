"""`language` cells; the cases are in `tests/cases/language.jsonl`."""

import pytest

from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import judging

verdict = judging("language")


@pytest.mark.parametrize(
    "autonym", ["Deutsch", "deutsch", "de", "DEU", "ger", "Allemand", "德语", "German language"]
)
def test_a_language_has_many_names(autonym):
    assert verdict("German", autonym).reason is Reason.SAME_VALUE


def test_a_variety_is_neither_its_language_nor_another():
    assert verdict("Chinese", "Mandarin").verdict is Verdict.UNDECIDED
    assert verdict("Mandarin", "Cantonese").reason is Reason.OTHER_VALUE


def test_gold_that_names_a_variety_is_not_any_variety():
    assert verdict("Portuguese (Brazil)", "Portuguese (Portugal)").verdict is Verdict.UNDECIDED
