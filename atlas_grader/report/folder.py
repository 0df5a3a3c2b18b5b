"""A report as files: `report.json`, and every row's fate and cell's verdict, one a line.

Nothing is half-written: files appear under their names only when all of them are whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO

from atlas_grader.errors import UsageError
from atlas_grader.report.wire import Json, dump

REPORT, CELLS, ROWS = "report.json", "cells.jsonl", "rows.jsonl"
_PART = ".part"


class ReportFolder:
    """The files of one report, while they are being written."""

    def __init__(self, streams: Sequence[IO[str]], open_part: Callable[[], IO[str]]) -> None:
        """`streams` are for cells, rows and the report; `open_part` makes a file for what must wait."""
        self._cells, self._rows, self._report = streams
        self._open_part = open_part
        self._parts: dict[str, tuple[IO[str], IO[str]]] = {}
        self.whole = False

    def add(self, system: str, cells: Iterable[Json], rows: Iterable[Json]) -> None:
        """Append the details of one task to what is known of its system."""
        if system not in self._parts:
            self._parts[system] = (self._open_part(), self._open_part())
        for part, lines in zip(self._parts[system], (cells, rows), strict=True):
            part.writelines(f"{dump({'system': system, **line})}\n" for line in lines)

    def settle(self, systems: Sequence[str]) -> None:
        """These systems are whole, in this order."""
        for system in systems:
            for part, stream in zip(self._parts.pop(system, ()), (self._cells, self._rows), strict=False):
                with part:
                    part.seek(0)
                    copyfileobj(part, stream)

    def finish(self, report: Json) -> None:
        """Write the report itself; after this the files are kept."""
        self._report.write(dump(report, indent=2) + "\n")
        self.whole = True


def _temporary(folder: Path) -> IO[str]:
    return TemporaryFile("w+", encoding="utf-8", newline="\n", dir=folder)


@contextmanager
def report_folder(folder: Path) -> Iterator[ReportFolder]:
    """Write a report into `folder`, which is made if need be; on any failure nothing is left.

    Raises `UsageError` if the folder cannot be written.
    """
    names = (CELLS, ROWS, REPORT)
    parts = [folder / (name + _PART) for name in names]
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            streams = [stack.enter_context(part.open("w", encoding="utf-8", newline="\n")) for part in parts]
            files = ReportFolder(streams, lambda: stack.enter_context(_temporary(folder)))
            yield files
        if files.whole:
            for part, name in zip(parts, names, strict=True):
                part.replace(folder / name)
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror or error}") from error
    finally:
        for part in parts:
            with suppress(OSError):  # never opened, or renamed by now
                part.unlink()
        for path in made:
            with suppress(OSError):  # it holds the report
                path.rmdir()
