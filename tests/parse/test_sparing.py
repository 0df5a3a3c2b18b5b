"""Headers are told by cells only as far as those are read in short time."""

import pytest

from atlas_grader.answers import NumberLiteral, Table, TextContent
from atlas_grader.parse.fit import fit_answer
from atlas_grader.parse.headers import sheet
from atlas_grader.parse.headers.mapping import map_headers
from atlas_grader.parse.headers.sheet import Sparing, TooMuchToReadError
from atlas_grader.parse.tabulate import tabulate
from tests.parse.support import GASES, reads

TABLE = Table(("element", "what", "when"), (("Helium", "Yes", "1868"), ("Neon", "No", "1898 (June)")))


class Counting:
    """Counts the characters that are read."""

    def __init__(self):
        self.count = 0

    def __call__(self, column):
        read = reads(column)

        def counted(cell):
            self.count += len(cell)
            return read(cell)

        return counted


def test_a_cell_is_read_once_for_a_column():
    counting = Counting()
    read = Sparing(counting)(GASES.columns[1])

    assert [read("12"), read("12"), read("twelve")] == [True, True, False]
    assert counting.count == len("12") + len("twelve")


def test_a_number_of_json_is_not_a_text_of_the_same_digits():
    read = Sparing(lambda column: lambda cell: isinstance(cell, NumberLiteral))(GASES.columns[1])

    assert [read("12"), read(NumberLiteral("12"))] == [False, True]


def test_cells_that_take_too_long_to_read_leave_headers_to_their_words(monkeypatch):
    assert map_headers(TABLE, GASES, Sparing(reads)).places[5] == 1

    monkeypatch.setattr(sheet, "_MOST_READ_AT_ALL", 20)

    with pytest.raises(TooMuchToReadError):
        Sparing(reads)(GASES.columns[1])("a longer cell")
    assert map_headers(TABLE, GASES, Sparing(reads)).places == (0, None, None, None, None, None)


@pytest.mark.parametrize("tables", [1, 40])
def test_wide_tables_of_prose_are_read_in_part(tables):
    counting = Counting()
    headers = "|".join(["element", *(f"unknown {n} / known {n}" for n in range(30))])
    row = "|".join(f"{'in 1898 or so ' * 20}{n}" for n in range(31))
    answer = f"|{headers}|\n{'|---' * 31}|\n" + f"|{row}|\n" * 40

    fitted = fit_answer(TextContent((answer + "\n") * tables), GASES, counting)

    assert counting.count < 600_000
    assert fitted.places["element"] == 0


def test_of_tables_with_very_many_headers_the_last_are_told():
    wide = ["|" + "|".join(f"h{n}of{table}" for n in range(100)) + "|" for table in range(30)]
    text = "\n\n".join(f"{row}\n{'|---' * 100}|\n{row.replace('h', 'c')}" for row in wide)

    tables = tabulate(TextContent(text))

    assert [table.headers[0] for table in tables] == [f"h0of{n}" for n in range(20, 30)]
