"""Time and memory of the grader, printed beside a floor and a peer. Run by hand.

    python bench/speed.py [--tasks N] [--systems N]

The floor is bare JSON parsing of the same files. The peer is what a quick script does
instead of grading: parse, pair rows by equal name, compare cells by equal text.
Figures are the minimum of several runs; memory is the largest sum over all processes,
what they share counted once.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from generate import COLUMNS, generate

from atlas_grader.pool import seldom_collecting

if TYPE_CHECKING:
    from atlas_grader import Grader
    from atlas_grader.answers import Answer, RawCell
    from atlas_grader.match.ladder import CompiledCell

BIN = Path(sys.executable).parent
EXAMPLE = Path(__file__).parent.parent / "tests" / "golden" / "answers" / "recall-json.jsonl"
# As in a user's shell, modules are compiled once, not at every start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def wall(command: list[str], runs: int = 3) -> tuple[float, int]:
    """Shortest wall-clock time in seconds, and peak memory of the process tree in bytes."""
    best, peak = float("inf"), 0
    for _ in range(runs):
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        looks = 0
        while process.poll() is None:
            if not looks % 25:  # to look takes milliseconds of the time that is measured
                peak = max(peak, tree_memory(process.pid))
            looks += 1
            time.sleep(0.02)
        best = min(best, time.perf_counter() - start)
        if process.returncode:
            raise SystemExit(f"failed: {' '.join(command)}")
    return best, peak


def tree_memory(pid: int) -> int:
    """Bytes in memory of a process and all its descendants, shared ones counted once; 0 without /proc."""
    try:
        told = Path(f"/proc/{pid}/smaps_rollup").read_text()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0
    found = re.search(r"^Pss:\s+(\d+) kB", told, re.M)
    return (int(found[1]) * 1024 if found else 0) + sum(tree_memory(int(child)) for child in children)


def timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def bare_parse(paths: list[Path]) -> int:
    return sum(bool(json.loads(line)) for path in paths for line in path.open("rb"))


def exact_match(release: Path, paths: list[Path]) -> int:
    """The peer: equal names pair, equal texts match, text answers are not read."""
    gold = {}
    for line in (release / "gold.jsonl").open():
        entry = json.loads(line)
        gold[entry["task_id"]] = {
            row["entity"]["company"]["value"]: {c: cell["value"] for c, cell in row["cells"].items()}
            for row in entry["rows"]
        }
    matched = 0
    for path in paths:
        for line in path.open():
            answer = json.loads(line)
            for row in answer.get("rows", ()):
                if cells := gold[answer["task_id"]].get(row["company"]):
                    matched += sum(str(row.get(c)) == value for c, value in cells.items())
    return matched


def show(what: str, figure: str, target: str = "") -> None:
    print(f"{what:<58} {figure:>16}   {target}", flush=True)


def whole_run(release: Path, paths: list[Path]) -> None:
    cells = (
        sum(len(json.loads(line)["rows"]) for line in (release / "gold.jsonl").open())
        * (len(COLUMNS) - 1)
        * len(paths)
    )
    show("answers", f"{sum(1 for p in paths for _ in p.open()):,}")
    show("gold cells × systems", f"{cells:,}")
    files = [str(path) for path in paths]
    command = [str(BIN / "atlas-grade"), "--release", str(release), "-q", *files]
    seconds, memory = wall(command, runs=2)
    show("atlas-grade, all processes", f"{seconds:.2f} s", "target ≤ 15 s on 2 cores")
    show("  peak memory", f"{memory / 2**20:.0f} MB", "target ≤ 500 MB")
    alone, memory = wall([*command, "--workers", "1"], runs=1)
    show("atlas-grade, one process", f"{alone:.2f} s")
    show("  peak memory", f"{memory / 2**20:.0f} MB")
    half, _ = wall([*command[:4], *files[: len(files) // 2], "--workers", "1"], runs=1)
    show("  half of the systems", f"{half:.2f} s", "linear if about half")
    show("floor: bare JSON parsing", f"{timed(lambda: bare_parse(paths)):.2f} s")
    show("peer: exact match, rows only", f"{timed(lambda: exact_match(release, paths)):.2f} s")


def in_process(release: Path, paths: list[Path]) -> None:
    from atlas_grader import Grader, load_release, read_answers

    grader = Grader(load_release(release))
    answers = list(read_answers(paths[0]))
    rows = [len(grader.release.gold[answer.task_id].rows) for answer in answers]
    cold = timed(lambda: [grader.grade(a.task_id, a.content) for a in answers])
    cells = sum(rows) * (len(COLUMNS) - 1)
    show("first system, gold compiled on the way, one process", f"{cells / cold:,.0f} cells/s")
    second = list(read_answers(paths[1]))
    fresh = timed(lambda: [grader.grade(a.task_id, a.content) for a in second])
    show("second system, fresh cells, one process", f"{cells / fresh:,.0f} cells/s")
    judged = claimed_cells(grader, list(read_answers(paths[3])))
    alone = timed(lambda: [judge(raw) for judge, raw in judged])
    show("fourth system, its claimed rows' cells matched alone", f"{len(judged) / alone:,.0f} cells/s")
    each = [timed(lambda a=a: grader.grade(a.task_id, a.content)) for a in answers]
    show("first system again, warm, one process", f"{cells / sum(each):,.0f} cells/s", "target ≥ 100,000")
    show("one 20 × 6 answer, warm, median", f"{1000 * statistics.median(each):.2f} ms", "target ≤ 2 ms")
    first = [timed(lambda a=a: grader.grade(a.task_id, a.content)) for a in read_answers(paths[2])]
    show(
        "one 20 × 6 answer of a new system, median",
        f"{1000 * statistics.median(first):.2f} ms",
        "target ≤ 2 ms",
    )


def claimed_cells(grader: Grader, answers: list[Answer]) -> list[tuple[CompiledCell, RawCell]]:
    """Every cell of the rows that claim a gold row, with the matcher of its gold cell."""
    from atlas_grader.answers import RowsContent

    pairs = []
    for answer in answers:
        task = grader.compiled(answer.task_id)
        for row in answer.content.rows if isinstance(answer.content, RowsContent) else ():
            if (gold := task.claimed([row.get("company")])) is not None:
                cells = (row.get(column.name) for column in task.attributes)
                pairs += zip(task.row(gold), cells, strict=True)
    return pairs


def starts(folder: Path, release: Path, path: Path) -> None:
    one = folder / "one.jsonl"
    one.write_text(path.open().readline())
    show("atlas-grade --help", f"{wall([str(BIN / 'atlas-grade'), '--help'], 5)[0]:.3f} s", "target ≤ 0.25 s")
    command = [str(BIN / "atlas-grade"), "--release", str(release), "-q", str(one)]
    show("a first single answer, of 547 tasks", f"{wall(command, 5)[0]:.2f} s", "target ≤ 1 s")
    one.write_text(EXAMPLE.open(encoding="utf-8").readline(), encoding="utf-8")
    command = [str(BIN / "atlas-grade"), "-q", str(one)]
    show("  of the bundled release", f"{wall(command, 5)[0]:.2f} s", "target ≤ 1 s")


def alignment() -> None:
    from random import Random

    from generate import misspelt, word

    from atlas_grader.align.claims import compile_gold
    from atlas_grader.answers import Cell
    from atlas_grader.tasks import CellType, Column, EntityPart, Gold, GoldRow, Task

    random = Random(2000)
    names = [f"{word(random)} {word(random)} {number}" for number in range(2000)]
    task = Task("names", "", (Column("name", CellType.NAME),), ("name",))
    gold = Gold("names", tuple(GoldRow((EntityPart(name),), {}) for name in names))
    wrong = [Cell(misspelt(random, name)) for name in names]

    def claim_all() -> None:
        index = compile_gold(task, gold)
        for cell in wrong:
            index.claim((cell,))

    show("2,000 misspelt names against 2,000", f"{timed(claim_all):.2f} s", "target ≤ 5 s")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tasks", type=int, default=547)
    parser.add_argument("--systems", type=int, default=14)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = generate(folder, told.tasks, told.systems, rows=20)
        starts(folder, folder / "release", paths[0])
        alignment()
        with seldom_collecting():  # as the command does
            in_process(folder / "release", paths)
        whole_run(folder / "release", paths)


if __name__ == "__main__":
    main()
