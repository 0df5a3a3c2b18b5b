"""Intervals and tests against plain implementations of the same resampling (grading.md 6)."""

import hashlib
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas_grader import stats

figures = st.lists(st.floats(0, 1), min_size=1, max_size=8)


def words(seed, size):
    """The stream of 16-bit words of a seed, drawn the plain way."""
    data = hashlib.shake_256(seed.encode()).digest(size * 100)
    return [int.from_bytes(data[place : place + 2], "little") for place in range(0, len(data), 2)]


def plain_bootstrap(column):
    n, share = len(column), 65_536 // len(column)
    means = []
    for resample in range(stats.RESAMPLES):
        drawn = [word // share for word in words(f"{stats.SEED}/resample/{resample}", n) if word < n * share]
        means.append(sum(column[task] for task in drawn[:n]) / n)
    means.sort()
    return means[floor(0.025 * len(means))], means[ceil(0.975 * len(means)) - 1]


@given(figures)
@settings(max_examples=3, deadline=None)
def test_packed_resampling_equals_resampling_one_figure_at_a_time(column):
    found = stats.Bootstrap([[0.25] * len(column), column]).interval(1)

    assert (found.low, found.high) == pytest.approx(plain_bootstrap(column), abs=1e-9)


def test_words_past_the_last_task_are_drawn_again():
    # Of 65,536 words 32,767 are no task's: about half of all draws.
    tasks = 32_769
    drawn = [None] * (stats.MOST_TASKS - tasks)
    table = [stats._ONE << 64 | 1] * tasks + [0] * len(drawn)

    assert stats._resample(0, table.__getitem__, tasks) == tasks * stats._ONE


def test_more_tasks_than_words_are_refused():
    with pytest.raises(ValueError, match="at most 65,536 tasks"):
        stats.Bootstrap([[0.5] * 65_537])


def test_an_interval_is_rough_below_thirty_tasks():
    few, many = stats.Bootstrap([[0.5] * 29]).interval(0), stats.Bootstrap([[0.5] * 30]).interval(0)

    assert (few.rough, many.rough) == (True, False)


def test_no_tasks_give_intervals_of_nothing():
    assert stats.Bootstrap([[]]).interval(0) == stats.Interval(0.0, 0.0, rough=True)
    assert stats.Bootstrap([[], []]).difference((0, 1)) == stats.Interval(0.0, 0.0, rough=True)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8))
@settings(max_examples=5, deadline=None)
def test_the_difference_of_two_columns_is_paired(columns):
    one, other = map(list, zip(*columns, strict=True))
    shifted = [(a - b + 1) / 2 for a, b in zip(one, other, strict=True)]
    found = stats.Bootstrap([one, other]).difference((0, 1))
    plain = stats.Bootstrap([shifted]).interval(0)

    assert (found.low, found.high) == pytest.approx((2 * plain.low - 1, 2 * plain.high - 1), abs=1e-9)


def plain_sign_flip(column):
    observed = abs(sum(column))
    beaten = 0
    for flip in range(stats.RESAMPLES):
        data = hashlib.shake_256(f"{stats.SEED}/flip/{flip}".encode()).digest(-(-len(column) // 8))
        kept = [data[task // 8] >> task % 8 & 1 for task in range(len(column))]
        flipped = sum(d if keep else -d for d, keep in zip(column, kept, strict=True))
        beaten += abs(flipped) >= observed - 1e-12
    return (beaten + 1) / (stats.RESAMPLES + 1)


@pytest.mark.parametrize(
    "column", [[0.5, 0.25, -0.125, 0.5], [1.0] * 12, [-0.5, 0.5], [0.0, 0.0], [0.25, -0.5, 0.125] * 7]
)
def test_packed_sign_flips_equal_flips_one_column_at_a_time(column):
    up, down = [max(0.0, d) for d in column], [max(0.0, -d) for d in column]

    assert stats.sign_flip([down, up], [(1, 0)]) == [plain_sign_flip(column)]


def test_twelve_wins_of_twelve_are_no_accident():
    assert stats.sign_flip([[0.1] * 12, [0.0] * 12], [(0, 1)])[0] < 0.01


def test_holm_multiplies_the_smallest_by_the_number_of_tests():
    assert stats.holm([0.5, 0.001, 0.02]) == pytest.approx([0.5, 0.003, 0.04])
