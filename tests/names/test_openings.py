"""What names may have a form in common; every case of the other tests must agree."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas_grader.names.openings import KeyOpenings, may_share_form
from atlas_grader.names.variants import Step, forms_of, people_of

FOLDER = Path(__file__).parents[1] / "cases"


def names_of(case):
    gold = case["gold"]
    if isinstance(gold, str):
        return (gold, case["answer"])
    return (*(name for row in gold for name in (row["name"], *row["aliases"])), *case["returned"])


NAMES = sorted(
    {
        name
        for kind in ("text", "name", "align")
        for line in (FOLDER / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
        for name in names_of(json.loads(line))
    }
)
TELLING = """
    a an the of and or republic united university universidad de st ii three van jr inc co ltd sir group fc
    formerly now aka (film) (II) (ex-?) / = , . ' - ? national north x 3 1,000 v2 google pixel congo dr lake
    Nova Steel O'Brien Al-Sisi E
"""
COMPOSED = st.lists(st.sampled_from(TELLING.split()), max_size=6).map(" ".join)


def keys_of(name):
    """The keys of every form that fits names in the same script."""
    return {(step, form.key) for step in Step for form in forms_of(name).at(step) if not form.script}


def shared(one, other):
    keys = keys_of(one) & keys_of(other)
    families = {person.family for person in people_of(one)} & {person.family for person in people_of(other)}
    return keys | families


def test_names_with_a_form_in_common_are_never_told_apart():
    for one, other in combinations(NAMES, 2):
        if not may_share_form(one, other):
            assert not shared(one, other), (one, other)


@given(COMPOSED, COMPOSED)
@settings(deadline=None, max_examples=400)
def test_no_composition_of_telling_words_is_told_apart_wrongly(one, other):
    assert may_share_form(one, other) or not shared(one, other)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_hold_the_key_of_each_of_its_forms(name):
    for _, key in keys_of(name):
        assert KeyOpenings([key]).may_hold(name), key


@given(COMPOSED | st.text(max_size=30))
@settings(deadline=None, max_examples=400)
def test_a_composed_name_may_hold_the_key_of_each_of_its_forms(name):
    assert all(KeyOpenings([key]).may_hold(name) for _, key in keys_of(name))


def test_a_name_holds_no_key_that_begins_with_other_words():
    keys = KeyOpenings(["novasteelltd", "novasteel", "gsteel nova"])

    assert keys.may_hold("Nova Steel")
    assert not keys.may_hold("Nova Iron Ltd")
    assert not keys.may_hold("Alphen Holding")
