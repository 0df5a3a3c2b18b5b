"""Date cells: a reading has to lie inside gold's period (grading.md, section 5).

More precise than gold is fine, less precise is not, at the precision that the column
declares. A range agrees at both ends. What the grammar cannot read may still be found
to match by the `dateparser` library, but is never found to differ by it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.dates.forms import ANY_YEAR, SEASONS, Part, Reading, Readings
from atlas_grader.match.dates.grammar import read_date
from atlas_grader.match.dates.library import read_with_library
from atlas_grader.match.dates.period import GRAINS, Grain, Period, civil, day, months, widen
from atlas_grader.match.dates.relative import counts_weekdays
from atlas_grader.match.dates.styles import by_calendar, calendars_apart
from atlas_grader.match.dates.widths import told_widths
from atlas_grader.match.dates.words import event_words, is_lead_word
from atlas_grader.match.goldread import compile_gold
from atlas_grader.match.offers.ends import between_accepted
from atlas_grader.match.offers.judging import decide
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.match.offers.reading import Bounds, Offer, Wording, read_offers
from atlas_grader.match.offers.words import denies, take_brackets
from atlas_grader.tasks import Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided


def _compile(column: Column, values: Values, others: Values) -> Matcher:
    grain = None if column.precision is None else GRAINS[column.precision]

    same = _comparison(grain)

    def judge(golds: tuple[Offer[Readings], ...], cell: Cell) -> CellVerdict:
        offer = _read_cell(cell)
        if offer is not None:
            verdict = decide(offer, golds, same)
            if verdict.verdict is Verdict.MATCH:
                if cell.text[-1:] == "-" and not any(reading.open for reading in offer.value):
                    return _GOES_ON
                return _unless_wide(verdict, offer, cell.text, lambda told: decide(told, golds, same))
            if len(golds) > 1 and verdict.reason in _TWO_VALUED:
                return between_accepted(
                    verdict,
                    cell.text,
                    lambda text: decide(_read_text(text), golds, same).verdict is Verdict.MATCH,
                )
            if verdict.verdict is Verdict.MISMATCH and (other := _in_other_style(offer)) is not None:
                return decide(other, golds, same)
            if verdict.verdict is Verdict.MISMATCH and "/" in cell.text:
                days: list[Readings] = [(Reading(period),) for period in _in_both_styles(offer)]
                if any(decide(Offer(told), golds, same).verdict is Verdict.MATCH for told in days):
                    return _EITHER_STYLE
            return verdict
        found = read_with_library(cell.text)
        if found is not None and decide(Offer(found), golds, same).verdict is Verdict.MATCH:
            return match(Reason.SAME_VALUE, "as read by dateparser")
        return undecided(Reason.UNREADABLE, "no date that can be read to the end")

    matcher = compile_gold(values, _read_gold, judge)
    return lambda cell: by_calendar(matcher(cell), cell.text)


def _comparison(grain: Grain | None) -> Callable[[Readings, Readings], CellVerdict]:
    """How gold and a value compare at a column's precision, whichever of their readings are meant."""

    def same(gold: Readings, value: Readings) -> CellVerdict:
        if len(gold) == len(value) == 1 and value[0].sure and not value[0].doubted:
            return _compare(gold[0], value[0], grain)
        sure = [_compare(own, told, grain) for own in gold for told in value if told.sure]
        best = _best(sure) if sure else _DOUBTED
        if best.verdict is Verdict.MATCH:
            return best
        doubtful = (_compare(own, told, grain) for own in gold for told in value if not told.sure)
        if any(verdict.verdict is Verdict.MATCH for verdict in doubtful):
            return _DOUBTED
        doubted = best.verdict is Verdict.MISMATCH and any(reading.doubted for reading in value)
        return _DOUBTED if doubted else best

    return same


def _unless_wide(
    verdict: CellVerdict,
    offer: Offer[Readings],
    text: str,
    judge: Callable[[Offer[Readings]], CellVerdict],
) -> CellVerdict:
    """A match, unless the cell tells a stretch of time around its date that is no match."""
    widths = told_widths(offer, text) if len(text) > _LONGEST_BARE else ()
    told = (judge(Offer((Reading(width),))).verdict for width in widths)
    return _WIDE if any(found is not Verdict.MATCH for found in told) else verdict


def _read_cell(cell: Cell) -> Offer[Readings] | None:
    if cell.items is not None:
        return None
    year = _PRINTED_YEAR.fullmatch(cell.text) if cell.text[-2:] in (".0", "00") else None
    if cell.text[-1:] in "~≈" and (about := _ABOUT.fullmatch(cell.text)) is not None:
        return _read_text(about[1])
    return _read_text(year[1] if year else cell.text)


# `Dec 17, 2019 ~`; with digits alone the sign may open a range, as in Japanese and Korean
_ABOUT = re.compile(r"(?=.*[A-Za-z]{3})([ -}]*\d)\s?[~≈]")
# `1998.0`: a column of years that once held a gap, printed by a data frame
_PRINTED_YEAR = re.compile(r"(\d{3,4})\.0+")


@lru_cache(maxsize=4096)
def _read_text(text: str) -> Offer[Readings] | None:
    if _TWO_STYLES.search(text) or ("(" in text and any(map(denies, take_brackets(text)[1]))):
        return None
    held = _numbered().fullmatch(text) if "(" in text else None
    if held is not None:
        text = held[1]
    if "(" in text and (whole := read_date(_BRACKET.sub(" ", text))) and _MONTH_IN_BRACKETS.search(text):
        # `2018 (July 12)`: what stands in brackets is the rest of the date
        return Offer(whole)
    offer = read_offers(text, _WORDING)
    # `12 July 2018 (or 15)`: another day of that month
    if offer is None or _counts_on(offer, text):
        return None
    return offer if offer.others or not (_OTHER_DAY.search(text) or _goes_on(offer, text)) else None


def _counts_on(offer: Offer[Readings], text: str) -> bool:
    """Whether a month or year is followed by which of its days is meant: `May 2021 (second Sunday)`."""
    return offer.value[0].start.grain > Grain.DAY and counts_weekdays(text)


def _goes_on(offer: Offer[Readings], text: str) -> bool:
    """Whether a year is followed by a number that may be the rest of the date: `2018, 3-chorak`."""
    first = offer.value[0]
    point = first.end is None and not first.open and first.start.grain is Grain.YEAR
    return point and _AND_MORE.match(text) is not None


@cache
def _numbered() -> re.Pattern[str]:
    """`78th (2006)`, `78th Academy Awards (2006)`: which one it was, and the year in which it was held."""
    number = r"(?:no\.?\s?|#)\d{1,3}|\d{1,3}(?:st|nd|rd|th|\.|ª|º|ème|-?й)"
    event = rf"(?:\s[^\W\d][\w'&.-]{{0,20}}){{0,5}}\s{any_word(event_words())}"
    return re.compile(rf"(?:the\s)?(?:{number})(?:{event})?\s?\(((?:1\d|20)\d\d)\)", re.IGNORECASE)


def _in_other_style(offer: Offer[Readings]) -> Offer[Readings] | None:
    """The date in brackets, if it is the same day by the other calendar (`19 March [O.S. 7 March] 1800`)."""
    for other in offer.bracketed:
        days = abs(other[0].start.first - offer.value[0].start.first)
        if days in _JULIAN_LAG and other[0].start.grain is offer.value[0].start.grain is Grain.DAY:
            return Offer(other)
    return None


# Days by which the Julian calendar has lagged since 1582.
_JULIAN_LAG = range(10, 14)
_LAST_DUAL = 1930


def _in_both_styles(offer: Offer[Readings]) -> tuple[Period, ...]:
    """The two days that a stroke parts, if they are one by two calendars: `Oct. 19/30, 1735`."""
    for reading in offer.value:
        for end in (reading.end, *(other[0].start for other in offer.others)):
            if end is None or end.grain is not Grain.DAY or reading.start.grain is not Grain.DAY:
                continue
            year = civil(end.first)[0]
            lags = {calendars_apart(year - 1), calendars_apart(year)}
            for start in _days_in(reading, year):
                if year <= _LAST_DUAL and end.first - start.first in lags:
                    return start, end
    return ()


def _days_in(reading: Reading, year: int) -> Iterator[Period]:
    """The day of a reading; of one without a year, the days in a year and in the one before."""
    _, month, number = civil(reading.start.first)
    found = [day(told, month, number) for told in (year, year - 1)] if reading.yearless else [reading.start]
    yield from filter(None, found)


# `19 (31) марта 1889`: either may be meant
_TWO_STYLES = re.compile(r"\d\s?[(\[]\d{1,2}[)\]]\s?[^\W\d_]")
_AND_MORE = re.compile(r"\d{4}[^\d(]{0,6}[.,\s]\s?(?:\d{1,2}(?!\d)|[IVXІ]{1,4}\b)")
_OTHER_DAY = re.compile(
    r"\d[^\d]{0,3}[(,;]\s?(?:or|oder|ou|o|possibly|maybe|perhaps|now|later|then|actually)\s(?:the\s|on\s)?\d{1,2}(?:st|nd|rd|th|\.)?\W{0,2}$",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"[()]")
_MONTH_IN_BRACKETS = re.compile(r"\([^()]*[^\W\d_]{3}[^()]*\)|^[^()]*[^\W\d_]{3}[^()]*\(\d{4}\)$")


def _read_gold(text: str) -> Offer[Readings] | None:
    """Gold means one thing: a form that may be a point or a range is the point."""
    offer = _read_text(text)
    if offer is None or (not offer.others and _meant(offer.value) == offer.value):
        return offer
    return replace(offer, value=_meant(offer.value), others=tuple(map(_meant, offer.others)))


def _meant(readings: Readings) -> Readings:
    sure = tuple(reading for reading in readings if reading.sure) or readings
    points = tuple(reading for reading in sure if reading.end is None and not reading.open)
    return points or sure


def _is_label(text: str) -> bool:
    return all(map(is_lead_word, text.split()))


_WORDING = Wording(read_date, _is_label, Bounds.TIME)


def _reads(column: Column) -> Callable[[Cell], bool]:
    return lambda cell: (offer := _read_cell(cell)) is not None and any(map(_is_telling, offer.value))


def _is_telling(reading: Reading) -> bool:
    # a month alone (`May`, `Mars`) is more often a name
    return reading.sure and not (reading.yearless and reading.start.grain > Grain.DAY)


# Comparing ----------------------------------------------------------------------------------------

_TWO_VALUED = frozenset({Reason.RANGE, Reason.SEVERAL_VALUES, Reason.AMBIGUOUS})
_SAME = match(Reason.SAME_VALUE)
_FINER = match(Reason.MORE_PRECISE, "lies inside gold's period")
_COARSER = mismatch(Reason.LESS_PRECISE, "less precise than gold")
_OTHER = mismatch(Reason.OTHER_VALUE, "another date")
_OTHER_RANGE = mismatch(Reason.RANGE, "a range that does not agree with gold at both ends")
_NO_RANGE = mismatch(Reason.RANGE, "gold is a range; the cell is not")
_OVERLAP = undecided(Reason.AMBIGUOUS, "overlaps gold's period")
_NO_YEAR = undecided(Reason.AMBIGUOUS, "the year is left open")
_OPEN = undecided(Reason.BOUND, "only the beginning is told")
_GOES_ON = undecided(Reason.BOUND, "goes on from gold's own day, to an end that is not told")
# `1954 ± 5` is the shortest date that tells how uncertain it is
_LONGEST_BARE = 7
_WIDE = undecided(Reason.AMBIGUOUS, "tells a stretch of time that is longer than what is allowed")
_EITHER_STYLE = undecided(Reason.AMBIGUOUS, "gold's day by one of the two calendars that the cell may give")
_DOUBTED = undecided(Reason.AMBIGUOUS, "one reading of several, or of another calendar")


def _compare(gold: Reading, value: Reading, grain: Grain | None) -> CellVerdict:
    if gold.yearless or value.yearless:
        return _compare_yearless(gold, value, grain)
    if gold.open or value.open:
        return _compare_open(gold, value, grain)
    if gold.end is not None:
        return _compare_with_range(gold, value, grain)
    if value.end is not None:
        return _compare_range(gold, value.start, value.end, grain)
    if gold.part is not Part.WHOLE or value.part is not Part.WHOLE:
        return _compare_parts(gold, value, grain)
    return _compare_periods(gold.start, value.start, grain)


def _compare_periods(gold: Period, value: Period, grain: Grain | None) -> CellVerdict:
    asked = gold if grain is None else widen(gold, grain)
    if asked.holds(value):
        return _SAME if value.grain >= asked.grain or grain is not None else _FINER
    if value.holds(asked):
        return _COARSER
    # the year 1900 is of the 19th century, strictly; not everybody is strict
    if value.meets(asked) or _loosely(asked).holds(value) or _loosely(value).holds(gold):
        return _OVERLAP
    return _OTHER


def _loosely(period: Period) -> Period:
    """A century as it is often meant: from 1900, not from 1901."""
    if period.grain < Grain.CENTURY or civil(period.first)[0] % 100 != 1:
        return period
    return replace(period, first=period.first - 366)


def _compare_parts(gold: Reading, value: Reading, grain: Grain | None) -> CellVerdict:
    whole = _compare_periods(gold.start, value.start, grain)
    if value.part in SEASONS and value.part is not gold.part and whole.verdict is Verdict.MISMATCH:
        # of which months, and in some years of which year, depends on the hemisphere
        return whole if whole is _OTHER and gold.start.grain >= Grain.YEAR else _OVERLAP
    if whole is _OTHER or gold.part is value.part:
        return whole
    if gold.part is not Part.WHOLE:
        if value.part is not Part.WHOLE:
            return _OTHER if (gold.part in SEASONS) is (value.part in SEASONS) else _OVERLAP
        return _COARSER if value.start.holds(gold.start) else _OVERLAP
    # `late 2018` may well be all of a fourth quarter
    if whole is _COARSER and gold.start.grain in (Grain.QUARTER, Grain.HALF):
        return _OVERLAP
    return whole


def _compare_with_range(gold: Reading, value: Reading, grain: Grain | None) -> CellVerdict:
    assert gold.end is not None
    if value.end is None:
        alike = value.start.first == gold.start.first and value.start.last == gold.end.last
        return _OVERLAP if alike else _NO_RANGE
    ends = [_compare_periods(gold.start, value.start, grain), _compare_periods(gold.end, value.end, grain)]
    for verdict in ends:
        if verdict.verdict is Verdict.MISMATCH:
            return verdict if verdict is _COARSER else _OTHER_RANGE
    return next((verdict for verdict in ends if verdict is not _SAME), _SAME)


def _compare_range(gold: Reading, start: Period, end: Period, grain: Grain | None) -> CellVerdict:
    asked = gold.start if grain is None else widen(gold.start, grain)
    if not (asked.holds(start) and asked.holds(end)):
        return _OTHER_RANGE
    if (start.first, end.last) == (asked.first, asked.last):
        return _SAME
    return _FINER if asked.grain <= Grain.YEAR else _OVERLAP


def _compare_open(gold: Reading, value: Reading, grain: Grain | None) -> CellVerdict:
    start = _compare_periods(gold.start, value.start, grain)
    if start.verdict is Verdict.MISMATCH:
        return start if start is _COARSER else _OTHER_RANGE
    return start if gold.open and value.open else _OPEN


def _compare_yearless(gold: Reading, value: Reading, grain: Grain | None) -> CellVerdict:
    if gold.yearless and value.yearless:
        return _compare(replace(gold, yearless=False), replace(value, yearless=False), grain)
    told, dated = (gold, value) if gold.yearless else (value, gold)
    if told.end or dated.end or told.open or dated.open or dated.start.grain > Grain.MONTH:
        return _NO_YEAR
    moved = _in_any_year(dated.start)
    return _NO_YEAR if moved is None or moved.meets(told.start) else _OTHER


def _in_any_year(period: Period) -> Period | None:
    _, month, number = civil(period.first)
    if period.grain is Grain.DAY:
        return day(ANY_YEAR, month, number)
    return months(ANY_YEAR, month, Grain.MONTH) if period.grain is Grain.MONTH else None


def _best(verdicts: list[CellVerdict]) -> CellVerdict:
    """One admissible reading equal to gold is enough; one in doubt keeps the cell open."""
    for verdict in (Verdict.MATCH, Verdict.UNDECIDED):
        for found in verdicts:
            if found.verdict is verdict:
                return found
    return next((found for found in verdicts if found.reason is not Reason.OTHER_VALUE), verdicts[0])


RULES = TypeRules(_compile, _reads)
