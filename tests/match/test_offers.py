"""The "General" rule of grading.md 5: the first value, what is offered beside it, and notes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.match.numbers.amounts import restated
from atlas_grader.match.offers.judging import decide
from atlas_grader.match.offers.reading import Bound, Bounds, Offer, Wording, range_ends, read_offers
from atlas_grader.verdicts import Reason, Verdict, match, mismatch, undecided


def read_integer(text):
    return int(text.replace(",", "")) if re.fullmatch(r"\d{1,3}(,\d{3})+|\d+", text) else None


def read_day(text):
    return text if re.fullmatch(r"\d{1,2} July 2018|July \d{1,2},? 2018", text) else None


def same(gold, value):
    return match(Reason.SAME_VALUE) if gold == value else mismatch(Reason.OTHER_VALUE)


NUMBER = Wording(read_integer, lambda word: word == "seats", counts=True)
DAY = Wording(read_day, bounds=Bounds.TIME)


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "about 12",
        "~12",
        "ca. 12",
        "circa 12",
        "environ 12",
        "etwa 12",
        "около 12",
        "約12",
        "12左右",
        "12 or so",
        "12 (as of 2020)",
        "12 as of March 2020",
        "12 in 2020",
        "(about 12)",
        "12 [2]",
        "12 - founded by monks",
        "12, including women",
        "12; see the note",
        "12\nas reported",
        "12 according to the council",
        "Total: 12",
        "12 seats",
        "12 (13 pledged)",
        "12 (twelve (XII))",
        "12.",
        "roughly 12, give or take",
        "possibly 12",
    ],
)
def test_hedges_notes_and_labels_are_ignored(text):
    offer = read_offers(text, NUMBER)

    assert offer is not None
    assert (offer.values, offer.beside, offer.bound) == ((12,), (), None)


@pytest.mark.parametrize(
    "text",
    [
        "12 or 13",
        "either 12 or 13",
        "12 / 13",
        "12 oder 13",
        "12 ou 13",
        "12 o 13",
        "12 или 13",
        "12或13",
        "12 または 13",
        "12, possibly 13",
        "12 (or 13)",
        "12 (possibly 13)",
        "12; some sources say 13",
        "12 (maybe 13 by now)",
        "12, alternatively 13",
        "12 vielleicht 13",
        "12 peut-être 13",
        "12, quizás 13",
        "12 (2020) or 13 (2021)",
        "about 12 or about 13",
        "12 seats or 13 seats",
    ],
)
def test_a_value_offered_instead_of_the_first_is_found_in_many_languages(text):
    assert read_offers(text, NUMBER).values == (12, 13)


def test_every_value_of_an_enumeration_with_or_is_offered():
    assert read_offers("5, 6 or 7", NUMBER).values == (5, 6, 7)


def test_an_alternative_inside_a_note_belongs_to_the_note():
    assert read_offers("12, including women aged 3 or 4", NUMBER).values == (12,)


def test_a_bracketed_value_without_an_alternative_word_is_only_a_note():
    assert read_offers("304 (306 pledged)", NUMBER) == Offer(304)
    assert read_offers("304 (306)", NUMBER) == Offer(304, bracketed=(306,))


def test_a_second_value_without_an_alternative_word_stands_beside_the_first():
    assert read_offers("12\n13", NUMBER) == Offer(12, beside=(13,))


@pytest.mark.parametrize(
    "text",
    [
        "12 short of a hundred",
        "not 12 foo",
        "12 foo",
        "several",
        "12 (should be 13)",
        "12 (later revised to 13)",
        "12, 14 of them new",
        "12 (in thousands of barrels)",
        "12 - 14 foo",
        "1,2 foo",
        "",
    ],
)
def test_what_is_no_recognisable_note_leaves_the_cell_unread(text):
    assert read_offers(text, NUMBER) is None


def test_a_denied_value_is_not_offered():
    assert read_offers("12, not 13", NUMBER) == Offer(12)
    assert read_offers("12 (not 12)", NUMBER) is None
    assert read_offers("not 12", NUMBER) == Offer(12, denied=True)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least 60", Bound.AT_LEAST),
        ("60+", Bound.AT_LEAST),
        (">60", Bound.AT_LEAST),
        ("mehr als 60", Bound.AT_LEAST),
        ("60以上", Bound.AT_LEAST),
        ("over 60 seats", Bound.AT_LEAST),
        ("60 or more", Bound.AT_LEAST),
        ("up to 60", Bound.AT_MOST),
        ("<60", Bound.AT_MOST),
        ("nearly 60", Bound.AT_MOST),
        ("moins de 60", Bound.AT_MOST),
    ],
)
def test_a_bound_is_told_apart_from_the_value(text, bound):
    assert read_offers(text, NUMBER) == Offer(60, bound=bound)


def test_bounds_in_time_have_words_of_their_own():
    assert read_offers("before 12 July 2018", DAY).bound is Bound.AT_MOST
    assert read_offers("over 12 July 2018", DAY) is None


@pytest.mark.parametrize("text", ["11 or 12 July 2018", "July 11 or 12, 2018"])
def test_an_elliptic_value_borrows_the_words_of_its_neighbour(text):
    assert len(read_offers(text, DAY).values) == 2


def test_a_note_may_begin_with_a_number_where_values_are_no_numbers():
    assert read_offers("12 July 2018, 2 days late", DAY).values == ("12 July 2018",)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("between 30 and 40", ("30", "40")),
        ("from 3 to 5", ("3", "5")),
        ("3-5", ("3", "5")),
        ("3 bis 5", ("3", "5")),
        ("entre 3 y 5", ("3", "5")),
        ("3から5", ("3", "5")),
        ("3~5", ("3", "5")),
        ("3", None),
        ("-3", None),
    ],
)
def test_a_range_is_split_in_many_languages(text, ends):
    assert range_ends(text) == ends


@pytest.mark.parametrize(
    ("text", "golds", "verdict", "reason"),
    [
        ("12", [Offer(12)], Verdict.MATCH, Reason.SAME_VALUE),
        ("13", [Offer(12), Offer(13)], Verdict.MATCH, Reason.SAME_VALUE),
        ("12 or 13", [Offer(12)], Verdict.MISMATCH, Reason.SEVERAL_VALUES),
        ("13 or 12", [Offer(12)], Verdict.MISMATCH, Reason.SEVERAL_VALUES),
        ("13 or 14", [Offer(12)], Verdict.MISMATCH, Reason.SEVERAL_VALUES),
        ("12 or 13", [Offer(12), Offer(13)], Verdict.MATCH, Reason.SAME_VALUE),
        ("13 or 12", [Offer(12, others=(13,))], Verdict.MATCH, Reason.SAME_VALUE),
        ("12", [Offer(12, others=(13,))], Verdict.UNDECIDED, Reason.AMBIGUOUS),
        ("12\n13", [Offer(12)], Verdict.UNDECIDED, Reason.AMBIGUOUS),
        ("13\n14", [Offer(12)], Verdict.MISMATCH, Reason.OTHER_VALUE),
        ("12+", [Offer(12)], Verdict.UNDECIDED, Reason.BOUND),
        ("10+", [Offer(12)], Verdict.MISMATCH, Reason.OTHER_VALUE),
        ("over 12", [Offer(12, bound=Bound.AT_LEAST)], Verdict.MATCH, Reason.SAME_VALUE),
        ("12", [Offer(12, bound=Bound.AT_LEAST)], Verdict.UNDECIDED, Reason.BOUND),
        ("304 (12)", [Offer(12)], Verdict.MISMATCH, Reason.OTHER_VALUE),
        ("dunno", [Offer(12)], Verdict.UNDECIDED, Reason.UNREADABLE),
        ("12", [], Verdict.UNDECIDED, Reason.UNREADABLE),
    ],
)
def test_what_is_offered_is_judged_against_every_accepted_value(text, golds, verdict, reason):
    found = decide(read_offers(text, NUMBER), golds, same)

    assert (found.verdict, found.reason) == (verdict, reason)


def test_gold_beside_another_value_in_another_unit_is_left_open():
    wrong = mismatch(Reason.ROUNDING)
    offer = Offer("300 mi", bracketed=("484 km",))

    def unlike(first, second):
        return first[-2:] != second[-2:]

    def together(first, second):
        return None

    assert restated(wrong, offer, "484 km".__eq__, unlike, together) == undecided(
        Reason.AMBIGUOUS, "gold's value stands beside another one in another unit"
    )
    assert restated(wrong, offer, "484 ft".__eq__, unlike, together) == wrong


def test_gold_that_is_the_sum_of_a_value_and_its_note_is_left_open():
    wrong = mismatch(Reason.OTHER_VALUE)
    offer = read_offers("12 (and 5)", NUMBER)

    assert restated(wrong, offer, (17).__eq__, None, int.__add__) == undecided(
        Reason.AMBIGUOUS, "gold's value is the sum of two that the cell holds"
    )
    assert restated(wrong, offer, (18).__eq__, None, int.__add__) == wrong


def test_a_cell_of_dozens_of_brackets_is_a_text():
    assert read_offers("12 " + "(a note) " * 24, NUMBER).value == 12
    assert read_offers("12 " + "(a note) " * 25, NUMBER) is None


@given(st.text(max_size=300))
def test_no_text_breaks_the_reading_of_offers(text):
    for wording in (NUMBER, DAY):
        offer = read_offers(text, wording)
        assert offer is None or offer.values


@given(
    st.lists(
        st.sampled_from(["5", "or", "(", ")", ",", "possibly", "about", "in 2020", "/", "6", ";", "not"]),
        max_size=40,
    )
)
def test_no_pile_of_words_breaks_the_reading_of_offers(words):
    offer = read_offers(" ".join(words), NUMBER)

    assert offer is None or set(offer.values) <= {5, 6, 56, 65, 2020}


DENIALS = """
not | no | nicht | не | 不是 | fake | made up | a made-up number | error | an error | typo | typo
for 11 | a typo | superseded by 11 | since superseded | replaced by 11 | fictional | entirely
fictional | hoax | this is invented | placeholder | obsolete | wrong | the number is fake | as I
said, it is made up | attempt failed | failed attempt | it never happened | erfunden |
Tippfehler | Versuch gescheitert | inventé | erreur | faute de frappe | inventado | error
tipográfico | intento fallido | inventato | refuso | fictício | verzonnen | zmyślone | выдумано
| опечатка | неудачная попытка | uydurma | مزيف | फर्जी | 虚构 | 捏造 | 誤植 | 가짜 | 오타
"""


@pytest.mark.parametrize("note", [note.strip() for note in " ".join(DENIALS.split()).split("|")])
@pytest.mark.parametrize(
    "frame", ["{value} ({note})", "{value} [{note}]", "{value}, {note}", "{value} - {note}"]
)
def test_a_note_that_denies_the_value_leaves_the_cell_open(frame, note):
    assert read_offers(frame.format(value="12", note=note), NUMBER) is None
    assert (
        read_offers(frame.format(value="12 July 2018", note=note.replace("11", "11 July 2018")), DAY) is None
    )


@pytest.mark.parametrize(
    "note",
    [
        "not counting abstentions",
        "no later figure is known",
        "margin of error 1",
        "a note on fakes",
        "nothing else",
        "after the failed launch",
        "north of the river",
    ],
)
def test_a_note_that_denies_something_else_is_ignored(note):
    assert read_offers(f"12 ({note})", NUMBER).value == 12


@pytest.mark.parametrize(
    "text",
    [
        "12 - or was it 13?",
        "12, or was it 13",
        "12 (or is it 13?)",
        "12, or maybe it was 13",
        "12 maybe 13",
        "12, perhaps it is 13",
        "12 (oder war es 13?)",
        "12 (ou était-ce 13 ?)",
        "12 or was it 13?",
        "12 vs 13",
        "12 vs. 13",
        "12 versus 13",
        "12 (vs. 13)",
    ],
)
def test_a_second_thought_about_the_value_is_no_note(text):
    verdict = decide(read_offers(text, NUMBER), (Offer(12),), same)

    assert verdict.verdict is not Verdict.MATCH
