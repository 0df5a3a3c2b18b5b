"""Manifests on the wire: what a release is, and the hash of each of its files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import ConfigDict, Field

from atlas_grader.errors import Fault
from atlas_grader.records.base import Filled, IsoDate, ReleaseRecord
from atlas_grader.records.located import read_record, validate

# Of a file in the release's folder or in folders within; none begins with a dot.
_FILE_NAME = r"^[^./\\][^/\\]*(/[^./\\][^/\\]*)*$"
Count = Annotated[int, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file of a release: the hash of its bytes, and how much it holds."""

    sha256: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a release is, and the hash of each of its files."""

    release: str
    title: str
    description: str
    spec: int
    created: str
    licence: str
    canary: str
    files: Mapping[str, FileEntry]


class FileRecord(ReleaseRecord):
    """One file of a release."""

    model_config = ConfigDict(title="File")

    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """SHA-256 of the file's bytes, in hexadecimal."""
    counts: dict[str, Count] = Field(default_factory=dict)
    """How many tasks, rows, cells and so on it holds."""


class ManifestRecord(ReleaseRecord):
    """What a release is, and the hash of each of its files."""

    model_config = ConfigDict(title="Manifest")

    release: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
    """The release's id, also the name of its folder."""
    title: Filled
    """What the release is called."""
    description: str = ""
    """What it holds, in a sentence or two."""
    spec: Annotated[int, Field(ge=1)]
    """Version of the grading specification that it was made for."""
    created: IsoDate
    """Day on which the release was frozen."""
    licence: Filled
    """SPDX expression for the tasks and gold."""
    canary: str = ""
    """Marks text that must not be trained on."""
    files: dict[Annotated[str, Field(pattern=_FILE_NAME)], FileRecord]
    """File name → its hash and counts."""

    def to_manifest(self) -> Manifest:
        """The manifest that this record describes."""
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        fields["files"] = {name: FileEntry(f.sha256, dict(f.counts)) for name, f in self.files.items()}
        return Manifest(**fields)


def parse_manifest(value: object, where: str) -> Manifest | tuple[Fault, ...]:
    """The manifest in a decoded `manifest.json`, or all that is wrong with it."""
    record = validate(ManifestRecord, value, where)
    return record if isinstance(record, tuple) else record.to_manifest()


def manifest_problems(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """Each field of a manifest that cannot be written as it is, and why."""
    found = read_record(ManifestRecord, manifest_fields(manifest))
    for path, message in found if isinstance(found, list) else ():
        yield str(path[0]), message


def manifest_fields(manifest: Manifest) -> dict[str, object]:
    """`manifest` as decoded JSON; `parse_manifest` says whether it is sound."""
    value = {name: getattr(manifest, name) for name in ManifestRecord.model_fields}
    files = sorted(manifest.files.items())
    value["files"] = {name: {"sha256": f.sha256, "counts": dict(f.counts)} for name, f in files}
    return value


def manifest_to_json(manifest: Manifest) -> str:
    """`manifest` as the text of a `manifest.json`."""
    record = ManifestRecord.model_validate(manifest_fields(manifest))
    return json.dumps(record.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"
