"""What each error costs adds up to what Item F1 lacks."""

from hypothesis import given

from atlas_grader.answers import TextContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.grade import grade_task
from atlas_grader.losses import Kind, Loss, failed_by_one, losses
from atlas_grader.run_report import report_runs, summarise, unanswered
from atlas_grader.score import Level
from atlas_grader.signature import sign
from atlas_grader.tasks import Gold
from tests.lakes import GOLD, TASK
from tests.worlds import worlds


@given(worlds())
def test_the_units_of_all_losses_are_what_item_f1_lacks(world):
    report = world.report()
    item = report.counts[Level.ITEM]

    lost = sum(loss.units for loss in losses(report, len(world.task.attributes)))

    assert lost == item.returned + item.gold - 2 * item.right


def test_an_answer_that_cannot_be_read_is_one_error_of_its_own_kind():
    report = grade_task(CompiledTask(TASK, GOLD), TextContent("I could not find any."))

    assert list(losses(report, 2)) == [Loss(Kind.NO_TABLE, None, 6)]


def test_where_there_is_nothing_to_find_an_answer_without_a_table_costs_nothing():
    report = grade_task(CompiledTask(TASK, Gold("lakes", ())), TextContent("There are none."))

    assert (report.unread, list(losses(report, 2))) == (True, [])


@given(worlds(min_rows=1))
def test_the_costs_of_a_run_add_up(world):
    summary = summarise(world.report(), len(world.task.attributes))
    run = report_runs([("system", [summary, unanswered("missing", 3, 9)])], sign("r@1", None))[0]

    if summary.units:
        assert abs(sum(cost.points for cost in run.kinds) - (1 - run.scores[Level.ITEM].f1.low)) < 1e-9
    assert next(cost.points for cost in run.kinds if cost.name == Kind.NO_ANSWER.value) == 0.5


@given(worlds(min_rows=1))
def test_a_row_that_failed_by_one_cell_would_be_right_without_it(world):
    for row in failed_by_one(world.report()):
        assert len(row.failed) == 1
        assert not row.open
