"""Dates that say by which calendar they are: `19 October 1735 (O.S.)`."""

from __future__ import annotations

import re
from functools import cache

from atlas_grader.match.offers.patterns import any_word
from atlas_grader.policy import read_table
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

_OLD = r"(?:O\.\s?S\.?|OS|(?i:old\sstyle|julian(?:\scalendar|isch\w*)?|alten\sstils|julien|ст\.\s?ст\.?))"
_NEW = r"(?:N\.\s?S\.?|NS|(?i:new\sstyle|gregorian(?:\scalendar|isch\w*)?|neuen\sstils|н\.\s?ст\.?))"
_STYLED = re.compile(rf"(?<!\w)(?:{_OLD}|{_NEW})(?!\w)")
# With a date of its own in the bracket, the one before it is in the other style.
_OLD_ALONE = re.compile(rf"[(\[]\s*{_OLD}\s*[)\]]|[,;]?\s{_OLD}\s*$")
# The first year in which the two calendars can be meant: until then there was one (1582).
_MODERN = re.compile(r"(?<!\d)(?:158[3-9]|159\d|1[6-9]\d\d|20\d\d)(?!\d)")


def by_calendar(verdict: CellVerdict, text: str) -> CellVerdict:
    """A verdict on a date, left open where the calendar that it names may make it another day."""
    if (
        text[-1:] in ")）"
        and verdict.verdict is not Verdict.UNDECIDED
        and _of_another_calendar().search(text)
    ):
        return _OPEN
    if verdict.verdict is Verdict.UNDECIDED or _STYLED.search(text) is None or _MODERN.search(text) is None:
        return verdict
    if verdict.verdict is Verdict.MATCH and _OLD_ALONE.search(text) is None:
        return verdict
    return _OPEN


def calendars_apart(year: int) -> int:
    """Days by which the Julian calendar lags at the end of a year since 1582.

    >>> calendars_apart(1699), calendars_apart(1735), calendars_apart(1917)
    (10, 11, 13)
    """
    return year // 100 - year // 400 - 2


@cache
def _of_another_calendar() -> re.Pattern[str]:
    """`2512 (B.E.)`: a bracket that only names the calendar by which the year is counted."""
    eras = read_table("match", "eras")
    named = rf"{any_word(eras['named'])}\s?{any_word(eras['calendars'])}"
    words = rf"{any_word(eras['others'])}(?:\s?{any_word(eras['calendars'])})?"
    # no year of our own is so large
    large = r"(?<!\d)(?:2[2-9]|[3-9]\d)\d\d\s?\(\s*(?!A\.?D|C\.?E)(?-i:[A-Z][A-Z.\s]{1,5})\)"
    return re.compile(
        rf"[\d年月日号號]\s?[(（]\s*(?:the\s)?(?:{named}|{words})\s*[)）]|{large}", re.IGNORECASE
    )


_OPEN = undecided(Reason.AMBIGUOUS, "names the calendar, by which it may be another day")
