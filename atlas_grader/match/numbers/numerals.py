"""The number grammar: the number at the beginning of a text, and ranges of them.

`take_numeral` returns each admissible reading with the text behind it; what follows
(a unit, a currency, nothing) is its caller's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from atlas_grader.match.numbers.cjk import take_cjk
from atlas_grader.match.numbers.digits import Numeral, Taken, digit_forms
from atlas_grader.match.numbers.scales import Scales, scale_table, scaled
from atlas_grader.match.numbers.words import and_part, part_value, take_words


def take_numeral(text: str, scales: Scales) -> tuple[Taken, ...]:
    """Every reading of the number that `text` begins with, and what follows it.

    `text` has ASCII digits (`fold_digits`). No number there: no reading.

    >>> take_numeral("1.2 million km", Scales.WORDS)
    ((Numeral(value=Fraction(1200000, 1), step=Fraction(100000, 1)), 'km'),)
    >>> [str(number.value) for number, rest in take_numeral("1.234", Scales.WORDS)]
    ['1234', '617/500']
    """
    negative, text = _take_sign(text)
    taken = _dedupe(_unsigned(text, scales))
    if not negative:
        return taken
    return tuple((number.times(-1), rest) for number, rest in taken)


# No part is added where a number ends with its cell, or with a sign.
_PLAIN_ENDS = frozenset(("", "%", ",", ".", "(", ")", "/", "-", "$", "€", "£"))


def _dedupe(taken: Iterator[Taken]) -> tuple[Taken, ...]:
    found = tuple(taken)
    return found if len(found) < 2 else tuple(dict.fromkeys(found))


def _take_sign(text: str) -> tuple[bool, str]:
    first = text[:1]
    if first.isdigit() or first.casefold() not in _sign_letters():
        return False, text
    found = _signs()[0].match(text)
    if found is not None:
        return True, text[found.end() :]
    found = _signs()[1].match(text)
    return False, text[found.end() :] if found is not None else text


def _unsigned(text: str, scales: Scales) -> Iterator[Taken]:
    # letters begin no number in digits
    digits = () if text[:1].isalpha() else tuple(digit_forms(text))
    for number, rest in digits:
        if number.step == 1 and rest[:1] not in _PLAIN_ENDS and (part := and_part().match(rest)) is not None:
            # `2 and a half million`
            yield from scaled(Numeral(number.value + part_value(part)), rest[part.end() :], scales)
        else:
            yield from scaled(number, rest, scales)
    if not text.isascii():
        yield from take_cjk(text)
    if not digits:
        yield from take_words(text)


@cache
def _sign_letters() -> frozenset[str]:
    table = scale_table()
    return frozenset(word.casefold()[0] for word in (*table.minus, *table.plus))


@cache
def _signs() -> tuple[re.Pattern[str], re.Pattern[str]]:
    table = scale_table()
    return _sign(table.minus), _sign(table.plus)


def _sign(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        "(?:"
        + "|".join(re.escape(w) + (r"\b" if w[-1].isalpha() and w[-1] < "\u0e00" else "") for w in words)
        + r")\s*",
        re.I,
    )
