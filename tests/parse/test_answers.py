"""Whole answers as language models write them, on one small task.

`answers.txt` holds them: `%%% why | the rows read, as gold names | cells that match`, then the answer.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlas_grader import Grader, load_release
from atlas_grader.answers import RowsContent, TextContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.grade import grade_task
from atlas_grader.parse.ranks import are_ranked, without_rank
from atlas_grader.tasks import CellType, Column, EntityPart, Gold, GoldCell, GoldRow, State, Task
from atlas_grader.verdicts import Reason, Verdict

COLUMNS = (
    Column("country", CellType.NAME, "Common English name of the state"),
    Column("capital", CellType.NAME, "Capital city"),
    Column("area", CellType.QUANTITY, "Total area, inland water included", unit="km²"),
    Column("currency", CellType.TEXT, "Official currency, name"),
    Column("official_languages", CellType.LIST, "Official languages at national level"),
    Column("landlocked", CellType.BOOLEAN, "Whether the state has no sea coast"),
)


def row(name, *values):
    cells = {c.name: GoldCell(State.VALUE, v) for c, v in zip(COLUMNS[1:], values, strict=True)}
    return GoldRow((EntityPart(name),), cells)


GOLD = (
    row("Gabon", "Libreville", "267667", "Central African CFA franc", ("French",), "false"),
    row("Kenya", "Nairobi", "580367", "Kenyan shilling", ("Swahili", "English"), "false"),
    row("Chad", "N'Djamena", "1284000", "Central African CFA franc", ("French", "Arabic"), "true"),
)


def compiled(question="List African states."):
    return CompiledTask(Task("states", question, COLUMNS, ("country",)), Gold("states", GOLD))


def cases():
    text = (Path(__file__).parent / "answers.txt").read_text(encoding="utf-8")
    for block in text.split("%%% ")[1:]:
        head, _, answer = block.partition("\n")
        why, names, matches = map(str.strip, head.split("|"))
        yield pytest.param(answer, [name for name in names.split("; ") if name], int(matches), id=why)


def rows_of(report):
    """The gold row that each returned row claims, or what it is called instead."""
    return [GOLD[r.gold].entity[0].value if r.gold is not None else f"? {r.entity}" for r in report.rows]


@pytest.mark.parametrize(("answer", "names", "matches"), list(cases()))
def test_an_answer_is_read_as_a_reader_would(answer, names, matches):
    report = grade_task(compiled(), TextContent(answer.rstrip("\n")))
    verdicts = [cell.verdict.verdict for row in report.rows for cell in row.cells]

    assert rows_of(report) == names
    assert verdicts.count(Verdict.MATCH) == matches


EXCLUDED = (
    "### Excluded\n\n| Country | Capital | Area |\n|---|---|---|\n| Chad | N'Djamena | 1,284,000 km² |\n"
)


def test_a_table_that_alone_is_said_to_be_excluded_is_no_answer_and_the_report_says_so():
    report = grade_task(compiled(), TextContent(EXCLUDED))

    assert report.rows == ()
    assert report.notes == ('the answer holds no table but under "Excluded"',)


def test_where_the_task_asks_for_what_was_excluded_such_a_table_alone_is_the_answer():
    report = grade_task(compiled("Which states were excluded from the pact?"), TextContent(EXCLUDED))

    assert rows_of(report) == ["Chad"]


def test_a_caption_that_names_a_gold_row_is_a_row_and_so_are_all_of_them():
    answer = (
        "| Country | Capital | Area (km²) |\n|---|---|---|\n| Kenya | Nairobi | 580,367 |\n"
        "| **Africa** | | |\n| Gabon | Libreville | 267,667 |\n{}| Total | | 848,034 |\n"
    )
    report = grade_task(compiled(), TextContent(answer.format("")))
    assert rows_of(report) == ["Kenya", "Gabon"]
    assert "2 captions and totals are no rows" in report.notes

    report = grade_task(compiled(), TextContent(answer.format("| **Chad** | | |\n")))
    assert rows_of(report) == ["Kenya", "? ('**Africa**',)", "Gabon", "Chad"]
    assert "1 captions and totals are no rows" in report.notes


FULL = ("| Kenya | Nairobi | 580,367 |\n", "| Gabon | Libreville | 267,667 |\n")
HEADERS = "| Country | Capital | Area (km²) |\n|---|---|---|\n"


@pytest.mark.parametrize("guess", ["| **{0}** | | |\n", "| {0} | {0} | {0} |\n", "| <b>{0}</b> | | |\n"])
@pytest.mark.parametrize("order", ["{full}{guesses}", "{guesses}{full}", "{guesses}"])
def test_names_in_bold_alone_are_guesses_and_not_free(guess, order):
    strangers = ["Atlantis", "Lemuria", "Thule", "Avalon"]
    guesses = "".join(map(guess.format, strangers))
    answer = HEADERS + order.format(full="".join(FULL), guesses=guesses)
    report = grade_task(compiled(), TextContent(answer))

    assert len([r for r in report.rows if r.gold is None]) == len(strangers)


def test_more_names_in_bold_than_could_part_the_other_rows_are_rows():
    rows = "".join(f"| **Land {n}** | | |\n| State {n} | x | 1 |\n" for n in range(10))

    assert len(grade_task(compiled(), TextContent(HEADERS + rows)).rows) == 20


def test_an_object_is_never_a_caption():
    objects = (
        {"country": "**Atlantis**", "capital": None, "area": None},
        {"country": "Kenya", "capital": "Nairobi", "area": "580,367"},
        {"country": "Gabon", "capital": "Libreville", "area": "267,667"},
    )
    as_text = TextContent(json.dumps(objects))

    assert [len(grade_task(compiled(), c).rows) for c in (RowsContent(objects), as_text)] == [3, 3]


def test_what_was_joined_or_turned_stands_in_the_notes():
    joined = (
        "| Country | Capital |\n|---|---|\n| Gabon | Libreville |\n| Kenya | Nairobi |\n\nMore:\n\n"
        "| Country | Currency |\n|---|---|\n| Gabon | CFA franc |\n| Kenya | Kenyan shilling |\n"
    )
    turned = "| | Gabon | Kenya |\n|---|---|---|\n| Capital | Libreville | Nairobi |\n| Currency | x | y |\n"

    notes = grade_task(compiled(), TextContent(joined)).notes
    assert 'another table of the same entities adds "Capital"' in notes
    assert (
        "the table is turned: its rows are read as columns"
        in grade_task(compiled(), TextContent(turned)).notes
    )


def test_rows_that_another_table_may_call_otherwise_are_open_in_its_columns():
    capitals = (
        "| Country | Capital |\n|---|---|\n| Gabon | Libreville |\n| Kenya | Nairobi |\n| Chad (TD) | x |\n"
    )
    first = "| Country | Area |\n|---|---|\n| Chad | 1,284,000 km² |\n"
    second = "| Kenya | 580,367 km² |\n| Gabon | 5 km² |\n"
    report = grade_task(compiled(), TextContent(f"{capitals}\n{first}{second}"))

    assert [gold.verdicts["area"].verdict for gold in report.gold] == [
        Verdict.MISMATCH,
        Verdict.MATCH,
        Verdict.MATCH,
    ]
    assert report.gold[2].verdicts["capital"].verdict is Verdict.UNDECIDED
    fewer = grade_task(compiled(), TextContent(f"{capitals[:-18]}\n{first}{second}"))
    assert fewer.gold[2].verdicts["capital"].reason is Reason.EMPTY


TABLE = (
    "| Country | Capital | Area | Currency |\n|---|---|---|---|\n"
    "| Gabon | Libreville | 267,667 km² | CFA franc |\n| Kenya | Nairobi | 580,367 km² | Kenyan shilling |\n"
)


@pytest.mark.parametrize(
    "rest",
    [
        "Details not found for:\n\n| Country |\n|---|\n| Chad |\n",
        "Also in Africa\n\n| Country | Capital |\n|---|---|\n| Chad | N'Djamena |\n",
        "### Others\n\n| # | Country | Capital |\n|---|---|---|\n| 3 | Chad | N'Djamena |\n",
    ],
)
def test_a_table_of_fewer_columns_and_other_entities_is_a_part(rest):
    report = grade_task(compiled(), TextContent(f"{TABLE}\n{rest}"))
    assert rows_of(report) == ["Gabon", "Kenya", "Chad"]
    assert report.gold[2].verdicts["area"].reason is Reason.EMPTY

    before = grade_task(compiled(), TextContent(f"{rest}\n\nThe rest:\n\n{TABLE}"))
    assert rows_of(before) == ["Chad", "Gabon", "Kenya"]
    assert before.gold[0].verdicts["area"].verdict is Verdict.MATCH


@pytest.mark.parametrize(
    "rest",
    [
        "### Excluded\n\n| Country | Capital |\n|---|---|\n| Chad | N'Djamena |\n",
        "Draft:\n\n| Country | Capital |\n|---|---|\n| Chad | N'Djamena |\n",
        "| Country | Reason |\n|---|---|\n| Chad | landlocked |\n",
        "| Source | Country |\n|---|---|\n| CIA | Chad |\n",
        "| Country | Capital |\n|---|---|\n| Kenya | Nairobi |\n| Chad | N'Djamena |\n",
    ],
)
def test_what_is_excluded_a_draft_or_about_something_else_is_no_part(rest):
    assert rows_of(grade_task(compiled(), TextContent(f"{TABLE}\n{rest}"))) == ["Gabon", "Kenya"]


@pytest.mark.parametrize(
    "form", ["{}. {}", "{}) {}", "({}) {}", "#{} {}", "**{}. {}**", "{}\\. {}", "[{}. {}](https://x.org)"]
)
def test_numbers_before_all_names_are_ranks(form):
    names = ["Kenya", "Chad", "Gabon"]
    ranked = "".join(f"| {form.format(n, name)} | x | 1 |\n" for n, name in enumerate(names, 1))
    assert rows_of(grade_task(compiled(), TextContent(HEADERS + ranked))) == names

    some = ranked + "| Mali | x | 1 |\n"
    strangers = [row for row in rows_of(grade_task(compiled(), TextContent(HEADERS + some))) if "Mali" in row]
    assert len(strangers) == 1


@pytest.mark.parametrize("stray", ["Mali", "7. Mali", "3. Mali"])
def test_one_name_more_leaves_the_others_ranked(stray):
    rows = "".join(f"| {name} | x | 1 |\n" for name in ("1. Kenya", "2. Chad", "3. Gabon", stray))
    report = grade_task(compiled(), TextContent(HEADERS + rows))
    assert {"Kenya", "Chad", "Gabon"} <= {" ".join(row.entity) for row in report.rows}


def test_numbers_out_of_order_are_part_of_the_names():
    assert not are_ranked([("3. Liga",), ("1. Liga",), ("2. Liga",)], 0, ())
    assert are_ranked([("1. Ab",), ("2. Cd",), ("1. Ef",)], 0, ())
    assert without_rank("1.5 Ab") == "1.5 Ab"


@pytest.mark.parametrize(
    "label", ["Average", "Mean", "Count", "Sum", "Median", "**Count (2)**", "Anzahl", "总数"]
)
def test_what_sums_up_the_rows_is_no_row(label):
    rows = f"| {label} | | 848,034 |\n| Total | — | 2 |\n"

    assert rows_of(grade_task(compiled(), TextContent(HEADERS + "".join(FULL) + rows))) == ["Kenya", "Gabon"]


def test_one_total_of_a_kind_is_no_row():
    rows = "| Total | | 5 |\n" * 3

    assert len(grade_task(compiled(), TextContent(HEADERS + "".join(FULL) + rows)).rows) == 4


@pytest.mark.parametrize("above", ["", "I looked at many. ", "## Results\n\n"])
@pytest.mark.parametrize("says", ["None of the following states qualify:", "All the values below are wrong."])
def test_a_table_that_a_sentence_right_above_denies_is_no_answer(above, says):
    assert grade_task(compiled(), TextContent(f"{above}{says}\n\n{TABLE}")).rows == ()
    assert rows_of(grade_task(compiled(), TextContent(f"{says}\n\n- Mali\n\n## Answer\n\n{TABLE}"))) == [
        "Gabon",
        "Kenya",
    ]


def test_a_draft_is_no_answer_where_the_final_answer_is_a_refusal():
    draft = f"### Draft\n\n{TABLE}\n"

    assert grade_task(compiled(), TextContent(f"{draft}Final answer: I cannot answer.")).rows == ()
    for rest in ("Final answer: see above.", "I cannot answer more.", ""):
        assert len(grade_task(compiled(), TextContent(draft + rest)).rows) == 2
    assert len(grade_task(compiled(), TextContent(f"{TABLE}\nFinal answer: I cannot answer.")).rows) == 2


@pytest.mark.parametrize(
    "name",
    [
        "~~Chad~~",
        "<s>Chad</s>",
        "<strike>Chad</strike>",
        "<del>Chad</del>",
        "**~~Chad~~**",
        "~~Chad~~ (too dry)",
        '<span style="text-decoration:line-through">Chad</span>',
        "[s]Chad[/s]",
        r"\sout{Chad}",
        "C̶h̶a̶d̶",
    ],
)
def test_a_row_whose_name_is_struck_out_is_withdrawn(name):
    report = grade_task(compiled(), TextContent(HEADERS + FULL[0] + f"| {name} | N'Djamena | 1,284,000 |\n"))

    assert rows_of(report) == ["Kenya"]
    assert "1 row left out: the name is struck out" in report.notes


@pytest.mark.parametrize("name", ["~~Tschad~~ Chad", "Chad", "Chad ~~Republic~~"])
def test_a_name_corrected_by_striking_out_is_the_name_that_is_left(name):
    report = grade_task(compiled(), TextContent(HEADERS + FULL[0] + f"| {name} | N'Djamena | 1,284,000 |\n"))

    assert rows_of(report) == ["Kenya", "Chad"]


@pytest.mark.parametrize("tag", ["tr", "td"])
def test_a_row_whose_name_a_style_strikes_out_is_withdrawn(tag):
    head = "<tr><th>Country</th><th>Capital</th><th>Population</th></tr>"
    row = "<tr><td>{}</td><td>N'Djamena</td><td>1,284,000</td></tr>"
    struck = row.format("Chad").replace(f"<{tag}>", f'<{tag} style="text-decoration: line-through">', 1)
    table = f"<table>{head}{row.format('Kenya')}{struck}</table>"

    assert rows_of(grade_task(compiled(), TextContent(table))) == ["Kenya"]


def test_where_every_name_is_struck_out_none_is_withdrawn():
    report = grade_task(compiled(), TextContent(HEADERS + "| ~~Chad~~ | N'Djamena | 1,284,000 |\n"))

    assert len(report.rows) == 1


@pytest.mark.parametrize(
    "footer",
    [
        "| *Note: inland water included | | |\n",
        "| Source: Wikipedia | | |\n",
        "| **Sources:** World Bank, CIA | | |\n| * estimated | | |\n",
        "| † includes disputed areas | | |\n",
        "| Quelle: Statistikamt | | |\n",
        "| Total | | 848,034 |\n| [1] as of 2024 | | |\n",
    ],
)
def test_notes_and_sources_below_the_rows_are_no_rows(footer):
    assert rows_of(grade_task(compiled(), TextContent(HEADERS + "".join(FULL) + footer))) == [
        "Kenya",
        "Gabon",
    ]


@pytest.mark.parametrize(
    "row", ["| * Atlantis | Poseidonis | 5 |\n", "| Atlantis | | |\n", "| Atlantis: the lost state | | |\n"]
)
def test_a_row_that_is_no_note_is_a_claim(row):
    report = grade_task(compiled(), TextContent(HEADERS + "".join(FULL) + row))

    assert len(report.rows) == 3


def test_where_every_name_has_the_sign_of_a_note_it_is_none():
    rows = "| * Kenya | Nairobi | 580,367 |\n| * Gabon | Libreville | 267,667 |\n| * Atlantis | | |\n"

    assert len(grade_task(compiled(), TextContent(HEADERS + rows)).rows) == 3


@pytest.mark.parametrize("sign", ['"', "″", "〃", "ditto", "Same as above", '-"-'])
def test_a_ditto_sign_is_never_decided(sign):
    report = grade_task(compiled(), TextContent(HEADERS + f"| Kenya | {sign} | {sign} |\n"))
    cells = {cell.column: cell.verdict.verdict for cell in report.rows[0].cells}

    assert cells["capital"] is cells["area"] is Verdict.UNDECIDED


def test_each_part_of_a_table_keeps_the_unit_of_its_header():
    parts = [("m", "K2", "8611"), ("ft", "Makalu", "27,838"), ("ft", "Cho Oyu", "26,864")]
    text = "\n\n".join(
        f"| Mountain | Elevation ({unit}) |\n|---|---|\n| {name} | {height} |" for unit, name, height in parts
    )
    report = Grader(load_release()).grade("eight-thousanders", text)
    found = [row.verdicts["elevation"].verdict for row in report.gold if row.rows]

    assert found == [Verdict.MATCH] * len(parts)


def test_notes_below_the_rows_that_name_an_entity_are_rows_all_of_them():
    rows = "| Etna | Italy |\n| Colima | Mexico |\n| * Merapi | |\n| * Hekla | |\n"
    text = f"| Volcano | Country |\n|---|---|\n{rows}"
    report = Grader(load_release()).grade("decade-volcanoes", text)

    assert [row.fate for row in report.rows] == ["matched", "matched", "matched", "open"]


@pytest.mark.parametrize("mark", ["1. {}", "- {}", "* {}"])
def test_rows_of_separated_values_may_be_numbered(mark):
    names = ["Colima,Mexico,3850 m", "Etna,Italy,3357 m", "Galeras,Colombia,4276 m"]
    rows = "\n".join(mark.replace("1", str(place)).format(name) for place, name in enumerate(names, 1))
    report = Grader(load_release()).grade("decade-volcanoes", f"volcano,country,elevation\n{rows}\n")

    assert [row.fate for row in report.rows] == ["matched"] * 3
    assert all(row.verdicts["country"].verdict is Verdict.MATCH for row in report.gold if row.rows)
