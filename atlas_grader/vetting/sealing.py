"""Seal a release that is fit to be published, and no other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from atlas_grader.errors import Fault, Severity
from atlas_grader.records import Manifest
from atlas_grader.releases import OpenedRelease, write_manifest
from atlas_grader.vetting.release import licence_faults, vet_release


def seal_folder(
    folder: Path, manifest: Manifest, told_by: Mapping[str, str]
) -> tuple[Manifest, tuple[Fault, ...]]:
    """Write a folder's manifest; returns it as written, and what is doubtful.

    Raises `ReleaseError` with every fault, so that what is sealed needs no vetting
    again: its hashes prove that it is the same. `told_by` names the option that told
    each field of `manifest`.
    """
    doubts: list[Fault] = []

    def vet(opened: OpenedRelease) -> list[Fault]:
        found = [*licence_faults(manifest.licence, told_by["licence"]), *vet_release(opened)]
        doubts.extend(fault for fault in found if fault.severity is Severity.WARNING)
        return [fault for fault in found if fault.severity is Severity.ERROR]

    return write_manifest(folder, manifest, vet, told_by), tuple(doubts)
