"""Intervals and tests against plain implementations of the same resampling (grading.md 6)."""

from math import ceil, floor
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas_grader import stats

figures = st.lists(st.floats(0, 1), min_size=1, max_size=8)


def plain_bootstrap(column):
    random = Random(stats.SEED).random
    n = len(column)
    means = sorted(sum(column[int(random() * n)] for _ in range(n)) / n for _ in range(stats.RESAMPLES))
    return means[floor(0.025 * len(means))], means[ceil(0.975 * len(means)) - 1]


@given(figures)
@settings(max_examples=5, deadline=None)
def test_packed_resampling_equals_resampling_one_figure_at_a_time(column):
    found = stats.bootstrap([[0.25] * len(column), column])[1]

    assert (found.low, found.high) == pytest.approx(plain_bootstrap(column), abs=1e-9)


def test_an_interval_is_rough_below_thirty_tasks():
    few, many = stats.bootstrap([[0.5] * 29])[0], stats.bootstrap([[0.5] * 30])[0]

    assert (few.rough, many.rough) == (True, False)


def test_no_figures_give_no_intervals():
    assert stats.bootstrap([]) == []
    assert stats.bootstrap([[]])[0].high == 0


def plain_sign_flip(column):
    random = Random(stats.SEED).random
    observed = abs(sum(column))
    beaten = 0
    for _ in range(stats.RESAMPLES):
        signs = [random() < 0.5 for _ in column]
        beaten += (
            abs(sum(d if keep else -d for d, keep in zip(column, signs, strict=True))) >= observed - 1e-12
        )
    return (beaten + 1) / (stats.RESAMPLES + 1)


@pytest.mark.parametrize("column", [[0.5, 0.25, -0.125, 0.5], [1.0] * 12, [-0.5, 0.5], [0.0, 0.0]])
def test_packed_sign_flips_equal_flips_one_column_at_a_time(column):
    assert stats.sign_flip([[0.25] * len(column), column])[1] == plain_sign_flip(column)


def test_twelve_wins_of_twelve_are_no_accident():
    assert stats.sign_flip([[0.1] * 12])[0] < 0.01


def test_holm_multiplies_the_smallest_by_the_number_of_tests():
    assert stats.holm([0.5, 0.001, 0.02]) == pytest.approx([0.5, 0.003, 0.04])
