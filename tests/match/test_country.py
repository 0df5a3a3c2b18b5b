"""`country` cells; the cases are in `tests/cases/country.jsonl`."""

import pytest

from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import judging

verdict = judging("country")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Niger", "Nigeria"), ("Guinea", "Guinea-Bissau"), ("Guinea", "Equatorial Guinea"),
     ("Sudan", "South Sudan"),
     ("Ireland", "Northern Ireland"), ("Dominica", "Dominican Republic"), ("North Korea", "South Korea"),
     ("Republic of the Congo", "Democratic Republic of the Congo"), ("Austria", "Australia"),
     ("Samoa", "American Samoa"), ("Slovakia", "Slovenia"), ("Mauritius", "Mauritania"), ("China", "Taiwan")],
)  # fmt: skip
def test_lookalikes_are_two_countries(one, other):
    assert verdict(one, other).reason is Reason.OTHER_VALUE
    assert verdict(other, one).reason is Reason.OTHER_VALUE


def test_a_code_that_two_schemes_give_to_two_countries_decides_nothing():
    # BRN is Brunei to ISO and Bahrain to the IOC
    assert verdict("Bahrain", "BRN").reason is Reason.AMBIGUOUS
    assert verdict("Brunei", "BRN").reason is Reason.AMBIGUOUS


def test_lower_case_words_are_no_codes():
    assert verdict("India", "in").verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("gold", "answer", "wanted"),
    [
        ("South Africa", "SA", "undecided"),
        ("South Africa", "ZA", "match"),
        ("Saudi Arabia", "SA", "match"),
        ("South Korea", "SK", "undecided"),
        ("Costa Rica", "SA", "mismatch"),
        ("Germany", "Germany (with Austria)", "undecided"),
        ("Germany", "Germany (Saxony and Bavaria)", "match"),
        ("Germany", "Germany (error)", "undecided"),
        ("Samoa", "A. Samoa", "undecided"),
    ],
)
def test_initials_additions_and_denials_decide_nothing(gold, answer, wanted):
    assert verdict(gold, answer).verdict.value == wanted
