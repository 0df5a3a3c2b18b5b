"""What a model's rulings settle, whatever they are: nothing outside the bounds, nothing that was decided."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.answers import RowsContent, TableContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.decoys import foreign
from atlas_grader.grade import grade_task
from atlas_grader.grading.settling import is_worth_asking
from atlas_grader.losses import losses
from atlas_grader.questions import Docket, Kind, Lookups, Question, Ruling, canonical
from atlas_grader.score import Figure, Level
from atlas_grader.task_report import Fate
from atlas_grader.tasks import (
    CellType,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    NearMiss,
    State,
    Task,
)
from atlas_grader.verdicts import Reason, Verdict, mismatch, undecided
from tests.worlds import worlds

LEVELS = [(level, figure) for level in Level for figure in Figure]


class Whim(dict):
    """Rulings on every question there can be, each a whim of its key and a seed; some may be missing."""

    def __init__(self, seed, *, gaps):
        self.seed = seed
        self.gaps = gaps

    def get(self, key, default=None):
        draw = int(sha256(f"{self.seed}:{key}".encode()).hexdigest(), 16)
        words = [*Ruling, *map(str, range(6))]
        return default if self.gaps and draw % 5 == 0 else str(words[draw % 97 % len(words)])


def whims(seed, *, gaps=False):
    docket = Docket("", "", {})
    docket.rulings = Whim(seed, gaps=gaps)
    return docket


def inside(settled, offline):
    for level, figure in LEVELS:
        now, before = settled.scores[level][figure], offline.scores[level][figure]
        assert before.low - 1e-12 <= now.low <= now.high <= before.high + 1e-12, (level, figure, now, before)


@given(worlds(), st.integers(0, 999), st.booleans())
def test_whatever_is_ruled_scores_stay_inside_the_bounds(world, seed, gaps):
    content = RowsContent(world.rows)

    inside(
        grade_task(world.compiled, content, whims(seed, gaps=gaps)),
        grade_task(world.compiled, content),
    )


HEADERS = ["body", "Name", "what", "Wert", "x", "column 3", "país"]


@given(worlds(min_rows=1), st.integers(0, 999), st.data())
def test_whatever_is_ruled_of_headers_scores_stay_inside_the_bounds(world, seed, data):
    columns = [column.name for column in world.task.columns]
    headers = data.draw(
        st.lists(st.sampled_from(HEADERS), min_size=len(columns), max_size=len(columns), unique=True)
    )
    headers = [
        data.draw(st.sampled_from([name, other])) for name, other in zip(columns, headers, strict=True)
    ]
    rows = tuple(tuple(row.get(name) for name in columns) for row in world.rows)
    content = TableContent(tuple(headers), rows)

    inside(
        grade_task(world.compiled, content, whims(seed)),
        grade_task(world.compiled, content),
    )


@given(worlds())
def test_without_rulings_a_docket_moves_no_score(world):
    content = RowsContent(world.rows)
    asked = grade_task(world.compiled, content, Docket("", "", {}))

    assert asked.scores == grade_task(world.compiled, content).scores


@given(worlds(), st.integers(0, 999))
def test_a_ruling_moves_no_cell_that_was_decided(world, seed):
    content = RowsContent(world.rows)
    before = grade_task(world.compiled, content)
    after = grade_task(world.compiled, content, whims(seed))

    for old, new in zip(before.rows, after.rows, strict=True):
        if old.fate is not Fate.OPEN:
            assert (old.fate, old.gold) == (new.fate, new.gold)
        for was, now in zip(old.cells, new.cells, strict=False):
            if was.verdict.verdict is not Verdict.UNDECIDED:
                assert was == now


@given(worlds(min_rows=1), st.integers(0, 999), st.data())
def test_what_is_judged_is_what_was_open(world, seed, data):
    columns = [column.name for column in world.task.columns]
    strange = data.draw(st.sampled_from(columns))
    headers = ["Wert" if name == strange else name for name in columns]
    content = TableContent(
        tuple(headers), tuple(tuple(row.get(name) for name in columns) for row in world.rows)
    )
    before = grade_task(world.compiled, content)
    after = grade_task(world.compiled, content, whims(seed))

    assert after.judged_rows <= before.open_rows - after.open_rows
    if not before.open_rows:
        assert after.judged_cells == before.open_cells - after.open_cells


@given(worlds(), st.integers(0, 999))
def test_the_same_rulings_give_the_same_report(world, seed):
    content = RowsContent(world.rows)

    assert grade_task(world.compiled, content, whims(seed)) == grade_task(
        world.compiled, content, whims(seed)
    )


CITY = Column("city", CellType.TEXT, "Where it stands")
OPENED = Column("opened", CellType.DATE, "Day of opening")


def halls(*near_misses):
    task = Task("halls", "Which halls are there?", (Column("hall", CellType.NAME), CITY, OPENED), ("hall",))
    rows = [
        ("Grey Hall", "Aurland", "1999-12-31"),
        ("Blue Hall", "Tiverton", "2001-02-03"),
        ("Old Mint", "Oban", "1888-01-01"),
    ]
    gold = tuple(
        GoldRow(
            (EntityPart(name),),
            {"city": GoldCell(State.VALUE, city), "opened": GoldCell(State.VALUE, day)},
        )
        for name, city, day in rows
    )
    misses = tuple(NearMiss((EntityPart(name),)) for name in near_misses)
    return CompiledTask(task, Gold("halls", gold, misses))


def ask(compiled, rows, rulings=None):
    docket = Docket("judge", "judge", rulings or {})
    report = grade_task(compiled, RowsContent(tuple(rows)), docket)
    asked = docket.take()
    return report, list(asked.used), asked.open


def row(hall, city, opened="1999-12-31"):
    return {"hall": hall, "city": city, "opened": opened}


def test_an_undecided_cell_is_asked_with_question_column_gold_and_cell():
    _, _, questions = ask(halls(), [row("Grey Hall", "the fjord village")])
    (question,) = questions.values()

    assert question.kind is Kind.CELL
    assert json.loads(question.context) == {
        "question": "Which halls are there?",
        "column": {"name": "city", "description": "Where it stands", "type": "text"},
    }
    assert json.loads(question.item) == {"gold": "Aurland", "cell": "the fjord village"}
    decoys = {json.loads(decoy)["gold"] for decoy in question.decoys}
    assert decoys == {"Tiverton", "Oban", "1999-12-31"}  # of the column, and for want of more of its row


def test_equal_cells_are_one_question_in_every_row_and_system():
    first = ask(halls(), [row("Grey Hall", "the fjord village")])[2]
    second = ask(halls(), [row("Blue Hall", "Tiverton"), row("grey hall", "The  fjord village")])[2]

    assert set(first) != set(second)  # another case is another content …
    assert set(first) == set(ask(halls(), [row("GREY HALL", "the fjord village", "2000")])[2])


@pytest.mark.parametrize(
    ("ruling", "verdict", "reason"),
    [
        (Ruling.MATCH, Verdict.MATCH, Reason.JUDGED_SAME),
        (Ruling.MISMATCH, Verdict.MISMATCH, Reason.JUDGED_DIFFERENT),
        (Ruling.SEVERAL, Verdict.MISMATCH, Reason.JUDGED_SEVERAL),
        (Ruling.UNSURE, Verdict.UNDECIDED, Reason.JUDGE_UNSURE),
        ("3", Verdict.UNDECIDED, Reason.JUDGE_UNAVAILABLE),
        ("yes", Verdict.UNDECIDED, Reason.JUDGE_UNAVAILABLE),
    ],
)
def test_a_ruling_becomes_a_verdict_and_what_is_none_becomes_nothing(ruling, verdict, reason):
    rows = [row("Grey Hall", "the fjord village")]
    (key,) = ask(halls(), rows)[2]
    report, used, still_open = ask(halls(), rows, {key: ruling})

    assert report.gold[0].verdicts["city"].verdict is verdict
    assert report.gold[0].verdicts["city"].reason is reason
    assert (used, list(still_open)) == (
        ([key], []) if reason is not Reason.JUDGE_UNAVAILABLE else ([], [key])
    )


@pytest.mark.parametrize("cell", ["", "N/A", "Tiverton", "Aurland", None])
def test_what_strings_decide_is_never_asked(cell):
    assert not ask(halls(), [row("Grey Hall", cell)])[2]


def test_a_cell_whose_copy_is_wrong_is_not_worth_asking():
    assert not ask(halls(), [row("Grey Hall", "Oban"), row("Grey Hall", "the fjord village")])[2]


CONTENTS = {
    Kind.CELL: RowsContent((row("Grey Hall", "the fjord village"),)),
    Kind.NAME: RowsContent((row("The Mint of old times", "Oban"),)),
    Kind.HEADER: TableContent(("hall", "Stadt oder so", "opened"), (("Grey Hall", "Oban", "1999-12-31"),)),
}


@pytest.mark.parametrize("kind", CONTENTS)
def test_what_is_too_long_to_be_asked_is_no_question_and_stays_as_strings_leave_it(kind):
    """Nothing waits for a judge that cannot be asked."""
    short, content = halls(), CONTENTS[kind]
    docket = Docket("judge", "judge", {})
    grade_task(short, content, docket)
    assert [question.kind for question in docket.take().open.values()] == [kind]

    long = CompiledTask(replace(short.task, question="word " * 8000), short.gold)
    assert grade_task(long, content, docket) == grade_task(long, content)
    assert docket.take() == Lookups()


def test_open_names_are_asked_of_the_gold_rows_that_nobody_claims():
    _, _, questions = ask(halls(), [row("Grey Hall", "Aurland"), row("The Mint of old times", "Oban")])
    (question,) = questions.values()

    assert question.kind is Kind.NAME
    assert [option["name"] for option in json.loads(question.context)["options"]] == ["Blue Hall", "Old Mint"]
    assert json.loads(question.item) == {"name": "The Mint of old times"}
    assert [json.loads(decoy) for decoy in question.decoys] == [
        {"name": "Grey Hall"},
        *({"name": foreign(number)} for number in range(5)),
    ]


def test_a_chosen_row_is_claimed_and_its_cells_are_graded_and_asked():
    rows = [row("The Mint of old times", "Oban by the sea", "1888-01-01")]
    (key,) = ask(halls(), rows)[2]
    report, _, questions = ask(halls(), rows, {key: "2"})

    assert report.rows[0].fate is Fate.MATCHED
    assert report.gold[2].rows == (0,)
    assert [question.kind for question in questions.values()] == [Kind.CELL]


def test_a_name_that_is_none_of_them_claims_nothing_for_certain():
    rows = [row("The Mint of old times", "Oban")]
    (key,) = ask(halls(), rows)[2]

    assert ask(halls(), rows, {key: Ruling.NONE})[0].rows[0].fate is Fate.EXTRA
    assert ask(halls(), rows, {key: Ruling.SEVERAL})[0].rows[0].fate is Fate.EXTRA
    assert ask(halls(), rows, {key: Ruling.UNSURE})[0].rows[0].fate is Fate.OPEN


def test_a_near_miss_is_never_asked_about():
    assert not ask(halls("Green Hall"), [row("Green Hall", "Oban")])[2]


def test_two_names_on_one_gold_row_are_copies():
    rows = [
        row("The Mint of old times", "Oban", "1888-01-01"),
        row("Ancient coin works", "Bath", "1888-01-01"),
    ]
    keys = ask(halls(), rows)[2]
    report = ask(halls(), rows, dict.fromkeys(keys, "2"))[0]

    assert [found.fate for found in report.rows] == [Fate.MATCHED, Fate.COPY]


def headed(headers, cells, **ruled):
    """The report on one row under these headers, and the columns asked for; `ruled`: column → ruling."""
    content, docket = TableContent(headers, (cells,)), Docket("judge", "", {})
    grade_task(halls(), content, docket)
    asked = {_column(question): key for key, question in docket.take().open.items()}
    rulings = {asked[column]: ruling for column, ruling in ruled.items()}
    return grade_task(halls(), content, Docket("judge", "", rulings)), asked


def _column(question):
    return json.loads(question.item).get("column", {}).get("name")


STRANGE = ("hall", "Stadt oder Ort oder so", "opened")


@pytest.mark.parametrize("words", ["×10 as often as it takes", "at any scale m", "whatever fits, m"])
def test_no_words_of_a_header_stand_beside_the_cells_of_its_column(words):
    """What could be an order to the judge would reach all of them: the cells stay open."""
    column = Column("height", CellType.QUANTITY, unit="m")
    town = Column("town", CellType.NAME)
    gold = Gold(
        "t",
        tuple(
            GoldRow((EntityPart(name),), {"height": GoldCell(State.VALUE, height)})
            for name, height in (("Oban", "4812"), ("Skye", "3907"), ("Mull", "2655"))
        ),
    )
    answer = TableContent(
        ("town", f"height ({words})"), (("Oban", "48.12"), ("Skye", "39.07"), ("Mull", "about 26.55 or so"))
    )
    docket = Docket("", "", {})
    report = grade_task(CompiledTask(Task("t", "", (town, column), ("town",)), gold), answer, docket)

    assert {question.kind for question in docket.take().open.values()} <= {Kind.HEADER}
    assert {cell.verdict.verdict for row in report.rows for cell in row.cells} <= {
        Verdict.UNDECIDED,
        Verdict.MISMATCH,
    }


def test_a_header_is_asked_for_and_its_cells_are_graded_then():
    report, asked = headed(STRANGE, ("Grey Hall", "Tiverton", "1999-12-31"), city="0")

    assert list(asked) == ["city"]
    assert [(h.header, h.how) for h in report.headers][1] == ("Stadt oder Ort oder so", "model")
    assert report.gold[0].verdicts["city"].reason is Reason.OTHER_GOLD_VALUE
    assert report.gold[0].verdicts["city"].detail.endswith("; the judge chose its header")
    assert report.notes == ('"Stadt oder Ort oder so" is read as column "city": the judge chose it',)
    assert (report.judged_columns, report.judged_cells, report.judged_rows) == (1, 1, 0)


def test_a_column_that_a_model_finds_under_no_header_is_told_to_be_missing_by_its_word():
    report, _ = headed(STRANGE, ("Grey Hall", "Tiverton", "1999-12-31"), city="none")

    assert [(h.header, h.how) for h in report.headers][1] == (None, "model")
    missing = mismatch(Reason.JUDGED_ABSENT, "the judge finds no header of this column")
    assert report.gold[0].verdicts["city"] == missing
    assert report.notes == (
        'column "city" is missing: the judge finds it under none of "Stadt oder Ort oder so"',
    )
    assert (report.judged_columns, report.judged_cells, report.judged_rows) == (1, 1, 0)
    assert [loss.kind for loss in losses(report, 2) if loss.column] == ["empty cell"]


def test_a_cell_that_is_still_open_under_a_chosen_header_is_not_counted_as_judged():
    report, _ = headed(STRANGE, ("Grey Hall", "the fjord village", "1999-12-31"), city="0")

    assert report.gold[0].verdicts["city"].detail.endswith("says the same; the judge chose its header")
    assert (report.judged_columns, report.judged_cells, report.open_cells) == (1, 0, 1)


def test_rows_whose_names_a_model_placed_are_counted_and_say_so():
    report, asked = headed(("Quux", "Wert", "opened"), ("Grey Hall", "x", "1999-12-31"), hall="0")

    assert sorted(asked) == ["city", "hall"]
    assert report.rows[0].how == "is Grey Hall; the judge told where the names stand"
    assert (report.judged_columns, report.judged_rows, report.judged_cells) == (1, 1, 0)
    assert report.notes == (
        '"Quux" is read as column "hall": the judge chose it',
        'open: "city", for what stands under "Wert" could not be told',
    )


def test_what_stays_open_when_no_header_is_left_is_told_as_open():
    report, _ = headed(("hall", "Quux"), ("Grey Hall", "Aurland"), city="0", opened="unsure")

    assert report.notes[-1] == 'open: "opened", for the judge leaves them no header'


def test_a_question_allows_its_own_options_only():
    cell = Question(Kind.CELL, "{}", "{}")
    name = Question(Kind.NAME, "{}", "{}", options=2)

    assert [word for word in ("match", "none", "0", "1", "2", "01", "-1", "²", "x") if cell.allows(word)] == [
        "match"
    ]
    assert [word for word in ("match", "none", "0", "1", "2", "01", "-1", "²", "x") if name.allows(word)] == [
        "none",
        "0",
        "1",
    ]


def test_a_key_depends_on_the_judge_and_the_content_and_not_on_the_decoys():
    question = Question(Kind.CELL, "{}", "{}", decoys=("1",))

    assert question.key("a") == Question(Kind.CELL, "{}", "{}", decoys=("2",)).key("a")
    assert question.key("a") != question.key("b")
    assert question.key("a") != Question(Kind.NAME, "{}", "{}").key("a")


def test_the_keys_under_which_shipped_ledgers_have_their_rulings_never_change():
    question = Question(
        Kind.CELL, canonical({"column": {"name": "town"}}), canonical({"gold": "a", "cell": "b"})
    )

    assert question.key("judge") == "1f7449e5e19b3462b9fa90e2511f7ea49561b7493e02b05ede3114a74eb0f7b5"


def test_canonical_json_bears_lone_surrogates():
    assert canonical({"b": "\ud800", "a": 1}) == '{"a":1,"b":"?"}'


def test_an_answer_raises_no_more_questions_than_gold_is_worth():
    """Whoever floods a judge with rows pays for it himself: what is not asked stays open."""
    rows = [row(f"hall of the number {number} street", "Oban") for number in range(1000)]
    copies = [row("Grey Hall", f"the village of {number} fjords") for number in range(1000)]

    assert len(ask(halls(), rows)[2]) == 4 * 3 + 50
    assert len(ask(halls(), copies)[2]) == 4 * 6 + 50


PATRON = Column("patron", CellType.TEXT, "Whose hall it is")
UNTOLD = TableContent(("hall", "eins", "zwei"), (("Grey Hall", "the fjord village", "some guild of cloth"),))


def patrons():
    task = Task("halls", "Which?", (Column("hall", CellType.NAME), CITY, PATRON), ("hall",))
    cells = {"city": GoldCell(State.VALUE, "Aurland"), "patron": GoldCell(State.VALUE, "the weavers")}
    return CompiledTask(task, Gold("halls", (GoldRow((EntityPart("Grey Hall"),), cells),)))


def settled_under(**places):
    """The header of each column of `UNTOLD`, the columns left open, and what is asked, with these rulings."""
    compiled = patrons()
    first = Docket("judge", "", {})
    grade_task(compiled, UNTOLD, first)
    keys = {json.loads(q.item)["column"]["name"]: key for key, q in first.take().open.items()}
    docket = Docket("judge", "", {keys[column]: ruling for column, ruling in places.items()})
    report = grade_task(compiled, UNTOLD, docket)
    headers = {heading.column: heading.header for heading in report.headers[1:]}
    verdicts = report.gold[0].verdicts.items()
    left = [column for column, verdict in verdicts if verdict.reason is Reason.OPEN_COLUMN]
    questions = docket.take().open.values()
    return headers, left, [(question.kind, json.loads(question.item).get("cell")) for question in questions]


def test_a_header_that_is_ruled_to_be_two_columns_is_neither():
    assert settled_under(city="0", patron="0") == ({"city": None, "patron": None}, ["city", "patron"], [])


def test_a_header_that_is_not_ruled_on_stays_open_beside_one_that_is():
    headers, left, asked = settled_under(patron="1")

    assert headers == {"city": None, "patron": "zwei"}
    assert left == ["city"]
    assert sorted(asked) == [(Kind.CELL, "some guild of cloth"), (Kind.HEADER, None)]


def test_a_cell_of_a_column_that_is_not_told_is_not_worth_asking():
    """Its header is."""
    assert settled_under()[2] == [(Kind.HEADER, None)] * 2
    assert not is_worth_asking(undecided(Reason.OPEN_COLUMN, ""))
    assert is_worth_asking(undecided(Reason.NO_RULE_DECIDED, ""))


def test_names_that_are_written_alike_are_asked_once_and_claim_alike():
    rows = [row("The Mint of old times", "Oban"), row("the mint of OLD times", "Oban", "1888-01-01")]
    (key,) = ask(halls(), rows)[2]
    report = ask(halls(), rows, {key: "2"})[0]

    assert [found.fate for found in report.rows] == [Fate.MATCHED, Fate.COPY]
    assert report.judged_rows == 2


def test_a_row_is_judged_once_a_model_told_what_it_claims():
    rows = [row("The Mint of old times", "Oban")]
    (key,) = ask(halls(), rows)[2]
    judged = {ruling: ask(halls(), rows, {key: ruling})[0].judged_rows for ruling in ("2", *Ruling)}

    assert judged == {"2": 1, "none": 1, "several": 1, "unsure": 0, "match": 0, "mismatch": 0}
    assert ask(halls(), rows)[0].judged_rows == 0


def test_a_name_is_offered_no_gold_row_that_a_part_of_it_excludes():
    teams = Task(
        "t", "Which?", (Column("team", CellType.NAME), Column("year", CellType.DATE), CITY), ("team", "year")
    )
    gold = [("Rovers", "1999"), ("Rovers", "2001"), ("United", "1999")]
    cells = {"city": GoldCell(State.VALUE, "Bath")}
    rows = tuple(GoldRow((EntityPart(team), EntityPart(year)), cells) for team, year in gold)
    answer = [{"team": "The wanderers of old", "year": "1999", "city": "Bath"}]
    (question,) = ask(CompiledTask(teams, Gold("t", rows)), answer)[2].values()

    options = [option["name"] for option in json.loads(question.context)["options"]]
    assert options == [["Rovers", "1999"], ["United", "1999"]]


def long_halls(count, length):
    """Gold rows with an alias of some length: one question offers 24 kB of them, and one at least."""
    rows = tuple(
        GoldRow((EntityPart(f"Hall {letter}", ("a" * length,)),), {"city": GoldCell(State.VALUE, "Bath")})
        for letter in "ABCDE"[:count]
    )
    task = Task("halls", "Which?", (Column("hall", CellType.NAME), CITY), ("hall",))
    return CompiledTask(task, Gold("halls", rows))


def chosen(compiled, ruled):
    """What becomes of a name that is asked about in turns, and the options of what is asked last.

    `ruled` has the ruling for the options that a question offers.
    """
    rulings = {}
    while True:
        report, _, still_open = ask(compiled, [{"hall": "The barn of old times", "city": "Bath"}], rulings)
        offered = {
            key: "".join(option["name"][-1] for option in json.loads(question.context)["options"])
            for key, question in still_open.items()
        }
        news = {
            key: ruled[letters] for key, letters in offered.items() if letters in ruled and key not in rulings
        }
        if not news:
            return report.rows[0], sorted(offered.values())
        rulings |= news


@pytest.mark.parametrize(
    ("ruled", "fate", "gold", "still_open"),
    [
        ({}, Fate.OPEN, None, ["AB", "CD", "E"]),
        ({"AB": "none", "CD": "none", "E": "none"}, Fate.EXTRA, None, []),
        ({"AB": "none", "CD": "1", "E": "none"}, Fate.MATCHED, 3, []),
        ({"AB": "none", "CD": "1"}, Fate.OPEN, None, ["E"]),
        ({"AB": "none", "CD": "1", "E": "unsure"}, Fate.OPEN, None, []),
        ({"AB": "none", "CD": "1", "E": "several"}, Fate.EXTRA, None, []),
        ({"AB": "0", "CD": "none", "E": "0"}, Fate.OPEN, None, ["AE"]),
        ({"AB": "0", "CD": "none", "E": "0", "AE": "1"}, Fate.MATCHED, 4, []),
        ({"AB": "0", "CD": "none", "E": "0", "AE": "none"}, Fate.EXTRA, None, []),
        ({"AB": "0", "CD": "1", "E": "0", "AD": "1"}, Fate.OPEN, None, ["DE"]),
    ],
)
def test_many_options_are_offered_in_turns_and_those_chosen_of_each_once_more(ruled, fate, gold, still_open):
    found, left = chosen(long_halls(5, 11_000), ruled)

    assert (found.fate, found.gold, left) == (fate, gold, still_open)


def test_a_name_that_is_every_option_where_each_is_offered_alone_stays_open():
    found, left = chosen(long_halls(2, 25_000), {"A": "0", "B": "0"})

    assert (found.fate, left) == (Fate.OPEN, [])


def test_a_docket_tells_each_lookup_once_and_those_apart_not_at_all():
    docket = Docket("judge", "", {})
    question = Question(Kind.CELL, "{}", "{}")
    apart = docket.apart()

    assert apart.ruling(question) is None
    assert not docket.take().open
    assert docket.ruling(question) is None
    assert list(docket.take().open.values()) == [question]
    docket.learn({question.key("judge"): "match"})
    assert apart.ruling(question) == docket.ruling(question) == "match"
    taken = docket.take()
    assert (taken.used, dict(taken.open)) == ((question.key("judge"),), {})
    assert docket.take().used == ()
