import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.names.numerals import numbers_in, with_digits


@pytest.mark.parametrize(
    ("name", "digits"),
    [
        ("phase iii", "phase 3"),
        ("world war two", "world war 2"),
        ("henry viii", "henry 8"),
        ("phase iib trial", "phase 2b trial"),
        ("twenty one pilots", "21 pilots"),
        ("one hundred years of solitude", "100 years of solitude"),
        ("one thousand and one nights", "1001 nights"),
        ("first battalion", "1 battalion"),
        ("2019/20 season", "2019-2020 season"),
        ("1999-00", "1999-2000"),
        ("1,001 nights", "1001 nights"),
        ("第十二届", "第12届"),
        ("第三届", "第3届"),
        ("twenty ten", "20 10"),
        ("one and only", "1 and only"),
    ],
)
def test_numbers_are_written_in_digits(name, digits):
    assert " ".join(with_digits(name.split())) == digits


@pytest.mark.parametrize(
    "name", ["xi jinping", "vi nguyen", "i robot", "mix", "li na", "hundred acre wood", "v"]
)
def test_words_that_look_like_numerals_stay_words(name):
    assert " ".join(with_digits(name.split())) == name


def test_numbers_keep_their_order():
    assert numbers_in(["apollo", "11", "of", "17"]) == ("11", "17")


@given(
    st.lists(
        st.sampled_from(["one", "ten", "twenty", "hundred", "thousand", "and", "zero", "ii", "x", "5", "a"]),
        max_size=12,
    )
)
def test_any_run_of_number_words_is_read_without_error(tokens):
    assert isinstance(with_digits(tokens), list)
