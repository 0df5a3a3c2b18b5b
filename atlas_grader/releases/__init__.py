"""Find a release, check its hashes, open its tasks and gold; make a folder one."""

from atlas_grader.records.audited import AuditedCell
from atlas_grader.records.erratum import Erratum
from atlas_grader.releases.auditing import (
    AUDIT,
    DrawnCell,
    ErrorRate,
    draw_cells,
    error_rate,
    read_audit,
    sheet_line,
    take_sheet,
)
from atlas_grader.releases.changes import Change, release_changes
from atlas_grader.releases.editing import obscure_gold, replace_gold, reveal_gold
from atlas_grader.releases.errata import ERRATA, read_errata
from atlas_grader.releases.finding import bundled_releases, find_bundled, is_release
from atlas_grader.releases.loading import GRADED_FILES, Release, load_release
from atlas_grader.releases.making import RECIPES, SOURCES
from atlas_grader.releases.obscuring import obscure
from atlas_grader.releases.opened import MANIFEST, OpenedRelease, decoded, open_release, sound_release
from atlas_grader.releases.sealing import count_tables, draft_manifest, write_manifest
from atlas_grader.releases.starting import start_release

__all__ = [
    "AUDIT",
    "ERRATA",
    "GRADED_FILES",
    "MANIFEST",
    "RECIPES",
    "SOURCES",
    "AuditedCell",
    "Change",
    "DrawnCell",
    "Erratum",
    "ErrorRate",
    "OpenedRelease",
    "Release",
    "bundled_releases",
    "count_tables",
    "decoded",
    "draft_manifest",
    "draw_cells",
    "error_rate",
    "find_bundled",
    "is_release",
    "load_release",
    "obscure",
    "obscure_gold",
    "open_release",
    "read_audit",
    "read_errata",
    "release_changes",
    "replace_gold",
    "reveal_gold",
    "sheet_line",
    "sound_release",
    "start_release",
    "take_sheet",
    "write_manifest",
]
