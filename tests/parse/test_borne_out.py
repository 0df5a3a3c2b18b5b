"""A header that only its cells can place is a column if gold bears it out (grading.md 2.2, content)."""

import pytest

from atlas_grader import Grader, load_release
from atlas_grader.answers import RowsContent, TextContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.grade import grade_task
from atlas_grader.tasks import CellType, Column, EntityPart, Gold, GoldCell, GoldRow, State, Task
from atlas_grader.verdicts import Verdict
from tests.parse.support import how

EIGHT = "eight-thousanders"
GASES = "gaseous-elements"


def table(first, second, cells):
    return [{first: name, second: value} for name, value in cells.items()]


STRAY = [
    ("countries-on-the-equator", "Member of OPEC", "landlocked", {"Kenya": "No", "Uganda": "No"}),
    (GASES, "Included?", "noble_gas", {"Helium": "Yes", "Neon": "Yes", "Oxygen": "Yes"}),
    (GASES, "Neutrons", "atomic_number", {"Helium": 2, "Neon": 10, "Argon": 22, "Xenon": 77, "Radon": 136}),
    ("nobel-literature-2005-2024", "Wedding", "birth_date", {"Mo Yan": "1989-12-10", "Han Kang": "1995"}),
]  # fmt: skip


@pytest.mark.parametrize(("task", "header", "column", "cells"), STRAY)
def test_a_further_column_is_not_the_task_s_for_its_type_reads_it(grader, task, header, column, cells):
    report = grader.grade(task, table(grader.release.tasks[task].entity_columns[0], header, cells))

    assert how(report, column) == "open"
    assert all(row.verdicts[column].verdict is Verdict.UNDECIDED for row in report.gold if row.rows)


def test_a_header_of_unknown_words_is_the_column_that_its_cells_agree_with(grader):
    heights = {"K2": "8611 m", "Lhotse": "8,516 m", "Makalu": "8485", "Cho Oyu": "8,001 m"}
    report = grader.grade(EIGHT, table("mountain", "Qwert", heights))

    assert how(report, "elevation") == "content"
    found = {row.entity[0]: row.verdicts["elevation"].verdict for row in report.gold if row.rows}
    assert list(found.values()).count(Verdict.MATCH) == 3
    assert list(found.values()).count(Verdict.MISMATCH) == 1


def test_where_most_cells_are_wrong_the_column_stays_open(grader):
    heights = {"K2": "8611 m", "Lhotse": "8,000 m", "Makalu": "8001", "Cho Oyu": "8,002 m"}

    assert how(grader.grade(EIGHT, table("mountain", "Qwert", heights)), "elevation") == "open"


def test_two_candidates_for_a_column_are_no_choice_of_the_better_one(grader):
    rows = [
        {"mountain": "K2", "Qwert": "8611 m", "Zxcv": "8000 m"},
        {"mountain": "Lhotse", "Qwert": "8516 m", "Zxcv": "8516 m"},
        {"mountain": "Makalu", "Qwert": "8485 m", "Zxcv": "8485 m"},
        {"mountain": "Cho Oyu", "Qwert": "8000 m", "Zxcv": "8188 m"},
    ]

    assert how(grader.grade(EIGHT, rows), "elevation") == "open"


def test_the_entities_stand_where_most_cells_name_one(grader):
    rows = [
        {"Asdf": "K2", "Qwert": "8611 m", "Uiop": "Achille Compagnoni"},
        {"Asdf": "Lhotse", "Qwert": "8516 m", "Uiop": "Fritz Luchsinger"},
        {"Asdf": "Mount Blanc", "Qwert": "4808 m", "Uiop": "Jacques Balmat"},
    ]
    report = grader.grade(EIGHT, rows)

    assert how(report, "mountain") == "content"
    assert [row.fate for row in report.rows] == ["matched", "matched", "open"]
    assert how(report, "elevation") == "content"


def test_rivals_behind_the_entities_are_not_taken_for_them(grader):
    rows = [
        {"Asdf": "K2", "Qwert": "Lhotse", "elevation": "8611"},
        {"Asdf": "Lhotse", "Qwert": "Makalu", "elevation": "8516"},
        {"Asdf": "Makalu", "Qwert": "K2", "elevation": "8485"},
    ]
    report = grader.grade(EIGHT, rows)

    assert [row.entity for row in report.rows] == [("K2",), ("Lhotse",), ("Makalu",)]


def test_where_every_column_has_a_header_one_value_is_enough(grader):
    task = "countries-on-the-equator"
    gold = grader.release.gold[task].rows[:2]
    columns = [column.name for column in grader.release.tasks[task].attributes]
    rows = [
        {"country": row.entity[0].value} | {column: row.cells[column].value for column in columns}
        for row in gold
    ]
    renamed = [{("Zxcv" if k == "landlocked" else k): v for k, v in row.items()} for row in rows]

    assert how(grader.grade(task, renamed), "landlocked") == "content"


def test_a_column_whose_values_stand_behind_another_s_is_open_not_empty(grader):
    rows = [
        {"tournament": "1970", "Qwert": "Mexico City, Mexico"},
        {"tournament": "1978", "Qwert": "Buenos Aires, Argentina"},
        {"tournament": "1998", "Qwert": "Saint-Denis, France"},
    ]
    report = grader.grade("football-world-cup-finals-1970-2022", rows)

    assert how(report, "city") == "content"
    assert how(report, "country") == "open"


TAKEOVERS = {"VMware": "Broadcom Inc.", "Splunk": "Cisco", "Red Hat": "IBM", "Broadcom Corporation": "Avago"}
COLUMNS = (
    Column("target", CellType.NAME, "Company taken over"),
    Column("acquirer", CellType.NAME, "Company that took it over"),
    Column("premium", CellType.PERCENT, "Premium over the price of the share"),
)


def takeovers(content):
    rows = tuple(
        GoldRow(
            (EntityPart(target),),
            {
                "acquirer": GoldCell(State.VALUE, acquirer),
                "premium": GoldCell(State.VALUE, f"{place + 20} %"),
            },
        )
        for place, (target, acquirer) in enumerate(TAKEOVERS.items())
    )
    return grade_task(CompiledTask(Task("t", "q", COLUMNS, ("target",)), Gold("t", rows)), content)


def test_a_word_of_a_description_takes_no_header_above_the_entities():
    report = takeovers(RowsContent(tuple({"company": t, "buyer": a} for t, a in TAKEOVERS.items())))

    assert {header.column: header.header for header in report.headers} == {
        "target": "company",
        "acquirer": "buyer",
        "premium": None,
    }
    assert all(row.verdicts["acquirer"].verdict is Verdict.MATCH for row in report.gold)


def test_a_table_of_gold_s_names_under_unknown_headers_answers_the_task():
    report = takeovers(RowsContent(tuple({"Xyz": t} for t in TAKEOVERS)))

    assert [row.fate for row in report.rows] == ["matched"] * len(TAKEOVERS)


def test_a_second_table_of_the_same_entities_is_joined_whatever_heads_them():
    deals = "\n".join(f"| {t} | {a} |" for t, a in TAKEOVERS.items())
    premiums = "\n".join(f"| {t} | {place + 20} % |" for place, t in enumerate(TAKEOVERS))
    text = f"| Target | Acquirer |\n|---|---|\n{deals}\n\n| Firm | Premium |\n|---|---|\n{premiums}\n"
    report = takeovers(TextContent(text))

    assert report.row_f1.low == 1


def years(grader, **shifts):
    gold = [
        (row.entity[0].value, row.cells["discovery_year"].value) for row in grader.release.gold[GASES].rows
    ]
    dated = [(name, int(year)) for name, year in gold if year and year.isdigit()]
    rows = [{"element": name} | {key: str(year + by) for key, by in shifts.items()} for name, year in dated]
    return how(grader.grade(GASES, rows), "discovery_year")


def test_gold_confirms_and_never_chooses(grader):
    assert years(grader, bb=0) == "content"
    assert years(grader, aa=-1, bb=0, cc=1) == "open"


def test_of_a_yes_and_a_no_gold_takes_neither(grader):
    gold = [(row.entity[0].value, row.cells["noble_gas"].value) for row in grader.release.gold[GASES].rows]
    rows = [{"element": name, "q1": value, "q2": value == "false"} for name, value in gold]

    assert how(grader.grade(GASES, rows), "noble_gas") == "open"


def test_of_two_equal_headers_gold_takes_neither(grader):
    rows = [["K2", "8611", "8000"], ["Lhotse", "8516", "8001"], ["Makalu", "8485", "8002"]]
    report = grader.grade(EIGHT, {"columns": ["mountain", "elevation", "elevation"], "rows": rows})

    assert how(report, "elevation") == "open"


CHAMPIONS = (("Mikhail Tal", "1936-11-09", "Riga"), ("Max Euwe", "1901-05-20", "Amsterdam"),
             ("Bobby Fischer", "1943-03-09", "Chicago"))  # fmt: skip
BORN = (
    Column("champion", CellType.NAME),
    Column("birth_date", CellType.DATE),
    Column("birthplace", CellType.NAME, "Town of birth"),
)


def champions(content):
    rows = tuple(
        GoldRow(
            (EntityPart(name),),
            {"birth_date": GoldCell(State.VALUE, date), "birthplace": GoldCell(State.VALUE, town)},
        )
        for name, date, town in CHAMPIONS
    )
    return grade_task(CompiledTask(Task("t", "q", BORN, ("champion",)), Gold("t", rows)), content)


@pytest.mark.parametrize("born", ["{date}, {town}", "{date} in {town}", "{town} ({date})"])
def test_a_value_that_stands_in_part_of_another_s_cells_is_read_and_so_is_the_rest(born):
    rows = tuple({"Champion": n, "Birth date": born.format(date=d, town=t)} for n, d, t in CHAMPIONS)
    report = champions(RowsContent(rows))

    for column in ("birth_date", "birthplace"):
        assert {row.verdicts[column].verdict for row in report.gold} == {Verdict.MATCH}, column


def test_a_value_that_stands_among_the_words_of_another_s_cells_is_open():
    rows = tuple({"Champion": n, "Birth date": f"né à {t}, le {d}"} for n, d, t in CHAMPIONS)

    assert how(champions(RowsContent(rows)), "birthplace") == "open"


def test_a_value_that_another_column_has_alone_is_that_column_s():
    rows = tuple({"Champion": n, "Birth date": t} for n, _, t in CHAMPIONS)

    assert how(champions(RowsContent(rows)), "birthplace") == "absent"


ERUPTIONS = (("Taal", "1911", "1,335"), ("Taal", "1965", "200"), ("Merapi", "1930", "1,369"),
             ("Kelud", "1919", "5,110"))  # fmt: skip
PAIRS = (
    Column("volcano", CellType.NAME),
    Column("year", CellType.DATE, "Year of the worst day"),
    Column("deaths", CellType.NUMBER),
)


def eruptions_task():
    task = Task("t", "q", PAIRS, ("volcano", "year"))
    gold = tuple(
        GoldRow((EntityPart(name), EntityPart(year)), {"deaths": GoldCell(State.VALUE, deaths)})
        for name, year, deaths in ERUPTIONS
    )
    return CompiledTask(task, Gold("t", gold))


def eruptions(headers, rows):
    content = RowsContent(tuple(dict(zip(headers, row, strict=True)) for row in rows))
    return grade_task(eruptions_task(), content)


@pytest.mark.parametrize("header", ["eruption_year", "Eruptionsjahr", "année de l'éruption"])
def test_part_of_a_name_is_told_by_its_word_and_the_rows_that_it_tells(header):
    report = eruptions(("volcano", header, "killed"), ERUPTIONS)

    assert [row.gold for row in report.rows] == [0, 1, 2, 3]
    assert how(report, "deaths") == "content"


@pytest.mark.parametrize("header", ["When", "1883"])
def test_part_of_a_name_is_told_without_words_by_the_rows_that_it_tells(header):
    report = eruptions(("volcano", header, "killed"), ERUPTIONS)

    assert [row.gold for row in report.rows] == [0, 1, 2, 3]


def test_of_two_headers_that_tell_the_rows_neither_is_part_of_the_name():
    report = eruptions(("volcano", "When", "killed", "Since"), [(*row, row[1]) for row in ERUPTIONS])

    assert how(report, "year") == "open"


def test_a_header_that_agrees_more_with_its_own_column_is_no_rival():
    """`japonais` may be a language or a country; under *Langue* it is the language."""
    task = "oscar-foreign-language-films-2006-2025"
    rows = [
        ("Departures", "2009", "Japon", "japonais"),
        ("Amour", "2013", "Autriche", "français"),
        ("A Separation", "2012", "Iran", "persan"),
        ("Roma", "2019", "Mexique", "espagnol"),
        ("Ida", "2015", "Pologne", "polonais"),
    ]
    report = Grader(load_release()).grade(
        task, {"columns": ["film", "ceremony_year", "Qwert", "Zxcv"], "rows": rows}
    )

    assert how(report, "country") == how(report, "main_language") == "content"


def test_of_two_headers_with_the_word_neither_is_part_of_the_name():
    rows = [(*row, row[1]) for row in ERUPTIONS]
    report = eruptions(("volcano", "eruption_year", "deaths", "other_year"), rows)

    assert how(report, "year") == "open"


def test_a_word_without_gold_s_rows_is_no_part_of_the_name():
    rows = [(name, str(int(year) - 7), deaths, str(int(year) - 9)) for name, year, deaths in ERUPTIONS]
    report = eruptions(("volcano", "founding_year", "deaths", "seen"), rows)

    assert how(report, "year") == "open"


@pytest.mark.parametrize("header", ["Volcano (year)", "Volcano (année)", "Volcan (año)", "Vulkan (Jahr)"])
def test_a_header_of_two_columns_in_any_language_is_both(header):
    rows = [(f"{name} ({year})", deaths) for name, year, deaths in ERUPTIONS]

    assert [row.gold for row in eruptions((header, "deaths"), rows).rows] == [0, 1, 2, 3]


def eruptions_in(text):
    return grade_task(
        eruptions_task(), TextContent("\n".join(text(name, year, deaths) for name, year, deaths in ERUPTIONS))
    )


@pytest.mark.parametrize(
    "name",
    [
        "{0} ({1})",
        "{0}, {1}",
        "{0} {1}",
        "{1} {0}",
        "{1}: {0}",
        "{0} – {1}",
        "**{0}** ({1})",
        "{0} (vent) ({1})",
    ],
)
def test_names_of_two_parts_under_one_heading_are_taken_apart_where_gold_knows_them(name):
    report = eruptions_in(lambda n, y, d: f"### {name.format(n, y)}\n\n- Deaths: {d}\n")

    assert [row.gold for row in report.rows] == [0, 1, 2, 3]


def test_names_of_two_parts_that_gold_does_not_know_stay_whole():
    report = eruptions_in(lambda n, y, d: f"### {n} ({int(y) - 40})\n\n- Deaths: {d}\n")

    assert all(row.fate == "open" for row in report.rows)


@pytest.mark.parametrize("header", ["Volcano", "Eruption", "Name"])
def test_a_column_of_names_with_their_years_is_both(header):
    rows = [(f"{name}, {year}", deaths) for name, year, deaths in ERUPTIONS]

    assert [row.gold for row in eruptions((header, "Deaths"), rows).rows] == [0, 1, 2, 3]


TOLLS = {"Akashi": "JPY", "Kurushima": "JPY", "Mackinac": "USD", "Humber": "GBP", "Forth": "GBP",
         "Vasco da Gama": "EUR"}  # fmt: skip
PARTS = (
    "| Akashi | yen |\n| Kurushima | Japanese yen |\n| Mackinac | US$ |\n",
    "| Humber | GBP |\n| Forth | - |\n| Vasco da Gama | northbound only |\n",
)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_same_headers_are_the_same_columns_whatever_the_cells_of_one_part_tell(order):
    columns = (Column("bridge", CellType.NAME), Column("currency", CellType.CURRENCY))
    gold = tuple(
        GoldRow((EntityPart(name),), {"currency": GoldCell(State.VALUE, code)})
        for name, code in TOLLS.items()
    )
    text = "\n".join(f"## Part\n\n| Bridge | **Paid in** |\n|---|---|\n{PARTS[part]}" for part in order)
    report = grade_task(
        CompiledTask(Task("t", "q", columns, ("bridge",)), Gold("t", gold)), TextContent(text)
    )
    given = {row.entity[0]: row.verdicts["currency"] for row in report.gold}

    assert [given[name].verdict for name in ("Akashi", "Mackinac", "Humber")] == [Verdict.MATCH] * 3
    assert given["Vasco da Gama"].verdict is Verdict.UNDECIDED


def champions_in(*parts):
    return champions(TextContent("\n\n## More\n\n".join(parts)))


def markdown(*rows):
    head, *body = ("| " + " | ".join(row) + " |" for row in rows)
    return "\n".join([head, "|---" * len(rows[0]) + "|", *body])


def test_the_same_headers_in_another_order_are_the_same_columns():
    tal, euwe, fischer = CHAMPIONS
    first = markdown(("Champion", "Qwert", "Zxcv"), tal, fischer)
    second = markdown(("Zxcv", "Champion", "Qwert"), (euwe[2], euwe[0], "on a day in spring"))
    report = champions_in(first, second)
    given = {row.entity[0]: row.verdicts for row in report.gold}

    assert {given[name]["birthplace"].verdict for name in given} == {Verdict.MATCH}
    assert given["Max Euwe"]["birth_date"].verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("corner", ["", "name", "Asdf"])
def test_a_table_headed_by_gold_s_names_lies_on_its_side(corner):
    names, dates, towns = zip(*CHAMPIONS, strict=True)
    report = champions_in(markdown((corner, *names), ("when_born", *dates), ("Qwert", *towns)))

    assert [row.gold for row in report.rows] == [0, 1, 2]
    assert how(report, "birthplace") == "content"


def test_a_table_whose_first_cells_are_gold_s_names_stands():
    names, dates, _ = zip(*CHAMPIONS, strict=True)
    report = champions_in(
        markdown(("Asdf", *names[:2]), *((n, d, d) for n, d in zip(names, dates, strict=True)))
    )

    assert [row.gold for row in report.rows] == [0, 1, 2]


def test_a_table_of_the_same_entities_whose_headers_tell_nothing_adds_what_gold_bears_out():
    first = markdown(("Champion", "Birth date"), *((n, d) for n, d, _ in CHAMPIONS))
    second = markdown(("Champion", "Qwert", "Zxcv"), *((n, "5", t) for n, _, t in CHAMPIONS))

    assert how(champions_in(first, second), "birthplace") == "content"


@pytest.mark.parametrize("sign", [" / ", " | ", " – ", "; "])
def test_a_header_of_which_one_part_is_known_gives_each_part_a_column(sign):
    rows = [(n, f"{d}{sign}{t}") for n, d, t in CHAMPIONS]
    report = champions(RowsContent(tuple({"Champion": n, f"Birth date{sign}Qwert": c} for n, c in rows)))

    assert how(report, "birth_date") in {"normalised", "words"}
    assert how(report, "birthplace") == "content"


def test_a_part_may_be_empty_where_the_sign_between_is_sure():
    rows = [("Taal", "1911", "4 / 1,335"), ("Taal", "1965", "/ 200"), ("Kelud", "1919", "5 / 5,110")]
    report = eruptions(("volcano", "year", "Qwert / deaths"), rows)

    assert [row.cells[0].verdict.verdict for row in report.rows] == [Verdict.MATCH] * 3


def test_a_fraction_under_a_header_of_one_part_is_not_cut():
    rows = [("Taal", "1911", "4 / 1,335"), ("Taal", "1965", "1 / 200")]

    assert how(eruptions(("volcano", "year", "Deaths"), rows), "deaths") == "normalised"


def test_two_headers_that_are_right_in_every_row_say_one_thing(grader):
    rows = [
        {"country": "Kenya", "ccy": {"code": "KES", "name": "Kenyan shilling"}},
        {"country": "Uganda", "ccy": {"code": "UGX", "name": "Ugandan shilling"}},
        {"country": "Brazil", "ccy": {"code": "BRL", "name": "real"}},
    ]
    report = grader.grade("countries-on-the-equator", rows)

    assert {row.verdicts["currency"].verdict for row in report.gold if row.rows} == {Verdict.MATCH}


DENIED = ["Elevation (wrong)", "Elevation [incorrect]", "Elevation ❌", "Rejected elevation", "Non-elevation",
          "Not elevation"]  # fmt: skip


@pytest.mark.parametrize("header", DENIED)
def test_a_header_that_disowns_the_column_is_not_borne_out(grader, header):
    gold = grader.release.gold[EIGHT].rows
    cells = {row.entity[0].value: row.cells["elevation"].value for row in gold}
    report = grader.grade(EIGHT, table("mountain", header, cells))

    assert Verdict.MATCH not in {row.verdicts["elevation"].verdict for row in report.gold}


POPES = Task(
    "popes",
    "Name the popes.",
    (
        Column("pope", CellType.NAME),
        Column("pontificate", CellType.DATE),
        Column("birthplace", CellType.TEXT),
    ),
    ("pope",),
)
REIGNS = [
    ("Pius VII", "1800–1823", "Cesena"),
    ("Pius VIII", "1829–1830", "Cingoli"),
    ("Pius XI", "1922–1939", "Desio"),
]
POPES_GOLD = Gold(
    "popes",
    tuple(
        GoldRow(
            (EntityPart(name),),
            {"pontificate": GoldCell(State.VALUE, when), "birthplace": GoldCell(State.VALUE, where)},
        )
        for name, when, where in REIGNS
    ),
)


@pytest.mark.parametrize("first", ["", "Papal name", "Pontiff"])
@pytest.mark.parametrize("label", ["Years as pope", "Pope from–to"])
@pytest.mark.parametrize("form", ["{}", "from {}"])
def test_a_label_that_only_holds_the_entity_s_word_leaves_the_names_theirs(first, label, form):
    rows = "".join(f"| {name} | {form.format(when)} | {where} |\n" for name, when, where in REIGNS)
    text = TextContent(f"| {first} | {label} | Birthplace |\n|---|---|---|\n{rows}")
    report = grade_task(CompiledTask(POPES, POPES_GOLD), text)

    assert {verdict.verdict for row in report.gold for verdict in row.verdicts.values()} == {Verdict.MATCH}
    assert [row.gold for row in report.rows] == [0, 1, 2]


def test_a_header_that_names_the_entity_keeps_it_though_gold_knows_none_of_its_names():
    rows = "".join(f"| {name} | Pio {n} |\n" for n, (name, _, _) in enumerate(REIGNS))
    text = TextContent(f"| Came before | Name of the pope |\n|---|---|\n{rows}")

    assert how(grade_task(CompiledTask(POPES, POPES_GOLD), text), "pope") == "words"


def test_a_header_is_looked_at_though_cells_gave_its_column_to_another():
    rows = "".join(f"| {name} | {when} | see page {name[-1]} |\n" for name, when, _ in REIGNS)
    columns = (POPES.columns[0], Column("reign", CellType.TEXT))
    gold = tuple(
        GoldRow((EntityPart(name),), {"reign": GoldCell(State.VALUE, when)}) for name, when, _ in REIGNS
    )
    task = Task("reigns", "Name the popes.", columns, ("pope",))
    text = TextContent(f"| Pope | Zxcv | Qwert |\n|---|---|---|\n{rows}")
    report = grade_task(CompiledTask(task, Gold("reigns", gold)), text)

    assert {row.verdicts["reign"].verdict for row in report.gold} == {Verdict.MATCH}
