"""Percent cells: a number of hundredths, however it is said (grading.md 5, `percent`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.number import gold_text, read_amount
from atlas_grader.match.numbers.amounts import AmountReader, per_column
from atlas_grader.match.numbers.digits import Number, Numeral, fold_digits, magnitude
from atlas_grader.match.numbers.figures import (
    Limit,
    Span,
    compare_spans,
    limit_of,
    numbers_of,
    read_range,
    renumbered,
    unless_bracketed,
)
from atlas_grader.match.numbers.labels import counts_of, label_of
from atlas_grader.match.numbers.marks import unless_noted
from atlas_grader.match.numbers.numerals import take_numeral
from atlas_grader.match.numbers.scales import Scales
from atlas_grader.match.numbers.uncertainty import unless_uncertain
from atlas_grader.match.offers.ends import between_accepted
from atlas_grader.match.offers.judging import decide
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.match.offers.reading import Offer, Wording
from atlas_grader.policy import read_table
from atlas_grader.tasks import CellType, Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, mismatch, undecided


class Form(Enum):
    """How a percentage was written, as far as that can change its meaning."""

    PERCENT = "percent"
    BARE = "a bare number"
    RATIO = "a ratio"
    MILLE = "per mille"
    OTHER = "percentage points"


class Share(NamedTuple):
    """The readings of one percentage, in hundredths."""

    spans: tuple[Span, ...]
    form: Form
    falls: bool = False
    """Whether words say that it is less by so much: `4 % decrease` is -4 %."""


def read_share(text: str, label: Callable[[str], bool]) -> Share | None:
    """Read a whole text as one percentage or a range of them.

    >>> read_share("215 bps", lambda _: False).spans[0].low.value
    Fraction(43, 20)
    >>> read_share("one in four", lambda _: False).form
    <Form.RATIO: 'a ratio'>
    """
    readings = tuple(_points(text, label))
    if not readings:
        bracketed = re.fullmatch(r"\(\s*([^()]*\d[^()]*)\)\s*(%?)", text)
        if bracketed is not None:
            readings = tuple((n.times(-1), f) for n, f in _points(bracketed[1].strip() + bracketed[2], label))
    if readings:
        form = readings[0][1]
        return Share(tuple(Span(number) for number, its_form in readings if its_form is form), form)
    forms: list[Form] = []

    def read(part: str) -> list[Numeral]:
        found = list(_points(part, label))
        forms.extend(form for _, form in found)
        return [number for number, _ in found]

    spans = read_range(text, read)
    if not spans:
        return None
    return Share(spans, next(form for form in _TELLING if form in forms))


# `3-5 %`: an end without a sign has the other's
_TELLING = (Form.OTHER, Form.MILLE, Form.PERCENT, Form.RATIO, Form.BARE)


def _points(text: str, label: Callable[[str], bool]) -> Iterator[tuple[Numeral, Form]]:
    words = _patterns()
    tenths = _TENTHS.fullmatch(text)
    if tenths is not None:
        # 3割5分2厘 is 35.2 %
        digits = [_digit(part) for part in tenths.groups(default="0")]
        last = 100 if tenths[3] is None else 10
        worth = Fraction(last, 10) if tenths[2] is None else Fraction(last, 100)
        yield Numeral(digits[0] * 10 + digits[1] + Fraction(digits[2]) / 10, worth), Form.PERCENT
        return
    before = words.before.match(text)
    if before is not None:
        for number, rest in take_numeral(text[before.end() :], Scales.WORDS):
            if not rest or label(rest):
                yield number, Form.PERCENT
        return
    if words.halves.fullmatch(text) is not None:
        yield Numeral(50), Form.RATIO
        return
    for number, rest in take_numeral(text, Scales.WORDS):
        yield from _with_sign(number, rest, label)


_SMALL = "([0-9一二三四五六七八九])"
_TENTHS = re.compile(rf"{_SMALL}割(?:{_SMALL}分)?(?:{_SMALL}厘)?")


def _digit(text: str) -> Number:
    return next(iter(take_numeral(text, Scales.WORDS)))[0].value


def _with_sign(number: Numeral, rest: str, label: Callable[[str], bool]) -> Iterator[tuple[Numeral, Form]]:
    """What the words behind a number make of it."""
    words = _patterns()
    rest = re.sub(r"^an? (?=\w)", "", rest) if number.step == 0 else rest
    if not rest:
        # thirds and halves are ratios, in words and as `1/3`
        yield (
            (number.times(100), Form.RATIO)
            if number.step == 0 and magnitude(number.value) <= 1
            else (number, Form.BARE)
        )
        return
    for pattern, factor, form in words.signs:
        found = pattern.match(rest)
        if found is not None:
            if not rest[found.end() :] or label(rest[found.end() :].strip(" -")):
                yield number.times(factor), form
            return
    of = words.of.match(rest)
    if of is not None:
        for total, behind in take_numeral(rest[of.end() :], Scales.WORDS):
            if total.value > 0 and 0 <= number.value <= total.value and (not behind or label(behind)):
                yield Numeral(Fraction(100) * number.value / total.value), Form.RATIO
    elif number.step == 0 and label(rest):
        yield number.times(100), Form.RATIO
    elif label(rest):
        yield number, Form.BARE


@dataclass(frozen=True, slots=True)
class _Patterns:
    before: re.Pattern[str]
    halves: re.Pattern[str]
    of: re.Pattern[str]
    signs: tuple[tuple[re.Pattern[str], Number, Form], ...]
    labels: frozenset[str]
    falls: re.Pattern[str]
    rises: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    table: dict[str, list[str]] = read_table("match", "percent_words")

    def sign(name: str) -> re.Pattern[str]:
        return re.compile(rf"[\s-]*{any_word(table[name])}\.?", re.I)

    signs = (
        (sign("other"), 1, Form.OTHER),
        (sign("per_mille"), Fraction(1, 10), Form.MILLE),
        (sign("basis_points"), Fraction(1, 100), Form.PERCENT),
        (sign("per_million"), Fraction(1, 10_000), Form.PERCENT),
        (sign("percent"), 1, Form.PERCENT),
        (sign("tenths"), 10, Form.PERCENT),
    )
    return _Patterns(
        re.compile(rf"{any_word(table['before'])}\s*", re.I),
        re.compile(any_word(table["halves"]), re.I),
        re.compile(rf"(?:{any_word(table['of'])}|{any_word(table['per'])}(?=\s+(?:\d|million)))\s+", re.I),
        signs,
        frozenset(table["labels"]),
        _change(table["falls_before"], table["falls_after"]),
        _change(table["rises_before"], table["rises_after"]),
    )


def _change(before: list[str], after: list[str]) -> re.Pattern[str]:
    """`a decline of` before a percentage, or `decrease` after it, where a note may follow."""
    first = rf"\A(?:an? |by )?{any_word(before)}\s*(?=[\d~≈%])"
    last = rf"(?<=[%\w])\s*-?{any_word(after)}(?=\Z|\s*[(,;]|\s+(?:in|since|from|over|vs|compared)\b)"
    return re.compile(f"{first}|{last}", re.IGNORECASE)


# Rules --------------------------------------------------------------------------------------------


def _compare(gold: Share, answer: Share, limit: Limit | None) -> CellVerdict:
    verdict = compare_spans(gold.spans, answer.spans, limit)
    if (gold.form is Form.OTHER) != (answer.form is Form.OTHER):
        return mismatch(Reason.UNIT, "percentage points are not per cent")
    if verdict.verdict is Verdict.MISMATCH and _may_be_share(gold, answer, limit):
        return undecided(Reason.AMBIGUOUS, "a bare fraction may be a share of one")
    if verdict.verdict is Verdict.MISMATCH and gold.form is Form.MILLE and answer.form is Form.BARE:
        tenths = [span.times(Fraction(1, 10)) for span in answer.spans]
        if compare_spans(gold.spans, tenths, limit).verdict is Verdict.MATCH:
            return undecided(Reason.AMBIGUOUS, "gold's number of thousandths, without their sign")
    if verdict.verdict is Verdict.MISMATCH and (gold.falls or answer.falls):
        turned = [span.times(-1) for span in answer.spans]
        if compare_spans(gold.spans, turned, limit).verdict is Verdict.MATCH:
            return undecided(Reason.AMBIGUOUS, "a fall by gold's value, which may be meant without its sign")
    return verdict


def _may_be_share(gold: Share, answer: Share, limit: Limit | None) -> bool:
    """Whether the two agree if a bare fraction on one side, `0.12`, is taken for 12 %."""
    for fraction, other in ((answer, gold), (gold, answer)):
        if fraction.form is not Form.BARE:
            continue
        hundredfold = [span.times(100) for span in fraction.spans if magnitude(span.low.value) <= 1]
        if hundredfold:
            golds, answers = (hundredfold, other.spans) if fraction is gold else (other.spans, hundredfold)
            if compare_spans(golds, answers, limit).verdict is Verdict.MATCH:
                return True
    return False


def _compile(column: Column, values: Values, _: Values) -> Matcher:
    rules, limit = _rules(column), limit_of(column.tolerance)
    reader = rules.reader
    texts = [gold_text(value) for value in values if isinstance(value, str)]
    golds = tuple(
        offer for text in texts if (offer := reader.read(text) or _read_change(text, reader)) is not None
    )

    def same(gold: Share, answer: Share) -> CellVerdict:
        return _compare(gold, answer, limit)

    size = golds[0].value.spans[0].low.value if golds else 0

    def judge(text: str) -> CellVerdict:
        return decide(reader.read(text), golds, same)

    def matcher(cell: Cell) -> CellVerdict:
        share, is_sure = rules.share_beside_count(cell)
        if share is not None and is_sure:
            return decide(share, golds, same)
        offer = read_amount(cell, reader)
        if offer is None:
            offer = _read_change(cell.text, reader)
        elif offer.value.form is Form.BARE and rules.counts(cell.text.partition(" of ")[0]):
            return undecided(Reason.UNKNOWN_UNIT, "counts something, of no total")
        verdict = unless_bracketed(decide(offer, golds, same), cell.text)
        verdict = unless_noted(verdict, cell.text, judge)
        verdict = unless_uncertain(verdict, cell.text, limit, size, reader.first_number)
        if len(golds) > 1:
            verdict = between_accepted(verdict, cell.text, lambda told: judge(told).verdict is Verdict.MATCH)
        if share is not None and verdict.verdict is Verdict.MISMATCH:
            beside = decide(share, golds, same)
            return verdict if beside.verdict is Verdict.MISMATCH else _BESIDE
        return verdict

    return matcher


_BESIDE = undecided(Reason.AMBIGUOUS, "gold's share stands beside a number that may be another")


def _read_change(text: str, reader: AmountReader[Share]) -> Offer[Share] | None:
    """`a decline of 3.1 %`, `3.1 % decrease`: less by so much; a rise is what it is without the word.

    Only where a cell says nothing else: in `4.5 %, down 0.2 %` the change is a note.
    """
    text = fold_digits(text)
    if len(text) > _LONGEST_CHANGE:
        return None
    for pattern, falls in ((_patterns().falls, True), (_patterns().rises, False)):
        found = pattern.search(text)
        if found is None:
            continue
        offer = reader.read(f"{text[: found.start()]}{text[found.end() :]}")
        if offer is None or offer.others or any(span.low.value < 0 for span in offer.value.spans):
            return None
        spans = tuple(span.times(-1) for span in offer.value.spans) if falls else offer.value.spans
        return replace(offer, value=Share(spans, offer.value.form, falls))
    return None


_LONGEST_CHANGE = 120


@dataclass(frozen=True, slots=True)
class _Rules:
    """What all cells of one column share."""

    reader: AmountReader[Share]
    counts: Callable[[str], bool]
    """Whether a cell counts things that the column does not name."""

    def share_beside_count(self, cell: Cell) -> tuple[Offer[Share] | None, bool]:
        """What `43,903,230 (50.7%)` offers: beside a count, the one value with a sign is the share.

        Also whether the other number is surely a count.
        """
        text = fold_digits(cell.text)
        found = _COUNT_AND_SHARE.fullmatch(text) if "%" in text and len(text) <= _LONGEST_CHANGE else None
        if found is None:
            return None, False
        count, share = self.reader.read(found["count"].strip()), self.reader.read(found["share"].strip())
        if count is None or share is None or count.others or count.beside or count.parallel:
            return None, False
        is_large = all(span.low.value > _LARGEST_SHARE for span in count.value.spans)
        return share, count.value.form is Form.BARE and (is_large or self.counts(found["count"]))


_COUNT_AND_SHARE = re.compile(
    r"(?P<count>[^%()\[\]/;|]*\d[^%()\[\]/;|]*?)\s*(?:[(\[;/|]|,\s|\s[-=]\s)(?P<share>[^%()\[\];/|]*%[^%\d()\[\];/|]{0,24})[)\]]?"
)
_LARGEST_SHARE = 100
"""A bare number above it is no share of anything."""


@per_column
def _rules(column: Column) -> _Rules:
    named = label_of(column)

    def label(text: str) -> bool:
        if re.search(r"point|punt|punkt|点|點", text, re.I):
            return False  # percentage points are no label
        bare = text.strip(" .-").casefold()
        return (
            bare in _patterns().labels
            or f"{bare}." in _patterns().labels
            or named(re.sub(r"^of (?:the |all )?", "", text))
        )

    def worded(label: Callable[[str], bool]) -> Wording[Share]:
        return Wording(lambda text: read_share(text, label), label, counts=True)

    reader = AmountReader(worded, label, CellType.PERCENT, lambda share: numbers_of(share.spans), _renumbered)
    return _Rules(reader, counts_of(column))


def _renumbered(share: Share, numbers: tuple[Number, ...]) -> Share:
    return Share(renumbered(share.spans, numbers), share.form, share.falls)


def _reads(column: Column) -> Callable[[Cell], bool]:
    reader = _rules(column).reader
    return lambda cell: read_amount(cell, reader) is not None or _read_change(cell.text, reader) is not None


RULES = TypeRules(compile=_compile, reads=_reads)
