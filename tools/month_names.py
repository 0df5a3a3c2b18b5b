"""Write `match/tables/month_names.json`: months and weekdays of the CLDR locales.

Run by hand when babel's CLDR moves; the package itself does not depend on babel.
Genitive (`format`) and nominative (`stand-alone`) names are both taken.
"""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

from babel import Locale

from atlas_grader.folding import fold_characters

LOCALES = """
    en de fr es pt it nl pl ru uk tr ar fa hi zh ja ko cs sk hu ro bg sr hr sl bs mk el sv da nb nn fi et
    lv lt is ga cy ca eu gl vi th id ms sw af sq az ka hy kk uz he ur bn ta te mr gu pa mn be mt ar_MA ar_IQ
    sr_Latn ml kn si my km lo ne fil ky uz_Cyrl fy lb fo
"""
ABBREVIATED_WEEKDAYS = "en de fr es it pt nl sv da nb pl ru uk"
TABLE = Path(__file__).parents[1] / "atlas_grader/match/tables/month_names.json"


def plain(name: str) -> str:
    """The key under which a name is looked up."""
    name = fold_characters(name).casefold().rstrip(".")
    return name.removeprefix("de ").removeprefix("d'")


def without_accents(name: str) -> str:
    """The spelling of a Latin name on a keyboard without accents."""
    if not all("LATIN" in unicodedata.name(c, "") or not c.isalpha() for c in name):
        return name
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))


def months() -> dict[str, set[int]]:
    """Month name → the months it names; a few names differ between languages."""
    found: dict[str, set[int]] = {}
    for code in LOCALES.split():
        contexts = Locale.parse(code).months
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in contexts[context][width].items():
                    if not any(c.isdigit() for c in name) and len(plain(name)) > 1:
                        found.setdefault(plain(name), set()).add(number)
    for name in list(found):
        found.setdefault(without_accents(name), set()).update(found[name])
    return found


def weekdays() -> set[str]:
    """Names of weekdays, which a date may carry and which decide nothing."""
    found = set()
    for code in LOCALES.split():
        days = Locale.parse(code).days
        widths = ("wide", "abbreviated") if code in ABBREVIATED_WEEKDAYS.split() else ("wide",)
        for context in ("format", "stand-alone"):
            for width in widths:
                found |= {plain(name) for name in days[context][width].values() if len(plain(name)) > 2}
    return found | {without_accents(name) for name in found}


def main() -> None:
    """Write the table, sorted, so that a change shows as a short diff."""
    named = months()
    days = weekdays() - set(named)
    lines = [f"  {json.dumps(name, ensure_ascii=False)}: {sorted(named[name])}" for name in sorted(named)]
    names = json.dumps(sorted(days), ensure_ascii=False)
    table = '{"months": {\n' + ",\n".join(lines) + f'\n}},\n"weekdays": {names}}}\n'
    TABLE.write_text(table, encoding="utf-8")


if __name__ == "__main__":
    main()
