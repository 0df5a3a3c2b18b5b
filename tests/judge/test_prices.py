"""What calls cost, and that what is not known stays unknown."""

import json
import re
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_grader.errors import InputError
from atlas_grader.judge.calls import Usage
from atlas_grader.judge.prices import LongPrompt, Price, bundled_prices, cost, price_of, read_prices
from atlas_grader.records.prices import PriceRecord

TODAY = date(2026, 11, 30)
LUNA = price_of("gpt-6-luna", TODAY)
FLAT = Price("m", TODAY, Decimal("0.10"), Decimal("0.50"), Decimal("0.01"), Decimal("0.125"))


@st.composite
def usages(draw, most=10**5):
    cached, written, fresh, shown, reasoning = (draw(st.integers(0, most)) for _ in range(5))
    return Usage(cached + written + fresh, cached, written, shown + reasoning, reasoning)


def added(one, other):
    return Usage(*(getattr(one, name) + getattr(other, name) for name in Usage.__slots__))


# What a call costs


def test_a_million_tokens_of_each_kind_cost_what_the_table_says():
    million = 10**6

    assert cost(Usage(prompt=200_000), LUNA) == Decimal("0.02")
    assert cost(Usage(prompt=200_000, cached=200_000), LUNA) == Decimal("0.002")
    assert cost(Usage(prompt=200_000, written=200_000), LUNA) == Decimal("0.025")
    assert cost(Usage(completion=million), LUNA) == Decimal("0.5")


def test_cached_and_written_tokens_are_part_of_the_prompt():
    assert cost(Usage(1000, 600, 300, 0), FLAT) == Decimal(
        "0.0000535"
    )  # 100 · 0.1 + 600 · 0.01 + 300 · 0.125


def test_reasoning_is_part_of_the_completion():
    assert cost(Usage(0, 0, 0, 1000, 900), FLAT) == cost(Usage(0, 0, 0, 1000, 0), FLAT)


def test_the_whole_of_a_long_prompt_is_dearer():
    below, above = Usage(272_000, 1000, 0, 10), Usage(272_001, 1000, 0, 10)
    flat = Price("m", TODAY, LUNA.input, LUNA.output, LUNA.cached, LUNA.written)

    assert cost(below, LUNA) == cost(below, flat)
    assert cost(above, LUNA) == 2 * cost(Usage(272_001, 1000), flat) + Decimal("1.5") * cost(
        Usage(completion=10), flat
    )


@given(usages(), usages())
def test_cost_is_additive_over_calls(one, other):
    assert cost(added(one, other), FLAT) == cost(one, FLAT) + cost(other, FLAT)


@given(usages(10**12))
def test_cost_is_exact_and_not_negative(usage):
    fresh = usage.prompt - usage.cached - usage.written
    in_thousandths = 100 * fresh + 10 * usage.cached + 125 * usage.written + 500 * usage.completion

    assert cost(usage, FLAT) == Decimal(in_thousandths).scaleb(-9)


# What is not known


def test_what_is_not_known_costs_none_and_not_zero():
    usage = Usage(10, 5, 5, 10)

    assert cost(None, LUNA) is None
    assert cost(usage, None) is None
    assert cost(usage, Price("m", TODAY, Decimal(1), Decimal(1), cached=Decimal(1))) is None
    assert cost(Usage(10, 0, 5, 10), price_of("gpt-6-astra", TODAY)) is None
    assert cost(Usage(10, 0, 0, 10), Price("m", TODAY, Decimal(1), Decimal(1))) == Decimal("0.00002")


def test_what_is_read_from_a_cache_costs_as_other_input_where_no_table_says_less():
    silent = Price("m", TODAY, Decimal(1), Decimal(1))

    assert cost(Usage(10, 5, 0, 10), silent) == cost(Usage(10, 0, 0, 10), silent)


@pytest.mark.parametrize(
    "usage",
    [Usage(10, 11), Usage(10, 0, 11), Usage(10, 6, 5), Usage(0, 0, 0, 5, 6), Usage(-1), Usage(5, -1)],
    ids=str,
)
def test_counts_that_contradict_each_other_are_not_priced(usage):
    assert cost(usage, LUNA) is None


@pytest.mark.parametrize(
    "model",
    [
        "openai/gpt-6-luna",
        "GPT-6-luna",
        "gpt-6-luna-2026-13-01",
        "gpt-6-luna-mini",
        "gpt-6-luna-",
        "ft:gpt-6-luna:me",
        "-2026-09-22",
        "",
    ],
)
def test_a_name_that_no_table_has_is_not_priced(model):
    assert price_of(model, TODAY) is None


def test_a_day_before_the_first_price_is_not_priced():
    since = LUNA.since

    assert price_of("gpt-6-luna", since) is LUNA
    assert price_of("gpt-6-luna", since - timedelta(days=1)) is None


# Which price


@pytest.mark.parametrize("model", ["gpt-6-luna-2026-09-22", "gpt-6-luna-20260922"])
def test_a_dated_snapshot_costs_what_its_model_costs(model):
    assert price_of(model, TODAY) is LUNA


def test_a_price_holds_from_its_day_until_the_next(tmp_path):
    prices = table(tmp_path, line(since="2026-02-01", input=2), line(since="2026-01-01", input=3))

    found = [price_of("m", date(2026, *day), prices) for day in ((1, 1), (1, 31), (2, 1), (9, 9))]

    assert [price.input for price in found] == [3, 3, 2, 2]
    assert price_of("m", date(2025, 12, 31), prices) is None


def test_a_users_price_overrides_the_bundled_one_of_any_day(tmp_path):
    prices = table(tmp_path, line(model="gpt-6-luna", since="2020-01-01", input=7))

    assert price_of("gpt-6-luna", TODAY, prices).input == 7
    assert price_of("gpt-6-luna-2026-09-22", TODAY, prices).input == 7
    assert price_of("gpt-6-sol", TODAY, prices) == price_of("gpt-6-sol", TODAY)


def test_a_snapshot_may_have_a_price_of_its_own(tmp_path):
    prices = table(tmp_path, line(model="gpt-6-luna-2026-09-22", since="2020-01-01", input=7))

    assert price_of("gpt-6-luna-2026-09-22", TODAY, prices).input == 7
    assert price_of("gpt-6-luna", TODAY, prices) is LUNA


def test_the_bundled_table_is_sound_and_names_the_default_model():
    assert (LUNA.since, LUNA.input, LUNA.output) == (date(2026, 9, 22), Decimal("0.10"), Decimal("0.50"))
    assert (LUNA.cached, LUNA.written) == (Decimal("0.01"), Decimal("0.125"))
    assert LUNA.long == LongPrompt(272_000, Decimal(2), Decimal("1.5"))
    assert all(price.input < price.output for prices in bundled_prices().values() for price in prices)


# Tables of users


NUMBERS = {"input", "output", "cached", "written", "long", "extra"}


def line(**given):
    told = {"model": "m", "since": "2026-01-01", "input": 1, "output": 1, **given}
    pairs = (f'"{name}": {value if name in NUMBERS else json.dumps(value)}' for name, value in told.items())
    return "{" + ", ".join(pairs) + "}"


def table(tmp_path, *lines):
    path = tmp_path / "prices.json"
    path.write_text('{"prices": [' + ", ".join(lines) + "]}")
    return read_prices(path)


def faults(tmp_path, *lines):
    with pytest.raises(InputError) as caught:
        table(tmp_path, *lines)
    return str(caught.value).removeprefix((tmp_path / "prices.json").as_posix() + ": ")


def test_prices_keep_the_digits_that_were_written(tmp_path):
    prices = table(tmp_path, line(input="0.1", output='"0.30"'))

    assert (prices["m"][0].input, prices["m"][0].output) == (Decimal("0.1"), Decimal("0.3"))


def test_the_table_that_the_docs_show_is_one_and_shows_all_there_is(tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "judge.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    path = tmp_path / "prices.json"
    path.write_text(shown, encoding="utf-8")
    prices = read_prices(path)

    assert {name for price in json.loads(shown)["prices"] for name in price} == set(PriceRecord.model_fields)
    assert cost(Usage(100, 40, 10, 5), price_of("my-model-2026-11-01", TODAY, prices)) == Decimal(
        "0.00004325"
    )
    assert cost(Usage(100, 40, 0, 5), price_of("free-model", TODAY, prices)) == 0


def test_a_model_may_be_free(tmp_path):
    prices = table(tmp_path, line(input=0, output=0))

    assert cost(Usage(10, 0, 0, 10), price_of("m", TODAY, prices)) == 0


@pytest.mark.parametrize(
    ("given_line", "expected"),
    [
        (line(input=-1), "expected a decimal number from 0 up, got `-1` - at `$.prices[0].input`"),
        (line(input="true"), "expected a decimal number from 0 up, got `true` - at `$.prices[0].input`"),
        (line(input="1e-7"), "expected 0, or 0.0001 to 10,000 USD per million tokens, got `1E-7`"),
        (line(output="1e300"), "expected 0, or 0.0001 to 10,000 USD per million tokens, got `1E+300`"),
        (line(output="1" * 5000), "expected a decimal number from 0 up, got `1111"),
        (line(output="1e99999999999999999999"), "expected a number of ordinary size"),
        (line(output="NaN"), "expected a number or string, got `NaN`"),
        (line(cached="0.0123456789123"), "expected at most 12 decimals"),
        (line(since="2026-02-30"), "expected a day of the calendar"),
        (line(model=""), "expected `model` to be a string that is not empty"),
        (
            line(extra=1),
            'unknown key "extra"; known are "model", "since", "input", "output", "cached", "written", '
            '"long", "source" - at `$.prices[0].extra`',
        ),
        (line(long='{"above": 0, "input": 2, "output": 2}'), "expected `above` to be"),
        (line(long='{"above": 9, "input": 0, "output": 2}'), "expected a factor above 0"),
        (line(long='{"above": 9, "input": 2, "output": 101}'), "expected a factor above 0"),
        ("3", "expected `prices[0]` to be an object"),
        (line() + ", " + line(), 'expected one price of "m" since 2026-01-01, got two - at `$.prices[1]`'),
    ],
)
def test_what_is_wrong_with_a_table_is_told_with_its_place(tmp_path, given_line, expected):
    assert faults(tmp_path, given_line).startswith(expected)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "expected JSON"),
        (b"[]", "expected an object"),
        (b"{}", "expected a key `prices`, got none"),
        (b"\xff\xfe{", "expected UTF-8"),
        (b"\x00" * 9, "expected UTF-8"),
        (b"[" * 10**5, "expected JSON, got brackets nested too deep"),
        (b" " * (2**20 + 1), "expected a table of prices, got more than 1 MB"),
        (b'{"prices": [], "prices": []}', "expected each key once"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_a_file_that_is_no_table_is_told(tmp_path, data, expected):
    path = tmp_path / "prices.json"
    path.write_bytes(data)

    with pytest.raises(InputError, match=expected):
        read_prices(path)


def test_a_table_that_cannot_be_read_is_told(tmp_path):
    for path in (tmp_path, tmp_path / "none", tmp_path / "\0"):
        with pytest.raises(InputError, match="expected a readable file"):
            read_prices(path)
