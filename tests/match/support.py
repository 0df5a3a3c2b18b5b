"""What the tests of the column types share."""

import json
from pathlib import Path

from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match.registry import rules_of
from atlas_grader.records.case import parse_case
from atlas_grader.records.decode import decode_answer
from atlas_grader.tasks import CellType, Column

CASES = Path(__file__).parents[1] / "cases"


def cases(*kinds):
    """The cases of some types, a line each in `tests/cases/<kind>.jsonl`."""
    return [
        json.loads(line)
        for kind in kinds
        for line in (CASES / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    ]


def cell_case(case):
    """The column, gold cell and raw answer of a conformance case."""
    told = {"id": "case", "verdict": "match", **case}
    parsed = parse_case(decode_answer(json.dumps(told).encode()), "")
    return parsed.column, parsed.gold, parsed.answer


def judging(kind, name="value", **usual):
    """A function that judges an answer against gold by the rules of one type, below the ladder."""

    def verdict(gold, answer, *, others=(), **settings):
        column = Column(name, CellType(kind), **{**usual, **settings})
        return rules_of(column.type).compile(column, (gold,), others)(Cell(fold_characters(answer)))

    return verdict
