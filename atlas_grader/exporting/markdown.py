"""A release as markdown: an index of its tasks, and a page for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from atlas_grader.releases import Release
from atlas_grader.tasks import Column, Gold, GoldCell, GoldRow, State, Task, entity_text, value_text

# What markdown, or HTML in it, would act on.
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~$&])")


def markdown_files(release: Release, gold: bool) -> Iterator[tuple[str, str]]:  # noqa: FBT001 (one of `EXPORTS`)
    """`README.md`, and `tasks/TASK.md` with the question, the columns and, if wanted, gold."""
    title = f"# {_text(release.manifest.title)} ({_text(release.id)})"
    lines = (
        (f"[{task.id}](tasks/{task.id}.md)", _text(task.domain), _text(task.question))
        for task in release.tasks.values()
    )
    yield "README.md", f"{title}\n\n{_table(('task', 'field', 'question'), lines)}"
    for task in release.tasks.values():
        yield f"tasks/{task.id}.md", _page(task, release.gold[task.id] if gold else None)


def _page(task: Task, gold: Gold | None) -> str:
    parts = [f"# {_text(task.id)}", _text(task.question)]
    parts += [f"*{_text(tag)}*: {_text(question)}" for tag, question in task.translations.items()]
    parts.append(
        _table(("column", "type", "asks for"), (_column_line(task, column) for column in task.columns))
    )
    if gold is not None:
        headers = [column.name for column in (*task.entity, *task.attributes)]
        parts += ["## Gold", _table(map(_text, headers), (_gold_line(task, row) for row in gold.rows))]
        if gold.near_misses:
            names = (entity_text(miss.entity) for miss in gold.near_misses)
            parts.append(f"Not members: {_text(', '.join(names))}.")
        if gold.completeness:
            parts.append(_text(gold.completeness))
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def _column_line(task: Task, column: Column) -> Sequence[str]:
    role = " (names the row)" if column.name in task.entity_columns else ""
    unit = f", {column.unit or column.currency}" if column.unit or column.currency else ""
    choices = f" One of: {', '.join(choice.name for choice in column.choices)}." if column.choices else ""
    return _text(column.name), _text(f"{column.type}{unit}{role}"), _text(f"{column.description}{choices}")


def _gold_line(task: Task, row: GoldRow) -> Sequence[str]:
    names = [part.value for part in row.entity]
    names[0] += " (ungraded)" if row.ungraded else ""
    return [*map(_text, names), *(_cell(row.cells[column.name]) for column in task.attributes)]


def _cell(cell: GoldCell) -> str:
    if cell.value is None:
        return "*ungraded*" if cell.state is State.UNGRADED else ""
    return _text(value_text(cell.value))


def _table(headers: Iterable[str], lines: Iterable[Sequence[str]]) -> str:
    first = list(headers)
    rows = [first, ["---"] * len(first), *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _text(text: str) -> str:
    """Words of a release on one line, with nothing in them that markdown acts on."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
