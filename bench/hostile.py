"""How long a hostile cell or answer can take. Run by hand; no cell may take over 50 ms.

    python bench/hostile.py [--cells N] [--answers N]

Cells are made of what the type reads – digits, signs, brackets, units, the column's own
words – repeated and shuffled up to the 4,096 characters that are read, and of bombs. The
slowest of each type is printed, and of each task's entity column, where a cell meets all
gold rows; what a type loads at its first use is not counted.

Answers are a million characters (`--answers`) of one kind each: lists, pipes, brackets, tags,
fences, headings, wide and long tables. Of the slowest the seconds are printed that it takes to
read them, and to grade them; reading should take about a second, and never over three.
"""

from __future__ import annotations

import argparse
import gc
import re
import time
from collections.abc import Callable
from random import Random

from atlas_grader import Grader, load_release
from atlas_grader.answers import TextContent
from atlas_grader.match.ladder import compile_cell
from atlas_grader.parse.fit import fit_answer
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


ANSWERED = "apollo-crewed-missions"
SLOWEST = 30
LINES = {
    "items with labels": "- a: b\n",
    "numbered items with labels": "1. **a**: b; c: d\n",
    "items": "- a\n",
    "items with dashes": "- **a** – b; c (d: e, f g)\n",
    "deeper and deeper items": "".join(f"{' ' * n}- a{n}: b\n" for n in range(60)),
    "labels": "a: b\n",
    "labels in bold": "**a**: b\n",
    "names in bold": "**a**\n",
    "names and labels": "**a**\nb: c\nd: e\n\n",
    "labels and what goes on": "- a: b\n  - c\n",
    "headings": "# a\n",
    "headings and labels": "## a\nb: c\nd: e\n\n",
    "headings that say something": "## Excluded\n- a: b\n## Final answer\n- a: b\n",
    "colons": "a:\n",
    "bare pipes": "|\n",
    "two pipes": "||\n",
    "rows without a rule": "| a | b |\n",
    "rules": "|---|---|\n",
    "tables": "| a | b |\n|---|---|\n| c | d |\n\n",
    "tables under headings": "# x\n| a | b |\n|---|---|\n| c | d |\n",
    "rows with links": "| [a](b|c) | [[d|e]] | f |\n",
    "rows in code": "| `a|b` | c |\n",
    "rows cut short": "| a | b |\n| a\nb\n",
    "rows with blank lines": "| a | b |\n\n",
    "rows folded in one line": "| a | b | |---|---| | 1 | 2 | ",
    "grids": "+---+---+\n| a | b |\n+---+---+\n",
    "blank lines": "\n",
    "spaces": " ",
    "lines of spaces": "   \n",
    "unicode spaces": "\u00a0\u2003\u3000\u200b",
    "lines of unicode spaces": "\u3000a\u2003\u2003b\u00a0\n",
    "aligned": "aa    bb    cc\n",
    "aligned, parted": "aa    bb\ncc    dd\n\n",
    "rulers": "----  ----  ----\n",
    "words": "word ",
    "sentences": "This is a sentence, and so on. ",
    "sentences in lines": "This is a sentence, and so on.\n",
    "commas": ",",
    "rows of commas": "a,b,c\n",
    "rows with quotes": '"a,b",c,"d\n',
    "rows of quotes": '"""","",\n',
    "rows in spaces": "a\tb\n\n",
    "semicolons in a line": "a;b;",
    "tabs": "\t",
    "objects": '{"a": 1, "b": 2}\n',
    "objects in a line": '{"a": 1, "b": 2},',
    "broken objects": '{"a": 1, "b": [\n',
    "broken objects in a line": '{"a": ',
    "lists in lists": "[",
    "lists of lists": '[["a", "b"], ["c", "d"]] ',
    "strings with tables": '{"a": "| a | b |\\n|---|---|\\n| c | d |"}\n',
    "strings with strings": '{"a": "[',
    "objects with braces": "{'a': {'b': {",
    "quotes": '"',
    "backslashes": "\\",
    "escaped line breaks": "\\n",
    "fences": "```\na,b\n```\n",
    "fences never closed": "```\n",
    "fences of all kinds": "~~~~\n````json\n{\n",
    "fences in lists": "- ```csv\n  a,b\n  c,d\n  ```\n",
    "backticks": "`",
    "tags never closed": "<td>",
    "tables never closed": "<table><tr><td>a",
    "tables in tables": "<table><tr><td>a</td></tr><tr><td>",
    "rows of tags": "<tr><td>a</td><td>b</td></tr>",
    "spans": "<tr><td colspan=999 rowspan=9999>a",
    "hidden": "<div hidden>a",
    "hidden cells": "<td style='display:none'>a",
    "struck out": "<s>a</s>",
    "elements": "<r><a>b</a><c>d</c></r>",
    "elements never closed": "<r><a>",
    "brackets": "<",
    "details": "<details><summary>a</summary>\n",
    "thoughts": "<think>a</think>",
    "thoughts never closed": "\n<think>a",
    "answers": "<answer>a\n",
    "comments": "<!-- a -->",
    "comments never closed": "<!--",
    "turns": "<|im_end|>",
    "bold": "**",
    "bold words": "**a** ",
    "entities": "&amp;",
    "quotes in quotes": "> " * 200 + "a: b\n",
    "wikitext": "{|\n! a !! b\n|-\n| c || d\n|}\n",
    "wikitext never closed": "{|\n",
    "latex": r"\begin{tabular}{ll} a & b \\ c & d \end{tabular} ",
    "latex never closed": r"\begin{tabular}",
    "latex cells": r"\begin{tabular}{ll} a & b \\ ",
    "footnotes": "[1]",
    "Chinese": "名称：甲，首都：乙。\n",
    "Chinese words": "甲乙丙丁",
    "rules between records": "a: b\nc: d\n---\n",
    "rules under names": "a\n---\n",
    "dashes": "-",
    "signs of equality": "=",
    "ratios": "1:2:3 ",
    "fields in a line": "a: b; c: d; ",
    "questions": "Is it? yes\n",
    "brackets in lists": "- a (b: c, d: e)\n",
    "lists of numbers": "1\n2\n",
}
"""Pieces of answers, repeated."""


NUMBERED = {
    "rows of two columns": "| % | 1 |\n",
    "an object of objects": '{"%": {"a": 1}}\n',
    "objects of one table": '{"a": "%", "b": 1},\n',
    "objects of many keys": '{"%": 1, "b%": 1},\n',
    "separated values": "%,1,a\n",
    "different labels": "- %: b\n",
    "different names and labels": "## %\n%: a\nb: c\n",
    "different bold names": "- **%**: b, c\n  - d: e\n",
    "different items": "- %\n",
    "different labels in items": "- x: % is a, %a is b\n",
    "tables of other headers": "| a% | b |\n|---|---|\n| c | d |\n\n",
    "tables of other entities": "| Mission | b |\n|---|---|\n| % | d |\n\n",
    "different sentences": "% is.\n",
    "different announcements": "%:\n\n",
    "different lines that stand alone": "%\n\n",
    "different headings": "# %\n",
    "different bold lines": "**%**\n",
    "rows of different headings": "## %\n| a | b |\n|---|---|\n| % | d |\n\n",
    "attributes": "## %\n| Attribute | Value |\n|---|---|\n| % | d |\n\n",
}
"""The same, with another name each time."""
LONG = {
    "a fence of one line": "```\n%\n```",
    "a cell of one line": "| a | b |\n|---|---|\n| % | b |",
    "a header of one line": "| % | b |\n|---|---|\n| a | b |",
    "a label of one line": "- %: b\n- a: b",
    "a bold line": "**%**",
    "a JSON string": '{"a": "%"}',
}
"""With one very long word."""


def answers(length: int) -> dict[str, str]:
    """Answers of about so many characters, each hostile in one way."""
    random = Random(50)
    made = {name: piece * (length // len(piece)) for name, piece in LINES.items()}
    for name, piece in NUMBERED.items():
        made[name] = "".join(piece.replace("%", f"name {n}") for n in range(length // (len(piece) + 8)))
    for name, piece in LONG.items():
        made[name] = piece.replace("%", "a " * (length // 2))
    prose = " ".join(random.choices(WORDS, k=40))
    signs = "".join(random.choices(PIECES, k=60)).replace("|", "").replace("\n", "")
    for width in (20, 200, 5_000):
        headers = [f"unknown {n}" for n in range(width)]
        for what, cell in (("prose", prose), ("signs", signs), ("numbers", "1234"), ("nothing", "")):
            made[f"{width} columns of {what}"] = drawn(headers, cell, length)
    parted = ["Mission", *(f"unknown {n} / known {n}" for n in range(38))]
    made["headers in parts"] = drawn(parted, "a / b", length)
    made["tables of headers in parts"] = f"{drawn(parted, prose[:100], 1)}\n" * (length // 5_000)
    for n in range(20):
        pieces = random.choices([*LINES.values(), *PIECES], k=random.randint(2, 8))
        mixed = random.choices(pieces, k=1 + length // max(1, sum(map(len, pieces)) // len(pieces)))
        made[f"{n}: {pieces}"[:70]] = "".join(mixed)[:length]
    return made


def drawn(headers: list[str], cell: str, length: int) -> str:
    """A table of about so many characters, the same in every cell."""
    lines = [f"|{'|'.join(row)}|\n" for row in (headers, ["---"] * len(headers), [cell] * len(headers))]
    return "".join([*lines, *[lines[2]] * (length // len(lines[2]))])


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
    parser.add_argument("--answers", type=int, default=1_000_000)
    told = parser.parse_args()
    if told.answers:
        report_answers(told.answers)
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


def report_answers(length: int) -> None:
    grader = Grader(load_release())
    compiled = grader.compiled(ANSWERED)
    for text in ("a: b", "| a | b |\n|---|---|\n| 1 | 2 |"):  # loads all
        grader.grade(ANSWERED, TextContent(text))
    told: list[tuple[float, float, str]] = []
    for name, text in answers(length).items():
        content = TextContent(text)
        read = seconds(lambda c: fit_answer(c, compiled.task, compiled.reads, compiled), content)
        told.append((read, seconds(lambda c: grader.grade(ANSWERED, c), content), name))
    for read, graded, name in sorted(told, reverse=True)[:SLOWEST]:
        print(f"{ascii(name)[1:-1]:<44} read in {read:.1f} s, graded in {graded:.1f} s")


def report(what: str, judge: Callable[[str], object], texts: list[str]) -> None:
    for text in ("some words, then 12", "July; N/A (or so)", "9**9 of 9**9", "(a) or not (b)"):  # loads all
        judge(text)
    worst, cell = slowest(judge, texts)
    print(f"{what:<44} {1000 * worst:7.1f} ms   {cell[:40]!a}", flush=True)


if __name__ == "__main__":
    main()
