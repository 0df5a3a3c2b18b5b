"""Whether a model can judge: six trifles, asked once, but for the first of them, which begins every run."""

import asyncio

import pytest

from atlas_grader.judge.calls import OutageError
from atlas_grader.judge.fitness import _TRIFLES, require_fit
from atlas_grader.judge.requests import id_of, request_of
from tests.judge.desks import IDENTITY, Desk
from tests.judge.server import asked_in, honest, verdict

ALIKE = honest(lambda kind, told, item: "match" if item["gold"] == item["cell"].title() else "mismatch")


def wrong_on(trifle):
    """Tells all trifles but one."""

    def script(body, number):
        _, _, item = asked_in(body)
        if item["id"] != id_of(trifle):
            return ALIKE(body, number)
        wrong = {"match": "mismatch", "mismatch": "match"}.get(_TRIFLES[trifle], "g1")
        return verdict(item["id"], wrong)

    return script


def try_out(desk):
    asyncio.run(require_fit(desk, IDENTITY))


@pytest.mark.parametrize("trifle", _TRIFLES, ids=lambda trifle: trifle.item)
def test_a_model_that_fails_one_trifle_of_six_cannot_judge(trifle):
    desk = Desk(wrong_on(trifle))

    with pytest.raises(
        OutageError, match=r"cannot judge: asked one of six trifles, .* twice, the model's reply is wrong"
    ):
        try_out(desk)
    is_first = trifle == next(iter(_TRIFLES))
    assert len(desk.requests) == (2 if is_first else 6 + 1)  # what it got wrong once more


def test_of_trifles_that_are_known_the_first_is_asked_and_no_other():
    desk = Desk(ALIKE)
    try_out(desk)
    try_out(desk)

    first = request_of(next(iter(_TRIFLES)))
    assert [desk.requests[0], *desk.requests[6:]] == [first, first]


def test_all_trifles_are_asked_if_one_is_not_known():
    desk = Desk(ALIKE)
    try_out(desk)
    desk.kept.popitem()
    try_out(desk)

    assert len(desk.requests) == 6 + 6


def test_a_model_that_fails_the_first_trifle_though_it_told_it_before_cannot_judge():
    first = next(iter(_TRIFLES))
    desk = Desk(ALIKE)
    try_out(desk)
    desk.script = wrong_on(first)

    with pytest.raises(OutageError, match="the model's reply is wrong"):
        try_out(desk)
    assert len(desk.requests) == 6 + 2
