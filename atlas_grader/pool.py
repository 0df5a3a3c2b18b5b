"""Grade lines here or in worker processes, with the same results in the same order.

Answers travel to workers as raw lines and come back as summaries, so that nothing holds
a run in memory.
"""

from __future__ import annotations

import atexit
import gc
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from typing import TypeVar
from zlib import crc32

from atlas_grader.errors import Fault, InputError
from atlas_grader.grader import Grader
from atlas_grader.processes import start_context, uninterrupted
from atlas_grader.questions import NOTHING_LOOKED_UP, Lookups
from atlas_grader.reading import AnswerLine
from atlas_grader.records import parse_answer
from atlas_grader.report.wire import Json, cell_lines, row_lines
from atlas_grader.run_report import TaskSummary

# Lines that go to the processes at a time, and of them how many in a row from one source: the fewer,
# the fewer tasks are in use at once.
_CHUNK = 128
_IN_A_ROW = 2
_CHUNKS_AHEAD = 4
# A task that none of so many answers in a row was for is mostly done with.
_MOST_IDLE = 96

T = TypeVar("T")
R = TypeVar("R")
Lines = Sequence[AnswerLine | Fault]
Placed = Sequence[tuple[int, AnswerLine | Fault]]
"""Lines, each with the place of the source that it is from."""


@dataclass(frozen=True, slots=True)
class Graded:
    """What became of one line of input."""

    where: str
    task_id: str
    system: str
    summary: TaskSummary | None
    """`None` for a task that is not graded here."""
    cells: tuple[Json, ...] = ()
    """Lines for `cells.jsonl`, if they were asked for."""
    rows: tuple[Json, ...] = ()
    """Lines for `rows.jsonl`, if they were asked for."""
    lookups: Lookups = NOTHING_LOOKED_UP
    """What was looked up of a judge's rulings."""


class Pool:
    """Grades lines, here or in worker processes; use it in a `with` block of `open_pool`."""

    def __init__(self, worker: Worker, executors: Sequence[ProcessPoolExecutor]) -> None:
        self._worker = worker
        self._executors = executors
        self._owners: dict[int, int] = {}
        """Which process has a task, by its id's checksum: a hint for speed, on which no result depends."""

    def grade(self, chunks: Iterable[Placed]) -> Iterator[tuple[int, Graded | Fault]]:
        """What comes of each line, in order, with the place of the source that it is from."""
        if not self._executors:
            for chunk in chunks:
                for place, line in chunk:
                    yield from ((place, result) for result in self._worker.results(line))
            return
        waiting: deque[_Dealt] = deque()
        for chunk in chunks:
            waiting.append(self._deal(chunk))
            if len(waiting) >= _CHUNKS_AHEAD:
                yield from waiting.popleft().results()
        while waiting:
            yield from waiting.popleft().results()

    def learn(self, rulings: Mapping[str, str]) -> None:
        """Grade with further rulings of the judge from now on."""
        self._worker.learn(rulings)
        for told in [executor.submit(_learn, rulings) for executor in self._executors]:
            told.result()

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """What `function`, which must pickle, makes of each item, in order."""
        if not self._executors:
            return map(function, items)
        turns = zip(items, cycle(self._executors), strict=False)
        started = [executor.submit(function, item) for item, executor in turns]
        return (future.result() for future in started)

    def _deal(self, chunk: Placed) -> _Dealt:
        """Deal lines out by task, so that each task is compiled, and its cells remembered, in one process."""
        owners = [self._owner(line) for _, line in chunk]
        hands = [
            executor.submit(
                _grade_in_worker, [line for (_, line), own in zip(chunk, owners, strict=True) if own == place]
            )
            for place, executor in enumerate(self._executors)
        ]
        return _Dealt([place for place, _ in chunk], owners, hands)

    def _owner(self, line: AnswerLine | Fault) -> int:
        """Tasks go to the processes in turn, so that each has as much to do at any time."""
        found = None if isinstance(line, Fault) else _TASK_ID.search(line.data)
        return (
            self._owners.setdefault(crc32(found[1]), len(self._owners) % len(self._executors)) if found else 0
        )


@dataclass(frozen=True, slots=True)
class _Dealt:
    """One chunk, dealt out to processes."""

    places: Sequence[int]
    """For each line of the chunk, the place of its source."""
    owners: Sequence[int]
    """For each line of the chunk, which process has it."""
    hands: Sequence[Future[list[list[Graded | Fault]]]]

    def results(self) -> Iterator[tuple[int, Graded | Fault]]:
        """Every line's results, in the order of the chunk."""
        hands = [iter(hand.result()) for hand in self.hands]
        for place, owner in zip(self.places, self.owners, strict=True):
            yield from ((place, result) for result in next(hands[owner]))


_TASK_ID = re.compile(rb'"task_id"\s*:\s*"([^"]*)"')


@contextmanager
def open_pool(grader: Grader, workers: int, *, details: bool) -> Iterator[Pool]:
    """A pool of `workers` processes; with 1, everything happens in this one."""
    worker = Worker(grader, details=details)
    if workers <= 1:
        yield Pool(worker, ())
        return
    context = start_context()
    executors = [
        ProcessPoolExecutor(1, context, initializer=_start, initargs=(worker,)) for _ in range(workers)
    ]
    try:
        yield Pool(worker, executors)
    except BaseException:  # Ctrl-C too; raised again
        with uninterrupted():  # a second one would leave processes behind
            _kill(executors)
        raise
    finally:
        for executor in executors:
            executor.shutdown(wait=True, cancel_futures=True)


def _kill(executors: Iterable[ProcessPoolExecutor]) -> None:
    """End the processes in the middle of their work, which may be long."""
    for executor in executors:
        # Python 3.14 has `kill_workers`.
        for process in list((executor._processes or {}).values()):  # noqa: SLF001
            process.kill()
        executor.shutdown(wait=True, cancel_futures=True)


class Worker:
    """Grades raw lines, and forgets tasks that no longer come."""

    def __init__(self, grader: Grader, *, details: bool) -> None:
        self._grader = grader
        self._details = details
        self._graded = 0
        self._last: dict[str, int] = {}
        """Task id → how many answers were graded when it last came, the longest ago first."""

    def learn(self, rulings: Mapping[str, str]) -> None:
        """Take further rulings of the judge in."""
        if self._grader.docket is not None:
            self._grader.docket.learn(rulings)

    def results(self, line: AnswerLine | Fault) -> list[Graded | Fault]:
        """What comes of a line: its grade, or what is wrong with it."""
        if isinstance(line, Fault):
            return [line]
        try:
            return [self._grade(line)]
        except InputError as error:
            return list(error.faults)

    def _grade(self, line: AnswerLine) -> Graded:
        answer = parse_answer(line.data, line.where)
        if answer.task_id not in self._grader:
            return Graded(line.where, answer.task_id, answer.system, None)
        self._forget(answer.task_id)
        if not self._details:
            summary = self._grader.summary(answer)
            return Graded(line.where, answer.task_id, answer.system, summary, lookups=self._lookups())
        report = self._grader.report(answer)
        summary = self._grader.summarise(report)
        cells, rows = tuple(cell_lines(report)), tuple(row_lines(report))
        return Graded(line.where, answer.task_id, answer.system, summary, cells, rows, self._lookups())

    def _lookups(self) -> Lookups:
        return NOTHING_LOOKED_UP if self._grader.docket is None else self._grader.docket.take()

    def _forget(self, task_id: str) -> None:
        self._graded += 1
        self._last.pop(task_id, None)
        self._last[task_id] = self._graded
        while (oldest := next(iter(self._last))) and self._last[oldest] < self._graded - _MOST_IDLE:
            del self._last[oldest]
            self._grader.forget(oldest)


def in_turn(sources: Sequence[Iterator[AnswerLine | Fault]]) -> Iterator[Placed]:
    """Chunks with some lines of each source in turn, again and again until all are read."""
    lines = _each_in_turn(sources)
    while chunk := list(islice(lines, _CHUNK)):
        yield chunk


def _each_in_turn(
    sources: Sequence[Iterator[AnswerLine | Fault]],
) -> Iterator[tuple[int, AnswerLine | Fault]]:
    waiting = deque(enumerate(sources))
    while waiting:
        place, lines = waiting.popleft()
        some = list(islice(lines, _IN_A_ROW))
        yield from ((place, line) for line in some)
        if some:
            waiting.append((place, lines))


_in_this_process: list[Worker] = []


def _start(worker: Worker) -> None:
    _in_this_process[:] = [worker]
    gc.set_threshold(*_SELDOM)
    # Taking every compiled cell apart at the end would take longer than grading did.
    atexit.register(os._exit, 0)


# Grading makes next to no reference cycles, and looking for them among so many lasting objects takes long.
_SELDOM = (2_000_000, 50, 100)


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Look for reference cycles less often than Python does by itself."""
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.freeze()  # to look through all that is left, again and at the exit, would take seconds
        gc.set_threshold(*before)


def _learn(rulings: Mapping[str, str]) -> None:
    _in_this_process[0].learn(rulings)


def _grade_in_worker(chunk: Lines) -> list[list[Graded | Fault]]:
    return [_in_this_process[0].results(line) for line in chunk]
