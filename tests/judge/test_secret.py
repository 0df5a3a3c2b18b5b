"""The key is told nowhere, however short it is and whatever a server says of it."""

import logging

import pytest

from atlas_grader.errors import UsageError
from atlas_grader.judge.secret import Secret


@pytest.mark.parametrize("key", ["x", "abc", "secret", "local-1", "mykey12345", "a.b*c", "sk-(1)"])
@pytest.mark.parametrize("told", ["Incorrect API key provided: {}", "{}", "'{}'.", "Bearer {}, or {}"])
def test_no_message_tells_the_key(key, told):
    hidden = Secret(key).hide(told.format(*[key] * told.count("{}")))

    assert hidden == told.format(*["[key]"] * told.count("{}"))


def test_a_long_key_is_hidden_within_a_word_and_a_short_one_is_a_word():
    assert Secret("mykey12345").hide("xmykey12345y") == "x[key]y"
    assert Secret("x").hide("next x, axis") == "next [key], axis"


def test_no_log_record_tells_the_key(caplog):
    secret = Secret("abc")
    logger = logging.getLogger("openai.test")
    secret.guard()
    try:
        logger.warning("got %s", "key abc")
    finally:
        secret.release()

    assert caplog.messages == ["got key [key]"]


@pytest.mark.parametrize("key", ["two words", "it's", 'a"b', "a\\b", "a\tb", "schlüssel", "a\u200bb"])
def test_what_could_be_told_in_another_form_is_no_key(key):
    with pytest.raises(UsageError, match="has characters that no key has"):
        Secret(key)
