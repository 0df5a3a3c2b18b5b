"""A release as a dataset of the Hugging Face Hub: two tables of JSON lines, and the card that describes them.

Every line of a table has the same keys, each of one type, so that the columns of a task and its gold fit into
one schema: what depends on the task is a list of objects, or JSON as text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from atlas_grader.records import gold_to_json
from atlas_grader.releases import Release, obscure
from atlas_grader.tasks import Column, Task

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))
_LARGER = "100K<n<1M"
_TABLES = """\
`tasks` holds a line for each task: the question, and the columns of the table wanted. `gold` holds the right
table of each as JSON text; where `gold` is empty, `obscured` is the same in base 64, combined byte by byte
(XOR) with the SHA-256 of the task's `canary`, repeated, and `sha256` is that of the plain text. Obscured gold
keeps answers out of training data by accident; please leave it so.
"""
_LICENCES = {"CC-BY-4.0": "cc-by-4.0", "CC0-1.0": "cc0-1.0", "CC-BY-SA-4.0": "cc-by-sa-4.0", "MIT": "mit"}


def hugging_face_files(release: Release, gold: bool) -> Iterator[tuple[str, str]]:  # noqa: FBT001 (`EXPORTS`)
    """`README.md`, the card; `data/tasks.jsonl`; `data/gold.jsonl`, obscured unless wanted in clear."""
    yield "README.md", _card(release)
    yield "data/tasks.jsonl", _lines(map(_task, release.tasks.values()))
    yield "data/gold.jsonl", _lines(_gold(release, task, in_clear=gold) for task in release.tasks.values())


def _lines(objects: Any) -> str:  # noqa: ANN401 (an iterable of JSON objects)
    return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in objects)


def _task(task: Task) -> dict[str, Any]:
    return {
        "id": task.id,
        "question": task.question,
        "domain": task.domain,
        "language": task.language,
        "as_of": task.as_of,
        "development": task.development,
        "entity_columns": list(task.entity_columns),
        "columns": [_column(column) for column in task.columns],
        "translations": [{"language": tag, "question": text} for tag, text in task.translations.items()],
        "canary": task.canary,
    }


def _column(column: Column) -> dict[str, Any]:
    return {
        "name": column.name,
        "type": str(column.type),
        "description": column.description,
        "unit": column.unit or column.currency or "",
        "choices": [choice.name for choice in column.choices],
    }


def _gold(release: Release, task: Task, *, in_clear: bool) -> dict[str, Any]:
    """Gold as text: of the plain line or, as in the release's own file, of the obscured one."""
    plain = gold_to_json(release.gold[task.id], task)
    if in_clear or task.development or not task.canary:
        is_open = in_clear or task.development
        return {"task_id": task.id, "gold": plain if is_open else "", "sha256": "", "obscured": ""}
    told = json.loads(obscure(task.id, plain.encode(), task.canary))
    return {"task_id": task.id, "gold": "", "sha256": told["sha256"], "obscured": told["obscured"]}


def _card(release: Release) -> str:
    manifest = release.manifest
    languages = dict.fromkeys(
        tag.split("-")[0] for task in release.tasks.values() for tag in (task.language, *task.translations)
    )
    size = next((name for most, name in _SIZES if len(release.tasks) < most), _LARGER)
    head = {
        "license": _LICENCES.get(manifest.licence, "other"),
        "language": list(languages),
        "pretty_name": manifest.title,
        "size_categories": [size],
        "task_categories": ["question-answering"],
        "configs": [
            {"config_name": name, "data_files": [{"split": "test", "path": f"data/{name}.jsonl"}]}
            for name in ("tasks", "gold")
        ],
    }
    return f"---\n{_yaml(head)}---\n\n# {manifest.title}\n\n{_words(release)}"


def _yaml(head: dict[str, Any]) -> str:
    """YAML of which each value is JSON, which YAML reads."""
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in head.items())


def _words(release: Release) -> str:
    manifest = release.manifest
    described = f"{manifest.description}\n\n" if manifest.description else ""
    made = f"Release `{release.signature}`, {manifest.created}, {manifest.licence}."
    return f"{described}{made}\n\n{_TABLES}\n{manifest.canary}\n"
