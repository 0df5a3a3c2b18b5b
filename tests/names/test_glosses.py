import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.names.glosses import is_gloss, is_place, spaced_gloss, state_of


@pytest.mark.parametrize(
    ("name", "aside"),
    [
        ("おくりびと", "Departures"),
        ("Departures", "おくりびと"),
        ("София", "Sofia"),
        ("南苏丹", "South Sudan"),
        ("斯威士兰", "Swaziland"),
        ("Германия", "Germany"),
    ],
)
def test_the_same_name_in_another_script_is_a_gloss(name, aside):
    assert is_gloss(name, aside)


@pytest.mark.parametrize(
    ("name", "aside"),
    [
        ("腾讯", "China"),
        ("Tencent", "中国"),
        ("中国", "Japan"),
        ("おくりびと", "film"),
        ("Departures", "映画"),
        ("Interferon", "α"),
        ("第二期", "Phase 3"),
        ("Georgia", "country"),
        ("LG 화학", "LG Chem"),
    ],
)
def test_a_place_a_kind_and_another_number_are_no_glosses(name, aside):
    assert not is_gloss(name, aside)


@pytest.mark.parametrize(
    "text",
    ["朱巴 Juba", "Juba 朱巴", "Москва Moscow", "ソニー Sony", "张伟 Zhang Wei", "서울 Seoul", "中国 China"],
)
def test_two_names_that_sound_alike_are_glosses_without_brackets(text):
    assert len(spaced_gloss(text)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "LG 화학",
        "SK 하이닉스",
        "NHK 交響楽団",
        "Яндекс Go",
        "三菱 UFJ",
        "Toyota カローラ",
        "東京 Disneyland",
        "腾讯 China",
        "Tokyo 東京 Japan",
        "Juba",
        "",
    ],
)
def test_a_name_in_two_scripts_is_one_name(text):
    assert spaced_gloss(text) == ()


def test_states_are_known_in_many_languages_and_by_former_names():
    assert {state_of(name) for name in ("Eswatini", "Swaziland", "斯威士兰", "Эсватини")} == {"SZ"}
    assert state_of("East Germany") != state_of("Germany") != ""
    assert state_of("Tencent") == ""


def test_a_place_may_hold_a_direction():
    assert is_place("north carolina")
    assert is_place("south korea")
    assert not is_place("south")


@given(st.text(max_size=100), st.text(max_size=100))
def test_any_text_is_read(one, other):
    is_gloss(one, other)
    spaced_gloss(f"{one} {other}")
