"""Lists as models write them: names with facts beside them, questions, remarks, several levels."""

import pytest

from atlas_grader.parse.text import find_tables


def only(text):
    (table,) = find_tables(text)
    return [header.strip("*") for header in table.headers], [tuple(row) for row in table.rows]


def test_a_numbered_name_with_facts_beside_it_names_the_fields_below():
    headers, rows = only(
        "1. **Everest** – 8,849 m\n   - First ascent: 1953\n2. **K2** – 8,611 m\n   - First ascent: 1954\n"
    )

    assert headers == ["", "(beside it)", "First ascent"]
    assert rows == [("Everest", "8,849 m", "1953"), ("K2", "8,611 m", "1954")]


def test_the_first_field_of_a_lone_record_is_no_name():
    headers, rows = only("1. Country: Gabon\n   - Capital: Libreville\n   - Area: 5\n")

    assert headers == ["Country", "Capital", "Area"]
    assert rows == [("Gabon", "Libreville", "5")]


def test_a_label_that_comes_again_is_no_name():
    headers, rows = only(
        "1. **Country:** Gabon\n   - Capital: Libreville\n2. **Country:** Kenya\n   - Capital: Nairobi\n"
    )

    assert headers == ["Country", "Capital"]
    assert rows == [("Gabon", "Libreville"), ("Kenya", "Nairobi")]


def test_a_dash_in_every_name_parts_the_name_from_what_it_is():
    headers, rows = only(
        "- **PEP 8 – Style Guide**\n  - Author: A\n- **PEP 20 – The Zen**\n  - Author: B\n"
        "- **PEP 257 – Docstrings**\n  - Author: C\n"
    )

    assert headers == ["", "(beside it)", "Author"]
    assert rows[1] == ("PEP 20", "The Zen", "B")


def test_a_label_in_singular_and_plural_is_one_column():
    headers, rows = only("**One**\n- Author: A\n- Page: 1\n\n**Two**\n- Authors: B and C\n- Page: 2\n")

    assert headers == ["", "Author", "Page"]
    assert rows == [("**One**", "A", "1"), ("**Two**", "B and C", "2")]


def test_a_question_in_bold_is_a_label():
    headers, rows = only(
        "## Adams\n- **Born:** 1735\n- **Ever elected?** Yes\n- **Id:** A1\n\n"
        "## Tyler\n- **Born:** 1790\n- **Ever elected?** No\n- **Id:** T1\n"
    )

    assert headers == ["", "Born", "Ever elected?", "Id"]
    assert rows == [("Adams", "1735", "Yes", "A1"), ("Tyler", "1790", "No", "T1")]


def test_a_remark_among_the_fields_of_a_heading_names_nothing():
    headers, rows = only(
        "## Adams\n- Born: 1735\n- a lawyer by training\n- Id: A1\n\n## Tyler\n- Born: 1790\n- Id: T1\n"
    )

    assert headers == ["", "Born", "Id"]
    assert rows == [("Adams", "1735", "A1"), ("Tyler", "1790", "T1")]


def test_fields_belong_to_the_title_above_them_not_to_a_remark_beside_them():
    headers, rows = only(
        "- **2005**\n  - Harold Pinter\n    - wrote in English\n    - prize: 10\n"
        "- **2006**\n  - Orhan Pamuk\n    - wrote in Turkish\n    - prize: 10\n"
    )

    assert headers == ["", "prize"]
    assert rows == [("Harold Pinter", "10"), ("Orhan Pamuk", "10")]


def test_lines_of_equally_many_parts_are_rows_without_headers():
    headers, rows = only(
        "1. **PEP 8** – Style Guide; by A; https://x.org/8\n2. **PEP 20** – The Zen; by B; https://x.org/20\n"
        "3. **PEP 257** – Docstrings; by C; https://x.org/257\n"
    )

    assert headers == ["", "(beside it)", "(beside it)", "(beside it)"]
    assert rows[0] == ("**PEP 8**", "Style Guide", "by A", "https://x.org/8")


def test_the_part_that_stands_out_is_the_name():
    _, rows = only(
        "- 2006 – *Tsotsi* – Gavin Hood – 94 min\n- 2007 – *Departures* – Yōjirō Takita – 130 min\n"
        "- 2008 – *Amour* – Michael Haneke – 127 min\n"
    )

    assert [row[0] for row in rows] == ["*Tsotsi*", "*Departures*", "*Amour*"]
    assert rows[0][1:] == ("2006", "Gavin Hood", "94 min")


def test_items_of_prose_are_no_rows():
    text = "- It rains; often, in fact.\n- It snows; rarely; and only in May.\n- The sun shines.\n"

    assert find_tables(text) == ()


def test_a_bracket_behind_a_name_stays_with_it():
    _, rows = only(
        "1. **K1** (Masherbrum) – 7,821 m\n   - First: 1960\n2. **K2** – 8,611 m\n   - First: 1954\n"
    )

    assert [row[0] for row in rows] == ["K1 (Masherbrum)", "K2"]


def test_a_colon_in_a_bracket_parts_no_name():
    headers, rows = only("1. **Bosporus (since 2016: Martyrs)**\n   - Span: 5\n2. **Humber**\n   - Span: 6\n")

    assert headers == ["", "Span"]
    assert [row[0].strip("*") for row in rows] == ["Bosporus (since 2016: Martyrs)", "Humber"]


def test_a_name_before_several_fields_may_begin_with_a_number_or_hold_a_colon():
    _, rows = only(
        "- 25 de Abril: Span: 5; Opened: 1966\n- Bosporus (now: Martyrs): Span: 6; Opened: 1973\n"
        "- Humber: Span: 7; Opened: 1981\n"
    )

    assert rows == [
        ("25 de Abril", "5", "1966"),
        ("Bosporus (now: Martyrs)", "6", "1973"),
        ("Humber", "7", "1981"),
    ]


def test_quotes_around_a_whole_value_are_yaml_s():
    _, rows = only('- name: "Gabon"\n  area: \'5\'\n  note: "a" or "b"\n  more: ""\n')

    assert rows == [("Gabon", "5", '"a" or "b"', "")]


LABELS = ("2023 return", "3-year return", "2023", "2023 (return)", "% return", "📈 Return", "52-week high?")
FORMS = (
    "- **{name}**\n  - {label}: {value}\n  - Size: 5\n",
    "### {name}\n- **{label}:** {value}\n- **Size:** 5\n\n",
    "**{name}**\n{label}: {value}\nSize: 5\n\n",
    "Name: {name}\n{label}: {value}\nSize: 5\n\n",
    "- {name}: {label}: {value}; size: 5\n",
    "- {name} – size: 5, {label}: {value}\n",
    "- {name} (size: 5; {label}: {value})\n",
    "- {name}:\n  - {label}: {value}\n  - Size: 5\n",
)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("label", LABELS)
def test_a_label_may_begin_with_a_figure_or_a_sign(form, label):
    headers, rows = only(
        "".join(form.format(name=n, label=label, value=v) for n, v in (("DAX", 7), ("SMI", 9)))
    )

    place = headers.index(label)
    assert [row[place] for row in rows] == ["7", "9"]
    assert [row[0].strip("*:") for row in rows] == ["DAX", "SMI"]


def test_years_below_a_label_are_parts_of_its_value():
    headers, rows = only(
        "- Cup A\n  - Winners:\n    - 1990: Peru\n    - 1994: Italy\n  - Editions: 3\n"
        "- Cup B\n  - Winners:\n    - 1990: Chad\n    - 1994: Fiji\n  - Editions: 4\n"
    )

    assert headers == ["", "Winners", "Editions"]
    assert rows[0] == ("Cup A", "1990: Peru\n1994: Italy", "3")


def test_a_time_or_a_ratio_is_no_label():
    assert find_tables("**Trains**\n12:30: Rome\n16:9: Oslo\n") == ()


def test_a_bold_line_with_a_colon_is_a_title_unless_its_label_comes_again():
    headers, rows = only(
        "".join(f"**{name}**\nYear: 1\nLength: 2\n\n" for name in ("Lost: A Story", "2001: B", "C"))
    )
    assert headers == ["", "Year", "Length"]
    assert [row[0] for row in rows] == ["**Lost: A Story**", "**2001: B**", "**C**"]

    headers, rows = only("**Country: Chad**\nYear: 1\n\n**Country: Fiji**\nYear: 2\n\n")
    assert headers == ["Country", "Year"]


def test_labels_in_the_bracket_of_a_value_are_no_fields():
    headers, rows = only(
        "- **Zion** – State: Utah; Fee: $20 (with pass: $10, child: $5); Since: 1919\n"
        "- **Lassen** – State: California; Fee: $30 (with pass: $15, child: $5); Since: 1916\n"
    )

    assert headers == ["", "State", "Fee", "Since"]
    assert rows[0] == ("**Zion**", "Utah", "$20 (with pass: $10, child: $5)", "1919")


def test_a_bracket_behind_the_name_ends_before_the_fields():
    headers, rows = only(
        "- Zion (formerly: Mukuntuweap) – State: Utah, Fee: $20 (car)\n"
        "- Lassen (formerly: Lassen Peak) – State: California, Fee: $30 (car)\n"
    )

    assert (headers[1:], rows[0][1:]) == (["State", "Fee"], ("Utah", "$20 (car)"))
