"""Generated releases and answers: small worlds in which the properties of grading.md 8 must hold."""

from dataclasses import dataclass
from decimal import Decimal

from hypothesis import strategies as st

from atlas_grader.answers import RowsContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.grade import grade_task
from atlas_grader.tasks import (
    CellType,
    Choice,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    NearMiss,
    Precision,
    State,
    Task,
    Tolerance,
)

NAMES = [
    ("Gabon", ("Gabonese Republic",)),
    ("São Tomé and Príncipe", ("STP",)),
    ("Redwood Analytics, Inc.", ()),
    ("Apollo 11", ()),
    ("Apollo 12", ()),
    ("C++", ()),
    ("Владимир Щукин", ("Vladimir Shchukin",)),
    ("東京都", ("Tokyo",)),
    ("Namibia", ("NA",)),
    ("University of Washington", ()),
    ("Wi-Fi 6", ()),
    ("Müller & Söhne GmbH", ()),
]

# Column → the values gold can hold there; every one written as its type is.
COLUMNS = {
    Column("staff", CellType.NUMBER, "How many people work there"): [
        "1250",
        "3.4 million",
        "0",
        "-17",
        "12.5",
    ],
    Column("share", CellType.PERCENT, "Share of the market"): ["12 %", "33.4%", "0.5 %"],
    Column("price", CellType.MONEY, "List price", currency="USD"): ["USD 1500000", "$63 billion", "USD 0.99"],
    Column("mass", CellType.QUANTITY, "Mass", unit="kg"): ["2.4 kg", "1200 kg", "0.05 kg"],
    Column("opened", CellType.DATE, "Day of opening"): ["2018-07-12", "1999-12-31", "2020-02-29"],
    Column("since", CellType.DATE, "Year of founding", precision=Precision.YEAR): ["1766", "1868", "2001"],
    Column("length", CellType.DURATION, "Running time", unit="min"): ["75 min", "2 h 30 min"],
    Column("listed", CellType.BOOLEAN, "Whether it is listed"): ["true", "false"],
    Column(
        "kind", CellType.ENUM, "Kind of body", choices=tuple(map(Choice, ["public", "private", "None"]))
    ): [
        "public",
        "private",
        "None",
    ],
    Column("home", CellType.COUNTRY, "Home country"): ["Germany", "Namibia", "Côte d'Ivoire"],
    Column("tongue", CellType.LANGUAGE, "Working language"): ["German", "Swahili", "French"],
    Column("note", CellType.TEXT, "Motto"): ["Don't Look Down", "C#", "state-of-the-art", "Phase III"],
    Column("head", CellType.NAME, "Head of the body"): ["Chinua Achebe", "Akira Kurosawa", "Ann Fox"],
    Column("page", CellType.URL, "Home page"): ["https://lakemuseum.ca/hours", "https://example.org"],
    Column("cities", CellType.LIST, "Cities with an office"): [
        ("Lima", "Cusco"),
        ("Puno",),
        ("Kyoto", "Lyon", "Bonn"),
    ],
    Column("place", CellType.COORDINATES, "Position", distance_km=Decimal(5)): [
        "35.6586, 139.7454",
        "-22.9519, -43.2105",
    ],
    Column("code", CellType.IDENTIFIER, "Registry number"): ["CVE-2023-40551", "00471", "X1P-64-210"],
    Column("area", CellType.QUANTITY, "Area", unit="km²", tolerance=Tolerance(relative=Decimal("0.01"))): [
        "267668 km²",
        "964 km²",
    ],
}

GARBAGE = [
    "",
    "n/a",
    "—",
    "no idea",
    "12 or 13",
    "1/2/3",
    "x" * 50,
    "<b>",
    "[1]",
    "9**9**9",
    "🏳️",
    "None",
    "0",
    "yes",
]


@dataclass(frozen=True)
class World:
    """One task with its gold and one answer to it."""

    compiled: CompiledTask
    rows: tuple[dict, ...]

    @property
    def task(self):
        return self.compiled.task

    @property
    def gold(self):
        return self.compiled.gold

    def report(self, rows=None):
        return grade_task(self.compiled, RowsContent(tuple(self.rows if rows is None else rows)))


@st.composite
def tasks(draw, min_rows=0, *, ungraded=True):
    columns = tuple(draw(st.lists(st.sampled_from(list(COLUMNS)), min_size=2, max_size=4, unique=True)))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=min_rows, max_size=5, unique=True))
    others = [name for name in NAMES if name not in names]
    task = Task("world", "Which are there?", (Column("body", CellType.NAME, "Name"), *columns), ("body",))
    rows = tuple(draw(gold_rows(columns, name, ungraded)) for name in names)
    misses = tuple(NearMiss((EntityPart(name),)) for name, _ in others[:1])
    return CompiledTask(task, Gold("world", rows, misses))


@st.composite
def gold_rows(draw, columns, name, ungraded):
    cells = {column.name: draw(gold_cells(column, ungraded)) for column in columns}
    return GoldRow((EntityPart(*name),), cells, ungraded and draw(st.integers(0, 5)) == 0)


@st.composite
def gold_cells(draw, column, ungraded):
    state = draw(st.sampled_from([State.VALUE] * 6 + [State.BLANK] + ([State.UNGRADED] if ungraded else [])))
    if state is not State.VALUE:
        return GoldCell(state)
    value, *accepted = draw(st.lists(st.sampled_from(COLUMNS[column]), min_size=1, max_size=2, unique=True))
    return GoldCell(state, value, tuple(accepted))


@st.composite
def worlds(draw, min_rows=0, **settings):
    compiled = draw(tasks(min_rows, **settings))
    rows = [
        row
        for gold in compiled.gold.rows
        if draw(st.integers(0, 4))
        for row in [draw(answer_rows(compiled, gold))]
    ]
    for _ in range(draw(st.integers(0, 2))):
        rows.append(
            {"body": draw(st.sampled_from([*GARBAGE, *(name for name, _ in NAMES)])), **draw(cells(compiled))}
        )
    return World(compiled, tuple(draw(st.permutations(rows))))


@st.composite
def answer_rows(draw, compiled, gold):
    return {"body": draw(st.sampled_from(gold.entity[0].names)), **draw(cells(compiled, gold))}


@st.composite
def cells(draw, compiled, gold=None):
    row = {}
    for column in compiled.task.attributes:
        right = gold_value(gold.cells[column.name]) if gold else ""
        pool = [right, right, draw(st.sampled_from(COLUMNS[column])), draw(st.sampled_from(GARBAGE))]
        row[column.name] = draw(st.sampled_from(pool))
    return row


def gold_value(cell):
    return cell.value if cell.state is State.VALUE else ""
