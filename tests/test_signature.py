"""A signature says what a score depends on, and reads back."""

import pytest

from atlas_grader.errors import UsageError
from atlas_grader.signature import Signature, sign

SIGNATURE = Signature("0.1", "1", "2026.11@9f2c41d08e7b", "all", "strings", "none")


def test_a_signature_reads_back():
    assert Signature.parse(str(SIGNATURE)) == SIGNATURE


def test_a_signature_looks_as_the_readme_shows_it():
    text = "atlas-grade|v:0.1|spec:1|data:2026.11@9f2c41d08e7b|tasks:all|align:strings|judge:none"
    assert str(SIGNATURE) == text


def test_the_choice_of_tasks_is_part_of_the_signature_and_their_order_is_not():
    assert sign("r@1", ["b", "a"]) == sign("r@1", ["a", "b"])
    assert sign("r@1", ["a", "b"]).differences(sign("r@1", None)) == ["tasks"]


@pytest.mark.parametrize(
    "text", ["", "atlas-grade", "bleu|v:1", str(SIGNATURE) + "|x:1", str(SIGNATURE)[:-12]]
)
def test_anything_else_is_refused(text):
    with pytest.raises(UsageError, match="expected a signature"):
        Signature.parse(text)


def test_a_value_that_would_not_read_back_is_refused():
    with pytest.raises(UsageError, match="data"):
        Signature("0.1", "1", "a|b", "all", "strings", "none")
