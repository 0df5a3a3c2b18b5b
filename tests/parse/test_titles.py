"""What a heading says of the table under it, in many languages; and what it only mentions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.parse.sections import sections_of
from atlas_grader.parse.titles import Standing, standing_of
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
