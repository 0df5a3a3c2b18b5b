"""Write a release and runs the size of the field's largest: 547 tasks × 14 systems.

Made-up facts with a realistic mix of right, reformatted, wrong, empty and misspelt
cells, missing rows and invented rows. The same seed gives the same bytes.

    python bench/generate.py FOLDER [--tasks N] [--systems N] [--rows N]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random

from atlas_grader.records import Manifest
from atlas_grader.releases import write_manifest

SYLLABLES = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "ki",
    "lo",
    "mar",
    "nel",
    "or",
    "pas",
    "qui",
    "ro",
    "sel",
    "tan",
    "ul",
    "ver",
    "wis",
    "yor",
    "zen",
    "bridge",
    "ton",
    "field",
]
COUNTRIES = [
    "France",
    "Germany",
    "Japan",
    "Brazil",
    "Kenya",
    "Canada",
    "Italy",
    "Spain",
    "Norway",
    "Poland",
    "Chile",
    "Egypt",
    "India",
    "Mexico",
]
CHOICES = ["public", "private", "non-profit"]
CITATION = [{"url": "https://example.org/page", "evidence": "generated", "accessed": "2026-11-01"}]

COLUMNS = [
    {"name": "company", "type": "name", "description": "Name of the company"},
    {"name": "employees", "type": "number", "description": "Number of employees"},
    {"name": "founded", "type": "date", "description": "Founding date", "precision": "day"},
    {"name": "revenue", "type": "money", "description": "Annual revenue", "currency": "USD"},
    {"name": "headquarters", "type": "text", "description": "City of the head office"},
    {"name": "country", "type": "country", "description": "Country of the head office"},
    {"name": "area", "type": "quantity", "description": "Office space", "unit": "m²"},
]

Facts = dict[str, object]
Writer = Callable[[Random, str], object]


def word(random: Random) -> str:
    return "".join(random.choice(SYLLABLES) for _ in range(random.randint(2, 3))).capitalize()


def facts(random: Random) -> dict[str, str]:
    name = f"{word(random)} {word(random)}" + random.choice(["", " Inc", " Ltd", " Group", " GmbH"])
    founded = date(1900, 1, 1) + timedelta(days=random.randrange(45_000))
    return {
        "company": name,
        "employees": str(random.randrange(10, 400_000)),
        "founded": founded.isoformat(),
        "revenue": f"USD {random.randrange(1, 90_000) * 100_000}",
        "headquarters": word(random),
        "country": random.choice(COUNTRIES),
        "area": f"{random.randrange(500, 90_000)} m²",
    }


def grouped(number: str) -> str:
    return f"{int(number):,}"


def in_words(day: str) -> str:
    return date.fromisoformat(day).strftime("%-d %B %Y")


def in_american(day: str) -> str:
    return date.fromisoformat(day).strftime("%B %-d, %Y")


REFORMATTED: dict[str, list[Callable[[str], str]]] = {
    "employees": [
        grouped,
        lambda v: f"{grouped(v)} (2024)",
        lambda v: f"~{grouped(v)}",
        lambda v: f"{v} employees",
    ],
    "founded": [in_words, in_american, lambda v: v.replace("-", "/"), lambda v: f"{in_words(v)} [2]"],
    "revenue": [
        lambda v: f"${int(v[4:]) / 1e6:g} million",
        lambda v: f"${grouped(v[4:])}",
        lambda v: f"US${int(v[4:]) / 1e9:.4f} bn",
    ],
    "headquarters": [str.upper, lambda v: f"{v} (head office)", lambda v: f"**{v}**"],
    "country": [lambda v: f"{v}", str.lower, lambda v: {"Germany": "DE", "France": "FRA"}.get(v, v)],
    "area": [lambda v: f"{grouped(v[:-3])} sq m", lambda v: f"{int(v[:-3]) / 1e4:g} ha", lambda v: v[:-3]],
}


def misspelt(random: Random, name: str) -> str:
    place = random.randrange(1, len(name) - 1)
    return name[:place] + random.choice("aeiou") + name[place + 1 :]


def cell(random: Random, column: str, value: str) -> object:
    roll = random.random()
    if roll < 0.55:
        return int(value) if column == "employees" else value
    if roll < 0.80:
        return random.choice(REFORMATTED[column])(value)
    if roll < 0.95:
        return facts(random)[column]
    return random.choice([None, "", "N/A", "unknown", "—"])


def answer_rows(random: Random, gold: list[dict[str, str]]) -> Iterator[Facts]:
    for row in gold:
        roll = random.random()
        if roll < 0.12:
            continue
        name = row["company"] if roll < 0.9 else misspelt(random, row["company"])
        yield {"company": name, **{c: cell(random, c, v) for c, v in row.items() if c != "company"}}
    for _ in range(random.choice([0, 0, 0, 1, 1, 2, 4])):
        yield dict(facts(random))


def as_text(rows: list[Facts]) -> str:
    headers = list(rows[0])
    lines = [
        headers,
        ["---"] * len(headers),
        *([str(row[h] if row[h] is not None else "") for h in headers] for row in rows),
    ]
    return "Here is what I found:\n\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines)


def answer_line(random: Random, task_id: str, gold: list[dict[str, str]]) -> str:
    rows = list(answer_rows(random, gold)) or [dict(facts(random))]
    body = {"answer": as_text(rows)} if random.random() < 0.3 else {"rows": rows}
    return json.dumps({"task_id": task_id, **body}, ensure_ascii=False) + "\n"


def gold_line(task_id: str, rows: list[dict[str, str]]) -> str:
    return (
        json.dumps(
            {
                "task_id": task_id,
                "rows": [
                    {
                        "entity": {"company": {"value": row["company"], "aliases": []}},
                        "cells": {
                            c: {"state": "value", "value": v, "citations": CITATION}
                            for c, v in row.items()
                            if c != "company"
                        },
                    }
                    for row in rows
                ],
            },
            ensure_ascii=False,
        )
        + "\n"
    )


def generate(folder: Path, tasks: int, systems: int, rows: int) -> list[Path]:
    """Write `release/` and one answers file for each system; gives the answers' paths."""
    random = Random(547)
    release = folder / "release"
    release.mkdir(parents=True, exist_ok=True)
    gold = {
        f"generated-{number:03}": list({(f := facts(random))["company"]: f for _ in range(rows)}.values())
        for number in range(tasks)
    }
    (release / "tasks.jsonl").write_text(
        "".join(
            json.dumps(
                {
                    "id": t,
                    "question": "Find every company.",
                    "columns": COLUMNS,
                    "entity_columns": ["company"],
                }
            )
            + "\n"
            for t in gold
        )
    )
    (release / "gold.jsonl").write_text("".join(gold_line(t, r) for t, r in gold.items()))
    write_manifest(
        release,
        Manifest(
            release="generated",
            title="Generated companies",
            description="Made-up facts for timing; no entity in it exists.",
            spec=1,
            created="2026-11-01",
            licence="CC0-1.0",
            canary="",
            files={},
        ),
    )
    paths = []
    for number in range(systems):
        path = folder / f"system-{number:02}.jsonl"
        path.write_text("".join(answer_line(random, t, r) for t, r in gold.items()))
        paths.append(path)
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tasks", type=int, default=547)
    parser.add_argument("--systems", type=int, default=14)
    parser.add_argument("--rows", type=int, default=20)
    told = parser.parse_args()
    for path in generate(told.folder, told.tasks, told.systems, told.rows):
        print(path)


if __name__ == "__main__":
    main()
