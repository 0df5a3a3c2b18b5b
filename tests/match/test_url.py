"""`url` cells; the cases are in `tests/cases/url.jsonl`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match.address import read_address
from atlas_grader.match.url import RULES
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import Verdict

COLUMN = Column("website", CellType.URL)
PAGE = "https://lakemuseum.ca/hours"


def verdict(gold, answer, addresses=()):
    cell = Cell(fold_characters(answer), addresses=tuple(addresses))
    return RULES.compile(COLUMN, (gold,), ())(cell)


def test_a_link_whose_text_shows_another_site_is_not_trusted():
    found = verdict(PAGE, "https://lakemuseum.ca/hours", ["https://evil.example/x"])

    assert found.verdict is Verdict.UNDECIDED


def test_several_links_are_not_a_choice_of_the_right_one():
    found = verdict(PAGE, "Site, Tours", ["https://lakemuseum.ca/tours", PAGE])

    assert found.verdict is not Verdict.MATCH


@pytest.mark.parametrize(
    "text", ["Node", "3.14", "e.g. this", "v1.2.3", "10 km", "a@b.example", "..", "http://", "://x"]
)
def test_what_is_no_address_is_not_read_as_one(text):
    assert read_address(text) is None


HOSTS = st.from_regex(r"[a-z]{3,8}(\.[a-z]{3,8}){0,2}\.(org|com|ca)", fullmatch=True)
PATHS = st.from_regex(r"(/[a-z0-9]{1,6}){0,3}", fullmatch=True)


@given(HOSTS, PATHS)
def test_what_never_changes_a_page_never_changes_the_verdict(host, path):
    gold = f"https://{host}{path}"
    for written in (
        f"http://www.{host}{path}/",
        f"{host.upper()}{path}?utm_source=x#top",
        f"<{gold}>",
        f"//{host}{path}",
    ):
        assert verdict(gold, written).verdict is Verdict.MATCH


@given(HOSTS, PATHS, PATHS)
def test_pages_of_one_host_match_only_if_their_paths_agree(host, path, other):
    expected = Verdict.MATCH if path == other else Verdict.MISMATCH

    assert verdict(f"https://{host}{path}", f"https://{host}{other}").verdict is expected


@given(st.text(max_size=80) | st.text("htps:/w.aco?&=%23#@[]()-xn ", max_size=60))
def test_no_text_raises(text):
    read_address(fold_characters(text))
    verdict(PAGE, text)
    verdict(PAGE, "link", [text])


@pytest.mark.parametrize(
    "text",
    [
        "http://" + "a" * 4000,
        "a." * 2000,
        "https://x.org/" + "%E2" * 1300,
        "https://x.org/" + "../" * 1300,
        "https://x.org/?" + "a=1&" * 1000,
        "xn--" + "9" * 4000 + ".org",
        "http://x.org " * 300,
        "(" * 4000,
        "@" * 4000,
        "a-" * 2000,
        "https://[" + ":" * 4000,
    ],
    ids=lambda text: text[:12],
)
def test_hostile_text_gets_a_verdict(text):
    verdict(PAGE, PAGE)

    assert verdict(PAGE, text).verdict is not Verdict.MATCH


def test_a_wiki_writes_a_space_as_an_underscore():
    wiki, other = "https://en.wikipedia.org/wiki/Lake_Como", "https://example.org/Lake_Como"

    assert verdict(wiki, wiki.replace("_", "%20")).verdict is Verdict.MATCH
    assert verdict(other, other.replace("_", "%20")).verdict is Verdict.MISMATCH


@pytest.mark.parametrize("words", ["not", "instead of", "originally", "the wrong address is"])
def test_a_word_that_turns_the_meaning_leaves_an_address_open(words):
    page = "https://lakemuseum.ca/hours"

    assert verdict(page, f"{words} {page}").verdict is Verdict.UNDECIDED
    assert verdict(page, f"see {page} for details").verdict is Verdict.MATCH
