"""Whether a release is good: what is refused before it is published, and what is doubted."""

# ruff: noqa: E501  (whole messages on one line, as a user sees them)

import json
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atlas_grader.errors import Severity
from atlas_grader.records import Manifest, gold_to_json, task_to_json
from atlas_grader.releases import bundled_releases, find_bundled, open_release, write_manifest
from atlas_grader.tasks import (
    CellType,
    Choice,
    Citation,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    IdentifierKind,
    NearMiss,
    Precision,
    State,
    Task,
    Tolerance,
    UrlLevel,
)
from atlas_grader.vetting import check_path, vet_release
from atlas_grader.vetting.licences import licence_findings
from atlas_grader.vetting.release import gold_findings
from atlas_grader.vetting.tasks import task_findings
from atlas_grader.vetting.values import value_findings
from tests.lakes import CITED, DEPTH, GOLD, LAKE, SALT, TASK, cell, row


def told(findings, severity=None):
    return [f"{f.message} - at `{f.path}`" for f in findings if severity in (None, f.severity)]


def of_column(column):
    return told(task_findings(replace(TASK, columns=(LAKE, DEPTH, column))))


def of_gold(gold, task=TASK):
    return told(gold_findings(task, gold))


def write_release(folder, task=TASK, gold=GOLD):
    folder.mkdir()
    (folder / "tasks.jsonl").write_text(task_to_json(task) + "\n")
    (folder / "gold.jsonl").write_text(gold_to_json(gold, task) + "\n")
    write_manifest(folder, Manifest("2026.11", "Lakes", "", 1, "2026-11-30", "CC-BY-4.0", "", {}))
    return folder


# Whole releases


def test_every_bundled_release_is_sound_beyond_doubt():
    for name in bundled_releases():
        assert vet_release(open_release(find_bundled(name))) == ()


def test_a_good_release_has_no_faults(tmp_path):
    assert vet_release(open_release(write_release(tmp_path / "r"))) == ()


def test_faults_name_file_and_line(tmp_path):
    folder = write_release(tmp_path / "r", replace(TASK, language="?"), Gold("lakes", (row("A"), row("a"))))

    found = [str(fault) for fault in vet_release(open_release(folder))]

    assert found[0].startswith(f'{folder.as_posix()}/tasks.jsonl:1: task "lakes": expected a language tag')
    assert found[1].startswith(f'{folder.as_posix()}/gold.jsonl:1: task "lakes": expected names of its own')


def test_what_opening_finds_and_what_vetting_finds_is_told_together(tmp_path):
    folder = write_release(tmp_path / "r", gold=Gold("lakes", (row("A", "3 kg"),)))
    text = (folder / "tasks.jsonl").read_text()
    (folder / "tasks.jsonl").write_text(text + '{"id": "b"}\n')

    found = "\n".join(map(str, vet_release(open_release(folder))))

    for part in ("does not match manifest.json", "expected a key `question`", "measures something else"):
        assert part in found


def test_a_fault_of_form_hides_no_fault_of_content(tmp_path):
    task = json.loads(task_to_json(TASK))
    task["columns"][1]["precison"] = "day"
    gold = json.loads(gold_to_json(Gold("lakes", (row("A", "3 kg"), row("B", "4 s"), row("C"))), TASK))
    del gold["rows"][0]["cells"]["salt"]
    gold["rows"][1]["cells"]["depth"]["citations"] = [{}]
    gold["rows"][2]["entity"] = {}
    gold["rows"].append(3)
    other = {**json.loads(task_to_json(TASK)), "id": "seas", "langauge": "en"}
    other["columns"] = [
        *other["columns"],
        {"name": "new", "type": "nmae"},
        {"name": "x", "type": "text", "unit": "m"},
    ]
    strange = {**gold, "task_id": "seas", "rows": gold["rows"][1:2]}
    (tmp_path / "tasks.jsonl").write_text(f"{json.dumps(task)}\n{json.dumps(other)}")
    (tmp_path / "gold.jsonl").write_text(f"{json.dumps(gold)}\n{json.dumps(strange)}")

    told = "\n".join(str(fault).removeprefix(f"{tmp_path}/") for fault in vet_release(open_release(tmp_path)))

    for part in (
        'tasks.jsonl:1: task "lakes": unknown key "precison"',
        'gold.jsonl:1: task "lakes": row "A", column "depth": expected an amount in "m", the column\'s unit, got "3 kg"',
        'gold.jsonl:1: task "lakes": row "B", column "depth": expected an amount in "m", the column\'s unit, got "4 s"',
        'gold.jsonl:2: task "seas": row "B", column "depth": expected an amount in "m", the column\'s unit, got "4 s"',
        "$.columns[3].type",
    ):
        assert part in told, part
    assert "unread" not in told


def test_columns_of_gold_are_compared_with_those_of_a_broken_task(tmp_path):
    task = {**json.loads(task_to_json(TASK)), "question": 3}
    gold = json.loads(gold_to_json(GOLD, TASK))
    gold["rows"][0]["cells"]["depht"] = gold["rows"][0]["cells"].pop("depth")
    gold["rows"][1]["entity"] = {"lakes": {"value": "Como"}}
    unnamed = {**task, "id": "seas", "columns": [*task["columns"], {"type": "text"}]}
    (tmp_path / "tasks.jsonl").write_text(f"{json.dumps(task)}\n{json.dumps(unnamed)}")
    (tmp_path / "gold.jsonl").write_text(f"{json.dumps(gold)}\n{json.dumps({**gold, 'task_id': 'seas'})}")

    told = [str(fault).removeprefix(f"{tmp_path}/") for fault in vet_release(open_release(tmp_path))]

    assert [line for line in told if "column" in line and line.startswith("gold")] == [
        'gold.jsonl:1: task "lakes": unknown column "depht"; did you mean "depth"? - at `$.rows[0].cells.depht`',
        'gold.jsonl:1: task "lakes": expected column "depth", got none - at `$.rows[0].cells`',
        'gold.jsonl:1: task "lakes": unknown column "lakes"; did you mean "lake"? - at `$.rows[1].entity.lakes`',
        'gold.jsonl:1: task "lakes": expected column "lake", got none - at `$.rows[1].entity`',
    ]


@pytest.mark.parametrize(
    "licence",
    [
        "CC-BY-4.0",
        "cc0-1.0",
        "MIT OR Apache-2.0",
        "(MIT AND CC-BY-4.0) OR LicenseRef-ours",
        "GPL-2.0-or-later WITH Classpath-exception-2.0",
        "DocumentRef-a:LicenseRef-b",
    ],
)
def test_a_licence_is_an_spdx_expression(licence):
    assert told(licence_findings(licence)) == []


@pytest.mark.parametrize(
    "licence", ["CC BY 4.0", "MIT OR", "(MIT", "MIT)", "MIT & BSD", "()", "MIT/BSD", "(" * 99_999]
)
def test_another_text_for_a_licence_is_refused(licence):
    assert [f.severity for f in licence_findings(licence)] == [Severity.ERROR]


def test_an_identifier_that_few_know_is_doubted():
    ((message),) = told(licence_findings("MIT AND CC-BY4.0"), Severity.WARNING)

    assert 'got "CC-BY4.0"; did you mean "CC-BY-4.0"?' in message


def test_a_folder_without_a_manifest_is_checked_as_a_release(tmp_path):
    folder = write_release(tmp_path / "r", gold=Gold("lakes", (row("A", "3 kg"),)))
    (folder / "manifest.json").unlink()

    checked = check_path(str(folder), None)

    assert not checked.passed
    assert "manifest.json: expected a file" in str(checked.faults[0])
    assert "measures something else" in str(checked.faults[1])


def test_warnings_are_told_and_refuse_nothing(tmp_path):
    folder = write_release(tmp_path / "r", gold=replace(GOLD, rows=(row("A", "3 ft"),)))

    checked = check_path(str(folder), None)

    assert checked.passed
    assert ": warning: task" in str(checked.faults[0])
    assert checked.summary.endswith("no faults, 1 warning")


def test_counts_and_specification_of_the_manifest_are_checked(tmp_path):
    folder = write_release(tmp_path / "r")
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["spec"] = 2
    manifest["files"]["gold.jsonl"]["counts"]["rows"] = 3
    (folder / "manifest.json").write_text(json.dumps(manifest))

    told = [str(fault).removeprefix(str(folder)) for fault in vet_release(open_release(folder))]

    assert told == [
        "/manifest.json: warning: expected a release made for grading specification 1, got 2; check that its rules still hold - at `$.spec`",
        '/manifest.json: expected 2, as in `gold.jsonl`, got 3; `atlas seal` counts anew - at `$.files["gold.jsonl"].counts.rows`',
    ]


TASK_JSON = json.loads(task_to_json(TASK))
GOLD_JSON = json.loads(gold_to_json(Gold("lakes", GOLD.rows, (NearMiss((EntityPart("Aral"),)),)), TASK))
ANYTHING = st.sampled_from(
    [None, True, 0, -1, 1.5, 10**400, "", "x", "m", " ", "\n", "\ud800", "lake", "9" * 5000, [], ["a"], [None], {}, {"a": 1}, [[]], [{}]]
)  # fmt: skip


def places(value, path=()):
    """The path of every value inside a JSON value."""
    yield path
    for key, inner in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield from places(inner, (*path, key))


def changed(value, path, new):
    if not path:
        return new
    inner = changed(value[path[0]], path[1:], new)
    if isinstance(value, dict):
        return {**value, path[0]: inner}
    return [*value[: path[0]], inner, *value[path[0] + 1 :]]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_whatever_stands_anywhere_in_a_release_raises_nothing(tmp_path, data):
    written = {"tasks.jsonl": TASK_JSON, "gold.jsonl": GOLD_JSON}
    for _ in range(data.draw(st.integers(1, 3))):
        name = data.draw(st.sampled_from(sorted(written)))
        path = data.draw(st.sampled_from(list(places(written[name]))))
        written[name] = changed(written[name], path, data.draw(ANYTHING))
    for name, value in written.items():
        (tmp_path / name).write_text(json.dumps(value))

    assert all(str(fault) for fault in check_path(str(tmp_path), None).faults)


# Tasks


@pytest.mark.parametrize(
    ("column", "problem"),
    [
        (Column("salt", CellType.BOOLEAN, currency="USD"), "expected `currency` on `money` only, got it on `boolean`"),
        (Column("salt", CellType.BOOLEAN, unit="m"), "expected `unit` on `quantity` or `duration` only, got it on `boolean`"),
        (Column("salt", CellType.TEXT, precision=Precision.YEAR), "expected `precision` on `date` only, got it on `text`"),
        (Column("salt", CellType.TEXT, choices=(Choice("no"), Choice("yes"))), "expected `choices` on `enum` only, got it on `text`"),
        (Column("salt", CellType.TEXT, ordered=True), "expected `ordered` on `list` only, got it on `text`"),
        (Column("salt", CellType.TEXT, item_type=CellType.NAME), "expected `item_type` on `list` only, got it on `text`"),
        (Column("salt", CellType.TEXT, body="Moon"), "expected `body` on `coordinates` only, got it on `text`"),
        (Column("salt", CellType.TEXT, identifier_kind=IdentifierKind.DOI), "expected `identifier_kind` on `identifier` only, got it on `text`"),
        (
            Column("salt", CellType.TEXT, tolerance=Tolerance(absolute=Decimal(1))),
            "expected `tolerance` on `number` or `percent` or `money` or `quantity` or `duration` only, got it on `text`",
        ),
        (Column("salt", CellType.QUANTITY), "expected `unit` for type `quantity`, got none"),
        (Column("salt", CellType.ENUM), "expected `choices` for type `enum`, got none"),
        (Column("salt", CellType.LIST, item_type=CellType.ENUM), "expected `choices` for type `enum`, got none"),
        (Column("salt", CellType.LIST, item_type=CellType.LIST), "expected items of another type than `list`"),
        (Column("salt", CellType.LIST, item_type=CellType.BOOLEAN), "expected items of another type than `boolean`"),
        (
            Column("salt", CellType.ENUM, choices=(Choice("Yes", ("y",)), Choice("no", ("Y",)))),
            'expected each spelling of a choice once, got "y" twice',
        ),
        (
            Column("salt", CellType.ENUM, choices=(Choice("well-known"), Choice("Well known"))),
            'expected each spelling of a choice once, got "well known" twice',
        ),
        (Column("salt", CellType.DURATION, unit="kg"), 'expected a unit of time such as `min`, got "kg"'),
        (Column("salt", CellType.DURATION, unit="mim"), 'expected a unit of time such as `min`, got "mim"'),
        (Column("salt", CellType.MONEY, currency="XXQ"), 'expected an ISO 4217 code such as `EUR`, got "XXQ"'),
        (Column("salt", CellType.COORDINATES, body="Nibiru"), 'expected a body whose radius is known, such as `Moon`, got "Nibiru"'),
        (Column("salt", CellType.COORDINATES, distance_km=Decimal(0)), "expected a distance above 0 km, got 0"),
        (
            Column("salt", CellType.NUMBER, tolerance=Tolerance(absolute=Decimal(1), unit="m")),
            'expected a tolerance without a unit on `number`, got "m"',
        ),
        (
            Column("salt", CellType.QUANTITY, unit="m", tolerance=Tolerance(absolute=Decimal(1), unit="kg")),
            'expected a unit that converts to "m" for the tolerance, got "kg"',
        ),
        (
            Column("salt", CellType.QUANTITY, unit="m", tolerance=Tolerance(absolute=Decimal(1), unit="metrrs")),
            'expected a unit that converts to "m" for the tolerance, got "metrrs"',
        ),
    ],
)  # fmt: skip
def test_settings_must_fit_the_type(column, problem):
    assert of_column(column) == [f'column "salt": {problem} - at `$.columns[2]`']


@pytest.mark.parametrize(
    ("column", "doubt"),
    [
        (Column("salt", CellType.QUANTITY, unit="flurbs"), "expected a unit that the tables know"),
        (Column("salt", CellType.QUANTITY, unit="ton"), "expected a unit of one meaning"),
        (Column("salt", CellType.ENUM, choices=(Choice("no"),)), "expected two choices or more"),
        (Column("salt", CellType.NUMBER, tolerance=Tolerance(relative=Decimal(2))), "expected a relative tolerance below 1"),
    ],
)  # fmt: skip
def test_settings_that_are_only_odd_are_doubted(column, doubt):
    (found,) = task_findings(replace(TASK, columns=(LAKE, DEPTH, column)))

    assert found.severity is Severity.WARNING
    assert doubt in found.message


@pytest.mark.parametrize(
    "column",
    [
        Column("salt", CellType.LIST, item_type=CellType.QUANTITY, unit="m", ordered=True),
        Column("salt", CellType.LIST, item_type=CellType.ENUM, choices=(Choice("no", ("No",), "n"), Choice("yes"))),
        Column("salt", CellType.MONEY, currency="EUR", tolerance=Tolerance(relative=Decimal("0.1"))),
        Column("salt", CellType.DATE, precision=Precision.YEAR),
        Column("salt", CellType.DURATION),
        Column("salt", CellType.DURATION, unit="m"),
        Column("salt", CellType.MONEY),
        Column("salt", CellType.COORDINATES, body="the Moon"),
        Column("salt", CellType.QUANTITY, unit="km", tolerance=Tolerance(absolute=Decimal(50), unit="m")),
    ],
)  # fmt: skip
def test_settings_that_fit_are_let_through(column):
    assert of_column(column) == []


def test_a_task_has_two_to_ten_attribute_columns():
    one = replace(TASK, columns=(LAKE, SALT))
    many = replace(TASK, columns=(LAKE, *(Column(f"c{n}", CellType.TEXT) for n in range(11))))

    assert told(task_findings(one))[0].startswith("expected 2 to 10 attribute columns, got 1")
    assert told(task_findings(many))[0].startswith("expected 2 to 10 attribute columns, got 11")


def test_what_many_rows_share_names_none():
    assert told(task_findings(replace(TASK, entity_columns=("lake", "salt"), columns=(LAKE, SALT, DEPTH, Column("a", CellType.TEXT))))) == [
        'column "salt": expected a type that can name a row, got `boolean` - at `$.columns[1]`'
    ]  # fmt: skip


def test_a_header_may_mean_one_column_only():
    task = replace(TASK, columns=(LAKE, DEPTH, replace(SALT, aliases=("salty", "DEPTH"))))

    assert told(task_findings(task)) == [
        'expected a header to mean one column, got "depth" for "depth" and "salt" - at `$.columns`'
    ]


def test_words_of_a_task_are_checked():
    assert told(
        task_findings(replace(TASK, id="a b", language="English", as_of="2026-02-30", question=" "))
    ) == [
        'expected an id of letters, digits, `.`, `_` and `-`, got "a b" - at `$.id`',
        'expected a language tag such as `en`, got "English" - at `$.language`',
        'expected a date such as `2026-11-30`, got "2026-02-30" - at `$.as_of`',
        'expected a question, got " " - at `$.question`',
    ]


# Cells


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (GoldCell(State.VALUE, "1 m"), "expected a citation for a `value` cell, got none"),
        (GoldCell(State.BLANK), "expected a citation for a `blank` cell, got none"),
        (GoldCell(State.VALUE, "1 m", citations=(Citation("ftp://a.org/x"),)), 'expected an http or https address, got "ftp://a.org/x"'),
        (GoldCell(State.VALUE, "1 m", citations=(Citation("https:///x"),)), 'expected an http or https address, got "https:///x"'),
        (GoldCell(State.VALUE, "1 m", citations=(Citation("http://[oops"),)), 'expected an http or https address, got "http://[oops"'),
        (GoldCell(State.UNGRADED, citations=(Citation("lake book"),)), 'expected an http or https address, got "lake book"'),
        (GoldCell(State.VALUE, "1 m", citations=(Citation("https://a.org", "x" * 201),)), "expected at most 200 characters of evidence, got 201"),
        (GoldCell(State.VALUE, ("1 m", "2 m"), citations=CITED), "expected a string for type `quantity`, got `list`"),
        (GoldCell(State.VALUE, "1 m", ("3 kg",), citations=CITED), 'expected an amount in "m", the column\'s unit, got "3 kg", which measures something else'),
        (GoldCell(State.VALUE, "1 m", ("1 m",), citations=CITED), 'expected each right value once, got "1 m" again; remove it, or mend it'),
    ],
)  # fmt: skip
def test_a_cell_must_be_one_that_a_reader_can_check(changed, problem):
    gold = Gold("lakes", (GoldRow((EntityPart("Baikal"),), {"depth": changed, "salt": cell("no")}),))

    assert of_gold(gold) == [f'row "Baikal", column "depth": {problem} - at `$.rows[0].cells.depth`']


def test_an_ungraded_cell_needs_no_citation():
    gold = Gold(
        "lakes", (GoldRow((EntityPart("Baikal"),), {"depth": GoldCell(State.UNGRADED), "salt": cell("no")}),)
    )

    assert of_gold(gold) == []


def test_accepted_values_may_be_unusual():
    gold = Gold("lakes", (row("Baikal"),))
    gold.rows[0].cells["depth"] = cell("1,642 m", accepted=("5,387 ft", "about 1,642 m"))

    assert of_gold(gold) == []


COLUMNS = {
    "enum": Column("c", CellType.ENUM, choices=(Choice("Red", ("crimson",), "R"), Choice("Blue"))),
    "metres": DEPTH,
    "containers": Column("c", CellType.QUANTITY, unit="TEU"),
    "dollars": Column("c", CellType.MONEY, currency="USD"),
    "money": Column("c", CellType.MONEY),
    "day": Column("c", CellType.DATE, precision=Precision.DAY),
    "year": Column("c", CellType.DATE, precision=Precision.YEAR),
    "minutes": Column("c", CellType.DURATION, unit="min"),
    "doi": Column("c", CellType.IDENTIFIER, identifier_kind=IdentifierKind.DOI),
    "isbn": Column("c", CellType.IDENTIFIER, identifier_kind=IdentifierKind.ISBN),
    "ip": Column("c", CellType.IDENTIFIER, identifier_kind=IdentifierKind.IP),
    "site": Column("c", CellType.URL, url_level=UrlLevel.SITE),
    "names": Column("c", CellType.LIST, item_type=CellType.NAME),
    "numbers": Column("c", CellType.LIST, item_type=CellType.NUMBER),
    **{kind.value: Column("c", kind) for kind in CellType if kind not in (CellType.ENUM, CellType.MONEY)},
}
SOUND = {
    "enum": ["Red", "red", "R", "crimson"],
    "metres": ["12 m", "12", "1,234.5 m", "10-12 m", "1.2 million m", "1200 metres"],
    "containers": ["12 TEU", "12"],
    "number": ["12", "1,234", "-3.5", "1.2 million", "twelve", "3-5", "½"],
    "percent": ["12", "12 %", "0.5%", "3/4"],
    "dollars": ["$5", "5", "USD 5 million", "free", "$5-6"],
    "money": ["5 EUR", "€5", "USD 5", "free"],
    "day": ["2018-07-12", "12 July 2018", "2018-07-12/2018-07-14"],
    "year": ["2018", "2018-05-01", "44 BC"],
    "date": ["2018", "2018-05", "2010s", "19th century"],
    "minutes": ["120", "2 h", "2:45", "1 h 30 min"],
    "duration": ["2 h", "3 days", "PT2H"],
    "boolean": ["true", "no", "✓"],
    "country": ["Germany", "GER", "🇩🇪"],
    "language": ["German", "de"],
    "currency": ["EUR", "euro"],
    "text": ["foo", "C++", "北京"],
    "name": ["Null Island", "AC/DC"],
    "url": ["https://a.org/x?y=1", "a.org"],
    "site": ["https://a.org/x", "a.org"],
    "coordinates": ["12.5, 13.5", "12°30′N 13°E"],
    "doi": ["10.1000/xyz", "https://doi.org/10.1000/xyz"],
    "isbn": ["9780306406157", "0-306-40615-2"],
    "ip": ["1.2.3.4", "::1"],
    "identifier": ["A-12", "CVE-2024-1234"],
    "names": [("Smith, John", "Li"), ("Li",)],
    "numbers": [("1", "2")],
}  # fmt: skip
FAULTY = {
    "enum": ["Red or Blue", "Green", "Not red", "Reddish"],
    "metres": ["12 kg", "12 MB", "12 m or 13 m", "at least 12 m", "12 widgets", "N/A", "12 m/s"],
    "containers": ["12 m"],
    "number": ["12 or 13", ">12", "unknown", "many", "12, 13"],
    "percent": ["12 or 13 %", "most"],
    "dollars": ["€5", "5 EUR", "CA$5", "$5 or $6", "expensive"],
    "money": ["5", "$5", "kr 5"],
    "day": ["2018-07", "2018", "03/04/2021", "12/07/18", "today", "May", "July 12", "2018-13-40"],
    "year": ["2010s"],
    "date": ["FY2019", "2018-07-32", "03/04/2021"],
    "minutes": ["2 kg", "2 m", "long"],
    "duration": ["120", "2:45"],
    "boolean": ["maybe", "Yes or no", "partly"],
    "country": ["Germany or France", "Germany, France", "Korea", "Congo", "Atlantis"],
    "language": ["French/German", "Quux"],
    "currency": ["$", "dollar", "Doubloon"],
    "text": ["—", "???", "x" * 5000],
    "name": ["-"],
    "url": ["not a url", "https://a.org or https://b.org", "/x/y"],
    "site": ["foo"],
    "coordinates": ["95, 200", "12 N", "foo"],
    "doi": ["foo", "10.1000/a or 10.1000/b"],
    "isbn": ["9780306406158"],
    "ip": ["1.2.3.400"],
    "identifier": ["A1 or B2", "A1 / B2"],
    "names": ["Li, Wu", ("Li", "—")],
    "numbers": [("1", "x"), ("1", "2 or 3")],
}  # fmt: skip
DOUBTFUL = {
    "metres": ["12 ft", "about 12 m", "12 m (13 m)"],
    "number": ["~12", "12 (est.)", "12 m"],
    "percent": ["12 pp"],
    "text": ["foo or bar", "unknown", "none"],
    "names": [("Li", "Li")],
}


def cases(table):
    return [pytest.param(COLUMNS[kind], value, id=f"{kind}: {value!r:.40}") for kind, values in table.items() for value in values]  # fmt: skip


@pytest.mark.parametrize(("column", "value"), cases(SOUND))
def test_gold_that_graders_read_as_it_is_meant_is_let_through(column, value):
    assert told(value_findings(column, value, is_preferred=True)) == []


@pytest.mark.parametrize(("column", "value"), cases(FAULTY))
def test_gold_that_graders_could_get_wrong_is_refused(column, value):
    assert told(value_findings(column, value, is_preferred=True), Severity.ERROR)


@pytest.mark.parametrize(("column", "value"), cases(DOUBTFUL))
def test_gold_that_is_only_odd_is_doubted(column, value):
    found = list(value_findings(column, value, is_preferred=True))

    assert [finding.severity for finding in found] == [Severity.WARNING]


@given(st.sampled_from(sorted(COLUMNS)), st.text(max_size=30))
def test_no_value_whatever_raises_anything(kind, text):
    assert list(value_findings(COLUMNS[kind], text, is_preferred=True)) is not None


# Rows


def test_no_name_may_mean_two_rows_or_a_near_miss():
    gold = Gold(
        "lakes",
        (row("Baikal", aliases=("The Deep",)), row("Como", aliases=("the  DEEP",)), row("Garda")),
        (NearMiss((EntityPart("Aral", ("GARDA",)),)), NearMiss((EntityPart("Tahoe"),))),
    )

    assert of_gold(gold) == [
        'expected names of its own, got "The Deep", which fits more than one row: Baikal, Como - at `$.rows[0]`',
        'expected names of its own, got "the  DEEP", which fits more than one row: Baikal, Como - at `$.rows[1]`',
        'expected a name of no row, got "GARDA", which is Garda - at `$.near_misses[0]`',
    ]


def test_names_are_compared_as_the_aligner_compares_them():
    gold = Gold("lakes", (row("Москва"), row("Moskva"), row("Müller & Co"), row("Muller and Co")))

    assert len(of_gold(gold)) == 4


def test_rows_of_several_entity_columns_may_share_a_part():
    task = Task(
        "lakes", "q", (LAKE, Column("year", CellType.DATE), DEPTH, SALT), ("lake", "year"), as_of="2026-11"
    )

    def yearly(year, *aliases):
        return GoldRow(
            (EntityPart("Dune"), EntityPart(year, aliases)), {"depth": cell("1 m"), "salt": cell("no")}
        )

    assert of_gold(Gold("lakes", (yearly("1984"), yearly("2021"))), task) == []
    assert len(of_gold(Gold("lakes", (yearly("1984"), yearly("2021", "1984"))), task)) == 2


def test_typed_keys_are_compared_by_their_type():
    task = Task("lakes", "q", (Column("day", CellType.DATE), DEPTH, SALT), ("day",))

    assert of_gold(Gold("lakes", (row("2018-07-12"), row("12 July 2018"), row("13 July 2018"))), task) == [
        'expected names of its own, got "12 July 2018", which is that of `$.rows[0]` - at `$.rows[1]`'
    ]


def test_a_key_must_read_as_its_type():
    task = Task("lakes", "q", (Column("day", CellType.DATE), DEPTH, SALT), ("day",))

    (found,) = of_gold(Gold("lakes", (row("2018-07-32", aliases=("the hot day",)),)), task)

    assert found.startswith('column "day": expected a value that reads as `date`, got "2018-07-32"')


def test_a_table_without_rows_is_doubted():
    (found,) = gold_findings(TASK, Gold("lakes", ()))

    assert found.severity is Severity.WARNING
