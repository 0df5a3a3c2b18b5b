"""What a unit's spelling means: its dimension and size (`tables/units.json`, checked against pint).

Symbols keep their case (`mW`, `MW`); a spelling in the wrong case is read only if one
unit alone could be meant. Prefixes, powers, quotients and products are worked out, so
the table holds plain units only. A spelling may mean several units (`ton`, `oz`): then
every meaning is kept. A spelling not known here is looked up in pint, once, behind guards.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from atlas_grader.match.numbers.labels import label_table
from atlas_grader.match.numbers.library import read_with_library
from atlas_grader.match.numbers.unit import ONE, Meanings, Unit, dimension_of
from atlas_grader.policy import read_table

__all__ = [
    "Meanings",
    "Unit",
    "is_measure_label",
    "next_smaller",
    "parse_unit",
    "unit_before",
    "without_below_zero",
]

_LONGEST_UNIT = 60
_MOST_MEANINGS = 8


@lru_cache(maxsize=4096)
def parse_unit(text: str) -> Meanings:
    """Every unit that `text` may mean; none if it is no unit.

    >>> [str(unit.factor) for unit in parse_unit("km/h")]
    ['5/18']
    >>> parse_unit("MW") == parse_unit("mW")
    False
    >>> len(parse_unit("ton"))
    3
    """
    text = _normal(text)
    if not text or len(text) > _LONGEST_UNIT:
        return ()
    return _parse(text, 0) or read_with_library(text, _table().prefix_names)


def _normal(text: str) -> str:
    text = unicodedata.normalize("NFKC", text.replace("⁻", "-")).replace("µ", "μ").replace("˚", "°")
    text = re.sub(r"\^|\*\*", "", text).strip()
    return re.sub(r"\s*[·⋅•∙×*]\s*", "·", text)


def _parse(text: str, depth: int) -> Meanings:
    """A spelling in the tables, else a prefix, a power, a quotient or a product."""
    text = text.strip()
    known = _known(text) or _known(text.rstrip("."))
    if known or depth > 3 or not text:
        return known
    return (
        _with_prefix(text)
        or _quotient(text, depth)
        or _with_power(text, depth)
        or _product(text, depth)
        or _named(text.casefold().rstrip("."))
        or _folded(text)
    )


def _known(text: str) -> Meanings:
    table = _table()
    symbols, names = table.symbols.get(text, ()), table.names.get(text.casefold(), ())
    return symbols if not names or symbols == names else tuple(dict.fromkeys((*symbols, *names)))


def _named(name: str) -> Meanings:
    """A name in one of the languages of CLDR (`tables/unit_names.json`)."""
    spellings = _names().get(name)
    return tuple(unit for spelling in spellings for unit in _parse(_normal(spelling), 0)) if spellings else ()


@cache
def _names() -> dict[str, list[str]]:
    return read_table("match", "unit_names")


def _folded(text: str) -> Meanings:
    """A symbol in the wrong case, as `KG`: every unit that it may be."""
    table, folded = _table(), text.casefold().rstrip(".")
    if len(folded) < 2:
        return ()  # `k` is a thousand as well
    return table.folded.get(folded) or tuple(_prefixed_symbol(table.any_case.get(folded, "")))


def _with_prefix(text: str) -> Meanings:
    return tuple(dict.fromkeys(_prefixed_symbol(text))) or tuple(dict.fromkeys(_prefixed_name(text)))


def _prefixed_symbol(text: str) -> Iterable[Unit]:
    table = _table()
    for length in (2, 1):
        factor = table.prefixes.get(text[:length])
        if text[length:] not in table.rare_prefixes.get(text[:length], table.prefixable):
            continue
        if factor is not None and text[length:] in table.prefixable:
            for unit in table.prefixable[text[length:]]:
                yield Unit(unit.dimension, unit.factor * factor)
            return


def _prefixed_name(text: str) -> Iterable[Unit]:
    table = _table()
    folded = text.casefold()
    for prefix, factor in table.prefix_names.items():
        if folded.startswith(prefix):
            rest = folded[len(prefix) :].lstrip("-")
            for unit in table.prefixable_names.get(rest, ()):
                yield Unit(unit.dimension, unit.factor * factor)


def _with_power(text: str, depth: int) -> Meanings:
    table = _table()
    found = re.fullmatch(r"([^\d\s·/'\"-]+)(-?[1-4])", text)
    if found is not None and (found[2] > "0" or found[1] not in table.smaller):
        return tuple(unit.power(int(found[2])) for unit in _parse(found[1], depth + 1))
    folded = text.casefold()
    for words, exponent in ((table.square_before, 2), (table.cubic_before, 3)):
        for word in words:
            rest = text[len(word) :].lstrip(" .-")
            if (
                folded.startswith(word)
                and rest
                and (not rest[0].isascii() or len(word) > 2 or text[len(word)] in " .-")
            ):
                powers = tuple(unit.power(exponent) for unit in _parse(rest, depth + 1))
                if powers:
                    return powers
    for words, exponent in ((table.square_after, 2), (table.cubic_after, 3)):
        for word in words:
            if folded.endswith(" " + word):
                return tuple(unit.power(exponent) for unit in _parse(text[: -len(word)], depth + 1))
    return ()


def _quotient(text: str, depth: int) -> Meanings:
    top, slash, below = text.rpartition("/")
    if not slash:
        found = _table().per.fullmatch(text)
        if found is None:
            return ()
        top, below = found[1] or "", found[2]
    count = re.match(r"(\d{1,4})\s*", below)
    times = Unit((), Fraction(int(count[1]) or 1)) if count is not None else ONE
    below = below[count.end() :] if count is not None else below
    tops = _parse(top, depth + 1) if top.strip() else (ONE,)
    if not tops and _is_counted(top):
        tops = (ONE,)
    return _combine(tops, tuple(unit.times(times).power(-1) for unit in _parse(below, depth + 1)))


def _product(text: str, depth: int) -> Meanings:
    first, sign, second = text.partition("·")
    if not sign:
        first, sign, second = text.partition(" ")
        # `m s-1` is a product, but `km h` is a slip for `km/h`
        if re.search(r"\d$", second) is None or "-" not in second:
            return ()
    return _combine(_parse(first, depth + 1), _parse(second, depth + 1)) if second.strip() else ()


def _combine(firsts: Meanings, seconds: Meanings) -> Meanings:
    return tuple(dict.fromkeys(a.times(b) for a in firsts for b in seconds))[:_MOST_MEANINGS]


def _is_counted(text: str) -> bool:
    return text.strip(" .").casefold() in label_table().nouns or text.strip() in label_table().counters


# The table ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _UnitTable:
    symbols: dict[str, Meanings]
    names: dict[str, Meanings]
    folded: dict[str, Meanings]
    prefixable: dict[str, Meanings]
    prefixable_names: dict[str, Meanings]
    prefixes: dict[str, Fraction]
    prefix_names: dict[str, Fraction]
    any_case: dict[str, str]
    """Prefixed symbols that mean one thing only in whatever case."""
    rare_prefixes: dict[str, frozenset[str]]
    """Prefixes that go with few symbols; `5 pcd` or `3 das` are no such units."""
    square_before: tuple[str, ...]
    square_after: tuple[str, ...]
    cubic_before: tuple[str, ...]
    cubic_after: tuple[str, ...]
    per: re.Pattern[str]
    smaller: dict[str, str]
    below_zero: re.Pattern[str]
    before: dict[str, str]
    labels: frozenset[str]


@cache
def _table() -> _UnitTable:
    table = read_table("match", "units")
    symbols: dict[str, Meanings] = {}
    names: dict[str, Meanings] = {}
    prefixable: dict[str, Meanings] = {}
    prefixable_names: dict[str, Meanings] = {}
    for row in table["units"]:
        unit = Unit(dimension_of(row["dim"]), Fraction(row["factor"]), Fraction(row.get("offset", "0")))
        for spellings, known, with_prefix in (
            (row["symbols"], symbols, prefixable),
            (row["names"], names, prefixable_names),
        ):
            for spelling in map(str.casefold, spellings) if known is names else spellings:
                known[spelling] = (*known.get(spelling, ()), unit)
                if row.get("prefix"):
                    with_prefix[spelling] = (*with_prefix.get(spelling, ()), unit)
    for row in table["ambiguous"]:
        meanings = tuple(_reading(reading) for reading in row["readings"])
        symbols.update(dict.fromkeys(row["names"], meanings))
    folded: dict[str, Meanings] = {}
    for symbol, meanings in symbols.items():
        known_so_far = folded.get(symbol.casefold(), ())
        folded[symbol.casefold()] = tuple(dict.fromkeys((*known_so_far, *meanings)))
    return _UnitTable(
        symbols=symbols,
        names=names,
        folded=folded,
        prefixable=prefixable,
        prefixable_names=prefixable_names,
        prefixes={prefix: Fraction(factor) for prefix, factor in table["prefixes"].items()},
        prefix_names={prefix: Fraction(factor) for prefix, factor in table["prefix_names"].items()},
        any_case={symbol.casefold(): symbol for symbol in table["any_case"]},
        rare_prefixes={prefix: frozenset(known.split()) for prefix, known in table["rare_prefixes"].items()},
        square_before=_longest_first(table["square_before"]),
        square_after=_longest_first(table["square_after"]),
        cubic_before=_longest_first(table["cubic_before"]),
        cubic_after=_longest_first(table["cubic_after"]),
        per=re.compile(rf"(?:(.+?)\s)?(?:{_any(table['per'])})\s(.+)", re.I),
        smaller=table["smaller"],
        below_zero=re.compile(rf"\s*(?:{_any(table['below_zero'])})", re.I),
        before=table["before"],
        labels=frozenset(table["labels"]),
    )


def _longest_first(words: list[str]) -> tuple[str, ...]:
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


def _any(words: list[str]) -> str:
    return "|".join(map(re.escape, _longest_first(words)))


def _reading(text: str) -> Unit:
    *bases, factor = [part for part in text.split(" ") if part]
    if len(bases) > 1 and re.fullmatch(r"[\d./e-]+", bases[-1]):
        return Unit(dimension_of(" ".join(bases[:-1])), Fraction(bases[-1]), Fraction(factor))
    return Unit(dimension_of(" ".join(bases)), _fraction(factor))


def _fraction(text: str) -> Fraction:
    top, _, below = text.partition("/")
    return Fraction(top) / Fraction(below or "1")


def next_smaller(unit_text: str) -> str | None:
    """The unit that a bare number after this one is in: `6 ft 3` is 3 in."""
    return _table().smaller.get(unit_text.strip(" .").casefold())


def unit_before(text: str) -> tuple[str, str] | None:
    """A unit that stands before its number, as a suffix, and the text without it.

    >>> unit_before("摄氏20度")
    ('°C', '20')
    """
    for word, unit in _table().before.items():
        if text.casefold().startswith(word):
            rest = text[len(word) :].strip()
            if unit == "°C" or unit == "°F":
                rest = re.sub(r"\s*(?:°|度|도|degrees)$", "", rest)
            return unit, rest
    return None


def without_below_zero(text: str) -> str | None:
    """`12 Grad unter null` without the words that make a temperature negative; `None` without such.

    >>> without_below_zero("12 °C below zero"), without_below_zero("12 below zero Celsius")
    ('12 °C', '12 Celsius')
    """
    found = _table().below_zero.search(text, max(0, len(text) - 40))
    if found is None or not found.start() or not text[: found.start()][-1:].strip():
        return None
    behind = text[found.end() :]
    if not behind or (behind[0] == " " and text[found.start() - 1].isdigit() and parse_unit(behind)):
        return text[: found.start()] + behind
    return None


def is_measure_label(text: str) -> bool:
    """Whether words only say what was measured: `5 km long`, `in diameter`."""
    return text.strip(" .").casefold() in _table().labels
