"""`date` cells; the cases are in `tests/cases/date.jsonl`."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match.date import RULES
from atlas_grader.match.dates import library
from atlas_grader.match.dates.grammar import read_date
from atlas_grader.match.dates.library import read_with_library
from atlas_grader.match.dates.period import civil, day_number, week
from atlas_grader.tasks import CellType, Column, Precision
from atlas_grader.verdicts import Reason, Verdict
from tests.match.support import judging

verdict = judging("date")
COLUMN = Column("opened", CellType.DATE)
DAYS = st.dates(min_value=date(1000, 1, 1))


@pytest.mark.parametrize(
    "text", ["N/A", "nan", "NA", "no", "sat", "null", "unknown", "12:30", "42%", "A-10", "2 years", "Mars"]
)
def test_what_dateparser_takes_for_a_date_of_today_is_no_date(text):
    assert not RULES.reads(COLUMN)(Cell(text))
    assert verdict("2026-11-26", text).verdict is not Verdict.MATCH


@pytest.mark.parametrize(
    "text", ["FY2020", "Spring 2022", "Easter Sunday 2018", "H 2021", "two weeks in 2019"]
)
def test_fiscal_seasonal_and_holiday_dates_are_left_to_the_model(text):
    assert verdict("2020-03-01", text).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("13 July 2018", Reason.OTHER_VALUE),
        ("2018-07", Reason.LESS_PRECISE),
        ("12-13 July 2018", Reason.RANGE),
        ("12 or 13 July 2018", Reason.SEVERAL_VALUES),
        ("before 2010", Reason.OTHER_VALUE),
    ],
)
def test_a_mismatch_says_why(text, reason):
    found = verdict("2018-07-12", text)

    assert (found.verdict, found.reason) == (Verdict.MISMATCH, reason)


def test_a_json_list_of_one_date_is_that_date():
    cell = Cell("", items=(Cell("12 July 2018"),))

    assert RULES.compile(COLUMN, ("2018-07-12",), ())(cell).verdict is Verdict.MATCH


def test_the_library_is_believed_only_where_year_and_day_are_written_out():
    assert read_with_library("12 mrz, 2018") is not None
    assert read_with_library("mrz 2018") is None
    assert read_with_library("10:30 mrz 2018") is None


@pytest.mark.parametrize(
    "text", ["31 February 2018", "12 Foo 2018", "not July 12, 2018", "FY2021 Q3", "28 Shawwal 1439"]
)
def test_the_library_is_not_loaded_for_words_that_it_does_not_know(text, monkeypatch):
    # loading it takes longer than a cell may
    monkeypatch.setattr(library, "_parser", None)

    assert library.read_with_library.__wrapped__(text) is None


@pytest.mark.parametrize(("text", "month"), [("12 mrz 2018", 3), ("12 ağ 2018", 8), ("2018 már 12", 3)])
def test_the_library_reads_abbreviations_in_their_own_language(text, month):
    assert read_date(text) is None
    (reading,) = read_with_library(text)

    assert civil(reading.start.first) == (2018, month, 12)


@pytest.mark.parametrize("name", ["Jänner", "ביולי", "ژوئیهٔ", "noiem.", "สิงหา", "elokuussa", "серп."])
def test_month_names_of_the_library_are_read_without_it(name):
    assert read_date(f"12 {name} 2018") is not None


def test_weeks_are_those_of_iso_8601():
    for year in range(1990, 2030):
        for number in (1, 26, 52):
            monday = date.fromisocalendar(year, number, 1)

            assert civil(week(year, number).first) == (monday.year, monday.month, monday.day)


@given(st.integers(-4_000_000, 4_000_000))
def test_day_numbers_count_every_day_of_any_era(number):
    assert day_number(*civil(number)) == number


FORMATS = [
    "%Y-%m-%d",
    "%d %B %Y",
    "%B %d, %Y",
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%Y/%m/%d",
    "%Y%m%d",
    "%d-%b-%Y",
    "%A, %d %b %Y",
    "%Y年%m月%d日",
    "%d %B %Y (%A)",
    "%Y-%m-%dT%H:%M:%SZ",
    "%G-W%V-%u",
]


@given(DAYS, st.sampled_from(FORMATS))
def test_a_day_matches_itself_in_every_form(day, form):
    written = day.strftime(form.replace("%Y", f"{day.year:04}").replace("%G", f"{day.isocalendar().year:04}"))

    assert verdict(day.isoformat(), written).verdict is Verdict.MATCH


@given(DAYS, DAYS, st.sampled_from(FORMATS[:2]))
def test_two_days_that_are_written_plainly_match_only_if_equal(day, other, form):
    written = other.strftime(form.replace("%Y", f"{other.year:04}"))
    expected = Verdict.MATCH if day == other else Verdict.MISMATCH

    assert verdict(day.isoformat(), written).verdict is expected


@given(DAYS, st.sampled_from(Precision))
def test_a_finer_answer_matches_at_every_precision(day, precision):
    assert verdict(day.isoformat(), day.isoformat(), precision=precision).verdict is Verdict.MATCH


@settings(deadline=None)
@given(st.text(max_size=80) | st.text("0123456789-/.,() JulyMarQ年月日'~TZ:bcad", max_size=40))
def test_no_text_raises(text):
    read_date(fold_characters(text))
    RULES.reads(COLUMN)(Cell(fold_characters(text)))
    verdict("2018-07-12", text)


@pytest.mark.parametrize(
    "text",
    [
        "9" * 4000,
        "1" * 120,
        "1-" * 2000,
        "(" * 4000,
        "July " * 800,
        "2018 " * 800,
        "12 July 2018 " * 300,
        "\ud800" * 100,
        "до н. э. " * 400,
        "二〇" * 2000,
        "1/2/" * 30,
        "年" * 4000,
        "2018, " * 600,
        "a" * 4000,
        "or 2018 " * 500,
    ],
    ids=lambda text: text[:8].encode("ascii", "backslashreplace").decode(),
)
def test_hostile_text_gets_a_verdict(text):
    verdict("2018-07-12", "12 July 2018")

    assert verdict("2018-07-12", text).verdict is not Verdict.MATCH


@pytest.mark.parametrize("answer", ["78th (2006)", "78th Academy Awards (2006)", "No. 78 (2006)"])
def test_a_number_before_the_year_in_brackets_says_which_one_it_was(answer):
    assert verdict("2006", answer, precision=Precision.YEAR).verdict is Verdict.MATCH
    assert verdict("2007", answer, precision=Precision.YEAR).verdict is Verdict.MISMATCH


@pytest.mark.parametrize("answer", ["Spring 2021", "summer of 2021", "Herbst 2021", "2021年春"])
def test_a_season_lies_in_its_year_and_decides_nothing_finer(answer):
    assert verdict("2021", answer, precision=Precision.YEAR).verdict is Verdict.MATCH
    assert verdict("2020", answer, precision=Precision.YEAR).verdict is Verdict.MISMATCH
    assert verdict("2021-04-05", answer).verdict is Verdict.UNDECIDED
    assert verdict("2020-12-25", answer).verdict is Verdict.UNDECIDED


def test_a_winter_may_be_of_two_years():
    assert verdict("2021", "winter 2021", precision=Precision.YEAR).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("note", ["(or 15)", "(possibly the 13th)", ", now 15"])
def test_another_day_in_a_note_leaves_the_date_open(note):
    assert verdict("2018-07-12", f"12 July 2018 {note}").verdict is Verdict.UNDECIDED


def test_a_year_with_a_number_nobody_can_read_is_no_year():
    assert verdict("2018-09-30", "2018, 3-foo").verdict is Verdict.UNDECIDED
