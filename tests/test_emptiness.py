"""Emptiness; more cases are in `tests/cases/blank.jsonl`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.emptiness import Emptiness, is_empty, note_holds_value, read_emptiness
from atlas_grader.match.ladder import compile_cell
from atlas_grader.phrases import Kind, may_open
from atlas_grader.tasks import CellType, Column, GoldCell, State
from atlas_grader.verdicts import Verdict


def test_nothing_is_empty():
    assert read_emptiness("") == Emptiness("")
    assert is_empty("-")
    assert is_empty("?")


@pytest.mark.parametrize("value", ["0", "false", "no", "No", "нет", "nein", "否", "Zero", "free", "never"])
def test_zero_and_no_are_values(value):
    assert not is_empty(value)


def test_none_may_be_a_zero_and_not_available_a_no():
    assert read_emptiness("None").is_none
    assert read_emptiness("nil").is_none
    assert not read_emptiness("N/A").is_none
    assert read_emptiness("Not available").kind is Kind.DENIED


def test_the_letters_of_a_phrase_may_be_initials():
    assert read_emptiness("N/A").letters == "na"
    assert read_emptiness("k. A.").letters == "ka"


@pytest.mark.parametrize(
    ("note", "holds"),
    [("event cancelled in 2020", False), ("as of 5 March 2024", False), ("reported as 40 staff", True),
     ("estimated at $5 million", True), ("possibly John Smith", True), ("never released", False),
     ("COVID-19", False), ("season 2019/20", False)],
)  # fmt: skip
def test_a_note_holds_a_value_if_it_gives_a_number_or_a_guess(note, holds):
    assert note_holds_value(note) is holds


def test_the_column_may_find_a_value_in_the_note():
    assert is_empty("Unknown (red)")
    assert not is_empty("Unknown (red)", lambda note: note == "red")


@given(st.text(max_size=200))
def test_no_text_raises(text):
    assert is_empty(text) in {True, False}


@given(
    st.sampled_from(["n/a", "unknown", "not disclosed", "不明", "нет данных"]),
    st.sampled_from([str.upper, str.title, str]),
)
def test_case_does_not_count(phrase, changed):
    assert is_empty(changed(phrase))


TYPED_NOTES = [
    (Column("m", CellType.QUANTITY, unit="°C"), "- (only solid under ~25 bar)", "undecided"),
    (Column("m", CellType.QUANTITY, unit="°C"), "n/a (about -272 °C)", "mismatch"),
    (Column("m", CellType.MONEY, currency="USD"), "Not disclosed, estimated at $5 million", "mismatch"),
    (Column("m", CellType.NUMBER), "N/A - event cancelled in 2020", "match"),
    (Column("m", CellType.DATE), "n/a (since 2020)", "match"),
    (Column("m", CellType.DATE), "unknown (possibly 12 May 1990)", "mismatch"),
    (Column("m", CellType.BOOLEAN), "not available", "match"),
]


@pytest.mark.parametrize(("column", "cell", "verdict"), TYPED_NOTES)
def test_a_note_is_a_value_only_if_the_columns_type_reads_one_years_aside(column, cell, verdict):
    assert compile_cell(column, GoldCell(State.BLANK))(cell).verdict == verdict


def test_what_is_not_available_may_be_a_no():
    boolean = Column("m", CellType.BOOLEAN)

    assert compile_cell(boolean, GoldCell(State.VALUE, "No"))("Not available").verdict == "undecided"
    assert compile_cell(boolean, GoldCell(State.VALUE, "Yes"))("Not available").verdict == "mismatch"


@pytest.mark.parametrize(
    "answer",
    [
        "entered directly at Incubating",
        "Went straight to incubating on 2018-03-01",
        "Skipped Sandbox",
        "直接进入孵化阶段",
    ],
)
@pytest.mark.parametrize("kind", [CellType.DATE, CellType.NUMBER, CellType.COUNTRY])
def test_words_where_values_have_a_form_may_say_why_there_is_none(kind, answer):
    compiled = compile_cell(Column("c", kind), GoldCell(State.BLANK))

    assert compiled(answer).verdict == "undecided"


@pytest.mark.parametrize(
    "answer", ["alive", "(living)", "present", "ongoing", "lebt", "vivant", "живой", "在世"]
)
@pytest.mark.parametrize("kind", [CellType.DATE, CellType.QUANTITY, CellType.MONEY])
def test_one_word_in_place_of_a_figure_may_say_why_there_is_none(kind, answer):
    assert compile_cell(Column("c", kind), GoldCell(State.BLANK))(answer).verdict == "undecided"


@pytest.mark.parametrize("answer", ["mautfrei", "toll-free", "free", "gratuit", "stateless", "wordless"])
@pytest.mark.parametrize("kind", [CellType.CURRENCY, CellType.COUNTRY, CellType.LANGUAGE])
def test_a_word_that_is_no_known_entity_may_say_why_there_is_none(kind, answer):
    assert compile_cell(Column("c", kind), GoldCell(State.BLANK))(answer).verdict == "undecided"


@pytest.mark.parametrize(
    ("kind", "answer"), [(CellType.CURRENCY, "euro"), (CellType.COUNTRY, "Peru"), (CellType.LANGUAGE, "Thai")]
)
def test_a_known_entity_where_gold_is_blank_is_wrong(kind, answer):
    assert compile_cell(Column("c", kind), GoldCell(State.BLANK))(answer).verdict == "mismatch"


def test_a_value_where_gold_is_blank_is_wrong_however_it_is_worded():
    compiled = compile_cell(Column("c", CellType.DATE), GoldCell(State.BLANK))

    assert compiled("accepted on 3 May 2019").verdict == "mismatch"
    assert compiled("unknown, probably 1912").verdict == "undecided"


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("was never appointed to this Post", "undecided"),
        ("没有母公司，独立运营", "undecided"),
        ("No Country for Old Men", "mismatch"),
        ("None of Your Business Ltd", "mismatch"),
    ],
)
def test_a_sentence_in_a_text_may_say_why_there_is_none(answer, wanted):
    assert compile_cell(Column("c", CellType.TEXT), GoldCell(State.BLANK))(answer).verdict == wanted


SCORES = {"column": Column("shootout", CellType.TEXT), "others": ("5-4", "4-2")}
PEOPLE = {"column": Column("sponsor", CellType.NAME), "others": ("Guido van Rossum", "Brett Cannon")}
MASSES = {"column": Column("mass", CellType.QUANTITY, unit="kg"), "others": ("1200 kg", "35 kg")}


@pytest.mark.parametrize(
    ("kind", "answers"),
    [
        (SCORES, ["No", "False", "none (4–1 in normal time)", "N/A – won 4–1", "None (90 min)", "No (4-1)"]),
        (SCORES, ["Decided in normal time", "нет", "0", "keine (4:1)", "no shootout"]),
        (PEOPLE, ["no", "Empty", "absent", "Unsponsored", "uncredited", "zero", "無", "leer"]),
        (MASSES, ["0 kg", "0", "zero", "0 (no landing)", "0.0", "none (0 kg)", "No"]),
    ],
)
def test_a_zero_a_no_or_a_word_for_a_lack_beside_a_blank_gold_is_no_mismatch(kind, answers):
    judge = compile_cell(kind["column"], GoldCell(State.BLANK), kind["others"])

    for answer in answers:
        assert judge(answer).verdict is not Verdict.MISMATCH, answer


@pytest.mark.parametrize(
    ("kind", "answers"),
    [
        (SCORES, ["5-4", "0-0"]),
        (PEOPLE, ["Guido van Rossum", "No Doubt", "No. 5"]),
        (MASSES, ["5 kg", "0.5 kg"]),
    ],
)
def test_a_value_beside_a_blank_gold_is_a_mismatch(kind, answers):
    judge = compile_cell(kind["column"], GoldCell(State.BLANK), kind["others"])

    for answer in answers:
        assert judge(answer).verdict is Verdict.MISMATCH, answer


def test_a_no_is_a_value_where_gold_holds_one():
    judge = compile_cell(Column("answer", CellType.TEXT), GoldCell(State.BLANK), ("No", "Yes"))

    assert judge("no").verdict is Verdict.MISMATCH


def test_no_phrase_for_nothing_begins_with_a_figure():
    """So such cells need no look for one (`match/cleaner.py`)."""
    assert not any(map(may_open, "123456789"))
