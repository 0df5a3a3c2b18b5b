"""What the README shows is what a reader gets."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from atlas_grader.cli import grade
from atlas_grader.records import parse_answer

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = Path(__file__).parent.parent / "examples"


def blocks(label):
    fences = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [text for told, text in fences if told == label]


def test_the_output_shown_is_the_output_of_the_first_command():
    assert "atlas-grade examples/memory.jsonl" in blocks("sh")[0]
    prose = str(EXAMPLES / "memory.jsonl")
    printed = CliRunner().invoke(grade, [prose], env={"COLUMNS": None}).stdout

    assert without_spaces_at_ends(printed) in [without_spaces_at_ends(block) for block in blocks("")]


def without_spaces_at_ends(text):
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


@pytest.mark.parametrize("line", [line for block in blocks("json") for line in block.splitlines()])
def test_every_shape_of_answer_shown_is_read(line):
    assert parse_answer(line.encode(), "README").task_id == json.loads(line)["task_id"]


def test_the_program_shown_runs(capsys):
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), {})

    assert "Hydrogen" in capsys.readouterr().out


def test_the_readme_is_a_page_a_new_user_reads():
    assert len(README.splitlines()) <= 170
    assert len(blocks("sh")) == 3
