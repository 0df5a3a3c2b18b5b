import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.names.persons import Kinship, compare_persons, read_persons


def kinship(gold, name):
    found = {compare_persons(one, other) for one in read_persons(gold)[:1] for other in read_persons(name)}
    order = (Kinship.SAME, Kinship.SHORTER, Kinship.OTHER, Kinship.UNSURE)
    return next((kind for kind in order if kind in found), Kinship.UNSURE)


@pytest.mark.parametrize(
    ("gold", "name"),
    [
        ("Chinua Achebe", "Achebe, Chinua"),
        ("Akira Kurosawa", "Kurosawa Akira"),
        ("C. S. Lewis", "Clive Staples Lewis"),
        ("Tim Berners-Lee", "Sir Tim Berners-Lee"),
        ("Vint Cerf", "Vinton G. Cerf"),
        ("Bob Kahn", "Robert Kahn"),
        ("John W. Farrow V", "Farrow V, John W."),
        ("John W. Farrow III", "John Farrow III"),
        ("Martin Luther King Jr.", "King, Martin Luther, Jr."),
        ("Anna Akhmatova", "Anna Andreyevna Akhmatova"),
        ("Vincent van Gogh", "van Gogh, Vincent"),
        ("Andrew Lloyd Webber", "Lloyd Webber, Andrew"),
        ("Иван Петрович Сидоров", "Сидоров Иван Петрович"),
    ],
)
def test_one_person_written_in_two_ways(gold, name):
    assert kinship(gold, name) is Kinship.SAME


@pytest.mark.parametrize(
    ("gold", "name"),
    [
        ("A. B. Carver", "A. D. Carver"),
        ("Ivan Petrovich Sidorov", "Ivan Pavlovich Sidorov"),
        ("Alexandre Dumas fils", "Alexandre Dumas père"),
        ("John Farrow III", "John Farrow V"),
    ],
)
def test_initials_patronymics_and_generations_contradict(gold, name):
    assert kinship(gold, name) is Kinship.OTHER


@pytest.mark.parametrize(
    ("gold", "name"),
    [
        ("John Adams", "John Quincy Adams"),
        ("C. S. Lewis", "Cecil Lewis"),
        ("George W. Bush", "George H. W. Bush"),
        ("Ann Fox", "Ann Cox"),
        ("B Minor", "Bb Minor"),
        ("Barack Obama", "Barack Obama II"),
        ("타이 문자", "타이 레 문자"),
    ],
)
def test_what_may_be_somebody_else_is_unsure(gold, name):
    assert kinship(gold, name) is Kinship.UNSURE


def test_an_initial_only_in_the_answer_is_shorter():
    assert kinship("John Smith", "J. Smith") is Kinship.SHORTER
    assert kinship("J. Smith", "John Smith") is Kinship.SAME


@given(st.text(alphabet="abcABÉ .,'-\"жд李", max_size=50))
def test_any_text_is_read_or_refused(text):
    for person in read_persons(text):
        assert person.family
        assert compare_persons(person, person) is Kinship.SAME
