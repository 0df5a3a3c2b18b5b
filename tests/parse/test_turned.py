"""Tables that give one entity each, and rows with blank lines between them."""

from __future__ import annotations

from atlas_grader.parse.text import find_tables

GABON = "| Attribute | Value |\n|---|---|\n| Capital | Libreville |\n| Area | 5 km² |\n"
KENYA = "| Attribute | Value |\n|---|---|\n| Capital | Nairobi |\n| Currency | Shilling |\n"


def test_tables_of_attributes_are_rows_of_one():
    (table,) = find_tables(f"## Gabon\n\n{GABON}\n**2. Kenya**\n\n{KENYA}")

    assert table.headers == ("", "Capital", "Area", "Currency")
    assert table.rows == (("Gabon", "Libreville", "5 km²", None), ("Kenya", "Nairobi", None, "Shilling"))


def test_without_a_heading_the_name_is_an_attribute():
    (table,) = find_tables("| Feld | Wert |\n|---|---|\n| Land | Gabun |\n| Hauptstadt | Libreville |\n")

    assert table.headers == ("Land", "Hauptstadt")
    assert table.rows == (("Gabun", "Libreville"),)


def test_other_tables_of_two_columns_stay():
    (table,) = find_tables("| Country | Capital |\n|---|---|\n| Gabon | Libreville |\n| Kenya | Nairobi |\n")

    assert table.headers == ("Country", "Capital")


def test_a_repeated_attribute_is_none():
    (table,) = find_tables(
        "| Attribute | Value |\n|---|---|\n| Capital | Libreville |\n| Capital | Nairobi |\n"
    )

    assert table.headers == ("Attribute", "Value")


def test_separated_rows_may_have_blank_lines_between():
    (table,) = find_tables("Here it is:\n\nCountry,Capital,Area\n\nGabon,Libreville,5\n\nKenya,Nairobi,6\n")

    assert table.headers == ("Country", "Capital", "Area")
    assert len(table.rows) == 2


def test_paragraphs_with_commas_are_no_rows():
    text = "I looked, searched, and failed.\n\nFirst, the site, then, was down.\n\nSo, sorry, no, answer.\n"

    assert find_tables(text) == ()
