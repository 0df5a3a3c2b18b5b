"""A column may stand in part of another header's cells, if gold bears it out (grading.md 2.2, content)."""

import pytest

from atlas_grader.parse.headers.cellparts import parts_of, rest_of
from atlas_grader.verdicts import Verdict
from tests.parse.support import how

FINALS = "football-world-cup-finals-1970-2022"
EQUATOR = "countries-on-the-equator"
EIGHT = "eight-thousanders"


def verdicts(report, column):
    return {row.entity[0]: row.verdicts[column].verdict for row in report.gold if row.rows}


def finals(grader, venues, *, teams=True):
    """Finals with a venue each; of some only, so that the teams are missing too."""
    gold = {row.entity[0].value: row.cells for row in grader.release.gold[FINALS].rows}
    columns = ("winner", "runner_up") if teams else ()
    rows = [
        {"tournament": year, "Venue": venue} | {column: gold[year][column].value for column in columns}
        for year, venue in venues.items()
    ]
    return grader.grade(FINALS, rows)


VENUES = {
    "1970": "Estadio Azteca, Mexico City, Mexico",
    "1978": "Estadio Monumental, Buenos Aires, Argentina",
    "1990": "Stadio Olimpico, Rome, Italy",
    "1998": "Stade de France, Saint-Denis, France",
}


def test_each_column_is_the_part_that_agrees_with_gold(grader):
    report = finals(grader, VENUES)

    assert (how(report, "city"), how(report, "country")) == ("part", "part")
    assert set(verdicts(report, "city").values()) == {Verdict.MATCH}
    assert set(verdicts(report, "country").values()) == {Verdict.MATCH}


def test_a_wrong_part_is_a_mismatch(grader):
    report = finals(grader, VENUES | {"2002": "Nissan Stadium, Yokohama, China"})

    assert verdicts(report, "city")["2002"] is Verdict.MATCH
    assert verdicts(report, "country")["2002"] is Verdict.MISMATCH


def test_a_cell_with_its_parts_in_another_order_is_open(grader):
    report = finals(grader, VENUES | {"2006": "Germany, Berlin, Olympiastadion"})

    assert verdicts(report, "country")["2006"] is Verdict.UNDECIDED


@pytest.mark.parametrize("cell", ["Olympiastadion, Berlin or Munich, Germany", "Munich, or Berlin, Germany"])
def test_a_part_beside_an_alternative_is_no_answer(grader, cell):
    report = finals(grader, VENUES | {"2006": cell})

    assert verdicts(report, "city")["2006"] is not Verdict.MATCH


def test_a_row_without_the_part_gives_nothing(grader):
    report = finals(grader, VENUES | {"2006": "", "2010": "Soccer City"})

    assert verdicts(report, "country")["2006"] is Verdict.MISMATCH
    assert verdicts(report, "city")["2010"] is Verdict.UNDECIDED  # which may be how someone calls it


def test_where_most_parts_are_wrong_the_column_is_not_told(grader):
    wrong = {year: venue.rpartition(", ")[0] + ", China" for year, venue in VENUES.items()}
    report = finals(grader, wrong | {"1994": "Rose Bowl, Pasadena, United States"})

    assert how(report, "country") != "part"
    assert Verdict.MISMATCH not in verdicts(report, "country").values()


def test_one_part_is_not_two_columns(grader):
    """Argentina and France were host and winner, and no header tells the one from the other."""
    report = finals(grader, VENUES, teams=False)

    assert how(report, "winner") != "part"
    assert how(report, "country") != "part"


def test_two_parts_that_agree_about_as_often_are_no_choice_of_the_better_one(grader):
    rows = [
        {"mountain": "K2", "Notes": "8611 m, 8000 m"},
        {"mountain": "Lhotse", "Notes": "8000 m, 8516 m"},
        {"mountain": "Makalu", "Notes": "8485 m, 8000 m"},
        {"mountain": "Cho Oyu", "Notes": "8188 m, 8200 m"},
    ]

    assert how(grader.grade(EIGHT, rows), "elevation") != "part"


def test_what_is_left_of_a_cell_is_its_own_column_s(grader):
    report = grader.grade(
        EQUATOR,
        "| Country | Capital |\n|---|---|\n"
        "| Ecuador | Quito (about 0.18° S, 78.47° W) |\n"
        "| Gabon | Libreville (0.39° N, 9.45° E) |\n"
        "| Brazil | Brasília (15.79° S, 47.88° W) |\n"
        "| Kenya | Mombasa (1.29° S, 36.82° E) |\n",
    )

    assert how(report, "capital_coordinates") == "part"
    assert set(verdicts(report, "capital_coordinates").values()) == {Verdict.MATCH}
    capitals = verdicts(report, "capital")
    assert [capitals[name] for name in ("Ecuador", "Gabon", "Brazil")] == [Verdict.MATCH] * 3
    assert capitals["Kenya"] is not Verdict.MATCH


def test_who_did_it_stands_behind_the_day(grader):
    report = grader.grade(
        EIGHT,
        "1. **K2** – 8,611 m, Pakistan/China\n"
        "   - First ascent: 31 July 1954, by Achille Compagnoni and Lino Lacedelli\n"
        "2. **Lhotse** – 8,516 m, Nepal/China\n"
        "   - First ascent: 18 May 1956 by Fritz Luchsinger and Ernst Reiss\n"
        "3. **Makalu** – 8,485 m, Nepal/China\n"
        "   - First ascent: 15 May 1955, by Jean Couzy and Lionel Terray\n",
    )

    for column in ("elevation", "countries", "first_ascent", "first_climbers"):
        assert set(verdicts(report, column).values()) == {Verdict.MATCH}, column


def test_a_cell_in_prose_has_no_parts(grader):
    report = finals(
        grader, {year: f"{venue}, {'as every fan knows ' * 12}" for year, venue in VENUES.items()}
    )

    assert how(report, "country") != "part"


def test_parts_do_not_break_numbers_or_brackets():
    assert parts_of("8,849 m (8,848.86 m), Nepal/China")["comma: first"] == "8,849 m (8,848.86 m)"
    assert "comma: first" not in parts_of("Quito (0.18° S, 78.47° W)")
    assert rest_of("slash: all but the first") == "slash: first"


def ascents(grader, header, cell):
    """A table of eight-thousanders whose cells are made of gold's dates and climbers."""
    rows = [
        {"mountain": row.entity[0].value, header: cell.format(v=value, c=", ".join(climbers))}
        for row in grader.release.gold[EIGHT].rows
        if isinstance(value := row.cells["first_ascent"].value, str)
        and isinstance(climbers := row.cells["first_climbers"].value, tuple)
    ]
    return grader.grade(EIGHT, rows)


@pytest.mark.parametrize(
    "cell",
    [
        "{v}; 1 May 1921",
        "{v} / 1 May 1921",
        "1 May 1921 → {v}",
        "{v}, maybe 1 May 1921",
        "{v} · 1 May 1921",
        "{v}, atau 1 May 1921",
        "{v}, bzw. 1 May 1921",
        "{v}、あるいは1921",
    ],
)
def test_a_value_beside_another_of_its_type_is_no_part(grader, cell):
    report = ascents(grader, "First ascent candidates", cell)

    assert Verdict.MATCH not in verdicts(report, "first_ascent").values()


@pytest.mark.parametrize(
    ("header", "cell"),
    [
        ("Not first ascent", "{v}, by {c}"),
        ("First ascent", "{v}, not by {c}"),
        ("First ascent", "~~{v}, by {c}~~"),
        ("First ascent", "{v}, by X or by {c}"),
    ],
)
def test_what_is_denied_struck_or_doubted_is_no_part(grader, header, cell):
    report = ascents(grader, header, cell)

    assert Verdict.MATCH not in verdicts(report, "first_climbers").values()


def test_a_cell_of_more_parts_than_the_others_is_open(grader):
    report = finals(grader, VENUES | {"1994": "Rose Bowl, Pasadena, Texas, United States"})

    assert verdicts(report, "city")["1994"] is Verdict.UNDECIDED
    assert verdicts(report, "country")["1994"] is Verdict.MATCH


@pytest.mark.parametrize(
    "cell", ["{v}, by Hans Muster, by {c}", "{v}, by {c}, by Hans Muster", "{v}, von {c}, von Hans Muster"]
)
def test_where_it_is_told_twice_by_whom_nobody_is_taken(grader, cell):
    report = ascents(grader, "First ascent", cell)

    assert Verdict.MATCH not in verdicts(report, "first_climbers").values()


@pytest.mark.parametrize("words", ["anything but ", "rejected: ", "alles außer ", "tout sauf "])
def test_a_cell_that_rules_out_what_it_names_has_no_parts(grader, words):
    report = finals(grader, VENUES | {"2006": f"{words}Olympiastadion, Berlin, Germany"})

    assert verdicts(report, "city")["2006"] is Verdict.UNDECIDED
    assert verdicts(report, "country")["2006"] is Verdict.UNDECIDED
