import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.names.parts import is_acronym, take_apart


@pytest.mark.parametrize(
    ("text", "base", "others"),
    [
        ("X Corp. (formerly Twitter)", "X Corp.", ("Twitter",)),
        ("Twitter, now X", "Twitter", ("X",)),
        ("X formerly known as Twitter", "X", ("Twitter",)),
        ("Marie Curie (née Skłodowska)", "Marie Curie", ("Skłodowska",)),
        ("Bombay (a.k.a. Mumbai)", "Bombay", ("Mumbai",)),
        ("Kyiv = Kiev", "Kyiv", ("Kiev",)),
        ("上海 / Shanghai", "上海", ("Shanghai",)),
        ("阿里（旧称：八百伴）", "阿里", ("八百伴",)),
        ("Square Kilometre Array (SKA)", "Square Kilometre Array", ("SKA",)),
        ("SKA (Square Kilometre Array)", "SKA", ("Square Kilometre Array",)),
        ("Meta (ex-Facebook)", "Meta", ("Facebook",)),
        ("哈博罗内 (Gaborone)", "哈博罗内", ("Gaborone",)),
        ("斯威士兰 (Eswatini, formerly Swaziland)", "斯威士兰", ("Eswatini", "Swaziland")),
        ("千と千尋の神隠し (Spirited Away, 2001)", "千と千尋の神隠し", ("Spirited Away",)),
        ("朱巴 Juba", "朱巴 Juba", ("朱巴", "Juba")),
    ],
)
def test_a_part_that_says_it_is_another_name_is_one(text, base, others):
    parts = take_apart(text)

    assert (parts.base, parts.others) == (base, others)


@pytest.mark.parametrize(
    "text",
    [
        "Georgia (country)",
        "Tencent (China)",
        "WhatsApp (owned by Facebook)",
        "Ba Jin (Li Yaotang)",
        "Apollo 11 / Apollo 12",
    ],
)
def test_a_note_is_not_a_name(text):
    assert take_apart(text).others == ()


@pytest.mark.parametrize("text", ["Iron(III) oxide", "(S)-ibuprofen", "A(H1N1)", "f(x)y"])
def test_a_bracket_inside_a_word_is_part_of_it(text):
    assert take_apart(text).base == text


@pytest.mark.parametrize(
    "text", ["Arsenal (Women)", "Rocky Trail (II)", "Open (not ratified)", "iPad (9th generation)"]
)
def test_a_note_that_tells_things_apart_is_kept(text):
    assert take_apart(text).keeps_note


@pytest.mark.parametrize(
    "text", ["Dune (2021)", "Llama 2 (70B)", "Silent Harbor (Blu-ray release)", "Soyuz 11 (Salyut 1)"]
)
def test_any_other_note_may_be_left_out(text):
    assert not take_apart(text).keeps_note


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("IXPE", "Imaging X-ray Polarimetry Explorer"),
        ("NuSTAR", "Nuclear Spectroscopic Telescope Array"),
        ("INTEGRAL", "International Gamma-Ray Astrophysics Laboratory"),
        ("LIGO", "Laser Interferometer Gravitational-Wave Observatory"),
        ("MIT", "Massachusetts Institute of Technology"),
    ],
)
def test_an_acronym_is_the_first_letters_of_every_word(short, long):
    assert is_acronym(short, long)


@pytest.mark.parametrize(
    ("short", "long"), [("China", "Tencent"), ("US", "Uber"), ("SI", "Sony Pictures"), ("A", "Acme")]
)
def test_other_words_are_no_acronym(short, long):
    assert not is_acronym(short, long)


@given(st.text(alphabet="()[]（）ab =/,;formerly née旧", max_size=120))
def test_any_text_is_taken_apart(text):
    assert isinstance(take_apart(text).base, str)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 4000,
        "a (b) " * 700,
        "( " * 2000 + ")" * 2000,
        " formerly" * 500,
        "a a " * 1000 + "(aaaaaaaaaaaa)",
    ],
)
def test_hostile_brackets_are_a_name(text):
    assert take_apart.__wrapped__(text).base


@pytest.mark.parametrize(
    ("text", "base", "note"),
    [
        ('SLIM "Moon Sniper"', "SLIM", "moon sniper"),
        ("SLIM “Moon Sniper”", "SLIM", "moon sniper"),
        ("Mark Shannon <mark@hotpy.org>", "Mark Shannon", "mark hotpy org"),
        ("Rudi Glöckner (East Germany)", "Rudi Glöckner", "east germany"),
    ],
)
def test_a_nickname_a_mail_address_and_a_country_are_notes(text, base, note):
    parts = take_apart(text)

    assert (parts.base, parts.note, parts.keeps_note) == (base, note, False)


@pytest.mark.parametrize(
    "text",
    [
        'Hepatitis "B"',
        'Apollo "13"',
        "Korea (South Korea)",
        "Germany (East Germany)",
        "Deutschland (East Germany)",
    ],
)
def test_a_note_that_says_which_one_is_kept(text):
    assert take_apart(text).keeps_note


@given(st.text('ab"@.,;:- <>(', max_size=400))
def test_signs_around_an_aside_raise_nothing(text):
    assert take_apart.__wrapped__(text + '"').base is not None
