"""What grading the same answers several times tells of a judge: by hand, and by law."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.questions import Kind, Question, canonical
from atlas_grader.run_report import Place, RunReport, unanswered
from atlas_grader.score import NO_ANSWER, Bounds, Level, Scores, mean_scores
from atlas_grader.signature import sign
from atlas_grader.stability import Flip, GradedOnce, compare_times

SIGNATURE = sign("2026.11@sha256:0", None, "judge")


def answered(task_id, low, high=None):
    """An answer with this row F1; its other figures move no measure."""
    found = Bounds(low, low if high is None else high)
    scores = {**NO_ANSWER, Level.ROW: Scores(NO_ANSWER[Level.ROW].precision, Bounds(0, 1), found)}
    return replace(unanswered(task_id, 4, 12), answered=True, scores=scores)


def run(system, *tasks):
    return RunReport(system, SIGNATURE, mean_scores(task.scores for task in tasks), {}, tasks, (), ())


def question(number):
    return Question(Kind.NAME, canonical({"question": "Which?"}), canonical({"name": f"{number}"}), 3)


def once(*runs, rulings=None, used=None, unsettled=0):
    """One time; every question that is ruled on was asked in it, and stands under its number."""
    rulings = rulings or {}
    asked = {key: question(key) for key in rulings}
    return GradedOnce(runs, used or {}, unsettled, asked, rulings)


def test_figures_of_three_times_worked_by_hand():
    missing = unanswered("c", 4, 12)
    # The mean of "one" is 0.25 to 0.375 or to 0.5 over three tasks; that of "two" is 0.3 or 0.
    first = once(
        run("one", answered("a", 0.5), answered("b", 0.25, 0.625), missing),
        run("two", answered("a", 0.9), unanswered("b", 4, 12), missing),
    )
    second = once(
        run("one", answered("a", 0.5), answered("b", 0.25, 1), missing),
        run("two", answered("a", 0, 0.9), unanswered("b", 4, 12), missing),
    )
    found = compare_times([first, second, first])

    assert (found.times, found.systems, found.answers) == (3, 2, 3)
    assert found.same == 1  # "one" on "a"
    assert found.share == 1 / 3
    assert {system: round(shift, 12) for system, shift in found.shifts.items()} == {"one": 0.125, "two": 0.3}
    assert found.signature == SIGNATURE


def test_a_question_flips_if_two_times_rule_otherwise_and_not_if_one_does_not_ask_it():
    places = [Place("one", "a"), Place("one", "b"), Place("two", "a")]
    times = [
        once(run("one"), rulings={"1": "match", "2": "0", "3": "none"}, used={"1": [places[2], places[1]]}),
        once(run("one"), rulings={"1": "match", "3": "2", "4": "1"}, used={"3": places[:1]}),
        once(run("one"), rulings={"1": "unsure", "2": "0", "4": "0"}, used={"1": places[:2]}),
    ]
    found = compare_times(times)

    assert found.questions == 4
    assert found.flips == (
        Flip(question("4"), (None, "1", "0"), ()),
        Flip(question("3"), ("none", "2", None), (places[0],)),
        Flip(question("1"), ("match", "match", "unsure"), tuple(places)),
    )


def test_flips_in_the_same_answers_are_in_order_of_what_they_ask():
    place = [Place("one", "a")]
    first = once(run("one"), rulings=dict.fromkeys("312", "0"), used=dict.fromkeys("312", place))
    second = once(run("one"), rulings=dict.fromkeys("312", "1"))

    assert [flip.question for flip in compare_times([first, second]).flips] == list(map(question, "123"))


def test_what_any_one_time_left_open_is_the_most_of_all_and_nothing_is_measured():
    system = run("one", answered("a", 0.5))
    found = compare_times([once(system), once(system, unsettled=3), once(system, unsettled=1)])

    assert found.unsettled == 3
    assert found.answers == 1
    assert (found.same, found.shifts, found.share) == (None, None, None)


def test_without_an_answer_all_of_them_are_the_same():
    system = run("one", unanswered("a", 4, 12))

    assert compare_times([once(system), once(system)]).share == 1


SYSTEMS, TASKS = ("one", "two"), ("a", "b", "c")
ends = st.tuples(st.integers(0, 8), st.integers(0, 8)).map(lambda two: [end / 8 for end in sorted(two)])
graded = st.builds(
    lambda found, rulings: once(
        *(
            run(system, *(answered(task, *each) for task, each in zip(TASKS, its, strict=True)))
            for system, its in zip(SYSTEMS, found, strict=True)
        ),
        rulings=rulings,
    ),
    st.lists(st.lists(ends, min_size=3, max_size=3), min_size=2, max_size=2),
    st.dictionaries(st.sampled_from("123"), st.sampled_from(["0", "1", "none"])),
)


@given(graded, st.integers(2, 4))
def test_times_that_are_alike_differ_in_nothing(time, count):
    found = compare_times([time] * count)

    assert (found.share, found.flips) == (1, ())
    assert found.shifts == dict.fromkeys(SYSTEMS, 0)


@given(st.lists(graded, min_size=2, max_size=4), st.data())
def test_the_order_of_times_moves_nothing_but_the_order_of_rulings(times, data):
    order = data.draw(st.permutations(range(len(times))))
    found, turned = compare_times(times), compare_times([times[place] for place in order])

    assert replace(turned, flips=()) == replace(found, flips=())
    assert turned.flips == tuple(
        replace(flip, rulings=tuple(flip.rulings[place] for place in order)) for flip in found.flips
    )


@given(st.lists(graded, min_size=2, max_size=4), graded)
def test_another_time_makes_no_judge_steadier(times, more):
    before, after = compare_times(times), compare_times([*times, more])

    assert after.same <= before.same
    assert {flip.question for flip in before.flips} <= {flip.question for flip in after.flips}
    assert all(before.shifts[system] <= after.shifts[system] for system in SYSTEMS)
