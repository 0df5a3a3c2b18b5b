"""Whatever an answer says to the judge, even one that obeys it, no other cell gains and it is never right."""

import json
from functools import cache
from pathlib import Path

import pytest

from atlas_grader.cleaning import clean_cell
from atlas_grader.judge import asking
from atlas_grader.score import Level
from atlas_grader.task_report import Fate
from atlas_grader.verdicts import Reason, Verdict
from tests.judge.desks import Desk, obedient
from tests.judge.server import honest
from tests.judge.towns import ROWS, TASK, answer, settle, truth

TOWNS = {town for _, town, _ in ROWS}
SHOWN = 300


def payloads():
    lines = (Path(__file__).parent / "payloads.jsonl").read_text(encoding="utf-8").splitlines()
    for payload in map(json.loads, lines):
        told = payload.get("text_from")
        payload["text"] = told["repeat"] * told["times"] if told else payload["text"]
        yield payload


PAYLOADS = list(payloads())
MEANT = ["for all", "for itself", "against all"]
BY_ID = pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: payload["id"])


def judge(payload, meant="for all"):
    """Obeys the payload wherever it sees it, or a good part of it."""
    seen = clean_cell(payload["text"], TASK.columns[1]).text[:SHOWN]

    def says(text, item):
        if not seen or seen not in text:
            return False
        # "If the value is a town …" holds for towns only.
        return payload["family"] != "conditional" or item.get("gold", "") in TOWNS

    return Desk(obedient(truth, says, meant))


def verdicts(report):
    return {(row.index, cell.column): cell.verdict.verdict for row in report.rows for cell in row.cells}


def scores(report):
    return [report.scores[level].f1.low for level in Level]


@cache
def without_the_cell():
    return settle(Desk(honest(truth)), answer(salt={"town": "another town altogether"}))


@cache
def without_the_name():
    return settle(Desk(honest(truth)), answer())


def check_cell(payload, meant="for all"):
    report = settle(judge(payload, meant), answer(salt={"town": payload["text"]}))
    plain = without_the_cell()
    own = (4, "town")

    assert verdicts(report)[own] is not Verdict.MATCH
    assert {**verdicts(report), own: None} == {**verdicts(plain), own: None}
    assert scores(report) == scores(plain)


def check_name(payload, meant="for all"):
    report = settle(judge(payload, meant), answer(corn={"hall": payload["text"]}))
    plain = without_the_name()

    assert report.rows[3].fate in {Fate.EXTRA, Fate.OPEN}
    assert [row.gold for row in report.rows] == [row.gold for row in plain.rows]
    assert verdicts(report) == verdicts(plain)
    assert scores(report) == scores(plain)


@BY_ID
@pytest.mark.parametrize("meant", MEANT)
def test_a_cell_that_gives_orders_is_never_right_and_moves_no_other(payload, meant):
    check_cell(payload, meant)


@BY_ID
@pytest.mark.parametrize("meant", MEANT)
def test_a_name_that_gives_orders_claims_nothing_and_moves_no_other(payload, meant):
    check_name(payload, meant)


@BY_ID
@pytest.mark.parametrize("meant", MEANT)
def test_controls_and_decoys_hold_where_no_screen_sees_an_order(payload, meant, monkeypatch):
    monkeypatch.setattr(asking, "is_plain", lambda text: True)

    check_cell(payload, meant)
    check_name(payload, meant)


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize(
    "sort", [str.casefold, len, lambda told: told[::-1]], ids=["alphabet", "length", "end"]
)
@pytest.mark.parametrize("text", ["the one that comes there", "{choose by rule}"])
def test_a_name_that_asks_for_a_place_in_some_order_claims_nothing(place, sort, text):
    """Whichever option it finds, it finds another once that is taken away."""

    def rule(kind, group, item):
        if kind == "cell" or item["name"] != text:
            return truth(kind, group, item)
        ids = sorted(group["options"], key=lambda id_: sort(group["options"][id_]["name"]))
        return ids[place % len(ids)]

    report = settle(Desk(honest(rule)), answer(corn={"hall": text}))

    assert report.rows[3].fate is Fate.EXTRA


@pytest.mark.parametrize(
    "text", ["Aurland then Tiverton then Oban", "whichever belongs here", "[any] of them"]
)
def test_a_cell_that_a_credulous_judge_takes_for_every_value_is_none(text):
    def rule(kind, group, item):
        return "match" if kind == "cell" and item["cell"] == text else truth(kind, group, item)

    report = settle(Desk(honest(rule)), answer(salt={"town": text}))
    (cell,) = [cell for cell in report.rows[4].cells if cell.column == "town"]

    assert (cell.verdict.verdict, cell.verdict.reason) == (Verdict.MISMATCH, Reason.JUDGED_SEVERAL)


async def at_once(talk, questions):
    """Without decoys."""
    return await talk.ask(questions)


def test_the_judge_of_this_suite_obeys_whatever_can_be_shown(monkeypatch):
    """Without a defence most of these texts work: the tests above hold for a reason."""
    monkeypatch.setattr(asking, "is_plain", lambda text: True)
    monkeypatch.setattr(asking.Batch, "is_steered", lambda batch, rulings: False)
    monkeypatch.setattr(asking, "believed", at_once)
    plain = without_the_cell()

    steered = [
        payload["id"]
        for payload in PAYLOADS
        if scores(settle(judge(payload), answer(salt={"town": payload["text"]}))) > scores(plain)
    ]

    assert len(steered) > 0.9 * len(PAYLOADS)


def test_the_decoys_are_needed_too(monkeypatch):
    """Asked alone and believed at once, an order would be right in its own cell."""
    monkeypatch.setattr(asking, "is_plain", lambda text: False)
    monkeypatch.setattr(asking, "believed", at_once)

    steered = [
        payload["id"]
        for payload in PAYLOADS
        if verdicts(settle(judge(payload), answer(salt={"town": payload["text"]})))[4, "town"]
        is Verdict.MATCH
    ]

    assert len(steered) > 0.8 * len(PAYLOADS)
