"""Ratios and means (grading.md 6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.score import NO_ANSWER, Bounds, Counts, Level, mean_bounds, mean_scores, ratio


def test_nothing_over_nothing_is_zero():
    assert ratio(0, 0) == 0


def test_f1_is_the_harmonic_mean_of_precision_and_recall():
    counts = Counts(right=3, returned=4, gold=6)

    assert counts.f1 == pytest.approx(
        2 * counts.precision * counts.recall / (counts.precision + counts.recall)
    )


def test_more_right_than_returned_is_our_bug():
    with pytest.raises(ValueError, match="5 right of 4 returned"):
        Counts(right=5, returned=4, gold=6)


def test_a_low_above_its_high_is_our_bug():
    with pytest.raises(ValueError, match="out of order"):
        Bounds(0.6, 0.5)


def test_a_task_without_an_answer_lowers_the_mean():
    full = {level: NO_ANSWER[level] for level in Level}

    assert mean_scores([full])[Level.ROW].f1 == Bounds(0, 0)
    assert mean_bounds([Bounds(1, 1), Bounds(0, 0)]) == Bounds(0.5, 0.5)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.randoms(use_true_random=False))
def test_the_order_of_tasks_moves_no_digit_of_a_mean(values, random):
    shuffled = list(values)
    random.shuffle(shuffled)

    assert mean_bounds([Bounds(v, v) for v in values]) == mean_bounds([Bounds(v, v) for v in shuffled])
