"""What the grader can say about one cell, and why it said it.

A verdict is a closed set, never a float: scores exist only in `score.py`.
Reasons are stable codes: reports and tests compare them; people read `detail`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """The four outcomes of one cell (grading.md, section 1)."""

    MATCH = "match"
    MISMATCH = "mismatch"
    UNDECIDED = "undecided"
    UNGRADED = "ungraded"


class Reason(StrEnum):
    """Why a cell got its verdict. The first word of each group is its verdict."""

    # match
    EQUAL = "equal"
    SAME_KEY = "same-key"
    VARIANT = "variant"
    SAME_VALUE = "same-value"
    ROUNDED = "rounded"
    WITHIN_TOLERANCE = "within-tolerance"
    CONVERTED = "converted"
    MORE_PRECISE = "more-precise"
    BOTH_BLANK = "both-blank"
    JUDGED_SAME = "judged-same"
    # mismatch
    EMPTY = "empty"
    NOT_BLANK = "not-blank"
    OTHER_VALUE = "other-value"
    OTHER_GOLD_VALUE = "other-gold-value"
    OTHER_NUMBERS = "other-numbers"
    ROUNDING = "rounding"
    SIGN = "sign"
    SCALE = "scale"
    UNIT = "unit"
    CURRENCY = "currency"
    LESS_PRECISE = "less-precise"
    RANGE = "range"
    SEVERAL_VALUES = "several-values"
    NEGATED = "negated"
    MISSING_ITEM = "missing-item"
    EXTRA_ITEM = "extra-item"
    WRONG_ITEM = "wrong-item"
    WRONG_ORDER = "wrong-order"
    JUDGED_DIFFERENT = "judged-different"
    JUDGED_SEVERAL = "judged-several"
    JUDGED_ABSENT = "judged-absent"
    # undecided
    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    BOUND = "bound"
    UNKNOWN_UNIT = "unknown-unit"
    UNKNOWN_CURRENCY = "unknown-currency"
    NO_RULE_DECIDED = "no-rule-decided"
    TOO_LONG = "too-long"
    OPEN_COLUMN = "open-column"
    NONE_OR_VALUE = "none-or-value"
    JUDGE_UNSURE = "judge-unsure"
    JUDGE_UNAVAILABLE = "judge-unavailable"
    # ungraded
    UNGRADED = "ungraded"


@dataclass(frozen=True, slots=True)
class CellVerdict:
    """A verdict, the stable code for its cause, and prose for a reader."""

    verdict: Verdict
    reason: Reason
    detail: str = ""


def match(reason: Reason, detail: str = "") -> CellVerdict:
    """The cell says what gold says."""
    return CellVerdict(Verdict.MATCH, reason, detail)


def mismatch(reason: Reason, detail: str = "") -> CellVerdict:
    """The cell says something else than gold."""
    return CellVerdict(Verdict.MISMATCH, reason, detail)


def undecided(reason: Reason, detail: str = "") -> CellVerdict:
    """Strings alone cannot tell; a model may."""
    return CellVerdict(Verdict.UNDECIDED, reason, detail)
