"""The text that an answer shows: without thoughts, comments and the quotes around it.

What a model thinks aloud and what a page hides is no answer while anything else is
there; where nothing else is, it is all that the system said (grading.md 2.1).
"""

from __future__ import annotations

import json
import re
from functools import cache

from atlas_grader.markup import strike_styled
from atlas_grader.parse.hidden import without_hidden
from atlas_grader.policy import read_table

# `<|im_end|>`, `<|channel|>final<|message|>`: what parts the turns of a conversation.
_TURN_SIGN = re.compile(r"<\|/?[a-z_]{1,30}\|>")
_FINAL_CHANNEL = re.compile(r"<\|channel\|>final[^<\n]{0,60}<\|message\|>")
_ESCAPED_JSON = re.compile(r'\s*[\[{]\s*[\[{]?\s*\\"')
_ESCAPES = (("\\r\\n", "\n"), ("\\n", "\n"), ("\\t", "\t"), ('\\"', '"'))
_FEWEST_ESCAPED = 2
_INDENT = 200
"""Characters in which a row's first pipe stands."""


def shown_text(text: str) -> str:
    """What of an answer's text is meant to be read."""
    text = text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")
    text = strike_styled(_unquoted(text))
    for without in (_without_turns, _without_thoughts, _without_comments, without_hidden):
        rest = without(text)
        text = rest if rest.strip() else text
    return text


def _unquoted(text: str) -> str:
    """A text that came as a JSON string, or with its line breaks written as signs."""
    bare = text.strip()
    if len(bare) > 1 and bare[0] == bare[-1] == '"' and "\\" in bare:
        return _decoded(bare) or text
    if _ESCAPED_JSON.match(bare):
        return _decoded(f'"{bare}"') or text
    if "\n" not in bare and bare.count("\\n") >= _FEWEST_ESCAPED and bare[:1] not in {"{", "["}:
        for sign, meant in _ESCAPES:
            bare = bare.replace(sign, meant)
        return bare
    return text


def _decoded(written: str) -> str:
    try:
        value = json.loads(written, strict=False)
    except json.JSONDecodeError:
        return ""
    return value if isinstance(value, str) else ""


def _without_turns(text: str) -> str:
    if "<|" not in text:
        return text
    finals = list(_FINAL_CHANNEL.finditer(text))
    if finals:
        text = text[finals[-1].end() :]
    else:
        text = text.replace("<|begin_of_thought|>", "\n<think>").replace("<|end_of_thought|>", "</think>\n")
    return _TURN_SIGN.sub("\n", text)


@cache
def _tags() -> tuple[re.Pattern[str], frozenset[str]]:
    """A tag that opens a line, or a closing one that is not quoted; and the names that may stand alone."""
    words = read_table("parse", "titles")
    names = "|".join(map(re.escape, words["thoughts"]))
    opening = rf"^[ \t>]*(?P<opening>(?:<(?:{names})(?:[ \t][^<>\n]{{0,200}})?>|\[THINK\]|◁think▷))"
    closing = rf"(?<!`)(?:</(?P<name>{names})[ \t]{{0,9}}>|\[/THINK\]|◁/think▷)"
    pattern = re.compile(f"{opening}|{closing}", re.IGNORECASE | re.MULTILINE)
    return pattern, frozenset(words["thoughts_alone"])


def _without_thoughts(text: str) -> str:
    """Each thought becomes a line break; one never opened began the text, one never closed ends it."""
    if not any(sign in text for sign in ("<", "[", "◁")):
        return text
    tags, alone = _tags()
    kept: list[str] = []
    place = 0
    opened = -1
    cell = _Cells(text)
    for tag in tags.finditer(text):
        if tag["opening"]:
            opened = tag.start() if opened < 0 else opened
        elif opened >= 0:
            kept += [text[place:opened], "\n"]
            place, opened = tag.end(), -1
        elif (tag["name"] or "think").casefold() in alone and not cell.holds(tag.start()):
            kept, place = [], tag.end()
    kept.append(text[place : opened if opened >= 0 else None])
    return "".join(kept)


class _Cells:
    """Tells of places in a text, in order, whether they are in a string or a row of a table on their line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.seen = 0
        self.is_row = False
        self.quotes = 0

    def holds(self, place: int) -> bool:
        """Whether a place stands in a cell; what stands before the one asked for last is not read again."""
        start = self.text.rfind("\n", self.seen, place) + 1
        if start or not self.seen:
            self.seen, self.quotes = start, 0
            self.is_row = self.text[start : start + _INDENT].lstrip().startswith("|")
        self.quotes += self.text.count('"', self.seen, place) - self.text.count('\\"', self.seen, place)
        self.seen = place
        return self.is_row or self.quotes % 2 == 1


def _without_comments(text: str) -> str:
    """HTML comments become a line break where they stand on lines of their own, else nothing."""
    if "<!--" not in text:
        return text
    parts, last = [], 0
    while (start := text.find("<!--", last)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts.append(text[last:start])
        last = end + 3
    return "".join([*parts, text[last:]])
