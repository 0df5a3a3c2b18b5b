"""Cells that take back the value that they name: denied, ruled out, cut off, or true no longer.

What `anything but K2`, `K2 ❌` or `Oslo (formerly)` leave is a value, and every type reads it; but the cell
does not give it. `may_take_back` tells at a glance, for a cell, that none of the rules here can apply.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from atlas_grader.answers import Cell
from atlas_grader.folding import by_wording
from atlas_grader.match.contract import Values
from atlas_grader.match.offers.denials import split_corrected
from atlas_grader.match.offers.past import is_over
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.match.offers.words import Bounds, without_edge_word
from atlas_grader.match.registry import rules_of
from atlas_grader.names.denials import bracketed, denies_by_sign, only_denies, only_doubts
from atlas_grader.or_words import or_words_between_names
from atlas_grader.phrases import Kind, lack_in
from atlas_grader.ruled_out import HEADING_SIGNS, is_ruled_out, rules_out
from atlas_grader.tasks import FIGURES, WORDS, CellType, Column, texts_in
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

# In these a type takes words before the value for a label; other types read all words.
_LABELLED = FIGURES | {CellType.IDENTIFIER, CellType.URL}
# `No 5`
_NUMBERED = frozenset({CellType.NUMBER, CellType.IDENTIFIER})
_NEGATING = ("≠", "¬", "!", "<>")
_ELLIPSES = ("...", "…")


@by_wording
def may_take_back(text: str) -> bool:
    """Whether something in a text may say that its value is none, or not the whole of it."""
    return (
        "~~" in text
        or text.endswith(_ELLIPSES)
        or denies_by_sign(text)
        or is_over(text)
        or bool(rules_out(text) or is_ruled_out(text))
        or any(map(only_denies, bracketed(text)))
        or _lack_beside(text) is not None
    )


def unless_taken_back(
    verdict: CellVerdict, text: str, column: Column, values: Values, others: Values
) -> CellVerdict:
    """The verdict of a column's type on a text, left open where the text takes its value back.

    `values` are those that are right, `others` the rest of what gold holds in the column.
    """
    if verdict.reason is Reason.OTHER_GOLD_VALUE and text.endswith(_ELLIPSES):
        return _CUT_OFF
    if verdict.verdict is Verdict.MATCH:
        if _is_denied(text, column, values):
            return NEGATED
        if column.type is not CellType.BOOLEAN and is_over(text):
            return _OVER
        lack = _lack_beside(text)
        # A zero and a No say themselves that there is none.
        says_more = lack is Kind.NO_DATA or column.type not in FIGURES | {CellType.BOOLEAN}
        if lack is not None and says_more and not any(map(_lack_beside, texts_in(values))):
            return _NONE_BESIDE
    # In texts and names the words of a denial are never left out, so they need no second look.
    if verdict.verdict is Verdict.UNDECIDED or column.type in WORDS:
        return verdict
    return _RULED_OUT if _is_ruled_out(verdict, text, column, (*values, *others)) else verdict


def _is_denied(text: str, column: Column, values: Values) -> bool:
    """Whether a sign, or a whole note, denies what gold itself does not write so."""
    if column.type is CellType.BOOLEAN:
        return text.startswith(_NEGATING)  # a cross is an answer
    if denies_by_sign(text):
        return not any(map(denies_by_sign, texts_in(values)))
    return any(map(only_denies, bracketed(text)))


def _lack_beside(text: str) -> Kind | None:
    """What a whole note, or what a text offers last, says of there being no value: `yes or unknown`."""
    last = _last().search(text, max(0, len(text) - _LONGEST_LAST)) if _may_offer(text) else None
    notes = [*bracketed(text), *([last["said"]] if last is not None else [])]
    told = [lack for note in notes if not only_doubts(note) and (lack := lack_in(note)) is not None]
    return Kind.NO_DATA if Kind.NO_DATA in told else next(iter(told), None)


_LONGEST_LAST = 60
_WORD = re.compile(r"[^\W\d_]+")
_SIGN_BETWEEN = re.compile(r"[,;/\n]|\s-")


def _may_offer(text: str) -> bool:
    """Whether anything in a text may be a sign or an `or`; mostly nothing is."""
    if not text.isascii() or _SIGN_BETWEEN.search(text) is not None:
        return True
    return not _or_beginnings().isdisjoint(_WORD.findall(text.lower()))


@cache
def _or_beginnings() -> frozenset[str]:
    return frozenset(found[0] for word in or_words_between_names() if (found := _WORD.match(word)))


@cache
def _last() -> re.Pattern[str]:
    """What stands behind a sign or an `or` at the end of a text."""
    between = rf"[,;/\n]|\s-+\s|{any_word(or_words_between_names())}"
    return re.compile(rf"(?<=\S)\s*(?:{between})\s*(?P<said>[^,;/\n]+)\Z", re.IGNORECASE)


def _is_ruled_out(verdict: CellVerdict, text: str, column: Column, values: Values) -> bool:
    """Whether words around the value, that are not the column's own, say that it is not meant."""
    kind = column.type
    if verdict.reason is Reason.NEGATED or (text[:1].isdecimal() and text[-1:].isdecimal()):
        return False
    if kind is CellType.LIST and verdict.verdict is Verdict.MISMATCH:
        return False  # a wrong list names items that may begin as a denial does
    if kind in FIGURES and split_corrected(text) is not None:
        return False  # `not 45 but 46` gives 46
    said = rules_out(text)
    if kind not in _LABELLED and not said.endswith(HEADING_SIGNS):
        said = ""
    if not said and kind is not CellType.BOOLEAN:
        said = is_ruled_out(text)
    return bool(said) and not _is_own(said.rstrip(" -:：→=>"), text, column, values)


def _is_own(denial: str, text: str, column: Column, values: Values) -> bool:
    """Whether the words of a denial are the column's own, a number's sign or a limit: `not less than 5`."""
    said, kind = denial.casefold(), column.type
    named = f" {column.name.casefold().replace('_', ' ')} "
    if f" {said} " in named or (denial == "No" and kind in _NUMBERED):
        return True
    if kind is CellType.BOOLEAN:
        return rules_of(kind).reads(column)(Cell(denial, denial))
    limit = without_edge_word(text, Bounds.TIME if kind is CellType.DATE else Bounds.AMOUNT)
    if limit is not None and limit[1] is not None:
        return True
    return any(_begins_with(said, name.casefold()) for name in _names(column, values))


def _begins_with(denial: str, name: str) -> bool:
    return name.startswith(denial) and not name[len(denial) :][:1].isalpha()


def _names(column: Column, values: Values) -> Iterator[str]:
    yield from chain.from_iterable(choice.names for choice in column.choices)
    yield from texts_in(values)


NEGATED = undecided(Reason.NEGATED, "stands beside a sign or note that may deny it")
_RULED_OUT = undecided(Reason.NEGATED, "only says what the value is not")
_CUT_OFF = undecided(Reason.UNREADABLE, "is cut off, and may go on otherwise than another row's value")
_NONE_BESIDE = undecided(Reason.NONE_OR_VALUE, "says beside its value that there is none")
_OVER = undecided(Reason.AMBIGUOUS, "gold may be what it was at another time")
