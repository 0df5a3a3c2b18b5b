"""Dates that say by which calendar they are: `19 October 1735 (O.S.)`."""

from __future__ import annotations

import re

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
    if verdict.verdict is Verdict.UNDECIDED or _STYLED.search(text) is None or _MODERN.search(text) is None:
        return verdict
    if verdict.verdict is Verdict.MATCH and _OLD_ALONE.search(text) is None:
        return verdict
    return _OPEN


_OPEN = undecided(Reason.AMBIGUOUS, "names the calendar, by which it may be another day")
