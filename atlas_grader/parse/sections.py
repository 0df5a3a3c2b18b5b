"""A text cut where a heading says what stands under it: the answer, a draft, or what is excluded.

Only headings that say so cut anything, so that records whose names are headings stay together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from atlas_grader.parse.spans import Line, lines_of
from atlas_grader.parse.titles import Standing, denying_sentence, standing_of, withdrawing_sentence
from atlas_grader.policy import read_table

_HEADING = re.compile(r"[ ]{0,3}(?:>[ ]?)*(?P<signs>#{1,6})[ \t]+(?P<text>.*)")
_HTML_HEADING = re.compile(r"\s*<h(?P<level>[1-6])\b[^<>]*>(?P<text>.*?)(?:</h[1-6]>|$)", re.IGNORECASE)
_SUMMARY = re.compile(r"[^|]*?<summary\b[^<>]*>(?P<text>.*?)(?:</summary>|$)", re.IGNORECASE)
_BOLD = re.compile(
    r"\s*(?:>[ ]?)*(?:[^\w\s*<|]{1,3}[ ]?)?(\*\*\*?|__)(?P<text>[^*_|][^*|]{0,158}?)\1[ ]*[:：]?\s*"
)
_ITALIC = re.compile(r"\s*([*_])(?P<text>[^*_|]{1,120})\1[ ]*[:：]?\s*")
_END_OF_DETAILS = re.compile(r"</details\s*>", re.IGNORECASE)
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_CONTENT = re.compile(
    r"""\s*(?:
        [|<{\["+┌├] | [-*+•][ ] | \d{1,4}[.)][ ]              # a table, a tag, JSON, an item
      | \S[^|]*\|                                            # a row without an outer pipe
      | [^\s.,:：][^.:：\n]{0,58}[:：][ ]*\S                  # `Capital: Libreville`
    ) | .*(?:\t|;.*;|,.*,)                                   # separated values
    """,
    re.VERBOSE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?])[ ]+|(?<=[。！？])")
_STATEMENTS = re.compile(r"[;:：；]\s|\s[-–—]+\s")
_LONGEST = 160

_ANSWER = "final answer"
"""What an `<answer>` tag says."""
_SUMMARY_LEVEL, _BOLD_LEVEL, _LINE_LEVEL = 7, 8, 9


class Section(NamedTuple):
    """A stretch of text, and the heading that says what its tables are; none for most."""

    start: int
    text: str
    title: str
    is_withdrawn: bool = False
    """Whether the title stands below, and takes back all above it: `Ignore the table above.`"""


@dataclass(slots=True)
class _Title:
    """A heading that is still in force."""

    level: int
    text: str
    standing: Standing
    tag: str = ""
    """The element whose end ends it."""
    has_content: bool = False
    has_table: bool = False
    """Its last line belongs to a drawn table."""


def sections_of(text: str) -> list[Section]:
    """The stretches of a text, in order; a text without such headings is one."""
    end, said = _withdrawn(text)
    if said:
        return [Section(0, text[:end], said, is_withdrawn=True), *_sections(text, end)]
    return _sections(text, 0)


def _withdrawn(text: str) -> tuple[int, str]:
    """Where the last sentence stands that takes back what is above it, and the sentence."""
    for line in reversed(lines_of(text)):
        if len(line.text) <= _LONGEST and "|" not in line.text:
            for sentence in _SENTENCE_END.split(_STATEMENTS.sub(". ", line.text)):
                if said := withdrawing_sentence(sentence):
                    return line.start, said
    return 0, ""


def _sections(whole: str, begin: int) -> list[Section]:
    text = whole[begin:]
    cuts = [(0, "")]
    for place, title in _Reader(text).changes():
        if title != cuts[-1][1]:
            cuts.append((place, title))
    ends = [*(place for place, _ in cuts[1:]), len(text)]
    return [
        Section(begin + place, text[place:end], title)
        for (place, title), end in zip(cuts, ends, strict=True)
        if text[place:end].strip()
    ]


def holds_prose(text: str, *, after_table: bool) -> bool:
    """Whether anything but headings and announcements stands between a heading, or a table, and a table."""
    lines = [line.strip() for line in text.split("\n")[1:] if line.strip()]
    return any(not _announces(line) and not (after_table and _is_content(line)) for line in lines)


def _announces(line: str) -> bool:
    is_heading = line[0] in "#<`~" or _BOLD.fullmatch(line[: 2 * _LONGEST]) is not None
    return is_heading or line[-1] in ":：" or not any(map(str.isalnum, line))


class _Reader:
    """Follows the headings of a text line by line; fences hold none."""

    def __init__(self, text: str) -> None:
        self.lines = lines_of(text)
        self.last_details = max((end.start() for end in _END_OF_DETAILS.finditer(text)), default=-1)
        self.stack: list[_Title] = []
        self.fence = ""

    def changes(self) -> Iterator[tuple[int, str]]:
        """Where the heading in force may change, and which one it is from there on."""
        for number, line in enumerate(self.lines):
            text = line.text
            if ("```" in text or "~~~" in text) and (mark := _FENCE.match(text)):
                self.fence = "" if self.fence and mark[1].startswith(self.fence) else self.fence or mark[1]
                self._note_content(is_table=True)
            elif not self.fence and (text or self.stack):
                if "<" in text:
                    yield from self._by_tags(line)
                if self._moves(number):
                    yield line.start, self._in_force()

    def _moves(self, number: int) -> bool:
        """Take in one line; whether another heading may be in force from it on."""
        text = self.lines[number].text
        if title := _title(self.lines, number):
            if self.lines[number].start > self.last_details:
                title.tag = ""
            self._close(title)
            if title.standing is not Standing.PLAIN:
                self.stack.append(title)
            return True
        if not self.stack:
            return False
        if text.strip() and _is_content(text):
            self._note_content(is_table=text.lstrip(" >")[:1] in {"|", "+"})
            return False
        if text.strip() and text.rstrip()[-1] not in ":：" and self.stack[-1].level != _LINE_LEVEL:
            self.stack[-1].has_content = True
        if self.stack[-1].level != _LINE_LEVEL:
            return False
        ends = self._prose_ends_it(number) if text.strip() else self._ends_after_table(number)
        if ends:
            self.stack.pop()
        return ends

    def _in_force(self) -> str:
        return self.stack[-1].text if self.stack else ""

    def _note_content(self, *, is_table: bool) -> None:
        if self.stack:
            self.stack[-1].has_content, self.stack[-1].has_table = True, is_table

    def _close(self, new: _Title) -> None:
        """Take away the headings that a new one ends; one with nothing under it reaches over its equals."""
        while self.stack and new.level <= self.stack[-1].level and not self.stack[-1].tag:
            last = self.stack[-1]
            if not last.has_content and new.standing is Standing.PLAIN:
                last.level, last.has_content = new.level - 1, True
                return
            self.stack.pop()

    def _prose_ends_it(self, number: int) -> bool:
        """Prose after a blank line, below what a plain line announced."""
        above = self.lines[number - 1].text if number else ""
        indented = self.lines[number].text.startswith((" ", "\t"))
        return self.stack[-1].has_content and not above.strip() and not indented

    def _ends_after_table(self, number: int) -> bool:
        """A plain line announces one drawn table: after a blank line the next one is another."""
        following = [line.text.strip() for line in self.lines[number + 1 : number + 3]]
        goes_on = "".join(following[:1]).startswith("|") and not any("--" in text for text in following[1:])
        starts = "".join(following[:1]).startswith("|") and not goes_on
        return (self.stack[-1].has_table and not goes_on) or (self.stack[-1].has_content and starts)

    def _by_tags(self, line: Line) -> Iterator[tuple[int, str]]:
        """`<answer>` and its end, and the end of `<details>`."""
        if _END_OF_DETAILS.search(line.text):
            self._pop_tag("details")
            yield line.start, self._in_force()
        for tag in _answer_tag().finditer(line.text):
            name = tag["name"].casefold()
            if tag["end"]:
                self._pop_tag(name)
                yield line.start + tag.end(), self._in_force()
            elif not line.text[: tag.start()].strip():
                self.stack.append(_Title(0, _ANSWER, Standing.FINAL, name))
                yield line.start + tag.end(), self._in_force()

    def _pop_tag(self, tag: str) -> None:
        if any(title.tag == tag for title in self.stack):
            while self.stack.pop().tag != tag:
                pass


@cache
def _answer_tag() -> re.Pattern[str]:
    names = "|".join(read_table("parse", "titles")["answers"])
    return re.compile(rf"<(?P<end>/?)(?P<name>{names})>", re.IGNORECASE)


def _title(lines: Sequence[Line], number: int) -> _Title | None:
    """The heading that a line is, if it is one and does not speak of what stands above it."""
    title = _heading(lines, number) if len(lines[number].text) <= 2 * _LONGEST else None
    return None if title is not None and withdrawing_sentence(lines[number].text) else title


def _heading(lines: Sequence[Line], number: int) -> _Title | None:
    text = lines[number].text
    if "#" in text and (heading := _HEADING.fullmatch(text)):
        return _titled(len(heading["signs"]), heading["text"].strip(" #"))
    if "<" in text:
        if heading := _HTML_HEADING.match(text):
            return _titled(int(heading["level"]), heading["text"])
        if summary := _SUMMARY.match(text):
            title = _titled(_SUMMARY_LEVEL, summary["text"])
            title.tag = "details"
            return title
    if ("**" in text or "__" in text) and (bold := _BOLD.fullmatch(text)):
        return _titled(_BOLD_LEVEL, bold["text"])
    return _line_title(lines, number)


def _titled(level: int, text: str) -> _Title:
    return _Title(level, text, standing_of(text))


def _line_title(lines: Sequence[Line], number: int) -> _Title | None:
    """A plain line that stands alone, or ends with a colon, and says what follows."""
    text = lines[number].text.rstrip()
    if not text:
        return None
    if text[-1] in ":：.。!" and (said := denying_sentence(_SENTENCE_END.split(text)[-1])):
        return _Title(_LINE_LEVEL, said, Standing.DENIED)
    if len(text) > _LONGEST or "|" in text or text[0] in " -+•<{[" or "\t" in text:
        return None
    above = lines[number - 1].text if number else ""
    if text[0] in "*_" and (italic := _ITALIC.fullmatch(text)):
        text = italic["text"].strip()
    is_colon = text[-1] in ":："
    if is_colon and above.strip() and above[0] != "|" and _is_content(above):
        return None
    if not is_colon and (above.strip() or text[-1] in ".,;!?。"):
        return None
    standing = standing_of(text, is_sentence=True)
    return None if standing is Standing.PLAIN else _Title(_LINE_LEVEL, text, standing)


def _is_content(text: str) -> bool:
    return _CONTENT.match(text[:_LONGEST]) is not None
