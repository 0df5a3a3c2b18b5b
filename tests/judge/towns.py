"""A small task whose cells and names strings leave open, with a truth that only an honest judge knows."""

from functools import cache

from atlas_grader.answers import RowsContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.grade import grade_task
from atlas_grader.questions import Docket
from atlas_grader.tasks import CellType, Column, EntityPart, Gold, GoldCell, GoldRow, NearMiss, State, Task
from tests.judge.desks import IDENTITY

ROWS = [
    ("Grey Hall", "Aurland", "a stone viaduct"),
    ("Blue Hall", "Tiverton", "a glass dome"),
    ("Old Mint", "Oban", "two brick towers"),
    ("Corn Exchange", "Hawick", "a wooden belfry"),
    ("Salt Store", "Lerwick", "an open arcade"),
    ("Rope House", "Stromness", "nine dormers"),
]
# What only somebody who knows can tell: cell or name → gold.
SAME = {
    "the fjord village": "Aurland",
    "the mill town on the Exe": "Tiverton",
    "the gateway to the isles": "Oban",
    "the coin works": "Old Mint",
    "the grain market": "Corn Exchange",
}

TASK = Task(
    "halls",
    "Which halls are protected?",
    (
        Column("hall", CellType.NAME, "Name of the hall"),
        Column("town", CellType.TEXT, "Town where it stands"),
        Column("feature", CellType.TEXT, "What it is known for"),
    ),
    ("hall",),
)


@cache
def compiled():
    gold = tuple(
        GoldRow(
            (EntityPart(name),),
            {"town": GoldCell(State.VALUE, town), "feature": GoldCell(State.VALUE, feature)},
        )
        for name, town, feature in ROWS
    )
    return CompiledTask(TASK, Gold("halls", gold, (NearMiss((EntityPart("Red Hall"),)),)))


def truth(kind, told, item):
    """What an honest judge rules."""
    if kind == "cell":
        said = item["cell"]
        return "match" if item["gold"] in {said, SAME.get(said)} else "mismatch"
    options = {option["name"]: id_ for id_, option in told["options"].items()}
    return options.get(SAME.get(item["name"], item["name"]), "none")


def row(hall, town, feature):
    return {"hall": hall, "town": town, "feature": feature}


def answer(**changed):
    """Rows that an honest judge finds right in part, by name; each changed where it is told."""
    rows = {
        "grey": row("Grey Hall", "the fjord village", "a stone viaduct"),
        "blue": row("Blue Hall", "the mill town on the Exe", "some pale lamps"),
        "mint": row("the coin works", "the gateway to the isles", "two brick towers"),
        "corn": row("the wool market", "Hawick", "a wooden belfry"),
        "salt": row("Salt Store", "the town of kelp", "an open arcade"),
    }
    return [{**rows[name], **changed.get(name, {})} for name in rows]


def settle(desk, rows, task=None):
    """The report on rows once nothing more is open that the desk's judge rules on."""
    task = task or compiled()
    while True:
        docket = Docket(IDENTITY, IDENTITY, desk.rulings)
        report = grade_task(task, RowsContent(tuple(rows)), docket)
        before = len(desk.rulings)
        asked = docket.take().open
        if not asked or len(desk.ask(asked)) == before:
            return report
