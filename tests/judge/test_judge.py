"""A judge in a program: what it pays for, what it tells again, and who may ask it."""

import asyncio
import inspect
import json
import re
import signal
import sqlite3
import threading
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import date
from decimal import Decimal
from itertools import count
from pathlib import Path

import pytest

from atlas_grader import Grader, JudgeOptions, open_judge
from atlas_grader.answers import Answer, RowsContent
from atlas_grader.errors import UsageError
from atlas_grader.judge.believing import asked_if_right
from atlas_grader.judge.calls import CallFailedError, OutageError, Reply, Usage
from atlas_grader.judge.client import Client
from atlas_grader.judge.judge import Edges, Judge
from atlas_grader.judge.ledger import Ledger
from atlas_grader.judge.loop import OwnLoop
from atlas_grader.judge.prices import cost, price_of
from atlas_grader.judge.requests import request_of
from atlas_grader.judge.spending import Purse, _most_for
from atlas_grader.questions import Docket, Kind, Lookups, Question, canonical
from atlas_grader.report.progress import no_progress
from atlas_grader.session import grade_files
from tests.judge.desks import body_of
from tests.judge.samples import JUDGE, call, calls_in, excerpt_of, keep
from tests.judge.server import KEY, Fault, JudgeServer, Says, asked_in, error, honest

PRICE = price_of("gpt-6-luna", date(2026, 11, 30))
EDGES = Edges(str, str)
CONTEXT = canonical({"question": "Which?", "column": {"name": "town"}})


def alike(kind, told, item):
    same = str(item["gold"]).casefold() == str(item["cell"]).casefold()
    return "match" if same else "mismatch"


class Service:
    """Answers at once, and cheaply."""

    concurrency = 1
    probe = None

    def __init__(self):
        self.cells = []
        self.is_closed = False

    async def call(self, request, again):
        await asyncio.sleep(0)
        kind, _, item = asked_in(body_of(request))
        self.cells += [item["cell"]] if kind == "cell" else []
        return Reply(honest(alike)(body_of(request), 1), Usage(prompt=10, completion=1), 0.0)

    async def close(self):
        self.is_closed = True


NUMBERS = count(1000)


def judge(service=None, ledger=None, cap=None, given=None):
    edges = Edges(lambda: "2026-11-30T12:00:00Z", lambda: f"{next(NUMBERS):032x}")
    opened = Judge(JUDGE, ledger or Ledger.in_memory(), given, Purse(PRICE, cap), edges)
    return opened.may_ask(service or Service())


def keyed(*cells):
    questions = (
        Question(
            Kind.CELL,
            CONTEXT,
            canonical({"gold": "Aurland", "cell": cell}),
            decoys=('{"gold": "Elsewhere"}',) * 3,
        )
        for cell in cells
    )
    return {question.key(JUDGE.text): question for question in questions}


def test_a_cap_sets_aside_what_the_calls_under_way_may_cost_and_not_all_that_is_still_to_be_asked():
    many = keyed(*(f"place {number}" for number in range(1000)))
    with judge(cap=Decimal("0.05")) as asked:
        assert len(asked.ask(many)) == len(many)

    assert asked.purse.spent < Decimal("0.002")


def test_a_ledger_that_fails_while_asking_is_told_as_what_it_is():
    class Full(Ledger):
        def record(self, judge, calls, said):
            raise UsageError("the disk is full")

    with judge(ledger=Full.in_memory()) as asked, pytest.raises(UsageError, match="the disk is full"):
        asked.ask(keyed("a place"))


def test_what_it_has_ruled_in_this_run_is_told_again_and_not_asked_again():
    service = Service()
    with judge(service) as asked:
        first = asked.ask(keyed("a place", "another place"))
        told = len(service.cells)

        assert asked.ask(keyed("a place")) == {key: first[key] for key in keyed("a place")}
        assert len(service.cells) == told


def test_what_was_given_and_cannot_be_a_ruling_is_asked_anew_and_replaced():
    bad, good = keyed("a place"), keyed("another place")
    given = excerpt_of((call(99), dict.fromkeys(bad, "7") | dict.fromkeys(good, "several")))
    service = Service()
    with judge(service, given=given) as asked:
        told = asked.ask(bad)
        kept = asked.excerpt([*bad, *good])

    assert list(told.values()) == ["mismatch"]
    assert kept.rulings == told | dict.fromkeys(good, "several")
    assert call(99) not in calls_in(kept, *bad)
    assert calls_in(kept, *good) == [call(99)]


def test_what_was_given_and_cannot_be_a_ruling_does_not_hide_ones_own(tmp_path):
    question = keyed("a place")
    given = excerpt_of((call(99), dict.fromkeys(question, "7")))
    with judge(ledger=Ledger.open(tmp_path / "l.sqlite3"), given=given) as asked:
        first = asked.ask(question)
    service = Service()
    with judge(service, Ledger.open(tmp_path / "l.sqlite3"), given=given) as asked:
        assert asked.ask(question) == first
        assert asked.excerpt(question).rulings == first

    assert not service.cells


def test_two_graders_with_dockets_of_one_judge_both_learn_what_it_rules(grader):
    release = grader.release
    answer = [{"peak": "Everest", "countries": "Nepal, more or less in those words"}]
    with judge() as asked:
        graders = [Grader(release, docket=asked.docket()) for _ in range(2)]
        first, second = (one.grade("eight-thousanders", answer, asked) for one in graders)

    assert first.judged_cells == second.judged_cells == 1


def test_grading_with_a_judge_asks_about_that_answer_only(grader):
    told = ["Nepal, more or less in those words", "as some people say, China"]
    answers = [[{"peak": "Everest", "countries": countries}] for countries in told]
    service = Service()
    with judge(service) as asked:
        judging = Grader(grader.release, docket=asked.docket())
        judging.grade("eight-thousanders", answers[0])
        judging.grade("eight-thousanders", answers[1], asked)

    assert told[1] in service.cells
    assert told[0] not in service.cells


NEPAL = [{"peak": "Everest", "countries": "Nepal, more or less in those words"}]


def test_a_grader_is_graded_with_by_no_judge_but_that_of_its_docket(grader):
    with (
        judge() as asked,
        Judge(replace(JUDGE, model="b"), Ledger.in_memory(), None, Purse(PRICE), EDGES) as b,
    ):
        for docket, got in ((asked.docket(), f"got that of {JUDGE.label}"), (None, "got none")):
            grading = Grader(grader.release, docket=docket)
            with pytest.raises(UsageError, match=rf"docket=judge.docket\(\)\), {got}$"):
                grading.grade("eight-thousanders", NEPAL, b)
            with pytest.raises(UsageError, match=got):
                grade_files(grading, ["a"], common=False, out=None, workers=1, progress=no_progress, judge=b)


def test_a_judge_that_gives_what_no_question_can_have_is_asked_once_and_leaves_it_open(grader):
    class Vague:
        identity = "vague"
        times = 0

        def ask(self, questions):
            self.times += 1
            return {**dict.fromkeys(questions, "yes"), "another question": "match"}

        def use(self, keys):
            assert not keys

    vague = Vague()
    grading = Grader(grader.release, docket=Docket("vague", "vague", {}))
    report = grading.grade("eight-thousanders", NEPAL, vague)

    assert vague.times == 1
    assert (report.judged_cells, report.open_cells) == (0, 1)


def test_who_takes_note_of_rulings_has_the_turn():
    with judge() as asked:

        class Watched(set):
            def update(self, keys):
                assert asked._turn.locked()
                super().update(keys)

        asked.used = Watched()
        asked.use(["a", "b"])

    assert asked.used == {"a", "b"}


def test_other_judges_are_told_of_only_where_there_is_no_ruling_of_its_own():
    other, ledger = replace(JUDGE, model="another"), Ledger.in_memory()
    keep(ledger, other, call(1), dict.fromkeys(keyed("a place"), "match"))
    with judge(ledger=ledger) as asked:
        assert asked.others == [other]
        keep(ledger, JUDGE, call(2), dict.fromkeys(keyed("a place"), "match"))
        assert asked.others == ()


def test_threads_may_share_a_judge():
    service, told = Service(), {}

    def ask(number):
        told[number] = asked.ask(keyed(f"place {number}", "a place"))

    with judge(service) as asked:
        threads = [threading.Thread(target=ask, args=[number]) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert [len(rulings) for rulings in told.values()] == [2] * 8
    assert service.cells.count("a place") == 1


def test_a_judge_can_be_asked_where_an_event_loop_runs_as_in_a_notebook():
    service = Service()

    async def notebook():
        with judge(service) as asked:
            return asked.ask(keyed("a place"))

    assert len(asyncio.run(notebook())) == 1
    assert service.is_closed


def test_the_ledger_is_closed_even_if_the_service_cannot_be():
    class Stuck(Service):
        async def close(self):
            raise OSError("stuck")

    ledger = Ledger.in_memory()
    with pytest.raises(OSError, match="stuck"), judge(Stuck(), ledger) as asked:
        asked.ask(keyed("a place"))
    with pytest.raises(sqlite3.ProgrammingError):
        ledger.rulings(JUDGE)


def test_a_judge_that_cannot_be_had_leaves_no_ledger_open(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    closed = []
    monkeypatch.setattr(Ledger, "close", lambda ledger: closed.append(ledger))

    with pytest.raises(UsageError):
        open_judge(JudgeOptions(ledger=Path(__file__, "rulings.jsonl")), {"OPENAI_API_KEY": "a key"})
    assert len(closed) == 1


class Dear(Service):
    """Bills the worst: a token for each byte, all of them written to its cache, and the longest reply."""

    def __init__(self):
        super().__init__()
        self.costs = []

    async def call(self, request, again):
        reply = await super().call(request, again)
        told = len((request.system + request.user + json.dumps(request.schema)).encode())
        usage = Usage(told, 0, told, request.most_tokens, 0)
        self.costs.append(cost(usage, PRICE))
        return replace(reply, usage=usage)


@pytest.mark.parametrize("concurrency", [1, 8, 64])
@pytest.mark.parametrize("cap", ["0.05", "0.2"])
def test_a_cap_is_never_passed_and_used_as_far_as_it_goes(cap, concurrency):
    service = Dear()
    service.concurrency = concurrency
    with judge(service, cap=Decimal(cap)) as asked:
        rulings = asked.ask(keyed(*(f"place {number}" for number in range(900))))

    assert Decimal(cap) * 4 / 5 < sum(service.costs) == asked.purse.spent <= Decimal(cap)
    assert rulings
    assert "--max-cost" in asked.trouble


def test_a_cap_on_calls_whose_cost_is_not_known_says_so():
    class Silent(Service):
        async def call(self, request, again):
            return replace(await super().call(request, again), usage=None)

    with judge(Silent(), cap=Decimal(1)) as asked:
        asked.ask(keyed(*(f"place {number}" for number in range(90))))

    assert "does not tell how many tokens a call took" in asked.trouble


@pytest.mark.parametrize("first", ["mismatch", "match"])
def test_of_two_runs_that_ask_the_same_at_once_both_go_on_with_what_was_said_first(tmp_path, first):
    """And ship the calls that said it, not those that said something else."""
    cell, calls = {"mismatch": ("aurland", 1), "match": ("a place", 2)}[first]
    (key,) = question = keyed(cell)
    path = tmp_path / "l.sqlite3"

    class Late(Service):
        async def call(self, request, again):
            reply = await super().call(request, again)
            if cell in request.user and "Aurland" in request.user:
                with Ledger.open(path) as other:
                    other.record(JUDGE, [call(77)], {key: first})
            return reply

    with judge(Late(), Ledger.open(path)) as asked:
        assert asked.ask(question) == {key: first}
        behind = asked.excerpt(question).behind[key]

    assert call(77).id in behind
    assert len(behind) == calls


def test_what_is_ruled_when_the_cap_is_reached_is_not_counted_as_left():
    many = keyed(*(f"place {number}" for number in range(60)))
    given = excerpt_of((call(99), dict.fromkeys(many, "7")))  # which is no ruling of any
    with judge(Dear(), cap=Decimal("0.1"), given=given) as asked:
        rulings = asked.ask(many)
        left = {key: question for key, question in many.items() if key not in rulings}
        told = asked.purse.why_not(asked.estimate(left))

        assert 20 < len(rulings) < 60
        assert asked.trouble == told != asked.purse.why_not(asked.estimate(many))


def test_what_a_given_ledger_says_is_never_built_upon(tmp_path):
    """Who makes up what was said of the variants of a question must not have the judge rule as they like."""
    (key,) = asked_for = keyed("a place")
    every = [key, *(variant.key(JUDGE.text) for variant in asked_if_right(asked_for[key]))]
    given = excerpt_of((call(99), dict.fromkeys(every, "mismatch") | {key: "7"}))
    forged = excerpt_of((call(99), dict.fromkeys(every[1:], "match")))
    for made_up in (given, forged):
        with judge(ledger=Ledger.open(tmp_path / "l.sqlite3"), given=made_up) as asked:
            assert asked.ask(asked_for) == {key: "mismatch"}
    with Ledger.open(tmp_path / "l.sqlite3") as ledger:
        assert call(99).id not in ledger.excerpt(JUDGE, every).calls


def test_a_kept_ruling_names_every_call_that_was_made_for_it():
    service = Service()
    with judge(service) as asked:
        asked.ask(keyed("Aurland"))
        kept = asked.excerpt(keyed("Aurland"))
        whole = asked.purse

    assert [one.usage for one in kept.calls.values()] == [Usage(prompt=10, completion=1)] * 2
    assert whole.calls == 6 + 2  # the trifles are behind all rulings, and no one's
    assert sum(one.cost for one in kept.calls.values()) == whole.spent / 4


def test_what_was_said_twice_for_one_ruling_is_kept_as_two_calls():
    class Stammering(Service):
        async def call(self, request, again):
            reply = await super().call(request, again)
            return replace(reply, text="", usage=None) if self.cells.count("a place") == 1 else reply

    with judge(Stammering()) as asked:
        asked.ask(keyed("a place"))
        number = asked.purse.calls
        kept = asked.excerpt(keyed("a place"))

    assert number == 6 + 2
    assert sorted(one.usage is None for one in kept.calls.values()) == [False, True]
    assert [one.cost for one in kept.calls.values() if one.usage is None] == [None]
    assert asked.purse.unknown == 1


def calls_kept(ledger):
    (number,) = ledger._database.execute("SELECT count(*) FROM call").fetchone()
    return number


def test_a_probe_is_paid_for_and_kept():
    class Doubted(Service):
        async def call(self, request, again):
            if "place 1" in request.user:
                failed = CallFailedError("gone")
                failed.probe = Reply("", Usage(prompt=10, completion=1), 0.0)
                raise failed
            return await super().call(request, again)

    with judge(Doubted(), ledger := Ledger.in_memory()) as asked:
        asked.ask(keyed("place 0", "place 1"))
        kept = calls_kept(ledger)

    assert kept == asked.purse.calls
    assert asked.purse.calls == 6 + 1 + 1
    assert asked.purse.usage == Usage(prompt=80, completion=8)


def test_an_attempt_that_may_be_billed_counts_against_a_cap():
    class Lost(Service):
        def __init__(self):
            super().__init__()
            self.attempts = 0

        async def call(self, request, again):
            if "Aurland" not in request.user:
                return await super().call(request, again)
            self.attempts += 1
            while again():
                self.attempts += 1
            raise CallFailedError("no whole reply")

    service = Lost()
    with judge(service, cap=Decimal("0.02")) as asked:
        asked.ask(keyed(*(f"place {number}" for number in range(90))))

    most = 4_000 * PRICE.output / 10**6
    assert 5 < service.attempts == asked.purse.lost <= Decimal("0.02") / most
    assert "--max-cost" in asked.trouble
    assert f"{service.attempts} attempts without a reply may be billed too" in "\n".join(asked.purse.lines(1))


def test_nothing_stays_set_aside_however_a_sum_is_rounded():
    third = Decimal(1) / 3
    purse = Purse(replace(PRICE, input=third, output=third * 10**9), Decimal(10) ** 40)
    requests = [request_of(question) for question in keyed("a place", "another place", "x").values()]
    reserved = [purse.reserve(request) for request in requests]
    for amount in reserved:
        purse.free(amount)

    assert (purse.under_way, purse._reserved) == (0, 0)


def test_an_interrupt_in_a_notebook_ends_the_calls_under_way():
    ended, sent = threading.Event(), []

    class Slow(Service):
        async def call(self, request, again):
            if "Aurland" in request.user and not sent:
                sent.append(request)
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
                try:
                    await asyncio.sleep(600)
                except asyncio.CancelledError:
                    ended.set()
                    raise
            return await super().call(request, again)

    async def notebook():
        # The first interrupt of a loop of its own asyncio handles otherwise; a notebook's raises.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with judge(Slow()) as asked:
            asked.ask(keyed("a place"))

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(notebook())
    assert ended.wait(60)


def test_grading_many_answers_in_a_program_gathers_nothing(grader):
    docket = Docket("", "", {})
    grading = Grader(grader.release, docket=docket)
    answer = Answer("eight-thousanders", RowsContent(({"peak": "Everest", "countries": "Nepal, so to say"},)))
    grading.grade(answer.task_id, answer.content)
    grading.grade_run([answer])

    assert docket.take() == Lookups()
    grading.report(answer)
    assert docket.take().open


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"ledger": "x.jsonl"}, "ledger: expected a pathlib.Path, got 'x.jsonl'"),
        ({"prices": "x.json"}, "prices: expected a pathlib.Path"),
        ({"max_cost": "0.5"}, "max_cost: expected an amount in USD"),
        ({"max_cost": 0.5}, "max_cost: expected an amount in USD"),
        ({"max_cost": Decimal(-1)}, "max_cost: expected an amount in USD"),
        ({"max_cost": Decimal("NaN")}, "max_cost: expected an amount in USD"),
        ({"concurrency": 0}, "concurrency: expected a whole number of 1 or more, got 0"),
        ({"concurrency": 2.5}, "concurrency: expected a whole number"),
        ({"timeout": 0}, "timeout: expected seconds"),
        ({"timeout": float("inf")}, "timeout: expected seconds"),
        ({"fresh": True, "offline": True}, "fresh: expected a judge to ask"),
        ({"fresh": True, "ledger": Path("x.jsonl")}, "fresh: expected a judge to ask"),
        ({"dry_run": True, "offline": True}, "dry_run: expected a judge to ask, got offline"),
        ({"model": 5}, "model: expected the name of a model as text, got 5"),
        ({"effort": 3}, 'effort: expected an effort as text, such as "low", got 3'),
        ({"base_url": b"http://x/v1"}, "base_url: expected an address as text"),
        ({"offline": "no"}, "offline: expected True or False, got 'no'"),
        ({"fresh": 1}, "fresh: expected True or False, got 1"),
        ({"concurrency": True}, "concurrency: expected a whole number"),
        ({"timeout": True}, "timeout: expected seconds"),
        ({"notice": "x"}, "notice: expected a function of one text, got 'x'"),
    ],
)
def test_what_cannot_be_chosen_of_a_judge_is_told_where_it_is_chosen(options, told):
    with pytest.raises(UsageError, match=re.escape(told)):
        JudgeOptions(**options)


@pytest.mark.parametrize("name", [field.name for field in fields(JudgeOptions)])
def test_no_option_of_a_judge_takes_just_anything(name):
    with pytest.raises(UsageError, match=f"^{name}: expected .*, got <object object"):
        JudgeOptions(**{name: object()})


def test_the_environment_is_in_no_signature():
    """`help()` shows the values of defaults."""
    assert not any(
        isinstance(parameter.default, Mapping)
        for parameter in inspect.signature(open_judge).parameters.values()
    )


class Failing(Service):
    """Knows the trifles, and then only fails."""

    def __init__(self, error):
        super().__init__()
        self.error = error
        self.failures = 0

    async def call(self, request, again):
        if "Aurland" in request.user:
            self.failures += 1
            raise self.error
        return await super().call(request, again)


def test_after_an_outage_nothing_more_is_asked():
    service = Failing(OutageError("the server is gone"))
    with judge(service) as asked:
        assert not asked.ask(keyed("a place"))
        assert not asked.ask(keyed("another place"))

    assert service.failures == 1
    assert asked.trouble == "the server is gone"


def test_what_a_failed_call_left_open_is_not_asked_again_in_this_run_but_others_are():
    service = Failing(CallFailedError("no reply"))
    with judge(service) as asked:
        for _ in range(2):
            assert not asked.ask(keyed("a place"))
        assert service.failures == 1
        asked.ask(keyed("another place"))

    assert service.failures == 2
    assert (asked.trouble, asked.failure) == ("", "no reply")


def test_what_the_ledger_knows_is_not_asked_and_a_step_as_well():
    known, ledger = keyed("a place", "another place"), Ledger.in_memory()
    keep(ledger, JUDGE, call(99), dict.fromkeys(known, "match"))
    service, steps = Service(), []
    with judge(service, ledger) as asked:
        told = asked.ask(known | keyed("a third place"), steps.append)

    assert sorted(told.values()) == ["match", "match", "mismatch"]
    assert steps == [2, 1]
    assert {"a place", "another place"}.isdisjoint(service.cells)


def test_without_a_model_to_ask_a_judge_tells_what_is_known_and_can_be_a_ruling():
    bad, good = keyed("a place"), keyed("another place")
    given = excerpt_of((call(99), dict.fromkeys(bad, "7") | dict.fromkeys(good, "several")))
    with Judge(JUDGE, Ledger.in_memory(), given, Purse(PRICE), Edges(str, str)) as silent:
        assert silent.ask(bad | good | keyed("a third place")) == dict.fromkeys(good, "several")
    assert not silent.asks


@pytest.mark.parametrize("may_pass", [True, False])
@pytest.mark.parametrize("kind", [OutageError, CallFailedError])
def test_whether_a_trouble_or_failure_may_pass_is_told_with_it(kind, may_pass):
    with judge(Failing(kind("gone", may_pass=may_pass))) as asked:
        assert asked.may_pass
        asked.ask(keyed("a place"))

    assert (asked.trouble or asked.failure, asked.may_pass) == ("gone", may_pass)


def test_what_an_outage_kept_from_being_asked_does_not_count_as_asked():
    first, second = keyed("a place"), keyed("another place")
    service = Service()
    with judge(service) as asked:
        asked.ask(first)
        service.call = Failing(OutageError("gone")).call
        asked.ask(second)

    assert asked.asked == first


def test_where_a_loop_was_left_running_nothing_is_asked_and_that_is_told_as_an_outage():
    """As by a user of a notebook who interrupts once more while calls are being ended."""
    begun, over = threading.Event(), threading.Event()

    async def ending():
        begun.set()
        while not over.is_set():
            await asyncio.sleep(0.01)

    service, loop = Service(), OwnLoop()
    thread = threading.Thread(target=loop.run, args=[ending()])
    thread.start()
    begun.wait()
    with judge(service) as asked:
        asked._loop = loop
        assert asked.ask(keyed("a place")) == {}
        asked._close_service()
        loop.close()
    over.set()
    thread.join()
    loop.close()

    assert "interrupted twice" in asked.trouble
    assert not asked.asked
    assert not service.cells


# With the client, against a server


async def no_sleep(seconds):
    del seconds


def client_of(server, concurrency=1):
    return Client("m", "", KEY, server.url, concurrency=concurrency, attempts=1, sleep=no_sleep)


def is_trifle(body):
    return "Aurland" not in body["messages"][1]["content"]


def knowing(otherwise):
    """Tells the trifles, and of all else what is told."""
    return lambda body, number: honest(alike)(body, number) if is_trifle(body) else otherwise(body, number)


def test_texts_that_are_refused_at_first_keep_the_judge_from_no_others(tmp_path):
    def filtering(body, number):
        refusal = error(400, "The prompt was filtered.", code="content_filter")
        return refusal if "FILTERED" in body["messages"][1]["content"] else honest(alike)(body, number)

    bad, good = (f"FILTERED {number}" for number in range(3)), keyed("another place")
    with JudgeServer(knowing(filtering)) as server:
        with judge(client_of(server), Ledger.open(tmp_path / "l.sqlite3")) as before:
            before.ask(keyed("a place"))
        told = len(server.requests)
        with judge(client_of(server), Ledger.open(tmp_path / "l.sqlite3")) as asked:
            rulings = asked.ask(keyed(*bad) | good)

    assert rulings.keys() == good.keys()
    assert asked.trouble == ""
    # The first trifle, once more, and each text once.
    assert server.requests[told].body == server.requests[0].body
    assert len(server.requests) == told + 1 + 4


def test_the_probe_is_a_trifle_whatever_is_known(tmp_path):
    probes = []
    with JudgeServer(honest(alike)) as server:
        for cell in ("a place", "another place"):
            service = client_of(server)
            with judge(service, Ledger.open(tmp_path / "l.sqlite3")) as asked:
                asked.ask(keyed(cell))
            probes.append(service.probe)

    assert probes[0] == probes[1]
    assert probes[0].user == server.requests[0].body["messages"][1]["content"]


def dearly(text, body):
    """Says a text, and bills the most that its call may cost."""
    schema = body["response_format"]["json_schema"]["schema"]
    texts = [*(message["content"] for message in body["messages"]), json.dumps(schema)]
    told = len("".join(texts).encode()) + 200
    usage = {"prompt_tokens": told, "completion_tokens": body["max_completion_tokens"]}
    return Says(text, {**usage, "prompt_tokens_details": {"cache_write_tokens": told}})


@pytest.mark.parametrize("is_enough", [True, False])
def test_what_is_set_aside_for_a_call_covers_the_probe_that_may_follow(is_enough):
    """Three short texts make the server fail, and once more in the end; that bills nothing but the probe."""

    def script(body, number):
        return dearly(honest(alike)(body, number), body) if is_trifle(body) else error(500, "?")

    cells = keyed("a", "b", "c")
    with JudgeServer(script) as server:
        with judge(service := client_of(server)) as free:
            free.ask(cells)
        most, whole = _most_for(service.probe, PRICE), free.purse.spent
        assert all(_most_for(request_of(cell), PRICE) < most for cell in cells.values())
        cap = whole if is_enough else whole - Decimal("0.0000001")
        before = len(server.requests)
        with judge(client_of(server), cap=cap) as asked:
            asked.ask(cells)

    assert asked.purse.spent <= cap
    assert len(server.requests) - before == (6 + 2 * (3 + 1) if is_enough else 6 + 3 + 1)
    assert ("--max-cost" in asked.trouble) is not is_enough


@pytest.mark.parametrize("concurrency", [1, 4])
def test_calls_that_an_interrupt_ends_count_as_lost(concurrency):
    arrived = count(1)

    def silent(body, number):
        if next(arrived) == concurrency:
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        return Fault.HANG

    questions = keyed(*(f"place {number}" for number in range(9)))
    with JudgeServer(knowing(silent)) as server:
        service = client_of(server, concurrency)
        with pytest.raises(KeyboardInterrupt), judge(service, cap=Decimal(1)) as asked:
            asked.ask(questions)

    assert asked.purse.lost == concurrency
    assert asked.purse._lost_most == concurrency * _most_for(service.probe, PRICE)  # which is the dearest
    assert (asked.purse._reserved, asked.purse.under_way) == (0, 0)


def test_calls_that_an_error_ends_count_as_lost():
    begun = threading.Event()

    class Full(Ledger):
        def record(self, judge, calls, said):
            if begun.is_set():
                raise UsageError("the disk is full")
            return super().record(judge, calls, said)

    def script(body, number):
        if "the first" in body["messages"][1]["content"]:
            begun.set()
            return Fault.HANG
        begun.wait()
        return honest(alike)(body, number)

    with JudgeServer(knowing(script)) as server:
        service = client_of(server, 2)
        with pytest.raises(UsageError, match="the disk is full"), judge(service, Full.in_memory()) as asked:
            asked.ask(keyed("the first", "the second"))

    assert asked.purse.lost == 1
