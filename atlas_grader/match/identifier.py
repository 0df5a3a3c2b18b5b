"""Identifier cells: the same canonical form for their scheme (grading.md, section 5).

Digits are signs here, not amounts: a lost leading zero, `4.20` for `4.2` or one digit
too few make another identifier. A cell of quite another shape (a code name, a renamed
symbol) may still mean the same thing: undecided.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import unquote

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.goldread import compile_gold
from atlas_grader.match.identifiers.kinds import Phone, phone
from atlas_grader.match.identifiers.read import LONGEST_OFFERED, Identifier, may_stand_alone, read_identifier
from atlas_grader.match.identifiers.same import SAME, same_identifier, shape
from atlas_grader.match.offers.denials import denied
from atlas_grader.match.offers.judging import best, decide
from atlas_grader.match.offers.plain import offers_nothing, split_note
from atlas_grader.match.offers.reading import Offer, Wording, read_offers
from atlas_grader.match.offers.words import (
    Bounds,
    also,
    alternative,
    denies,
    doubt,
    opening_or,
    without_edge_word,
)
from atlas_grader.names.denials import bracketed, has_denial
from atlas_grader.tasks import Column, IdentifierKind
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided


def _read_offered(text: str, kind: IdentifierKind) -> Identifier | None:
    """Read what may be one of several values: stricter, so that prose is no identifier."""
    found = read_identifier(text, kind) if len(text) <= LONGEST_OFFERED else None
    return found if found is not None and may_stand_alone(found, text, kind) else None


@lru_cache(maxsize=256)
def _read_several(text: str, kind: IdentifierKind) -> Offer[Identifier] | None:
    # one cell meets every gold value of its column
    return read_offers(text, Wording(lambda part: _read_offered(part, kind)))


def _compile(column: Column, values: Values, others: Values) -> Matcher:
    kind = column.identifier_kind

    def judge(golds: tuple[Identifier, ...], cell: Cell) -> CellVerdict:
        verdict = judge_first(golds, cell)
        return _with_notes(verdict, golds, cell.text, kind) if verdict.verdict is Verdict.MATCH else verdict

    def judge_first(golds: tuple[Identifier, ...], cell: Cell) -> CellVerdict:
        links = (cell.text, *cell.addresses[:1])
        if any(_leads_to(gold, link, kind) for gold in golds for link in links):
            return SAME
        if _is_denied(cell.text, kind):
            return _DENIED
        whole = read_identifier(cell.text, kind) if cell.text else None
        if whole is not None:
            verdict = best([same_identifier(gold, whole) for gold in golds])
            is_one = may_stand_alone(whole, cell.text, kind) or _are_phones(golds, whole)
            if verdict.verdict is Verdict.MATCH or is_one:
                return verdict
        if _are_accepted(golds, cell.text, kind) or _is_noted_gold(golds, cell.text, kind):
            return SAME
        offer = _noted(cell.text, kind) or _read_several(cell.text, kind)
        if offer is None and whole is not None and all(shape(g.whole) == shape(whole.whole) for g in golds):
            offer = Offer(whole)
        if offer is not None:
            return decide(offer, [Offer(gold) for gold in golds], same_identifier)
        return undecided(Reason.UNREADABLE, "not one identifier to its end")

    return compile_gold(values, lambda text: read_identifier(text, kind) if text else None, judge)


def _is_denied(text: str, kind: IdentifierKind) -> bool:
    """`not A000039`, unlike `EI-ETJ`, which is one code: a word with a hyphen behind it denies nothing."""
    told = denied(text)
    return told is not None and told[0] != "-" and read_identifier(told, kind) is not None


def _are_phones(golds: tuple[Identifier, ...], value: Identifier) -> bool:
    """`020 7946 0959`: groups of digits are one telephone number where gold is one."""
    return phone(value.whole) is not None and all(
        any(isinstance(form, Phone) for _, form in gold.forms) for gold in golds
    )


def _with_notes(
    verdict: CellVerdict, golds: tuple[Identifier, ...], text: str, kind: IdentifierKind
) -> CellVerdict:
    """A match, unless it is only a limit, or a bracket behind it denies it or gives another one."""
    if text[:1].islower() and _is_limit(text):
        return _LIMIT
    notes = () if text[:1] in _OPENING else bracketed(text)
    if not notes:
        return verdict
    if has_denial(text):
        return _DENIED
    return _SECOND if any(_is_second(golds, note, kind) for note in notes) else verdict


def _is_limit(text: str) -> bool:
    """`up to 1.10`, `before 1.10`"""
    found = (without_edge_word(text, bounds) for bounds in (Bounds.AMOUNT, Bounds.TIME))
    return any(bound is not None and bound[1] is not None for bound in found)


_LIMIT = undecided(Reason.BOUND, "only a limit is given")
# `(00254) 700 123456`
_OPENING = frozenset("([（【")


def _is_second(golds: tuple[Identifier, ...], note: str, kind: IdentifierKind) -> bool:
    """`A000039 (J000069)`: whether a note holds an identifier that is built like gold's, and is another."""
    read = read_identifier(note, kind) if _DIGIT.search(note) and not _YEAR.fullmatch(note) else None
    if read is None or any(same_identifier(gold, read).verdict is Verdict.MATCH for gold in golds):
        return False
    return any(_built_alike(gold, read) for gold in golds)


def _built_alike(gold: Identifier, other: Identifier) -> bool:
    if gold.forms and other.forms:
        return True
    if any(map(str.isalpha, gold.whole)):
        return _form(gold.whole) == _form(other.whole) or _form(gold.text) == _form(other.whole)
    return shape(gold.text) == shape(other.text)


def _form(text: str) -> str:
    """A letter for each letter, and one 9 for all digits that stand together."""
    return _LETTER.sub("a", _DIGITS.sub("9", text))


_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_DIGITS = re.compile(r"\d+")
_LETTER = re.compile(r"[^\W\d_]")
_DENIED = undecided(Reason.NEGATED, "an identifier is denied")
_SECOND = undecided(Reason.AMBIGUOUS, "a note gives another identifier")


def _noted(text: str, kind: IdentifierKind) -> Offer[Identifier] | None:
    """`CVE-2021-44228 (Log4Shell)`: one identifier, and a note that offers nothing."""
    noted = split_note(text)
    if noted is None or text[len(noted[0])] != " " or not offers_nothing(noted[1]):
        return None
    if _COMPLETES.search(noted[1]) and not _DIGIT.search(noted[1]):
        return None
    found = _read_offered(noted[0], kind)
    return Offer(found) if found is not None and not found.label else None


# `0-8044-2957 (X)`: a sign that may be the last one of the identifier
_COMPLETES = re.compile(r"\b[A-Z]")
_DIGIT = re.compile(r"\d")


def _are_accepted(golds: tuple[Identifier, ...], text: str, kind: IdentifierKind) -> bool:
    """`ECMA-334 / ISO/IEC 23270`, `.cpp (also .cc)`: several values, each of which is accepted."""
    if len(golds) < 2 or len(text) > LONGEST_OFFERED:
        return False
    bracket = _NOTED.fullmatch(text)
    parts = _SEVERAL.split(bracket[1] if bracket else text)
    if bracket:
        opened = also().match(bracket[2])
        parts += _SEVERAL.split(bracket[2][opened.end() :].strip() if opened else bracket[2])
    return len(parts) > 1 and all(_is_accepted(golds, part, kind) for part in parts)


def _is_accepted(golds: tuple[Identifier, ...], text: str, kind: IdentifierKind) -> bool:
    read = read_identifier(text, kind) if text else None
    return read is not None and any(same_identifier(gold, read).verdict is Verdict.MATCH for gold in golds)


def _is_noted_gold(golds: tuple[Identifier, ...], text: str, kind: IdentifierKind) -> bool:
    """`ISO/IEC 30170 (2012)`: gold as it stands, and a note that gives no other."""
    noted = _NOTED.fullmatch(text)
    if noted is None or _offers(noted[2]):
        return False
    read = read_identifier(noted[1], kind)
    numbers = _DIGITS.findall(_YEAR.sub("", noted[2]))
    return read is not None and any(
        gold.whole == read.whole and max(map(len, numbers), default=0) < _longest_number(gold.whole)
        for gold in golds
    )


def _offers(note: str) -> bool:
    """Whether a note may deny an identifier, complete it or give another: `part 2`, `X`, `or C23`."""
    if not note.isascii() or "?" in note or denies(note) or opening_or().match(note):
        return True
    if _NUMBER.search(_YEAR.sub("", note)) or (_COMPLETES.search(note) and not _DIGIT.search(note)):
        return True
    found = alternative().search(note) or doubt().search(note)
    return found is not None and _DIGIT.search(note, found.end()) is not None


def _longest_number(text: str) -> int:
    return max(map(len, _DIGITS.findall(text)), default=0)


# Not the 23 of `C23`
_NUMBER = re.compile(r"(?<![^\W_])\d")
_NOTED = re.compile(r"([^()\[\]]{1,90}?)\s\(([^()\[\]]{1,90})\)")
_SEVERAL = re.compile(r"\s*[,;]\s+|\s+(?:[/|&]|and|or|und|oder|et|ou|y|e|o)\s+", re.IGNORECASE)


def _leads_to(gold: Identifier, text: str, kind: IdentifierKind) -> bool:
    """Whether a text is a link to the page that is called by the identifier."""
    if not _LINK.match(text):
        return False
    read = read_identifier(text, kind)
    if read is not None and any(form in gold.forms for form in read.forms):
        return True
    path = unquote(text).casefold().rstrip("/")
    return (
        (len(gold.text) >= _TELLING_LENGTH or _SHORT_CODE.fullmatch(gold.text) is not None)
        and path.endswith(gold.text)
        and path[-len(gold.text) - 1] in "/?=&#"
    )


_LINK = re.compile(r"https?://", re.IGNORECASE)
_TELLING_LENGTH = 4
# `Q42`: letters and digits are telling too
_SHORT_CODE = re.compile(r"[a-z]{1,2}\d{1,2}")


def _reads(column: Column) -> Callable[[Cell], bool]:
    kind = column.identifier_kind

    def reads(cell: Cell) -> bool:
        words = cell.text.split()
        found = read_identifier(cell.text, kind) if words else None
        if found is None:
            return False
        # prose is no identifier, four-letter groups are
        short = len(words) <= _MOST_WORDS or all(len(word) <= _MOST_WORDS for word in words)
        return bool(found.forms) or short

    return reads


_MOST_WORDS = 4

RULES = TypeRules(_compile, _reads)
