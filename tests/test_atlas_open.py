"""The release that comes with the package: as large as it says, sound in every part, and papers that hold."""

import json
import re
from pathlib import Path

import pytest

from atlas_grader.records.source import Registry
from atlas_grader.releases import bundled_releases, load_release, open_release
from atlas_grader.releases.statistics import release_statistics
from atlas_grader.tasks import State
from atlas_grader.vetting import check_path
from tools import datasheet

DATA = Path(__file__).parent.parent / "data" / "2026.11"


@pytest.fixture(scope="module")
def release():
    return load_release("2026.11")


@pytest.fixture(scope="module")
def found(release):
    return release_statistics(release)


@pytest.fixture(scope="module")
def opened():
    return open_release(DATA)


def test_there_is_one_release():
    assert bundled_releases() == ("2026.11",)


def test_its_size_is_that_of_a_benchmark(found):
    assert found.tasks >= 100
    assert len(found.domains) >= 20
    assert found.tasks_of_ten_rows >= 0.74
    assert found.rows >= 1_500
    assert found.graded_cells >= 8_000
    assert found.rows_per_task[2] >= 60
    assert found.development_tasks == 10


def test_ten_questions_or_more_stand_in_other_languages(release):
    translated = [task for task in release.tasks.values() if {"zh", "es", "de", "ja"} & {*task.translations}]

    assert len(translated) >= 10


def test_it_has_no_fault_and_nothing_doubtful():
    """Values parse as their type, are cited and claim their own row; gold scores 1, near misses nothing."""
    assert check_path(str(DATA), None).faults == ()


def test_every_task_has_a_field_and_a_day_and_says_why_it_is_whole(release):
    created = release.manifest.created
    for task_id, task in release.tasks.items():
        assert task.domain
        assert task.as_of
        assert task.as_of <= created
        assert release.gold[task_id].completeness
        assert release.gold[task_id].near_misses


def test_no_page_was_read_after_the_release_or_long_before(release):
    days = {
        citation.accessed
        for gold in release.gold.values()
        for row in gold.rows
        for cell in row.cells.values()
        for citation in cell.citations
    }

    assert min(days - {""}) >= "2026-11-01"
    assert max(days) <= release.manifest.created


def test_evidence_is_short_and_cites_no_package_registry(release):
    registries = re.compile(r"//(?:www\.)?(?:pypi|npm" + r"js|files\.python" + r"hosted)\.")
    for gold in release.gold.values():
        for row in gold.rows:
            for cell in row.cells.values():
                for citation in cell.citations:
                    assert len(citation.evidence.split()) <= 25
                    assert not registries.search(citation.url)


def test_states_are_as_their_notes_say(release):
    for gold in release.gold.values():
        for row in gold.rows:
            for cell in row.cells.values():
                assert cell.state is not State.UNGRADED or (cell.reason and cell.note)
                shown = cell.note or any(each.evidence for each in cell.citations)
                assert cell.state is not State.BLANK or shown


def test_gold_is_in_clear_for_development_tasks_alone(release):
    told = [json.loads(line) for line in (DATA / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    clear = {line["task_id"] for line in told if "rows" in line}

    assert clear == {task.id for task in release.tasks.values() if task.development}
    assert all(
        sorted(line) == ["obscured", "sha256", "task_id"] for line in told if line["task_id"] not in clear
    )


def test_every_task_has_a_canary_of_its_own(release):
    canaries = [task.canary for task in release.tasks.values()]

    assert len({*canaries}) == len(canaries)
    assert all(re.search(r"canary GUID [0-9a-f-]{36}$", canary) for canary in canaries)


def test_every_source_is_used_and_named_with_its_licence(opened):
    used = {source for recipe in opened.recipes.values() for source in recipe.sources}

    assert used == opened.sources.keys()
    assert all(source.licence and source.as_of for source in opened.sources.values())
    assert {source.registry for source in opened.sources.values()} <= set(Registry)


def test_no_source_is_share_alike(opened):
    """The rule of its LICENSE."""
    assert [s.id for s in opened.sources.values() if re.search(r"-SA|ODbL|share.alike", s.licence)] == []


def test_no_task_takes_more_than_a_few_dozen_rows_of_one_source(release, opened):
    assert max(len(release.gold[task_id].rows) for task_id in opened.recipes) <= 100


def test_every_file_is_hashed_and_the_papers_are_there(release):
    here = {path.relative_to(DATA).as_posix() for path in DATA.rglob("*") if path.is_file()}

    assert here - {"manifest.json", "errata.jsonl"} == {*release.manifest.files}
    assert here >= {"DATASHEET.md", "LICENSE", "CHANGELOG.md", "errata.jsonl", "sources.jsonl"}


def test_the_tables_of_the_datasheet_are_those_of_the_release():
    text = datasheet.DATASHEET.read_text(encoding="utf-8")

    assert "".join(datasheet.filled(text)) == text
    assert load_release("2026.11").signature in text  # which covers tasks and gold, no papers
