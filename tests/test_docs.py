"""What the pages in docs/ show is so."""

import re
from pathlib import Path

import pytest

from atlas_grader.conformance import Outcome, run_cases

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))


def test_the_cases_shown_are_those_of_the_sample_file():
    page = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)

    assert "".join(shown) == (ROOT / "examples" / "cases" / "sample.jsonl").read_text(encoding="utf-8")


def test_every_sample_case_is_decided_as_it_says():
    results = run_cases([str(ROOT / "examples" / "cases" / "sample.jsonl")])

    assert [result.outcome for result in results] == [Outcome.RIGHT] * len(results)


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))

    assert [link for link in links if not link.startswith("http") and not (page.parent / link).exists()] == []
