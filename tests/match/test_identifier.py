"""`identifier` cells; the cases are in `tests/cases/identifier.jsonl`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.folding import fold_characters
from atlas_grader.match.identifiers.kinds import SCHEMES, isbn, phone, same_phone
from atlas_grader.tasks import IdentifierKind
from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import judging

verdict = judging("identifier")


def test_a_lost_leading_zero_is_another_identifier():
    found = verdict("00471", "471")

    assert (found.verdict, found.reason) == (Verdict.MISMATCH, Reason.OTHER_NUMBERS)


def test_an_isbn_with_a_wrong_check_digit_is_none():
    assert isbn("978-0-306-40615-7") == "9780306406157"
    assert isbn("978-0-306-40615-6") is None


def test_numbers_of_two_countries_differ():
    # google/libphonenumber #593: two different numbers were taken for one
    assert same_phone(phone("+33 1 55 55 01 42"), phone("+34 1 55 55 01 42")) is False


@given(st.text("0123456789", min_size=9, max_size=9))
def test_both_forms_of_a_book_number_are_one(digits):
    total = sum((10 - place) * int(digit) for place, digit in enumerate(digits))
    check = "0123456789X"[-total % 11]
    total = sum((1, 3)[place % 2] * int(digit) for place, digit in enumerate(f"978{digits}"))

    assert isbn(digits + check) == isbn(f"978{digits}{-total % 10}") == f"978{digits}{-total % 10}"


@given(
    st.from_regex(r"[A-Z]{2,4}-[0-9]{3,6}", fullmatch=True),
    st.from_regex(r"[A-Z]{2,4}-[0-9]{3,6}", fullmatch=True),
)
def test_two_codes_of_digits_match_only_if_equal(gold, other):
    found = verdict(gold, other.lower()).verdict

    assert (found is Verdict.MATCH) == (gold == other)


@given(st.text(max_size=60) | st.text("0123456789-+. ()vISBNDOI:/xX", max_size=40))
def test_no_text_raises(text):
    for read in SCHEMES.values():
        read(fold_characters(text))
    for kind in IdentifierKind:
        verdict("10.1038/nphys1170", text, identifier_kind=kind)
        verdict("+33 1 55 55 01 42", text, identifier_kind=kind)


@pytest.mark.parametrize(
    "text",
    [
        "1" * 4000,
        "1 " * 2000,
        "1-" * 2000,
        "a1" * 2000,
        "(" * 4000,
        ":" * 4000,
        "1.1." * 1000,
        "a " * 2000,
        "No. " * 1000,
        "10.1234/" + "x" * 4000,
        "CVE-2023-1 or " * 250,
    ],
    ids=lambda text: text[:8],
)
def test_hostile_text_gets_a_verdict(text):
    verdict("CVE-2023-40551", "x")

    for kind in IdentifierKind:
        judge = judging("identifier", identifier_kind=kind)
        assert judge("CVE-2023-40551", text).verdict is not Verdict.MATCH


@pytest.mark.parametrize("words", ["not", "formerly", "instead of"])
def test_a_word_that_turns_the_meaning_leaves_an_identifier_open(words):
    assert verdict("CVE-2023-40551", f"{words} CVE-2023-40551").verdict is Verdict.UNDECIDED
