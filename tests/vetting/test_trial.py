"""Whether gold can be reached, is documented and not given away: what `atlas validate` asks beyond cells."""

from dataclasses import replace

import pytest

from atlas_grader.errors import Severity
from atlas_grader.tasks import (
    CellType,
    Choice,
    Citation,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    NearMiss,
    State,
    UngradedReason,
)
from atlas_grader.vetting.hints import hint_findings
from atlas_grader.vetting.papers import paper_findings
from atlas_grader.vetting.trial import trial_findings
from tests.lakes import GOLD, LAKE, TASK, cell, row


def told(findings):
    return [f"{found.message} - at `{found.path}`" for found in findings]


# Gold as an answer


def test_gold_as_an_answer_scores_one_and_near_misses_nothing():
    gold = replace(GOLD, near_misses=(NearMiss((EntityPart("Caspian Sea"),)),))

    assert told(trial_findings(TASK, gold)) == []


def test_rows_that_no_answer_can_tell_apart_are_told():
    gold = replace(GOLD, rows=(row("Como"), row("Como", "410 m")))
    found = told(trial_findings(TASK, gold))

    assert "expected gold as an answer to score 1, got discovery F1" in " ".join(found)


def test_a_near_miss_that_is_a_row_is_told():
    gold = replace(GOLD, near_misses=(NearMiss((EntityPart("Como"),)),))

    assert told(trial_findings(TASK, gold))[-1] == (
        'expected a near miss as an answer to score nothing, got points for "Como" - at `$.near_misses[0]`'
    )


# Papers


def papers(gold=GOLD, task=TASK):
    return told(paper_findings(task, gold))


def test_documented_gold_has_nothing_to_say():
    assert papers() == []


def test_gold_says_why_no_row_is_missing():
    assert papers(replace(GOLD, completeness="")) == [
        "expected `completeness`, how it is known that no row is missing, got none - at `$`"
    ]


def cited(*urls):
    found = tuple(Citation(url) for url in urls)
    cells = {"depth": replace(cell("3 m"), citations=found), "salt": replace(cell("no"), citations=found)}
    return Gold("lakes", (replace(row("Como"), cells=cells),), completeness="One.")


@pytest.mark.parametrize(
    "urls",
    [
        ("https://example.org/a", "https://www.example.org/b"),
        ("https://en.example.org/a", "https://de.example.org/a"),
        ("https://data.gov.uk/a", "https://www.data.gov.uk/b"),
    ],
)
def test_two_pages_of_one_site_are_one_site(urls):
    assert "expected citations of two sites or more" in papers(cited(*urls))[0]


@pytest.mark.parametrize(
    "urls",
    [
        ("https://example.org/a", "https://example.com/a"),
        ("https://one.co.uk/a", "https://other.co.uk/a"),
        ("https://volcano.si.edu/a", "https://en.wikipedia.org/a"),
        ("https://[::1", "https://example.org/a"),
    ],
)
def test_two_sites_are_two(urls):
    assert papers(cited(*urls)) == []


@pytest.mark.parametrize(
    ("reason", "note", "missing"),
    [
        (None, "They differ", "no reason"),
        (UngradedReason.CONFLICT, "", "no note"),
        (None, "", "no reason and no note"),
    ],
)
def test_an_ungraded_cell_says_why(reason, note, missing):
    unknown = GoldCell(State.UNGRADED, note=note, reason=reason)
    lake = replace(row("Como"), cells={"depth": unknown, "salt": cell("no")})
    (message,) = papers(replace(GOLD, rows=(lake,)))

    assert message.endswith(f"got {missing} - at `$.rows[0].cells.depth`")


def test_a_translation_is_into_another_language():
    found = list(paper_findings(replace(TASK, translations={"en-GB": "Which lakes?", "de": "Welche?"}), GOLD))

    assert told(found) == [
        'expected another language than the question\'s, got "en-GB" - at `$.translations`'
    ]
    assert found[0].severity is Severity.ERROR


# Choices


@pytest.mark.parametrize(
    ("choices", "tells"),
    [("dbca", True), ("dxbcya", True), ("abcd", False), ("dbac", False), ("dba", False)],
)
def test_choices_in_the_order_of_golds_rows_tell_the_answer(choices, tells):
    kind = Column("kind", CellType.ENUM, choices=tuple(map(Choice, choices)))
    rows = [GoldRow((EntityPart(f"Lake {name}"),), {"kind": cell(name)}) for name in "dbca"]
    task = replace(TASK, columns=(LAKE, kind))
    found = told(hint_findings(task, Gold(TASK.id, tuple(rows))))

    assert any("expected choices in an order of their own" in each for each in found) is tells
