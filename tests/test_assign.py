"""The best assignment, against every assignment there is."""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.assign import Chooser, Gain, assign, best_ratio

worths = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([0, 0, 1, 2, 3, 5]), min_size=width, max_size=width), max_size=4
    )
)


def every_assignment(rows: int, columns: int):
    for places in product([None, *range(columns)], repeat=rows):
        taken = [place for place in places if place is not None]
        if len(set(taken)) == len(taken):
            yield places


@given(worths)
def test_no_assignment_is_worth_more(table):
    found = assign(table)

    def worth(places):
        return sum(line[place] for line, place in zip(table, places, strict=True) if place is not None)

    assert worth(found) == max(
        worth(places) for places in every_assignment(len(table), len(table[0]) if table else 0)
    )
    taken = [place for place in found if place is not None]
    assert len(set(taken)) == len(taken)


gains = st.builds(Gain, st.integers(0, 3), st.integers(-2, 2))


@given(
    st.integers(0, 4),
    st.lists(
        st.builds(
            Chooser, st.builds(Gain, st.just(0), st.integers(-1, 0)), st.lists(gains, min_size=2, max_size=2)
        ),
        max_size=3,
    ),
)
def test_no_choice_gives_a_better_ratio(top, choosers):
    base = Gain(top, 9)

    found = best_ratio(base, choosers)

    best = Fraction(0)
    for places in every_assignment(len(choosers), 2):
        chosen = [c.alone if p is None else c.places[p] for c, p in zip(choosers, places, strict=True)]
        best = max(best, Fraction(top + sum(g.top for g in chosen), 9 + sum(g.bottom for g in chosen)))
    assert found == best
