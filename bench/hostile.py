"""How long a hostile cell can take, by column type. Run by hand; nothing may take over 50 ms.

    python bench/hostile.py [--cells N]

Cells are made of what the type reads – digits, signs, brackets, units, the column's own
words – repeated and shuffled up to the 4,096 characters that are read, and of bombs. The
slowest of each type is printed, and of each task's entity column, where a cell meets all
gold rows; what a type loads at its first use is not counted.
"""

from __future__ import annotations

import argparse
import gc
import re
import time
from collections.abc import Callable
from random import Random

from atlas_grader import Grader, load_release
from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Choice, Column, GoldCell, State

LONGEST = 4096
GOLD = {
    CellType.NUMBER: "1234567",
    CellType.PERCENT: "12.5 %",
    CellType.MONEY: "USD 1200000",
    CellType.QUANTITY: "8849 m",
    CellType.DATE: "2018-07-12",
    CellType.DURATION: "165 min",
    CellType.BOOLEAN: "true",
    CellType.ENUM: "soft landing, tipped over",
    CellType.COUNTRY: "Kenya",
    CellType.LANGUAGE: "Swahili",
    CellType.CURRENCY: "Kenyan shilling",
    CellType.TEXT: "Low Impact Monitoring for CPython",
    CellType.NAME: "José María Olazábal",
    CellType.URL: "https://example.org/wiki/Page",
    CellType.LIST: "Lima; Cusco; Puno",
    CellType.COORDINATES: "35.6586, 139.7454",
    CellType.IDENTIFIER: "CVE-2023-40551",
}
SETTINGS = {
    CellType.MONEY: {"currency": "USD"},
    CellType.QUANTITY: {"unit": "m"},
    CellType.DURATION: {"unit": "min"},
    CellType.ENUM: {
        "choices": tuple(
            Choice(name, (f"{name} (again)",))
            for name in ("soft landing, upright", "soft landing, tipped over", "crashed")
        )
    },
}
WORDS = re.findall(
    r"\S+",
    """
    km m² ft bn million lakh USD Mio. h min July juillet ago BC Q3 or and about not formerly but e.g. a.k.a.
    now until the of de und N/A unknown yes no Kenya Swahili Lima Cusco crashed soft Dr. Jr. http:// www. %20
    ?a=b doi: ISBN 45° N W [1] 【1†s】 (2020) <br> **
    """,
)
PIECES = [
    *"0123456789 .,;:/|-–+*^_()[]{}<>\"'`~=&%$€£¥#@!?\\\n",
    *("1,234", "12/07/2018", "10^6", "²", "½", "⁹", "一", "万", "٣", "\u202e", "\u0301", "\ud800", "e", "E"),
    *WORDS,
]
BOMBS = ["9" * 10_000, "9**9**9**9", "1e999999999", "(" * LONGEST, "a" * 1_000_000, "1/" + "0" * 4_000]


def cells(random: Random, gold: str, count: int) -> list[str]:
    made = list(BOMBS)
    while len(made) < count:
        pieces = random.choices([*PIECES, gold, *gold.split()], k=random.randint(1, 6))
        if random.random() < 0.5:
            text = "".join(pieces) * (LONGEST // max(1, sum(map(len, pieces))))
        else:
            text = random.choice(["", " ", "; "]).join(random.choices(pieces, k=LONGEST // 4))
        made.append(text[: random.choice([40, 400, LONGEST])])
    return made


def slowest(judge: Callable[[str], object], texts: list[str]) -> tuple[float, str]:
    """Seconds of processor time, and the cell; the first reading counts, for later ones may be remembered."""
    return max((seconds(judge, text), text) for text in texts)


def seconds(judge: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    judge(text)
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cells", type=int, default=3_000)
    told = parser.parse_args()
    gc.disable()  # a collection between two cells is neither one's time
    for kind in CellType:
        column = Column("value", kind, **SETTINGS.get(kind, {}))
        value = tuple(GOLD[kind].split("; ")) if kind is CellType.LIST else GOLD[kind]
        judge = compile_cell(column, GoldCell(State.VALUE, value), (GOLD[kind], "another value"))
        report(kind, judge, cells(Random(50), GOLD[kind], told.cells))
    grader = Grader(load_release())
    for task in grader.release.tasks.values():
        name, gold = task.entity_columns[0], grader.release.gold[task.id].rows[0].entity[0].names[0]
        report(
            f"{task.id}: {task.entity[0].type}",
            lambda text, task=task, name=name: grader.grade(task.id, [{name: text}]),
            cells(Random(50), gold, told.cells // 10),
        )


def report(what: str, judge: Callable[[str], object], texts: list[str]) -> None:
    for text in ("some words, then 12", "July; N/A (or so)", "9**9 of 9**9", "(a) or not (b)"):  # loads all
        judge(text)
    worst, cell = slowest(judge, texts)
    print(f"{what:<44} {1000 * worst:7.1f} ms   {cell[:40]!a}", flush=True)


if __name__ == "__main__":
    main()
