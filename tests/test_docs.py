"""What the pages in docs/ show is so."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from atlas_grader.cli import main
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


def test_the_labels_shown_give_the_agreement_shown(tmp_path):
    page = (ROOT / "docs" / "agreement.md").read_text(encoding="utf-8")
    labels = tmp_path / "labels.jsonl"
    shown = re.findall(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    labels.write_text("".join(text for told, text in shown if told == "json"), encoding="utf-8")
    result = CliRunner().invoke(main, ["agreement", str(labels)], env={"COLUMNS": None})

    assert (result.exit_code, result.stderr) == (0, "")
    assert [result.stdout] == [text for told, text in shown if not told]


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))

    assert [link for link in links if not link.startswith("http") and not (page.parent / link).exists()] == []
