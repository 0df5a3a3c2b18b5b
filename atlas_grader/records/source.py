"""Sources on the wire: one line of `sources.jsonl`, a pinned body of data that gold was made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from atlas_grader.errors import Fault
from atlas_grader.records.base import Checked, Contradictions, Filled, ReleaseRecord
from atlas_grader.records.located import validate
from atlas_grader.records.rules import DATE, WEB_ADDRESS

_NAME = "^[a-z][a-z0-9_]*$"


class Registry(StrEnum):
    """Where a source's file is published, under its package's name and version."""

    PYPI = "pypi"
    NPM = "npm"
    GIT = "git"
    """A table flattened from the files of a public repository, at a commit."""


class Format(StrEnum):
    """How a file holds a table."""

    CSV = "csv"
    JSON = "json"
    SQLITE = "sqlite"
    PYTHON = "python"
    """A list of lists, written out in a module; it is read, never run."""
    SHEET = "sheet"
    """The first sheet of an `.xlsx` workbook."""
    TEXT = "text"
    """Each file is a row of two columns, `path` and `text`."""


@dataclass(frozen=True, slots=True)
class SourceTable:
    """One table of a source, and where it stands."""

    path: str
    format: Format
    at: str
    header: tuple[str, ...]
    delimiter: str


@dataclass(frozen=True, slots=True)
class Source:
    """A pinned body of data."""

    id: str
    title: str
    url: str
    licence: str
    attribution: str
    version: str
    as_of: str
    registry: Registry
    package: str
    file: str
    sha256: str
    tables: Mapping[str, SourceTable]


class SourceTableRecord(ReleaseRecord):
    """One table of a source, and where it stands."""

    model_config = ConfigDict(title="Table of a source")

    path: str = ""
    """The member of the source's file, if that is an archive; `*` stands for any part of a name.

    If the member is an archive too, `!` and the member of that follow.
    """
    format: Format
    """How it is written."""
    at: str = ""
    """`json`: keys that lead to the rows, joined by `/`; rows may be a list, or an object whose keys become
    the column `key`. `sqlite`: the table. `python`: the name that the rows are given."""
    header: tuple[Filled, ...] = ()
    """Names of the columns, where the rows do not tell them; for `sheet`, the row that does comes first
    and those above it are passed over."""
    delimiter: Annotated[str, Field(min_length=1, max_length=1)] = ","
    """`csv`: what stands between two cells."""

    def to_table(self) -> SourceTable:
        """The table that this record describes."""
        return SourceTable(self.path, self.format, self.at, self.header, self.delimiter)


class SourceRecord(Checked, ReleaseRecord):
    """A pinned body of data that gold was made from."""

    model_config = ConfigDict(title="Source")

    id: Annotated[str, Field(pattern=_NAME)]
    """Names the source in recipes, where `id_table` is one of its tables."""
    title: Filled
    """What it is."""
    url: Annotated[Filled, Field(json_schema_extra={"pattern": WEB_ADDRESS})]
    """Its home page."""
    licence: Filled
    """SPDX expression for the data, or a few words where there is none."""
    attribution: str = ""
    """How it asks to be named."""
    version: Filled
    """The version, or commit, that was used."""
    as_of: str = Field(default="", json_schema_extra={"pattern": DATE})
    """The day that its data are of."""
    registry: Registry
    """Where the file is published."""
    package: Filled
    """The name that it has there; of a repository, its owner and name."""
    file: Filled
    """Name of the file."""
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """SHA-256 of the file's bytes, in hexadecimal."""
    tables: dict[Annotated[str, Field(pattern=_NAME)], SourceTableRecord] = Field(default_factory=dict)
    """The tables that recipes read."""

    @classmethod
    def contradictions(cls, told: Mapping[str, Any]) -> Contradictions:
        """A file name is no path."""
        name = told.get("file")
        if isinstance(name, str) and ("/" in name or "\\" in name):
            yield ("file",), "expected the name of a file, without folders"

    def to_source(self) -> Source:
        """The source that this record describes."""
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        fields["tables"] = {name: table.to_table() for name, table in self.tables.items()}
        return Source(**fields)


def parse_source(value: object, where: str) -> Source | tuple[Fault, ...]:
    """The source in one decoded line of `sources.jsonl`, or all that is wrong with it."""
    record = validate(SourceRecord, value, where, "source")
    return record if isinstance(record, tuple) else record.to_source()
