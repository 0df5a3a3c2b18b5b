"""Headers as language models write them, in many languages, for the tasks of a release."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlas_grader.answers import TableContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.parse.fit import fit_answer
from atlas_grader.releases import load_release

ROOT = Path(__file__).parents[2]
CASES = [
    json.loads(line) for line in (ROOT / "tests/parse/headers.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture(scope="module")
def tasks():
    return load_release(ROOT / "data/2026.11").tasks


@pytest.mark.parametrize("case", CASES, ids=[f"{case['task']}: {case['why']}" for case in CASES])
def test_headers_stand_for_the_columns_that_a_reader_would_take_them_for(case, tasks):
    content = TableContent(tuple(case["headers"]), tuple(map(tuple, case["rows"])))
    fitted = fit_answer(content, tasks[case["task"]], CompiledTask.reads)
    found = {heading.column: heading.header for heading in fitted.headings}

    assert {column: found[column] for column in case["columns"]} == case["columns"]
