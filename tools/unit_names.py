"""Write `match/tables/unit_names.json`: what units are called in the CLDR locales.

Run by hand when babel's CLDR moves; the package itself does not depend on babel. A name that our own
table reads otherwise is left out, and so are short abbreviations and words that mean other things too.
"""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

from babel.units import UnknownUnitError, format_unit

from atlas_grader.folding import fold_characters
from atlas_grader.match.numbers.units import parse_unit

TABLE = Path(__file__).parents[1] / "atlas_grader/match/tables/unit_names.json"
LOCALES = """
    en de fr es pt it nl pl ru uk tr ar fa hi zh ja ko cs sk hu ro bg sr hr sl mk el sv da nb nn fi et lv lt
    is ca vi th id ms af ka hy kk az uz he ur bn ta te mr gu zh_Hant fr_CA
"""
UNITS = """
    length-kilometer km  length-meter m  length-centimeter cm  length-millimeter mm  length-micrometer µm
    length-nanometer nanometre  length-mile mi  length-foot ft  length-inch in  length-yard yd
    length-nautical-mile nautical_mile  length-light-year ly  length-astronomical-unit astronomical_unit
    mass-kilogram kg  mass-gram g  mass-milligram mg  mass-tonne tonne  mass-pound lb
    area-square-kilometer km²  area-square-meter m²  area-square-centimeter cm²  area-square-mile sq_mi
    area-square-foot sq_ft  area-hectare ha  area-acre acre
    volume-liter L  volume-milliliter mL  volume-hectoliter hL  volume-cubic-meter m³
    volume-cubic-kilometer km³
    volume-cubic-centimeter cm³  volume-cubic-foot cu_ft
    speed-kilometer-per-hour km/h  speed-meter-per-second m/s  speed-mile-per-hour mph  speed-knot knot
    temperature-celsius °C  temperature-fahrenheit °F  temperature-kelvin K
    power-watt W  power-kilowatt kW  power-megawatt MW  power-gigawatt GW
    energy-joule J  energy-kilojoule kJ  energy-kilowatt-hour kWh
    digital-byte byte  digital-kilobyte kB  digital-megabyte MB  digital-gigabyte GB  digital-terabyte TB
    digital-petabyte PB  digital-megabit Mbit  digital-gigabit Gbit
    frequency-hertz Hz  frequency-kilohertz kHz  frequency-megahertz MHz  frequency-gigahertz GHz
    pressure-bar bar  pressure-hectopascal hPa  pressure-kilopascal kPa  pressure-atmosphere atm
    electric-volt V  electric-ampere A  electric-milliampere mA  electric-ohm Ω
    duration-second s  duration-millisecond ms  duration-microsecond µs  duration-nanosecond nanosecond
    duration-minute min  duration-hour h  duration-day day  duration-week week  duration-month month
    duration-year year
"""
NUMBERS = (0, 1, 2, 3, 5, 11, 21, 100, 1.5)
AFTER = re.compile(r"[\d.,٫]+\s?(\D+)")
# letters of a name; symbols are shorter, and the same everywhere
SHORTEST, SHORTEST_LATIN = 2, 4
# of other sizes where they are spoken, or other words
LEFT_OUT = """
    pfund pond pund pon fit stop font pao paun libra libre ons bin mil. batu kaki bt ka jalkaa stopa stopi tom
    tum col cal cali zoll palec can chain minute second bar bars hours hold knob bare bari bara baro dies dana
    baud jour jours
"""


def names() -> dict[str, set[str]]:
    """Name → our spellings of the units it stands for."""
    words = UNITS.split()
    spelled = {cldr: ours.replace("_", " ") for cldr, ours in zip(words[::2], words[1::2], strict=True)}
    found: dict[str, set[str]] = {}
    for code in LOCALES.split():
        for cldr, ours in spelled.items():
            for name in forms(cldr, code):
                found.setdefault(name, set()).add(ours)
    return found


def forms(cldr: str, code: str) -> set[str]:
    """What a unit is called behind numbers of every grammatical kind."""
    found = set()
    for width in ("long", "short"):
        for number in NUMBERS:
            try:
                written = format_unit(number, cldr, width, locale=code)
            except UnknownUnitError:
                continue
            if (name := AFTER.fullmatch(fold_characters(written).strip())) is not None:
                found.add(name[1].casefold().rstrip("."))
    return {name for name in found if is_long_enough(name) and name not in LEFT_OUT.split()}


def is_long_enough(name: str) -> bool:
    """Whether a name is no mere symbol."""
    least = (
        SHORTEST_LATIN if name.isascii() or unicodedata.name(name[0], "").startswith("LATIN") else SHORTEST
    )
    return sum(map(str.isalpha, name)) >= least


def is_new(name: str, ours: set[str]) -> bool:
    """Whether our own table does not know a name, and so says nothing else of it."""
    return not parse_unit(name) and all(parse_unit(unit) for unit in ours)


def main() -> None:
    """Write the table, sorted, so that a change shows as a short diff."""
    found = {name: sorted(ours) for name, ours in names().items() if is_new(name, ours)}
    lines = ",\n".join(
        f"  {json.dumps(name, ensure_ascii=False)}: {json.dumps(ours, ensure_ascii=False)}"
        for name, ours in sorted(found.items())
    )
    TABLE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    TABLE.write_text("{}", encoding="utf-8")  # whose own words are not looked up
    main()
