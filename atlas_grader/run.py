"""Grade whole files: streamed, in one process or in many, with the same result.

Answers travel to workers as raw lines and come back as summaries, so that nothing
holds a run in memory. Results are taken in the order of the input whatever the
number of workers.
"""

from __future__ import annotations

import atexit
import gc
import os
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from zlib import crc32

from atlas_grader.errors import Fault, InputError
from atlas_grader.grader import Grader
from atlas_grader.reading import STDIN, AnswerLine, Roll, read_lines
from atlas_grader.records import parse_answer
from atlas_grader.report.wire import Json, cell_lines, row_lines
from atlas_grader.run_report import TaskSummary

_CHUNK = 64
_CHUNKS_AHEAD = 4
# Files open at the same time.
_SIDE_BY_SIDE = 32
# A task that none of so many answers in a row was for is mostly done with.
_MOST_IDLE = 1024
# Below this many bytes a second process costs more than it saves (spawning takes about half a second).
_WORTH_A_PROCESS = 4 * 2**20


_Lines = Sequence[AnswerLine | Fault]


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


@dataclass(slots=True)
class GradedRun:
    """One source, graded."""

    source: str
    system: str
    summaries: list[TaskSummary] = field(default_factory=list)
    answered: frozenset[str] = frozenset()
    faults: list[Fault] = field(default_factory=list)


Sink = Callable[[str, Graded], None]
"""Takes the system's name and each graded line as it comes: writes details, moves a progress bar."""


def grade_sources(
    grader: Grader, sources: Sequence[str], pool: Pool, sink: Sink, settle: Callable[[Sequence[str]], None]
) -> list[GradedRun]:
    """Grade every answer of each file, folder or standard input. Faults are collected, not raised.

    Some sources are read side by side, since a task is graded fastest for all of them at
    once; `settle` is told their systems when they are through. A system is named by its
    answers, or else after the file, and if that name is taken, with the file beside it.
    """
    takers = [_Taker(grader, source) for source in sources]
    for start in range(0, len(takers), _SIDE_BY_SIDE):
        batch = takers[start : start + _SIDE_BY_SIDE]
        lines = [read_lines(taker.run.source, grader.release.tasks) for taker in batch]
        for place, graded in pool.grade(_in_turn(lines)):
            batch[place].take(graded, [taker.run.system for taker in takers], sink)
        settle([taker.run.system for taker in batch])
    return [taker.finish() for taker in takers]


class _Taker:
    """Takes what comes of one source's lines, in their order."""

    def __init__(self, grader: Grader, source: str) -> None:
        self.run = GradedRun(source, "")
        self._grader = grader
        self._roll = Roll(grader.release.tasks)
        self._found: dict[str, TaskSummary] = {}

    def take(self, graded: Graded | Fault, taken: Collection[str], sink: Sink) -> None:
        if isinstance(graded, Fault):
            self.run.faults.append(graded)
            return
        if not self.run.system:
            self.run.system = _name(graded.system or _stem(self.run.source), self.run.source, taken)
        if fault := self._roll.enter(graded.task_id, graded.where, graded.system):
            self.run.faults.append(fault)
        elif graded.summary:
            self._found[graded.task_id] = graded.summary
            sink(self.run.system, graded)

    def finish(self) -> GradedRun:
        self.run.summaries = self._grader.complete(self._found)
        self.run.answered = frozenset(self._grader.task_ids) & frozenset(self._roll.answered)
        return self.run


def _name(system: str, source: str, taken: Collection[str]) -> str:
    return f"{system} ({source})" if system in taken else system


def _stem(source: str) -> str:
    if source == STDIN:
        return "stdin"
    name = Path(source).resolve().name
    for suffix in (".gz", ".jsonl", ".ndjson", ".json"):
        name = name.removesuffix(suffix)
    return name or source


def task_ids_in(source: str, grader: Grader) -> frozenset[str]:
    """The tasks that a source answers, read without grading; faults are left to grading."""
    found = set()
    for line in read_lines(source, grader.release.tasks):
        if isinstance(line, AnswerLine):
            try:
                found.add(parse_answer(line.data, line.where).task_id)
            except InputError:
                continue
    return frozenset(found)


class Pool:
    """Grades lines, here or in worker processes; use it in a `with` block of `open_pool`."""

    def __init__(self, worker: Worker, executors: Sequence[ProcessPoolExecutor]) -> None:
        self._worker = worker
        self._executors = executors

    def grade(self, chunks: Iterable[tuple[int, _Lines]]) -> Iterator[tuple[int, Graded | Fault]]:
        """What comes of each line, in order, with the place of the source that it is from."""
        if not self._executors:
            for place, chunk in chunks:
                for results in self._worker.grade(chunk):
                    yield from ((place, result) for result in results)
            return
        waiting: deque[tuple[int, _Dealt]] = deque()
        for place, chunk in chunks:
            waiting.append((place, self._deal(chunk)))
            if len(waiting) >= _CHUNKS_AHEAD:
                yield from _taken(waiting.popleft())
        while waiting:
            yield from _taken(waiting.popleft())

    def _deal(self, chunk: _Lines) -> _Dealt:
        """Deal lines out by task, so that each task is compiled, and its cells remembered, in one process."""
        owners = [_owner(line, len(self._executors)) for line in chunk]
        hands = [
            executor.submit(
                _grade_in_worker, [line for line, own in zip(chunk, owners, strict=True) if own == place]
            )
            for place, executor in enumerate(self._executors)
        ]
        return _Dealt(owners, hands)


@dataclass(frozen=True, slots=True)
class _Dealt:
    """One chunk, dealt out to processes."""

    owners: Sequence[int]
    """For each line of the chunk, which process has it."""
    hands: Sequence[Future[list[list[Graded | Fault]]]]

    def results(self) -> Iterator[Graded | Fault]:
        """Every line's results, in the order of the chunk."""
        hands = [iter(hand.result()) for hand in self.hands]
        for owner in self.owners:
            yield from next(hands[owner])


_TASK_ID = re.compile(rb'"task_id"\s*:\s*"([^"]*)"')


def _owner(line: AnswerLine | Fault, processes: int) -> int:
    """Which process grades a line: a hint for speed, on which no result depends."""
    found = None if isinstance(line, Fault) else _TASK_ID.search(line.data)
    return crc32(found[1]) % processes if found else 0


@contextmanager
def open_pool(grader: Grader, workers: int, *, details: bool) -> Iterator[Pool]:
    """A pool of `workers` processes; with 1, everything happens in this one."""
    worker = Worker(grader, details=details)
    if workers <= 1:
        with _seldom_collecting():
            yield Pool(worker, ())
        return
    spawn = get_context("spawn")
    executors = [
        ProcessPoolExecutor(1, spawn, initializer=_start, initargs=(worker,)) for _ in range(workers)
    ]
    try:
        yield Pool(worker, executors)
    finally:
        for executor in executors:
            executor.shutdown(wait=True, cancel_futures=True)


def workers_for(sources: Sequence[str]) -> int:
    """How many processes are worth starting for these files on this machine."""
    size = sum(Path(source).stat().st_size for source in sources if Path(source).is_file())
    return max(1, min(os.cpu_count() or 1, size // _WORTH_A_PROCESS))


class Worker:
    """Grades chunks of raw lines, and forgets tasks that no longer come."""

    def __init__(self, grader: Grader, *, details: bool) -> None:
        self._grader = grader
        self._details = details
        self._graded = 0
        self._last: dict[str, int] = {}
        """Task id → how many answers were graded when it last came, the longest ago first."""

    def grade(self, chunk: _Lines) -> list[list[Graded | Fault]]:
        """The results of each line: its grade, or what is wrong with it."""
        return [self._results(line) for line in chunk]

    def _results(self, line: AnswerLine | Fault) -> list[Graded | Fault]:
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
        report = self._grader.grade(answer.task_id, answer.content)
        self._forget(answer.task_id)
        summary = self._grader.summarise(report)
        if not self._details:
            return Graded(line.where, answer.task_id, answer.system, summary)
        cells, rows = tuple(cell_lines(report)), tuple(row_lines(report))
        return Graded(line.where, answer.task_id, answer.system, summary, cells, rows)

    def _forget(self, task_id: str) -> None:
        self._graded += 1
        self._last.pop(task_id, None)
        self._last[task_id] = self._graded
        while (oldest := next(iter(self._last))) and self._last[oldest] < self._graded - _MOST_IDLE:
            del self._last[oldest]
            self._grader.forget(oldest)


def _in_turn(sources: Sequence[Iterator[AnswerLine | Fault]]) -> Iterator[tuple[int, _Lines]]:
    """Some lines of each source, again and again until all are read."""
    waiting = deque(enumerate(sources))
    while waiting:
        place, lines = waiting.popleft()
        if chunk := list(islice(lines, _CHUNK)):
            yield place, chunk
            waiting.append((place, lines))


def _taken(dealt: tuple[int, _Dealt]) -> Iterator[tuple[int, Graded | Fault]]:
    place, chunk = dealt
    return ((place, result) for result in chunk.results())


_in_this_process: list[Worker] = []


def _start(worker: Worker) -> None:
    _in_this_process[:] = [worker]
    gc.set_threshold(*_SELDOM)
    # Taking every compiled cell apart at the end would take longer than grading did.
    atexit.register(os._exit, 0)


# Grading makes next to no reference cycles, and looking for them takes half of its time.
_SELDOM = (200_000, 50, 100)


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _grade_in_worker(chunk: _Lines) -> list[list[Graded | Fault]]:
    return _in_this_process[0].grade(chunk)
