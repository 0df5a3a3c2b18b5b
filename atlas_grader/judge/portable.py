"""The portable ledger: rulings of one judge as JSON lines, to go with a submission.

It holds hashes, rulings and what the calls cost: no question, no gold, no answer and no address,
so that nothing in it can speak to a model. But the hashes can be tried: whoever guesses the gold and
the answer of a cell sees whether that was asked, and what was ruled. A date or a number is soon
guessed, so a ledger tells as much of gold as the verdicts on the answers do to somebody with
guesses. It is for releases whose gold may be known. Equal contents are equal bytes.

Whoever wrote a file may have made up its rulings. They are for grading with that file, and
never go into a user's own ledger.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from shlex import quote as quoted
from shutil import copymode
from typing import Any

from atlas_grader.errors import Fault, InputError, UsageError, printable
from atlas_grader.judge.excerpts import Call, Excerpt, digits, in_order
from atlas_grader.judge.identity import Identity
from atlas_grader.questions import Ruling, is_ruling
from atlas_grader.reading.lines import StreamError, fault_of, filled_lines, open_stream, reading_errors
from atlas_grader.records.decode import DecodeError, decode_release
from atlas_grader.records.forms import LEDGER, form_of
from atlas_grader.records.ledger import LEDGER_VERSION, CallRecord, RulingRecord, parse_header, parse_line
from atlas_grader.records.located import quote

_MOST_SHOWN = 300
_MAY_WRITE = 0o222
_SQLITE = b"SQLite format 3\0"
_OWN = (
    "expected a ledger of JSON lines, got an SQLite file, as your own ledger is one; that needs no naming: "
    "leave --ledger out, or name another file"
)


def write_excerpt(path: Path, excerpt: Excerpt) -> None:
    """Write a ledger; `path` holds the old one or the whole new one at any time, and whoever may read it may
    go on to.

    Raises `UsageError` if it cannot be written. To tell that before anything is paid for, write
    what there is before the first call.
    """
    require_writable(path)
    with _writing(path):
        _replace(path.resolve(), "".join(_lines(excerpt)))


def require_writable(path: Path) -> None:
    """`UsageError` for what is no ordinary file, or one that somebody protected."""
    with _writing(path):
        target = path.resolve()
        if target.name.lower().endswith(".gz"):
            raise ValueError("expected a name without `.gz`")
        if not target.exists():
            return
        if not target.is_file():
            raise ValueError("expected an ordinary file or none, got another thing")
        if not target.stat().st_mode & _MAY_WRITE:
            raise ValueError("expected a file that may be written, got one that is protected; copy it first")


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn what can go wrong with the file into `UsageError`."""
    try:
        yield
    except (OSError, ValueError, RuntimeError) as error:  # also of a NUL in the path, or links in a circle
        found = getattr(error, "strerror", None) or error
        raise UsageError(f"cannot write {path.as_posix()}: {found}") from error


def add_excerpt(path: Path, excerpt: Excerpt, keys: Collection[str]) -> None:
    """Write a ledger beside what the file holds by now, which `excerpt` replaces on `keys` only.

    Raises what `read_excerpt`, `require_judge` and `write_excerpt` raise. What others write between the
    reading and the writing is lost, so whoever may meet others here holds a lock.
    """
    if path.exists() and path.stat().st_size:
        there = read_excerpt(path)
        require_judge(path, there, excerpt.judge)
        excerpt = there.extended(excerpt, keys)
    write_excerpt(path, excerpt)


def _replace(target: Path, text: str) -> None:
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            if target.exists():  # what only some may read stays so, from the first byte on
                copymode(target, part)
            stream.write(text)
        part.replace(target)
    finally:
        with suppress(OSError):  # renamed by now, or never made
            part.unlink()


def _lines(excerpt: Excerpt) -> Iterator[str]:
    yield _line({"ledger": LEDGER_VERSION, "judge": asdict(excerpt.judge)})
    for call in in_order(excerpt.calls.values()):
        cost = None if call.cost is None else digits(call.cost)
        told: dict[str, Any] = {"call": call.id, **asdict(call), "cost": cost}
        del told["id"]
        yield _line(told)
    for key, ruling in sorted(excerpt.rulings.items()):
        yield _line({"key": key, "ruling": ruling, "calls": excerpt.behind[key]})


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_excerpt(path: Path) -> Excerpt:
    """Read a ledger; `InputError` with all that is wrong with the file."""
    shown = path.as_posix()
    reader = _Reader(shown)
    try:
        # Absolute, as a bare `-` is a file here.
        with open_stream(str(path.absolute())) as stream:
            with reading_errors():
                if stream.peek(len(_SQLITE)).startswith(_SQLITE):
                    raise StreamError(_OWN)
            for number, data in filled_lines(stream):
                reader.read(f"{shown}:{number}", data)
    except StreamError as error:
        reader.faults.append(fault_of(error, shown))
    return reader.whole()


def require_judge(path: Path, excerpt: Excerpt, judge: Identity) -> None:
    """`UsageError` if the ledger that was read from `path` is another judge's."""
    if excerpt.judge == judge:
        return
    ours, theirs = asdict(judge), asdict(excerpt.judge)
    differing = [name for name in ours if ours[name] != theirs[name]]
    labels = f"of {printable(excerpt.judge.label)}, this run asks {printable(judge.label)}"
    raise UsageError(
        f"{path.as_posix()} is a ledger {labels}: they differ in {', '.join(differing)}; name another file, "
        f"or ask the judge of this one, with {printable(', '.join(_chosen_by(excerpt.judge, differing)))}"
    )


def _chosen_by(judge: Identity, differing: Collection[str]) -> Iterator[str]:
    """What chooses this judge, and not one that differs from it so."""
    if "model" in differing:
        yield f"--judge-model {quoted(judge.model)}"
    if "effort" in differing:
        yield f"--judge-effort {quoted(judge.effort)}"
    if "endpoint" in differing:
        there = "--judge-base-url, its address, of which the file holds only a hash"
        yield there if judge.endpoint else "neither --judge-base-url nor OPENAI_BASE_URL"
    if not {"prompts", "spec"}.isdisjoint(differing):
        yield "the version of atlas-grader that wrote the file"


@dataclass
class _Reader:
    """What has been read of a file so far."""

    shown: str
    judge: Identity | None = None
    calls: dict[str, Call] = field(default_factory=dict)
    rulings: dict[str, tuple[RulingRecord, str]] = field(default_factory=dict)
    """Key → the ruling, and where it stands."""
    faults: list[Fault] = field(default_factory=list)
    is_begun: bool = False

    def read(self, where: str, data: bytes) -> None:
        """Read one line; the first is the header, without which there is no use in the others."""
        is_first, self.is_begun = not self.is_begun, True
        if is_first and (form := form_of(data)) != LEDGER:
            got = f"what looks like {form}" if form else "another line"
            expected = "a ledger, whose first line tells its version as `ledger`, and its `judge`"
            raise InputError([Fault(where, f"expected {expected}, got {got}")])
        try:
            value = decode_release(data)
        except DecodeError as error:
            self.faults.append(Fault(where, str(error)))
            return
        if is_first:
            self._read_header(where, value)
            return
        if isinstance(value, dict) and "ledger" in value:
            message = "expected a call or a ruling, got another first line; a file has one judge"
            self.faults.append(Fault(where, message))
            return
        line = parse_line(value, where)
        if isinstance(line, tuple):
            self.faults += line
        elif isinstance(line, CallRecord):
            self._add_call(where, line)
        else:
            self._add_ruling(where, line)

    def whole(self) -> Excerpt:
        """All that was read, or `InputError`."""
        if not self.is_begun and not self.faults:
            self.faults.append(Fault(self.shown, "expected the lines of a ledger, got an empty file"))
        for ruling, where in self.rulings.values():
            for call in ruling.calls:
                if call not in self.calls:
                    self.faults.append(Fault(where, f"expected a line for call {quote(call)}, got none"))
        if self.faults or self.judge is None:
            raise InputError(self.faults)
        rulings = {key: ruling.ruling for key, (ruling, _) in self.rulings.items()}
        behind = {key: tuple(sorted(set(ruling.calls))) for key, (ruling, _) in self.rulings.items()}
        return Excerpt(self.judge, rulings, behind, self.calls)

    def _read_header(self, where: str, value: object) -> None:
        header = parse_header(value, where)
        if isinstance(header, tuple):
            self.faults += header
            return
        try:
            self.judge = Identity.from_json(header.judge)
        except UsageError as error:
            self.faults.append(Fault(where, f"{str(error)[:_MOST_SHOWN]} - at `$.judge`"))

    def _add_call(self, where: str, line: CallRecord) -> None:
        call = Call.of(line)
        if self.calls.setdefault(call.id, call) != call:
            self.faults.append(Fault(where, f"expected one call {quote(call.id)}, got another before"))

    def _add_ruling(self, where: str, line: RulingRecord) -> None:
        if not is_ruling(line.ruling):
            words = ", ".join(map(quote, Ruling))
            message = f"expected one of {words}, or the place of an option, got {quote(line.ruling)}"
            self.faults.append(Fault(where, f"{message} - at `$.ruling`"))
            return
        first, its_where = self.rulings.setdefault(line.key, (line, where))
        if first != line:
            told = f"expected one ruling on {line.key[:8]}…, got {quote(line.ruling)}"
            self.faults.append(Fault(where, f"{told}, and {quote(first.ruling)} at {its_where}"))
