"""Columns that no header is left for are empty, and open only where something may hold them."""

from __future__ import annotations

import pytest

from atlas_grader.answers import TableContent, TextContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.grade import grade_task
from atlas_grader.tasks import EntityPart, Gold, GoldCell, GoldRow, State
from tests.parse.support import column, how, task

PEAKS = task(
    column("peak", "name"),
    column("height", "quantity", "Height above sea level", unit="m"),
    column("country", "text"),
    column("climbed", "date", "First ascent"),
)
HEIGHTS = task(*PEAKS.columns[:2], column("prominence", "quantity", unit="m"))
ROWS = (
    ("Everest", "8849", "Nepal", "1953"),
    ("K2", "8611", "Pakistan", "1954"),
    ("Lhotse", "8516", "Nepal", "1956"),
)


def graded(asked, content):
    names = [c.name for c in asked.attributes]
    rows = tuple(
        GoldRow(
            (EntityPart(peak),),
            {name: GoldCell(State.VALUE, told) for name, told in zip(names, cells, strict=False)},
        )
        for peak, *cells in ROWS
    )
    return grade_task(CompiledTask(asked, Gold("task", rows)), content)


@pytest.mark.parametrize(
    ("headers", "place", "cells", "told"),
    [
        (("Peak", "metres", "feet", "climbed"), 2, ("29032", "28251", "27940"), "absent"),
        (("Peak", "Height (m)", "(ft)", "climbed"), 2, ("29,032 ft", "28,251 ft", "27,940 ft"), "absent"),
        (("Peak", "Height (m)", "Height (ft)", "climbed"), 2, ("29032", "28251", "27940"), "absent"),
        (("Peak", "Height (m)", "feet", "climbed"), 2, ("high", "higher", "low"), "open"),
        (("Peak", "Height (m)", "Wibble (ft)", "climbed"), 2, ("29032", "28251", "27940"), "open"),
    ],
)
def test_figures_in_another_unit_are_no_missing_column_of_words(headers, place, cells, told):
    rows = tuple((*row[:place], cell, row[3]) for row, cell in zip(ROWS, cells, strict=True))

    assert how(graded(PEAKS, TableContent(headers, rows)), "country") == told


def test_figures_in_another_unit_may_be_a_missing_column_of_figures():
    rows = tuple((row[0], row[1], "2000") for row in ROWS)

    assert how(graded(HEIGHTS, TableContent(("Peak", "Height (m)", "feet"), rows)), "prominence") == "open"


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ("- **{0}** – {1} m", {"height": "content", "country": "absent", "climbed": "absent"}),
        ("- {0}: {1} m (seen)", {"height": "content", "country": "open", "climbed": "open"}),
        ("1. {0} — {1} m — {2}", {"height": "content", "country": "content", "climbed": "absent"}),
        ("* {0} – {2}", {"country": "content", "height": "absent", "climbed": "absent"}),
    ],
)
def test_what_stands_beside_the_names_of_a_list_may_hold_no_more_than_it_says(item, told):
    text = "\n".join(item.format(*row) for row in ROWS)
    report = graded(PEAKS, TextContent(text))

    assert {name: how(report, name) for name in told} == told
