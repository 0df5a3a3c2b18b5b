"""A header that says the opposite of a column, or denies it, is never placed there, whatever its cells."""

from __future__ import annotations

import pytest

from atlas_grader.answers import RowsContent
from atlas_grader.compiled import CompiledTask
from atlas_grader.grade import grade_task
from atlas_grader.tasks import CellType, Column, EntityPart, Gold, GoldCell, GoldRow, State, Task
from tests.parse.support import how

ITEMS = ("Lima", "Oslo", "Quito", "Rome", "Paris")
VALUES = {
    CellType.NAME: ("Brazil", "Germany", "Argentina", "Italy", "Spain"),
    CellType.DATE: ("1899-02-01", "1901-04-05", "1910-11-12", "1920-07-08", "1931-12-30"),
    CellType.NUMBER: ("1200", "1340", "5610", "7788", "9120"),
    CellType.DURATION: ("120 min", "95 min", "200 min", "77 min", "80 min"),
    CellType.BOOLEAN: ("yes", "no", "yes", "no", "no"),
}


def how_placed(column, header):
    """How a column is told of which an answer gives every value, under such a header."""
    values = VALUES[column.type]
    gold = [
        GoldRow((EntityPart(item),), {column.name: GoldCell(State.VALUE, value)})
        for item, value in zip(ITEMS, values, strict=True)
    ]
    task = Task("t", "q", (Column("item", CellType.NAME), column), ("item",))
    rows = [{"item": item, header: value} for item, value in zip(ITEMS, values, strict=True)]
    return how(grade_task(CompiledTask(task, Gold("t", tuple(gold))), RowsContent(tuple(rows))), column.name)


def name(called):
    return Column(called, CellType.NAME)


def date(called, description=""):
    return Column(called, CellType.DATE, description)


def number(called):
    return Column(called, CellType.NUMBER)


OPPOSITE = [
    (name("winner"), "Final loser; Runner-up; Beaten finalist; Silver; Third place; Endspielverlierer"),
    (name("winner"), "Finaliste malheureux; Subcampeón; Vice-campeão; 亚军; 準優勝; Проигравший"),
    (name("runner_up"), "Final winner; Champion; Bronze; 3rd; Sieger; Vincitore; 冠军; Победитель"),
    (date("birth_date"), "Death date; Died; Sterbedatum; Décès; Fecha de muerte; 没年月日; Умер"),
    (name("birth_place"), "Death place; Sterbeort; Lieu de décès; Local da morte; 逝世地; Место смерти"),
    (date("date", "Date of birth"), "Death date; Died; Todestag"),
    (date("end_date"), "Start; From; Began; Beginn; Début; Inizio; 开始; Начало; Founded"),
    (date("opened"), "Closed; Closing date; Schließung; Fermeture; Cierre; 閉館; Закрыт; Demolished"),
    (number("max_depth"), "Min; Minimum depth; Average depth; Mindesttiefe; Mínima; 最小; Минимум"),
    (name("father"), "Mother; Mutter; Mère; Madre; Mãe; 母親; Мать"),
    (name("arrival"), "Departure; Origin; From; Abflugort; Départ; Salida; Partenza; 出发; Отправление"),
    (name("buyer"), "Seller; Sold by; Verkäufer; Vendeur; Venditore; 卖方; Продавец"),
    (name("home_team"), "Away; Visitors; Gastmannschaft; Visitante; Ospite; アウェー; Гости"),
    (name("acquirer"), "Target; Acquired"),
    (Column("runner_up", CellType.NAME, "Who lost to the winner"), "Winner; The winner"),
]  # fmt: skip


@pytest.mark.parametrize(("column", "headers"), OPPOSITE)
def test_what_is_headed_as_the_opposite_of_a_column_stays_open(column, headers):
    told = {header: how_placed(column, header) for header in headers.split("; ")}

    assert told == dict.fromkeys(told, "open")


ITS_OWN = [
    (name("winner"), "Final winner; Winner (beat the loser); Champion; Defeated by; Lost to; Qwert"),
    (name("runner_up"), "Loser; Second place; Defeated; Silver; 亚军; Finalist"),
    (name("target"), "Acquired; Company; Acquired company"),
    (Column("killer", CellType.NAME, "What killed most victims there"), "What killed most victims there"),
    (date("birth_date"), "Born; Née; Geboren; 出生"),
    (number("max_depth"), "Max; Deepest; Depth"),
    (Column("longest_flight", CellType.DURATION), "Longest flight; Flight (min); Flight min"),
    (Column("max_flight", CellType.DURATION), "Flight (min); Flight min; Max. flight"),
    (Column("lost_popular_vote", CellType.BOOLEAN), "Winner got fewer votes?; Lost the vote"),
]  # fmt: skip


@pytest.mark.parametrize(("column", "headers"), ITS_OWN)
def test_a_header_with_a_column_s_own_role_or_none_may_be_it(column, headers):
    told = {header: how_placed(column, header) for header in headers.split("; ")}

    assert [header for header, tier in told.items() if tier in {"open", "absent"}] == []


DENIALS = """
No es la altura
No la altura
Nunca la altura
Ninguna altura
Not the height
Cannot be height
Nicht die Höhe
Keinesfalls Höhe
Ce n'est pas l'altitude
Aucune altitude
Non è l'altezza
Nessuna altezza
Não é a altura
Nenhuma altura
Niet de hoogte
To nie wysokość
Это не высота
Inte höjd
Yükseklik değil
ليست الارتفاع
ऊँचाई नहीं
不是高度
并不是高度
没有高度
高さではありません
높이가 아님
Fabricated height
Height (made up)
Altura inventada
虚假高度
""".strip().split("\n")


@pytest.mark.parametrize("header", DENIALS)
def test_a_header_that_denies_a_column_is_none(header):
    assert how_placed(Column("elevation", CellType.NUMBER), header) in {"open", "absent"}


@pytest.mark.parametrize("header", ["Altura", "N.º de altura", "Height no.", "Höhe", "高度", "ऊँचाई"])
def test_a_header_that_denies_nothing_may_be_the_column(header):
    assert how_placed(Column("elevation", CellType.NUMBER), header) not in {"open", "absent"}
