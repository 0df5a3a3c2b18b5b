"""Byte streams: opened, unzipped, cut into lines, never past a cap."""

from __future__ import annotations

import codecs
import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, Any, Protocol, cast

from atlas_grader.errors import Fault
from atlas_grader.records.decode import other_encoding

STDIN = "-"
"""The source that means standard input."""
TEXT_SUFFIXES = (".md", ".txt", ".csv", ".tsv", ".html", ".htm")
"""Of files that hold the text of an answer to one task."""

MAX_LINE = 64 * 2**20
"""Most bytes in one answer: in a line, or in a file of a folder."""
MAX_DOCUMENT = 512 * 2**20
"""Most bytes in one `.json` file, which must be held whole; `.jsonl` has no limit."""

_GZIP = b"\x1f\x8b"
_HEAD = 1024
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """One answer as JSON that is not decoded yet, and where it stands."""

    where: str
    data: bytes


class Stream(Protocol):
    """What is asked of an open file."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes."""

    def readline(self, size: int, /) -> bytes:
        """At most `size` bytes, and no more than the rest of the line."""

    def peek(self, size: int, /) -> bytes:
        """Some of the bytes that come next, left where they are."""


class StreamError(Exception):
    """The bytes cannot be had; `str` says why."""


@contextmanager
def open_stream(source: str) -> Iterator[Stream]:
    """Open a file or standard input; gzip is told by its first bytes, not by the name."""
    with ExitStack() as opened:
        with reading_errors():
            if not source:
                raise StreamError("expected the name of a file or folder, got an empty one")
            reader = _stdin(opened) if source == STDIN else opened.enter_context(Path(source).open("rb"))
            zipped = reader.peek(2)[:2] == _GZIP
            if not zipped and source.lower().endswith(".gz"):
                _refuse_neither(reader.peek(_HEAD)[:_HEAD])
        yield cast(Stream, gzip.GzipFile(fileobj=reader)) if zipped else reader


def _refuse_neither(head: bytes) -> None:
    """Refuse what is named like a gzip file and is neither one nor plain text."""
    found = other_encoding(head)
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError as error:
        found = found or f"byte 0x{head[error.start]:02x} - at byte {error.start + 1}"
    if found:
        raise StreamError(f"expected a gzip file, as it is named, or plain UTF-8, got {found}")


_kept: list[IO[bytes]] = []
"""Standard input, while it is kept."""


@contextmanager
def kept_stdin() -> Iterator[None]:
    """Keep all of standard input, so that it can be read more than once."""
    with TemporaryFile() as kept:
        copyfileobj(_source(), kept)
        _kept.append(kept)
        try:
            yield
        finally:
            _kept.pop()


def _source() -> IO[bytes]:
    """Standard input; where it is kept, from its beginning."""
    if not _kept:
        return sys.stdin.buffer
    _kept[-1].seek(0)
    return _kept[-1]


def _stdin(opened: ExitStack) -> io.BufferedReader[Any]:
    # Wrapped, as what stands in for standard input in tests and notebooks may not let one peek.
    reader: io.BufferedReader[Any] = io.BufferedReader(cast(io.RawIOBase, _source()))
    opened.callback(reader.detach)
    return reader


def is_folder(source: str) -> bool:
    """Whether the source is a folder; what cannot be told is none."""
    try:
        # A path of nothing is not meant as the folder one is in.
        return source not in (STDIN, "") and Path(source).is_dir()
    except OSError:
        return False


@contextmanager
def reading_errors() -> Iterator[None]:
    """Turn what can go wrong with a stream into `StreamError`."""
    try:
        yield
    except EOFError:
        raise StreamError("expected a whole gzip file, got one that breaks off; write it again") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise StreamError(f"expected a sound gzip file, got a damaged one ({error})") from None
    except OSError as error:
        found = (error.strerror or str(error)).lower()
        raise StreamError(f"expected a readable file or folder, got {found}") from None
    except ValueError as error:  # a NUL in the path, or a closed standard input
        raise StreamError(f"expected a readable file or folder, got {error}") from None


def read_whole(stream: Stream, most: int) -> bytes:
    """All that is left, or `StreamError` if that is more than `most` bytes."""
    with reading_errors():
        data = stream.read(most + 1)
    if len(data) > most:
        raise StreamError(f"expected at most {most // 2**20} MB, got more; write one answer a line (.jsonl)")
    return data


def filled_lines(stream: Stream) -> Iterator[tuple[int, bytes]]:
    """Each line that is not blank, with its number; a byte-order mark is nothing."""
    number = 0
    while True:
        with reading_errors():
            data = stream.readline(MAX_LINE + 1)
        if not data:
            return
        number += 1
        if len(data) > MAX_LINE:
            raise LineError(number, f"expected at most {MAX_LINE // 2**20} MB in a line, got more")
        if number == 1 and (other := other_encoding(data)):
            raise StreamError(f"expected UTF-8, got {other}; save the file as UTF-8")
        data = data.removeprefix(_BOM).strip()
        if data:
            yield number, data


class LineError(StreamError):
    """One line cannot be had, nor what follows it."""

    def __init__(self, number: int, message: str) -> None:
        """`number` counts lines from 1."""
        super().__init__(f"{message}; nothing after it was read")
        self.number = number


def fault_of(error: StreamError, shown: str) -> Fault:
    """`error` as a fault of the file called `shown`."""
    where = f"{shown}:{error.number}" if isinstance(error, LineError) else shown
    return Fault(where, str(error))
