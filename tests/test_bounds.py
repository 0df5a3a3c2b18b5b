"""Bounds against every way of settling what is open (grading.md 6; 8.8 and 8.9)."""

from dataclasses import replace
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.bounds import CellCounts, OpenClaim, TaskCounts, low_counts, score_task
from atlas_grader.score import Figure, Level


@st.composite
def cell_counts(draw, graded):
    matched = draw(st.integers(0, graded))
    still_open = draw(st.integers(0, graded - matched))
    return CellCounts(matched, still_open, graded - matched - still_open)


@st.composite
def tasks_with_open_questions(draw):
    attributes = draw(st.integers(1, 3))
    gold = draw(st.lists(st.integers(0, attributes), max_size=4))
    claimed = draw(st.integers(0, len(gold)))
    has_ungraded_row = draw(st.booleans())
    claims = []
    for _ in range(draw(st.integers(0, 3))):
        reachable = [index for index in range(claimed, len(gold)) if draw(st.booleans())]
        may_leave = has_ungraded_row and draw(st.booleans())
        if reachable or may_leave:
            pairs = {index: draw(cell_counts(gold[index])) for index in reachable}
            claims.append(OpenClaim(draw(st.integers(1, 2)), pairs, may_leave))
    return TaskCounts(
        claimed=[draw(cell_counts(gold[index])) for index in range(claimed)],
        unmatched=draw(st.integers(0, 2)),
        open=claims,
        gold=gold,
        attributes=attributes,
    )


def settled(counts, choices, *, in_favour):
    """The task once every open claim has made its choice and every open cell its verdict."""
    claimed, unmatched = list(counts.claimed), counts.unmatched
    for claim, choice in zip(counts.open, choices, strict=True):
        if choice is None:
            unmatched += claim.rows
        elif choice != "leaves":
            claimed.append(claim.pairs[choice])
            unmatched += claim.rows - 1
    if in_favour:
        claimed = [CellCounts(c.matched + c.open, 0, c.mismatched) for c in claimed]
    else:
        claimed = [CellCounts(c.matched, 0, c.mismatched + c.open) for c in claimed]
    return low_counts(TaskCounts(claimed, unmatched, [], counts.gold, counts.attributes))


def every_settling(counts):
    options = [[None, *(["leaves"] if claim.may_leave else []), *claim.pairs] for claim in counts.open]
    for choices in product(*options):
        taken = [choice for choice in choices if isinstance(choice, int)]
        if len(set(taken)) == len(taken):
            yield settled(counts, choices, in_favour=True)
            yield settled(counts, choices, in_favour=False)


@given(tasks_with_open_questions())
def test_every_settling_stays_inside_and_one_reaches_the_top(counts):
    scores = score_task(counts)
    settlings = list(every_settling(counts))

    for level, figure in product(Level, Figure):
        reached = [getattr(settling[level], figure.value) for settling in settlings]
        bounds = scores[level][figure]
        assert bounds.low <= min(reached) + 1e-12
        assert abs(bounds.high - max(reached)) < 1e-12


@given(tasks_with_open_questions())
def test_loose_bounds_contain_every_settling(counts):
    scores = score_task(replace(counts, loose=True))

    for settling in every_settling(counts):
        for level, figure in product(Level, Figure):
            bounds = scores[level][figure]
            assert bounds.low - 1e-12 <= getattr(settling[level], figure.value) <= bounds.high + 1e-12


@given(tasks_with_open_questions())
def test_discovery_f1_is_never_below_row_f1(counts):
    scores = score_task(counts)

    assert scores[Level.DISCOVERY].f1.low >= scores[Level.ROW].f1.low
    assert scores[Level.DISCOVERY].f1.high >= scores[Level.ROW].f1.high - 1e-12


def test_an_empty_answer_to_an_empty_gold_is_perfect_only_in_f1():
    scores = score_task(TaskCounts([], 0, [], [], 2))

    assert [scores[Level.ROW][figure].low for figure in Figure] == [0, 0, 1]


def test_a_row_returned_where_gold_is_empty_scores_nothing():
    scores = score_task(TaskCounts([], 1, [], [], 2))

    assert {scores[level].f1.high for level in Level} == {0}


def test_a_claimed_row_without_graded_cells_is_a_right_row():
    scores = score_task(TaskCounts([CellCounts(0, 0, 0)], 0, [], [0], 2))

    assert scores[Level.ROW].f1.low == 1


def test_an_item_of_an_unmatched_row_costs_its_name_and_every_attribute():
    counts = low_counts(TaskCounts([CellCounts(2, 0, 1)], 1, [], [3, 2], 3))

    assert (counts[Level.ITEM].right, counts[Level.ITEM].returned, counts[Level.ITEM].gold) == (3, 8, 7)


def test_a_pair_with_a_mismatch_can_be_found_but_never_right():
    counts = TaskCounts([], 0, [OpenClaim(1, {0: CellCounts(1, 0, 1)}, may_leave=False)], [2], 2)
    scores = score_task(counts)

    assert scores[Level.DISCOVERY].f1.high == 1
    assert scores[Level.ROW].f1.high == 0


def test_the_high_end_is_the_highest_of_the_ways_in_which_things_can_turn_out():
    base = TaskCounts([CellCounts(0, 2, 0)], 0, [], [2], 2)
    ways = [
        TaskCounts([CellCounts(0, 1, 1)], 0, [], [2], 2),
        TaskCounts([CellCounts(1, 0, 1)], 0, [], [2], 2),
    ]
    scores = score_task(base, ways)

    assert (scores[Level.ITEM].f1.low, scores[Level.ITEM].f1.high) == (1 / 3, 2 / 3)
    assert (scores[Level.ROW].f1.low, scores[Level.ROW].f1.high) == (0, 0)
