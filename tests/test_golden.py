"""The golden run: answers in many forms give the same report, byte for byte.

The answers in `tests/golden/answers`, to nineteen tasks of the bundled release, were written by
a language model from memory, in the forms that reports and small models use.

It fails whenever any score, verdict or word of a report moves: that is its job. If the
move is meant, say so under Scores in the changelog, raise `SPEC` if the specification
moved, and write the files anew:
`atlas-grade --common --out tests/golden tests/golden/answers/*.jsonl`.
"""

from pathlib import Path

import pytest

from atlas_grader import Grader, load_release
from atlas_grader.report.progress import no_progress
from atlas_grader.session import grade_files

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
FILES = ["report.json", "rows.jsonl", "cells.jsonl"]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    out = tmp_path_factory.mktemp("golden")
    sources = sorted((GOLDEN / "answers").glob("*.jsonl"))
    grade_files(
        Grader(load_release()), list(map(str, sources)), common=True, out=out, workers=1, progress=no_progress
    )
    return out


@pytest.mark.parametrize("name", FILES)
def test_the_golden_run_gives_the_same_bytes(written, name):
    assert (written / name).read_bytes() == (GOLDEN / name).read_bytes()
