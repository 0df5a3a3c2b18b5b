"""Write what months and weekdays are called: `match/tables/month_names.json` and `library_words.json`.

Run by hand when babel's CLDR or dateparser moves; the package itself does not depend on babel.
Genitive (`format`) and nominative (`stand-alone`) names are both taken, and the further forms that
dateparser knows, as `ביולי` or `Jänner`. Its other words, and abbreviations that may be words of
another language (`ek`, `már`), make the second table: only a text with one of them is shown to it.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from babel import Locale
from dateparser.languages.loader import default_loader

from atlas_grader.folding import fold_characters

LOCALES = """
    en de fr es pt it nl pl ru uk tr ar fa hi zh ja ko cs sk hu ro bg sr hr sl bs mk el sv da nb nn fi et
    lv lt is ga cy ca eu gl vi th id ms sw af sq az ka hy kk uz he ur bn ta te mr gu pa mn be mt ar_MA ar_IQ
    sr_Latn ml kn si my km lo ne fil ky uz_Cyrl fy lb fo
"""
ABBREVIATED_WEEKDAYS = "en de fr es it pt nl sv da nb pl ru uk"
DATEPARSER_LANGUAGES = (
    "en de fr es pt it nl pl ru uk tr ar fa hi zh ja ko cs hu ro bg sr hr el sv da nb fi vi th id he"
)
MONTHS = "january february march april may june july august september october november december"
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday"
PERSIAN = str.maketrans("يك", "یک")
TABLES = Path(__file__).parents[1] / "atlas_grader/match/tables"


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


def weekdays() -> dict[str, set[int]]:
    """Names of weekdays, which a date may carry, and which days of the week they name, from Monday, 1."""
    found: dict[str, set[int]] = {}
    for code in LOCALES.split():
        days = Locale.parse(code).days
        widths = ("wide", "abbreviated") if code in ABBREVIATED_WEEKDAYS.split() else ("wide",)
        for context in ("format", "stand-alone"):
            for width in widths:
                for number, name in days[context][width].items():
                    if len(plain(name)) > 2:
                        found.setdefault(plain(name), set()).add(number + 1)
    for name in list(found):
        found.setdefault(without_accents(name), set()).update(found[name])
    return found


def dateparser_words() -> Iterator[tuple[str, str, int]]:
    """The single words of dateparser's languages: word, language, and the month it names or 0."""
    numbers = {month: number for number, month in enumerate(MONTHS.split(), start=1)}
    for language in DATEPARSER_LANGUAGES.split():
        (locale,) = default_loader.get_locales(languages=[language])
        for kind in (*numbers, *WEEKDAYS.split(), "skip", "pertain"):
            month = numbers.get(kind, 0)
            for word in map(plain, locale.info.get(kind, ())):
                yield word, language, month
                if language == "fa":  # the library writes both letters as Arabic does
                    yield word.translate(PERSIAN), language, month


def is_long_enough(word: str) -> bool:
    """Whether a word can hardly be one of another language as well."""
    return len(word) >= (4 if "LATIN" in unicodedata.name(word[0]) else 3)


def words_of_dates() -> set[str]:
    """The words that the other tables of dates hold."""
    words: set[str] = set()
    for name in ("date_words", "eras"):
        for listed in json.loads((TABLES / f"{name}.json").read_text(encoding="utf-8")).values():
            words.update(map(plain, listed))
    return words


def is_one_word(word: str) -> bool:
    """Whether it is one word of letters; a Roman numeral is none."""
    return not set(word) & set(" 0123456789.-'") and word[:1].isalpha() and not set(word) <= set("ivx")


def main() -> None:
    """Write the tables, sorted, so that a change shows as a short diff."""
    named = months()
    days = {name: sorted(days) for name, days in sorted(weekdays().items()) if name not in named}
    known = {*named, *days, *words_of_dates()}
    others: dict[str, set[str]] = {}
    for word, language, month in dateparser_words():
        for spelling in {word, without_accents(word)} - known if is_one_word(word) else ():
            if month and is_long_enough(word):
                named.setdefault(spelling, set()).add(month)
            else:
                others.setdefault(spelling, set()).add(language)
    lines = [f"  {json.dumps(name, ensure_ascii=False)}: {sorted(named[name])}" for name in sorted(named)]
    names = json.dumps(days, ensure_ascii=False)
    table = '{"months": {\n' + ",\n".join(lines) + f'\n}},\n"weekdays": {names}}}\n'
    (TABLES / "month_names.json").write_text(table, encoding="utf-8")
    lines = [
        f"  {json.dumps(word, ensure_ascii=False)}: {json.dumps(' '.join(sorted(languages)))}"
        for word, languages in sorted(others.items())
        if word not in named
    ]
    table = "{\n" + ",\n".join(lines) + "\n}\n"
    (TABLES / "library_words.json").write_text(table, encoding="utf-8")


if __name__ == "__main__":
    main()
