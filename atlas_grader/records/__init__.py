"""The door: JSON ↔ the frozen types inside, located faults, JSON Schemas.

Only this package knows pydantic, and only it knows what the wire looks like.
"""

from atlas_grader.records.answer import answer_to_json, parse_answer, raw_cell
from atlas_grader.records.decode import DecodeError, decode_release, decode_with_slips
from atlas_grader.records.gold import gold_to_json, parse_gold
from atlas_grader.records.manifest import (
    FileEntry,
    Manifest,
    manifest_problems,
    manifest_to_json,
    parse_manifest,
)
from atlas_grader.records.task import parse_task, task_to_json

__all__ = [
    "DecodeError",
    "FileEntry",
    "Manifest",
    "answer_to_json",
    "decode_release",
    "decode_with_slips",
    "gold_to_json",
    "manifest_problems",
    "manifest_to_json",
    "parse_answer",
    "parse_gold",
    "parse_manifest",
    "parse_task",
    "raw_cell",
    "task_to_json",
]
