"""Notes that deny or exclude."""

import pytest

from atlas_grader.names.denials import denies


@pytest.mark.parametrize(
    "note",
    [
        "wrong",
        "not included",
        "did not win",
        "excluded: not a gas",
        "n'est pas",
        "nicht dabei",
        "no es",
        "не",
        "不是",
        "ではない",
        "아님",
        "नहीं",
        "ليس",
        "❌",
    ],
)
def test_a_note_that_denies_is_told(note):
    assert denies(note)


@pytest.mark.parametrize(
    "note",
    ["Disney bundle", "non-profit", "No. 5", "NE", "Ne", "Pas-de-Calais", "非洲", "不丹", "formerly Nova"],
)
def test_any_other_note_denies_nothing(note):
    assert not denies(note)
