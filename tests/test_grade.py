"""From rows to a report: claims, copies, open questions (grading.md 2 to 6)."""

import pytest

from atlas_grader.answers import NumberLiteral, RowsContent, TableContent, TextContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.grade import grade_task
from atlas_grader.score import Level
from atlas_grader.task_report import Fate
from atlas_grader.tasks import CellType, Column, EntityPart, Gold, GoldCell, GoldRow, NearMiss, State, Task
from atlas_grader.verdicts import Reason, Verdict

TASK = Task(
    "companies",
    "Which companies?",
    (
        Column("company", CellType.NAME),
        Column("staff", CellType.NUMBER, "Number of employees"),
        Column("city", CellType.TEXT),
    ),
    ("company",),
)


def value(text, *accepted):
    return GoldCell(State.VALUE, text, accepted)


def row(name, staff, city, *aliases, ungraded=False):
    return GoldRow((EntityPart(name, aliases),), {"staff": staff, "city": city}, ungraded)


def compiled(*rows, near_misses=()):
    misses = tuple(NearMiss((EntityPart(name),)) for name in near_misses)
    return CompiledTask(TASK, Gold("companies", rows, misses))


ACME = row("Acme Tools", value("1250"), value("Lyon"), "AT")
BOLT = row("Bolt Foods", GoldCell(State.BLANK), value("Oslo"))
CORK = row("Cork Steel", GoldCell(State.UNGRADED), value("Bonn"))


def grade(task, *rows):
    return grade_task(task, RowsContent(tuple({"company": c, "staff": s, "city": t} for c, s, t in rows)))


def test_a_cell_takes_the_worst_verdict_among_copies():
    report = grade(compiled(ACME), ("Acme Tools", "1250", "Lyon"), ("AT", "1251", "Lyon"))

    assert report.gold[0].verdicts["staff"].verdict is Verdict.MISMATCH
    assert report.gold[0].verdicts["city"].verdict is Verdict.MATCH
    assert report.counts[Level.ROW].right == 0
    assert report.counts[Level.ROW].returned == 2


def test_a_copy_with_an_open_cell_opens_the_row():
    report = grade(compiled(ACME), ("Acme Tools", "1250", "Lyon"), ("AT", "many", "Lyon"))

    assert (report.row_f1.low, report.row_f1.high) == (0, 2 / 3)


def test_a_column_that_is_not_there_is_a_column_of_empty_cells():
    report = grade_task(
        compiled(ACME, BOLT),
        RowsContent(({"company": "Acme Tools", "staff": "1250"}, {"company": "Bolt Foods"})),
    )

    assert report.gold[0].verdicts["city"].reason is Reason.EMPTY
    assert report.gold[1].verdicts["staff"].reason is Reason.BOTH_BLANK


def test_a_column_whose_header_cannot_be_told_is_open_not_empty():
    table = TableContent(("company", "alpha", "beta"), (("Acme Tools", "Lyon", "Rhone"),))
    report = grade_task(compiled(ACME), table)

    assert report.gold[0].verdicts["city"].reason is Reason.OPEN_COLUMN
    assert report.row_f1.low == 0
    assert report.row_f1.high == 1


def test_a_header_that_cannot_be_told_is_one_column_at_most():
    table = TableContent(("company", "alpha"), (("Acme Tools", "Rome"), ("Bolt Foods", "Bonn")))
    report = grade_task(compiled(ACME, BOLT), table)

    # Acme has two values of which one may be given; Bolt's blank is right where `staff` is not there.
    assert report.row_f1.high == 1 / 2
    assert report.item_f1.low == 2 / 6
    assert report.item_f1.high == 5 / 6


def test_open_rows_of_which_a_name_is_half_told_may_be_different_rows():
    columns = (Column("work", CellType.NAME), Column("artist", CellType.NAME), Column("year", CellType.DATE))
    task = Task("t", "q", columns, ("work", "artist"))
    rows = tuple(
        GoldRow((EntityPart(work), EntityPart("Warhol")), {"year": value(year)})
        for work, year in (("Marilyn", "1964"), ("Crash", "1963"))
    )
    table = TableContent(("alpha", "artist", "year"), (("M.", "Warhol", "1964"), ("C.", "Warhol", "1963")))
    report = grade_task(CompiledTask(task, Gold("t", rows)), table)

    assert (report.row_f1.low, report.row_f1.high) == (0, 1)


def test_columns_that_share_a_header_may_all_be_there():
    table = TableContent(("company", "staff and city"), (("Acme Tools", "1250, Lyon"),))
    report = grade_task(compiled(ACME), table)

    assert report.row_f1.high == 1


def test_rows_whose_names_cannot_be_pointed_at_are_open_not_extra():
    table = TableContent(("alpha", "staff", "city", "beta"), (("Acme Tools", "1250", "Lyon", "Rhone"),) * 2)
    report = grade_task(compiled(ACME, BOLT), table)

    assert [r.fate for r in report.rows] == [Fate.OPEN, Fate.OPEN]
    assert report.discovery_f1.low == 0
    assert report.discovery_f1.high == 1


def test_blank_and_ungraded_gold_cells_are_graded_as_such():
    report = grade(compiled(BOLT, CORK), ("Bolt Foods", "n/a", "Oslo"), ("Cork Steel", "whatever", "Bonn"))

    assert report.row_f1.low == 1
    assert report.counts[Level.ITEM].gold == 3 + 2


def test_a_row_that_claims_an_ungraded_row_leaves_the_score_with_it():
    borderline = row("Dune Labs", value("5"), value("Cork"), ungraded=True)
    report = grade(
        compiled(ACME, borderline),
        ("Acme Tools", "1250", "Lyon"),
        ("Dune Labs", "", ""),
        ("Dune Labs", "6", ""),
    )

    assert report.row_f1.low == 1
    assert [r.fate for r in report.rows] == [Fate.MATCHED, Fate.UNGRADED, Fate.UNGRADED]


def test_a_near_miss_claims_nothing_and_is_not_open():
    report = grade(compiled(ACME, near_misses=["Acme Toys"]), ("Acme Toys", "", ""))

    assert report.rows[0].fate is Fate.NEAR_MISS
    assert report.discovery_f1.high == 0


def test_a_strange_name_is_open_only_while_a_gold_row_is_unclaimed():
    stranger = ("Zephyr Partners", "1", "Rome")

    assert grade(compiled(ACME), stranger).rows[0].fate is Fate.OPEN
    assert grade(compiled(ACME), ("Acme Tools", "1250", "Lyon"), stranger).rows[1].fate is Fate.EXTRA


def test_open_rows_of_one_name_can_claim_one_gold_row_only():
    stranger = ("Zephyr Partners", "1", "Rome")
    report = grade(compiled(ACME, BOLT), stranger, stranger)

    assert report.discovery_f1.high == 2 * 1 / (2 + 2)


def test_a_row_of_empty_cells_is_dropped_and_reported():
    report = grade(compiled(ACME), ("Acme Tools", "1250", "Lyon"), ("", "n/a", "—"), ("-", None, ""))

    assert report.row_f1.low == 1
    assert "2 empty rows dropped" in report.notes


def test_a_nameless_row_claims_nothing_for_certain():
    report = grade(compiled(ACME), ("", "1250", "Lyon"))

    assert report.rows[0].fate is Fate.EXTRA
    assert report.discovery_f1.high == 0


def test_an_answer_without_a_table_returns_no_rows():
    report = grade_task(compiled(ACME), TextContent("I could not find any."))

    assert report.counts[Level.DISCOVERY].returned == 0
    assert report.notes == ("the answer holds no table",)
    assert report.unread


@pytest.mark.parametrize(
    ("content", "unread"),
    [
        (TextContent("Acme Tools, Bolt Works and Cog Mills."), True),
        (TextContent("| Colour | Sound |\n|---|---|\n| red | loud |"), True),
        (RowsContent(({"colour": "red"},)), True),
        (TableContent((), (("red",),)), True),
        (TextContent(" \n"), False),
        (TextContent("[]"), False),
        (TextContent("### Excluded\n\n| Company | Staff |\n|---|---|\n| Bolt Works | 3 |"), False),
        (TextContent("| Company | Staff |\n|---|---|"), False),
        (RowsContent(()), False),
        (TableContent((), ()), False),
        (TableContent(("company",), ()), False),
    ],
    ids=str,
)
def test_an_answer_that_says_something_but_holds_no_table_is_told_from_one_that_says_there_is_nothing(
    content, unread
):
    assert grade_task(compiled(ACME), content).unread is unread


def test_a_json_number_keeps_its_digits():
    report = grade(compiled(ACME), ("Acme Tools", NumberLiteral("1250.0"), "Lyon"))

    assert report.gold[0].verdicts["staff"].verdict is Verdict.MATCH


def test_film_and_year_are_one_name():
    film, year = Column("film", CellType.NAME), Column("year", CellType.DATE)
    task = Task("films", "", (film, year, Column("city", CellType.TEXT)), ("film", "year"))
    rows = tuple(
        GoldRow((EntityPart("Solaris"), EntityPart(when)), {"city": value("Rome")})
        for when in ("1972", "2002")
    )
    answer = RowsContent(
        (
            {"film": "Solaris", "year": "2002", "city": "Rome"},
            {"film": "Solaris", "year": "1999", "city": "x"},
        )
    )
    report = grade_task(CompiledTask(task, Gold("films", rows)), answer)

    assert [r.gold for r in report.rows] == [1, None]
    assert report.rows[1].fate is Fate.EXTRA


def test_more_than_ten_thousand_pairs_give_loose_bounds():
    gold = [
        row(f"Company {'abcdefghijklmnopqrstuvwxyz'[i % 26]}{i}", value("1"), value("Rome"))
        for i in range(120)
    ]
    strangers = [(f"Zephyr {'abcdefghijklmnopqrstuvwxyz'[i % 26] * 9}{i}", "1", "Rome") for i in range(120)]
    report = grade(compiled(*gold), *strangers)

    assert report.loose
    assert report.row_f1.high == 1
