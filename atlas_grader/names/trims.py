"""What may be left off a name without making it another one: legal forms, titles, club affixes.

Whole words only: `Unlimited` does not end in a legal form, and a form is never the
whole name. What was left off is kept beside the rest, so that `Acme GmbH` and `Acme
Inc.` are not taken for one company.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from atlas_grader.frozen import frozen
from atlas_grader.names.numerals import numbers_in, with_digits
from atlas_grader.names.policy import table, words

_LONGEST_FORM = 6
_LONGEST_JOINED = 45
_LONGEST_PAIR = 2


@frozen
class Trimmed:
    """The words that are left, and what was taken off."""

    tokens: tuple[str, ...]
    legal: frozenset[str] = frozenset()


def trim_legal_form(tokens: Sequence[str]) -> Trimmed:
    """Take legal forms off either end of a name.

    >>> trim_legal_form(["nova", "steel", "co", "ltd"]).tokens
    ('nova', 'steel')
    >>> trim_legal_form(["unlimited"]).tokens, trim_legal_form(["sa"]).tokens
    (('unlimited',), ('sa',))
    """
    if "".join(tokens).isascii() and not _may_have_form(tokens):
        return Trimmed(tuple(tokens))
    rest, found = list(tokens), set()
    while len(rest) > 1 and (length := _form_at_end(rest, _forms("trailing"))):
        found.add(_forms("trailing")["".join(rest[-length:])])
        del rest[-length:]
    while len(rest) > 1 and rest[0] in _forms("leading"):
        found.add(_forms("leading")[rest.pop(0)])
    if len(rest) > 1 and found and [rest[0], tokens[-1]] in table("legal_forms")["around"]:
        found.add(_forms("trailing")[rest.pop(0)])
    while len(rest) > 1 and found and rest[-1] == "and":
        rest.pop()
    return Trimmed(*_trim_han(tuple(rest), frozenset(found)))


def with_form_behind(tokens: Sequence[str]) -> tuple[str, ...]:
    """A name with the legal form before it put behind it; empty if none stands there.

    >>> with_form_behind(["ag", "vulcan"]), with_form_behind(["vulcan", "ag"])
    (('vulcan', 'ag'), ())
    """
    if len(tokens) < 2 or tokens[0] not in _forms("trailing"):
        return ()
    return (*tokens[1:], tokens[0]) if "".join(tokens[1:]).isalpha() else ()


def _may_have_form(tokens: Sequence[str]) -> bool:
    return len(tokens) > 1 and (tokens[-1] in _last_words() or tokens[0] in _forms("leading"))


def compatible(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two sets of legal forms can be those of one company; no form fits any."""
    if not one or not other or one & other:
        return True
    return any(one & group and other & group for group in _compatible_groups())


def trim_titles(tokens: Sequence[str]) -> tuple[str, ...]:
    """Take honorifics off the front and post-nominals off the end, leaving two words at least.

    >>> trim_titles("sir tim berners lee om".split())
    ('tim', 'berners', 'lee')
    """
    rest = list(tokens)
    honorifics, after = words("persons", "honorifics"), words("persons", "postnominals")
    # The M of `M. K. Gandhi` is no Monsieur, and `MS Queen Elizabeth` no Ms.
    not_names = words("persons", "royal") | {"of"}
    while len(rest) > 2 and rest[0] in honorifics and rest[1] not in not_names and len(rest[0] + rest[1]) > 2:
        rest.pop(0)
    while len(rest) > 2 and (length := _joined_tail(rest, after)):
        del rest[-length:]
    if len(rest) > 2 and rest[0] in words("persons", "royal") and with_digits(rest)[-1].isdigit():
        rest.pop(0)
    return tuple(rest)


def trim_club_affixes(tokens: Sequence[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Take `FC` and its like off either end of a club's name."""
    affixes = words("generic_words", "club_affixes")
    rest, found = list(tokens), set()
    while len(rest) > 1 and (length := _joined_tail(rest, affixes)):
        found.add("".join(rest[-length:]))
        del rest[-length:]
    if len(rest) > 2 and rest[0] == "1" and rest[1] in affixes:
        rest.pop(0)
    while len(rest) > 1 and (length := _joined_head(rest, affixes)):
        found.add("".join(rest[:length]))
        del rest[:length]
    return tuple(rest), frozenset(found)


def _joined_tail(tokens: Sequence[str], known: frozenset[str]) -> int:
    """How many last words, run together, are one of `known`; `F. C.` is `fc`."""
    if tokens[-1] in known:
        return 1
    if len(tokens[-1]) > 1:
        return 0
    if len(tokens) > 2 and len(tokens[-2]) == _LONGEST_PAIR:
        return 2 if "".join(tokens[-2:]) in known else 0  # Ph. D.
    return _joined(list(tokens[::-1]), known, reverse=True)


def _joined_head(tokens: Sequence[str], known: frozenset[str]) -> int:
    if tokens[0] in known:
        return 1
    return 0 if len(tokens[0]) > 1 else _joined(list(tokens), known, reverse=False)


def _joined(tokens: list[str], known: frozenset[str], *, reverse: bool) -> int:
    letters = 0
    while letters < min(5, len(tokens) - 1) and len(tokens[letters]) == 1 and tokens[letters].isalpha():
        letters += 1
    for count in range(letters, 1, -1):
        run = tokens[:count]
        if "".join(reversed(run) if reverse else run) in known:
            return count
    return 0


@cache
def _forms(place: str) -> Mapping[str, str]:
    return {form: forms[0] for forms in table("legal_forms")[place] for form in forms}


@cache
def _last_words() -> frozenset[str]:
    """Whatever the last word of a legal form can be, run together as the table has them."""
    return frozenset(form[start:] for form in _forms("trailing") for start in range(len(form)))


@cache
def _compatible_groups() -> tuple[frozenset[str], ...]:
    return tuple(map(frozenset, table("legal_forms")["compatible"]))


def _form_at_end(tokens: Sequence[str], forms: Mapping[str, str]) -> int:
    if tokens[-1] not in _last_words():
        return 0
    for length in range(min(_LONGEST_FORM, len(tokens) - 1), 0, -1):
        joined = "".join(tokens[-length:])
        if len(joined) <= _LONGEST_JOINED and joined in forms:
            return 0 if _doubtful(tokens[:-length], joined) else length
    return 0


def _doubtful(tokens: Sequence[str], joined: str) -> bool:
    """Two letters after a number or a product may be a model: `iPhone SE`, `Type AB`."""
    if len(joined) > 2 or joined in {"co", "kk"}:
        return False
    return bool(numbers_in(tokens)) or any(token in _product_words() for token in tokens)


@cache
def _product_words() -> frozenset[str]:
    lines = (word for line in table("product_lines")["makers"].values() for word in line)
    return frozenset({*lines, "type", "group", "vitamin", "hepatitis", "class", "model", "grade", "nokia"})


def _trim_han(tokens: tuple[str, ...], found: frozenset[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Take a form off a name written without spaces: `上海云帆网络有限公司`."""
    if not tokens or (tokens[0].isascii() and tokens[-1].isascii()):
        return tokens, found
    for form, kind in _forms("han").items():
        if len(tokens) > 1 and form in (tokens[0], tokens[-1]):
            rest = tokens[1:] if tokens[0] == form else tokens[:-1]
            return rest, found | {kind}
        if len(form) > 2 and tokens[-1].endswith(form) and len(tokens[-1]) > len(form) + 1:
            return (*tokens[:-1], tokens[-1].removesuffix(form)), found | {kind}
        if len(form) > 2 and tokens[0].startswith(form) and len(tokens[0]) > len(form) + 1:
            return (tokens[0].removeprefix(form), *tokens[1:]), found | {kind}
    return tokens, found
