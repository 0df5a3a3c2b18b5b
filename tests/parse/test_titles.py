"""What a heading says of the table under it, in many languages; and what it only mentions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.parse.sections import sections_of
from atlas_grader.parse.titles import Standing, is_about, standing_of
from atlas_grader.parse.visible import shown_text

DENIED = """
Excluded
### Excluded
❌ Excluded countries
4. **Not included**
Near misses (do not count)
near_misses
nearMisses
Candidates considered but rejected
Candidates that do not meet the criteria
Other missions (excluded)
Excluded from the final list
Step 3: Excluded entries
Why these were excluded
Honorable mentions
Ausgeschlossen
Ausgeschlossene Kandidaten
Nicht berücksichtigt:
Pays non retenus :
Candidatos descartados
Não incluídos
Esclusi dall'elenco
Niet opgenomen
Wykluczone
Не вошли
Не вошли в список
Отклонённые кандидаты
Не враховано
Elenenler
الدول المستبعدة
शामिल नहीं
未纳入的候选国家
不符合条件
除外した国
対象外
제외된 국가
""".strip().split("\n")
PLAIN = """
Results
African countries (territories excluded)
Results – near misses excluded
Countries, territories excluded
Countries excluded from the treaty
Countries not included in the East African Community's first round
Countries that do not meet the NATO target
Excluded and included countries
Not excluded
Here is the list with territories excluded
NBA draft picks
Examples of moons
Semi-final results
排除属地后的结果
例外的な国
Borderline cases
Less certain
""".strip().split("\n")
PROVISIONAL = [
    "Draft",
    "First draft",
    "Example row format",
    "Step 1: Candidate list",
    "Entwurf",
    "Черновик",
    "草稿",
]
FINAL = [
    "Final answer",
    "## Final table (verified)",
    "Answer",
    "Endgültige Antwort",
    "Итоговая таблица",
    "最終回答",
]


@pytest.mark.parametrize(
    ("titles", "standing"),
    [
        (DENIED, Standing.DENIED),
        (PLAIN, Standing.PLAIN),
        (PROVISIONAL, Standing.PROVISIONAL),
        (FINAL, Standing.FINAL),
    ],
    ids=["excluded", "nothing", "a draft", "the answer"],
)
def test_a_heading_says_what_the_whole_of_it_says(titles, standing):
    assert [title for title in titles if standing_of(title) is not standing] == []


@pytest.mark.parametrize(
    "line", ["Note that territories are excluded:", "Here is the list, islands excluded:"]
)
def test_a_sentence_that_tells_what_was_excluded_is_no_heading_of_it(line):
    assert standing_of(line, is_sentence=True) is Standing.PLAIN


DENYING = """
None of the following mountains qualify:
None of these meet the criteria:
The following are not part of the answer:
The following mountains are not part of the answer.
All the values below are wrong.
All of the values in the table below are incorrect:
The table below is wrong.
Note that all values below are made up.
Ignore the following table:
Do not count these rows.
Keiner der folgenden Berge qualifiziert sich:
Die folgenden Werte sind falsch.
Aucune des montagnes suivantes ne remplit les critères :
Les valeurs ci-dessous sont fausses.
Ninguno de los siguientes montes cumple los criterios:
Nenhuma das montanhas abaixo cumpre os critérios:
Ни один из следующих пиков не подходит:
以下山峰均不符合条件：
以下のデータはすべて誤りです。
""".strip().split("\n")
SAYING = """
None of the following mountains qualify as volcanoes:
None of the mountains below have been climbed in winter:
None of these values is rounded:
The following mountains are part of the answer:
The following states are not members of the EU:
All values below are in metres.
All values below are correct.
The values below are not wrong.
Some of the values below are wrong.
Most of the rows below are wrong.
Aucune des montagnes suivantes n'a été gravie en hiver :
Ни один из следующих пиков не покорен зимой:
""".strip().split("\n")


def test_a_sentence_denies_what_follows_only_as_a_whole():
    assert [line for line in DENYING if standing_of(line) is not Standing.DENIED] == []
    assert [line for line in SAYING if standing_of(line) is Standing.DENIED] == []


WRONG = """
Wrong values
### ❌ Wrong
The wrong values
Some incorrect figures
False claims
Fake data
Invented values
Fictional data
Debunked claims
wrong_values
Values (wrong)
Table 2 (incorrect)
Figures that are false
Wrong and outdated values
Wrong populations
Incorrect cities
Wrong values (do not use)
Common mistakes
Popular myths
Misinformation
Numbers to ignore
Falsche Daten
Fehlerhafte Angaben
Werte (falsch)
Häufige Fehler
Données fausses
Fausses données
Valeurs erronées
Idées reçues
Datos erróneos
Cifras incorrectas
Errores comunes
Dati errati
Errori comuni
Dados incorretos
Mitos
Onjuiste gegevens
Błędne dane
Неверные данные
Распространённые ошибки
Хибні дані
Yanlış veriler
بيانات خاطئة
गलत आंकड़े
错误数据
错误的数据
数据有误
常见误区
誤ったデータ
よくある間違い
잘못된 데이터
""".strip().split("\n")
OUTDATED = """
Outdated
Old values
Values (outdated)
Veraltete Daten
Données obsolètes
Datos desactualizados
Устаревшие данные
过时的数据
古いデータ
""".strip().split("\n")
NOT_WRONG = """
Corrections
Errors fixed
Errors: none
Errors: 0
Errors (fixed)
No errors
Error bars
Error-free data
Wrong values, corrected
Not wrong
Excluded: none
False Bay
Invented
Year invented
Years invented
Invented by
Invented languages
Fictional languages
Debunked
Retracted
Discredited
Cancelled
Failed
Lost
Dropped
Aborted
Imaginary
Former
Defunct
Destroyed
Erfunden
False
Falsch
Fake news outlets
Wrong Turn
Old Town
Old cities
Landlocked (false)
Myth and reality
Some values are wrong
Values may be wrong
Inaccurate?
Possible errors
部分数据有误
Cities often mistaken for others
Fehler behoben
Fehler: keine
Données corrigées
错误修正
错误：无
正确数据
没有错误
""".strip().split("\n")


@pytest.mark.parametrize(
    ("titles", "standing"),
    [(WRONG, Standing.DENIED), (OUTDATED, Standing.PROVISIONAL), (NOT_WRONG, Standing.PLAIN)],
    ids=["wrong", "outdated", "neither"],
)
def test_a_heading_calls_wrong_what_is_under_it_only_as_a_whole(titles, standing):
    assert [title for title in titles if standing_of(title) is not standing] == []


def test_a_plain_line_that_counts_errors_heads_nothing():
    assert standing_of("Errors: 3 in 2023", is_sentence=True) is Standing.PLAIN


def test_a_task_may_ask_for_what_is_wrong():
    assert is_about("### False claims", "Which false statements were made?")
    assert is_about("Myths", "Give the year of each myth.")
    assert not is_about("Wrong values", "Give the height of each mountain.")


MOUNTAINS = [
    ("K2", "8611"),
    ("Lhotse", "8516"),
    ("Makalu", "8485"),
    ("Cho Oyu", "8188"),
    ("Dhaulagiri", "8167"),
]


def drawn(rows):
    lines = [f"| {name} | {height} | |" for name, height in rows]
    return "\n".join(("| Mountain | Elevation (m) | Countries |", "|---|---|---|", *lines, ""))


@pytest.mark.parametrize("title", ["Wrong values", "Falsche Daten", "Common mistakes", "错误数据"])
@pytest.mark.parametrize(
    "form", ["### {}\n\n{}", "**{}**\n\n{}", "{}:\n\n{}", "<details><summary>{}</summary>\n\n{}"]
)
def test_a_table_that_is_called_wrong_adds_no_rows(grader, title, form):
    text = f"{drawn(MOUNTAINS[:3])}\n{form.format(title, drawn(MOUNTAINS[3:]))}"

    assert len(grader.grade("eight-thousanders", text).rows) == 3


def test_rows_under_a_caption_that_calls_them_wrong_are_none(grader):
    below = drawn(MOUNTAINS[3:]).split("\n", 2)[2]
    text = f"{drawn(MOUNTAINS[:3])}| **Wrong values** | | |\n{below}"

    assert len(grader.grade("eight-thousanders", text).rows) == 3


@given(st.text(max_size=200))
def test_any_title_is_read(title):
    assert isinstance(standing_of(title), Standing)


SIGNS = [
    *("## Excluded", "### Chad", "**Excluded**", "**x**", "Excluded:", "text", "", "| a | b |", "```"),
    *("<answer>", "</answer>", "<details>", "<summary>Draft</summary>", "</details>", "- a: b"),
    *("<think>", "</think>", "<!--", "-->"),
]


@given(st.lists(st.sampled_from(SIGNS), max_size=12).map("\n".join))
def test_sections_leave_nothing_out(text):
    assert "".join("".join(s.text for s in sections_of(text)).split()) == "".join(text.split())
    assert shown_text(text).strip() or not text.strip()


TAKEN_BACK = """
Ignore the table above.
Please disregard the above table; it is wrong.
**The table above is incorrect.**
All values above are made up.
None of the above is correct.
On reflection: everything above is wrong.
Die obige Tabelle ist falsch.
Bitte ignorieren Sie die Tabelle oben.
Ignorez le tableau ci-dessus.
Le tableau précédent est faux.
Ignore la tabla anterior.
La tabla anterior es incorrecta.
Desconsidere a tabela acima.
La tabella precedente è sbagliata.
Игнорируйте таблицу выше.
请忽略上面的表格。
上記の表は無視してください。
"""
NOT_TAKEN_BACK = """
Some values above are wrong in older sources.
The table above is not wrong.
If you only want volcanoes, ignore the table above.
The values above are rounded.
Row 3 above is wrong.
I did not make the table above up.
"""
NAMED = "| mountain |\n|---|\n| K2 |\n\n"


@pytest.mark.parametrize("said", TAKEN_BACK.strip().splitlines())
def test_a_sentence_below_a_table_takes_it_back(grader, said):
    assert not grader.grade("eight-thousanders", f"Here is the table.\n\n{NAMED}{said}").rows


@pytest.mark.parametrize("said", NOT_TAKEN_BACK.strip().splitlines())
def test_a_sentence_that_takes_no_table_back_leaves_its_rows(grader, said):
    assert len(grader.grade("eight-thousanders", NAMED + said).rows) == 1


def test_a_table_below_what_takes_another_back_stands(grader):
    corrected = NAMED.replace("K2", "Lhotse")
    report = grader.grade("eight-thousanders", f"{NAMED}Ignore the table above.\n\n{corrected}")

    assert [row.entity for row in report.gold if row.rows] == [("Lhotse",)]
