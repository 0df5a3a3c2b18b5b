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


@pytest.mark.parametrize(
    "answer", ["German (also Polish, Yiddish)", "German; also Polish", "German, auch Polnisch"]
)
def test_others_besides_the_main_language_decide_nothing(answer):
    assert judging("language", "main language")("German", answer).verdict is Verdict.UNDECIDED
    assert judging("language", "language")("German", "German, also Polish").verdict is Verdict.MISMATCH


@pytest.mark.parametrize(
    "answer",
    ["German (and Yiddish)", "German (Polish)", "German (not)", "German (fake)", "German (with no Polish)"],
)
def test_a_bracket_that_names_another_language_or_denies_gold_decides_nothing(answer):
    assert verdict("German", answer).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "note",
    [
        "plus Yiddish",
        "with Polish",
        "some Polish",
        "+ Yiddish",
        "mit etwas Polnisch",
        "с польским",
        "with some Polish and Yiddish",
    ],
)
def test_a_language_is_what_it_is_with_some_of_another_in_it(note):
    assert verdict("German", f"German ({note})").verdict is Verdict.MATCH
    assert verdict("Polish", f"German ({note})").verdict is Verdict.MISMATCH
