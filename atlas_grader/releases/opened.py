"""What can be read of a release, and every fault of what cannot.

Nothing stops the reading: whatever is wrong with the manifest, the hashes, the tasks
and the gold is told in one go, so that nobody mends one fault only to meet the next.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources.abc import Traversable
from typing import TypeVar

from atlas_grader.errors import Fault, ReleaseError
from atlas_grader.records import (
    DecodeError,
    FileEntry,
    Manifest,
    decode_with_slips,
    parse_gold,
    parse_manifest,
    parse_task,
)
from atlas_grader.records.located import did_you_mean, quote
from atlas_grader.records.recipe import Recipe
from atlas_grader.records.source import Source
from atlas_grader.releases.making import read_recipes, read_sources
from atlas_grader.releases.obscuring import reveal
from atlas_grader.tasks import Gold, Task

Value = TypeVar("Value")

TASKS, GOLD, MANIFEST = "tasks.jsonl", "gold.jsonl", "manifest.json"
# Plain ASCII without escapes: whatever else an id is written as, decoding the line tells.
_LEADING_ID = re.compile(rb'\s*\{\s*"task_id"\s*:\s*"([ !#-\[\]-~]+)"')


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file, not decoded yet."""

    where: str
    data: bytes
    obscured: bool = False
    """Whether it stood otherwise in the file."""


@dataclass(frozen=True, slots=True)
class OpenedRelease:
    """What could be read of a release, sound or not."""

    shown: str
    """How messages name its folder."""
    manifest: Manifest | None
    tasks: Mapping[str, Task]
    lines: Mapping[str, str]
    """Task id → file and line of the task."""
    gold: Mapping[str, Line]
    """Task id → its line of gold; also of tasks that could not be read."""
    broken: Mapping[str, object] = field(default_factory=dict)
    """File and line → JSON of each task that could not be read."""
    faults: tuple[Fault, ...] = ()
    tables: dict[str, Gold] = field(default_factory=dict)
    """Task id → gold, as far as `gold_faults` could read it."""
    sources: Mapping[str, Source] = field(default_factory=dict)
    recipes: Mapping[str, Recipe] = field(default_factory=dict)
    """Task id → how its gold follows from sources."""

    def unknown_names(self, task_id: str, column: str | None) -> Iterator[str]:
        """What is wrong with naming this task and, in it, this attribute column."""
        if task_id not in self.tables or task_id not in self.tasks:
            hint = did_you_mean(task_id, self.tasks)
            yield f"expected a task of the release, got {quote(task_id)}{hint} - at `$.task_id`"
            return
        columns = [each.name for each in self.tasks[task_id].attributes]
        if column is not None and column not in columns:
            hint = did_you_mean(column, columns)
            yield f"task {quote(task_id)}: unknown column {quote(column)}{hint} - at `$.column`"

    def gold_faults(self) -> list[Fault]:
        """Read every line of gold; returns all that is wrong there."""
        faults: list[Fault] = []
        for task_id, line in self.gold.items():
            gold = parse_gold_line(line, self.tasks.get(task_id), faults)
            if gold is not None:
                self.tables[task_id] = gold
        return faults


def open_release(folder: Traversable) -> OpenedRelease:
    """What can be read of a release's folder, and every fault of what cannot."""
    opened = opened_release(folder, str(folder))
    faults = [*opened.faults, *opened.gold_faults()]
    opened = with_making(opened, folder, faults)
    return replace(opened, faults=tuple(faults))


def sound_release(folder: Traversable) -> OpenedRelease:
    """The same of a release that has no fault; raises `ReleaseError` with every fault of one that has."""
    opened = open_release(folder)
    if opened.faults:
        raise ReleaseError(opened.faults)
    return opened


def with_making(opened: OpenedRelease, folder: Traversable, faults: list[Fault]) -> OpenedRelease:
    """The same with the folder's sources and recipes; what is wrong with them is added to `faults`."""
    sources = read_sources(folder, opened.shown, faults)
    recipes = read_recipes(folder, opened.shown, faults)
    return replace(opened, sources=sources, recipes=recipes)


def opened_release(folder: Traversable, shown: str) -> OpenedRelease:
    """A release but for its gold, which is read line by line; messages call its folder `shown`."""
    faults: list[Fault] = []
    manifest = read_manifest(folder, shown, faults)
    entries = {} if manifest is None else manifest.files
    if manifest is not None:
        faults += [
            Fault(f"{shown}/{MANIFEST}", f"expected an entry for `{name}`, got none - at `$.files`")
            for name in (TASKS, GOLD)
            if name not in entries
        ]
    names = sorted({*entries, TASKS, GOLD})
    contents = read_files(folder, shown, names, faults, "restore it, or reinstall the package")
    for name, entry in entries.items():
        if name in contents:
            faults += _hash_faults(contents[name], entry, f"{shown}/{name}")
    opened = read_tables(contents, shown, faults)
    return replace(opened, manifest=manifest, faults=tuple(faults))


def read_manifest(folder: Traversable, shown: str, faults: list[Fault]) -> Manifest | None:
    """The manifest; `None`, and the reasons added to `faults`, if there is none to be had."""
    where = f"{shown}/{MANIFEST}"
    cure = "`atlas seal` makes it"
    data = read_files(folder, shown, [MANIFEST], faults, cure).get(MANIFEST)
    return None if data is None else _parsed(Line(where, data), parse_manifest, faults)


def read_files(
    folder: Traversable, shown: str, names: Iterable[str], faults: list[Fault], cure: str
) -> dict[str, bytes]:
    """The bytes of each file that can be read."""
    contents = {}
    for name in names:
        try:
            contents[name] = (folder / name).read_bytes()
        except OSError as error:
            found = (error.strerror or type(error).__name__).lower()
            faults.append(Fault(f"{shown}/{name}", f"expected a file, got none ({found}); {cure}"))
        except ValueError as error:  # a NUL in the name
            faults.append(Fault(f"{shown}/{name}", f"expected a file, got none ({error}); {cure}"))
    return contents


def _hash_faults(data: bytes, entry: FileEntry, where: str) -> Iterator[Fault]:
    if (found := hashlib.sha256(data).hexdigest()) != entry.sha256:
        yield Fault(
            where,
            f"does not match {MANIFEST}: expected sha256 {entry.sha256[:12]}…, got {found[:12]}…; "
            "restore the file, reinstall the package, or write the manifest anew if you changed it",
        )


def read_tables(contents: Mapping[str, bytes], shown: str, faults: list[Fault]) -> OpenedRelease:
    """Tasks, and whose gold each line holds; what is wrong is added to `faults`."""
    tasks: dict[str, Task] = {}
    lines: dict[str, str] = {}
    gold: dict[str, Line] = {}
    broken: dict[str, object] = {}
    strangers: set[str] = set()
    if (data := contents.get(TASKS)) is not None:
        for line in _read_tasks(data, f"{shown}/{TASKS}", tasks, lines, faults):
            strangers |= _ids_in(line)
            broken[line.where] = decoded(line)
    if (data := contents.get(GOLD)) is not None:
        known = {*tasks, *strangers} if TASKS in contents else None
        gold = _index_gold(data, f"{shown}/{GOLD}", known, faults)
        missing = [quote(task_id) for task_id in tasks if task_id not in gold]
        if missing:
            found = f"expected gold for every task, got none for {', '.join(missing[:10])}"
            faults.append(Fault(f"{shown}/{GOLD}", found + _more(missing[10:])))
        gold = dict(_revealed(gold, tasks, faults))
    return OpenedRelease(shown, None, tasks, lines, gold, broken)


def _revealed(
    gold: Mapping[str, Line], tasks: Mapping[str, Task], faults: list[Fault]
) -> Iterator[tuple[str, Line]]:
    """Lines of gold as they were before they were obscured, but for those that cannot be had."""
    for task_id, line in gold.items():
        canary = tasks[task_id].canary if task_id in tasks else None
        plain = reveal(line.data, canary, line.where)
        if isinstance(plain, bytes):
            yield task_id, Line(line.where, plain, obscured=plain is not line.data)
        else:
            faults += plain


def _more(rest: Sequence[object]) -> str:
    return f" and {len(rest):,} more" if rest else ""


def _read_tasks(
    data: bytes, shown: str, tasks: dict[str, Task], lines: dict[str, str], faults: list[Fault]
) -> list[Line]:
    """Fill `tasks` and `lines`; returns the lines that are broken."""
    broken = []
    before = len(faults)
    for line in _lines(data, shown):
        task = _parsed(line, parse_task, faults)
        if task is None:
            broken.append(line)
        elif task.id in tasks:
            faults.append(Fault(line.where, f"task {quote(task.id)} stands twice; first at {lines[task.id]}"))
        else:
            tasks[task.id] = task
            lines[task.id] = line.where
    if not tasks and len(faults) == before:
        faults.append(Fault(shown, "expected one task a line, got an empty file"))
    return broken


def _index_gold(
    data: bytes, shown: str, known: Collection[str] | None, faults: list[Fault]
) -> dict[str, Line]:
    """Task id → its line; the first one, where there are several."""
    index: dict[str, Line] = {}
    for line in _lines(data, shown):
        task_id = _task_id(line, faults)
        if task_id is None:
            continue
        if known is not None and task_id not in known:
            hint = did_you_mean(task_id, known)
            faults.append(Fault(line.where, f"unknown task {quote(task_id)}{hint} - at `$.task_id`"))
        elif task_id in index:
            first = index[task_id].where
            faults.append(Fault(line.where, f"task {quote(task_id)} has gold twice; first at {first}"))
        else:
            index[task_id] = line
    return index


def _task_id(line: Line, faults: list[Fault]) -> str | None:
    """Whose gold a line holds: seen at its start, or else by decoding it."""
    if leading := _LEADING_ID.match(line.data):
        return leading[1].decode()
    return _parsed(line, _gold_owner, faults)


def _gold_owner(value: object, where: str) -> str | tuple[Fault, ...]:
    task_id = value.get("task_id") if isinstance(value, dict) else None
    return task_id if isinstance(task_id, str) else (Fault(where, "expected a `task_id`, got none - at `$`"),)


def _ids_in(line: Line) -> set[str]:
    """What a broken line may have for an id, so that its gold is not called a stranger's."""
    found = re.findall(rb'"id"\s*:\s*"([^"\\]+)"', line.data)
    return {each.decode(errors="replace") for each in found}


def _lines(data: bytes, shown: str) -> Iterator[Line]:
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            yield Line(f"{shown}:{number}", line)


def decoded(line: Line) -> object:
    """The JSON of a line, whatever a release may not hold in it; `None` if it is none."""
    try:
        return decode_with_slips(line.data)[0]
    except DecodeError:
        return None


def _parsed(
    line: Line, parse: Callable[[object, str], Value | tuple[Fault, ...]], faults: list[Fault]
) -> Value | None:
    """What `parse` makes of a line's JSON; where it cannot, every reason is added to `faults`."""
    try:
        value, slips = decode_with_slips(line.data)
    except DecodeError as error:
        faults.append(Fault(line.where, str(error)))
        return None
    faults += [Fault(line.where, slip) for slip in slips]
    found = parse(value, line.where)
    if isinstance(found, tuple):
        faults += found
        return None
    return None if slips else found


def parse_gold_line(line: Line, task: Task | None, faults: list[Fault]) -> Gold | None:
    """The gold in one line; `None`, and the reasons added to `faults`, if it is broken."""
    return _parsed(line, lambda value, where: parse_gold(value, task, where), faults)
