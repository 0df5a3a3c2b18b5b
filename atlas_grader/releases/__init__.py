"""Find a release, check its hashes, open its tasks and gold; make a folder one."""

from atlas_grader.releases.editing import obscure_gold, replace_gold, reveal_gold
from atlas_grader.releases.finding import bundled_releases, find_bundled, is_release
from atlas_grader.releases.loading import GRADED_FILES, Release, load_release
from atlas_grader.releases.making import RECIPES, SOURCES
from atlas_grader.releases.opened import MANIFEST, OpenedRelease, decoded, open_release
from atlas_grader.releases.sealing import count_tables, write_manifest

__all__ = [
    "GRADED_FILES",
    "MANIFEST",
    "RECIPES",
    "SOURCES",
    "OpenedRelease",
    "Release",
    "bundled_releases",
    "count_tables",
    "decoded",
    "find_bundled",
    "is_release",
    "load_release",
    "obscure_gold",
    "open_release",
    "replace_gold",
    "reveal_gold",
    "write_manifest",
]
