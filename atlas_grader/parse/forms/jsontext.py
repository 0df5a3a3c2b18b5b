"""JSON values in free text, also when they are broken off or a little wrong.

What is well formed is read by the standard library. Otherwise a tolerant
reader takes trailing commas, single quotes, comments, Python's constants and
missing commas; where it cannot go on it keeps what was complete up to there.
Numbers keep their digits.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple, Union

from atlas_grader.answers import NumberLiteral

JsonValue = Union[str, bool, None, list["JsonValue"], dict[str, "JsonValue"]]  # noqa: UP007 (recursive)

# No table nests deeper; beyond it a text is an attack on the stack.
DEEPEST = 64
# How often the strict reader may refuse a value before only the tolerant one is used.
_MOST_REFUSALS = 50

_DECODER = json.JSONDecoder(
    parse_int=NumberLiteral, parse_float=NumberLiteral, parse_constant=str, strict=False
)
# A quote inside a string that nobody escaped is one after which no sign and no other string comes;
# such a string ends on its line.
_TOKEN = re.compile(
    r"""(?:\s|(?://|\#)[^\n]*\n|/\*(?:[^*]|\*(?!/))*+\*/)*+(?:
        (?P<sign>[\[\]{},:])
      | (?P<double>"[^"\\]*+(?:\\.[^"\\]*+)*+
            (?:"(?!\s*+(?:[,:}\]]|\Z)|\s++")[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)*+")
      | (?P<single>'[^'\\]*+(?:\\.[^'\\]*+)*+')
      | (?P<number>-?\d++(?:\.\d++)?(?:[eE][+-]?\d++)?)(?![\w.])
      | (?P<word>[A-Za-z_]\w*+)
    )""",
    re.VERBOSE | re.DOTALL,
)
_BAD_ESCAPE = re.compile(r"""\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})""")
_WORDS = {
    "true": True,
    "false": False,
    "null": None,
    "True": True,
    "False": False,
    "None": None,
    "NaN": "NaN",
    "undefined": None,
}


class JsonRead(NamedTuple):
    """A value, where it ends in the text, and whether it broke off there."""

    value: JsonValue
    end: int
    broken: bool


class JsonReader:
    """Reads the values of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.reads = 0
        self.refusals = 0

    def read(self, start: int) -> JsonRead:
        """The list or object that begins at `start`; `broken` with what was complete if it breaks off."""
        self.reads += 1
        # Each refusal counts the lines before it, so many of them take quadratic time.
        if self.refusals < _MOST_REFUSALS:
            try:
                return _checked(*_DECODER.raw_decode(self.text, start))
            except (json.JSONDecodeError, RecursionError):
                self.refusals += 1
        return _Tolerant(self.text, start).read()


def _checked(value: JsonValue, end: int) -> JsonRead:
    if _is_too_deep(value):
        return JsonRead(None, end, broken=True)
    return JsonRead(value, end, broken=False)


def compact(value: JsonValue) -> str:
    """A value as JSON without spaces, the digits of numbers kept."""
    if isinstance(value, NumberLiteral):
        return str(value)
    if isinstance(value, list):
        return "[" + ",".join(map(compact, value)) + "]"
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key, ensure_ascii=False)}:{compact(item)}" for key, item in value.items())
        return "{" + ",".join(pairs) + "}"
    return json.dumps(value, ensure_ascii=False)


def _is_too_deep(value: JsonValue) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        level = [
            child
            for parent in level
            if isinstance(parent, list | dict)
            for child in (parent.values() if isinstance(parent, dict) else parent)
            if isinstance(child, list | dict)
        ]
        if not level:
            return False
    return True


class _Tolerant:
    """One pass over the tokens with an explicit stack, so depth costs no recursion."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.place = start
        self.root: JsonValue = None
        self.stack: list[list[JsonValue] | dict[str, JsonValue]] = []
        self.keys: list[str | None] = []
        self.awaits_value = False
        self.after_string = False

    def read(self) -> JsonRead:
        while token := _TOKEN.match(self.text, self.place):
            kind, written = token.lastgroup, token[token.lastgroup or 0]
            went_on = self._sign(written) if kind == "sign" else self._scalar(kind or "", token)
            if not went_on:
                self._drop_doubtful(token)
                break
            self.place = token.end()
            if not self.stack:
                return JsonRead(self.root, self.place, broken=False)
            if written != "," and kind != "word":
                self.after_string = kind == "double" and self.keys[-1] is None
        return JsonRead(self.root, max(self.place, self._after_broken()), broken=True)

    def _drop_doubtful(self, token: re.Match[str]) -> None:
        """A string before unexpected words may have been cut at a quote of its own."""
        if self.after_string and token.lastgroup != "sign" and self.stack:
            parent = self.stack[-1]
            if isinstance(parent, list):
                parent.pop()
            else:
                parent.popitem()

    def _after_broken(self) -> int:
        """Where to look on: past an unreadable rest of this line, so that no text is read twice."""
        newline = self.text.find("\n", self.place)
        return len(self.text) if newline < 0 else newline

    def _sign(self, sign: str) -> bool:
        if sign in "[{":
            if len(self.stack) == DEEPEST:
                self.root = None
                return False
            return self._open([] if sign == "[" else {})
        if sign in "]}":
            return self._close(sign)
        if sign == ":":
            expected = bool(self.keys) and self.keys[-1] is not None and not self.awaits_value
            self.awaits_value = True
            return expected
        return not self.awaits_value

    def _open(self, container: list[JsonValue] | dict[str, JsonValue]) -> bool:
        if self.stack and not self._put(container):
            return False
        if not self.stack:
            self.root = container
        self.stack.append(container)
        self.keys.append(None)
        self.awaits_value = False
        return True

    def _close(self, sign: str) -> bool:
        if self.awaits_value or isinstance(self.stack[-1], dict) != (sign == "}"):
            return False
        self.stack.pop()
        self.keys.pop()
        return True

    def _scalar(self, kind: str, token: re.Match[str]) -> bool:
        written = token[kind]
        if self._is_key_expected():
            self.keys[-1] = str(_unescaped(written) if kind in {"double", "single"} else written)
            return True
        if kind in {"double", "single"}:
            return self._put(_unescaped(written))
        # A number or word that touches the very end may have been cut short.
        if token.end() == len(self.text):
            return False
        if kind == "number":
            return self._put(NumberLiteral(written))
        return written in _WORDS and self._put(_WORDS[written])

    def _is_key_expected(self) -> bool:
        return isinstance(self.stack[-1], dict) and self.keys[-1] is None

    def _put(self, value: JsonValue) -> bool:
        parent = self.stack[-1]
        if isinstance(parent, list):
            parent.append(value)
            return True
        key = self.keys[-1]
        if key is None or not self.awaits_value:
            return False
        parent[key] = value
        self.keys[-1] = None
        self.awaits_value = False
        return True


def _unescaped(written: str) -> str:
    inner = written[1:-1]
    if "\\" not in inner:
        return inner
    if written[0] == "'":
        inner = inner.replace("\\'", "'").replace('\\"', '"').replace('"', '\\"')
    try:
        decoded = json.loads(f'"{_BAD_ESCAPE.sub("", inner)}"', strict=False)
    except json.JSONDecodeError:
        return inner
    return str(decoded)
