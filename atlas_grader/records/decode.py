"""JSON text → Python values, without surprises and without losing digits.

Whatever the bytes, the outcome is a value or `DecodeError`; never another
exception, now or when the value is printed later.

A key written twice in one object is refused: one of the two is a slip, and nobody
can tell which.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from atlas_grader.answers import NumberLiteral
from atlas_grader.records.located import quote

_BOM = b"\xef\xbb\xbf"
_OTHER_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
MAX_DEPTH = 50
"""Deepest nesting that anything is kept of, far below what a Python stack can bear."""
TOO_DEEP = "expected JSON, got brackets nested too deep to read"
# Past this many digits a JSON integer is kept as a Decimal: `int()` refuses 4,300 digits.
_INT_DIGITS = 100


class DecodeError(ValueError):
    """The bytes are not one JSON value; `str` says what was expected and found."""


def other_encoding(data: bytes) -> str:
    """The encoding that the first bytes of a file tell, if it is not UTF-8; a NUL stands in no text."""
    if data.startswith(tuple(_OTHER_MARKS)):
        return next(name for mark, name in _OTHER_MARKS.items() if data.startswith(mark))
    return "a binary file, UTF-16 or UTF-32" if b"\x00" in data[:64] else ""


def decode_text(data: bytes) -> str:
    """Decode UTF-8, a byte-order mark being nothing, or say what it is instead."""
    if other := other_encoding(data):
        raise DecodeError(f"expected UTF-8, got {other}; save the file as UTF-8")
    try:
        return data.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise DecodeError(f"expected UTF-8, got byte 0x{byte:02x} - at byte {error.start + 1}") from None


def decode_answer(data: bytes) -> object:
    """Decode one JSON value of an answer: numbers are `NumberLiteral`, digits kept.

    `NaN` and `Infinity` become their text; a lone surrogate becomes U+FFFD.
    """
    text = decode_text(data)
    value = _decode(text, _ANSWER)
    # A colon follows every key: where there are no more colons than keys, none was lost.
    if data.count(b":") > _keys(value):
        _decode(text, _KEYS_ONCE)
    return _without_surrogates(value) if b"\\" in data and _SURROGATE_ESCAPE.search(data) else value


def _keys(value: object) -> int:
    """How many keys an answer has, at least: what is asked of every answer looks at its rows only."""
    if type(value) is not dict:
        return 0
    found = len(value)
    for item in value.values():
        if type(item) is list:
            found += sum(len(row) for row in item if type(row) is dict)
    return found


def decode_plain(data: bytes) -> object:
    """Decode an answer's JSON with ordinary numbers, to word what is wrong with it."""
    value = _decode(decode_text(data), _PLAIN)
    return _without_surrogates(value) if _SURROGATE_ESCAPE.search(data) else value


def decode_release(data: bytes) -> object:
    """Decode one JSON value of a release: decimals exact, no key twice, no surrogate."""
    value, slips = decode_with_slips(data)
    if slips:
        raise DecodeError(slips[0])
    return value


def decode_with_slips(data: bytes) -> tuple[object, list[str]]:
    """One JSON value of a release, and everything in it that a release may not hold."""
    slips: list[str] = []
    decoder = json.JSONDecoder(
        parse_float=lambda digits: _decimal(digits, slips),
        parse_int=_integer,
        parse_constant=lambda name: _constant(name, slips),
        object_pairs_hook=lambda pairs: _object(pairs, slips),
    )
    value = _decode(decode_text(data), decoder)
    if _SURROGATE_ESCAPE.search(data) and (whole := _without_surrogates(value)) != value:
        slips.append("expected whole characters, got half a surrogate pair")
        value = whole
    return value, slips


def _decode(text: str, decoder: json.JSONDecoder) -> object:
    try:
        return decoder.decode(text)
    except json.JSONDecodeError as error:
        raise DecodeError(word_json_error(error, _place(error))) from None
    except RecursionError:
        raise DecodeError(TOO_DEEP) from None


def word_json_error(error: json.JSONDecodeError, place: str) -> str:
    """What is not JSON, in this project's words; `place` ends the sentence."""
    found = error.msg[:1].lower() + error.msg[1:].rstrip(": ")
    return f"expected JSON, got {_excerpt(error.doc, error.pos)} ({found}) - {place}"


def _excerpt(text: str, position: int) -> str:
    rest = text[position : position + 20].split("\n", 1)[0]
    return f"`{rest.rstrip()}`" if rest.strip() else "the end of the text"


def _place(error: json.JSONDecodeError) -> str:
    line = f"line {error.lineno}, " if error.lineno > 1 else ""
    return f"at {line}column {error.colno}"


def _integer(digits: str) -> int | Decimal:
    return int(digits) if len(digits) <= _INT_DIGITS else Decimal(digits)


def _decimal(digits: str, slips: list[str]) -> Decimal:
    try:
        return Decimal(digits)
    except InvalidOperation:  # the exponent alone has twenty digits
        slips.append(f"expected a number of ordinary size, got `{digits[:40]}`")
        return Decimal(0)


def _constant(name: str, slips: list[str]) -> str:
    slips.append(f"expected a number or string, got `{name}`, which is not JSON")
    return name


def _object(pairs: list[tuple[str, object]], slips: list[str]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        twice = [name for name, times in Counter(name for name, _ in pairs).items() if times > 1]
        slips += [f"expected each key once, got {quote(name)} twice in one object" for name in twice]
    return value


def _sound_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    slips: list[str] = []
    value = _object(pairs, slips)
    if slips:
        raise DecodeError(slips[0])
    return value


def _without_surrogates(value: object, depth: int = 0) -> object:
    if depth > MAX_DEPTH:
        raise DecodeError(TOO_DEEP)
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value) if _SURROGATE.search(value) else value
    if isinstance(value, list):
        return [_without_surrogates(item, depth + 1) for item in value]
    if isinstance(value, dict):
        items = value.items()
        return {_without_surrogates(key, depth): _without_surrogates(item, depth + 1) for key, item in items}
    return value


_TEXT: Callable[[str], str] = str
# strict=False: a tab or line break left raw inside a string is no reason to refuse an answer.
_ANSWER = json.JSONDecoder(
    parse_float=NumberLiteral, parse_int=NumberLiteral, parse_constant=_TEXT, strict=False
)
_KEYS_ONCE = json.JSONDecoder(object_pairs_hook=_sound_object, parse_int=_TEXT, strict=False)
_PLAIN = json.JSONDecoder(parse_int=_integer, parse_constant=_TEXT, strict=False)
