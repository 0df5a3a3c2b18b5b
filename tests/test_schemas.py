"""The checked-in JSON Schemas are what the records make of themselves."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from atlas_grader.records.schemas import RECORDS, schema_texts, write_schemas

SCHEMAS = Path(__file__).parent.parent / "schemas"
TEXTS = schema_texts()


def test_there_is_a_schema_for_everything_on_the_wire():
    assert sorted(RECORDS) == ["answer", "gold", "manifest", "report", "task", "task-report"]
    assert sorted(path.name for path in SCHEMAS.iterdir()) == sorted(TEXTS)


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_checked_in_schema_equals_its_record(name):
    checked_in = (SCHEMAS / name).read_text(encoding="utf-8")

    assert checked_in == TEXTS[name], "run: python -m atlas_grader.records"


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_schema_says_its_dialect_title_and_what_each_key_means(name):
    schema = json.loads(TEXTS[name])
    objects = [schema, *(d for d in schema.get("$defs", {}).values() if d["type"] == "object")]

    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert all(described["title"] and described["description"] for described in objects)
    assert all(key.get("description") for described in objects for key in described["properties"].values())


def test_schemas_are_the_same_bytes_whatever_the_hash_seed(tmp_path):
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        command = [sys.executable, "-m", "atlas_grader.records", str(folder)]
        subprocess.run(command, check=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(SCHEMAS.parent)})

    write_schemas(tmp_path)
    for name, text in TEXTS.items():
        assert (tmp_path / "1" / name).read_text() == (tmp_path / "2" / name).read_text() == text
