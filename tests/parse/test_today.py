"""Headers that say of when their values are."""

import pytest

from atlas_grader.answers import TableContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.parse.fit import fit_answer
from atlas_grader.tasks import CellType, Column, Task

TASK = Task(
    "operas",
    "Which operas are there?",
    (
        Column("opera", CellType.NAME),
        Column("libretto_language", CellType.LANGUAGE),
        Column("country", CellType.COUNTRY),
    ),
    ("opera",),
)


@pytest.mark.parametrize("header", ["country_now", "country_today", "modern_country", "present_country"])
def test_words_of_the_present_are_no_part_of_a_column_s_name(header):
    rows = (("Tosca", "Italian", "Italy"), ("Carmen", "French", "France"), ("Norma", "Italian", "Italy"))

    fitted = fit_answer(TableContent(("opera", "lang", header), rows), TASK, CompiledTask.reads)

    assert {heading.column: heading.header for heading in fitted.headings} == {
        "opera": "opera",
        "libretto_language": "lang",
        "country": header,
    }
