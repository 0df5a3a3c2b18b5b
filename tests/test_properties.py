"""The properties of grading.md, section 8, over generated releases and answers."""

import unicodedata

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from atlas_grader.answers import TextContent
from atlas_grader.grade import grade_task
from atlas_grader.match.ladder import compile_cell
from atlas_grader.report.wire import dump, task_report_to_json
from atlas_grader.score import Figure, Level
from atlas_grader.selftest import FORMS, gold_rows
from atlas_grader.task_report import Fate
from atlas_grader.tasks import CellType, Column, GoldCell, State
from atlas_grader.verdicts import Verdict
from tests.worlds import World, gold_value, tasks, worlds

LEVELS_AND_FIGURES = [(level, figure) for level in Level for figure in Figure]


def scores(report):
    return {(level, figure): report.scores[level][figure] for level, figure in LEVELS_AND_FIGURES}


def never_higher(after, before, figures=tuple(Figure)):
    for (level, figure), bounds in scores(after).items():
        if figure in figures:
            assert bounds.low <= scores(before)[level, figure].low + 1e-12, (level, figure)
            assert bounds.high <= scores(before)[level, figure].high + 1e-12, (level, figure)


@given(tasks(min_rows=1), st.sampled_from(list(FORMS)))
def test_8_1_gold_as_an_answer_scores_1_in_every_form(compiled, form):
    rows = gold_rows(compiled.task, compiled.gold)
    assume(rows)
    report = grade_task(compiled, FORMS[form](rows))

    for level in Level:
        assert report.scores[level].f1.low == 1, dump(task_report_to_json(report), indent=1)


@given(worlds(), st.randoms(use_true_random=False))
def test_8_2_the_order_of_rows_moves_no_score(world, random):
    shuffled = list(world.rows)
    random.shuffle(shuffled)

    assert scores(world.report(shuffled)) == scores(world.report())


@given(worlds(min_rows=1), st.sampled_from(list(FORMS)))
@settings(max_examples=300)
def test_8_2_the_input_form_moves_no_score(world, form):
    # What is mark-up in one form is escaped in another, so that cells without any are compared.
    assume(
        world.rows
        and not any(set("*_<>[]") & set("".join(cell)) for row in world.rows for cell in row.values())
    )
    written = grade_task(world.compiled, FORMS[form](world.rows))

    assert scores(written) == scores(world.report())


@given(worlds(), st.randoms(use_true_random=False))
def test_8_2_the_order_of_columns_moves_no_score(world, random):
    names = [column.name for column in world.task.columns]
    random.shuffle(names)

    assert scores(world.report([{name: row[name] for name in names} for row in world.rows])) == scores(
        world.report()
    )


def without_marks(text):
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


RESPELLINGS = [str.upper, str.lower, without_marks, lambda t: f"  {t} ", lambda t: t.replace(" ", "\u00a0")]


@given(worlds(min_rows=1), st.sampled_from(RESPELLINGS))
def test_8_2_case_diacritics_and_spacing_of_names_move_no_score(world, respell):
    alike = {CellType.TEXT, CellType.NAME, CellType.ENUM}
    names = {column.name for column in world.task.columns if column.type in alike}
    known = [row for row in world.report().rows if row.gold is not None]
    rows = [dict(world.rows[row.index]) for row in known]

    respelt = [
        {k: respell(v) if k in names and is_gold(world, row, k) else v for k, v in row.items()}
        for row in rows
    ]

    assert scores(world.report(respelt)) == scores(world.report(rows))


def is_gold(world, row, column):
    if column == "body":
        return True
    return any(row[column] in gold.cells[column].values for gold in world.gold.rows)


@given(worlds())
def test_8_3_grading_twice_gives_the_same_bytes(world):
    assert dump(task_report_to_json(world.report())) == dump(task_report_to_json(world.report()))


@given(worlds())
def test_8_4_a_row_that_claims_nothing_never_raises_precision_nor_moves_recall(world):
    nothing = {column.name: "12" for column in world.task.columns} | {"body": ""}
    before, after = world.report(), world.report([*world.rows, nothing])
    assert after.rows[-1].fate is Fate.EXTRA

    never_higher(after, before, (Figure.PRECISION, Figure.F1))
    for level in Level:
        assert after.scores[level].recall == before.scores[level].recall


@given(worlds(min_rows=1))
def test_8_4_removing_a_right_row_never_raises_recall(world):
    report = world.report()
    right = [gold.rows for gold in report.gold if gold.rows and not gold.failed and not gold.open]
    assume(right)
    kept = [row for index, row in enumerate(world.rows) if index not in right[0]]

    never_higher(world.report(kept), report, (Figure.RECALL,))


def wrong_cells(world):
    for row in world.report().rows:
        for cell in row.cells:
            if cell.verdict.verdict in {Verdict.MISMATCH, Verdict.UNDECIDED}:
                yield row, cell.column


@given(worlds(min_rows=1))
def test_8_5_the_right_value_in_a_wrong_cell_never_lowers_a_score(world):
    found = list(wrong_cells(world))
    assume(found)
    row, column = found[0]
    mended = [dict(r) for r in world.rows]
    mended[row.index][column] = gold_value(world.gold.rows[row.gold].cells[column])

    after, before = world.report(mended), world.report()
    for (level, figure), bounds in scores(after).items():
        assert bounds.low >= scores(before)[level, figure].low - 1e-12


@given(worlds(min_rows=1), st.sampled_from(["", "n/a", "—"]))
def test_8_6_filling_a_blank_never_raises_a_score(world, empty):
    blanks = [
        (row, column.name)
        for row in world.report().rows
        if row.gold is not None
        for column in world.task.attributes
        if world.gold.rows[row.gold].cells[column.name].state is State.BLANK
    ]
    assume(blanks)
    row, column = blanks[0]
    filled, emptied = [dict(r) for r in world.rows], [dict(r) for r in world.rows]
    filled[row.index][column], emptied[row.index][column] = "17 of them", empty

    never_higher(world.report(filled), world.report(emptied))


@given(worlds(min_rows=1), st.sampled_from(["", "anything", "17", "n/a"]))
def test_8_7_the_content_of_an_ungraded_cell_moves_nothing(world, content):
    report = world.report()
    changed = [dict(row) for row in world.rows]
    for row in report.rows:
        if row.gold is None:
            continue
        gold = world.gold.rows[row.gold]
        for column in world.task.attributes:
            if gold.ungraded or gold.cells[column.name].state is State.UNGRADED:
                changed[row.index][column.name] = content

    assert scores(world.report(changed)) == scores(report)


@given(worlds())
def test_8_8_low_is_never_above_high_and_8_9_every_figure_is_a_share(world):
    for bounds in scores(world.report()).values():
        assert 0 <= bounds.low <= bounds.high <= 1


@given(worlds())
def test_8_9_discovery_f1_is_never_below_row_f1(world):
    report = world.report()

    assert report.discovery_f1.low >= report.row_f1.low
    assert report.discovery_f1.high >= report.row_f1.high - 1e-12


EXACT_UNITS = [
    ("kg", "g", 1000),
    ("km", "m", 1000),
    ("m²", "cm²", 10_000),
    ("GB", "MB", 1000),
    ("kW", "W", 1000),
]


@given(st.decimals(min_value="0.001", max_value=10_000, places=3), st.sampled_from(EXACT_UNITS))
def test_8_10_golds_own_value_written_exactly_in_another_unit_matches(value, units):
    unit, other, factor = units
    column = Column("amount", CellType.QUANTITY, unit=unit)
    judge = compile_cell(column, GoldCell(State.VALUE, f"{value} {unit}"))

    assert judge(f"{value * factor} {other}").verdict is Verdict.MATCH


@given(worlds(min_rows=1), st.data())
@settings(max_examples=200)
def test_8_11_a_copy_of_a_row_changed_or_not_never_raises_a_score(world, data):
    assume(world.rows)
    copied = dict(data.draw(st.sampled_from(world.rows)))
    donor = data.draw(st.sampled_from(world.rows))
    for column in data.draw(st.sets(st.sampled_from([c.name for c in world.task.attributes]))):
        copied[column] = donor[column]
    # A copy without any content is dropped rather than graded, and so not a copy.
    assume(any(copied.values()))

    never_higher(world.report([*world.rows, copied]), world.report())


anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.text(max_size=60), st.integers().map(str)),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=5,
)


@given(tasks(min_rows=1), st.lists(st.dictionaries(st.text(max_size=12), anything, max_size=5), max_size=4))
def test_8_12_no_rows_raise_anything(compiled, rows):
    World(compiled, ()).report(rows)


@given(tasks(min_rows=1), st.text(max_size=400))
def test_8_12_no_text_raises_anything(compiled, text):
    grade_task(compiled, TextContent(text))
