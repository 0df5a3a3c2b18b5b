"""HTML that a page does not show, or shows struck through: no part of an answer (grading.md 2.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HIDES = re.compile(
    r"<(?:template|script|style|noscript|del|s|strike)\b|<[a-z][^<>]*?(?:\shidden\b|\sstyle\s*=)",
    re.IGNORECASE,
)
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-z][a-z0-9]{0,15})\b(?P<attributes>[^<>]*)>", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_ATTRIBUTE = re.compile(r"(?:^|\s)hidden(?=[\s=/]|$)", re.IGNORECASE)
_NOTHING = r"0+(?:\.0*)?(?:px|pt|em|rem|%)?\s*(?![\w.%])"
_STYLE = re.compile(
    r"\sstyle\s*=[^<>]*?(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    rf"|(?:font-size|opacity)\s*:\s*{_NOTHING})",
    re.IGNORECASE,
)
_TABLE = re.compile(r"<t(?:able|r)\b|^[ \t>]*\|.*\|", re.IGNORECASE | re.MULTILINE)
_NEVER_SHOWN = frozenset(("template", "script", "style", "noscript"))
_STRUCK = frozenset(("del", "s", "strike"))
_CELLS = frozenset(("td", "th"))
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
# What an opening tag ends where its own end is left out.
_ENDED_BY = {"tr": ("td", "th", "tr"), "td": ("td", "th"), "th": ("td", "th")}
_ENDS_WITH = {"table": ("td", "th", "tr"), "tr": ("td", "th")}


@dataclass(frozen=True, slots=True)
class _Open:
    start: int
    hides: bool
    end: int
    """Of its tag."""


@dataclass(frozen=True, slots=True)
class _Region:
    start: int
    end: int
    name: str


def without_hidden(text: str) -> str:
    """The text without elements that are not shown; a hidden cell stays as an empty one."""
    if "<" not in text or _HIDES.search(text) is None:
        return text
    parts, last = [], 0
    for region in sorted(_regions(text), key=lambda region: (region.start, -region.end)):
        if region.start >= last:
            parts += [text[last : region.start], f"<{region.name}></{region.name}>" * (region.name in _CELLS)]
            last = region.end
    return "".join([*parts, text[last:]])


def _regions(text: str) -> Iterator[_Region]:
    tags = [tag for tag in _TAG.finditer(text) if text[tag.start() - 1 : tag.start()] != "`"]
    hiding = {tag["name"].lower() for tag in tags if not tag["end"] and _hides(tag)} - _VOID
    opened: dict[str, list[_Open]] = {name: [] for name in hiding}
    for tag in tags if hiding else ():
        name = tag["name"].lower()
        yield from _ended_unsaid(tag, name, opened)
        if name not in hiding or tag["attributes"].endswith("/"):
            continue
        stack = opened[name]
        if not tag["end"]:
            stack.append(_Open(tag.start(), _hides(tag), tag.end()))
        elif stack and (last := stack.pop()).hides and _is_out_of_sight(text, name, last.end, tag.start()):
            yield _Region(last.start, tag.end(), name)
    for name in opened.keys() - _NEVER_SHOWN - _STRUCK:
        # A tag named in prose is not closed either.
        never_closed = (left for left in opened[name] if left.hides and _begins_line(text, left.start))
        yield from (_Region(left.start, len(text), name) for left in never_closed)


def _ended_unsaid(tag: re.Match[str], name: str, opened: dict[str, list[_Open]]) -> Iterator[_Region]:
    """Hidden rows and cells that another tag ends: `<tr hidden><td>Chad<tr>`."""
    for other in _ENDS_WITH.get(name, ()) if tag["end"] else _ENDED_BY.get(name, ()):
        if (stack := opened.get(other)) and stack[-1].hides:
            yield _Region(stack.pop().start, tag.start(), other)


def _is_out_of_sight(text: str, name: str, start: int, end: int) -> bool:
    """Of what is struck through only whole tables: in a cell it may be a correction."""
    return name not in _STRUCK or _TABLE.search(text, start, end) is not None


def _hides(tag: re.Match[str]) -> bool:
    if tag["name"].lower() in _NEVER_SHOWN | _STRUCK:
        return True
    attributes = tag["attributes"]
    if not attributes or ("=" not in attributes and "hidden" not in attributes.lower()):
        return False
    is_hidden = _ATTRIBUTE.search(_QUOTED.sub('""', attributes)) is not None
    return is_hidden or _STYLE.search(attributes) is not None


def _begins_line(text: str, place: int) -> bool:
    return not text[text.rfind("\n", 0, place) + 1 : place].strip()
