"""`duration` cells; the cases are in `tests/cases/duration.jsonl`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.verdicts import Verdict
from tests.match.support import judging

verdict = judging("duration")


def test_a_month_is_no_number_of_days():
    assert verdict("1 month", "30 days").verdict is Verdict.UNDECIDED
    assert verdict("1 year", "365 days").verdict is Verdict.UNDECIDED
    assert verdict("1 year", "52 weeks").verdict is Verdict.UNDECIDED
    assert verdict("1 month", "40 days").verdict is Verdict.MISMATCH


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [("5m 30s", 330), ("2h 30m", 9000), ("30m", 1800), ("1d 2h", 93600), ("3'45\"", 225), ("1:02:03", 3723)],
)
def test_m_is_minutes_behind_hours_and_before_seconds(answer, seconds):
    assert verdict(f"{seconds} s", answer).verdict is Verdict.MATCH


def test_a_clock_has_both_readings_unless_a_unit_fixes_it():
    assert verdict("165 min", "2:45").verdict is Verdict.MATCH
    assert verdict("165 s", "2:45").verdict is Verdict.MATCH
    assert verdict("165 s", "2:45 h").verdict is Verdict.MISMATCH
    assert verdict("2:45", "165 s", unit="hours").verdict is Verdict.MISMATCH
    assert verdict("2:45", "165 s", unit="min").verdict is Verdict.MATCH


@given(
    st.integers(min_value=0, max_value=99),
    st.integers(min_value=0, max_value=59),
    st.integers(min_value=0, max_value=59),
)
def test_hours_minutes_and_seconds_match_in_every_form(hours, minutes, seconds):
    gold = f"{hours * 3600 + minutes * 60 + seconds} s"

    for text in (
        f"{hours} h {minutes} min {seconds} s",
        f"{hours}:{minutes:02}:{seconds:02}",
        f"PT{hours}H{minutes}M{seconds}S",
        f"{hours}小时{minutes}分{seconds}秒",
        f"{hours} hours, {minutes} minutes and {seconds} seconds",
    ):
        assert verdict(gold, text).verdict is Verdict.MATCH


@pytest.mark.parametrize("answer", ["12 seasons", "twelve episodes", "12 laps"])
def test_a_count_of_things_is_no_time(answer):
    assert verdict("12 years", answer, unit="years").verdict is Verdict.UNDECIDED


def test_what_lasts_so_long_is_a_note_but_a_rate_is_not():
    assert verdict("88 min", "88 minutes per episode", unit="min").verdict is Verdict.MATCH
    assert verdict("8 h", "8 hours per day", unit="h").verdict is Verdict.UNDECIDED
