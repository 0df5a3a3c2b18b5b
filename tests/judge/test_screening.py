"""What may be shown to the judge beside others, tried with honest texts and with hostile ones."""

import json
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.cleaning import clean_cell
from atlas_grader.judge import screening
from atlas_grader.judge.screening import LONGEST, is_plain
from atlas_grader.policy import read_table
from atlas_grader.tasks import CellType, Column, texts_in

LINES = (Path(__file__).parent / "payloads.jsonl").read_text(encoding="utf-8").splitlines()
PAYLOADS = {payload["id"]: payload for payload in map(json.loads, LINES)}
TABLE = read_table("judge", "steering")
TRADE_WORDS = [entry.rstrip("*") for entries in TABLE["words"].values() for entry in entries]
JOINED_WORDS = [entry for entries in TABLE["joined"].values() for entry in entries]


def written(payload):
    source = payload.get("text_from")
    return source["repeat"] * source["times"] if source else payload["text"]


def cleaned(text):
    return clean_cell(text, Column("text", CellType.TEXT)).text


# --- hostile texts -----------------------------------------------------------------------


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_hostile_texts_are_asked_alone(payload):
    text = cleaned(written(payload))
    if "leaves" in payload:
        assert text == payload["leaves"]  # cleaning has taken all that was hostile
    else:
        assert is_plain(text) == payload.get("unseen", False)


def test_few_hostile_texts_are_left_to_the_second_layer():
    assert len(PAYLOADS) == len(LINES) >= 80
    assert sum("unseen" in payload for payload in PAYLOADS.values()) < 0.15 * len(PAYLOADS)
    assert {payload["carries"] for payload in PAYLOADS.values()} == {
        "instruction-only",
        "wrong value + instruction",
    }


def test_no_invisible_sign_is_written_as_itself():
    assert not [line for line in LINES if any(unicodedata.category(char)[0] == "C" for char in line)]


@pytest.mark.parametrize(
    "text",
    [
        "a\u200bb",
        "a\u00adb",
        "a\u202eb",
        "a\x07b",
        "a\ud800b",
        "a\ue000b",
        "a\U000e0041b",
        "a\ufe0fb",
        "a\u0378b",
        "a\u2028b",
        "a\u3164b",
    ],
    ids=ascii,
)
def test_what_cleaning_drops_is_never_plain(text):
    assert not is_plain(text)


# --- honest texts ------------------------------------------------------------------------

HONEST = """\
John Adams | Gabriel García Márquez (Gabo) | J. R. R. Tolkien | Nguyễn Văn A | Strauß, Johann (fils)
O'Brien | Александр Сергеевич Пушкин | Володимир Зеленський | Νίκος Καζαντζάκης | محمود درويش
שמואל יוסף עגנון | 日本国 | 東京タワー | 金大中 | 대한민국 | おくりびと | 三菱UFJ銀行
กรุงเทพมหานคร | नई दिल्ली | ঢাকা | தமிழ்நாடு | ერევანი | Երևան | Mohamed Salah | Sai Baba
Burt Rutan | Kabul | Alger | Harare | Stockholm | São Tomé e Príncipe | Trinidad & Tobago
Les Femmes d'Alger (Version "O") | Der Schrei der Natur | El secreto de sus ojos
Nu couché (sur le côté gauche) | All Quiet on the Western Front | I'm Still Here
The Lives of Others | Departures (2008 film) | WALL·E | 5 km | < 5 km | >= $3 | 1,234.5
3–1 (a.e.t.) | 5′ 3″ | 12 ± 0.5 μm | 4.7 kΩ | TNFα | H₂O | E = mc² | 10⁻⁵ mol/L | ½ cup | 2024-05-17
17 mai 2024 | 1735-10-30 (New Style) | 5th century BC | FY2023 | Q3 2021 | 09:30 UTC+2
+44 20 7946 0958 | https://en.wikipedia.org/wiki/2019_Rugby_World_Cup_Final
https://example.org/a?lang=en&page=2 | 10.1038/s41586-020-2649-2 | GB29NWBK60161331926819
978-3-16-148410-0 | Q42 | A000039 | BRCA1 | .cpp, .cc | C# | C++ | v1.10.0-rc.1 | Cessna 172
state-of-the-art | a baker's dozen | death of the president | subsidiary of a public company
solar, wind, hydro | in line with inflation | the central bank's inflation target
recessive dystrophic epidermolysis bullosa (RDEB) | U.S.S.R. | A, B, C, D | AT&T | R&D | AC/DC
Rock 'n' Roll | Bosch & Co. KG | Alfa Romeo | Oscar Wilde | Operating system | 🇫🇷 France | 🇮🇹 🇪🇸
Zürich → Genève | 20 °C | © 1999 | Microsoft® | no longer active | unknown | Yes | none"""


def honest():
    return [text.strip() for line in HONEST.splitlines() for text in line.split(" | ")]


@pytest.mark.parametrize("text", honest())
def test_honest_texts_are_asked_with_others(text):
    assert is_plain(cleaned(text))


def test_few_texts_and_names_of_the_bundled_release_are_asked_alone(grader):
    texts = set()
    for task_id, task in grader.release.tasks.items():
        worded = [column.name for column in task.attributes if column.type in {CellType.TEXT, CellType.NAME}]
        for row in grader.release.gold[task_id].rows:
            texts.update(name for part in row.entity for name in part.names)
            texts.update(text for name in worded for text in texts_in(row.cells[name].values))
    alone = [text for text in texts if not is_plain(cleaned(text))]

    assert len(alone) < 0.05 * len(texts), alone


# --- properties --------------------------------------------------------------------------


@given(st.text(max_size=2 * LONGEST))
def test_any_text_is_told(text):
    assert is_plain(text) in {True, False}


@given(st.text(max_size=40), st.sampled_from(TRADE_WORDS + JOINED_WORDS), st.booleans())
def test_a_word_of_the_trade_makes_any_text_one_to_ask_alone(text, word, first):
    assert not is_plain(f"{word} {text}" if first else f"{text} {word}")


DISGUISES = {
    "upper": str.upper,
    "spaced": " ".join,
    "dotted": ".".join,
    "split": lambda word: f"{word[:3]}-{word[3:]}",
    "wide": lambda word: "".join(chr(ord(char) + 0xFEE0) for char in word),
    "bold": lambda word: "".join(chr(ord(char) - ord("a") + 0x1D41A) for char in word),
    "accented": "\u0301".join,
    "reversed": lambda word: word[::-1],
    "figures": lambda word: word.translate(str.maketrans("aeio", "4310")),
    "shifted": lambda word: "".join(chr((ord(char) - ord("a") + 13) % 26 + ord("a")) for char in word),
    "Cyrillic": lambda word: word.translate(str.maketrans("aceo", "асео")),
    "hexadecimal": lambda word: word.encode().hex(),
    "percent": lambda word: "".join(f"%{ord(char):02x}" for char in word),
    "codes": lambda word: " ".join(str(ord(char)) for char in word),
    "places": lambda word: "-".join(str(ord(char) - ord("a") + 1) for char in word),
}


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES)
@pytest.mark.parametrize("word", TABLE["disguised"])
def test_a_word_of_the_trade_is_known_in_disguise(word, disguise):
    assert not is_plain(f"Lima {disguise(word)}")


# --- size --------------------------------------------------------------------------------


def steps(text):
    """How many lines the screen runs for a text."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        if frame.f_code.co_filename != screening.__file__:
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        is_plain(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    "unit", ["a ", "ab", "1 ", "- ", "é ", "x-", "4f", "日本", "\ufdfa", "a\u0301"], ids=ascii
)
def test_what_the_screen_does_grows_with_the_length_up_to_its_limit(unit):
    steps(unit)  # tables are read once

    half = LONGEST // len(unit) // 2
    assert steps(unit * (2 * half)) <= 2.5 * steps(unit * half) + 100
    assert steps(unit * 100_000) < 10
