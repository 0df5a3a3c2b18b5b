"""A cell that says another value beside gold's, or denies gold's, never matches (grading.md 5)."""

import pytest

from atlas_grader.match.ladder import compile_cell
from atlas_grader.tasks import CellType, Choice, Column, GoldCell, State
from atlas_grader.verdicts import Verdict

COLOURS = (Choice("red"), Choice("blue"), Choice("green"))
STATES = (Choice("Active"), Choice("Closed"), Choice("Planned"))
SETTINGS = [
    (Column("colour", CellType.TEXT), "red", "blue"),
    (Column("city", CellType.TEXT), "Oslo", "Bergen"),
    (Column("city", CellType.NAME), "Oslo", "Bergen"),
    (Column("person", CellType.NAME), "Ada Lovelace", "Grace Hopper"),
    (Column("colour", CellType.ENUM, choices=COLOURS), "red", "blue"),
    (Column("status", CellType.ENUM, choices=STATES), "Active", "Closed"),
    (Column("country", CellType.COUNTRY), "Norway", "Sweden"),
    (Column("language", CellType.LANGUAGE), "French", "German"),
    (Column("currency", CellType.CURRENCY), "euro", "US dollar"),
    (Column("member", CellType.BOOLEAN), "yes", "no"),
    (Column("member", CellType.BOOLEAN), "no", "yes"),
]
FRAMES = [
    "formerly {gold}, now {other}",
    "{gold} until 2019, then {other}",
    "{gold} → {other}",
    "{gold}; now {other}",
    "{gold} (now {other})",
    "{other} (formerly {gold})",
    "{other}, previously {gold}",
    "not {gold} but {other}",
    "{other} (not {gold})",
    "{other} instead of {gold}",
    "was {gold}, changed to {other}",
    "{gold}/{other}",
    "{gold} and {other}",
    "{gold} & {other}",
    "{gold} vs. {other}",
    "{gold} or {other}",
    "{gold} oder {other}",
    "{gold} または {other}",
    "either {gold} or {other}",
    "neither {gold} nor {other}",
    "both {gold} and {other}",
    "between {gold} and {other}",
    "{gold} to {other}",
    "{gold}, {other}",
    "{gold}; {other}",
    "{gold}\n{other}",
    "{gold} | {other}",
    "{gold} + {other}",
    "{gold}-{other}",
    "{gold}? {other}?",
    "{gold}, possibly {other}",
    "{gold} (possibly {other})",
    "{gold} (alternatively {other})",
    "{gold} (corrected: {other})",
    "{gold} (should be {other})",
    "{gold} [sic: {other}]",
    "{gold} [{other}]",
    "{gold} ({other})",
    "{gold}（{other}）",
    "~~{gold}~~ {other}",
    "{gold} – incorrect, actually {other}",
    "It was {gold}, but is {other} today",
    "{gold} (source A) / {other} (source B)",
    "{gold} (2019), {other} (2023)",
    "{gold} in 2019; {other} since",
    "1. {gold} 2. {other}",
    "{gold} <br> {other}",
    "{gold}, although some say {other}",
    "{gold} while Reuters gives {other}",
    "{gold}. However, {other} is also claimed.",
    "{gold}, obwohl viele {other} nennen",
    "{gold}, mais d'autres disent {other}",
    "{gold} (wrong)",
    "not {gold}",
    "non-{gold}",
    "without {gold}",
]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(("column", "gold", "other"), SETTINGS, ids=[f"{c.type} {g}" for c, g, _ in SETTINGS])
def test_a_second_value_or_a_denial_is_no_match(column, gold, other, frame):
    others = () if column.choices or column.type is CellType.BOOLEAN else (other,)
    judge = compile_cell(column, GoldCell(State.VALUE, gold), others)

    assert judge(frame.format(gold=gold, other=other)).verdict is not Verdict.MATCH
