"""`identifier` cells; the cases are in `tests/cases/identifier.jsonl`."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.conformance import cell_case
from atlas_grader.folding import fold_characters
from atlas_grader.match.identifier import RULES
from atlas_grader.match.identifiers.kinds import SCHEMES, isbn, phone, same_phone
from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Column, IdentifierKind
from atlas_grader.verdicts import Reason, Verdict

FILE = Path(__file__).parents[1] / "cases/identifier.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def verdict(gold, answer, kind=IdentifierKind.GENERIC):
    column = Column("code", CellType.IDENTIFIER, identifier_kind=kind)
    return RULES.compile(column, (gold,), ())(Cell(fold_characters(answer)))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['answer']}" for case in CASES])
def test_a_cell_gets_the_verdict_of_a_careful_reader(case):
    column, gold, answer = cell_case(case)
    found = compile_cell(column, gold)(answer)

    assert found.verdict == case["verdict"], found


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['gold']}" for case in CASES])
def test_a_column_reads_its_own_gold(case):
    column, _, _ = cell_case(case)

    assert RULES.reads(column)(Cell(fold_characters(case["gold"])))


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
        verdict("10.1038/nphys1170", text, kind)
        verdict("+33 1 55 55 01 42", text, kind)


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
def test_hostile_text_is_read_quickly(text):
    verdict("CVE-2023-40551", "x")
    started = time.perf_counter()
    for kind in IdentifierKind:
        verdict("CVE-2023-40551", text, kind)

    assert time.perf_counter() - started < 1
