"""The tables of a source: read from every kind of file, whatever it is packed in, and never run."""

import hashlib
import io
import json
import sqlite3
import tarfile
import zipfile
from contextlib import closing

import pytest
from openpyxl import Workbook

from atlas_grader.rebuilding.tables import SourceError, read_table, source_bytes
from atlas_grader.records.source import Format, Registry, Source, SourceTable

LAKES = [{"lake": "Baikal", "depth": 1642}, {"lake": "Como", "depth": 425}]


def table(format_, path="", at="", header=(), delimiter=","):
    return SourceTable(path, Format(format_), at, header, delimiter)


def rows(path, told):
    return [dict(row) for row in read_table(path.name, path.read_bytes(), told)]


def file_of(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    return path


def zipped(members):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return packed.getvalue()


def tarred(members):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, data in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


def source(file, sha256):
    told = ("1", "", Registry.PYPI, "lakes", file, sha256, {})
    return Source("lakes", "Lakes", "https://example.org", "CC0-1.0", "", *told)


def test_csv_gives_its_rows_as_text(tmp_path):
    path = file_of(tmp_path, "lakes.csv", "\ufefflake,depth\nBaikal,1642\n".encode())

    assert rows(path, table("csv")) == [{"lake": "Baikal", "depth": "1642"}]


def test_csv_may_have_another_delimiter_and_no_header(tmp_path):
    path = file_of(tmp_path, "lakes.tsv", b"Baikal\t1642\n")

    assert rows(path, table("csv", header=("lake", "depth"), delimiter="\t")) == [
        {"lake": "Baikal", "depth": "1642"}
    ]


@pytest.mark.parametrize(
    ("told", "at"),
    [
        (LAKES, ""),
        ({"data": {"lakes": LAKES}}, "data/lakes"),
    ],
)
def test_json_rows_are_found_by_their_keys(tmp_path, told, at):
    path = file_of(tmp_path, "lakes.json", json.dumps(told).encode())

    assert rows(path, table("json", at=at)) == LAKES


def test_a_json_object_of_rows_tells_its_keys(tmp_path):
    path = file_of(tmp_path, "lakes.json", b'{"baikal": {"depth": 1642}, "como": 425}')

    assert rows(path, table("json")) == [{"key": "baikal", "depth": 1642}, {"key": "como", "value": 425}]


def test_json_lists_are_rows_by_a_header(tmp_path):
    path = file_of(tmp_path, "lakes.json", b'[["Baikal", 1642]]')

    assert rows(path, table("json", header=("lake", "depth"))) == [LAKES[0]]


def test_what_a_table_cannot_hold_is_kept_as_json(tmp_path):
    told = b'[{"names": ["B", "C"], "salt": true, "big": 9223372036854775808}]'
    path = file_of(tmp_path, "lakes.json", told)

    assert rows(path, table("json")) == [{"names": '["B", "C"]', "salt": 1, "big": "9223372036854775808"}]


def test_a_database_gives_one_of_its_tables(tmp_path):
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE lakes (lake, depth)")
        database.execute("INSERT INTO lakes VALUES ('Baikal', 1642)")
        database.commit()
        path = file_of(tmp_path, "lakes.db", database.serialize())

    assert rows(path, table("sqlite", at="lakes")) == [LAKES[0]]
    with pytest.raises(SourceError, match="no such table: ponds"):
        rows(path, table("sqlite", at="ponds"))


def test_a_python_literal_is_read_and_never_run(tmp_path):
    path = file_of(tmp_path, "lakes.py", b"import os\nlakes = [['Baikal', 1642]]\nponds = [os.getcwd()]\n")

    assert rows(path, table("python", at="lakes", header=("lake", "depth"))) == [LAKES[0]]
    with pytest.raises(SourceError, match=r"cannot read lakes\.py as python"):
        rows(path, table("python", at="ponds", header=("lake",)))


@pytest.mark.parametrize("above", [[], [["Lakes of the world"], [None]]])
def test_a_sheet_is_read_below_its_header(tmp_path, above):
    book = Workbook()
    for line in [*above, ["lake", "depth"], ["Baikal", 1642]]:
        book.active.append(line)
    book.save(tmp_path / "lakes.xlsx")

    told = table("sheet", header=("lake",) if above else ())
    assert rows(tmp_path / "lakes.xlsx", told) == [LAKES[0]]


def test_every_text_that_a_pattern_names_is_a_row_in_the_order_of_names(tmp_path):
    path = file_of(
        tmp_path, "lakes.zip", zipped({"lakes/b.txt": "two", "lakes/a.txt": "one", "ponds/c.txt": "x"})
    )

    assert rows(path, table("text", path="lakes/*.txt")) == [
        {"path": "lakes/a.txt", "text": "one"},
        {"path": "lakes/b.txt", "text": "two"},
    ]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("lakes.whl", zipped({"data/lakes.csv": "lake\nBaikal\n"})),
        ("lakes.tgz", tarred({"data/lakes.csv": b"lake\nBaikal\n"})),
    ],
)
def test_a_table_is_read_within_an_archive(tmp_path, name, data):
    assert rows(file_of(tmp_path, name, data), table("csv", path="data/lakes.csv")) == [{"lake": "Baikal"}]


def test_a_table_is_read_within_an_archive_within_an_archive(tmp_path):
    path = file_of(tmp_path, "lakes.whl", zipped({"data/all.zip": zipped({"lakes.csv": "lake\nBaikal\n"})}))

    assert rows(path, table("csv", path="data/all.zip!lakes.csv")) == [{"lake": "Baikal"}]


def test_an_archive_that_is_none_is_told(tmp_path):
    path = file_of(tmp_path, "lakes.whl", b"no archive")

    with pytest.raises(SourceError, match=r"cannot read lakes\.whl as csv: File is not a zip file"):
        rows(path, table("csv", path="lakes.csv"))


def test_a_member_that_is_not_there_is_told(tmp_path):
    path = file_of(tmp_path, "lakes.zip", zipped({"lakes.csv": "lake\nBaikal\n"}))

    with pytest.raises(SourceError, match=r"lakes\.zip: expected ponds\.csv in it, got none"):
        rows(path, table("csv", path="ponds.csv"))


def test_a_source_is_the_pinned_file_or_none(tmp_path):
    path = file_of(tmp_path, "lakes.csv", b"lake\nBaikal\n")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()

    assert source_bytes(source("lakes.csv", digest), tmp_path) == path.read_bytes()
    with pytest.raises(SourceError, match="expected the file of lakes 1 with sha256 000000000000…, got "):
        source_bytes(source("lakes.csv", "0" * 64), tmp_path)
    with pytest.raises(SourceError, match="cannot read the file of source lakes: No such file"):
        source_bytes(source("ponds.csv", digest), tmp_path)
