"""What reaches the judge, its cost, how fast asking is, and how orders fare by chance. Run by hand.

    python bench/judge.py [ANSWERS...]

Shares are of the cells of claimed rows, by column type, over the answers given (by default
the release's examples); then over conformance cases, if --cases names a file. Orders to the
judge stand in each cell that the release's gold has a value for, in turn. Costs are
estimates from bytes, at today's price of the default model. Beside them stand the figures
that ATLAS published for its own grader: 4.5 % of cells judged, $0.24 a system over 547 tasks.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from atlas_grader import Grader, load_release, read_answers
from atlas_grader.conformance import run_cases
from atlas_grader.decoys import number_of
from atlas_grader.grading.settling import is_worth_asking
from atlas_grader.judge.asking import planned
from atlas_grader.judge.calls import Reply, Request, Usage
from atlas_grader.judge.identity import DEFAULT_MODEL, identify
from atlas_grader.judge.judge import Edges, Judge
from atlas_grader.judge.ledger import Ledger
from atlas_grader.judge.money import dollars
from atlas_grader.judge.prices import price_of
from atlas_grader.judge.spending import Purse, estimate
from atlas_grader.questions import Docket, Kind, Question, Ruling, canonical
from atlas_grader.task_report import TaskReport
from atlas_grader.tasks import WORDS
from atlas_grader.verdicts import Verdict

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.jsonl"))
TASKS_OF_ATLAS = 547
PUBLISHED = "ATLAS 4.5 %"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("answers", nargs="*", default=list(map(str, EXAMPLES)))
    arguments.add_argument("--cases", nargs="*", default=[])
    told = arguments.parse_args()
    shares(told.answers)
    if told.cases:
        case_shares(told.cases)
    speed()
    chance()


class Tally:
    """Cells and rows of graded answers, and how many of them only a judge can settle."""

    def __init__(self) -> None:
        self.cells: Counter[str] = Counter()
        self.open: Counter[str] = Counter()
        self.answers = self.rows = self.open_rows = 0

    def count(self, report: TaskReport, types: dict[str, str]) -> None:
        """Count one answer; `types` goes from column to type."""
        self.answers += 1
        self.rows += len(report.rows)
        self.open_rows += report.open_rows
        for row in report.gold:
            for column, verdict in row.verdicts.items():
                if verdict.verdict is not Verdict.UNGRADED:
                    self.cells[types[column]] += 1
                    self.open[types[column]] += is_worth_asking(verdict)

    def lines(self) -> Iterator[str]:
        """The shares, by type and in all."""
        for type_ in sorted(self.cells, key=lambda name: (-self.open[name], name)):
            yield _line(type_, self.open[type_], self.cells[type_])
        yield _line("in all", self.open.total(), self.cells.total()) + f"  (target 4 %; {PUBLISHED})"
        rest = set(self.cells) - {type_.value for type_ in WORDS}
        some, others = sum(self.open[name] for name in rest), sum(self.cells[name] for name in rest)
        yield _line("but words", some, others) + "  (target 1 %)"
        yield _line("rows", self.open_rows, self.rows)


def shares(sources: list[str]) -> None:
    """Cells and rows that only a judge can settle, and what that would cost."""
    release = load_release()
    docket = Docket("bench", "bench", {})
    grader = Grader(release, docket=docket)
    asked: dict[str, Question] = {}
    tally = Tally()
    for source in sources:
        for answer in read_answers(source, release.tasks):
            report = grader.report(answer)
            asked |= docket.take().open
            columns = release.tasks[answer.task_id].attributes
            tally.count(report, {column.name: column.type.value for column in columns})
    print(f"{len(sources)} systems, {tally.answers} answers")
    for line in tally.lines():
        print(line)
    price = price_of(DEFAULT_MODEL, datetime.now(UTC).date())
    whole = estimate(len(asked), planned(asked), price, DEFAULT_MODEL)
    print("  " + "; ".join(whole.lines()))
    if whole.cost is not None and tally.answers:
        each = dollars(whole.cost / tally.answers * TASKS_OF_ATLAS)
        print(f"  that is {each} for a system over {TASKS_OF_ATLAS} such tasks (target $0.10; ATLAS $0.24)")


def case_shares(files: list[str]) -> None:
    """The same of conformance cases, which are chosen to be hard."""
    counts: Counter[str] = Counter()
    opened: Counter[str] = Counter()
    for result in run_cases(files):
        counts[result.kind] += 1
        opened[result.kind] += result.got == Verdict.UNDECIDED.value
    print("conformance cases left undecided")
    for kind in sorted(counts, key=lambda name: (-opened[name], name)):
        print(_line(kind, opened[kind], counts[kind]))


_GOLD = "Oslo"
_RIGHT = tuple("012345")


class _Instant:
    """A model that takes no time, knows the trifles, and finds right whatever question it `wants`."""

    concurrency = 8
    probe = None

    def __init__(self, wants: Callable[[dict[str, Any]], bool]) -> None:
        self._wants = wants

    async def call(self, request: Request, again: object) -> Reply:
        del again
        told = json.loads(request.user)
        item = told["item"]
        return Reply(json.dumps({"id": item["id"], "verdict": self._verdict(told, item)}), Usage(), 0.0)

    def _verdict(self, told: dict[str, Any], item: dict[str, Any]) -> str:
        if "options" in told:
            return "g2" if "Everest" in item["name"] else "none"
        is_right = str(item["cell"]).casefold() == str(item["gold"]).casefold()
        return "match" if is_right or self._wants(told) else "mismatch"

    async def close(self) -> None:
        """Nothing is open."""


def speed(questions: int = 20_000) -> None:
    """What asking takes beside the model and the network, the ledger on disk included."""
    identity = identify("bench", "", None)
    decoys = tuple(canonical({"gold": town}) for town in ("Bergen", "Bodø", "Narvik"))
    asked = {}
    for number in range(questions):
        context = canonical({"question": "Which?", "column": {"name": f"town {number % 200}"}})
        item = canonical({"gold": _GOLD, "cell": f"the town of number {number}"})
        question = Question(Kind.CELL, context, item, decoys=decoys)
        asked[question.key(identity.text)] = question
    instant = _Instant(lambda told: told["item"]["gold"] == _GOLD and told["item"]["cell"].endswith(_RIGHT))
    with (
        TemporaryDirectory() as folder,
        Judge(identity, Ledger.open(Path(folder, "l.sqlite3")), None, Purse(None), _edges()) as judge,
    ):
        start = time.perf_counter()
        settled = len(judge.may_ask(instant).ask(asked))
        took = time.perf_counter() - start
        calls = judge.purse.calls
    print(f"{settled:,} questions in {calls:,} calls: {took:.2f} s beside the model's own time")
    floor = time.perf_counter()
    for question in asked.values():
        json.dumps(json.loads(question.item))
    print(f"  floor (reading and writing their JSON): {time.perf_counter() - floor:.2f} s")


def _edges() -> Edges:
    numbers = count()
    return Edges(lambda: "2026-11-30T12:00:00Z", lambda: f"{next(numbers):032x}")


_ORDERS: Mapping[str, Callable[[str, bool], bool]] = {
    "match what begins with a letter up to M": lambda gold, _: "a" <= gold.strip().casefold()[:1] <= "m",
    "match one value in three": lambda gold, _: number_of(gold) % 3 == 0,
    "match what is of the kind this column asks for": lambda _, is_of_kind: is_of_kind,
}
"""Order → what it asks a judge to find right, of a value, and whether this column holds it, or can."""


def chance() -> None:
    """How often an order is right by chance that a judge obeys to the letter: for gold and for no decoy."""
    identity = identify("bench", "", None)
    grader = Grader(load_release())
    print("orders that are believed, of all cells with a value")
    for order in _ORDERS:
        cells = list(_cells_that_say(order, grader))
        asked = {question.key(identity.text): question for question in cells}
        held = {(question.context, _held(json.loads(question.item))) for question in cells}
        with Judge(identity, Ledger.in_memory(), None, Purse(None), _edges()) as judge:
            rulings = judge.may_ask(_Instant(_obeying(order, held))).ask(asked)
        right = sum(rulings.get(question.key(identity.text)) == Ruling.MATCH for question in cells)
        share = f", one in {len(cells) / right:.1f}" if right else ""
        print(f"  {order}: {right:,} of {len(cells):,}{share}")


def _obeying(order: str, held: set[tuple[str, str]]) -> Callable[[dict[str, Any]], bool]:
    """Whether the order is there, and wants an item found right; `held` is what gold has, by context."""

    def wants(told: dict[str, Any]) -> bool:
        item = told["item"]
        is_of_kind = (
            item["gold"] in told["context"]["column"].get("choices", ())
            or (canonical(told["context"]), _held(item)) in held
        )
        return order in str(item["cell"]) and _ORDERS[order]("".join(item["gold"]), is_of_kind)

    return wants


def _held(item: dict[str, Any]) -> str:
    return canonical(item["gold"])


def _cells_that_say(text: str, grader: Grader) -> Iterator[Question]:
    for task_id in grader.task_ids:
        compiled = grader.compiled(task_id)
        for number, row in enumerate(compiled.gold.rows):
            for name, cell in row.cells.items():
                said = compiled.clean[name](text)
                if cell.value is not None and (question := compiled.wording.cell(number, name, said, None)):
                    yield question


def _line(name: str, part: int, whole: int) -> str:
    share = f"{100 * part / whole:5.2f} %" if whole else "    –"
    return f"  {name:<12} {part:>4} of {whole:>6}  {share}"


if __name__ == "__main__":
    main()
