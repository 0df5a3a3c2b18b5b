"""How other graders go wrong, failure by failure, and what happens here instead.

The numbers are those of section 5 of the survey of graders from which this package was
designed: `5.1.24` is the 24th failure that it names of the first grader. Each was seen when
that grader's code, or a transcription of it, was run in November 2026; those of 5.9 and
5.2.8 to 5.2.16 by reading it:

    5.1 WideSearch   5.2 Exa's port of it   5.3 evalscope's port   5.4 BrowseComp (simple-evals)
    5.5 BrowseComp-Plus   5.6 DeepSearchQA   5.7 Octen   5.8 Inspect AI   5.9 Stirrup

A port that repeats a failure has no test of its own: its number stands beside the first.

Out of scope, for want of what fails:

* a model that judges: 5.1.11 (it returns 5), 5.1.12 (returns "1" as text), 5.1.14 (its JSON in an
  unlabelled fence), 5.2.3 (prose, 5 or "yes" from it), 5.2.8 (one unbounded call, asked even when
  keys are identical), 5.4.1 to 5.4.3 (its reply misread, or a quoted "correct: yes" believed),
  5.5.3 (the same), 5.8.9 (the model that is graded grades itself);
* prompts and a judge's settings in the fingerprint: 5.2.9;
* confidence, which no answer states: 5.2.13, 5.5.1 (calibration);
* running agents — searches not charged, errors that lose a paid run, no deadline, no answer when
  turns run out, nagging, resuming another model's state, tools one at a time, no costs: 5.2.10 to
  5.2.12, 5.9.1 to 5.9.5.
"""

import json
from collections import Counter

import pytest
from click.testing import CliRunner

from atlas_grader import Grader, Verdict, load_release
from atlas_grader.cli import grade, main
from atlas_grader.match.ladder import CompiledColumn, compile_cell
from atlas_grader.records import Manifest
from atlas_grader.releases import write_manifest
from atlas_grader.score import Figure, Level
from atlas_grader.task_report import Fate
from atlas_grader.tasks import CellType, Column, GoldCell, State
from atlas_grader.verdicts import Reason
from tests.match.support import cell_case

COMPANIES = {"company": "name", "founded": "number", "city": "text"}
GOLD = [("Acme Tools", "1976", "Lyon"), ("Bolt Foods", "1981", "Oslo"), ("Cork Steel", "1990", "Bonn")]
CITED = [{"url": "https://example.org", "evidence": "The page says so."}]


def run(command, *arguments):
    return CliRunner().invoke(command, [*map(str, arguments)])


def gold_cell(value):
    told = {"state": "blank"} if value is None else {"state": "value", "value": value}
    return {**told, "citations": CITED}


def gold_row(columns, names, *values):
    name, *aliases = [names] if isinstance(names, str) else names
    entity, *attributes = columns
    cells = map(gold_cell, values)
    return {
        "entity": {entity: {"value": name, "aliases": aliases}},
        "cells": dict(zip(attributes, cells, strict=True)),
    }


def write_release(folder, columns, gold, tasks=("task",)):
    """A release, sound or not, whose tasks have the same gold; the first column names the entity."""
    question = {
        "question": "Which are there?",
        "columns": [{"name": name, "type": kind} for name, kind in columns.items()],
        "entity_columns": [next(iter(columns))],
    }
    rows = [gold_row(columns, *row) for row in gold]
    folder.mkdir(exist_ok=True)
    for name, lines in (
        ("tasks", [{"id": task, **question} for task in tasks]),
        ("gold", [{"task_id": task, "rows": rows} for task in tasks]),
    ):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    write_manifest(folder, Manifest("2026.11", "Companies", "", 1, "2026-11-30", "CC0-1.0", "", {}))
    return folder


def seal(folder):
    named = ("--id", "2026.11", "--title", "Companies", "--licence", "CC0-1.0", "--created", "2026-11-30")
    return run(main, "seal", folder, *named)


def write_answers(path, tables):
    """Task → rows, as a file of answers."""
    path.write_text("".join(json.dumps({"task_id": t, "rows": rows}) + "\n" for t, rows in tables.items()))
    return path


@pytest.fixture
def graded(tmp_path):
    def graded(answer, gold=GOLD, columns=COMPANIES):
        return Grader(load_release(write_release(tmp_path / "release", columns, gold))).grade("task", answer)

    return graded


def companies(*rows):
    return [dict(zip(COMPANIES, row, strict=True)) for row in rows]


def judged(kind, gold, answer, **settings):
    column, cell, raw = cell_case({"kind": kind, "gold": gold, "answer": answer, "spec": settings})
    return compile_cell(column, cell)(raw)


def numbered(cases):
    return [pytest.param(*case, id=" ".join([number, *case])) for number, *case in cases]


def fates(report):
    return Counter(row.fate for row in report.rows)


def figures(report):
    return [report.scores[level][figure].high for level in Level for figure in Figure]


# 5.1 WideSearch: rows and tables


def test_ten_spellings_of_one_company_are_one_entity(graded):
    # 5.1.1, 5.2.1, 5.3.1: all scores 1 of ten companies
    gold = [
        (("Acme Tools", "AT"), "1976", "Lyon"),
        *((f"Other {letter}", "1981", "Oslo") for letter in "BCDEFGHIJ"),
    ]
    spellings = [
        "Acme Tools", "ACME TOOLS", "acme tools", "Acme-Tools", "The Acme Tools", "Acme Tools Inc.",
        "**Acme Tools**", "Acme Tools GmbH", "Acmé Tools", "AT",
    ]  # fmt: skip
    report = graded(companies(*((name, "1976", "Lyon") for name in spellings)), gold)

    assert fates(report) == {Fate.MATCHED: 1, Fate.COPY: 9}
    assert report.row_f1.high == 0.1


def test_ten_widths_of_the_space_in_a_name_are_one_entity(graded):
    # 5.1.1: without any judge, since `norm_str` folds spaces after copies were dropped
    names = ["Acme" + " " * width + "Tools" for width in range(10)]
    report = graded(companies(*((name, "1976", "Lyon") for name in names)))

    assert fates(report) == {Fate.MATCHED: 1, Fate.COPY: 9}


def test_four_spellings_where_gold_has_two_rows_never_pass_one(graded):
    # 5.1.2, 5.2.2: recall 2.0 and F1 1.333; success although the second company is absent
    spellings = ["Acme Tools", "ACME TOOLS", "Acme-Tools", "acme tools"]
    report = graded(companies(*((name, "1976", "Lyon") for name in spellings)), GOLD[:2])

    assert report.counts[Level.ROW].precision == 0.25
    assert report.counts[Level.ROW].recall == 0.5
    assert max(figures(report)) < 1


TABLE = """
| company | founded | city |
|---|---|---|
| Acme Tools | 1976 | Lyon |
| Bolt Foods | 1981 | Oslo |
| Cork Steel | 1990 | Bonn |
"""
WITH_NOTES = """
| company | founded | city | notes |
|---|---|---|---|
| Acme Tools | 1976 | Lyon | {} |
| Bolt Foods | 1981 | Oslo | listed |
| Cork Steel | 1990 | Bonn | listed |
"""
SOURCES = """
| source | pages |
|---|---|
| the register | 12 |
"""
UNLIKE_GOLD_IN_FORM_ONLY = {
    "5.1.3, 5.2.6, 5.3.2: an extra column": WITH_NOTES.format("listed"),
    "5.1.5: headers in bold": TABLE.replace(
        "company | founded | city", "**company** | **founded** | **city**"
    ),
    "5.1.15, 5.2.6: an escaped pipe in a cell": WITH_NOTES.format(r"tools \| dies"),
    "5.1.16, 5.2.6: an unbalanced quote in a cell": WITH_NOTES.format('5" pipes'),
    "5.1.16, 5.2.6: an unbalanced quote in the first cell": "company,founded,city\n"
    '"Acme Tools,1976,Lyon\nBolt Foods,1981,Oslo\nCork Steel,1990,Bonn\n',
    "5.1.16, 5.2.6: an unbalanced quote in the last cell": "company,founded,city,notes\n"
    'Acme Tools,1976,Lyon,"best\nBolt Foods,1981,Oslo,listed\nCork Steel,1990,Bonn,listed\n',
    "5.1.17: a header without closing pipe": TABLE.replace("| city |", "| city"),
    "5.1.18: a row that is too short": WITH_NOTES.replace(" | {} |", " |"),
    "5.1.18: a row that is too long": TABLE.replace("Oslo |", "Oslo | listed |"),
    "5.1.19, 5.2.6: the answer in the second fence": f"```\n{SOURCES}```\n\n```\n{TABLE}```\n",
    "5.1.20: prose with a pipe before the table": f"Sources: the register | the press.\n{TABLE}",
    "5.1.21, 5.2.6: JSON": json.dumps(companies(*GOLD)),
    "5.1.21: JSON in an unlabelled fence": f"```\n{json.dumps(companies(*GOLD))}\n```",
    "5.1.21: HTML": "<table><tr><th>company<th>founded<th>city"
    + "".join(f"<tr><td>{name}<td>{year}<td>{city}" for name, year, city in GOLD)
    + "</table>",
    "5.1.6: years as 1976.0": TABLE.replace("1976", "1976.0").replace("1981", "1981.0"),
    "5.2.6: no outer pipes": "\n".join(line.strip("| ") for line in TABLE.splitlines()),
    "5.2.6: an empty fence before the table": f"```\n```\n{TABLE}",
}


@pytest.mark.parametrize("text", UNLIKE_GOLD_IN_FORM_ONLY.values(), ids=UNLIKE_GOLD_IN_FORM_ONLY)
def test_a_right_answer_scores_1_in_whatever_form_it_is_written(graded, text):
    assert graded(text).row_f1.low == 1


@pytest.mark.parametrize("text", ["", "```\n```", "| |\n|-|", "correct: yes\n\nscore: 1.0"])
def test_an_answer_without_a_table_is_no_error_and_earns_nothing(graded, text):
    # 5.2.6: an empty fence raised. A verdict that an answer gives itself is only text
    report = graded(text)

    assert max(figures(report)) == 0
    assert report.counts[Level.ROW].gold == 3


def test_an_escaped_pipe_is_a_part_of_its_cell(graded):
    # 5.1.15: it shifted every row by a column
    report = graded(
        TABLE.replace("Lyon", r"Lyon \| Vaise"), [("Acme Tools", "1976", "Lyon | Vaise"), *GOLD[1:]]
    )

    assert report.row_f1.low == 1


def test_a_row_without_its_last_cell_costs_that_cell_only(graded):
    # 5.1.18: a ParserError, and all scores 0
    report = graded(TABLE.replace("1981 | Oslo |", "1981 |"))

    assert report.counts[Level.ROW].right == 2
    assert report.counts[Level.ITEM].right == 8


def test_a_missing_column_costs_its_own_cells_only(graded):
    # 5.1.4, 5.2.6: all scores 0
    report = graded([{"company": name, "founded": year} for name, year, _ in GOLD])

    assert report.discovery_f1.low == 1
    assert report.counts[Level.ITEM].right == 6
    assert report.counts[Level.ITEM].gold == 9


def test_a_blank_cell_costs_nothing_but_itself(graded):
    # 5.1.6: every year of the column was read as a float, 1976.0, and none was right
    report = graded(companies(("Acme Tools", "", "Lyon"), *GOLD[1:]))

    assert report.counts[Level.ROW].right == 2
    assert report.counts[Level.ITEM].right == 8


def test_a_blank_cell_is_right_where_gold_is_blank(graded):
    # 5.1.6, 5.1.26, 5.1.28: blank is not blank, `N/A` is not `n/a`, `unknown` is not `N/A`
    gold = [("Acme Tools", None, "Lyon"), ("Bolt Foods", None, "Oslo"), ("Cork Steel", None, "Bonn")]
    said = zip(gold, ["", "n/a", "unknown"], strict=True)

    assert graded(companies(*((name, blank, city) for (name, _, city), blank in said)), gold).row_f1.low == 1


@pytest.mark.parametrize("kind", ["number", "date"])
def test_gold_that_says_there_is_no_value_is_refused_as_a_value(tmp_path, kind):
    # 5.1.26, 5.1.28: `N/A` in gold is a blank cell, and not a text to compare with
    columns = {**COMPANIES, "founded": kind}
    checked = run(main, "validate", write_release(tmp_path / "r", columns, [("Acme Tools", "N/A", "Lyon")]))

    assert checked.exit_code == 1
    assert 'got "N/A"' in checked.stdout


def test_what_no_rule_decides_is_open_and_not_wrong(graded):
    # 5.1.13: while the judge was down, its column was a column of wrong cells
    report = graded(companies(("Acme Tools", "1976", "the city of silk"), *GOLD[1:]))

    assert report.row_f1.low == pytest.approx(2 / 3)
    assert report.row_f1.high == 1


def test_an_answer_of_which_no_name_is_right_scores_0_without_an_error(graded):
    # 5.1.22: a ValueError inside, and all scores 0
    report = graded(companies(("Zephyr Partners", "1976", "Lyon"), ("Quill & Sons", "1981", "Oslo")))

    assert report.discovery_f1.low == 0
    assert report.counts[Level.ROW].returned == 2


def test_a_column_given_twice_counts_once(graded):
    # 5.1.23, 5.2.5: item F1 1.5 where two metrics applied to one column
    twice = TABLE.replace("| city |", "| city | city |").replace("|---|\n", "|---|---|\n")
    for _, _, city in GOLD:
        twice = twice.replace(f"| {city} |", f"| {city} | {city} |")
    report = graded(twice)

    assert report.counts[Level.ITEM].right == report.counts[Level.ITEM].returned == 9
    assert max(figures(report)) == 1


def test_a_release_that_names_a_column_twice_is_refused(tmp_path):
    # 5.1.23, 5.2.5
    folder = write_release(tmp_path / "r", COMPANIES, GOLD)
    tasks = folder / "tasks.jsonl"
    tasks.write_text(tasks.read_text().replace('"city"', '"founded"'))
    sealed = seal(folder)

    assert sealed.exit_code == 2
    assert "column" in sealed.stderr


def test_names_earn_no_right_row(graded):
    # 5.1.24: keys earned half of the score while every other cell was wrong
    report = graded(companies(*((name, "1800", city) for name, _, city in GOLD)))

    assert report.row_f1.high == 0
    assert report.discovery_f1.low == 1


def test_two_gold_rows_of_one_name_are_refused(tmp_path):
    # 5.2.4: item F1 1.5 where two gold rows normalise alike
    folder = write_release(tmp_path / "r", COMPANIES, [GOLD[0], ("ACME  tools", "1981", "Oslo")])
    checked = run(main, "validate", folder)

    assert checked.exit_code == 1
    assert "expected names of its own" in checked.stdout
    assert "expected names of its own" in seal(folder).stderr


def test_two_gold_rows_of_one_name_never_lift_a_score_above_1(graded):
    # 5.2.4
    gold = [GOLD[0], ("ACME  tools", "1981", "Oslo")]

    assert max(figures(graded(companies(*gold), gold))) <= 1


# 5.1 WideSearch: nothing equals nothing


def test_na_is_namibia_and_null_is_nothing(graded):
    # 5.1.7, 5.2.7: gold code NA, answer null, scored 1
    countries = {"code": "country", "capital": "text"}
    named = graded([{"code": "Namibia", "capital": "Windhoek"}], [("NA", "Windhoek")], countries)
    empty = graded([{"code": None, "capital": "Windhoek"}], [("NA", "Windhoek")], countries)

    assert named.row_f1.low == 1
    assert empty.row_f1.high == 0
    assert judged("country", "NA", "NA").verdict is Verdict.MATCH
    assert judged("country", "NA", "Namibia").verdict is Verdict.MATCH
    assert judged("country", "NA", "null").reason is Reason.EMPTY
    assert judged("country", "NA", None).reason is Reason.EMPTY


def test_an_alias_na_is_a_name(graded):
    # 5.1.7
    report = graded(companies(("NA", "1990", "Windhoek")), [(("Namibia", "NA"), "1990", "Windhoek")])

    assert report.row_f1.low == 1


@pytest.mark.parametrize("blank", ["", "nan", "NaN", None, "null"])
def test_a_blank_is_not_inside_bananas(blank):
    # 5.1.8, 5.2.7: a blank became "nan", which is inside "bananas"
    assert judged("text", "Bananas", blank).reason is Reason.EMPTY
    assert judged("text", "Bananas", "Bananas").verdict is Verdict.MATCH


def test_asterisks_alone_are_inside_nothing():
    # 5.1.9: `***` was normalised to an empty string, which is inside everything
    assert judged("text", "Bananas", "***").verdict is not Verdict.MATCH


@pytest.mark.parametrize("answer", ["Bananas", "0", "no", "not Paris, London"])
def test_an_empty_target_is_inside_no_answer(answer):
    # 5.8.7: an empty target was contained in anything
    assert judged("blank", None, answer).verdict is not Verdict.MATCH


@pytest.mark.parametrize("kind", ["text", "name", "identifier"])
@pytest.mark.parametrize(
    "answer",
    [
        "\u2014 (only 5 of 30 have one)",
        "n/a (one of 3 without)",
        "N/A (12 years planned)",
        "None (won 2 nominations only)",
        "None \u2013 3 candidates were rejected",
    ],
)
def test_a_count_told_beside_a_no_data_phrase_is_no_value(kind, answer):
    assert judged_blank(kind, answer).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("answer", ["n/a (one of 3 without)", "\u2014 (only 5 of 30 have one)"])
def test_a_count_among_words_may_be_no_number_of_the_column(answer):
    assert judged_blank("number", answer).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("answer", ["Undisclosed (possibly Paris)", "N/A (estimated at $5 million)"])
def test_a_guess_beside_a_no_data_phrase_is_a_value(answer):
    assert judged_blank("text", answer).verdict is Verdict.MISMATCH


@pytest.mark.parametrize(
    ("kind", "values", "answer"),
    [
        ("name", (), "no"),
        ("name", ("Duke",), "Ongoing"),
        ("name", (), "ongoing (2023\u2013)"),
        ("date", ("2011",), "ongoing (2023\u2013)"),
        ("text", ("2011",), "en curso"),
    ],
)
def test_what_goes_on_may_have_nothing_yet(kind, values, answer):
    assert judged_blank(kind, answer, values).verdict is Verdict.UNDECIDED


def judged_blank(kind, answer, values=()):
    """The verdict on an answer where gold is blank, and holds these values in the column's other rows."""
    return CompiledColumn(Column("asked", CellType(kind)), values).cell(GoldCell(State.BLANK))(answer)


def test_gold_of_no_characters_is_refused(tmp_path):
    # 5.8.7
    folder = write_release(tmp_path / "r", COMPANIES, GOLD)
    gold = folder / "gold.jsonl"
    gold.write_text(gold.read_text().replace('"Lyon"', '""'))
    sealed = seal(folder)

    assert sealed.exit_code == 2
    assert 'none empty, got ""' in sealed.stderr


def test_two_unreadable_dates_are_not_equal():
    # 5.1.10, 5.2.7: "no idea at all" scored 1 against "Q3 2021"
    assert judged("date", "Q3 2021", "no idea at all").verdict is not Verdict.MATCH
    assert judged("date", "in the reign of Ine", "when the lake froze").verdict is not Verdict.MATCH


def test_two_cells_without_an_address_are_not_equal():
    # 5.1.27: url_match scored 1
    assert judged("url", "no website", "none known").verdict is not Verdict.MATCH
    assert judged("url", "the town's page", "see the leaflet").verdict is not Verdict.MATCH


# 5.1, 5.7, 5.8: numbers

READ_WHOLE = [
    ("5.1.25 1.2", "number", "1200000", "1.2 million"),
    ("5.1.26, 5.8.2", "number", "1.2 million", "1200000"),
    ("5.7.11", "number", "1.2 million", "1,200,000"),
    ("5.1.25 1.5", "money", "$1.5 billion", "$1.5bn"),
    ("5.1.25 1.5", "number", "1500000000", "1.5bn"),
    ("5.1.25 1", "number", "1000000", "1e6"),
    ("5.1.25 1", "number", "1234567", "1 234 567"),
    ("5.1.25 1.23456, 5.8.5", "number", "1234.56", "1.234,56"),
    ("5.1.25 5", "number", "-5", "−5"),
    ("5.1.25 3, 5.8.4", "number", "3–5", "3-5"),
    ("5.1.25 5 %", "percent", "-5%", "(5%)"),
    ("5.1.26", "number", "1234", "1,234"),
    ("5.1.26", "percent", "12%", "12"),
    ("5.1.26, 5.8.3", "percent", "5", "5%"),
    ("5.1.26", "number", "inf", "inf"),
    ("5.1.26", "number", "1000", "1_000"),
    ("5.8.2", "money", "1200000", "$1.2M"),
    ("5.8.2", "money", "$1.2M", "1200000"),
    ("5.8.6", "quantity", "12 km", "12km"),
]


@pytest.mark.parametrize(("kind", "gold", "answer"), numbered(READ_WHOLE))
def test_a_number_is_read_to_its_end(kind, gold, answer):
    assert judged(kind, gold, answer, currency="USD").verdict is Verdict.MATCH


OTHER_NUMBERS = [
    ("5.1.26 at 10 %", "number", "1900", "2020"),
    ("5.2.7 at 10 %", "number", "1819", "2020"),
    ("5.7.7 at 2 %", "number", "2000", "2014"),
    ("5.7.7 at 2 %", "date", "2000", "2017"),
    ("5.8.1 five digits", "number", "123456", "123457"),
    ("5.8.1 five digits", "number", "1234567", "1234568"),
    ("5.1.25 first of a range", "number", "3", "3–5"),
    ("5.1.25 without its sign", "number", "5", "−5"),
    ("5.7.8", "money", "$1.5B", "1.5 million"),
    ("5.7.9", "date", "2020-03-12", "12 March 1999"),
    ("5.7.14 inside", "number", "195", "19"),
    ("5.7.14 inside", "text", "19", "195"),
    ("5.7.14 inside", "identifier", "CVE-2023-4055", "CVE-2023-40551"),
]


@pytest.mark.parametrize(("kind", "gold", "answer"), numbered(OTHER_NUMBERS))
def test_another_number_is_wrong_by_however_little(kind, gold, answer):
    assert judged(kind, gold, answer, currency="USD").verdict is Verdict.MISMATCH


NO_NUMBERS = [
    ("5.1.25", "number", "1998", "Founded 1998, 500 staff"),
    ("5.1.25", "number", "500", "Founded 1998, 500 staff"),
    ("5.1.25", "percent", "5%", "(5%)"),
    ("5.1.25", "number", "5", "(5%)"),
    ("5.5.4", "number", "1999", "see 1999 report"),
    ("5.8.6", "number", "12", "12km"),
]


@pytest.mark.parametrize(("kind", "gold", "answer"), numbered(NO_NUMBERS))
def test_no_number_is_picked_out_of_prose(kind, gold, answer):
    assert judged(kind, gold, answer).verdict is Verdict.UNDECIDED


def test_infinity_is_no_number_near_five():
    # 5.1.26: any number is within 10 % of infinity
    assert judged("number", "5", "infinity").verdict is not Verdict.MATCH


@pytest.mark.parametrize("kind", ["number", "date", "text"])
def test_a_value_that_is_denied_is_not_the_answer(kind):
    # 5.7.13: correct for 1912
    assert judged(kind, "1912", "It was not 1912, it was 1913").verdict is not Verdict.MATCH


def test_a_year_in_brackets_is_no_citation_where_it_is_all_there_is():
    # 5.5.4: [2019] was read as the id of a document
    assert judged("number", "2019", "[2019]").verdict is Verdict.MATCH


# 5.1: addresses


@pytest.mark.parametrize(
    "answer",
    ["www.exa.ai", "https://www.exa.ai", "[Exa](https://exa.ai)", "https://EXA.AI", "EXA.AI", "exa.ai"],
)
def test_one_page_is_one_page_however_its_address_is_written(answer):
    # 5.1.27: www, a markdown link, the case of the host and a missing scheme each scored 0
    assert judged("url", "https://exa.ai", answer).verdict is Verdict.MATCH


def test_two_repositories_on_one_host_are_two_pages():
    # 5.1.27: scored 1
    gold, answer = "https://github.com/exa-labs/exa-py", "https://github.com/exa-labs/exa-js"

    assert judged("url", gold, answer).verdict is Verdict.MISMATCH


# 5.1: dates


@pytest.mark.parametrize("month", range(1, 13))
def test_a_year_matches_no_day_in_whatever_month_it_is_graded(month):
    # 5.1.28: `2020` took the month of the day of grading
    assert judged("date", f"2020-{month:02}-10", "2020").reason is Reason.LESS_PRECISE
    assert judged("date", "2020", f"2020-{month:02}-10").reason is Reason.MORE_PRECISE


@pytest.mark.parametrize("gold", ["2026-11-26", "2026-08-01", "2026-11-01", "2026-11-28", "2026-11-30"])
@pytest.mark.parametrize("answer", ["N/A", "nan", "no", "sat", "", None, "unknown"])
def test_no_date_is_seen_where_none_is_written(gold, answer):
    # 5.1.28: `N/A`, `nan`, `no` and `sat` were dates near the day of grading
    assert judged("date", gold, answer).verdict is not Verdict.MATCH


@pytest.mark.parametrize(
    ("gold", "answer"),
    [
        ("FY2020", "FY2020"),
        ("late 2019", "Late 2019"),
        ("2020-2021", "2020 to 2021"),
        ("2020–2021", "2020-2021"),
    ],
)
def test_a_fiscal_year_a_part_of_a_year_and_a_range_equal_themselves(gold, answer):
    # 5.1.28: none of them parsed
    assert judged("date", gold, answer).verdict is Verdict.MATCH


# 5.1, 5.7, 5.8: names


@pytest.mark.parametrize(
    ("gold", "answer"), [("ABC", "ＡＢＣ"), ("New York", "New\u00a0York"), ("Zürich", "Zurich")]
)
@pytest.mark.parametrize("kind", ["text", "name"])
def test_width_spaces_and_accents_make_no_other_name(kind, gold, answer):
    # 5.1.29: norm_str misses all three
    assert judged(kind, gold, answer).verdict is Verdict.MATCH


OTHER_NAMES = {
    "5.7.1 Unlimited was un": ("Unlimited", "Un"),
    "5.7.1 Accompany was ac": ("Accompany", "Ac"),
    "5.7.1 SA was nothing": ("SA", "GmbH"),
    "5.7.2 a bag of words": ("Bank of China", "China Bank of"),
    "5.7.3 the note alone": ("Country", "Georgia (country)"),
    "5.7.3 the note alone, again": ("China", "Tencent (China)"),
    "5.7.4 signs": ("C", "C++"),
    "5.7.4 inside, Sudan": ("Sudan", "South Sudan"),
    "5.7.4 inside, Guinea": ("Guinea", "Equatorial Guinea"),
    "5.7.4 inside, GPT-4o": ("GPT-4o", "GPT-4o mini"),
    "5.7.4 inside, Samsung": ("Samsung", "Samsung SDI"),
    "5.7.10 the number alone": ("iPhone 15", "Galaxy 15"),
    "5.8.8 the end of a denial": ("London", "not Paris, London"),
    "5.8.8 what is denied": ("Paris", "not Paris, London"),
}


@pytest.mark.parametrize(("one", "other"), OTHER_NAMES.values(), ids=OTHER_NAMES)
def test_a_name_that_shares_words_is_another_name(graded, one, other):
    for gold, answer in ((one, other), (other, one)):
        report = graded(companies((answer, "1976", "Lyon")), [(gold, "1976", "Lyon")])

        assert report.counts[Level.DISCOVERY].right == 0
        assert judged("name", gold, answer).verdict is not Verdict.MATCH
        assert judged("text", gold, answer).verdict is not Verdict.MATCH


@pytest.mark.parametrize("answer", ["Inc.", "GmbH", "", "Ltd"])
def test_a_legal_form_is_never_a_whole_name(graded, answer):
    # 5.7.1: 'SA' became '', as every other legal form did
    assert graded(companies((answer, "1976", "Lyon")), [("SA", "1976", "Lyon")]).counts[Level.ROW].right == 0


@pytest.mark.parametrize("turned", [False, True])
def test_every_name_finds_its_own_row_in_any_order(graded, turned):
    # 5.7.5: a greedy order lost a pair that the rules allowed
    gold = [(name, "1976", "Lyon") for name in ("Samsung", "Samsung SDI", "Sudan", "South Sudan", "C", "C++")]
    report = graded(companies(*(gold[::-1] if turned else gold)), gold)

    assert report.row_f1.low == 1


def test_an_alias_names_its_row(graded):
    # 5.7.12: aliases were not used for keys
    gold = [(("International Business Machines", "IBM", "Big Blue"), "1911", "Armonk")]

    assert graded(companies(("Big Blue", "1911", "Armonk")), gold).row_f1.low == 1


# 5.6 DeepSearchQA and 5.7 Octen: denominators


def test_what_was_not_found_stays_in_the_denominator(graded):
    # 5.6.1, 5.6.3: the judge listed only the two that were found, and F1 was 1
    gold = [(f"Company {letter}", "1976", "Lyon") for letter in "ABCDE"]
    report = graded(companies(*gold[:2]), gold)

    assert report.row_f1.low == report.row_f1.high == pytest.approx(4 / 7)
    assert report.counts[Level.ROW].gold == 5


def test_five_names_in_one_cell_are_one_row(graded):
    # 5.6.2: five parts lumped into one key scored 1
    names = ["Acme Tools", "Bolt Foods", "Cork Steel", "Dune Labs", "Elm Press"]
    report = graded(companies((", ".join(names), "1976", "Lyon")), [(name, "1976", "Lyon") for name in names])

    assert report.counts[Level.DISCOVERY].right == 0
    assert report.discovery_f1.high < 0.34


def test_fifty_invented_rows_cost_precision(graded):
    # 5.7.6: F1 stayed 1
    invented = [(f"Zephyr {number} Partners", "1976", "Lyon") for number in range(50)]
    report = graded(companies(*GOLD, *invented))

    assert report.row_f1.low == report.row_f1.high == pytest.approx(2 * 3 / (53 + 3))


def test_years_that_are_all_off_by_fifteen_are_all_wrong(graded):
    # 5.7.7: 2 % of a year is forty years
    report = graded(companies(*((name, int(year) + 15, city) for name, year, city in GOLD)))

    assert report.row_f1.high == 0


def test_a_company_that_is_repeated_counts_once(graded):
    # 5.2.14: FindAll graded every row
    assert fates(graded(companies(*GOLD, *GOLD))) == {Fate.MATCHED: 3, Fate.COPY: 3}


# 5.2, 5.4, 5.5, 5.7, 5.8: runs and statistics, by the command


SHARES = {"whole": 3, "part": 2, "none": 0}


@pytest.fixture
def fleet(tmp_path):
    return write_fleet(tmp_path, 12)


def write_fleet(tmp_path, size):
    tasks = [f"task-{number:02}" for number in range(size)]
    folder = write_release(tmp_path / "release", COMPANIES, GOLD, tasks)
    files = {
        name: write_answers(tmp_path / f"{name}.jsonl", dict.fromkeys(tasks, companies(*GOLD[:share])))
        for name, share in SHARES.items()
    }
    return {"release": folder, **files}


def report_of(fleet, *names):
    result = run(grade, "--release", fleet["release"], "--json", *(fleet[name] for name in names))
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_score_does_not_depend_on_the_systems_graded_beside_it(fleet):
    # 5.2.15: scores were normalised over the fleet
    alone, together = report_of(fleet, "part")["runs"], report_of(fleet, *SHARES)["runs"]

    assert alone == [run for run in together if run["system"] == "part"]


def test_every_pair_of_systems_is_compared_over_the_same_tasks(fleet):
    # 5.2.16, 5.7.18: intervals for single systems only; comparisons with one base arm only
    compared = report_of(fleet, *SHARES)["comparisons"]

    assert [(pair["better"], pair["worse"]) for pair in compared] == [
        ("whole", "part"), ("whole", "none"), ("part", "none"),
    ]  # fmt: skip
    assert all({"low", "high"} <= set(pair["interval"]) for pair in compared)


def test_a_difference_is_tested_as_often_as_there_are_pairs(fleet):
    # 5.2.16, 5.7.17: "significant" without any correction
    (alone,) = report_of(fleet, "whole", "none")["comparisons"]
    corrected = report_of(fleet, *SHARES)["comparisons"]

    assert max(pair["p"] for pair in corrected) == pytest.approx(3 * alone["p"])


def test_a_report_is_the_same_bytes_twice_and_names_its_generator(fleet):
    # 5.8.10, 5.8.11: bootstrap without a seed, and no comparison of tables at all
    arguments = ("--release", fleet["release"], "--json", fleet["whole"], fleet["part"])
    once, again = run(grade, *arguments), run(grade, *arguments)

    assert once.stdout == again.stdout
    assert "(20261101)" in json.loads(once.stdout)["resampling"]["generator"]


@pytest.mark.parametrize("size", [1, 2, 50])
def test_any_number_of_tasks_has_an_interval(tmp_path, size):
    # 5.5.2: an IndexError for 50 answers
    (found,) = report_of(write_fleet(tmp_path, size), "part")["runs"]

    assert found["intervals"]["row"]["low"] == pytest.approx(4 / 5)
    assert found["intervals"]["row"]["high"] == pytest.approx(4 / 5)


def test_a_rerun_that_fails_leaves_the_first_report_whole(fleet, tmp_path):
    # 5.7.15: a rerun truncated the grades of the first
    out, broken = tmp_path / "out", tmp_path / "broken.jsonl"
    broken.write_text('{"task_id": "task-00", "rows": []}\n{broken\n')
    run(grade, "--release", fleet["release"], "--out", out, fleet["whole"])
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    failed = run(grade, "--release", fleet["release"], "--out", out, broken)

    assert failed.exit_code == 2
    assert len(before) == 3
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_a_task_answered_twice_is_refused(fleet, tmp_path):
    # 5.7.16: of repeats the last won, in silence
    twice = tmp_path / "twice.jsonl"
    twice.write_bytes(fleet["part"].read_bytes() + fleet["whole"].read_bytes())
    result = run(grade, "--release", fleet["release"], twice)

    assert result.exit_code == 2
    assert "answered twice" in result.stderr


def test_explain_shows_gold_as_it_was_compared(fleet):
    # 5.4.4: the page of results showed the encrypted answer as the right one
    shown = run(main, "explain", "task-00", fleet["part"], "--release", fleet["release"])

    assert shown.exit_code == 0
    for value in ("Acme Tools", "1976", "Lyon", "Cork Steel"):
        assert value in shown.stdout
