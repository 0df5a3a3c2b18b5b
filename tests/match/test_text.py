"""`text` and `name` cells; the cases are in `tests/cases/text.jsonl` and `name.jsonl`."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.cleaning import clean_cell
from atlas_grader.match.ladder import ValueMatcher
from atlas_grader.match.text import NAME_RULES, RULES
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Reason, Verdict


def verdict(kind, gold, answer, others=(), accepted=()):
    column = Column("c", CellType(kind))
    return ValueMatcher(column, (gold, *accepted), tuple(others))(clean_cell(answer, column))


@pytest.mark.parametrize("answer", [("Rituxan", "MabThera"), "Rituxan, MabThera", ("mabthera",)])
def test_several_values_match_where_gold_accepts_every_one(answer):
    assert verdict("text", "Rituxan", answer, accepted=("MabThera",)).verdict is Verdict.MATCH
    if answer != ("mabthera",):
        assert verdict("text", "MabThera", answer).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("kind", "gold", "accepted", "answer", "wanted"),
    [
        ("number", "5", "6", ("5", "6"), Verdict.MATCH),
        ("number", "5", "7", ("5", "6"), Verdict.UNDECIDED),
        ("country", "France", "Martinique", ("France", "MQ"), Verdict.MATCH),
        ("language", "Russian", "Thai", ("Russian", "French"), Verdict.UNDECIDED),
    ],
)
def test_a_json_list_for_one_value_matches_where_gold_accepts_every_item(
    kind, gold, accepted, answer, wanted
):
    assert verdict(kind, gold, answer, accepted=(accepted,)).verdict is wanted


def test_another_gold_value_of_the_column_is_a_mismatch():
    found = verdict("text", "Etna", "vesuvius", others=("Vesuvius", "Stromboli"))

    assert found.reason is Reason.OTHER_GOLD_VALUE


@pytest.mark.parametrize(
    ("gold", "answer", "other"),
    [
        ("Gaomi", "高密 (Gaomi)", "高密"),
        ("SLIM", 'SLIM "Moon Sniper"', "Moon Sniper"),
        ("朱巴", "朱巴 Juba", "Juba"),
    ],
)
def test_a_name_beside_gold_that_is_another_gold_value_decides_nothing(gold, answer, other):
    assert verdict("text", gold, answer).verdict is Verdict.MATCH
    assert verdict("text", gold, answer, others=(other,)).reason is Reason.AMBIGUOUS


@pytest.mark.parametrize(
    ("gold", "answer", "other"),
    [
        ("red", "red (blue)", "blue"),
        ("red", "red (blue inside)", "blue"),
        ("red", "red [with blue]", "blue"),
        ("Mumbai", "Mumbai (Pune)", "Pune"),
    ],
)
@pytest.mark.parametrize("kind", ["text", "name"])
def test_a_bracket_that_holds_another_gold_value_decides_nothing(kind, gold, answer, other):
    assert verdict(kind, gold, answer, others=("Rome",)).verdict is Verdict.MATCH
    assert verdict(kind, gold, answer, others=("Rome", other)).reason is Reason.AMBIGUOUS


def test_a_bracket_that_says_where_something_is_may_be_another_gold_value():
    assert verdict("text", "Nairobi", "Nairobi (Kenya)", others=("Kenya",)).verdict is Verdict.MATCH


@pytest.mark.parametrize("kind", ["text", "name"])
def test_a_bracket_in_another_script_is_gold_only_if_sound_or_state_shows_it(kind):
    assert verdict(kind, "YOASOBI", "夜に駆ける (YOASOBI)").verdict is Verdict.UNDECIDED
    assert verdict(kind, "夜に駆ける (YOASOBI)", "YOASOBI").verdict is Verdict.UNDECIDED
    assert verdict(kind, "夜に駆ける", "夜に駆ける (YOASOBI)").verdict is Verdict.MATCH
    assert verdict(kind, "Sofia", "София (Sofia)").verdict is Verdict.MATCH
    assert verdict(kind, "China", "中国 (China)").verdict is Verdict.MATCH


def test_names_side_by_side_match_only_if_each_is_accepted():
    assert verdict("text", "Vienna", "Wien / Vienna", accepted=("Wien",)).verdict is Verdict.MATCH
    assert verdict("text", "Vienna", "Wien / Vienna", others=("Linz",)).verdict is Verdict.UNDECIDED


def test_a_loose_fit_that_is_another_gold_value_is_undecided():
    found = verdict("name", "Acme GmbH", "Acme", others=("ACME",))

    assert found.verdict is Verdict.UNDECIDED


def test_gold_comes_before_another_gold_value():
    assert verdict("text", "Georgia", "GEORGIA", others=("georgia",)).reason is Reason.SAME_KEY


def test_any_accepted_value_is_enough():
    assert (
        verdict("text", "Quito", "San Francisco de Quito", accepted=("San Francisco de Quito",)).verdict
        == "match"
    )
    assert verdict("name", "dobra", "STN", accepted=("STN", "new dobra")).verdict == "match"


def test_reasons_tell_what_differs():
    assert verdict("text", "Llama 3", "Llama 3.1").reason is Reason.OTHER_NUMBERS
    assert verdict("text", "approved", "not approved").reason is Reason.NEGATED
    assert verdict("text", "Low", "Low or medium").reason is Reason.SEVERAL_VALUES
    assert verdict("text", "Kinks", "The Kinks").reason is Reason.SAME_KEY
    assert verdict("text", "Phase III", "phase 3").reason is Reason.VARIANT


def test_words_in_another_order_match_only_as_a_name():
    assert verdict("name", "Kurosawa Akira", "Akira Kurosawa").verdict == "match"
    assert verdict("text", "dog bites man", "man bites dog").verdict == "undecided"


@given(st.text(max_size=120), st.text(max_size=120))
@settings(deadline=None)
def test_any_gold_and_any_answer_get_a_verdict(gold, answer):
    for rules in (RULES, NAME_RULES):
        column = Column("c", CellType.TEXT)

        assert rules.compile(column, (gold,), ("Paris",))(Cell(answer)).verdict in set(Verdict)


@given(st.text(alphabet="aábcdEF 12", min_size=1, max_size=20), st.sampled_from(["text", "name"]))
@settings(deadline=None)
def test_case_and_spacing_do_not_move_a_verdict(answer, kind):
    spaced = "  ".join(answer.upper().split(" "))

    assert verdict(kind, "abc def 12", answer).verdict is verdict(kind, "abc def 12", spaced).verdict


@pytest.mark.parametrize(
    "text",
    [
        "(" * 4096,
        "a " * 2048,
        "or " * 1300,
        "not " * 1000,
        "9" * 4096,
        "é" * 4096,
        "中" * 4096,
        "1." * 2048,
        "\ud800" * 50,
        "née " * 1000,
    ],
)
def test_hostile_cells_cost_no_time(text):
    matcher = NAME_RULES.compile(Column("c", CellType.NAME), ("Akira Kurosawa (a note)",), ("x", "y"))

    assert matcher(Cell(text)).verdict is not Verdict.MATCH


@pytest.mark.parametrize(
    "answer",
    [
        "George W. Bush = Al Gore",
        "Al Gore = George W. Bush",
        "George W. Bush aka Al Gore",
        "George W. Bush, a.k.a. Al Gore",
        "George W. Bush (aka Al Gore)",
        "George W. Bush (Al Gore)",
        "George W. Bush, auch bekannt als Al Gore",
        "George W. Bush, также известный как Al Gore",
        "George W. Bush (with Dick Cheney)",
        "George W. Bush (con Dick Cheney)",
        "Mrs. George W. Bush",
        "Mme George W. Bush",
        "George W. Bush (father)",
        "George W. Bush (Sohn)",
        "George W. Bush (hermano)",
        "George W. Bush (made up)",
        "George W. Bush (failed)",
    ],
)
@pytest.mark.parametrize("kind", ["text", "name"])
def test_another_person_beside_gold_decides_nothing(kind, answer):
    assert verdict(kind, "George W. Bush", answer).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("gold", "answer", "accepted"),
    [
        ("Mumbai", "Mumbai = Bombay", ()),
        ("Munich", "Munich aka München", ()),
        ("Myanmar", "Myanmar = Burma", ("Burma",)),
        ("Lu Xun", "Lu Xun (Zhou Shuren)", ("Zhou Shuren",)),
        ("George W. Bush", "George W. Bush, aka George Walker Bush", ()),
        ("Mark Twain", "Mark Twain (born Samuel Clemens)", ()),
        ("New York City", "New York City, also known as NYC", ()),
        ("George W. Bush", "George W. Bush (Republican)", ()),
        ("Michelle Bachelet", "Michelle Bachelet (New York)", ()),
        ("Nova Steel Co.", "Nova Steel Co. (formerly Nova Iron)", ()),
    ],
)
def test_another_name_that_is_alike_or_accepted_or_taken_on_is_gold(gold, answer, accepted):
    assert verdict("name", gold, answer, accepted=accepted).verdict is Verdict.MATCH


def test_one_name_said_to_be_two_unlike_ones_is_undecided_in_a_text():
    assert (
        verdict("text", "sickle cell disease", "sickle cell disease aka cancer").verdict is Verdict.UNDECIDED
    )


@pytest.mark.parametrize("answer", ["Connect Secure...", "Connect Secure …"])
def test_a_text_that_is_cut_off_may_go_on_as_gold_does(answer):
    gold, others = "Connect Secure and Policy Secure", ("Connect Secure",)

    assert verdict("text", gold, answer, others).verdict is Verdict.UNDECIDED
    assert verdict("text", gold, "Connect Secure", others).verdict is Verdict.MISMATCH
